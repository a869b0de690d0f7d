"""What a person may ask for: his hand, the last trick, the score, prices, a hint."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from rich.console import Console

import boston_rules as br
from boston_rules.bots import make_bot
from boston_rules.cli.report import Seats
from boston_rules.cli.show import print_prices
from boston_rules.cli.terminal import joined, print_table
from boston_rules.telling.tables.deals import complete_tricks, hand_texts, play_table
from boston_rules.telling.tables.model import signed
from boston_rules.telling.tables.scores import paid_in, score_table, settled_row
from boston_rules.telling.typed import suits_as_bid

__all__ = ["Asides"]

_ADVISER: Final = "simple"


class Asides:
    """Answers that change nothing; each is given from what the player may see."""

    def __init__(self, console: Console, seats: Seats) -> None:
        self._console = console
        self._seats = seats
        self._settled: list[br.Settled] = []
        self._answers: dict[str, Callable[[br.State], None]] = {
            "hand": self._hand,
            "last": self._last,
            "score": self._score,
            "prices": self._prices,
            "hint": self._hint,
        }

    def keep(self, state: br.Settled) -> None:
        """A deal is settled, and stands in the score from now on."""
        self._settled.append(state)

    def answer(self, word: str, view: br.State) -> bool:
        """Whether the word is one of these; if so it is answered."""
        told = self._answers.get(word)
        if told is not None:
            told(view)
        return told is not None

    def _hand(self, view: br.State) -> None:
        if not view.hand:
            self._console.print("You hold no cards now.")
            return
        self._console.print(
            joined(("Your hand", *hand_texts(view.hand, suits_as_bid(view))), "   ")
        )

    def _last(self, view: br.State) -> None:
        if not view.tricks:
            self._console.print("No trick is complete yet.")
            return
        last = complete_tricks(view.tricks[-1:], len(self._seats))
        table = play_table(self._seats.labels, last, first=len(view.tricks))
        print_table(self._console, table)

    def _score(self, view: br.State) -> None:
        pooled = view.variant.pool is not None
        rows = [
            settled_row(
                state, [*map(signed, paid_in(state.deal.table.antes, state.settlement.deltas))]
            )
            for state in self._settled
        ]
        now = [*map(str, view.table.purses), *([str(view.table.pool)] if pooled else [])]
        told = ("tricks", "verdict")
        score = score_table(self._seats.labels, rows, ("now", now), told=told, pooled=pooled)
        print_table(self._console, score)

    def _prices(self, view: br.State) -> None:
        if view.contract is None and view.tricks:
            self._console.print("Nobody bid: there is no contract to price.")
            return
        contract = view.contract
        print_prices(self._console, view.variant, None if contract is None else contract.key)
        stakes = view.table.stakes if contract is None else contract.stakes
        if stakes != 1:
            self._console.print(f"All of it is multiplied by {stakes} in this deal.")

    def _hint(self, view: br.State) -> None:
        if not br.lawful_actions(view):
            self._console.print(f"The bot called {_ADVISER} would wait for its turn.")
            return
        adviser = make_bot(_ADVISER, random.Random(0))
        action = adviser.choose(view)
        label = br.describe(action, view.variant)
        bids = "bid " if isinstance(action, br.Bid) else ""
        self._console.print(f"The bot called {_ADVISER} would {bids}{label.removeprefix('do ')}.")
