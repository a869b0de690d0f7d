"""The end of a deal: the bill is paid, the pack gathered, the session goes on or is over."""

from __future__ import annotations

from functools import partial
from operator import add
from typing import TYPE_CHECKING, ClassVar, Final, Literal

from attrs import field, frozen

from boston_rules.core.actions import Action
from boston_rules.core.cards import Cards
from boston_rules.core.contract import Contract, Infraction, Outcome, Trick, outcome_of
from boston_rules.core.errors import EventError, IllegalAction, SessionOver
from boston_rules.core.events import (
    Counted,
    Event,
    Events,
    Shows,
    asked,
    counted_of,
    event_of,
    seen_events,
    showing,
)
from boston_rules.core.hidden import FULL, HOLE, UNKNOWN, Hole, Viewer
from boston_rules.core.making import changer, maker
from boston_rules.core.saying import Player, listed, say_as, say_number
from boston_rules.deal.settlement import Settlement, settle_unchecked
from boston_rules.deal.settlement.penalties import lost_by_misdeal
from boston_rules.deal.state import State, misdeals_of
from boston_rules.deal.table import Deal, Table, clockwise, open_table, partnered
from boston_rules.deal.terms import Terms, terms_of
from boston_rules.rules.variant import Variant

if TYPE_CHECKING:
    from boston_rules.deal.tricks import Playing

__all__ = [
    "Settled",
    "bill_of",
    "following_table",
    "paid",
    "played_outcome",
    "settle_play",
    "throw_in",
]


