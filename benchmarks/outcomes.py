"""``python -m benchmarks.outcomes``: fits what the Monte Carlo bot thinks with to played deals.

The bot tries what it may say in sampled deals, which simple players play on. Here seats draw
whether they bid simply or think, and the deals that they bid are played by four who think. Told and
written are

* how likely a contract is made whose declarer can win too many tricks, by the share of the worlds
  of its declarer in which simple players would make it;
* how closely bidders keep to the estimates of their hands: the values under which the true hands
  are likeliest among those that others must reckon with;
* how often players play what a simple player would not: the values under which the true hands are
  likeliest in the middle of the play.

Bots think with what was fitted before. So the first round is played by bots who know nothing, with
a quarter of the deals, and what it tells serves the bots of the second one.
"""

from __future__ import annotations

import json
import math
import random
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, Final, TypeAlias

import click
from attrs import evolve, frozen
from rich.console import Console
from rich.table import Table

import boston_rules as br
from benchmarks.asked import JOBS, ONLY, shared_out
from boston_rules.bots import Bot, MonteCarloBot, SimpleBot, decide
from boston_rules.bots.montecarlo.belief import Belief, likelihood
from boston_rules.bots.montecarlo.fitted import (
    FACTS,
    FITTED,
    Facts,
    Fitted,
    Odds,
    facts_of,
    load_fitted,
)
from boston_rules.bots.montecarlo.table_talk import is_made, played_on, to_the_play
from boston_rules.core.files import atomic_write
from boston_rules.simulate.duplicate import first_deal
from boston_rules.simulate.streams import stream

__all__ = [
    "Cards",
    "Observation",
    "Outcome",
    "document",
    "fit_belief",
    "fit_outcomes",
    "fit_unlike",
    "main",
    "observe",
]

_SIMPLE: Final = 2 / 3
"""How many of the bidders are simple players."""
_BIDDING: Final = 4
"""Iterations of bots that think in the auction, eight worlds each."""
_PLAYING: Final = 16
"""Iterations of bots in the play."""
_VIEWS: Final = 2
"""Seats of a deal that are asked what they believe."""
_WORLDS: Final = 64
"""Worlds of a declarer in which simple players try his contract."""
_OTHERS: Final = 20
"""Worlds among which the true one is to be found."""
_OTHERS_IN_PLAY: Final = 150
"""The same in the middle of the play."""
_FOLDS: Final = 4
"""Parts of the deals of which one at a time is held out."""
_PRIORS: Final = (1, 2, 4, 8, 16, 32, 64)
"""Deals for which the odds of more general facts may count among those of a contract."""
_UNTAUGHT: Final = Fitted(doubt=1, boldness=0, floor=1, unlike=(1, 1), outcomes={(): Odds(1, 0)})
"""All hands are as likely after any word and card, and contracts end as simple players end them."""
_FLOORS: Final = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2)
_GRID: Final = tuple(
    evolve(_UNTAUGHT, doubt=doubt, boldness=boldness, floor=floor)
    for doubt, boldness, floor in product(
        (0.25, 0.4, 0.55, 0.7, 1.0, 1.4), (0.0, 0.4, 0.8, 1.2), _FLOORS
    )
)
"""The beliefs that are tried."""
_UNLIKE: Final = (0.05, 0.08, 0.12, 0.16, 0.2, 0.25, 0.3, 0.4, 0.5, 0.65, 0.8, 1.0)
"""The likelihoods of unlike cards that are tried."""
_LOOKED: Final = (3, 10)
"""Cards in the hand of the player who is asked what he believes in the middle of the play."""
_STEPS: Final = 100
"""Of expectation and maximization."""
_CARELESS: Final = 0.01
"""What is said never to happen is taken to happen so often."""

Beliefs: TypeAlias = tuple[float, ...]
"""The log likelihood of the true hands in nats, above that of chance, by the beliefs tried."""


@frozen
class Outcome:
    """What became of a contract."""

    facts: Facts
    share: float
    """Of the worlds of the declarer, in how many simple players would make it."""
    made: bool
    """Whether players who think made it."""


@frozen
class Cards:
    """What a player could make of the cards played before him."""

    limited: bool
    """Whether the declarer can win too many tricks."""
    beliefs: Beliefs
    """Above what words tell, by the likelihoods of unlike cards that are tried."""


@frozen
class Observation:
    """What is learned from a deal."""

    outcome: Outcome | None
    beliefs: tuple[Beliefs, ...]
    cards: Cards | None = None


