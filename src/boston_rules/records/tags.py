"""The tags of the text form: the fields of the published schema, as words."""

from __future__ import annotations

from typing import Final

from boston_rules.records.schema import SCHEMA

__all__ = [
    "BILL",
    "DEAL",
    "HANDS",
    "HEADER",
    "OF_A_DEAL",
    "PLAYERS",
    "RESERVED",
    "SECTIONS",
    "START",
]

_ELSEWHERE: Final = frozenset(
    ("players", "tags", "comments", "start", "deals", "hands", "dealing", "events", "settlement",
     "transfers")
)  # fmt: skip
"""Fields that have several tags or lines of their own."""


def _tags(part: str = "", *, before: str = "", **other: str) -> dict[str, str]:
    """The tag of each field of the record or of a part of it, in the order of the schema."""
    node = SCHEMA["$defs"][part] if part else SCHEMA
    fields = (name for name in node["properties"] if name not in _ELSEWHERE)
    words = {name: "".join(map(str.capitalize, name.split("_"))) for name in fields}
    return {name: other.get(name, f"{before}{word}") for name, word in words.items()}


PLAYERS: Final = tuple(f"Player{seat}" for seat in range(4))
HANDS: Final = tuple(f"Hand{seat}" for seat in range(4))
SECTIONS: Final = ("Dealing", "Auction", "Play")
"""The events of a deal."""
HEADER: Final = _tags(options="Option", rules="Rule")
"""By field of a record."""
START: Final = _tags("start", before="Start")
"""By field of the table at which a record begins."""
DEAL: Final = _tags("deal", number="Deal")
"""By field of a deal."""
BILL: Final = _tags("settlement", heading="Settlement")
"""By field of a settlement; its transfers are lines below the first tag."""
OF_A_DEAL: Final = frozenset({*DEAL.values(), *HANDS, *SECTIONS, *BILL.values()}) - {DEAL["number"]}
"""Tags that stand in a deal."""
RESERVED: Final = OF_A_DEAL.union(HEADER.values(), PLAYERS, START.values(), DEAL.values())
"""Tags with a meaning of their own; further tags have other names."""
