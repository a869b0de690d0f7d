"""``python -m benchmarks.bidding``: fits the values that the Monte Carlo bot bids by.

Simple players bid deals of all games. Wherever one has words to choose from, each word that is
worth a thought is tried in the deal as it lies: simple players go on from there, and where they
make or lose a contract that has a limit both ends count, by the odds of ``benchmarks.outcomes``.
One deal tells little of a word, but it tells of all words at once. A small network is fitted to
them: it sees the facts of auction and words, and is changed until the words that it would draw, by
the exponentials of their values, bring as many chips as possible. Chips count by the spread of what
words bring in a game. It needs NumPy.

The deals of every fifth number are held out. Printed is how many chips a hand the words of most
value bring there more than those of a simple player.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import click
from attrs import frozen
from rich.console import Console
from rich.table import Table

import boston_rules as br
from benchmarks.asked import JOBS, ONLY, shared_out
from benchmarks.measure import count_chips, library
from boston_rules.bots import SimpleBot, decide
from boston_rules.bots.montecarlo.facts import AUCTION, WORD, auction_facts, word_facts
from boston_rules.bots.montecarlo.table_talk import candidates, word_values
from boston_rules.bots.montecarlo.words import WordValues, are_words
from boston_rules.core.files import atomic_write
from boston_rules.simulate.duplicate import first_deal
from boston_rules.simulate.intervals import Clusters
from boston_rules.simulate.streams import stream

__all__ = ["Decision", "decisions", "document", "fit", "gains", "main"]

_FOLDS: Final = 5
"""One deal of so many is held out."""
_HIDDEN: Final = 32
_EPOCHS: Final = 20
_BATCH: Final = 1024
_RATE: Final = 3e-3
_DECAY: Final = 1e-2
_SHARP: Final = 0.15
"""Values that differ by so much draw words by odds of e to 1."""


@frozen
class Decision:
    """Words to choose from, and what each brings in the deal as it lies."""

    deal: int
    """The number of the deal."""
    auction: list[float]
    """Facts of what is known."""
    words: list[list[float]]
    """Facts of each word."""
    more: list[float]
    """Chips that each brings more than the simple player's."""


def decisions(number: int, slugs: Sequence[str], seed: int) -> list[Decision]:
    """The decisions between words in a deal that simple players bid.

    Args:
        number: of the deal; the variants take turns.
        slugs: the variants.
        seed: of the cards.
    """
    deal, place = divmod(number, len(slugs))
    variant, found = br.get_variant(slugs[place]), []
    rng = stream(seed, f"deal {deal} of {variant.slug}", "cards")
    state: br.State = first_deal(variant, deal % variant.seats, rng)
    table = [SimpleBot(rng)] * variant.seats
    while (seat := state.actor) is not None and not isinstance(state, br.Playing):
        said = decide(state, table, rng)
        legal = br.lawful_actions(state)
        if seat != br.CHANCE and len(legal) > 1:
            view = br.observe(state, seat)
            choices = candidates(view, seat, legal, said)
            if len(choices) > 1 and are_words(view, seat, choices):
                # Each by itself: what is kept of a table does not tell the words before.
                chips = [word_values(view, seat)(choice, state) for choice in choices]
                base = chips[choices.index(said)]
                auction, words = auction_facts(view, seat), word_facts(view, seat, choices, said)
                found.append(Decision(deal, auction, words, [each - base for each in chips]))
        state = br.apply(state, said)
    return found


