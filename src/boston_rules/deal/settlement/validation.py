"""Validates the arguments of :func:`~boston_rules.deal.settlement.bills.settle`."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, get_args

from boston_rules.core.actions import SuitClass
from boston_rules.core.arguments import problem_of_seat, shown
from boston_rules.core.cards import Suit
from boston_rules.core.contract import Contract, Infraction, Outcome
from boston_rules.deal.settlement.penalties import lost_by_misdeal
from boston_rules.deal.terms import terms_of
from boston_rules.rules.ladder import Step
from boston_rules.rules.suits import Turn
from boston_rules.rules.variant import Variant

__all__ = ["contract_problems", "play_problems", "pool_problems", "validate"]

_CLASSES: Final = get_args(SuitClass)
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
) -> list[str]:
    """All problems of the arguments; empty for a deal that the variant can have.

    Skips checks that depend on an argument already reported, so that each problem is listed once.
    """
    seats = variant.seats
    found = _kind_problems(outcome, last)
    if found:
        return found
    found += pool_problems(variant, pool, set_aside)
    found += _seat_problems("dealer", dealer, seats)
    counted = _count_problems(outcome, seats)
    found += counted
    if infractions:
        strange = _infraction_problems(infractions, seats)
        found += strange
        if strange:
            infractions = ()
    if lost_by_misdeal(variant, infractions):
        return found + _lost_deal_problems(contract, outcome, infractions)
    ended = any(each.kind == "revoke" for each in infractions) and variant.laws.revoke.ends_deal
    found += _revoke_problems(variant, contract, outcome, infractions)
    if contract is None:
        return found + _passed_out_problems(variant, outcome, counted=not counted, ended=ended)
    if contract.key not in variant.ladder:
        return found + _key_problems(variant, contract)
    step = variant.ladder[contract.key]
    seated = _side_problems(variant, contract, step)
    found += contract_problems(variant, contract)
    if not counted:
        found += _trick_problems(outcome, step, ended=ended)
    found += _extra_problems(variant, outcome, step)
    if not (counted or seated) and outcome.slam is not None and step.goal.counted:
        terms = terms_of(variant, contract)
        if sum(outcome.tricks[seat] for seat in terms.counting) < terms.target:
            found.append("a slam is declared only after the target of the bid is met")
    return found


def contract_problems(variant: Variant, contract: Contract) -> list[str]:
    """The problems of a contract of the ladder by itself, whatever came of it."""
    step = variant.ladder[contract.key]
    return [
        *_side_problems(variant, contract, step),
        *_stakes_problems(variant, contract, step),
        *_suit_problems(variant, contract, step),
    ]


def play_problems(variant: Variant, contract: Contract) -> list[str]:
    """The problems of a contract that matter for its play; what only sets its price is not asked.

    >>> import boston_rules as br
    >>> play_problems(br.get_variant("fontainebleau"), br.Contract("5", 0))
    ['5 is played with trumps: give the trump suit']
    """
    found = _key_problems(variant, contract)
    if found:
        return found
    step = variant.ladder[contract.key]
    found = _side_problems(variant, contract, step)
    return found + _presence_problems(contract, step) + _trump_problems(variant, contract, step)


def _key_problems(variant: Variant, contract: Contract) -> list[str]:
    if contract.key in variant.ladder:
        return []
    keys = ", ".join(step.key for step in variant.ladder)
    return [f"{variant.slug} has no contract {shown(contract.key)}; its ladder has {keys}"]


def _kind_problems(outcome: Outcome, last: object) -> list[str]:
    """What is not even of the kind that it should be, and would break other checks."""
    found = []
    if outcome.slam not in (None, "closed", "table"):
        found.append(f"a slam is closed, table or None, not {shown(outcome.slam)}")
    for what, value in (("conceded", outcome.conceded), ("last", last)):
        if type(value) is not bool:
            found.append(f"{what} is true or false, not {shown(value)}")
    return found


def pool_problems(variant: Variant, pool: int, set_aside: int) -> list[str]:
    """The problems of what lies in the pool and what is set aside from it."""
    if any(type(chips) is not int or not 0 <= chips <= _MOST_CHIPS for chips in (pool, set_aside)):
        return [
            f"pool and set-aside hold 0 to {_MOST_CHIPS} chips, "
            f"not {shown(pool)} and {shown(set_aside)}"
        ]
    if variant.pool is None:
        return [f"{variant.slug} has no pool"] if pool or set_aside else []
    cap = variant.pool.cap
    if cap is not None and pool > cap:
        return [f"the pool holds at most {cap}, not {pool}"]
    return []


def _by_seat(numbers: tuple[int, ...]) -> str:
    """Numbers by seat, as one writes them; not more than show that there are too many."""
    told = [shown(number) for number in numbers[:_MOST_SEATS]]
    return ", ".join([*told, "..."] if len(numbers) > len(told) else told) or "none"


def _seat_problems(what: str, seat: object, seats: int) -> list[str]:
    problem = problem_of_seat(seat, what, seats)
    return [problem] if problem else []


def _count_problems(outcome: Outcome, seats: int) -> list[str]:
    found = []
    if len(outcome.tricks) != seats or min(outcome.tricks, default=0) < 0:
        found.append(f"tricks are {seats} numbers from 0, not {_by_seat(outcome.tricks)}")
    # Nobody's honours are left out at any number of seats.
    wrong = len(outcome.honours) != seats and any(outcome.honours)
    if wrong or min(outcome.honours, default=0) < 0:
        found.append(f"honours are {seats} numbers from 0, not {_by_seat(outcome.honours)}")
    return found


def _infraction_problems(infractions: tuple[Infraction, ...], seats: int) -> list[str]:
    found = []
    for each in infractions:
        if not isinstance(each, Infraction):
            found.append(f"an infraction is an Infraction, not {shown(each)}")
        elif each.kind not in ("misdeal", "revoke"):
            found.append(f"an infraction is a misdeal or a revoke, not {shown(each.kind)}")
        elif each.kind == "revoke" and each.touched:
            found.append("only of a misdeal it is said whether the cards were touched")
        else:
            found += _seat_problems(f"the offender of a {each.kind}", each.seat, seats)
    return found


def _lost_deal_problems(
    contract: Contract | None, outcome: Outcome, infractions: tuple[Infraction, ...]
) -> list[str]:
    """A misdeal that loses the deal leaves nothing to settle but the fine."""
    found = []
    if contract is not None or any(outcome.tricks):
        found.append("a misdeal ends this deal before the first call: no contract and no tricks")
    if len(infractions) > 1:
        found.append("a misdeal ends this deal: no other infraction comes with it")
    return found


def _revoke_problems(
    variant: Variant,
    contract: Contract | None,
    outcome: Outcome,
    infractions: tuple[Infraction, ...],
) -> list[str]:
    revokes = [each for each in infractions if each.kind == "revoke"]
    if not revokes:
        return []
    found = []
    if not any(outcome.tricks):
        played = contract is not None or variant.passed_out.played
        found.append(f"nobody revokes where no trick is {'complete' if played else 'played'}")
    if variant.laws.revoke.ends_deal:
        if len(revokes) > 1:
            found.append(f"a revoke ends the deal of {variant.slug}: there is one at most")
        if outcome.conceded:
            found.append("a revoke has ended the deal: nobody concedes after it")
    return found


def _passed_out_problems(
    variant: Variant, outcome: Outcome, *, counted: bool, ended: bool
) -> list[str]:
    due = 13 if variant.passed_out.played else 0
    found = []
    played = sum(outcome.tricks)
    if counted and not (played == due or (ended and played < due)):
        found.append(f"a passed-out deal of {variant.slug} has {due} tricks, not {shown(played)}")
    if any(outcome.honours) or outcome.slam or outcome.conceded or outcome.chicane:
        found.append("a passed-out deal has no honours, slam, concession or chicane")
    return found + _boston_problems(variant, outcome)


def _side_problems(variant: Variant, contract: Contract, step: Step) -> list[str]:
    found = _seat_problems("declarer", contract.declarer, variant.seats)
    partner = contract.partner
    if partner is None:
        if step.partnered and variant.partners is not None and not variant.partners.optional:
            found.append(f"{step.key} is not played alone in {variant.slug}")
        return found
    found += _seat_problems("partner", partner, variant.seats)
    if partner == contract.declarer:
        found.append("the partner is another seat than the declarer")
        return found
    rule = variant.partners
    opposite = None if rule is None else rule.opposite(contract.declarer, variant.seats)
    if opposite is not None:
        if partner != opposite:
            found.append(f"the partner of seat {contract.declarer} sits opposite him")
    elif rule is None or not step.partnered:
        found.append(f"{step.key} is played alone in {variant.slug}")
    return found


def _stakes_problems(variant: Variant, contract: Contract, step: Step) -> list[str]:
    """Stakes must be some that the variant knows; only a dealt contract has a target of its own."""
    found = []
    known = (1,) if variant.stakes is None else variant.stakes.values
    if type(contract.stakes) is not int or contract.stakes not in known:
        told = " or ".join(map(str, known))
        found.append(f"the stakes of {variant.slug} are {told}, not {shown(contract.stakes)}")
    if variant.dealt is not None and step.key in variant.dealt.keys:
        target = contract.target
        if target is None or (type(target) is int and 0 <= target <= step.tricks_played):
            return found + variant.dealt.problems(contract)
        return [*found, f"a target is 0 to {step.tricks_played} tricks, not {shown(target)}"]
    if contract.target is not None:
        found.append(f"{step.key} has the target of the ladder, not {shown(contract.target)}")
    rule = variant.partners
    if contract.called is not None and not (step.partnered and rule is not None and rule.calls):
        found.append(f"no card makes a partner in {step.key}: {contract.called}")
    return found


def _suit_problems(variant: Variant, contract: Contract, step: Step) -> list[str]:
    try:
        return list(_suit_problems_of(variant, contract))
    except TypeError:  # something that cannot be looked up stands for a seat or a class
        return _found_of_suit(variant, contract, step)


@lru_cache(maxsize=4096)
def _suit_problems_of(variant: Variant, contract: Contract) -> tuple[str, ...]:
    """Of few contracts, each met in many deals."""
    return tuple(_found_of_suit(variant, contract, variant.ladder[contract.key]))


def _found_of_suit(variant: Variant, contract: Contract, step: Step) -> list[str]:
    found = _presence_problems(contract, step)
    reads, dealing = variant.payments.reads_of(step), variant.dealing
    asked = {}
    if "turned" in reads and dealing.turn is not None:
        asked["the turned suit"] = contract.turned
    if "belle" in reads and dealing.fixes_belle:
        asked["belle"] = contract.belle
    if None in asked.values():
        found.append(f"{step.key} is priced by what is turned: give {' and '.join(asked)}")
    found += _trump_problems(variant, contract, step)
    return found + _class_problems(variant, contract, step)


def _presence_problems(contract: Contract, step: Step) -> list[str]:
    trump = contract.trump
    if step.has_trumps and trump is None:
        return [f"{step.key} is played with trumps: give the trump suit"]
    if not step.has_trumps and trump is not None:
        return [f"{step.key} is played without trumps, not in {trump.symbol}"]
    return []


def _trump_problems(variant: Variant, contract: Contract, step: Step) -> list[str]:
    trump = contract.trump
    if trump is None or not step.has_trumps or step.suit.named_later:
        return []
    open_suits = {
        suit_choice.trump for suit_choice in step.suit.suit_choices(contract.turn, variant.suits)
    }
    # What was turned may be left out where it sets no price; then it cannot be checked.
    known = contract.turned is not None and contract.belle is not None
    if trump in open_suits or not (open_suits or known):
        return []
    told = " ".join(suit.symbol for suit in Suit if suit in open_suits)
    when = f"{_named(contract.turned)} is turned"
    if variant.dealing.fixes_belle:
        when += f" and {_named(contract.belle)} is belle"
    only = f"only in {told}" if told else "it is not open"
    return [f"{step.key} cannot be played in {trump.symbol} when {when}: {only}"]


def _class_problems(variant: Variant, contract: Contract, step: Step) -> list[str]:
    """A suit class must be one that the bid can have, and that of its trump suit where known."""
    given = contract.suit_class
    if given is None:
        return []
    # Any turned card shows which classes there are.
    turn = Turn(contract.turned if contract.turned is not None else Suit.CLUBS, contract.belle)
    suit_choices = step.suit.suit_choices(turn, variant.suits) if step.has_trumps else ()
    classes = [
        "plain" if suit_choice.trump is None else variant.suits.suit_class(suit_choice.trump, turn)
        for suit_choice in suit_choices
    ]
    if given not in classes:
        told = given if given in _CLASSES else shown(given)
        return [f"{step.key} of {variant.slug} has no {told} suit"]
    if contract.turned is None or contract.trump is None:
        return []
    actual = variant.suits.suit_class(contract.trump, turn)
    if given == actual or (given == "plain" and step.suit.named_later):
        return []
    return [
        f"{contract.trump.symbol} is {actual} when {_named(contract.turned)} is turned, not {given}"
    ]


def _named(suit: Suit | None) -> str:
    return "nothing" if suit is None else suit.symbol


def _trick_problems(outcome: Outcome, step: Step, *, ended: bool) -> list[str]:
    played = sum(outcome.tricks)
    if outcome.conceded or ended:
        if played > step.tricks_played:
            return [f"{step.key} has at most {step.tricks_played} tricks, not {shown(played)}"]
    elif played != step.tricks_played:
        return [f"{step.key} has {step.tricks_played} tricks, not {shown(played)}"]
    return []


def _extra_problems(variant: Variant, outcome: Outcome, step: Step) -> list[str]:
    found = []
    if sum(outcome.honours) > 4 or (any(outcome.honours) and not step.has_trumps):
        found.append(f"there are four honours, with trumps only, not {_by_seat(outcome.honours)}")
    if outcome.slam is not None and (variant.payments.slams is None or not step.goal.counted):
        found.append(f"{step.key} of {variant.slug} has no slam to declare")
    contested = variant.contest is not None and variant.contest.covers(step.key)
    if outcome.conceded and variant.concession is None:
        if not contested:
            found.append(f"{step.key} of {variant.slug} cannot be conceded")
        elif any(outcome.tricks):
            found.append(f"{step.key} is conceded before the first lead, not after tricks")
    if outcome.chicane:
        found += _chicane_problems(variant, outcome, step)
    return found + _boston_problems(variant, outcome)


def _chicane_problems(variant: Variant, outcome: Outcome, step: Step) -> list[str]:
    declared = outcome.chicane
    found = []
    if variant.chicane is None or not step.has_trumps:
        found.append(f"{step.key} of {variant.slug} has no chicane")
    for seat in declared[: variant.seats + 1]:
        found += _seat_problems("chicane", seat, variant.seats)
    if len(set(declared)) != len(declared):
        found.append(f"a seat declares chicane once, not {_by_seat(declared)}")
    elif len(declared) == variant.seats:
        found.append("somebody was dealt the trumps: not every seat declares chicane")
    if not found and len(outcome.honours) == variant.seats:
        held = [seat for seat in declared if outcome.honours[seat]]
        found += [f"seat {seat} was dealt honours and declares no chicane" for seat in held]
    return found


def _boston_problems(variant: Variant, outcome: Outcome) -> list[str]:
    if outcome.boston is None:
        return []
    found = [] if variant.boston_bonus is not None else [f"{variant.slug} has no Boston"]
    return found + _seat_problems("boston", outcome.boston, variant.seats)
