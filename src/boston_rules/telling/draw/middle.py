"""What lies between the hands, and what is written below each of them."""

from __future__ import annotations

from collections.abc import Iterator

from boston_rules import UNKNOWN
from boston_rules.telling.draw.pieces import Pen
from boston_rules.telling.draw.shown import ShownDeal, last_calls
from boston_rules.telling.draw.svg import add
from boston_rules.telling.draw.tricks import draw_cards
from boston_rules.telling.draw.words import in_words
from boston_rules.telling.tables.deals import on_table, revokes_of, without_contract
from boston_rules.telling.wording.phrases import call, counted, goal_words

__all__ = ["below_hand", "contract_lines", "done_wrong", "draw_middle"]


def below_hand(shown: ShownDeal, seat: int) -> str:
    """What is written below the hand of a seat."""
    state = shown.state
    parts = [counted(state.table.purses[seat], "chip")]
    if state.settlement is not None:
        parts[0] += f" ({state.settlement.deltas[seat]:+d})"
    if state.tricks or state.trick:
        parts.append(counted(state.taken[seat], "trick"))
    hand = shown.hands[seat]
    bidding = state.contract is None and state.settlement is None
    if bidding and (said := last_calls(state).get(seat)) is not None:
        parts.insert(0, in_words(call(state.variant, said)))
    elif hand.hidden:
        parts.append(f"{hand.hidden} face down")
    return " · ".join(parts)


def done_wrong(shown: ShownDeal, seat: int) -> str:
    """What a seat has done wrong, as far as the table knows."""
    hand = shown.hands[seat]
    faced = f"{counted(len(hand.faced), 'card')} exposed" if hand.faced else ""
    return " · ".join(filter(None, (faced, revokes_of(shown.state, seat))))


def contract_lines(shown: ShownDeal) -> tuple[str, tuple[str, ...]]:
    """The name of the contract, and below it whose it is and what it takes.

    The name is empty as long as there is none.
    """
    state, contract = shown.state, shown.state.contract
    if contract is None:
        over = state.settlement is not None or state.leader is not None
        return without_contract(state) if over else "", ()
    step = state.variant.ladder[contract.key]
    side = f"by {shown.label(contract.declarer)}"
    if contract.partner is UNKNOWN and contract.called is not None:
        side += f" with the holder of the {contract.called.words}"
    elif isinstance(contract.partner, int):
        side += f" with {shown.label(contract.partner)}"
    goal = goal_words(state.variant, contract)
    if state.decided is not None:
        goal += f" – {'made' if state.decided else 'lost'} already"
    return step.name or step.key, (side, goal)


def draw_middle(pen: Pen, shown: ShownDeal, x: float, y: float, room: float) -> None:
    """The trick around a point, or in words what else is going on there."""
    state = shown.state
    if state.trick:
        cards = {shown.clockwise.index(seat): card for seat, card in on_table(state).items()}
        draw_cards(pen, x, y, shown.seats, cards.items())
        _leader(pen, x, y, next(iter(cards)), shown.seats)
        return
    lines = list(_middle_lines(shown))
    top = y - 10 * (len(lines) - 1) + 5
    for text, bold in lines:
        pen.text(x, top, text, size=14, bold=bold, anchor="middle", room=room)
        top += 20


def _leader(pen: Pen, x: float, y: float, place: int, seats: int) -> None:
    """An arrow in the empty middle, to the card that was led, and the word for it."""
    pen.text(x, y + 4, "led", size=12, fill="@muted", anchor="middle")
    turn = {4: (90, 180, 270, 0), 3: (90, 200, 340)}[seats][place]
    made = add(pen.root, "g", transform=f"translate({x:g} {y:g}) rotate({turn})")
    add(made, "path", d="M16 -4L23 0L16 4Z", fill="@accent")


def _middle_lines(shown: ShownDeal) -> Iterator[tuple[str, bool]]:
    state = shown.state
    if state.settlement is not None:
        made = state.settlement.made
        yield without_contract(state) if made is None else "made" if made else "lost", True
        if shown.dealt:
            yield "hands as dealt", False
    elif state.standing_bid is not None:
        seat, bid = state.standing_bid
        yield f"{shown.label(seat)} stands with", False
        yield in_words(call(state.variant, bid)), True
    elif state.leader is not None and state.actor == state.leader:
        yield f"trick {len(state.tricks) + 1}", True
        yield f"{shown.label(state.leader)} leads", False
    elif state.actor is not None and state.actor < 0:
        yield state.phase, True
        yield "chance is due", False
    else:
        yield state.phase, True
