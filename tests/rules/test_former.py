"""How fields stood in the first edition."""

from __future__ import annotations

import pytest
from attrs import Attribute, field, fields, frozen

import boston_rules as br
from boston_rules.questions.accepting import InAuction
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.former import OMITTED, Gone, added, former, former_of
from boston_rules.rules.ladder import Step
from boston_rules.rules.leads import DeclarerLeads, EldestLeads, LeftOfDeclarerLeads


@frozen
class Rule:
    plain: int = 0
    later: int = field(default=7, metadata=added(7))
    who: int | str | None = field(
        default=None, metadata=former((None, "none"), (1, True), (True, 1), name="whom")
    )


def attribute(kind: type, name: str) -> Attribute[object]:
    return next(each for each in fields(kind) if each.name == name)


def test_a_field_that_stands_as_it_stood_has_no_spelling() -> None:
    assert former_of(attribute(Rule, "plain")) is None


def test_a_field_that_was_added_is_left_out_at_its_default() -> None:
    spelling = former_of(attribute(Rule, "later"))
    assert spelling is not None
    assert spelling.name == ""
    assert spelling.spelled(7) is OMITTED
    assert repr(OMITTED) == "OMITTED"
    assert spelling.read(OMITTED) == 7
    for other in (8, True, None):
        with pytest.raises(KeyError):
            spelling.spelled(other)
    with pytest.raises(KeyError):
        spelling.read(7)


def test_a_field_that_was_spelled_otherwise() -> None:
    spelling = former_of(attribute(Rule, "who"))
    assert spelling is not None
    assert spelling.name == "whom"
    assert (spelling.spelled(None), spelling.read("none")) == ("none", None)
    # 1 and True are equal, and not the same.
    assert spelling.spelled(1) is True
    assert spelling.spelled(True) == 1
    assert spelling.spelled(True) is not True
    assert spelling.read(True) == 1
    assert spelling.read(1) is True
    for strange in ("none", 2, 1.0):
        with pytest.raises(KeyError):
            spelling.spelled(strange)
    for told in (None, 2, 1.0, "None"):
        with pytest.raises(KeyError):
            spelling.read(told)


def test_every_spelling_of_the_library_can_be_read_back() -> None:
    for kind in (br.Variant, DealingRule, Step, InAuction):
        for each in fields(kind):
            spelling = former_of(each)
            if spelling is not None:
                assert spelling.spelled(each.default) == spelling.spellings[0][1]
                for value, told in spelling.spellings:
                    assert spelling.spelled(value) == told
                    assert spelling.read(told) == value


@pytest.mark.parametrize(
    ("kind", "name", "was", "value", "told"),
    [
        (br.Variant, "partners", "", None, Gone("NoPartner")),
        (br.Variant, "dealt", "", None, OMITTED),
        (br.Variant, "questions", "", (), OMITTED),
        (br.Variant, "stakes", "", None, OMITTED),
        (DealingRule, "cutters", "", None, "none"),
        (DealingRule, "turn", "", None, "none"),
        (InAuction, "after_pass", "", "anybody", OMITTED),
        (InAuction, "unaccepted", "", None, OMITTED),
        (Step, "biddable", "", True, OMITTED),
        (Step, "lead", "declarer_left_leads", EldestLeads(), False),
        (Step, "lead", "declarer_left_leads", LeftOfDeclarerLeads(), True),
    ],
)
def test_what_the_first_edition_said(
    kind: type, name: str, was: str, value: object, told: object
) -> None:
    spelling = former_of(attribute(kind, name))
    assert spelling is not None
    assert spelling.name == was
    assert spelling.spelled(value) == told


def test_what_the_first_edition_had_not_stands_for_itself() -> None:
    lead = former_of(attribute(Step, "lead"))
    assert lead is not None
    with pytest.raises(KeyError):
        lead.spelled(DeclarerLeads())
