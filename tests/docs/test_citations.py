"""Every citation of every rule names a place of a telling of the variant that speaks of that rule.

What the tellings say is in the statements of the edition; the citations are those of the rules as
they stand in the variants and under every choice of every option.
"""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

import boston_rules as br
from boston_rules.edition.checking import check_citation, check_citations, citations
from boston_rules.edition.statements import statements_at
from boston_rules.rules.trumps import BostonJack
from boston_rules.variants import BUILT_IN
from boston_rules.variants.tellings import CATS, DGM, ENC, FOSTER, LIBRARY, PKW, WEB


@pytest.mark.parametrize("slug", BUILT_IN)
def test_a_citation_names_a_place_that_speaks_of_the_rule(slug: str) -> None:
    assert [*citations(slug)]
    assert [*check_citations(slug)] == []


SOURCES = (CATS, DGM, ENC, FOSTER, PKW, LIBRARY)


@pytest.mark.parametrize(
    ("path", "cite", "complaint"),
    [
        # The mistakes of the first edition, one of each kind.
        (
            "suits",
            br.Cite(ENC, "American Boston"),
            "ENC, American Boston, says nothing of suits",
        ),
        (
            "session",
            br.Cite(ENC, "Le Whisch Bostonien"),
            "ENC, Le Whisch Bostonien, says nothing of session",
        ),
        (
            "payments.lost[3]",
            br.Cite(CATS, "honours and overtricks", "R7"),
            "CATS, honours and overtricks, says nothing of payments.lost[3]",
        ),
        (
            "payments.won[0]",
            br.Cite((CATS, DGM), "payments, Table 1"),
            "CATS and DGM has no part 'payments, Table 1'",
        ),
        ("session", br.Cite(PKW, "", "R9"), "PKW is cited and says nothing of session there"),
        (
            "passed_out",
            br.Cite(WEB, "The Bidding Ladder, 9"),
            "WEB is none of the variant's sources",
        ),
        # Numbers are counted, and every telling that is named must speak.
        (
            "laws.revoke",
            br.Cite(ENC, "laws of the game, 12"),
            "ENC has no part 'laws of the game, 12'",
        ),
        (
            "laws.revoke",
            br.Cite(ENC, "laws of the game, 10-12"),
            "ENC has no part 'laws of the game, 10-12'",
        ),
        (
            "laws.revoke",
            br.Cite(ENC, "laws of the game, 3-4"),
            "ENC, laws of the game, 3-4, says nothing of laws.revoke",
        ),
        (
            "laws.revoke",
            br.Cite(ENC, "laws of the game, 3"),
            "ENC, laws of the game, 3, says nothing of laws.revoke",
        ),
        (
            "suits",
            br.Cite((ENC, CATS), "note to the list of bids"),
            "CATS is cited and says nothing of suits there",
        ),
        (
            "bidding",
            br.Cite(LIBRARY),
            "the library decides by a numbered ruling, and none is cited",
        ),
        (
            "trumps",
            br.Cite(FOSTER, "the Jack of Diamonds"),
            "FOSTER has no part 'the Jack of Diamonds'",
        ),
    ],
)
def test_a_wrong_citation_is_found(path: str, cite: br.Cite, complaint: str) -> None:
    assert complaint in list(check_citation(cite, path, SOURCES))


@pytest.mark.parametrize("slug", BUILT_IN)
def test_each_citation_is_found_wrong_when_its_telling_is_another(slug: str) -> None:
    """The list of parts has no names that fit everywhere: moved elsewhere, a citation is wrong."""
    variant = br.get_variant(slug)
    for path, cite in citations(slug):
        if LIBRARY not in cite.sources:
            moved = evolve(cite, source=FOSTER if cite.source is not FOSTER else ENC)
            assert list(check_citation(moved, path, variant.sources)), f"{path}: {moved}"


