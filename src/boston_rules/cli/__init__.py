"""The command line, ``boston-rules``. It needs the extra ``cli`` of the distribution.

Only :func:`main` is public. Nothing of the extra is imported before it is called.
"""

from __future__ import annotations

import gc
import os
import sys

from boston_rules.core.extras import MissingExtra, needs

__all__ = ["main"]


def main() -> None:
    """Run ``boston-rules`` with the arguments of the process, and leave the process.

    Exit status: 0 done; 1 output could not be written, or the extra is missing; 2 the command or
    its input is wrong; 130 interrupted; 141 the reader of a pipe has gone.
    """
    gc.set_threshold(100_000)  # most of what a short command makes lasts until it ends
    try:
        _open_missing_streams()
        with needs("the command line", "cli", "click", "rich"):
            from boston_rules.cli.program import program

            program.main(prog_name="boston-rules")
    except MissingExtra as error:
        sys.exit(f"boston-rules: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
    finally:
        gc.freeze()  # nobody need look through all that for cycles again as Python ends


def _open_missing_streams() -> None:
    """Give a process that was started without a standard stream an empty one."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
