"""Whole sessions by the thousand."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from concurrent.futures import Executor
from typing import Any, Unpack

from attrs import evolve

import boston_rules as br
from boston_rules.bots import Bots
from boston_rules.bots.makers import label, makers
from boston_rules.bots.programs.bot import forfeits_by_name
from boston_rules.core.arguments import check_type
from boston_rules.core.release import library_version
from boston_rules.core.saying import say
from boston_rules.rules.variant import as_variant
from boston_rules.simulate.croissant import write_croissant
from boston_rules.simulate.export import write_csv, write_parquet
from boston_rules.simulate.plots import draw
from boston_rules.simulate.report import Report, report_of
from boston_rules.simulate.rows import FORFEITS, PLAY, DealRow, columns
from boston_rules.simulate.runs import Results, RunOptions, play_units, variant_header, whole
from boston_rules.simulate.sessions import LAYOUT, SessionJob
from boston_rules.simulate.store import Cell, Row, read_store

__all__ = ["SimulationResults", "load_results", "plot_report", "simulate"]


class SimulationResults(Results):
    """The deals of finished sessions. They are read one after the other, never all at once."""

    _layout = LAYOUT

    @property
    def sessions(self) -> int:
        """How many sessions there are to be."""
        return self.units

    def rows(self) -> Iterator[DealRow]:
        """Every deal, in order of sessions, whatever the order in which they were played."""
        for row, _ in self.whole_rows():
            yield row

    def whole_rows(self) -> Iterator[tuple[DealRow, dict[str, Any] | None]]:
        """The same, with how each deal went where that was kept; see
        :func:`~boston_rules.simulate.plays.play_of`."""
        for session, cells, more in self._cells():
            play = more.get(PLAY)
            yield DealRow.read(session, cells), None if play is None else json.loads(str(play))

    def forfeits(self) -> dict[str, dict[str, int]]:
        """How many decisions were made in the place of each program, by its name and the reason;
        see :class:`~boston_rules.bots.ProgramBot`. Only those of bots by name are counted."""
        if FORFEITS not in self._store.header["columns"]:
            return {}
        return forfeits_by_name(
            (self.bots[int(seat)], reasons)
            for _, _, more in self._cells()
            for seat, reasons in json.loads(str(more[FORFEITS] or "{}")).items()
        )

    def _cells(self) -> Iterator[tuple[int, Row, dict[str, Cell]]]:
        """Session by session the cells that every row has, and the others by name."""
        size = len(columns(self._store.header["seats"]))
        names = self._store.header["columns"][size:]
        for session, rows in self._store.contents():
            for cells in rows:
                yield session, cells[:size], dict(zip(names, cells[size:], strict=True))

    def report(self, confidence: float = 0.95) -> Report:
        """The figures, with intervals of this confidence.

        Raises:
            ValueError: there is no finished session, or the confidence is not between 0 and 1.
        """
        made = report_of(
            self.rows(),
            contracts=self._store.header["contracts"],
            bots=self.bots,
            confidence=confidence,
        )
        if made is None:
            raise ValueError(say("no session is finished: there is nothing to report"))
        return made

    def to_csv(self, path: str | os.PathLike[str]) -> None:
        """Write the rows as CSV; see :func:`~boston_rules.simulate.export.write_csv`.

        Raises:
            OSError: the file cannot be written.
            TypeError: it is not a path.
            ValueError: no file can be called so.
        """
        write_csv(path, self.rows(), self.header)

    def to_parquet(self, path: str | os.PathLike[str]) -> None:
        """Write the rows as Parquet; see :func:`~boston_rules.simulate.export.write_parquet`.

        Raises:
            MissingExtra: pyarrow, of the extra ``simulation``, is not installed.
            OSError: the file cannot be written.
            TypeError: it is not a path.
            ValueError: no file can be called so.
        """
        write_parquet(path, self.whole_rows(), self.header)

    def to_croissant(self, path: str | os.PathLike[str], parquet: str | os.PathLike[str]) -> None:
        """Describe a Parquet file of these results; see
        :func:`~boston_rules.simulate.croissant.write_croissant`.

        Raises:
            OSError: a file cannot be read or written.
            TypeError: an argument is of another type.
            ValueError: no file can be called so.
        """
        write_croissant(path, parquet, self.header)


def plot_report(
    results: SimulationResults, path: str | os.PathLike[str], confidence: float = 0.95
) -> None:
    """Draw the report; see :func:`~boston_rules.simulate.plots.draw`.

    Raises:
        MissingExtra: matplotlib, of the extra ``plots``, is not installed.
        ValueError: the ending of the name is of no format, or no session is finished.
        OSError: the file cannot be written.
        TypeError: an argument is of another type.
    """
    check_type("results", results, SimulationResults, "what load_results() or simulate() returns")
    slug = str(results.header["variant"]["slug"])
    names = {}
    if slug in br.list_variants():
        names = {step.key: step.name for step in br.get_variant(slug).ladder}
    draw(results.report(confidence), path, slug, names)


def load_results(path: str | os.PathLike[str]) -> SimulationResults:
    """The finished sessions of a results file, also while it is being written.

    Raises:
        OSError: the file cannot be read.
        ResultsCorrupt: it is not a results file, or is damaged.
        TypeError: it is not a path.
        ValueError: no file can be called so.
    """
    return SimulationResults(read_store(path, LAYOUT))


def simulate(
    variant: str | br.Variant,
    bots: Bots = "simple",
    sessions: int = 1,
    seed: int = 0,
    executor: Executor | None = None,
    *,
    deals: int | None = None,
    plays: bool = False,
    solve_nodes: int | None = None,
    **how: Unpack[RunOptions],
) -> SimulationResults:
    """Play many sessions between bots.

    The results follow from the variant, the bots, the number of sessions and the seed: neither the
    workers, nor their number, nor an interruption change them.

    Args:
        variant: the rules, or the slug of a registered variant.
        bots: a name of :func:`~boston_rules.bots.make_bot`, or a callable that makes a bot from a
            ``random.Random``; one for all seats, or one a seat.
        sessions: how many.
        seed: any whole number.
        executor: who plays: any :class:`concurrent.futures.Executor`. It is not shut down. Variant
            and bots must be picklable if it is one of processes.
        deals: how many deals a session has; without it, as the variant says.
        plays: keep how each deal went (hands, calls, cards, bill), which Parquet files then have.
        solve_nodes: with ``plays``, the most positions that are searched for each deal to find out
            whether perfect play with all cards seen makes the contract; without it nothing is
            searched.
        how: see :class:`~boston_rules.simulate.RunOptions`.

    Raises:
        VariantError: no such variant.
        ValueError: bots, sessions, workers or deals are not possible.
        SessionFailed: a bot or the engine raised an exception; finished sessions are kept.
        WorkerDied: a worker process was killed or crashed; the same.
        ResultsMismatch: the file holds results of something else; the exception says what differs.
        ResultsCorrupt: it is not a results file, or damaged.
        ResultsLocked: it is being written.
        OSError: it cannot be written.
        TypeError: an argument is of another type.

    >>> import boston_rules as br
    >>> from boston_rules.simulate import simulate
    >>> found = simulate("french", ["simple", "random"] * 2, 2, seed=5, deals=2, workers=1)
    >>> [(row.session, row.deal, row.dealer, row.pool_before) for row in found.rows()]
    [(0, 1, 0, 0), (0, 2, 1, 40), (1, 1, 1, 0), (1, 2, 2, 40)]
    """
    rules = as_variant(variant)
    if deals is not None:
        rules = evolve(rules, deals=deals)
    if solve_nodes is not None:
        whole(solve_nodes, "solve_nodes", least=1)
        plays = True
    check_type("plays", plays, bool, "True or False")
    job = SessionJob(
        variant=rules,
        bots=makers(bots, rules.seats),
        seed=whole(seed, "seed"),
        plays=plays,
        solve_nodes=solve_nodes,
    )
    header = {
        "schema": LAYOUT.schema,
        "version": library_version(),
        "variant": variant_header(rules),
        "seats": rules.seats,
        "contracts": [step.key for step in rules.ladder],
        "bots": [label(maker) for maker in job.bots],
        "seed": seed,
        "columns": [
            *columns(rules.seats),
            *([PLAY] if plays else ()),
            *([FORFEITS] if job.programs else ()),
        ],
        **({} if solve_nodes is None else {"solve_nodes": solve_nodes}),
    }
    return SimulationResults(play_units(job, LAYOUT, header, sessions, executor, **how))
