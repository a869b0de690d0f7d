"""Pages of a third party's variants, and comparisons with them."""

from __future__ import annotations

import re

import pytest
from docs._ext.bidnames import bid_glossary
from docs._ext.differences import differences
from docs._ext.variantpage import variant_page
from tests.wording.strangers import ABSENT, Company, Solitary

import boston_rules as br
from boston_rules.telling.wording.rulewords import words_of

BOTH = pytest.mark.parametrize("variant", [Company(), Solitary()])


@BOTH
def test_a_page_says_nothing_of_what_the_game_has_not(variant: br.Variant) -> None:
    text = variant_page(variant)
    for word in ABSENT:
        assert not re.search(rf"\b{word}\b", text, re.IGNORECASE), word
    for _, rule in variant.rules():
        if words_of(variant, rule) != "eldest leads":
            assert words_of(variant, rule)
    assert "win at most 2 tricks" in text
    assert "Sources and rulings" not in text  # those of its words stand beside them
    assert ("partner" in text) == (variant.partners is not None)


@BOTH
@pytest.mark.parametrize("slug", ["classic", "french"])
def test_it_is_compared_both_ways(variant: br.Variant, slug: str) -> None:
    other = br.get_variant(slug)
    assert "\n".join(differences(variant, other)).count("   * - Pool\n") == 1
    assert "\n".join(differences(other, variant)).count("   * - Pool\n") == 1


def test_a_rule_that_says_keys_as_such_is_told_by_the_names_of_the_bids() -> None:
    price = Solitary().payments.won[0]
    assert price.words() == "for each trick: few 1, 7 3"
    assert words_of(Solitary(), price) == "for each trick: Few 1, Seven 3"


def test_its_bids_stand_in_a_glossary() -> None:
    text = bid_glossary([Company(), Solitary()])
    assert text.count("   Few\n") == 1
    assert "``few``" in text
