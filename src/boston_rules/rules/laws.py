"""Penalties for infractions, as the tellings state them, and what they make of a deal's tricks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final, Literal, NamedTuple

from attrs import field, frozen

from boston_rules.core.actions import Revoke
from boston_rules.core.errors import VariantError
from boston_rules.core.saying import BidKey, Said, joined, listed, say
from boston_rules.core.sources import ADDED, Cite, cited
from boston_rules.rules.checked import choice, figure
from boston_rules.rules.rule import CitedRule

if TYPE_CHECKING:
    from boston_rules.rules.variant import Variant

__all__ = ["Laws", "MisdealLaw", "RevokeLaw", "TableLaw", "Tally", "WhistLaw"]

_FORFEIT: Final = 3
"""Tricks that a revoke costs where it costs tricks."""
_NEXT_LEAD: Final = say(
    "any other player may claim a revoke from the end of its trick to the next lead"
)
_MISERE: Final = say("a misère")


def _decided_by_errors(variant: Variant) -> Said | None:
    """The bids that an error makes or loses at once, having no tricks to forfeit (P41, LW6)."""
    bids = [step for step in variant.ladder if not step.goal.counted]
    others = [BidKey(step.key) for step in bids if step.goal.tricks]
    named = [*([_MISERE] if len(others) < len(bids) else []), *others]
    return listed(named, "or") if named else None


@frozen
class MisdealLaw:
    """A faulty deal: what the dealer pays, and whether he deals again."""

    fine: int = figure(0)
    """Chips the dealer puts into the pool."""
    loses_deal: bool = False
    """Whether the deal passes to the next player."""
    excused: bool = False
    """Nothing is paid where another player touched the cards or the pack was faulty."""
    source: Cite | None = cited()

    def due(self, *, touched: bool) -> int:
        """What the dealer pays for a misdeal.

        >>> from boston_rules.rules.laws import MisdealLaw
        >>> MisdealLaw(fine=50, excused=True).due(touched=True), MisdealLaw(1).due(touched=True)
        (0, 1)
        """
        return 0 if touched and self.excused else self.fine

    def words(self) -> str:
        """The rule, as a message."""
        if not self.fine and self.loses_deal:
            said = say("a dealer who misdeals loses the deal without payment")
        elif not self.fine:
            said = say("a dealer who misdeals deals again without payment")
        elif self.loses_deal:
            said = say(
                "a dealer who misdeals loses the deal and pays the pool {chips}", chips=self.fine
            )
        else:
            said = say(
                "a dealer who misdeals deals again and pays the pool {chips}", chips=self.fine
            )
        return self._excusing(said)

    def words_without_pool(self) -> str:
        """The rule in a game without a pool."""
        return self._excusing(
            say("a dealer who misdeals loses the deal")
            if self.loses_deal
            else say("a dealer who misdeals deals again")
        )

    def _excusing(self, said: Said) -> Said:
        if not self.excused:
            return said
        return say(
            "{penalty}, without payment if another player touched the cards or the pack was faulty",
            penalty=said,
        )


_REVOKE_WORDS: Final[Mapping[str, Said]] = {
    "tricks": say("a side that revokes forfeits three tricks to the other"),
    "that-trick": say(
        "a side that revokes cannot win the trick, which goes to the other side's best card"
    ),
    "deal": say("a side that revokes loses the deal"),
}

_NOBODY_BID: Final[Mapping[str, Said]] = {
    "tricks": say("in a deal that nobody bid the offender gets a trick from each of the others"),
    "deal": say("in a deal that nobody bid the offender counts a trick more than anybody"),
}


class Tally(NamedTuple):
    """The tricks of a contract while penalties are applied to them."""

    tricks: tuple[int, ...]
    """Tricks by seat."""
    side: tuple[int, ...]
    """The seats of the declarer's side, declarer first."""
    target: int
    """The tricks that the side must win."""
    left: int = 0
    """Tricks of the deal that have not been played."""
    failed: bool = False
    """Whether the contract is lost, whatever the tricks."""

    @property
    def taken(self) -> int:
        """The tricks of the declarer's side."""
        return sum(self.tricks[seat] for seat in self.side)

    def moved(self, payers: tuple[int, ...], payee: int, most: int) -> Tally:
        """As many tricks as there are, at most ``most``, from some seats in turn to another."""
        tricks = list(self.tricks)
        for payer in payers:
            given = min(most, tricks[payer])
            tricks[payer] -= given
            tricks[payee] += given
            most -= given
        return self._replace(tricks=tuple(tricks))


