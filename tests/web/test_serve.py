"""``boston-rules serve`` refuses a wrong setting in a line that names option and variable."""

from __future__ import annotations

import asyncio
import re
import socket
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from boston_rules.cli.program import program
from boston_rules.web.metrics import Metrics
from boston_rules.web.store import Sqlite

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "guides" / "host.rst"
WRONG = (
    ("port", "x", "'x' is not a valid integer range"),
    ("port", "70000", "70000 is not in the range 0<=x<=65535"),
    ("port", "TAKEN", "127.0.0.1: Address already in use"),
    ("host", "nowhere.invalid", "nowhere.invalid: "),
    ("host", "http://boston.example", "http://boston.example: "),
    ("host", "x" * 20_000, "x" * 80 + ": "),
    ("store", "mysql://boston.example", "a store is sqlite:PATH or postgresql://…"),
    ("store", "sqlite:", "a store is sqlite:PATH or postgresql://…"),
    ("store", "sqlite:text", "text: file is not a database"),
    ("store", "sqlite:.", ".: unable to open database file"),
    ("store", "sqlite:text/new/tables.sqlite", "text/new/tables.sqlite: [Errno"),
    ("store", "sqlite:/dev/null/tables.sqlite", "/dev/null/tables.sqlite: [Errno"),
    ("store", "postgresql://boston:hush@127.0.0.1:1/none", "Connection refused"),
    ("store", "postgresql://boston:hush@nowhere.invalid/none", "nowhere.invalid"),
    ("store", "postgresql://boston@127.0.0.1/none?colour=red", '"colour"'),
    ("origin", "boston.example", "'boston.example' is not like https://boston.example"),
    ("origin", "https://boston.example/", "'https://boston.example/' is not like"),
    ("origin", "https://Boston.example", "'https://Boston.example' is not like"),
    ("origin", "https://a.example ftp://b.example", "'ftp://b.example' is not like"),
    ("proxy", "caddy", "'caddy' is not like 10.0.0.7 or 10.0.0.0/24"),
    ("proxy", "10.0.0.7/8", "'10.0.0.7/8' is not like"),
    ("tables", "-1", "-1 is not in the range x>=0"),
    ("connections", "1e3", "'1e3' is not a valid integer range"),
    ("days", "0", "0 is not in the range 1<=x<=36500"),
    ("days", "9" * 400, "is not in the range 1<=x<=36500"),
    ("metrics", "maybe", "'maybe' is not a valid boolean"),
    ("open", "perhaps", "'perhaps' is not a valid boolean"),
)


def serve(*options: str, **variables: str) -> Result:
    """Start it where it must not come to serve; it tells why in one line."""
    told = CliRunner().invoke(program, ["serve", *options], env=variables)
    assert isinstance(told.exception, SystemExit), told.exception
    assert told.stderr.count("\n") <= 1, told.stderr
    assert len(told.stderr) < 2000
    assert told.stdout == ""
    return told


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a file that is no store, and no settings of whoever runs the tests."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("BOSTON_STORE", "sqlite:tables.sqlite")
    monkeypatch.setenv("BOSTON_PORT", "0")
    monkeypatch.setenv("BOSTON_OPEN", "0")
    monkeypatch.setattr("uvicorn.Server.run", lambda *_, **__: pytest.fail("it serves"))
    (tmp_path / "text").write_text("no store", encoding="utf-8")


@pytest.mark.parametrize(("name", "value", "why"), WRONG, ids=lambda value: value[:40])
def test_a_wrong_setting_is_refused(name: str, value: str, why: str) -> None:
    variable = f"BOSTON_{name.upper()}"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        value = value.replace("TAKEN", str(taken.getsockname()[1]))
        answers = [serve(**{variable: value})]
        # These take no value there; a store that was refused is locked as long as we know why.
        if name not in ("open", "metrics", "store") and " " not in value:
            answers.append(serve(f"--{name}", value))
    for told in answers:
        assert told.exit_code == 2
        assert f"'--{name}' (env var: '{variable}'): " in told.stderr
        assert why in told.stderr
        assert "hush" not in told.stderr


def test_the_guide_has_every_setting_and_every_metric() -> None:
    if not GUIDE.exists():  # beside an installed package
        pytest.skip("there is no guide here")
    page = GUIDE.read_text(encoding="utf-8")
    rows = re.findall(r"^   \* - ``--(\w+)``\n     - ``(\w+)``\n     -(?: ``(.+)``)?$", page, re.M)
    serving = program.get_command(click.Context(program), "serve")
    assert serving is not None
    settings = set()
    for option in serving.params:
        default = option.to_info_dict()["default"]
        shown = "" if default is None else str(default)
        settings.add((option.opts[0][2:], option.envvar, shown))
    assert set(rows) == settings
    counted = re.findall(r"^# HELP (\w+) ", Metrics().text().decode(), re.M)
    own = {name for name in counted if not name.endswith("_created")}
    assert set(re.findall(r"^   \* - ``(boston_\w+)``$", page, re.M)) == own


def test_an_address_may_not_be_empty() -> None:
    assert "'--host' (env var: 'BOSTON_HOST'): an address is needed" in serve("--host", "").stderr


def test_a_second_host_is_told_of_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has given an option, so that none is to blame."""
    monkeypatch.delenv("BOSTON_STORE")
    monkeypatch.setattr("click.get_app_dir", lambda name: str(tmp_path / name))
    first = Sqlite(tmp_path / "boston_rules" / "tables.sqlite")
    told = serve()
    assert "tables.sqlite: another host has it; perhaps it is running already" in told.stderr
    assert "--store" not in told.stderr
    assert told.exit_code == 2
    asyncio.run(first.close())


@pytest.mark.parametrize(
    ("module", "store"),
    [
        ("uvicorn", "sqlite:x"),
        ("websockets", "sqlite:x"),
        ("prometheus_client", "sqlite:x"),
        ("psycopg", "postgresql://boston.example/boston"),
    ],
)
def test_a_library_that_is_missing_is_named_with_its_extra(
    module: str, store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for loaded in [name for name in sys.modules if name.startswith("boston_rules.web.")]:
        monkeypatch.delitem(sys.modules, loaded)
    monkeypatch.setitem(sys.modules, module, None)
    told = serve("--store", store)
    why = f"needs {module}: install it with pip install 'boston_rules[web]'"
    assert why in told.stderr
    assert told.exit_code == 2
