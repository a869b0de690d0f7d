"""What a person may ask for: his hand, the last trick, the score, prices, a hint."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from rich.console import Console, RenderableType
from rich.text import Text

import boston_rules as br
from boston_rules.bots import BOT_NAMES, make_bot
from boston_rules.cli.report import Seats, hand_cells, tricks_table
from boston_rules.cli.session import AUCTION
from boston_rules.cli.show import print_prices
from boston_rules.cli.terminal import joined, pips, table
from boston_rules.wording.phrases import contract_words

__all__ = ["Asides"]

_ADVISER: Final = "simple"


class Asides:
    """Answers that change nothing; each is given from what the player may see."""

    def __init__(self, console: Console, seats: Seats) -> None:
        assert _ADVISER in BOT_NAMES, "the adviser is one of the bots"
        self._console = console
        self._seats = seats
        self._settled: list[br.Settled] = []
        self._answers: dict[str, Callable[[br.View], None]] = {
            "hand": self._hand,
            "last": self._last,
            "score": self._score,
            "prices": self._prices,
            "hint": self._hint,
        }

    def keep(self, state: br.Settled) -> None:
        """A deal is settled, and stands in the score from now on."""
        self._settled.append(state)

    def answer(self, word: str, view: br.View) -> bool:
        """Whether the word is one of these; if so it is answered."""
        told = self._answers.get(word)
        if told is not None:
            told(view)
        return told is not None

    def _hand(self, view: br.View) -> None:
        if not view.hand:
            self._console.print("You hold no cards now.")
            return
        self._console.print(joined(("Your hand", *hand_cells(view.hand)), "   "))

    def _last(self, view: br.View) -> None:
        if not view.tricks:
            self._console.print("No trick is complete yet.")
            return
        last = len(view.tricks)
        self._console.print(tricks_table(view.tricks[-1:], self._seats, first=last))

    def _score(self, view: br.View) -> None:
        pooled = view.variant.pool is not None
        made = table("deal", *self._seats.labels, *(["pool"] if pooled else []), right=range(1, 9))
        made.columns[0].no_wrap = False
        for row in _score_rows(self._settled, pooled=pooled):
            made.add_row(*row)
        pool = [str(view.pool)] if pooled else []
        made.add_row("now", *map(str, view.purses), *pool, style="bold")
        self._console.print(made)

    def _prices(self, view: br.View) -> None:
        key = None if view.contract is None else view.contract.key
        if key is None and view.phase != AUCTION and view.tricks:
            self._console.print("Nobody bid: there is no contract to price.")
            return
        print_prices(self._console, view.variant, key)

    def _hint(self, view: br.View) -> None:
        adviser = make_bot(_ADVISER, random.Random(0))
        action = adviser.choose(view)
        label = br.describe(action, view.variant)
        bids = "bid " if isinstance(action, br.Bid) else ""
        self._console.print(f"The bot called {_ADVISER} would {bids}{label}.")


def _score_rows(
    settled: Sequence[br.Settled], *, pooled: bool
) -> Iterator[Sequence[RenderableType]]:
    """What each deal has brought, antes included, and the pool after it."""
    for state in settled:
        opening, after = state.deal.table, state.table
        contract = state.contract
        words = "passed out" if contract is None else contract_words(opening.variant, contract)
        verdict = {True: ", made", False: ", lost", None: ""}[state.settlement.made]
        deltas = list(state.settlement.deltas)
        for paid in opening.antes:
            if isinstance(paid.payer, int):
                deltas[paid.payer] -= paid.chips
        yield (
            pips(f"{opening.deal_number}  {words}{verdict}"),
            *(Text(f"{chips:+d}") for chips in deltas),
            *([Text(str(after.pool))] if pooled else []),
        )
