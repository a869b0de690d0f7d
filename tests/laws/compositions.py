"""Games at random: a telling with prices and house rules that Hypothesis draws.

Each change is made if the constructor accepts it with those before it, so that what is drawn is
whatever can be composed, nonsense included, and nothing that is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final, TypeVar

from attrs import evolve, frozen
from hypothesis import strategies as st
from tests.envs.strangers import Challenge
from tests.playrules import AceFirst, HigherFirst, LeadSuit, RuffFirst
from tests.questions.telling_aces import TellAces

import boston_rules as br
from boston_rules.deal.questions.accepting import InAuction, RaiseHigher
from boston_rules.deal.questions.asking import AskAndAccept
from boston_rules.deal.questions.calling import CalledCard
from boston_rules.deal.questions.conceding import ConcessionRule
from boston_rules.deal.questions.polls import ChicaneRule, ContestRule
from boston_rules.rules.bidding import FreeReturn, OneRound, OutOfBidding, ReturnWith, UntilAllPass
from boston_rules.rules.binding import FollowSuit, FreeDiscards
from boston_rules.rules.carryover import AfterThrownIn, Conditions
from boston_rules.rules.cases import Case, Payments, Price, SlamRule
from boston_rules.rules.counts import CardsTaken, LastTrick
from boston_rules.rules.goals import AtLeast, Exactly
from boston_rules.rules.ladder import NamedAfterwards, NamedSuit, NoTrumps, Step, TurnedSuit
from boston_rules.rules.laws import Laws, MisdealLaw, RevokeLaw
from boston_rules.rules.leads import DeclarerLeads, LeftOfDeclarerLeads, PartnerLeads
from boston_rules.rules.partners import FixedSides
from boston_rules.rules.passed_out import FewestTakesPool, MostPaysEach, ThrownIn
from boston_rules.rules.payments import (
    BidderAlone,
    BySuit,
    EachCounted,
    EvenShares,
    EveryTrick,
    Flat,
    Honours,
    OvertrickEach,
    Quotas,
    SuitFactor,
    UndertrickEach,
)
from boston_rules.rules.pool import (
    AnyBid,
    AtOrAbove,
    DealerAntes,
    DoublesPool,
    EachAntes,
    FeedsNothing,
    PaysLikeOpponent,
    PoolRule,
)
from boston_rules.rules.suits import EqualSuits, FixedRanking

__all__ = ["compositions"]

_T = TypeVar("_T")
_Draw = Callable[[st.SearchStrategy[_T]], _T]

CHIPS: Final = st.integers(0, 40)
SUITS: Final = st.permutations(list(br.Suit)).map(tuple)
FACTORS: Final = st.tuples(*[st.integers(0, 4)] * 4)
ACES: Final = br.Cards.parse("AC AD AH AS")
PLAY: Final = (
    *(FollowSuit(), FreeDiscards(4), AceFirst(ACES), HigherFirst(), RuffFirst()),
    LeadSuit(br.HEARTS, 2),
)


@br.register_rule
@frozen
class Picky:
    """So many chips in the cases that it picks, told by whatever a case has."""

    chips: int
    honours: int | None
    trump: br.Suit | None
    turned: br.Suit | None
    over: int | None
    alone: bool
    source: br.Cite | None = None

    def lines(self, case: Case) -> tuple[br.Line, ...]:
        """One line if the case is picked."""
        asked = (self.honours, self.trump, self.turned, self.over)
        told = (case.honours, case.trump, case.turned, case.over)
        picked = all(want in (None, got) for want, got in zip(asked, told, strict=True))
        picked = picked and not (self.alone and case.partnered)
        return (br.Line(self.chips, "picked"),) if picked else ()

    def words(self) -> str:
        """The rule in English."""
        return f"{self.chips} in some cases"


@br.register_rule
@frozen
class Gains:
    """A count of somebody else's: tricks that each seat has won with its own lead."""

    total: ClassVar[int] = 13

    def by_seat(self, played: Sequence[br.Trick], seats: int) -> tuple[int, ...]:
        """Of all tricks."""
        own = [trick.winner for trick in played if trick.winner == trick.leader]
        return tuple(own.count(seat) for seat in range(seats))

    def words(self) -> str:
        """What is counted."""
        return "tricks won by who led"


