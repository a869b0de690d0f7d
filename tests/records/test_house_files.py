"""House rules by name: fields of rule objects from mappings and TOML files."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any, Final

import pytest
from attrs import evolve, frozen

import boston_rules as br
from boston_rules.records import (
    house_rules,
    load_house,
    loads_house,
    rule_fields,
    with_fields,
)
from boston_rules.records.data import thaw
from boston_rules.records.limits import MOST_HOUSE_BYTES
from boston_rules.rules.ladder import AtLeast, NamedAfterwards
from boston_rules.rules.payments import EveryTrick, SuitFactor
from boston_rules.rules.pool import AtOrAbove, EachAntes, FeedsNothing
from boston_rules.testing import random_walk

HOUSES: Final = Path(__file__).resolve().parents[2] / "examples" / "houses"
SLUG: Final = "fontainebleau"


def keys(variant: br.Variant) -> list[str]:
    return [step.key for step in variant.ladder]


def problems(changes: Any, slug: str = SLUG) -> tuple[str, ...]:
    with pytest.raises(br.VariantError) as caught:
        with_fields(slug, changes)
    return caught.value.problems


class TestListedFields:
    @pytest.mark.long
    @pytest.mark.parametrize("slug", br.list_variants())
    def test_each_may_be_set_to_what_it_is(self, slug: str) -> None:
        found = list(rule_fields(slug))
        paths = [each.path for each in found]
        assert len(set(paths)) == len(paths)
        told = {
            each.path: each.value if each.value is None else thaw(each.value)
            for each in found
            if not any(path.startswith(f"{each.path}.") for path in paths)
        }
        assert with_fields(slug, told).fingerprint() == br.get_variant(slug).fingerprint()

    def test_every_rule_object_is_among_them(self) -> None:
        listed = {each.path.replace(".steps", "") for each in rule_fields(SLUG)}
        for path, rule in br.get_variant(SLUG).rules():
            if not path.startswith("ladder.steps"):
                assert re.sub(r"\[\d\]", f".{type(rule).__name__}", path) in listed

    def test_what_is_said_of_one(self) -> None:
        found = {each.path: each for each in rule_fields(SLUG)}
        lost = found["pool.lost"]
        assert (lost.value, lost.type) == ("PaysLikeOpponent", "FeedsPool")
        assert lost.may_be == "one of the rules DoublesPool, FeedsNothing, PaysLikeOpponent"
        assert found["ladder.5.exposed"].may_be == "'no' or 'before-lead' or 'after-first-trick'"
        assert found["payments.won.BySuit.rows.5"].value == (10, 10, 20, 30)
        assert found["last_pool"].may_be == "'adversaries' or 'all'"


@pytest.mark.long
@pytest.mark.parametrize(
    ("changes", "look", "value"),
    [
        ({"pool.cap": 100}, lambda v: v.pool.cap, 100),
        ({"pool": {"cap": 100}}, lambda v: v.pool.cap, 100),
        ({"pool": "none"}, lambda v: v.pool, None),
        ({"pool": None}, lambda v: v.pool, None),
        ({"pool.lost": "FeedsNothing"}, lambda v: v.pool.lost, FeedsNothing()),
        (
            {"pool.ante.dealer-extra": 7, "pool.ante": {"rule": "EachAntes", "chips": 7}},
            lambda v: v.pool.ante,
            EachAntes(7, 7),
        ),
        ({"pool.ante": {"rule": "EachAntes", "chips": 7}}, lambda v: v.pool.ante, EachAntes(7)),
        ({"pool.ante.rule": "EachAntes", "pool.ante.chips": 7}, lambda v: v.pool.ante.chips, 7),
        (
            {"pool.taken-by": {"rule": "AtOrAbove", "key": 8}},
            lambda v: v.pool.taken_by,
            AtOrAbove("8"),
        ),
        ({"deals": 5}, lambda v: v.options(), {"deals": 5}),
        ({"deals": 5, "session.starting_chips": 0}, lambda v: v.session.deals, 5),
        ({"session.deals": 5}, lambda v: (v.session.deals, v.options()), (5, {})),
        ({"enforcement": "table"}, lambda v: v.table_law is None, False),
        ({"suits.order": ("H", "D", "C", "S")}, lambda v: v.suits.order[0], br.HEARTS),
        ({"ladder.5.goal.tricks": 4}, lambda v: v.ladder["5"].goal, AtLeast(4)),
        ({"ladder.steps.5.goal.tricks": 4}, lambda v: v.ladder["5"].goal, AtLeast(4)),
        ({"ladder.5.name": "Fünf"}, lambda v: v.ladder["5"].name, "Fünf"),
        ({"ladder.5.suit": "NamedAfterwards"}, lambda v: v.ladder["5"].suit, NamedAfterwards()),
        ({"ladder.5.holding": "AS AH"}, lambda v: v.ladder["5"].holding.tokens, "AS AH"),
        ({"ladder.5": "none"}, lambda v: keys(v)[0], "6"),
        ({"ladder.5.above": "6"}, lambda v: keys(v)[:3], ["6", "5", "little-misere"]),
        ({"ladder.13-table.below": 5}, lambda v: keys(v)[:2], ["13-table", "5"]),
        ({"ladder.steps": ["8", "6", "7"]}, keys, ["8", "6", "7"]),
        (
            {"payments.won.BySuit.rows.5": [1, 2, 3, 4]},
            lambda v: v.payments.won[0].rows[0][1][3],
            4,
        ),
        ({"payments.won.BySuit.rows.5.2": 99}, lambda v: v.payments.won[0].rows[0][1][2], 99),
        ({"payments.won.Honours": "none"}, lambda v: len(v.payments.won), 3),
        (
            {"payments.won.EveryTrick": {"alone": 50, "two": 20}},
            lambda v: v.payments.won[4],
            EveryTrick(50, 20),
        ),
        ({"payments.won.OvertrickEach.rows.5": 9}, lambda v: v.payments.won[2].rows, (("5", 9),)),
        (
            {
                "payments.won.BySuit": "none",
                "payments.won.Flat": {"rule": "Flat", "rows": {"5": 9}},
                "ladder.steps": ["5"],
            },
            lambda v: v.payments.won[0].rows,
            (("5", 9),),
        ),
        ({"chicane.chips": 5}, lambda v: v.chicane.chips, 5),
        ({"partners.extra": 2}, lambda v: v.partners.extra, 2),
    ],
)
def test_a_field_is_set(changes: Any, look: Any, value: object) -> None:
    assert look(with_fields(SLUG, changes)) == value


def test_a_new_bid_with_its_prices() -> None:
    told = """
    [ladder.8-sans]
    rule = "Step"
    name = "Eight without Trumps"
    goal = { rule = "AtLeast", tricks = 8 }
    suit = "NoTrumps"
    above = "8"

    [payments]
    won.Flat.rows.8-sans = 95
    lost.Flat.rows.8-sans = 90
    """
    variant = loads_house(told, SLUG)
    assert keys(variant)[5:7] == ["8", "8-sans"]
    bill = br.settle(variant, br.Contract("8-sans", 0), br.Outcome((8, 2, 2, 1)))
    assert bill.deltas[1] == -95


def test_prices_are_taken_over_as_they_stand() -> None:
    around = {
        "rule": "SuitFactor",
        "factors": [1, 1, 2, 1],
        "parts": {"same": "payments.won"},
    }
    plain = br.get_variant(SLUG)
    house = with_fields(SLUG, {"payments.won": [around]})
    assert house.payments.won == (SuitFactor((1, 1, 2, 1), plain.payments.won),)
    swapped = with_fields(SLUG, {"ladder.6.goal": {"same": "ladder.5.goal"}})
    assert swapped.ladder["6"].goal == plain.ladder["5"].goal


def test_options_and_rules_that_are_chosen_already_stay() -> None:
    short = br.get_variant(SLUG, deals=4, last_pool="all")
    house = with_fields(short, {"pool.cap": 100})
    assert house.options() == short.options()
    assert house_rules(house) == ("pool",)
    both = with_fields(house, {"starting_chips": 5})
    assert (both.pool, both.session) == (house.pool, evolve(short.session, starting_chips=5))
    other = with_fields(short, {"session": {"rule": "SessionRule", "deals": 9}})
    assert (other.session.deals, other.options()) == (9, {"last_pool": "all"})
    assert with_fields(short, {}) is short


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_any_fields_of_other_tellings_are_refused_or_played(seed: int) -> None:
    """Three fields at a time get values that fields of the same type have elsewhere."""
    rng = random.Random(seed)
    found = [(slug, field) for slug in br.list_variants() for field in rule_fields(slug)]
    played = 0
    for number in range(30):
        changes = {}
        slug = rng.choice(br.list_variants())
        for field in rng.sample([field for own, field in found if own == slug], 3):
            like = rng.choice([other for _, other in found if other.type == field.type])
            changes[field.path] = thaw(like.value)
        try:
            house = with_fields(slug, changes)
        except br.VariantError:
            continue
        played += 1
        record = br.record(random_walk(house, seed=number, deals=1).states[0][-1])
        assert br.variant_of(br.loads(br.dumps(record))) == house
        assert br.replay(record)
    assert played


class TestRefused:
    @pytest.mark.parametrize(
        ("changes", "told"),
        [
            ({"pool.cup": 1}, "pool has no field 'cup'; near: cap; there are: ante, taken_by"),
            ({"pol.cap": 1}, "fontainebleau has no field 'pol'; near: pool; there are: "),
            ({"ladder.55.goal.tricks": 1}, "ladder has no '55'; near: 5; there are: 5, 6, "),
            (
                {"payments.won[0].each": 1},
                "payments has no field 'won[0]'; near: won; there are: won, lo",
            ),
            ({"payments.won.0.each": 1}, "payments.won has no '0'; there are: BySuit, Flat, Ov"),
            ({"payments.won.BySuit.rows.55": 1}, "payments.won.BySuit.rows has no '55'; near: 5"),
            ({"payments.won.BySuit.rows.5.4": 1}, "rows.5 has no '4'; there are: 0, 1, 2, 3"),
            ({"pool.cap": "much"}, "pool.cap cannot be 'much': it may be a whole number or none"),
            ({"pool.cap": True}, "pool.cap cannot be True: it may be a whole number or none"),
            ({"pool.cap": 1.5}, "'pool.cap' has a value that is neither a short text nor"),
            ({"pool.cap": object}, "'pool.cap' has a value that is neither"),
            ({"pool.cap": 10**13}, "'pool.cap' has a number beyond"),
            ({"pool.cap": -1}, "pool: PoolRule.cap is a whole number from 0, not -1"),
            ({"pool.lost": "FeedsNot"}, "cannot be 'FeedsNot': it may be one of the rules Doub"),
            ({"pool.lost": "EachAntes"}, "pool.lost cannot be 'EachAntes': it may be one of"),
            ({"pool.lost.rule": "EachAntes"}, "EachAntes lacks chips"),
            ({"pool.lost": {"rule": "AnyBid"}}, "pool.lost cannot be a AnyBid: it may be one of"),
            ({"pool.ante": {"rule": "os.system"}}, "a rule class that is not registered here"),
            (
                {"pool.ante": {"rule": "EachAntes", "chip": 1}},
                "pool.ante has no field 'chip'; near: chips",
            ),
            ({"pool.cap.more": 1}, "pool.cap has no fields to set"),
            ({"trumps.jack": 1}, "trumps has no field 'jack'"),
            ({"boston_bonus.chip": 1}, "boston_bonus has no field 'chip'; near: chips"),
            ({"ladder": "none"}, "ladder cannot be 'none': it may be the rule Ladder"),
            ({"ladder.little-mis.above": "8"}, "ladder has no 'little-mis'; near: little-misere"),
            ({"ladder.5.above": "55"}, "ladder.5.above: there is no other '55'"),
            ({"ladder.5.above": "5"}, "ladder.5.above: there is no other '5'"),
            ({"ladder.5.exposed": "yes"}, "it may be 'no' or 'before-lead' or 'after-first-tri"),
            ({"payments.won.BySuit.rows.5": [1, 2]}, "it may be a list of 4, each a whole number"),
            ({"suits.order": ["H", "X"]}, "'X' is no suit"),
            ({"suits.order.0": "none"}, "names each of the four suits once"),
            ({"pool": {"same": "poll"}}, "pool: nothing stands at 'poll'"),
            ({"pool": {"same": "ladder"}}, "pool cannot be a Ladder: it may be the rule PoolRule"),
            ({"deals": "few"}, "deals cannot be 'few': it may be a whole number or none"),
            ({"enforcement": "loose"}, "enforcement is one of 'strict', 'table', not 'loose'"),
            ({"": 1}, "'' names no field"),
            ({"pool..cap": 1}, "'pool.' names no field"),
            ({3: 1}, "3 has a value that is neither a short text"),
            ({".".join("a" * 30): 1}, "goes more than 24 deep"),
            ({"pool": None, "pool.cap": 1}, "pool is given twice"),
            ({"pool.cap": 1, "pool": None}, "pool is given twice"),
            ({"pool.cap": 1, "pool": {"cap": 2}}, "pool.cap is given twice"),
            ({"dealing.packets": [4, 4]}, "packets (4, 4) do not add up to 13 cards"),
            ({"partners": "none"}, "partnered, but the variant has no partners"),
        ],
    )
    def test_with_the_reason(self, changes: Any, told: str) -> None:
        assert any(told in problem for problem in problems(changes)), problems(changes)

    def test_with_all_reasons(self) -> None:
        found = problems({"pool.cap": "x", "pool.cup": 1, "ladder.5.goal": 5, "pol": 1})
        assert len(found) == 4

    @pytest.mark.parametrize("given", [[("pool.cap", 1)], "pool.cap=1", None])
    def test_what_is_no_mapping(self, given: Any) -> None:
        with pytest.raises(TypeError, match="changes must be a mapping"):
            with_fields(SLUG, given)


class TestFiles:
    @pytest.mark.parametrize("path", sorted(HOUSES.glob("*.toml")), ids=lambda path: path.stem)
    def test_an_example_is_recorded_and_read_back(self, path: Path) -> None:
        house = load_house(path)
        assert house != br.get_variant(house.slug)
        assert load_house(str(path), house.slug) == house
        assert br.variant_of(br.loads(br.dumps(br.record(br.start(house))))) == house

    def test_the_variant_may_be_named_beside_the_file(self, tmp_path: Path) -> None:
        path = tmp_path / "house.toml"
        path.write_text("pool.cap = 100\n", "utf-8-sig")
        assert load_house(path, "french").slug == "french"
        capped = load_house(path, with_fields("french", {"deals": 3}))
        assert (capped.options(), house_rules(capped)) == ({"deals": 3}, ("pool",))
        with pytest.raises(br.VariantError, match="which rules does it change"):
            load_house(path)

    def test_a_file_that_is_not_there(self, tmp_path: Path) -> None:
        with pytest.raises(FileNotFoundError):
            load_house(tmp_path / "none.toml")
        with pytest.raises(TypeError):
            load_house(3)  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("pool.cap", "this is not TOML: "),
            ("[pool]\n[pool]", "this is not TOML: "),
            ("\0", "this is not TOML: "),
            (b"\xff", "the text is not UTF-8, at byte 0"),
            ("x" * (MOST_HOUSE_BYTES + 1), "house rules have 262144 bytes at most"),
            ("a" + ".a" * 100_000 + "=1", "a line of house rules has 256 dots at most"),
            ("a=" + "[" * 100_000, "this is not TOML: "),
            ("a=" + "[" * 50 + "]" * 50, "is nested more than 24 deep"),
            ("pool.cap=" + "9" * 5000, "this is not TOML: "),
            ("pool.cap=2026-01-01", "'pool' has a value that is neither"),
            ("pool.cap=inf", "neither a short text nor a number"),
            ("deals=[" + "1," * 65 + "]", "65 values; 64 is the most"),
            ("variant=3", "variant is a slug, not 3"),
            ("variant='french'", "it changes the rules of 'french', not of fontainebleau"),
            ("[[ladder]]\nx=1", "ladder is not a list: it may be the rule Ladder"),
            ("[rule]\nx=1", "fontainebleau has no field 'rule'"),
            (
                "pool.lost.rule='x'",
                "pool.lost is 'x', which is no rule of this library; it may be one of the rules "
                "DoublesPool, FeedsNothing, PaysLikeOpponent",
            ),
            ("pool.ante.rule='a.Tithe'", "import a first"),
            ("pool.rule.rule='x'", "which is no rule of this library; it may be the rule PoolRule"),
        ],
    )
    def test_hostile_text(self, text: str | bytes, told: str) -> None:
        with pytest.raises(br.VariantError) as caught:
            loads_house(text, SLUG)
        assert told in str(caught.value)

    def test_what_is_no_text(self) -> None:
        with pytest.raises(TypeError, match="text must be a str or bytes"):
            loads_house(3, SLUG)  # type: ignore[arg-type]


@br.register_rule
@frozen
class Tithe:
    """An ante of somebody else."""

    rate: int = 10

    def amounts(self, dealer: int, deal: int, deals: int, seats: int) -> tuple[int, ...]:
        return (self.rate,) * seats

    def words(self) -> str:
        return f"everybody antes {self.rate}"


def test_a_rule_of_somebody_else_is_named_as_in_records() -> None:
    name = f"{__name__}.Tithe"
    house = with_fields(SLUG, {"pool.ante": {"rule": name, "rate": 3}})
    assert house.pool is not None
    assert house.pool.ante == Tithe(3)
    assert with_fields(SLUG, {"pool.ante": name}) == with_fields(SLUG, {"pool.ante.rule": name})
    assert with_fields(house, {"pool.ante.rate": 5}).pool.ante == Tithe(5)  # type: ignore[union-attr]
    assert br.variant_of(br.record(br.start(house))) == house
