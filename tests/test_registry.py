"""Variants by name, and those that other distributions bring."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any, ClassVar

import pytest
from attrs import define, frozen

import boston_rules as br
from boston_rules.variants import ALL, French, registry


@pytest.fixture
def own_registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, type[br.Variant]]]:
    """A registry of its own for a test, entry points not looked at yet."""
    own = {cls.slug: cls for cls in ALL}
    monkeypatch.setattr(registry, "_registered", own)
    monkeypatch.setattr(registry, "_entry_points_loaded", False)
    monkeypatch.setattr(metadata, "entry_points", lambda group: ())
    return own  # type: ignore[return-value]


@frozen(kw_only=True, cache_hash=True)
class House(French):
    slug: ClassVar[str] = "house"


def refused(call: Any, *arguments: object) -> str:
    with pytest.raises(br.VariantError) as caught:
        call(*arguments)
    assert len(caught.value.problems) == 1
    return caught.value.problems[0]


# Those of the library.


def test_the_variants_of_the_library_come_first_and_in_order() -> None:
    slugs = [cls.slug for cls in ALL]
    assert list(br.list_variants()[: len(slugs)]) == slugs
    assert {"fontainebleau", "american", "french"} <= set(slugs)
    for cls in ALL:
        assert br.variant_class(cls.slug) is cls
        assert br.get_variant(cls.slug) == cls.with_options({})
        assert getattr(br.variants, cls.__name__) is cls


@pytest.mark.parametrize(
    ("slug", "near"),
    [("frensh", "french"), ("French", "french"), ("fontaineblau", "fontainebleau")],
)
def test_an_unknown_slug_is_refused_with_near_matches_alone(slug: str, near: str) -> None:
    for call in (br.get_variant, br.variant_class):
        said = refused(call, slug)
        assert repr(slug) in said
        nearest = said.split("near: ")[1].split(", ")
        assert near in [each.partition(" – ")[0] for each in nearest]
        assert len(nearest) <= 3


@pytest.mark.parametrize("slug", ["zzzzzz", ""])
def test_a_slug_like_no_other_is_refused_with_all_slugs(slug: str) -> None:
    said = refused(br.get_variant, slug)
    assert "near" not in said
    assert said.split("known: ")[1].split(", ") == list(br.list_variants())


# Registering.


@pytest.mark.usefixtures("own_registry")
def test_a_registered_class_is_found_by_its_slug() -> None:
    assert br.register(House) is House
    assert br.register(House) is House  # once more does no harm
    assert br.list_variants()[-1] == "house"
    assert br.get_variant("house", deals=3) == House(deals=3)


@pytest.mark.usefixtures("own_registry")
def test_register_is_a_decorator() -> None:
    @br.register
    @frozen(kw_only=True, cache_hash=True)
    class Decorated(French):
        slug: ClassVar[str] = "decorated"

    assert br.variant_class("decorated") is Decorated


@pytest.mark.usefixtures("own_registry")
@pytest.mark.parametrize("thing", [3, None, "french", int, object(), French()], ids=range(6))
def test_what_is_no_variant_class_is_refused(thing: object) -> None:
    assert "not a subclass of Variant" in refused(br.register, thing)


def test_a_class_without_a_slug_is_refused(own_registry: dict[str, type[br.Variant]]) -> None:
    assert "Variant has no slug" in refused(br.register, br.Variant)
    assert list(own_registry.values()) == list(ALL)


def test_a_slug_belongs_to_one_class(own_registry: dict[str, type[br.Variant]]) -> None:
    @frozen(kw_only=True, cache_hash=True)
    class Impostor(French):
        slug: ClassVar[str] = "french"

    said = refused(br.register, Impostor)
    assert "'french'" in said
    assert "French" in said
    assert own_registry["french"] is French


# Registering rules.


@pytest.fixture
def own_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """A registry of rules of its own for a test, without entry points."""
    monkeypatch.setattr(registry, "_rules", {})
    monkeypatch.setattr(registry, "_entry_points_loaded", True)


@frozen
class Rule:
    chips: int = 1


@pytest.mark.usefixtures("own_rules")
def test_a_registered_rule_is_found_by_its_importable_name() -> None:
    name = f"{__name__}.Rule"
    assert registry.rule_class(name) is None
    assert br.register_rule(Rule) is Rule
    assert br.register_rule(Rule) is Rule  # once more does no harm
    assert registry.rule_name(Rule) == name
    assert registry.rule_class(name) is Rule


@pytest.mark.usefixtures("own_rules")
def test_the_name_of_a_rule_belongs_to_one_class() -> None:
    def another() -> type:
        @frozen
        class Again:
            chips: int = 1

        return Again

    first, second = another(), another()
    br.register_rule(first)
    assert "belongs to another rule class" in refused(br.register_rule, second)
    assert registry.rule_class(registry.rule_name(first)) is first


@pytest.mark.usefixtures("own_rules")
def test_what_is_no_frozen_attrs_class_is_no_rule() -> None:
    @define
    class Changing:
        chips: int = 1

    @define(slots=False)
    class Loose:
        pass

    class Bare(Rule):
        """Inherits the fields, and is not decorated itself."""

    class Plain:
        pass

    for thing in (3, None, "rule", Rule(), Plain, int, Bare):
        assert "not an attrs class: @register_rule stands above" in refused(br.register_rule, thing)
    for cls in (Changing, Loose):
        assert "can be changed" in refused(br.register_rule, cls)
    assert "House is a variant" in refused(br.register_rule, House)
    assert registry._rules == {}


@pytest.mark.usefixtures("own_rules")
def test_rules_without_fields_or_slots_are_frozen_too() -> None:
    @frozen(slots=False)
    class Loose:
        pass

    @frozen
    class Empty:
        pass

    for cls in (Loose, Empty):
        assert br.register_rule(cls) is cls


@pytest.mark.usefixtures("own_registry", "own_rules")
def test_entry_points_bring_the_rules_of_their_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    class Bringing(Point):
        def load(self) -> object:
            br.register_rule(Rule)
            return super().load()

    monkeypatch.setattr(registry, "_entry_points_loaded", False)
    give(monkeypatch, Bringing("house", House))
    assert registry.rule_class(f"{__name__}.Rule") is Rule


# Entry points.


class Point:
    """As much of an entry point as the registry uses."""

    def __init__(self, name: str, loaded: object) -> None:
        self.name = name
        self.value = f"somewhere:{name}"
        self.loaded = loaded
        self.times = 0

    def load(self) -> object:
        self.times += 1
        if isinstance(self.loaded, BaseException):
            raise self.loaded
        return self.loaded


def give(monkeypatch: pytest.MonkeyPatch, *points: Point) -> list[str]:
    asked: list[str] = []

    def entry_points(group: str) -> tuple[Point, ...]:
        asked.append(group)
        return points

    monkeypatch.setattr(metadata, "entry_points", entry_points)
    return asked


@pytest.mark.usefixtures("own_registry")
def test_entry_points_are_loaded_once_and_when_they_are_needed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    point = Point("house", House)
    asked = give(monkeypatch, point)
    assert br.get_variant("french").slug == "french"
    assert asked == []  # a variant of the library needs none
    assert br.get_variant("house") == House()
    assert br.list_variants()[-1] == "house"
    with pytest.raises(br.VariantError):
        br.get_variant("nothing")
    assert asked == ["boston_rules.variants"]
    assert point.times == 1


@pytest.mark.usefixtures("own_registry")
def test_a_broken_entry_point_is_warned_of_and_takes_no_other_down(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    give(
        monkeypatch,
        Point("broken", ImportError("no module named nowhere")),
        Point("quitter", SystemExit("good bye")),
        Point("strange", 17),
        Point("french", type("Impostor", (French,), {"slug": "french"})),
        Point("house", House),
    )
    with pytest.warns(RuntimeWarning) as caught:
        assert br.list_variants()[-1] == "house"
    said = [str(warning.message) for warning in caught]
    assert len(said) == 4
    for text, name, why in zip(
        said,
        ("broken", "quitter", "strange", "french"),
        ("nowhere", "SystemExit: good bye", "not a subclass", "belongs"),
        strict=True,
    ):
        assert name in text
        assert f"somewhere:{name}" in text
        assert why in text
    assert br.variant_class("french") is French


@pytest.mark.usefixtures("own_registry")
def test_an_interrupt_while_plug_ins_are_loaded_is_an_interrupt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    give(monkeypatch, Point("slow", KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        br.list_variants()


@pytest.mark.usefixtures("own_registry")
def test_an_unknown_slug_still_says_so_when_a_plug_in_is_broken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    give(monkeypatch, Point("broken", RuntimeError("boom")))
    with pytest.warns(RuntimeWarning, match="boom"), pytest.raises(br.VariantError, match="zzz"):
        br.get_variant("zzz")


def test_entry_points_of_installed_distributions(tmp_path: Path) -> None:
    """The real thing: a distribution beside the library, found through its metadata."""
    (tmp_path / "plug_in.py").write_text(
        textwrap.dedent(
            """
            from typing import ClassVar
            from attrs import define, frozen
            from boston_rules.variants import American

            @frozen(kw_only=True, cache_hash=True)
            class Club(American):
                slug: ClassVar[str] = "club"
            """
        ),
        encoding="utf-8",
    )
    info = tmp_path / "plug_in-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: plug-in\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[boston_rules.variants]\nclub = plug_in:Club\nlost = plug_in:Missing\nno = nowhere:X\n"
    )
    program = (
        "import boston_rules as br\n"
        "print(br.get_variant('club', deals=2), br.list_variants()[-1])\n"
        "print(br.get_variant('club').fingerprint() == br.get_variant('american').fingerprint())\n"
    )
    package = Path(br.__file__).resolve().parents[1]
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(package)])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines() == ["Club(deals=2) club", "False"], done.stderr
    assert done.stderr.count("RuntimeWarning") == 2
    assert "lost = plug_in:Missing" in done.stderr
    assert "no = nowhere:X" in done.stderr
