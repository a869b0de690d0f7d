"""Who is asked for a bid, and what an earlier call forbids."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Protocol, TypeAlias

from attrs import field, frozen

from boston_rules.core.actions import Accept, Action, Pass
from boston_rules.core.errors import IllegalAction, MisereBarred, PassedOut
from boston_rules.core.saying import BidKey, joined, listed, say
from boston_rules.core.sources import ADDED, Cite, cited
from boston_rules.rules.checked import BIDS, names_of_bids
from boston_rules.rules.ladder import Step
from boston_rules.rules.partners import PartnerRule
from boston_rules.rules.rule import CitedRule, Rule

__all__ = [
    "BiddingRule",
    "Forbidden",
    "FreeReturn",
    "OneRound",
    "OutOfBidding",
    "ReEntry",
    "ReturnWith",
    "UntilAllPass",
]

Forbidden: TypeAlias = tuple[type[IllegalAction], str]
"""Why a bid is forbidden: the kind of error and the reason."""

_PASSED: Final = 1
_COMMITTED: Final = 2
_LAID: Final = 4


class BiddingRule(Rule, Protocol):
    """The auction beyond its common ground.

    In every auction a bid must be higher than the one that stands; a seat that has called is asked
    again only after another bid; who has nothing to say but a pass is not asked; and when nobody is
    left to be asked, the auction is closed.

    The rule remembers of each seat what it needs as a *mark*, a number of its own from 0 to 255; 0
    stands for a seat that has not called yet.

    A bidding rule that derives from it says only what is not as usual: all are asked clockwise, and
    who has passed bids no more.
    """

    __slots__ = ()

    @property
    def source(self) -> Cite | None:
        """Where the rule comes from."""
        ...

    def order(
        self, speaker: int, bidder: int | None, partner: int | None, seats: int
    ) -> tuple[int, ...]:
        """The seats that may be asked after a call, first to last; all clockwise, as usual.

        Args:
            speaker: the seat that has called; the dealer before the first call.
            bidder: the seat whose bid stands.
            partner: its partner, where sides are fixed before the deal.
            seats: how many there are.

        >>> from boston_rules.rules.bidding import UntilAllPass
        >>> UntilAllPass().order(2, None, None, 4)
        (3, 0, 1, 2)
        """
        return tuple((speaker + 1 + step) % seats for step in range(seats))

    def marked(self, mark: int, call: Action, step: Step | None) -> int:
        """The mark of a seat after a call; as usual 1 after a pass.

        Args:
            mark: the one before.
            call: what it has said: a bid, without a card that is laid, a pass or an acceptance.
            step: the step of the ladder that it has bid; ``None`` of a pass or an acceptance.
        """
        return _PASSED if isinstance(call, Pass) else mark

    def asks(self, mark: int) -> bool:
        """Whether a seat with this mark may be asked, be it for a bid or to accept one.

        As usual everybody: who has passed may still accept, where the partner rule admits it.
        """
        return True

    def forbids(self, step: Step, mark: int) -> Forbidden | None:
        """Why a seat with this mark may not make a bid that would be high enough.

        As usual one who has passed may make none.
        """
        return (PassedOut, OutOfBidding().words()) if mark else None

    def binds(self, step: Step, mark: int) -> bool:
        """Whether a seat with this mark bids a step only in the suit of the card that it has laid
        with a bid before. As usual it does not."""
        return False

    def most_bids(self, ranks: int, seats: int) -> int:
        """How many bids an auction can have; ``ranks`` are those of the ladder, each higher than
        the last. As usual one for each."""
        return ranks

    def problems(self, partners: PartnerRule | None, seats: int) -> list[str]:
        """What is nonsense in the rule, with these partners at a table of so many seats."""
        return []


class ReEntry(Rule, Protocol):
    """What a player who has passed may still bid."""

    __slots__ = ()

    def allows(self, step: Step) -> bool:
        """Whether a passed player may bid this step."""
        ...


class OutOfBidding(CitedRule, ReEntry):
    """A player who has passed bids no more in the deal."""

    __slots__ = ()

    def allows(self, step: Step) -> bool:
        return False

    def words(self) -> str:
        return say("a player who has passed is out of the bidding")


@frozen
class ReturnWith(ReEntry):
    """A player who has passed may come back only with the bids named by ``keys``."""

    keys: tuple[str, ...] = names_of_bids()
    """The keys of the bids."""
    source: Cite | None = cited()

    def allows(self, step: Step) -> bool:
        return step.key in self.keys

    def words(self) -> str:
        return _return_words(self.keys)


@lru_cache(maxsize=64)
def _return_words(keys: tuple[str, ...]) -> str:
    """What is said of every bid with which nobody comes back."""
    return say(
        "a player who has passed may come back only with {bids}",
        bids=listed(map(BidKey, keys), last="or"),
    )


class FreeReturn(CitedRule, ReEntry):
    """A player who has passed may make any higher bid later."""

    __slots__ = ()

    def allows(self, step: Step) -> bool:
        return True

    def words(self) -> str:
        return say("a player who has passed may come back with any higher bid")


@frozen
class UntilAllPass(BiddingRule):
    """The auction goes round until everybody else has passed on the highest bid."""

    reentry: ReEntry = OutOfBidding()
    """Whether and how a player who has passed may bid again."""
    misere_after_tricks: bool = True
    """Whether a player who has bid tricks, or accepted, may still bid a misère."""
    misere_after_accepting: bool = field(default=True, metadata=ADDED)
    """Whether one who has accepted may, where a bid of tricks bars from none."""
    in_laid_suit: tuple[str, ...] = field(default=(), metadata={BIDS: True} | ADDED)
    """Keys of the bids that a player who has laid a card with a bid, and was overcalled, may make
    in the suit of that card alone."""
    partners_overcall: bool = True
    """Whether a player may overcall the bid of the partner whom fixed sides give him."""
    source: Cite | None = cited()

    def order(
        self, speaker: int, bidder: int | None, partner: int | None, seats: int
    ) -> tuple[int, ...]:
        """All, clockwise, but perhaps the partner of the standing bid.

        >>> from boston_rules.rules.bidding import UntilAllPass
        >>> UntilAllPass(partners_overcall=False).order(1, 0, 2, 4)
        (3, 0, 1)
        """
        silent = None if self.partners_overcall else partner
        every = super().order(speaker, bidder, partner, seats)
        return tuple(seat for seat in every if seat != silent)

    def marked(self, mark: int, call: Action, step: Step | None) -> int:
        """Whether the seat has passed, is barred from misères, and has laid a card."""
        if isinstance(call, Pass):
            return mark | _PASSED
        if isinstance(call, Accept) and not self.misere_after_accepting:
            mark |= _COMMITTED
        if not self.misere_after_tricks and (step is None or not step.is_misere):
            mark |= _COMMITTED
        if self.in_laid_suit and step is not None and step.lays_card:
            mark |= _LAID
        return mark

    def forbids(self, step: Step, mark: int) -> Forbidden | None:
        """What the re-entry does not admit, and a misère after a bid of tricks."""
        if mark & _PASSED and not self.reentry.allows(step):
            return PassedOut, self.reentry.words()
        if mark & _COMMITTED and step.is_misere:
            if self.misere_after_tricks:
                return MisereBarred, say("who has accepted may not bid a misère")
            return MisereBarred, say("who has bid tricks or accepted may not bid a misère")
        return None

    def binds(self, step: Step, mark: int) -> bool:
        return bool(mark & _LAID) and step.key in self.in_laid_suit

    def problems(self, partners: PartnerRule | None, seats: int) -> list[str]:
        """Only a partner can be barred from an overcall."""
        if self.partners_overcall:
            return []
        if partners is not None and partners.opposite(0, seats) is not None:
            return []
        return ["partners may not overcall each other, but nobody has a partner in the auction"]

    def words(self) -> str:
        parts = [self.reentry.words()]
        if not self.misere_after_tricks:
            parts.append(say("a player who has bid tricks or accepted may not bid a misère"))
        elif not self.misere_after_accepting:
            parts.append(say("a player who has accepted may not bid a misère"))
        if self.in_laid_suit:
            parts.append(
                say(
                    "a player who has laid a card with a bid and was overcalled may bid {bids} in "
                    "the suit of that card alone",
                    bids=listed(map(BidKey, self.in_laid_suit)),
                )
            )
        if not self.partners_overcall:
            parts.append(
                say(
                    "only an opponent may overcall: a bidder's partner is not asked while the bid "
                    "stands, and has not passed"
                )
            )
        return joined("; ", parts)


class OneRound(CitedRule, BiddingRule):
    """Each player speaks once, eldest first and the dealer last; the highest bid is played.

    >>> import boston_rules as br
    >>> from boston_rules.rules.bidding import OneRound
    >>> hands = [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "SHCD"]
    >>> state = br.start(br.variants.Fontainebleau(bidding=OneRound()), dealer=3, hands=hands)
    >>> for token in ("bid 5 S", "bid 6 H", "pass", "bid 7 D"):
    ...     state = br.apply(state, br.parse_action(token))
    >>> print(state.contract)
    7 ♦ by seat 3
    """

    __slots__ = ()

    def marked(self, mark: int, call: Action, step: Step | None) -> int:
        """1 once the seat has spoken."""
        return 1

    def asks(self, mark: int) -> bool:
        """Who has not spoken."""
        return not mark

    def most_bids(self, ranks: int, seats: int) -> int:
        """One for each seat, or for each rank where these are fewer."""
        return min(ranks, seats)

    def words(self) -> str:
        return say(
            "each player speaks once, eldest first and the dealer last, and the highest bid is "
            "played"
        )
