"""Runs what is typed as Python, and shows the last value as a notebook would."""

from __future__ import annotations

import ast
import io
import traceback
from contextlib import redirect_stderr, redirect_stdout
from typing import Any, Final

__all__ = ["Console"]

_FILE: Final = "<your code>"


class Console:
    """A namespace that lasts from one run to the next."""

    def __init__(self) -> None:
        self._names: dict[str, Any] = {"__name__": "__main__"}

    def run(self, code: str) -> dict[str, Any]:
        """What was printed, the last value as text or picture, and the error if there is one."""
        printed = io.StringIO()
        made: dict[str, Any] = {}
        with redirect_stdout(printed), redirect_stderr(printed):
            try:
                value = self._value(code)
                if value is not None:
                    made["value"] = repr(value)
                    picture = getattr(value, "_repr_svg_", None)
                    if picture is not None:
                        made["picture"] = picture()
            except SystemExit:
                pass
            except BaseException as error:
                made["error"] = _told(error)
        return {**made, "printed": printed.getvalue()}

    def _value(self, code: str) -> Any:
        """Run statements; the value of the last one where it is an expression."""
        tree = ast.parse(code, _FILE)
        last = tree.body[-1] if tree.body else None
        if not isinstance(last, ast.Expr):
            exec(compile(tree, _FILE, "exec"), self._names)
            return None
        tree.body.pop()
        exec(compile(tree, _FILE, "exec"), self._names)
        return eval(compile(ast.Expression(last.value), _FILE, "eval"), self._names)


def _told(error: BaseException) -> str:
    """The traceback from the typed code on."""
    found = traceback.TracebackException.from_exception(error)
    own = [place for place, frame in enumerate(found.stack) if frame.filename == _FILE]
    found.stack = traceback.StackSummary.from_list(found.stack[own[0] :] if own else [])
    return "".join(found.format())
