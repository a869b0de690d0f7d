"""``boston-rules serve``: tables in the browser."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import ipaddress
import logging
import re
import socket
import webbrowser
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

import click

from boston_rules.cli.commands import COMMANDS
from boston_rules.cli.help import command, option, paragraphs
from boston_rules.cli.problems import reason_of
from boston_rules.cli.terminal import echo
from boston_rules.core.extras import needs
from boston_rules.core.saying import say

__all__ = ["serve"]


def _setting(variable: str, *names: str, **details: Any) -> Callable[[Any], Any]:
    """An option that may be set in the environment too."""
    return option(*names, envvar=f"BOSTON_{variable}", show_envvar=True, **details)


@command(
    help=paragraphs(
        COMMANDS["serve"].about,
        say(
            "It runs on this machine until it is interrupted, and asks nothing of any other. "
            "Tables are kept, so that a session goes on where it was left."
        ),
    )
)
@_setting(
    "HOST",
    "--host",
    default="127.0.0.1",
    show_default=True,
    help=say("The address to listen at; 0.0.0.0 lets other machines connect."),
)
@_setting(
    "PORT",
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help=say("The port; 0 takes any that is free, and so does a usual one that is taken."),
)
@_setting(
    "OPEN",
    "--open/--no-open",
    "opens",
    default=True,
    help=say("Whether to open the browser."),
)
@_setting(
    "STORE",
    "--store",
    metavar="URL",
    help=say(
        "Where tables are kept: sqlite:PATH, or postgresql://… for several processes; without it "
        "a file in the folder of your settings."
    ),
)
@_setting(
    "ORIGIN",
    "--origin",
    "origins",
    multiple=True,
    metavar="URL",
    help=say("The address of the host as browsers see it, where it has a name."),
)
@_setting(
    "PROXY",
    "--proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help=say(
        "A proxy, or a network of them, that is believed when it says where a connection comes "
        "from."
    ),
)
@_setting(
    "TABLES",
    "--tables",
    type=click.IntRange(0),
    default=30,
    show_default=True,
    help=say("How many tables one address may open in an hour; 0 for any number."),
)
@_setting(
    "CONNECTIONS",
    "--connections",
    type=click.IntRange(0),
    default=100,
    show_default=True,
    help=say("How many connections one address may have; 0 for any number."),
)
@_setting(
    "DAYS",
    "--days",
    type=click.IntRange(1, 36_500),
    default=30,
    show_default=True,
    help=say("How long a table is kept that nobody plays at."),
)
@_setting(
    "METRICS",
    "--metrics",
    is_flag=True,
    help=say("Show at /metrics what the host counts."),
)
@click.pass_context
def serve(
    ctx: click.Context,
    host: str,
    port: int,
    opens: bool,
    store: str | None,
    origins: tuple[str, ...],
    proxies: tuple[str, ...],
    tables: int,
    connections: int,
    days: int,
    metrics: bool,
) -> None:
    """``boston-rules serve``."""
    libraries = ("starlette", "uvicorn", "websockets", "prometheus_client")
    with needs("the table in the browser", "web", *libraries):
        import uvicorn
        import websockets  # noqa: F401

        from boston_rules.web.line import LONGEST
        from boston_rules.web.server import Hasty, Host, Settings
        from boston_rules.web.store import BadStore
    if not host:  # it would be every address of the machine
        raise _bad(ctx, "host", say("an address is needed"))
    for origin in origins:
        if not _ORIGIN.fullmatch(origin):
            told = say("{url} is not like https://boston.example", url=repr(origin[:80]))
            raise _bad(ctx, "origins", told)
    for proxy in proxies:
        try:
            ipaddress.ip_network(proxy)
        except ValueError as error:
            told = say("{proxy} is not like 10.0.0.7 or 10.0.0.0/24", proxy=repr(proxy[:80]))
            raise _bad(ctx, "proxies", told) from error
    usual = ctx.get_parameter_source("port") is click.core.ParameterSource.DEFAULT
    try:
        listening = _listen(host, port, or_any=usual)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or error
        what = "port" if getattr(error, "errno", None) in _NOT_THAT_PORT else "host"
        told = say("{host}: {reason}", host=host[:80], reason=reason)
        raise _bad(ctx, what, told) from error
    with listening:
        where = store or f"sqlite:{Path(click.get_app_dir('boston_rules'), 'tables.sqlite')}"
        settings = Settings(where, origins, tables, connections, days, metrics)
        try:
            app = Host(settings).app()
        except BadStore as error:
            if store is None:  # nobody has named it
                raise click.UsageError(reason_of(error), ctx) from error
            raise _bad(ctx, "store", error) from error
        config = uvicorn.Config(
            app,
            http=Hasty,
            ws_max_size=LONGEST,
            ws_per_message_deflate=False,
            log_level="warning",
            server_header=False,
            timeout_graceful_shutdown=5,  # containers are killed after ten
            proxy_headers=bool(proxies),
            forwarded_allow_ips=[*proxies],
        )
        logging.getLogger("uvicorn.error").addFilter(_is_news)
        at, number = listening.getsockname()[:2]
        name = _reachable(at)
        url = f"http://[{name}]:{number}/" if ":" in name else f"http://{name}:{number}/"
        echo(say("The table is at {url} (Ctrl-C ends it).", url=url))
        if opens:
            webbrowser.open(url)
        # Tables are values without circles: to look for circles among very many of them holds up
        # everybody for half a second, so that it is done more seldom.
        gc.freeze()
        gc.set_threshold(50_000, 20, 100)
        _allow_connections()
        uvicorn.Server(config).run(sockets=[listening])


def _allow_connections() -> None:
    """Let as many be connected as the system admits: each takes a file of the process."""
    with contextlib.suppress(ImportError, OSError, ValueError):  # not everywhere can it be set
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _is_news(record: logging.LogRecord) -> bool:
    """Whether a line belongs into the log.

    The server takes each WebSocket that was refused for a fault of the application, and each
    request that it ended itself because it was told to end.
    """
    fault = record.exc_info[1] if record.exc_info else None
    if isinstance(fault, asyncio.CancelledError):
        return False
    return "without completing handshake" not in record.getMessage()


_ORIGIN: Final = re.compile(r"https?://([a-z0-9.-]+|\[[0-9a-f:]+\])(:[0-9]{1,5})?")
"""As browsers write it."""
_NOT_THAT_PORT: Final = (errno.EADDRINUSE, errno.EACCES)


def _bad(ctx: click.Context, name: str, reason: Exception | str) -> click.BadParameter:
    """An exception that ends the program: it names the option and its variable."""
    (param,) = (each for each in ctx.command.params if each.name == name)
    return click.BadParameter(reason_of(reason), ctx, param)


def _reachable(address: str) -> str:
    """The address that others are told of: of all addresses, the one that leads to other machines.

    The link with which a table's people invite others has it from the address of the browser.
    """
    if not ipaddress.ip_address(address).is_unspecified:
        return address
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(("192.0.2.1", 9))  # chooses a way; nothing is sent
        except OSError:
            return "127.0.0.1"  # there is no network
        return str(line.getsockname()[0])


def _listen(host: str, port: int, *, or_any: bool) -> socket.socket:
    """A socket that listens, at any free port where the usual one is taken.

    Raises:
        OSError: there is no such address, or the port is taken.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    both = host == "::" and socket.has_dualstack_ipv6()
    listening = partial(socket.create_server, family=family, dualstack_ipv6=both)
    try:
        return listening((host, port))
    except OSError as error:
        if not or_any or error.errno not in _NOT_THAT_PORT:
            raise
        return listening((host, 0))
