"""Comparing answers: what counts as the same, and how a difference is told."""

from __future__ import annotations

from typing import Any

import pytest

from boston_rules.conformance import Case, Reply, run
from boston_rules.conformance.corpus import canonical
from boston_rules.conformance.runner import Count, differences


def case(kind: str, expect: Any, asked: Any = None, id: str = "one") -> Case:
    return Case(kind, "any", id, {} if asked is None else asked, expect)


class Parrot:
    """Answers what it is told to."""

    name = "parrot"

    def __init__(self, *replies: Reply) -> None:
        self._replies = list(replies)

    def ask(self, case: Case) -> Reply:
        return self._replies.pop(0)


BILL = {"made": True, "transfers": [[1, 0, 40], [2, 0, 40], ["pool", 0, 50]], "pool": 0}


@pytest.mark.parametrize(
    "transfers",
    [
        [["pool", 0, 50], [2, 0, 40], [1, 0, 40]],
        [[1, 0, 30], [1, 0, 10], [2, 0, 40], ["pool", 0, 50]],
        [[1, 0, 40], [2, 0, 40], ["pool", 0, 50], [3, 0, 0]],
    ],
    ids=["another order", "in parts", "nothing paid"],
)
def test_transfers_are_compared_by_what_is_paid(transfers: list[Any]) -> None:
    assert differences(case("settlements", BILL), {**BILL, "transfers": transfers}) == ()


@pytest.mark.parametrize(
    ("transfers", "told"),
    [
        ([[1, 0, 40], ["pool", 0, 50]], ("transfers: [2,0,40] is missing",)),
        (
            [[1, 0, 40], [2, 0, 41], ["pool", 0, 50]],
            ("transfers: [2,0,40] is missing", "transfers: [2,0,41] is not expected"),
        ),
        (
            [[0, 1, 40], [2, 0, 40], ["pool", 0, 50]],
            ("transfers: [1,0,40] is missing", "transfers: [0,1,40] is not expected"),
        ),
    ],
)
def test_transfers_that_differ_are_told(transfers: list[Any], told: tuple[str, ...]) -> None:
    assert differences(case("settlements", BILL), {**BILL, "transfers": transfers}) == told


@pytest.mark.parametrize("transfers", [None, {}, [[1, 0]], [[1, 0, "40"]], ["x"], [[1, 0, True]]])
def test_transfers_that_are_none_are_no_crash(transfers: Any) -> None:
    assert differences(case("settlements", BILL), {**BILL, "transfers": transfers})


LEGAL = {"positions": [{"actor": 2, "legal": ["bid 5 S", "pass"]}], "codes": ["auction/form", None]}
ASKED = {"at": [4], "tries": [[4, "bid 5"], [4, "pass"]]}


def test_legal_actions_are_a_set() -> None:
    answer = {**LEGAL, "positions": [{"actor": 2, "legal": ["pass", "bid 5 S"]}]}
    assert differences(case("legality", LEGAL, ASKED), answer) == ()
    answer = {**LEGAL, "positions": [{"actor": 2, "legal": ["pass", "pass", "play 2C"]}]}
    assert differences(case("legality", LEGAL, ASKED), answer) == (
        'after 4 actions, legal: "bid 5 S" is missing',
        'after 4 actions, legal: "pass" is not expected',
        'after 4 actions, legal: "play 2C" is not expected',
    )


def test_an_engine_without_codes_says_illegal() -> None:
    question = case("legality", LEGAL, ASKED)
    assert differences(question, {**LEGAL, "codes": ["illegal", None]}) == ()
    assert differences(question, {**LEGAL, "codes": ["auction/form", "illegal"]}) == (
        "'pass' after 4 actions: null expected, \"illegal\" answered",
    )
    assert differences(question, {**LEGAL, "codes": [None, None]}) == (
        "'bid 5' after 4 actions: \"auction/form\" expected, null answered",
    )
    # It stands for no other answer.
    assert differences(case("sessions", {"made": "x"}), {"made": "illegal"})


@pytest.mark.parametrize(
    ("expected", "answered"),
    [(1, True), (0, False), (1, 1.0), (None, 0), ("1", 1), ([], {}), ([1], [1, 2]), (0, "")],
)
def test_values_of_other_types_differ(expected: Any, answered: Any) -> None:
    assert differences(case("sessions", {"over": expected}), {"over": answered})
    assert canonical(expected) != canonical(answered)


def test_what_is_missing_is_told_and_what_is_more_is_not() -> None:
    question = case("perft", {"leaves": [3, 5]})
    assert differences(question, {"leaves": [3, 5], "seconds": 0.1}) == ()
    assert differences(question, {}) == ("leaves: [3,5] expected, nothing answered",)
    assert differences(question, {"leaves": [3]}) == ("leaves: 2 values expected, 1 answered",)
    assert differences(question, 7) == ('the answer: {"leaves":[3,5]} expected, 7 answered',)
    assert differences(question, {"leaves": None}) == ("leaves: [3,5] expected, null answered",)


@pytest.mark.parametrize(
    ("kind", "expect", "asked", "answer", "told"),
    [
        (
            "prices",
            {"chips": [[1], [2]]},
            {"honours": [0, 3], "tricks": [7]},
            {"chips": [[1], [9]]},
            "chips with 3 honours and 7 tricks: 2 expected, 9 answered",
        ),
        ("perft", {"leaves": [1, 2]}, {}, {"leaves": [1, 3]}, "leaves of depth 2: 2 expected"),
        (
            "sessions",
            {"deals": [{"pool": 3}]},
            {},
            {"deals": [{"pool": 4}]},
            "deal 1, pool: 3 expected, 4 answered",
        ),
        ("prices", {"chips": [[1]]}, {}, {"chips": [[2]]}, "chips[0][0]: 1 expected"),
        ("settlements", {"deltas": [1, 2]}, {}, {"deltas": [1, 0]}, "deltas[1]: 2 expected"),
    ],
)
def test_a_difference_is_told_in_words_where_the_question_has_them(
    kind: str, expect: Any, asked: Any, answer: Any, told: str
) -> None:
    (problem,) = differences(case(kind, expect, asked), answer)
    assert problem.startswith(told)


def test_long_lists_of_differences_are_cut() -> None:
    told = differences(case("perft", {"leaves": [0] * 50}), {"leaves": [1] * 50})
    assert len(told) == 9
    assert told[-1] == "and more"
    (long,) = differences(case("perft", {"x": "y" * 10_000}), {"x": "z" * 10_000})
    assert len(long) < 300


def test_a_report_counts() -> None:
    cases = [case("perft", {"leaves": [1]}, id=str(number)) for number in range(5)]
    report = run(
        cases,
        Parrot(
            Reply({"leaves": [1]}),
            Reply({"leaves": [2]}),
            Reply(unsupported="only whist"),
            Reply(error="no idea"),
            Reply(unsupported="only whist"),
        ),
    )
    assert report.counts == {("any", "perft"): Count(passed=1, failed=2, unsupported=2)}
    assert (report.passed, report.failed, report.skipped) == (1, 2, 2)
    assert report.unsupported == ("only whist",)
    assert [str(failure) for failure in report.failures] == [
        "any perft: 1\n  leaves of depth 1: 1 expected, 2 answered",
        "any perft: 3\n  the engine says: no idea",
    ]


def test_answers_of_nothing_are_answers() -> None:
    assert run([case("perft", {"leaves": [1]})], Parrot(Reply(None))).failed == 1