class _Thinker(MonteCarloBot):
    """A Monte Carlo bot with values of its own."""

    def __init__(self, rng: random.Random, iterations: int, fitted: Fitted) -> None:
        super().__init__(rng, iterations=iterations)
        self._fitted = fitted


def observe(number: int, slugs: Sequence[str], seed: int, fitted: Fitted) -> Observation:
    """Bid a deal, play it if its declarer can win too many tricks, and look at both.

    Args:
        number: of the deal; the variants take turns.
        slugs: the variants.
        seed: of everything that is drawn.
        fitted: what the bots think with.
    """
    deal, place = divmod(number, len(slugs))
    variant = br.get_variant(slugs[place])
    rng = stream(seed, f"deal {deal} of {variant.slug}", "cards")
    dealt = first_deal(variant, deal % variant.seats, rng)
    bidders: list[Bot] = [
        SimpleBot(rng) if rng.random() < _SIMPLE else _Thinker(rng, _BIDDING, fitted)
        for _ in range(variant.seats)
    ]
    state = to_the_play(dealt, bidders, rng)
    if not isinstance(state, br.Playing) or state.contract is None:
        return Observation(None, ())
    beliefs = tuple(
        _believed(state, seat, rng) for seat in rng.sample(range(variant.seats), _VIEWS)
    )
    facts = facts_of(state.setup.terms)
    share = (
        None if facts is None else _share(br.observe(state, state.contract.declarer), fitted, rng)
    )
    players: list[Bot] = [_Thinker(rng, _PLAYING, fitted) for _ in range(variant.seats)]
    left, cards = rng.randint(*_LOOKED), None
    while (actor := state.actor) is not None:
        if cards is None and isinstance(state, br.Playing) and len(state.hands[actor]) == left:
            cards = _seen_through(state, actor, fitted, rng)
        state = br.apply(state, decide(state, players, rng))
    if facts is None or share is None:
        return Observation(None, beliefs, cards)
    assert isinstance(state, br.Settled), "nobody is to act"
    made = state.settlement.made is True
    return Observation(Outcome(facts, share, made), beliefs, cards)


def _seen_through(state: br.Playing, seat: int, fitted: Fitted, rng: random.Random) -> Cards | None:
    """What a seat makes of the cards played, where more than one deal fits."""
    belief = Belief(br.observe(state, seat), fitted)
    if not belief.worlds.count:
        return None
    worlds = [belief.worlds.world(rng) for _ in range(_OTHERS_IN_PLAY)]
    rows = [
        (belief.said(dealt), belief.unlike(hands, dealt))
        for hands, dealt in [
            *((world.hands, belief.dealt(world)) for world in worlds),
            ([hand.mask for hand in state.hands], state.deal.hands),
        ]
    ]
    plain = _nats([words for words, _ in rows])
    found = [_nats([words * tried**cards for words, cards in rows]) - plain for tried in _UNLIKE]
    return Cards(facts_of(state.setup.terms) is not None, tuple(found))


def _nats(weights: Sequence[float]) -> float:
    """How much likelier the last one is than all are in the mean."""
    return math.log(weights[-1] / (sum(weights) / len(weights)))


def _share(view: br.State, fitted: Fitted, rng: random.Random) -> float:
    """In how many of the declarer's worlds simple players make his contract."""
    belief = Belief(view, fitted)
    made = total = 0.0
    for world, weight in belief.draw(_WORLDS, rng):
        state = belief.worlds.state_of(world, rng)
        assert isinstance(state, br.Playing), "the view is of the play"
        made += weight * is_made(state.setup.terms, played_on(state))
        total += weight
    return made / total


def _believed(state: br.Playing, seat: int, rng: random.Random) -> Beliefs:
    view = br.observe(state, seat)
    belief = Belief(view)
    if not belief.worlds.count:
        return ()
    dealt = [belief.dealt(belief.worlds.world(rng)) for _ in range(_OTHERS)]
    dealt.append(state.deal.hands)
    found = []
    for tried in (*_GRID[:: len(_FLOORS)], FITTED):
        words = list(map(Belief(view, tried).words, dealt))
        floors = (tried.floor,) if tried is FITTED else _FLOORS
        found += [_nats([likelihood(row, floor) for row in words]) for floor in floors]
    return tuple(found)


# Outcomes.


