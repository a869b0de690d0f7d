"""What can be wrong with a record beyond its spelling."""

from __future__ import annotations

from typing import TypeAlias

from boston_rules.core.errors import RecordError
from boston_rules.core.saying import say
from boston_rules.core.sources import Cite

__all__ = ["FingerprintMismatch", "Identity", "Misfit", "ReplayError"]

Identity: TypeAlias = tuple[int | None, str | None]
"""Revision and fingerprint of rules; ``None`` where a record does not say."""


class Misfit(RecordError):
    """A value that the schema, or the rest of the record, does not admit, and where it stands."""

    def __init__(self, reason: str, *path: str | int, named: bool = True) -> None:
        super().__init__(reason)
        self.path: list[str | int] = list(path)
        """Names and places in lists, from the outside in."""
        self.named = named
        """Whether the reason goes on from the name of the value."""

    def told(self) -> str:
        """The reason, with the name of the value."""
        whole: str
        if not self.named:
            return self.reason
        match self.path:
            case ["deals", int(), "events", int(), *inner]:
                whole = say("the event")
            case ["deals", int(), *inner]:
                whole = say("the deal")
            case inner:
                whole = say("the record")
        names = [name for name in inner if isinstance(name, str)]
        match names:
            case [*_, outer, name]:
                whole = say("{part} of {whole}", part=name, whole=outer)
            case [name]:
                whole = name
        return say("{subject} {predicate}", subject=whole, predicate=self.reason)


class ReplayError(RecordError):
    """A record that the rules do not bear out, with the place where it fails.

    Where an action is refused the :class:`~boston_rules.core.errors.IllegalAction` is its
    ``__cause__``.
    """

    def __init__(
        self,
        reason: str,
        *,
        seat: int | None = None,
        token: str | None = None,
        rule: Cite | None = None,
        **place: int | None,
    ) -> None:
        super().__init__(reason, **place)
        self.seat = seat
        """The seat that the record has act, where the error is about an action."""
        self.token = token
        """The action as the record has it, where the error is about one."""
        self.rule = rule
        """The source of the rule that refuses the action, where one is cited."""


class FingerprintMismatch(RecordError):
    """The rules of the variant are not those that the record was made with."""

    def __init__(self, reason: str, *, recorded: Identity, found: Identity) -> None:
        super().__init__(reason)
        self.recorded = recorded
        """Revision and fingerprint in the record."""
        self.found = found
        """Revision and fingerprint of the rules as they are here."""
