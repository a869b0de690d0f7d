"""House rules by name: fields of rule objects, set from a mapping, a command line or a TOML file.

A field is named by its path (:mod:`boston_rules.records.fields`). A value is spelled as in a
record, and shorter where the type of the field leaves no doubt; see :doc:`/guides/house-rules`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias, get_args

from attrs import evolve

from boston_rules.core.arguments import near_matches, wrong_type
from boston_rules.core.errors import RecordError, VariantError
from boston_rules.core.files import check_path
from boston_rules.core.parse_errors import message_of
from boston_rules.core.saying import Said, joined, say
from boston_rules.records.catalogue import (
    class_named,
    fits,
    is_own,
    rules_for,
    settable,
    words_for_type,
)
from boston_rules.records.data import Data, Fields, freeze, size_of
from boston_rules.records.errors import Misfit
from boston_rules.records.fields import (
    NONE,
    field_at,
    has_keys,
    is_row,
    item_content,
    item_type,
    list_type,
    named_items,
    table_of,
)
from boston_rules.records.houserules import (
    WORDS,
    build_rule,
    check_type,
    decode_value,
    is_rule,
    slot_names,
    slot_type,
)
from boston_rules.records.limits import MOST_DEPTH, MOST_DOTS, MOST_HOUSE_BYTES, MOST_NODES
from boston_rules.rules.variant import Variant, as_variant, with_options, with_rules

__all__ = ["load_house", "loads_house", "with_fields"]

_RULE: Final = "rule"
_SAME: Final = "same"
_MOVES: Final = ("above", "below")
_SHOWN: Final = 40

_Told: TypeAlias = "dict[str, _Told] | tuple[_Told, ...] | bool | int | str | None"
"""A value with dotted names taken apart: objects in objects, as deep down as the names go."""


def with_fields(variant: Variant | str, changes: Mapping[str, object]) -> Variant:
    """A variant with some options, and fields of its rule objects, set by name.

    Args:
        variant: the rules, or a slug.
        changes: values by path; a mapping as a value sets fields below the path, or with a member
            ``rule`` is a whole rule object. Options come first, then all else at once.

    Raises:
        VariantError: with all problems listed: a path that is not there (near matches and the
            fields that there are), a value that its field cannot have (what it may be), or rules
            that cannot be played together.
        TypeError: it is not a variant, or not a mapping.

    >>> import boston_rules as br
    >>> from boston_rules.records import with_fields
    >>> house = with_fields("fontainebleau", {"deals": 8, "pool.cap": 100, "ladder.5": "none"})
    >>> house.options(), house.pool.cap, len(house.ladder)
    ({'deals': 8}, 100, 14)
    >>> with_fields("fontainebleau", {"pool.cup": 100})
    Traceback (most recent call last):
        ...
    boston_rules.core.errors.VariantError: pool has no field 'cup'; near: cap; there are: ante, \
