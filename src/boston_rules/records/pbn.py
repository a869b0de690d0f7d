"""Bridge deals from Portable Bridge Notation (PBN), to be played by the rules of Boston.

Of a PBN file three tags matter here: ``Board``, ``Dealer`` and ``Deal``. Every other tag, the
auctions, plays and tables that follow tags, comments (``{...}`` over several lines, ``;`` to the
end of a line) and escaped lines (``%`` in the first column) are read over. North, East, South and
West become the seats 0, 1, 2 and 3, clockwise.

Reading is total: a text gives its deals or a :class:`~boston_rules.RecordError` with line and
column, in time proportional to its length, which is bounded by :data:`MOST`.

>>> (deal,) = read_deals(
...     '[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]'
... )
>>> deal.dealer, str(deal.hands[3][0]), deal.line
(0, 'AC', 1)
"""

from __future__ import annotations

import re
from os import PathLike
from typing import Final, TypeAlias

from attrs import frozen

from boston_rules.core.arguments import check_type
from boston_rules.core.cards import CLUBS, DIAMONDS, HEARTS, SPADES, Card, Rank
from boston_rules.core.errors import RecordError
from boston_rules.core.files import check_path
from boston_rules.core.saying import Said, say
from boston_rules.records.data import too_long
from boston_rules.records.scanning import Source

__all__ = ["MOST", "PbnDeal", "decoded", "load_deals", "read_deals"]

MOST: Final = 8 * 1024 * 1024
"""The longest text read, in characters (:func:`read_deals`) or bytes (:func:`load_deals`)."""

Hands: TypeAlias = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]

_SEATS: Final = "NESW"
_NAMES: Final = (say("North"), say("East"), say("South"), say("West"))
_SUITS: Final = (SPADES, HEARTS, DIAMONDS, CLUBS)
_RANKS: Final = {rank.letter: rank for rank in Rank}
_UNKNOWN: Final = frozenset({"", "?", "-"})

_NEXT: Final = re.compile(
    r"""(?: (?P<blank>^[ \t]*+\n++)
          | ^%[^\n]*+
          | [^\n\[{;"]++
          | \n
          | ;[^\n]*+
          | \{[^}]*+\}
          | "[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*"?
          | \[(?!\s*+(?:board|dealer|deal)\b)(?:\s*+\w++\s*+"[^"\n]*+"\s*+\]|[^\n]*+)
        ){0,1000}
        (?: (?P<tag>\[\s*+(?P<name>(?:board|dealer|deal)\b))
            (?: \s*+"(?P<value>[^"\n]*+)"(?P<closed>\s*+\]) )?
          | (?P<open>\{(?![^}]*+\}))
        )?""",
    re.VERBOSE | re.MULTILINE | re.IGNORECASE,
)
"""What is read over, as far as it goes at once; then a tag that is read, or a comment that is never
closed."""


@frozen(kw_only=True)
class PbnDeal:
    """One deal of a PBN text."""

    board: str
    """The board as the text names it, or nothing."""
    dealer: int
    """The dealing seat, 0 to 3 for North, East, South, West."""
    hands: Hands
    """Thirteen cards for each seat, in the order written."""
    line: int
    """The 1-based line of the deal in the text."""


_Game: TypeAlias = dict[str, tuple[str, int]]
"""Of the tags of one game that are read, the value and its place."""


def read_deals(text: str) -> tuple[PbnDeal, ...]:
    """The deals of a PBN text, in its order.

    A game ends at a blank line after its deal, or where one of the three tags comes again. A value
    ``#`` stands for that of the game before. Where the dealer is not given he follows from the
    number of the board (1 North, 2 East, and so on), else he is the seat that the deal names first.

    Args:
        text: the text, at most :data:`MOST` characters.

    Raises:
        RecordError: the text is too long, holds no deal, or a deal in it cannot be read; the error
            names line and column.
        TypeError: it is not a text.
    """
    check_type("text", text, str, "a str (load_deals reads files)")
    if len(text) > MOST:
        raise too_long(text, MOST)
    source = Source(text)
    found: list[PbnDeal] = []
    game: _Game = {}
    before: _Game = {}
    at, end = 0, len(source.text)
    while at < end:
        token = _NEXT.match(source.text, at)
        assert token is not None, "every part of it may be left out"
        at = token.end()
        if token["blank"] is not None and "deal" in game:
            found.append(_deal(source, game))
            game, before = {}, game
        if token["open"] is not None:
            raise source.error(say("a comment opens here and is never closed"), token.start("open"))
        if token["tag"] is None:
            continue
        if token["closed"] is None:
            example = f'[{token["name"]} "value"]'
            raise source.error(say("a tag is written {tag}", tag=example), token.start("tag"))
        name, written = token["name"].lower(), token["value"]
        if name in game:
            if "deal" in game:
                found.append(_deal(source, game))
            game, before = {}, game
        place = token.start("value") + len(written) - len(written.lstrip())
        value = written.strip()
        if value == "#":
            value, place = before.get(name, ("", place))
        elif value.startswith("##"):
            value, place = value[2:], place + 2
        game[name] = (value, place)
    if "deal" in game:
        found.append(_deal(source, game))
    if not found:
        raise RecordError(say('the text holds no deal: a tag such as [Deal "N:..."] is expected'))
    return tuple(found)


