"""The Monte Carlo bot: legal everywhere, the same under a seed, in time, right where it is easy."""

from __future__ import annotations

import pickle
import random
import time
from functools import cache

import pytest
from attrs import evolve
from tests.bots.spots import SLUGS, Watched, spot
from tests.phases.table_talk import act, go_on

import boston_rules as br
from boston_rules import testing
from boston_rules.bots import (
    Bot,
    BotNameError,
    MonteCarloBot,
    SimpleBot,
    make_bot,
    play_deal,
    play_session,
)
from boston_rules.bots.driver import decide
from boston_rules.bots.montecarlo.context import Ending, SearchContext
from boston_rules.bots.montecarlo.payoff import Payoff, gain_of
from boston_rules.bots.montecarlo.table_talk import played_on
from boston_rules.knowing.worlds import Worlds

THREE_SEATS = br.get_variant("english-boston", seats=3)
VARIANTS = {slug: br.get_variant(slug) for slug in SLUGS} | {"three seats": THREE_SEATS}


def bot(seed: int = 1, iterations: int = 24) -> MonteCarloBot:
    return MonteCarloBot(random.Random(seed), iterations=iterations)


@cache
def phases_of(name: str) -> dict[str, br.State]:
    """A view of the seat to act in every phase of a variant, from random walks."""
    found: dict[str, br.State] = {}
    for seed in range(30):
        for at in testing.random_walk(VARIANTS[name], seed=seed).positions:
            actor = at.state.actor
            if actor is not None and actor != br.CHANCE and at.state.phase not in found:
                found[at.state.phase] = br.observe(at.state, actor)
    return found


@pytest.mark.long
@pytest.mark.no_cover
@pytest.mark.parametrize("name", VARIANTS)
def test_an_action_of_every_phase_is_legal_and_the_same_under_a_seed(name: str) -> None:
    for view in phases_of(name).values():
        first, again = (bot(7, 2).choose(view) for _ in range(2))
        assert first == again
        assert first in br.legal_actions(view)


@pytest.mark.long
@pytest.mark.no_cover
@pytest.mark.parametrize("name", VARIANTS)
def test_whole_deals_with_and_against_it_are_legal_and_the_same_under_a_seed(name: str) -> None:
    variant = VARIANTS[name]

    def deals() -> list[br.Settled]:
        rng = random.Random(5)
        names = ["montecarlo:iterations=1", "random", "montecarlo:iterations=2", "simple"]
        table: list[Bot] = [Watched(make_bot(one, rng)) for one in names[: variant.seats]]
        short = type(variant).with_options({**variant.options(), "deals": 1})
        return list(play_session(short, table, rng))

    assert deals() == deals()


@pytest.mark.long
def test_all_phases_are_among_them() -> None:
    assert {phase for name in VARIANTS for phase in phases_of(name)} == {
        "cut",
        "turn-cut",
        "auction",
        "asking for a partner",
        "answering the declarer",
        "calling a card",
        "naming trumps",
        "chicane",
        "contesting the bid",
        "discarding",
        "play",
        "conceding",
    }


@pytest.mark.parametrize("slug", ["fontainebleau", "american", "french"])
def test_a_budget_of_seconds_ends_near_its_limit(slug: str) -> None:
    for phase in ("auction", "play"):
        view = phases_of(slug)[phase]
        if phase == "play":  # an early one, with much to think about
            view = next(
                br.observe(at.state, at.state.actor)
                for seed in range(30)
                for at in testing.random_walk(VARIANTS[slug], seed=seed).positions
                if at.state.phase == "play" and len(br.legal_actions(at.state)) > 8
            )
        # A single playout may be under way, and once something else may have the processor.
        assert any(_thinks(view) < 0.6 for _ in range(3))


def _thinks(view: br.State) -> float:
    begin = time.perf_counter()
    action = MonteCarloBot(random.Random(1), seconds=0.15).choose(view)
    took = time.perf_counter() - begin
    assert action in br.legal_actions(view)
    return took


