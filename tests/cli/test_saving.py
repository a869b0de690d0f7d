"""``play --save`` and ``play --resume``: no session is lost, however it ends."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import Any

import attrs
import pytest
from click.testing import CliRunner, Result

import boston_rules as br
from boston_rules import records
from boston_rules.bots import Bot, RandomBot
from boston_rules.cli import play as playing
from boston_rules.cli import saving
from boston_rules.cli.program import program
from boston_rules.cli.session import PlayedDeal, states_of
from boston_rules.records.replaying import positions
from boston_rules.testing import random_walk

Run = Callable[..., Result]
Read = Callable[..., Any]

SLUGS = br.list_variants()
SHORT = ("--deals", 2, "--bots", "random", "--seed", 3)
DEALS = 8
"""So many last longer than 80 actions in every game: deals may be broken off at the first trick."""


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("name", ["s.json", "s.txt"])
def test_a_saved_session_is_the_session_that_was_played(
    document: Read, tmp_path: Path, slug: str, name: str
) -> None:
    file = tmp_path / name
    told = document("play", slug, *SHORT, "--save", file)
    made = records.load(file)
    assert file.read_text("utf-8") == records.dumps(made, "json" if "json" in name else "text")
    assert made.players == ("random",) * made.seats
    assert [[[each.seat, str(each)] for each in deal.events] for deal in made.deals] == [
        deal["actions"] for deal in told["deals"]
    ]
    last = records.replay(made)[-1]
    assert isinstance(last, br.Settled)
    assert last.session_over
    assert list(last.table.purses) == told["purses"]


def test_the_text_is_that_of_a_session_that_is_not_saved(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "s.txt"
    for form in ((), ("--summary",)):
        plain = run("play", *SHORT, *form).stdout
        saved = run("play", *SHORT, *form, "--save", file, "--force").stdout
        assert saved == f"{plain}\nThe session is in {file}.\n"


class Interrupting(RandomBot):
    """Interrupted at a call that is drawn beforehand."""

    left = 0

    def choose(self, view: br.State) -> br.Action:
        Interrupting.left -= 1
        if Interrupting.left < 0:
            raise KeyboardInterrupt
        return super().choose(view)


@pytest.fixture
def interrupted(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Interrupt the session after so many actions of players."""

    def seat(names: Any, seed: int) -> list[Bot]:
        return [Interrupting(random.Random(seed + place)) for place, _ in enumerate(names)]

    def after(actions: int) -> None:
        Interrupting.left = actions
        monkeypatch.setattr(playing, "seat_bots", seat)

    return after


@pytest.mark.no_cover
@pytest.mark.parametrize(("slug", "actions"), [*zip(SLUGS, cycle([0, 30, 80]))])
def test_an_interrupted_session_goes_on_where_it_was(
    run: Run,
    document: Read,
    tmp_path: Path,
    interrupted: Callable[[int], None],
    monkeypatch: pytest.MonkeyPatch,
    slug: str,
    actions: int,
) -> None:
    file, other = tmp_path / "s.txt", tmp_path / "t.json"
    interrupted(actions)
    arguments = (slug, "--deals", DEALS, "--bots", "random", "--seed", 3)
    result = run("play", *arguments, "--save", file, status=130)
    assert result.stderr == (
        f"boston-rules: The session is in {file}; boston-rules play --resume {file} goes on.\n"
        "boston-rules: interrupted\n"
    )
    broken = records.load(file)
    acted = sum(event.seat >= 0 for deal in broken.deals for event in deal.events)
    assert acted == actions
    monkeypatch.undo()
    told = document("play", "--resume", file, "--seed", 8, "--save", other)
    whole = records.load(other)
    assert records.load(file) == broken, "what is saved elsewhere leaves the old file alone"
    for before, after in zip(broken.deals, whole.deals, strict=False):
        assert after.events[: len(before.events)] == before.events
    assert len(told["deals"]) == len(whole.deals) == DEALS
    assert [[[each.seat, str(each)] for each in deal.events] for deal in whole.deals] == [
        deal["actions"] for deal in told["deals"]
    ]
    assert records.replay(whole)[-1].table.purses == tuple(told["purses"])
    done = [event.action for deal in whole.deals for event in deal.events]
    shuffles = [action for action in done if isinstance(action, br.Shuffle)]
    assert len(set(shuffles)) == len(shuffles), "no deal is dealt again"
    summary = run("play", "--resume", file, "--seed", 8, "--summary").stdout
    assert re.findall(r"(?m)^ +(\d) ", summary) == [*map(str, range(1, DEALS + 1))]
    assert f"Resumed from {file}, in deal " in summary.replace("\n", " ")
    assert records.load(file) == whole, "it is saved again where it was"


