"""Actions in words."""

from __future__ import annotations

import pytest
from attrs import evolve

import boston_rules as br
from boston_rules.core.saying import listed
from boston_rules.telling.language import speaker
from boston_rules.telling.wording.phrases import (
    call,
    contract_words,
    deal_title,
    goal_words,
    sentence,
)


@pytest.mark.parametrize(
    ("token", "told", "you"),
    [
        ("shuffle ?", "the pack is shuffled", "the pack is shuffled"),
        ("cut ?", "seat 1 cuts the pack", "you cut the pack"),
        ("turn 7C", "♣7 is turned", "♣7 is turned"),
        ("pass", "seat 1 passes", "you pass"),
        ("bid simple-belle QH", "seat 1 bids Simple in Belle, ♥Q laid", None),
        ("bid simple-belle ?", "seat 1 bids Simple in Belle, a card laid", None),
        ("bid neuf H", "seat 1 bids Nine ♥", "you bid Nine ♥"),
        ("bid petite-misere", "seat 1 bids Little Misère", "you bid Little Misère"),
        ("accept", "seat 1 accepts", "you accept"),
        ("decline", "seat 1 declines", "you decline"),
        ("ask", "seat 1 asks for a partner", "you ask for a partner"),
        ("solo", "seat 1 plays alone", "you play alone"),
        ("call AS", "seat 1 calls ♠A", "you call ♠A"),
        ("trump H", "seat 1 names ♥ as trumps", "you name ♥ as trumps"),
        ("chicane", "seat 1 declares chicane", "you declare chicane"),
        ("concede", "seat 1 concedes", "you concede"),
        ("contest", "seat 1 does not concede", "you do not concede"),
        ("discard 7C", "seat 1 lays ♣7 aside", "you lay ♣7 aside"),
        ("discard ?", "seat 1 lays a card aside", "you lay a card aside"),
        ("play QH", "seat 1 plays ♥Q", "you play ♥Q"),
        ("slam", "seat 1 declares a slam", "you declare a slam"),
        ("slam table", "seat 1 declares a slam on the table", None),
        ("misdeal", "seat 1 calls a misdeal", "you call a misdeal"),
        ("misdeal touched", "seat 1 calls a misdeal, cards touched", None),
        ("revoke 3", "seat 1 claims a revoke of seat 3", "you claim a revoke of seat 3"),
        (
            "revoke 3 2",
            "seat 1 claims a revoke of seat 3 in trick 2",
            "you claim a revoke of seat 3 in trick 2",
        ),
        ("suit H", "seat 1 calls a lead in ♥", "you call a lead in ♥"),
        ("correct QH", "seat 1 corrects the play to ♥Q", "you correct the play to ♥Q"),
    ],
)
def test_every_action_has_a_sentence(token: str, told: str, you: str | None) -> None:
    variant, action = br.get_variant("french"), br.parse_action(token)
    assert sentence(variant, br.Event(1, action)) == told
    if you is not None:
        assert speaker(viewer=1)(sentence(variant, br.Event(1, action))) == you


@pytest.mark.parametrize("slug", br.list_variants())
def test_every_bid_of_every_ladder_has_a_name(slug: str) -> None:
    variant = br.get_variant(slug)
    for step in variant.ladder:
        assert call(variant, br.Bid(step.key)) == step.name
        preferred = br.Bid(step.key, suit_class="preference")
        assert call(variant, preferred) == f"{step.name} in preference"


def test_contracts_in_words() -> None:
    variant = br.get_variant("american")
    later = br.Contract("5", 2, suit_class="plain")
    assert contract_words(variant, later) == "Boston by seat 2, trumps not named yet"
    named = evolve(later, trump=br.HEARTS)
    assert contract_words(variant, named) == "Boston in ♥ (plain) by seat 2"
    partnered = br.Contract("7", 1, br.CLUBS, partner=3)
    variant = br.get_variant("fontainebleau")
    assert contract_words(variant, partnered) == "Seven Levées in ♣ by seat 1 with seat 3"
    assert goal_words(variant, partnered) == "win 10 tricks or more together"
    assert goal_words(variant, evolve(partnered, partner=None)) == "win 7 tricks or more"
    called = evolve(partnered, partner=br.UNKNOWN, called=br.parse_card("QH"))
    assert contract_words(variant, called).endswith(" by seat 1 with the holder of ♥Q")
    assert goal_words(variant, called) == "win 10 tricks or more together"


def test_the_opening_of_a_deal_has_words() -> None:
    opened = br.start("classic").events[0]
    assert br.describe(opened, "classic") == "begin the deal"
    assert sentence(br.get_variant("classic"), opened) == "the deal begins"


def test_titles_counts_and_lists() -> None:
    assert deal_title(br.get_variant("classic", deals=8), 3) == "Deal 3 of 8"
    assert deal_title(br.get_variant("classic", first_to=500), 3) == "Deal 3 (first to 500 chips)"
    assert [listed(list("abc"[:length])) for length in range(1, 4)] == [
        "a",
        "a and b",
        "a, b and c",
    ]
