"""The pieces of advice: what each leaves of the actions that a player could choose."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

from attrs import frozen

from benchmarks.advice.hands import is_misere_hand, sure_tricks
from boston_rules import Action, Bid, Call, Play, Playing, State, Suit
from boston_rules.bots.protocol import own_choices
from boston_rules.bots.simple.contracts import has_limit, setting_of
from boston_rules.bots.simple.valuation import value_of_hand

__all__ = ["ADVICE", "Advice"]

Filter: TypeAlias = Callable[[State, int, Sequence[Action]], Iterable[Action]]


@frozen
class Advice:
    """A piece of advice, or a reading of it."""

    group: str
    """The part of the page to which it belongs."""
    words: str
    """What the player who follows it does."""
    allowed: Filter
    """What it leaves of the legal actions of a seat in its view; nothing where it has nothing to
    say."""
    together: bool = False
    """Whether all players follow it at once; else one of them does."""
    asked: bool = False
    """Whether the Monte Carlo bot is asked too where the simple bot acts otherwise."""

    def left(self, view: State) -> tuple[Action, ...]:
        """The actions that the advice leaves to the seat to act: some of the legal ones."""
        seat, legal = own_choices(view)
        return tuple(self.allowed(view, seat, legal)) or legal


# The auction.


def _bids(
    view: State, legal: Sequence[Action], keep: Callable[[Bid, Suit | None], bool]
) -> Sequence[Action]:
    """The bids that are kept, and everything that is no bid."""
    if not any(isinstance(action, Bid) for action in legal):
        return ()
    return [
        action
        for action in legal
        if not isinstance(action, Bid) or keep(action, setting_of(view).trump(action))
    ]


def _sure(more: int) -> Filter:
    def allowed(view: State, seat: int, legal: Sequence[Action]) -> Iterable[Action]:
        mask = view.dealt.mask
        return _bids(
            view,
            legal,
            lambda bid, trump: (
                trump is None
                or view.variant.ladder[bid.key].goal.tricks <= sure_tricks(mask, trump) + more
            ),
        )

    return allowed


def _careful(odds: float) -> Filter:
    def allowed(view: State, seat: int, legal: Sequence[Action]) -> Iterable[Action]:
        hand = value_of_hand(view, seat)
        return _bids(
            view,
            legal,
            lambda bid, trump: hand.promise(bid).odds >= odds,
        )

    return allowed


BALANCED: Final = 0.5
"""Suits are roughly balanced whose tricks, as the simple bot counts them, differ by no more."""


def _ranked_suit(highest: bool) -> Filter:
    def allowed(view: State, seat: int, legal: Sequence[Action]) -> Iterable[Action]:
        hand = value_of_hand(view, seat)
        turn, ranking = setting_of(view).turn, view.variant.suits
        open_suits: dict[str, list[Suit]] = {}
        for action in legal:
            if isinstance(action, Bid) and action.suit is not None:
                open_suits.setdefault(action.key, []).append(action.suit)
        chosen = {}
        for key, suits in open_suits.items():
            most = max(map(hand.own, suits))
            balanced = [suit for suit in suits if hand.own(suit) >= most - BALANCED]
            balanced.sort(key=lambda suit: ranking.rank(suit, turn))
            chosen[key] = balanced[-1 if highest else 0]
        return _bids(
            view, legal, lambda bid, trump: bid.suit is None or bid.suit == chosen[bid.key]
        )

    return allowed


def _miseres(view: State, seat: int, legal: Sequence[Action]) -> Iterable[Action]:
    fits, rules = is_misere_hand(view.dealt.mask), view.variant
    return _bids(
        view, legal, lambda bid, trump: fits or not has_limit(rules, rules.ladder[bid.key])
    )


def _no_return(view: State, seat: int, legal: Sequence[Action]) -> Iterable[Action]:
    returns = any(event.seat == seat and isinstance(event.action, Bid) for event in view.said)
    return _bids(view, legal, lambda bid, trump: not returns)


def _no_overcall(view: State, seat: int, legal: Sequence[Action]) -> Iterable[Action]:
    """Leaves a standing bid of tricks to its bidder."""
    standing, rules = view.standing_bid, view.variant
    stands = standing is not None and not has_limit(rules, rules.ladder[standing[1].key])
    return _bids(view, legal, lambda bid, trump: not stands or trump is None)


# The partner.


def _plain_calls(view: State, legal: Sequence[Action], rank: str) -> Iterable[Action]:
    contract = view.contract
    assert contract is not None, "the declarer calls"
    for action in legal:
        if isinstance(action, Call):
            card = action.card
            if card.suit != contract.trump and card.rank.letter == rank:
                yield action


def _call_plain(ranks: str) -> Filter:
    """Calls a card of these ranks outside trumps, the first rank that is not all held."""

    def allowed(view: State, seat: int, legal: Sequence[Action]) -> Iterable[Action]:
        if not any(isinstance(action, Call) for action in legal):
            return ()
        solo = [action for action in legal if not isinstance(action, Call)]
        for rank in ranks:
            found = list(_plain_calls(view, legal, rank))
            if found:
                return [*found, *solo]
        return ()

    return allowed


# The play.


def _defends(view: State, seat: int) -> bool:
    contract = view.contract
    return isinstance(view, Playing) and contract is not None and seat not in contract.side


def _no_ruff(last_trick: int, *, over: bool = False) -> Filter:
    """A defender who cannot follow to a plain suit keeps his trumps.

    Args:
        last_trick: the last trick in which he does.
        over: only where somebody else has ruffed.
    """

    def allowed(view: State, seat: int, legal: Sequence[Action]) -> Iterable[Action]:
        if not _defends(view, seat) or not view.trick or len(view.tricks) >= last_trick:
            return ()
        assert view.contract is not None
        led, trump = view.trick[0].suit, view.contract.trump
        ruffed = any(card.suit == trump for card in view.trick[1:])
        if trump is None or led == trump or view.hand.of(led) or (over and not ruffed):
            return ()
        return [
            action for action in legal if isinstance(action, Play) and action.card.suit != trump
        ]

    return allowed


def _lowest(view: State, seat: int, legal: Sequence[Action]) -> Iterable[Action]:
    """A defender follows to a lead of another defender with his lowest card, whatever it wins."""
    if not _defends(view, seat) or not view.trick or view.leader is None:
        return ()
    if not _defends(view, view.leader):
        return ()
    led = view.trick[0].suit
    plays = [action for action in legal if isinstance(action, Play) and action.card.suit == led]
    return [min(plays, key=lambda action: action.card.rank)] if plays else ()


_PLAYS: Final = (
    Advice("count", "bids no more tricks than he counts", _sure(0), asked=True),
    Advice("count", "bids up to one trick more than he counts", _sure(1)),
    Advice("careful", "bids only what he thinks 60 % sure or more", _careful(0.6)),
    Advice("careful", "bids only what he thinks 80 % sure or more", _careful(0.8)),
    Advice("suit", "of suits within half a trick bids the highest", _ranked_suit(True), asked=True),
    Advice("suit", "of suits within half a trick bids the lowest", _ranked_suit(False)),
    Advice("misere", "bids a misère only with the hand described", _miseres, asked=True),
    Advice("overcalled", "does not bid again once he is overcalled", _no_return),
    Advice("overcalled", "bids no tricks over a bid of tricks", _no_overcall, asked=True),
    Advice("ruff", "one defender does not ruff in the first four tricks", _no_ruff(4), asked=True),
    Advice("ruff", "no defender ruffs in the first four tricks", _no_ruff(4), together=True),
    Advice("ruff", "no defender ruffs over a ruff", _no_ruff(13, over=True), together=True),
    Advice("ruff", "no defender ever ruffs", _no_ruff(13), together=True),
    Advice("signal", "one defender follows low even where he could win", _lowest),
    Advice("signal", "all defenders follow low even where they could win", _lowest, together=True),
)

_CALLS: Final = (
    Advice("call", "calls an ace outside trumps, else a king", _call_plain("AK"), asked=True),
    Advice("call", "calls a king outside trumps, else a queen", _call_plain("KQ")),
    Advice("call", "calls a low card outside trumps", _call_plain("234")),
)
ADVICE: Final = {"classic": _PLAYS, "fontainebleau-cats": _CALLS}
"""What is tried out in which variant: that of the telling that gives the advice."""
