"""What rules say is made of messages: every letter of it is translated, but for keys of bids."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import Formatter
from typing import Any

import pytest

import boston_rules as br
from boston_rules.core.saying import Said, joined, say
from boston_rules.deal.settlement.tariff import heading_of
from boston_rules.rules.cases import cases_of
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.leads import LeftOfDeclarerLeads
from boston_rules.rules.notation import parse_token
from boston_rules.rules.rule import LEFT, RIGHT
from boston_rules.telling.language import Speaker


@pytest.fixture
def speaker(monkeypatch: pytest.MonkeyPatch) -> Speaker:
    """One whose every message has dots for letters."""
    monkeypatch.setattr(Speaker, "_found", _dotted)
    return Speaker("fr")


def _dotted(speaker: Speaker, what: Said) -> str:
    text = what.many if what.many and what.number != 1 else what.message
    return "".join(
        re.sub(r"[^\W\d_]", "·", literal) + ("" if name is None else f"{{{name}}}")
        for literal, name, _, _ in Formatter().parse(text)
    )


KEYS = {step.key for slug in br.list_variants() for step in br.get_variant(slug).ladder}


def _left_over(text: str) -> list[str]:
    """The words that no message says, but for the keys of bids and the ranks of cards."""
    words = re.findall(r"\w[\w-]*", re.sub(r"[♠♥♦♣]\w+", "", text))
    return [word for word in words if word not in KEYS and re.search(r"[^\W\d_]", word)]


def _said(variant: br.Variant, rule: Any) -> Iterator[str]:
    names = {name for name in dir(rule) if name.startswith("words")}
    yield from (getattr(rule, name)() for name in names - {"words_among", "words_in"})
    if hasattr(rule, "words_in"):
        yield rule.words_in(variant)
    if hasattr(rule, "words_among"):
        yield from (rule.words_among(frozenset(ranks)) for ranks in ((), (1, 2), (0, 1)))


@pytest.mark.parametrize("slug", br.list_variants())
def test_every_word_of_a_rule_is_in_a_message(slug: str, speaker: Speaker) -> None:
    variant = br.get_variant(slug)
    rules = [rule for _, rule in variant.rules() if ".rules." in type(rule).__module__]
    assert len(rules) > 20
    for rule in rules:
        for said in _said(variant, rule):
            assert not _left_over(speaker(said)), said


@pytest.mark.parametrize("slug", br.list_variants())
def test_every_reason_of_a_price_is_a_message(slug: str, speaker: Speaker) -> None:
    variant = br.get_variant(slug)
    reasons = {
        line.reason
        for step in variant.ladder
        for case in cases_of(variant, step)
        for line in variant.payments.lines(case)
    }
    assert reasons
    for reason in reasons:
        assert isinstance(reason, Said)
        assert not _left_over(speaker(reason)), reason


def test_left_and_right_are_exchanged_wherever_they_stand() -> None:
    to_right = DealingRule(turn_order="right")
    leads = LeftOfDeclarerLeads().words()
    whole = joined("; ", ("nobody cuts", say("{rule}, or his {right}", rule=leads, right=RIGHT)))
    assert to_right.sided(leads) == "the player at the declarer's right leads"
    assert (
        to_right.sided(whole)
        == "nobody cuts; the player at the declarer's right leads, or his left"
    )
    assert to_right.sided("his left") == "his left"
    assert DealingRule().sided(whole) is whole
    assert to_right.sided(LEFT) == RIGHT


def test_every_rule_says_itself_with_a_pool_and_without() -> None:
    for variant in map(br.get_variant, br.list_variants()):
        for path, rule in variant.rules():
            for name in ("words", "words_without_pool"):
                words = getattr(rule, name, None)
                assert not callable(words) or words(), f"{variant}: {path}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("pas", "'pas' is not understood; near it: pass or ask"),
        (
            "sing",
            "'sing' is not understood; an action is expected, such as pass, bid 5 H or play QH",
        ),
    ],
)
def test_a_text_that_is_no_action_is_answered_with_what_is_near_or_with_examples(
    text: str, said: str
) -> None:
    with pytest.raises(br.NotationError) as caught:
        parse_token(text)
    assert str(caught.value) == said


def test_the_heading_of_a_bill_has_the_verdict_and_a_slam_that_was_declared() -> None:
    assert heading_of("Six", True, None) == "Six: made"
    assert heading_of("Six", False, None) == "Six: lost"
    assert heading_of("Six", True, "table") == "Six, slam declared: made"
    assert heading_of("Six", False, "closed") == "Six, slam declared: lost"
