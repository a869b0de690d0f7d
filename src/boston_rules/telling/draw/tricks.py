"""A trick: the cards by seat around an empty middle, the winner marked by ring, tick and word."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from boston_rules import Card, State, Trick
from boston_rules.core.arguments import check_int, check_seat, check_type, shown
from boston_rules.core.saying import Said, joined, listed, say, say_as, sentence_of
from boston_rules.deal.table import clockwise
from boston_rules.telling.draw.pieces import CARD_HEIGHT, CARD_WIDTH, Pen
from boston_rules.telling.draw.svg import Drawing, canvas, finished
from boston_rules.telling.draw.theme import Theme
from boston_rules.telling.language import speaking
from boston_rules.telling.tables.deals import PlayedTrick, complete_tricks, tricks_of
from boston_rules.telling.tables.labels import label, nameplate, players_of

__all__ = ["chosen_trick", "draw_cards", "trick"]

SCALE: Final = 1.3
"""Cards of a trick are larger than those of a hand."""
_WIDE, _HIGH = CARD_WIDTH * SCALE, CARD_HEIGHT * SCALE
_PLACES: Final = {
    4: ((0, 62), (-64, 0), (0, -62), (64, 0)),
    3: ((0, 46), (-50, -40), (50, -40)),
}
"""Where the middle of each card lies, clockwise from the one below."""
_SIZE: Final = (500, 290)
_TURNS: Final = (
    say_as("player", "leads"),
    say_as("player", "plays second"),
    say_as("player", "plays third"),
    say_as("player", "plays last"),
)


def draw_cards(
    pen: Pen,
    x: float,
    y: float,
    seats: int,
    cards: Iterable[tuple[int, Card]],
    winner: int | None = None,
) -> None:
    """Cards around a point, each by its place clockwise from the one below."""
    for place, card in cards:
        right, down = _PLACES[seats][place]
        pen.card(
            x + right - _WIDE / 2, y + down - _HIGH / 2, card, scale=SCALE, ring=place == winner
        )
        if place == winner:
            pen.medal(x + right + _WIDE / 2, y + down - _HIGH / 2)


def chosen_trick(what: State | Trick, number: int | None) -> tuple[PlayedTrick, int | None, int]:
    """A trick, its number where it has one, and how many seats there are.

    Raises:
        ValueError: there is no such trick, or none at all.
        TypeError: neither a state nor a trick.
    """
    if isinstance(what, Trick):
        (found,) = complete_tricks([what], len(what.cards))
        return found, number, len(what.cards)
    check_type("what", what, State, "a State or a Trick")
    if number is not None:
        check_int("number", number, "the number of a trick, or None")
    tricks = tricks_of(what)
    if number is None:
        if not tricks:
            raise ValueError("no card has been played")
        number = len(tricks)
    if not 1 <= number <= len(tricks):
        complete = len(what.tricks)
        raise ValueError(
            f"{complete} tricks are complete; there is no trick number {shown(number)}"
        )
    return tricks[number - 1], number, what.variant.seats


def _words(trick: PlayedTrick, names: Sequence[str]) -> Said:
    """A trick in a sentence or two."""
    played = [
        say("{who} leads {card}", who=label(seat, names), card=card.the)
        if seat == trick.leader
        else say("{who} plays {card}", who=label(seat, names), card=card.the)
        for seat, card in trick.cards.items()
    ]
    said = sentence_of(listed(played))
    if trick.winner is None:
        return said
    return joined(" ", (said, sentence_of(say("{who} wins", who=label(trick.winner, names)))))


def trick(
    what: State | Trick,
    number: int | None = None,
    *,
    names: Iterable[str] = (),
    bottom: int = 0,
    theme: Theme = "auto",
    four_colours: bool = False,
    lang: str | None = None,
) -> Drawing:
    """A trick: the cards by seat in the order played; who led, and who won it.

    Args:
        what: a state, or one of its complete tricks.
        number: which trick of the deal, from 1; without it the one on the table, else the last.
        names: the players by seat, or nothing.
        bottom: the seat drawn below.
        theme: ``auto`` follows the reader's preference for ``light`` or ``dark``.
        four_colours: clubs green and diamonds blue.
        lang: the code of a language; without it that of the moment.

    Raises:
        ValueError: there is no such trick; not as many names as seats; no such seat, theme or
            language.
        TypeError: an argument is of another type.

    >>> import boston_rules as br
    >>> from boston_rules.telling.draw import trick
    >>> cards = tuple(map(br.parse_card, ("KH", "2H", "AH", "3S")))
    >>> trick(br.Trick(leader=1, cards=cards, winner=3)).description
    'Seat 1 leads the king of hearts, seat 2 plays the two of hearts, seat 3 plays the ace of \
hearts and seat 0 plays the three of spades. Seat 3 wins.'
    """
    shown, number, seats = chosen_trick(what, number)
    players = players_of(names, seats)
    check_seat(bottom, "bottom, who is drawn below,", seats, name="bottom")
    width, height = _SIZE
    root = canvas(width, height)
    pen = Pen(root, four_colours=four_colours)
    x, y = width / 2, height / 2
    around = clockwise(bottom, seats)
    if isinstance(what, State):
        around = what.variant.dealing.clockwise(bottom)
    placed = [(around.index(seat), card) for seat, card in shown.cards.items()]
    won = None if shown.winner is None else around.index(shown.winner)
    draw_cards(pen, x, y, seats, placed, won)
    title = say("Trick") if number is None else say("Trick {number}", number=number)
    with speaking(lang, players):
        for step, (place, _) in enumerate(placed):
            name = label(around[place], players)
            _label(pen, x, y, place, seats, name, step, won=place == won)
        pen.text(16, 26, title, size=15, bold=True)
        return finished(root, title, _words(shown, players), theme)


def _label(
    pen: Pen,
    x: float,
    y: float,
    place: int,
    seats: int,
    name: str,
    step: int,
    *,
    won: bool,
) -> None:
    """Who has played a card, when, and whether it won."""
    right, down = _PLACES[seats][place]
    side = (right > 0) - (right < 0)
    anchor = {-1: "end", 0: "start", 1: "start"}[side]
    left = x + right + (side or 1) * (_WIDE / 2 + (18 if won else 10))
    top = y + down + (0 if side else 22 if down > 0 else -22)
    room = 130 if side else 200
    top -= 12 if won else 4
    first, tail = nameplate(name)
    pen.text(left, top, first, tail=tail, size=13, bold=True, anchor=anchor, room=room)
    said = _TURNS[-1] if step + 1 == seats else _TURNS[step]
    pen.text(left, top + 17, said, size=13, fill="@muted", anchor=anchor)
    if won:
        said = say_as("card", "wins")
        pen.text(left, top + 34, said, size=13, bold=True, fill="@win", anchor=anchor)
