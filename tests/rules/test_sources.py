"""Where a rule comes from."""

from __future__ import annotations

import pytest
from attrs import fields, has

import boston_rules as br
from boston_rules.core.sources import TEXT_ONLY, Cite, Source

ENC = Source("ENC", "Boston (card game)")
CATS = Source("CATS", "How to Play Boston", "2015")


def test_sources_and_citations_as_text() -> None:
    assert str(ENC) == "Boston (card game)"
    assert str(CATS) == "How to Play Boston (2015)"
    assert str(Cite(ENC)) == "ENC"
    assert str(Cite(ENC, "laws, 8")) == "ENC, laws, 8"
    assert str(Cite(ENC, ruling="R7")) == "ENC; ruling R7"
    assert str(Cite((ENC, CATS), "bids", "R7, R8")) == "ENC and CATS, bids; rulings R7, R8"


def test_one_or_several_sources() -> None:
    assert Cite(ENC).sources == (ENC,)
    assert Cite((ENC, CATS)).sources == (ENC, CATS)


def test_citations_and_words_of_every_rule_are_marked_as_such() -> None:
    for slug in br.list_variants():
        for path, rule in br.get_variant(slug).rules():
            assert has(type(rule))
            for attribute in fields(type(rule)):
                if attribute.name in ("source", "name", "french"):
                    assert TEXT_ONLY.items() <= attribute.metadata.items(), (slug, path)


def test_every_room_of_a_variant_says_where_it_comes_from() -> None:
    # Rules that only hold others may leave it to their parts.
    for slug in br.list_variants():
        variant = br.get_variant(slug)
        for room in ("dealing", "suits", "bidding", "passed_out", "session", "ladder"):
            rule = getattr(variant, room)
            assert rule.source is not None, (slug, room)
            assert rule.source.sources
        for step in variant.ladder:
            assert step.source is not None, (slug, step.key)


@pytest.mark.parametrize("slug", br.list_variants())
def test_every_citation_is_of_a_source_the_variant_names(slug: str) -> None:
    variant = br.get_variant(slug)
    cites = [getattr(rule, "source", None) for _, rule in variant.rules()]
    cited = {source for cite in cites if cite is not None for source in cite.sources}
    assert cited
    assert sorted(source.key for source in cited - set(variant.sources)) == []
