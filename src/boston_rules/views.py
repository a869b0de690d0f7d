"""What a seat may know, built from what it is shown and from nothing else."""

from __future__ import annotations

from random import Random
from typing import Final

from attrs import evolve, field, frozen

from boston_rules.actions import PLAYS, Action, Bid, Cut, Discard, Play, Shuffle
from boston_rules.arguments import check_seat, wrong_type
from boston_rules.cards import PACK, Card, Cards, Suit, mask_of, parse_card
from boston_rules.contract import Contract
from boston_rules.display import svg_of
from boston_rules.making import maker
from boston_rules.rules.transfers import Transfer
from boston_rules.sampling.facts import before_deal, voids_shown
from boston_rules.sampling.worlds import Worlds
from boston_rules.settlement import Settlement
from boston_rules.state import State
from boston_rules.table import History, Trick
from boston_rules.variant import Variant

__all__ = ["View", "observe"]


@frozen(kw_only=True)
class View:
    """What one seat, or an onlooker, knows. It holds no reference to the state it shows."""

    variant: Variant
    """The rules of the session."""
    seat: int | None
    """Whose view it is; ``None`` for an onlooker."""
    phase: str
    """What is going on, in a word such as ``auction``, ``play`` or ``settled``."""
    actor: int | None
    """Who is to act, a seat or :data:`CHANCE` (-1), or ``None`` when the deal is settled."""
    legal: tuple[Action, ...]
    """What this seat may do now; out of turn nothing, unless the table's law is in force."""
    lawful: tuple[Action, ...]
    """The legal actions that break no law, when it is this seat's turn, else nothing."""
    dealer: int
    """The seat that deals."""
    deal_number: int
    """1 for the first deal of the session."""
    stakes: int
    """What payments between players are multiplied by in this deal."""
    purses: tuple[int, ...]
    """Chips by seat; a purse may go below zero."""
    pool: int
    """Chips in the pool."""
    set_aside: int
    """Chips that a capped pool has set aside."""
    antes: tuple[Transfer, ...]
    """What was paid before this deal, and what a capped pool took back or set aside."""
    turned: Card | None
    """The card turned up in this deal, where one is."""
    belle: Suit | None
    """The suit fixed by the first deal of the session, where the variant fixes one."""
    hand: Cards
    """The cards this seat holds now."""
    dealt: Cards
    """The cards this seat was dealt."""
    exposed: tuple[tuple[int, Cards], ...]
    """Seats whose hand lies face up, and what it holds now; or lay so when the deal ended."""
    faced: tuple[tuple[int, Cards], ...]
    """Seats with single cards that lie exposed, played out of turn or corrected, and the cards."""
    revokes: tuple[tuple[int, int], ...]
    """The trick (counted from 0) and the seat of each established revoke, in order."""
    history: tuple[tuple[int, str], ...] = field(repr=False)
    """Every action of the deal with its seat, as tokens; ``?`` stands for what is hidden."""
    standing: tuple[int, Bid] | None
    """The bid that stands in the auction and its seat, without a hidden laid card."""
    contract: Contract | None
    """The contract, once the auction has made one; a partner whom this seat cannot know is left
    out."""
    leader: int | None
    """Who led, or leads, the current trick."""
    trick: tuple[Card, ...]
    """The current trick, from its leader's card on."""
    tricks: tuple[Trick, ...] = field(repr=False)
    """The complete tricks."""
    taken: tuple[int, ...]
    """Tricks won by each seat."""
    decided: bool | None
    """The verdict on the contract once it can no longer change."""
    settlement: Settlement | None
    """The bill, once the deal is settled."""

    @property
    def eldest(self) -> int:
        """The seat at the dealer's left."""
        return (self.dealer + 1) % self.variant.seats

    @property
    def plies_before_deal(self) -> int:
        """How many actions of the history came before the deal, which are the shuffle and cuts.

        A cut that was declined stands among them as a ``pass``.
        """
        return before_deal(self)

    @property
    def called(self) -> Card | None:
        """The card that was called, or known from the deal, and made its holder the partner."""
        if self.contract is not None and self.contract.called is not None:
            return self.contract.called
        for _, token in self.history:
            if token.startswith("call "):
                return parse_card(token.removeprefix("call "))
        return None

    @property
    def voids(self) -> tuple[tuple[Suit, ...], ...]:
        """By seat, the suits that it has shown to be out of, by not following.

        A Boston jack counts as a trump, and is no card of its own suit.
        """
        return voids_shown(self)

    def sample(self, rng: Random) -> State:
        """A full state that this seat could not tell from the one it sees.

        Every way in which the unseen cards can lie is equally likely, and none is rejected; see
        :class:`~boston_rules.sampling.worlds.Worlds`, which draws many samples of one view faster.

        Raises:
            ValueError: no deal fits the view, which was made by hand.
            TypeError: ``rng`` is not a generator.

        >>> import random
        >>> import boston_rules as br
        >>> state = br.start(br.get_variant("classic", deals=8), dealer=3)
        >>> view = br.observe(br.apply(state, br.draw_chance(state, random.Random(1))), 0)
        >>> other = view.sample(random.Random(2))
        >>> br.observe(other, 0) == view, other == state
        (True, False)
        """
        return Worlds(self).state(rng)

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        return svg_of(self)


