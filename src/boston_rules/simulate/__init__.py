"""Mass simulation: sessions by the thousand on any executor, and bots measured in duplicate.

>>> from boston_rules.simulate import simulate
>>> results = simulate("classic", "random", sessions=3, seed=1, deals=2, workers=1)
>>> sum(1 for _ in results.rows()), results.complete
(6, True)
"""

from boston_rules.bots import BotMaker, Bots
from boston_rules.core.extras import MissingExtra
from boston_rules.simulate.clusters import cluster_executor
from boston_rules.simulate.duplicate import (
    Duel,
    Standing,
    TournamentResults,
    load_tournament,
    tournament,
)
from boston_rules.simulate.errors import (
    ClusterError,
    ResultsCorrupt,
    ResultsError,
    ResultsLocked,
    ResultsMismatch,
    SessionFailed,
    SimulationError,
    WorkerDied,
)
from boston_rules.simulate.intervals import Clusters, Interval, wilson
from boston_rules.simulate.report import ChipsLine, ContractLine, Report
from boston_rules.simulate.rows import DealRow
from boston_rules.simulate.running import (
    SimulationResults,
    load_results,
    plot_report,
    simulate,
)
from boston_rules.simulate.runs import RunOptions

__all__ = [
    "BotMaker",
    "Bots",
    "ChipsLine",
    "ClusterError",
    "Clusters",
    "ContractLine",
    "DealRow",
    "Duel",
    "Interval",
    "MissingExtra",
    "Report",
    "ResultsCorrupt",
    "ResultsError",
    "ResultsLocked",
    "ResultsMismatch",
    "RunOptions",
    "SessionFailed",
    "SimulationError",
    "SimulationResults",
    "Standing",
    "TournamentResults",
    "WorkerDied",
    "cluster_executor",
    "load_results",
    "load_tournament",
    "plot_report",
    "simulate",
    "tournament",
    "wilson",
]
