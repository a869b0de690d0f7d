"""``python -m benchmarks.defence``: how far a defence is from one that sees all hands."""

from __future__ import annotations

import random
from pathlib import Path

from benchmarks.defence import bid_deal, main, seen_through, won
from click.testing import CliRunner

import boston_rules as br
from boston_rules.bots import Bot, SimpleBot, decide
from boston_rules.solver import best

SOURCE = Path(br.__file__).parents[1]


def simple(rng: random.Random) -> Bot:
    return SimpleBot(rng)


def deals(slug: str, number: int) -> list[br.Playing]:
    found = (bid_deal(slug, at, 3) for at in range(number))
    return [state for state in found if state is not None]


def late(state: br.Playing, cards: int) -> br.Playing | None:
    """The play as simple players have left it with so many cards in each hand."""
    rng = random.Random(1)
    after: br.State = state
    while isinstance(after, br.Playing) and len(after.hands[after.actor]) > cards:
        after = br.apply(after, decide(after, [SimpleBot(rng)] * 4, rng))
    return after if isinstance(after, br.Playing) else None


def test_a_defence_that_sees_all_hands_plays_the_best_cards() -> None:
    asked = other = 0
    for first in deals("mariland", 8):
        rng = random.Random(1)
        bot = SimpleBot(rng)
        after: br.State | None = late(first, 6)
        while isinstance(after, br.Playing):
            action = seen_through(after, bot, rng, 10_000)
            assert isinstance(action, br.Play)
            assert action.card in best(after).cards
            asked += 1
            other += action != decide(after, [bot] * 4, rng)
            after = br.apply(after, action)
    assert asked > 40
    assert other, "simple players err"


def test_who_sees_all_hands_wins_no_less() -> None:
    rng = random.Random
    states = [state for first in deals("mariland", 12) if (state := late(first, 5)) is not None]
    seen = sum(won(state, simple, None, rng(1), 10_000) for state in states)
    assert seen > sum(won(state, simple, simple, rng(1)) for state in states)


def test_the_table_tells_of_both_editions() -> None:
    asked = ["--only", "mariland", "--deals", "2", "--nodes", "50"]
    asked += ["--bot", "simple", "--other", str(SOURCE)]
    done = CliRunner().invoke(main, asked)
    assert done.exit_code == 0, done.output
    rows = [line.split("│") for line in done.output.splitlines() if line.startswith("│ mariland")]
    assert [row[3].strip() for row in rows] == ["ours", "theirs", "sees all"]
    assert rows[0][4:] == rows[1][4:], "the same edition defends alike"
