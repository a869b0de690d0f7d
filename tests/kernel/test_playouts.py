"""The kernel against the engine in all variants: the same cards are legal, the same seats win."""

from __future__ import annotations

import ast
import random
import sys
from pathlib import Path

import pytest
from attrs import evolve

import boston_rules as br
from boston_rules import kernel
from boston_rules.kernel import (
    highest,
    legal_mask,
    lowest,
    nth_card,
    random_playout,
    random_step,
    tricks_of,
    winner_of,
)

SLUGS = br.list_variants()
DEALS = 12
"""Random deals of each variant; with all thirteen tricks each of them plays every card."""


def first_lead(variant: br.Variant, seed: int) -> br.Playing:
    """The first lead of a deal whose auction was random, or passed out where that is played."""
    rng = random.Random(seed)
    while True:
        state = br.start(variant, dealer=seed % variant.seats)
        while state.actor is not None and not isinstance(state, br.Playing):
            if state.actor == br.CHANCE:
                action = br.draw_chance(state, rng)
            else:
                action = rng.choice(br.legal_actions(state))
            state = br.apply(state, action)
        if isinstance(state, br.Playing) and not state.setting.free:
            return state


def replayed(state: br.Playing, cards: list[int]) -> list[int]:
    """The winner of each trick when the engine plays the cards; it refuses an illegal one."""
    winners: list[int] = []
    setting = evolve(state.setting, concession=False)
    at: br.State = evolve(state, setting=setting)
    for card in cards:
        before = len(winners)
        at = br.apply(at, br.Play(br.PACK[card]))
        done = at.tricks if isinstance(at, br.Playing | br.Settled) else ()
        winners += [trick.winner for trick in done[before:]]
    assert isinstance(at, br.Settled)
    return winners


@pytest.mark.parametrize("slug", SLUGS)
def test_random_playouts_are_legal_and_won_by_the_same_seats(slug: str) -> None:
    variant = br.get_variant(slug)
    seen = 0
    number = 1
    for seed in range(DEALS):
        state = first_lead(variant, seed)
        table = state.setting.trick_table
        hands = [cards.mask for cards in state.hands]
        record: list[int] = []
        won, number = random_playout(
            hands, state.leader, table.follow, table.power, number, (), record
        )
        winners = replayed(state, record)
        assert [tricks_of(won, seat) for seat in range(variant.seats)] == [
            winners.count(seat) for seat in range(variant.seats)
        ]
        for card in record:
            seen |= 1 << card
    assert seen == (1 << 52) - 1, "every card was played"


@pytest.mark.parametrize("slug", ["french", "american"])
def test_a_playout_goes_on_from_the_middle_of_a_trick(slug: str) -> None:
    state = first_lead(br.get_variant(slug), 3)
    rng = random.Random(5)
    at: br.State = evolve(state, setting=evolve(state.setting, concession=False))
    for _ in range(22):
        at = br.apply(at, rng.choice([a for a in br.legal_actions(at) if isinstance(a, br.Play)]))
    assert isinstance(at, br.Playing)
    table = at.setting.trick_table
    record: list[int] = []
    trick = [card.index for card in at.trick]
    hands = [cards.mask for cards in at.hands]
    won, _ = random_playout(hands, at.leader, table.follow, table.power, 9, trick, record)
    before = at.taken
    settled: br.State = at
    for card in record:
        settled = br.apply(settled, br.Play(br.PACK[card]))
    assert isinstance(settled, br.Settled)
    assert settled.taken == tuple(taken + tricks_of(won, s) for s, taken in enumerate(before))


def test_legal_masks_and_winners_of_every_card_led() -> None:
    rng = random.Random(2)
    for slug in ("french", "fontainebleau"):
        rules = br.get_variant(slug).trumps
        for trump in (*br.Suit, None):
            table = rules.table(trump, br.Suit.DIAMONDS)
            for led in range(52):
                cards = rng.sample([card for card in range(52) if card != led], 16)
                hand = sum(1 << card for card in cards[:13])
                suit = table.suit_of[led]
                held = [card for card in cards[:13] if table.suit_of[card] == suit]
                assert legal_mask(hand, led, table.follow) == (
                    sum(1 << card for card in held) or hand
                )
                trick = [led, *cards[13:]]
                best = max(trick, key=lambda card: table.power[led][card])
                assert winner_of(trick, 2, 4, table.power) == (2 + trick.index(best)) % 4
    assert legal_mask(0b1011, -1, ()) == 0b1011


def test_bits_of_all_52_cards() -> None:
    for card in range(52):
        assert lowest(1 << card | 1 << 51) == card
        assert highest(1 << card | 1) == card
        assert nth_card((1 << 52) - 1, card) == card


def test_the_small_generator_keeps_to_64_bits_and_spreads() -> None:
    number, counts = 1, [0] * 8
    for _ in range(8000):
        number = random_step(number)
        assert 0 < number < 1 << 64
        counts[number >> 61] += 1
    assert min(counts) > 850
    assert max(counts) < 1150


def test_a_random_playout_chooses_every_legal_card_equally_often() -> None:
    table = br.get_variant("classic").trumps.table(None, None)
    number, counts = 1, dict.fromkeys(range(4), 0)
    for _ in range(4000):
        record: list[int] = []
        _, number = random_playout(
            (0b1111, 0xF0, 0xF00, 0xF000), 0, table.follow, table.power, number, (), record
        )
        counts[record[0]] += 1
    assert min(counts.values()) > 880
    assert max(counts.values()) < 1120


def test_the_kernel_needs_the_standard_library_alone() -> None:
    folder = Path(kernel.__file__).parent
    for path in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                assert not node.level
                names = [node.module or ""]
            for name in names:
                inside = name.startswith("boston_rules.kernel")
                assert inside or name.split(".")[0] in sys.stdlib_module_names, path
