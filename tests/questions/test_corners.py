"""What rules of questions say without a pool, and answers that no game of the library asks for."""

from __future__ import annotations

import pytest

import boston_rules as br
from boston_rules.deal.calls import possible_bids
from boston_rules.deal.questions.accepting import Raising
from boston_rules.deal.questions.conceding import ConcessionRule
from boston_rules.deal.questions.polls import ContestRule
from boston_rules.rules.payments import Quotas


@pytest.mark.parametrize("rule", [ConcessionRule(), ContestRule(("5",)), Quotas()])
def test_without_a_pool_no_words_mention_one(
    rule: ConcessionRule | ContestRule | Quotas,
) -> None:
    assert "pool" in rule.words()
    assert "pool" not in rule.words_without_pool()
    assert rule.words().startswith(rule.words_without_pool()[:20])


def test_a_raise_under_another_partner_rule_can_be_any_bid() -> None:
    variant = br.get_variant("fontainebleau")
    assert Raising.actions(variant) == (br.Pass(), *possible_bids(variant, closed=True))


def test_only_a_dealt_contract_names_the_card_of_the_partner() -> None:
    bid = br.Contract("5", 0, br.HEARTS, called=br.parse_card("AS"))
    with pytest.raises(br.SettlementError, match="no card makes a partner in Simple Boston"):
        br.settle(br.get_variant("fontainebleau"), bid, br.Outcome((7, 2, 2, 2)))
