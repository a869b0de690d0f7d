"""What bots' words are worth, deal by deal as the cards lie: ``python -m benchmarks.words``.

Matches tell little about bidding: most of what a deal brings is chance, which both sides share only
in part. Here the first bot plays the deals with itself. Wherever a seat must speak before the play,
each bot is asked what it would say with that view, and what it says is tried in the deal as it
really lies: simple players go on from there. The deal is one that fits the view as it came to be,
so the mean is what the word is worth, as far as everybody goes on simply.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence

import click
from attrs import define, field

import boston_rules as br
from benchmarks.measure import count_chips
from boston_rules.bots import load_bot
from boston_rules.bots.montecarlo.table_talk import word_values
from boston_rules.bots.names import NamedBot
from boston_rules.simulate.duplicate import first_deal
from boston_rules.simulate.intervals import Clusters, Interval

__all__ = ["Words", "main", "words_of"]


@define
class Words:
    """What the words of a bot gain over those of the first one."""

    deals: Clusters = field(factory=Clusters)
    """Hundredths of chips at the table, deal by deal."""
    said: int = 0
    """Decisions."""
    other: int = 0
    """Those in which it says something else than the first bot."""
    seconds: float = 0.0
    """Processor time."""

    @property
    def gain(self) -> Interval:
        """Chips a deal of all seats together, as if each word were the only one to differ."""
        found = self.deals.mean()
        assert found is not None, "there are deals"
        return found


def spoken(bot: NamedBot, slug: str, deal: int, seed: int) -> Iterator[br.State]:
    """The states of a deal in which somebody has something to say before the play."""
    rng = random.Random(f"{seed} {slug} {deal}")
    variant = br.get_variant(slug)
    state: br.State = first_deal(variant, deal % variant.seats, rng)
    table = [bot(random.Random(rng.getrandbits(62))) for _ in range(variant.seats)]
    while (seat := state.actor) is not None and not isinstance(state, br.Playing):
        if seat == br.CHANCE:
            state = br.apply(state, br.draw_chance(state, rng))
            continue
        if len(br.lawful_actions(state)) > 1:
            yield state
        state = br.apply(state, table[seat].choose(br.observe(state, seat)))


def words_of(bots: Sequence[NamedBot], slug: str, deals: int, seed: int) -> list[Words]:
    """What the words of each bot gain where the first one has played up to them."""
    found = [Words() for _ in bots]
    for deal in range(deals):
        gains = [0.0 for _ in bots]
        for place, state in enumerate(spoken(bots[0], slug, deal, seed)):
            seat = state.actor
            assert seat is not None, "somebody is to speak"
            view = br.observe(state, seat)
            worth = word_values(view, seat)
            told: dict[br.Action, float] = {}
            words: list[br.Action] = []
            for bot, row in zip(bots, found, strict=True):
                begun = time.process_time()
                word = bot(random.Random(f"{seed} {slug} {deal} {place}")).choose(view)
                row.seconds += time.process_time() - begun
                row.said += 1
                row.other += word != (words or [word])[0]
                words.append(word)
                if word not in told:
                    told[word] = worth(word, state)
            for number, word in enumerate(words):
                gains[number] += told[word] - told[words[0]]
        for row, gain in zip(found, gains, strict=True):
            count_chips(row.deals, gain)
    return found


@click.command()
@click.option("--variant", "slugs", multiple=True, default=("classic",), show_default=True)
@click.option("--bot", "names", multiple=True, default=("simple", "club"), show_default=True)
@click.option("--deals", default=100, show_default=True, help="In each variant.")
@click.option("--seed", default=1, show_default=True)
def main(slugs: tuple[str, ...], names: tuple[str, ...], deals: int, seed: int) -> None:
    """Print what the words of bots gain over those of the first, in chips a deal at a table."""
    bots = [load_bot(name) for name in names]
    click.echo("variant,bot,words,others,gain,low,high,ms a word")
    for slug in slugs:
        for bot, row in zip(bots, words_of(bots, slug, deals, seed), strict=True):
            gain, spent = row.gain, 1000 * row.seconds / max(1, row.said)
            low, high = gain.low or 0.0, gain.high or 0.0
            click.echo(
                f"{slug},{bot},{row.said},{row.other},"
                f"{gain.estimate:.2f},{low:.2f},{high:.2f},{spent:.1f}"
            )


if __name__ == "__main__":
    main()
