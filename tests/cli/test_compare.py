"""``boston-rules compare``: what it says of prices against the bills of ``br.settle``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from tests.cli.test_prices import LABELS, every_bill, in_all
from tests.cousins.games import registered
from tests.wording.strangers import Company, Solitary

import boston_rules as br
from boston_rules.telling.wording.comparison import Comparison, compare

Read = Callable[..., Any]
Run = Callable[..., Any]

AMERICAN = (
    "american", "american-decimal", "american-partnership", "american-capped", "boston-whist",
    "two-pack-hoyle", "english-boston",
)  # fmt: skip
ADDED = ("solo-whist", "kleurenwiezen")


@pytest.fixture
def added() -> Iterator[None]:
    """The games of the examples are registered."""
    with registered():
        yield


def rows_about(rows: list[Any], place: int, contract: br.Contract) -> list[Any]:
    """The lines that speak of a contract, whatever becomes of it."""
    way = "alone" if contract.partner is None else "with a partner"
    labels = {by: label(contract) for by, label in LABELS.items()}
    return [
        row
        for row in rows
        if row["chips"][place] is not None
        and row["where"] in ("", way)
        and (not row["suits"] or labels[row["by"]] in row["suits"])
    ]


def told_price(
    rows: list[Any], place: int, contract: br.Contract, *, made: bool, margin: int, taken: int,
    honours: int, all_won: bool,
) -> int:  # fmt: skip
    """What the lines about the contract say that one opponent pays or gets."""
    numbers = {"over": margin, "short": margin, "won": taken}
    found: dict[str, dict[str, list[int]]] = {}
    for row in rows:
        tricks = row["tricks"]
        if row["verdict"] not in ("either", "made" if made else "lost") or (
            tricks and not tricks["from"] <= numbers[tricks["count"]] <= tricks["to"]
        ):
            continue
        times = {
            "price": 1,
            "each overtrick": margin if made else 0,
            "each undertrick": 0 if made else margin,
            "every trick": int(made and all_won),
            f"{honours} honours": int(contract.trump is not None),
            "1 honour": int(honours == 1),
        }.get(row["what"], 0)
        if in_all(row["what"], contract, margin) and made:
            return int(row["chips"][place])
        chips = times * row["chips"][place]
        found.setdefault(row["what"], {}).setdefault(row["by"], []).append(chips)
    assert "price" in found, f"{contract} has no price"
    total = 0
    for what, by_kind in found.items():
        # Beside variants whose suits are told apart in several ways a figure stands in each.
        assert all(len(said) == 1 for said in by_kind.values()), f"{contract}: {what} is told twice"
        told = {said[0] for said in by_kind.values()}
        assert len(told) == 1, f"{contract}: {what} is told otherwise again"
        total += told.pop()
    return total


@pytest.mark.long
@pytest.mark.no_cover  # depth, not coverage: four times as fast
@pytest.mark.parametrize(
    "slugs",
    [
        AMERICAN,
        ("fontainebleau", "fontainebleau-cats", "fontainebleau-hoyle", "classic"),
        ("whisch-bostonien", "french", "mariland", "american"),
        ("russian-partnership", *ADDED, "russian"),
        ("fontainebleau", "fontainebleau-foster", "russian-foster"),
        ("french", "french-foster"),
    ],
)
def test_every_price_told_is_the_price_settled(
    document: Read, added: None, slugs: tuple[str, ...]
) -> None:
    """Whatever stands beside a variant, its own prices are told."""
    found = document("compare", *slugs)
    for place, slug in enumerate(slugs):
        variant = br.get_variant(slug)
        bids = {
            each["bids"][place]["key"]: each["prices"]
            for each in found["contracts"]
            if each["bids"] and each["bids"][place]
        }
        assert set(bids) == {step.key for step in variant.ladder}
        for contract, end, settled in every_bill(variant, alone=slug not in ADDED):
            rows = rows_about(bids[contract.key], place, contract)
            assert settled == {told_price(rows, place, contract, **end)}, (contract, end)


def test_a_line_is_marked_exactly_where_a_figure_differs(document: Read) -> None:
    for contract in document("compare", *AMERICAN)["contracts"]:
        for row in contract["prices"]:
            told = [chips for chips in row["chips"] if chips is not None]
            assert row["differs"] == [
                chips is not None and chips != told[0] for chips in row["chips"]
            ]


@pytest.mark.long
@pytest.mark.parametrize("slugs", list(pairwise(br.list_variants())))
def test_a_contract_stands_once_in_each_ladder(slugs: tuple[str, str]) -> None:
    found = compare(map(br.get_variant, slugs))
    for place, variant in enumerate(found.variants):
        bids = [contract.bids[place] for contract in found.contracts if contract.bids]
        assert sorted(bid.place for bid in bids if bid) == list(range(1, len(variant.ladder) + 1))
        for bid in bids:
            assert bid is None or variant.ladder.steps[bid.place - 1] is bid.step
    for contract in found.contracts:
        asked = {
            (bid.step.goal.words(), bid.step.has_trumps, bid.step.discard, bid.step.exposed)
            for bid in contract.bids
            if bid
        }
        assert len(asked) <= 1


# Which bids belong together.


def places(found: Comparison) -> dict[str, list[tuple[str, bool] | None]]:
    return {
        contract.name: [None if bid is None else (bid.step.key, bid.moved) for bid in contract.bids]
        for contract in found.contracts
    }


def test_bids_belong_together_by_what_they_ask_whatever_they_are_called() -> None:
    told = places(compare(map(br.get_variant, ("fontainebleau", "classic", "american"))))
    # WEB and CATS put Seven below Little Misère, Fontainebleau above it.
    assert told["Little Misère"] == [
        ("little-misere", False),
        ("petite-misere", True),
        ("little-misere", True),
    ]
    assert told["Seven Levées"] == [("7", False), ("7", True), ("7", True)]
    assert told["Little Misère on the Table"][2] == ("little-spread", True)
    assert told["Piccolissimo"] == [("piccolissimo", False), None, None]
    assert told["Open Misère"] == [None, ("misere-ouverte", False), None], "laid down later"


def test_several_bids_that_ask_the_same_stand_in_their_order() -> None:
    told = places(compare(map(br.get_variant, ("classic", "french"))))
    nines = [
        name
        for name, bids in told.items()
        if len(bids) == 2 and bids[1] is not None and bids[1][0].startswith("neuf")
    ]
    assert nines == ["Nine", "Nine in Petite", "Nine in Belle"]
    assert told["Nine"] == [("9", False), ("neuf", False)]


def test_slams_are_told_though_they_are_not_bid(document: Read) -> None:
    last = document("compare", "classic", "french")["contracts"][-1]
    assert (last["name"], last["bids"]) == ("slam on the table", [])
    assert [(row["suits"], row["chips"]) for row in last["prices"]] == [
        ([suit], [None, 200 * k]) for k, suit in ((1, "♠"), (2, "♣"), (4, "♥"), (3, "♦"))
    ]


def test_rules_without_pool_trumps_and_partners_can_be_compared() -> None:
    found = compare((Solitary(), Company(), br.get_variant("classic")))
    assert len(found.names) == 3
    assert all(len(line.cells) == 3 for line in (*found.ladder_lines(), *found.price_lines()))
    pool = dict(found.rules()).get("Pool", ())
    assert any(said == "None." for _, said in pool)


def test_a_topic_that_no_variant_has_is_not_mentioned(run: Run, added: None) -> None:
    told = run("compare", *ADDED).stdout
    assert "Prop and Cop" in told
    assert not re.search(r"\b(pool|ante|honours?)\b", told, re.IGNORECASE)


# Options.


def test_a_variant_is_compared_with_itself_under_an_option(document: Read) -> None:
    found = document("compare", "fontainebleau-cats", "fontainebleau-cats:special_losses=as-won")
    assert [variant["name"] for variant in found["variants"]] == [
        "fontainebleau-cats",
        "fontainebleau-cats:special_losses=as-won",
    ]
    assert found["variants"][1]["options"] == {"special_losses": "as-won"}
    changed = {
        contract["name"]: [row["verdict"] for row in contract["prices"] if any(row["differs"])]
        for contract in found["contracts"]
        if any(any(row["differs"]) for row in contract["prices"])
    }
    rules = {
        br.get_variant("fontainebleau-cats").ladder[key].name
        for key in (
            "piccolissimo", "little-misere", "grand-misere", "little-misere-table",
            "grand-misere-table", "13-table",
        )
    }  # fmt: skip
    assert set(changed) == rules
    assert all(set(verdicts) == {"lost"} for verdicts in changed.values())


def test_an_option_is_given_to_those_that_have_it(document: Read) -> None:
    found = document("compare", "classic", "american", "--option", "first_to=500")
    assert [variant["options"] for variant in found["variants"]] == [{"first_to": 500}, {}]


# Input validation.


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "two variants or more; none was given"),
        (("classic",), "two variants or more; only classic was given"),
        (("classic", "french", "classic"), "classic is given twice"),
        (("french", "frensh"), "no variant is called 'frensh'; near: french"),
        (("french", "classic", "--option", "levles=short"), "no.* option 'levles'; known: .*deals"),
        (("french", "classic:deals"), "'deals' is not NAME=VALUE"),
        (("french:deals=4", "classic", "--option", "deals=8"), "deals is given twice"),
        (
            ("french:deals=many", "classic"),
            "deals cannot be 'many': it may be a whole",
        ),
    ],
)
def test_what_cannot_be_compared_is_refused(
    run: Run, arguments: tuple[str, ...], told: str
) -> None:
    result = run("compare", *arguments, status=2)
    assert not result.stdout
    assert re.search(told, result.stderr), result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_the_function_raises_what_the_command_tells() -> None:
    with pytest.raises(br.VariantError, match="two variants or more"):
        compare([br.get_variant("classic")])
    with pytest.raises(br.VariantError, match="classic is given twice"):
        compare([br.get_variant("classic")] * 2)


# Layout.


@pytest.mark.long
@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("slugs", [AMERICAN, ("fontainebleau", "french", "classic")])
def test_lines_are_as_wide_as_the_terminal_at_most(
    run: Run, monkeypatch: pytest.MonkeyPatch, slugs: tuple[str, ...], width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    told = run("compare", *slugs).stdout
    assert max(map(len, told.splitlines())) <= width
    assert "\x1b" not in told
    figures = re.findall(r"\*?\d+", told)
    assert len([figure for figure in figures if figure.startswith("*")]) > 50
    # A table that is too wide is told in several; nothing is left out, nor broken.
    variants = [br.get_variant(slug) for slug in slugs]
    lines = list(compare(variants).price_lines())
    for place in range(1, len(slugs)):
        wanted = [
            ("*" if line.marked[place] else "") + line.cells[place]
            for line in lines
            if line.cells[place]
        ]
        assert not set(wanted) - set(figures)


@pytest.mark.parametrize("settings", [{"FORCE_COLOR": "1"}, {"NO_COLOR": "1", "FORCE_COLOR": "1"}])
def test_what_differs_is_told_by_a_sign_with_colour_and_without(
    run: Run, monkeypatch: pytest.MonkeyPatch, settings: dict[str, str]
) -> None:
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    told = run("compare", "american", "american-decimal").stdout
    plain = re.sub(r"\x1b\[[0-9;]*m", "", told)
    assert re.search(r"Boston, made exactly +12 +\*10", plain)
    assert not ("NO_COLOR" in settings and re.search(r"\x1b\[[0-9;]*3[1-7]m", told))


# The document.


def test_the_fields_of_the_document(document: Read) -> None:
    """What the page on prices promises."""
    found = document("compare", "fontainebleau", "classic", "french")
    assert found["schema"] == "boston_rules/comparison/1"
    assert set(found) == {"schema", "variants", "contracts", "rules"}
    for variant in found["variants"]:
        assert set(variant) == {
            "variant",
            "revision",
            "fingerprint",
            "options",
            "house",
            "title",
            "name",
        }
    for contract in found["contracts"]:
        assert set(contract) == {"name", "bids", "prices"}
        assert len(contract["bids"]) in (0, 3)
        for bid in filter(None, contract["bids"]):
            assert set(bid) == {
                "place", "moved", "key", "name", "french_name", "words", "partner",
            }  # fmt: skip
        for row in contract["prices"]:
            assert set(row) == {
                "words", "verdict", "what", "tricks", "honours", "by", "suits", "where", "chips",
                "differs",
            }  # fmt: skip
            assert len(row["chips"]) == len(row["differs"]) == 3
            assert row["verdict"] in ("made", "lost", "either")
            assert row["by"] in ("nothing", "trumps", "turned", "class", "relation", "suits")
            assert (row["by"] == "nothing") is (not row["suits"])
            assert row["tricks"] is None or set(row["tricks"]) == {"count", "from", "to"}
    for rule in found["rules"]:
        assert set(rule) == {"rule", "words"}
        told = [name for words in rule["words"] for name in words["variants"]]
        assert sorted(told) == ["classic", "fontainebleau", "french"]
