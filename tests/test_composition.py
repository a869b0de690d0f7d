"""Compositions that cannot be played are refused, with every problem named."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import define, evolve, frozen
from tests.questions.house import FourAces, House

import boston_rules as br
from boston_rules.deal.questions.accepting import InAuction, RaiseTo
from boston_rules.deal.questions.asking import AskAndAccept
from boston_rules.deal.questions.polls import ContestRule
from boston_rules.rules.bidding import ReturnWith, UntilAllPass
from boston_rules.rules.cases import Case
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.goals import AtLeast, Exactly
from boston_rules.rules.ladder import (
    BelleSuit,
    Ladder,
    NamedAfterwards,
    NamedSuit,
    NoTrumps,
    Step,
    SuitChoice,
    TurnedSuit,
)
from boston_rules.rules.partners import FixedSides
from boston_rules.rules.passed_out import LastTrickTakesPool
from boston_rules.rules.payments import Flat, Payments, SuitFactor
from boston_rules.rules.pool import AtOrAbove, DealerAntes, FeedsNothing, PoolRule
from boston_rules.rules.sessions import BostonBonus, SessionRule
from boston_rules.rules.suits import SuitRanking, Turn
from boston_rules.rules.trumps import PlainTrumps
from boston_rules.rules.variant import with_rules


def problems(**slots: Any) -> tuple[str, ...]:
    """What is said against the house game with other rules."""
    with pytest.raises(br.VariantError) as caught:
        House(**slots)
    assert all(problem.startswith("House: ") for problem in caught.value.problems)
    return tuple(problem.removeprefix("House: ") for problem in caught.value.problems)


def ladder(*steps: Step) -> Ladder:
    return Ladder((*House().ladder.steps, *steps))


def priced(*keys: str) -> Payments:
    """Prices of the house and of some more contracts."""
    more = Flat(tuple((key, 1) for key in keys))
    payments = House().payments
    return Payments(won=(*payments.won, more), lost=(*payments.lost, more))


@frozen
class NeverMade(AtLeast):
    """A goal that its own tricks do not meet."""

    tricks: int = 5

    def verdict(self, taken: int, left: int) -> bool | None:
        """Lost."""
        return False


def test_the_house_is_sound() -> None:
    assert House().pool is None
    assert House().dealing.cutters is None
    assert House().dealing.turn is None
    assert House().ladder == House(ladder=ladder()).ladder


@pytest.mark.parametrize(
    "slot", ["pool", "chicane", "contest", "concession", "dealt", "carryover", "boston_bonus"]
)
def test_what_a_game_has_not_is_none(slot: str) -> None:
    given: Any = {slot: None}
    assert getattr(House(**given), slot) is None
    assert problems(table_law=7) == ("table_law is a TableLaw or None, not 7",)


def test_a_game_without_partners_has_no_partnered_step() -> None:
    found = problems(partners=None)
    assert found == (
        "ask: partnered, but the variant has no partners",
        "aces: partnered, but the variant has no partners",
    )
    steps = tuple(evolve(step, partnered=False) for step in House().ladder)
    assert House(partners=None, ladder=Ladder(steps)).partners is None


def test_a_question_before_the_lead_is_no_concession() -> None:
    assert problems(concession=AskAndAccept()) == (
        "concession is a ConcessionPoll, but AskAndAccept(extra=3, source=None) lacks takes_pool",
        "concession: AskAndAccept asks before the first lead, not after the first trick",
    )


@pytest.mark.parametrize("key", ["", "two words", "Ünruh", "H", "x:1", "5\n", "?", "-x", "x" * 41])
def test_a_key_that_no_token_can_hold_is_refused(key: str) -> None:
    with pytest.raises(br.VariantError, match="the key of a bid has 1 to 40 small letters"):
        Step(key=key, goal=AtLeast(5))


def test_too_many_seats_are_refused_before_anybody_is_asked() -> None:
    assert problems(dealing=DealingRule(seats=100_000)) == (
        "the game is for 4 seats, or 3 with a dead hand, not 100000",
    )


def test_no_two_bids_are_called_alike() -> None:
    first = House().ladder.steps[0]
    step = Step(key="x", name=first.key.upper(), french="Ecks", goal=AtLeast(11))
    other = Step(key="y", name="ÉCKS", goal=AtLeast(11))
    assert problems(ladder=ladder(step, other), payments=priced("x", "y")) == (
        f"x: its name {first.key.upper()!r} is that of {first.key} as well",
        "y: its name 'ÉCKS' is that of x as well",
    )


# Ranks.


@frozen
class Ranked:
    """A ranking by a table."""

    ranks: tuple[int, ...]

    def rank(self, suit: br.Suit, turn: Turn) -> int:
        return self.ranks[suit]

    def suit_class(self, suit: br.Suit, turn: Turn) -> None:
        return None

    def words(self) -> str:
        return "suits rank by a table"


@pytest.mark.parametrize("rank", [16, 17, -1, True])
def test_a_rank_that_reaches_into_another_step_is_refused(rank: int) -> None:
    said = (
        f"has the rank {rank!r} within its step: with one that is not 0 to 15 it is as strong as "
        "a bid of another step"
    )
    assert problems(suits=Ranked((0, 1, rank, 3))) == tuple(
        f"{key} in ♥ {said}" for key in ("ask", "alone", "slam", "aces")
    )


def test_a_bid_without_a_suit_may_be_ranked_wrongly_too() -> None:
    high = Step(key="high", goal=AtLeast(5), suit=High())
    (problem,) = problems(ladder=ladder(high), payments=priced("high"))
    assert problem.startswith("high has the rank 16 within its step")


@pytest.mark.parametrize("rank", [0, 15])
def test_ranks_of_zero_to_fifteen_stand(rank: int) -> None:
    ranking: SuitRanking = Ranked((0, 1, rank, 3))
    assert House(suits=ranking).suits == ranking


@frozen
class High(NoTrumps):
    """A bid without a suit that ranks too high."""

    def suit_choices(self, turn: Turn, ranking: SuitRanking) -> tuple[SuitChoice, ...]:
        return (SuitChoice(16, None),)


@frozen
class Twice(NamedSuit):
    """Two bids that are called alike."""

    def suit_choices(self, turn: Turn, ranking: SuitRanking) -> tuple[SuitChoice, ...]:
        return (SuitChoice(0, br.HEARTS, suit=br.HEARTS), SuitChoice(1, br.SPADES, suit=br.HEARTS))


def test_two_bids_that_are_called_alike_are_refused() -> None:
    twice = Step(key="twice", goal=AtLeast(5), suit=Twice())
    assert problems(ladder=ladder(twice), payments=priced("twice")) == (
        "twice: two of its bids are called alike",
    )
    again = House().ladder["nine"]
    assert problems(ladder=ladder(again)) == ("the ladder has 'nine' twice",)


# Steps and prices.


def test_turned_suits_and_laid_cards_that_there_are_not() -> None:
    def one(**more: Any) -> tuple[str, ...]:
        step = Step(key="x", goal=AtLeast(5), **more)
        return problems(ladder=ladder(step), payments=priced("x"))

    assert one(suit=TurnedSuit()) == ("x: needs a turned card, but the dealing rule has none",)
    assert one(suit=BelleSuit()) == (
        "x: needs a card that fixes belle, but the dealing rule has none",
    )
    assert one(suit=NoTrumps(), lays_card=True) == (
        "x: a card of the trump suit is laid, but there are no trumps",
    )
    for named in (NamedSuit(), NamedAfterwards()):
        assert one(suit=named, lays_card=True) == (
            "x: a card of the trump suit is laid, but the deal does not settle which that is",
        )
    assert "the ladder is empty" in problems(ladder=Ladder(()))


@frozen
class Lists:
    """A price by a table that is too short, and can be changed."""

    table: Any

    def lines(self, case: Case) -> tuple[br.Line, ...]:
        return (br.Line(self.table[case.taken], "by the table"),)

    def words(self) -> str:
        return "a price by a table"


def test_a_table_of_prices_that_is_too_short() -> None:
    price = Lists((1,) * 13)
    found = problems(payments=Payments(won=(price,), lost=(price,)))
    assert "ask: no price with 5 over" in found or "ask: no price when made with 5 over" in found


def test_what_can_be_changed_is_refused() -> None:
    price = Lists([1] * 14)
    found = problems(payments=Payments(won=(price,), lost=(price,)))
    assert any("rules are made of frozen objects" in problem for problem in found)


def test_a_rule_that_has_no_hash_is_refused() -> None:
    (problem,) = problems(trumps=Unhashed())
    assert problem.startswith("a rule holds something mutable: unhashable type")


@define
class Unhashed(PlainTrumps):
    """Fields that never change, and no hash."""

    __hash__ = None  # type: ignore[assignment]


def test_a_pool_that_names_no_contract_of_the_ladder() -> None:
    pool = PoolRule(ante=DealerAntes(1), taken_by=AtOrAbove("tout"), lost=FeedsNothing())
    assert problems(pool=pool) == ("pool.taken_by names 'tout', which is not on the ladder",)


# Slots filled by something else.


@pytest.mark.parametrize(
    ("slot", "says"),
    [
        ("dealing", "dealing is a DealingRule, not 7"),
        ("ladder", "ladder is a Ladder, not 7"),
        (
            "bidding",
            "bidding is a BiddingRule, but 7 lacks source, order, marked, asks, forbids, "
            "binds, most_bids, problems, words",
        ),
        ("payments", "payments is a Payments, not 7"),
        ("session", "session is a SessionRule, not 7"),
        ("laws", "laws is a Laws, not 7"),
        ("pool", "pool is a PoolRule or None, not 7"),
        ("suits", "suits is a SuitRanking, but 7 lacks rank, suit_class, words"),
        ("trumps", "trumps is a TrumpRule, but 7 lacks boston, bonus_card, table, words"),
        ("contest", "contest is a ContestPoll, but 7 lacks covers, takes_pool, words"),
        (
            "concession",
            "concession is a ConcessionPoll, but 7 lacks ask, phases, takes_pool, words",
        ),
        ("chicane", "chicane is a ChicanePoll, but 7 lacks chips, declared, source, words"),
        (
            "dealt",
            "dealt is a DealtContract, but 7 lacks keys, contract, problems, known, limit, words",
        ),
        ("carryover", "carryover is a CarryoverRule, but 7 lacks possible, following, words"),
        ("passed_out", "passed_out is a PassedOutRule, but 7 lacks played, transfers, words"),
    ],
)
def test_a_slot_filled_by_something_else(slot: str, says: str) -> None:
    assert problems(**{slot: 7}) == (says,)


@pytest.mark.parametrize(
    ("slot", "change", "told"),
    [
        ("pool", {"ante": 7}, "pool.ante is a PoolAnte, but 7 lacks amounts, words"),
        ("pool", {"lost": None}, "pool.lost is a FeedsPool, but None lacks due, words"),
        ("pool", {"taken_by": "7"}, "pool.taken_by is a BidRange, but '7' lacks covers, words"),
        ("pool", {"ante_when_empty": 1}, "pool.ante_when_empty is a bool, not 1"),
        ("bidding", {"reentry": 7}, "bidding.reentry is a ReEntry, but 7 lacks allows, "),
        ("laws", {"misdeal": ()}, "laws.misdeal is a MisdealLaw, not ()"),
        ("laws", {"revoke": None}, "laws.revoke is a RevokeLaw, not None"),
        ("laws", {"whist": 7}, "laws.whist is a WhistLaw or None, not 7"),
        ("session", {"grand": 7}, "session.grand is a PassedOutRule, but 7 lacks played, "),
        ("dealing", {"pack": ()}, "dealing.pack is a Cards, not ()"),
        ("dealing", {"fixes_belle": "no"}, "dealing.fixes_belle is a bool, not 'no'"),
        ("ladder", {"steps": "5"}, "ladder.steps is a tuple of rules, not '5'"),
        ("ladder", {"steps": (7,)}, "ladder.steps[0] is a Step, not 7"),
        ("payments", {"won": 7}, "payments.won is a tuple of rules, not 7"),
        (
            "payments",
            {"lost": (SuitFactor((1, 1, 1, 1), (7,)),)},  # type: ignore[arg-type]
            "payments.lost[0].parts[0] is a Price, but 7 lacks lines, words",
        ),
    ],
)
def test_parts_of_rules_of_another_type(slot: str, change: dict[str, Any], told: str) -> None:
    base = br.get_variant("french")
    with pytest.raises(br.VariantError) as caught:
        with_rules(base, {slot: evolve(getattr(base, slot), **change)})
    (problem,) = caught.value.problems
    assert problem.removeprefix("French: ").startswith(told)


@frozen(kw_only=True)
class DearPayments(Payments):
    """Somebody else's, with a field of another type of its own."""

    tip: SuitRanking = 7  # type: ignore[assignment]


