"""The conformance corpus and its runner: does an engine keep the rules, whatever it is written in?

The corpus is JSON that no language has an advantage in, made by
``python -m boston_rules.conformance.generate`` and published under CC0 1.0 in the folder
``conformance`` of the repository, whose README describes every field. A run asks an engine every
question of the corpus and compares its answers; without an engine it asks this library.

>>> from boston_rules.conformance import Case, LibraryEngine, run
>>> case = Case(
...     kind="prices",
...     variant="fontainebleau",
...     id="six in hearts",
...     input={
...         "contract": "6",
...         "trump": "H",
...         "suit_class": None,
...         "turned": None,
...         "belle": None,
...         "partner": False,
...         "slam": None,
...         "honours": [0, 3],
...         "tricks": [5, 6, 7],
...     },
...     expect={"target": 6, "chips": [[-45, 40, 45], [-55, 50, 99]]},
... )
>>> report = run([case], LibraryEngine())
>>> report.passed, report.failures[0].problems
(0, ('chips with 3 honours and 7 tricks: 99 expected, 55 answered',))
"""

from boston_rules.conformance.answers import answer
from boston_rules.conformance.corpus import FORMAT, KINDS, Case, load_corpus
from boston_rules.conformance.engines import (
    Engine,
    EngineFailure,
    LibraryEngine,
    ProcessEngine,
    Reply,
)
from boston_rules.conformance.runner import Count, Failure, Report, run

__all__ = [
    "FORMAT",
    "KINDS",
    "Case",
    "Count",
    "Engine",
    "EngineFailure",
    "Failure",
    "LibraryEngine",
    "ProcessEngine",
    "Reply",
    "Report",
    "answer",
    "load_corpus",
    "run",
]
