"""The price cells of the corpus against the tables copied from the tellings, cell by cell."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Final, TypeAlias

import pytest
from tests.conformance.corpus import SLUGS, cases

import boston_rules as br
from boston_rules.conformance import Case
from boston_rules.rules.ladder import Step

GOLDEN: Final = Path(__file__).resolve().parents[1] / "golden"
Row: TypeAlias = tuple[str, ...]


def table(name: str) -> dict[Row, int]:
    """A golden table: the chips by what stands before them."""
    with (GOLDEN / name).open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    return {tuple(row[:-1]): int(row[-1]) for row in rows}


JOINT: Final = {"fontainebleau-foster": 13, "russian-foster": 12}
"""The games priced by the tricks to be won, a partner's included, and the most of these."""
SUITS: Final = {"spades": "S", "clubs": "C", "hearts": "H", "diamonds": "D", "grand": "grand"}


def by_target(slug: str) -> tuple[dict[Row, int], dict[Row, int]]:
    """The golden table of the games in :data:`JOINT`, in the form of the others, and its honours.

    What must be won stands in place of the bid, as in ``tricks 9``; a slam has no tricks above, and
    is broken off when it is short by one.
    """
    with (GOLDEN / "fontainebleau-foster.csv").open(encoding="utf-8", newline="") as file:
        rows = {(row["table"], row["target"]): row for row in csv.DictReader(file)}
    prices: dict[Row, int] = {}
    honours: dict[Row, int] = {}
    for (name, target), row in rows.items():
        key = f"{name} {target}"
        if name == "special":
            prices |= {(slug, key, "", "", side): int(row["grand"]) for side in ("made", "lost")}
        if name in ("special", "extra", "honours"):
            continue
        won = int(target.removesuffix("-table"))
        if name == "tricks" and won > JOINT[slug]:
            continue
        relations = range(-won, 14 - won) if name == "tricks" else (-1, 0)
        for column, suit in SUITS.items():
            if (name, suit) == ("america", "grand"):
                continue  # two options at once: no case of the corpus
            extra = int(rows["extra", "1"][column])
            for more in relations:
                side = "made" if more >= 0 else "lost"
                cost = int(row[column]) + extra * abs(more)
                prices[slug, key, suit, f"{more:+d}", side] = cost
            for held in ("3", "4"):
                chips = int(rows["honours", held][column])
                honours[slug, key, suit, held, "made"] = chips
    return prices, honours


BY_TARGET: Final = {slug: by_target(slug) for slug in JOINT}
PRICES: Final = {
    slug: BY_TARGET[slug][0] if slug in JOINT else table(f"{slug}.csv") for slug in SLUGS
}
AS_WON: Final = table("special-losses-as-won.csv")
LONG: Final = table("levels-long.csv")
HONOURS: Final = {
    **table("honours.csv"),
    **table("honours-cats.csv"),
    **{row: chips for _, honours in BY_TARGET.values() for row, chips in honours.items()},
}
SYSTEM: Final = table("american-system.csv")
SLAMS: Final = table("slams.csv")
SCORED: Final = table("scored-slams.csv")
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
    if "grand" in known and is_counted(case):
        return asked["trump"] or "grand"
    suit = asked["trump"] or asked["turned"] or ""
    return suit if suit in known and (asked["trump"] or asked["belle"]) else ""


def step_of(case: Case) -> Step:
    """The step of the ladder of the contract."""
    return br.get_variant(case.variant, **case.options).ladder[case.input["contract"]]


def is_counted(case: Case) -> bool:
    """Whether the contract is one of so many tricks or more."""
    return step_of(case).goal.counted


def key_of(case: Case) -> str:
    """What the rows of a contract are found by."""
    key: str = case.input["contract"]
    if case.variant not in JOINT:
        return key
    if not is_counted(case):
        return f"special {key}"
    if key in ("13", "13-table"):
        return f"{case.options.get('slams', 'europe')} {key}"
    extra = 0 if not case.input["partner"] else 3 if case.variant.startswith("fontainebleau") else 4
    return f"tricks {int(key) + extra}"


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
    by_system: set[Row] = set()
    scored: set[Row] = set()
    for case in cases(slug, "prices"):
        if case.input["slam"] is not None:
            continue
        way = "partner" if case.input["partner"] else "alone"
        as_won = case.options.get("special_losses") == "as-won"
        key, suit, counted = key_of(case), column(case), is_counted(case)
        short = step_of(case).breaks_off
        for held, taken, told_relation, chips in cells(case):
            relation = max(told_relation, -1) if short else told_relation  # broken off when lost
            made = relation >= 0 if counted else relation == 0
            assert (chips > 0) is made
            side = "made" if made else "lost"
            row = (slug, key, suit, f"{relation:+d}" if counted else "", side)
            usual = LONG[row] if row in LONG else PRICES[slug][row]
            price = AS_WON.get(row, usual) if as_won else usual
            if case.options.get("overtricks") is False and row in SYSTEM:
                price = SYSTEM[row]
                by_system.add(row)
            if taken == 13 and counted:
                price += EVERY_TRICK.get((slug, key, way, side), 0)
            # Lost as any bid in a suit (P16), it costs the honours of one.
            told = "13" if as_won and key == "13-table" else key
            if case.options.get("honours", True):
                price += HONOURS.get((slug, told, suit, str(held), side), 0)
            if taken >= (8 if way == "alone" else 13):
                named = "belle" if case.input["trump"] == case.input["belle"] else "petite"
                if (slug, key, way, named) in SCORED:
                    price = SCORED[slug, key, way, named]
                    scored.add((slug, key, way, named))
            assert chips == (price if made else -price), f"{case}: {held} honours, {taken} tricks"
            seen.add(row)
    assert seen == {*PRICES[slug], *(row for row in LONG if row[0] == slug)}
    assert scored == {row for row in SCORED if row[0] == slug}
    assert by_system == {row for row in SYSTEM if row[0] == slug}


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
            row = ("french", kind, asked["trump"], side)  # Foster's as those (G17)
            price = SLAMS[row]
            if made:
                told = (case.variant, asked["contract"], asked["trump"], str(held), side)
                price += HONOURS.get(told, 0)
            assert chips == (price if made else -price), f"{case}: {held} honours, {taken} tricks"
            seen.add(row)
    assert seen == set(SLAMS)
