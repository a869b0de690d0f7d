"""Which contracts a deal can have: the one judge of them.

Bills, the solver, records and tables of prices ask it. It asks the ladder for the bids, the partner
rule who may accept, the stakes, and the questions what their answers make of a contract; so that
whatever the engine can play is admitted, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import product
from types import NoneType
from typing import Final, get_args

from attrs import evolve

from boston_rules.core.actions import Bid, SuitClass
from boston_rules.core.arguments import is_seat, problem_of_seat, shown
from boston_rules.core.cards import Card, Suit
from boston_rules.core.contract import Contract, Turn
from boston_rules.core.saying import Player, listed, say, term
from boston_rules.core.sources import with_source
from boston_rules.deal.calls import calls_of
from boston_rules.deal.questions.order import next_place, questions_of
from boston_rules.rules.cases import alike_to, deal_suits, read_by
from boston_rules.rules.ladder import Step
from boston_rules.rules.variant import Variant

__all__ = [
    "contract_problems",
    "highest_stakes",
    "may_call_partner",
    "raised_stakes",
    "reachable",
    "stakes_problem",
    "trump_of_bid",
]

_CLASSES: Final = get_args(SuitClass)
_DECLARER: Final = say("declarer")
_PARTNER: Final = say("partner")
_TURNED: Final = frozenset({"turned", "belle", "turned without trumps"})
"""What prices may read of the turned suits."""


def reachable(
    variant: Variant,
    turn: Turn,
    declarer: int,
    key: str | None = None,
    *,
    stakes: tuple[int, ...] | None = None,
) -> Iterator[Contract]:
    """Every contract of a declarer to which bids and answers can lead, some of them twice.

    A contract that the cards make is not among them.

    Args:
        variant: the rules.
        turn: the suits that turned cards have fixed.
        declarer: a seat.
        key: the contract of the ladder; without it all of them.
        stakes: at which the deal is opened; without them all that can be.

    >>> import boston_rules as br
    >>> from boston_rules.deal.contracts import reachable
    >>> from boston_rules.rules.suits import Turn
    >>> variant = br.get_variant("whisch-bostonien")
    >>> for contract in reachable(variant, Turn(br.HEARTS), 0, "demande"):
    ...     print(contract)
    demande ♥ by seat 0
    demande ♥ by seat 0 with seat 1
    demande ♥ by seat 0 with seat 2
    demande ♥ by seat 0 with seat 3
    """
    calls, seats = calls_of(variant, turn), variant.seats
    rebids = any(rule.rebids for rule in questions_of(variant))
    accepted = any(calls.acceptors)
    for open_bid in calls.open_bids:
        step = open_bid.step
        if not rebids and key not in (None, step.key):
            continue
        partners: list[int | None] = [None]
        if accepted and step.partnered:
            partners += [seat for seat in range(seats) if seat != declarer]
        for partner in partners:
            for at, trump in product(variant.stakes if stakes is None else stakes, open_bid.trumps):
                contract = calls.contract(open_bid, declarer, partner, at, trump)
                for found in _answered(variant, contract, 0):
                    if key in (None, found.key) and _has_partner(variant, found):
                        yield found


def _answered(variant: Variant, contract: Contract, done: int) -> Iterator[Contract]:
    """What the questions that are still to be asked can make of a contract."""
    place = next_place(variant, contract, done)
    if place < 0:
        yield contract
        return
    for after in questions_of(variant)[place].contracts(variant, contract):
        yield from _answered(variant, after, place + 1)


def trump_of_bid(variant: Variant, bid: Bid, turn: Turn) -> Suit | None:
    """The suit that a bid makes trumps; ``None`` where it does not tell.

    Args:
        variant: the rules.
        bid: as it is made.
        turn: the suits turned, which tell the suit of a bid by its class.

    >>> import boston_rules as br
    >>> from boston_rules.deal.contracts import trump_of_bid
    >>> rules, turn = br.get_variant("american"), Turn(br.CLUBS)
    >>> trump_of_bid(rules, br.Bid("6", suit_class="colour"), turn).name
    'SPADES'
    >>> demand = br.parse_action("bid simple-demande AH")
    >>> trump_of_bid(br.get_variant("french"), demand, Turn()).name
    'HEARTS'
    """
    if isinstance(bid.card, Card):
        return bid.card.suit
    if bid.suit is not None:
        return bid.suit
    open_bid = calls_of(variant, turn).open_bid(bid)
    return None if open_bid is None else open_bid.suit_choice.trump


def _has_partner(variant: Variant, contract: Contract) -> bool:
    """Whether a contract has the partner without whom it is not played."""
    rule = variant.partners
    if contract.partner is not None or rule is None or rule.optional:
        return True
    # He is the holder of a card that was called, which may have been laid aside.
    return contract.called is not None or not variant.ladder[contract.key].partnered


def may_call_partner(variant: Variant, contract: Contract) -> bool:
    """Whether a card may have been called in a contract, which need not say which.

    >>> import boston_rules as br
    >>> from boston_rules.deal.contracts import may_call_partner
    >>> five = br.Contract("5", 0, br.SPADES, partner=2)
    >>> [may_call_partner(br.get_variant(f"fontainebleau{of}"), five) for of in ("", "-cats")]
    [False, True]
    """
    if contract.called is not None:
        return True
    # With four seats somebody holds it.
    alone = contract.partner is None and variant.seats == 4
    return not alone and _calls_partner(variant, contract.key)


@lru_cache(maxsize=256)
def _calls_partner(variant: Variant, key: str) -> bool:
    opened = variant.stakes[:1]
    return any(
        each.called is not None
        for turn in variant.dealing.turns()
        for each in reachable(variant, turn, 0, key, stakes=opened)
    )


def highest_stakes(variant: Variant) -> int:
    """The highest stakes that a contract can come to, by what is left to a deal and by questions.

    >>> import boston_rules as br
    >>> from boston_rules.deal.contracts import highest_stakes
    >>> highest_stakes(br.get_variant("classic"))
    1
    """
    return max(
        max(raised_stakes(variant, step.key, at))
        for step in variant.ladder
        for at in variant.stakes
    )


@lru_cache(maxsize=1024)
def raised_stakes(variant: Variant, key: str, opened: int) -> frozenset[int]:
    """The stakes to which answers can bring a contract, in a deal that is opened at some.

    >>> import boston_rules as br
    >>> from boston_rules.deal.contracts import raised_stakes
    >>> sorted(raised_stakes(br.get_variant("classic"), "5", 1))
    [1]
    """
    step, turns = variant.ladder[key], variant.dealing.turns()
    found: Iterator[Contract]
    if variant.dealt is not None and key in variant.dealt.keys:
        found = (
            after
            for turn, trump, suit_class in deal_suits(variant, step)
            for partner in ((None, 1) if step.partnered else (None,))
            for after in _answered(
                variant,
                Contract(key, 0, trump, partner, suit_class, turn.suit, turn.belle, opened),
                0,
            )
        )
    else:
        found = (
            each for turn in turns for each in reachable(variant, turn, 0, key, stakes=(opened,))
        )
    return frozenset({opened, *(each.stakes for each in found)})


def _priced_by_turn(variant: Variant, contract: Contract) -> bool:
    """Whether a price of a contract depends on the suits turned."""
    step, prices = variant.ladder[contract.key], variant.payments.prices
    return any(
        alike_to(price, suits, 0) != alike_to(price, suits._replace(turn=contract.turn), 0)
        for suits in deal_suits(variant, step)
        if suits.trump == contract.trump
        for price in prices
        if not read_by((price,)).isdisjoint(_TURNED)
    )


def contract_problems(variant: Variant, contract: Contract, *, priced: bool = True) -> list[str]:
    """The problems of a contract by itself, whatever came of it; empty for one that can be.

    What sets no price may be left out: the suits that turned cards have fixed, the class of the
    trump suit, the called card of a partner.

    Args:
        variant: the rules.
        contract: what is to be played.
        priced: whether its price is to be settled too.

    >>> import boston_rules as br
    >>> contract_problems(br.get_variant("fontainebleau"), br.Contract("5", 0))
    ['Simple Boston is played with trumps: give the trump suit']
    """
    if contract.key not in variant.ladder:
        return [
            say(
                "{variant} has no contract {given}; its ladder has {keys}",
                variant=term(variant.title),
                given=shown(contract.key),
                keys=", ".join(step.key for step in variant.ladder),
            )
        ]
    problem = problem_of_seat(contract.declarer, _DECLARER, variant.seats)
    found = [problem] if problem else []
    if problem:  # what is wrong besides does not depend on him
        contract = evolve(contract, declarer=0)
    numbers = {type(each) for each in (contract.partner, contract.stakes, contract.target)}
    try:
        if numbers <= {int, NoneType}:  # others are equal to some, as True is to 1
            return [*found, *_problems(variant, contract, priced)]
    except TypeError:  # something that cannot be looked up stands in a field
        pass
    return [*found, *_problems.__wrapped__(variant, contract, priced)]


@lru_cache(maxsize=4096)
def _problems(variant: Variant, contract: Contract, priced: bool) -> tuple[str, ...]:
    """Of few contracts, each met in many deals."""
    step = variant.ladder[contract.key]
    if variant.dealt is not None and contract.key in variant.dealt.keys:
        found = _dealt_problems(variant, contract, step)
    else:
        found = _bid_problems(variant, contract, step)
    return (*found, *(_price_problems(variant, contract, step) if priced else ()))


def _price_problems(variant: Variant, contract: Contract, step: Step) -> list[str]:
    """Those of a contract whose price depends on suits that it does not give."""
    dealing, reads = variant.dealing, variant.payments.reads_of(step)
    asked: dict[str, Suit | None] = {}
    if "turned" in reads and dealing.turn is not None:
        asked[say("the turned suit")] = contract.turned
    if "belle" in reads and dealing.fixes_belle:
        asked[say("belle")] = contract.belle
    if None in asked.values() and _priced_by_turn(variant, contract):
        return [
            say(
                "{bid} is priced by what is turned: give {suits}",
                bid=step.title,
                suits=listed(asked),
            )
        ]
    return []


def _bid_problems(variant: Variant, contract: Contract, step: Step) -> list[str]:
    """Those of a contract that is bid."""
    found: list[str] = []
    turns = [turn for turn in variant.dealing.turns() if _fits(turn, contract)]
    if not turns:
        found.append(_not_turned(variant, contract))
        turns = list(variant.dealing.turns())
    possible = [
        each for turn in turns for each in reachable(variant, turn, contract.declarer, contract.key)
    ]
    if not possible:
        when = _when(variant, contract)
        problem = say("{bid} is not open when {when}", bid=step.title, when=when)
        found.append(with_source(problem, step.source))
        return found
    for admits, told in _FIELDS:
        left = [each for each in possible if admits(each, contract)]
        if left:
            possible = left
        else:
            found.append(told(variant, step, contract, possible))
    return found


def _fits(turn: Turn, contract: Contract) -> bool:
    """Whether the suits turned are those of a contract, as far as it gives them."""
    return contract.turned in (None, turn.suit) and contract.belle in (None, turn.belle)


def _not_turned(variant: Variant, contract: Contract) -> str:
    turns = variant.dealing.turns()
    if contract.turned is not None and all(turn.suit is None for turn in turns):
        return say(
            "no card is turned in {variant}: {suit}",
            variant=term(variant.title),
            suit=contract.turned.symbol,
        )
    if contract.belle is not None and all(turn.belle is None for turn in turns):
        return say(
            "no card fixes belle in {variant}: {suit}",
            variant=term(variant.title),
            suit=contract.belle.symbol,
        )
    return say(
        "{turned} is not turned when {belle} is belle",
        turned=_named(contract.turned),
        belle=_named(contract.belle),
    )


def _dealt_problems(variant: Variant, contract: Contract, step: Step) -> list[str]:
    """Those of a contract that the cards make: its rule says which they can be."""
    rule = variant.dealt
    assert rule is not None, "it makes contracts"
    found = []
    alone = contract.partner is None
    problem = "" if alone else problem_of_seat(contract.partner, _PARTNER, variant.seats)
    if problem or contract.partner == contract.declarer or not _has_partner(variant, contract):
        found.append(_partner_problem(variant, step, contract, []))
    if (contract.trump is None) is step.has_trumps:
        found.append(_trump_problem(variant, step, contract, []))
    elif contract.suit_class not in (None, _class_of(variant, contract)):
        found.append(_class_problem(variant, step, contract, []))
    possible = [
        each
        for stakes in variant.stakes
        for each in _answered(variant, evolve(contract, stakes=stakes), 0)
    ]
    if type(contract.stakes) is not int or all(each.stakes != contract.stakes for each in possible):
        found.append(_stakes_problem(variant, step, contract, possible))
    target = contract.target
    total = step.tricks_played(variant.hand)
    if target is not None and not (type(target) is int and 0 <= target <= total):
        found.append(
            say("a target is 0 to {total} tricks, not {given}", total=total, given=shown(target))
        )
        return found
    return found + rule.problems(contract)


def _class_of(variant: Variant, contract: Contract) -> SuitClass | None:
    trump = contract.trump
    return None if trump is None else variant.suits.suit_class(trump, contract.turn)


# By field of a contract: whether one that can be is as given, and what to say if none is.


def _partner_problem(
    variant: Variant, step: Step, contract: Contract, possible: list[Contract]
) -> str:
    partner, rule = contract.partner, variant.partners
    source = None if rule is None else rule.source
    if partner is None:
        told = say(
            "{bid} is not played alone in {variant}", bid=step.title, variant=term(variant.title)
        )
        return with_source(told, source)
    if not is_seat(partner, variant.seats):
        return problem_of_seat(partner, _PARTNER, variant.seats)
    if partner == contract.declarer:
        return say("the partner is another seat than the declarer")
    found = sorted({each.partner for each in possible if isinstance(each.partner, int)})
    if found:
        told = say(
            "the partner of {declarer} in {bid} is {partner}, not {given}",
            declarer=Player(contract.declarer),
            bid=step.title,
            partner=listed(map(Player, found), last="or"),
            given=Player(partner),
        )
        return with_source(told, source)
    told = say("{bid} is played alone in {variant}", bid=step.title, variant=term(variant.title))
    return with_source(told, step.source)


def _trump_problem(
    variant: Variant, step: Step, contract: Contract, possible: list[Contract]
) -> str:
    trump = contract.trump
    if trump is None:
        return say("{bid} is played with trumps: give the trump suit", bid=step.title)
    if not step.has_trumps:
        return say(
            "{bid} is played without trumps, not in {suit}", bid=step.title, suit=trump.symbol
        )
    open_suits = {each.trump for each in possible}
    told = " ".join(suit.symbol for suit in Suit if suit in open_suits)
    problem = say(
        "{bid} cannot be played in {suit} when {when}: only in {suits}",
        bid=step.title,
        suit=trump.symbol,
        when=_when(variant, contract),
        suits=told,
    )
    return with_source(problem, step.source)


def _class_problem(
    variant: Variant, step: Step, contract: Contract, possible: list[Contract]
) -> str:
    given, trump = contract.suit_class, contract.trump
    turns = variant.dealing.turns()
    every = [
        each.suit_class
        for turn in turns
        for each in reachable(variant, turn, contract.declarer, step.key)
    ]
    if given not in every or trump is None or contract.turned is None:
        told = given if given in _CLASSES else shown(given)
        return say(
            "{bid} of {variant} has no {suit_class} suit",
            bid=step.title,
            variant=term(variant.title),
            suit_class=told,
        )
    return say(
        "{suit} is {suit_class} when {turned} is turned, not {given}",
        suit=trump.symbol,
        suit_class=variant.suits.suit_class(trump, contract.turn),
        turned=_named(contract.turned),
        given=given,
    )


def _stakes_problem(
    variant: Variant, step: Step, contract: Contract, possible: list[Contract]
) -> str:
    return stakes_problem(variant, [each.stakes for each in possible], contract.stakes)


def stakes_problem(variant: Variant, possible: Iterable[int], given: object) -> str:
    """The problem of stakes that are not among those that a deal can have."""
    return say(
        "the stakes of {variant} are {stakes}, not {given}",
        variant=term(variant.title),
        stakes=listed(sorted({*possible}), last="or"),
        given=shown(given),
    )


def _target_problem(
    variant: Variant, step: Step, contract: Contract, possible: list[Contract]
) -> str:
    given = shown(contract.target)
    return say("{bid} has the target of the ladder, not {given}", bid=step.title, given=given)


def _alone_problem(
    variant: Variant, step: Step, contract: Contract, possible: list[Contract]
) -> str:
    if contract.partner is not None:
        told = say("{bid} that was bid alone has no partner", bid=step.title)
    else:
        alone, together = (
            say("{bid} is bid alone", bid=step.title),
            say("{bid} is not bid alone", bid=step.title),
        )
        told = together if contract.alone else alone
    return with_source(told, step.source)


def _called_problem(
    variant: Variant, step: Step, contract: Contract, possible: list[Contract]
) -> str:
    return say("no card makes a partner in {bid}: {card}", bid=step.title, card=contract.called)


_Admits = Callable[[Contract, Contract], bool]
_Says = Callable[[Variant, Step, Contract, list[Contract]], str]

_FIELDS: Final[tuple[tuple[_Admits, _Says], ...]] = (
    (
        lambda each, given: (
            type(each.partner) is type(given.partner) and each.partner == given.partner
        ),
        _partner_problem,
    ),
    (lambda each, given: each.trump == given.trump, _trump_problem),
    (lambda each, given: given.suit_class in (None, each.suit_class), _class_problem),
    (
        lambda each, given: type(given.stakes) is int and each.stakes == given.stakes,
        _stakes_problem,
    ),
    (lambda each, given: each.alone == given.alone, _alone_problem),
    (lambda each, given: each.target == given.target, _target_problem),
    (lambda each, given: given.called in (None, each.called), _called_problem),
)


def _when(variant: Variant, contract: Contract) -> str:
    """What was turned, as far as the contract says."""
    turned = _named(contract.turned)
    if variant.dealing.fixes_belle:
        belle = _named(contract.belle)
        return say("{turned} is turned and {belle} is belle", turned=turned, belle=belle)
    return say("{turned} is turned", turned=turned)


def _named(suit: Suit | None) -> str:
    return say("nothing") if suit is None else suit.symbol
