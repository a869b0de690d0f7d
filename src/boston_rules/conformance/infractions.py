"""Cases of a corpus in which players err: who may do what then, what is seen, what it costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from attrs import define, evolve, frozen

from boston_rules.conformance.cases import NOTHING_DECLARED, Question, settlement_questions
from boston_rules.conformance.corpus import Json
from boston_rules.conformance.positions import deal_document, plan_for
from boston_rules.conformance.steering import (
    DealPlan,
    Dice,
    choose,
    laid_out,
    moves_of,
    open_steps,
    turn_drawn,
)
from boston_rules.core.actions import (
    Action,
    CallSuit,
    Correct,
    Cut,
    Demand,
    Misdeal,
    Play,
    Revoke,
    Shuffle,
    Slam,
    TurnUp,
)
from boston_rules.core.cards import PACK
from boston_rules.deal.dealing import Cutting, Shuffling, ShufflingStill, Turning
from boston_rules.deal.engine import apply, lawful_actions, legal_actions, start, why_illegal
from boston_rules.deal.law.claims import Claims
from boston_rules.deal.settled import Settled
from boston_rules.deal.state import State
from boston_rules.deal.terms import fixed_partner
from boston_rules.deal.tricks import Playing
from boston_rules.rules.notation import parse_action
from boston_rules.rules.suits import Turn
from boston_rules.rules.variant import Variant

__all__ = ["penalty_questions", "table_law_questions"]


# Bills with infractions.


def penalty_questions(variant: Variant, seed: str, each: int) -> Iterator[Question]:
    """Bills of every step, and of passed-out deals, in which somebody misdealt or revoked."""
    asked = settlement_questions(variant, f"penalties {seed}", each)
    for number, (name, question) in enumerate(asked):
        dice = Dice(f"{variant.slug} penalties {seed} {name}")
        outcome, contract = question["outcome"], question["contract"]
        options = _erring_seats(variant, contract, outcome)
        chosen = options[number % len(options)]
        told = [
            {"kind": kind, "seat": question["dealer"] if seat is None else seat, "touched": touched}
            for kind, seat, touched in chosen
        ]
        if variant.laws.whist is not None:
            for place, one in enumerate(told):
                if one["kind"] == "revoke":
                    one["trick"] = place + 1
        revoked = any(one["kind"] == "revoke" for one in told)
        ended = any(one["kind"] == _OUT for one in told)
        if ended or (revoked and variant.laws.revoke.ends_deal):
            tricks = _broken_off(outcome["tricks"], dice)
            if ended:  # before the declarer had a trick that would have ended it
                tricks[contract["declarer"]] = 0
            outcome = {**outcome, "tricks": tricks, "conceded": False, "slam": None}
        if variant.laws.misdeal.loses_deal and not (revoked or ended):
            contract, outcome = None, {**outcome, **NOTHING_DECLARED, "tricks": [0] * variant.seats}
        yield (
            name,
            {**question, "contract": contract, "outcome": outcome, "infractions": told},
        )


_Told: TypeAlias = tuple[str, int | None, bool]
_OUT: Final = "out-of-turn"
_MISDEAL: Final[_Told] = ("misdeal", None, False)
_TOUCHED: Final[_Told] = ("misdeal", None, True)


def _erring_seats(variant: Variant, contract: Json, outcome: Json) -> list[tuple[_Told, ...]]:
    """What may have been done wrong in a deal; the seat of a misdeal is the dealer's."""
    misdeals: list[tuple[_Told, ...]] = [(_MISDEAL,), (_TOUCHED,)]
    lost, ended = variant.laws.misdeal.loses_deal, variant.laws.revoke.ends_deal
    if not lost:
        misdeals.append((_TOUCHED, _MISDEAL, _MISDEAL))
    if not any(outcome["tricks"]):
        return misdeals
    seats = range(variant.seats)
    side = [0] if contract is None else [contract["declarer"], contract["partner"]]
    own: list[_Told] = [("revoke", seat, False) for seat in side if seat is not None]
    other: list[_Told] = [("revoke", seat, False) for seat in seats if seat not in side]
    revokes: list[tuple[_Told, ...]] = [(one,) for one in (*own, *other[:2])]
    if not ended:
        revokes += [(own[-1], other[0]), (other[-1], own[0]), (own[0], own[0])]
    if not lost:
        revokes.append((_MISDEAL, other[-1]))
    whist, exact = variant.laws.whist, False
    if contract is not None:
        exact = not variant.ladder[contract["key"]].goal.counted
    if exact and whist is not None and whist.misere_fine is not None:
        revokes.append(((_OUT, other[0][1], False),))
    return [*revokes, *misdeals[:2]]


