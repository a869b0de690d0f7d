"""A contract that the cards make as they are dealt, without an auction."""

from __future__ import annotations

from typing import Protocol

from boston_rules.core.contract import Contract
from boston_rules.rules.rule import Rule
from boston_rules.rules.suits import Turn

__all__ = ["DealtContract"]


class DealtContract(Rule, Protocol):
    """A contract that the cards make as they are dealt, so that there is no auction.

    What it says of the hands is public, and binds what players may conclude from what they see.
    Hands and sets of cards are masks over ``Card.index``.
    """

    __slots__ = ()

    @property
    def keys(self) -> tuple[str, ...]:
        """The contracts that it can make, by their keys on the ladder."""
        ...

    def contract(self, hands: tuple[int, ...], turn: Turn) -> Contract | None:
        """The contract that a deal makes, if it makes one; its turned suits may be left out."""
        ...

    def problems(self, contract: Contract) -> list[str]:
        """What no deal can have in a contract of this rule, such as its target; for bills."""
        ...

    def known(self, contract: Contract) -> tuple[tuple[int, int], ...]:
        """Seats, each with cards that everybody knows it was dealt under a contract of this rule.

        All hands that hold these cards must make the same contract.
        """
        ...

    def limit(self) -> tuple[int, int]:
        """Some cards, and the most of them that a hand can hold in a deal that has an auction.

        Hands with no more of them must make no contract, and hands with more must make one.
        """
        ...
