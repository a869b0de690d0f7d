"""What lies between the hands, and what is written below each of them."""

from __future__ import annotations

from collections.abc import Iterator

from boston_rules.draw.pieces import Pen
from boston_rules.draw.shown import ShownDeal, label, last_calls, revokes_of, without_contract
from boston_rules.draw.svg import add
from boston_rules.draw.tricks import draw_cards
from boston_rules.draw.words import in_words
from boston_rules.tables.deals import on_table
from boston_rules.wording.phrases import call, counted, goal_words

__all__ = ["below_hand", "contract_lines", "done_wrong", "draw_middle"]


def below_hand(shown: ShownDeal, seat: int) -> str:
    """What is written below the hand of a seat."""
    view = shown.view
    parts = [counted(view.purses[seat], "chip")]
    if view.settlement is not None:
        parts[0] += f" ({view.settlement.deltas[seat]:+d})"
    if view.tricks or view.trick:
        parts.append(counted(view.taken[seat], "trick"))
    hand = shown.hands[seat]
    said = None
    if shown.contract is None and view.settlement is None:
        said = last_calls(view).get(seat)
    if said is not None:
        parts.insert(0, in_words(call(view.variant, said)))
    elif hand.hidden:
        parts.append(f"{hand.hidden} face down")
    return " · ".join(parts)


def done_wrong(shown: ShownDeal, seat: int) -> str:
    """What a seat has done wrong, as far as the table knows."""
    hand = shown.hands[seat]
    faced = f"{counted(len(hand.faced), 'card')} exposed" if hand.faced else ""
    return " · ".join(filter(None, (faced, revokes_of(shown.view, seat))))


def contract_lines(shown: ShownDeal) -> tuple[str, tuple[str, ...]]:
    """The name of the contract, and below it whose it is and what it takes.

    The name is empty as long as there is none.
    """
    contract, view = shown.contract, shown.view
    if contract is None:
        over = view.settlement is not None or view.leader is not None
        return without_contract(view) if over else "", ()
    step = view.variant.ladder[contract.key]
    side = f"by {label(contract.declarer, shown.names)}"
    if contract.partner is not None:
        side += f" with {label(contract.partner, shown.names)}"
    elif view.called is not None:
        side += f" with the {view.called.words}"
    goal = goal_words(view.variant, contract)
    if view.decided is not None:
        goal += f" – {'made' if view.decided else 'lost'} already"
    return step.name or step.key, (side, goal)


def draw_middle(pen: Pen, shown: ShownDeal, x: float, y: float, room: float) -> None:
    """The trick around a point, or in words what else is going on there."""
    view = shown.view
    if view.trick:
        cards = {(seat - shown.bottom) % shown.seats: card for seat, card in on_table(view).items()}
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
    view = shown.view
    if view.settlement is not None:
        made = view.settlement.made
        yield without_contract(view) if made is None else "made" if made else "lost", True
        if shown.dealt:
            yield "hands as dealt", False
    elif view.standing is not None:
        seat, bid = view.standing
        yield f"{label(seat, shown.names)} stands with", False
        yield in_words(call(view.variant, str(bid))), True
    elif view.leader is not None and view.actor == view.leader:
        yield f"trick {len(view.tricks) + 1}", True
        yield f"{label(view.leader, shown.names)} leads", False
    elif view.actor is not None and view.actor < 0:
        yield view.phase, True
        yield "chance is due", False
    else:
        yield view.phase, True
