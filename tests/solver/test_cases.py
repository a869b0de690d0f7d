"""Particular contracts, at the ends of recorded sessions and of deals, against plain search."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache

import pytest
from tests.conformance.corpus import cases
from tests.conformance.test_solutions import solved_plainly
from tests.solver.test_exact import at_first_lead

import boston_rules as br
from boston_rules.conformance import Case
from boston_rules.conformance.answers import answer
from boston_rules.conformance.positions import example_deals
from boston_rules.conformance.runner import differences
from boston_rules.records.replaying import positions
from boston_rules.solver import Limits, SearchStopped, best, line, makes, tricks


@cache
def played(slug: str) -> tuple[br.Playing, ...]:
    """Positions of the sessions of the corpus, and of a deal of every contract, near the end."""
    found = []
    for case in cases(slug, "sessions"):
        found += list(positions(br.loads(json.dumps(case.input["record"]))))
    for example in example_deals(br.get_variant(slug), "solver"):
        found += example.states
    return tuple(
        state
        for state in found
        if isinstance(state, br.Playing)
        and state.contract is not None
        and 2 <= state.setup.terms.total - len(state.done) <= 4
    )


def partners_sit(state: br.Playing, apart: int) -> bool:
    contract = state.contract
    assert contract is not None
    return [(seat - contract.declarer) % 4 for seat in contract.side[1:]] == [apart]


def is_belle(state: br.Playing) -> bool:
    contract = state.contract
    assert contract is not None
    return contract.trump is not None and contract.trump == state.table.belle


CASES: dict[str, tuple[tuple[str, ...], Callable[[br.Playing], bool]]] = {
    "a slam declared in mid-play": (
        ("french",),
        lambda state: state.slam is not None,
    ),
    "belle is trumps": (("french",), is_belle),
    "cards were laid aside": (("fontainebleau", "classic"), lambda s: bool(s.setup.discards)),
    "a trick in which the holder of four aces need not follow": (
        ("french",),
        lambda state: state.setup.terms.binding is not None and len(state.done) < 10,
    ),
    "partners on the left": (("fontainebleau",), lambda state: partners_sit(state, 1)),
    "partners on the right": (("fontainebleau",), lambda state: partners_sit(state, 3)),
    "partners opposite": (("russian-partnership",), lambda state: partners_sit(state, 2)),
    "the last card of a trick": (
        ("fontainebleau", "french", "mariland"),
        lambda state: len(state.played) == 3,
    ),
    "exactly one trick": (
        ("fontainebleau",),
        lambda state: state.setup.terms.goal is not None and state.setup.terms.goal.most == 1,
    ),
}


def chosen(name: str) -> Iterator[br.Playing]:
    """Six positions of a case or fewer, from different places of the plays."""
    slugs, fits = CASES[name]
    found = [state for slug in slugs for state in played(slug) if fits(state)]
    yield from found[:: len(found) // 6 + 1]


def as_a_case(state: br.Playing) -> Case:
    """What the solver says of a position, in the form of the corpus."""
    found = best(state)
    contract = state.contract
    assert contract is not None
    assert state.setup.terms.goal is not None
    counted = state.setup.terms.goal.counted
    assert found.chips is not None
    rows = [
        {
            "card": str(card),
            "makes": result.made,
            "tricks": result.tricks if counted else None,
            "chips": chips,
        }
        for (card, result), (_, chips) in zip(found.results, found.chips, strict=True)
    ]
    assert makes(state) is found.result.made
    assert found.result.tricks in {tricks(state), tricks(state) if counted else None}
    top = next(row for row in rows if row["card"] == str(found.cards[0]))
    head = {key: value for key, value in top.items() if key != "card"}
    expect = {"side": sorted(found.side), **head, "cards": rows}
    return Case("solutions", state.table.variant.slug, "", {}, expect)


@pytest.mark.parametrize("name", CASES)
def test_a_case_is_answered_as_by_plain_search(name: str) -> None:
    states = list(chosen(name))
    assert states
    for state in states:
        assert differences(as_a_case(state), solved_plainly(state)) == ()


def test_a_line_after_a_slam_word_wins_or_loses_the_slam() -> None:
    for state in chosen("a slam declared in mid-play"):
        found = line(state)
        assert found.outlook.made is (found.outlook.tricks == state.setup.terms.total)
        assert found.chips == best(state).result.chips


def test_no_answer_when_the_seconds_are_up() -> None:
    with pytest.raises(SearchStopped, match="the time was over") as caught:
        best(at_first_lead(), Limits(seconds=1e-6))
    # The time counts from the call on, and is looked at before anything is searched.
    assert (caught.value.limit, caught.value.nodes) == ("seconds", 1)


def test_a_progress_is_told_and_can_cancel() -> None:
    told: list[int] = []

    def progress(nodes: int) -> None:
        told.append(nodes)
        if len(told) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        best(at_first_lead(), Limits(progress=progress))
    assert told == sorted(told)
    assert len(told) == 3


def test_little_memory_gives_the_same_answers() -> None:
    for state in chosen("the last card of a trick"):
        assert best(state, Limits(memory=1)) == best(state)


def test_the_corpus_asks_the_same_function() -> None:
    case = cases("french", "solutions")[0]
    variant = br.get_variant("french", **case.options)
    assert answer("solutions", variant, case.input) == case.expect