def test_what_is_declared_here_holds_in_classes_of_others() -> None:
    ours = House().payments
    assert House(payments=DearPayments(won=ours.won, lost=ours.lost)).payments != ours
    given: Any = (*ours.won, 7)
    (problem,) = problems(payments=DearPayments(won=given, lost=ours.lost))
    assert problem == f"payments.won[{len(ours.won)}] is a Price, but 7 lacks lines, words"


def test_a_rule_that_lacks_one_answer_is_told_which() -> None:
    class Half:
        extra = 0
        source = None
        chosen = volunteers = optional = False

        def opposite(self, declarer: int, seats: int) -> None:
            return None

        def problems(self, seats: int) -> list[str]:
            return []

        def words(self) -> str:
            return "half a rule"

    (problem,) = problems(partners=Half())
    assert problem.endswith(" lacks calls, may_accept")
    assert problem.startswith("partners is a PartnerRule, but ")


@pytest.mark.parametrize("slot", ["dealing", "suits", "ladder", "payments", "passed_out"])
def test_a_slot_that_must_be_filled(slot: str) -> None:
    (problem,) = problems(**{slot: None})
    assert problem.startswith(f"{slot} is a ")


class Talker:
    """A rule that asks something, and does not derive from the base of those that do."""

    def ask(self, opening: object) -> None: ...

    def words(self) -> str:
        return "never asked"