def load_deals(path: str | PathLike[str]) -> tuple[PbnDeal, ...]:
    """The deals of a PBN file: UTF-8, with or without a byte order mark, or else Latin-1.

    Args:
        path: the file, at most :data:`MOST` bytes.

    Raises:
        OSError: the file cannot be read.
        TypeError, ValueError: it is not a path.
        RecordError: as for :func:`read_deals`.
    """
    check_path(path)
    with open(path, "rb") as file:
        content = file.read(MOST + 1)
    return read_deals(decoded(content))


def decoded(content: bytes) -> str:
    """The text of a PBN file: UTF-8, with or without a byte order mark, or else Latin-1.

    Raises:
        RecordError: it is longer than :data:`MOST` bytes.

    >>> from boston_rules.records.pbn import decoded
    >>> decoded("é".encode("latin-1")), decoded("é".encode("utf-8-sig"))
    ('é', 'é')
    """
    if len(content) > MOST:
        raise RecordError(say("the file is too long: {most} bytes are read at most", most=MOST))
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _deal(source: Source, game: _Game) -> PbnDeal:
    value, at = game["deal"]
    if value in _UNKNOWN:
        raise source.error(say("the deal is not given"), at)
    first = _SEATS.find(value[0].upper())
    if first < 0 or value[1:2] != ":":
        reason = say("a deal begins with the seat of its first hand: N:, E:, S: or W:")
        raise source.error(reason, at)
    written = [(found[0], at + 2 + found.start()) for found in re.finditer(r"\S+", value[2:])]
    if len(written) != 4:
        raise source.error(say("a deal has four hands, not {number}", number=len(written)), at)
    hands: list[tuple[Card, ...]] = [(), (), (), ()]
    places: dict[Card, int] = {}
    for step, (hand, place) in enumerate(written):
        seat = (first + step) % 4
        hands[seat] = _hand(source, hand, place, _NAMES[seat], places)
    return PbnDeal(
        board=game.get("board", ("", 0))[0],
        dealer=_dealer(source, game, first),
        hands=(hands[0], hands[1], hands[2], hands[3]),
        line=source.line(at),
    )


def _hand(
    source: Source, text: str, at: int, name: Said, places: dict[Card, int]
) -> tuple[Card, ...]:
    """The cards of one hand; ``places`` remembers where each card of the deal stands."""
    if text == "-":
        raise source.error(say("the hand of {player} is not given", player=name), at)
    suits = text.split(".")
    if len(suits) != 4:
        reason = say(
            "the hand of {player} has {number} suits; four are written, between dots",
            player=name,
            number=len(suits),
        )
        raise source.error(reason, at)
    cards: list[Card] = []
    place = at
    for suit, letters in zip(_SUITS, suits, strict=True):
        for written in re.finditer("10|.", letters):
            rank = _RANKS.get("T" if written[0] == "10" else written[0].upper())
            if rank is None:
                reason = say(
                    "{text} is no rank: {suit} of {player} are A K Q J T 9 to 2",
                    text=repr(written[0]),
                    suit=suit.word,
                    player=name,
                )
                raise source.error(reason, place + written.start())
            card = Card(rank, suit)
            if card in places:
                reason = say(
                    "{card} of {player} stands in this deal already, at line {line}, "
                    "column {column}",
                    card=str(card),
                    player=name,
                    line=source.line(places[card]),
                    column=source.column(places[card]),
                )
                raise source.error(reason, place + written.start())
            places[card] = place + written.start()
            cards.append(card)
        place += len(letters) + 1
    if len(cards) != 13:
        reason = say(
            "the hand of {player} has {number} cards, not {wanted}",
            player=name,
            number=len(cards),
            wanted=13,
        )
        raise source.error(reason, at)
    return tuple(cards)


def _dealer(source: Source, game: _Game, first: int) -> int:
    """The dealer as written, else by the number of the board, else the first hand's seat."""
    value, at = game.get("dealer", ("", 0))
    if value in _UNKNOWN:
        board = game.get("board", ("", 0))[0]
        number = int(board) if re.fullmatch(r"[0-9]{1,9}", board) else 0
        return (number - 1) % 4 if number else first
    seat = _SEATS.find(value.upper())
    if seat < 0 or len(value) != 1:
        reason = say("the dealer is N, E, S or W, not {value}", value=repr(value[:40]))
        raise source.error(reason, at)
    return seat
