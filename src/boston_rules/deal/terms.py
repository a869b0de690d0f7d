"""What a contract implies: whose tricks count, how many are needed, who leads, what is trumps.

>>> import boston_rules as br
>>> found = terms_of(br.get_variant("fontainebleau"), br.Contract("5", 0, br.HEARTS, partner=2))
>>> found.target, found.counting, found.opponents
(8, (0, 2), (1, 3))
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from attrs import evolve, field, frozen

from boston_rules.core.cardplay.bits import BIT
from boston_rules.core.cards import Suit
from boston_rules.core.contract import Contract
from boston_rules.core.hidden import UNKNOWN
from boston_rules.deal.binding import Binding
from boston_rules.rules.counts import PlayCount, counts_of
from boston_rules.rules.goals import Goal
from boston_rules.rules.ladder import Step
from boston_rules.rules.polls import ConcessionPoll
from boston_rules.rules.trumps import TrickTable, honours_mask
from boston_rules.rules.variant import Variant

__all__ = ["Terms", "completed", "fixed_partner", "passed_out_terms", "terms_of"]


@frozen(kw_only=True)
class Terms:
    """What a contract implies for play and bill, the same in every deal that has it."""

    variant: Variant
    """The rules."""
    contract: Contract | None = None
    """``None`` in a passed-out deal."""
    turned: Suit | None
    """The suit turned in this deal, where one is."""
    grand: bool = False
    """Whether it is the grand that ends a session."""
    step: Step | None = field(default=None, eq=False)
    """The contract, as the ladder has it; ``None`` in a passed-out deal."""
    goal: Goal | None = field(default=None, eq=False)
    """What must be won, a partner's tricks included."""
    trick_table: TrickTable = field(eq=False)
    """What follows and beats what."""
    target: int = field(default=0, eq=False)
    """The fewest tricks that make the contract."""
    counting: tuple[int, ...] = field(default=(), eq=False)
    """Whose tricks count for the contract, declarer first."""
    opponents: tuple[int, ...] = field(default=(), eq=False)
    """The seats that play against it, from the declarer's left."""
    leader: int = field(default=-1, eq=False)
    """Who leads first; -1 for eldest."""
    total: int = field(eq=False)
    """Tricks in the deal."""
    binding: Binding | None = field(default=None, eq=False, repr=False)
    """The play rule; ``None`` where players are bound to follow suit and to nothing else."""
    breaks_off: bool = field(default=False, eq=False)
    """Whether the deal ends with the trick by which the contract is lost."""
    slam_breaks_off: bool = field(default=False, eq=False)
    """The same of a declared slam."""
    slammer: int = field(default=-1, eq=False)
    """Who may declare a slam, the declarer; -1 for nobody."""
    concession: ConcessionPoll | None = field(default=None, eq=False)
    """The rule by which the opponents are asked after the first trick, where there is one."""
    honours: int = field(default=0, eq=False)
    """A K Q J of trumps, as a mask."""
    boston: int | None = field(default=None, eq=False)
    """The card whose holder collects for the Boston, where there is one."""

    # The shorter way to what stands in the fields above.

    follow: tuple[int, ...] = field(init=False, eq=False, repr=False)
    """By card led, the cards that follow it, as a mask."""
    power: tuple[tuple[int, ...], ...] = field(init=False, eq=False, repr=False)
    """By card led and card, how high the card ranks."""
    seats: int = field(init=False, eq=False, repr=False)
    """Players."""
    after: tuple[int, ...] = field(init=False, eq=False, repr=False)
    """By seat, the next."""

    slam_after: int = field(init=False, eq=False, repr=False)
    """Tricks after which a side that has won them all is asked about a slam, or has made its
    contract and may still be asked; all tricks where none can be declared."""

    opened: bool = field(init=False, eq=False, repr=False)
    """Whether the declarer lays his hand on the table before the first lead."""

    pauses: tuple[int, ...] = field(init=False, eq=False, repr=False)
    """Tricks after which more comes than a lead (an answer, an open hand, the bill)."""

    counts: tuple[PlayCount, ...] = field(init=False, eq=False, repr=False)
    """What the bill counts of the cards as played."""

    def __reduce__(self) -> Any:
        # Found again, not pickled.
        if self.contract is None:
            return passed_out_terms, (self.variant, self.turned, self.grand)
        return terms_of, (self.variant, self.contract)

    def is_broken_off(self, taken: int, done: int, *, slam: bool) -> bool:
        """Whether the deal ends as lost, with so many tricks for the contract of so many done.

        Args:
            taken: tricks of those whom the goal binds.
            done: tricks that are complete.
            slam: whether a slam was declared.
        """
        if slam:
            return self.slam_breaks_off and taken < done
        goal = self.goal
        return (
            goal is not None and self.breaks_off and goal.verdict(taken, self.total - done) is False
        )

    def honours_in(self, hands: Sequence[int]) -> tuple[int, ...]:
        """Honours by seat, of the hands as dealt."""
        honours = self.honours
        return tuple([(honours & hand).bit_count() for hand in hands])

    def boston_in(self, hands: Sequence[int]) -> int | None:
        """Whose hand as dealt has the card that collects for the Boston, where one does."""
        if self.boston is None:
            return None
        bit = BIT[self.boston]
        return next((seat for seat, hand in enumerate(hands) if hand & bit), None)

    @slam_after.default
    def _slam_after(self) -> int:
        goal, total = self.goal, self.total
        if goal is None or self.slammer < 0:
            return total
        made = (won for won in range(self.target) if goal.verdict(won, total - won))
        return next(made, self.target)

    @opened.default
    def _opened(self) -> bool:
        return self.step is not None and self.step.opened_after == 0

    @pauses.default
    def _pauses(self) -> tuple[int, ...]:
        if self.breaks_off or self.slam_breaks_off:
            return tuple(range(1, self.total + 1))
        opened = None if self.step is None else self.step.opened_after
        asked = None if self.concession is None else 1
        return tuple([each for each in (opened, asked, self.total) if each])

    @counts.default
    def _counts(self) -> tuple[PlayCount, ...]:
        return _counts_of_bill(self.variant, self.contract is None, self.grand)

    @follow.default
    def _follow(self) -> tuple[int, ...]:
        return self.trick_table.follow

    @power.default
    def _power(self) -> tuple[tuple[int, ...], ...]:
        return self.trick_table.power

    @seats.default
    def _seats(self) -> int:
        return self.variant.seats

    @after.default
    def _after(self) -> tuple[int, ...]:
        seats = self.variant.seats
        return tuple((seat + 1) % seats for seat in range(seats))