@frozen
class Odd(AtLeast):
    """A goal with a method where a fact is read."""

    def counted(self) -> bool:  # type: ignore[override]  # what is wrong with it
        return False


@frozen
class Few:
    """At most two tricks."""

    tricks = 0
    most = 2
    counted = False

    def binds(self, side: tuple[int, ...]) -> tuple[int, ...]:
        return side[:1]

    def with_partner(self, extra: int) -> Few:
        return self

    def verdict(self, taken: int, left: int) -> bool | None:
        return False if taken > 2 else True if taken + left <= 2 else None

    def over(self, taken: int) -> int:
        return 0

    def under(self, taken: int) -> int:
        return 0

    def wants(self, taken: int) -> bool:
        return taken < 2

    def words(self) -> str:
        return "win at most two tricks"


@frozen
class Alone:
    """A price that leaves out who plays without a partner."""

    def lines(self, case: Case) -> tuple[br.Line, ...]:
        return (br.Line(1, "together"),) if case.partnered else ()

    def words(self) -> str:
        return "1 with a partner"


def test_a_question_that_would_never_be_asked() -> None:
    assert problems(questions=(Talker(),)) == (
        "questions[0]: Talker asks nothing: it does not derive from QuestionRule",
    )
    assert problems(questions=[]) == ("questions is a tuple of rules, not []",)