def _broken_off(tricks: list[int], dice: Dice) -> list[int]:
    """The tricks of a deal that ended after some of them."""
    left = [dice.below(count + 1) for count in tricks]
    return left if any(left) else [1, *left[1:]]


# Deals in which players err.


@define
class _Memory:
    offender: int = -1
    trick: int = -1
    """The trick of the revoke, counted from 0."""


_Move: TypeAlias = tuple[int, Action]
_Step: TypeAlias = Callable[[State, _Memory, Dice], _Move | None]
"""What somebody does out of the ordinary, once it can be done; ``None`` before that."""


@frozen
class _Scene:
    """A deal in which some things happen, one after the other."""

    name: str
    steps: tuple[_Step, ...]
    contract: str = "counted"
    """What is played: a *counted* contract, a *bound* one (misère, Piccolissimo), or *nothing*."""
    partner: bool = False


def _misdeal(touched: bool) -> _Step:
    def step(state: State, memory: _Memory, dice: Dice) -> _Move | None:
        action = Misdeal(touched)
        return (_actor(state), action) if action in legal_actions(state) else None

    return step


def _off_suit(who: str, *, place: int = 3) -> _Step:
    """A card of another suit by a player of one side who could follow, as strong as he has one."""

    def step(state: State, memory: _Memory, dice: Dice) -> _Move | None:
        if not isinstance(state, Playing) or len(state.trick) > place or not state.trick:
            return None
        seat = state.actor
        if not _is(who, state, seat):
            return None
        lawful = lawful_actions(state)
        wrong = [
            action
            for action in legal_actions(state)
            if isinstance(action, Play) and action not in lawful
        ]
        if not wrong or dice.chance(0.5):
            return None
        memory.offender, memory.trick = seat, len(state.tricks)
        power = state.setup.terms.power[state.trick[0].index]
        return seat, max(wrong, key=lambda action: (power[action.card.index], action.card.rank))

    return step


def _is(who: str, state: Playing, seat: int) -> bool:
    contract = state.contract
    if contract is None or who == "anybody":
        return True
    if who == "declarer":
        return seat == contract.declarer
    return (seat == contract.partner) if who == "partner" else (seat not in contract.side)


def _correct(state: State, memory: _Memory, dice: Dice) -> _Move | None:
    found = [a for a in legal_actions(state, memory.offender) if isinstance(a, Correct)]
    return (memory.offender, dice.pick(found)) if found and dice.chance(0.6) else None


def _claim(state: State, memory: _Memory, dice: Dice) -> _Move | None:
    """A claim that is right, of somebody who has just revoked."""
    if len(state.tricks) != memory.trick + 1:
        return None
    found = _right_claims(state, memory)
    return dice.pick(found) if found else None


def _right_claims(state: State, memory: _Memory) -> list[_Move]:
    known = _claim_token(state.variant, memory.offender, memory.trick)
    return [move for move in moves_of(state, Revoke) if str(move[1]) == known]


def _claim_token(variant: Variant, seat: int, trick: int) -> str:
    """A claim as the law of the variant has it; the trick is counted from 0."""
    return f"revoke {seat}" if variant.laws.whist is None else f"revoke {seat} {trick + 1}"


def _claim_later(state: State, memory: _Memory, dice: Dice) -> _Move | None:
    """A claim that is right, some tricks after the revoke and while another trick is played."""
    if not isinstance(state, Playing) or not state.trick or len(state.tricks) < memory.trick + 3:
        return None
    found = _right_claims(state, memory)
    return dice.pick(found) if found else None


