"""Takes the pictures of the guide on tables on the web: ``python -m docs._ext.webtable``.

Four browsers sit at a table of ``examples/web_table`` in the middle of a deal. It needs the groups
"web" and "browser", and a Chromium. Letters look as the fonts of the machine do.
"""

from __future__ import annotations

import random
import shutil
import socket
import tempfile
from pathlib import Path
from threading import Thread
from unittest.mock import patch

import uvicorn
from examples.web_table import table as tables
from examples.web_table.server import Host, Settings
from examples.web_table.table import Table
from playwright.sync_api import Browser, sync_playwright

import boston_rules as br

PICTURES = Path(__file__).resolve().parents[1] / "pictures"
NAMES = ("Ann", "Ben", "Cato", "Dora")


def position(folder: Path) -> tuple[str, list[str]]:
    """A table where Ann is to play to the third trick, with the tokens of all four."""
    with patch.object(tables, "RNG", random.Random(4)):
        table = Table.open(folder, "fontainebleau", {"deals": 4}, "simple")
        tokens = [table.sit(seat, name) for seat, name in enumerate(NAMES)]
        while len(table.state.tricks) < 2 or table.state.actor != 0:
            actor = table.state.actor
            if actor is None:
                for seat in range(4):
                    table.get_ready(seat)
            else:
                table.apply(actor, table.choose(actor), table.position)
    assert isinstance(table.state, br.Playing)
    return table.name, tokens


def shoot(browser: Browser, url: str, tokens: list[str]) -> None:
    """Let everybody sit down, and take Ann's picture, light and wide, and dark on a phone."""
    looks = [
        ("web-table", {"viewport": {"width": 1000, "height": 736}, "color_scheme": "light"}),
        ("web-table-phone", {"viewport": {"width": 390, "height": 900}, "color_scheme": "dark"}),
    ]
    table = url.rpartition("/")[2]
    for place, token in enumerate((*tokens[1:], tokens[0], tokens[0])):
        name, look = looks[max(0, place - 3)]
        page = browser.new_context(**look).new_page()
        page.add_init_script(f"localStorage.setItem('boston-rules token {table}', '{token}')")
        page.goto(url)
        page.wait_for_selector("#br-table svg")
        if place >= 3:
            page.locator(".br-card[aria-disabled]").first.dispatch_event("click")
            page.wait_for_selector("#br-refusal:not(:empty)")
            page.screenshot(path=PICTURES / f"{name}.png")


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        socket.create_server(("127.0.0.1", 0)) as listening,
    ):
        name, tokens = position(Path(folder))
        config = uvicorn.Config(Host(Settings(Path(folder))).app(), log_level="warning")
        server = uvicorn.Server(config)
        thread = Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        found = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))), None)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
            shoot(browser, f"http://127.0.0.1:{listening.getsockname()[1]}/t/{name}", tokens)
            browser.close()
        server.should_exit = True
        thread.join()


if __name__ == "__main__":
    main()
