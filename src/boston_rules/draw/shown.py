"""A deal as it may be drawn: made from a state, with all cards, or from a view.

Whatever everybody may know comes from the view of an onlooker, even where a whole state is drawn.
Of a view only its own fields are used, so that a seat gets the same picture of two states that it
cannot tell apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from attrs import frozen

from boston_rules import PACK, Card, Cards, Contract, State, View, observe, parse_card
from boston_rules.arguments import check_seat
from boston_rules.play.dealing import Cutting, Shuffling
from boston_rules.tables.deals import calls_of, revokes_of, tricks_of, without_contract
from boston_rules.tables.labels import label, nameplate, seat_labels

__all__ = [
    "Drawable",
    "Hand",
    "ShownDeal",
    "label",
    "last_calls",
    "nameplate",
    "revokes_of",
    "shown_deal",
    "without_contract",
]

Drawable: TypeAlias = State | View
"""A state is drawn with all hands face up, a view with the cards that its seat knows."""

_BEFORE_THE_DEAL: Final = (Shuffling.name, Cutting.name)
_AS_DEALT: Final = 13


@frozen
class Hand:
    """The cards of a seat, as far as they may be drawn."""

    cards: tuple[Card, ...] = ()
    """Known cards, as a player holds them."""
    hidden: int = 0
    """How many more lie face down."""
    faced: Cards = Cards()
    """Single cards among those known that lie exposed, for all to see."""

    @property
    def count(self) -> int:
        """Cards in all."""
        return len(self.cards) + self.hidden


@frozen(kw_only=True)
class ShownDeal:
    """A deal as it is drawn."""

    view: View
    """The view that is drawn; an onlooker's where a state is."""
    whole: bool
    """Whether all hands are shown, because a state is drawn."""
    hands: tuple[Hand, ...]
    dealt: bool
    """Whether the hands are shown as dealt, not as held now."""
    dead: Hand | None
    """With three seats, the hand laid aside."""
    contract: Contract | None
    names: tuple[str, ...]
    """The players by seat, or nothing."""
    bottom: int
    """The seat that is drawn below."""

    @property
    def seats(self) -> int:
        """Players at the table."""
        return self.view.variant.seats

    @property
    def order(self) -> tuple[int, ...]:
        """The seats clockwise from the one drawn below."""
        return tuple((self.bottom + step) % self.seats for step in range(self.seats))

    @property
    def title(self) -> str:
        """A title: variant, deal and phase."""
        return f"{self.view.variant.title}, deal {self.view.deal_number}: {self.view.phase}"

    @property
    def point_of_view(self) -> str:
        """Who sees this."""
        if self.whole:
            return "all hands face up" if any(hand.count for hand in self.hands) else ""
        who = "an onlooker" if self.view.seat is None else label(self.view.seat, self.names)
        return f"as {who} sees it"

    def roles(self, seat: int) -> tuple[str, ...]:
        """The roles of a seat in this deal, such as ``dealer``."""
        found = []
        if seat == self.view.dealer:
            found.append("dealer")
        if seat == self.view.eldest:
            found.append("eldest")
        if self.contract is not None:
            if seat == self.contract.declarer:
                found.append("declarer")
            if seat == self.contract.partner:
                found.append("partner")
        return tuple(found)


