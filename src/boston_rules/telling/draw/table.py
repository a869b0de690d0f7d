"""A deal: hands around the table, the trick in the middle, what else is known in the corners."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from boston_rules import State
from boston_rules.core.saying import Said, say, say_as, term
from boston_rules.telling.draw.measure import wrapped
from boston_rules.telling.draw.middle import below_hand, contract_lines, done_wrong, draw_middle
from boston_rules.telling.draw.narrow import draw_narrow
from boston_rules.telling.draw.pieces import CARD_HEIGHT, Pen, hand_width
from boston_rules.telling.draw.shown import Hand, ShownDeal, shown_deal
from boston_rules.telling.draw.svg import Drawing, canvas, finished
from boston_rules.telling.draw.theme import Theme
from boston_rules.telling.draw.words import deal_words
from boston_rules.telling.language import speaking
from boston_rules.telling.tables.labels import nameplate
from boston_rules.telling.wording.phrases import deal_title

__all__ = ["deal"]

_PANEL: Final = (304, 124)
_MIDDLE: Final = (250, 222)
_EDGE: Final = 14
_WIDTH: Final = 2 * _EDGE + 2 * _PANEL[0] + _MIDDLE[0]
_HEIGHT: Final = 2 * _EDGE + 2 * _PANEL[1] + _MIDDLE[1]
_BOLD: Final = 1.1
_CORNER: Final = (_WIDTH - _PANEL[0]) / 2 - _EDGE - 12
"""How wide a corner is."""


def deal(
    state: State,
    *,
    dealt: bool | None = None,
    names: Iterable[str] = (),
    bottom: int | None = None,
    theme: Theme = "auto",
    four_colours: bool = False,
    narrow: bool = False,
    lang: str | None = None,
) -> Drawing:
    """A deal: hands around the table, with each seat's role, contract, trick, pool and purses.

    A state is drawn with all hands face up; a view with what its seat may know, the other cards
    face down.

    Args:
        state: a state, or a view.
        dealt: show the hands as dealt; without it they are shown so once the deal is settled.
        names: the players by seat, or nothing.
        bottom: the seat drawn below; without it the one whose view it is, or seat 0.
        theme: ``auto`` follows the reader's preference for ``light`` or ``dark``.
        four_colours: clubs green and diamonds blue.
        narrow: one column, which can be read on a phone; hands that nobody sees are told by number.
        lang: the code of a language; without it that of the moment.

    Raises:
        TypeError: it is not a state.
        ValueError: not as many names as seats; no such seat, theme or language.

    >>> import boston_rules as br
    >>> from boston_rules.telling.draw import deal
    >>> hands = [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "SHCD"]
    >>> state = br.start(br.get_variant("classic"), dealer=3, hands=hands)
    >>> print(deal(br.observe(state, 2)).description[:84])
    As seat 2 sees it. The pool is 10 chips. Seat 2 holds clubs A K Q J 10 9 8 7 6 5 4 3
    """
    shown = shown_deal(state, dealt=dealt, names=names, bottom=bottom)
    with speaking(lang, shown.names):
        if narrow:
            return draw_narrow(shown, theme, four_colours=four_colours)
        return _draw_wide(shown, theme, four_colours=four_colours)


def _draw_wide(shown: ShownDeal, theme: Theme, *, four_colours: bool) -> Drawing:
    """The seats around the table."""
    root = canvas(_WIDTH, _HEIGHT)
    pen = Pen(root, four_colours=four_colours)
    places = _places(shown.seats)
    for place, seat in enumerate(shown.clockwise):
        _seat(pen, shown, seat, *places[place])
    if shown.dead is not None:
        _panel(pen, *places[-1], say("dead hand"), (), shown.dead, laid=True)
    draw_middle(pen, shown, _WIDTH / 2, _HEIGHT / 2, _MIDDLE[0] - 20)
    _corners(pen, shown)
    return finished(root, shown.title, deal_words(shown), theme)


def _places(seats: int) -> tuple[tuple[float, float], ...]:
    """Corners of the panels, clockwise from the one below; with three seats the dead hand last."""
    middle = (_WIDTH - _PANEL[0]) / 2
    level = (_HEIGHT - _PANEL[1]) / 2
    below = (middle, _HEIGHT - _EDGE - _PANEL[1])
    left, right = (_EDGE, level), (_WIDTH - _EDGE - _PANEL[0], level)
    above = (middle, _EDGE)
    return (below, left, above, right) if seats == 4 else (below, left, right, above)


# The panel of a seat.


def _seat(pen: Pen, shown: ShownDeal, seat: int, x: float, y: float) -> None:
    state = shown.state
    badges = [(role, False) for role in shown.roles(seat)]
    if seat == state.actor:
        badges.append((say("to act"), True))
    _panel(pen, x, y, shown.label(seat), badges, shown.hands[seat], acts=seat == state.actor)
    told = done_wrong(shown, seat)
    room = _PANEL[0] - 28
    top = y + (102 if told else 112)
    pen.text(x + 14, top, below_hand(shown, seat), size=13, fill="@muted", room=room)
    if told:
        pen.text(x + 14, top + 15, told, size=13, room=room)


def _panel(
    pen: Pen,
    x: float,
    y: float,
    name: str,
    badges: Iterable[tuple[Said, bool]],
    hand: Hand,
    *,
    acts: bool = False,
    laid: bool = False,
) -> None:
    width, height = _PANEL
    pen.panel((x, y, width, height), acts=acts, laid=laid)
    right = x + width - 10
    for words, strong in reversed(list(badges)):
        right -= pen.badge(right, y + 21, words, strong=strong) + 5
    first, tail = nameplate(name)
    pen.text(x + 14, y + 22, first, tail=tail, size=14, bold=True, room=right - x - 18)
    top = y + 34
    if hand.count:
        left = x + (width - hand_width(hand.count)) / 2
        pen.hand(left, top, hand.cards, hand.hidden, hand.faced)
    else:
        pen.text(
            x + width / 2,
            top + CARD_HEIGHT / 2 + 4,
            say("no cards"),
            size=12,
            fill="@muted",
            anchor="middle",
        )


# The middle and the corners.


def _corners(pen: Pen, shown: ShownDeal) -> None:
    state, table = shown.state, shown.state.table
    left, right = _EDGE + 4, _WIDTH - _EDGE - 4
    top = _heading(pen, left, term(state.variant.title))
    pen.text(left, top, deal_title(state.variant, table.deal_number), size=14, room=_CORNER)
    pen.text(left, top + 19, state.phase, size=14, fill="@muted", room=_CORNER)
    pen.text(left, top + 38, shown.point_of_view, size=14, fill="@muted", room=_CORNER)
    _contract(pen, shown, right)
    bottom = _HEIGHT - _EDGE - 6
    if state.turned is not None:
        pen.card(left, bottom - CARD_HEIGHT, state.turned)
        pen.text(left + 48, bottom - 30, say_as("card", "turned"), size=14)
        if table.belle is not None:
            width = pen.text(left + 48, bottom - 8, say("belle"), size=14)
            pen.suit(left + 54 + width, bottom - 20, table.belle, 15)
    if table.stakes != 1:
        stakes = say("stakes × {number}", number=table.stakes)
        pen.text(right, bottom - 53, stakes, size=14, anchor="end")
    if state.variant.pool is None:
        return
    pool = say("pool {chips}", chips=table.pool)
    width = pen.text(right, bottom - 8, pool, size=15, bold=True, anchor="end")
    pen.chips(right - width - 36, bottom - 25)
    if table.set_aside:
        aside = say("set aside {chips}", chips=table.set_aside)
        pen.text(right, bottom - 34, aside, size=13, fill="@muted", anchor="end")


def _heading(pen: Pen, x: float, words: str, anchor: str = "start") -> float:
    """A heading on as many lines as it needs; where the next line goes."""
    top = 32.0
    for line in wrapped(words, 16 * _BOLD, _CORNER - 24):
        pen.text(x, top, line, size=16, bold=True, anchor=anchor)
        top += 21
    return top


def _contract(pen: Pen, shown: ShownDeal, right: float) -> None:
    """The contract, in the corner above on the right."""
    contract, (name, lines) = shown.state.contract, contract_lines(shown)
    if contract is None:
        if name:
            pen.text(right, 32, name, size=16, bold=True, anchor="end")
        return
    edge = right
    if contract.trump is not None:
        pen.suit(right - 17, 18, contract.trump, 17)
        edge -= 24
    top = _heading(pen, edge, name, "end")
    for words in lines:
        for line in wrapped(words, 14, _CORNER):
            pen.text(right, top, line, size=14, fill="@muted", anchor="end")
            top += 19
