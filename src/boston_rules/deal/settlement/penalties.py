"""What a concession, misdeals and revokes make of a deal before it is priced."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final, TypeAlias

from attrs import evolve, frozen

from boston_rules.core.contract import Contract, Infraction, Outcome
from boston_rules.core.saying import Player, Said, joined, personal, say, say_number
from boston_rules.core.sources import with_source
from boston_rules.deal.terms import terms_of
from boston_rules.rules.goals import Goal
from boston_rules.rules.laws import Tally
from boston_rules.rules.variant import Variant

__all__ = ["Judged", "judge", "lost_by_misdeal", "verdict_of"]

_Penalties: TypeAlias = tuple[Said, ...]
_BID_LOST: Final[_Penalties] = (say("the bid is lost by it"),)
_BID_MADE: Final[_Penalties] = (say("the bid is made by it"),)
_LOST: Final = say("the contract is lost")


@frozen
class Judged:
    """A deal as it is priced, with a concession counted and the penalties for revokes applied."""

    outcome: Outcome
    failed: bool = False
    """Whether the contract is lost, whatever the tricks."""
    penalties: tuple[str, ...] = ()
    """What became of each infraction, in words."""


def lost_by_misdeal(variant: Variant, infractions: Iterable[Infraction]) -> bool:
    """Whether a misdeal has ended the deal before anything was called."""
    loses = variant.laws.misdeal.loses_deal
    return loses and any(each.kind == "misdeal" for each in infractions)


def judge(
    variant: Variant,
    contract: Contract | None,
    outcome: Outcome,
    infractions: Iterable[Infraction],
) -> Judged:
    """Apply the penalties for revokes, in the order in which they were established.

    A contract that was conceded counts as made exactly before that (N13); but where a revoke ends
    the deal, one of the declarer's side takes the concession back (G24).

    Args:
        variant: the rules.
        contract: what was played, completed; ``None`` when all passed.
        outcome: what happened at the table.
        infractions: all of the deal; misdeals change nothing here.
    """
    offences = [each for each in infractions if each.kind != "misdeal"]
    if contract is not None and outcome.conceded:
        offended = any(each.seat in contract.side for each in offences)
        if offended and variant.laws.revoke.ends_deal:
            outcome = evolve(outcome, conceded=False)
        else:
            outcome = evolve(outcome, tricks=_made_exactly(variant, contract, outcome))
    if not offences:
        return Judged(outcome)
    if contract is None:
        return _alone(variant, outcome, offences)
    goal = terms_of(variant, contract).goal
    assert goal is not None, "a contract has a goal"
    if goal.counted:
        return _counted(variant, contract, outcome, offences)
    return _bound(variant, contract, goal, outcome, offences)


def verdict_of(variant: Variant, contract: Contract, judged: Judged) -> bool:
    """Whether a contract is made by tricks to which all penalties have been applied."""
    terms = terms_of(variant, contract)
    goal = terms.goal
    assert goal is not None, "a contract has a goal"
    taken = sum(judged.outcome.tricks[seat] for seat in terms.counting)
    if judged.outcome.slam is not None:
        return not judged.failed and taken == terms.total
    return not judged.failed and goal.verdict(taken, 0) is True


def _made_exactly(variant: Variant, contract: Contract, outcome: Outcome) -> tuple[int, ...]:
    """The tricks of a contract that counts as made: each of the side has what he owes."""
    terms = terms_of(variant, contract)
    assert terms.step is not None, "a contract is a step of the ladder"
    target = terms.target if outcome.slam is None else terms.total
    declarer, *partners = terms.counting
    own = min(target, terms.step.goal.tricks) if partners else target
    tricks = [0] * terms.seats
    tricks[declarer] = own
    for partner in partners:
        tricks[partner] = target - own
    tricks[terms.opponents[0]] = terms.total - target
    return tuple(tricks)


def _alone(variant: Variant, outcome: Outcome, offences: list[Infraction]) -> Judged:
    law, tricks, told = variant.laws.revoke, outcome.tricks, []
    for each in offences:
        gained = 0
        if not law.each_other:
            before, tricks = tricks, law.judge_alone(tricks, each.seat)
            gained = tricks[each.seat] - before[each.seat]
        told.append(_told(variant, each, _tricks_more(gained)))
    return Judged(evolve(outcome, tricks=tricks), penalties=tuple(told))


def _counted(
    variant: Variant, contract: Contract, outcome: Outcome, offences: list[Infraction]
) -> Judged:
    law, terms, told = variant.laws.revoke, terms_of(variant, contract), []
    target = terms.target if outcome.slam is None else terms.total
    left = terms.total - sum(outcome.tricks)
    tally = Tally(outcome.tricks, terms.counting, target, left)
    for each in offences:
        before, tally = tally, law.judge(tally, each.seat)
        penalties = _tricks_moved(tally.taken - before.taken)
        if tally.failed and not before.failed:
            penalties += (_LOST,)
        told.append(_told(variant, each, penalties))
    return Judged(evolve(outcome, tricks=tally.tricks), tally.failed, tuple(told))


@cache
def _tricks_more(gained: int) -> _Penalties:
    """What a player has more who plays for himself, in words."""
    return (say_number("{number} trick more", "{number} tricks more", gained),) if gained else ()


@cache
def _tricks_moved(gained: int) -> _Penalties:
    """What the declarer's side has more, or with a minus fewer, in words."""
    if gained > 0:
        more = say_number(
            "{number} trick more for the declarer's side",
            "{number} tricks more for the declarer's side",
            gained,
        )
        return (more,)
    if gained < 0:
        fewer = say_number(
            "{number} trick fewer for the declarer's side",
            "{number} tricks fewer for the declarer's side",
            -gained,
        )
        return (fewer,)
    return ()


def _bound(
    variant: Variant, contract: Contract, goal: Goal, outcome: Outcome, offences: list[Infraction]
) -> Judged:
    """A misère or Piccolissimo: the last offence decides it (P41, L6, LW6)."""
    told = [
        _told(variant, each, _BID_LOST if each.seat in contract.side else _BID_MADE)
        for each in offences
    ]
    made = offences[-1].seat not in contract.side
    counts = [goal.tricks, goal.tricks + 1, goal.tricks - 1]
    taken = next(count for count in counts if (goal.verdict(count, 0) is True) is made)
    tricks = list(outcome.tricks)
    tricks[contract.declarer] = taken
    return Judged(evolve(outcome, tricks=tricks), penalties=tuple(told))


@lru_cache(maxsize=4096)
def _told(variant: Variant, offence: Infraction, penalties: _Penalties) -> str:
    """An infraction and its penalties in words, with the law."""
    laws = variant.laws
    if offence.kind == "revoke":
        ends, source = laws.revoke.ends_deal, laws.revoke.source
    else:
        assert laws.whist is not None, "only the law of whist ends a deal by a card"
        ends, source = True, laws.whist.source
    told = _offence(offence)
    if ends:
        told = say("{offence}, which ends the deal", offence=told)
    if penalties:
        told = say("{offence}: {penalty}", offence=told, penalty=joined("; ", penalties))
    return with_source(told, source)


def _offence(offence: Infraction) -> Said:
    who, trick = Player(offence.seat), offence.trick
    if offence.kind != "revoke":
        said, own = say("{who} played out of turn", who=who), say("you played out of turn")
    elif trick is None:
        said, own = say("{who} revoked", who=who), say("you revoked")
    else:
        said = say("{who} revoked in trick {trick}", who=who, trick=trick)
        own = say("you revoked in trick {trick}", trick=trick)
    return personal(said, {offence.seat: own})