@pytest.mark.parametrize(
    "budget", [{"iterations": 0}, {"seconds": 0.0}, {"iterations": 3, "seconds": 1.0}]
)
def test_a_senseless_budget_is_refused(budget: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"budget|iterations|seconds"):
        MonteCarloBot(random.Random(1), **budget)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("montecarlo:worlds=4", r"montecarlo has no option 'worlds'; known: iterations, seconds"),
        ("montecarlo:iterations=many", "montecarlo: iterations is no number: 'many'"),
        ("montecarlo:iterations=-1", "montecarlo: iterations is a whole number from 1, not -1"),
        ("montecarlo:seconds=nan", "montecarlo: seconds is a positive number"),
        ("montecarlo:iterations=1:seconds=1", "montecarlo: give a budget of iterations or"),
        ("montecarlo:iterations=1,seconds=1", "no number: '1,seconds=1'; a colon goes before each"),
        ("montecarlo:iterations=1:iterations=2", "montecarlo: iterations is given twice"),
        ("montecarlo:iterations", "montecarlo: iterations has no value; give iterations=VALUE"),
        ("montecarlo:", "montecarlo has no option ''; known: iterations, seconds"),
        ("simple:iterations=4", "simple has no option 'iterations'; it has none"),
        (
            "clever:iterations=4",
            "no bot is called 'clever'; known: random, beginner, simple",
        ),
    ],
)
def test_options_in_a_name_are_checked(name: str, message: str) -> None:
    with pytest.raises(BotNameError, match=message) as caught:
        make_bot(name, random.Random(1))
    assert caught.value.name == name
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (type(copy), vars(copy)) == (BotNameError, vars(caught.value))


@pytest.mark.long
def test_options_in_a_name_reach_the_bot() -> None:
    view = phases_of("fontainebleau")["auction"]
    named = make_bot("montecarlo:iterations=6", random.Random(3))
    assert named.choose(view) == MonteCarloBot(random.Random(3), iterations=6).choose(view)
    assert isinstance(make_bot("montecarlo", random.Random(1)), MonteCarloBot)


# Ends of deals that any player would get right.

SPADES = ["AS", "KS", "QS", "JS", "TS", "9S", "8S", "7S", "6S", "5S"]


def ending(own: str, *kept: str, trumps: int = 9) -> br.Playing:
    """A spade contract of seat 0, who has led nine trumps; what everybody has left.

    Seat 0 is on lead; the others have thrown all but the cards given for seats 1, 2 and 3. A
    spade that is kept must not be its holder's only one to follow with.
    """
    mine = {*SPADES[:trumps], *own.split()}
    wanted = [mine, *(set(cards.split()) for cards in kept)]
    rest = [str(card) for card in br.PACK if not any(str(card) in hand for hand in wanted)]
    hands = [set(hand) for hand in wanted]
    for hand in hands[1:]:
        while len(hand) < 13:
            hand.add(rest.pop(0))
    deal = [" ".join(sorted(hand)) for hand in hands]
    state = br.start(br.get_variant("classic"), dealer=3, hands=deal)
    for token in ("bid 10 S", "pass", "pass", "pass"):
        state = br.apply(state, br.parse_action(token))
    for _ in range(4 * trumps):
        seat = state.actor
        assert seat is not None
        if seat == 0:
            choice = next(card for card in SPADES if br.parse_card(card) in state.hands[0])
        else:
            legal = [action for action in br.legal_actions(state) if isinstance(action, br.Play)]
            spare = [str(a.card) for a in legal if str(a.card) not in wanted[seat]]
            choice = spare[0]
        state = br.apply(state, br.parse_action(f"play {choice}"))
    assert isinstance(state, br.Playing)
    return state


def plays(state: br.State, seed: int) -> str:
    assert state.actor is not None
    return str(bot(seed).choose(br.observe(state, state.actor)))


