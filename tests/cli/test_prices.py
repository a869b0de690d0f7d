"""The price tables that ``boston-rules show`` derives, against the bills of ``br.settle``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest
from attrs import evolve, frozen

import boston_rules as br
from boston_rules.core.transfers import Line
from boston_rules.deal.terms import fixed_partner, terms_of
from boston_rules.rules.cases import deal_suits
from boston_rules.rules.ladder import Step
from boston_rules.rules.payments import Case, Flat, Payments
from boston_rules.telling.wording.prices import PARTNERED, all_suits, priced, relation
from boston_rules.telling.wording.pricetables import price_tables

Read = Callable[..., Any]

LABELS: dict[str, Callable[[br.Contract], str]] = {
    "nothing": lambda contract: "",
    "trumps": lambda contract: contract.trump.symbol if contract.trump is not None else "–",
    "turned": lambda contract: contract.turned.symbol if contract.turned is not None else "–",
    "class": lambda contract: str(contract.suit_class),
    "belle": lambda contract: (
        "–"
        if contract.trump is None
        else contract.trump.symbol + " belle" * (contract.trump == contract.belle)
    ),
    "relation": lambda contract: (
        "belle"
        if contract.trump == contract.belle
        else "petite"
        if contract.trump == contract.turned
        else "any other"
    ),
}


def in_all(what: str, contract: br.Contract, margin: int) -> bool:
    """Whether a row tells the price that stands in place of all others with so many overtricks."""
    way = "alone" if contract.partner is None else "with a partner"
    told = re.fullmatch(rf"{way}, (\d+) overtricks( or more)?, in all", what)
    return bool(told and (margin == int(told[1]) or (told[2] and margin > int(told[1]))))


def told_price(
    prices: list[Any],
    contract: br.Contract,
    *,
    made: bool,
    margin: int,
    honours: int,
    all_won: bool,
) -> int:
    """What the printed tables say that one opponent pays or gets."""
    way = "alone" if contract.partner is None else "with a partner"
    verdict = "made" if made else "lost"
    total, found = 0, 0
    for table in prices:
        if table["title"].startswith("Slams"):
            continue
        curved = table["by"] in ("over", "short")
        if curved and table["by"] != ("over" if made else "short"):
            continue
        label = str(margin) if curved else LABELS[table["by"]](contract)
        suits = LABELS["belle"](contract)
        rows = [row for row in table["rows"] if row["key"] == contract.key]
        if not any("belle" in row["where"] for row in rows):
            suits = LABELS["trumps"](contract)
        said = [
            row
            for row in table["rows"]
            if row["key"] == contract.key
            and row["verdict"] in (verdict, "either")
            and row["where"] in ("", way, suits, f"{suits}, {way}")
        ]
        if not any(row["what"] == "price" for row in said):
            continue
        found += 1
        said += [row for row in table["for_all"] if contract.key not in row["but"]]
        whole = f"with {honours} honours"
        wholes = {whole, f"{whole} {suits}", f"{whole} {suits}, {way}"}
        replaced = [row for row in said if made and in_all(row["what"], contract, margin)]
        if replaced:
            said, wholes = replaced, {replaced[0]["what"]}
        exact = any(row["what"] in wholes and row["verdict"] in (verdict, "either") for row in said)
        for row in said:
            times = {
                "price": int(not exact),
                "each overtrick": margin if made and not curved else 0,
                "each undertrick": 0 if made or curved else margin,
                "every trick": int(made and all_won),
                **dict.fromkeys(wholes, 1),
                f"{honours} honours": int(contract.trump is not None),
                "1 honour": int(honours == 1),
            }.get(row["what"], 0)
            if times and row["verdict"] in (verdict, "either"):
                total += times * row["chips"][label]
    assert found == 1, f"{contract} stands in {found} tables"
    return total


def contracts(variant: br.Variant, step: Step) -> Iterator[br.Contract]:
    """Every contract that a bid can become, seat 0 the declarer."""
    for suits in deal_suits(variant, step):
        alone = br.Contract(
            step.key,
            0,
            trump=suits.trump,
            suit_class=suits.suit_class,
            turned=suits.turn.suit,
            belle=suits.turn.belle,
        )
        partnered = evolve(alone, partner=2)
        if fixed_partner(variant, 0) is not None:
            yield partnered
        else:
            yield alone
            if step.partnered:
                yield partnered


def ends(variant: br.Variant, contract: br.Contract) -> Iterator[tuple[bool, int, int]]:
    """Verdict, margin and tricks of every way to end."""
    step, target = variant.ladder[contract.key], terms_of(variant, contract).target
    total, most = step.tricks_played(variant.hand), step.goal.most
    for taken in range((total if most is None or not step.breaks_off else most + 1) + 1):
        if step.goal.counted:
            short = min(1, target - taken) if step.breaks_off else target - taken
            yield taken >= target, taken - target if taken >= target else short, taken
        else:
            yield taken == target, 0, taken


def every_bill(
    variant: br.Variant, *, alone: bool = True
) -> Iterator[tuple[br.Contract, dict[str, Any], set[int]]]:
    """Every contract in every way to end: how it ends, and what one opponent pays or gets for it.

    Args:
        variant: the rules.
        alone: whether a bid for two may be played by one.
    """
    seats, seen = variant.seats, 0
    for step in variant.ladder:
        for contract in contracts(variant, step):
            if step.partnered and contract.partner is None and not alone:
                continue
            for made, margin, taken in ends(variant, contract):
                # Every number of honours meets every margin as the suits go round.
                honours = seen % 5 if step.has_trumps else 0
                seen += 1
                rest = step.tricks_played(variant.hand) - taken
                if step.breaks_off and step.goal.counted and not made:
                    rest = 1
                outcome = br.Outcome(
                    (taken, *([0] * (seats - 2)), rest), honours=(honours, *([0] * (seats - 1)))
                )
                bill = br.settle(variant, contract, outcome)
                assert bill.made is made
                between = [paid for paid in bill.transfers if isinstance(paid.payee, int)]
                end = {"made": made, "margin": margin, "honours": honours, "all_won": not rest}
                yield contract, {**end, "taken": taken}, {paid.chips for paid in between} or {0}
    assert seen >= 13 * len(variant.ladder)


@pytest.mark.long
@pytest.mark.no_cover  # depth, not coverage: four times as fast
@pytest.mark.parametrize("slug", br.list_variants())
def test_every_price_told_is_the_price_settled(document: Read, slug: str) -> None:
    prices = document("show", slug)["prices"]
    for contract, end, settled in every_bill(br.get_variant(slug)):
        del end["taken"]
        assert settled == {told_price(prices, contract, **end)}, (contract, end)


@pytest.mark.parametrize("slug", ["french"])
def test_P34_the_prices_of_slams(document: Read, slug: str) -> None:
    variant = br.get_variant(slug)
    table = next(
        table for table in document("show", slug)["prices"] if table["title"].startswith("Slams")
    )
    assert table["by"] == "trumps"
    assert [row["where"] for row in table["rows"]] == [
        "slam with a partner",
        "slam alone",
        "slam on the table",
    ]
    for row, trump in product(table["rows"], br.Suit):
        contract = br.Contract(
            "simple-belle",
            0,
            trump=trump,
            partner=2 if row["where"] == "slam with a partner" else None,
            turned=trump,
            belle=trump,
        )
        slam = "table" if row["where"] == "slam on the table" else "closed"
        for tricks in ((13, 0, 0, 0), (12, 1, 0, 0)):
            bill = br.settle(variant, contract, br.Outcome(tricks, slam=slam))  # type: ignore[arg-type]
            assert bill.transfers[0].chips == row["chips"][trump.symbol]


T1 = """
Simple Boston              10   10   20   30
Six Levées                 30   30   40   50
Seven Levées               50   50   60   70
Eight Levées               70   70   80   90
Nine Levées                90   90  100  110
Ten Levées                110  110  120  130
Eleven Levées             130  130  140  150
Twelve Levées             150  150  160  170
Grand Boston              400  400  450  500
Grand Boston on the Table 600  600  700  800
each overtrick              5    5    5    5
3 honours                  10   10   10   10
4 honours                  20   20   20   20
each undertrick             5    5    5    5
Little Misère                75    75
Piccolissimo                100   100
Grand Misère                150   150
Little Misère on the Table  200   200
Grand Misère on the Table   250   250
"""
W1_AND_L1 = """
Boston        12   12  13  13  14  14  14  15  15
Nine          32   34  36  39  41
Grand Slam   166
Boston        11   21   31   41   50
Eight         23   34   46   56   67   78   89  110
Grand Slam   177  198  222  241  262  284  305  326  348  369  390  412  433
Little Spread     80    80
"""
NANTES = """
Simple in Petite, Simple in Belle      4    8   16   12
each overtrick                         1    2    4    3
3 honours, made                        3    6   12    9
Nine, Nine in Petite, Nine in Belle   12   24   48   36
Little Misère                                           16    32    64    48
Little Misère on the Table, Grand Misère on the Table   64   128   256   192
slam with a partner    50   100   200   150
slam on the table     200   400   800   600
"""
LOST_OTHERWISE = """
Little Misère                 75    20
Grand Misère on the Table    250   160
Grand Boston on the Table, made  600  600  700  800
Grand Boston on the Table, lost  225  225  225  225
each undertrick (not Grand Boston on the Table)     5    5    5    5
"""
BONUS = """
Demande                           4     4
each overtrick                    1
every trick, alone              100
every trick, with a partner      50
every trick                     100
"""
SUPERPREFERENCE = """
bid              any other  petite  belle
Four                     2       4      6
Thirteen                20      40     60
each undertrick          1       2      3
"""


@pytest.mark.parametrize(
    ("slug", "rows"),
    [
        ("fontainebleau", T1),
        ("american", W1_AND_L1),
        ("french", NANTES),
        ("fontainebleau-cats", LOST_OTHERWISE),
        ("whisch-bostonien", BONUS),
        ("mariland", SUPERPREFERENCE),
    ],
)
def test_the_tables_as_the_tellings_print_them(
    run: Callable[..., Any], slug: str, rows: str
) -> None:
    lines = run("show", slug).stdout.splitlines()
    shown = {" ".join(line.removeprefix("– ").split()) for line in lines}
    for row in rows.strip().splitlines():
        assert " ".join(row.split()) in shown


# Rules that no variant of the library has.


@frozen
class PerSquare:
    """A third party's price: the tricks over or short, squared, and dearer with honours."""

    def lines(self, case: Case) -> tuple[Line, ...]:
        margin = case.over + case.under
        return (Line(7 + margin * margin * (1 + case.honours), "squared"),)

    def words(self) -> str:
        return "by the square"


