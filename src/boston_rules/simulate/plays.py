"""How each deal went: hands, calls, cards and the bill, as a results file keeps them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import boston_rules as br
from boston_rules.simulate.export import CALLS, CARDS
from boston_rules.solver import Limits, NotSolvable, SearchStopped, makes
from boston_rules.solver.positions import positions_of

__all__ = ["actions_of", "play_of"]


def play_of(settled: br.Settled, solve_nodes: int | None) -> str:
    """A settled deal as JSON: an object with ``hands``, ``turned``, ``calls``, ``cards``, ``bill``
    and ``solved``, which are the columns of a Parquet file.

    Args:
        settled: how the deal ended.
        solve_nodes: the most positions that are searched for a verdict with all cards seen; without
            it there is none.

    Raises:
        ValueError: there can be no such limit.

    >>> import json, random
    >>> import boston_rules as br
    >>> from boston_rules.bots import RandomBot, play_deal
    >>> state = br.start(br.get_variant("mariland", deals=1))
    >>> settled = play_deal(state, [RandomBot(random.Random(1))] * 4, random.Random(1))
    >>> json.loads(play_of(settled, None))["calls"][0]
    [1, 0, 'bid 5 D']
    """
    deal = settled.deal
    calls: list[tuple[int, int, str]] = []
    cards: list[tuple[int, str]] = []
    for event in settled.events[len(deal.events) :]:
        if event.seat < 0:
            continue
        if isinstance(event.action, br.Play):
            cards.append((event.seat, str(event.action.card)))
        else:
            calls.append((event.seat, len(cards), str(event.action)))
    told = {
        "hands": [br.Cards.from_mask(hand).tokens for hand in deal.hands],
        "turned": None if deal.turned is None else str(br.PACK[deal.turned]),
        "calls": calls,
        "cards": cards,
        "bill": [
            (str(transfer.payer), str(transfer.payee), line.chips, str(line.reason))
            for transfer in settled.settlement.transfers
            for line in transfer.lines
        ],
        "solved": None if solve_nodes is None else _verdict(settled, Limits(nodes=solve_nodes)),
    }
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def _verdict(settled: br.Settled, limits: Limits) -> bool | None:
    """Whether perfect play from the first lead makes the contract; ``None`` where it is open."""
    try:
        return makes(positions_of(settled)[0], limits)
    except (NotSolvable, SearchStopped):
        return None


def actions_of(row: dict[str, Any]) -> Iterator[tuple[int, br.Action]]:
    """Who did what in a deal, from its row in a Parquet file or of ``whole_rows()``, in order.

    With the row's hands and turned card given to :func:`boston_rules.start` these actions play the
    first deal of a session again; a later one with those given to :func:`boston_rules.next_deal`.

    Raises:
        NotationError: an action is none.
    """
    calls = map(CALLS.by_name, row["calls"])
    call = next(calls, None)
    for number, card in enumerate([*map(CARDS.by_name, row["cards"]), None]):
        while call is not None and call["after"] <= number:
            yield call["seat"], br.parse_action(call["call"])
            call = next(calls, None)
        if card is not None:
            yield card["seat"], br.parse_action(f"play {card['card']}")
