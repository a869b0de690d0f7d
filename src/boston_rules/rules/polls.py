"""Questions put to the players around the play: chicane, contested bids, concession."""

from __future__ import annotations

from attrs import frozen

from boston_rules.rules.checked import figure
from boston_rules.rules.sources import Cite, cited

__all__ = ["ChicaneRule", "ConcessionRule", "ContestRule"]


@frozen
class ChicaneRule:
    """Before the first lead a player dealt no trump may declare it, and collects."""

    chips: int = figure(2)
    """Chips from each other player."""
    source: Cite | None = cited()

    def words(self) -> str:
        """The rule in English."""
        return (
            "before the first lead every player is asked in turn from eldest; one dealt no trump "
            f"may declare chicane and takes {self.chips} chips from each other player, whoever wins"
        )


@frozen
class ContestRule:
    """Small bids may be conceded before the first lead; one that is contested may win the pool."""

    keys: tuple[str, ...]
    """The bids about which the opponents are asked."""
    pool_tricks: int = figure(7)
    """Tricks with which a declarer who was made to play takes the pool as well."""
    source: Cite | None = cited()

    def words(self) -> str:
        """The rule in English."""
        return (
            f"at {' and '.join(self.keys)} the opponents are asked before the first lead, in turn "
            "from the declarer's left, whether they concede; if all do the declarer is paid as for "
            "making the bid exactly and the pool stays; if one refuses it is played, and a "
            f"declarer who takes {self.pool_tricks} tricks or more gets the pool too"
        )


@frozen
class ConcessionRule:
    """After the first trick the opponents may agree to pay."""

    source: Cite | None = cited()

    def words(self) -> str:
        """The rule in English."""
        return (
            "after the first trick each opponent is asked in turn from the declarer's left whether "
            "to pay; if all agree the contract counts as made without overtricks, pool included, "
            "and the deal ends; one refusal ends the asking"
        )
