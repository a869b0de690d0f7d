"""What to install where a library is missing that only an extra of the distribution brings."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from boston_rules.core.errors import BostonError
from boston_rules.core.saying import say

__all__ = ["MissingExtra", "needs"]


class MissingExtra(BostonError, ModuleNotFoundError):
    """A library of an extra is not installed; the message names the extra."""

    def __init__(self, what: str, module: str, extra: str) -> None:
        text = say(
            "{what} needs {module}: install it with pip install 'boston_rules[{extra}]'",
            what=what,
            module=module,
            extra=extra,
        )
        ModuleNotFoundError.__init__(self, text, name=module)
        self.extra = extra
        """The extra that has it."""
        self._arguments = (what, module, extra)

    def __reduce__(self) -> tuple[Any, ...]:
        # Import errors keep their message where other exceptions do not.
        return (type(self), self._arguments)


@contextmanager
def needs(what: str, extra: str, *modules: str) -> Iterator[None]:
    """Imports of modules that only an extra brings.

    Raises:
        MissingExtra: one of them is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in modules:
            raise
        raise MissingExtra(what, missing, extra) from error
