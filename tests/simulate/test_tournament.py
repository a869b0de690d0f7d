"""Duplicate: the same hands for both, fair seatings, intervals over deals."""

from __future__ import annotations

import sqlite3
from collections import Counter, defaultdict
from itertools import combinations
from pathlib import Path
from statistics import mean, stdev
from typing import Any, ClassVar

import pytest
from tests.simulate.runs import Broken, InPlace

import boston_rules as br
from boston_rules.bots import RandomBot
from boston_rules.bots.makers import label
from boston_rules.deal.terms import fixed_partner
from boston_rules.simulate import (
    BotMaker,
    ResultsMismatch,
    SessionFailed,
    load_tournament,
    tournament,
)
from boston_rules.simulate.duplicate import seatings

THREE = br.get_variant("english-boston", seats=3)
NAMES = [
    "random",
    "boston_rules.bots.basic.RandomBot",
    "tests.simulate.test_tournament.Twin",
]
VARIANTS = [*map(br.get_variant, br.list_variants()), THREE]


class Twin(RandomBot):
    """Plays like RandomBot."""


class Spy(RandomBot):
    """Writes down what it is first shown."""

    seen: ClassVar[defaultdict[tuple[int, object], set[Any]]] = defaultdict(set)

    def choose(self, view: br.State) -> br.Action:
        table = view.table
        Spy.seen[table.dealer, view.viewer].add(
            (view.dealt, view.turned, table.purses, table.pool, table.antes)
        )
        return super().choose(view)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.slug)
@pytest.mark.parametrize("which", ["all", "opposite"])
def test_seatings_are_fair(variant: br.Variant, which: Any) -> None:
    ways = seatings(variant, which)
    everybody = set(range(variant.seats))
    assert {tuple(sorted(everybody - set(own))) for own in ways} == set(ways)
    assert len(set(ways)) == len(ways)
    held = Counter(seat for own in ways for seat in own)
    assert {held[seat] for seat in everybody} == {len(ways) / 2}
    if fixed_partner(variant, 0) is not None or (which == "opposite" and variant.seats == 4):
        assert ways == ((0, 2), (1, 3))
    else:
        assert len(ways) == 6
    if variant.seats == 4 and len(ways) == 6:
        # Of three other seats two are neighbours: there its like sits twice as often as opposite.
        beside = Counter((b - a) % 4 for own in ways for a, b in combinations(own, 2))
        assert beside[2] * 2 == beside[1] + beside[3]


@pytest.mark.parametrize(
    "variant",
    [br.get_variant("french"), br.get_variant("american-partnership"), THREE],
    ids=["turned cards", "fixed sides", "three seats"],
)
def test_bots_that_play_alike_differ_by_exactly_nothing(variant: br.Variant) -> None:
    (duel,) = tournament(variant, [RandomBot, Twin], 4, 2, workers=1).duels()
    assert duel.difference.estimate == duel.difference.low == duel.difference.high == 0
    assert duel.bot_chips == duel.other_chips
    assert duel.better is None


@pytest.mark.parametrize("slug", ["french", "fontainebleau", "whisch-bostonien"])
def test_every_seating_has_the_same_deal(slug: str) -> None:
    Spy.seen.clear()
    tournament(slug, [Spy, "random"], 4, 7, InPlace())
    assert len(Spy.seen) == 16, "four deals, with each dealer once, from every seat"
    assert {len(shown) for shown in Spy.seen.values()} == {1}


