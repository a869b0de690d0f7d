"""Variants written down: options, and rule objects that are not those of the telling.

What is read is decoded from a closed list of the library's own rule classes, with every field
checked against its declared type; nothing is imported by name and nothing is evaluated.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from enum import Enum
from functools import cache, lru_cache
from typing import Any, Final, Literal, TypeAlias, Union

from attrs import NOTHING, evolve, fields, has

from boston_rules.cards import Card, Cards, Rank, Suit, parse_card, parse_suit
from boston_rules.errors import BostonError, NotationError, RecordError
from boston_rules.questions import accepting, asking, calling, conceding
from boston_rules.questions import polls as questions
from boston_rules.records.data import Data, Fields
from boston_rules.registry import variant_class
from boston_rules.rules import (
    bidding,
    dealing,
    ladder,
    laws,
    partners,
    passed_out,
    payments,
    pool,
    sessions,
    sources,
    suits,
    trumps,
)
from boston_rules.rules.sources import TEXT_ONLY, Cite, Source
from boston_rules.variant import Variant, kept

__all__ = ["Told", "build_variant", "tell_variant"]

Told: TypeAlias = tuple[tuple[tuple[str, Data], ...], tuple[tuple[str, Data], ...]]
"""Options and replaced rules, by name and by dotted path."""

_SLOTS: Final[Mapping[Any, tuple[type, ...]]] = {
    suits.SuitRanking: (suits.FixedRanking, suits.TurnedRanking, suits.SuperPreferenceRanking),
    ladder.SuitCall: (
        ladder.NoTrumps,
        ladder.NamedSuit,
        ladder.ClassCall,
        ladder.TurnedSuit,
        ladder.PetiteSuit,
        ladder.BelleSuit,
    ),
    bidding.ReEntry: (bidding.OutOfBidding, bidding.ReturnWith, bidding.FreeReturn),
    partners.PartnerRule: (
        asking.AskAndAccept,
        accepting.InAuction,
        calling.CalledCard,
        partners.FixedSides,
    ),
    trumps.TrumpRule: (trumps.PlainTrumps, trumps.BostonJack),
    payments.Price: (
        payments.BySuit,
        payments.Flat,
        payments.ByTricks,
        payments.OvertrickEach,
        payments.UndertrickEach,
        payments.Honours,
        payments.SuitFactor,
        payments.RankFactor,
        payments.EveryTrick,
    ),
    payments.Shares: (payments.EvenShares, payments.Quotas),
    pool.PoolAnte: (pool.DealerAntes, pool.EachAntes),
    pool.BidRange: (pool.AnyBid, pool.AtOrAbove),
    pool.FeedsPool: (pool.PaysLikeOpponent, pool.FeedsNothing, pool.DoublesPool),
    passed_out.PassedOutRule: (
        passed_out.FewestTakesPool,
        passed_out.MostPaysEach,
        passed_out.ThrownIn,
    ),
}
"""What fits a slot that a protocol describes."""

_OTHERS: Final[tuple[type, ...]] = (
    bidding.BiddingRule,
    dealing.DealingRule,
    ladder.AtLeast,
    ladder.Exactly,
    ladder.Ladder,
    ladder.Step,
    laws.Laws,
    laws.MisdealLaw,
    laws.RevokeLaw,
    payments.Payments,
    payments.SlamRule,
    questions.ChicaneRule,
    conceding.ConcessionRule,
    questions.ContestRule,
    pool.PoolRule,
    sessions.BostonBonus,
    sessions.SessionRule,
    sources.Cite,
    sources.Source,
)
RULES: Final[Mapping[str, type]] = {
    cls.__name__: cls for group in (*_SLOTS.values(), _OTHERS) for cls in group
}
"""Every class that a record can name."""
_NAMES: Final = {cls: name for name, cls in RULES.items()}

_RULE: Final = "rule"


# Telling.


def tell_variant(variant: Variant) -> Told:
    """The options of a variant and the rules that its class does not have with them.

    Raises:
        RecordError: a rule holds something that no record can.

    >>> import boston_rules as br
    >>> from boston_rules.rules.sessions import SessionRule
    >>> name = br.list_variants()[0]
    >>> tell_variant(br.get_variant(name, deals=3))
    ((('deals', 3),), ())
    """
    cls = type(variant)
    options = variant.options()
    base: Variant | None = None
    with suppress(BostonError):  # options that go only with other rules, a class without defaults
        base = _plain(cls, options)
    told: list[tuple[str, Data]] = []
    for name in _slots(cls):
        value = getattr(variant, name)
        if base is None:
            default = next(one.default for one in fields(cls) if one.name == name)
            if default is NOTHING or default != value:
                told.append((name, _encoded(value, name)))
        else:
            told += _differences(name, getattr(base, name), value)
    return tuple((name, _encoded(value, name)) for name, value in options.items()), tuple(told)


def _plain(cls: type[Variant], options: Mapping[str, Any]) -> Variant:
    """A variant by its options alone; to make one anew and check it takes its time."""
    if all(type(value) in (bool, int, str) for value in options.values()):
        key: Any = cls  # a class is hashable, whatever its objects are
        return _made(key, tuple((name, type(value), value) for name, value in options.items()))
    return cls.with_options(options)


@lru_cache(maxsize=64)
def _made(cls: type[Variant], options: tuple[tuple[str, type, Any], ...]) -> Variant:
    # The types stand in the key because True and 1 are equal, and not the same option.
    return cls.with_options({name: value for name, _, value in options})


def _slots(cls: type[Variant]) -> list[str]:
    options = cls.option_names()
    return [attribute.name for attribute in fields(cls) if attribute.name not in options]


def _differences(path: str, base: Any, value: Any) -> Iterator[tuple[str, Data]]:
    """What to put in the place of which part, as deep down as whole rule objects go."""
    if base == value:
        return
    if type(base) is type(value) and _is_rule(base):
        pairs = [
            (attribute.name, getattr(base, attribute.name), getattr(value, attribute.name))
            for attribute in fields(type(value))
        ]
        other = [(name, one, two) for name, one, two in pairs if one != two]
        if all(_is_rule(one) and _is_rule(two) for _, one, two in other):
            for name, one, two in other:
                yield from _differences(f"{path}.{name}", one, two)
            return
    yield path, _encoded(value, path)


def _is_rule(value: object) -> bool:
    return has(type(value)) and not isinstance(value, Cite | Source)


def _encoded(value: Any, path: str) -> Data:
    if value is None or type(value) in (bool, int, str):
        plain: Data = value
        return plain
    if isinstance(value, Suit):
        return Fields((("suit", value.letter),))
    if isinstance(value, Rank):
        return Fields((("rank", value.letter),))
    if isinstance(value, Card):
        return Fields((("card", str(value)),))
    if isinstance(value, Cards):
        return Fields((("cards", value.tokens),))
    if isinstance(value, tuple):
        return tuple(_encoded(item, path) for item in value)
    cls = type(value)
    if isinstance(value, Enum):
        return Fields(((_RULE, _foreign(cls)), ("name", value.name)))
    if not has(cls):
        raise RecordError(f"{path} holds {value!r}, which no record can hold")
    told = tuple(
        (attribute.name, _encoded(getattr(value, attribute.name), path))
        for attribute in fields(cls)
        if attribute.init and _is_told(attribute, getattr(value, attribute.name))
    )
    if cls in _NAMES:
        return Fields(((_RULE, _NAMES[cls]), *told))
    return Fields(((_RULE, _foreign(cls)), ("fields", Fields(told))))


def _is_told(attribute: Any, value: object) -> bool:
    """Words and citations only where there are some."""
    words = not TEXT_ONLY.items().isdisjoint(attribute.metadata.items())
    return not words or value != attribute.default


def _foreign(cls: type) -> str:
    return f"{cls.__module__}.{cls.__qualname__}"


# Building.


def build_variant(
    slug: str, options: tuple[tuple[str, Data], ...], rules: tuple[tuple[str, Data], ...]
) -> Variant:
    """The variant that :func:`tell_variant` told.

    Raises:
        RecordError: no variant is registered under the slug, a rule class is none of the library's,
            or what is told cannot be played.
    """
    try:
        cls = variant_class(slug)
    except BostonError as error:
        raise RecordError(f"the rules are not here: {error}") from error
    chosen = {name: _decoded(value, name) for name, value in options}
    slots: dict[str, Any] = {}
    try:
        for path, data in rules:
            head, *rest = path.split(".")
            if head not in _slots(cls):
                raise RecordError(f"{slug} has no rule {head!r}")
            if rest and head not in slots:
                slots[head] = getattr(_plain(cls, chosen), head)
            slots[head] = _put(slots.get(head), _hints(cls)[head], rest, data, path)
        unknown = [name for name in chosen if name not in cls.option_names()]
        if unknown or not slots:
            return _plain(cls, chosen)
        return kept(cls(**chosen, **slots))
    except RecordError:
        raise
    except Exception as error:  # whatever rules from elsewhere do to a constructor
        raise RecordError(f"the rules in the record cannot be played: {error}") from error


def _put(whole: Any, hint: Any, path: list[str], data: Data, shown: str) -> Any:
    """The whole with the part at a path replaced."""
    if not path:
        value = _decoded(data, shown)
        if not _fits(value, hint):
            raise RecordError(f"{shown} cannot be {_told_as(data)}")
        return value
    name, *rest = path
    cls = type(whole)
    if not _is_rule(whole) or name not in {attribute.name for attribute in fields(cls)}:
        raise RecordError(f"there is no rule {shown}")
    inner = _put(getattr(whole, name), _hints(cls)[name], rest, data, shown)
    return evolve(whole, **{name: inner})


def _told_as(data: Data) -> str:
    if isinstance(data, Fields):
        return f"a {data.items[0][1]}" if data.items else "an empty object"
    return repr(data)[:60]


def _decoded(data: Data, path: str) -> Any:
    if isinstance(data, tuple):
        return tuple(_decoded(item, path) for item in data)
    if not isinstance(data, Fields):
        return data
    names = [name for name, _ in data.items]
    if _RULE in names:
        return _rule(data, path)
    if len(names) == 1 and names[0] in _READERS:
        text = data.items[0][1]
        if isinstance(text, str):
            try:
                return _READERS[names[0]](text)
            except (NotationError, KeyError) as error:
                raise RecordError(f"{path}: {text[:40]!r} is no {names[0]}") from error
    raise RecordError(f"{path}: an object names its rule, or is a suit, rank, card or cards")


_READERS: Final[Mapping[str, Callable[[str], Any]]] = {
    "suit": parse_suit,
    "rank": {rank.letter: rank for rank in Rank}.__getitem__,
    "card": parse_card,
    "cards": Cards.parse,
}


def _rule(data: Fields, path: str) -> Any:
    name = data.get(_RULE)
    cls = RULES.get(name) if isinstance(name, str) else None
    if cls is None:
        raise RecordError(
            f"{path} is {str(name)[:80]!r}, which is no rule of this library: "
            "replay with variant=, the rules themselves"
        )
    known = {attribute.name: attribute for attribute in fields(cls)}
    given = {field: _decoded(value, path) for field, value in data.items if field != _RULE}
    for field, value in given.items():
        if field not in known:
            raise RecordError(f"{path}: {name} has no field {field[:40]!r}")
        if not _fits(value, _hints(cls)[field]):
            raise RecordError(f"{path}: {name}.{field} cannot be {value!r:.60}")
    missing = [
        field
        for field, attribute in known.items()
        if attribute.default is NOTHING and field not in given
    ]
    if missing:
        raise RecordError(f"{path}: {name} lacks {', '.join(missing)}")
    try:
        return cls(**given)
    except BostonError as error:
        raise RecordError(f"{path}: {error}") from error


def _type_hints(cls: type) -> Mapping[str, Any]:
    return types.MappingProxyType(typing.get_type_hints(cls))


_hints: Callable[[type], Mapping[str, Any]] = cache(_type_hints)


def _fits(value: object, hint: Any) -> bool:
    """Whether a decoded value is of the type that a field declares."""
    if hint is Any:
        return True
    if hint is None or hint is types.NoneType:
        return value is None
    if hint in (bool, int, str):
        return type(value) is hint
    origin, inside = typing.get_origin(hint), typing.get_args(hint)
    if origin is Literal:
        return any(type(value) is type(known) and value == known for known in inside)
    if origin in (Union, types.UnionType):
        return any(_fits(value, one) for one in inside)
    if origin is tuple:
        if not isinstance(value, tuple):
            return False
        if len(inside) == 2 and inside[1] is Ellipsis:
            return all(_fits(item, inside[0]) for item in value)
        return len(value) == len(inside) and all(map(_fits, value, inside))
    if hint in _SLOTS:
        return isinstance(value, _SLOTS[hint])
    return isinstance(hint, type) and isinstance(value, hint)