def _claim_after_the_play(state: State, memory: _Memory, dice: Dice) -> _Move | None:
    """A claim before the bill, right where somebody has revoked before."""
    if not isinstance(state, Claims) or dice.chance(0.4):
        return None
    wanted = _right_claims(state, memory) if memory.offender >= 0 else moves_of(state, Revoke)
    found = [move for move in wanted if move[0] == state.actor]
    return dice.pick(found) if found else None


def _lead_out_of_turn(state: State, memory: _Memory, dice: Dice) -> _Move | None:
    """A lead of a seat whose turn it is not."""
    if not isinstance(state, Playing) or state.trick or dice.chance(0.6):
        return None
    return _expose(state, memory, dice)


def _call_suit(state: State, memory: _Memory, dice: Dice) -> _Move | None:
    """A suit called for a lead out of turn, before the right lead."""
    found = moves_of(state, CallSuit)
    return dice.pick(found) if found else None


def _pay_call(void: bool) -> _Step:
    """The lead that pays a call: of the suit, or of another where the leader has none of it."""

    def step(state: State, memory: _Memory, dice: Dice) -> _Move | None:
        if not isinstance(state, Playing) or state.trick or not state.called_suits:
            return None
        seat = state.actor
        leads = [action for action in lawful_actions(state) if isinstance(action, Play)]
        lead = dice.pick(leads)
        after = apply(state, lead)
        paid = len(after.called_suits) < len(state.called_suits)
        shown = after.voids[seat] != state.voids[seat]
        chosen = shown if void else len(leads) < len(state.held(seat))
        return (seat, lead) if paid and chosen else None

    return step


def _claim_that_moves(state: State, memory: _Memory, dice: Dice) -> _Move | None:
    """The same, where the offender has won the trick."""
    if isinstance(state, Playing) and state.tricks and state.leader == memory.offender:
        return _claim(state, memory, dice)
    return None


def _wrong_claim(state: State, memory: _Memory, dice: Dice) -> _Move | None:
    """A claim of somebody who could not follow suit; nobody has revoked."""
    found = moves_of(state, Revoke)
    return dice.pick(found) if found else None


def _condoned(state: State, memory: _Memory, dice: Dice) -> _Move | None:
    """The next lead, after which a revoke cannot be claimed any more."""
    if not isinstance(state, Playing) or state.trick or len(state.tricks) != memory.trick + 1:
        return None
    found = [action for action in lawful_actions(state) if isinstance(action, Play)]
    return state.actor, dice.pick(found)


def _slam(state: State, memory: _Memory, dice: Dice) -> _Move | None:
    return (_actor(state), Slam()) if Slam() in lawful_actions(state) else None


def _expose(state: State, memory: _Memory, dice: Dice) -> _Move | None:
    if not isinstance(state, Playing) or dice.chance(0.8):
        return None
    seat = dice.pick([one for one in range(state.table.variant.seats) if one != state.actor])
    found = [action for action in legal_actions(state, seat) if isinstance(action, Play)]
    return (seat, dice.pick(found)) if found else None


def _demand(binding: bool) -> _Step:
    """A demand for a card that must be played then, or for one that may not be."""

    def step(state: State, memory: _Memory, dice: Dice) -> _Move | None:
        for seat in dice.mixed(range(state.table.variant.seats)):
            for action in legal_actions(state, seat):
                if isinstance(action, Demand):
                    lawful = Play(action.card) in lawful_actions(state)
                    choice = len(lawful_actions(state)) > 1
                    if lawful is binding and choice:
                        return seat, action
        return None

    return step


def _actor(state: State) -> int:
    assert state.actor is not None, "somebody is to act"
    return state.actor