def _prices(variant: br.Variant, inner: tuple[Price, ...]) -> st.SearchStrategy[Price]:
    """A price besides those of a variant, or around them."""
    keys = [step.key for step in variant.ladder]
    row = st.lists(st.sampled_from(keys), min_size=1, max_size=4, unique=True)
    suit = st.none() | st.sampled_from(br.Suit)
    counted = st.one_of(
        st.just(LastTrick()),
        st.builds(CardsTaken, st.sampled_from([br.Cards.parse("QS"), ACES])),
        st.just(Gains()),
    )
    return st.one_of(
        st.builds(lambda names, chips: Flat(tuple((key, chips) for key in names)), row, CHIPS),
        st.builds(
            lambda names, chips: BySuit(tuple((key, chips) for key in names)),
            row,
            st.tuples(CHIPS, CHIPS, CHIPS, CHIPS),
        ),
        st.builds(EachCounted, counted, CHIPS),
        st.builds(EveryTrick, CHIPS, CHIPS),
        st.builds(Honours, CHIPS, CHIPS),
        st.builds(OvertrickEach, CHIPS),
        st.builds(UndertrickEach, CHIPS),
        st.builds(SuitFactor, FACTORS, st.just(inner)),
        st.builds(
            Picky,
            st.integers(-3, 60),
            st.none() | st.integers(0, 4),
            suit,
            suit,
            st.none() | st.integers(0, 3),
            st.booleans(),
        ),
    )


def _priced(draw: _Draw[Any], variant: br.Variant) -> dict[str, Any]:
    """More prices of contracts made, or lost, or all of them multiplied."""
    side = draw(st.sampled_from(["won", "lost"]))
    now: tuple[Price, ...] = getattr(variant.payments, side)
    more = draw(_prices(variant, now))
    # A factor stands around the prices, everything else beside them.
    after = (more,) if isinstance(more, SuitFactor) and more.parts == now else (*now, more)
    shares = draw(st.sampled_from([variant.payments.shares, EvenShares(), BidderAlone(), Quotas()]))
    slams = draw(
        st.just(variant.payments.slams)
        | st.builds(SlamRule, CHIPS, CHIPS, CHIPS, FACTORS, st.just((more,)))
    )
    others: dict[str, Any] = {side: after, "shares": shares, "slams": slams}
    payments: Payments = evolve(variant.payments, **others)
    return {"payments": payments}


def _pooled(draw: _Draw[Any], variant: br.Variant) -> dict[str, Any]:
    keys = [step.key for step in variant.ladder]
    antes = st.builds(EachAntes, CHIPS, CHIPS) | st.builds(DealerAntes, CHIPS)
    bids = st.just(AnyBid()) | st.builds(AtOrAbove, st.sampled_from(keys))
    lost = st.one_of(
        st.sampled_from([PaysLikeOpponent(), FeedsNothing()]),
        st.builds(DoublesPool, bids, st.none() | st.integers(1, 9)),
    )
    pools = st.builds(
        PoolRule,
        ante=antes,
        taken_by=bids,
        lost=lost,
        cap=st.none() | st.integers(20, 200),
        ante_when_empty=st.booleans(),
    )
    return {"pool": draw(st.none() | pools)}


def _passed(draw: _Draw[Any], variant: br.Variant) -> dict[str, Any]:
    rules = st.one_of(
        st.builds(ThrownIn, CHIPS), st.just(FewestTakesPool()), st.builds(MostPaysEach, CHIPS)
    )
    return {"passed_out": draw(rules)}


def _bidding(draw: _Draw[Any], variant: br.Variant) -> dict[str, Any]:
    keys = tuple(step.key for step in variant.ladder)
    reentry = st.sampled_from([OutOfBidding(), FreeReturn(), ReturnWith(keys[-2:])])
    rules = st.just(OneRound()) | st.builds(UntilAllPass, reentry, st.booleans(), st.booleans())
    order = draw(SUITS)
    ranking = draw(st.sampled_from([variant.suits, EqualSuits(), FixedRanking(order)]))
    return {"bidding": draw(rules), "suits": ranking}


def _partners(draw: _Draw[Any], variant: br.Variant) -> dict[str, Any]:
    extra = st.integers(0, 3)
    rules = st.one_of(
        st.none(),
        st.builds(FixedSides, extra),
        st.builds(CalledCard, extra),
        st.builds(AskAndAccept, extra),
        st.builds(InAuction, extra, unaccepted=st.none() | st.just(RaiseHigher())),
    )
    return {"partners": draw(rules)}


