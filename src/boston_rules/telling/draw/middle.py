"""What lies between the hands, and what is written below each of them."""

from __future__ import annotations

from collections.abc import Iterator

from boston_rules.core.saying import Said, joined, say, say_as, say_number
from boston_rules.telling.draw.pieces import Pen
from boston_rules.telling.draw.shown import ShownDeal, face_down, last_calls
from boston_rules.telling.draw.svg import add
from boston_rules.telling.draw.tricks import draw_cards
from boston_rules.telling.draw.words import in_words
from boston_rules.telling.tables.deals import on_table, revokes_of, without_contract_of
from boston_rules.telling.wording.phrases import (
    call,
    chips_in_words,
    goal_so_far,
    tricks_in_words,
)
from boston_rules.telling.wording.terms import verdict_words

__all__ = ["below_hand", "contract_lines", "done_wrong", "draw_middle"]


def below_hand(shown: ShownDeal, seat: int) -> Said:
    """What is written below the hand of a seat."""
    state = shown.state
    chips: str = chips_in_words(state.table.purses[seat])
    if state.settlement is not None:
        chips = say("{chips} ({won:+d})", chips=chips, won=state.settlement.deltas[seat])
    parts = [chips]
    if state.tricks or state.trick:
        parts.append(tricks_in_words(state.taken[seat]))
    hand = shown.hands[seat]
    bidding = state.contract is None and state.settlement is None
    if bidding and (said := last_calls(state).get(seat)) is not None:
        parts.insert(0, in_words(call(state.variant, said)))
    elif hand.hidden:
        parts.append(face_down(hand))
    return joined(" · ", parts)


def done_wrong(shown: ShownDeal, seat: int) -> Said:
    """What a seat has done wrong, as far as the table knows."""
    hand = shown.hands[seat]
    faced = len(hand.faced)
    lying = say_number("{number} card exposed", "{number} cards exposed", faced) if faced else ""
    return joined(" · ", filter(None, (lying, revokes_of(shown.state, seat))))


def contract_lines(shown: ShownDeal) -> tuple[str, tuple[str, ...]]:
    """The name of the contract, and below it whose it is and what it takes.

    The name is empty as long as there is none.
    """
    state, contract = shown.state, shown.state.contract
    if contract is None:
        over = state.settlement is not None or state.leader is not None
        return without_contract_of(state) if over else "", ()
    side = contract.side_words(worded=True)
    return state.variant.ladder[contract.key].title, (side, goal_so_far(state, contract))


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
    pen.text(x, y + 4, say_as("card", "led"), size=12, fill="@muted", anchor="middle")
    turn = {4: (90, 180, 270, 0), 3: (90, 200, 340)}[seats][place]
    made = add(pen.root, "g", transform=f"translate({x:g} {y:g}) rotate({turn})")
    add(made, "path", d="M16 -4L23 0L16 4Z", fill="@accent")


def _middle_lines(shown: ShownDeal) -> Iterator[tuple[str, bool]]:
    state = shown.state
    if state.settlement is not None:
        made = state.settlement.made
        yield without_contract_of(state) if made is None else verdict_words(made), True
        if shown.dealt:
            yield say("hands as dealt"), False
    elif state.standing_bid is not None:
        seat, bid = state.standing_bid
        yield say("{who} stands with", who=shown.label(seat)), False
        yield in_words(call(state.variant, bid)), True
    elif state.leader is not None and state.actor == state.leader:
        yield say("trick {number}", number=len(state.tricks) + 1), True
        yield say("{who} leads", who=shown.label(state.leader)), False
    elif state.actor is not None and state.actor < 0:
        yield state.phase, True
        yield say("chance is due"), False
    else:
        yield state.phase, True