def _scenes(variant: Variant) -> Iterator[_Scene]:
    law = variant.laws
    yield _Scene("misdeal", (_misdeal(False),))
    yield _Scene("misdeal touched", (_misdeal(True),))
    if not law.misdeal.loses_deal:
        yield _Scene("three misdeals", (_misdeal(False), _misdeal(True), _misdeal(False)))
    for who in ("declarer", "partner", "opponent"):
        partner = who == "partner"
        yield _Scene(f"revoke of the {who} claimed", (_off_suit(who), _claim), partner=partner)
    yield _Scene("revoke with a partner claimed", (_off_suit("opponent"), _claim), partner=True)
    if law.whist is None:
        yield _Scene("revoke condoned", (_off_suit("anybody"), _condoned))
    else:
        yield from _whist_scenes()
    yield _Scene("revoke corrected", (_off_suit("anybody", place=2), _correct))
    yield _Scene("wrong claim", (_wrong_claim,))
    if law.revoke.moves_trick:
        for who in ("declarer", "opponent"):
            yield _Scene(f"trick of the {who} moved", (_off_suit(who), _claim_that_moves))
    if not law.revoke.ends_deal:
        both = (_off_suit("declarer"), _claim, _off_suit("opponent"), _claim)
        yield _Scene("both sides revoke", both)
        yield _Scene("both sides revoke", both, "bound")
    for who in ("declarer", "opponent"):
        yield _Scene(f"revoke of the {who} claimed", (_off_suit(who), _claim), "bound")
    if variant.payments.slams is not None:
        yield _Scene("slam, revoke of the opponent claimed", (_slam, _off_suit("opponent"), _claim))
    yield _Scene("exposed card demanded", (_expose, _demand(True)))
    yield _Scene("exposed card demanded in vain", (_expose, _demand(False)))
    yield _Scene("revoke claimed", (_off_suit("anybody"), _claim), "nothing")
    yield _Scene("exposed card demanded", (_expose, _demand(True)), "nothing")


def _whist_scenes() -> Iterator[_Scene]:
    """What only the law of whist knows."""
    late, after = (
        (_off_suit("anybody"), _claim_later),
        (_off_suit("anybody"), _claim_after_the_play),
    )
    yield _Scene("revoke claimed tricks later", late)
    yield _Scene("revoke claimed after the play", after)
    yield _Scene("revoke claimed after the play", after, "bound")
    yield _Scene("revoke claimed after the play", after, "nothing")
    yield _Scene("wrong claim after the play", (_claim_after_the_play,))
    call = (_lead_out_of_turn, _call_suit)
    yield _Scene("suit called", (*call, _pay_call(void=False)))
    yield _Scene("suit called", (*call, _pay_call(void=False)), "bound")
    yield _Scene("suit called with a partner", (*call, _pay_call(void=False)), partner=True)
    yield _Scene("suit called of a player without it", (*call, _pay_call(void=True)))
    yield _Scene("two suits called", (*call, *call, _pay_call(void=False)))


_ATTEMPTS: Final = 40
"""How often a scene is tried; what does not come about then has no case."""
_TRIES: Final = 10


def table_law_questions(variant: Variant, seed: str) -> Iterator[Question]:
    """Deals in which somebody errs, each in another way, as far as the variant knows it."""
    number = 0
    for scene in _scenes(variant):
        words = {"counted": "", "bound": ", bid bound to a number", "nothing": ", passed out"}
        name = f"{scene.name}{words[scene.contract]}"
        for attempt in range(_ATTEMPTS):
            dice = Dice(f"{variant.slug} table law {seed} {name} {attempt}")
            question = _acted(variant, scene, dice)
            if question is not None:
                number += 1
                yield f"{number:02} {name}", question
                break


