"""Bots in every variant: legal, blind to what is hidden, stronger than chance, real auctions."""

from __future__ import annotations

import ast
import math
import random
from pathlib import Path

import pytest
from hypothesis import settings
from tests.bots.spots import SLUGS, Watched, simple_deals

import boston_rules as br
from boston_rules import bots as bots_package
from boston_rules.bots import (
    Bot,
    RandomBot,
    SimpleBot,
    decide,
    make_bot,
    play_deal,
    play_session,
)
from boston_rules.rules.suits import Turn

# Depth, not coverage: what these walk through is measured by the tests of single rules. The tracing
# of lines makes them four times as slow.
pytestmark = pytest.mark.no_cover
PACKAGE = Path(bots_package.__file__).parent
SESSIONS = min(100, settings().max_examples)
"""A hundred of each variant at depth, fewer in the fast profile."""
THREE_SEATS = br.get_variant("english-boston", seats=3)
VARIANTS = {slug: br.get_variant(slug) for slug in SLUGS} | {"three seats": THREE_SEATS}


@pytest.mark.laws
@pytest.mark.deep
@pytest.mark.parametrize("name", VARIANTS)
def test_only_legal_actions_in_a_hundred_sessions(name: str) -> None:
    # Random players at some seats bring about calls and cards that no sensible one would.
    variant = VARIANTS[name]
    lengths = {
        deals: type(variant).with_options({**variant.options(), "deals": deals}) for deals in (1, 2)
    }
    for seed in range(SESSIONS):
        rng = random.Random(seed)
        short = lengths[1 + (seed % 10 == 0)]
        table = [
            Watched(make_bot("random" if rng.random() < 0.4 else "simple", rng))
            for _ in range(variant.seats)
        ]
        deals = list(play_session(short, table, rng, dealer=seed % variant.seats))
        assert len(deals) == short.session.deals
        assert sum(len(bot.choices) for bot in table) > 0


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: path.name)
def test_only_the_driver_moves_states(path: Path) -> None:
    imports = [
        node
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom)
    ]
    moves = {alias.name for node in imports for alias in node.names} & {
        "apply", "draw_chance", "next_deal", "observe", "start",
    }  # fmt: skip
    if path.parts[-2:] == ("montecarlo", "table_talk.py"):
        # It plays on states that Worlds have sampled: hypothetical deals, made from what its seat
        # sees and nothing else. The bot itself is given a view like any other, which
        # test_a_bot_is_given_views_only watches.
        moves -= {"apply"}
    assert not moves or path.name == "driver.py"
    assert not any((node.module or "").endswith("engine") for node in imports)


@pytest.mark.parametrize("name", ["random", "simple", "montecarlo:iterations=1"])
def test_a_bot_is_given_views_only(name: str) -> None:
    """No real state is within reach of a bot: not in its arguments, not in what it remembers."""
    variant = br.get_variant("american", deals=1)
    rng = random.Random(3)
    real: list[br.State] = []
    bots = [Watched(make_bot(name, random.Random(seat))) for seat in range(4)]
    state = br.start(variant)
    while state.actor is not None:
        state = br.apply(state, decide(state, bots, rng))
        real.append(state)
    kept = [part for bot in bots for part in reachable(bot.bot)]
    assert not any(isinstance(part, br.State | br.Deal | br.Table) for part in kept)
    assert real
    assert kept


def reachable(thing: object) -> list[object]:
    """The attributes of a thing, and theirs."""
    found: list[object] = []
    waiting = [thing]
    while waiting:
        one = waiting.pop()
        if any(one is other for other in found):
            continue
        found.append(one)
        names = [name for kind in type(one).__mro__ for name in getattr(kind, "__slots__", ())]
        values = [*vars(one).values()] if hasattr(one, "__dict__") else []
        values += [getattr(one, name) for name in names if hasattr(one, name)]
        if isinstance(one, list | tuple):
            values += one
        waiting += [
            value
            for value in values
            if not isinstance(value, int | float | str | random.Random | None)
        ]
    return found


def duplicate(variant: br.Variant, seed: int) -> int:
    """Chips of two simple bots against two random ones, each pair once at each pair of seats."""
    pack = br.shuffled(random.Random(seed))
    hands = [pack[13 * seat : 13 * seat + 13] for seat in range(4)]
    chips = 0
    for simple_seats in ((0, 2), (1, 3)):
        rng = random.Random(seed)
        table: list[Bot] = [
            SimpleBot(rng) if seat in simple_seats else RandomBot(rng) for seat in range(4)
        ]
        state = br.start(variant, dealer=seed % 4, hands=hands)
        deltas = play_deal(state, table, random.Random(seed + 1)).settlement.deltas
        chips += sum(delta if seat in simple_seats else -delta for seat, delta in enumerate(deltas))
    return chips


@pytest.mark.parametrize("slug", SLUGS)
def test_simple_beats_random_in_duplicate_deals(slug: str) -> None:
    variant = br.get_variant(slug)
    results = [duplicate(variant, seed) for seed in range(24)]
    mean = sum(results) / len(results)
    deviation = math.sqrt(sum((result - mean) ** 2 for result in results) / (len(results) - 1))
    assert mean > 3 * deviation / math.sqrt(len(results)), f"{mean:.1f} with {deviation:.1f}"


PARTNERING: dict[str, set[type[br.Action]]] = {
    "fontainebleau": {br.Ask, br.Solo, br.Accept, br.Decline},
    "fontainebleau-cats": {br.Call, br.Solo},
    "french": {br.Accept},
}
"""Words by which partners are sought, found and refused."""


@pytest.mark.long
@pytest.mark.parametrize("slug", SLUGS)
def test_most_deals_have_a_declarer_of_a_contract_worth_playing(slug: str) -> None:
    deals = simple_deals(slug)
    passed = sum(deal.contract is None for deal in deals)
    # A hand has a bid in each suit that may be trumps. Where only half of them may, whatever the
    # height of the bid, and nobody helps, nobody has one as often as the square root says.
    ladder = deals[0].table.variant.ladder
    suits = deals[0].table.variant.suits
    turn = Turn(br.HEARTS, br.SPADES)
    trumps = {
        suit_choice.trump
        for step in ladder
        if step.has_trumps
        for suit_choice in step.suit.suit_choices(turn, suits)
    }
    halved = len(trumps) == 2
    assert halved == (slug == "english-boston")
    assert passed <= (0.42 if halved else 0.25) * len(deals)

    made = [deal.settlement.made for deal in deals if deal.contract is not None]
    assert 0.45 <= sum(map(bool, made)) / len(made) <= 0.85

    # Auctions use the ladder.
    steps = {deal.contract.key for deal in deals if deal.contract is not None}
    assert len(steps) >= min(4, len(ladder))
    misere = [key for key in steps if ladder[key].is_misere]
    assert misere or not any(step.is_misere for step in ladder)
    words = {type(event.action) for deal in deals for event in deal.events}
    assert PARTNERING.get(slug, set()) <= words
