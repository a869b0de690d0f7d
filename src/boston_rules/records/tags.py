"""The tags of the text form: the fields of the published schema, as words, by place."""

from __future__ import annotations

from typing import Final, TypeAlias

from boston_rules.records.schema import SCHEMA

__all__ = ["DEAL", "HEADER", "RESERVED", "SECTIONS", "Path"]

Path: TypeAlias = tuple[str | int, ...]
"""Names and places in lists that lead to a value of a document."""

_ELSEWHERE: Final = frozenset(("tags", "comments", "deals", "dealing", "events", "transfers"))
"""Fields that have lines of their own."""


def _tags(part: str, path: Path = (), *, before: str = "", **other: str) -> dict[Path, str]:
    """The tag of each value in the record or in a part of it, in the order of the schema."""
    found: dict[Path, str] = {}
    for name in (SCHEMA["$defs"][part] if part else SCHEMA)["properties"]:
        if name in ("players", "hands"):
            word = name.capitalize().removesuffix("s")
            found |= {(name, seat): f"{word}{seat}" for seat in range(4)}
        elif name == "start":
            found |= _tags("start", ("start",), before="Start")
        elif name == "settlement":
            found |= _tags("settlement", ("settlement",), heading="Settlement")
        elif name not in _ELSEWHERE:
            word = before + "".join(map(str.capitalize, name.split("_")))
            found[*path, name] = other.get(name, word)
    return found


SECTIONS: Final = ("Dealing", "Auction", "Play")
"""The events of a deal."""
HEADER: Final = _tags("", options="Option", rules="Rule")
"""Before the first deal, by place."""
DEAL: Final = _tags("deal", number="Deal")
"""In a deal, by place; transfers of a bill are lines below its first tag."""
RESERVED: Final = frozenset({*HEADER.values(), *DEAL.values(), *SECTIONS})
"""Tags with a meaning of their own; further tags have other names."""
