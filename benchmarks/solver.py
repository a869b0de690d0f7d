"""How long exact answers take: seeded deals of each kind, processor time.

    $ python -m benchmarks.solver                    # a hundred deals a kind, thirteen cards
    $ python -m benchmarks.solver --table docs/reference/solver.inc    # and the page's table
    $ python -m benchmarks.solver --smoke            # does it still run?

It is meant for the compiled build; at the end the kinds are run once more with eight cards and the
same sources in plain Python, in a process of its own. A question of yes or no is asked at the
number of tricks that perfect play comes to or at the next, where it is hardest. Odd deals have one
seat against three, even ones partners opposite. Where ``endplay`` is installed, the counts and the
time of DDS beside ours, for full deals of partners, are a row of the same table.
"""

from __future__ import annotations

import json
import math
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path

import click
from attrs import evolve, frozen

import boston_rules as br
from benchmarks.__main__ import machine
from benchmarks.dds import compare
from benchmarks.page import captioned, made_on
from boston_rules.core.cardplay import COMPILED
from boston_rules.core.files import atomic_write
from boston_rules.rules.trumps import ranked
from boston_rules.solver.search.search import LimitReached, Search
from boston_rules.telling.tables.model import Table

__all__ = ["KINDS", "main"]

_FEW: dict[str, Callable[[int], bool]] = {
    "misère, lowest hand": lambda hand: True,
    # Nobody bids a misère with a suit that has no low card.
    "misère, plausible hand": lambda hand: all(
        not lane or lane & 0b111 for lane in (hand >> 13 * suit & 0x1FFF for suit in range(4))
    ),
}
KINDS = (
    "yes or no, no trumps",
    "yes or no, trumps",
    "exact count, random",
    "exact count, trump-rich",
    *_FEW,
    "exactly one trick",
)


def _lowness(hand: int) -> int:
    return sum(card % 13 for card in range(52) if hand >> card & 1)


def _longest(hand: int) -> int:
    return max(range(4), key=lambda suit: (hand >> 13 * suit & 0x1FFF).bit_count())


def deals(kind: str, number: int, cards: int) -> Iterator[tuple[list[int], int, int | None]]:
    """Hands with the declarer at seat 0, the leader, and trumps."""
    rng = random.Random(kind)
    while number:
        pack = rng.sample(range(52), 4 * cards)
        hands = [sum(1 << card for card in pack[seat::4]) for seat in range(4)]
        leader, trump = rng.randrange(4), None
        if kind in _FEW or kind == "exactly one trick":
            low = min(range(4), key=lambda seat: _lowness(hands[seat]))
            hands = hands[low:] + hands[:low]
            if kind in _FEW and not _FEW[kind](hands[0]):
                continue
        elif kind.endswith("trump-rich"):
            long = max(range(4), key=lambda seat: max(_lengths(hands[seat])))
            hands = hands[long:] + hands[:long]
            if max(_lengths(hands[0])) < cards // 2 + 1:
                continue
            trump = _longest(hands[0])
        elif kind.endswith(", trumps") or (kind.endswith("random") and number % 4 > 1):
            trump = _longest(hands[0])
        number -= 1
        yield hands, leader, trump


def _lengths(hand: int) -> list[int]:
    return [(hand >> 13 * suit & 0x1FFF).bit_count() for suit in range(4)]


def timed(
    kind: str, at: int, hands: list[int], leader: int, trump: int | None, nodes: int
) -> float:
    """The processor time of an answer in seconds; infinite if it was given up."""
    suit = None if trump is None else br.Suit(trump)
    order = ranked(br.get_variant("classic").trumps.table(suit, None))
    cards = hands[0].bit_count()

    def asked(question: Callable[[Search], object], *seats: int, sets: bool = False) -> float:
        search = Search(order, hands, leader, (), seats[0], seats[1], sets=sets)
        search.limited(nodes, 0.0)
        start = time.process_time()
        question(search)
        return time.process_time() - start

    try:
        if kind in _FEW:
            return asked(lambda search: search.reaches(cards), 0b0001, 0b1110)
        if kind == "exactly one trick":
            return asked(lambda search: search.reaches(0b10), 0b0001, 0b0001, sets=True)
        side = 0b0001 if at % 2 else 0b0101
        guess = cards * (4 if at % 2 else 7) // 13
        if kind.startswith("exact"):
            return asked(lambda search: search.most(0, cards, guess), side, side)
        before = Search(order, hands, leader, (), side, side)
        before.limited(5 * nodes, 0.0)  # not timed, only to know what to ask
        most = before.most(0, cards, guess)
        need = most + at // 2 % 2
        return asked(lambda search: search.reaches(need), side, side)
    except LimitReached:
        return math.inf


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
GOALS: dict[str, tuple[str, float, float]] = {
    "yes or no, no trumps": ("90 % under 250 ms", 0.9, 0.25),
    "yes or no, trumps": ("90 % under 1 s", 0.9, 1.0),
    "exact count, random": ("90 % under 1 s", 0.9, 1.0),
    "exact count, trump-rich": ("70 % under 1 s", 0.7, 1.0),
    **dict.fromkeys(_FEW, ("90 % under 1 s", 0.9, 1.0)),
}
"""What is aimed at, compiled and with thirteen cards: so large a part of the deals in that time."""
PURE_GOAL = ("median under 1 s", 0.5, 1.0)


