"""How a declarer comes by a partner."""

from __future__ import annotations

from itertools import product
from typing import Any, Literal

import pytest
from attrs import evolve

import boston_rules as br
from boston_rules.deal.questions.accepting import InAuction, RaiseHigher, RaiseTo
from boston_rules.deal.questions.asking import AskAndAccept
from boston_rules.deal.questions.calling import CalledCard
from boston_rules.deal.questions.question import QuestionRule
from boston_rules.rules.partners import FixedSides, PartnerRule

RULES: tuple[PartnerRule, ...] = (AskAndAccept(), InAuction(), CalledCard(), FixedSides())


@pytest.mark.parametrize(
    ("rule", "chosen", "volunteers", "extra"),
    [
        (AskAndAccept(), True, True, 3),
        (AskAndAccept(2), True, True, 2),
        (InAuction(), False, True, 3),
        (InAuction(0), False, True, 0),
        (CalledCard(), True, False, 3),
        (FixedSides(), False, False, 0),
        (FixedSides(3), False, False, 3),
    ],
    ids=repr,
)
def test_who_decides_and_the_tricks_a_partner_adds(
    rule: PartnerRule, chosen: bool, volunteers: bool, extra: int
) -> None:
    assert (rule.chosen, rule.volunteers, rule.extra) == (chosen, volunteers, extra)
    assert rule.source is None


@pytest.mark.parametrize("rule", RULES, ids=repr)
def test_only_fixed_sides_have_a_partner_before_the_deal(rule: PartnerRule) -> None:
    found = [rule.opposite(seat, 4) for seat in range(4)]
    assert found == ([2, 3, 0, 1] if rule == FixedSides() else [None] * 4)


@pytest.mark.parametrize(
    ("after_pass", "passed", "eldest_passed"),
    [("anybody", True, True), ("eldest", False, True), ("nobody", False, False)],
)
def test_who_may_accept_in_the_auction(
    after_pass: Literal["anybody", "eldest", "nobody"], passed: bool, eldest_passed: bool
) -> None:
    rule = InAuction(after_pass=after_pass)
    assert rule.may_accept(passed=False, eldest=False)
    assert rule.may_accept(passed=False, eldest=True)
    assert rule.may_accept(passed=True, eldest=False) is passed
    assert rule.may_accept(passed=True, eldest=True) is eldest_passed


@pytest.mark.parametrize("rule", [AskAndAccept(), CalledCard(), FixedSides()], ids=repr)
def test_nobody_accepts_in_the_auction_under_the_other_rules(rule: PartnerRule) -> None:
    for passed, eldest in product((False, True), (False, True)):
        assert not rule.may_accept(passed=passed, eldest=eldest)


@pytest.mark.parametrize("rule", RULES, ids=repr)
def test_where_a_partnered_contract_may_be_played_without_a_partner(rule: PartnerRule) -> None:
    assert rule.optional is (rule != FixedSides())
    assert not InAuction(unaccepted=RaiseHigher()).optional


@pytest.mark.parametrize("rule", RULES, ids=repr)
def test_only_one_rule_calls_a_card(rule: PartnerRule) -> None:
    assert rule.calls is (rule == CalledCard())


@pytest.mark.parametrize("rule", RULES, ids=repr)
def test_only_fixed_sides_need_four_seats(rule: PartnerRule) -> None:
    assert rule.problems(4) == []
    assert rule.problems(3) == (
        ["fixed sides need four seats, not 3"] if rule == FixedSides() else []
    )


def test_three_seats_have_no_fixed_sides() -> None:
    three = br.get_variant("english-boston", seats=3)
    fields = {name: getattr(three, name) for name in ("dealing", "suits", "ladder", "pool")}
    fields |= {name: getattr(three, name) for name in ("payments", "passed_out", "boston_bonus")}
    made: Any = br.Variant
    with pytest.raises(br.VariantError) as caught:
        made(**fields, trumps=three.trumps, partners=FixedSides())
    assert "Variant: fixed sides need four seats, not 3" in caught.value.problems


def test_rules_that_ask_are_questions_with_phases() -> None:
    names = {
        type(rule).__name__: [phase.phase for phase in rule.phases()]
        for rule in (*RULES, InAuction(unaccepted=RaiseHigher()))
        if isinstance(rule, QuestionRule)
    }
    assert names == {
        "AskAndAccept": ["asking for a partner", "answering the declarer"],
        "CalledCard": ["calling a card"],
        "InAuction": ["raising the bid"],
    }
    assert InAuction().phases() == ()


def test_a_raise_names_contracts_of_the_ladder() -> None:
    variant = br.get_variant("fontainebleau")
    for rule in (None, RaiseHigher(), RaiseTo("5")):
        assert evolve(variant, partners=InAuction(unaccepted=rule)).partners is not None
    with pytest.raises(br.VariantError, match="unaccepted names '50', which is not on"):
        evolve(variant, partners=InAuction(unaccepted=RaiseTo("50")))


def test_the_partners_of_the_tellings() -> None:
    rules = {
        slug: br.get_variant(slug).partners for slug in ("fontainebleau", "american", "french")
    }
    found = {slug: rule and (type(rule).__name__, rule.extra) for slug, rule in rules.items()}
    assert found == {
        "fontainebleau": ("AskAndAccept", 3),
        "american": None,
        "french": ("InAuction", 3),
    }


def test_words() -> None:
    assert "from his left" in AskAndAccept().words()
    assert "win 3 tricks more" in AskAndAccept().words()
    assert "one who has passed too" in InAuction().words()
    assert "win 4 tricks more" in InAuction(4).words()
    assert "win it together" in InAuction(0).words()
    assert "eldest even if he has passed" in InAuction(after_pass="eldest").words()
    assert "player who has not passed may accept" in InAuction(after_pass="nobody").words()
    assert "thrown in" not in InAuction().words()
    raised = InAuction(unaccepted=RaiseHigher()).words()
    assert raised.endswith("he may raise it to any higher bid, or the hands are thrown in")
    assert "to 6 in the same suit" in InAuction(unaccepted=RaiseTo("6")).words()
    assert "card that he does not hold" in CalledCard().words()
    assert "opposite each other" in FixedSides().words()
    assert "more;" not in FixedSides().words()
    assert "needs 3 tricks more;" in FixedSides(3).words()