def test_a_method_where_a_fact_is_read() -> None:
    odd = Step(key="x", goal=Odd(5))
    assert problems(ladder=ladder(odd), payments=priced("x")) == (
        "x: goal: Odd.counted must be a property or a value, not a method",
    )


def test_parts_that_answer_nothing() -> None:
    step = Step(key="x", goal=7, suit=NoTrumps())  # type: ignore[arg-type]  # no goal
    (problem,) = problems(ladder=ladder(step), payments=priced("x"))
    assert problem.startswith("x: goal is a Goal, but 7 lacks tricks, most, ")
    (problem,) = problems(payments=Payments(won=(7,), lost=()))  # type: ignore[arg-type]
    assert problem == "payments.won[0] is a Price, but 7 lacks lines, words"


def test_every_verdict_and_way_needs_a_price() -> None:
    house = House().payments
    price = Flat((("x", 1),))

    def one(step: Step, *won: Any, lost: Any) -> tuple[str, ...]:
        payments = Payments(won=(*house.won, *won), lost=(*house.lost, lost))
        return problems(ladder=ladder(step), payments=payments, partners=InAuction(extra=0))

    few = Step(key="x", goal=Few(), suit=NoTrumps())
    assert one(few, price, lost=Alone()) == ("x: no price when lost",)
    both = Step(key="x", goal=AtLeast(13), suit=NoTrumps(), partnered=True)
    assert one(both, Alone(), lost=price) == ("x: no price when made",)


