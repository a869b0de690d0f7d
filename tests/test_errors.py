"""The exception tree: codes, messages, equality, pickling."""

from __future__ import annotations

import ast
import copy
import inspect
import pickle
import random
import re
from pathlib import Path
from typing import Any

import pytest

import boston_rules as br
from boston_rules.core import errors

CLASSES: list[type[br.BostonError]] = [
    value
    for value in vars(errors).values()
    if isinstance(value, type) and issubclass(value, br.BostonError)
]
PUBLIC = [cls for cls in CLASSES if not cls.__name__.startswith("_")]
REFUSALS: list[type[br.IllegalAction]] = [
    cls for cls in PUBLIC if issubclass(cls, br.IllegalAction) and cls is not br.IllegalAction
]
ROOTS = [br.BostonError, br.IllegalAction, errors.ProblemsError]
PROBLEMS: list[Any] = [br.VariantError, br.SettlementError, br.DealError]
RECORDS: list[type[br.RecordError]] = [br.RecordError, br.NotationError]
PLAIN: list[type[br.BostonError]] = [br.SessionOver, br.DealNotSettled, br.NoChanceDue]
EVENTS: list[type[br.BostonError]] = [br.EventError]

PLAY = br.Play(br.parse_card("QH"))
CITE = br.Cite(br.Source("ENC", "Boston (card game)"), "laws, 8", ruling="R7")
LEGAL = tuple(br.Play(card) for card in br.PACK[:11])


def refusal(kind: type[br.IllegalAction] = errors.MustFollowSuit, **changes: Any) -> Any:
    given: dict[str, Any] = {"action": PLAY, "seat": 2, "rule": CITE, "legal": LEGAL}
    given.update(changes)
    reason = given.pop("reason", "spades were led and you hold one")
    return kind(reason, **given)


def test_every_exception_is_of_a_known_kind_and_listed() -> None:
    assert {cls.__name__ for cls in PUBLIC} == set(errors.__all__)
    assert set(PUBLIC) == {
        *ROOTS,
        *REFUSALS,
        *PROBLEMS,
        *RECORDS,
        *PLAIN,
        *EVENTS,
    }
    assert all(inspect.getdoc(cls) for cls in PUBLIC)


def test_every_refusal_has_a_code_of_its_own() -> None:
    assert len(REFUSALS) >= 19
    codes = [cls.__dict__.get("code") for cls in REFUSALS]
    assert len(set(codes)) == len(codes)
    for cls, code in zip(REFUSALS, codes, strict=True):
        assert isinstance(code, str), f"{cls.__name__} has no code of its own"
        assert re.fullmatch(r"[a-z]+/[a-z]+(-[a-z]+)*", code), code
    assert br.IllegalAction.code not in codes


def test_what_users_catch() -> None:
    for cls in PUBLIC:
        assert issubclass(cls, br.BostonError)
        assert issubclass(cls, ValueError) is (cls not in (br.BostonError, *PLAIN))


