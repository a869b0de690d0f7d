"""Write what SlipCover saw as data of Coverage.py, which judges it: ``traced.py MERGED``.

SlipCover measures the same lines and branches in much less time. Coverage.py knows what is
excluded, which lines are one statement, and how a branch is named that leaves a function.
"""

import ast
import json
import sys
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from typing import Any

from coverage import Coverage
from coverage.python import PythonParser


def arcs_of(path: Path, seen: dict[str, Any], exclude: str) -> set[tuple[int, int]]:
    """The arcs that were run: a line to itself, and the branches as Coverage.py names them.

    A branch that has another name there is found by elimination. Where that is not certain, it
    counts as missing.
    """
    text = path.read_text(encoding="utf-8")
    parser = PythonParser(text=text, filename=str(path), exclude=exclude)
    parser.parse_source()
    possible = defaultdict(set)
    for start, end in parser.arcs():
        possible[start].add(end)
    run, every = defaultdict(set), defaultdict(set)
    for start, end in seen["executed_branches"]:
        run[start].add(end)
    for start, end in seen["executed_branches"] + seen["missing_branches"]:
        every[start].add(end)
    for match in (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Match)):
        # SlipCover leads from the match to a body, Coverage.py from each case to the next.
        cases = [parser.first_line(case.pattern.lineno) for case in match.cases]
        bodies = [case.body[0].lineno for case in match.cases]
        for found in (run, every):
            for end in found.pop(match.lineno, ()):
                place = bodies.index(end) if end in bodies else len(cases)
                for this, following in pairwise(cases[: place + 1]):
                    found[this].add(following)
                found[cases[min(place, len(cases) - 1)]].add(end)
    arcs = {(line, line) for line in seen["executed_lines"]}
    for start, ends in run.items():
        named_otherwise = possible[start] - every[start]
        for end in ends:
            if end in possible[start]:
                arcs.add((start, end))
            elif len(named_otherwise) == len(every[start] - possible[start]) == 1:
                arcs.add((start, *named_otherwise))
    return arcs


def main(merged: str) -> None:
    coverage = Coverage()
    data = coverage.get_data()
    files = json.loads(Path(merged).read_text(encoding="utf-8"))["files"]
    exclude = "|".join(f"(?:{each})" for each in coverage.get_option("report:exclude_lines"))
    for file, seen in files.items():
        data.add_arcs({file: arcs_of(Path(file), seen, exclude)})
    data.touch_files(files)
    data.write()


if __name__ == "__main__":
    main(sys.argv[1])
