"""Penalties for infractions, as the tellings state them."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from boston_rules.rules.sources import Cite, cited

__all__ = ["Laws", "MisdealLaw", "RevokeLaw"]


@frozen
class MisdealLaw:
    """A faulty deal: what the dealer pays, and whether he deals again."""

    fine: int = 0
    """Chips the dealer puts into the pool, unless another player touched the cards."""
    loses_deal: bool = False
    source: Cite | None = cited()

    def words(self) -> str:
        """The rule in English."""
        then = "loses the deal" if self.loses_deal else "deals again"
        fine = (
            f", paying {self.fine} to the pool unless another player touched the cards or the "
            "pack was faulty"
            if self.fine
            else " without payment"
        )
        return f"a dealer who misdeals {then}{fine}"


@frozen
class RevokeLaw:
    """An established failure to follow suit."""

    penalty: Literal["tricks", "that-trick", "deal"] = "tricks"
    """Three *tricks* forfeited, *that trick* lost to the other side, or the *deal* lost."""
    fine: int = 0
    """Chips the offender puts into the pool."""
    source: Cite | None = cited()

    def words(self) -> str:
        """The rule in English."""
        what = {
            "tricks": "forfeits three tricks to the other",
            "that-trick": "cannot win the trick, which goes to the other side's best card",
            "deal": "loses the deal",
        }[self.penalty]
        fine = f" and the offender pays {self.fine} to the pool" if self.fine else ""
        return f"a side that revokes {what}{fine}"


@frozen
class Laws:
    """The law code of a telling."""

    misdeal: MisdealLaw = MisdealLaw()
    revoke: RevokeLaw = RevokeLaw()
    source: Cite | None = cited()

    def words(self) -> str:
        """The rule in English."""
        return f"{self.misdeal.words()}; {self.revoke.words()}"
