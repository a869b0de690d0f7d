"""The kind ``solutions``, case by case against plain search and bills drawn up for every result."""

from __future__ import annotations

import pytest
from tests.conformance.corpus import SLUGS, cases
from tests.depth import DEEP
from tests.solver.brute import Plain
from tests.solver.test_exact import ending_of

import boston_rules as br
from boston_rules.conformance import Case, LibraryEngine
from boston_rules.conformance.answers import opened
from boston_rules.conformance.runner import differences


def position_of(case: Case) -> br.Playing:
    """The position that a case asks about."""
    state: br.State = opened(
        br.get_variant(case.variant, **case.options), case.input["dealer"], case.input["deals"]
    )
    for token in case.input["deals"][-1]["actions"]:
        state = br.apply(state, br.parse_action(token))
    assert isinstance(state, br.Playing)
    return state


def bill_of(state: br.Playing, count: int) -> tuple[bool, int, int]:
    """Whether the contract is made with so many tricks, and what both sides win."""
    contract, terms, table = state.contract, state.setup.terms, state.table
    assert contract is not None
    taken = [0] * terms.seats
    assert terms.goal is not None
    others = terms.total - count
    if terms.breaks_off:  # the deal ends with the trick by which its contract is lost
        if terms.goal.most is not None:
            count = min(count, terms.goal.most + 1)
            others = terms.total - count
        elif count < terms.goal.tricks:
            others = terms.total - terms.goal.tricks + 1
    taken[contract.declarer] = count
    taken[terms.opponents[0]] = others
    slam = None if state.slam is None else state.slam[0]
    if slam is not None and terms.slam_breaks_off:
        taken[terms.opponents[0]] = min(1, terms.total - count)
    honours = [(hand & terms.honours).bit_count() for hand in state.deal.hands]
    boston = None
    if terms.boston is not None:
        boston = [hand >> terms.boston & 1 for hand in state.deal.hands].index(1)
    chicane = state.setup.chicane
    outcome = br.Outcome(taken, honours, slam=slam, boston=boston, chicane=chicane)
    bill = br.settle(
        table.variant,
        contract,
        outcome,
        table.pool,
        table.set_aside,
        table.is_last_deal,
        dealer=table.dealer,
    )
    ours = sum(bill.deltas[seat] for seat in contract.side)
    theirs = sum(bill.deltas[seat] for seat in terms.opponents)
    assert bill.made is not None
    return bill.made, ours, theirs


def solved_plainly(state: br.Playing) -> dict[str, object]:
    """The expected answer, by trying out every line of play."""
    contract, terms = state.contract, state.setup.terms
    assert contract is not None
    assert terms.goal is not None
    counted = terms.goal.counted
    ending = ending_of(state)
    won = sum(state.taken[seat] for seat in terms.counting)
    bills = {won + more: bill_of(state, won + more) for more in range(ending.tricks + 1)}
    # From the worst for the declarer's side up: chips, then more tricks where they are counted.
    order = sorted(bills, key=lambda count: (bills[count][1], bills[count][0], counted * count))

    def comes_to(position: object) -> int:
        plain = Plain(position)  # type: ignore[arg-type]
        found = [
            place
            for place in range(len(order))
            if plain.reaches(
                plain.ending.hands,
                plain.ending.leader,
                plain.ending.trick,
                sum(1 << count - won for count in order[place:]),
                plain.ending.tricks,
            )
        ]
        return order[found[-1]]

    ours = state.actor in contract.side

    def told(count: int) -> dict[str, object]:
        made, declarers, opponents = bills[count]
        return {
            "makes": made,
            "tricks": count if counted else None,
            "chips": declarers if ours else opponents,
        }

    cards = []
    for action in br.legal_actions(state):
        if isinstance(action, br.Play):
            bit = 1 << action.card.index
            hands = tuple(hand & ~bit for hand in ending.hands)
            after = ending._replace(hands=hands, trick=(*ending.trick, action.card.index))
            cards.append({"card": str(action.card), **told(comes_to(after))})
    side = sorted(contract.side if ours else terms.opponents)
    return {"side": side, **told(comes_to(ending)), "cards": cards}


@pytest.mark.deep
@pytest.mark.parametrize("slug", SLUGS if DEEP else SLUGS[::3])
def test_every_solution_is_that_of_plain_search(slug: str) -> None:
    for case in cases(slug, "solutions"):
        state = position_of(case)
        assert differences(case, solved_plainly(state)) == (), case


def test_there_are_solutions_of_every_kind() -> None:
    states = [position_of(case) for slug in SLUGS for case in cases(slug, "solutions")]
    contracts = [state.contract for state in states if state.contract is not None]
    assert len(contracts) == len(states) > 150
    assert {len(state.played) for state in states} == {0, 1, 2, 3}
    assert {state.setup.seats for state in states} == {3, 4}
    assert {state.setup.terms.total - len(state.done) for state in states} == {2, 3, 4}
    assert any(state.setup.discards for state in states)
    assert any(state.setup.terms.binding is not None for state in states)
    assert any(state.slam for state in states)
    partners = [one for one in contracts if isinstance(one.partner, int)]
    across = {(one.side[1] - one.declarer) % 4 for one in partners}
    assert across == {1, 2, 3}
    answers = [case.expect for slug in SLUGS for case in cases(slug, "solutions")]
    assert {answer["makes"] for answer in answers} == {True, False}
    differing = [answer for answer in answers if len({row["chips"] for row in answer["cards"]}) > 1]
    assert len(differing) > len(answers) // 3


def test_a_wrong_solution_is_told_by_the_card() -> None:
    case = cases("classic", "solutions")[0]
    answer = dict(LibraryEngine().ask(case).answer)
    first, *rest = answer["cards"]
    answer["cards"] = [{**first, "chips": first["chips"] + 5}, *rest]
    (problem,) = differences(case, answer)
    assert problem.startswith(f"{first['card']}, chips: {first['chips']} expected")