# Rules that do not fit each other.


def test_contracts_that_are_not_on_the_ladder() -> None:
    found = problems(
        bidding=UntilAllPass(ReturnWith(("misere", "tout"))),
        contest=ContestRule(("ask", "tout")),
        partners=InAuction(extra=0, unaccepted=RaiseTo("tout")),
    )
    assert found == (
        "bidding.reentry names 'tout', which is not on the ladder",
        "partners.unaccepted names 'tout', which is not on the ladder",
        "contest names 'tout', which is not on the ladder",
    )


def test_a_dealt_contract_that_is_not_on_the_ladder() -> None:
    steps = tuple(step for step in House().ladder if step.key != "aces")
    assert problems(ladder=Ladder(steps)) == ("the dealt contract 'aces' is not on the ladder",)
    assert House(ladder=Ladder(steps), dealt=None).dealt is None
    biddable = tuple(evolve(step, biddable=True) for step in House().ladder)
    assert problems(ladder=Ladder(biddable)) == (
        "aces: the cards make it without an auction, and it can be bid as well",
    )
    assert House(dealt=FourAces()).dealt == FourAces()


def test_goals_and_partners_that_do_not_fit() -> None:
    def one(**more: Any) -> tuple[str, ...]:
        step = Step(key="x", **more)
        return problems(ladder=ladder(step), payments=priced("x"))

    assert one(goal=AtLeast(13), discard=True) == ("x: 13 of 12 tricks",)
    assert one(goal=Exactly(1), partnered=True) == (
        "x: a partnered step needs a goal of at least so many tricks",
    )
    step = Step(key="x", goal=AtLeast(11), partnered=True)
    assert one(goal=NeverMade()) == ("x: its goal is not met by the 5 tricks it names",)
    (problem,) = problems(ladder=ladder(step), payments=priced("x"), partners=InAuction(extra=3))
    assert problem == "x: with a partner more tricks are needed than are played"
    assert problems(dealing=DealingRule(seats=3), partners=FixedSides()) == (
        "fixed sides need four seats, not 3",
    )
    assert problems(bidding=UntilAllPass(partners_overcall=False)) == (
        "partners may not overcall each other, but nobody has a partner in the auction",
    )
    assert problems(boston_bonus=BostonBonus(1)) == (
        "a bonus for the Boston, but the trump rule has no Boston jack",
    )
    assert problems(session=SessionRule(grand=LastTrickTakesPool())) == (
        "a grand is played for the pool, but there is none",
    )


@pytest.mark.parametrize("depth", [40, 400, 20_000])
def test_prices_within_prices_end_somewhere(depth: int) -> None:
    price: Any = Flat((("5", 1),))
    for _ in range(depth):
        price = SuitFactor((1, 1, 1, 1), (price,))
    payments = evolve(House().payments, won=(price,))
    assert problems(payments=payments) == ("rules are nested more than 64 deep",)


def test_prices_that_are_missing_or_negative() -> None:
    found = problems(ladder=ladder(Step(key="x", goal=Exactly(0), suit=NoTrumps())))
    assert found == ("x: no price when made", "x: no price when lost")
    cheap = Flat((("x", -1),))
    won, lost = House().payments.won, House().payments.lost
    one = ladder(Step(key="x", goal=Exactly(0), suit=NoTrumps()))
    assert problems(ladder=one, payments=Payments(won=(*won, cheap), lost=lost)) == (
        "x: a negative price when made",
        "x: no price when lost",
    )
