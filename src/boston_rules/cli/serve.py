"""``boston-rules serve``: a table in the browser."""

from __future__ import annotations

import socket
import webbrowser
from pathlib import Path

import click

from boston_rules.cli.commands import COMMANDS
from boston_rules.cli.help import command, option, paragraphs
from boston_rules.cli.problems import bad_option
from boston_rules.cli.terminal import echo
from boston_rules.core.extras import needs
from boston_rules.core.saying import say

__all__ = ["serve"]


@command(
    help=paragraphs(
        COMMANDS["serve"].about,
        say(
            "It runs on this machine until it is interrupted, and asks nothing of any other. "
            "Tables are kept, so that a session goes on where it was left."
        ),
    )
)
@option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help=say("The address to listen at; 0.0.0.0 lets other machines connect."),
)
@option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help=say("The port; 0 takes any that is free, and so does a usual one that is taken."),
)
@option("--no-open", is_flag=True, help=say("Do not open the browser."))
@option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help=say("Where tables are kept; without it in the folder of your settings."),
)
@option(
    "--origin",
    "origins",
    multiple=True,
    metavar="URL",
    help=say("The address of the host as browsers see it, where a proxy stands before it."),
)
@click.pass_context
def serve(
    ctx: click.Context,
    host: str,
    port: int,
    no_open: bool,
    folder: Path | None,
    origins: tuple[str, ...],
) -> None:
    """``boston-rules serve``."""
    with needs("the table in the browser", "web", "starlette", "uvicorn", "websockets"):
        import uvicorn
        import websockets  # noqa: F401

        from boston_rules.web.server import LONGEST, Host, Settings
    if not host:  # it would be every address of the machine
        raise bad_option("--host", say("an address is needed"))
    usual = ctx.get_parameter_source("port") is click.core.ParameterSource.DEFAULT
    try:
        listening = _listen(host, port, or_any=usual)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise bad_option(
            "--host", say("{host}: {reason}", host=host[:80], reason=reason)
        ) from error
    with listening:
        settings = Settings(folder or Path(click.get_app_dir("boston_rules"), "tables"), origins)
        try:
            app = Host(settings).app()
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise bad_option("--folder", say("{reason}", reason=reason)) from error
        config = uvicorn.Config(app, ws_max_size=LONGEST, log_level="warning", server_header=False)
        shown, number = listening.getsockname()[:2]
        url = f"http://{shown}:{number}/"
        echo(say("The table is at {url} (Ctrl-C ends it).", url=url))
        if not no_open:
            webbrowser.open(url)
        uvicorn.Server(config).run(sockets=[listening])


def _listen(host: str, port: int, *, or_any: bool) -> socket.socket:
    """A socket that listens, at any free port where the usual one is taken.

    Raises:
        OSError: there is no such address, or the port is taken.
    """
    try:
        return socket.create_server((host, port))
    except OSError:
        if not or_any:
            raise
        return socket.create_server((host, 0))
