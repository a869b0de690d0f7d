"""Fields of rules refuse what cannot be."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import frozen

import boston_rules as br
from boston_rules.deal.questions.asking import AskAndAccept
from boston_rules.deal.questions.polls import ChicaneRule
from boston_rules.rules.checked import choice, figure
from boston_rules.rules.ladder import AtLeast, Exactly
from boston_rules.rules.laws import MisdealLaw, RevokeLaw
from boston_rules.rules.passed_out import MostPaysEach, ThrownIn
from boston_rules.rules.payments import Honours, OvertrickEach, Quotas, SlamRule, UndertrickEach
from boston_rules.rules.pool import DealerAntes, DoublesPool, EachAntes, PoolRule
from boston_rules.rules.sessions import BostonBonus
from boston_rules.rules.trumps import BostonJack


@frozen
class Rule:
    count: int = figure()
    more: int = figure(7, least=2)
    maybe: int | None = figure(None, least=1, optional=True)
    kind: str = choice("a", "b", "c")


def refused(**given: Any) -> str:
    with pytest.raises(br.VariantError) as caught:
        Rule(**{"count": 1, **given})
    assert len(caught.value.problems) == 1
    return caught.value.problems[0]


def test_what_is_sound_passes() -> None:
    assert Rule(0) == Rule(count=0, more=7, maybe=None, kind="a")
    assert Rule(10**9, 2, 1, "c").kind == "c"


def test_a_figure_without_default_must_be_given() -> None:
    with pytest.raises(TypeError):
        Rule()


@pytest.mark.parametrize("value", [-1, 1.0, "1", None, True, False, (1,), [1]], ids=repr)
def test_a_figure_is_a_whole_number_and_no_truth_value(value: object) -> None:
    said = refused(count=value)
    assert "Rule.count" in said
    assert "from 0" in said
    assert repr(value) in said


def test_a_figure_has_its_least_value() -> None:
    assert "from 2, not 1" in refused(more=1)
    assert "from 1, not 0" in refused(maybe=0)
    assert "Rule.maybe" in refused(maybe="3")


@pytest.mark.parametrize("value", ["d", "", None, ["a"], 1], ids=repr)
def test_a_choice_is_one_of_those_named(value: object) -> None:
    said = refused(kind=value)
    assert "Rule.kind" in said
    assert "'a', 'b', 'c'" in said
    assert repr(value) in said


def test_the_rules_of_the_library_check_their_figures() -> None:
    for make in (
        lambda: DealerAntes(-50),
        lambda: EachAntes(True),
        lambda: ThrownIn(-5),
        lambda: MostPaysEach("5"),  # type: ignore[arg-type]
        lambda: AtLeast(-1),
        lambda: Exactly(1.0),  # type: ignore[arg-type]
        lambda: AskAndAccept(-3),
        lambda: BostonBonus(-2),
        lambda: ChicaneRule(-2),
        lambda: OvertrickEach(-5),
        lambda: UndertrickEach(-5),
        lambda: Honours(three=-10),
        lambda: SlamRule(50, 100, -200),
        lambda: Quotas(5, -3),
        lambda: MisdealLaw(fine=-1),
        lambda: RevokeLaw("hand"),  # type: ignore[arg-type]
        lambda: PoolRule(ante=EachAntes(5), lost=DoublesPool(), cap=-1),
        lambda: DoublesPool(below=-7),
        lambda: BostonJack("never"),  # type: ignore[arg-type]
    ):
        with pytest.raises(br.VariantError):
            make()
