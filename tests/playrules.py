"""Play rules of somebody else's: each looks at other things."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

import boston_rules as br
from boston_rules.core.cards import FULL_PACK
from boston_rules.rules.binding import PlayRule, ToPlay

__all__ = ["AceFirst", "HigherFirst", "LeadSuit", "RuffFirst"]


@br.register_rule
@frozen
class AceFirst(PlayRule):
    """Some cards are played before others of their suit when the declarer leads it."""

    cards: br.Cards

    def binds(self, to_play: ToPlay) -> tuple[int, ...]:
        """One of the cards left of the suit that the declarer has led, then the suit."""
        forced = self.cards.mask & to_play.follow & to_play.left
        if forced and to_play.leader == to_play.contract.declarer:
            return (forced, to_play.follow)
        return super().binds(to_play)

    def lasts(self, contract: br.Contract) -> int:
        """To the end."""
        return 13

    def watches(self, contract: br.Contract) -> int:
        """The cards."""
        return self.cards.mask

    def words(self) -> str:
        """The rule in English."""
        return "some cards are played first when the declarer leads their suit"


@br.register_rule
@frozen
class LeadSuit(PlayRule):
    """In the first tricks whoever leads leads a suit, if he holds it."""

    suit: br.Suit
    tricks: int

    def binds(self, to_play: ToPlay) -> tuple[int, ...]:
        """The suit, before the lead."""
        if not to_play.follow and to_play.number < self.tricks:
            return (0x1FFF << 13 * self.suit,)
        return super().binds(to_play)

    def lasts(self, contract: br.Contract) -> int:
        """These tricks."""
        return self.tricks

    def words(self) -> str:
        """The rule in English."""
        return f"in tricks 1 to {self.tricks} {self.suit.symbol} is led"


@br.register_rule
@frozen
class RuffFirst(PlayRule):
    """Who cannot follow suit plays a trump, if he holds one."""

    def binds(self, to_play: ToPlay) -> tuple[int, ...]:
        """The suit led, then trumps."""
        trump = to_play.contract.trump
        if trump is None or not to_play.follow:
            return super().binds(to_play)
        return (to_play.follow, 0x1FFF << 13 * trump)

    def lasts(self, contract: br.Contract) -> int:
        """To the end, with trumps."""
        return 0 if contract.trump is None else 13

    def words(self) -> str:
        """The rule in English."""
        return "who cannot follow suit plays a trump"


@br.register_rule
@frozen
class HigherFirst(PlayRule):
    """Who can follow suit with a higher card plays a higher one."""

    kept: ClassVar[int] = 13

    def binds(self, to_play: ToPlay) -> tuple[int, ...]:
        """The cards of the suit above the one that is winning, then the suit."""
        above = to_play.follow & -(to_play.best << 1) if to_play.best & to_play.follow else 0
        return (above, *super().binds(to_play)) if above else super().binds(to_play)

    def lasts(self, contract: br.Contract) -> int:
        """To the end."""
        return self.kept

    def watches(self, contract: br.Contract) -> int:
        """All: it looks at ranks."""
        return FULL_PACK

    def words(self) -> str:
        """The rule in English."""
        return "who can follow suit with a higher card plays a higher one"