def shown_deal(
    what: Drawable,
    *,
    dealt: bool | None = None,
    names: Iterable[str] = (),
    bottom: int | None = None,
) -> ShownDeal:
    """A deal as it is drawn.

    Args:
        what: a state or a view.
        dealt: show the hands as dealt; without it they are shown so once the deal is settled.
        names: the players by seat, or nothing.
        bottom: the seat that is drawn below; without it the one whose view it is, or seat 0.

    Raises:
        TypeError: it is neither a state nor a view.
        ValueError: not as many names as seats, or no such seat.
    """
    if isinstance(what, State):
        view = observe(what, None)
    elif isinstance(what, View):
        view = what
    else:
        raise TypeError(f"a state or a view is drawn, not {type(what).__name__}")
    seats = view.variant.seats
    players = tuple(names)
    seat_labels(players, seats)  # as many as seats
    if bottom is None:
        bottom = view.seat or 0
    check_seat(bottom, "who is drawn below", seats, name="bottom")
    as_dealt = view.settlement is not None if dealt is None else dealt
    whole = isinstance(what, State)
    return ShownDeal(
        view=view,
        whole=whole,
        hands=_whole_hands(what, as_dealt) if isinstance(what, State) else _seen(view, as_dealt),
        dealt=as_dealt,
        dead=_dead(what, view),
        contract=what.contract,
        names=players,
        bottom=bottom,
    )


def _whole_hands(state: State, dealt: bool) -> tuple[Hand, ...]:
    seats = state.table.variant.seats
    held: Iterable[Cards] = state.hands
    if state.deal is not None and dealt:
        held = (Cards.from_mask(hand) for hand in state.deal.hands)
    elif held:
        history = tuple((seat, str(action)) for seat, action in state.history)
        held = (hand - _discards(history, seat)[0] for seat, hand in enumerate(held))
    faced = state.faced or (Cards(),) * seats
    return (
        tuple(
            Hand(hand.sorted(), faced=hand & lying)
            for hand, lying in zip(held, faced, strict=False)
        )
        or (Hand(),) * seats
    )


def _seen(view: View, dealt: bool) -> tuple[Hand, ...]:
    """The hands as far as the view tells, and how many cards it does not tell."""
    seats = view.variant.seats
    if view.phase in _BEFORE_THE_DEAL:
        return (Hand(),) * seats
    played = _played(view)
    shown, lying = dict(view.exposed), dict(view.faced)
    hands = []
    for seat in range(seats):
        laid, count = _discards(view.history, seat)
        gone = len(played[seat]) + count
        total = _AS_DEALT if dealt else (0 if view.settlement is not None else _AS_DEALT - gone)
        if seat == view.seat:
            known = view.dealt if dealt else view.hand - laid
        else:
            known = shown.get(seat, Cards()) if total else Cards()
            if dealt:
                known |= Cards(played[seat])
        faced = lying.get(seat, Cards())
        known |= faced
        hands.append(Hand(known.sorted(), max(0, total - len(known)), faced))
    return tuple(hands)


def _played(view: View) -> tuple[list[Card], ...]:
    """The cards that each seat has played, for all to see."""
    seats = view.variant.seats
    played: tuple[list[Card], ...] = tuple([] for _ in range(seats))
    for trick in tricks_of(view):
        for seat, card in trick.cards.items():
            assert isinstance(card, Card), "a view knows the cards played"
            played[seat].append(card)
    return played


def _discards(history: Iterable[tuple[int, str]], seat: int) -> tuple[Cards, int]:
    """What a seat has laid aside, as far as it is known, and how many cards."""
    said = [
        token.removeprefix("discard ")
        for actor, token in history
        if actor == seat and token.startswith("discard ")
    ]
    return Cards(parse_card(card) for card in said if card != "?"), len(said)


def _dead(what: Drawable, view: View) -> Hand | None:
    """The hand laid aside, of which the turned card lies face up."""
    if view.variant.seats != 3 or view.phase in _BEFORE_THE_DEAL:
        return None
    if isinstance(what, State):
        dead = () if what.deal is None else what.deal.dead
        return Hand(Cards(PACK[card] for card in dead).sorted())
    known = (
        (view.turned,) if view.turned is not None and view.variant.dealing.turns_from_dead else ()
    )
    return Hand(known, _AS_DEALT - len(known))


def last_calls(view: View) -> dict[int, str]:
    """The last call of each seat in the auction, as a token."""
    return {
        actor: token
        for actor, token in calls_of(view)
        if token.partition(" ")[0] in ("bid", "pass", "accept", "decline")
    }