def test_a_session_saved_between_deals_goes_on_with_the_next(
    run: Run, document: Read, tmp_path: Path
) -> None:
    file = tmp_path / "s.txt"
    document("play", *SHORT, "--save", file)
    whole = records.load(file)
    first = attrs.evolve(whole.deals[0], comments=[(3, "well bid")], tags=[("Table", "2")])
    names = ["Ann", "random", "Cid", "simple"]
    part = attrs.evolve(
        whole, deals=[first], players=names, tags=[("Event", "Club")], comments=["wet"]
    )
    records.dump(part, file)
    text = run("play", "--resume", file, "--bots", "random", "--seed", 3).stdout
    assert f"Resumed from {file}, after deal 1." in text
    assert "Deal 1 of 2" not in text
    assert "Deal 2 of 2" in text
    after = records.load(file)
    assert after.deals[0] == first
    assert (after.players, after.tags, after.comments) == (part.players, part.tags, part.comments)
    assert after.deals[1] != whole.deals[1], "the cards of the seed are not dealt twice"


def test_who_plays_is_in_the_record(document: Read, tmp_path: Path) -> None:
    file = tmp_path / "s.txt"
    document("play", *SHORT, "--save", file)
    part = records.load(file)
    part = attrs.evolve(part, deals=part.deals[:1], players=["random", "Bob", "human", "simple"])
    for more, bots in (
        ((), ["random", "simple", "simple", "simple"]),
        (("--bots", "random"), ["random"] * 4),
    ):
        records.dump(part, file)
        assert document("play", "--resume", file, *more)["bots"] == bots


# A person at the table.


