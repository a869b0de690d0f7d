"""Whole numbers for actions, the same in every environment: a table for each variant.

The table is made from the rules alone, in one order for all variants (see :class:`ActionEncoding`),
and a variant has only the blocks that its rules can use. A release that changes a number says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from boston_rules import (
    PACK,
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
    Suit,
    Variant,
)
from boston_rules.rules.suits import Turn

__all__ = ["ActionEncoding", "Block", "action_encoding", "bid_forms", "turns_of"]

_BELOW_PLAIN: Final = ("colour", "preference")


@frozen
class Block:
    """Actions of one kind, with numbers next to each other."""

    name: str
    """The first word of their tokens, or ``word`` for those that are a word each."""
    first: int
    """The number of the first."""
    actions: tuple[Action, ...]

    @property
    def last(self) -> int:
        """The number of the last."""
        return self.first + len(self.actions) - 1


def turns_of(variant: Variant) -> tuple[Turn, ...]:
    """Everything that turned cards can fix for a deal of the variant."""
    suits = (None,) if variant.dealing.turn is None else tuple(Suit)
    belles = tuple(Suit) if variant.dealing.fixes_belle else (None,)
    return tuple(Turn(suit, belle) for suit in suits for belle in belles)


def _form_order(bid: Bid) -> tuple[int, int]:
    suit = -1 if bid.suit is None else int(bid.suit)
    return suit, -1 if bid.suit_class is None else _BELOW_PLAIN.index(bid.suit_class)


@lru_cache(maxsize=256)
def bid_forms(variant: Variant) -> tuple[Bid, ...]:
    """Every bid of the ladder without a laid card, lowest step first.

    Within a step the bid that names nothing comes first, then suits in the order clubs, diamonds,
    hearts, spades, then colour and preference.
    """
    return tuple(
        bid
        for step in variant.ladder
        for bid in sorted(
            {
                Bid(step.key, form.suit, form.suit_class)
                for turn in turns_of(variant)
                for form in step.suit.forms(turn, variant.suits)
            },
            key=_form_order,
        )
    )


def _bids(variant: Variant) -> Iterator[Action]:
    """The bids; where a card is laid, one for every card of every suit that can be trumps."""
    turns = turns_of(variant)
    for step in variant.ladder:
        if step.lays_card:
            forms = (form for turn in turns for form in step.suit.forms(turn, variant.suits))
            trumps = {form.trump for form in forms}
            yield from (Bid(step.key, card=card) for card in PACK if card.suit in trumps)
        else:
            yield from (bid for bid in bid_forms(variant) if bid.key == step.key)


def _words(variant: Variant) -> Iterator[Action]:
    partnered = any(step.partnered for step in variant.ladder)
    method = variant.partners.method if partnered else "none"
    polls = variant.concession is not None or variant.contest is not None
    yield Pass()
    for word, used in (
        (Accept(), method in ("auction", "ask")),
        (Decline(), method == "ask"),
        (Ask(), method == "ask"),
        (Solo(), method in ("ask", "call")),
        (Chicane(), variant.chicane is not None),
        (Concede(), polls),
        (Contest(), polls),
        (Slam(), variant.payments.slams is not None),
        (Slam(table=True), variant.payments.slams is not None),
    ):
        if used:
            yield word


def _blocks(variant: Variant) -> Iterator[tuple[str, tuple[Action, ...]]]:
    ladder = variant.ladder
    yield "play", tuple(Play(card) for card in PACK)
    if any(step.discard for step in ladder):
        yield "discard", tuple(Discard(card) for card in PACK)
    if variant.partners.method == "call" and any(step.partnered for step in ladder):
        yield "call", tuple(Call(card) for card in PACK)
    if any(step.suit.named_later for step in ladder):
        yield "trump", tuple(NameTrump(suit) for suit in Suit)
    yield "word", tuple(_words(variant))
    yield "bid", tuple(_bids(variant))
    if variant.dealing.cutters is not None:
        yield "cut", tuple(Cut(at) for at in range(1, 52))


@final
class ActionEncoding:
    """The actions of a variant's players, numbered from 0.

    Blocks follow each other in this order, each only where the rules can use it: ``play`` (cards in
    index order, 2♣ to A♠), ``discard`` and ``call`` (the same order), ``trump`` (♣ ♦ ♥ ♠), the
    words (``pass``, ``accept``, ``decline``, ``ask``, ``solo``, ``chicane``, ``concede``,
    ``contest``, ``slam``, ``slam table``), the bids in ladder order (see :func:`bid_forms`; a bid
    with which a card is laid has a number for every card), and the cuts from 1 to 51. Chance has no
    numbers here, and neither have claims of the laws, which are never legal in the strict game.

    >>> import boston_rules as br
    >>> encoding = ActionEncoding(br.get_variant("fontainebleau"))
    >>> len(encoding), encoding.encode(br.parse_action("play AS")), str(encoding.decode(52))
    (205, 51, 'discard 2C')
    """

    __slots__ = ("_numbers", "actions", "blocks", "tokens", "variant")

    def __init__(self, variant: Variant) -> None:
        blocks: list[Block] = []
        first = 0
        for name, members in _blocks(variant):
            blocks.append(Block(name, first, members))
            first += len(members)
        self.variant: Final = variant
        self.blocks: Final = tuple(blocks)
        self.actions: Final = tuple(action for block in blocks for action in block.actions)
        """The action of each number."""
        self.tokens: Final = tuple(map(str, self.actions))
        """The token of each number."""
        self._numbers: Final = {action: number for number, action in enumerate(self.actions)}

    def __len__(self) -> int:
        return len(self.actions)

    def __reduce__(self) -> tuple[type[ActionEncoding], tuple[Variant]]:
        return ActionEncoding, (self.variant,)

    def __repr__(self) -> str:
        return f"ActionEncoding({self.variant!r})"

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
        """The numbers of some actions, such as ``view.legal``, in ascending order."""
        numbers = self._numbers
        return sorted([numbers[action] for action in actions])

    def mask(self, actions: Iterable[Action]) -> NDArray[np.int8]:
        """1 at the number of each action, 0 elsewhere.

        >>> import boston_rules as br
        >>> encoding = ActionEncoding(br.get_variant("mariland"))
        >>> int(encoding.mask([br.Pass()]).argmax()) == encoding.encode(br.Pass())
        True
        """
        mask = np.zeros(len(self.actions), dtype=np.int8)
        numbers = self._numbers
        for action in actions:
            mask[numbers[action]] = 1
        return mask


@lru_cache(maxsize=64)
def action_encoding(variant: Variant) -> ActionEncoding:
    """The encoding of a variant, made once."""
    return ActionEncoding(variant)
