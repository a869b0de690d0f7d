"""What binds the card that a player plays, and so what his card tells of his hand."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from attrs import frozen

from boston_rules.core.contract import Contract
from boston_rules.core.saying import say
from boston_rules.core.sources import Cite, cited
from boston_rules.rules.checked import figure
from boston_rules.rules.rule import CitedRule, Rule

__all__ = ["FollowSuit", "FreeDiscards", "PlayRule", "ToPlay"]


class ToPlay(NamedTuple):
    """A player who is to play a card, as everybody sees him. Sets of cards are masks."""

    contract: Contract
    """What is played."""
    seat: int
    """His seat."""
    leader: int
    """Who leads the trick, perhaps he himself."""
    number: int
    """Tricks that are complete."""
    follow: int
    """The cards that follow the card led; 0 before the lead."""
    best: int
    """The card that is winning the trick; 0 before the lead."""
    left: int
    """Of the cards that the rule watches, those that nobody has played."""


class PlayRule(Rule, Protocol):
    """What binds the cards of a player, beyond that he holds them.

    A card reveals what the rule implies: who plays one that the rule admits only in the want of
    others has none of these, and views and samples are bound by it.

    A play rule that derives from it says only what is not as usual: a player follows suit if he
    can.
    """

    __slots__ = ()

    def binds(self, to_play: ToPlay) -> tuple[int, ...]:
        """Sets of cards, the most binding first, as masks.

        Who holds cards of the first set plays one of them; who holds none of it one of the second,
        and so on; who holds none of any plays what he likes. As usual the suit led; nothing before
        the lead.
        """
        return (to_play.follow,) if to_play.follow else ()

    def lasts(self, contract: Contract) -> int:
        """In how many tricks, from the first on, something else binds than following suit.

        It is the same whether or not the partner of the contract is known; and so is the answer of
        :meth:`binds`.
        """
        return 0

    def watches(self, contract: Contract) -> int:
        """The cards, as a mask, that the rule tells from others of their suit.

        The answer of :meth:`binds` is made of suits and of these cards, and depends on them alone
        beyond who plays, who leads and how many tricks are complete; all 52 for a rule that looks
        at ranks.
        """
        return 0

    def words(self) -> str:
        return say("follow suit if able, else any card")


class FollowSuit(CitedRule, PlayRule):
    """Follow suit if able, else play any card."""

    __slots__ = ()


@frozen
class FreeDiscards(PlayRule):
    """The declarer need not follow suit in the first tricks.

    >>> import boston_rules as br
    >>> from boston_rules.rules.binding import FreeDiscards, ToPlay
    >>> rule = FreeDiscards(10)
    >>> declarer = ToPlay(br.Contract("quatre-as", 2), 2, 1, 9, follow=0x1FFF, best=1, left=0)
    >>> rule.binds(declarer), rule.binds(declarer._replace(number=10))
    ((), (8191,))
    """

    tricks: int = figure(least=1)
    """In how many tricks."""
    source: Cite | None = cited()

    def binds(self, to_play: ToPlay) -> tuple[int, ...]:
        """Nothing binds the declarer in these tricks."""
        if to_play.number < self.tricks and to_play.seat == to_play.contract.declarer:
            return ()
        return super().binds(to_play)

    def lasts(self, contract: Contract) -> int:
        """These tricks."""
        return self.tricks

    def words(self) -> str:
        return say("the declarer need not follow suit in tricks 1 to {last}", last=self.tricks)
