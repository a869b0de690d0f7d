"""Every phase of every game as the client shows it: ``python -m docs._ext.phases``.

Each is drawn at three sizes, and a machine looks whether something is cut off, covered or too small
to be touched: everything, or what ``--games``, ``--lang`` and ``--look`` choose.
With ``--pictures FOLDER`` each is kept as a picture, with ``--every N`` those alone whose SHA-256
of the name is divisible by N. It needs the group "browser" and a Chromium.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any, Final

from docs._ext.served import Files, served

import boston_rules as br
from boston_rules.telling.language import CATALOGUES, languages
from boston_rules.web.guest import Guest
from boston_rules.web.journal import Journal
from boston_rules.web.server import CLIENT
from boston_rules.web.table import hashed, opening

__all__ = ["SIZES", "Gallery", "problems", "scenes"]

SIZES: Final = {"wide": (1200, 800), "middle": (1024, 768), "phone": (390, 844)}
_STUB: Final = """
export const ready = async () => {};
export const games = async () => [];
export class Line {
  constructor(table, listener) { globalThis.listener = listener; }
  ask() { return new Promise(() => {}); }
  close() {}
}
"""
"""An engine that shows what it is given."""
_LOOKS: Final = ("light", "dark")

CHECK: Final = Path(__file__).with_suffix(".mjs").read_text(encoding="utf-8")


def scenes(slug: str, lang: str = "en") -> Iterator[tuple[str, dict[str, Any]]]:
    """One scene for each phase of a game and each kind of thing that lies or is asked there.

    Deals are played at random, with bids preferred to passes.
    """
    met: set[str] = set()
    for seed in range(12):
        rng = random.Random(f"{slug} {seed}")
        options = {"deals": 1, "enforcement": "table" if seed % 3 == 2 else "strict"}
        journal = Journal([opening(slug, options, dealer=seed % 3)])
        journal.do(do="sit", seat=0, name="Ann", hashed=hashed("token"))
        journal.do(do="bots", most=3, bot="random")
        guest = Guest(partial(getattr, journal, "table"), lambda: {0})
        guest.answer({"do": "hello", "token": "token", "lang": lang})
        while True:
            state = journal.table.state
            view = br.observe(state, 0)
            kind = _kind(view)
            if kind not in met:
                met.add(kind)
                guest.answer({"do": "look", "lang": lang})
                yield kind, guest.news()["scene"]
            if state.actor is None:
                break
            journal.act(state.actor, _action(journal, rng))


def _action(journal: Journal, rng: random.Random) -> br.Action:
    table = journal.table
    if table.state.actor == br.CHANCE:
        return br.draw_chance(table.state, rng)
    legal = br.legal_actions(table.state)
    said = [action for action in legal if isinstance(action, br.Bid | br.Accept)]
    if said and rng.random() < 0.5:
        return rng.choice(said)
    return rng.choice(legal)


def _kind(view: br.State) -> str:
    """What one scene is to show."""
    mine = "own turn" if view.actor == 0 else "others"
    parts = [view.phase, mine if view.actor is not None else "over"]
    if len(view.trick) == view.variant.seats - 1:
        parts.append("trick")
    if any(seat != 0 and cards for seat, cards in view.exposed):
        parts.append("open hand")
    if view.faced:
        parts.append("exposed cards")
    if view.phase == "auction" and len(view.said) > 2:
        parts.append("calls")
    return ", ".join(parts)


class _Stubbed(Files):
    """The client, with the stub for its engine."""

    def do_GET(self) -> None:
        made = {
            "/host.mjs": _STUB.encode(),
            "/pages.json": (CATALOGUES / "pages.json").read_bytes(),
        }
        if self.path not in made:
            return super().do_GET()
        self.send_response(200)
        kind = "text/javascript" if self.path.endswith("mjs") else "application/json"
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(made[self.path])
        return None


class Gallery:
    """A browser in which scenes are shown.

    Args:
        browser: a browser of Playwright.
    """

    def __init__(self, browser: Any) -> None:
        self._browser = browser
        self._open = ExitStack()
        self._url = self._open.enter_context(served(CLIENT, _Stubbed))

    def close(self) -> None:
        """Serve no more."""
        self._open.close()

    def page(self, size: str, *, lang: str = "en", dark: bool = False) -> Any:
        """An empty table."""
        width, height = SIZES[size]
        touch = {"has_touch": True, "is_mobile": True} if size == "phone" else {}
        context = self._browser.new_context(
            viewport={"width": width, "height": height},
            locale=lang,
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            **touch,
        )
        page = context.new_page()
        page.add_init_script(
            "localStorage.setItem('boston-rules pref only', 'off');"
            "localStorage.setItem('boston-rules pref sound', 'off')"
        )
        page.goto(f"{self._url}#t=shown")
        page.wait_for_selector(".game")
        return page

    def show(self, page: Any, scene: dict[str, Any]) -> None:
        """Show a scene."""
        pack = {str(card): str(card.words) for card in br.PACK}
        page.evaluate(
            "([scene, greeting]) => { listener.greeted(greeting); listener.news({ scene }); }",
            [scene, {"pack": pack}],
        )


def problems(page: Any) -> list[str]:
    """What is wrong with what a page shows now."""
    found: list[str] = page.evaluate(CHECK[CHECK.index("() =>") :])
    return found


def look(
    gallery: Gallery,
    games: Iterable[str],
    *,
    lang: str,
    dark: bool,
    picture: Callable[[Any, str], None],
    sizes: Sequence[str] = tuple(SIZES),
) -> Iterator[str]:
    """Show everything, take a picture of each by its name, and tell what is wrong."""
    pages = {size: gallery.page(size, lang=lang, dark=dark) for size in sizes}
    for slug in games:
        for kind, scene in scenes(slug, lang):
            for size, page in pages.items():
                gallery.show(page, scene)
                name = f"{slug}, {kind}, {size}, {lang}{', dark' * dark}"
                for problem in problems(page):
                    yield f"{name}: {problem}"
                picture(page, name.replace(", ", "-").replace(" ", "_"))
    for page in pages.values():
        page.context.close()


def main() -> int:
    """Show and check; 1 where something is wrong."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--lang", nargs="+", default=languages())
    parser.add_argument("--look", nargs="+", choices=_LOOKS, default=_LOOKS)
    parser.add_argument("--games", nargs="*", default=br.list_variants())
    given = parser.parse_args()
    if given.pictures is not None:
        given.pictures.mkdir(parents=True, exist_ok=True)

    def picture(page: Any, name: str) -> None:
        number = int.from_bytes(sha256(name.encode()).digest())
        if given.pictures is not None and number % given.every == 0:
            page.screenshot(path=given.pictures / f"{name}.png")

    found = 0
    chromium = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        gallery = Gallery(browser)
        for lang, how in product(given.lang, given.look):
            dark = how == "dark"
            for problem in look(gallery, given.games, lang=lang, dark=dark, picture=picture):
                found += 1
                print(problem, flush=True)
        gallery.close()
        browser.close()
    print(json.dumps({"problems": found}))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