def fit_outcomes(outcomes: Sequence[Outcome], prior: float) -> dict[Facts, Odds]:
    """The odds of contracts by their facts, beginning with those of all.

    Facts that one more fact does not tell apart have the odds of the fewer ones, and no own.
    Without any deals simple players are believed.

    Args:
        outcomes: what became of contracts.
        prior: for how many deals the odds by one fact fewer count.
    """
    found: dict[Facts, Odds] = {}
    deals: dict[Facts, int] = {}
    for size in range(len(FACTS) + 1):
        for facts in sorted({one.facts[:size] for one in outcomes} or {()}):
            alike = [one for one in outcomes if one.facts[:size] == facts]
            shorter = (facts[:less] for less in range(size - 1, -1, -1))
            wider = next((some for some in shorter if some in found), None)
            if wider is not None and deals[wider] == len(alike):
                continue
            before = _UNTAUGHT.odds(()) if wider is None else found[wider]
            deals[facts] = len(alike)
            found[facts] = _odds(alike, before, prior)
    return found


def _odds(outcomes: Sequence[Outcome], before: Odds, prior: float) -> Odds:
    """The likeliest odds, by expectation and maximization.

    What simple players would have come to in the deal itself is not known, as it is not to a
    bidder: it is as likely as their share and what became of the contract make it.
    """
    odds = Odds(0.9, 0.1)
    for _ in range(_STEPS):
        made, lost = [prior * before.made, prior], [prior * before.lost, prior]
        for one in outcomes:
            if one.made:
                chances = one.share * odds.made, (1 - one.share) * odds.lost
            else:
                chances = one.share * (1 - odds.made), (1 - one.share) * (1 - odds.lost)
            simply_made = chances[0] / sum(chances)
            made[0] += simply_made * one.made
            made[1] += simply_made
            lost[0] += (1 - simply_made) * one.made
            lost[1] += 1 - simply_made
        odds = Odds(made[0] / made[1], lost[0] / lost[1])
    return odds


def _likelihood(outcomes: Iterable[Outcome], fitted: Fitted) -> float:
    """The log likelihood of outcomes, in nats."""
    total = 0.0
    for one in outcomes:
        likely = fitted.odds(one.facts)
        chance = one.share * likely.made + (1 - one.share) * likely.lost
        total += math.log(max(_CARELESS, chance if one.made else 1 - chance))
    return total


def _held_out(outcomes: Sequence[Outcome], prior: float) -> float:
    """The likelihood of outcomes by the odds that were fitted without them."""
    total = 0.0
    for fold in range(_FOLDS):
        rest = [one for at, one in enumerate(outcomes) if at % _FOLDS != fold]
        fitted = evolve(_UNTAUGHT, outcomes=fit_outcomes(rest, prior))
        total += _likelihood(outcomes[fold::_FOLDS], fitted)
    return total


# Beliefs.


def fit_belief(rows: Sequence[Beliefs]) -> Fitted:
    """The belief that makes the true hands likeliest."""
    return _GRID[_likeliest(rows, _GRID)]


def fit_unlike(rows: Sequence[Beliefs]) -> float:
    """How likely an unlike card is, so that the true hands are likeliest."""
    return _UNLIKE[_likeliest(rows, _UNLIKE)]


def _likeliest(rows: Sequence[Beliefs], tried: Sequence[object]) -> int:
    """The place of the belief of most likelihood; without any rows of the last one."""
    sums = [sum(row[at] for row in rows) for at in range(len(tried))]
    return max(range(len(tried)), key=lambda at: (sums[at], at))


def _believed_held_out(rows: Sequence[Beliefs], tried: Sequence[object]) -> float:
    """The likelihood of true hands by the beliefs that were chosen without them."""
    total = 0.0
    for fold in range(_FOLDS):
        chosen = _likeliest([row for at, row in enumerate(rows) if at % _FOLDS != fold], tried)
        total += sum(row[chosen] for row in rows[fold::_FOLDS])
    return total


# The file, and what is told.


def document(found: Iterable[Observation], command: str) -> dict[str, Any]:
    """What is written: all values, of how many deals each is, and the command."""
    found = list(found)
    outcomes, rows = _parts(found)
    belief = fit_belief(rows)
    return {
        "command": command,
        "belief": {
            "boldness": belief.boldness,
            "doubt": belief.doubt,
            "floor": belief.floor,
            "views": len(rows),
        },
        "cards": [
            {
                "limited": int(limited),
                "unlike": fit_unlike(seen),
                "views": len(seen),
            }
            for limited in (False, True)
            for seen in [_by_cards(found, limited)]
        ],
        "outcomes": [
            {
                **dict(zip(FACTS, facts, strict=False)),
                "made": round(odds.made, 3),
                "lost": round(odds.lost, 3),
                "deals": sum(one.facts[: len(facts)] == facts for one in outcomes),
            }
            for facts, odds in fit_outcomes(outcomes, _best_prior(outcomes)).items()
        ],
    }


