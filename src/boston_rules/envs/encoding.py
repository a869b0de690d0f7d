"""Whole numbers for actions, the same in every environment: a table for each variant.

The rules of a variant decide which actions it has; their order is the same for all variants (see
:class:`ActionEncoding`). A release that changes a number says so.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, ClassVar, Final, TypeAlias, final

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from boston_rules import (
    Accept,
    Action,
    Ask,
    Bid,
    Call,
    Chicane,
    Concede,
    Contest,
    Cut,
    Decline,
    Discard,
    NameTrump,
    Pass,
    Play,
    Slam,
    Solo,
    Variant,
)
from boston_rules.deal.phases import actions_of_players
from boston_rules.rules.variant import as_variant

__all__ = ["ActionEncoding", "Block", "action_encoding", "bid_forms"]

_WORDS: Final = (
    Pass(),
    Accept(),
    Decline(),
    Ask(),
    Solo(),
    Chicane(),
    Concede(),
    Contest(),
    Slam(),
    Slam(table=True),
)
_CLASSES: Final = (None, "colour", "preference")


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


_Place: TypeAlias = tuple[int, ...]


def _card(action: Any, variant: Variant) -> _Place:
    place: int = action.card.index
    return (place,)


def _suit(action: Any, variant: Variant) -> _Place:
    return (int(action.suit),)


def _word(action: Any, variant: Variant) -> _Place:
    return (_WORDS.index(action),)


def _bid(bid: Any, variant: Variant) -> _Place:
    return (
        variant.ladder.place(bid.key),
        -1 if bid.suit is None else int(bid.suit),
        _CLASSES.index(bid.suit_class),
        -1 if bid.card is None else bid.card.index,
    )


def _cut(action: Any, variant: Variant) -> _Place:
    return (action.at,)


_BLOCKS: Final[tuple[tuple[str, tuple[type, ...], Callable[[Any, Variant], _Place]], ...]] = (
    ("play", (Play,), _card),
    ("discard", (Discard,), _card),
    ("call", (Call,), _card),
    ("trump", (NameTrump,), _suit),
    ("word", tuple(dict.fromkeys(map(type, _WORDS))), _word),
    ("bid", (Bid,), _bid),
    ("cut", (Cut,), _cut),
)
"""The blocks in order: name, kinds of action, and what they are sorted by."""


def _blocks(variant: Variant) -> tuple[Block, ...]:
    """The blocks that a variant has: everything that its phases admit, in the order above."""
    possible = actions_of_players(variant)
    blocks: list[Block] = []
    first = 0
    for name, kinds, place in _BLOCKS:
        members = [action for action in possible if isinstance(action, kinds)]
        if members:
            members.sort(key=lambda action: place(action, variant))
            blocks.append(Block(name, first, tuple(members)))
            first += len(members)
    return tuple(blocks)


def bid_forms(variant: Variant) -> tuple[Bid, ...]:
    """Every bid that a player can make, without its laid card, lowest step first.

    Within a step the bid that names nothing comes first, then suits in the order clubs, diamonds,
    hearts, spades, then colour and preference.
    """
    bids = (action for action in action_encoding(variant).actions if isinstance(action, Bid))
    return tuple(dict.fromkeys(evolve(bid, card=None) for bid in bids))


@final
class ActionEncoding:
    """The actions of a variant's players, numbered from 0.

    Each phase of a variant says what can be done in it (``State.actions``). All of that stands in
    blocks, each there only where it has any action, in this order: ``play`` (cards in index order,
    2♣ to A♠), ``discard`` and ``call`` (the same order), ``trump`` (♣ ♦ ♥ ♠), the words (``pass``,
    ``accept``, ``decline``, ``ask``, ``solo``, ``chicane``, ``concede``, ``contest``, ``slam``,
    ``slam table``), the bids in ladder order (see :func:`bid_forms`; a bid with which a card is
    laid has a number for every card), and the cuts from 1 to 51. Chance has no numbers here, and
    neither has what only the table's law knows: claims, corrections, demands and misdeals. Learners
    keep the law, and choose from :func:`~boston_rules.lawful_actions`.

    >>> import boston_rules as br
    >>> from boston_rules.envs import ActionEncoding
    >>> encoding = ActionEncoding(br.get_variant("fontainebleau"))
    >>> len(encoding), encoding.encode(br.parse_action("play AS")), str(encoding.decode(52))
    (205, 51, 'discard 2C')
    """

    __slots__ = ("_numbers", "actions", "blocks", "tokens", "variant", "words")

    BLOCKS: ClassVar[tuple[str, ...]] = tuple(name for name, _, _ in _BLOCKS)
    """The names of all blocks that a variant can have, in order."""

    def __init__(self, variant: Variant) -> None:
        self.variant: Final = variant
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

    def __reduce__(self) -> tuple[type[ActionEncoding], tuple[Variant]]:
        return ActionEncoding, (self.variant,)

    def __repr__(self) -> str:
        return f"ActionEncoding({self.variant!r})"

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
        """
        number = self._numbers.get(action)
        if number is None:
            raise ValueError(f"{action} has no number in {self.variant.slug or self.variant!r}")
        return number

    def decode(self, number: int) -> Action:
        """The action of a number, which may be of any integer type.

        Raises:
            ValueError: no action has the number.
        """
        place = int(number)
        if not 0 <= place < len(self.actions):
            raise ValueError(f"actions are 0 to {len(self.actions) - 1}, not {number!r}")
        return self.actions[place]

    def legal(self, actions: Iterable[Action]) -> list[int]:
        """The numbers of some actions, such as the lawful ones, in ascending order."""
        return sorted(self._numbers_of(actions))

    def _numbers_of(self, actions: Iterable[Action]) -> list[int]:
        numbers = self._numbers
        # A card is the number of its play; to look an action up takes three times as long.
        return [action.index if type(action) is Play else numbers[action] for action in actions]

    def mask(self, actions: Iterable[Action]) -> NDArray[np.int8]:
        """1 at the number of each action, 0 elsewhere.

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
    return _action_encoding(as_variant(variant))


@lru_cache(maxsize=64)
def _action_encoding(variant: Variant) -> ActionEncoding:
    return ActionEncoding(variant)