@frozen
class ByEverySuit:
    """A third party's price that no simple suit rule tells."""

    def lines(self, case: Case) -> tuple[Line, ...]:
        suits = (case.trump, case.turned, case.belle)
        return (
            Line(1 + sum(int(suit or 0) * 5**place for place, suit in enumerate(suits)), "any"),
        )

    def words(self) -> str:
        return "by everything"


def test_prices_that_rise_unevenly_with_honours_are_listed_for_each() -> None:
    variant = br.get_variant("classic")
    odd = evolve(
        variant, payments=Payments(won=(PerSquare(),), lost=(Flat((("5", 1),)), PerSquare()))
    )
    over = next(table for table in price_tables(odd) if table.by == "over")
    five = {row.what: row.cells for row in over.rows if row.key == "5"}
    assert five["price"]["3"] == 7 + 9
    assert five["with 4 honours"]["3"] == 7 + 9 * 5
    assert five["with 1 honour"]["8"] == 7 + 64 * 2


@pytest.mark.parametrize("slug", ["fontainebleau-foster", "russian-foster"])
def test_honours_that_only_made_bids_know_are_said_once(slug: str) -> None:
    tables = price_tables(br.get_variant(slug))
    assert not any("honours" in row.what for table in tables for row in table.rows)
    told = {
        common.what: (common.verdict, set(common.cells.values()), common.but)
        for table in tables
        for common in table.common
        if "honours" in common.what
    }
    assert told == {"3 honours": ("made", {10}, ()), "4 honours": ("made", {20}, ())}


