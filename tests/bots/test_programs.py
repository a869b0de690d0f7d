"""Programs as bots: a sound one, and every way in which one can fail."""

from __future__ import annotations

import json
import os
import random
import shlex
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.bots.strangers import AllThirteen, only, whist_ladder

import boston_rules as br
from boston_rules.bots import (
    Bot,
    BotNameError,
    ProgramBot,
    SimpleBot,
    load_bot,
    play_deal,
    play_session,
)
from boston_rules.bots.programs import bot as programs
from boston_rules.cli.bots import bot_list
from boston_rules.cli.program import program
from boston_rules.core import programs as pipes
from boston_rules.simulate import load_results, tournament, workers
from boston_rules.simulate.duplicate import deals_digest

NODE = Path(__file__).parents[2] / "examples" / "bots" / "bot.mjs"
HEAD = """
import json, os, sys, time
PROTOCOL = "boston_rules/bot/1"
def say(**said): print(json.dumps(said), flush=True)
say(type="hello", protocol=PROTOCOL, name="test")
def questions():
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["type"] == "choose":
            yield asked
"""


@pytest.fixture(autouse=True)
def nothing_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(pipes, "_GRACE", 0.5)
    before = set(threading.enumerate())
    yield
    pipes.end_all()
    programs._idle.clear()
    programs._failed.clear()
    assert set(threading.enumerate()) <= before


@pytest.fixture
def command(tmp_path: Path) -> str:
    return f"{sys.executable} {tmp_path / 'bot.py'}"


def written(tmp_path: Path, code: str) -> None:
    (tmp_path / "bot.py").write_text(HEAD + code, "utf-8")


def played(bot: ProgramBot, deals: int = 2) -> dict[str, int]:
    """Deals played to the end beside simple bots, and what was forfeited."""
    for number in range(deals):
        seats: list[Bot] = [bot, SimpleBot(), SimpleBot(), SimpleBot()]
        play_deal(br.start("classic", number), seats, random.Random(number))
    return dict(bot.forfeits)


FIRST = "for asked in questions(): say(id=asked['id'], action=asked['legal'][0])"


def test_a_sound_program_plays_and_is_told_everything(tmp_path: Path, command: str) -> None:
    written(
        tmp_path,
        """
with open(os.path.join(os.path.dirname(__file__), "told"), "w") as told:
    for line in sys.stdin:
        told.write(line)
        told.flush()
        asked = json.loads(line)
        if asked["type"] == "choose":
            assert asked["seconds"] == 7 and len(asked["legal"]) > 1
            say(id=asked["id"], action=asked["legal"][-1], eval=0.37)
""",
    )
    named = load_bot(f"cmd:seconds=7:fallback=random:{command}")
    bot = named(random.Random(1))
    assert isinstance(bot, ProgramBot)
    assert played(bot) == {}
    bots: list[Bot] = [bot, SimpleBot(), SimpleBot(), SimpleBot()]
    end = br.observe(play_deal(br.start("classic"), bots, random.Random(5)), 0)
    kinds: list[str] = []
    deadline = time.monotonic() + 20
    while kinds.count("end") < 3:
        assert time.monotonic() < deadline
        time.sleep(0.01)
        lines = (tmp_path / "told").read_text("utf-8").splitlines()
        kinds = [line.split('"')[3] for line in lines]
    assert kinds[:4] == ["hello", "rules", "view", "choose"]
    assert kinds.count("hello") == kinds.count("rules") == 1
    assert kinds.count("view") == 3
    # A client that follows the messages has the view of the host.
    last = max(at for at, line in enumerate(lines) if line.startswith('{"type": "view"'))
    view = br.loads_view(json.dumps(json.loads(lines[last])["view"]))
    for line in lines[last + 1 :]:
        for event in json.loads(line)["events"]:
            view = br.advance(view, br.loads_event(json.dumps(event)))
    assert view == end


