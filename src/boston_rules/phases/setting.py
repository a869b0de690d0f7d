"""What the play of one deal has fixed before the first lead."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from attrs import field, frozen

from boston_rules.actions import Call
from boston_rules.cards import Suit
from boston_rules.contract import (
    Contract,
    boston_card,
    counting_seats,
    opponents_of,
    target_of,
)
from boston_rules.phases.table import Deal, History, clockwise, hash_once
from boston_rules.rules.ladder import AtLeast, Step
from boston_rules.rules.trumps import TrickTable, honours_mask
from boston_rules.variant import Variant

__all__ = [
    "Setting",
    "Terms",
    "contract_setting",
    "passed_out_setting",
    "setting_of",
    "terms_at",
    "terms_of",
]


@frozen(kw_only=True, eq=False)
class Terms:
    """What a contract fixes of its play by itself, the same in many deals."""

    variant: Variant
    contract: Contract | None = None
    """``None`` in a passed-out deal."""
    turned: Suit | None
    step: Step | None = None
    trick_table: TrickTable
    target: int = 0
    side: tuple[int, ...] = ()
    """Whose tricks count for the contract, declarer first."""
    opponents: tuple[int, ...] = ()
    """Who is asked whether he concedes, from the declarer's left."""
    leader: int = -1
    """Who leads first, the seat at the declarer's left; -1 for eldest."""
    total: int = 13
    """Tricks in the deal."""
    free: int = 0
    """Tricks at the start in which one player need not follow suit."""
    exempt: int = -1
    """Who need not, the declarer; -1 for nobody."""
    slammer: int = -1
    """Who may declare a slam, the declarer; -1 for nobody."""
    concession: bool = False
    """Whether the opponents are asked after the first trick."""
    honours: int = 0
    """A K Q J of trumps, as a mask."""
    boston: int | None = None
    """The card whose holder collects for the Boston, where there is one."""

    # What comes between the auction and the first lead.

    partnering: str = ""
    """How a partner is found, ``ask`` or ``call``; nothing where none is looked for."""
    names_trump: bool = False
    """Whether the declarer has the trump suit still to name."""
    polls_chicane: bool = False
    """Whether everybody is asked for chicane."""
    contested: bool = False
    """Whether the opponents are asked about the bid."""
    discards: bool = False
    """Whether everybody lays a card aside."""
    straight: bool = field(init=False)
    """Whether nothing comes between."""

    # The shorter way to what stands in the fields above.

    follow: tuple[int, ...] = field(init=False)
    power: tuple[tuple[int, ...], ...] = field(init=False)
    seats: int = field(init=False)
    after: tuple[int, ...] = field(init=False)
    """By seat, the next."""
    last: int = field(init=False)
    """Cards in a trick before its last."""

    @straight.default
    def _straight(self) -> bool:
        return not (
            self.partnering
            or self.names_trump
            or self.polls_chicane
            or self.contested
            or self.discards
        )

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
        return clockwise(1, self.variant.seats)

    @last.default
    def _last(self) -> int:
        return self.variant.seats - 1

    def __reduce__(self) -> Any:
        # There is one of a kind.
        return terms_of, (self.variant, self.contract, self.turned)


class _Draft:
    """A :class:`Setting` while it is made, which then changes its class."""

    __slots__ = (
        "__weakref__",
        "_hash",
        "called",
        "chicane",
        "contract",
        "deal",
        "discards",
        "hands",
        "history",
        "interlude",
        "terms",
    )