def test_G17_a_slam_that_is_scored_is_a_line_and_no_table() -> None:
    tables = price_tables(br.get_variant("french-foster"))
    assert [table.by for table in tables] == ["trumps", "turned", "belle"]
    (belle,) = (table for table in tables if table.by == "belle")
    scored = {row.what: row.cells for row in belle.rows if row.what.endswith("in all")}
    cells = {f"{suit}{belle}": 48 if belle else 24 for suit in "♠♣♥♦" for belle in ("", " belle")}
    assert scored == {
        "alone, 3 overtricks or more, in all": cells,
        "with a partner, 5 overtricks, in all": cells,
    }


@pytest.mark.long
def test_prices_by_anything_are_listed_by_all_suits() -> None:
    variant = br.get_variant(
        "mariland", prices=Payments(won=(ByEverySuit(),), lost=(ByEverySuit(),))
    )
    (table,) = price_tables(variant)
    assert table.by == "suits"
    assert len(table.columns) == 64
    row = next(row for row in table.rows if row.key == "4")
    assert row.cells["♥ trumps, ♣ turned, ♠ first"] == 1 + 2 + 0 + 75


def test_prices_by_class() -> None:
    @frozen
    class ByClass:
        def lines(self, case: Case) -> tuple[Line, ...]:
            return (
                Line({"plain": 1, "colour": 2, "preference": 3}.get(str(case.suit_class), 9), ""),
            )

        def words(self) -> str:
            return "by class"

    variant = br.get_variant("american")
    table = price_tables(evolve(variant, payments=Payments(won=(ByClass(),), lost=(ByClass(),))))[1]
    assert table.by == "class"
    assert table.columns == ("plain", "colour", "preference")
    assert table.rows[0].cells == {"plain": 1, "colour": 2, "preference": 3}


def test_suits_of_deals_are_told_apart_by_what_fixes_them() -> None:
    variant = br.get_variant("french")
    petite = [*deal_suits(variant, variant.ladder["simple-petite"])]
    assert len(petite) == 12
    assert {relation(suits) for suits in petite} == {"petite"}
    misere = [*deal_suits(variant, variant.ladder["petite-misere"])]
    assert {relation(suits) for suits in misere} == {"–"}
    assert all_suits(misere[0]) == "♣ turned, ♣ first"
    bid = priced(variant, variant.ladder["simple-belle"])
    assert bid is not None
    assert ("made", PARTNERED) in bid.ways
