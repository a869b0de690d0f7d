"""Run the host: ``python -m examples.web_table --folder tables``."""

from __future__ import annotations

import argparse
import importlib
import socket
import sys
from pathlib import Path

try:
    import uvicorn
except ImportError:
    sys.exit("The host needs some packages: python -m pip install --group web (pip 25.1 or newer)")
from examples.web_table.server import LONGEST, Host, Settings

from boston_rules.bots import BotNameError, load_bot


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m examples.web_table", description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("tables"), help="where tables are kept")
    parser.add_argument("--host", default="127.0.0.1", help="address; 0.0.0.0 lets others connect")
    parser.add_argument("--port", type=int, default=8000, help="0 takes any that is free")
    parser.add_argument("--origin", action="append", default=[], help="as https://boston.example")
    parser.add_argument("--bot", default="simple", help="who sits in, as simple or module:Class")
    parser.add_argument("--pace", type=float, default=0.8, help="seconds between actions of bots")
    parser.add_argument(
        "--rules", action="append", default=[], metavar="MODULE", help="import variants of your own"
    )
    given = parser.parse_args()
    for module in given.rules:
        importlib.import_module(module)
    try:
        load_bot(given.bot)
    except BotNameError as error:
        parser.error(str(error))
    settings = Settings(given.folder, tuple(given.origin), given.bot, given.pace)
    config = uvicorn.Config(
        Host(settings).app(), ws_max_size=LONGEST, log_level="warning", server_header=False
    )
    with socket.create_server((given.host, given.port)) as listening:
        host, port = listening.getsockname()[:2]
        print(f"Open http://{host}:{port}/ and share the link of your table.", flush=True)
        uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main()
