"""Languages: which there are, which is the reader's, and the speaker who says sentences in one.

The catalogues stand in ``telling/locale``, one file a language in the format of gettext. English
needs none, since its sentences are the keys.
"""

from __future__ import annotations

import gettext
import locale
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from attrs import frozen

from boston_rules.core.arguments import check_type, shown, tuple_of
from boston_rules.core.cards import Card, Suit
from boston_rules.core.errors import IllegalAction
from boston_rules.core.parse_errors import message_of
from boston_rules.core.saying import Joined, Personal, Player, Said, capital, say, say_as

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

__all__ = [
    "CATALOGUES",
    "DOMAIN",
    "ENGLISH",
    "Speaker",
    "languages",
    "own_language",
    "speaker",
    "speaking",
    "spoken",
]

ENGLISH: Final = "en"
"""The language of the messages, which needs no catalogue."""
CATALOGUES: Final = Path(__file__).parent / "locale"
"""The folder of the catalogues."""
DOMAIN: Final = "boston_rules"
"""What gettext calls them."""
_NAMES: Final = "a name for each seat, such as ('Ann', 'Bob', 'Cid', 'Dot')"
_BETWEEN: Final = (say_as("between clauses", "; "), say_as("between clauses", ": "))
_MARKS: Final = say_as("marks of thousands and decimals", ",.")
_ELIDED: Final = say_as("words that are cut short before a vowel, each with its short form", "-")

_TO_ELIDE: Final = re.compile(r"\b(\w+) (?=[aeiouàâéèêëîïôûœ])(?!onz)", re.IGNORECASE)
"""A word before a vowel; before ``onze`` French cuts nothing short."""


@cache
def languages() -> tuple[str, ...]:
    """The languages that the library speaks, by their codes, English first.

    >>> languages()
    ('en', 'de', 'fr')
    """
    found = (each.name for each in _folder().iterdir() if _made(each.name).is_file())
    return (ENGLISH, *sorted(found))


def _folder() -> Path | Traversable:
    """The folder of the catalogues, which in an archive is no directory."""
    if CATALOGUES.is_dir():
        return CATALOGUES
    from importlib.resources import files  # takes a while

    return files("boston_rules.telling") / "locale"


def _made(lang: str) -> Path | Traversable:
    """What gettext reads of a language."""
    return _folder() / lang / "LC_MESSAGES" / f"{DOMAIN}.mo"


def own_language() -> str:
    """The language that the environment asks for, as far as the library speaks it, else English.

    ``LANGUAGE``, ``LC_ALL``, ``LC_MESSAGES`` and ``LANG`` are read as gettext reads them.
    """
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for wanted in filter(None, os.environ.get(name, "").split(":")):
            code = locale.normalize(wanted).partition(".")[0].partition("_")[0].casefold()
            if code in languages():
                return code
            if code in ("c", "posix"):
                return ENGLISH
    return ENGLISH


@cache
def _catalogue(lang: str) -> gettext.NullTranslations:
    if lang == ENGLISH:
        return gettext.NullTranslations()
    if lang not in languages():
        known = ", ".join(languages())
        raise ValueError(f"lang must be one of {known}, not {shown(lang)}")
    with _made(lang).open("rb") as made:
        return gettext.GNUTranslations(made)


@cache
def _short_forms(elided: str) -> Mapping[str, str]:
    """What words become before a vowel.

    >>> _short_forms("de d’ que qu’")
    {'de': 'd’', 'que': 'qu’'}
    """
    found = elided.split()
    return dict(zip(found[::2], found[1::2], strict=False))


