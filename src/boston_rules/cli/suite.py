"""``boston-rules problems``: problems with one right answer, shown, certified or put to bots."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

import click

from boston_rules.bots import NamedBot
from boston_rules.cli.arguments import as_json
from boston_rules.cli.bots import bots_option
from boston_rules.cli.commands import COMMANDS
from boston_rules.cli.documents import print_document
from boston_rules.cli.files import write_bytes
from boston_rules.cli.help import command, option, paragraphs
from boston_rules.cli.mass import foreseen, written
from boston_rules.cli.pages import RST, page_of
from boston_rules.cli.problems import Failed, bad_option, failure
from boston_rules.cli.terminal import open_console, pips, print_table
from boston_rules.conformance.problems import (
    THEMES,
    Problem,
    answered,
    certified,
    load_problems,
    reason,
)
from boston_rules.core.saying import joined, say, say_number
from boston_rules.telling.draw import text
from boston_rules.telling.language import speaking
from boston_rules.telling.tables.labels import GIVEN_NAMES
from boston_rules.telling.tables.model import Column, Table
from boston_rules.telling.tables.rst import table_rst

__all__ = ["problems"]


@command(
    help=paragraphs(
        COMMANDS["problems"].about,
        say(
            "FILE is conformance/problems.json of the project, or one of the same form. Without an "
            "option the problems are counted by what they are about."
        ),
    )
)
@click.argument("file", metavar="FILE", type=click.Path(exists=True, dir_okay=False))
@bots_option(say("The bots that are to solve them, between commas."))
@option("--show", "names", metavar="NAME", multiple=True, help=say("Show a problem; repeatable."))
@option("--certify", is_flag=True, help=say("Work every answer out anew; it takes minutes."))
@option(
    "--table",
    "path",
    metavar="FILE",
    help=say("Write the scores to a file too, as reStructuredText (.rst, or .inc)."),
)
@as_json
def problems(
    file: str,
    bots: tuple[NamedBot, ...] | None,
    names: tuple[str, ...],
    certify: bool,
    path: str | None,
    as_json: bool,
) -> None:
    """``boston-rules problems``."""
    try:
        found = load_problems(file)
    except (OSError, ValueError) as error:
        raise failure(file, error) from error
    if path is not None and not (bots and path.lower().endswith(RST)):
        raise bad_option("--table", say("{file}: a table of bots is .rst or .inc", file=path))
    foreseen("--table", path)
    for name in names:
        _show(found, name)
    if certify:
        _certify(found)
    if names or certify:
        return
    bots = bots or ()
    picks = {str(bot): [answered(problem, bot) for problem in found] for bot in bots}
    solved = {bot: [right for _, right in each] for bot, each in picks.items()}
    table = _scores(found, solved)
    if path is not None:
        command = [
            ("boston-rules", "problems"),
            (file,),
            ("--bots", shlex.quote(",".join(picks))),
            ("--table", path),
        ]
        page = page_of(table_rst(table), command)
        written("--table", path, lambda name: write_bytes(name, page.encode()))
    if as_json:
        print_document(
            {
                "problems": [
                    {
                        "id": problem.id,
                        "theme": problem.theme,
                        "variant": problem.view.variant.slug,
                        "answer": list(problem.answer),
                        "chosen": {bot: each[place][0] for bot, each in picks.items()},
                    }
                    for place, problem in enumerate(found)
                ],
                "solved": {bot: sum(each) for bot, each in solved.items()},
            }
        )
        return
    print_table(open_console(), table)


def _scores(found: Sequence[Problem], solved: dict[str, list[bool]]) -> Table:
    """How many problems of each theme there are, and how many each bot has solved."""
    rows = []
    for theme, about in THEMES.items():
        places = [place for place, problem in enumerate(found) if problem.theme == theme]
        scores = (str(sum(each[place] for place in places)) for each in solved.values())
        rows.append((about, str(len(places)), *scores))
    sums = (str(sum(each)) for each in solved.values())
    rows.append((say("all"), str(len(found)), *sums))
    heads = (Column(head, "right") for head in (say("problems"), *solved))
    return Table((say("about"), *heads), rows)


def _show(found: Sequence[Problem], name: str) -> None:
    """A problem with its options, its answer and the reason."""
    problem = next((one for one in found if one.id == name), None)
    if problem is None:
        raise bad_option("--show", say("no problem is called {name}", name=name))
    console, seats = open_console(), problem.view.variant.seats
    players = GIVEN_NAMES[:seats]
    with speaking(names=players):
        console.print(pips(joined(" – ", (problem.id, THEMES[problem.theme])), "bold"))
        console.print(pips(text(problem.view, names=players)))
        console.print()
        rows = [
            (" / ".join(one.actions), f"{one.chips:+.1f}", str(one.made)) for one in problem.choices
        ]
        heads = (say("chips"), say("gains") if problem.theme == "bid" else say("contract made"))
        columns = (Column(head, "right") for head in heads)
        print_table(console, Table((say("choice"), *columns), rows))
        console.print(pips(reason(problem)))
        console.print()


def _certify(found: Sequence[Problem]) -> None:
    """Work all problems out anew."""
    console = open_console()
    wrong = []
    for problem in found:
        again = certified(problem)
        if again != problem:
            wrong.append(problem.id)
            console.print(say("{name} is not what it comes to", name=problem.id))
    if wrong:
        raise Failed(say("{number} of {all} differ", number=len(wrong), all=len(found)))
    console.print(
        say_number("{number} problem certified", "{number} problems certified", len(found))
    )