@frozen
class Settled(State):
    """The deal is settled; nobody is to act."""

    phase: ClassVar[str] = say_as("phase", "settled")
    actor: ClassVar[None] = None
    """Nobody."""
    deal: Deal
    """The cards and the table that the deal was opened with."""
    after_play: Events = field(repr=False)
    """What has happened after the last card played; since the deal where none was."""
    contract: Contract | None
    """What was played; ``None`` when all passed."""
    outcome: Outcome
    """Tricks, honours and what else the bill was made from."""
    settlement: Settlement
    """The bill."""
    session_over: bool
    """Whether this was the last deal."""
    play: Playing | None = field(default=None, repr=False)
    """The play as it stood at the end; ``None`` of hands thrown in."""
    infractions: tuple[Infraction, ...] = ()
    """What was done wrong in the deal and established, which the bill penalizes."""

    @property
    def viewer(self) -> Viewer:
        return self.deal.table.viewer

    @property
    def variant(self) -> Variant:
        return self.deal.table.variant

    @property
    def events(self) -> Events:
        """What has happened in the deal."""
        before = self.deal.events if self.play is None else self.play.events
        *events, last = before + self.after_play
        return (*events, event_of(last.seat, last.action, self._shown_with(last.shows)))

    def _shown_with(self, shows: Shows) -> Shows:
        """What the last event of the deal made visible, its bill included."""
        contract, outcome, play = self.contract, self.outcome, self.play
        if contract is None or play is None:
            return shows
        counted = counted_of(outcome.honours, outcome.boston)
        told = {} if play.partner_shown else {"partner": contract.partner}
        return showing(shows, counted=counted, **told)

    @property
    def gathered(self) -> tuple[int, ...] | Hole:
        """The cards as gathered, top first; hands thrown in seat by seat from eldest. A hole in a
        view."""
        return gathered_hands(self.deal) if self.play is None else self.play.gathered

    @property
    def table(self) -> Table:
        """The table after the bill is paid."""
        table = self.deal.table
        bill = self.settlement
        return table.settled(paid(table.purses, bill.deltas), bill.pool, bill.set_aside)

    @property
    def hands(self) -> tuple[Cards, ...]:
        """What was left of the hands when the deal ended, as far as the viewer sees it."""
        return Cards.of_masks(self.deal.hands) if self.play is None else self.play.hands

    @property
    def leader(self) -> None:
        """Nobody."""
        return None

    @property
    def taken(self) -> tuple[int, ...]:
        return self.outcome.tricks

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the most chips once the session is over; empty before."""
        if not self.session_over:
            return ()
        purses = self.table.purses
        return tuple(seat for seat, purse in enumerate(purses) if purse == max(purses))

    def next_table(self) -> Table:
        """The table of the next deal, its antes paid.

        Raises:
            SessionOver: this was the last deal.
        """
        table, bill = self.deal.table, self.settlement
        if self.session_over:
            raise SessionOver(
                say_number(
                    "the session is over after {number} deal; won by {winners}",
                    "the session is over after {number} deals; won by {winners}",
                    table.deal_number,
                    winners=listed(map(Player, self.winners)),
                )
            )
        lost = lost_by_misdeal(table.variant, self.infractions)
        played = self.play is not None
        following = following_table(table, bill, self.contract, played=played, lost=lost)
        if not following.gathers:
            return following
        gathered = self.gathered if table.viewer is FULL else HOLE
        lying = (gathered, ()) if table.variant.dealing.packs == 1 else (self.deal.still, gathered)
        return following.lying(*lying, table.viewer)

    @classmethod
    def actions(cls, variant: Variant) -> tuple[Action, ...]:
        """None: nobody is to act."""
        return ()

    def legal(self) -> tuple[Action, ...]:
        """Nothing is to do."""
        return ()

    def refuse(self, action: Action) -> IllegalAction | None:
        """Everything."""
        return self.wrong_phase(action)

    def seen_by(self, viewer: int | None) -> Settled:
        said = seen_events(self.after_play, viewer)
        play = None if self.play is None else self.play.seen_by(viewer)
        return self._with(self.deal.seen_by(viewer), said, play)

    @property
    def said(self) -> Events:
        """What has happened since the deal, before the first lead if there was one."""
        return self.after_play if self.play is None else self.play.said

    def over(self, deal: Deal, said: Events) -> Settled:
        if self.play is None:
            return self._with(deal, said, None)
        return self._with(deal, self.after_play, self.play.over(deal, said))

    def _with(self, deal: Deal, said: Events, play: Playing | None) -> Settled:
        return _changed(self, deal=deal, after_play=said, play=play)


_settled: Final = maker(Settled)
_changed: Final = changer(Settled)


def gathered_hands(deal: Deal, *, sort: bool = False) -> tuple[int, ...] | Hole:
    """The hands gathered without play, seat by seat from eldest; a hole in a view.

    Args:
        deal: what was dealt.
        sort: whether each hand is sorted before, spades, hearts, diamonds, clubs, the highest card
            of a suit first.
    """
    order = deal.order
    if order is HOLE:
        return HOLE
    if sort:
        order = tuple([tuple(sorted(hand, reverse=True)) for hand in order])
    seats = clockwise(deal.table.eldest, deal.table.variant.seats)
    dead = order[len(seats) :]
    return tuple([card for hand in (*(order[seat] for seat in seats), *dead) for card in hand])


def _finish(
    deal: Deal,
    said: Events,
    contract: Contract | None,
    outcome: Outcome,
    play: Playing | None,
) -> Settled:
    """Settle a deal."""
    infractions: tuple[Infraction, ...] = ()
    if play is None:
        infractions = misdeals_of(deal.table.dealer, deal.bare_events + said)
    elif not play.strict:
        infractions = (*misdeals_of(deal.table.dealer, deal.bare_events), *play.offences)
    settlement, over = bill_of(deal.table, contract, outcome, infractions)
    return _settled(deal, said, contract, outcome, settlement, over, play, infractions)


def following_table(
    table: Table, bill: Settlement, contract: Contract | None, *, played: bool, lost: bool
) -> Table:
    """The table of the deal after one that was opened at ``table``, its antes paid, without a pack.

    Args:
        table: the table of the deal that is over, its antes paid.
        bill: what that deal came to.
        contract: its contract, if it had one.
        played: whether its cards were played, or the hands thrown in.
        lost: whether it was lost by a misdeal, and leaves the conditions as they are (N16).

    Raises:
        ValueError: the rule leaves conditions to the deal that it does not know.
    """
    rule, conditions = table.variant.carryover, table.conditions
    if rule is not None and not lost:
        conditions = rule.following(conditions, contract, played=played, made=bill.made)
        if conditions not in rule.possible:
            kind = type(rule).__name__
            raise ValueError(f"{kind} leaves {conditions}, which is not among what is possible")
    return open_table(
        table.variant,
        paid(table.purses, bill.deltas),
        pool=bill.pool,
        set_aside=bill.set_aside,
        dealer=table.eldest,
        deal_number=table.deal_number + 1,
        conditions=conditions,
        belle=table.belle,
        viewer=table.viewer,
    )


def bill_of(
    table: Table,
    contract: Contract | None,
    outcome: Outcome,
    infractions: tuple[Infraction, ...] = (),
) -> tuple[Settlement, bool]:
    """The bill of a deal at a table, and whether the session ends with it.

    Contract and outcome are those of a deal that was played, so that nothing is checked.
    """
    rules, pool, aside, dealer = table.variant, table.pool, table.set_aside, table.dealer
    unbid = (table.is_grand, table.stakes) if contract is None else ()
    over, told = table.is_last_deal, (dealer, infractions, *unbid)
    bill = settle_unchecked(rules, contract, outcome, pool, aside, over, *told)
    if over:
        return bill, over
    purses, left = paid(table.purses, bill.deltas), bill.pool + bill.set_aside
    if rules.session.ends(table.deal_number, purses, left):
        over = True
        bill = settle_unchecked(rules, contract, outcome, pool, aside, over, *told)
    return bill, over


def paid(purses: tuple[int, ...], deltas: tuple[int, ...]) -> tuple[int, ...]:
    """Purses after chips were won or lost."""
    return tuple(map(add, purses, deltas))


def throw_in(deal: Deal, said: Events) -> Settled:
    """The end of a deal whose hands are thrown in."""
    outcome = outcome_of((0,) * deal.table.variant.seats)
    return _finish(deal, said, None, outcome, None)


def settle_play(
    play: Playing, last: Event, *, conceded: bool = False, answers: Events = ()
) -> Settled:
    """The bill, after the last trick or a concession.

    Args:
        play: the play as it stood at the end.
        last: the last event, which in a view tells what the bill counts of the hands.
        conceded: whether all opponents have agreed to pay.
        answers: what has happened after the last card played.

    Raises:
        EventError: a view is not told what the bill counts.
    """
    setup, deal = play.setup, play.setup.deal
    terms, contract, viewer = setup.terms, setup.contract, deal.table.viewer
    counted = _UNCOUNTED
    if contract is not None:
        if contract.partner is UNKNOWN:
            known = asked(last, viewer, "partner", partial(_holder, contract, deal))
            possible = [each for each in setup.possible_partners if each not in play.apart]
            if known not in possible or setup.lacks_called(known):
                raise EventError(f"the event tells {known} of who held the called card")
            contract = partnered(contract, known)
            terms = terms_of(deal.table.variant, contract)
        if viewer is FULL:
            counted = counted_of(terms.honours_in(deal.hands), terms.boston_in(deal.hands))
        else:
            told = last.pending.counted
            if told is None or not _can_be_counted(told, terms, play):
                raise EventError(f"the event tells {told} of what the bill counts of the hands")
            counted = told
    said = play.slam
    slam = None if said is None else said[0]
    counts_cards = terms.counts and len(play.done) == terms.total
    outcome = played_outcome(
        contract,
        play.taken,
        setup.chicane,
        counted,
        slam=slam,
        conceded=conceded,
        played=play.tricks if counts_cards else (),
    )
    return _finish(deal, answers, contract, outcome, play)


_UNCOUNTED: Final = Counted(())


def _holder(contract: Contract, deal: Deal) -> int | Hole | None:
    """Who holds the called card, of a deal without holes."""
    partner = deal.known(contract).partner
    assert partner is not UNKNOWN, "nothing is hidden"
    return partner


def _can_be_counted(counted: Counted, terms: Terms, play: Playing) -> bool:
    """Whether the bill can count this of the hands, as far as a view knows them."""
    setup, seats, viewer = play.setup, terms.seats, play.viewer
    seen = [
        dealt | held | play.gone_from(seat)
        for seat, (dealt, held) in enumerate(zip(setup.deal.hands, setup.hands, strict=True))
    ]
    more = [
        told - known for told, known in zip(counted.honours, terms.honours_in(seen), strict=False)
    ]
    unseen = (terms.honours & ~sum(seen)).bit_count()
    if len(counted.honours) != seats or min(more) < 0 or sum(more) > unseen:
        return False
    if any(counted.honours[seat] for seat in setup.chicane):
        return False
    if (seats == 4 and sum(more) < unseen) or (isinstance(viewer, int) and more[viewer]):
        return False
    if terms.boston is None:
        return counted.boston is None
    holder = terms.boston_in(seen)
    if holder is not None or counted.boston is None:
        return counted.boston == holder and (holder is not None or seats < 4)
    return 0 <= counted.boston < seats and counted.boston != viewer


def played_outcome(
    contract: Contract | None,
    taken: tuple[int, ...],
    chicane: tuple[int, ...],
    counted: Counted,
    *,
    slam: Literal["closed", "table"] | None = None,
    conceded: bool = False,
    played: tuple[Trick, ...] = (),
) -> Outcome:
    """What a deal that was played came to.

    Args:
        contract: ``None`` of a deal that nobody bid.
        taken: by seat, tricks won.
        chicane: who has declared it.
        counted: what is counted of the hands as dealt.
        slam: the one that was declared.
        conceded: whether all opponents have conceded.
        played: the tricks, where a price counts something of their cards.
    """
    if contract is None:
        return outcome_of(taken, played=played)
    return outcome_of(taken, counted.honours, slam, counted.boston, conceded, chicane, played)