def test_the_last_trump_is_drawn_before_the_winners_are_cashed() -> None:
    state = br.start(br.get_variant("classic"), dealer=3, hands=LAST_TRUMP)
    for token in ("bid 9 S", "pass", "pass", "pass"):
        state = br.apply(state, br.parse_action(token))
    for card in SPADES[:3]:
        state = led(state, card)
    # One trump is out, with seat 1, 2 or 3; an ace led before it is drawn may be ruffed.
    for seed in range(5):
        assert plays(state, seed) in [f"play {card}" for card in SPADES[3:]]


LAST_TRUMP = [
    "AS KS QS JS TS 9S 8S 7S 6S AH KH AD KD",
    "5S 4S 3S 2S AC KC QC JC TC 9C 8C 7C 6C",
    "QH JH TH 9H 8H 7H 5C 4C 3C 2C 2D 3D 4D",
    "6H 5H 4H 3H 2H QD JD TD 9D 8D 7D 6D 5D",
]


def led(state: br.State, card: str) -> br.State:
    """The trick after a card of seat 0 in which the others play their first legal card."""
    return go_on(act(state, f"play {card}"), lambda now: now.actor == 0)


def test_a_ruff_that_cannot_be_beaten_is_taken() -> None:
    state: br.State = ending("5S 2H 2D 2C", "AH KH AD KD", "QH JH QD JD", "TH 9H TD 9D")
    for token in ("play 2H", "play AH", "play QH", "play TH", "play AD", "play QD", "play TD"):
        state = br.apply(state, br.parse_action(token))
    state = br.apply(state, br.parse_action("play 2D"))
    for token in ("play KD", "play JD", "play 9D"):
        state = br.apply(state, br.parse_action(token))
    assert state.actor == 0
    for seed in range(5):
        assert plays(state, seed) == "play 5S"


def misere(hands: list[str], *tokens: str) -> br.State:
    """A misère of seat 0 at the plain game, with the left of him to lead."""
    state = br.start(br.get_variant("classic"), dealer=3, hands=hands)
    for token in ("bid grande-misere", "pass", "pass", "pass", *tokens):
        state = br.apply(state, br.parse_action(token))
    return state


LOW = [
    "AH 5H 2H 2S 3S 4S 2D 3D 4D 2C 3C 4C 5C",
    "KH QH JH TH AS KS QS AD KD QD AC KC QC",
    "9H 8H 7H JS TS 9S JD TD 9D JC TC 9C 8C",
    "6H 4H 3H 8S 7S 6S 5S 8D 7D 6D 5D 7C 6C",
]


def test_a_misere_does_not_take_a_trick_that_it_can_lose() -> None:
    state = misere(LOW, "play KH", "play 9H", "play 6H")
    for seed in range(5):
        assert plays(state, seed) in ("play 5H", "play 2H")


def test_an_opponent_stays_under_a_misere_that_is_caught() -> None:
    hands = list(LOW)
    hands[0] = hands[0].replace("2C", "JC")
    hands[2] = hands[2].replace("JC", "2C")
    hands[0], hands[1] = hands[0].replace("5H", "KH"), hands[1].replace("KH", "5H")
    state = misere(hands, "play QH", "play 9H", "play 6H", "play 2H", "play 5H", "play 8H")
    assert state.actor == 3
    # The ace or the king must go next unless somebody goes above them; nobody can.
    for seed in range(5):
        assert plays(state, seed) in ("play 4H", "play 3H")


def test_a_sure_slam_is_declared() -> None:
    contract = br.Contract("simple-belle", 0, trump=br.HEARTS, turned=br.CLUBS, belle=br.HEARTS)
    won = [
        "0: AS 2S 3S 4S",
        "0: KS 5S 6S 7S",
        "0: QS 8S 9S TS",
        "0: AD 2D 3D 4D",
        "0: KD 5D 6D 7D",
    ]
    view = spot(
        "french",
        contract,
        "JD AH KH QH JH TH 9H 8H",
        seat=0,
        dealer=1,
        said=[(0, "bid simple-belle AH"), (1, "pass"), (2, "pass"), (3, "pass")],
        before=won,
    )
    assert Worlds(view).count, "there are deals to think about"
    assert isinstance(bot(1).choose(view), br.Slam)
    # Once it is declared it plays on.
    assert isinstance(bot(1).choose(evolve(view, slam=("closed", 32))), br.Play)


