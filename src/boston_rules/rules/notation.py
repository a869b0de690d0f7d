"""Reading actions from tokens, and from what people type.

>>> parse_action("play QH")
Play(card=Card('QH'))
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from attrs import evolve

from boston_rules.core.actions import (
    NAMED_CLASSES,
    WORDS,
    Action,
    Bid,
    Call,
    CallSuit,
    Correct,
    Cut,
    Demand,
    Discard,
    NameTrump,
    Play,
    Revoke,
    Shuffle,
    TurnCut,
    TurnUp,
)
from boston_rules.core.arguments import check_type, near_matches, shortened
from boston_rules.core.cards import parse_card, parse_suit
from boston_rules.core.errors import NotationError
from boston_rules.core.hidden import HOLE
from boston_rules.core.saying import Said, joined, listed, say
from boston_rules.rules.ladder import KEY
from boston_rules.rules.variant import Variant, as_variant

__all__ = ["HEADS", "check_length", "not_understood", "parse_action", "parse_token"]

_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_MOST_CLAIMED: Final = 2
"""Numbers of a claim: the seat, and by the law of whist the trick."""
_MOST: Final = 400
"""Characters of the longest token: a shuffle has 163."""

_WORDS: Final[Mapping[str, Action]] = {str(action): action for action in WORDS}


def check_length(text: str) -> None:
    """Refuse a text that is too long for an action.

    Raises:
        NotationError: it is.
    """
    if len(text) > _MOST:
        raise NotationError(
            say(
                "an action has at most {most} characters, not {number}",
                most=_MOST,
                number=len(text),
            )
        )


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise NotationError(say("{text} is not a number", text=repr(text[:40])))
    return int(text)


_HIDDEN: Final[Mapping[str, Action]] = {
    str(action): action for action in (Shuffle(HOLE), Cut(HOLE), TurnCut(HOLE), Discard(HOLE))
}

_WITH_ONE: Final[Mapping[str, Callable[[str], Action]]] = {
    "cut": lambda text: Cut(_number(text)),
    "turn-cut": lambda text: TurnCut(_number(text)),
    "turn": lambda text: TurnUp(parse_card(text)),
    "call": lambda text: Call(parse_card(text)),
    "trump": lambda text: NameTrump(parse_suit(text)),
    "discard": lambda text: Discard(parse_card(text)),
    "play": lambda text: Play(parse_card(text)),
    "correct": lambda text: Correct(parse_card(text)),
    "demand": lambda text: Demand(parse_card(text)),
    "suit": lambda text: CallSuit(parse_suit(text)),
}
_FORMS: Final = {
    "bid": "bid KEY",
    "shuffle": "shuffle CARDS",
    "revoke": "revoke SEAT",
    **{head: f"{head} …" for head in _WITH_ONE},
}
HEADS: Final = frozenset(_FORMS)
"""First words of tokens of several words."""
_EXPECTED: Final = say("an action is expected, such as pass, bid 5 H or play QH")
_NEAREST: Final = 3
"""So many things are named that are near a text."""


def parse_action(token: str, variant: Variant | str | None = None) -> Action:
    """Read the token of an action; :func:`boston_rules.parse_action` reads words as well.

    Case and spacing do not matter; a card alone is played; ``?`` stands for what is hidden, as in
    ``discard ?``. With a variant, or the slug of one, the English and French names of its bids are
    read as well as their keys.

    Raises:
        NotationError: the text is not an action.
        VariantError: no variant has the slug.
        TypeError: the token is not a ``str``, or the variant neither a variant nor a slug.

    >>> from boston_rules.rules.notation import parse_action
    >>> str(parse_action("bid Grande Misère sur Table", "french"))
    'bid grande-misere-table'
    >>> str(parse_action("qs"))
    'play QS'
    """
    try:
        return parse_token(token, variant)
    except NotationError:
        try:
            card = parse_card(token.strip())
        except NotationError:
            pass
        else:
            return Play(card)
        raise


def parse_token(token: str, variant: Variant | str | None = None) -> Action:
    """Read an action as :func:`parse_action` does, but for a card alone.

    For records, and for screens on which a card alone may be discarded or called.

    Raises:
        NotationError: the text is not an action.
        VariantError: no variant has the slug.
        TypeError: the token is not a ``str``, or the variant neither a variant nor a slug.
    """
    check_type("token", token, str, "a str, such as 'play QH'")
    if variant is not None:
        variant = as_variant(variant)
    check_length(token)
    words = token.split()
    if not words:
        raise NotationError(_EXPECTED)
    head, rest = words[0].lower(), words[1:]
    said = " ".join(words).lower()
    plain = _WORDS.get(said) or _HIDDEN.get(said)
    if plain is not None:
        return plain
    if head == "bid" and rest:
        return _parse_bid(rest, variant)
    if head == "shuffle":
        return Shuffle(parse_card(word) for word in rest)
    if head == "revoke" and 1 <= len(rest) <= _MOST_CLAIMED:
        return Revoke(*map(_number, rest))
    if head in _WITH_ONE:
        if len(rest) != 1:
            raise NotationError(
                say(
                    "{word} is followed by one word, not {number}",
                    word=repr(head),
                    number=len(rest),
                )
            )
        return _WITH_ONE[head](rest[0])
    forms = {**dict(zip(_WORDS, _WORDS, strict=True)), **_FORMS}
    near = dict.fromkeys(forms[each] for text in (said, head) for each in near_matches(text, forms))
    raise NotationError(
        not_understood(token, near) if near else joined("; ", (not_understood(token), _EXPECTED))
    )


def not_understood(text: str, near: Iterable[object] = ()) -> Said:
    """That a text is no action, and what is near it.

    >>> from boston_rules.rules.notation import not_understood
    >>> not_understood("pas", ["pass"])
    "'pas' is not understood; near it: pass"
    """
    typed = repr(shortened(text.strip()))
    if near := list(near)[:_NEAREST]:
        told = listed(near, "or")
        return say("{typed} is not understood; near it: {near}", typed=typed, near=told)
    return say("{typed} is not understood", typed=typed)


def _parse_bid(words: list[str], variant: Variant | None) -> Bid:
    """The longest leading words that name a bid; what is left over is suit, class, card or solo."""
    named = variant is not None and variant.ladder.names(" ".join(words))
    if len(words) > 1 and not named:
        last = words[-1].lower()
        if last == "solo":
            return evolve(_parse_bid(words[:-1], variant), alone=True)
        if last == str(HOLE):
            return Bid(_key(words[:-1], variant), card=HOLE)
        if last in NAMED_CLASSES:
            return Bid(_key(words[:-1], variant), suit_class=last)
        for read, name in ((parse_suit, "suit"), (parse_card, "card")):
            try:
                value = read(words[-1])
            except NotationError:
                continue
            return Bid(_key(words[:-1], variant), **{name: value})  # type: ignore[arg-type]
    return Bid(_key(words, variant))


def _key(words: list[str], variant: Variant | None) -> str:
    text = " ".join(words)
    if variant is not None:
        return variant.ladder.find(text)
    key = text.lower()
    if not KEY.fullmatch(key):
        raise NotationError(say("{text} is not the key of a bid", text=repr(text[:60])))
    return key
