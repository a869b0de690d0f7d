"""Takes the pictures of the guide on tables on the web: ``python -m docs._ext.webtable``.

A table of the host in the middle of a deal. It needs the extra "web", the group "browser", and a
Chromium. Letters look as the fonts of the machine do.
"""

from __future__ import annotations

import asyncio
import random
import shutil
import socket
import tempfile
from pathlib import Path
from threading import Thread

import uvicorn
from playwright.sync_api import Browser, sync_playwright

import boston_rules as br
from boston_rules.bots import SimpleBot
from boston_rules.web.journal import Journal
from boston_rules.web.server import Host, Settings
from boston_rules.web.store import open_store
from boston_rules.web.table import Entry, hashed, opening

PICTURES = Path(__file__).resolve().parents[1] / "pictures"
NAME = "guide"


def position() -> tuple[list[Entry], str]:
    """A table where Ann is to play third in the third trick, and her token."""
    opened = opening("fontainebleau", {"deals": 12}, dealer=0, secret="guide")
    journal = Journal([opened], random.Random(1))
    journal.do(do="sit", seat=0, name="Ann", hashed=hashed("token"))
    journal.do(do="bots", most=3, bot="simple")
    bot = SimpleBot(random.Random(1))
    while True:
        journal.go_on()
        state = journal.table.state
        if isinstance(state, br.Settled):
            journal.do(do="ready", seat=0)
        elif len(state.tricks) >= 2 and len(state.trick) >= 2:
            return journal.entries, "token"
        else:
            journal.act(0, bot.choose(br.observe(state, 0)))


async def keep(store: str, entries: list[Entry]) -> None:
    """Write a table where a host finds it."""
    opened = open_store(store)
    await opened.append(NAME, 0, entries, begun=True)
    await opened.close()


def shoot(browser: Browser, url: str, token: str) -> None:
    """Take Ann's picture, light and wide, and dark on a phone."""
    looks = [
        ("web-table", {"viewport": {"width": 1200, "height": 800}, "color_scheme": "light"}),
        ("web-table-phone", {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"}),
    ]
    for name, look in looks:
        page = browser.new_context(**look).new_page()
        page.add_init_script(f"localStorage.setItem('boston-rules token {NAME}', '{token}')")
        page.goto(f"{url}#t={NAME}")
        page.wait_for_selector(".hand .legal")
        page.screenshot(path=PICTURES / f"{name}.png")


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        socket.create_server(("127.0.0.1", 0)) as listening,
    ):
        store = f"sqlite:{folder}/tables.sqlite"
        entries, token = position()
        asyncio.run(keep(store, entries))
        config = uvicorn.Config(Host(Settings(store)).app(), log_level="warning")
        server = uvicorn.Server(config)
        thread = Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        found = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))), None)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
            shoot(browser, f"http://127.0.0.1:{listening.getsockname()[1]}/", token)
            browser.close()
        server.should_exit = True
        thread.join()


if __name__ == "__main__":
    main()