def _parts(found: Iterable[Observation]) -> tuple[list[Outcome], list[Beliefs]]:
    outcomes: list[Outcome] = []
    rows: list[Beliefs] = []
    for one in found:
        outcomes += [one.outcome] if one.outcome is not None else []
        rows += filter(None, one.beliefs)
    return outcomes, rows


def _by_cards(found: Iterable[Observation], limited: bool) -> list[Beliefs]:
    """What was made of cards, in contracts with such a limit or without."""
    seen = [one.cards for one in found if one.cards is not None]
    return [one.beliefs for one in seen if one.limited == limited]


def _best_prior(outcomes: Sequence[Outcome]) -> int:
    return max(_PRIORS, key=lambda prior: _held_out(outcomes, prior))


def _tables(found: Iterable[Observation], fitted: Mapping[str, Any]) -> Iterator[Table]:
    found = list(found)
    outcomes, rows = _parts(found)
    names = (*FACTS, "made", "lost", "deals")
    table = Table(*names, title="made where simple players made, and lost, their contract")
    for row in fitted["outcomes"]:
        table.add_row(*(str(row.get(name, "")) for name in names))
    yield table
    table = Table("", "number", "fitted", "untaught", "shipped", title="nats each, deals held out")
    if outcomes:
        prior = _best_prior(outcomes)
        told = (
            _held_out(outcomes, prior),
            _likelihood(outcomes, _UNTAUGHT),
            _likelihood(outcomes, FITTED),
        )
        cells = [f"{one / len(outcomes):+.4f}" for one in told]
        table.add_row("outcomes", str(len(outcomes)), *cells)
    if rows:
        told = _believed_held_out(rows, _GRID), 0.0, sum(row[-1] for row in rows)
        cells = [f"{one / len(rows):+.4f}" for one in told]
        table.add_row("beliefs", str(len(rows)), *cells)
    for limited, title in ((False, "cards, for tricks"), (True, "cards, with a limit")):
        if seen := _by_cards(found, limited):
            told = _believed_held_out(seen, _UNLIKE), 0.0, _shipped(seen, limited)
            cells = [f"{one / len(seen):+.4f}" for one in told]
            table.add_row(title, str(len(seen)), *cells)
    yield table


def _shipped(rows: Sequence[Beliefs], limited: bool) -> float:
    at = _UNLIKE.index(FITTED.unlike[limited])
    return sum(row[at] for row in rows)


@click.command()
@click.option("--deals", type=click.IntRange(1), default=150, show_default=True, help="A variant.")
@click.option("--seed", default=1, show_default=True, help="Of the cards and the bots.")
@ONLY
@JOBS
@click.option("--write", type=click.Path(dir_okay=False, path_type=Path), help="The file.")
def main(deals: int, seed: int, slugs: tuple[str, ...], jobs: int, write: Path | None) -> None:
    """Play deals of all variants, and print what the Monte Carlo bot's values come to.

    They stand beside those of a bot who knows nothing and of the bot as it is. It is meant for the
    compiled build; in plain Python the values are the same, later.
    """
    chosen = slugs or br.list_variants()
    command = f"python -m benchmarks.outcomes --deals {deals} --seed {seed}"
    command += "".join(f" --only {slug}" for slug in slugs)
    command += "" if write is None else f" --write {write.as_posix()}"
    last = deals * len(chosen)
    first = max(1, last // 4)
    fitted = _UNTAUGHT
    found: list[Observation] = []
    with click.progressbar(length=first + last, label="deals", file=sys.stderr) as bar:
        for numbers in (range(last, last + first), range(last)):
            found = []
            job = partial(observe, slugs=chosen, seed=seed, fitted=fitted)
            for observation in shared_out(job, numbers, jobs):
                found.append(observation)
                bar.update(1)
            told = document(found, command)
            fitted = load_fitted(told)
    console = Console(soft_wrap=not sys.stdout.isatty())
    for table in _tables(found, told):
        console.print(table)
    if write is not None:
        with atomic_write(str(write)) as to:
            to.write((json.dumps(told, indent=1, sort_keys=True) + "\n").encode())


if __name__ == "__main__":
    main()
