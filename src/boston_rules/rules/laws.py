"""Penalties for infractions, as the tellings state them."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from boston_rules.rules.checked import choice, figure
from boston_rules.rules.sources import Cite, cited

__all__ = ["Laws", "MisdealLaw", "RevokeLaw"]


@frozen
class MisdealLaw:
    """A faulty deal: what the dealer pays, and whether he deals again."""

    fine: int = figure(0)
    """Chips the dealer puts into the pool."""
    loses_deal: bool = False
    excused: bool = False
    """Nothing is paid where another player touched the cards or the pack was faulty."""
    source: Cite | None = cited()

    def words(self) -> str:
        """The rule in English."""
        then = "loses the deal" if self.loses_deal else "deals again"
        fine = f" and pays the pool {self.fine}" if self.fine else " without payment"
        excuse = (
            ", without payment if another player touched the cards or the pack was faulty"
            if self.excused
            else ""
        )
        return f"a dealer who misdeals {then}{fine}{excuse}"


@frozen
class RevokeLaw:
    """An established failure to follow suit."""

    penalty: Literal["tricks", "that-trick", "deal"] = choice("tricks", "that-trick", "deal")
    """Three *tricks* forfeited, *that trick* lost to the other side, or the *deal* lost."""
    fine: int = figure(0)
    """Chips the offender puts into the pool."""
    fails_bid: bool = False
    """A declarer's side that revokes has lost its contract, whatever it keeps."""
    source: Cite | None = cited()

    def words(self) -> str:
        """The rule in English."""
        what = {
            "tricks": "forfeits three tricks to the other",
            "that-trick": "cannot win the trick, which goes to the other side's best card",
            "deal": "loses the deal",
        }[self.penalty]
        fine = f" and the offender pays {self.fine} to the pool" if self.fine else ""
        fails = "; the contract of a declarer who revokes is lost" if self.fails_bid else ""
        return f"a side that revokes {what}{fine}{fails}"


@frozen
class Laws:
    """The law code of a telling."""

    misdeal: MisdealLaw = MisdealLaw()
    revoke: RevokeLaw = RevokeLaw()
    source: Cite | None = cited()

    def words(self) -> str:
        """The rule in English."""
        return f"{self.misdeal.words()}; {self.revoke.words()}"
