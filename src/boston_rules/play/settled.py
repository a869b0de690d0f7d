"""The end of a deal: the bill is paid, the pack gathered, the session goes on or is over."""

from __future__ import annotations

from operator import add
from typing import ClassVar, Final, Literal, Protocol

from attrs import evolve, field, frozen

from boston_rules.actions import Action, Misdeal
from boston_rules.cards import Cards
from boston_rules.contract import Contract, Infraction, Outcome, outcome_of
from boston_rules.errors import IllegalAction, SessionOver
from boston_rules.making import maker
from boston_rules.play.setup import DealSetup, SlamWord
from boston_rules.settlement import Settlement, settle_unchecked
from boston_rules.state import State
from boston_rules.table import Deal, History, Table, Trick, clockwise, open_table
from boston_rules.terms import Terms
from boston_rules.variant import Variant

__all__ = [
    "PlayedDeal",
    "Settled",
    "bill_of",
    "following_table",
    "paid",
    "played_outcome",
    "settle_conceded",
    "settle_play",
    "throw_in",
]


class PlayedDeal(Protocol):
    """The play of a deal as far as it went, of which a settled deal tells."""

    @property
    def setup(self) -> DealSetup:
        """What was settled before the first lead."""
        ...

    @property
    def slam(self) -> SlamWord | None:
        """What the declarer said of a slam."""
        ...

    @property
    def taken(self) -> tuple[int, ...]:
        """Tricks won by each seat."""
        ...

    @property
    def exposed(self) -> tuple[int, ...]:
        """Seats whose hand lay face up on the table."""
        ...

    @property
    def revokes(self) -> tuple[tuple[int, int], ...]:
        """The number of the trick and the seat of each established revoke, in order."""
        ...

    @property
    def left(self) -> int:
        """The cards not played, as a mask."""
        ...

    @property
    def history(self) -> History:
        """Every action of the deal up to the last card played."""
        ...

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The complete tricks."""
        ...

    @property
    def gathered(self) -> tuple[int, ...]:
        """The cards as gathered, top first."""
        ...


@frozen
class Settled(State):
    """The deal is settled; nobody is to act."""

    name: ClassVar[str] = "settled"
    actor: ClassVar[None] = None
    """Nobody."""
    deal: Deal
    """The cards and the table that the deal was opened with."""
    said: History = field(repr=False)
    """What was said after the last card played; everything where none was."""
    contract: Contract | None
    """What was played; ``None`` when all passed."""
    outcome: Outcome
    """Tricks, honours and what else the bill was made from."""
    settlement: Settlement
    """The bill."""
    session_over: bool
    """Whether this was the last deal."""
    play: PlayedDeal | None = field(default=None, repr=False)
    """The play as it stood at the end; ``None`` of hands thrown in."""
    infractions: tuple[Infraction, ...] = ()
    """Misdeals and established revokes, which the bill penalizes."""

    @property
    def revokes(self) -> tuple[tuple[int, int], ...]:
        """The trick (counted from 0) and the seat of each established revoke, in order."""
        return () if self.play is None else self.play.revokes

    @property
    def history(self) -> History:
        """Every action of the deal."""
        return self.said if self.play is None else self.play.history + self.said

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks, as far as they were played."""
        return () if self.play is None else self.play.tricks

    @property
    def gathered(self) -> tuple[int, ...]:
        """The cards as gathered, top first; hands thrown in seat by seat from eldest."""
        if self.play is not None:
            return self.play.gathered
        deal = self.deal
        seats = clockwise(deal.table.eldest, deal.table.variant.seats)
        return (*(card for seat in seats for card in deal.order[seat]), *deal.dead)

    @property
    def table(self) -> Table:
        """The table after the bill is paid."""
        table = self.deal.table
        bill = self.settlement
        return evolve(
            table,
            purses=paid(table.purses, bill.deltas),
            pool=bill.pool,
            set_aside=bill.set_aside,
        )

    @property
    def exposed(self) -> tuple[int, ...]:
        """Seats whose hand lay face up when the deal ended."""
        return () if self.play is None else self.play.exposed

    @property
    def hands(self) -> tuple[Cards, ...]:
        """No cards are held."""
        return (Cards(),) * self.deal.table.variant.seats

    @property
    def taken(self) -> tuple[int, ...]:
        """Tricks won by each seat."""
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
                f"the session is over after {table.deal_number} deals; "
                f"won by seat {' and seat '.join(map(str, self.winners))}"
            )
        pack = self.gathered if table.variant.dealing.gathers else ()
        return following_table(table, bill, played=self.play is not None, pack=pack)

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


