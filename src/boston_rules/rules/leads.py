"""Who leads to the first trick."""

from __future__ import annotations

from typing import Protocol

from boston_rules.core.saying import say
from boston_rules.rules.rule import LEFT, CitedRule, Rule

__all__ = ["DeclarerLeads", "EldestLeads", "FirstLead", "LeftOfDeclarerLeads", "PartnerLeads"]


class FirstLead(Rule, Protocol):
    """Who leads to the first trick of a contract."""

    __slots__ = ()

    def leader(self, declarer: int, partner: int | None, seats: int) -> int | None:
        """The seat that leads; ``None`` for eldest, whoever that is in the deal."""
        ...


class EldestLeads(CitedRule, FirstLead):
    """The player at the dealer's left leads."""

    __slots__ = ()

    def leader(self, declarer: int, partner: int | None, seats: int) -> int | None:
        return None

    def words(self) -> str:
        return say("eldest leads")


class LeftOfDeclarerLeads(CitedRule, FirstLead):
    """The player at the declarer's left leads."""

    __slots__ = ()

    def leader(self, declarer: int, partner: int | None, seats: int) -> int | None:
        """The next seat clockwise.

        >>> from boston_rules.rules.leads import LeftOfDeclarerLeads
        >>> LeftOfDeclarerLeads().leader(3, None, 4)
        0
        """
        return (declarer + 1) % seats

    def words(self) -> str:
        return say("the player at the declarer's {left} leads", left=LEFT)


class DeclarerLeads(CitedRule, FirstLead):
    """The declarer leads."""

    __slots__ = ()

    def leader(self, declarer: int, partner: int | None, seats: int) -> int | None:
        return declarer

    def words(self) -> str:
        return say("the declarer leads")


class PartnerLeads(CitedRule, FirstLead):
    """The declarer's partner leads; eldest where the declarer plays alone."""

    __slots__ = ()

    def leader(self, declarer: int, partner: int | None, seats: int) -> int | None:
        return partner

    def words(self) -> str:
        return say("the declarer's partner leads")
