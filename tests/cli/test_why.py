"""``why`` finds the position that is meant, and prints the statements that decide there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from tests.phases.table_talk import act, finish

import boston_rules as br

Run = Callable[..., Result]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Two deals; in the second eldest bids nine spades, leads a spade and loses."""
    hands = [br.Cards(br.PACK[seat::4]) for seat in range(4)]
    states: list[br.State] = []
    for opening in (("pass",) * 4, ("bid 9 S", "pass", "pass", "pass", "solo")):
        state = (
            br.next_deal(states[0], hands=hands)
            if states
            else br.start("fontainebleau", dealer=3, hands=hands)
        )
        states.append(finish(act(state, *opening)))
    file = tmp_path / "record.txt"
    br.dump(br.record(states, players=["Ann", "Bob", "Cid", "Dot"]), file)
    return file


def test_without_an_action_the_bill_is_explained(run: Run, record: Path) -> None:
    said = " ".join(run("why", record).stdout.split())
    assert said.startswith("Deal 2, after 57 actions. ante: 50 [ENC, laws of the game, 3]")
    assert "Nine Levées in ♠, alone: 90" not in said
    assert "CATS.48, payment table" in said
    assert "price from each opponent: S 90 C 90 H 100 D 110. Followed." in said


def test_an_action_is_looked_for_where_it_was_done(
    document: Callable[..., Any], record: Path
) -> None:
    for typed in (["bid", "9", "S"], ["nine", "levées", "spades"], ["9s"]):
        told = document("why", record, *typed)
        assert (told["deal"], told["at"]) == (2, 0)
        (ground,) = told["grounds"]
        assert (ground["decides"], ground["refusal"]) == (["bid 9 S"], None)
        assert [each["id"] for each in ground["statements"]] == ["ENC.38", "CATS.24"]


def test_what_was_never_done_is_judged_where_it_is_asked(
    document: Callable[..., Any], record: Path
) -> None:
    told = document("why", record, "bid 8 H", "--at", "1")
    (ground,) = told["grounds"]
    assert ground["refusal"]["code"] == "auction/too-low"
    assert ground["source"].endswith("ruling R4")
    assert ground["statements"][0]["sha256"]
    assert ground["statements"][0]["lines"]


def test_a_position_tells_every_rule_of_what_is_legal(run: Run, record: Path) -> None:
    said = run("why", record, "--at", 0, "--deal", 1).stdout
    assert said.startswith("Deal 1, after 0 actions; Ann is to act.")
    assert "31 others" in said
    assert "ENC.56" in said


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (("--deal", "3"), "deals 1 to 2, and no deal 3"),
        (("--at", "99"), "the deal has 57 actions"),
        (("xyzzy",), "'xyzzy' is not understood"),
    ],
)
def test_what_is_not_there_is_said(
    run: Run, record: Path, more: tuple[str, ...], told: str
) -> None:
    assert told in " ".join(run("why", record, *more, status=2).stderr.split())


def test_it_answers_in_the_language_of_the_reader(run: Run, record: Path) -> None:
    refused = run("--lang", "de", "why", record, "nonsense", status=2).stderr
    assert "nicht verstanden" in refused
    assert "understood" not in refused
    assert "nach 57 Handlungen" in run("--lang", "de", "why", record).stdout
