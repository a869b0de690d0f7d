"""The examples run without arguments, from any folder, and print what they promise."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

EXAMPLES: Final = Path(__file__).resolve().parents[1] / "examples"
PRINTED: Final = {
    "could_i_have_made_it.py": (
        "6 ♥ by seat 1 with seat 2: made",
        "42 of 52 cards judged, from trick 3 on",
        "trick 11: seat 3 plays 7C, which decides the contract; right: TH",
    ),
    "event_stream.py": (
        'event {"seat": 1, "do": "bid simple-belle ?"}',
        "answer accept, one of 19",
        'event {"seat": 3, "do": "pass", "shows": {"laid": "7H"}}',
        '"shows": {"counted": {"honours": [1, 1, 1, 1], "boston": 1}}}',
        "in all: seat 0 -18, seat 1 +27, seat 2 +19, seat 3 -18; pool 0",
    ),
    "house_rules.py": (
        "seat 1 pays seat 0 80: 60 for Seven Levées in ♥, 10 for 2 overtricks, 10 for 3 honours",
        "suits rank ♦ > ♥ > ♣ > ♠; 5 hearts over 5 diamonds: not higher than the standing bid 5 D",
        "suits rank ♥ > ♦ > ♣ > ♠; 5 hearts over 5 diamonds: legal",
        "seat 1 pays seat 0 100: 60 for Seven Levées in ♥, 40 for 2 overtricks",
        "chips above 40 are set aside for the next pool",
        "refused: no variant is called 'fontainebleu'; near: fontainebleau",
        "refused: fontainebleau has no option 'deal'; near: deals",
        "refused: French: boston_jack is one of 'trumps', 'turned', not 'hearts'",
        "no price when made",
    ),
    "kleurenwiezen.py": (
        "troel ♥ by seat 0 with seat 2; seat 2 led",
        "seat 0 pays seat 1 10: 4 for Troel, 6 for 3 undertricks",
        "in all: seat 0 -10, seat 1 +10, seat 2 -10, seat 3 +10",
    ),
    "my_variant.py": (
        "Village Boston after Rules on the wall of the village inn (2026)",
        "win 8 tricks or more; no trumps",
        "Eight without Trumps by seat 2: made",
        # 5 + 10 + 15 + 20 for four tricks over, and 90.
        "seat 3 pays seat 2 140: 90 for Eight without Trumps, 50 for 4 tricks over, climbing",
        "all laws hold on 2 walks",
    ),
    "opening_book.py": ("longest,A K Q,A K outside,hands,call,share,played,made,chips",),
    "solo_whist.py": (
        "Royal Abundance: win 9 tricks or more; the turned suit is trumps",
        "Abundance ♣ by seat 1: made",
        "seat 2 pays seat 1 15: Abundance",
    ),
    "table_host.py": (
        "is told: play 9S: hearts were led and you hold one [ENC and CATS and PKW, The play;",
        "it is back, and the table stands as it stood",
        "Ann 64, Ben -66, Cato -64, Dora 66",
        "nothing was lost",
    ),
}
"""Lines, or parts of them, that must be there."""
SCRIPTS: Final = sorted(path.name for path in EXAMPLES.glob("*.py"))


def run(*arguments: str, cwd: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-X", "utf8", *arguments],
        cwd=cwd,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def test_there_are_examples() -> None:
    assert set(PRINTED) <= set(SCRIPTS)


@pytest.mark.long
@pytest.mark.parametrize("name", SCRIPTS)
def test_an_example_runs_from_any_folder(name: str, tmp_path: Path) -> None:
    printed = run(str(EXAMPLES / name), cwd=tmp_path)
    for line in PRINTED.get(name, ()):
        assert line in printed
    assert printed.strip()
    assert list(tmp_path.iterdir()) == [], "nothing is left behind"


@pytest.mark.long
@pytest.mark.parametrize(
    ("module", "tried"), [("my_variant", 2), ("solo_whist", 3), ("kleurenwiezen", 2)]
)
def test_the_doctests_of_an_example_hold(module: str, tried: int, tmp_path: Path) -> None:
    code = (
        f"import doctest, sys; sys.path.insert(0, {str(EXAMPLES)!r}); import {module}; "
        f"print(*doctest.testmod({module}))"
    )
    assert run("-B", "-c", code, cwd=tmp_path) == f"0 {tried}\n"