@frozen
class RevokeLaw:
    """An established failure to follow suit."""

    penalty: Literal["tricks", "that-trick", "deal"] = choice("tricks", "that-trick", "deal")
    """Three *tricks* forfeited, *that trick* lost to the other side, or the *deal* lost."""
    fine: int = figure(0)
    """Chips the offender puts into the pool."""
    fails_bid: bool = False
    """A declarer's side that revokes has lost its contract, whatever it keeps."""
    offender_pays: bool = field(default=False, metadata=ADDED)
    """The offender alone pays each of the other side the price of the bid, and doubles the pool,
    in place of what the contract would have come to."""
    each_other: int = figure(0, metadata=ADDED)
    """Chips that the offender pays each other player in a deal that nobody bid, in place of what
    that would have come to; 0 where the tricks are penalized as in a contract."""
    source: Cite | None = cited()

    @property
    def ends_deal(self) -> bool:
        """Whether the deal ends as soon as a revoke is established."""
        return self.penalty == "deal"

    @property
    def moves_trick(self) -> bool:
        """Whether the trick itself goes to the other side's best card at once."""
        return self.penalty == "that-trick"

    def judge(self, tally: Tally, offender: int) -> Tally:
        """The tricks of a contract of so many tricks once a revoke is penalized.

        Forfeited tricks come from the offender first, then from the rest of his side; they go to
        the declarer, or from his side to the first opponent, who holds them for all. Where the deal
        is lost, the declarer's side counts what makes its contract exactly, or what it has if that
        is more; if it has offended itself, one too few at best (R32, P41, L7).

        >>> from boston_rules.rules.laws import RevokeLaw, Tally
        >>> tally = Tally((7, 2, 2, 2), side=(0,), target=5)
        >>> RevokeLaw().judge(tally, 0).tricks, RevokeLaw().judge(tally, 3).tricks
        ((4, 5, 2, 2), (10, 1, 2, 0))
        >>> RevokeLaw("deal").judge(Tally((3, 1, 0, 0), (0,), 5, left=9), 1).taken
        5
        """
        side = tally.side
        offends = offender in side
        seats = range(1, len(tally.tricks))
        others = tuple(
            seat for seat in ((offender + step) % len(tally.tricks) for step in seats)
            if (seat in side) is offends
        )  # fmt: skip
        payers = (offender, *others)
        if self.penalty == "tricks":
            first = next(
                seat for seat in ((side[0] + step) % len(tally.tricks) for step in seats)
                if seat not in side
            )  # fmt: skip
            tally = tally.moved(payers, first if offends else side[0], _FORFEIT)
        elif self.penalty == "deal":
            tally = self._ended(tally, payers) if offends else self._given(tally)
        return tally._replace(failed=tally.failed or (offends and self.fails_bid))

    def _ended(self, tally: Tally, payers: tuple[int, ...]) -> Tally:
        """The side could at best have won all that is left, and is one short at least."""
        tricks = list(tally.tricks)
        tricks[tally.side[0]] += tally.left
        over = tally.taken + tally.left - (tally.target - 1)
        for seat in payers:
            lost = max(0, min(over, tricks[seat]))
            tricks[seat] -= lost
            over -= lost
        return tally._replace(tricks=tuple(tricks), left=0)

    def _given(self, tally: Tally) -> Tally:
        tricks = list(tally.tricks)
        tricks[tally.side[0]] += max(0, tally.target - tally.taken)
        return tally._replace(tricks=tuple(tricks), left=0)

    def judge_alone(self, tricks: tuple[int, ...], offender: int) -> tuple[int, ...]:
        """The tricks by seat of a deal that nobody bid, once a revoke is penalized.

        There a trick hurts: the offender gets one each from up to three others, from his left on,
        as far as they have one; or, where the deal is lost, one more than the most of anybody.

        >>> from boston_rules.rules.laws import RevokeLaw
        >>> RevokeLaw().judge_alone((2, 0, 5, 6), 3), RevokeLaw("deal").judge_alone((2, 0, 5, 0), 3)
        ((1, 0, 4, 8), (2, 0, 5, 6))
        """
        found = list(tricks)
        if self.penalty == "tricks":
            for step in range(1, len(tricks)):
                seat = (offender + step) % len(tricks)
                if found[seat]:
                    found[seat] -= 1
                    found[offender] += 1
        elif self.penalty == "deal":
            found[offender] = max(tricks) + 1
        return tuple(found)

    def words(self) -> str:
        """The rule, as a message."""
        return self._words(self.fine)

    def words_in(self, variant: Variant) -> str:
        """The rule with what becomes of a misère and of a deal that nobody bid, as in a game."""
        parts = [self._words(0 if variant.pool is None else self.fine)]
        bids = _decided_by_errors(variant)
        if bids is not None and not self.ends_deal:
            parts.append(
                say(
                    "a revoke by an opponent makes {bids}, one by the declarer's side loses it",
                    bids=bids,
                )
            )
        alone = _NOBODY_BID.get(self.penalty)
        if alone is not None and variant.passed_out.played and not self.each_other:
            parts.append(alone)
        return joined("; ", parts)

    def _words(self, fine: int) -> Said:
        said = _REVOKE_WORDS[self.penalty]
        if self.offender_pays:
            said = say(
                "{penalty}, and the offender alone pays each of the other side the price of the "
                "bid and doubles the pool",
                penalty=said,
            )
        if fine:
            said = say(
                "{penalty}, and the offender pays {chips} to the pool", penalty=said, chips=fine
            )
        parts = [said]
        if self.fails_bid:
            parts.append(say("the contract of a declarer who revokes is lost"))
        if self.each_other:
            parts.append(
                say(
                    "in a deal that nobody bid the offender pays each other player {chips}",
                    chips=self.each_other,
                )
            )
        return joined("; ", parts)


