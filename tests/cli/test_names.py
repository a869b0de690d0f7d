"""Lists of bots as they are typed."""

from __future__ import annotations

from collections.abc import Callable

import click
import pytest
from click.testing import Result

from boston_rules.cli.bots import bot_list

Run = Callable[..., Result]
EACH = pytest.mark.parametrize(
    "command",
    [("play",), ("simulate", "--sessions", "1"), ("tournament",)],
    ids=lambda command: command[0],
)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("simple", ("simple",)),
        (" simple ,random", ("simple", "random")),
        ("montecarlo:iterations=20,simple", ("montecarlo:iterations=20", "simple")),
        (
            "montecarlo:seconds=0.5,montecarlo:iterations=3,random",
            ("montecarlo:seconds=0.5", "montecarlo:iterations=3", "random"),
        ),
    ],
)
def test_commas_separate_bots_and_colons_their_options(text: str, names: tuple[str, ...]) -> None:
    bots = bot_list(text)
    assert tuple(map(str, bots)) == names
    assert bot_list(",".join(names)) == bots


@EACH
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "a name is missing before or after a comma"),
        ("simple,", "'simple,': a name is missing before or after a comma"),
        ("sipmle", "no bot is called 'sipmle'; known: random, beginner, simple, montecarlo"),
        ("montecarlo:depth=2", "no option 'depth'; known: iterations, seconds"),
        ("montecarlo:20", "no option '20'; known: iterations, seconds"),
        ("montecarlo:iterations", "iterations has no value; give iterations=VALUE"),
        ("montecarlo:iterations=few", "iterations is no number: 'few'"),
        ("montecarlo:iterations=1:iterations=2", "iterations is given twice"),
        ("montecarlo:iterations=1:seconds=2", "give a budget of iterations or"),
        ("montecarlo:iterations=1,seconds=2", "'seconds=2' is no bot: commas separate bots"),
        ("iterations=2", "as in montecarlo:iterations=20"),
    ],
)
def test_a_wrong_list_is_refused_with_what_would_be_right(
    run: Run, command: tuple[str, ...], text: str, told: str
) -> None:
    said = run(*command, "--bots", text, status=2).stderr
    assert told in said
    assert "'--bots'" in said
    assert said.count("\n") == 1


def test_without_a_command_the_reason_is_the_message() -> None:
    with pytest.raises(click.BadParameter, match="random has no option 'x'; it has none"):
        bot_list("random:x=1")
