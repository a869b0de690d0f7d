"""A session at a real terminal, through a pseudo-terminal."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("pseudo-terminals of POSIX", allow_module_level=True)

import pexpect

PROMPT = "\n(\x1b\\[[?0-9;]*[a-zA-Z])*> "


def spawn(*arguments: str, columns: int = 100) -> pexpect.spawn[str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in ("COLUMNS", "NO_COLOR", "FORCE_COLOR")
    }
    return pexpect.spawn(
        sys.executable,
        ["-m", "boston_rules.cli", *arguments],
        env={**kept, "TERM": "xterm-256color", "PYTHONUTF8": "1"},
        dimensions=(50, columns),
        encoding="utf-8",
        timeout=30,
    )


@pytest.fixture
def table(pbn_deals: Path) -> Iterator[pexpect.spawn[str]]:
    """Seat 2 is eldest of the first deal of the file."""
    child = spawn(
        *("play", "fontainebleau", "--deals-from", str(pbn_deals), "--deals", "2"),
        *("--dealer", "1", "--human", "2", "--seed", "4", "--bots", "random"),
    )
    yield child
    child.close(force=True)


def above(child: pexpect.spawn[str]) -> str:
    """What stands above the next prompt."""
    child.expect(PROMPT)
    return re.sub("\x1b\\[[?0-9;]*[a-zA-Z]", "", child.before or "").replace("\r", "")


def answer(child: pexpect.spawn[str], typed: str) -> str:
    """What stood above the prompt at which the text is typed."""
    shown = above(child)
    child.sendline(typed)
    return shown


def ended(child: pexpect.spawn[str]) -> tuple[str, int | None]:
    child.expect(pexpect.EOF)
    text = re.sub("\x1b\\[[?0-9;]*[a-zA-Z]", "", child.before or "").replace("\r", "")
    child.close()
    return text, child.exitstatus


@pytest.mark.long
def test_a_person_plays_a_deal_and_leaves(table: pexpect.spawn[str]) -> None:
    shown = answer(table, "bid 99 H")
    assert "Deal 1 of 2 ─" in shown
    assert "Your hand  ♠KT765   ♣72   ♥62   ♦AJ92" in shown
    assert "bid Simple Boston" in shown
    assert "No: 'bid 99 H' is not understood" in answer(table, "help")
    assert "The rules of the moment" in answer(table, "Chelem sur table ♦")
    shown = answer(table, "KH")
    assert "You bid Grand Boston on the Table ♦." in shown
    assert "Contract   Grand Boston on the Table in ♦ by you; win 13 tricks" in shown
    assert "No: play the king of hearts: you do not hold ♥K" in answer(table, "AD")
    assert "You play ♦A." in answer(table, "1")
    told = ""
    while "Lost with " not in told:  # a card that is the only one is played by itself
        told += answer(table, "1")
    assert "is the only card" in told
    assert [trick for trick in range(3, 14) if f"trick {trick} " not in told] == []
    shown = told
    assert "Alix   ♠QJ4" in shown
    assert "Enter for the next deal, quit to leave." in shown
    assert "Deal 2 of 2 ─" in answer(table, "quit")
    shown = answer(table, "no")
    assert "You have left the table in deal 2, with" in shown
    assert "no lets it go; or type another name" in " ".join(shown.split())
    _, status = ended(table)
    assert status == 0


@pytest.mark.long
def test_the_end_of_input_is_a_way_to_leave(table: pexpect.spawn[str]) -> None:
    table.expect(PROMPT)
    table.sendeof()
    text, status = ended(table)
    assert "You have left the table in deal 1, with 1600 chips." in text
    assert status == 0


@pytest.mark.long
def test_an_interrupt_at_the_prompt(table: pexpect.spawn[str]) -> None:
    table.expect(PROMPT)
    table.kill(signal.SIGINT)
    text, status = ended(table)
    assert text.endswith("\nboston-rules: interrupted\n")
    assert "Traceback" not in text
    assert status == 130


@pytest.mark.long
def test_colour_on_a_terminal_and_its_width() -> None:
    child = spawn("play", "--seed", "5", "--deals", "1", "--bots", "random", columns=90)
    child.expect(pexpect.EOF)
    text = child.before or ""
    assert "\x1b[31m♥" in text
    lines = re.sub("\x1b\\[[?0-9;]*[a-zA-Z]", "", text).replace("\r", "").splitlines()
    assert max(map(len, lines)) == 90
    # Without colour the same is told: every winner has a mark and a name.
    tricks = [line for line in lines if re.match(r" +\d+ +>? ?[♠♥♣♦]", line)]
    assert len(tricks) == 13
    assert all(line.count("*") == 1 and line.count(">") == 1 for line in tricks)
    child.close()
    assert child.exitstatus == 0


@pytest.mark.long
def test_a_wide_terminal_is_used_up_to_a_readable_width() -> None:
    child = spawn("show", "fontainebleau", columns=200)
    child.expect(pexpect.EOF)
    text = re.sub("\x1b\\[[?0-9;]*[a-zA-Z]", "", child.before or "").replace("\r", "")
    assert max(len(line.rstrip()) for line in text.splitlines()) == 120
    assert re.search("bid +French", text)
    child.close()
