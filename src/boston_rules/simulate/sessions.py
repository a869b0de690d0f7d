"""Playing one session."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache

from attrs import frozen

import boston_rules as br
from boston_rules.bots import Bot, play_session
from boston_rules.bots.makers import Maker
from boston_rules.bots.names import NamedBot
from boston_rules.bots.programs import ProgramBot
from boston_rules.core.saying import say
from boston_rules.simulate.plays import play_of
from boston_rules.simulate.rows import row_of
from boston_rules.simulate.store import ResultsLayout, Row
from boston_rules.simulate.streams import stream
from boston_rules.simulate.workers import Job

__all__ = ["LAYOUT", "SessionJob", "known"]

LAYOUT = ResultsLayout(
    schema="boston_rules/simulation/2", table="deals", unit="session", row="deal", extent="sessions"
)


@lru_cache(maxsize=256)
def known(variant: br.Variant) -> br.Variant:
    """The first equal variant that this process has met.

    With every chunk of work comes a new copy. Whatever is remembered about a variant is found at
    once for the same object, but for a copy only after all its rules have been compared.
    """
    return variant


@frozen(kw_only=True)
class SessionJob(Job):
    """What a worker needs to know to play any session of a run."""

    variant: br.Variant
    bots: tuple[Maker, ...]
    """One a seat."""
    plays: bool = False
    """Whether it is kept how each deal went."""
    solve_nodes: int | None = None
    """How many positions are searched for the verdict of each deal; ``None`` for no verdict."""

    @property
    def programs(self) -> bool:
        """Whether a bot is a program, whose forfeits are kept."""
        return any(isinstance(bot, NamedBot) and bot.kind is ProgramBot for bot in self.bots)

    def name(self, unit: int) -> str:
        """What a session is called, also where its streams of chance are named."""
        return say("session {number}", number=unit)

    def play(self, unit: int, begin: Callable[[int], None]) -> list[Row]:
        """The rows of a session as a database has them; the seat that deals first is the number of
        the session modulo the seats."""
        variant, name = known(self.variant), self.name(unit)
        cards = stream(self.seed, name, "cards")
        bots = [
            maker(stream(self.seed, name, f"seat {seat}")) for seat, maker in enumerate(self.bots)
        ]
        rows: list[Row] = []
        before: br.Settled | None = None
        lost = _forfeits(bots)
        begin(1)
        for settled in play_session(variant, bots, cards, unit % variant.seats):
            cells = row_of(unit, settled, before).cells()
            if self.plays:
                cells = (*cells, play_of(settled, self.solve_nodes))
            if self.programs:
                earlier, lost = lost, _forfeits(bots)
                cells = (
                    *cells,
                    _as_json(now - then for now, then in zip(lost, earlier, strict=True)),
                )
            rows.append(cells)
            before = settled
            begin(len(rows) + 1)
        return rows


def _forfeits(bots: Iterable[Bot]) -> list[Counter[str]]:
    """How many decisions have been made in the place of each bot, by reason."""
    return [Counter(getattr(bot, "forfeits", {})) for bot in bots]


def _as_json(forfeits: Iterable[Counter[str]]) -> str | None:
    found = {seat: lost for seat, lost in enumerate(forfeits) if lost}
    return json.dumps(found) if found else None
