"""Named options of variants: what a choice puts where, and which choice is in force."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from attrs import Attribute, evolve, field, fields, frozen, has

from boston_rules.core.arguments import check_type, not_one_of, tuple_of
from boston_rules.core.errors import VariantError
from boston_rules.core.saying import joined, say
from boston_rules.core.sources import Cite

__all__ = [
    "OPTION",
    "name_options",
    "option",
    "option_specs",
    "options_in_force",
    "take_options",
]

OPTION: Final = "boston_rules.option"
"""The key in the metadata of a field that is an option."""

_NO_FIELD: Final = object()
"""Stands for a field that a rule does not have."""


@frozen
class _OptionSpec:
    paths: tuple[tuple[str, ...], ...]
    values: tuple[tuple[object, object], ...] | None
    keeps: str | None


_PATHS: Final = "a dotted path, such as 'session.deals', or a tuple of them"


def option(
    default: Any,
    *,
    sets: str | tuple[str, ...],
    values: Mapping[object, object] | None = None,
    keeps: str | None = None,
    source: Cite | None = None,
) -> Any:
    """A named option of a variant class.

    ``sets`` is the dotted path of the field it overrides, such as ``"session.deals"``, with the
    place of a rule in a tuple as a number, as in ``"payments.won.0.rows"``; ``values``
    maps each admitted choice to what is put there. Without ``values`` the choice itself is put
    there and ``None`` leaves the telling's own figure. With several paths in ``sets`` each choice
    has a tuple of as many values; the ``source`` of a rule may be one of them, so that the rule
    cites the telling of the choice. A choice that leaves the field ``keeps`` at its default gets
    the one of the rule object in whose place it is put.

    Raises:
        TypeError: an argument is of another type.
    """
    if values is not None:
        check_type("values", values, Mapping, "a mapping of choices to what each puts there")
    if keeps is not None:
        check_type("keeps", keeps, str, "the name of a field, or None")
    if source is not None:
        check_type("source", source, Cite, "a Cite, or None")
    table = None if values is None else tuple(values.items())
    paths = (sets,) if isinstance(sets, str) else tuple_of("sets", sets, _PATHS)
    for path in paths:
        check_type("sets", path, str, _PATHS)
    spec = _OptionSpec(tuple(tuple(path.split(".")) for path in paths), table, keeps)
    return field(default=default, metadata={OPTION: spec, "source": source})


def _replaced(target: Any, path: tuple[str, ...], value: object) -> Any:
    name, *rest = path
    if rest:
        value = _replaced(_at(target, (name,)), tuple(rest), value)
    if isinstance(target, tuple):
        place = int(name)
        return (*target[:place], value, *target[place + 1 :])
    return evolve(target, **{name: value})


def _at(target: Any, path: tuple[str, ...]) -> Any:
    """The field at the end of a path; ``_NO_FIELD`` where a rule has none of that name."""
    for name in path:
        if isinstance(target, tuple):
            target = target[int(name)] if int(name) < len(target) else _NO_FIELD
        else:
            target = getattr(target, name, _NO_FIELD)
    return target


def _keeping(chosen: Any, name: str, before: Any) -> Any:
    """A chosen rule object with a field of the one before, where it leaves that at its default."""
    attribute = getattr(fields(type(chosen)), name, None) if has(type(chosen)) else None
    if attribute is None or getattr(chosen, name) != attribute.default:
        return chosen
    return evolve(chosen, **{name: getattr(before, name, attribute.default)})


def option_specs(cls: type) -> Iterator[tuple[Attribute[Any], _OptionSpec]]:
    """The options of a class of variants, in order."""
    for attribute in fields(cls):
        spec = attribute.metadata.get(OPTION)
        if spec is not None:
            yield attribute, spec


def take_options(variant: Any) -> list[str]:
    """Put what the options say in its place; an option beats the rule object it changes."""
    found: list[str] = []
    for attribute, spec in option_specs(type(variant)):
        name, chosen = attribute.name, getattr(variant, attribute.name)
        if type(chosen) is type(attribute.default) and chosen == attribute.default:
            continue
        value = chosen
        if spec.values is not None:
            matches = [new for known, new in spec.values if _same(known, chosen)]
            if not matches:
                found.append(not_one_of(name, (repr(known) for known, _ in spec.values), chosen))
                continue
            value = matches[0]
        if spec.keeps is not None:
            value = _keeping(value, spec.keeps, _at(variant, spec.paths[0]))
        values = value if len(spec.paths) > 1 else (value,)
        for (head, *rest), new in zip(spec.paths, values, strict=True):
            try:
                whole = _replaced(getattr(variant, head), tuple(rest), new) if rest else new
            except VariantError as error:
                found += [joined(": ", (name, problem)) for problem in error.problems]
            except (TypeError, AttributeError):
                path = ".".join((head, *rest))
                found.append(
                    say("{option} changes {path}, which is not there", option=name, path=path)
                )
            else:
                object.__setattr__(variant, head, whole)
    return found


def name_options(variant: Any) -> None:
    """Let a choice say what is in force, where a rule object has put it there."""
    for attribute, spec in option_specs(type(variant)):
        # A rule that somebody has put there need not cite what the choice would.
        rules = [place for place, path in enumerate(spec.paths) if path[-1] != "source"]
        in_force = [_at(variant, spec.paths[place]) for place in rules]
        for known, new in spec.values or ():
            values: Any = new if len(spec.paths) > 1 else (new,)
            if in_force == [values[place] for place in rules]:
                object.__setattr__(variant, attribute.name, known)


def options_in_force(variant: Any, rules: Mapping[str, object]) -> dict[str, object]:
    """The options of a variant that stand whichever of its rule objects are replaced by others."""

    def stands(spec: _OptionSpec) -> bool:
        return all(
            head not in rules or _at(rules[head], tuple(rest)) == _at(variant, (head, *rest))
            for head, *rest in spec.paths
        )

    return {
        attribute.name: getattr(variant, attribute.name)
        for attribute, spec in option_specs(type(variant))
        if getattr(variant, attribute.name) != attribute.default and stands(spec)
    }


def _same(known: object, chosen: object) -> bool:
    return type(known) is type(chosen) and known == chosen
