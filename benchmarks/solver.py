"""How long exact answers take: seeded deals of each kind, processor time.

    $ python -m benchmarks.solver              # a hundred deals a kind, thirteen cards
    $ python -m benchmarks.solver --cards 8    # what plain Python affords
    $ python -m benchmarks.solver --smoke      # does it still run?

A question of yes or no is asked at the number of tricks that perfect play comes to or at the next,
where it is hardest. Odd deals have one seat against three, even ones partners opposite. The times
of DDS beside ours come from ``python -m tests.solver.peer``.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterator

import click

import boston_rules as br
from boston_rules.cardplay import COMPILED
from boston_rules.rules.trumps import ranked
from boston_rules.search.search import LimitReached, Search

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
) -> tuple[float, bool]:
    """The processor time of an answer, and whether there was one in time."""
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
            return asked(lambda search: search.reaches(cards), 0b0001, 0b1110), True
        if kind == "exactly one trick":
            return asked(lambda search: search.reaches(0b10), 0b0001, 0b0001, sets=True), True
        side = 0b0001 if at % 2 else 0b0101
        guess = cards * (4 if at % 2 else 7) // 13
        if kind.startswith("exact"):
            return asked(lambda search: search.most(0, cards, guess), side, side), True
        before = Search(order, hands, leader, (), side, side)
        before.limited(10 * nodes, 0.0)
        most = before.most(0, cards, guess)
        need = most + at // 2 % 2
        return asked(lambda search: search.reaches(need), side, side), True
    except LimitReached:
        return math.inf, False


@click.command()
@click.option("--deals", "number", default=100, show_default=True, help="Deals of each kind.")
@click.option("--cards", default=13, show_default=True, help="Cards in a hand.")
@click.option("--nodes", default=10_000_000, show_default=True, help="When to give up an answer.")
@click.option("--only", default="", help="Only the kinds whose names hold this text.")
@click.option("--smoke", is_flag=True, help="Two deals of four cards: does it still run?")
def main(number: int, cards: int, nodes: int, only: str, smoke: bool) -> None:
    """Time exact answers about seeded deals."""
    if smoke:
        number, cards = 2, 4
    if not 1 <= cards <= 13 or number < 1:
        raise click.BadParameter("at least one deal, one to thirteen cards")
    click.echo(f"{number} deals a kind, {cards} cards, {'' if COMPILED else 'not '}compiled")
    click.echo(f"{'':26}{'median':>9}{'p70':>9}{'p90':>9}{'most':>9}  under 1 s  no answer")
    for kind in KINDS:
        if only not in kind:
            continue
        times, missing = [], 0
        for at, deal in enumerate(deals(kind, number, cards)):
            spent, answered = timed(kind, at, *deal, nodes)
            times.append(spent)
            missing += not answered
        times.sort()
        row = [times[number // 2], times[number * 7 // 10], times[number * 9 // 10], times[-1]]
        under = sum(spent < 1 for spent in times)
        cells = "".join(f"{spent * 1000:7.1f}ms" for spent in row)
        click.echo(f"{kind:26}{cells}{under:>11}{missing:>11}")


if __name__ == "__main__":
    main()
