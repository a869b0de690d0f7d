"""Whatever is given to a public callable, it answers at once or says in short what is wrong.

Arguments are made from the annotations: a good value for every parameter, and then, one parameter
at a time, values of every other kind, impossible ones and huge ones.
"""

from __future__ import annotations

import contextlib
import inspect
import math
import re
import time
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

import pytest
from tests.arguments.callables import ROOMS, Public, kinds_of, methods, publics

import boston_rules as br
from boston_rules.core.extras import MissingExtra

with contextlib.suppress(ModuleNotFoundError):
    import matplotlib.backends.backend_svg  # noqa: F401 - to load it is not what is timed


class Stranger:
    """An object that no function knows."""


def nested(depth: int) -> list[Any]:
    made: list[Any] = []
    for _ in range(depth):
        made = [made]
    return made


ODD: Final[dict[str, Any]] = {
    "None": None,
    "True": True,
    "-1": -1,
    "5": 5,
    "2**63": 2**63,
    "10**400": 10**400,
    "5.5": 5.5,
    "nan": math.nan,
    "inf": math.inf,
    "text": "x",
    "no text": "",
    "long text": "x" * 100_000,
    "surrogate": "\ud800",
    "null": "\0",
    "bytes": b"x",
    "list": [],
    "tuple": (),
    "mapping": {"x": 1},
    "list of None": [None],
    "long list": ["x"] * 10_000,
    "nested": nested(5_000),
    "stranger": Stranger(),
    "class": int,
    "function": lambda: 0,
    "card": br.PACK[0],
    "cards": (br.PACK[0],) * 60,
    "action": br.Pass(),
}
WORK: Final = frozenset({"deals", "depth", "session", "sessions"})
"""Parameters that say how much is to be done: large numbers take long, as they should."""
OTHERWISE: Final = {
    ("boston_rules.envs.encoding.ActionEncoding.decode", "number"): "action",
    ("boston_rules.envs.encoding.ActionEncoding.legal", "actions"): "action",
}
"""What an argument is called where the function is asked to call it something else."""
SECONDS: Final = 1.0
CHARACTERS: Final = 2_000


def answered(public: Public, given: dict[str, Any]) -> Exception | None:
    """What is raised, within the time that is allowed, the second time at the latest."""
    for last in (False, True):
        began = time.process_time()
        raised = None
        try:
            made = public.call(**given)
            if isinstance(made, Iterator):
                list(islice(made, 3))
        except Exception as error:
            raised = error
        taken = time.process_time() - began
        if taken < SECONDS:
            break
        assert not last, f"{public.name} takes {taken:.1f} s: {given!r:.2000}"
    return raised


def is_documented(public: Public, error: Exception) -> bool:
    """Whether the callable has this among what it raises, or a constructor that tells of nothing
    refuses a wrong type or value.
    """
    told = (inspect.getdoc(public.call) or "").partition("Raises:\n")[2]
    if isinstance(public.call, type) and not told:
        return isinstance(error, br.BostonError | TypeError | ValueError)
    kinds = [base.__name__ for base in type(error).__mro__ if base not in (Exception, object)]
    return any(re.search(rf"^ .*\b{kind}[,:]", told, re.MULTILINE) for kind in kinds)


def names(message: str, parameter: str) -> bool:
    said = message.lower()
    forms = (parameter, parameter.replace("_", " "), parameter.removesuffix("s"))
    return any(re.search(rf"\b{form}", said) for form in forms)


def text_of(error: Exception) -> str:
    try:
        return str(error)
    except RecursionError:
        return "?" * (CHARACTERS + 1)


def complaint(public: Public, parameter: str, what: str, error: Exception | None) -> str | None:
    """What is wrong with the answer to an odd argument."""
    case = f"{public.name}({parameter}={what})"
    if error is None:
        kinds = kinds_of(public.hints[parameter]) if parameter in public.refuses else None
        odd = ODD[what]
        if kinds is None or (isinstance(odd, kinds) and (odd is not True or bool in kinds)):
            return None
        return f"{case} is taken"
    if not is_documented(public, error):
        return f"{case} raises {type(error).__name__}, not documented: {text_of(error):.200}"
    message = text_of(error)
    if isinstance(error, OSError | KeyError):  # what the system says of a path; the key itself
        return None
    if len(message) > CHARACTERS:
        return f"{case} is answered with {len(message)} characters: {message:.100}"
    plain = isinstance(error, TypeError | ValueError) and not isinstance(error, br.BostonError)
    called = OTHERWISE.get((public.name, parameter), parameter)
    if plain and not names(message, called):
        return f"{case} is not named: {type(error).__name__}: {message:.200}"
    return None


def complaints(public: Public) -> Iterator[str]:
    given = public.good
    good = None if public.name.startswith(LONG) else answered(public, given)
    lacking = isinstance(good, MissingExtra)
    if good is not None and not lacking and public.name not in REFUSED:
        yield f"{public.name} does not take what it should: {text_of(good):.200}"
    for parameter in public.hints:
        for what, odd in ODD.items():
            if parameter in WORK and isinstance(odd, int) and odd > 0:
                continue
            found = complaint(public, parameter, what, answered(public, given | {parameter: odd}))
            if found is not None:
                yield found


LONG: Final = "boston_rules.testing."
"""Whole suites, of which only the wrong arguments are tried."""
REFUSED: Final = frozenset(
    {
        "boston_rules.conformance.ProcessEngine",  # there is no such program
        "boston_rules.conformance.answer",
        "boston_rules.conformance.load_corpus",  # the folder has no corpus
    }
)
"""What is refused for another reason than its types."""


@pytest.mark.parametrize("room", ROOMS)
def test_every_function_and_constructor(room: str, tmp_path: Any, monkeypatch: Any) -> None:
    if room.endswith(".openspiel"):
        pytest.importorskip("pyspiel")
    monkeypatch.chdir(tmp_path)
    found = [each for public in publics()[room] for each in complaints(public)]
    assert not found, "\n".join(found)


def test_every_method(tmp_path: Any, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    found = [each for public in methods() for each in complaints(public)]
    assert not found, "\n".join(found)