def fit(games: Sequence[Sequence[Decision]], epochs: int, seed: int) -> WordValues:
    """The values under which words drawn by them bring most, by gradients of what they bring.

    Args:
        games: decisions of each game.
        epochs: how often every decision is looked at.
        seed: of the first weights and of the order.
    """
    np = library("numpy")
    rng = np.random.default_rng(seed)
    every = [each for game in games for each in game]
    auction = np.array([each.auction for each in every], np.float32)
    words = np.array([row for each in every for row in each.words], np.float32)
    spreads = [np.sqrt(np.mean([x**2 for each in game for x in each.more])) for game in games]
    more = np.array(
        [
            chips / max(spread, 1e-9)
            for game, spread in zip(games, spreads, strict=True)
            for each in game
            for chips in each.more
        ],
        np.float32,
    )
    counts = np.array([len(each.words) for each in every])
    begins = np.cumsum(counts) - counts

    def first(fan: int, rows: int) -> Any:
        return (rng.standard_normal((fan, rows)) / np.sqrt(fan)).astype(np.float32)

    weights = [
        first(len(AUCTION), _HIDDEN),
        first(len(WORD), _HIDDEN),
        np.zeros(_HIDDEN, np.float32),
        first(_HIDDEN, 1)[:, 0],
    ]
    means, squares = ([np.zeros_like(each) for each in weights] for _ in range(2))
    batches = max(1, len(every) // _BATCH)
    for step in range(epochs * batches):
        if step % batches == 0:
            order = rng.permutation(len(every))
        chosen = order[step % batches :: batches]
        sizes = counts[chosen]
        starts = np.cumsum(sizes) - sizes
        owner = np.repeat(np.arange(len(chosen)), sizes)
        rows = np.arange(sizes.sum()) - starts[owner] + begins[chosen][owner]
        known, told = auction[chosen], words[rows]
        hidden = (known @ weights[0] + weights[2])[owner] + told @ weights[1]
        hidden = np.maximum(0, hidden)
        values = hidden @ weights[3] / _SHARP
        chances = np.exp(values - np.maximum.reduceat(values, starts)[owner])
        chances /= np.add.reduceat(chances, starts)[owner]
        brought = np.add.reduceat(chances * more[rows], starts)
        slope = -chances * (more[rows] - brought[owner]) / _SHARP / len(chosen)
        inner = slope[:, None] * weights[3] * (hidden > 0)
        common = np.add.reduceat(inner, starts)
        slopes = [known.T @ common, told.T @ inner, common.sum(0), hidden.T @ slope]
        done = (step + 1) / (epochs * batches)
        rate = _RATE * min(1.0, 10 * done) * (1 + np.cos(np.pi * done)) / 2
        for at, gradient in enumerate(slopes):
            means[at] += 0.1 * (gradient - means[at])
            squares[at] += 0.001 * (gradient**2 - squares[at])
            mean, square = (
                each / (1 - beta ** (step + 1))
                for each, beta in ((means[at], 0.9), (squares[at], 0.999))
            )
            decay = 0 if weights[at].ndim == 1 else _DECAY * weights[at]
            weights[at] -= (rate * (mean / (np.sqrt(square) + 1e-8) + decay)).astype(np.float32)
    rounded = [np.round(each.T.astype(float), 4).tolist() for each in weights]
    return WordValues(*(_tuples(each) for each in rounded))


def _tuples(rows: list[Any]) -> Any:
    return tuple(tuple(row) if isinstance(row, list) else row for row in rows)


def document(values: WordValues, command: str, held_out: Sequence[dict[str, Any]]) -> Any:
    """All weights with the facts they are of, the command, and what it gained, to be written."""
    return {
        "command": command,
        "held out": list(held_out),
        "auction facts": AUCTION,
        "word facts": WORD,
        "auction": values.auction,
        "word": values.word,
        "bias": values.bias,
        "out": values.out,
    }


def gains(values: WordValues, seats: int, game: Sequence[Decision], deals: int) -> Clusters:
    """The chips that the words of most value bring more than a simple player's, by deals.

    Args:
        values: what words are worth.
        seats: hands of a deal.
        game: decisions.
        deals: how many deals they are of, those in which there was none counted.
    """
    found: dict[int, float] = {}
    for each in game:
        worth = values.values(each.auction, each.words)
        best = max(range(len(worth)), key=worth.__getitem__)
        found[each.deal] = found.get(each.deal, 0.0) + each.more[best]
    rows = [*found.values(), *[0.0] * (deals - len(found))]
    clusters = Clusters()
    for gain in rows:
        count_chips(clusters, gain, seats)
    return clusters


@click.command()
@click.option("--deals", type=click.IntRange(5), default=1500, show_default=True, help="A variant.")
@click.option("--epochs", type=click.IntRange(1), default=_EPOCHS, show_default=True)
@click.option("--seed", default=1, show_default=True, help="Of the cards and the first weights.")
@ONLY
@JOBS
@click.option("--write", type=click.Path(dir_okay=False, path_type=Path), help="The file.")
def main(
    deals: int, epochs: int, seed: int, slugs: tuple[str, ...], jobs: int, write: Path | None
) -> None:
    """Fit values of words to deals of all variants, and print what they gain in others.

    It is meant for the compiled build; in plain Python the deals are the same, later.
    """
    chosen = slugs or br.list_variants()
    command = f"python -m benchmarks.bidding --deals {deals} --epochs {epochs} --seed {seed}"
    command += "".join(f" --only {slug}" for slug in slugs)
    command += "" if write is None else f" --write {write.as_posix()}"
    found: list[list[Decision]] = [[] for _ in chosen]
    numbers, job = range(deals * len(chosen)), partial(decisions, slugs=chosen, seed=seed)
    with click.progressbar(length=len(numbers), label="deals", file=sys.stderr) as bar:
        for number, deal in enumerate(shared_out(job, numbers, jobs)):
            found[number % len(chosen)] += deal
            bar.update(1)
    values = fit([[one for one in game if one.deal % _FOLDS] for game in found], epochs, seed)
    table = Table("variant", "deals", "chips a hand", "95 %", title="held out")
    held: list[dict[str, Any]] = []
    for slug, game in zip(chosen, found, strict=True):
        out = [one for one in game if one.deal % _FOLDS == 0]
        number = len(range(0, deals, _FOLDS))
        mean = gains(values, br.get_variant(slug).seats, out, number).mean()
        assert mean is not None, "there are deals"
        row = [round(each or 0.0, 2) for each in (mean.estimate, mean.low, mean.high)]
        held.append({"variant": slug, "deals": number, "gain": row[0], "95 %": row[1:]})
        table.add_row(slug, str(number), f"{row[0]:+}", f"{row[1]:+} … {row[2]:+}")
    Console(soft_wrap=not sys.stdout.isatty()).print(table)
    if write is not None:
        with atomic_write(str(write)) as to:
            told = json.dumps(document(values, command, held), sort_keys=True)
            to.write((told.replace("], ", "],\n ") + "\n").encode())


if __name__ == "__main__":
    main()
