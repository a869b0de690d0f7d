"""Positions of a play without the questions and calls between its cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import evolve

from boston_rules.core.actions import CallSuit, Demand, Discard
from boston_rules.core.arguments import SUIT, check_type, tuple_of, wrong_type
from boston_rules.core.cards import Card, Suit
from boston_rules.core.contract import Contract
from boston_rules.core.errors import DealError, SettlementError
from boston_rules.core.events import Event
from boston_rules.core.hidden import FULL
from boston_rules.core.saying import Player, say
from boston_rules.deal.contracts import contract_problems
from boston_rules.deal.dealing import Hand
from boston_rules.deal.engine import start
from boston_rules.deal.settlement.validation import pool_problems
from boston_rules.deal.state import State, check_state
from boston_rules.deal.table import Deal, clockwise
from boston_rules.deal.terms import completed
from boston_rules.deal.tricks import Playing, play_contract
from boston_rules.rules.variant import Variant, as_variant
from boston_rules.solver.errors import NotSolvable

__all__ = ["check_solvable", "deal_with", "first_lead", "lead_of", "positions_of", "slam_ply"]


def first_lead(
    variant: Variant | str,
    hands: Iterable[Hand],
    contract: Contract,
    *,
    dealer: int = 0,
    turned: Card | None = None,
    belle: Suit | None = None,
    discards: Sequence[Card] = (),
    pool: int | None = None,
) -> Playing:
    """The first lead of a contract, with no auction before it.

    Args:
        variant: the rules, or the slug of a registered variant.
        hands: the hands, as for :func:`boston_rules.start`.
        contract: what is played; stakes and suit class matter for chips alone.
        dealer: who deals; the seat at his left is eldest.
        turned: the card turned, where the variant turns one and it is known.
        belle: the suit fixed for the session, where there is one; without it that of ``turned``.
        discards: where the contract has every player lay a card aside, the card of each, by seat.
        pool: chips in the pool, which matter for chips alone; without it those of a first deal.

    Raises:
        DealError: the hands are not a deal, or the discards are not a card of each hand.
        SettlementError: the variant has no such contract, or cannot have such a pool.
        TypeError: an argument is of another type.
        VariantError: no variant has the slug.

    >>> import boston_rules as br
    >>> hands = [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "SHDC"]
    >>> from boston_rules.solver import first_lead, makes, tricks
    >>> state = first_lead("fontainebleau", hands, br.Contract("5", 1, br.HEARTS), dealer=3)
    >>> state.actor, makes(state), tricks(state)
    (0, True, 13)
    """
    variant = as_variant(variant)
    check_type("contract", contract, Contract, "a Contract, such as br.Contract('5', 0, br.HEARTS)")
    discards = tuple_of("discards", discards, "Card objects by seat")
    for card in discards:
        check_type("discards", card, Card, "Card objects by seat")
    deal = deal_with(variant, hands, dealer, turned, belle)
    if pool is not None:
        strange = pool_problems(variant, pool, 0)
        if strange:
            raise SettlementError(strange)
        deal = evolve(deal, table=evolve(deal.table, pool=pool))
    if contract.turned is None:
        contract = evolve(contract, turned=deal.turn.suit, belle=deal.turn.belle)
    return lead_of(deal, completed(variant, contract), discards)


def lead_of(deal: Deal, contract: Contract, discards: Sequence[Card] = ()) -> Playing:
    """The first lead of a contract in a deal; see :func:`first_lead`.

    Raises:
        DealError: the discards are not a card of each hand.
        SettlementError: the variant has no such contract.
    """
    variant = deal.table.variant
    problems = contract_problems(variant, contract, priced=False)
    if problems:
        raise SettlementError(problems)
    laid: tuple[Event, ...] = ()
    if variant.ladder[contract.key].discard:
        if len(discards) != variant.seats:
            raise DealError(
                say(
                    "{contract} is played after every player has laid a card aside: "
                    "{seats} discards are needed, not {number}",
                    contract=contract.key,
                    seats=variant.seats,
                    number=len(discards),
                )
            )
        for seat, card in enumerate(discards):
            if not deal.hands[seat] >> card.index & 1:
                raise DealError(
                    say("{player} has no {card} to lay aside", player=Player(seat), card=str(card))
                )
        laid = tuple(
            Event(seat, Discard(discards[seat]))
            for seat in clockwise(deal.table.eldest, variant.seats)
        )
    elif discards:
        raise DealError(say("no card is laid aside in {contract}", contract=contract.key))
    return play_contract(deal, laid, contract)


def deal_with(
    variant: Variant, hands: Iterable[Hand], dealer: int, turned: Card | None, belle: Suit | None
) -> Deal:
    """The deal of hands given outright.

    Raises:
        DealError: the hands are not a deal.
    """
    if hands is None:
        raise wrong_type("hands", "a hand for each seat", hands)
    if belle is not None:
        check_type("belle", belle, Suit, f"{SUIT}, or None")
    deal = start(variant, dealer, hands=hands, turned=turned).deal
    assert deal is not None, "the hands were given"
    return deal if belle is None else evolve(deal, table=evolve(deal.table, belle=belle))


def slam_ply(state: State) -> int | None:
    """How many cards had been played when a slam was declared in a play; ``None`` without one."""
    slam = state.play.slam
    return None if slam is None else slam[1]


def check_solvable(state: State) -> Contract:
    """The contract of a play whose cards alone decide it.

    Raises:
        NotSolvable: it is a view, nobody has bid, or errors at the table decide too.
    """
    if state.viewer is not FULL:
        raise NotSolvable(
            say(
                "the cards of a view lie face down: {function} fills its holes",
                function="br.sample()",
            )
        )
    if state.contract is None:
        raise NotSolvable(say("nobody has bid in this deal: there is no contract to solve"))
    if state.revokes:
        raise NotSolvable(say("a revoke has been established: its penalty decides with the cards"))
    if state.called_suits:
        raise NotSolvable(say("a suit has been called, and must be led"))
    return state.contract


def positions_of(state: State) -> tuple[Playing, ...]:
    """The position before each card of a play, and the last one.

    Raises:
        NotSolvable: nobody has bid, no card has been played, errors at the table decide too, or it
            is a view.
    """
    check_state(state)
    if state.play is None:
        raise NotSolvable(
            say("no card was played: the state is of the phase {phase}", phase=state.phase)
        )
    contract = check_solvable(state)
    if any(isinstance(event.action, Demand) for event in state.events):
        raise NotSolvable(say("an exposed card was demanded, and had to be played"))
    if any(isinstance(event.action, CallSuit) for event in state.events):
        raise NotSolvable(say("a suit was called, and had to be led"))
    at = play_contract(state.play.deal, state.play.said, contract)
    declared = slam_ply(state)
    cards = [card.index for trick in state.tricks for card in trick.cards]
    cards += [card.index for card in state.trick]
    found = []
    for ply, card in enumerate(cards):
        if ply == declared:
            at = evolve(at, slam=state.play.slam)
        found.append(at)
        at = at.with_card(card)
    return (*found, at)
