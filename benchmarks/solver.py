"""How long exact answers take: seeded deals of each kind, processor time.

    $ python -m benchmarks.solver                    # a hundred deals a kind, at the first lead
    $ python -m benchmarks.solver --table docs/reference/solver.inc    # and the page's table
    $ python -m benchmarks.solver --smoke            # does it still run?

It is meant for the compiled build; at the end the kinds are run once more with the same sources in
plain Python, in a process of its own. ``makes`` is asked at the number of tricks that perfect play
comes to or at the next, where it is hardest. Where ``endplay`` is installed, the counts and the
time of DDS beside ours, for full deals of partners, are a row of the same table.
"""

from __future__ import annotations

import json
import math
import random
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Final

import click
from attrs import evolve, frozen

import boston_rules as br
from benchmarks.__main__ import machine
from benchmarks.dds import compare
from benchmarks.page import captioned, made_on
from boston_rules.core.cardplay import COMPILED
from boston_rules.core.files import atomic_write
from boston_rules.solver import Limits, SearchStopped, best, cells, first_lead, makes, tricks
from boston_rules.telling.tables.model import Table

__all__ = ["ROWS", "main"]

_VARIANT: Final = "fontainebleau"
_KINDS: Final = {
    "random": "5",
    "trump-rich": "5",
    "long suits": "5",
    "partners": "5",
    "misère, plausible hand": "grand-misere",
    "misère, lowest hand": "grand-misere",
    "Piccolissimo, plausible hand": "piccolissimo",
    "Piccolissimo, lowest hand": "piccolissimo",
}
"""Kinds of deals, each with the contract that is played."""
_ASKED: Final[dict[str, Callable[[br.State, Limits], object]]] = {
    "makes": makes,
    "tricks": tricks,
    "best": best,
}
_TABLES: Final = ("classic", _VARIANT)
"""Variants of which all contracts of a deal are solved."""
ROWS: Final = (
    *(f"{name}, {kind}" for kind in _KINDS for name in _ASKED),
    *(f"cells, {slug}" for slug in _TABLES),
)


def _lanes(hand: int) -> list[int]:
    return [hand >> 13 * suit & 0x1FFF for suit in range(4)]


def _longest(hand: int) -> int:
    return max(map(int.bit_count, _lanes(hand)))


def _lowness(hand: int) -> int:
    return sum(card % 13 for card in range(52) if hand >> card & 1)


def deals(kind: str, number: int) -> Iterator[tuple[list[int], int]]:
    """Hands with the declarer at seat 0, and the dealer."""
    rng = random.Random(kind)
    while number:
        pack = rng.sample(range(52), 52)
        hands = [sum(1 << card for card in pack[seat::4]) for seat in range(4)]
        dealer, first = rng.randrange(4), 0
        if kind in _KINDS and _KINDS[kind] != "5":
            first = min(range(4), key=lambda seat: _lowness(hands[seat]))
        elif kind in ("trump-rich", "long suits"):
            first = max(range(4), key=lambda seat: _longest(hands[seat]))
        hands = hands[first:] + hands[:first]
        if kind == "trump-rich" and _longest(hands[0]) < 7:
            continue
        if kind == "long suits" and min(map(_longest, hands)) < 5:
            continue
        # Nobody bids a misère with a suit that has no low card.
        if "plausible" in kind and not all(not lane or lane & 0b111 for lane in _lanes(hands[0])):
            continue
        number -= 1
        yield hands, dealer


def position(
    kind: str, hands: list[int], dealer: int, cards: int, key: str | None = None
) -> br.Playing:
    """The first lead, or the lead when random play has left so many cards in a hand."""
    key = _KINDS[kind] if key is None else key
    trump = None
    if key.isdigit():
        trump = br.Suit(max(range(4), key=lambda suit: _lanes(hands[0])[suit].bit_count()))
    contract = br.Contract(key, 0, trump, partner=2 if kind == "partners" else None)
    given = [br.Cards.from_mask(hand) for hand in hands]
    discards = []
    if br.get_variant(_VARIANT).ladder[key].discard:
        # The declarer lays his highest card aside, the others their lowest.
        discards = [
            (min if seat else max)(hand, key=lambda card: card.index % 13)
            for seat, hand in enumerate(given)
        ]
    state = first_lead(_VARIANT, given, contract, dealer=dealer, discards=discards)
    rng = random.Random(dealer)
    while len(state.done) < state.setup.terms.total - cards:
        state = state.with_card(rng.choice([c for c in range(52) if state.may >> c & 1]))
    return state