@hash_once
@frozen
class Setting(_Draft):
    """What the play of one deal has fixed before the first lead."""

    deal: Deal
    history: History = field(repr=False)
    """Every action before the first lead."""
    contract: Contract | None
    """``None`` in a passed-out deal."""
    hands: tuple[int, ...] = field(repr=False)
    """The hands at the first lead."""
    terms: Terms = field(eq=False, repr=False)
    """What the contract fixes by itself."""
    discards: tuple[tuple[int, int], ...] = field(default=(), repr=False)
    """Seat and card of each discard."""
    chicane: tuple[int, ...] = ()
    """Seats that have declared chicane."""
    called: int | None = field(default=None, eq=False)
    """The card whose holder is the unknown partner."""
    interlude: History = field(default=(), repr=False)
    """What was said between the first trick and the second."""

    def after(self, interlude: History) -> Setting:
        """The setting once the opponents have been asked whether they concede."""
        return setting_of(
            self.deal,
            self.history,
            self.contract,
            self.hands,
            self.terms,
            self.discards,
            self.chicane,
            self.called,
            interlude,
        )

    @property
    def step(self) -> Step | None:
        """The step of the ladder; ``None`` in a passed-out deal."""
        return self.terms.step

    @property
    def trick_table(self) -> TrickTable:
        """What follows and beats what."""
        return self.terms.trick_table

    @property
    def target(self) -> int:
        """Tricks that the declarer's side must win."""
        return self.terms.target

    @property
    def side(self) -> tuple[int, ...]:
        """Whose tricks count for the contract, declarer first."""
        return self.terms.side

    @property
    def total(self) -> int:
        """Tricks in the deal."""
        return self.terms.total

    @property
    def seats(self) -> int:
        """Players."""
        return self.terms.seats


@lru_cache(maxsize=16384)
def terms_of(rules: Variant, contract: Contract | None, turned: Suit | None) -> Terms:
    """The terms of a contract, or of a deal that nobody bid: no trumps, each for himself."""
    if contract is None:
        table = rules.trumps.table(None, turned)
        return Terms(variant=rules, turned=turned, trick_table=table)
    step, trump, declarer = rules.ladder[contract.key], contract.trump, contract.declarer
    method = rules.partners.method
    slams = rules.payments.slams is not None and isinstance(step.goal, AtLeast)
    return Terms(
        variant=rules,
        contract=contract,
        turned=turned,
        step=step,
        trick_table=rules.trumps.table(trump, turned),
        target=target_of(rules, contract),
        side=counting_seats(rules, contract),
        opponents=opponents_of(rules, contract),
        leader=(declarer + 1) % rules.seats if step.declarer_left_leads else -1,
        total=step.tricks_played,
        free=step.free_tricks,
        exempt=declarer if step.free_tricks else -1,
        slammer=declarer if slams else -1,
        concession=rules.concession is not None,
        honours=0 if trump is None else honours_mask(trump),
        boston=boston_card(rules, contract),
        partnering=method if step.partnered and method in ("ask", "call") else "",
        names_trump=step.suit.named_later and trump is None,
        polls_chicane=rules.chicane is not None and trump is not None,
        contested=rules.contest is not None and contract.key in rules.contest.keys,
        discards=step.discard,
    )


def terms_at(deal: Deal, contract: Contract) -> Terms:
    """The terms of a contract of the deal."""
    return terms_of(deal.table.variant, contract, contract.turned)


def contract_setting(
    deal: Deal,
    history: History,
    contract: Contract,
    discards: tuple[tuple[int, int], ...],
    chicane: tuple[int, ...],
) -> Setting:
    """The setting of a contract."""
    terms = terms_at(deal, contract)
    hands = deal.hands
    if discards:
        left = list(hands)
        for seat, card in discards:
            left[seat] ^= 1 << card
        hands = tuple(left)
    called = None
    if deal.table.variant.partners.method == "call":
        cards = [action.card.index for _, action in history if isinstance(action, Call)]
        called = cards[0] if cards else None
    return setting_of(deal, history, contract, hands, terms, discards, chicane, called)


def setting_of(
    deal: Deal,
    history: History,
    contract: Contract | None,
    hands: tuple[int, ...],
    terms: Terms,
    discards: tuple[tuple[int, int], ...] = (),
    chicane: tuple[int, ...] = (),
    called: int | None = None,
    interlude: History = (),
) -> Setting:
    """A setting, made in a third of the time."""
    draft: Any = _Draft()
    draft.deal = deal
    draft.history = history
    draft.contract = contract
    draft.hands = hands
    draft.terms = terms
    draft.discards = discards
    draft.chicane = chicane
    draft.called = called
    draft.interlude = interlude
    draft.__class__ = Setting
    setting: Setting = draft
    return setting


def passed_out_setting(deal: Deal, history: History) -> Setting:
    """The setting of a deal that nobody bid."""
    terms = terms_of(deal.table.variant, None, deal.turn.suit)
    return setting_of(deal, history, None, deal.hands, terms)
