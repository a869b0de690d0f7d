"""Whole numbers for actions, the same in every environment: a table for each variant.

The rules of a variant decide which actions it has; their order is the same for all variants (see
:class:`ActionEncoding`). A release that changes a number says so.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import lru_cache
from operator import index
from typing import Any, ClassVar, Final, SupportsIndex, final

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from boston_rules import Action, Bid, Card, Cut, NameTrump, Play, Slam, Suit, TurnCut, Variant
from boston_rules.core.actions import ANSWERS, CALLS, DISCARDS, NAMED_CLASSES, PLAYS, checked
from boston_rules.core.arguments import shortened, shown, tuple_of, wrong_type
from boston_rules.deal.phases import actions_of_players
from boston_rules.rules.variant import as_variant

__all__ = ["ActionEncoding", "Block", "action_encoding", "bid_forms"]

_BLOCKS: Final[dict[str, tuple[Action, ...]]] = {
    "play": PLAYS,
    "discard": DISCARDS,
    "call": CALLS,
    "trump": tuple(map(NameTrump, Suit)),
    "word": (*ANSWERS, Slam(), Slam(table=True)),
    "bid": (),
    "cut": tuple(map(Cut, range(1, 52))),
    "turn-cut": tuple(map(TurnCut, range(1, 52))),
}
"""By name of the block, in order, everything that it can hold; the bids depend on the variant."""
_CLASSES: Final = (None, *NAMED_CLASSES)


def checked_number(number: SupportsIndex, most: int) -> int:
    """The number of an action, of whatever integer type.

    Raises:
        ValueError: ``most`` or more, or negative.
        TypeError: it is not a whole number.
    """
    try:
        place = index(number)
    except TypeError:
        raise wrong_type(
            "the number of an action", f"an int from 0 to {most - 1}", number
        ) from None
    if not 0 <= place < most:
        raise ValueError(f"actions are 0 to {most - 1}, not {shown(place)}")
    return place


class OfVariant:
    """What follows from a variant alone, as which it is pickled."""

    __slots__ = ()
    variant: Variant

    def __reduce__(self) -> tuple[type[Any], tuple[Variant]]:
        return type(self), (self.variant,)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.variant!r})"


@frozen
class Block:
    """Actions of one kind, with numbers next to each other."""

    name: str
    """The first word of their tokens, or ``word`` for those that are a word each."""
    first: int
    """The number of the first."""
    actions: tuple[Action, ...]
    """The actions, in the order of their numbers."""

    @property
    def last(self) -> int:
        """The number of the last."""
        return self.first + len(self.actions) - 1


def _blocks(variant: Variant) -> tuple[Block, ...]:
    """The blocks that a variant has, with everything that its phases admit."""

    def place(bid: Bid) -> tuple[int, ...]:
        suit = -1 if bid.suit is None else bid.suit
        card = bid.card.index if isinstance(bid.card, Card) else -1
        form = (_CLASSES.index(bid.suit_class), suit, int(bid.alone), card)
        return variant.ladder.place(bid.key), *form

    possible = actions_of_players(variant)
    bids = sorted((action for action in possible if isinstance(action, Bid)), key=place)
    blocks: list[Block] = []
    for name, every in _BLOCKS.items():
        members = tuple(bids) if name == "bid" else tuple(filter(possible.__contains__, every))
        if members:
            blocks.append(Block(name, blocks[-1].last + 1 if blocks else 0, members))
    return tuple(blocks)


def bid_forms(variant: Variant) -> tuple[Bid, ...]:
    """Every bid that a player can make, without its laid card, lowest step first.

    Within a step the bid that names nothing comes first, then suits in the order clubs, diamonds,
    hearts, spades, then colour, preference and grand; each before the same bid made alone.

    Raises:
        TypeError: it is neither a variant nor a slug.
        VariantError: no variant has the slug.
    """
    bids = (action for action in action_encoding(variant).actions if isinstance(action, Bid))
    return tuple(dict.fromkeys(evolve(bid, card=None) for bid in bids))


@final
class ActionEncoding(OfVariant):
    """The actions of a variant's players, numbered from 0.

    Each phase of a variant says what can be done in it (``State.actions``). All of that stands in
    blocks, each there only where it has any action, in this order: ``play`` (cards in index order,
    2♣ to A♠), ``discard`` and ``call`` (the same order), ``trump`` (♣ ♦ ♥ ♠), the words (``pass``,
    ``accept``, ``decline``, ``ask``, ``solo``, ``chicane``, ``concede``, ``contest``, ``slam``,
    ``slam table``), the bids in ladder order (see :func:`bid_forms`; a bid with which a card is
    laid has a number for every card), and the cuts from 1 to 51. Chance has no numbers here, and
    neither has what only the table's law knows: claims, corrections, demands, suits called and
    misdeals. Learners keep the law, and choose from :func:`~boston_rules.lawful_actions`.

    >>> import boston_rules as br
    >>> from boston_rules.envs import ActionEncoding
    >>> encoding = ActionEncoding(br.get_variant("fontainebleau"))
    >>> len(encoding), encoding.encode(br.parse_action("play AS")), str(encoding.decode(52))
    (205, 51, 'discard 2C')
    """

    __slots__ = ("_numbers", "actions", "blocks", "tokens", "variant", "words")

    BLOCKS: ClassVar[tuple[str, ...]] = tuple(_BLOCKS)
    """The names of all blocks that a variant can have, in order."""

    def __init__(self, variant: Variant) -> None:
        variant = as_variant(variant)
        self.variant: Variant = variant
        self.blocks: Final = _blocks(variant)
        self.actions: Final = tuple(action for block in self.blocks for action in block.actions)
        """The action of each number."""
        self.words: Final = next(block.actions for block in self.blocks if block.name == "word")
        """The actions that are a word each."""
        self.tokens: Final = tuple(map(str, self.actions))
        """The token of each number."""
        self._numbers: Final = {action: number for number, action in enumerate(self.actions)}

    def __len__(self) -> int:
        return len(self.actions)

    def __contains__(self, action: object) -> bool:
        return action in self._numbers

    @property
    def digest(self) -> str:
        """A hash of the tokens in order: equal for equal tables.

        >>> len(action_encoding("mariland").digest)
        12
        """
        return hashlib.sha256("\n".join(self.tokens).encode()).hexdigest()[:12]

    def encode(self, action: Action) -> int:
        """The number of an action.

        Raises:
            ValueError: no player can ever take it under these rules.
            TypeError: it is not an action at all.
        """
        number = self._numbers.get(checked(action))
        if number is None:
            told = shortened(str(action))
            raise ValueError(
                f"action {told} has no number in {self.variant.slug or self.variant!r}"
            )
        return number

    def decode(self, number: int) -> Action:
        """The action of a number, which may be of any integer type.

        Raises:
            ValueError: no action has the number.
            TypeError: it is not a whole number.
        """
        return self.actions[checked_number(number, len(self.actions))]

    def legal(self, actions: Iterable[Action]) -> list[int]:
        """The numbers of some actions, such as the lawful ones, in ascending order.

        Raises:
            TypeError: they are not actions.
        """
        return sorted(self._numbers_of(actions))

    def _numbers_of(self, actions: Iterable[Action]) -> list[int]:
        numbers = self._numbers
        # A card is the number of its play; to look an action up takes three times as long.
        try:
            return [action.index if type(action) is Play else numbers[action] for action in actions]
        except (KeyError, TypeError):
            return [
                self.encode(action) for action in tuple_of("actions", actions, "Action objects")
            ]

    def mask(self, actions: Iterable[Action]) -> NDArray[np.int8]:
        """1 at the number of each action, 0 elsewhere.

        Raises:
            TypeError: they are not actions.

        >>> import boston_rules as br
        >>> from boston_rules.envs import ActionEncoding
        >>> encoding = ActionEncoding(br.get_variant("mariland"))
        >>> int(encoding.mask([br.Pass()]).argmax()) == encoding.encode(br.Pass())
        True
        """
        mask = bytearray(len(self.actions))
        for number in self._numbers_of(actions):
            mask[number] = 1
        return np.frombuffer(mask, dtype=np.int8)


def action_encoding(variant: Variant | str) -> ActionEncoding:
    """The encoding of a variant, or of the one with a slug, made once.

    Raises:
        VariantError: no variant has the slug.
        TypeError: it is neither a variant nor a slug.
    """
    return _made_once(as_variant(variant))


_made_once: Final = lru_cache(maxsize=64)(ActionEncoding)