def timed(row: str, at: int, hands: list[int], dealer: int, cards: int, nodes: int) -> float:
    """The processor time of an answer in seconds; infinite if it was given up."""
    name, _, kind = row.partition(", ")
    limits = Limits(nodes=nodes)
    if name == "cells":
        given = [br.Cards.from_mask(hand) for hand in hands]
        start = time.process_time()
        known = all(
            cell.known or cell.barred for cell in cells(kind, given, dealer=dealer, limits=limits)
        )
        return time.process_time() - start if known else math.inf
    state = position(kind, hands, dealer, cards)
    try:
        if name == "makes" and _KINDS[kind] == "5":
            # Not timed, only to know what to ask.
            most = tricks(state, evolve(limits, nodes=5 * nodes))
            need = most - (state.setup.terms.target - 5) + at % 2
            state = position(kind, hands, dealer, cards, str(min(13, max(5, need))))
        start = time.process_time()
        _ASKED[name](state, limits)
    except SearchStopped:
        return math.inf
    return time.process_time() - start


@frozen
class Row:
    """The times of one kind of questions, in seconds, the shortest first."""

    name: str
    times: tuple[float, ...]
    goal: str = ""
    met: bool | None = None

    def at(self, part: float) -> float:
        """The time within which this part of the deals was done."""
        return self.times[min(int(len(self.times) * part), len(self.times) - 1)]

    @property
    def cells(self) -> tuple[str, ...]:
        """The row as text: median, and so on."""
        under = sum(spent < 1 for spent in self.times)
        missing = sum(spent == math.inf for spent in self.times)
        told = "" if self.met is None else f"{self.goal}: {'met' if self.met else 'missed'}"
        return (
            self.name,
            *(_milliseconds(self.at(part)) for part in (0.5, 0.7, 0.9)),
            _milliseconds(self.times[-1]),
            f"{under} of {len(self.times)}",
            str(missing),
            told,
        )


def _milliseconds(seconds: float) -> str:
    if seconds == math.inf:
        return "–"
    spent = seconds * 1000
    return f"{spent:.1f}" if spent < 100 else f"{spent:,.0f}"


HEADS = ("", "median, ms", "70 %", "90 %", "most", "under 1 s", "no answer", "goal")
_GOALS: Final = {
    "best": ("90 % under 1 s", 0.9, 1.0),
    "cells, classic": ("95 % under 1 s", 0.95, 1.0),
    "cells, fontainebleau": ("95 % under 3 s", 0.95, 3.0),
}
"""What is aimed at in the compiled build: so large a part of the deals in that time."""
_PURE_GOALS: Final = {"makes": ("90 % under 1 s", 0.9, 1.0)}


def measured(row: str, number: int, cards: int, nodes: int) -> Row:
    """The times of a row of the table."""
    name, _, kind = row.partition(", ")
    times = sorted(
        timed(row, at, hands, dealer, cards, nodes)
        for at, (hands, dealer) in enumerate(deals(kind, number))
    )
    found = Row(row, tuple(times))
    goals = _GOALS if COMPILED else _PURE_GOALS
    goal = goals.get(row, goals.get(name))
    if goal is None or cards != 13:
        return found
    text, part, limit = goal
    # So many of them must be done, not one more.
    within = sum(spent < limit for spent in times)
    return evolve(found, goal=text, met=within >= part * len(times))


def against_dds(number: int) -> tuple[list[Row], str]:
    """The time of this library and of DDS for the same deals, and how many counts agree."""
    with click.progressbar(length=number, label="DDS", file=sys.stderr) as bar:
        found = compare(number, lambda done: bar.update(1))
    for line in found.different:
        click.echo(line)
    rows = [
        Row(f"full deals of partners, {name}", tuple(sorted(times)))
        for name, times in (("this library", found.own), ("DDS", found.theirs))
    ]
    own, theirs = sum(found.own), sum(found.theirs)
    return rows, (
        f"Of {number} full deals of partners, each suit as trumps in turn and none, {found.equal} "
        f"have the same count of tricks as by DDS (endplay {version('endplay')}); in all it took "
        f"{own:.0f} s here and {theirs:.1f} s there."
    )


_SLOWER: Final = 20
"""Plain Python is given so many times fewer positions: about the same time."""
_PURE = """
import sys
from importlib.machinery import FileFinder, SourceFileLoader, SOURCE_SUFFIXES
class Sources:
    def find_spec(self, name, path=None, target=None):
        if name.startswith("boston_rules.") and path:
            return FileFinder(list(path)[0], (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name)
sys.meta_path.insert(0, Sources())
from benchmarks.solver import main
main()
"""