@pytest.mark.long
@pytest.mark.parametrize(
    ("reason", "code"),
    [
        ("late", "time.sleep(60)"),
        ("late", "sys.stdin.close(); time.sleep(60)"),
        ("ended", ""),
        ("ended", "sys.exit(3)"),
        ("ended", "next(questions()); raise ValueError('broken')"),
        ("nonsense", "next(questions()); print('hello', flush=True); time.sleep(60)"),
        ("nonsense", "asked = next(questions()); say(id=asked['id'] + 1, action='pass')"),
        ("nonsense", "asked = next(questions()); say(id=asked['id'], action=7)"),
        ("nonsense", "asked = next(questions()); say(id=True, action='pass')"),
        ("nonsense", "next(questions()); print('[' * 9999, flush=True); time.sleep(60)"),
        ("nonsense", "next(questions())\nwhile True: sys.stdout.write('x' * 9999)"),
        ("nonsense", "while True: say(id=0, action='pass')"),
        ("nonsense", "sys.stdout.buffer.write(b'\\xff\\n'); sys.stdout.flush(); time.sleep(60)"),
        ("illegal", "for asked in questions(): say(id=asked['id'], action='play 1Z')"),
    ],
)
def test_a_program_that_fails_forfeits(
    reason: str, code: str, tmp_path: Path, command: str
) -> None:
    written(tmp_path, code)
    seconds = 0.3 if reason == "late" else 10.0
    bot = ProgramBot(random.Random(1), command=command, seconds=seconds)
    begin = time.monotonic()
    lost = played(bot)
    # A program that has gone forfeits all that was to come of a deal, which is some cards.
    assert lost.keys() == {reason}
    assert lost[reason] > 4
    assert time.monotonic() - begin < 25


def test_complaints_without_end_do_no_harm(tmp_path: Path, command: str) -> None:
    written(tmp_path, "print('x' * 10**6, 'and so on\\n' * 10**5, file=sys.stderr)\n" + FIRST)
    assert played(ProgramBot(random.Random(1), command=command), 1) == {}


def test_a_program_is_started_again_for_the_next_deal(tmp_path: Path, command: str) -> None:
    written(
        tmp_path,
        "asked = next(questions()); say(id=asked['id'], action=asked['legal'][0]); sys.exit()",
    )
    bot = ProgramBot(random.Random(1), command=command)
    lost = played(bot, 3)
    assert lost.keys() == {"ended"}
    assert pipes._running == set()


POSIX = pytest.mark.skipif(sys.platform == "win32", reason="groups and signals of POSIX")
CHILD = """
import subprocess
code = "import os, sys, time\\nfor _ in range(800): os.path.exists(sys.argv[1]) or time.sleep(0.01)"
subprocess.Popen([sys.executable, "-c", code, __file__ + ".end"], start_new_session={apart})
"""
"""A child that holds the pipes open for eight seconds, or until there is a file."""


@POSIX
def test_a_program_that_has_ended_takes_its_children_along(tmp_path: Path, command: str) -> None:
    written(tmp_path, CHILD.format(apart=False))
    program = pipes.Program(shlex.split(command), longest=1000)
    program._process.wait(20)
    program.close()
    # The child would hold the pipes open.
    assert not any(thread.is_alive() for thread in program._threads)


@POSIX
def test_a_program_has_ended_though_a_child_holds_its_pipes(
    tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipes, "_DRAIN", 0.05)
    written(tmp_path, CHILD.format(apart=True))
    program = pipes.Program(shlex.split(command), longest=1000)
    assert program.receive(20)
    with pytest.raises(pipes.ProgramError, match="has ended with status 0") as caught:
        program.receive(60)
    program.close()
    assert caught.value.kind == "ended"
    assert any(thread.is_alive() for thread in program._threads)
    (tmp_path / "bot.py.end").touch()
    for thread in program._threads:
        thread.join(10)