def test_chicane_is_declared() -> None:
    # It pays whatever happens then.
    for seed in range(60):
        for at in testing.random_walk(VARIANTS["russian"], seed=seed).positions:
            if br.Chicane() in br.legal_actions(at.state):
                view = br.observe(at.state, at.state.actor)
                assert bot(seed, 4).choose(view) == br.Chicane()
                return
    raise AssertionError("no chicane in sixty walks")


def test_a_hand_of_thirteen_trumps_is_not_passed() -> None:
    hands = [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "SHDC"]
    state = br.start(br.get_variant("fontainebleau"), dealer=3, hands=hands)
    action = bot(1).choose(br.observe(state, 0))
    assert isinstance(action, br.Bid)
    assert action.key in ("13", "13-table")


@pytest.mark.long
def test_a_hand_without_a_trick_is_not_bid_for_tricks() -> None:
    hands = [
        "2S 3S 4S 2H 3H 4H 5H 2D 3D 4D 2C 3C 4C",
        "5S 6S 7S 6H 7H 8H 9H 5D 6D 7D 5C 6C 7C",
        "8S 9S TS TH JH QH 8D 9D TD JD 8C 9C TC",
        "AS KS QS JS AH KH QD KD AD JC QC KC AC",
    ]
    for slug in ("fontainebleau", "classic", "mariland"):
        state = br.start(br.get_variant(slug), dealer=3, hands=hands, turned=None)
        if state.actor != 0:
            continue
        action = bot(1).choose(br.observe(state, 0))
        ladder = state.table.variant.ladder
        assert not isinstance(action, br.Bid) or ladder[action.key].is_misere


# Payoffs and rollouts.


@pytest.mark.parametrize("slug", SLUGS)
def test_payoffs_are_those_of_the_settlement(slug: str) -> None:
    variant = br.get_variant(slug)
    for seed in range(6):
        rng = random.Random(seed)
        state = br.start(variant, dealer=seed % 4)
        played: br.Playing | None = None
        while state.actor is not None:
            if isinstance(state, br.Playing) and not state.done:
                played = state
            chance = state.actor == br.CHANCE
            legal = br.legal_actions(state)
            tame = [action for action in legal if not isinstance(action, br.Concede | br.Slam)]
            state = br.apply(state, br.draw_chance(state, rng) if chance else rng.choice(tame))
        assert isinstance(state, br.Settled)
        if played is None:
            continue
        table = played.table
        for seat in range(4):
            payoff = Payoff(table, state.contract, seat=seat, chicane=state.outcome.chicane)
            gained = state.settlement.pool + state.settlement.set_aside
            gained -= table.pool + table.set_aside
            assert state.settlement.deltas[seat] + gained / 4 == payoff.chips(
                state.taken, honours=state.outcome.honours, boston=state.outcome.boston
            )


def test_the_last_deal_of_a_session_is_settled_as_the_last() -> None:
    variant = br.get_variant("fontainebleau", deals=1)
    five = br.Contract("5", 1, trump=br.HEARTS)
    table = evolve(br.start(variant).table, pool=60)
    for seat in range(4):
        payoff = Payoff(table, five, seat=seat)
        bill = br.settle(variant, five, br.Outcome((4, 4, 3, 2)), pool=60, last=True)
        assert bill.pool == 0
        assert payoff.chips((4, 4, 3, 2)) == bill.deltas[seat] - 60 / 4


