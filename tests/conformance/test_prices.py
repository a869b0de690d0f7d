"""The price cells of the corpus against the tables copied from the tellings, cell by cell."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Final, TypeAlias

import pytest
from tests.conformance.corpus import SLUGS, cases

import boston_rules as br
from boston_rules.conformance import Case

GOLDEN: Final = Path(__file__).resolve().parents[1] / "golden"
Row: TypeAlias = tuple[str, ...]


def table(name: str) -> dict[Row, int]:
    """A golden table: the chips by what stands before them."""
    with (GOLDEN / name).open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    return {tuple(row[:-1]): int(row[-1]) for row in rows}


PRICES: Final = {slug: table(f"{slug}.csv") for slug in SLUGS}
AS_WON: Final = table("special-losses-as-won.csv")
LONG: Final = table("levels-long.csv")
HONOURS: Final = {**table("honours.csv"), **table("honours-cats.csv")}
SLAMS: Final = table("slams.csv")
EVERY_TRICK: Final = table("every-trick.csv")


COLUMNS: Final = {slug: {row[2] for row in rows} for slug, rows in PRICES.items()}
"""What the golden table of a variant tells its columns apart by."""


def column(case: Case) -> str:
    """The column of a case."""
    asked, known = case.input, COLUMNS[case.variant]
    if "superpreference" in known:
        if asked["trump"] == asked["belle"]:
            return "superpreference"
        return "preference" if asked["trump"] == asked["turned"] else "other"
    suit = asked["trump"] or asked["turned"] or ""
    return suit if suit in known and (asked["trump"] or asked["belle"]) else ""


def is_counted(case: Case) -> bool:
    """Whether the contract is one of so many tricks or more."""
    ladder = br.get_variant(case.variant, **case.options).ladder
    return ladder[case.input["contract"]].goal.counted


def cells(case: Case) -> list[tuple[int, int, int, int]]:
    """Honours, tricks, tricks above the target, chips."""
    target = case.expect["target"]
    return [
        (held, taken, taken - target, chips)
        for held, row in zip(case.input["honours"], case.expect["chips"], strict=True)
        for taken, chips in zip(case.input["tricks"], row, strict=True)
    ]


@pytest.mark.parametrize("slug", SLUGS)
def test_every_cell_is_that_of_the_golden_table(slug: str) -> None:
    seen: set[Row] = set()
    for case in cases(slug, "prices"):
        if case.input["slam"] is not None:
            continue
        way = "partner" if case.input["partner"] else "alone"
        as_won = case.options.get("special_losses") == "as-won"
        key, suit, counted = case.input["contract"], column(case), is_counted(case)
        short = case.variant == "american-foster" and key == "13"
        for held, taken, told_relation, chips in cells(case):
            relation = max(told_relation, -1) if short else told_relation  # broken off when lost
            made = relation >= 0 if counted else relation == 0
            assert (chips > 0) is made
            side = "made" if made else "lost"
            row = (slug, key, suit, f"{relation:+d}" if counted else "", side)
            usual = LONG[row] if row in LONG else PRICES[slug][row]
            price = AS_WON.get(row, usual) if as_won else usual
            if taken == 13 and counted:
                price += EVERY_TRICK.get((slug, key, way, side), 0)
            # Lost as any bid in a suit (P16), it costs the honours of one.
            told = "13" if as_won and key == "13-table" else key
            price += HONOURS.get((slug, told, suit, str(held), side), 0)
            assert chips == (price if made else -price), f"{case}: {held} honours, {taken} tricks"
            seen.add(row)
    assert seen == {*PRICES[slug], *(row for row in LONG if row[0] == slug)}


@pytest.mark.parametrize("slug", SLUGS)
def test_honours_matter_where_a_telling_says_so(slug: str) -> None:
    priced = {row[0] for row, chips in HONOURS.items() if chips}
    held = {tuple(case.input["honours"]) for case in cases(slug, "prices")}
    assert ((0, 1, 2, 3, 4) in held) is (slug in priced)


def test_declared_slams_are_those_of_the_golden_table() -> None:
    seen = set()
    slams = [case for slug in SLUGS for case in cases(slug, "prices") if case.input["slam"]]
    for case in slams:
        asked = case.input
        kind = "table" if asked["slam"] == "table" else "two" if asked["partner"] else "alone"
        for held, taken, _, chips in cells(case):
            made = taken == 13
            side = "made" if made else "lost"
            row = (case.variant, kind, asked["trump"], side)
            price = SLAMS[row]
            if made:
                told = (case.variant, asked["contract"], asked["trump"], str(held), side)
                price += HONOURS.get(told, 0)
            assert chips == (price if made else -price), f"{case}: {held} honours, {taken} tricks"
            seen.add(row)
    assert seen == set(SLAMS)