@lru_cache(maxsize=256)
def _counts_of_bill(variant: Variant, unbid: bool, grand: bool) -> tuple[PlayCount, ...]:
    """What the bill of a contract, of a deal that nobody bid, or of the grand counts."""
    if not unbid:
        return variant.payments.counts
    return counts_of((variant.session.grand if grand else variant.passed_out,))


def fixed_partner(variant: Variant, seat: int) -> int | None:
    """The seat that is the partner of another throughout, whatever is bid; ``None`` without sides.

    >>> import boston_rules as br
    >>> from boston_rules.deal.terms import fixed_partner
    >>> fixed_partner(br.get_variant("russian-partnership"), 1)
    3
    """
    return None if variant.partners is None else variant.partners.opposite(seat, variant.seats)


def completed(variant: Variant, contract: Contract) -> Contract:
    """The contract with the partner whom fixed sides give the declarer."""
    partner = fixed_partner(variant, contract.declarer)
    if partner is None or contract.partner is not None:
        return contract
    return evolve(contract, partner=partner)


def _goal_of(variant: Variant, contract: Contract, step: Step) -> Goal:
    """What the side must win: the step's goal, and the extra tricks of a partner."""
    if contract.target is not None:
        return step.goal.with_partner(contract.target - step.goal.tricks)
    rule = variant.partners
    if rule is None or contract.partner is None or not step.partnered:
        return step.goal
    return step.goal.with_partner(rule.extra)


def may_break_off(variant: Variant, step: Step, *, slam: bool) -> bool:
    """Whether a deal ends as soon as its contract, or a slam that was declared, is lost."""
    slams = variant.payments.slams
    return slams is not None and slams.breaks_off if slam else step.breaks_off


@lru_cache(maxsize=16384)
def terms_of(variant: Variant, contract: Contract) -> Terms:
    """The terms of a contract, with its partner as far as he is known.

    With an unknown partner they are those of two, of whose tricks the declarer's count so far.

    Raises:
        KeyError: the ladder has no such contract.
    """
    step, trump, declarer = variant.ladder[contract.key], contract.trump, contract.declarer
    rule = step.play
    goal = _goal_of(variant, contract, step)
    seats, side = variant.seats, contract.side
    others = ((declarer + place) % seats for place in range(1, seats))
    partner = None if contract.partner is UNKNOWN else contract.partner
    leader = step.lead.leader(declarer, partner, seats)
    slams = variant.payments.slams if goal.counted else None
    table = variant.trumps.table(trump, contract.turned)
    pack = variant.dealing.pack
    boston = None
    if variant.boston_bonus is not None and trump is not None:
        boston = variant.trumps.bonus_card(contract.turned)
    return Terms(
        variant=variant,
        contract=contract,
        turned=contract.turned,
        step=step,
        goal=goal,
        trick_table=table,
        target=goal.tricks,
        counting=goal.binds(side),
        opponents=tuple([seat for seat in others if seat not in side]),
        leader=-1 if leader is None else leader,
        total=step.tricks_played(variant.hand),
        binding=(
            Binding(rule, contract, table.follow, pack.mask) if rule.lasts(contract) else None
        ),
        breaks_off=may_break_off(variant, step, slam=False),
        slam_breaks_off=goal.counted and may_break_off(variant, step, slam=True),
        slammer=-1 if slams is None else declarer,
        concession=variant.concession,
        honours=0 if trump is None else honours_mask(trump) & pack.mask,
        boston=None if boston is None or boston not in pack else boston.index,
    )


@lru_cache(maxsize=1024)
def passed_out_terms(variant: Variant, turned: Suit | None, grand: bool = False) -> Terms:
    """The terms of a deal that nobody bid, or of the grand: no trumps, each for himself."""
    table = variant.trumps.table(None, turned)
    total = variant.hand
    return Terms(variant=variant, turned=turned, grand=grand, trick_table=table, total=total)