_view: Final = maker(View)
_HIDDEN: Final = "?"
_PLAYED: Final = tuple(map(str, PLAYS))


def observe(state: State, seat: int | None) -> View:
    """What a seat may know of a state; ``None`` for an onlooker.

    Raises:
        ValueError: no such seat.
        TypeError: not a state.

    >>> import random
    >>> import boston_rules as br
    >>> state = br.start(br.get_variant("french"), dealer=3)
    >>> state = br.apply(state, br.draw_chance(state, random.Random(1)))
    >>> view = br.observe(state, 0)
    >>> len(view.hand), view.actor, view.history[0]
    (13, 0, (-1, 'shuffle ?'))
    """
    if not isinstance(state, State):
        raise wrong_type("state", "a State, such as br.start() returns", state)
    table = state.table
    if seat is not None:
        check_seat(seat, "the viewer", table.variant.seats)
    deal = state.deal
    turned = None if deal is None or deal.turned is None else PACK[deal.turned]
    legal = () if seat is None else state.legal_for(seat)
    lawful = state.lawful(legal) if seat is not None and seat == state.actor else ()
    return _view(
        variant=table.variant,
        seat=seat,
        phase=state.name,
        actor=state.actor,
        legal=legal,
        lawful=lawful,
        dealer=table.dealer,
        deal_number=table.deal_number,
        stakes=table.stakes,
        purses=table.purses,
        pool=table.pool,
        set_aside=table.set_aside,
        antes=table.antes,
        turned=turned,
        belle=table.belle,
        hand=Cards() if seat is None else state.held(seat),
        dealt=Cards.from_mask(deal.hands[seat]) if seat is not None and deal else Cards(),
        exposed=_exposed(state),
        faced=tuple((open_, cards) for open_, cards in enumerate(state.faced) if cards),
        revokes=state.revokes,
        history=_shown_history(state, seat),
        standing=_standing(state, seat),
        contract=_contract(state, seat),
        leader=state.leader,
        trick=state.trick,
        tricks=state.tricks,
        taken=state.taken,
        decided=state.decided_for(seat),
        settlement=state.settlement,
    )


def _exposed(state: State) -> tuple[tuple[int, Cards], ...]:
    seats = state.exposed
    return tuple([(seat, state.held(seat) or _lying(state, seat)) for seat in seats])


def _lying(state: State, seat: int) -> Cards:
    """What was left of a hand that lay on the table when the deal ended."""
    deal = state.deal
    assert deal is not None, "a hand is laid open after the deal"
    gone = mask_of(
        action.card.index
        for player, action in state.history
        if player == seat and isinstance(action, Discard)
    )
    played = [*state.trick, *(card for trick in state.tricks for card in trick.cards)]
    gone |= mask_of(card.index for card in played)
    return Cards.from_mask(deal.hands[seat] & ~gone)


def _contract(state: State, seat: int | None) -> Contract | None:
    contract = state.contract
    if contract is None or state.partner_known_to(seat):
        return contract
    return evolve(contract, partner=None)


def _shown_history(state: State, seat: int | None) -> tuple[tuple[int, str], ...]:
    before = state.before_lead
    if not before:
        return _tokens(state.history, seat, won=state.contract is not None)
    return _before_lead(before, seat, won=state.contract is not None) + state.since_lead


_HEARD: Final[dict[tuple[int, int | None, bool], tuple[History, tuple[tuple[int, str], ...]]]] = {}


def _before_lead(history: History, seat: int | None, *, won: bool) -> tuple[tuple[int, str], ...]:
    """What a seat has heard before the first lead, the same at every card of the deal.

    It is looked up by identity, since to hash so many actions takes longer than the rest of a view.
    """
    key = id(history), seat, won
    found = _HEARD.get(key)
    if found is None or found[0] is not history:
        if len(_HEARD) >= 256:
            _HEARD.clear()
        found = _HEARD[key] = history, _tokens(history, seat, won=won)
    return found[1]


def _tokens(history: History, seat: int | None, *, won: bool) -> tuple[tuple[int, str], ...]:
    """Actions as a seat sees them; ``won`` says that the last bid has won the auction."""
    winning = -1
    if won:
        bids = (place for place, (_, action) in enumerate(history) if isinstance(action, Bid))
        winning = max(bids, default=-1)  # none where the cards made the contract
    return tuple(
        (actor, _shown(action, known=place == winning or (seat is not None and actor == seat)))
        for place, (actor, action) in enumerate(history)
    )


def _shown(action: Action, *, known: bool) -> str:
    if isinstance(action, Shuffle):
        return f"shuffle {_HIDDEN}"
    if isinstance(action, Cut):
        return f"cut {_HIDDEN}"
    if isinstance(action, Discard) and not known:
        return f"discard {_HIDDEN}"
    if isinstance(action, Bid) and action.card is not None and not known:
        return f"{Bid(action.key, action.suit, action.suit_class)} {_HIDDEN}"
    return _token(action)


def _token(action: Action) -> str:
    return _PLAYED[action.card.index] if type(action) is Play else str(action)


def _standing(state: State, seat: int | None) -> tuple[int, Bid] | None:
    standing = state.standing_bid
    if standing is None or standing[0] == seat or standing[1].card is None:
        return standing
    return standing[0], evolve(standing[1], card=None)
