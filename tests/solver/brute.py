"""Small endings solved by plain search, and the exact search held to it.

    $ python -m tests.solver.brute --deals 10000

Random endings of two to four tricks under every trick table: three and four seats, every side that
seats can form, every set of seats whose tricks count, least numbers of tricks and sets of numbers,
play rules of several kinds, and beginnings of tricks.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.compiled.workload import tables
from tests.playrules import AceFirst, HigherFirst, LeadSuit, RuffFirst

from boston_rules.core.cardplay.tricks import choice_of, may_play, winning_place
from boston_rules.core.cards import PACK, Cards, Suit
from boston_rules.core.contract import Contract
from boston_rules.deal.binding import Binding
from boston_rules.rules.binding import FreeDiscards, PlayRule
from boston_rules.rules.trumps import TrickTable, ranked
from boston_rules.solver.scale import search_of
from boston_rules.solver.search.search import Search

__all__ = ["Ending", "Plain", "disagreements", "endings", "searched", "summary"]


class Ending(NamedTuple):
    """The end of a deal, and what is asked about it."""

    table: TrickTable
    hands: tuple[int, ...]
    leader: int
    trick: tuple[int, ...]
    tricks: int
    """Tricks left, the current one included."""
    friends: int
    """The seats that play together, as bits."""
    counted: int
    """The seats whose tricks count, as bits."""
    sets: bool
    needs: tuple[int, ...]
    binding: Binding | None = None
    """The play rule; without one players follow suit."""
    done: int = 0
    """Tricks complete before."""


class Plain:
    """Search without any device: every card of every seat, remembered by position alone."""

    def __init__(self, ending: Ending) -> None:
        self.ending = ending
        self.known: dict[tuple[tuple[int, ...], int, tuple[int, ...], int], bool] = {}

    def playable(self, hands: tuple[int, ...], seat: int, trick: tuple[int, ...], left: int) -> int:
        """What a seat may play."""
        ending, table = self.ending, self.ending.table
        follow = table.follow[trick[0]] if trick else 0
        if ending.binding is None:
            return may_play(hands[seat], follow)
        best = 1 << trick[winning_place(trick, table.power)] if trick else 0
        leader = (seat - len(trick)) % len(hands)
        number = ending.done + ending.tricks - left
        masks = ending.binding.masks(seat, leader, number, follow, best, sum(hands))
        return choice_of(hands[seat], masks)

    def reaches(
        self, hands: tuple[int, ...], leader: int, trick: tuple[int, ...], wanted: int, left: int
    ) -> bool:
        """Whether the number of tricks to come is one of a set, given as bits."""
        ending = self.ending
        seats = len(hands)
        if len(trick) == seats:
            leader = (leader + winning_place(trick, ending.table.power)) % seats
            trick = ()
            left -= 1
            if ending.counted >> leader & 1:
                wanted >>= 1
        if not left:
            return wanted & 1 == 1
        key = (hands, leader, trick, wanted)
        if key in self.known:
            return self.known[key]
        seat = (leader + len(trick)) % seats
        ours = ending.friends >> seat & 1 == 1
        found = not ours
        may = self.playable(hands, seat, trick, left)
        for card in range(52):
            if may >> card & 1:
                rest = tuple(h & ~(1 << card) if s == seat else h for s, h in enumerate(hands))
                if self.reaches(rest, leader, (*trick, card), wanted, left) == ours:
                    found = ours
                    break
        self.known[key] = found
        return found

    def answer(self, need: int) -> bool:
        """The answer to one of the questions about the ending."""
        ending = self.ending
        every = (2 << ending.tricks) - 1
        wanted = need if ending.sets else every & ~((1 << max(need, 0)) - 1)
        return self.reaches(ending.hands, ending.leader, ending.trick, wanted, ending.tricks)


def _pack(rng: random.Random, number: int) -> list[int]:
    """Cards of a deal: of all, of few suits, or high ones."""
    suits, lowest = rng.choice([(4, 0), (4, 0), (3, 0), (2, 0), (4, 8), (4, 7)])
    cards = [card for card in range(13 * suits) if card % 13 >= lowest]
    return rng.sample(cards if len(cards) >= number else range(52), number)


def play_rules(pack: Sequence[int], rng: random.Random) -> tuple[PlayRule, ...]:
    """Rules that bind the players of some cards: by suits, by one card or more, by ranks."""
    few = [PACK[card] for card in rng.sample(list(pack), 3)]
    return (
        FreeDiscards(rng.choice([1, 2])),
        *(AceFirst(Cards(few[:count])) for count in (1, 2, 3)),
        LeadSuit(Suit(rng.randrange(4)), rng.choice([1, 2])),
        RuffFirst(),
        HigherFirst(),
    )


def endings(number: int, seed: int, lengths: Sequence[int] = (2, 3, 3, 4)) -> Iterator[Ending]:
    """Random endings of so many tricks."""
    rng = random.Random(seed)
    for _ in range(number):
        table = rng.choice(tables())
        seats, tricks = rng.choice([3, 4, 4, 4]), rng.choice(lengths)
        pack = _pack(rng, seats * tricks)
        hands = tuple(sum(1 << card for card in pack[seat::seats]) for seat in range(seats))
        declarer = rng.randrange(seats)
        everybody = (1 << seats) - 1
        friends = 1 << declarer | rng.choice([0, 1 << rng.randrange(seats)])
        kind = rng.choice(["side", "few", "exact", "other"])
        counted = friends
        if kind == "few":
            counted = everybody & ~(1 << declarer)
        elif kind == "exact":
            counted = 1 << declarer
        elif kind == "other":
            counted = rng.randrange(1, everybody + 1)
        sets = kind == "exact" or rng.random() < 0.15
        if kind == "exact" and rng.random() < 0.7:
            needs: tuple[int, ...] = (0b1, 0b10)
        elif sets:
            needs = tuple(rng.sample(range(1, (2 << tricks) - 1), 3))
        else:
            needs = tuple(rng.sample(range(tricks + 2), 3))
        rule = rng.choice([None, None, *play_rules(pack, rng)])
        contract = Contract("any", declarer, None if table.trump is None else table.trump)
        binding = None if rule is None else Binding(rule, contract, table.follow)
        leader = rng.randrange(seats)
        # Of the tricks in which a rule binds otherwise, some may be complete.
        done = (leader + tricks) % 3 if rule else 0
        ending = Ending(
            *(table, hands, leader, (), tricks, friends, counted, sets, needs, binding, done)
        )
        plain = Plain(ending)
        for step in range(min(seats, rng.choice([0, 0, 1, 2, 3, 4]))):
            seat = (ending.leader + step) % seats
            may = plain.playable(ending.hands, seat, ending.trick, tricks)
            card = rng.choice([card for card in range(52) if may >> card & 1])
            rest = tuple(h & ~(1 << card) if s == seat else h for s, h in enumerate(ending.hands))
            ending = ending._replace(hands=rest, trick=(*ending.trick, card))
        yield ending


def searched(ending: Ending) -> Search:
    """The search to be tested, of an ending."""
    order = ranked(ending.table)
    return search_of(
        order,
        ending.binding,
        [order.mask(hand) for hand in ending.hands],
        ending.leader,
        [order.numbers[card] for card in ending.trick],
        ending.friends,
        ending.counted,
        sets=ending.sets,
        done=ending.done,
    )


def helped(ending: Ending, higher: int) -> Search | None:
    """The search helped by a coarser one from the first position on, if it ever is."""
    search = searched(ending)
    if search.alone == 2**60:
        return None
    search.coarse, search.alone = search.coarser(higher), 0
    return search


def disagreements(endings: Iterable[Ending]) -> Iterator[tuple[Ending, int, bool]]:
    """Endings that the search answers otherwise than plain search, with the question asked.

    So does a coarser search where it says yes, and a search that is helped by it.
    """
    for number, ending in enumerate(endings):
        plain, search, other = Plain(ending), searched(ending), helped(ending, number % 3)
        for need in ending.needs:
            expected = plain.answer(need)
            found = [search.reaches(need)]
            if other is not None:
                found += [other.reaches(need), expected or searched(ending).coarser().reaches(need)]
            if not all(each == expected for each in found):
                yield ending, need, not expected


def summary(every: Sequence[Ending], wrong: int) -> str:
    """What was compared, in a sentence."""
    tables = {ending.table for ending in every}
    sides = {(len(ending.hands), ending.friends) for ending in every}
    counted = {(len(ending.hands), ending.counted) for ending in every}
    questions = sum(len(ending.needs) for ending in every)
    sets = sum(len(ending.needs) for ending in every if ending.sets)
    ruled = sum(ending.binding is not None for ending in every)
    begun = sum(bool(ending.trick) for ending in every)
    return (
        f"{len(every):,} endings, {begun:,} of them from the middle of a trick, under "
        f"{len(tables)} trick tables, with {len(sides)} sides and {len(counted)} sets of seats "
        f"whose tricks count, {ruled:,} with a play rule: {questions:,} questions, {sets:,} of "
        f"them for exact numbers, {wrong} wrong answers."
    )


def main(arguments: list[str]) -> int:
    """Compare, and print what differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--page", type=Path, help="write the last line for the documentation")
    options = parser.parse_args(arguments)
    wrong = 0
    every = list(endings(options.deals, options.seed))
    for ending, need, found in disagreements(every):
        wrong += 1
        print(f"{ending}: {need} is answered {found}")
    told = summary(every, wrong)
    print(told)
    if options.page is not None:
        command = f"python -m tests.solver.brute --deals {options.deals} --seed {options.seed}"
        head = f".. Made by {command}; do not edit."
        options.page.write_text(f"{head}\n\n{told}\n", encoding="utf-8", newline="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