taken_by, lost, cap, ante_when_empty, source
    """
    rules = as_variant(variant)
    given: object = changes
    if not isinstance(given, Mapping):
        raise wrong_type("changes", "a mapping, such as {'pool.cap': 100}", given)
    change = _Change(rules)
    told = _taken_apart(given, change.problems)
    change.check()
    cls = type(rules)
    chosen = {name: told.pop(name) for name in cls.option_names() if name in told}
    options = {
        name: change.value(getattr(rules, name), settable(cls)[name].type, value, name)
        for name, value in chosen.items()
    }
    change.check()
    rules = with_options(rules, options)
    if not told:
        return rules
    change = _Change(rules)
    slots = change.slots(told)
    change.check()
    try:
        return with_rules(rules, slots)
    except VariantError:
        raise
    except Exception as error:  # whatever rules from elsewhere do to a constructor
        raise VariantError(
            say("the rules cannot be played: {error}", error=message_of(error))
        ) from error


def load_house(path: str | os.PathLike[str], variant: Variant | str | None = None) -> Variant:
    """The rules of a house from a TOML file.

    The file is a mapping as :func:`with_fields` takes it; ``variant`` in it is the slug of the
    rules that it changes.

    Args:
        path: the file.
        variant: the rules that it changes, or their slug; a file that names a variant must name
            the same. Without it the file must name one.

    Raises:
        OSError: the file cannot be read.
        VariantError: it is not TOML, too long, for another variant, or as for :func:`with_fields`.
        TypeError: it is not a path, or not a variant.
        ValueError: no file can be called so.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from boston_rules.records import load_house
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "friday.toml")
    ...     _ = path.write_text('variant = "fontainebleau"\\n[pool]\\ncap = 100\\n')
    ...     load_house(path).pool.cap
    100
    """
    check_path(path)
    with open(path, "rb") as file:
        content = file.read(MOST_HOUSE_BYTES + 1)
    return loads_house(content, variant)


def loads_house(text: str | bytes, variant: Variant | str | None = None) -> Variant:
    """The rules of a house from the text of a TOML file; see :func:`load_house`.

    Raises:
        VariantError: as for :func:`load_house`.
        TypeError: it is neither text nor bytes, or not a variant.

    >>> from boston_rules.records import loads_house
    >>> loads_house('pool = "none"', "fontainebleau").pool is None
    True
    """
    if not isinstance(text, str | bytes):
        raise wrong_type("text", "a str or bytes, the text of a TOML file", text)
    if len(text) > MOST_HOUSE_BYTES:
        raise VariantError(say("house rules have {most} bytes at most", most=MOST_HOUSE_BYTES))
    import tomllib  # only who reads a file asks

    try:
        text = text if isinstance(text, str) else text.decode("utf-8-sig")
        if any(line.count(".") > MOST_DOTS for line in text.split("\n")):
            raise VariantError(say("a line of house rules has {most} dots at most", most=MOST_DOTS))
        told = tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise VariantError(
            say("the text is not UTF-8, at byte {number}", number=error.start)
        ) from error
    except VariantError:  # which is a ValueError too
        raise
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise VariantError(say("this is not TOML: {error}", error=str(error))) from error
    slug = told.pop("variant", None)
    if not isinstance(slug, str | None):
        raise VariantError(say("variant is a slug, not {value}", value=_shown(slug)))
    named = variant if variant is not None else slug
    if named is None:
        raise VariantError(
            say("which rules does it change? The file says it: {line}", line="variant = SLUG")
        )
    rules = as_variant(named)
    if slug is not None and slug != rules.slug:
        raise VariantError(
            say(
                "it changes the rules of {named}, not of {given}",
                named=_shown(slug),
                given=rules.slug,
            )
        )
    return with_fields(rules, told)


# Changing.


def _taken_apart(given: Mapping[Any, Any], problems: list[str]) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    size = 0
    for path, value in given.items():
        try:
            data = freeze({path: value})
        except (Misfit, RecursionError) as error:
            problems.append(
                say("{subject} {predicate}", subject=_shown(path), predicate=message_of(error))
            )
            continue
        size += size_of(data)
        for name, each in data.items if isinstance(data, Fields) else ():
            _plant(tree, name, each, "", problems)
    if size > MOST_NODES:
        problems.append(
            say("rules have {most} values at most, not {number}", most=MOST_NODES, number=size)
        )
    return tree


def _plant(tree: dict[str, Any], name: str, value: Data, above: str, problems: list[str]) -> None:
    """Put a value into a tree, as deep down as its name has dots."""
    head, dot, rest = name.partition(".")
    path = f"{above}.{head}" if above else head
    if dot:
        value = Fields([(rest, value)])
    if not head:
        problems.append(
            say(
                "{path} names no field: a path is such as {example}",
                path=_named(path),
                example="pool.cap",
            )
        )
    elif path.count(".") >= MOST_DEPTH:
        problems.append(
            say("{path} goes more than {most} deep", path=path[:_SHOWN], most=MOST_DEPTH)
        )
    elif isinstance(value, Fields) and isinstance(tree.setdefault(head, {}), dict):
        for inner, each in value.items:
            _plant(tree[head], inner, each, path, problems)
    elif head in tree:
        problems.append(say("{path} is given twice", path=path))
    elif isinstance(value, tuple):
        listed: dict[str, Any] = {}
        for place, each in enumerate(value):
            _plant(listed, str(place), each, path, problems)
        tree[head] = tuple(listed.values())
    else:
        tree[head] = value


class _Change:
    """Changes of a variant, with what is wrong with them."""

    def __init__(self, variant: Variant) -> None:
        self.variant: Final = variant
        self.problems: Final[list[str]] = []
        self._bids: frozenset[str] = frozenset(step.key for step in variant.ladder)
        """Keys of the ladder, under which there may be new rows of prices."""

    def check(self) -> None:
        """Refuse what is wrong.

        Raises:
            VariantError: with all problems listed.
        """
        if self.problems:
            raise VariantError(self.problems)

    def slots(self, told: dict[str, _Told]) -> dict[str, object]:
        """The rule objects that are others, by the field that holds each."""
        cls, found = type(self.variant), dict[str, object]()
        known = slot_names(cls)
        for segment, inner in sorted(told.items(), key=lambda item: item[0] != "ladder"):
            name = segment.replace("-", "_")
            if name not in known:
                problem = say("{rule} has no field {name}", rule=cls.slug, name=_named(segment))
                self._missing(problem, segment, [*cls.option_names(), *known])
                continue
            now = getattr(self.variant, name)
            found[name] = made = self.value(now, slot_type(cls, name), inner, name)
            if name == "ladder":
                self._bids = frozenset(step.key for step in made)
        return found

    def value(self, now: Any, hint: Any, told: _Told, path: str) -> Any:
        """What stands at a path after the change; as before where something is wrong with it."""
        before = len(self.problems)
        try:
            made = self._value(now, hint, told, path)
            if len(self.problems) == before:
                check_type(made, hint, path)
                return made
        except RecordError as error:
            self.problems.append(error.message)
        return now

    def _value(self, now: Any, hint: Any, told: _Told, path: str) -> Any:
        word = _word_for(hint)
        if word is not None and isinstance(told, dict) and list(told) == [word]:
            told = told[word]  # as records have it
        if isinstance(told, tuple):
            if list_type(hint) is None:
                raise RecordError(
                    say(
                        "{path} is not a list: it may be {values}",
                        path=path,
                        values=words_for_type(hint),
                    )
                )
            return self._list(now, hint, told, path)
        if not isinstance(told, dict):
            made = decode_value(hint, _spelled(hint, told), path)
            return now if _is_uncited(made, now) else made
        if list(told) == [_SAME]:
            other = str(told[_SAME])
            try:
                return field_at(self.variant, other)
            except LookupError:
                raise RecordError(
                    say("{path}: nothing stands at {other}", path=path, other=_shown(other))
                ) from None
        if _RULE in told:
            inner = {name: each for name, each in told.items() if name != _RULE}
            try:
                cls = class_named(told[_RULE], path)
            except RecordError as error:
                values = say("it may be {values}", values=words_for_type(hint))
                raise RecordError(joined("; ", [error.message, values])) from None
            return self._rule(cls, None, inner, path)
        if is_rule(now):
            return self._rule(type(now), now, told, path)
        if list_type(hint) is not None and (now or is_row(item_type(hint))):
            return self._items(now or (), hint, told, path)
        names = rules_for(hint)
        if len(names) == 1:
            return self._rule(class_named(names[0], path), None, told, path)
        raise RecordError(
            say(
                "{path} has no fields to set: name what it is as a whole, as in {example}; "
                "it may be {values}",
                path=path,
                example="rule = NAME",
                values=words_for_type(hint),
            )
        )

    def _rule(self, cls: type, now: Any, told: dict[str, _Told], path: str) -> Any:
        """A rule object with some fields changed, or a new one of them."""
        known, table, before = settable(cls), table_of(now), len(self.problems)
        given: dict[str, Any] = {}
        if now is not None:
            given = {each.argument: getattr(now, each.name) for each in known.values()}
        items: dict[str, _Told] = {}
        for segment, inner in told.items():
            field = known.get(segment.replace("-", "_"))
            if field is not None:
                given[field.argument] = self.value(
                    given.get(field.argument), field.type, inner, f"{path}.{field.name}"
                )
            elif table is not None:
                items[segment] = inner
            else:
                problem = say("{rule} has no field {name}", rule=path, name=_named(segment))
                self._missing(problem, segment, known)
        if table is not None and items:
            field = known[table]
            given[field.argument] = self._items(given[field.argument], field.type, items, path)
        return now if len(self.problems) > before else build_rule(cls, given, path)

    def _list(self, now: Any, hint: Any, told: tuple[_Told, ...], path: str) -> Any:
        """A list told in full; of what is there already a name will do."""
        known = named_items(now) if isinstance(now, tuple) else {}
        names = [each for each in told if isinstance(each, str) and not fits(each, item_type(hint))]
        if told and len(names) == len(told) and known.keys() >= set(names):
            return tuple(known[name] for name in names)
        return tuple(
            self.value(None, item_type(hint, place), each, f"{path}.{place}")
            for place, each in enumerate(told)
        )

    def _items(
        self, now: tuple[Any, ...], hint: Any, told: dict[str, _Told], path: str
    ) -> tuple[Any, ...]:
        """A list with items changed, added, removed and moved, each by its name."""
        items = named_items(now)
        fixed = Ellipsis not in get_args(list_type(hint))
        moves: list[tuple[str, str, str]] = []
        for name, inner in told.items():
            one = item_type(hint, list(items).index(name) if name in items else 0)
            ways: dict[str, _Told] = {}
            if isinstance(inner, dict) and has_keys(now):
                ways = {way: inner[way] for way in _MOVES if way in inner}
                inner = {each: value for each, value in inner.items() if each not in ways}
            if name in items and inner == NONE and not fixed:
                del items[name]
                continue
            if name not in items and (fixed or (inner := self._new(now, one, name, inner)) is None):
                problem = say("{path} has no {name}", path=path, name=_named(name))
                self._missing(problem, name, items)
                continue
            old, shown = item_content(items.get(name)), f"{path}.{name}"
            if is_row(one):
                items[name] = (name, self.value(old, get_args(one)[1], inner, shown))
            else:
                items[name] = self.value(old, one, inner, shown)
            moves += [(name, way, str(other)) for way, other in ways.items()]
        for name, way, other in moves:
            order = [each for each in items if each != name]
            if other not in order:
                place = f"{path}.{name}.{way}"
                problem = say("{path}: there is no other {name}", path=place, name=_named(other))
                self._missing(problem, other, order)
                continue
            order.insert(order.index(other) + (way == "above"), name)
            items = {each: items[each] for each in order}
        return tuple(items.values())

    def _new(self, now: tuple[Any, ...], one: Any, name: str, told: _Told) -> _Told:
        """What is told of an item to be added: a row of a bid, a whole rule with its key, or a
        rule whose class is its name; ``None`` where there can be none.
        """
        if is_row(one):
            return told if name in self._bids else None
        if not isinstance(told, dict):
            return None
        if has_keys(now):
            return {"key": name, **told} if _RULE in told else None
        return {_RULE: name, **told} if name in rules_for(one) else None

    def _missing(self, problem: Said, name: str, known: Iterable[str]) -> None:
        known = list(known)
        told = [problem]
        if near := near_matches(name, known):
            told.append(say("near: {names}", names=", ".join(near)))
        told.append(say("there are: {names}", names=", ".join(known)))
        self.problems.append(joined("; ", told))


def _is_uncited(made: Any, now: Any) -> bool:
    """Whether a rule is another without its citation, so that its class alone says no change."""
    if not is_rule(now) or type(made) is not type(now) or "source" not in settable(type(now)):
        return False
    return bool(evolve(made, source=now.source) == now)


def _spelled(hint: Any, told: bool | int | str | None) -> Data:
    """A word or number as records spell it for a field of a type."""
    if fits(told, hint):
        return told
    if told == NONE and fits(None, hint):
        return None
    if type(told) is int and fits("", hint):
        return str(told)  # a key, such as 8
    if isinstance(told, str) and (word := _word_for(hint)):
        return Fields([(word, told)])
    if told in rules_for(hint):
        own = is_own(class_named(told, ""))
        return Fields([(_RULE, told), *([] if own else [("fields", Fields(()))])])
    return told


def _word_for(hint: Any) -> str | None:
    """What records call a suit, rank, card or cards, where a type is that of one."""
    kinds = (hint, *get_args(hint))
    return next((word for word, (kind, _, _) in WORDS.items() if kind in kinds), None)


def _shown(value: object) -> str:
    return repr(value)[:_SHOWN]


def _named(name: str) -> str:
    return repr(name[:_SHOWN])
