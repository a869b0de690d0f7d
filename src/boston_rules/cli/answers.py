"""Answers to what a person may ask: his hand, the last trick, the score, prices, a hint."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from rich.console import Console

import boston_rules as br
from boston_rules.bots import make_bot
from boston_rules.bots.simple.reasons import reasons
from boston_rules.cli.report import Seats
from boston_rules.cli.show import print_prices
from boston_rules.cli.terminal import beside, print_table
from boston_rules.core.saying import joined, say
from boston_rules.core.transfers import with_antes
from boston_rules.telling.asides import Aside
from boston_rules.telling.tables.deals import complete_tricks, hand_texts, play_table
from boston_rules.telling.tables.model import signed
from boston_rules.telling.tables.scores import score_table, settled_row
from boston_rules.telling.typed import suits_as_bid

__all__ = ["Answers"]

_ADVISER: Final = "simple"


class Answers:
    """Answers that change nothing; each is given from what the player may see."""

    def __init__(self, console: Console, seats: Seats) -> None:
        self._console = console
        self._seats = seats
        self._settled: list[br.Settled] = []
        self._answers: dict[Aside, Callable[[br.State], None]] = {
            Aside.HAND: self._hand,
            Aside.LAST: self._last,
            Aside.SCORE: self._score,
            Aside.PRICES: self._prices,
            Aside.HINT: self._hint,
        }

    def keep(self, state: br.Settled) -> None:
        """A deal is settled, and stands in the score from now on."""
        self._settled.append(state)

    def answer(self, aside: Aside, view: br.State) -> None:
        """Show what is asked for."""
        self._answers[aside](view)

    def _hand(self, view: br.State) -> None:
        if not view.hand:
            self._console.print(say("You hold no cards now."))
            return
        self._console.print(
            beside((say("Your hand"), *hand_texts(view.hand, suits_as_bid(view))), "   ")
        )

    def _last(self, view: br.State) -> None:
        if not view.tricks:
            self._console.print(say("No trick is complete yet."))
            return
        last = complete_tricks(view.tricks[-1:], len(self._seats))
        table = play_table(self._seats.labels, last, first=len(view.tricks))
        print_table(self._console, table)

    def _score(self, view: br.State) -> None:
        pooled = view.variant.pool is not None
        rows = [
            settled_row(
                state,
                [*map(signed, with_antes(state.settlement.deltas, state.deal.table.antes))],
            )
            for state in self._settled
        ]
        now = [*map(str, view.table.purses), *([str(view.table.pool)] if pooled else [])]
        told = ("tricks", "verdict")
        score = score_table(self._seats.labels, rows, (say("now"), now), told=told, pooled=pooled)
        print_table(self._console, score)

    def _prices(self, view: br.State) -> None:
        if view.contract is None and view.tricks:
            self._console.print(say("Nobody bid: there is no contract to price."))
            return
        contract = view.contract
        print_prices(self._console, view.variant, None if contract is None else contract.key)
        stakes = view.table.stakes if contract is None else contract.stakes
        if stakes != 1:
            self._console.print(
                say("All of it is multiplied by {stakes} in this deal.", stakes=stakes)
            )

    def _hint(self, view: br.State) -> None:
        if not br.lawful_actions(view):
            self._console.print(say("The bot called {bot} would wait for its turn.", bot=_ADVISER))
            return
        rng = random.Random(0)
        action = make_bot(_ADVISER, rng).choose(view)
        label = br.describe(action, view.variant)
        if isinstance(action, br.Bid):
            hint = say("The bot called {bot} would bid {bid}.", bot=_ADVISER, bid=label)
        elif isinstance(action, br.Contest):
            hint = say("The bot called {bot} would not concede.", bot=_ADVISER)
        else:
            hint = say("The bot called {bot} would {act}.", bot=_ADVISER, act=label)
        self._console.print(joined(" ", (hint, *reasons(view, action, rng))))