def measured(kind: str, number: int, cards: int, nodes: int) -> Row:
    """The times of a kind."""
    times = sorted(
        timed(kind, at, *deal, nodes) for at, deal in enumerate(deals(kind, number, cards))
    )
    row = Row(kind, tuple(times))
    goal = None
    if COMPILED and cards == 13:
        goal = GOALS.get(kind)
    elif not COMPILED and cards == 8:
        goal = PURE_GOAL
    if goal is None:
        return row
    text, part, limit = goal
    # So many of them must be done, not one more.
    within = sum(spent < limit for spent in times)
    return evolve(row, goal=text, met=within >= part * len(times))


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


def in_plain_python(number: int, cards: int, nodes: int) -> list[Row]:
    """The times of all kinds by the same sources, not compiled, in a process of its own."""
    asked = [f"--deals={number}", f"--cards={cards}", f"--nodes={nodes}", "--rows"]
    done = subprocess.run(
        [sys.executable, "-c", _PURE, *asked],
        cwd=Path(__file__).resolve().parents[1],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    compiled, *rows = (json.loads(line) for line in done.stdout.splitlines())
    assert compiled is False, "the sources were to be loaded"
    return [
        Row(f"{cards} cards, Python: {name}", tuple(map(float, times)), goal, met)
        for name, times, goal, met in rows
    ]


@click.command()
@click.option("--deals", "number", default=100, show_default=True, help="Deals of each kind.")
@click.option("--cards", default=13, show_default=True, help="Cards in a hand.")
@click.option("--nodes", default=4_000_000, show_default=True, help="When to give up an answer.")
@click.option("--only", default="", help="Only the kinds whose names hold this text.")
@click.option("--dds", "peers", default=0, help="Full deals that DDS counts as well (endplay).")
@click.option("--plain", default=0, help="Deals of eight cards a kind by plain Python as well.")
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
        number, cards = 2, 4
    if not 1 <= cards <= 13 or number < 1:
        raise click.BadParameter("at least one deal, one to thirteen cards")
    if rows:
        click.echo(json.dumps(COMPILED))
        for kind in KINDS:
            row = measured(kind, number, cards, nodes)
            click.echo(json.dumps([row.name, row.times, row.goal, row.met]))
        return
    facts = machine()
    found: list[Row] = []
    notes: list[str] = []

    def tell(row: Row) -> None:
        found.append(row)
        click.echo("  ".join(f"{cell:>10}" for cell in (f"{row.cells[0]:42}", *row.cells[1:])))

    click.echo(f"{number} deals a kind, {cards} cards, card play {facts['card play']}")
    click.echo("  ".join(f"{cell:>10}" for cell in (f"{'':42}", *HEADS[1:])))
    for kind in KINDS:
        if only in kind:
            tell(measured(kind, number, cards, nodes))
    if plain:
        for row in in_plain_python(plain, min(cards, 8), nodes):
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
        command += f" --only {only}" if only else ""
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
    if any(row.name in KINDS for row in found):
        yield f"{number} seeded deals a kind, thirteen cards unless told otherwise; milliseconds"
        yield f"of processor time. An answer is given up after {nodes:,} positions."
        yield ""
    for note in notes:
        yield f"* {note}"
    told = ("processor", "system", "python", "boston_rules", "card play")
    yield f"* {made_on({name: facts[name] for name in told})}"
    yield ""


if __name__ == "__main__":
    main()