def in_plain_python(number: int, cards: int, nodes: int, only: str = "") -> list[Row]:
    """The times by the same sources, not compiled, in a process of its own."""
    asked = [f"--deals={number}", f"--cards={cards}", f"--nodes={nodes}", f"--only={only}"]
    done = subprocess.run(
        [sys.executable, "-c", _PURE, *asked, "--rows"],
        cwd=Path(__file__).resolve().parents[1],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    compiled, *rows = (json.loads(line) for line in done.stdout.splitlines())
    assert compiled is False, "the sources were to be loaded"
    return [
        Row(f"Python: {name}", tuple(map(float, times)), goal, met)
        for name, times, goal, met in rows
    ]


@click.command()
@click.option("--deals", "number", default=100, show_default=True, help="Deals of each row.")
@click.option("--cards", default=13, show_default=True, help="Cards left in a hand.")
@click.option("--nodes", default=1_000_000, show_default=True, help="When to give up an answer.")
@click.option("--only", default="", help="Only the rows whose names hold this text.")
@click.option("--dds", "peers", default=0, help="Full deals that DDS counts as well (endplay).")
@click.option("--plain", default=0, help="Deals a row by plain Python as well.")
@click.option("--table", "page", type=click.Path(dir_okay=False), help="Write the table as .rst.")
@click.option("--rows", is_flag=True, hidden=True, help="The times as JSON.")
@click.option("--smoke", is_flag=True, help="Two deals of four cards: does it still run?")
def main(
    number: int,
    cards: int,
    nodes: int,
    only: str,
    peers: int,
    plain: int,
    page: str | None,
    rows: bool,
    smoke: bool,
) -> None:
    """Time exact answers about seeded deals."""
    if smoke:
        number, cards, nodes = 2, 4, 1000
    if not 1 <= cards <= 13 or number < 1:
        raise click.BadParameter("at least one deal, one to thirteen cards")
    asked = [row for row in ROWS if only in row]

    def measure(row: str) -> Row:
        return measured(row, number, cards, nodes)

    if rows:
        click.echo(json.dumps(COMPILED))
        for row in map(measure, asked):
            click.echo(json.dumps([row.name, row.times, row.goal, row.met]))
        return
    facts = machine()
    found: list[Row] = []
    notes: list[str] = []

    def tell(row: Row) -> None:
        found.append(row)
        click.echo("  ".join(f"{cell:>10}" for cell in (f"{row.cells[0]:42}", *row.cells[1:])))

    click.echo(f"{number} deals a row, {cards} cards, card play {facts['card play']}")
    click.echo("  ".join(f"{cell:>10}" for cell in (f"{'':42}", *HEADS[1:])))
    for row in map(measure, asked):
        tell(row)
    if plain:
        for row in in_plain_python(plain, cards, max(1, nodes // _SLOWER), only):
            tell(row)
    if peers:
        try:
            times, note = against_dds(peers)
        except ModuleNotFoundError:
            note = "DDS is not compared: endplay is not installed."
        else:
            for row in times:
                tell(row)
        notes.append(note)
    for note in notes:
        click.echo(note)
    if page is not None:
        command = "python -m benchmarks.solver"
        command += f" --deals {number}" if number != 100 else ""
        command += f" --cards {cards}" if cards != 13 else ""
        command += f" --nodes {nodes}" if nodes != 1_000_000 else ""
        command += f" --only {shlex.quote(only)}" if only else ""
        command += f" --plain {plain}" if plain else ""
        command += f" --dds {peers}" if peers else ""
        with atomic_write(page) as to:
            to.write("\n".join(_page(command, number, nodes, found, notes, facts)).encode())


def _page(
    command: str,
    number: int,
    nodes: int,
    found: list[Row],
    notes: list[str],
    facts: dict[str, str],
) -> Iterator[str]:
    table = Table(HEADS, [row.cells for row in found])
    yield from captioned(command, "32 10 8 8 8 12 8 24", table)
    if any(row.name in ROWS for row in found):
        yield f"{number} seeded deals a row at the first lead; milliseconds"
        yield f"of processor time. An answer is given up after {nodes:,} positions; in plain Python"
        yield f"after {max(1, nodes // _SLOWER):,}."
        yield ""
    for note in notes:
        yield f"* {note}"
    told = ("processor", "system", "python", "boston_rules", "card play")
    yield f"* {made_on({name: facts[name] for name in told})}"
    yield ""


if __name__ == "__main__":
    main()