def test_whoever_leaves_or_has_no_more_to_type_finds_his_session_again(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "s.txt"
    arguments = ("french", "--seed", 1, "--deals", 2, "--human", 1, "--save", file)
    text = run("play", *arguments, typed="pass\n").stdout
    assert text.endswith(f"The session is in {file}; boston-rules play --resume {file} goes on.\n")
    made = records.load(file)
    assert made.players == ("simple", "human", "simple", "simple")
    assert not made.finished
    before = made.deals[0].events
    assert br.Event(1, br.Pass()) in before
    text = run("play", "--resume", file, typed="1\n1\nquit\n").stdout
    assert "Type help at any time" in text
    assert "You pass." in text
    assert "Seat 0 you" not in text
    again = records.load(file).deals[0].events
    assert again[: len(before)] == before
    assert len(again) > len(before)
    text = run("play", "--resume", file, "--human", 2, typed="").stdout
    assert "Type help at any time" in text


@pytest.mark.parametrize("slug", SLUGS)
def test_law_6_a_resumed_session_shows_no_hidden_card(run: Run, tmp_path: Path, slug: str) -> None:
    """What happened is told again as the seat saw it: neither packs nor cuts nor discards."""
    file = tmp_path / "s.txt"
    run("play", slug, "--deals", 1, "--bots", "random", "--seed", 4, "--save", file)
    whole = records.load(file)
    states = [*positions(whole)]
    dealt = next(at for at, state in enumerate(states) if br.observe(state, 2).dealt)
    earlier = records.record(states[max(dealt, len(states) - 17)])
    records.dump(attrs.evolve(whole, deals=earlier.deals), file)
    text = run("play", "--resume", file, "--human", 2, typed="").stdout
    made = records.load(file)  # the others have gone on to his turn
    assert not made.finished
    view = br.observe(records.replay(made)[-1], 2)
    known = {*view.dealt, *(card for _, hand in view.exposed for card in hand)}
    known |= {card for trick in view.tricks for card in trick.cards} | {*view.trick}
    known |= {view.turned} - {None}
    told = (getattr(event.action, "card", None) for event in view.events)
    known |= {card for card in told if isinstance(card, br.Card)}
    pip = {suit.symbol: suit.letter for suit in br.Suit}
    shown = {
        br.parse_card(rank + pip[symbol])
        for symbol, ranks in re.findall("([♠♥♣♦])([2-9TJQKA]+)", text)
        for rank in ranks
    }
    assert shown <= known
    assert shown


class Killed(Exception):
    """The process is gone."""


def test_each_turn_of_a_person_finds_the_session_saved(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is left to the end: a terminal that is closed gives no time for it."""
    file = tmp_path / "s.txt"
    seen: list[int] = []

    def answer(human: Any) -> str:
        seen.append(sum(len(deal.events) for deal in records.load(file).deals))
        if len(seen) > 3:
            raise Killed
        return "1"

    monkeypatch.setattr("boston_rules.cli.human.Human._line", answer)
    monkeypatch.setattr(saving.Saver, "__exit__", lambda *_: None)
    arguments = ["play", "--human", "0", "--seed", "1", "--save", str(file)]
    assert isinstance(CliRunner().invoke(program, arguments).exception, Killed)
    assert len(seen) == 4
    assert seen == sorted(set(seen))


# What goes wrong.


def test_a_file_that_is_there_is_replaced_when_told_so(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "s.txt"
    file.write_text("precious")
    result = run("play", *SHORT, "--save", file, status=2)
    assert result.stdout == ""
    assert "is there already" in result.stderr
    assert file.read_text() == "precious"
    run("play", *SHORT, "--save", file, "--force")
    assert len(records.load(file).deals) == 2


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("no/such/folder.txt", "its folder cannot be written"),
        ("folder", "is no regular file"),
        ("a\0b", "null"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused_before_the_session(
    run: Run, tmp_path: Path, name: str, told: str
) -> None:
    (tmp_path / "folder").mkdir()
    result = run("play", *SHORT, "--force", "--save", f"{tmp_path}/{name}", status=2)
    assert result.stdout == ""
    assert told in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_session_longer_than_a_record_is_refused(run: Run, tmp_path: Path) -> None:
    result = run("play", "--deals", 1001, "--save", tmp_path / "s.txt", status=2)
    assert "1000 deals at most" in result.stderr
    assert not list(tmp_path.iterdir())


def test_a_session_that_grows_too_long_keeps_what_fits(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "s.txt"
    monkeypatch.setattr(saving, "MOST_DEALS", 3)
    result = run(
        *("play", "classic", "--option", "first_to=999999999", "--bots", "random"),
        *("--seed", 1, "--save", file),
        status=2,
    )
    assert result.stderr == f"boston-rules: {file} holds 3 deals: no more\n"
    assert len(records.load(file).deals) == 3


def test_a_disk_that_fails_at_the_end_is_told(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(saving, "dump", full)
    for typed in (None, ""):
        arguments = [*SHORT, "--save", tmp_path / "s.txt"]
        if typed is not None:
            arguments += ["--human", 1]
        result = run("play", *arguments, status=1, typed=typed)
        assert result.stderr == (
            f"boston-rules: {tmp_path / 's.txt'}: it cannot be written: No space left on device\n"
        )


def test_an_error_before_the_first_state_leaves_no_file(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise br.DealError("no such deal")

    monkeypatch.setattr(br, "start", refused)
    run("play", *SHORT, "--save", tmp_path / "s.txt", status=2)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "more",
    [
        ("french",),
        ("--deals", 3),
        ("--dealer", 1),
        ("--option", "deals=3"),
        ("--deals-from", "x.pbn"),
    ],
    ids=lambda more: str(more[0]),
)
def test_what_the_record_settles_is_not_chosen_again(
    run: Run, tmp_path: Path, more: tuple[Any, ...]
) -> None:
    result = run("play", "--resume", tmp_path / "s.txt", *more, status=2)
    told = "VARIANT" if more == ("french",) else more[0]
    assert f"{told} does not go with --resume" in result.stderr


def test_a_session_that_is_over_or_not_of_these_rules_does_not_go_on(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "s.txt"
    run("play", *SHORT, "--save", file)
    whole = records.load(file)
    kept = file.read_bytes()
    assert "the session is over" in run("play", "--resume", file, status=2).stderr
    assert file.read_bytes() == kept
    part = attrs.evolve(whole, deals=whole.deals[:1])
    for broken, told in (
        (attrs.evolve(part, fingerprint="0" * 16), "have changed"),
        (attrs.evolve(part, variant="unheard"), "no variant is called"),
        (records.redact(part, 1), "the record is redacted"),
        (
            attrs.evolve(part, deals=[attrs.evolve(part.deals[0], dealer=1)]),
            "deal 1",
        ),
    ):
        records.dump(broken, file)
        assert told in run("play", "--resume", file, status=2).stderr
    assert "No such file" in run("play", "--resume", tmp_path / "none", status=2).stderr
    seat = run("play", "--resume", file, "--human", 4, status=2)
    assert "--human" in seat.stderr


def test_a_played_deal_knows_each_action_and_its_phase_from_its_record() -> None:
    walk = random_walk(br.get_variant("fontainebleau"), seed=2, deals=2)
    for state in (walk.states[0][-1], walk.states[1][20]):
        states = walk.states[state.table.deal_number - 1]
        assert states_of(state) == tuple(states[: states.index(state) + 1])
        steps = list(PlayedDeal(state=state).steps())
        assert [event for _, event in steps] == list(state.events[1:])
        assert [before for before, _ in steps] == list(states[: len(steps)])


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_real_interrupt_saves_what_was_played(tmp_path: Path) -> None:
    file = tmp_path / "s.json"
    arguments = ("play", "--deals", "1000", "--bots", "random", "--seed", "1", "--save", str(file))

    def deliver() -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    with subprocess.Popen(
        [sys.executable, "-m", "boston_rules.cli", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUTF8": "1"},
        preexec_fn=deliver,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        for line in process.stdout:
            if line.startswith(b"Deal 3 "):
                break
        process.send_signal(signal.SIGINT)
        while process.stdout.read(65536):
            pass
        assert process.wait(30) == 130
        assert process.stderr.read().endswith(b"\nboston-rules: interrupted\n")
    made = records.load(file)
    assert 2 <= len(made.deals) < 1000
    assert records.replay_while_valid(made).error is None
    assert [path.name for path in tmp_path.iterdir()] == ["s.json"]
