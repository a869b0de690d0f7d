"""What a shell completes."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete

import boston_rules as br
from boston_rules.cli.files import write_evening
from boston_rules.cli.program import program
from boston_rules.records.evening import Evening


def completed(*words: str) -> list[str]:
    """What stands for the last of the words; a file is left to the shell."""
    shell = ShellComplete(program, {}, "boston-rules", "_BOSTON_RULES_COMPLETE")
    found = shell.get_completions(list(words[:-1]), words[-1])
    return ["file" if item.type == "file" else str(item.value) for item in found]


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("show", "fr"), ["french", "french-foster"]),
        (("play", "rus"), ["russian", "russian-partnership", "russian-foster"]),
        (("simulate", "boston-"), ["boston-whist"]),
        (("tournament", "french", "boston-"), ["boston-whist"]),
        (("solve", "deals.pbn", "boston-"), ["boston-whist"]),
        (("settle", "french", "grande-m"), ["grande-misere", "grande-misere-table"]),
        (("settle", "bridge", "1"), []),
        (("settle", "french", "neuf", "--trump", "h"), ["H"]),
        (("play", "--bots", "simple,mo"), ["simple,montecarlo"]),
        (("replay", "x"), ["file"]),
        (("play", "--resume", "x"), ["file"]),
        (("play", "--deals-from", "x"), ["file"]),
        (("convert", "x"), ["file"]),
        (("table", "sheet", "x"), ["file"]),
        (("table", "deal", "there-is-none", "5"), []),
        (("play", "--house", "x"), ["file"]),
        (("show", "french", "--option", "pool.c"), ["pool.cap="]),
        (("show", "french", "--option", "pool.ante.c"), ["pool.ante.chips="]),
        (("play", "fontainebleau", "--option", "last"), ["last_pool="]),
        (("compare", "french", "--option", "pool"), []),
        (("settle", "fontainebleau", "--option", "ladder.5=none", "5"), []),
        (("tab",), ["table"]),
        (("table", "c"), ["correct"]),
    ],
)
def test_what_is_begun_is_completed(words: tuple[str, ...], found: list[str]) -> None:
    assert completed(*words) == found


def test_the_keys_of_an_evening_are_those_of_its_variant(tmp_path: Path) -> None:
    file, variant = str(tmp_path / "e.json"), br.get_variant("french")
    write_evening(Evening(variant, ("A", "B", "C", "D"), 0), file)
    assert completed("table", "deal", file, "simple") == ["simple-petite", "simple-belle"]
    assert completed("table", "deal", file, "") == [step.key for step in variant.ladder]


def commands(group: click.Group) -> list[click.Command]:
    top = click.Context(group, resilient_parsing=True)
    below = [group.get_command(top, name) for name in group.list_commands(top)]
    return [
        each
        for command in below
        if command is not None
        for each in (commands(command) if isinstance(command, click.Group) else [command])
    ]


def test_whatever_takes_a_file_or_a_variant_completes_it() -> None:
    """A new command says so by how its help calls the parameter."""
    for command in commands(program):
        for parameter in command.params:
            name = parameter.name or ""
            if getattr(parameter, "is_flag", False):
                continue
            if name in ("slug", "file", "save", "resume", "results", "csv", "parquet", "plot"):
                assert parameter._custom_shell_complete is not None, (command.name, name)
