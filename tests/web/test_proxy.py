"""The parts of ``deploy/compose.yaml`` by hand: Caddy with TLS, two hosts, PostgreSQL."""

from __future__ import annotations

import os
import random
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import pytest
from attrs import frozen
from tests.headless import visits
from tests.web.conftest import ROOT, SECONDS, Host, Player, run
from tests.web.playing import at_once, play_the_deal, sit_down
from tests.web.postgres import postgres_server, programs

CONFIGURATION = ROOT / "deploy" / "Caddyfile"
HERE = "{\n admin off\n skip_install_trust\n auto_https disable_redirects\n}\n"
"""What keeps the proxy from touching the machine: no other ports, nobody who trusts it."""


@frozen
class Site:
    """What stands behind one address."""

    url: str
    hosts: list[Host]

    def get(self, path: str, **headers: str) -> int:
        """The status of a page."""
        try:
            request = Request(self.url + path, headers=headers)
            with urlopen(request, timeout=SECONDS, context=UNTRUSTED) as response:
                return int(response.status)
        except HTTPError as error:
            return error.code

    def open(self, body: bytes) -> int:
        """The status of the attempt to open a table."""
        try:
            request = Request(f"{self.url}open", body, {"Origin": self.url.rstrip("/")})
            with urlopen(request, timeout=SECONDS, context=UNTRUSTED) as response:
                return int(response.status)
        except HTTPError as error:
            return error.code

    def player(self, table: str, token: str) -> Player:
        """Somebody who connects from a page of the site."""
        url = f"{self.url.replace('https', 'wss')}t/{table}/line"
        return Player(url, token, {"ssl": UNTRUSTED, "origin": self.url.rstrip("/")})


UNTRUSTED = ssl.create_default_context()
UNTRUSTED.check_hostname = False
UNTRUSTED.verify_mode = ssl.CERT_NONE


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site; its hosts have the settings of the compose file."""
    beside = str(Path(sys.executable).parent)  # where a package has it
    caddy = shutil.which("caddy") or shutil.which("caddy", path=beside)
    if caddy is None or programs() is None or not CONFIGURATION.exists():
        pytest.skip("Caddy, PostgreSQL or the folder deploy is missing")
    folder = tmp_path_factory.mktemp("site")
    with socket.create_server(("127.0.0.1", 0)) as free:
        url = f"https://localhost:{free.getsockname()[1]}"
    server = Path(tempfile.mkdtemp(prefix="pg"))  # the name of a socket must be short
    with postgres_server(server) as store:
        settings = ("--store", store, "--origin", url, "--proxy", "127.0.0.0/24", "--metrics")
        hosts = [Host(folder / str(at), *settings) for at in range(2)]
        upstreams = " ".join(f"127.0.0.1:{host.port}" for host in hosts)
        (folder / "Caddyfile").write_text(HERE + CONFIGURATION.read_text("utf-8"), "utf-8")
        variables = {"BOSTON_SITE": url, "BOSTON_UPSTREAMS": upstreams}
        variables |= {name: str(folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
        with (folder / "log").open("wb") as log:
            proxy = subprocess.Popen(
                [caddy, "run", "--config", folder / "Caddyfile", "--adapter", "caddyfile"],
                env={**os.environ, **variables},
                stdout=log,
                stderr=log,
            )
        made = Site(f"{url}/", hosts)
        try:
            wait(made)
            yield made
        finally:
            proxy.terminate()
            proxy.wait(SECONDS)
            for host in hosts:
                host.stop()
    shutil.rmtree(server)


def wait(site: Site) -> None:
    """Wait until it is healthy."""
    end = time.monotonic() + SECONDS
    while True:
        try:
            if site.get("health") == 200:
                return
        except URLError:
            pass
        assert time.monotonic() < end, "the proxy does not answer"
        time.sleep(0.1)


def test_pages_come_by_the_name_of_the_site_and_figures_do_not(site: Site) -> None:
    assert site.get("") == 200
    assert site.get("games") == 200
    assert site.get("metrics") == 404
    with urlopen(f"{site.hosts[0].url}metrics", timeout=SECONDS) as response:
        assert b"boston_connections" in response.read()


def test_a_page_of_another_site_opens_no_table(site: Site) -> None:
    foreign = Request(f"{site.url}open", b"{}", {"Origin": "https://elsewhere.example"})
    with pytest.raises(HTTPError, match="403"):
        urlopen(foreign, timeout=SECONDS, context=UNTRUSTED)
    assert site.open(b"{}") == 422


def test_a_session_is_played_through_the_proxy(site: Site) -> None:
    table, token = site.hosts[0].open("mariland", bots=3, deals=1)

    async def begin() -> None:
        async with site.player(table, token) as ann:
            await ann.until_asked()
            await ann.act(ann.legal[0])

    async def end() -> None:
        async with site.player(table, token) as ann:
            await ann.play(random.Random(2))
            assert ann.table["over"]

    run(begin())
    run(end())


def test_a_deal_is_played_in_a_browser(site: Site, chromium: Any) -> None:
    with visits(
        chromium, SECONDS, ready="#root[data-view]", expected=lambda message: False
    ) as visit:
        page = visit(site.url, ignore_https_errors=True)
        at_once(page)
        sit_down(page)
        play_the_deal(page)
        assert page.locator(".bill").count()


def test_without_one_host_the_other_serves_every_table(site: Site) -> None:
    """Last, for it kills one."""
    tables = [site.hosts[0].open("mariland", bots=3, deals=1) for _ in range(4)]
    site.hosts[1].kill()

    async def play() -> None:
        for table, token in tables:
            async with site.player(table, token) as ann:
                await ann.until_asked()

    run(play())
