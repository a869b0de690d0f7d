"""``boston-rules convert``: text and JSON hold the same, and no file is lost."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest
from click.testing import CliRunner, Result

import boston_rules as br
from boston_rules import records
from boston_rules.cli import convert
from boston_rules.cli.program import program
from boston_rules.records import Record
from boston_rules.testing import random_walk

Run = Callable[..., Result]

SLUGS = br.list_variants()


def recorded(slug: str, deals: int = 2) -> Record:
    walk = random_walk(br.get_variant(slug), seed=3, deals=deals)
    last = [states[-1] for states in walk.states]
    last[-1] = walk.states[-1][len(walk.states[-1]) // 2]
    return records.record(last, comments=["é\nü"], tags=[("Event", "♥")])


@pytest.mark.parametrize("slug", SLUGS)
def test_there_and_back(run: Run, tmp_path: Path, slug: str) -> None:
    made = recorded(slug)
    text, json, again = tmp_path / "a.txt", tmp_path / "b.JSON", tmp_path / "c"
    records.dump(made, text)
    assert run("convert", text, json).stdout == ""
    assert json.read_text("utf-8") == records.dumps(made, "json")
    run("convert", json, again)
    assert again.read_bytes() == text.read_bytes()
    assert records.load(json) == made


def test_the_form_is_that_of_the_name_or_as_told(run: Run, tmp_path: Path) -> None:
    made = recorded("classic")
    records.dump(made, tmp_path / "a.txt")
    forms: list[tuple[str, tuple[str, ...], records.Format]] = [
        ("b.json", (), "json"),
        ("b.pbn", (), "text"),
        ("c.json", ("--to", "text"), "text"),
        ("c.txt", ("--to", "json"), "json"),
    ]
    for name, more, form in forms:
        run("convert", tmp_path / "a.txt", tmp_path / name, *more)
        assert (tmp_path / name).read_text("utf-8") == records.dumps(made, form)


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("to", [None, "text", "json"])
@pytest.mark.parametrize("before", ["", "\ufeff\n "])
def test_standard_input_and_output(form: records.Format, to: Any, before: str) -> None:
    made = recorded("french")
    arguments = ["convert", "-", "-", *(["--to", to] if to else [])]
    result = CliRunner().invoke(program, arguments, input=before + records.dumps(made, form))
    other: records.Format = "json" if form == "text" else "text"
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout_bytes.decode() == records.dumps(made, to or other)


def test_a_file_that_is_there_is_replaced_when_told_so(run: Run, tmp_path: Path) -> None:
    made = recorded("classic")
    file = tmp_path / "a.txt"
    records.dump(made, file)
    file.chmod(0o640)
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for target in (file, tmp_path / "link", tmp_path):
        result = run("convert", file, target, status=2)
        assert (
            result.stderr == f"boston-rules: {target}: it is there already; --force replaces it\n"
        )
    assert records.load(file) == made
    run("convert", file, file, "--to", "json", "--force")
    assert file.read_text("utf-8") == records.dumps(made, "json")
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


def test_what_cannot_be_written_is_told(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.txt"
    records.dump(recorded("classic"), file)
    result = run("convert", file, tmp_path / "no" / "b.json", status=1)
    assert result.stderr == (
        f"boston-rules: {tmp_path / 'no' / 'b.json'}: it cannot be written: "
        "No such file or directory\n"
    )
    assert "no file is called" in run("convert", file, "a\0b", "--force", status=2).stderr

    def full(*_: object) -> None:
        raise OSError("full")

    monkeypatch.setattr(convert, "dump", full)
    assert "cannot be written: full" in run("convert", file, tmp_path / "c", status=1).stderr
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_rules_that_are_not_here_do_not_matter(run: Run, tmp_path: Path) -> None:
    made = attrs.evolve(recorded("classic"), variant="unheard", revision=99)
    records.dump(made, tmp_path / "a.txt")
    run("convert", tmp_path / "a.txt", tmp_path / "b.json")
    assert records.load(tmp_path / "b.json") == made
    result = run("convert", tmp_path / "a.txt", tmp_path / "c", "--redact", 0, status=2)
    assert "no variant is called 'unheard'" in result.stderr


@pytest.mark.parametrize("seat", [0, 3, "onlooker"])
def test_redacted(run: Run, tmp_path: Path, seat: Any) -> None:
    made = recorded("french")
    records.dump(made, tmp_path / "a.txt")
    run("convert", tmp_path / "a.txt", tmp_path / "b.txt", "--redact", seat)
    expected = records.redact(made, None if seat == "onlooker" else seat)
    assert records.load(tmp_path / "b.txt") == expected


def test_nobody_sits_there(run: Run, tmp_path: Path) -> None:
    result = run("convert", tmp_path / "a", tmp_path / "b", "--redact", "5", status=2)
    assert "'5' is not one of '0', '1', '2', '3', 'onlooker'" in result.stderr
    walk = random_walk(br.get_variant("english-boston", seats=3), seed=1, deals=1)
    records.dump(records.record(walk.states[0][-1]), tmp_path / "a")
    result = run("convert", tmp_path / "a", tmp_path / "b", "--redact", "3", status=2)
    assert "a seat 0 to 2" in result.stderr


# Bridge deals.


@pytest.mark.parametrize("slug", ["classic", "french", "russian"])
def test_a_bridge_deal_becomes_a_record_that_can_be_played(
    run: Run, tmp_path: Path, pbn_deals: Path, slug: str
) -> None:
    file = tmp_path / "a.txt"
    run("convert", pbn_deals, file, slug, "--deal", 3, "--option", "deals=2")
    deal = records.load_deals(pbn_deals)[2]
    made = records.load(file)
    (state,) = records.replay(made)
    assert state.table.dealer == deal.dealer
    assert state.table.variant.options() == {"deals": 2}
    assert made.tag("Board") == deal.board
    assert made.deals[0].hands == deal.hands
    run("replay", file)
    run("play", "--resume", file, "--bots", "random", "--seed", 1)
    assert len(records.load(file).deals) == 2
    hands = records.load(file).deals[0].hands
    assert hands is not None
    assert [*map(set, hands)] == [*map(set, deal.hands)]


def test_the_first_deal_and_another_dealer(run: Run, tmp_path: Path, pbn_deals: Path) -> None:
    lines = [line for line in pbn_deals.read_text().splitlines() if line.startswith("[Deal ")]
    (tmp_path / "a.pbn").write_text(lines[0])
    run("convert", tmp_path / "a.pbn", tmp_path / "b", "classic", "--dealer", 3)
    made = records.load(tmp_path / "b")
    assert (made.dealer, made.tags) == (3, ())
    assert made.deals[0].hands == records.load_deals(pbn_deals)[0].hands


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "the file has 25 bridge deals and is no record: name the VARIANT"),
        (("--deal", "2"), "--deal, --dealer, --option and --house go with VARIANT"),
        (("--dealer", "2"), "go with VARIANT"),
        (("--option", "deals=2"), "go with VARIANT"),
        (("classic", "--deal", "26"), "the file has 25 deals, and no deal 26"),
        (("english-boston", "--option", "seats=3"), "is for 3 seats"),
        (("unheard",), "no variant is called 'unheard'"),
    ],
)
def test_bridge_deals_that_make_no_record(
    run: Run, tmp_path: Path, pbn_deals: Path, arguments: tuple[str, ...], told: str
) -> None:
    result = run("convert", pbn_deals, tmp_path / "a", *arguments, status=2)
    assert told in result.stderr
    assert result.stderr.count("\n") == 1
    assert not (tmp_path / "a").exists()


def test_a_broken_record_is_not_taken_for_bridge_deals(run: Run, tmp_path: Path) -> None:
    text = records.dumps(recorded("classic")) + '[Deal "N:... ... ... ..."]\n'
    (tmp_path / "a").write_text(text, "utf-8")
    result = run("convert", tmp_path / "a", "-", status=2)
    assert "bridge" not in result.stderr
    (tmp_path / "b").write_text("[Deal oops", "utf-8")
    assert "line 1" in run("convert", tmp_path / "b", "-", status=2).stderr
