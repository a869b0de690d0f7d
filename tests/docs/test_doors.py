"""The first pages: every game in the gallery, every conversation as it is played today."""

from __future__ import annotations

import re
from pathlib import Path

from docs._ext.games import games_gallery
from docs._ext.terminal import conversation

import boston_rules as br
from boston_rules.variants import BUILT_IN

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_every_game_is_in_the_gallery_with_its_picture() -> None:
    text = games_gallery([br.get_variant(slug) for slug in BUILT_IN])
    for slug in BUILT_IN:
        assert f"<{f'/variants/{slug}'}>` (``{slug}``)" in text
        assert (DOCS / "pictures" / f"game-{slug}.svg").exists()
        assert (DOCS / "variants" / f"{slug}.rst").exists()
    assert "*3 or 4 players, 12 deals, 13 bids.*" in text


def test_a_conversation_is_what_a_person_sees() -> None:
    text = conversation("fontainebleau", 2, ["20", "6♥"], 80)
    assert text.startswith('<pre class="terminal">')
    plain = re.sub("<[^>]*>", "", text)
    assert "&gt; 6♥\n  You bid Six Levées ♥.\n" in plain
    assert "Your hand" in plain
    assert "You have left" not in plain


def test_play_tonight_has_the_prices_of_the_game() -> None:
    text = (DOCS / "play-tonight.rst").read_text(encoding="utf-8")
    variant = br.get_variant("classic")
    rows = re.findall(r"   \* - (.*)\n     - (.*)\n     - (.*)\n", text)[1:]
    told = {
        name.strip(): int(price)
        for names, _, prices in rows
        for name, price in zip(names.split(","), prices.split(","), strict=True)
    }
    assert told == {step.name: _price(variant, step.key) for step in variant.ladder}


def _price(variant: br.Variant, key: str) -> int:
    step = variant.ladder[key]
    trump = br.SPADES if step.has_trumps else None
    won = step.goal.tricks
    outcome = br.Outcome((won, step.tricks_played(variant.hand) - won, 0, 0))
    bill = br.settle(variant, br.Contract(key, 0, trump=trump), outcome)
    return bill.transfers[0].chips
