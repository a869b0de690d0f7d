"""The public functions: start a session, ask what is legal, act, go on to the next deal."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Never

from boston_rules.core.actions import Action
from boston_rules.core.arguments import CARD, check_rng, check_seat, check_type, shortened
from boston_rules.core.cards import PACK, WHOLE_PACK, Card, Cards, bits, mix
from boston_rules.core.errors import (
    DealError,
    DealNotSettled,
    IllegalAction,
)
from boston_rules.core.hidden import FULL
from boston_rules.core.saying import say
from boston_rules.deal.dealing import Hand, deal_given, open_deal
from boston_rules.deal.settled import Settled
from boston_rules.deal.state import State, check_state
from boston_rules.deal.table import CHANCE, Table, check_dealer, open_table
from boston_rules.rules.variant import Variant, as_variant

if TYPE_CHECKING:  # whoever shuffles has loaded it
    import random

__all__ = [
    "apply",
    "draw_chance",
    "lawful_actions",
    "legal_actions",
    "next_deal",
    "shuffled",
    "start",
    "why_illegal",
]


def start(
    variant: Variant | str,
    dealer: int = 0,
    *,
    hands: Iterable[Hand] | None = None,
    turned: Card | None = None,
    **options: Never,
) -> State:
    """Open a session: the antes of the first deal are paid and its first phase is due.

    Args:
        variant: the rules, or the slug of a registered variant.
        dealer: the seat that deals first.
        hands: a deal given outright, seat 0 first, so that there is no shuffle and no cut; each
            hand as cards in the order dealt, or as tokens such as ``"AS KS QS ..."``.
        turned: with ``hands``, the card turned up where the variant turns one; without it the
            turn is a chance event, among the dealer's cards where his last card is turned.

    Raises:
        DealError: the dealer is not a seat, or the hands are not a deal.
        VariantError: no variant has the slug.
        TypeError: an argument is of another type, or an option of the variant is given here.

    >>> import boston_rules as br
    >>> state = br.start(br.get_variant("fontainebleau"), dealer=2)
    >>> state.actor == br.CHANCE, state.table.pool, state.table.purses
    (True, 50, (1600, 1600, 1550, 1600))
    """
    if options:
        name = shortened(next(iter(options)))
        raise TypeError(
            f"start() takes no argument {name}: options of a variant are given to br.get_variant, "
            f"as in br.start(br.get_variant('classic', {name}=...))"
        )
    variant = as_variant(variant)
    check_dealer(dealer, variant.seats)
    if hands is None and turned is None:
        return _first_phase(variant, dealer)
    return _open(open_table(variant, dealer=dealer), hands, turned)


@lru_cache(maxsize=256)
def _first_phase(variant: Variant, dealer: int) -> State:
    """What every session begins with."""
    return open_deal(open_table(variant, dealer=dealer))


def next_deal(
    state: State, *, hands: Iterable[Hand] | None = None, turned: Card | None = None
) -> State:
    """The first phase of the deal after a settled one; the deal passes to the left.

    Args:
        state: a settled deal.
        hands: as for :func:`start`.
        turned: as for :func:`start`.

    Raises:
        DealNotSettled: the deal is still going on.
        SessionOver: it was the last deal of the session.
        DealError: the hands are not a deal.
        TypeError: not a state, or ``turned`` is not a card.
    """
    if not isinstance(state, Settled):
        check_type("state", state, State, "a Settled state")
        raise DealNotSettled(
            say("the deal is not settled: its phase is {phase}", phase=state.phase)
        )
    return _open(state.next_table(), hands, turned)


def _open(table: Table, hands: Iterable[Hand] | None, turned: Card | None) -> State:
    check_type("turned", turned, Card | None, CARD)
    if hands is not None:
        return deal_given(table, hands, turned)
    if turned is not None:
        raise DealError(say("a turned card is given together with the hands"))
    return open_deal(table)


def legal_actions(state: State, seat: int | None = None) -> tuple[Action, ...]:
    """Every legal action of the seat to act, in canonical order.

    Empty only where nothing is to do or chance is due.

    Args:
        state: any state.
        seat: whose actions; without it those of the seat to act. Another seat has none, unless the
            table's law is in force (``enforcement="table"``): then it may play out of turn,
            correct, claim and demand.

    Raises:
        TypeError: not a state.
        ValueError: no such seat.

    >>> import random
    >>> import boston_rules as br
    >>> state = br.start(br.get_variant("french"))
    >>> state = br.apply(state, br.draw_chance(state, random.Random(1)))
    >>> str(br.legal_actions(state)[0])
    'pass'
    """
    try:
        return state.legal() if seat is None else state.legal_for(_claimed(state, seat))
    except (AttributeError, TypeError) as error:  # which costs nothing where there is none
        raise _blamed(state, error) from None


def lawful_actions(state: State) -> tuple[Action, ...]:
    """The legal actions of the seat to act that break no law.

    All of them, unless the table's law is in force (``enforcement="table"``), which lets players
    err: then they are what the strict game has, and less while an exposed card is demanded.

    Raises:
        TypeError: not a state.

    >>> import boston_rules as br
    >>> suits = ("A K Q J T 9 8 7 6 5 4 3 2".replace(" ", f"{suit} ") + suit for suit in "SHCD")
    >>> state = br.start(br.get_variant("fontainebleau", enforcement="table"), 3, hands=suits)
    >>> [
    ...     str(action)
    ...     for action in br.legal_actions(state)
    ...     if action not in br.lawful_actions(state)
    ... ]
    ['misdeal', 'misdeal touched']
    """
    try:
        return state.lawful()
    except (AttributeError, TypeError) as error:  # a view has a tuple of that name
        raise _blamed(state, error) from None


def _blamed(state: object, error: AttributeError | TypeError) -> Exception:
    """What an attribute that is missing comes from: most often what is not a state at all."""
    try:
        check_state(state)
    except TypeError as wrong:
        return wrong
    return error


def apply(state: State, action: Action, seat: int | None = None) -> State:
    """The state after an action; the state given is unchanged.

    Args:
        state: any state.
        action: what the actor does.
        seat: who claims to act, for hosts of a table; refused unless it is that seat's turn, or
            the table's law lets it act out of turn.

    Raises:
        IllegalAction: the rules refuse it; the subclass and its code say why.
        TypeError: not a state or an action at all, or a view, which ``advance`` moves.
        ValueError: no such seat.

    >>> import boston_rules as br
    >>> hands = [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "SHCD"]
    >>> state = br.start("classic", dealer=3, hands=hands)
    >>> later = br.apply(state, br.Bid("6", br.SPADES))
    >>> state.actor, later.actor, later.standing_bid
    (0, 1, (0, Bid(key='6', suit=<Suit.SPADES: 3>, suit_class=None, card=None, alone=False)))

    What the rules refuse is an exception, and the state stays as it was:

    >>> br.apply(later, br.Bid("5", br.HEARTS))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    boston_rules.core.errors.BidTooLow: bid 5 H: not higher than the standing bid 6 S of seat 0 ...
    """
    try:
        if seat is None:
            return state.after(action)
        return state.after_from(_claimed(state, seat), action)
    except AttributeError as error:
        raise _blamed(state, error) from None


def why_illegal(state: State, action: Action, seat: int | None = None) -> IllegalAction | None:
    """The exception that :func:`apply` would raise, unraised; ``None`` for a legal action.

    Args:
        state: any state; of a view, why the viewer may not do it.
        action: what somebody would like to do.
        seat: who, as for :func:`apply`.

    Raises:
        TypeError: not a state or an action at all.
        ValueError: no such seat.

    >>> import boston_rules as br
    >>> hands = [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "SHCD"]
    >>> state = br.start("classic", dealer=3, hands=hands)
    >>> br.why_illegal(state, br.Pass()) is None
    True
    >>> error = br.why_illegal(state, br.parse_action("play QH"))
    >>> error.code, error.reason
    ('phase/wrong', "that cannot be done in the phase 'auction'")
    """
    try:
        if state.viewer is FULL:
            if seat is None:
                return state.refuse(action)
            return state.refuse_from(_claimed(state, seat), action)
        viewer = state.viewer
        seat = viewer if seat is None else _claimed(state, seat)
        if seat is None or seat != viewer:
            return state.not_your_turn(viewer if seat == state.actor else seat, action)
        return state.refuse_from(seat, action)
    except AttributeError as error:
        raise _blamed(state, error) from None


def _claimed(state: State, seat: int) -> int:
    """The seat that claims to act: one of the table, or chance."""
    if type(seat) is not int or seat != CHANCE:
        check_seat(seat, "who acts", state.variant.seats)
    return seat


def shuffled(rng: random.Random, cards: Cards = WHOLE_PACK) -> tuple[Card, ...]:
    """A pack shuffled by "shuffle v1": Fisher-Yates from the bottom on ``rng.random()``.

    The same seed gives the same pack on every version of Python.

    Args:
        rng: draws the order.
        cards: the pack, of two cards or more; that of a variant is ``variant.dealing.pack``.

    Raises:
        TypeError: it is no generator, or not a set of cards.
        ValueError: there are fewer than two cards.

    >>> import boston_rules as br
    >>> import random
    >>> " ".join(map(str, br.shuffled(random.Random(1))[:5]))
    'TS TH 3H 5C 4D'
    """
    check_type("cards", cards, Cards, "a set of Cards")
    if len(cards) < 2:
        raise ValueError(f"cards must be two or more, not {len(cards)}")
    check_rng(rng)
    return tuple(map(PACK.__getitem__, mix(list(bits(cards.mask)), rng)))


def draw_chance(state: State, rng: random.Random) -> Action:
    """The chance event that is due, drawn with ``rng``.

    Raises:
        NoChanceDue: a player, or nobody, is to act.
        TypeError: not a state, a view, or not a generator.
    """
    check_rng(rng)
    try:
        return state.draw(rng)
    except (AttributeError, TypeError) as error:
        raise _blamed(state, error) from None
