"""The same results whoever plays; rows that add up; failures that lose nothing."""

from __future__ import annotations

import functools
import hashlib
import pickle
import random
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from tests.simulate.runs import (
    SESSIONS,
    SLUG,
    Broken,
    Counting,
    Failing,
    InPlace,
    Leaving,
    Patchy,
    csv_of,
    short,
)

import boston_rules as br
from boston_rules.bots import Bot, RandomBot, make_bot, play_session
from boston_rules.bots.makers import label
from boston_rules.simulate import (
    MissingExtra,
    ResultsCorrupt,
    ResultsError,
    ResultsLocked,
    ResultsMismatch,
    SessionFailed,
    load_results,
    simulate,
)
from boston_rules.simulate.sessions import SessionJob
from boston_rules.simulate.streams import stream


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What everybody must find."""
    return csv_of(short(), tmp_path_factory.mktemp("expected"))


DASK = [pytest.mark.long, pytest.mark.filterwarnings("default")]


@contextmanager
def dask_executor(processes: bool = False) -> Iterator[Executor]:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=processes, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client.get_executor()


@pytest.mark.parametrize(
    "executor",
    [
        pytest.param(lambda: nullcontext(InPlace()), id="in place"),
        pytest.param(lambda: ThreadPoolExecutor(3), id="threads"),
        pytest.param(lambda: nullcontext(Counting()), id="newest first"),
        pytest.param(dask_executor, id="dask", marks=DASK),
    ],
)
@pytest.mark.parametrize("kept", [False, True], ids=["memory", "file"])
def test_any_executor_finds_the_same(
    executor: Callable[[], Any], kept: bool, expected: bytes, tmp_path: Path
) -> None:
    with executor() as one:
        path = tmp_path / "results.sqlite" if kept else None
        results = short(executor=one, results=path, in_flight=3)
    assert csv_of(results, tmp_path) == expected
    assert results.complete
    if path is not None:
        assert csv_of(load_results(path), tmp_path) == expected


@pytest.mark.long
def test_a_pool_of_processes_finds_the_same(expected: bytes, tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    told: list[tuple[int, int]] = []
    results = short(workers=2, results=path, progress=lambda *how_far: told.append(how_far))
    assert csv_of(results, tmp_path) == expected
    assert told[0] == (0, SESSIONS)
    assert told[-1] == (SESSIONS, SESSIONS)
    assert told == sorted(told)


def test_an_equal_variant_from_another_process_plays_alike(expected: bytes, tmp_path: Path) -> None:
    variant = pickle.loads(pickle.dumps(br.get_variant(SLUG)))
    results = simulate(variant, "random", SESSIONS, 3, deals=1, workers=1)
    assert csv_of(results, tmp_path) == expected


def test_few_chunks_are_with_the_executor_and_it_stays_open() -> None:
    executor = Counting()
    short(14, executor=executor, in_flight=4)
    assert executor.most == 4
    assert not executor.closed


def test_a_longer_run_begins_like_a_shorter_one() -> None:
    rows = list(short(8).rows())
    assert rows[:SESSIONS] == list(short().rows())
    assert [row.dealer for row in rows] == [0, 1, 2, 3, 0, 1, 2, 3]


def test_streams_are_as_documented() -> None:
    digest = hashlib.blake2b(b"boston_rules 3 session 17 cards", digest_size=16).digest()
    rng = random.Random(int.from_bytes(digest, "big"))
    assert stream(3, "session 17", "cards").random() == rng.random()


ALL = {slug: br.get_variant(slug) for slug in br.list_variants()}
CAPPED = ALL["american-capped"].pool
assert CAPPED is not None
HOUSE = evolve(ALL["american-capped"], pool=evolve(CAPPED, cap=30))
ALL |= {"three seats": br.get_variant("english-boston", seats=3), "house rule": HOUSE}


@pytest.mark.no_cover
@pytest.mark.parametrize("name", ALL)
def test_rows_tell_what_was_played_and_conserve_chips(name: str) -> None:
    variant, seed = evolve(ALL[name], deals=2), 11
    bots = ["simple", *["random"] * (variant.seats - 1)]
    results = simulate(ALL[name], bots, 1, seed, deals=2, workers=1)
    assert results.header["variant"]["fingerprint"] == variant.fingerprint()
    for session, group in groupby(results.rows(), key=lambda row: row.session):
        unit = f"session {session}"
        players: list[Bot] = [
            make_bot(bot, stream(seed, unit, f"seat {seat}")) for seat, bot in enumerate(bots)
        ]
        deals = list(play_session(variant, players, stream(seed, unit, "cards"), session))
        rows = list(group)
        assert len(rows) == len(deals) == 2
        purses = [variant.session.starting_chips] * variant.seats
        pool = set_aside = 0
        for number, (row, deal) in enumerate(zip(rows, deals, strict=True), 1):
            assert (row.deal, row.dealer) == (number, (session + number - 1) % variant.seats)
            purses = [purse + delta for purse, delta in zip(purses, row.chips, strict=True)]
            assert tuple(purses) == deal.table.purses
            assert (row.pool_before, row.set_aside_before) == (pool, set_aside)
            pool, set_aside = row.pool_after, row.set_aside_after
            assert (pool, set_aside) == (deal.table.pool, deal.table.set_aside)
            moved = pool + set_aside - row.pool_before - row.set_aside_before
            assert sum(row.chips) + moved == 0
            assert row.made is deal.settlement.made
            assert row.actions == sum(event.seat >= 0 for event in deal.events)
            contract = deal.contract
            if contract is None:
                assert {row.contract, row.suit, row.declarer, row.tricks, row.target} == {None}
                continue
            assert (row.contract, row.declarer, row.partner) == (
                contract.key,
                contract.declarer,
                contract.partner,
            )
            assert row.suit == (None if contract.trump is None else contract.trump.letter)
            assert row.tricks is not None
            assert row.target is not None
            if row.slam is None and not row.conceded:
                exact = row.target == 0 or row.contract == "piccolissimo"
                enough = row.tricks == row.target if exact else row.tricks >= row.target
                assert enough is row.made


class Named(RandomBot):
    """Has a second argument."""

    def __init__(self, rng: random.Random, name: str) -> None:
        super().__init__(rng)


class Maker:
    """Makes bots, and is no function."""

    def __call__(self, rng: random.Random) -> Bot:
        return RandomBot(rng)


def test_bots_may_be_callables_that_make_one() -> None:
    named = simulate(SLUG, "random", 2, 5, deals=1, workers=1)
    made = simulate(SLUG, [RandomBot] * 4, 2, 5, deals=1, workers=1)
    assert list(named.rows()) == list(made.rows())
    assert made.bots == ("boston_rules.bots.basic.RandomBot",) * 4
    assert label(partial(Named, name="me")) == "tests.simulate.test_simulate.Named(name='me')"
    assert label(Maker()) == "tests.simulate.test_simulate.Maker"


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"bots": "sipmle"}, "no bot is called 'sipmle'"),
        ({"bots": ["simple", "random"]}, "one for each of 4 seats, not 2"),
        ({"sessions": 0}, "sessions: a whole number from 1"),
        ({"sessions": True}, "sessions: a whole number from 1"),
        ({"seed": "1"}, "seed: a whole number, not '1'"),
        ({"workers": 0}, "workers: a whole number of 1 or more"),
        ({"in_flight": 0}, "in_flight: a whole number of 1 or more"),
        ({"deals": 0}, "deals"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_played(
    wrong: dict[str, Any], told: str, tmp_path: Path
) -> None:
    path = tmp_path / "results.sqlite"
    with pytest.raises(ValueError, match=told):
        simulate(**{"variant": SLUG, "results": path, "workers": 1, **wrong})
    assert not path.exists()


def test_what_is_no_bot_is_refused() -> None:
    bots: Any = [3]
    with pytest.raises(TypeError, match=r"bots must be names or callables .*, not 3"):
        simulate(SLUG, bots)


def test_what_cannot_be_sent_to_a_process_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match=r"bots must be picklable, or else workers=1: .*lambda"):
        simulate(SLUG, lambda rng: RandomBot(rng), 2, workers=2, results=tmp_path / "r.sqlite")
    assert not (tmp_path / "r.sqlite").exists()


@pytest.mark.parametrize("executor", [None, InPlace(), Counting()], ids=["here", "now", "later"])
def test_a_failure_names_its_place_and_loses_nothing(
    executor: Executor | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "results.sqlite"
    how: Any = {"deals": 2, "results": path, "executor": executor, "workers": 1, "in_flight": 2}
    monkeypatch.setattr(Failing, "seed_of_failure", repr(stream(9, "session 3", "seat 1").random()))
    with pytest.raises(SessionFailed) as caught:
        simulate(SLUG, Failing, 5, 9, **how)
    error = caught.value
    assert str(error) == "session 3 of seed 9 failed in deal 2: RuntimeError: out of cards"
    assert (error.unit, error.seed, error.deal) == ("session 3", 9, 2)
    assert "raise RuntimeError" in error.trace
    partly = load_results(path)
    assert {row.session for row in partly.rows()} >= {0, 1, 2}
    assert 3 not in {row.session for row in partly.rows()}
    monkeypatch.setattr(Failing, "seed_of_failure", None)
    resumed = simulate(SLUG, Failing, 5, 9, **how)
    assert list(resumed.rows()) == list(simulate(SLUG, Failing, 5, 9, deals=2, workers=1).rows())


def test_after_a_failure_what_runs_is_kept_and_what_waits_is_not_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, executor = tmp_path / "results.sqlite", Patchy()
    monkeypatch.setattr(Failing, "seed_of_failure", repr(stream(9, "session 0", "seat 1").random()))
    with pytest.raises(SessionFailed, match="session 0 of seed 9"):
        simulate(SLUG, Failing, 9, 9, executor, deals=2, results=path, in_flight=4)
    assert [row.session for row in load_results(path).rows()] == [1, 1]
    assert [future.cancelled() for future in executor.futures] == [False, False, True, True]


@pytest.mark.long
def test_a_pool_is_left_at_once_when_its_caller_has_had_enough(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"

    def enough(done: int, of: int) -> None:
        if done > 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        short(10**5, workers=2, results=path, progress=enough)
    assert 2 < load_results(path).finished < 100


@pytest.mark.long
def test_a_failure_in_another_process_is_told_here(tmp_path: Path) -> None:
    with pytest.raises(SessionFailed, match="failed in deal 1: ZeroDivisionError") as caught:
        short(3, workers=2, bots=Broken, results=tmp_path / "results.sqlite")
    assert "in choose" in caught.value.trace


@pytest.mark.long
@pytest.mark.parametrize("when", ["choose", "made"])
@pytest.mark.parametrize("workers", [1, 2])
def test_a_bot_that_ends_the_program_has_failed(when: str, workers: int) -> None:
    bots = functools.partial(Leaving, when=when)
    said = "SystemExit: 3" if when == "made" else r"the bot of seat \d called sys\.exit\(3\)"
    with pytest.raises(SessionFailed, match=f"failed in deal 1: .*{said}"):
        short(3, workers=workers, bots=bots)


def test_no_report_of_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Failing, "seed_of_failure", repr(stream(9, "session 0", "seat 1").random()))
    path = tmp_path / "results.sqlite"
    with pytest.raises(SessionFailed):
        simulate(SLUG, Failing, 2, 9, deals=2, results=path, workers=1)
    empty = load_results(path)
    assert (empty.finished, empty.sessions, empty.complete) == (0, 2, False)
    with pytest.raises(ValueError, match="nothing to report"):
        empty.report()


@pytest.mark.parametrize(
    "error",
    [
        ResultsError("a", "b"),
        ResultsCorrupt("a", "b", damaged=True),
        ResultsLocked("a", "b"),
        ResultsMismatch("a", (("seed", 1, 2), ("bots", ["simple"] * 40, ["random"]))),
        SessionFailed("session 1", 2, 3, "cause", "trace"),
        MissingExtra("a plot", "matplotlib", "plots"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_survive_pickling(error: Exception) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)
    assert isinstance(error, br.BostonError)


class Recorder(InPlace):
    """Writes down how many units each chunk has."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.sizes.append(len(args[1]))
        return super().submit(fn, *args, **kwargs)


def test_chunks_grow_and_are_small_again_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SessionJob, "play", lambda job, unit, begin: [])
    executor = Recorder()
    results = short(2000, executor=executor, in_flight=6)
    assert results.complete
    assert sum(executor.sizes) == 2000
    assert executor.sizes[0] == executor.sizes[-1] == 1
    most = max(executor.sizes)
    assert most > 50
    left = 2000
    for size in executor.sizes:
        assert size <= max(1, left // 6), "the others have as much to do"
        left -= size
    assert executor.sizes[-20:] == sorted(executor.sizes[-20:], reverse=True)
