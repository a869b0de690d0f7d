"""The figures of the paper, as the tables that it holds: ``python paper/figures.py``.

With ``--write`` they are put into ``paper.md``, between its marks. Speeds are those of the table of
the documentation, which ``python -m benchmarks`` measures.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import boston_rules as br
from boston_rules.bots import RandomBot, decide
from boston_rules.conformance import load_corpus
from boston_rules.edition.collation import stemma
from boston_rules.edition.disputes import contradictions, disputes
from boston_rules.edition.statements import FATES, texts
from boston_rules.knowing.worlds import Worlds

HERE = Path(__file__).parent
BLOCK = re.compile(r"(<!-- figures: (\w+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)
ROWS = {
    "open_spiel bridge, child": "OpenSpiel, bridge: a child state (C++)",
    "pokerkit hold'em": "PokerKit, hold'em: an action",
    "rlcard bridge, game without its env": "RLCard, bridge: an action",
    "python-chess, push": "python-chess: a move",
    "card play: fontainebleau": "boston_rules, card play: an action",
    "whole deals: fontainebleau": "boston_rules, whole deals: an action",
}
"""Rows of the table of speeds that the paper has, by their names there."""


def counts() -> str:
    """What there is."""
    cases = sum(1 for _ in load_corpus(HERE.parent / "conformance"))
    rng = random.Random(4)
    bots = [RandomBot(rng)] * 4
    state = br.start(br.get_variant("classic"), dealer=3)
    while state.phase in ("shuffle", "cut"):
        state = br.apply(state, decide(state, bots, rng))
    before = Worlds(br.observe(state, 0)).count
    while not (state.phase == "play" and len(state.tricks) == 8):
        state = br.apply(state, decide(state, bots, rng))
    after = Worlds(br.observe(state, 0)).count
    return (
        "| | |\n|:--|--:|\n"
        f"| variants | {len(br.list_variants())} |\n"
        f"| cases of the conformance corpus | {cases:,} |\n"
        f"| deals that fit a view before the first lead | {before:,} |\n"
        f"| the same after eight tricks of that deal | {after:,} |\n"
    )


def speeds() -> str:
    """What a step costs, beside its peers."""
    text = HERE.parent.joinpath("docs/explanation/figures.inc").read_text(encoding="utf-8")
    found: dict[str, str] = {}
    group = ""
    for row in re.finditer(r"   \* - ?(.*)\n     - (.+)\n     - ([\d.]+)\n", text):
        group = row[1] or group
        found[row[2] if group == "peers" else f"{group}: {row[2]}"] = row[3]
    return "| | µs |\n|:--|--:|\n" + "".join(
        f"| {told} | {found[name]} |\n" for name, told in ROWS.items()
    )


def statements() -> str:
    """The statements by their fate."""
    found = Counter(each.fate for text in texts().values() for each in text.statements)
    rows = [(fate, found[fate]) for fate in FATES]
    return _table("what was made of it | statements", [*rows, ("in all", sum(found.values()))])


def kin() -> str:
    """Which tables are of one descent."""
    rows = []
    for pair, found in stemma().items():
        equal, common = (sum(getattr(each, n) for each in found) for n in ("equal", "common"))
        odd = sum(len(each.irregular) for each in found)
        rows.append((" and ".join(pair), f"{equal} of {common}", odd))
    return _table("tellings | cells that agree | irregular ones", rows)


def disputed() -> str:
    """What the search for disagreements finds."""
    found = [each for each in disputes() if each.between]
    known = contradictions(HERE.parent)
    return _table(
        " | ",
        [
            ("questions with disjoint answers", len(found)),
            ("of these decided by a ruling, an option or a reason", sum(e.covered for e in found)),
            ("contradictions in the register", len(known)),
            ("of these found by the search", sum(known.values())),
        ],
    )


def _table(head: str, rows: Sequence[Sequence[object]]) -> str:
    columns = head.count("|") + 1
    lines = [head, "|".join([":--", *["--:"] * (columns - 1)])]
    lines += [" | ".join(map(str, row)) for row in rows]
    return "".join(f"| {line} |\n" if line[0] != ":" else f"|{line}|\n" for line in lines)


FIGURES = {
    "counts": counts,
    "speeds": speeds,
    "statements": statements,
    "kin": kin,
    "disputes": disputed,
}


def filled(text: str) -> str:
    """The paper with its figures made anew."""
    return BLOCK.sub(lambda block: block[1] + FIGURES[block[2]]() + block[4], text)


def main() -> None:
    """Print the tables, or write them."""
    if "--write" in sys.argv[1:]:
        path = HERE / "paper.md"
        path.write_text(filled(path.read_text(encoding="utf-8")), encoding="utf-8")
    else:
        for name, make in FIGURES.items():
            print(f"{name}\n\n{make()}")


if __name__ == "__main__":
    main()