def test_what_a_seat_gains_the_others_lose_wherever_the_chips_lie() -> None:
    five = br.Contract("demande", 1, trump=br.HEARTS, partner=2, turned=br.HEARTS)
    table = evolve(br.start("whisch-bostonien").table, pool=36)
    payoffs = [Payoff(table, five, seat=seat) for seat in range(4)]
    made, lost = [
        [payoff.chips(tricks) for payoff in payoffs] for tricks in ((2, 5, 3, 3), (3, 5, 2, 3))
    ]
    # Made, price and half the pool, in which everybody had a quarter; lost, the partner who fell
    # short doubles the pool, for the good of all.
    assert made == [-13.0, 13.0, 13.0, -13.0]
    assert lost == [13.0, 9.0, -35.0, 13.0]
    assert sum(made) == sum(lost) == 0


@pytest.mark.parametrize("name", VARIANTS)
def test_rollouts_are_the_play_of_simple_players(name: str) -> None:
    variant = VARIANTS[name]
    for seed in range(8):
        rng = random.Random(seed)
        table: list[Bot] = [SimpleBot() for _ in range(4)]
        state = br.start(variant, dealer=seed % variant.seats)
        met: list[br.Playing] = []
        while state.actor is not None:
            if isinstance(state, br.Playing):
                met.append(state)
            state = br.apply(state, decide(state, table, rng))
        assert isinstance(state, br.Settled)
        if state.outcome.conceded or state.outcome.slam or not met:
            continue  # rollouts have neither
        contract = state.contract
        step = None if contract is None else variant.ladder[contract.key]
        for playing in met[seed::13]:
            row = played_on(playing)
            if contract is None or step is None or step.goal.counted:
                assert row == state.taken
            else:  # given up when it is lost
                most = step.goal.tricks + 1
                won = state.taken[contract.declarer]
                assert min(row[contract.declarer], most) == min(won, most)


def gains(state: br.State, seat: int, pool: int, side: tuple[int, ...]) -> float:
    """What a seat gains when both sides play for it or against it, by trying everything."""
    if isinstance(state, br.Settled):
        return gain_of(state.settlement, seat, pool)
    cards = [action for action in br.lawful_actions(state) if isinstance(action, br.Play)]
    found = [gains(br.apply(state, card), seat, pool, side) for card in cards]
    return max(found) if (state.actor in side) == (seat in side) else min(found)


@pytest.mark.parametrize("name", VARIANTS)
def test_an_end_is_worth_what_trying_everything_finds(name: str) -> None:
    rng, tried = random.Random(name), 0
    table: list[Bot] = [SimpleBot() for _ in range(4)]
    for seed in range(12):
        state: br.State = br.start(VARIANTS[name], dealer=seed % VARIANTS[name].seats)
        while not (
            isinstance(state, br.Playing) and state.setup.terms.total - len(state.done) == 2
        ):
            if state.actor is None:
                break
            state = br.apply(state, decide(state, table, rng))
        if not isinstance(state, br.Playing) or state.contract is None:
            continue
        context, side = SearchContext(state, state.actor), state.contract.side
        left = len(state.held(state.actor))
        assert context.is_end(left * context.seats)
        dealt = state.deal.hands
        honours, boston = context.honours(dealt), context.boston(dealt)
        partner = state.contract.partner
        assert partner is not br.UNKNOWN
        prospect = context.prospect(state.taken, left, partner, honours, boston)
        if prospect is None:
            continue  # it matters who of two partners wins a trick
        ending = Ending(
            context,
            prospect,
            [context.ranked.mask(cards.mask) for cards in state.hands],
            state.leader,
            [],
            0.0,
        )
        pool = state.table.pool + state.table.set_aside
        for action in br.lawful_actions(state):
            if isinstance(action, br.Play):
                found = ending.chips(context.ranked.numbers[action.card.index])
                after = br.apply(state, action)
                seat = context.payoff.seat
                assert found == gains(after, seat, pool, side)
                tried += 1
    assert tried or name in PARTNERS_APART


PARTNERS_APART = {"whisch-bostonien"}
"""Where every contract of two asks what each of them has won."""


def test_a_whole_deal_between_four_of_them() -> None:
    rng = random.Random(9)
    table = [bot(seed, 3) for seed in range(4)]
    settled = play_deal(br.start(br.get_variant("whisch-bostonien")), table, rng)
    assert settled.actor is None
