"""Hypothesis profiles: ``HYPOTHESIS_PROFILE=deep`` looks further than the default, ``fast``.

Under CI both draw the same examples every time, so that a red run is about the change at hand;
``nightly`` draws eight times as many as ``deep``, others each time.

``fast`` leaves to ``deep`` what is marked ``long``, and of a test that is asked of every game it
asks some games: which, depends on its name, so that all tests together ask all games. Whoever names
a test, a keyword or a mark gets what was named.

``no_cover`` marks tests that go deep rather than wide: whole sessions at random, every cell of a
table. They are run alike, but what they walk through is measured by the tests of single rules only.
Coverage.py does not trace their lines, which would make them four times as slow; where SlipCover
measures, as in ``.ci/run``, they come last.
"""

import gc
import os
import signal
import sys
from collections import defaultdict
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings
from tests.headless import chromium

__all__ = ["chromium"]

for _name, _examples in (("fast", 25), ("deep", 50), ("nightly", 400)):
    settings.register_profile(
        _name,
        max_examples=_examples,
        deadline=None,
        derandomize=bool(os.environ.get("CI")) and _name != "nightly",
        print_blob=True,
        suppress_health_check=[HealthCheck.too_slow],
    )
_ONE_GAME_IN = 8
_PACKAGE = Path(__file__).parents[1] / "src" / "boston_rules"
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or "fast")


def pytest_configure(config: pytest.Config) -> None:
    """The mark is pytest-cov's, and known without it too.

    Whoever starts the tests in the background, where interrupts are ignored, would hand that down
    to the programs that the tests interrupt. Catalogues are made before workers are started.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    config.addinivalue_line("markers", "no_cover: disable coverage for this test.")
    if (measured := _slipcover()) is not None:
        measured.d_miss_threshold = 1000  # what was seen is dropped less often than by default
    if not hasattr(config, "workerinput"):
        _make_catalogues()


def _make_catalogues() -> None:
    """What gettext reads, where translators have written since; an installed library has it."""
    sources = [*_PACKAGE.glob("telling/locale/*/LC_MESSAGES/*.po")]
    made = [path.with_suffix(".mo") for path in sources]
    if not all(
        path.exists() and path.stat().st_mtime >= source.stat().st_mtime
        for path, source in zip(made, sources, strict=True)
    ):
        from hatch_build import make_catalogues

        make_catalogues(_PACKAGE)


@pytest.hookimpl(tryfirst=True)  # before marks are asked for
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave to the deep profile what takes long, and most games of a test that is asked of all."""
    from tests.depth import DEEP  # once the profile is loaded

    for item in _of_other_games(items):
        item.add_marker("long")
    if "SLIPCOVER_ENABLED" in os.environ:
        items.sort(key=lambda item: item.get_closest_marker("no_cover") is not None)
    named = config.option.keyword or config.option.markexpr
    if DEEP or named or any("::" in each for each in config.args):
        return
    left = [item for item in items if item.get_closest_marker("long") is not None]
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if item.get_closest_marker("long") is None]


def _of_other_games(items: list[pytest.Item]) -> Iterator[pytest.Item]:
    """Of the tests that are asked of every game, those of games whose turn it is not."""
    from boston_rules import list_variants

    places = {slug: place for place, slug in enumerate(list_variants())}
    asked: defaultdict[str, dict[pytest.Item, int]] = defaultdict(dict)
    for item in items:
        given = getattr(item, "callspec", None)
        for value in given.params.values() if given else ():
            slug = getattr(value, "slug", value)  # of a game, or its name
            if isinstance(slug, str) and slug in places:
                asked[item.nodeid.partition("[")[0]][item] = places[slug]
    for test, games in asked.items():
        if len(set(games.values())) == len(places):
            turn = crc32(test.encode())
            yield from (item for item, place in games.items() if (place + turn) % _ONE_GAME_IN)


def pytest_collection_finish() -> None:
    """The thousands of tests stay until the end: no collection of garbage looks at them again."""
    gc.collect()
    gc.freeze()


def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Nor at what the tests of a file leave in caches: that took a seventh of the time."""
    if nextitem is not None and nextitem.path != item.path:
        gc.freeze()


def _slipcover() -> Any:
    """What measures in this process, where SlipCover does."""
    return getattr(sys.modules.get("slipcover.pytest_plugin"), "_slipcover_instance", None)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """What SlipCover has seen before the first test marked ``no_cover`` is all that counts."""
    measured = _slipcover()
    if measured is None or "get_coverage" in vars(measured):
        return
    if item.get_closest_marker("no_cover") is not None:
        seen = measured.get_coverage()
        measured.get_coverage = lambda: seen


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Trace no lines of a test marked ``no_cover``, in the processes of pytest-xdist either.

    There pytest-cov has started two measurements, and pausing one lets the other go on.
    """
    tracer = sys.gettrace()
    measured = type(tracer).__module__.partition(".")[0] == "coverage"
    if not measured or item.get_closest_marker("no_cover") is None:
        return (yield)
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)
