"""How a declarer comes by a partner."""

from __future__ import annotations

from typing import ClassVar, Literal, Protocol

from attrs import frozen

from boston_rules.rules.checked import figure
from boston_rules.rules.sources import Cite, cited

__all__ = ["AskAndAccept", "CalledCard", "FixedSides", "InAuction", "NoPartner", "PartnerRule"]


class PartnerRule(Protocol):
    """How a declarer comes by a partner, and what the side must win together."""

    @property
    def method(self) -> Literal["none", "ask", "auction", "call", "sides"]:
        """``ask``: after the auction the declarer may ask. ``auction``: bids are accepted there.

        ``call``: the holder of a called card. ``sides``: the player opposite, throughout.
        """
        ...

    @property
    def extra(self) -> int:
        """Tricks added to the target of a step played with a partner."""
        ...

    @property
    def source(self) -> Cite | None:
        """Where the rule comes from."""
        ...

    def words(self) -> str:
        """The rule in English."""
        ...


@frozen
class NoPartner:
    """Every contract is played alone."""

    source: Cite | None = cited()
    method: ClassVar[Literal["none"]] = "none"
    extra: ClassVar[int] = 0

    def words(self) -> str:
        """The rule in English."""
        return "the declarer always plays alone"


@frozen
class AskAndAccept:
    """The declarer may ask; the others are asked in turn and the first to accept is whister."""

    extra: int = figure(3)
    source: Cite | None = cited()
    method: ClassVar[Literal["ask"]] = "ask"

    def words(self) -> str:
        """The rule in English."""
        return (
            "the declarer of a partnered bid may ask for a whister; the others are asked in turn "
            f"from his left, the first to accept is his partner, and the two must win {self.extra} "
            "tricks more than the bid together; without a partner the bid itself is the target"
        )


@frozen
class InAuction:
    """A partnered bid may be accepted by any other player while it stands."""

    extra: int = figure(3)
    source: Cite | None = cited()
    method: ClassVar[Literal["auction"]] = "auction"

    def words(self) -> str:
        """The rule in English."""
        return (
            "while a partnered bid stands any other player, one who has passed too, may accept it "
            f"on his turn; the first to do so is the partner, and the two must win {self.extra} "
            "tricks more than the bid together; an overcall cancels bid and acceptance"
        )


@frozen
class CalledCard:
    """The declarer may call a card he does not hold; its holder is his unknown partner."""

    extra: int = figure(3)
    source: Cite | None = cited()
    method: ClassVar[Literal["call"]] = "call"

    def words(self) -> str:
        """The rule in English."""
        return (
            "the declarer of a partnered bid may call a card that he does not hold; whoever holds "
            "it is his partner, unknown to the others until the card is played, and the two must "
            f"win {self.extra} tricks more than the bid together; without a partner the bid itself "
            "is the target"
        )


@frozen
class FixedSides:
    """Players opposite each other are partners throughout."""

    extra: int = figure(0)
    source: Cite | None = cited()
    method: ClassVar[Literal["sides"]] = "sides"

    def words(self) -> str:
        """The rule in English."""
        more = f"a partnered bid needs {self.extra} tricks more; " if self.extra else ""
        return (
            "players opposite each other are partners throughout and count their tricks together; "
            f"{more}a misère or Piccolissimo binds the tricks of the declarer alone"
        )
