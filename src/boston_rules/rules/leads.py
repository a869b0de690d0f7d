"""Who leads to the first trick."""

from __future__ import annotations

from typing import Protocol

from attrs import frozen

__all__ = ["DeclarerLeads", "EldestLeads", "FirstLead", "LeftOfDeclarerLeads", "PartnerLeads"]


class FirstLead(Protocol):
    """Who leads to the first trick of a contract."""

    __slots__ = ()

    def leader(self, declarer: int, partner: int | None, seats: int) -> int | None:
        """The seat that leads; ``None`` for eldest, whoever that is in the deal."""
        ...

    def words(self) -> str:
        """The rule in English."""
        ...


@frozen
class EldestLeads(FirstLead):
    """The player at the dealer's left leads."""

    def leader(self, declarer: int, partner: int | None, seats: int) -> int | None:
        """Eldest."""
        return None

    def words(self) -> str:
        """The rule in English."""
        return "eldest leads"


@frozen
class LeftOfDeclarerLeads(FirstLead):
    """The player at the declarer's left leads."""

    def leader(self, declarer: int, partner: int | None, seats: int) -> int | None:
        """The next seat clockwise.

        >>> from boston_rules.rules.leads import LeftOfDeclarerLeads
        >>> LeftOfDeclarerLeads().leader(3, None, 4)
        0
        """
        return (declarer + 1) % seats

    def words(self) -> str:
        """The rule in English."""
        return "the player at the declarer's left leads"


@frozen
class DeclarerLeads(FirstLead):
    """The declarer leads."""

    def leader(self, declarer: int, partner: int | None, seats: int) -> int | None:
        """His seat."""
        return declarer

    def words(self) -> str:
        """The rule in English."""
        return "the declarer leads"


@frozen
class PartnerLeads(FirstLead):
    """The declarer's partner leads; eldest where the declarer plays alone."""

    def leader(self, declarer: int, partner: int | None, seats: int) -> int | None:
        """His seat, if there is one."""
        return partner

    def words(self) -> str:
        """The rule in English."""
        return "the declarer's partner leads"
