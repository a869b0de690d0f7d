"""Prices and rules as lines of text, for whoever lays them out."""

from __future__ import annotations

import pytest
from attrs import evolve

import boston_rules as br
from boston_rules.telling.wording.pricelines import (
    price_columns,
    price_lines,
    prices_of_bid,
    shared_lines,
)
from boston_rules.telling.wording.pricetables import price_tables
from boston_rules.telling.wording.rulewords import (
    bids_of,
    cites_of,
    merged_cites,
    ruling_order,
    slots_of,
    within,
    worded_rules,
)

EVERY = pytest.mark.parametrize("slug", br.list_variants())


@EVERY
def test_every_line_of_prices_fills_the_columns_of_its_table(slug: str) -> None:
    variant = br.get_variant(slug)
    named = set()
    for prices in price_tables(variant):
        columns = price_columns(prices)
        for line in (*price_lines(variant, prices), *shared_lines(variant, prices)):
            assert len(line.cells) == len(columns)
            assert any(line.cells)
            assert line.label == line.label.strip() != ""
        assert not any(line.added for line in shared_lines(variant, prices))
        named |= {row.key for row in prices.rows}
    assert {step.key for step in variant.ladder} <= {
        key for keys in named for key in keys.split(", ")
    }


def test_bids_that_cost_the_same_share_their_lines() -> None:
    variant = br.get_variant("fontainebleau")
    for prices in price_tables(variant):
        heads = [line.label for line in price_lines(variant, prices) if not line.added]
        assert len(heads) == len(set(heads))


def test_a_table_says_of_one_bid_what_it_says_of_all() -> None:
    variant = br.get_variant("french")
    for prices in price_tables(variant):
        for key in {row.key for row in prices.rows}:
            alone = prices_of_bid(prices, key)
            assert {row.key for row in alone.rows} == {key}
            assert all(row in prices.rows for row in alone.rows)
            assert all(key not in shared.but for shared in alone.common)
        nothing = prices_of_bid(prices, "no such bid")
        assert (nothing.rows, nothing.common) == ((), ())


@EVERY
def test_bids_are_those_of_the_ladder(slug: str) -> None:
    variant = br.get_variant(slug)
    bids = bids_of(variant)
    assert [bid.place for bid in bids] == list(range(1, len(variant.ladder) + 1))
    assert [bid.key for bid in bids] == [step.key for step in variant.ladder]
    assert all(bid.name and bid.goal for bid in bids)


@EVERY
def test_rules_have_words_and_what_is_within_them_lies_below(slug: str) -> None:
    variant = br.get_variant(slug)
    worded = dict(worded_rules(variant))
    assert worded.items() <= dict(slots_of(variant)).items()
    for slot in worded:
        assert all(path.startswith(slot) and path != slot for path, _ in within(variant, slot))


def test_citations_of_one_place_are_one_with_all_rulings() -> None:
    variant = br.get_variant("french")
    cites = cites_of(variant, "ladder")
    merged = merged_cites(cites)
    assert len(merged) == len({evolve(cite, ruling="") for cite in cites}) < len(cites)
    for cite in merged:
        rulings = cite.ruling.split(", ") if cite.ruling else []
        assert rulings == sorted(set(rulings), key=ruling_order)