@pytest.mark.long
def test_the_roots_are_never_raised_themselves() -> None:
    package = Path(br.__file__).parent
    roots = {cls.__name__ for cls in ROOTS}
    made = []
    for path in sorted(package.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            used: list[ast.expr | None] = []
            if isinstance(node, ast.Raise):
                used = [node.exc.func if isinstance(node.exc, ast.Call) else node.exc]
            elif isinstance(node, ast.Call):
                # refusal(IllegalAction, ...) would raise it as well
                catching = ("check_type", "isinstance", "issubclass", "suppress")
                kinds = getattr(node.func, "attr", getattr(node.func, "id", None)) in catching
                used = [node.func, *([] if kinds else node.args)]
            made += [
                f"{path.name}: {ast.unparse(node)}"
                for name in used
                if getattr(name, "attr", getattr(name, "id", None)) in roots
            ]
    assert made == []


# Refusals.


@pytest.mark.parametrize("kind", REFUSALS)
@pytest.mark.parametrize("protocol", [0, 2, pickle.HIGHEST_PROTOCOL])
def test_refusals_pickle_and_copy_equal(kind: type[br.IllegalAction], protocol: int) -> None:
    for error in (refusal(kind), kind("why", action=PLAY, seat=None)):
        for again in (
            pickle.loads(pickle.dumps(error, protocol)),
            copy.copy(error),
            copy.deepcopy(error),
        ):
            assert type(again) is kind
            assert again == error
            assert hash(again) == hash(error)
            assert str(again) == str(error)
            assert again.args == error.args
            assert (again.action, again.seat, again.rule, again.legal, again.reason) == (
                error.action,
                error.seat,
                error.rule,
                error.legal,
                error.reason,
            )


@pytest.mark.parametrize(
    "change",
    [
        {"reason": "another"},
        {"action": br.Play(br.parse_card("KH"))},
        {"action": br.Discard(br.parse_card("QH"))},
        {"seat": 3},
        {"seat": None},
        {"rule": None},
        {"legal": LEGAL[:-1]},
        {"kind": errors.CardNotHeld},
    ],
    ids=str,
)
def test_refusals_of_different_things_are_different(change: dict[str, Any]) -> None:
    assert refusal() == refusal()
    assert hash(refusal()) == hash(refusal())
    assert refusal(**change) != refusal()
    strange: list[object] = ["spades were led and you hold one", ValueError("x")]
    assert refusal() not in strange


def test_a_refusal_says_what_was_tried_why_by_which_rule_and_what_is_legal() -> None:
    assert str(refusal()) == (
        "play QH: spades were led and you hold one [ENC, laws, 8; ruling R7]; "
        "legal: play 2C, play 3C, play 4C, play 5C, play 6C, play 7C, play 8C, play 9C and 3 more"
    )
    assert str(refusal(legal=LEGAL[:2])).endswith("legal: play 2C, play 3C")
    bare = refusal(rule=None, legal=())
    assert str(bare) == "play QH: spades were led and you hold one"
    long = refusal(errors.BadPack, action=br.Shuffle(br.PACK[:51]), rule=None, legal=())
    assert len(str(long)) < 120
    assert str(long).startswith("shuffle 2C 3C 4C")


def test_a_refusal_can_be_raised_and_caught_as_a_value_error() -> None:
    with pytest.raises(ValueError, match="you hold one") as caught:
        raise refusal()
    assert caught.value.args == ("spades were led and you hold one",)


# Problems.


@pytest.mark.parametrize("kind", PROBLEMS)
def test_problems_are_listed_and_pickle(kind: Any) -> None:
    one, two = kind("one thing"), kind(text for text in ("one thing", "another"))
    assert one.problems == ("one thing",)
    assert two.problems == ("one thing", "another")
    assert str(two) == "one thing; another"
    for error in (one, two):
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is kind
        assert again.problems == error.problems
        assert str(again) == str(error)


@pytest.mark.parametrize("kind", PROBLEMS)
def test_a_message_lists_as_many_problems_as_it_has_room_for(kind: Any) -> None:
    many = kind(f"problem {number:03}" for number in range(500))
    assert len(many.problems) == 500
    assert str(many).startswith("problem 000; problem 001; ")
    shown = str(many).count("problem")
    assert str(many).endswith(f"; problem {shown - 1:03}; and {500 - shown} more")
    assert 100 < shown < 200
    long = kind(["x" * 10_000, "another"])
    assert long.problems == ("x" * 10_000, "another")
    assert str(long).endswith("xxx...; and 1 more")
    assert len(str(long)) < 2_000


@pytest.mark.parametrize("kind", RECORDS)
def test_record_errors_say_where_and_pickle(kind: type[br.RecordError]) -> None:
    error = kind("what", line=3, column=14, deal=2, ply=0)
    assert str(error) == "line 3, column 14, deal 2, ply 0: what"
    assert str(kind("what")) == "what"
    assert str(kind("what", ply=7)) == "ply 7: what"
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is kind
    assert str(again) == str(error)
    assert (again.reason, again.line, again.column, again.deal, again.ply) == ("what", 3, 14, 2, 0)


@pytest.mark.parametrize("kind", PLAIN)
def test_other_errors_pickle(kind: type[br.BostonError]) -> None:
    again = pickle.loads(pickle.dumps(kind("why")))
    assert type(again) is kind
    assert str(again) == "why"


def test_what_is_raised_in_play_pickles_with_its_legal_alternatives() -> None:
    state = br.start(br.get_variant("fontainebleau"))
    state = br.apply(state, br.draw_chance(state, random.Random(5)))
    with pytest.raises(br.IllegalAction) as caught:
        br.apply(state, br.Cut(52))
    error = caught.value
    assert type(error) is errors.BadCut
    assert pickle.loads(pickle.dumps(error)) == error == br.why_illegal(state, br.Cut(52))
    assert error.legal == br.legal_actions(state)
