"""What searches use, measured: the packages that may be compiled, and the bots that use them."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import boston_rules as br
from benchmarks.measure import Measure, Work
from benchmarks.ours import deal_from, repeated
from boston_rules.bots import Bot, MonteCarloBot, SimpleBot
from boston_rules.bots.strategy.rollout import EXACT, WIN, SimplePlayers
from boston_rules.core.cardplay.placing import Placing
from boston_rules.core.cardplay.progress import Progress
from boston_rules.core.cardplay.ranked import Ranked
from boston_rules.core.cardplay.shuffling import dealt
from boston_rules.core.cardplay.tricks import random_playout
from boston_rules.solver.search.search import Search

__all__ = ["measures"]

DEALS = 500
"""Deals in a portion of work: more than a processor learns by heart."""


def order_of(trump: br.Suit | None) -> Ranked:
    """The plain order of the cards."""
    table = br.get_variant("classic").trumps.table(trump, None)
    return Ranked(table.suit_masks, table.power, -1 if trump is None else trump)


def hands(count: int = DEALS) -> list[tuple[int, int, int, int]]:
    """The deals of the first seeds."""
    return [dealt(seed, 0) for seed in range(count)]


def _random() -> Work:
    order, deals = order_of(br.HEARTS), hands()
    state = 1

    def work() -> int:
        nonlocal state
        for hand in deals:
            _, state = random_playout(order, hand, 0, state)
        return 52 * len(deals)

    return work


def _simple(trump: br.Suit | None, aim: int) -> Callable[[], Work]:
    def prepare() -> Work:
        deals = hands()
        players = SimplePlayers(Progress(order_of(trump), 4, 0), aim, 0, 13, 13, 0)
        nothing = (0, 0, 0, 0)
        # A misère that is lost ends there.
        cards = 0
        for hand in deals:
            won = players.play_out(hand, hand, -1, nothing)
            cards += 4 * sum(won >> 4 * seat & 15 for seat in range(4))

        def work() -> int:
            for hand in deals:
                players.play_out(hand, hand, -1, nothing)
            return cards

        return work

    return prepare


def _deal() -> Work:
    def work() -> int:
        for seed in range(DEALS):
            dealt(seed, 0)
        return DEALS

    return work


def _end() -> Work:
    order, ends = order_of(br.HEARTS), []
    for seed in range(8):
        pack = random.Random(seed).sample(range(52), 20)
        ends.append([sum(1 << card for card in pack[seat::4]) for seat in range(4)])

    def work() -> int:
        for end in ends:
            Search(order, end, 0, (), 0b0101, 0b0101).most(0, 5, 2)
        return len(ends)

    return work


def _placing() -> Callable[[], object]:
    full = (1 << 52) - 1
    unseen = full & ~dealt(1, 0)[0]
    spades = 0x1FFF << 39
    placing = Placing(unseen, (full & ~spades, full, full), (13, 13, 13))
    rng = random.Random(1)
    return lambda: placing.draw(rng)


def _card(bot: Bot) -> Callable[[], object]:
    """The lead to the third trick."""
    state = deal_from("fontainebleau", 8)
    view = br.observe(state, state.actor)
    return lambda: bot.choose(view)


def measures() -> list[Measure]:
    """Everything measured of the search group."""
    found = [
        Measure("search", "playout at random", "card", _random, compared=True),
        Measure("search", "playout by simple players", "card", _simple(br.HEARTS, WIN)),
        Measure("search", "the same, a misère", "card", _simple(None, EXACT)),
        Measure("search", "deal from a seed", "deal", _deal),
        Measure("search", "exact result, five cards each", "call", _end),
        Measure("search", "cards placed, one hand void", "draw", repeated(_placing)),
    ]
    bots: tuple[tuple[str, Bot, int], ...] = (
        ("SimpleBot, a card", SimpleBot(), 20),
        ("MonteCarloBot of 64 worlds, a card", MonteCarloBot(iterations=64), 1),
    )
    for name, bot, times in bots:
        setup = repeated(partial(_card, bot), times)
        found.append(Measure("search", name, "call", setup))
    return found
