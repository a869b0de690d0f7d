"""Validates the arguments of :func:`~boston_rules.deal.settlement.bills.settle`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from boston_rules.core.arguments import problem_of_seat, shown
from boston_rules.core.cards import Suit
from boston_rules.core.contract import Contract, Infraction, Outcome
from boston_rules.core.saying import Player, say, term
from boston_rules.core.sources import with_source
from boston_rules.deal.contracts import contract_problems, may_call_partner, stakes_problem
from boston_rules.deal.settlement.penalties import lost_by_misdeal
from boston_rules.deal.settlement.played import played_problems
from boston_rules.deal.terms import may_break_off, terms_of
from boston_rules.rules.cases import most_honours
from boston_rules.rules.ladder import Step
from boston_rules.rules.variant import Variant

__all__ = ["pool_problems", "validate"]

_DEALER: Final = say("dealer")
_OFFENDERS: Final = {
    "misdeal": say("the offender of a misdeal"),
    "revoke": say("the offender of a revoke"),
    "out-of-turn": say("the offender of a card out of turn"),
}
_MOST_CHIPS: Final = 10**15
"""Chips in a pool: beyond any table, and small enough to be written in a message."""
_MOST_SEATS: Final = 8
"""Numbers by seat that a message shows."""


def validate(
    variant: Variant,
    contract: Contract | None,
    outcome: Outcome,
    pool: int,
    set_aside: int,
    dealer: int,
    infractions: tuple[Infraction, ...] = (),
    last: object = False,
    grand: object = False,
    stakes: object = None,
) -> list[str]:
    """All problems of the arguments; empty for a deal that the variant can have.

    Skips checks that depend on an argument already reported, so that each problem is listed once.
    """
    seats = variant.seats
    found = list(_kind_problems(outcome, last, grand))
    if found:
        return found
    found += pool_problems(variant, pool, set_aside)
    found += _seat_problems(_DEALER, dealer, seats)
    counted = list(_count_problems(outcome, seats))
    found += counted
    revoked = ended = moved = False
    if infractions:
        wrong = _infraction_problems(variant, infractions)
        found += wrong
        if wrong:
            infractions = ()
        if lost_by_misdeal(variant, infractions):
            return [*found, *_lost_deal_problems(contract, outcome, infractions)]
        revoked = any(each.kind == "revoke" for each in infractions)
        ended = (revoked and variant.laws.revoke.ends_deal) or any(
            each.kind == "out-of-turn" for each in infractions
        )
        moved = revoked and variant.laws.revoke.moves_trick
        found += _revoke_problems(variant, contract, outcome, infractions)
        found += _card_problems(variant, contract, outcome, infractions)
    if grand:
        found += _grand_problems(variant, contract)
    found += _stakes_problems(variant, contract, stakes)
    if contract is None:
        played = bool(grand) or variant.passed_out.played
        found += _passed_out_problems(variant, outcome, played, counted=not counted, ended=ended)
        if not found:
            found += played_problems(variant, None, outcome, dealer, moved=moved, grand=bool(grand))
        return found
    strange = contract_problems(variant, contract)
    found += strange
    if strange and contract.key not in variant.ladder:
        return found
    step = variant.ladder[contract.key]
    if not counted:
        found += _trick_problems(variant, outcome, step, ended=ended)
        if not (found or revoked or ended or outcome.conceded):
            found += _broken_off_problems(variant, contract, outcome, step)
    found += _extra_problems(variant, contract, outcome, step)
    if not (counted or strange) and outcome.slam is not None and step.goal.counted:
        terms = terms_of(variant, contract)
        if sum(outcome.tricks[seat] for seat in terms.counting) < terms.target:
            found.append(say("a slam is declared only after the target of the bid is met"))
    if not found:
        found += played_problems(variant, contract, outcome, dealer, moved=moved)
    return found


def _kind_problems(outcome: Outcome, last: object, grand: object) -> Iterator[str]:
    """What is not even of the kind that it should be, and would break other checks."""
    if outcome.slam not in (None, "closed", "table"):
        given = shown(outcome.slam)
        yield say("a slam is closed, table or None, not {given}", given=given)
    for name, value in (("conceded", outcome.conceded), ("last", last), ("grand", grand)):
        if type(value) is not bool:
            yield say("{name} is true or false, not {given}", name=name, given=shown(value))


def pool_problems(variant: Variant, pool: int, set_aside: int) -> list[str]:
    """The problems of what lies in the pool and what is set aside from it."""
    kinds = {type(pool), type(set_aside)}
    if kinds != {int} or not (0 <= pool <= _MOST_CHIPS and 0 <= set_aside <= _MOST_CHIPS):
        return [
            say(
                "pool and set-aside hold 0 to {most} chips, not {pool} and {aside}",
                most=_MOST_CHIPS,
                pool=shown(pool),
                aside=shown(set_aside),
            )
        ]
    if variant.pool is None:
        no_pool = pool or set_aside
        return [say("{variant} has no pool", variant=term(variant.title))] if no_pool else []
    cap = variant.pool.cap
    if cap is not None and pool > cap:
        return [say("the pool holds at most {cap}, not {pool}", cap=cap, pool=pool)]
    return []


def _by_seat(numbers: tuple[int, ...]) -> str:
    """Numbers by seat, as one writes them; not more than show that there are too many."""
    told = [shown(number) for number in numbers[:_MOST_SEATS]]
    return ", ".join([*told, "..."] if len(numbers) > len(told) else told) or say("none")


def _seat_problems(what: str, seat: object, seats: int) -> list[str]:
    problem = problem_of_seat(seat, what, seats)
    return [problem] if problem else []


def _count_problems(outcome: Outcome, seats: int) -> Iterator[str]:
    if len(outcome.tricks) != seats or min(outcome.tricks, default=0) < 0:
        given = _by_seat(outcome.tricks)
        yield say("tricks are {number} numbers from 0, not {given}", number=seats, given=given)
    # Nobody's honours are left out at any number of seats.
    wrong = len(outcome.honours) != seats and any(outcome.honours)
    if wrong or min(outcome.honours, default=0) < 0:
        given = _by_seat(outcome.honours)
        yield say("honours are {number} numbers from 0, not {given}", number=seats, given=given)


def _infraction_problems(variant: Variant, infractions: tuple[Infraction, ...]) -> list[str]:
    found: list[str] = []
    seats, tricks = variant.seats, range(1, variant.hand + 1)
    for each in infractions:
        if not isinstance(each, Infraction):
            found.append(say("an infraction is an Infraction, not {given}", given=shown(each)))
        elif each.kind not in _OFFENDERS:
            found.append(
                say(
                    "an infraction is a misdeal, a revoke or a card out of turn, not {given}",
                    given=shown(each.kind),
                )
            )
        elif each.kind != "misdeal" and each.touched:
            found.append(say("only of a misdeal it is said whether the cards were touched"))
        elif each.trick is not None and each.kind != "revoke":
            found.append(say("only of a revoke it is said in which trick it was"))
        elif each.trick is not None and (type(each.trick) is not int or each.trick not in tricks):
            found.append(
                say(
                    "the trick of a revoke is 1 to {last}, not {given}",
                    last=variant.hand,
                    given=shown(each.trick),
                )
            )
        else:
            found += _seat_problems(_OFFENDERS[each.kind], each.seat, seats)
    named = [each for each in infractions if getattr(each, "trick", None) is not None]
    if not found and len(set(named)) != len(named):
        found.append(say("a seat revokes once in a trick"))
    return found


def _lost_deal_problems(
    contract: Contract | None, outcome: Outcome, infractions: tuple[Infraction, ...]
) -> Iterator[str]:
    """A misdeal that loses the deal leaves nothing to settle but the fine."""
    if contract is not None or any(outcome.tricks):
        yield say("a misdeal ends this deal before the first call: no contract and no tricks")
    if len(infractions) > 1:
        yield say("a misdeal ends this deal: no other infraction comes with it")


def _revoke_problems(
    variant: Variant,
    contract: Contract | None,
    outcome: Outcome,
    infractions: tuple[Infraction, ...],
) -> Iterator[str]:
    revokes = [each for each in infractions if each.kind == "revoke"]
    if not revokes:
        return
    if not any(outcome.tricks):
        if contract is not None or variant.passed_out.played:
            yield say("nobody revokes where no trick is complete")
        else:
            yield say("nobody revokes where no trick is played")
    if variant.laws.revoke.ends_deal:
        if len(revokes) > 1:
            yield say(
                "a revoke ends the deal of {variant}: there is one at most",
                variant=term(variant.title),
            )
        if outcome.conceded and variant.laws.whist is None:
            yield say("a revoke has ended the deal: nobody concedes after it")


def _grand_problems(variant: Variant, contract: Contract | None) -> Iterator[str]:
    if variant.session.grand is None:
        yield say("a session of {variant} does not end with a grand", variant=term(variant.title))
    if contract is not None:
        yield say("a grand is played without a contract")


def _stakes_problems(variant: Variant, contract: Contract | None, stakes: object) -> Iterator[str]:
    if stakes is None:
        return
    if contract is not None:
        yield say("the stakes of a contract are told with it, as in br.Contract(..., stakes=2)")
    elif type(stakes) is not int or stakes not in variant.stakes:
        yield stakes_problem(variant, variant.stakes, stakes)


def _card_problems(
    variant: Variant,
    contract: Contract | None,
    outcome: Outcome,
    infractions: tuple[Infraction, ...],
) -> Iterator[str]:
    """Those of a card out of turn, which ends a misère by some laws."""
    cards = [each for each in infractions if each.kind == "out-of-turn"]
    if not cards:
        return
    whist = variant.laws.whist
    if whist is None or whist.misere_fine is None:
        yield say("a card out of turn ends no deal of {variant}", variant=term(variant.title))
        return
    if contract is not None and contract.key in variant.ladder:
        bound = not variant.ladder[contract.key].goal.counted
        if not bound or any(each.seat in contract.side for each in cards):
            contract = None
    if contract is None:
        yield say("a card out of turn ends a deal only against a misère, of an opponent")
    revoked = variant.laws.revoke.ends_deal and any(each.kind == "revoke" for each in infractions)
    if len(cards) > 1 or infractions[-1].kind != "out-of-turn" or revoked:
        yield say("a card out of turn ends the deal: nothing else comes after it")
    if outcome.conceded:
        yield say("a card out of turn has ended the deal: nobody concedes after it")


def _passed_out_problems(
    variant: Variant, outcome: Outcome, played_out: bool, *, counted: bool, ended: bool
) -> Iterator[str]:
    due = variant.hand if played_out else 0
    played = sum(outcome.tricks)
    if counted and not (played == due or (ended and played < due)):
        yield say(
            "a passed-out deal of {variant} has {due} tricks, not {played}",
            variant=term(variant.title),
            due=due,
            played=shown(played),
        )
    if any(outcome.honours) or outcome.slam or outcome.conceded or outcome.chicane:
        yield say("a passed-out deal has no honours, slam, concession or chicane")
    yield from _boston_problems(variant, outcome)


def _trick_problems(
    variant: Variant, outcome: Outcome, step: Step, *, ended: bool
) -> Iterator[str]:
    played, total = sum(outcome.tricks), step.tricks_played(variant.hand)
    if outcome.conceded or ended:
        if played > total:
            yield say(
                "{bid} has at most {total} tricks, not {played}",
                bid=step.title,
                total=total,
                played=shown(played),
            )
    elif played > total or (
        played < total and not may_break_off(variant, step, slam=outcome.slam is not None)
    ):
        yield say(
            "{bid} has {total} tricks, not {played}",
            bid=step.title,
            total=total,
            played=shown(played),
        )


def _broken_off_problems(
    variant: Variant, contract: Contract, outcome: Outcome, step: Step
) -> Iterator[str]:
    """A deal that is broken off ends with the very trick by which its contract is lost."""
    slam = outcome.slam is not None
    if not may_break_off(variant, step, slam=slam):
        return
    terms = terms_of(variant, contract)
    taken, played = sum(outcome.tricks[seat] for seat in terms.counting), sum(outcome.tricks)
    before = [taken - 1] * (taken > 0) + [taken] * (taken < played)
    ended = terms.is_broken_off(taken, played, slam=slam) or played == terms.total
    if ended and not all(terms.is_broken_off(each, played - 1, slam=slam) for each in before):
        return
    if ended and may_call_partner(variant, contract):  # who was unknown perhaps (F21)
        return
    problem = say(
        "{bid} ends with the trick by which it is lost: not {taken} of {played} tricks",
        bid=step.title,
        taken=taken,
        played=played,
    )
    yield with_source(problem, step.source)


def _extra_problems(
    variant: Variant, contract: Contract, outcome: Outcome, step: Step
) -> Iterator[str]:
    if sum(outcome.honours) > most_honours(variant, contract.trump):
        suits = Suit if contract.trump is None else (contract.trump,)
        most, told = max(most_honours(variant, suit) for suit in suits), _by_seat(outcome.honours)
        yield say("there are {most} honours, with trumps only, not {given}", most=most, given=told)
    if outcome.slam is not None and (variant.payments.slams is None or not step.goal.counted):
        yield say(
            "{bid} of {variant} has no slam to declare",
            bid=step.title,
            variant=term(variant.title),
        )
    if outcome.conceded and variant.concession is None:
        if variant.contest is None or not variant.contest.covers(step.key):
            yield say(
                "{bid} of {variant} cannot be conceded",
                bid=step.title,
                variant=term(variant.title),
            )
        elif any(outcome.tricks):
            yield say("{bid} is conceded before the first lead, not after tricks", bid=step.title)
    if outcome.chicane:
        yield from _chicane_problems(variant, contract, outcome)
    yield from _boston_problems(variant, outcome)


def _chicane_problems(variant: Variant, contract: Contract, outcome: Outcome) -> list[str]:
    declared = outcome.chicane
    found: list[str] = []
    if variant.chicane is None or contract.trump is None:
        found.append(
            say(
                "{bid} of {variant} has no chicane",
                bid=variant.ladder[contract.key].title,
                variant=term(variant.title),
            )
        )
    for seat in declared[: variant.seats + 1]:
        found += _seat_problems(say("chicane"), seat, variant.seats)
    if len(set(declared)) != len(declared):
        given = _by_seat(declared)
        found.append(say("a seat declares chicane once, not {given}", given=given))
    elif len(declared) * variant.hand == len(variant.dealing.pack):  # no dead hand has them
        found.append(say("somebody was dealt the trumps: not every seat declares chicane"))
    if not found and len(outcome.honours) == variant.seats:
        held = [seat for seat in declared if outcome.honours[seat]]
        found += [
            say("{who} was dealt honours and declares no chicane", who=Player(seat))
            for seat in held
        ]
    return found


def _boston_problems(variant: Variant, outcome: Outcome) -> Iterator[str]:
    if outcome.boston is None:
        return
    if variant.boston_bonus is None:
        yield say("{variant} has no Boston", variant=term(variant.title))
    yield from _seat_problems(say("boston"), outcome.boston, variant.seats)
