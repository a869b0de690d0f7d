"""An opening book from a corpus of deals: what to bid first with which hand, what it brings.

    $ boston-rules simulate mariland --sessions 20000 --option deals=1 --parquet mariland.parquet
    $ python examples/opening_book.py mariland.parquet --least 50

Hands are told apart by their longest suit, by the aces, kings and queens in it, and by the aces and
kings outside. A line says how often the players of the corpus began so with such a hand, whether
the seat then made its contract, and how many chips the deal brought it, with a 95 % interval. It is
the book of those players: a bid that none of them makes is not in it. Without a file it is made of
some deals of SimpleBot. It needs pyarrow.
"""

import argparse
import csv
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import boston_rules as br
from boston_rules.simulate import Clusters, simulate

COLUMNS = ("longest", "A K Q", "A K outside", "hands", "call", "share", "played", "made", "chips")

Kind = tuple[int, str, int]
"""The length of the longest suit, the honours in it, and aces and kings outside."""


def kind_of(hand: br.Cards) -> Kind:
    """What hands have in common that are bid alike."""
    suits = [[card.rank.letter for card in hand if card.suit == suit] for suit in br.Suit]
    longest = max(suits, key=lambda ranks: (len(ranks), *(letter in ranks for letter in "AKQ")))
    outside = sum(letter in ranks for ranks in suits for letter in "AK" if ranks is not longest)
    return len(longest), "".join(letter for letter in "AKQ" if letter in longest) or "-", outside


def openings(corpus: Path) -> Iterator[tuple[Kind, str, bool | None, int]]:
    """The first call of each deal: the hand, the call, whether the seat made a contract, chips."""
    import pyarrow.parquet as pq  # type: ignore[import-untyped]

    for batch in pq.ParquetFile(corpus).iter_batches(10_000):
        for row in batch.to_pylist():
            said = next(
                (each for each in row["calls"] if each["call"].startswith(("pass", "bid"))), None
            )
            if said is None:
                continue
            seat = said["seat"]
            action = br.parse_action(said["call"])
            call = f"bid {action.key}" if isinstance(action, br.Bid) else "pass"
            made = row["made"] if row["declarer"] == seat else None
            yield kind_of(br.Cards.parse(row[f"hand_{seat}"])), call, made, row[f"chips_{seat}"]


def lines(corpus: Path, least: int) -> Iterator[tuple[object, ...]]:
    """The lines of the book, for hands that were dealt so often and calls that are not rare."""
    hands: dict[Kind, int] = defaultdict(int)
    chips: dict[tuple[Kind, str], Clusters] = defaultdict(Clusters)
    made: dict[tuple[Kind, str], list[bool]] = defaultdict(list)
    for kind, call, success, won in openings(corpus):
        hands[kind] += 1
        chips[kind, call].add(won, 1)
        if success is not None:
            made[kind, call].append(success)
    for kind in sorted(hands, key=lambda kind: (kind[0], len(kind[1]), *kind[1:]), reverse=True):
        if hands[kind] < least:
            continue
        found = sorted(
            (call for each, call in chips if each == kind), key=lambda call: -chips[kind, call].size
        )
        for call in found:
            counted, played = chips[kind, call], made[kind, call]
            if counted.size < max(2, hands[kind] / 10):
                continue
            mean = counted.mean()
            assert mean is not None, "the call was made"
            yield (
                *kind,
                hands[kind],
                call,
                f"{counted.size / hands[kind]:.0%}",
                len(played),
                f"{sum(played) / len(played):.0%}" if played else "",
                f"{mean.estimate:+.1f} ({mean.low:+.1f} to {mean.high:+.1f})",
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path, nargs="?")
    parser.add_argument("--least", type=int, default=2, help="hands of a kind for a line")
    chosen = parser.parse_args()
    if find_spec("pyarrow") is None:
        print("skipped: needs pyarrow, of the extra boston_rules[simulation]")
        return
    with tempfile.TemporaryDirectory() as folder:
        corpus = chosen.corpus
        if corpus is None:
            corpus = Path(folder) / "few.parquet"
            simulate("mariland", sessions=60, deals=1, plays=True, workers=1).to_parquet(corpus)
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(lines(corpus, chosen.least))


if __name__ == "__main__":
    main()
