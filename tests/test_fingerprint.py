"""Fingerprints: what moves them, and what they are for each variant."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any, ClassVar

import pytest
from attrs import evolve, field, fields, frozen, has

import boston_rules as br
from boston_rules import HEARTS
from boston_rules.core.sources import Cite, Source, cited
from boston_rules.deal.questions.asking import AskAndAccept
from boston_rules.rules.ladder import Ladder, Step
from boston_rules.variants import ALL, American, Fontainebleau, French

GOLDEN = Path(__file__).resolve().parent / "golden"
LIBRARY = [cls.with_options({}) for cls in ALL]
SLUGS = [variant.slug for variant in LIBRARY]


def pinned() -> dict[str, tuple[int, str]]:
    with (GOLDEN / "fingerprints.csv").open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file)
        return {row["slug"]: (int(row["revision"]), row["fingerprint"]) for row in rows}


@pytest.mark.parametrize("variant", LIBRARY, ids=SLUGS)
def test_a_changed_rule_is_noticed(variant: br.Variant) -> None:
    found = variant.revision, variant.fingerprint()
    assert pinned()[variant.slug] == found, (
        f"the rules of {variant.slug} are not those pinned in tests/golden/fingerprints.csv: put "
        f"{variant.slug},{found[0]},{found[1]} there; if it has been released, raise its revision "
        "and add a line to the changelog"
    )


def test_each_variant_has_one_fingerprint_of_its_own() -> None:
    assert [*pinned()] == SLUGS
    prints = [text for _, text in pinned().values()]
    assert len(set(prints)) == len(prints)
    assert all(len(text) == 16 and int(text, 16) >= 0 for text in prints)


WORDS = ("source", "name", "french")


def changed(value: Any) -> Any:
    """Another value of the same sort."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, Enum):
        return next(member for member in type(value) if member is not value)
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value + "-"
    if isinstance(value, br.Cards):
        return value ^ br.Cards.parse("7C")
    if isinstance(value, tuple):
        return value[:-1] if value else ("more",)
    if value is None:
        return 1
    assert has(type(value)), value
    return None


def twin(target: Any) -> Any:
    """An object with the same fields, made past all checks; ``copy`` hands out a telling itself."""
    made = object.__new__(type(target))
    for attribute in fields(type(target)):
        object.__setattr__(made, attribute.name, getattr(target, attribute.name))
    if hasattr(target, "_attrs_cached_hash"):
        object.__setattr__(made, "_attrs_cached_hash", None)
    return made


def rebuilt(variant: br.Variant, path: tuple[str | int, ...], name: str, value: Any) -> br.Variant:
    """The variant with one field of one rule object changed, unchecked."""

    def put(target: Any, left: tuple[str | int, ...]) -> Any:
        if isinstance(target, tuple):
            place = int(left[0])
            return (*target[:place], put(target[place], left[1:]), *target[place + 1 :])
        again = twin(target)
        key, new = (
            (name, value)
            if not left
            else (str(left[0]), put(getattr(target, str(left[0])), left[1:]))
        )
        object.__setattr__(again, key, new)
        return again

    made: br.Variant = put(variant, path)
    return made


def places(target: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[Any, Any]]:
    """Every attrs object within a variant, found without the library's help, with its path."""
    if isinstance(target, tuple):
        for place, item in enumerate(target):
            yield from places(item, (*path, place))
    elif has(type(target)) and not isinstance(target, Cite | Source):
        yield path, target
        for attribute in fields(type(target)):
            yield from places(getattr(target, attribute.name), (*path, attribute.name))


@pytest.mark.parametrize("variant", [Fontainebleau(), American(), French()], ids=lambda v: v.slug)
def test_a_fingerprint_moves_with_every_rule_and_with_no_word(variant: br.Variant) -> None:
    own = variant.fingerprint()
    options = set(variant.option_names())
    seen = {own}
    checked = 0
    for path, rule in places(variant):
        for attribute in fields(type(rule)):
            if not path and attribute.name in options:
                continue
            value = getattr(rule, attribute.name)
            if attribute.name in WORDS:
                other = rebuilt(variant, path, attribute.name, Source("X", "elsewhere"))
                assert other.fingerprint() == own, (path, attribute.name)
                continue
            other = rebuilt(variant, path, attribute.name, changed(value))
            found = other.fingerprint()
            assert found not in seen, (path, attribute.name)
            seen.add(found)
            checked += 1
    assert checked > 100


