"""What one action costs, by what it does: pairs of state and action kept from random deals."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

import boston_rules as br
from benchmarks.measure import Measure, Work
from benchmarks.ours import chosen

__all__ = ["measures"]

DEALS = 60
"""Random deals from which the actions are taken."""

Pair = tuple[br.State, br.Action]


def _kind(before: br.State, after: br.State) -> str:
    """What an action has done."""
    if after.phase == "settled":
        return "the last card: the bill" if before.phase == "play" else ""
    if isinstance(before, br.Playing) and isinstance(after, br.Playing):
        return "a card that ends a trick" if not after.played else "a card"
    if before.phase == "auction":
        return "a call" if after.phase == "auction" else "a call that ends the auction"
    if before.phase in ("shuffle", "cut"):
        return f"a {before.phase}" if after.phase == "cut" else "a cut, and the deal"
    return ""


@cache
def _pairs(slug: str) -> dict[str, list[Pair]]:
    """By kind, states and the actions that were taken in them."""
    rng = random.Random(1)
    variant = br.get_variant(slug, deals=1)
    found: dict[str, list[Pair]] = {}
    for _ in range(DEALS):
        state = br.start(variant)
        while state.actor is not None:
            before, action = state, chosen(state, rng)
            state = br.apply(before, action)
            kind = _kind(before, state)
            if kind:
                found.setdefault(kind, []).append((before, action))
    return found


def _applied(slug: str, kind: str) -> Callable[[], Work]:
    def prepare() -> Work:
        pairs = _pairs(slug)[kind]

        def work() -> int:
            apply = br.apply
            for state, action in pairs:
                apply(state, action)
            return len(pairs)

        return work

    return prepare


def _listed(slug: str, kinds: tuple[str, ...], leads: bool | None) -> Callable[[], Work]:
    """Legal actions; of leaders alone, of followers alone, or of all."""

    def prepare() -> Work:
        states = [
            state
            for kind in kinds
            for state, _ in _pairs(slug)[kind]
            if leads is None or (isinstance(state, br.Playing) and leads is not bool(state.played))
        ]

        def work() -> int:
            legal_actions = br.legal_actions
            for state in states:
                legal_actions(state)
            return len(states)

        return work

    return prepare


def _started(slug: str) -> Callable[[], Work]:
    def prepare() -> Work:
        variant = br.get_variant(slug)

        def work() -> int:
            for _ in range(DEALS):
                br.start(variant)
            return DEALS

        return work

    return prepare


def measures(slug: str) -> list[Measure]:
    """Each kind of action, and the lists of legal ones."""
    cards = ("a card", "a card that ends a trick")
    calls = ("a call", "a call that ends the auction")
    found = [("start a session", _started(slug))]
    found += [
        (f"apply {kind}", _applied(slug, kind))
        for kind in (
            "a shuffle",
            "a cut",
            "a cut, and the deal",
            *calls,
            *cards,
            "the last card: the bill",
        )
    ]
    found += [
        ("list what a bidder may say", _listed(slug, calls, None)),
        ("list a leader's cards", _listed(slug, cards, True)),
        ("list a follower's cards", _listed(slug, cards, False)),
    ]
    return [Measure("steps", name, "call", prepare) for name, prepare in found]
