"""Every normative statement of every telling: where it stands, and what was made of it.

The statements are data: one TOML file for each text, beside this module. A text is named by its
SHA-256, a place in it by lines and their digest; the texts are no part of the library.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal, TypeAlias, get_args

from attrs import field, frozen, validators

from boston_rules.core.sources import Cite

__all__ = [
    "FAMILIES",
    "FATES",
    "TOPICS",
    "Fate",
    "Statement",
    "Text",
    "plain_path",
    "statements_at",
    "statements_of",
    "texts",
    "within",
]

Fate: TypeAlias = Literal["followed", "option", "ruled", "superseded", "not modelled"]
"""One of :data:`FATES`."""
FATES: Final[tuple[Fate, ...]] = get_args(Fate)
"""What was made of a statement, from what is followed as it stands to what no game has."""
TOPICS: Final = (
    "players",
    "cards",
    "counters",
    "deal",
    "turn",
    "auction",
    "ladder",
    "suits",
    "partners",
    "play",
    "misères",
    "honours",
    "prices",
    "slams",
    "pool",
    "passed out",
    "bonuses",
    "session",
    "laws",
)
"""What statements are about, in the order of a game."""
FAMILIES: Final[Mapping[str, tuple[str, ...]]] = {
    family: tuple(slugs)
    for family, slugs in json.loads(
        files(__package__).joinpath("families.json").read_text("utf-8")
    ).items()
}
"""The variants of each game."""
_NUMBERS: Final = r"\d+(?:-\d+)?"
_COUNTED: Final = re.compile(rf"(.+?), ({_NUMBERS}(?:, {_NUMBERS})*(?: and {_NUMBERS})?)")


def _pair(given: Iterable[int]) -> tuple[int, int]:
    first, last = given
    return first, last


@frozen
class Statement:
    """One normative statement of a telling.

    >>> from boston_rules.edition.statements import texts
    >>> first = texts()["DGM"].statements[0]
    >>> first.identifier, first.fate
    ('DGM.1', 'followed')
    """

    text: str
    """The name of the text that has it."""
    number: int
    """Its number in that text, from 1 in the order of the text."""
    part: str
    """The part of the text in which it stands, by which rules cite it."""
    lines: tuple[int, int] = field(converter=_pair)
    """The first and the last line of the text that carry it."""
    topic: str = field(validator=validators.in_(TOPICS))
    """One of :data:`TOPICS`."""
    question: str = field(validator=validators.matches_re(r"[a-z-]+\.[\w+-]+"))
    """The question that it answers, named alike in all texts."""
    answer: str
    """Its answer, in a short form in which two tellings can be compared."""
    says: str
    """The statement in other words."""
    games: tuple[str, ...] = field(converter=tuple)
    """The variants whose game it is about."""
    fate: Fate = field(validator=validators.in_(FATES))
    """What was made of it."""
    rules: tuple[str, ...] = field(converter=tuple)
    """The rule objects that carry it, by their paths in a variant."""
    proofs: tuple[str, ...] = field(converter=tuple)
    """The tests and the files of the corpus that prove it."""
    item: int | None = None
    """Its place in a part that is a list, from 1."""
    rulings: tuple[str, ...] = field(default=(), converter=tuple)
    """The rulings that speak of it."""
    option: str = ""
    """The option that carries it, with its value."""
    by: tuple[str, ...] = field(default=(), converter=tuple)
    """The tellings that were heard instead."""
    why: str = ""
    """Why it is superseded or not modelled."""
    digest: str = ""
    """Of the lines that carry it."""

    @property
    def identifier(self) -> str:
        """Its name, such as ``CATS.12``."""
        return f"{self.text}.{self.number}"

    @property
    def bid(self) -> str:
        """The key of the bid that its question is about, or another word.

        >>> from boston_rules.edition.statements import texts
        >>> lost = texts()["CATS"].statements[66]
        >>> lost.question, lost.bid
        ('price.lost+piccolissimo', 'piccolissimo')
        """
        return re.split(r"[.+]", self.question)[-1]


@frozen
class Text:
    """A text of a telling, with its statements."""

    name: str
    """The telling's key; of a second text of the telling, with a word behind it."""
    telling: str
    """The key of the telling."""
    edition: str
    """The edition or copy that was read."""
    sha256: str = field(validator=validators.matches_re(r"[0-9a-f]{64}"))
    """Of the bytes of the text."""
    parts: Mapping[str, str]
    """The parts by which rules cite it, each with the place where it is found."""
    statements: tuple[Statement, ...] = ()


@cache
def texts() -> Mapping[str, Text]:
    """Every text, by its name."""
    return {name: _text(name) for name in _names()}


@cache
def _names() -> tuple[str, ...]:
    found = (each.name for each in files(__package__).iterdir())
    return tuple(sorted(name[:-5].upper() for name in found if name.endswith(".toml")))


@cache
def _text(name: str) -> Text:
    content = files(__package__).joinpath(f"{name.lower()}.toml").read_text("utf-8")
    told: Mapping[str, Any] = tomllib.loads(content)
    rows = told.get("statements", ())
    rest = {key: value for key, value in told.items() if key != "statements"}
    return Text(name=name, statements=tuple(Statement(name, **row) for row in rows), **rest)


def plain_path(path: str) -> str:
    """The path of a rule in a variant without places in lists, as statements name it.

    >>> from boston_rules.edition.statements import plain_path
    >>> plain_path("payments.won[0]")
    'payments.won'
    """
    return re.sub(r"\[\d+\]", "", path)


def within(path: str, said: str) -> bool:
    """Whether what is said of one rule is of another: the same one, one within it or around it."""
    return path == said or path.startswith(f"{said}.") or said.startswith(f"{path}.")


def statements_of(cite: Cite) -> tuple[Statement, ...]:
    """The statements that stand where a citation points.

    >>> import boston_rules as br
    >>> from boston_rules.edition.statements import statements_of
    >>> ante = br.get_variant("boston-whist").pool.ante
    >>> [each.identifier for each in statements_of(ante.source) if "pool.ante" in each.rules]
    ['DGM.7']
    """
    return tuple(
        statement
        for piece in filter(None, cite.locus.split("; "))
        for source in cite.sources
        for statement in statements_at(source.key, piece) or ()
    )


def statements_at(telling: str, piece: str) -> tuple[Statement, ...] | None:
    """The statements of a part or of items of a list; ``None`` if the telling has no such place.

    >>> from boston_rules.edition.statements import statements_at
    >>> [each.says for each in statements_at("ENC", "laws of the game, 9") or ()]
    ['A side that revokes forfeits three tricks to the other.']
    """
    for text in (_text(name) for name in _names() if name.partition("-")[0] == telling):
        if piece in text.parts:
            return tuple(each for each in text.statements if each.part == piece)
        counted = _COUNTED.fullmatch(piece)
        if counted is not None and counted[1] in text.parts:
            items = set(_items(counted[2]))
            found = [each for each in text.statements if each.part == counted[1]]
            if items <= {each.item for each in found}:
                return tuple(each for each in found if each.item in items)
    return None


def _items(counted: str) -> Iterator[int]:
    for first, last in re.findall(r"(\d+)(?:-(\d+))?", counted):
        yield from range(int(first), int(last or first) + 1)
