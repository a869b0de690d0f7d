"""What a maker makes is what the constructor makes: equal, hashed alike, frozen, picklable."""

from __future__ import annotations

import ast
import copy
import gc
import pickle
import random
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from attrs import NOTHING, Factory, define, evolve, field, fields, frozen, has
from attrs.exceptions import FrozenInstanceError
from tests.phases.table_talk import after_chance

import boston_rules as br
from boston_rules.core.making import changer, maker
from boston_rules.deal.auction import Auction
from boston_rules.deal.cardplay import CardPlay
from boston_rules.rules.cases import Case
from boston_rules.rules.ladder import AtLeast, Step
from boston_rules.testing import random_walk

PACKAGE = Path(br.__file__).parent
CACHED = "_attrs_cached_hash"
"""Where attrs keeps a hash."""


def makers() -> Iterator[tuple[type, Callable[..., Any]]]:
    """Every class of the library that is made by a maker, with its maker."""
    for path in sorted(PACKAGE.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if (
            "boston_rules.core.making" not in source or path.name == "making.py"
        ):  # whose example makes one
            continue
        module = import_module(".".join(("boston_rules", *path.relative_to(PACKAGE).parts))[:-3])
        for node in ast.parse(source).body:
            if not isinstance(node, ast.AnnAssign):
                assert "maker(" not in ast.unparse(node), f"{path}: a maker without Final"
                continue
            name, value = ast.unparse(node.target), node.value
            if isinstance(value, ast.Call) and ast.unparse(value.func) == "maker":
                make = getattr(module, name)
                if value.keywords:  # a method, which does not look at the object it is called of
                    make = partial(make, None)
                yield getattr(module, ast.unparse(value.args[0])), make


MAKERS = dict(makers())
KINDS = sorted(MAKERS, key=lambda kind: kind.__name__)
HASHED = [kind for kind in KINDS if CACHED in vars(kind)["__slots__"]]


def test_the_makers_of_the_library_are_found() -> None:
    names = {kind.__name__ for kind in KINDS}
    assert {"Auction", "Playing", "Cutting", "Conceding", "Settled"} <= names
    assert {"Table", "Deal", "Opening", "DealSetup", "Standing"} <= names
    assert {"Case", "Outcome", "Settlement"} <= names
    assert {kind.__name__ for kind in HASHED} == {"Table", "Deal"}


def held(thing: Any, seen: set[int]) -> Iterator[Any]:
    """A state and everything in it that a maker makes."""
    if isinstance(thing, tuple):
        for each in thing:
            yield from held(each, seen)
    elif has(type(thing)) and not isinstance(thing, br.Variant) and id(thing) not in seen:
        seen.add(id(thing))
        if type(thing) in MAKERS:
            yield thing
        if type(thing).__module__.startswith("boston_rules.deal.calls"):
            return  # what can be called is the same for all states
        for attribute in fields(type(thing)):
            yield from held(getattr(thing, attribute.name), seen)


STEP = Step(key="5", goal=AtLeast(5))
CASES = [
    Case(step=STEP, made=False, under=2, taken=3),
    Case(
        step=STEP,
        trump=br.HEARTS,
        suit_class="plain",
        turned=br.SPADES,
        belle=br.CLUBS,
        made=True,
        taken=7,
        over=2,
        under=0,
        honours=3,
        partnered=True,
    ),
]


@cache
def found() -> dict[type, list[Any]]:
    """Some of each kind, from sessions at random."""
    kinds: dict[type, list[Any]] = {kind: [] for kind in KINDS}
    kinds[Case] += CASES
    seen: set[int] = set()
    slugs = ("russian", "fontainebleau", "french", "whisch-bostonien", "english-boston")
    variants = [br.get_variant(slug, deals=2) for slug in slugs]
    at_table = ("french", "russian")  # with the law of whist, and without
    variants += [br.get_variant(slug, deals=2, enforcement="table") for slug in at_table]
    walks = [random_walk(variant, seed=seed) for variant in variants for seed in range(3)]
    for walk in walks:  # all of them alive, so that no id is met twice
        for at in walk.positions:
            for each in held((at.state, at.state.events), seen):
                kinds[type(each)].append(each)
            for each in held(br.observe(at.state, 0), seen):
                kinds[type(each)].append(each)
        kinds[br.Record].append(br.loads(br.dumps(br.record(at.state))))
    for each in kinds[br.Playing]:
        given = {attribute.name: getattr(each, attribute.name) for attribute in fields(CardPlay)}
        kinds[CardPlay].append(CardPlay(**given))
    return {kind: random.Random(1).sample(many, min(60, len(many))) for kind, many in kinds.items()}


def parts_of(thing: Any) -> dict[str, Any]:
    """The arguments that make a thing again."""
    return {each.name: getattr(thing, each.name) for each in fields(type(thing))}


@pytest.mark.parametrize("kind", KINDS)
def test_a_maker_makes_what_the_constructor_makes(kind: type) -> None:
    assert found()[kind], "none was met"
    assert {type(each) for each in found()[kind]} == {kind}
    for each in found()[kind]:
        given = parts_of(each)
        made = MAKERS[kind](**given)
        assert type(made) is kind
        for same in (made, each, evolve(each), copy.copy(each), pickle.loads(pickle.dumps(each))):
            assert type(same) is kind
            assert same == kind(**given)
            assert hash(same) == hash(kind(**given))
            assert repr(same) == repr(kind(**given))


@pytest.mark.parametrize("kind", KINDS)
def test_a_maker_takes_what_the_constructor_takes(kind: type) -> None:
    """By place or by name, with the same defaults."""
    each = found()[kind][0]
    given = parts_of(each)
    needed = {
        attribute.name: given[attribute.name]
        for attribute in fields(kind)
        if attribute.default is NOTHING
    }
    # Playing works out by itself what the maker is told.
    more = {"may": given["may"]} if "may" in given else {}
    assert MAKERS[kind](**needed, **more) == kind(**needed)
    if not any(attribute.kw_only for attribute in fields(kind)):
        assert MAKERS[kind](*given.values()) == kind(*given.values())
    with pytest.raises(TypeError):
        MAKERS[kind](**given, something_else=1)
    if needed:
        with pytest.raises(TypeError):
            MAKERS[kind](**dict(list(needed.items())[1:]))


@pytest.mark.parametrize("kind", KINDS)
def test_no_field_of_it_can_be_set_or_deleted(kind: type) -> None:
    each: Any = MAKERS[kind](**parts_of(found()[kind][0]))
    for attribute in fields(kind):
        with pytest.raises(FrozenInstanceError):
            setattr(each, attribute.name, getattr(each, attribute.name))
        with pytest.raises(FrozenInstanceError):
            delattr(each, attribute.name)
    with pytest.raises((FrozenInstanceError, AttributeError)):
        each.something_else = 1
    assert not hasattr(each, "__dict__")


def test_nobody_meets_a_half_made_one() -> None:
    drafts = []
    for kind in KINDS:
        below: list[type[Any]] = type.__subclasses__(kind)
        drafts += [cls for cls in below if cls.__name__.endswith("Draft")]
        assert found()[kind]
        for each in found()[kind][:5]:
            assert b"Draft" not in pickle.dumps(each)
    assert len(drafts) == len(KINDS), "one for each maker"
    assert not any(type(thing) in drafts for thing in gc.get_objects())


# The play works out by itself what a changer takes over.
@pytest.mark.parametrize("kind", [kind for kind in KINDS if not issubclass(kind, CardPlay)])
def test_a_changer_makes_what_evolve_makes(kind: type) -> None:
    change: Callable[..., Any] = changer(kind)
    for each, other in pairwise(found()[kind]):
        hash(each)  # one that is kept must not go over to what is made of it
        for name, value in parts_of(other).items():
            made, expected = change(each, **{name: value}), evolve(each, **{name: value})
            assert type(made) is kind
            assert made == expected
            assert hash(made) == hash(expected)
            assert parts_of(made) == parts_of(expected)
    with pytest.raises(TypeError):
        change(found()[kind][0], something_else=1)


def test_a_changer_keeps_the_class() -> None:
    state = br.start(br.get_variant("mariland", enforcement="table"))
    state = after_chance(state, random.Random(1))
    assert type(state).__name__ == "FirstCall"
    assert type(changer(Auction)(state, said=())) is type(state)


@pytest.mark.parametrize("kind", HASHED)
def test_a_hash_is_kept_but_travels_in_no_pickle(kind: type) -> None:
    # The hash of a word differs from one run of Python to the next.
    for each in found()[kind][:10]:
        made = MAKERS[kind](**parts_of(each))
        assert getattr(made, CACHED) is None
        known = hash(made)
        assert getattr(made, CACHED) == known == hash(made)
        again = pickle.loads(pickle.dumps(made))
        assert getattr(again, CACHED) is None
        assert again == made
        assert hash(again) == known


# Misuse, and classes of other kinds.


class Plain:
    """No attrs class."""


@define(slots=False)
class Loose:
    """Nothing says which fields there are."""

    x: int


@frozen
class Counted:
    """A field that is worked out."""

    text: str
    length: int = field(init=False)

    @length.default
    def _length(self) -> int:
        return len(self.text)


@frozen
class Listed:
    """A default that is made for each object."""

    rows: list[int] = Factory(list)


def test_a_class_without_slots_has_no_maker() -> None:
    for kind in (Plain, Loose):
        with pytest.raises(TypeError, match=rf"{kind.__name__} is no class with slots"):
            maker(kind)
        with pytest.raises(TypeError, match=rf"{kind.__name__} is no class with slots"):
            changer(kind)


def test_a_default_made_for_each_object_has_no_maker() -> None:
    with pytest.raises(TypeError, match=r"Listed\.rows has a default made for each object"):
        maker(Listed)


def test_a_field_that_the_constructor_does_not_take_has_no_maker() -> None:
    for of_kind in (maker, changer):
        with pytest.raises(TypeError, match=r"Counted\.length is not taken by the constructor"):
            of_kind(Counted)


def _checked(thing: object, attribute: object, value: int) -> None:
    if value < 0:
        raise ValueError("below nothing")


@frozen(cache_hash=True)
class Point:
    """With everything that a maker skips, a private field, and names that it uses itself."""

    make: int = field(converter=int, validator=_checked)
    _own: int = 4
    kind: int = field(default=2, kw_only=True)
    default_kind: int = field(default=3, kw_only=True)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "kind", self.kind)


def test_converters_and_validators_are_skipped() -> None:
    make_point: Callable[..., Any] = maker(Point)
    assert make_point("1").make == "1"
    assert make_point(-1).make == -1
    with pytest.raises(ValueError, match="below"):
        Point(-1)
    assert make_point(1).kind == 2
    assert make_point(1, own=9) == make_point(1, 9) == Point(1, own=9)
    assert make_point(1, kind=5, default_kind=6).default_kind == 6
    assert make_point(1, 4, 5).kind == 5


def test_a_maker_of_a_subclass_makes_the_subclass() -> None:
    @frozen
    class Base:
        x: int

    @frozen
    class Sub(Base):
        y: int = 7

    make_base, make_sub = maker(Base), maker(Sub)
    assert type(make_base(1)) is Base
    assert type(make_sub(1)) is Sub
    assert make_sub(1) == Sub(1, 7)
    assert repr(make_sub(1)) == repr(Sub(1))
