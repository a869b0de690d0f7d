"""What this library answers to the questions of a corpus, through its public functions only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from boston_rules.conformance.corpus import Json
from boston_rules.conformance.perft import perft_by_depth
from boston_rules.core.arguments import check_type
from boston_rules.core.cards import Cards, Suit, parse_card, parse_suit
from boston_rules.core.contract import Contract, Infraction, Outcome
from boston_rules.core.errors import RecordError
from boston_rules.core.transfers import Transfer
from boston_rules.deal.engine import (
    apply,
    lawful_actions,
    legal_actions,
    next_deal,
    start,
    why_illegal,
)
from boston_rules.deal.settled import Settled
from boston_rules.deal.settlement import Settlement, settle
from boston_rules.deal.state import State
from boston_rules.deal.terms import completed, terms_of
from boston_rules.knowing.views import observe
from boston_rules.records.document import contract_of, from_document, letter_of
from boston_rules.records.replaying import replay
from boston_rules.rules.goals import Goal
from boston_rules.rules.ladder import Step
from boston_rules.rules.notation import parse_token
from boston_rules.rules.variant import Variant
from boston_rules.solver import Best, Limits, Result, best

__all__ = ["answer", "contract_document", "ledger", "opened", "tricks_of_others"]


def answer(kind: str, variant: Variant, question: Json) -> Json:
    """The answer to a question.

    Args:
        kind: one of :data:`~boston_rules.conformance.corpus.KINDS`.
        variant: the rules, options included.
        question: the ``input`` of a case.

    Raises:
        RecordError: there is no such kind, or the question is none.
        BostonError: the rules refuse what the question takes for granted.
        TypeError: the kind is not a ``str``.

    >>> import boston_rules as br
    >>> from boston_rules.conformance import answer
    >>> hands = [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "SHCD"]
    >>> question = {"dealer": 0, "deals": [{"hands": hands, "turned": None, "actions": []}]}
    >>> answer("perft", br.get_variant("fontainebleau"), {**question, "depth": 2})
    {'leaves': [46, 1093]}
    """
    check_type("kind", kind, str, "a str, such as 'bills'")
    answered = _ANSWERS.get(kind)
    if answered is None:
        raise RecordError(f"no question is of the kind {kind[:60]!r}")
    try:
        return answered(variant, question)
    except (KeyError, IndexError, TypeError, AttributeError) as error:
        raise RecordError(f"the question is not one of {kind}: {error!r:.200}") from error


# Prices.


def _prices(variant: Variant, question: Json) -> Json:
    """By honours and tricks of the side: what each opponent pays; less than 0 is received."""
    declarer = 0
    step = variant.ladder[question["contract"]]
    partner = variant.seats // 2 if question["partner"] else None
    contract = Contract(
        step.key,
        declarer,
        trump=_suit(question["trump"]),
        partner=partner,
        suit_class=question["suit_class"],
        turned=_suit(question["turned"]),
        belle=_suit(question["belle"]),
    )
    opponent = next(seat for seat in range(1, variant.seats) if seat != partner)
    goal = terms_of(variant, contract).goal
    assert goal is not None, "a contract has a goal"

    def price(taken: int, held: int) -> int:
        tricks, honours = [0] * variant.seats, [0] * variant.seats
        tricks[declarer] = taken
        tricks[opponent] = tricks_of_others(variant, step, goal, taken, slam=question["slam"])
        honours[declarer] = held
        bill = settle(variant, contract, Outcome(tricks, honours, slam=question["slam"]))
        return sum(
            paid.chips if paid.payer == opponent else -paid.chips
            for paid in bill.transfers
            if opponent in (paid.payer, paid.payee)
        )

    chips = [[price(taken, held) for taken in question["tricks"]] for held in question["honours"]]
    return {"target": terms_of(variant, contract).target, "chips": chips}


def tricks_of_others(
    variant: Variant, step: Step, goal: Goal, taken: int, *, slam: object = None
) -> int:
    """Tricks of all others in a deal in which the side has taken so many, broken off when lost."""
    total, slams = step.tricks_played(variant.hand), variant.payments.slams
    if slam and slams is not None and slams.breaks_off:
        return min(1, total - taken)
    if step.breaks_off and goal.most is None and taken < goal.tricks:
        return total - goal.tricks + 1
    return total - taken


def _suit(letter: str | None) -> Suit | None:
    return None if letter is None else parse_suit(letter)


# Settlements.


def _settlements(variant: Variant, question: Json) -> Json:
    given, happened = question["contract"], question["outcome"]
    bill = settle(
        variant,
        None if given is None else contract_of(given),
        Outcome(**happened),
        pool=question["pool"],
        set_aside=question["set_aside"],
        last=question["last"],
        dealer=question["dealer"],
        infractions=[Infraction(**told) for told in question.get("infractions", ())],
    )
    return {**_result(bill), "transfers": ledger(bill.transfers)}


def _result(bill: Settlement) -> dict[str, Json]:
    return {
        "made": bill.made,
        "deltas": list(bill.deltas),
        "pool": bill.pool,
        "set_aside": bill.set_aside,
    }


def ledger(transfers: Sequence[Transfer]) -> list[Json]:
    """Payer, payee and chips; one row for all that an account pays to another, in order."""
    sums: dict[tuple[Any, Any], int] = {}
    for paid in transfers:
        way = (paid.payer, paid.payee)
        sums[way] = sums.get(way, 0) + paid.chips
    return [[*way, sums[way]] for way in sorted(sums, key=lambda way: (str(way[0]), str(way[1])))]


# Positions.


def opened(variant: Variant, dealer: int, deals: Sequence[Json]) -> State:
    """The first state of the last of several deals, the ones before it played to their end.

    Raises:
        IllegalAction: an action of an earlier deal is not legal.
        DealNotSettled: an earlier deal is not settled by its actions.
    """
    state: State | None = None
    for number, deal in enumerate(deals):
        hands = deal["hands"]
        turned = None if deal["turned"] is None else parse_card(deal["turned"])
        if state is None:
            state = start(variant, dealer, hands=hands, turned=turned)
            continue
        for token in deals[number - 1]["actions"]:
            state = apply(state, parse_token(token))
        state = next_deal(state, hands=hands, turned=turned)
    if state is None:
        raise RecordError("a position is reached in a deal, and there is none")
    return state


def _reached(variant: Variant, question: Json) -> list[State]:
    """Every state of the last deal of a question, from its first to the position asked about.

    An action stands after its seat where players err.
    """
    deals = question["deals"]
    states = [opened(variant, question["dealer"], deals)]
    for move in deals[-1]["actions"]:
        seat, token = (None, move) if isinstance(move, str) else move
        states.append(apply(states[-1], parse_token(token), seat))
    return states


def _codes(states: Sequence[State], tries: Json) -> list[str | None]:
    """Why actions are refused at some points of a deal; ``None`` for those that are not."""
    refused = [why_illegal(states[ply], parse_token(token), *who) for ply, *who, token in tries]
    return [None if error is None else error.code for error in refused]


def _legality(variant: Variant, question: Json) -> Json:
    """Who acts, and what is legal, at some points of a deal; why other actions are refused."""
    states = _reached(variant, question)
    asked = [states[ply] for ply in question["at"]]
    return {
        "positions": [
            {"actor": state.actor, "legal": sorted(map(str, legal_actions(state)))}
            for state in asked
        ],
        "codes": _codes(states, question["tries"]),
    }


def _perft(variant: Variant, question: Json) -> Json:
    return {"leaves": list(perft_by_depth(_reached(variant, question)[-1], question["depth"]))}


_LIMITS: Final = Limits(nodes=100_000)
"""Far more than the ends of deals take that are asked about."""


def _solutions(variant: Variant, question: Json) -> Json:
    """What best play on both sides comes to, and every card of the seat to play."""
    state = _reached(variant, question)[-1]
    found = best(state, _LIMITS)
    return {
        "side": sorted(found.side),
        **_solved(state, found, found.result),
        "cards": [
            {"card": str(card), **_solved(state, found, result)} for card, result in found.results
        ],
    }


def _solved(state: State, found: Best, result: Result) -> dict[str, Json]:
    contract, chips = state.contract, result.chips
    assert contract is not None, "there is something to be solved"
    assert chips is not None, "an auction leaves no price open"
    counted = state.variant.ladder[contract.key].goal.counted
    return {
        "makes": result.made,
        "tricks": result.tricks if counted else None,
        "chips": chips.declarers if found.is_declarers else chips.opponents,
    }


def _table_law(variant: Variant, question: Json) -> Json:
    """What each seat may do at some points of a deal, what is seen, and what the deal comes to."""
    states = _reached(variant, question)
    state = states[-1]
    if not isinstance(state, Settled):
        raise RecordError("the deal is not settled")
    return {
        "positions": [_seen(states[ply]) for ply in question["at"]],
        "codes": _codes(states, question["tries"]),
        **_played(state),
        "transfers": ledger(state.settlement.transfers),
    }


def _seen(state: State) -> Json:
    seats = range(state.variant.seats)
    views = [observe(state, seat) for seat in seats]
    public = observe(state, None)
    called = {
        "returned": [dict(public.returned).get(seat, Cards()).tokens for seat in seats],
        "called": [[seat, suit.letter] for seat, suit in public.called_suits],
    }
    return {
        "actor": state.actor,
        "lawful": sorted(map(str, lawful_actions(state))),
        "seats": [
            {"legal": sorted(map(str, legal_actions(view, seat))), "decided": view.decided}
            for seat, view in enumerate(views)
        ],
        "faced": [dict(public.faced).get(seat, Cards()).tokens for seat in seats],
        "revokes": [list(each) for each in public.revokes],
        "voids": ["".join(suit.letter for suit in suits) for suits in public.voids],
        **({} if state.variant.laws.whist is None else called),
    }


# Sessions.


def contract_document(variant: Variant, contract: Contract | None) -> Json:
    """What is public of a contract at the end of a deal."""
    if contract is None:
        return None
    contract = completed(variant, contract)
    return {
        "key": contract.key,
        "declarer": contract.declarer,
        "partner": contract.partner,
        "trump": letter_of(contract.trump),
    }


def _sessions(variant: Variant, question: Json) -> Json:
    record = from_document(question["record"])
    states = replay(record, variant=variant, ignore_fingerprint=True, ignore_settlements=True)
    settled = [state for state in states if isinstance(state, Settled)]
    if len(settled) < len(states):
        raise RecordError("the deal is not settled", deal=states[-1].table.deal_number)
    last = settled[-1]
    return {
        "deals": list(map(_played, settled)),
        "purses": list(last.table.purses),
        "over": last.session_over,
    }


def _played(state: Settled) -> dict[str, Json]:
    return {
        "contract": contract_document(state.variant, state.contract),
        "tricks": list(state.taken),
        **_result(state.settlement),
    }


_ANSWERS: Final[dict[str, Callable[[Variant, Json], Json]]] = {
    "prices": _prices,
    "settlements": _settlements,
    "legality": _legality,
    "perft": _perft,
    "sessions": _sessions,
    "penalties": _settlements,
    "table-law": _table_law,
    "solutions": _solutions,
}
