"""Many threads on one state and one variant see what a single one sees.

States and variants are values, but they share caches; a free-threaded Python has no lock around
them. Each property is drawn, played by several threads at once, and compared with one thread alone.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterable
from typing import TypeVar

from hypothesis import given, settings
from hypothesis import strategies as st

import boston_rules as br
from boston_rules import records
from boston_rules.bots import SimpleBot, decide
from boston_rules.testing import random_walk

T = TypeVar("T")
THREADS = 4


def together(work: Callable[[int], T], count: int = THREADS) -> list[T]:
    """What each thread gives back, all begun at the same moment."""
    barrier = threading.Barrier(count)
    results: list[T | BaseException] = [RuntimeError("it never ended")] * count

    def run(number: int) -> None:
        barrier.wait()
        try:
            results[number] = work(number)
        except BaseException as error:
            results[number] = error

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    found: list[T] = []
    for result in results:
        if isinstance(result, BaseException):
            raise result
        found.append(result)
    return found


def same(results: Iterable[object]) -> bool:
    first, *others = results
    return all(other == first for other in others)


def played(slug: str, seed: int) -> str:
    """A deal between simple bots, as a record."""
    rng = random.Random(seed)
    bots = [SimpleBot()] * 4
    state = br.start(br.get_variant(slug))
    while state.actor is not None:
        state = br.apply(state, decide(state, bots, rng))
    return records.dumps(records.record(state))


@settings(max_examples=6, deadline=None)
@given(slug=st.sampled_from(br.list_variants()), seed=st.integers(0, 2**32))
def test_a_deal_is_the_same_in_every_thread(slug: str, seed: int) -> None:
    assert same([*together(lambda _: played(slug, seed)), played(slug, seed)])


@settings(max_examples=6, deadline=None)
@given(slug=st.sampled_from(br.list_variants()), seed=st.integers(0, 2**32))
def test_threads_may_share_one_state(slug: str, seed: int) -> None:
    """Whatever is asked of a state that all threads hold is answered alike, and leaves it alike."""
    variant = br.get_variant(slug)
    states = random_walk(variant, seed=seed, deals=1).states[0]
    state = states[len(states) // 2]
    before = hash(state)

    def ask(number: int) -> object:
        legal = br.legal_actions(state)
        views = [br.observe(state, seat) for seat in (None, *range(variant.seats))]
        samples = [br.dumps_view(br.observe(br.sample(views[1], random.Random(3)), 0))]
        after = [br.apply(state, action) for action in legal]
        return legal, views, samples, after, [hash(each) for each in after]

    assert same(together(ask))
    assert hash(state) == before


@settings(max_examples=6, deadline=None)
@given(numbers=st.lists(st.integers(1, 40), min_size=THREADS, max_size=THREADS))
def test_variants_made_at_the_same_time_are_sound(numbers: list[int]) -> None:
    """Interning, fingerprints and tables are filled by several threads at once."""

    def make(number: int) -> tuple[object, ...]:
        variant = br.get_variant("french", deals=numbers[number])
        bill = br.settle(
            variant, br.Contract("simple-belle", 0, br.HEARTS, turned=br.CLUBS, belle=br.HEARTS),
            br.Outcome((7, 2, 2, 2)),
        )  # fmt: skip
        return variant, variant.fingerprint(), bill

    for number, (variant, fingerprint, bill) in enumerate(together(make)):
        assert (variant, fingerprint, bill) == make(number)
