"""The parts of the tellings as ``docs/tellings.toml`` lists them, and which citations fit them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from attrs import frozen
from docs._ext.rst import escaped, list_table

from boston_rules import Cite, Source

__all__ = ["FILE", "Part", "complaints", "parts_of", "parts_table"]

FILE = Path(__file__).resolve().parents[1] / "tellings.toml"
LIBRARY = "LIB"
_NUMBERS = r"\d+(?:-\d+)?"
_COUNTED = re.compile(rf"(.+?), ({_NUMBERS}(?:, {_NUMBERS})*(?: and {_NUMBERS})?)")


@frozen
class Part:
    """A part of a telling: a section, a list, a table, a paragraph."""

    name: str
    place: str
    """Where in the text it is found."""
    items: tuple[tuple[str, ...], ...]
    """Of which rules each entry of its list speaks, by their paths in a variant."""
    says: tuple[str, ...]
    """Of which rules the part speaks as a whole."""


@cache
def _tellings() -> dict[str, dict[str, Part]]:
    with FILE.open("rb") as file:
        read = tomllib.load(file)
    return {
        key: {name: _part(name, **told) for name, told in parts.items()}
        for key, parts in read.items()
    }


def _part(
    name: str, place: str, items: int | list[list[str]] = 0, says: Iterable[str] = ()
) -> Part:
    if isinstance(items, int):
        return Part(name, place, (tuple(says),) * items, tuple(says))
    each = tuple(map(tuple, items))
    return Part(name, place, each, tuple(dict.fromkeys([*says, *(s for one in each for s in one)])))


def parts_of(key: str) -> dict[str, Part]:
    """The parts of a telling by their names; none of what is no telling."""
    return _tellings().get(key, {})


def parts_table(key: str) -> str:
    """The parts of a telling as a table, for the page of the sources."""
    rows = [
        [escaped(part.name), escaped(part.place), ", ".join(f"``{path}``" for path in part.says)]
        for part in parts_of(key).values()
    ]
    return "\n".join(list_table(["part", "where", "speaks of"], rows))


def complaints(cite: Cite, path: str, sources: Iterable[Source]) -> Iterator[str]:
    """What is wrong with a citation, a sentence each.

    Args:
        cite: the citation.
        path: the path in the variant of the rule that carries it.
        sources: the tellings on which the variant rests.
    """
    known = {source.key for source in sources}
    cited = [source.key for source in cite.sources]
    yield from (f"{key} is none of the variant's sources" for key in cited if key not in known)
    if LIBRARY in cited and not cite.ruling:
        yield "the library decides by a numbered ruling, and none is cited"
    tellings = [key for key in cited if key != LIBRARY]
    silent = set(tellings)
    pieces = list(filter(None, cite.locus.split("; ")))
    for piece in pieces:
        places = {key: said for key in tellings if (said := _said(key, piece)) is not None}
        speaking = {key for key, said in places.items() if any(_is_of(path, one) for one in said)}
        silent -= speaking
        if not places:
            yield f"{' and '.join(cited)} has no part {piece!r}"
        elif not speaking:
            yield f"{' and '.join(places)}, {piece}, says nothing of {path}"
    yield from (f"{key} is cited and says nothing of {path} there" for key in sorted(silent))


def _said(key: str, piece: str) -> tuple[str, ...] | None:
    """Of which rules a place speaks; nothing if the telling has no such place."""
    parts = parts_of(key)
    if piece in parts:
        return parts[piece].says
    counted = _COUNTED.fullmatch(piece)
    if counted is None or counted[1] not in parts:
        return None
    items = parts[counted[1]].items
    ranges = re.findall(r"(\d+)(?:-(\d+))?", counted[2])
    numbers = [
        number for first, last in ranges for number in range(int(first), int(last or first) + 1)
    ]
    if not all(0 < number <= len(items) for number in numbers):
        return None
    return tuple(said for number in numbers for said in items[number - 1])


def _is_of(path: str, said: str) -> bool:
    """Whether what is said of one rule is of another: the same one, one within it or around it."""
    rule = re.sub(r"\[\d+\]", "", path)
    return rule == said or rule.startswith(f"{said}.") or said.startswith(f"{rule}.")
