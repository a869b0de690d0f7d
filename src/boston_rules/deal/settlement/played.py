"""The tricks of a deal in the order played: made from the cards, and validated for a bill."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from boston_rules.core.arguments import (
    check_type,
    is_seat,
    problem_of_seat,
    shown,
    tuple_of,
)
from boston_rules.core.cardplay.tricks import winning_place
from boston_rules.core.cards import Card
from boston_rules.core.contract import Contract, Outcome, Trick
from boston_rules.core.errors import SettlementError
from boston_rules.core.saying import Player, listed, say
from boston_rules.deal.contracts import contract_problems
from boston_rules.deal.terms import Terms, completed, passed_out_terms, terms_of
from boston_rules.rules.variant import Variant, as_variant

__all__ = ["played_problems", "played_tricks"]

_Power: TypeAlias = Sequence[Sequence[int]]

_CARDS: Final = "Card objects in the order played"


def played_tricks(
    variant: Variant | str, contract: Contract | None, cards: Iterable[Card], dealer: int = 0
) -> tuple[Trick, ...]:
    """The tricks of a deal from its cards in the order played: who led to each, and who won it.

    What :class:`boston_rules.Outcome` takes as ``played``, where a rule counts something of the
    cards. Nobody's hand is known, so that it is not asked whether everybody has followed suit.

    Args:
        variant: the rules, or the slug of a registered variant.
        contract: what was played; ``None`` when all passed.
        cards: the cards, trick after trick.
        dealer: the dealing seat, from whose left the first card is led unless the contract says
            otherwise.

    Raises:
        SettlementError: the variant has no such contract, there is no such dealer, or the last
            trick is not complete.
        VariantError: no variant has the slug.
        TypeError: not cards, or not a variant at all.

    >>> import boston_rules as br
    >>> cards = map(br.parse_card, "2S AS QS 3S 4H 5H 6H KH".split())
    >>> [(trick.leader, trick.winner) for trick in br.played_tricks("fontainebleau", None, cards)]
    [(1, 2), (2, 1)]
    """
    variant = as_variant(variant)
    if contract is not None:
        check_type("contract", contract, Contract, "a Contract, or None")
    seats, played = variant.seats, tuple_of("cards", cards, _CARDS)
    for card in played:
        check_type("cards", card, Card, _CARDS)
    problem = problem_of_seat(dealer, say("dealer"), seats)
    problems = [problem] if problem else []
    if contract is not None:
        if is_seat(contract.declarer, seats):
            contract = completed(variant, contract)
        problems += contract_problems(variant, contract, priced=False)
    if len(played) % seats:
        problems.append(
            say("{number} cards are no tricks of {size} cards", number=len(played), size=seats)
        )
    if problems:
        raise SettlementError(problems)
    terms = _terms(variant, contract)
    leader, found = _leaders(terms, dealer)[0], list[Trick]()
    for start in range(0, len(played), seats):
        trick = tuple(played[start : start + seats])
        winner = _winner(terms.power, leader, trick)
        found.append(Trick(leader, trick, winner))
        leader = winner
    return tuple(found)


def played_problems(
    variant: Variant,
    contract: Contract | None,
    outcome: Outcome,
    dealer: int,
    *,
    moved: bool,
    grand: bool = False,
) -> Iterator[str]:
    """The problems of the tricks of an outcome whose numbers by seat are known to be right.

    Args:
        variant: the rules.
        contract: what was played, one that can be; ``None`` when all passed.
        outcome: what happened.
        dealer: the dealing seat.
        moved: whether a revoke may have given a trick to another seat than its cards do.
        grand: whether it is the grand that ends a session.
    """
    terms, played, seats = _terms(variant, contract, grand=grand), outcome.played, variant.seats
    if not played:
        if terms.counts and sum(outcome.tricks) == terms.total:
            yield say(
                "{what} is counted: give the tricks in order, as played",
                what=listed(each.words() for each in terms.counts),
            )
        return
    strange = next((each for each in played if not _is_trick(each, seats)), None)
    if strange is not None:
        yield say(
            "played holds a Trick of {size} cards for each trick, not {given}",
            size=seats,
            given=shown(strange),
        )
        return
    won = [0] * seats
    for trick in played:
        won[trick.winner] += 1
    if tuple(won) != outcome.tricks:
        yield say(
            "the tricks as played are {won} by seat, not {given}",
            won=", ".join(map(str, won)),
            given=", ".join(map(str, outcome.tricks)),
        )
    seen: set[Card] = set()
    leaders, powers = _leaders(terms, dealer), _powers(terms)
    for number, trick in enumerate(played, 1):
        for card in trick.cards:
            if card in seen:
                yield say("trick {number}: {card} was played before", number=number, card=card)
            seen.add(card)
        if trick.leader not in leaders:
            yield say(
                "trick {number}: {leader} leads, not {given}",
                number=number,
                leader=Player(leaders[0]),
                given=Player(trick.leader),
            )
        winners = [_winner(power, trick.leader, trick.cards) for power in powers]
        if trick.winner not in winners and not moved:
            yield say(
                "trick {number}: {winner} wins it, not {given}",
                number=number,
                winner=Player(winners[0]),
                given=Player(trick.winner),
            )
        leaders = (trick.winner,)


def _is_trick(value: object, seats: int) -> bool:
    return (
        isinstance(value, Trick)
        and is_seat(value.leader, seats)
        and is_seat(value.winner, seats)
        and type(value.cards) is tuple
        and len(value.cards) == seats
        and all(isinstance(card, Card) for card in value.cards)
    )


def _terms(variant: Variant, contract: Contract | None, *, grand: bool = False) -> Terms:
    if contract is None:
        return passed_out_terms(variant, None, grand)
    return terms_of(variant, contract)


def _leaders(terms: Terms, dealer: int) -> tuple[int, ...]:
    """Who may lead first: a partner whom a called card makes may have been unknown then."""
    eldest, contract, step = (dealer + 1) % terms.seats, terms.contract, terms.step
    if contract is None or step is None:
        return (eldest,)
    alone = step.lead.leader(contract.declarer, None, terms.seats)
    told = (None if terms.leader < 0 else terms.leader, alone)
    return tuple([eldest if seat is None else seat for seat in told])


def _powers(terms: Terms) -> list[_Power]:
    """How high the cards can rank: the contract may leave open which suit was turned."""
    rules, trump = terms.variant, None if terms.contract is None else terms.contract.trump
    turned = {turn.suit for turn in rules.dealing.turns()} if terms.turned is None else ()
    return [terms.power, *(rules.trumps.table(trump, suit).power for suit in turned)]


def _winner(power: _Power, leader: int, cards: tuple[Card, ...]) -> int:
    return (leader + winning_place([card.index for card in cards], power)) % len(cards)