def _plan(variant: Variant, scene: _Scene, dice: Dice) -> tuple[DealPlan, Turn] | None:
    turn = turn_drawn(variant, dice)
    if turn.belle is not None:
        turn = Turn(turn.suit, turn.suit)  # it is the first deal
    if scene.contract == "nothing":
        return (DealPlan(key=None, seat=0), turn) if variant.passed_out.played else None
    if scene.partner and variant.partners is None:
        return None
    counted = scene.contract == "counted"
    keys = [
        step.key
        for step in open_steps(variant, turn)
        if step.goal.counted is counted
        and step.biddable
        and (step.partnered or fixed_partner(variant, 0) is not None or not scene.partner)
    ]
    if not keys:
        return None
    key = dice.pick(keys[: max(1, len(keys) // 2)] if counted else keys)
    plan = plan_for(variant, key, turn, dice, partner=scene.partner)
    made = plan.made or _slam in scene.steps
    return evolve(plan, made=made, chatter=0.0, concede=False), turn


def _acted(variant: Variant, scene: _Scene, dice: Dice) -> Json | None:
    """A deal with the scene in it; ``None`` where it does not come about."""
    planned = _plan(variant, scene, dice)
    if planned is None:
        return None
    plan, turn = planned
    dealer = dice.below(variant.seats)
    layout = laid_out(variant, plan, dealer, turn, dice)
    state = start(variant, dealer, hands=layout.hands[: variant.seats], turned=layout.turned)
    states, moves, marked = [state], list[_Move](), set[int]()
    waiting, memory, accused = [*scene.steps], _Memory(), set[tuple[int, int]]()
    while not isinstance(state, Settled):
        move = waiting[0](state, memory, dice) if waiting else None
        if move is not None:
            waiting.pop(0)
            accused.add((memory.offender, memory.trick))
            marked |= {len(moves), len(moves) + 1}
        else:
            move = _actor(state), _dealt_again(state, dice) or choose(state, plan, layout, dice)
        moves.append(move)
        state = apply(state, move[1], move[0])
        states.append(state)
    if waiting or not _as_planned(state, scene, plan):
        return None
    at = sorted(marked)
    deal = deal_document(variant, layout, [[seat, str(action)] for seat, action in moves])
    return {"dealer": dealer, "deals": [deal], "at": at, "tries": _tries(states, at, accused, dice)}


def _dealt_again(state: State, dice: Dice) -> Action | None:
    dealing = state.variant.dealing
    pack = tuple(dealing.pack)
    if isinstance(state, Shuffling | ShufflingStill):
        return Shuffle(dice.mixed(pack))
    if isinstance(state, Turning):
        return TurnUp(dice.pick(pack))
    return Cut(dice.pick(dealing.cuts)) if isinstance(state, Cutting) else None


def _as_planned(state: Settled, scene: _Scene, plan: DealPlan) -> bool:
    if any(each.kind == "misdeal" for each in state.infractions):
        return True
    if state.contract is None:
        return plan.key is None
    return state.contract.key == plan.key and (
        state.contract.partner is not None or not scene.partner
    )


def _tries(
    states: list[State], at: list[int], accused: set[tuple[int, int]], dice: Dice
) -> list[Json]:
    """Actions that are tried, one of those that are refused or taken for the same reason.

    Whether an offender can be claimed is asked at every point.
    """
    found: list[Json] = []
    seen = set()
    for ply in at:
        state = states[ply]
        seats = range(state.table.variant.seats)
        tokens = [
            _claim_token(state.variant, other, trick)
            for other, trick in sorted(accused)
            if other in seats
        ]
        likely = [(seat, token) for token in dict.fromkeys(tokens) for seat in seats]
        claims = len(likely)
        for _ in range(_TRIES):
            likely += _likely(state, dice)
        for number, (seat, token) in enumerate(likely):
            action = parse_action(token)
            error = why_illegal(state, action, seat)
            code = None if error is None else error.code
            point = ply if number < claims else -1
            key = (point, type(action), seat == state.actor, code)
            if key not in seen:
                seen.add(key)
                found.append([ply, seat, token])
    return found


def _likely(state: State, dice: Dice) -> Iterator[tuple[int, str]]:
    """Each sort of action once, by any seat, with a card that is exposed, held, or any."""
    seats = range(state.table.variant.seats)
    for verb in ("play", "correct", "demand"):
        seat = dice.pick(seats)
        owner = state.actor if verb == "demand" and state.actor in seats else seat
        assert owner is not None, "chance is no owner"
        exposed = [*dict(state.faced).get(owner, ())]
        held = [] if isinstance(state, Settled) else [*state.held(owner)]
        cards = dice.pick((exposed, held, PACK)) or PACK
        yield seat, f"{verb} {dice.pick(cards)}"
    if state.variant.laws.whist is None:
        yield dice.pick(seats), f"revoke {dice.pick(seats)}"
    else:
        trick = 1 + dice.below(1 + len(state.tricks))
        yield dice.pick(seats), f"revoke {dice.pick(seats)} {trick}"
        yield dice.pick(seats), f"suit {dice.pick('CDHS')}"
    yield dice.pick(seats), dice.pick(("misdeal", "misdeal touched", "slam"))
