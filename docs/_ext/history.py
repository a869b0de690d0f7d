"""Bibliography, chronology, stemma, names of the bids and disputes, as pages have them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from docs._ext.rst import escaped, list_table, ruling_link

from boston_rules.edition.checking import silences
from boston_rules.edition.collation import readings, stemma
from boston_rules.edition.disputes import contradictions, disputes
from boston_rules.edition.statements import FAMILIES

__all__ = ["DATA", "ROOT", "bibliography", "bid_names", "chronology", "disputed", "kinship", "read"]

ROOT: Final = Path(__file__).resolve().parents[2]
DATA: Final = ROOT / "docs" / "edition"
_READ: Final = {
    "whole": "read whole",
    "part": "read in part, the beginning of a stored copy or a page",
    "notes": "of which notes were taken",
}


@cache
def read(name: str) -> Any:
    """A file of :data:`DATA`."""
    return tomllib.loads((DATA / f"{name}.toml").read_text("utf-8"))


def bibliography() -> str:
    """Every witness with its date, its place, and how much of it was read."""
    lines = []
    for key, told in read("witnesses").items():
        year = str(told["year"] or "undated")
        if told.get("first"):
            year += f", first {told['first']}"
        lines += [
            f"{key} ({year}; dated by {told['dated']})",
            f"   {told['what']}; {_place(told['place'])}.",
            f"   In {told['language']}, {_READ[told['read']]}: {escaped(told['gives'])}.",
            "",
        ]
    return "\n".join(lines)


def _place(told: str) -> str:
    """An address as a link, with what follows it."""
    address, _, rest = told.partition(" ")
    return f"`<{address}>`__ {escaped(rest)}".rstrip() if "://" in address else escaped(told)


def chronology() -> str:
    """What is dated, in order, with its evidence."""
    rows = [
        [
            str(event["year"]),
            escaped(event["what"]),
            ", ".join(event["by"]),
            "a date of a book" if event["certain"] else "as the witness says",
        ]
        for event in read("chronology")["event"]
    ]
    return "\n".join(list_table(["year", "what", "evidence", "of what kind"], rows, "8 58 16 18"))


def bid_names() -> str:
    """The names of each bid by language, with those who have them."""
    rows = []
    for bid in read("names")["bid"]:
        by_language: dict[str, list[str]] = {}
        for language, name, witnesses in bid["names"]:
            by_language.setdefault(language, []).append(f"{name} ({', '.join(witnesses)})")
        for place, (language, names) in enumerate(by_language.items()):
            rows.append([f"``{bid['key']}``" if place == 0 else "", language, "; ".join(names)])
    return "\n".join(list_table(["bid", "language", "names"], rows, "16 14 70"))


def kinship() -> str:
    """Which tables of which tellings are of one descent, and what they share and do not."""
    rows = []
    for (one, other), found in stemma().items():
        cells = sum(each.equal for each in found), sum(each.common for each in found)
        shared = [
            f"{each.one.cells[cell]} for {cell[0]}, {cell[1]}"
            for each in found
            for cell in each.irregular
        ]
        factors = sorted({str(each.factor) for each in found})
        differing = [
            f"{' '.join(cell)}: {first}, {second}"
            for each in found
            for cell, first, second in each.differing
        ]
        rows.append(
            [
                f"{one} – {other}",
                f"{cells[0]} of {cells[1]}, times {', '.join(factors)}",
                "; ".join(shared) or "none",
                escaped("; ".join(differing)) or "none",
            ]
        )
    head = ["tellings", "cells that agree", "irregular figures in both", "cells that differ"]
    lines = list_table(head, rows, "16 20 26 38")
    rows = [
        [
            f"{pair.one} – {pair.other}",
            f"{len(pair.same)} of {pair.asked}",
            ", ".join(f"``{question}``" for question in pair.alone) or "none",
        ]
        for pair in readings()
        if pair.same
    ]
    lines += ["", "Prices left out, what two tellings answer alike, and what they alone do:", ""]
    head = ["tellings", "answers alike", "against all others that speak of it"]
    return "\n".join([*lines, *list_table(head, rows, "16 16 68")])


def disputed() -> str:
    """Every disagreement of the tellings of a game, what decides it, and what all leave open."""
    found = [each for each in disputes() if each.between]
    rows = []
    for each in found:
        answers = [f"{said.identifier}: {escaped(said.answer)}" for said in each.statements]
        decided = ", ".join(ruling_link(number) for number in sorted(each.rulings))
        if not decided:
            decided = "another telling is heard" if each.covered else "**not in the register**"
        rows.append([f"{each.game}: ``{each.question}``", "; ".join(answers), decided])
    known = contradictions(ROOT)
    missed = ", ".join(ruling_link(number) for number, is_found in known.items() if not is_found)
    lines = [
        f"{len(found)} disagreements, of which {sum(each.covered for each in found)} are decided: "
        "by a ruling, an option, or a reason for which an answer was left aside. The others are "
        "kept by each variant as its own telling has them, or are one answer in two wordings. Of "
        f"the {len(known)} rulings that the register calls for by a contradiction the search finds "
        f"{sum(known.values())}; {missed} it does not find.",
        "",
        *list_table(["game and question", "answers", "decided by"], rows, "22 56 22"),
        "",
        "What no telling speaks of:",
        "",
    ]
    return "\n".join(
        [*lines, *list_table(["variant", "rule", "ruling"], list(_silent()), "30 40 30")]
    )


def _silent() -> Iterator[list[str]]:
    for slugs in FAMILIES.values():
        for slug in slugs:
            for path, ruling in silences(slug).items():
                numbers = ", ".join(ruling_link(number) for number in ruling.split(", "))
                yield [f"``{slug}``", f"``{path}``", numbers]
