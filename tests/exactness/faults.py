"""Faults of a sampler, planted while the tests that must find them run."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any, Final

import pytest

from boston_rules.core.cardplay import placing
from boston_rules.core.cardplay.bits import indices
from boston_rules.core.cards import cards_of
from boston_rules.deal.state import State
from boston_rules.knowing import filling, worlds
from boston_rules.knowing.facts import Facts, facts_of

__all__ = ["DRAWING", "FAULTS", "planted"]

Fault = Callable[[pytest.MonkeyPatch], None]


def _forgetting(forget: Callable[[Facts, int, State], None]) -> Fault:
    """A fault by which something is not known of a seat whose cards are hidden."""

    def read(view: State) -> Facts:
        facts = facts_of(view)
        for seat in range(view.variant.seats):
            if seat not in facts.shown:
                forget(facts, seat, view)
        return facts

    return lambda patch: patch.setattr(worlds, "facts_of", read)


def _voids(facts: Facts, seat: int, view: State) -> None:
    facts.void[seat] = 0


def _dealt(facts: Facts, seat: int, view: State) -> None:
    turned = 0 if view.turned is None else 1 << view.turned.index
    facts.known[seat] &= facts.played[seat] | turned


def _not_dealt(facts: Facts, seat: int, view: State) -> None:
    facts.barred[seat] = 0


def _counts(facts: Facts, seat: int, view: State) -> None:
    facts.counts = [each for each in facts.counts if each[0] != seat]


def _suits_held(facts: Facts, seat: int, view: State) -> None:
    facts.held = [each for each in facts.held if each[0] != seat]


def _choosing(choose: Callable[[list[tuple[int, int]], random.Random], int]) -> Fault:
    """A fault in how many cards of a class go to a place."""

    def chosen(
        self: placing.Placing,
        at: int,
        turn: int,
        left: int,
        caps: tuple[int, ...],
        had: tuple[int, ...],
        rng: random.Random,
    ) -> int:
        if turn == len(self._classes[at]) - 1:
            return left
        return choose(self._splits(at, turn, left, caps, had), rng)

    return lambda patch: patch.setattr(placing.Placing, "_chosen", chosen)


def _in_order(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(placing, "mix", lambda cards, rng: cards)


def _lowest_laid(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(filling, "_laid", lambda hand, suits, rng: indices(hand & cards_of(suits))[0])


def _discards_follow(patch: pytest.MonkeyPatch) -> None:
    sound = worlds._places

    def places(view: State, facts: Facts) -> Any:
        return tuple(
            place._replace(allowed=place.allowed & ~facts.void[place.seat])
            if place.kind == "aside"
            else place
            for place in sound(view, facts)
        )

    patch.setattr(worlds, "_places", places)


DRAWING: Final[Mapping[str, Fault]] = MappingProxyType(
    {
        "takes the first option": _choosing(lambda splits, rng: splits[0][0]),
        "takes every option as often": _choosing(lambda splits, rng: rng.choice(splits)[0]),
        "does not mix": _in_order,
        "lays the lowest card": _lowest_laid,
    }
)
"""Faults in drawing: the worlds are right, and not as often as they should be."""

FAULTS: Final[Mapping[str, Fault]] = MappingProxyType(
    {
        **DRAWING,
        "forgets who could follow": _forgetting(_voids),
        "forgets what was dealt": _forgetting(_dealt),
        "forgets what was not dealt": _forgetting(_not_dealt),
        "forgets counts": _forgetting(_counts),
        "forgets who holds a suit": _forgetting(_suits_held),
        "discards follow suit": _discards_follow,
    }
)


@contextmanager
def planted(name: str) -> Iterator[None]:
    """The fault is there."""
    with pytest.MonkeyPatch.context() as patch:
        FAULTS[name](patch)
        yield