def test_all_programs_have_time_to_end_and_the_same_time(
    tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sound one writes something after its input has ended; one that hangs is killed."""
    hung, sound = tmp_path / "hung.py", tmp_path / "sound.py"
    hung.write_text(HEAD + "time.sleep(60)", "utf-8")
    sound.write_text(HEAD + "sys.stdin.read()\nopen(__file__ + '.end', 'w').close()", "utf-8")
    monkeypatch.setattr(pipes, "_GRACE", 20.0)
    held = [pipes.Program([sys.executable, sound], longest=1000)]
    held[0].receive(20)
    pipes.end_all()
    assert (tmp_path / "sound.py.end").exists()
    assert held[0]._process.returncode == 0
    monkeypatch.setattr(pipes, "_GRACE", 0.5)
    held = [pipes.Program([sys.executable, hung], longest=1000) for _ in range(4)]
    begin = time.monotonic()
    pipes.end_all()
    assert time.monotonic() - begin < 1.5
    assert all(program._process.returncode for program in held)


def test_a_worker_that_leaves_kills_its_programs(
    tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path, "time.sleep(60)")
    bot = ProgramBot(random.Random(1), command=command)
    bot.check()
    left: list[int] = []
    monkeypatch.setattr(os, "_exit", left.append)
    workers._leave()
    assert left == [1]
    with pytest.raises(pipes.ProgramError, match="has ended"):
        bot._held[0].program.receive(10)


@POSIX
def test_sigterm_ends_a_command_with_bots_as_ctrl_c_does() -> None:
    before = signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        bot_list("simple")
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
    finally:
        signal.signal(signal.SIGTERM, before)


def test_a_program_may_end_after_each_deal(tmp_path: Path, command: str) -> None:
    written(
        tmp_path,
        """
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "choose":
        say(id=asked["id"], action=asked["legal"][0])
    elif asked["type"] == "end":
        break
""",
    )
    bot = ProgramBot(random.Random(1), command=command)
    assert played(bot, 3) == {}
    # Those that no bot holds have ended too.
    programs.dismiss(command, 5.0, bot._held)
    assert played(ProgramBot(random.Random(1), command=command), 1) == {}


def test_each_deal_of_a_session_has_a_seed_of_its_own(tmp_path: Path, command: str) -> None:
    written(
        tmp_path,
        """
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "view":
        with open(__file__ + ".seeds", "a") as seeds:
            print(asked["seed"], file=seeds)
    elif asked["type"] == "choose":
        say(id=asked["id"], action=asked["legal"][0])
""",
    )
    variant = br.get_variant("mariland", deals=3)
    for _ in range(2):
        bots: list[Bot] = [ProgramBot(random.Random(1), command=command), *[SimpleBot()] * 3]
        assert len(list(play_session(variant, bots, random.Random(1)))) == 3
    seeds = (tmp_path / "bot.py.seeds").read_text("utf-8").split()
    assert len(set(seeds)) == 3
    assert seeds[3:] == seeds[:3]


def test_a_bot_may_be_collected_while_a_program_is_hired() -> None:
    def collect() -> None:
        with programs._lock:
            bots.clear()

    bots = [ProgramBot(random.Random(1), command="true")]
    thread = threading.Thread(target=collect, daemon=True)
    thread.start()
    thread.join(5)
    assert not thread.is_alive()


COUNTED = """
with open(__file__ + ".starts", "a+") as starts:
    starts.write("x")
    starts.seek(0)
    if len(starts.read()) > 1:
        {failing}
"""


@pytest.mark.parametrize("failing", ["raise SystemExit", "import time; time.sleep(60)"])
def test_a_program_that_cannot_be_restarted_is_left_alone(
    failing: str, tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = COUNTED.format(failing=failing)
    (tmp_path / "bot.py").write_text(code + HEAD + "next(questions())", "utf-8")
    bot = ProgramBot(random.Random(1), command=command)
    bot.check()
    monkeypatch.setattr(programs, "_GREETING", 0.3 if "sleep" in failing else 20.0)
    assert played(bot, 4).keys() == {"ended"}
    before = bot.forfeits.total()
    assert played(bot, 1)["ended"] > before
    # Once, and then at the beginning of each deal until it has failed three times.
    assert len((tmp_path / "bot.py.starts").read_text("utf-8")) <= 4
    assert programs._failed[command, 5.0] == 3


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("cmd:", "a command is missing"),
        ("cmd:'", "No closing quotation"),
        ("cmd:/no/such/program x", "does not start: No such file"),
        (f"cmd:{sys.executable} -c 'raise OSError(7)'", "has ended with status 1 ('OSError: 7')"),
        (f"cmd:{sys.executable} -c 'print(1)'", "' does not write JSON objects"),
        (f"""cmd:{sys.executable} -c 'print("{{}}")'""", "' does not greet with the protocol"),
        ("cmd:seconds=x:true", "seconds is no number: 'x'"),
        ("cmd:seconds=-1:true", "seconds is a positive number"),
        ("cmd:seconds=1:seconds=2:true", "seconds is given twice"),
        ("cmd:fallback=nobody:true", "no bot is called 'nobody'"),
    ],
)  # fmt: skip
def test_a_program_that_cannot_play_is_refused_when_it_is_named(name: str, told: str) -> None:
    with pytest.raises(BotNameError) as caught:
        load_bot(name)
    assert told in str(caught.value)


def test_a_name_out_of_a_file_starts_nothing() -> None:
    with pytest.raises(BotNameError, match="no bot is called 'cmd'"):
        load_bot("cmd:true", own=False)


def test_commas_separate_bots_unless_they_are_quoted(tmp_path: Path, command: str) -> None:
    written(tmp_path, FIRST)
    names = f"simple,cmd:{command} 'a,b' \"c,d\",random"
    assert [str(bot) for bot in bot_list(names)] == [
        "simple",
        f"cmd:{command} 'a,b' \"c,d\"",
        "random",
    ]


GAMES = [
    *map(br.get_variant, br.list_variants()),
    br.get_variant("english-boston", seats=3),
    whist_ladder(),
    only(AllThirteen()),
]


@pytest.mark.long
@pytest.mark.parametrize("variant", GAMES, ids=lambda variant: variant.slug)
def test_a_bot_in_node_plays_every_game(variant: br.Variant) -> None:
    bot = load_bot(f"cmd:node {NODE}")
    seats = [bot(random.Random(seat)) for seat in range(variant.seats)]
    play_deal(br.start(variant), seats, random.Random(1))
    assert not any(getattr(each, "forfeits", None) for each in seats)


@pytest.mark.long
def test_forfeits_are_told_with_the_result(tmp_path: Path, command: str) -> None:
    written(tmp_path, "sys.exit()")
    named = load_bot(f"cmd:{command}")
    found = tournament("mariland", ["simple", named, "random"], 1, "open", workers=1)
    first, *_, last = found.duels()
    assert first.other_forfeits["ended"] > 20
    assert not first.forfeits
    assert last.forfeits["ended"] > 20
    # Its fallback is the simple bot, so that it plays as that one does.
    assert first.difference.estimate == 0
    assert [standing.bot for standing in found.standings()] == ["simple", str(named), "random"]
    assert sum(standing.difference.estimate for standing in found.standings()) == pytest.approx(0)


def unspaced(text: str) -> str:
    """The text without spaces and line feeds: the name of a long path is broken anywhere."""
    return "".join(text.split())


def test_a_session_tells_of_forfeits_at_its_end(
    tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    written(tmp_path, "sys.exit()")
    arguments = ["play", "mariland", "--deals", "1", "--seed", "1", "--bots"]
    arguments.append(f"simple,cmd:{command},simple,cmd:{command}")
    told = CliRunner().invoke(program, [*arguments, "--json"])
    ((name, lost),) = json.loads(told.stdout)["forfeits"].items()
    assert name == f"cmd:{command}"
    assert lost.keys() == {"ended"}
    told = CliRunner().invoke(program, [*arguments, "--summary"])
    assert unspaced(f"place of {name}: ended {lost['ended']}.") in unspaced(told.stdout)


def test_a_simulation_tells_of_forfeits(
    tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    written(tmp_path, "for asked in questions(): say(id=asked['id'], action='play 1Z')")
    arguments = ["simulate", "mariland", "--deals", "2", "--sessions", "2", "--jobs", "1", "--bots"]
    arguments.append(f"simple,cmd:{command},simple,cmd:{command}")
    told = CliRunner().invoke(program, [*arguments, "--out", str(tmp_path / "results"), "--json"])
    results = load_results(tmp_path / "results")
    ((name, lost),) = json.loads(told.stdout)["forfeits"].items()
    assert {name: lost} == results.forfeits()
    assert name == f"cmd:{command}"
    assert lost.keys() == {"illegal"}
    # Each deal has its own.
    kept = [json.loads(cells[-1]) for _, rows in results._store.contents() for cells in rows]
    assert sum(found["illegal"] for seats in kept for found in seats.values()) == lost["illegal"]
    assert len(list(results.rows())) == 4
    told = CliRunner().invoke(program, [*arguments, "--out", str(tmp_path / "results"), "--resume"])
    assert unspaced(f"place of {name}: illegal {lost['illegal']}.") in unspaced(told.stdout)


def test_deals_go_by_a_name() -> None:
    rules = [br.get_variant("mariland"), br.get_variant("french")]
    assert deals_digest(rules, 3, "open") == deals_digest(rules, 3, "open")
    found = {deals_digest(rules, 3, name) for name in ("open", "open-2", 0)}
    assert len(found) == 3
    with pytest.raises(ValueError, match="a set of deals is named by"):
        tournament("mariland", ["simple", "random"], 1, "Open set", workers=1)
