"""A deal as it is drawn: whatever the viewer of the state sees, for a page or a terminal."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from boston_rules import FULL, PACK, Accept, Bid, Card, Cards, Event, Pass, State
from boston_rules.core.arguments import check_seat, check_type
from boston_rules.core.saying import Said, say, say_as, say_number, term
from boston_rules.deal.questions.question import discards_of
from boston_rules.deal.table import clockwise
from boston_rules.telling.tables.labels import label, players_of

__all__ = ["Hand", "ShownDeal", "face_down", "last_calls", "shown_deal"]


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

    state: State
    """The state, or the view, that is drawn."""
    hands: tuple[Hand, ...]
    dealt: bool
    """Whether the hands are shown as dealt, not as held now."""
    dead: Hand | None
    """With three seats, the hand laid aside."""
    names: tuple[str, ...]
    """The players by seat, or nothing."""
    bottom: int
    """The seat that is drawn below."""

    @property
    def seats(self) -> int:
        """Players at the table."""
        return len(self.hands)

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in the order of turn from the one drawn below."""
        return clockwise(self.bottom, self.seats)

    @property
    def clockwise(self) -> tuple[int, ...]:
        """The seats clockwise, as they are drawn, from the one drawn below."""
        return self.state.variant.dealing.clockwise(self.bottom)

    @property
    def title(self) -> Said:
        """A title: variant, deal and phase."""
        return say(
            "{game}, deal {number}: {phase}",
            game=term(self.state.variant.title),
            number=self.state.table.deal_number,
            phase=self.state.phase,
        )

    @property
    def point_of_view(self) -> str:
        """Who sees this."""
        viewer = self.state.viewer
        if viewer is FULL:
            return say("all hands face up") if any(hand.count for hand in self.hands) else ""
        if viewer is None:
            return say("as an onlooker sees it")
        return say("as {who} sees it", who=self.label(viewer))

    def label(self, seat: int) -> str:
        """What a seat is called."""
        return label(seat, self.names)

    def roles(self, seat: int) -> tuple[Said, ...]:
        """The roles of a seat in this deal, such as ``dealer``."""
        table, contract = self.state.table, self.state.contract
        found: list[tuple[Said, object]] = [
            (say_as("role", "dealer"), table.dealer),
            (say_as("role", "eldest"), table.eldest),
        ]
        if contract is not None:
            found.append((say_as("role", "declarer"), contract.declarer))
            found.append((say_as("role", "partner"), contract.partner))
        return tuple(role for role, holder in found if holder == seat)


def shown_deal(
    state: State,
    *,
    dealt: bool | None = None,
    names: Iterable[str] = (),
    bottom: int | None = None,
) -> ShownDeal:
    """A deal as it is drawn.

    Args:
        state: a state, of which all hands are shown, or a view.
        dealt: show the hands as dealt; without it they are shown so once the deal is settled.
        names: the players by seat, or nothing.
        bottom: the seat that is drawn below; without it the one whose view it is, or seat 0.

    Raises:
        TypeError: it is not a state.
        ValueError: not as many names as seats, or no such seat.
    """
    check_type("state", state, State, "a State, such as br.observe() returns")
    seats = state.variant.seats
    players = players_of(names, seats)
    if bottom is None:
        bottom = state.viewer if isinstance(state.viewer, int) else 0
    check_seat(bottom, "bottom, who is drawn below,", seats, name="bottom")
    as_dealt = state.settlement is not None if dealt is None else dealt
    return ShownDeal(
        state=state,
        hands=tuple([_hand(state, seat, dealt=as_dealt) for seat in range(seats)]),
        dealt=as_dealt,
        dead=_dead(state),
        names=players,
        bottom=bottom,
    )


def _hand(state: State, seat: int, *, dealt: bool) -> Hand:
    """A hand as far as the viewer sees it, and how many cards he does not see."""
    if state.deal is None:
        return Hand()
    faced = dict(state.faced).get(seat, Cards())
    known = state.held(seat) | faced
    gone = Cards() if state.play is None else Cards.from_mask(state.play.gone_from(seat))
    count = state.variant.hand
    if dealt:
        known |= gone | Cards.from_mask(state.deal.hands[seat])
    else:
        count -= len(gone) + sum(who == seat for who, _ in discards_of(state.said))
    lying = Cards() if state.settlement is not None else faced
    return Hand(known.sorted(), count - len(known), lying)


def _dead(state: State) -> Hand | None:
    """The hand laid aside, of which the turned card lies face up."""
    if state.deal is None or state.variant.seats != 3:
        return None
    known = Cards(PACK[card] for card in state.deal.dead)
    if state.turned is not None and state.variant.dealing.turns_from_dead:
        known |= Cards([state.turned])
    return Hand(known.sorted(), state.variant.hand - len(known))


def face_down(hand: Hand) -> Said:
    """How many cards of a hand nobody sees."""
    return say_number("{number} face down", "{number} face down", hand.hidden)


def last_calls(state: State) -> dict[int, Event]:
    """The last call of each seat in the auction."""
    return {
        event.seat: event for event in state.said if isinstance(event.action, Bid | Pass | Accept)
    }