def test_a_fingerprint_is_of_the_slug_too_but_not_of_title_and_revision() -> None:
    @frozen(kw_only=True, cache_hash=True)
    class Renamed(French):
        slug: ClassVar[str] = "renamed"

    @frozen(kw_only=True, cache_hash=True)
    class Retitled(French):
        title: ClassVar[str] = "Another title"
        about: ClassVar[str] = "Other words"
        revision: ClassVar[int] = 9
        sources: ClassVar[tuple[Source, ...]] = ()

    assert Renamed().fingerprint() != French().fingerprint()
    assert Retitled().fingerprint() == French().fingerprint()


def test_a_fingerprint_knows_rules_of_different_classes_apart() -> None:
    asked = evolve(French(), ladder=Fontainebleau().ladder, payments=Fontainebleau().payments)
    other = evolve(asked, partners=AskAndAccept(extra=3))
    assert asked.partners is not None
    assert other.partners is not None
    assert asked.partners.extra == other.partners.extra
    assert asked.fingerprint() != other.fingerprint()


def test_a_rule_of_a_third_party_has_its_part_in_the_fingerprint() -> None:
    @frozen
    class Tithe:
        rate: int = 10
        note: str = field(default="", metadata={"boston_rules.text": True})

        def due(self, step: Step, ladder: Ladder, *, price: int, pool: int, tricks: int) -> int:
            return pool // self.rate

        def problems(self, ladder: Ladder) -> list[str]:
            return []

        def words(self) -> str:
            return f"a lost contract pays a {self.rate}th of the pool"

    def house(rule: Tithe) -> Fontainebleau:
        pool = Fontainebleau().pool
        assert pool is not None
        return Fontainebleau(pool=evolve(pool, lost=rule))

    bill = br.settle(house(Tithe()), br.Contract("5", 0, HEARTS), br.Outcome((4, 3, 3, 3)), pool=50)
    assert bill.pool == 55
    assert house(Tithe()).fingerprint() == house(Tithe(note="x")).fingerprint()
    prints = {house(rule).fingerprint() for rule in (Tithe(10), Tithe(5))}
    assert len(prints | {Fontainebleau().fingerprint()}) == 3


def ante_class(module: str, name: str = "Kitty", **told: Any) -> type:
    """A rule class of somebody's, as if defined in a module."""

    @frozen
    class Ante:
        chips: int = 4
        note: str = field(default="", metadata={"boston_rules.text": True})
        source: Cite | None = cited()

        def amounts(self, dealer: int, deal: int, deals: int, seats: int) -> tuple[int, ...]:
            return (self.chips,) * seats

        def words(self) -> str:
            return "all ante"

    Ante.__module__, Ante.__qualname__, Ante.__name__ = module, name, name
    for key, value in told.items():
        setattr(Ante, key, value)
    return Ante


def anted(rule: Any) -> str:
    pool = Fontainebleau().pool
    assert pool is not None
    return Fontainebleau(pool=evolve(pool, ante=rule)).fingerprint()


def test_a_rule_of_somebody_else_is_what_it_is_and_where_it_stands() -> None:
    here = ante_class("club_rules")
    different = [
        here(),
        here(5),
        ante_class("inn_rules")(),
        ante_class("club_rules.antes")(),
        ante_class("club_rules", "Kitties")(),
        ante_class("club_rules", revision=2)(),
        ante_class("boston_rules_club")(),
    ]
    assert len({anted(rule) for rule in different}) == len(different)
    same = [
        here(note="said"),
        here(source=Cite(Source("X", "elsewhere"))),
        ante_class("club_rules")(),
        ante_class("club_rules", revision=1)(),
        ante_class("club_rules", revision="two")(),
    ]
    assert {anted(rule) for rule in same} == {anted(here())}


def test_a_field_called_revision_is_a_field() -> None:
    @frozen
    class Dated:
        revision: int = 7

        def amounts(self, dealer: int, deal: int, deals: int, seats: int) -> tuple[int, ...]:
            return (self.revision,) * seats

        def words(self) -> str:
            return "dated"

    assert anted(Dated()) != anted(Dated(8))