_settled: Final = maker(Settled)


def _finish(
    deal: Deal,
    said: History,
    contract: Contract | None,
    outcome: Outcome,
    play: PlayedDeal | None,
) -> Settled:
    """Settle a deal."""
    infractions: tuple[Infraction, ...] = ()
    if deal.table.variant.table_law is not None:
        infractions = _infractions(deal, said, play)
    settlement, over = bill_of(deal.table, contract, outcome, infractions)
    return _settled(deal, said, contract, outcome, settlement, over, play, infractions)


def _infractions(deal: Deal, said: History, play: PlayedDeal | None) -> tuple[Infraction, ...]:
    """What was done wrong in a deal, in order."""
    told = said if play is None else play.history
    dealer = deal.table.dealer
    misdeals = [action for _, action in told if isinstance(action, Misdeal)]
    return (
        *(Infraction("misdeal", dealer, each.touched) for each in misdeals),
        *(Infraction("revoke", seat) for _, seat in (() if play is None else play.revokes)),
    )


def following_table(
    table: Table, bill: Settlement, *, played: bool, pack: tuple[int, ...] = ()
) -> Table:
    """The table of the deal after one that was opened at ``table``, its antes paid.

    Args:
        table: the table of the deal that is over, its antes paid.
        bill: what that deal came to.
        played: whether its cards were played, or the hands thrown in.
        pack: the pack as gathered, where it is not shuffled.
    """
    rule = table.variant.stakes
    return open_table(
        table.variant,
        paid(table.purses, bill.deltas),
        pool=bill.pool,
        set_aside=bill.set_aside,
        dealer=table.eldest,
        deal_number=table.deal_number + 1,
        stakes=1 if rule is None else rule.following(table.stakes, played=played),
        belle=table.belle,
        pack=pack,
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
    over = table.is_last_deal
    bill = settle_unchecked(rules, contract, outcome, pool, aside, over, dealer, infractions)
    if not over and rules.session.ends(table.deal_number, paid(table.purses, bill.deltas)):
        over = True
        bill = settle_unchecked(rules, contract, outcome, pool, aside, over, dealer, infractions)
    return bill, over


def paid(purses: tuple[int, ...], deltas: tuple[int, ...]) -> tuple[int, ...]:
    """Purses after chips were won or lost."""
    return tuple(map(add, purses, deltas))


def throw_in(deal: Deal, history: History) -> Settled:
    """The end of a deal whose hands are thrown in."""
    outcome = Outcome(tricks=(0,) * deal.table.variant.seats)
    return _finish(deal, history, None, outcome, None)


def settle_conceded(play: PlayedDeal, answers: History = ()) -> Settled:
    """The bill of a contract that all opponents have conceded with ``answers``."""
    return settle_play(play, conceded=True, answers=answers)


def settle_play(play: PlayedDeal, *, conceded: bool = False, answers: History = ()) -> Settled:
    """The bill, after the last trick or a concession."""
    setup = play.setup
    slam = play.slam[0] if play.slam is not None else "waived"
    outcome = played_outcome(
        setup.terms,
        setup.deal.hands,
        play.taken,
        setup.chicane,
        slam=None if slam == "waived" else slam,
        conceded=conceded,
    )
    return _finish(setup.deal, answers, setup.contract, outcome, play)


def played_outcome(
    terms: Terms,
    hands: tuple[int, ...],
    taken: tuple[int, ...],
    chicane: tuple[int, ...],
    *,
    slam: Literal["closed", "table"] | None = None,
    conceded: bool = False,
) -> Outcome:
    """What a deal that was played came to.

    Args:
        terms: of its contract, or of a deal that nobody bid.
        hands: by seat, as dealt.
        taken: by seat, tricks won.
        chicane: who has declared it.
        slam: the one that was declared.
        conceded: whether all opponents have conceded.
    """
    if terms.contract is None:
        return Outcome(tricks=taken)
    honours, boston = terms.honours_in(hands), terms.boston_in(hands)
    return outcome_of(taken, honours, slam, boston, conceded, chicane)