@frozen
class WhistLaw:
    """The law of whist: revokes are claimed until the next deal, and a suit may be called.

    A variant with it has it in place of the shorter rule by which a revoke is condoned with the
    next lead and a card out of turn can only be demanded.
    """

    spares_declarer: bool = False
    """The declarer's own errors cost nothing but a revoke, nor anybody's in a deal nobody bid."""
    misere_fine: int | None = figure(None, optional=True)
    """A card out of turn by an opponent ends a misère as made, and the offender pays this to the
    pool; ``None`` where it does not."""
    source: Cite | None = cited()

    def words(self) -> str:
        """The rule, as a message."""
        return self._words(self.misere_fine, _MISERE)

    def words_in(self, variant: Variant) -> str:
        """The rule with the bids that a card out of turn ends in a game."""
        fine = 0 if variant.pool is None else self.misere_fine
        return self._words(fine, _decided_by_errors(variant))

    def _words(self, fine: int | None, bids: Said | None) -> Said:
        parts = [
            say(
                "a revoke can be claimed from the end of its trick until the cards are cut or "
                "shuffled for the next deal; after a lead out of turn an opponent may call the "
                "suit that the offender's side must lead next, and the card goes back into the hand"
            )
        ]
        if self.spares_declarer:
            parts.append(say("of the declarer's own errors only a revoke costs anything"))
        if self.misere_fine is not None and bids is not None:
            parts.append(
                say(
                    "a card out of turn by an opponent ends {bids} as made, and the offender "
                    "pays {chips} to the pool",
                    bids=bids,
                    chips=fine,
                )
                if fine
                else say("a card out of turn by an opponent ends {bids} as made", bids=bids)
            )
        return joined("; ", parts)


@frozen
class Laws:
    """The law code of a telling."""

    misdeal: MisdealLaw = MisdealLaw()
    """What a misdeal costs."""
    revoke: RevokeLaw = RevokeLaw()
    """What a revoke costs."""
    whist: WhistLaw | None = field(default=None, metadata=ADDED)
    """The law of whist; ``None`` where a revoke is condoned with the next lead."""
    source: Cite | None = cited()

    def __attrs_post_init__(self) -> None:
        # The variant says so where it is no law at all.
        if self.whist is not None and getattr(self.revoke, "moves_trick", False):
            raise VariantError(
                "a revoke that is claimed tricks later cannot move the trick: the law of whist "
                "goes with another penalty"
            )

    def claims(self, seats: int, tricks: int) -> tuple[Revoke, ...]:
        """Every claim of a revoke that can be made in a deal.

        Args:
            seats: how many play.
            tricks: how many tricks a deal has at most.

        >>> from boston_rules.rules.laws import Laws, WhistLaw
        >>> len(Laws().claims(4, 13)), len(Laws(whist=WhistLaw()).claims(4, 13))
        (4, 52)
        """
        numbers = (None,) if self.whist is None else range(1, tricks + 1)
        return tuple(Revoke(seat, number) for seat in range(seats) for number in numbers)

    def words(self) -> str:
        """The rule, as a message."""
        claims = _NEXT_LEAD if self.whist is None else self.whist.words()
        return joined("; ", (self.misdeal.words(), self.revoke.words(), claims))

    def words_in(self, variant: Variant) -> str:
        """The rule as in a game."""
        misdeal = self.misdeal
        said = misdeal.words_without_pool() if variant.pool is None else misdeal.words()
        claims = _NEXT_LEAD if self.whist is None else self.whist.words_in(variant)
        return joined("; ", (said, self.revoke.words_in(variant), claims))


class TableLaw(CitedRule):
    """Players may err as people do at a table, and the law code settles it.

    A variant without one refuses whatever is illegal.
    """

    __slots__ = ()
    misdeals: ClassVar[int] = 3
    """Misdeals that can be called before a deal, at most."""

    def words(self) -> str:
        """The rule, as a message."""
        return say(
            "players may err: a misdeal can be called before the first call, at most {most} before "
            "a deal; a player may fail to follow suit, and correct it until the trick is complete; "
            "a card played out of turn lies exposed, and an opponent may demand it when its owner "
            "is to play",
            most=self.misdeals,
        )
