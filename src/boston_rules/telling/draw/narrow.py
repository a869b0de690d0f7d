"""A deal in one column, for a screen that is narrow and high."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from boston_rules import Suit
from boston_rules.core.saying import Said, joined, say, term
from boston_rules.telling.draw.measure import width_of, wrapped
from boston_rules.telling.draw.middle import below_hand, contract_lines, done_wrong, draw_middle
from boston_rules.telling.draw.pieces import CARD_HEIGHT, Pen, hand_width
from boston_rules.telling.draw.shown import Hand, ShownDeal, face_down
from boston_rules.telling.draw.svg import Drawing, canvas, finished
from boston_rules.telling.draw.theme import Theme
from boston_rules.telling.draw.words import deal_words
from boston_rules.telling.language import spoken
from boston_rules.telling.tables.labels import nameplate
from boston_rules.telling.wording.phrases import deal_title

__all__ = ["draw_narrow"]

_WIDTH: Final = 400
_EDGE: Final = 10
_INNER: Final = _WIDTH - 2 * _EDGE
_GAP: Final = 6
_LINE: Final = 19
_ROW: Final = 48
"""The height of a seat of which no card is seen."""
_TRICK: Final = 206
_WORDS: Final = 70
"""The height of the middle with a trick, and without."""
_STEP: Final = 27


def draw_narrow(shown: ShownDeal, theme: Theme, *, four_colours: bool) -> Drawing:
    """The seats in the order of turn from the next one on, the trick, and the seat below."""
    heads = list(_heads(shown))
    top = 18.0 + _LINE * len(heads)
    state = shown.state
    middle = _TRICK if state.leader is not None and state.settlement is None else _WORDS
    below, *others = shown.order
    rows: list[tuple[int | None, Hand]] = [(seat, shown.hands[seat]) for seat in others]
    if shown.dead is not None:
        rows.append((None, shown.dead))
    height = top + sum(_height(hand) + _GAP for _, hand in rows) + middle
    root = canvas(_WIDTH, height + _height(shown.hands[below]) + _EDGE)
    pen = Pen(root, four_colours=four_colours)
    _draw_heads(pen, heads)
    for seat, hand in rows:
        _seat(pen, shown, seat, hand, top)
        top += _height(hand) + _GAP
    draw_middle(pen, shown, _WIDTH / 2, top + middle / 2, _INNER)
    _seat(pen, shown, below, shown.hands[below], top + middle)
    return finished(root, shown.title, deal_words(shown), theme)


def _height(hand: Hand) -> float:
    return _ROW + (CARD_HEIGHT + 8 if hand.cards else 0)


def _seat(pen: Pen, shown: ShownDeal, seat: int | None, hand: Hand, top: float) -> None:
    """A seat, or the dead hand, with its cards where one sees any."""
    acts = seat is not None and seat == shown.state.actor
    pen.panel((_EDGE, top, _INNER, _height(hand)), acts=acts, laid=seat is None)
    left, right = _EDGE + 10, _WIDTH - _EDGE - 8.0
    roles: tuple[Said, ...] = ()
    name: str = say("dead hand")
    words = face_down(hand)
    if seat is not None:
        name, roles = shown.label(seat), shown.roles(seat)
        words = joined(" · ", filter(None, (below_hand(shown, seat), done_wrong(shown, seat))))
    if acts:
        right -= pen.badge(right, top + 19, say("to act"), strong=True) + 5
    for role in reversed(roles):
        right -= pen.badge(right, top + 19, role) + 5
    first, tail = nameplate(name)
    pen.text(left, top + 20, first, tail=tail, size=15, bold=True, room=right - left - 4)
    pen.text(left, top + _height(hand) - 9, words, size=13.5, fill="@muted", room=_INNER - 20)
    if hand.cards:
        step = min(_STEP, (_INNER - 16 - hand_width(1)) / max(1, hand.count - 1))
        middle = (_WIDTH - hand_width(hand.count, step)) / 2
        pen.hand(middle, top + 28, hand.cards, hand.hidden, hand.faced, step)


def _heads(shown: ShownDeal) -> Iterator[tuple[str, bool, Suit | None, str]]:
    """Lines above the seats: words, whether bold, a suit behind them, and words on the right."""
    state, table = shown.state, shown.state.table
    pool: str = ""
    if state.variant.pool is not None:
        pool = say("pool {chips}", chips=table.pool)
    if table.set_aside:
        pool = joined(", ", (pool, say("set aside {chips}", chips=table.set_aside)))
    for line in wrapped(term(state.variant.title), 16, _INNER - 8):
        yield line, True, None, ""
    when = joined(" · ", (deal_title(state.variant, table.deal_number), state.phase))
    yield when, False, None, pool
    if state.turned is not None:
        belle = "" if table.belle is None else say("belle")
        yield say("{card} turned", card=state.turned.words), False, table.belle, belle
    stakes = "" if table.stakes == 1 else say("stakes × {number}", number=table.stakes)
    name, lines = contract_lines(shown)
    if name or stakes:
        yield name, True, None if state.contract is None else state.contract.trump, stakes
    for words in lines:
        for line in wrapped(words, 14, _INNER - 8):
            yield line, False, None, ""


def _draw_heads(pen: Pen, heads: list[tuple[str, bool, Suit | None, str]]) -> None:
    left, right, top = _EDGE + 4, _WIDTH - _EDGE - 4, 27.0
    for words, bold, suit, tail in heads:
        fill = "@ink" if bold else "@muted"
        pen.text(left, top, words, size=15 if bold else 14, bold=bold, fill=fill)
        if suit is not None and not bold:
            pen.text(right - 20, top, tail, size=14, fill="@muted", anchor="end")
        elif tail:
            pen.text(right, top, tail, size=14, bold=True, anchor="end")
        if suit is not None:
            behind = left + width_of(spoken(words), 15, bold=True) + 6 if bold else right - 15
            pen.suit(behind, top - 13, suit, 15)
        top += _LINE