def test_chips_and_intervals_are_those_of_the_rows(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    bots: list[BotMaker] = ["random", RandomBot, Twin]
    found = list(tournament(["classic", THREE], bots, 3, 3, results=path, workers=1).duels(0.9))
    connection = sqlite3.connect(path)
    plays = connection.execute("SELECT * FROM plays").fetchall()
    connection.close()
    assert [(duel.variant, duel.bot, duel.other) for duel in found] == [
        (slug, one, other)
        for slug in ("classic", "english-boston")
        for one, other in combinations(NAMES, 2)
    ]
    for place in (0, 1):
        for pair, duel in zip(combinations(range(3), 2), found[3 * place :], strict=False):
            differences = []
            for unit in range(place, 6, 2):
                mine = theirs = hands = 0
                for of, _, one, other, seats, _, _, _, _, *chips in plays:
                    if of == unit and (one, other) == pair:
                        own = [int(seat) for seat in seats]
                        mine += sum(chips[seat] for seat in own)
                        theirs += sum(x or 0 for seat, x in enumerate(chips) if seat not in own)
                        hands += len(own)
                differences.append((mine - theirs) / hands)
            assert duel.deals == len(differences) == 3
            assert duel.hands == 3 * (12 if place == 0 else 9)
            assert duel.difference.estimate == pytest.approx(mean(differences))
            assert duel.difference.estimate == pytest.approx(duel.bot_chips - duel.other_chips)
            reach = 1.6448536269514722 * stdev(differences) / 3**0.5
            assert duel.difference.low == pytest.approx(mean(differences) - reach)


def test_simple_beats_random_and_the_table_says_so_from_either_side() -> None:
    (duel,) = tournament(
        "american", ["simple", "random"], 12, 1, which="opposite", workers=1
    ).duels()
    assert duel.better == "simple"
    (other,) = tournament(
        "american", ["random", "simple"], 12, 1, which="opposite", workers=1
    ).duels()
    assert other.better == "simple"
    assert other.difference.estimate == pytest.approx(-duel.difference.estimate)


def test_a_tournament_is_resumed_extended_and_told_apart(tmp_path: Path) -> None:
    bots: list[BotMaker] = [Twin, "random"]
    path = tmp_path / "results.sqlite"
    how: Any = {"results": path, "workers": 1}
    tournament(["classic", "french"], bots, 2, 1, **how)
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM units WHERE number = 3")
        connection.execute("DELETE FROM plays WHERE unit = 3")
    connection.close()
    partly = load_tournament(path)
    assert (partly.finished, partly.units, partly.complete) == (3, 4, False)
    assert (partly.bots, partly.header["deals"]) == ((label(Twin), "random"), 2)
    assert tournament(["classic", "french"], bots, 2, 1, **how).complete
    longer = tournament(["classic", "french"], bots, 4, 1, **how)
    plain = tournament(["classic", "french"], bots, 4, 1, workers=1)
    assert list(longer.duels()) == list(plain.duels())
    assert longer.complete
    with pytest.raises(ResultsMismatch, match="seatings: the file has all"):
        tournament(["classic", "french"], bots, 4, 1, which="opposite", **how)


def test_a_failure_names_variant_and_deal() -> None:
    variants = ["classic", "mariland"]
    with pytest.raises(SessionFailed, match=r"^Classic Boston of seed 7 failed in deal 1: Zero"):
        tournament(variants, [Broken, "random"], 2, seed=7, workers=1)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"bots": ["simple"]}, "two bots or more"),
        ({"bots": "simple"}, "two bots or more"),
        ({"bots": ["simple", "simple"]}, "a bot is not measured against itself"),
        ({"bots": ["simple", "clever"]}, "no bot is called 'clever'"),
        ({"variants": []}, "one or more variants, each once"),
        ({"variants": ["classic", "classic"]}, "one or more variants, each once"),
        ({"deals": 0}, "deals: a whole number from 1"),
        ({"which": "some"}, "which is all or opposite, not 'some'"),
        ({"seed": 0.5}, "seed: a whole number"),
    ],
)
def test_what_is_no_tournament(wrong: dict[str, Any], told: str) -> None:
    right: dict[str, Any] = {"variants": "classic", "bots": ["simple", "random"], "deals": 1}
    with pytest.raises(ValueError, match=told):
        tournament(**{**right, **wrong})