@pytest.mark.parametrize("slug", BUILT_IN)
def test_twelve_deals_are_credited_to_a_telling_that_counts_them_or_to_P51(slug: str) -> None:
    variant = br.get_variant(slug)
    cite = variant.session.source
    assert cite is not None
    counts = [
        key
        for key in (source.key for source in cite.sources)
        for piece in cite.locus.split("; ")
        if any(each.question == "session.length" for each in statements_at(key, piece) or ())
    ]
    assert counts or LIBRARY in cite.sources
    own = variant.sources[0].key in ("CATS", "FOSTER")
    if variant.session.deals == 12 and not own:
        assert "P51" in cite.ruling.split(", ")


def test_R33_the_dead_hand_is_cited_where_there_is_one() -> None:
    three, four = br.get_variant("english-boston", seats=3), br.get_variant("english-boston")
    assert three.dealing.source is not None
    assert four.dealing.source is not None
    assert three.dealing.source.sources == (WEB, DGM, LIBRARY)
    assert {"R33", "P29"} <= set(three.dealing.source.ruling.split(", "))
    assert four.dealing.source.sources == (DGM, LIBRARY)


def test_P36_the_jack_of_a_turned_diamond_is_of_FOSTER_and_not_of_CATS() -> None:
    for choice, telling in (("turned", FOSTER), ("trumps", CATS)):
        trumps = br.get_variant("french", boston_jack=choice).trumps
        assert isinstance(trumps, BostonJack)
        assert trumps.source is not None
        assert trumps.source.sources == (telling,)


@pytest.mark.parametrize("slug", BUILT_IN)
def test_ace_high_following_suit_who_wins_and_who_leads_have_their_places(slug: str) -> None:
    """By a telling of the variant or, where it tells of no play, by the ruling that says so."""
    variant = br.get_variant(slug)
    rules: list[Any] = [variant.trumps]
    rules += [rule for step in variant.ladder for rule in (step.play, step.lead)]
    silent = slug in ("american-partnership", "mariland", "whisch-bostonien")
    for rule in rules:
        assert rule.source is not None
        assert bool(rule.source.locus) != silent
        assert ("N11" in rule.source.ruling) == silent


def test_N9_fixed_trumps_are_of_WEB_and_not_of_a_passage_that_ranks_suits() -> None:
    suits: Any = br.get_variant("american-capped").suits
    cite = suits.source
    assert cite.sources == (WEB,)
    assert "N9" in cite.ruling.split(", ")


@pytest.mark.parametrize(
    ("slug", "own", "ruling"),
    [
        ("russian-partnership", WEB, "P21"),
        ("american-partnership", ENC, "P27"),
        ("american-capped", WEB, "P28"),
        ("english-boston", WEB, "P29"),
    ],
)
def test_what_a_relative_lends_is_cited_with_the_ruling_that_borrows_it(
    slug: str, own: br.Source, ruling: str
) -> None:
    lent = 0
    for path, cite in citations(slug):
        if own in cite.sources or cite.sources == (LIBRARY,):
            continue
        if path in ("concession", "contest") and LIBRARY not in cite.sources:
            continue  # the option, which is the lender's
        assert ruling in cite.ruling.split(", "), f"{path}: {cite}"
        lent += 1
    assert lent > 3


def test_whatever_takes_a_pool_has_its_place() -> None:
    for slug in BUILT_IN:
        pool = br.get_variant(slug).pool
        assert pool is not None
        assert getattr(pool.taken_by, "source", None) is not None, slug


def test_demande_is_called_so_in_english_too() -> None:
    assert br.get_variant("whisch-bostonien").ladder["demande"].name == "Demande"


@pytest.mark.parametrize("slug", BUILT_IN)
def test_a_hidden_hand_does_not_cite_R3(slug: str) -> None:
    for step in br.get_variant(slug).ladder:
        assert step.source is not None
        assert ("R3" in step.source.ruling.split(", ")) == step.is_exposed, step.key