def _asked(draw: _Draw[Any], variant: br.Variant) -> dict[str, Any]:
    questions = [Challenge(), TellAces(draw(st.integers(1, 2)))]
    asked = draw(st.lists(st.sampled_from(questions), max_size=2, unique=True))
    return {
        "questions": tuple(asked),
        "chicane": draw(st.none() | st.builds(ChicaneRule, CHIPS)),
        "contest": draw(st.none() | st.just(ContestRule((variant.ladder.steps[0].key,)))),
        "concession": draw(st.sampled_from([None, ConcessionRule()])),
    }


def _dealt(draw: _Draw[Any], variant: br.Variant) -> dict[str, Any]:
    packets = st.sampled_from([(13,), (4, 4, 5), (6, 7), (1,) * 13])
    left = Conditions("left", stakes=draw(st.integers(1, 3)), antes=draw(st.integers(0, 2)))
    after = st.sampled_from([left, evolve(left, gathered=True, packets=(5, 5, 3))])
    return {
        "dealing": evolve(
            variant.dealing,
            packets=draw(packets),
            shuffle=draw(st.sampled_from(["each-deal", "first-deal"])),
            cutters=draw(st.sampled_from([None, "all", "dealer-right"])),
            first_cutters=None,
            cuts_optional=draw(st.booleans()),
        ),
        "carryover": draw(st.none() | st.builds(AfterThrownIn, after)),
    }


def _step(draw: _Draw[Any], variant: br.Variant) -> dict[str, Any]:
    """A bid more, with prices, or another form of one that is there."""
    steps = variant.ladder.steps
    place = draw(st.integers(0, len(steps) - 1))
    parts: dict[str, Any] = {
        "exposed": draw(st.sampled_from(["no", "before-lead", "after-first-trick"])),
        "discard": draw(st.booleans()),
        "lead": draw(
            st.sampled_from(
                [steps[place].lead, DeclarerLeads(), LeftOfDeclarerLeads(), PartnerLeads()]
            )
        ),
        "play": draw(st.sampled_from(PLAY)),
    }
    if draw(st.booleans()):
        found = (*steps[:place], evolve(steps[place], **parts), *steps[place + 1 :])
        return {"ladder": evolve(variant.ladder, steps=found)}
    goal = draw(st.builds(AtLeast, st.integers(5, 9)) | st.builds(Exactly, st.integers(0, 2)))
    call = draw(st.sampled_from([NamedSuit(), NoTrumps(), NamedAfterwards(), TurnedSuit()]))
    new = Step(
        key="drawn",
        name="Drawn",
        goal=goal,
        suit=call,
        partnered=goal.counted and draw(st.booleans()),
        **parts,
    )
    price, old = Flat((("drawn", draw(st.integers(1, 40))),)), variant.payments
    return {
        "ladder": evolve(variant.ladder, steps=(*steps[:place], new, *steps[place:])),
        "payments": evolve(old, won=(price, *old.won), lost=(price, *old.lost)),
    }


def _taken_out(draw: _Draw[Any], variant: br.Variant) -> dict[str, Any]:
    steps = variant.ladder.steps
    gone = draw(st.sampled_from(steps))
    return {"ladder": evolve(variant.ladder, steps=tuple(step for step in steps if step != gone))}


def _law(draw: _Draw[Any], variant: br.Variant) -> dict[str, Any]:
    penalty = st.sampled_from(["tricks", "that-trick", "deal"])
    return {
        "laws": Laws(
            draw(st.builds(MisdealLaw, CHIPS, st.booleans())),
            draw(st.builds(RevokeLaw, penalty, CHIPS, st.booleans())),
        ),
        "enforcement": draw(st.sampled_from(["strict", "table"])),
    }


CHANGES: Final = (
    *(_priced, _priced, _pooled, _passed, _bidding, _partners, _asked, _dealt, _step),
    *(_step, _taken_out, _law),
)
"""What may be changed, each as the fields of a variant that change."""


@st.composite
def compositions(draw: st.DrawFn) -> br.Variant:
    """A game that the constructor accepts."""
    variant = br.get_variant(draw(st.sampled_from(br.list_variants())))
    for change in draw(st.lists(st.sampled_from(CHANGES), min_size=1, max_size=5)):
        fields = change(draw, variant)
        try:
            variant = evolve(variant, **fields)
        except br.VariantError:
            continue
    return variant
