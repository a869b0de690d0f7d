"""A third party's rules have words and tables, and a topic that a game has not is not mentioned."""

from __future__ import annotations

import re

import pytest
from attrs import evolve
from tests.wording.strangers import ABSENT, Company, Neighbours, Solitary

import boston_rules as br
from boston_rules.rules.ladder import AtLeast, NamedSuit, Step
from boston_rules.telling.wording.phrases import contract_words, goal_words
from boston_rules.telling.wording.pricelines import price_lines
from boston_rules.telling.wording.prices import PARTNERED, priced
from boston_rules.telling.wording.pricetables import price_tables
from boston_rules.telling.wording.rulewords import bids_of, label_of, worded_rules, words_of

BOTH = pytest.mark.parametrize("variant", [Company(), Solitary()])


def test_prices_by_the_tricks_won_have_tables() -> None:
    tables = {(table.title, table.by): table for table in price_tables(Solitary())}
    assert [by for _, by in tables] == ["nothing", "won", "won"]
    made, lost = [table for (_, by), table in tables.items() if by == "won"]
    assert made.rows[0].cells == {"0": 14, "1": 13, "2": 12}
    assert lost.rows[0].cells == {str(won): won for won in range(3, 14)}
    assert [line.label for line in price_lines(Solitary(), made)] == ["Few"]


@BOTH
def test_what_the_tables_say_is_what_is_settled(variant: br.Variant) -> None:
    won = {table.title.split(":")[0].lower(): table for table in price_tables(variant)[1:]}
    for taken in range(14):
        rest = 13 - taken
        bill = br.settle(variant, br.Contract("few", 0), br.Outcome((taken, rest, 0, 0)))
        told = won["made" if bill.made else "lost"].rows[0].cells[str(taken)]
        assert {paid.chips for paid in bill.transfers} == {told}


def test_a_bid_that_nobody_may_play_alone_is_priced_with_a_partner_only() -> None:
    bid = priced(Company(), Company().ladder["prop"])
    assert bid is not None
    assert {way for _, way in bid.ways} == {PARTNERED}
    sides = evolve(Company(), partners=Neighbours(), dealt=None)
    for step in sides.ladder:
        found = priced(sides, step)
        assert found is not None
        assert {way for _, way in found.ways} == {PARTNERED}


def test_a_goal_that_cannot_be_met_has_no_price_when_made() -> None:
    bid = priced(Solitary(), Step(key="14", goal=AtLeast(14), suit=NamedSuit()))
    assert bid is not None
    assert {verdict for verdict, _ in bid.ways} == {"lost"}


def test_steps_say_who_leads_and_what_is_not_bid() -> None:
    goals = {bid.key: bid.goal for bid in bids_of(Company())}
    assert "the player opposite leads" in goals["few"]
    assert "it is not bid in the auction" in goals["6"]
    assert "auction" not in goals["prop"]


def test_every_rule_is_told_under_the_name_of_its_field() -> None:
    told = {label_of(name): words_of(Company(), rule) for name, rule in worded_rules(Company())}
    assert told["Questions"] == "the declarer proposes a toast"
    assert told["Dealt"].startswith("four aces")
    assert told["Carryover"].startswith("when the hands are thrown in")
    assert "Pool" not in told
    assert {"Partners", "Carryover", "Questions", "Dealt"}.isdisjoint(
        label_of(name) for name, _ in worded_rules(Solitary())
    )


@BOTH
def test_nothing_is_said_of_what_a_game_has_not(variant: br.Variant) -> None:
    said = " ".join(words_of(variant, rule) for _, rule in worded_rules(variant))
    if variant.partners is not None:
        said += words_of(variant, variant.payments.shares)
    said += str(price_tables(variant)[0].title) + str([bid.goal for bid in bids_of(variant)])
    for word in ABSENT:
        assert not re.search(rf"\b{word}\b", said), word


def test_contracts_in_words() -> None:
    contract = br.Contract("aces", 0, br.SPADES, partner=2, target=9, stakes=2)
    assert contract_words(Company(), contract) == "Aces in ♠ by seat 0 with seat 2, stakes × 2"
    assert goal_words(Company(), contract) == "win 9 tricks or more together"
    assert goal_words(Company(), br.Contract("few", 0)) == "win at most 2 tricks"


def test_a_bill_mentions_a_pool_where_there_is_one() -> None:
    few, taken = br.Contract("few", 0), br.Outcome((1, 12, 0, 0))
    assert "pool" not in br.settle(Solitary(), few, taken).explain()
    simple = br.Contract("5", 0, br.HEARTS)
    lost = br.settle(br.get_variant("american"), simple, br.Outcome((4, 9, 0, 0)))
    assert "; pool " in lost.explain()
    assert br.settle(br.get_variant("classic"), None, br.Outcome((0,) * 4)).mentions_pool
    read = br.Settlement((), (0,) * 4, pool=0, set_aside=0, made=None)
    assert not read.mentions_pool
    assert evolve(read, pool=3).mentions_pool
    assert read == evolve(read, has_pool=True)
