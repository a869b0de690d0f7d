"""Labels of actions: what a client writes on its buttons."""

from __future__ import annotations

import re

import pytest
from tests.cousins.games import DANISH
from tests.wording.strangers import Company, Solitary

import boston_rules as br
from boston_rules.deal.phases import actions_of_players

CLAIMS = (br.Revoke(1), br.Correct(br.parse_card("QH")), br.Misdeal(), br.Misdeal(touched=True))


@pytest.mark.parametrize(
    ("slug", "token", "label"),
    [
        ("american", "bid 6", "Six in a plain suit"),
        ("american", "bid 6 colour", "Six in the colour suit"),
        ("american", "bid 6 preference", "Six in the preference suit"),
        ("american", "bid grand-spread", "Grand Spread"),
        ("fontainebleau", "bid 6 H", "Six Levées in hearts"),
        ("french", "bid simple-belle QH", "Simple in Belle, laying the queen of hearts"),
        ("french", "bid simple-belle ?", "Simple in Belle, laying a card"),
        ("french", "bid grande-misere", "Grand Misère"),
        ("french", "discard 7C", "lay the seven of clubs aside"),
        ("french", "discard ?", "lay a card aside"),
        ("french", "turn 7C", "turn up the seven of clubs"),
        ("french", "shuffle ?", "shuffle the pack"),
        ("french", "cut ?", "cut the pack"),
        ("french", "cut 1", "cut 1 card from the top"),
        ("french", "cut 17", "cut 17 cards from the top"),
        ("french", "trump H", "name hearts as trumps"),
        ("french", "play TS", "play the ten of spades"),
        ("french", "call AS", "call the ace of spades"),
        ("french", "solo", "play alone"),
        ("french", "contest", "do not concede"),
        ("french", "slam table", "declare a slam on the table"),
        ("classic", "revoke 2", "claim a revoke of seat 2"),
        ("french", "revoke 2 5", "claim a revoke of seat 2 in trick 5"),
        ("french", "suit H", "call a lead in hearts"),
    ],
)
def test_a_label_says_what_the_action_is(slug: str, token: str, label: str) -> None:
    action = br.parse_action(token)
    assert br.describe(action, slug) == br.describe(br.Event(0, action), slug) == label


@pytest.mark.parametrize(
    "variant",
    [*map(br.get_variant, br.list_variants()), DANISH, Company(), Solitary()],
    ids=lambda variant: variant.slug,
)
def test_every_action_of_every_game_has_a_label_of_its_own(variant: br.Variant) -> None:
    actions = {*actions_of_players(variant), *CLAIMS}
    labels = {br.describe(action, variant) for action in actions}
    assert len(labels) == len(actions) > 30
    for label in labels:
        assert re.fullmatch(r"[^♣♦♥♠?_]+", label), label
        assert label == label.strip()


def test_a_bid_of_another_game_has_no_label() -> None:
    with pytest.raises(br.NotationError, match="neuf"):
        br.describe(br.parse_action("bid neuf H"), "classic")
