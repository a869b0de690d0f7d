"""Takes the pictures of the guide on tables on the web: ``python -m docs._ext.webtable``.

A table of the host in the middle of a deal. It needs the extra "web", the group "browser", and a
Chromium. Letters look as the fonts of the machine do.
"""

from __future__ import annotations

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
from boston_rules.web.server import Host, Settings
from boston_rules.web.store import Folder
from boston_rules.web.table import Table

PICTURES = Path(__file__).resolve().parents[1] / "pictures"
NAME = "guide"


def position(folder: Path) -> str:
    """A table where Ann is to play third in the third trick; her token."""
    table = Table.open(
        "fontainebleau", {"deals": 12}, Folder(folder).keeping(NAME), random.Random(4)
    )
    token = table.sit(0, "Ann")
    table.add_bots(3, "simple")
    bot = SimpleBot(random.Random(1))
    while len(table.state.tricks) < 2 or len(table.state.trick) < 2 or table.state.actor != 0:
        if isinstance(table.state, br.Settled):
            table.get_ready(0)
        elif table.state.actor == 0:
            table.apply(0, bot.choose(br.observe(table.state, 0)), table.position)
        table.go_on()
    return token


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
        token = position(Path(folder))
        config = uvicorn.Config(Host(Settings(Path(folder))).app(), log_level="warning")
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
