"""How fast the client is, from what a person does to what a person sees.

``python -m benchmarks.client [--write FILE]`` needs the group "browser", Node.js with npm, and a
Chromium. The host and the page are on this machine; everything is done at the pace of a first
visit, but for actions, where nothing moves.
"""

from __future__ import annotations

import argparse
import json
import platform
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit
from urllib.request import urlopen

from docs._ext.browser import bundle
from docs._ext.served import served

from benchmarks.page import captioned, made_on
from boston_rules.telling.tables.model import Column, Table

_ROUNDS: Final = 3
_ACTIONS: Final = 25
_SECONDS: Final = 60
_CARD: Final = ".hand .card"
_CUT: Final = ".middle .slider .main"
"""Where it falls to the visitor to cut."""
_KEPT: Final = "caches.match(new URL('memory', location)).then(Boolean)"
"""Whether everything is there for the second visit."""
_READY: Final = "#root:not([aria-busy]) :is(.bill, .hand .legal, .middle button)"
"""What is there when something is to be done."""
_ACT: Final = """(ready) => new Promise((done) => {
  const target = document.querySelector(
    ".hand .legal, .middle .pass, .middle .others button, .middle button:not([aria-disabled])");
  const live = document.querySelector(".live");
  const stood = live.textContent;
  const began = performance.now();
  let told = 0;
  new MutationObserver((_, observer) => {
    const now = performance.now() - began;
    if (!told && live.textContent !== stood) told = now;
    if (!told || !document.querySelector(ready)) return;
    observer.disconnect();
    done([told, now]);
  }).observe(document.querySelector("#root"),
    { childList: true, subtree: true, attributeFilter: ["aria-busy"] });
  target.click();
})"""
"""Do the first thing that can be done; the milliseconds until it is told, and until all others have
answered, so that something is to be done again."""


@contextmanager
def _host() -> Iterator[str]:
    """``boston-rules serve``, once it answers."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}/"
    with tempfile.TemporaryDirectory() as folder:
        store = f"sqlite:{folder}/tables.sqlite"
        command = ["serve", "--port", str(port), "--no-open", "--store", store]
        process = subprocess.Popen(
            [Path(sys.executable).with_name("boston-rules"), *command],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            while True:
                try:
                    urlopen(url, timeout=1).close()
                    break
                except OSError:
                    time.sleep(0.02)
            yield url
        finally:
            process.terminate()
            process.wait()


class Visitor:
    """Somebody with a browser.

    Args:
        browser: a browser of Playwright.
    """

    def __init__(self, browser: Any) -> None:
        self._browser = browser
        self.foreign: int = 0
        """Requests to any other host than that of the page."""

    def context(self, url: str) -> Any:
        """A browser that has never been there."""
        made = self._browser.new_context(viewport={"width": 1200, "height": 800})
        made.set_default_timeout(_SECONDS * 1000)
        home = urlsplit(url).netloc

        def note(request: Any) -> None:
            parts = urlsplit(request.url)
            self.foreign += parts.scheme.startswith("http") and parts.netloc != home

        made.on("request", note)
        return made

    def first_card(self, context: Any, url: str) -> Any:
        """The table, once the own hand lies there."""
        page = context.new_page()
        page.goto(url)
        page.click(".way.main")
        page.wait_for_selector(f"{_CARD}, {_CUT}")
        if page.locator(_CUT).count():
            page.click(_CUT)
            page.wait_for_selector(_CARD)
        return page

    def actions(self, page: Any) -> list[tuple[float, float]]:
        """What actions take until they are told, and until all have answered, in milliseconds."""
        page.evaluate(
            "for (const [name, value] of [['pace', '0'], ['sound', 'off'], ['only', 'off']])"
            "localStorage.setItem(`boston-rules pref ${name}`, value)"
        )
        page.reload()
        taken: list[tuple[float, float]] = []
        while len(taken) < _ACTIONS:
            page.wait_for_selector(_READY)
            if page.locator(".bill").count():
                page.locator(".next").dispatch_event("click")
                page.wait_for_selector(".bill", state="detached")
                continue
            told, answered = page.evaluate(_ACT, _READY)
            taken.append((told, answered))
        return taken


def _seconds(values: Sequence[float]) -> str:
    return f"{statistics.median(values):.1f} s"


def _milliseconds(values: Sequence[float]) -> str:
    return f"{statistics.median(values):.0f} ms; nine in ten below {_most(values):.0f}"


def _most(values: Sequence[float]) -> float:
    return statistics.quantiles(values, n=10)[-1]


def measured(browser: Any, folder: Path) -> list[tuple[str, str, str]]:
    """What is measured, the figure, and the figure to be kept to."""
    visitor = Visitor(browser)
    hosted, first, second = [], [], []
    at_host: list[tuple[float, float]] = []
    in_page: list[tuple[float, float]] = []
    for _ in range(_ROUNDS):
        began = time.perf_counter()
        with _host() as url:
            context = visitor.context(url)
            page = visitor.first_card(context, url)
            hosted.append(time.perf_counter() - began)
            at_host += visitor.actions(page)
            context.close()
        with served(folder) as url:
            context = visitor.context(url)
            began = time.perf_counter()
            page = visitor.first_card(context, url)
            first.append(time.perf_counter() - began)
            in_page += visitor.actions(page)
            page.wait_for_function(_KEPT)
            page.evaluate("localStorage.clear()")
            page.close()
            context.set_offline(True)
            began = time.perf_counter()
            visitor.first_card(context, url)
            second.append(time.perf_counter() - began)
            context.close()
    sizes = json.loads((folder / "bundle.json").read_text(encoding="utf-8"))["files"]
    library = sizes["boston_rules.zip"]
    pyodide = sum(
        size for name, size in sizes.items() if name.startswith(("pyodide", "python_stdlib"))
    )
    client = sum(sizes.values()) - library - pyodide
    host_told, _ = zip(*at_host, strict=True)
    page_told, page_answered = zip(*in_page, strict=True)
    return [
        ("``boston-rules serve`` to the first card", _seconds(hosted), "30 s"),
        ("the page to its first card, on the first visit", _seconds(first), ""),
        ("the same on the second visit, offline", _seconds(second), "3 s"),
        ("an action at the host, until it is told", _milliseconds(host_told), "100 ms"),
        ("an action in the page, until it is told", _milliseconds(page_told), "100 ms"),
        ("the same, until three bots have answered", _milliseconds(page_answered), ""),
        ("requests to any other host", str(visitor.foreign), "0"),
        ("the client's files", f"{client / 1000:.0f} kB", "300 kB"),
        ("the library, compiled", f"{library / 1e6:.1f} MB", ""),
        ("Pyodide with the standard library", f"{pyodide / 1e6:.1f} MB", ""),
    ]


def main() -> None:
    """Measure, and print the table; with ``--write`` as a page includes it."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", type=Path, metavar="FILE")
    given = parser.parse_args()
    folder = bundle()
    found = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        rows = measured(browser, folder)
        version = browser.version
        browser.close()
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, (54, 36, 8), strict=True)))
    if given.write is not None:
        table = Table((Column("what"), Column("median"), Column("to be below")), rows)
        facts = {"Python": platform.python_version(), "Chromium": version}
        lines = captioned("python -m benchmarks.client", "auto", table)
        text = "\n".join([*lines, "", made_on(facts), ""])
        given.write.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