@frozen
class Speaker:
    """Says sentences in a language, to people who have names, one of whom may be the reader.

    >>> from boston_rules.core.saying import Player, personal, say
    >>> Speaker("en", ("Ann", "Bob", "Cid", "Dot"))(say("{who} passes", who=Player(1)))
    'Bob passes'
    >>> Speaker("en", viewer=1)(personal(say("{who} passes", who=Player(1)), {1: say("you pass")}))
    'you pass'
    """

    lang: str = ENGLISH
    """The code of the language."""
    names: tuple[str, ...] = ()
    """The players by seat, or nothing."""
    viewer: int | None = None
    """The seat of the reader, to whom ``you`` is said."""

    def __call__(self, what: object) -> str:
        """A sentence, or whatever may fill the hole of one, in the language."""
        if type(what) is str:
            return what
        if isinstance(what, Joined):
            between = next((self(each) for each in _BETWEEN if each == what.between), what.between)
            return between.join(map(self, what.parts))
        if isinstance(what, Said):
            if self.viewer is not None and isinstance(what, Personal) and self.viewer in what.own:
                return self(what.own[self.viewer])
            if self.lang == ENGLISH and not self.names and self.viewer is None:
                return str.__str__(what)
            message = self._found(what)
            if not what.values:
                return message
            text = message.format_map(_Holes(self, what.values))
            short = _short_forms(self(_ELIDED))
            return _TO_ELIDE.sub(lambda at: short.get(at[1], at[0]), text) if short else text
        if isinstance(what, Player):
            if what < len(self.names):
                return self.names[what]
            return self(say("seat {number}", number=int(what)))
        if isinstance(what, Card | Suit):
            return what.symbol
        if isinstance(what, IllegalAction):
            return self(what.reason)
        if isinstance(what, Exception):
            return self(message_of(what))
        return str(what)

    def _found(self, what: Said) -> str:
        known = _catalogue(self.lang)
        if what.many:
            return known.ngettext(what.message, what.many, what.number)
        if what.context:
            return known.pgettext(what.context, what.message)
        return known.gettext(what.message) if what.message else ""

    def filled(self, value: object, spec: str) -> str:
        """A value in the hole of a message."""
        if spec == "capital":
            return capital(self(value))
        if isinstance(value, int | float) and not isinstance(value, Player):
            text = format(value, spec)
            if isinstance(value, float) or "," in spec:
                return text.translate(str.maketrans(",.", self(_MARKS)))
            return text
        return format(self(value), spec)


@frozen
class _Hole:
    """A value as a message of some language asks for it."""

    speaker: Speaker
    value: object

    def __format__(self, spec: str) -> str:
        return self.speaker.filled(self.value, spec)


@frozen
class _Holes:
    """The values of a sentence, by the names of its holes."""

    speaker: Speaker
    values: Mapping[str, object]

    def __getitem__(self, name: str) -> _Hole:
        return _Hole(self.speaker, self.values[name])


_PLAIN: Final = Speaker()
_SPEAKER: ContextVar[Speaker] = ContextVar("speaker", default=_PLAIN)


def speaker(
    lang: str | None = None, names: Sequence[str] = (), viewer: int | None = None
) -> Speaker:
    """The speaker of a language, or else the one of the moment; with names, to these players.

    With a viewer, to the player of that seat.

    Raises:
        ValueError: the library does not speak the language.
        TypeError: the language or the names are no texts.
    """
    now = _SPEAKER.get()
    players = tuple_of("names", names, _NAMES)
    for name in players:
        check_type("names", name, str, _NAMES)
    if lang is None and not players and viewer is None:
        return now
    chosen = now.lang if lang is None else lang
    check_type("lang", chosen, str, "the code of a language, such as 'fr', or None")
    _catalogue(chosen)
    return Speaker(chosen, players or now.names, now.viewer if viewer is None else viewer)


@contextmanager
def speaking(
    lang: str | None = None, names: Sequence[str] = (), viewer: int | None = None
) -> Iterator[Speaker]:
    """Whatever is printed within is said in a language, to players who have names.

    With a viewer, to the player of that seat.

    >>> with speaking("en", ("Ann", "Bob", "Cid", "Dot")) as now:
    ...     now is speaker()
    True
    """
    chosen = speaker(lang, names, viewer)
    before = _SPEAKER.set(chosen)
    try:
        yield chosen
    finally:
        _SPEAKER.reset(before)


def spoken(what: object) -> str:
    """A sentence in the language of the moment, or any other text as it is."""
    return _SPEAKER.get()(what)
