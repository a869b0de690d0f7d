"""Counting the tree of actions below a state, to compare engines and to find where they differ.

A *leaf* of depth *n* is a sequence of *n* legal actions, or a shorter one after which no player is
to act: the deal is settled, or chance is due (a turned card). Such an early leaf counts once, at
every greater depth too. Chance is never expanded, so a count is a whole number that depends on the
cards alone; depth 0 has one leaf, the state itself. Counted to a depth that no play reaches, the
leaves are the ways in which the deal can go on to its end.

>>> import boston_rules as br
>>> hands = [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "SHCD"]
>>> state = br.start(br.get_variant("fontainebleau"), hands=hands)
>>> [perft(state, depth) for depth in range(4)]
[1, 46, 1093, 18004]
"""

from __future__ import annotations

from itertools import accumulate
from operator import add

from boston_rules.core.actions import Action
from boston_rules.core.arguments import shown
from boston_rules.deal.engine import legal_actions
from boston_rules.deal.state import State, check_state
from boston_rules.deal.tricks import Playing

__all__ = ["divide", "perft", "perft_by_depth"]


def perft(state: State, depth: int) -> int:
    """The number of leaves ``depth`` actions below a state.

    Args:
        state: any state; where no player is to act it is itself the only leaf.
        depth: actions, 0 or more.

    Raises:
        ValueError: the depth is below 0, or no whole number.
        TypeError: not a state, or a view.
    """
    return (1, *perft_by_depth(state, depth))[-1]


def perft_by_depth(state: State, depth: int) -> tuple[int, ...]:
    """:func:`perft` of every depth from 1 to ``depth``, counted in one walk.

    Raises:
        ValueError: the depth is below 0, or no whole number.
        TypeError: not a state, or a view.

    >>> import boston_rules as br
    >>> from boston_rules.conformance.perft import perft, perft_by_depth
    >>> hands = [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "SHCD"]
    >>> state = br.start(br.get_variant("classic"), dealer=3, hands=hands)
    >>> perft_by_depth(state, 3) == tuple(perft(state, depth) for depth in (1, 2, 3))
    True
    """
    _check(state, depth)
    reached, ended = [0] * (depth + 1), [0] * (depth + 1)
    _walk(state, 0, reached, ended)
    return tuple(map(add, reached[1:], accumulate(ended)))


def divide(state: State, depth: int) -> tuple[tuple[Action, int], ...]:
    """The leaves below each legal action, in canonical order; empty where no player is to act.

    The counts add up to :func:`perft` of the same state and depth. Where two engines disagree,
    comparing these and going down the action that differs finds the position at fault.

    Args:
        state: any state.
        depth: actions, 1 or more, that to be divided included.

    Raises:
        ValueError: the depth is below 1, or no whole number.
        TypeError: not a state, or a view.

    >>> import boston_rules as br
    >>> from boston_rules.conformance.perft import divide
    >>> hands = [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "SHCD"]
    >>> state = br.start(br.get_variant("fontainebleau"), dealer=3, hands=hands)
    >>> for token in ("bid 9 H", "pass", "pass", "pass"):
    ...     state = br.apply(state, br.parse_action(token))
    >>> [(str(action), count) for action, count in divide(state, 3)]
    [('ask', 15), ('solo', 169)]
    """
    _check(state, depth)
    if not depth:
        raise ValueError("the leaves of depth 0 have no first action to divide by")
    return tuple((action, perft(state.after(action), depth - 1)) for action in legal_actions(state))


def _check(state: State, depth: int) -> None:
    check_state(state)
    state.check_full()
    if type(depth) is not int or depth < 0:
        raise ValueError(f"a depth is a whole number from 0, not {shown(depth)}")


def _walk(state: State, level: int, reached: list[int], ended: list[int]) -> None:
    """Count the states of each level below one, and those in which nobody is to act."""
    if level == len(reached) - 1:
        return
    actions = state.legal()
    count = len(actions)
    if not count:
        ended[level] += 1
        return
    level += 1
    reached[level] += count
    # The last ply is counted, not played; nor is the last card, after which all is settled.
    if _is_last_card(state):
        ended[level] += count
    elif level < len(reached) - 1:
        step = state.after
        for action in actions:
            _walk(step(action), level, reached, ended)


def _is_last_card(state: State) -> bool:
    # Whatever is declared instead of playing it, the same card follows and ends the deal.
    if type(state) is not Playing:
        return False
    terms = state.setup.terms
    return len(state.done) + 1 == terms.total and len(state.played) + 1 == terms.seats
