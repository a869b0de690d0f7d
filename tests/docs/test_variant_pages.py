"""The pages of the variants are made from the rule objects: all of them, and nothing else."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve, fields, has
from docs._ext.differences import differences
from docs._ext.rst import escaped
from docs._ext.variantpage import variant_page
from tests.depth import DEEP

import boston_rules as br
from boston_rules.core.cards import Suit
from boston_rules.core.sources import TEXT_ONLY
from boston_rules.rules.binding import FollowSuit
from boston_rules.rules.ladder import Ladder, Step
from boston_rules.rules.leads import EldestLeads
from boston_rules.rules.suits import Turn
from boston_rules.rules.variant import content
from boston_rules.telling.wording.rulewords import slots_of, words_of
from boston_rules.variants import BUILT_IN

DOCS = Path(__file__).resolve().parents[2] / "docs"
SLUGS = tuple(BUILT_IN)
FINGERPRINT = re.compile(r"fingerprint ``[0-9a-f]+``")


def own_page(slug: str) -> str:
    """What is written by hand on a variant's page."""
    return (DOCS / "variants" / f"{slug}.rst").read_text(encoding="utf-8")


def page(variant: br.Variant) -> str:
    """What the directive writes; the fingerprint, which tells every change, is taken out."""
    return FINGERPRINT.sub("", variant_page(variant))


def test_every_variant_has_a_page_and_no_page_is_without_a_variant() -> None:
    on_disk = {path.stem for path in (DOCS / "variants").glob("*.rst")} - {"index"}
    assert on_disk == set(SLUGS)
    listed = re.findall(r"^   ([a-z-]+)$", own_page("index"), re.MULTILINE)
    assert sorted(listed) == sorted(SLUGS)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_page_tells_some_history_with_sources_and_compares_with_an_older_telling(
    slug: str,
) -> None:
    text = own_page(slug)
    title = br.get_variant(slug).title
    assert text.startswith(f".. _variant-{slug}:\n\n{title}\n{'=' * len(title)}\n\n")
    directive = re.search(rf"^\.\. variant:: {slug}\n(?:   :older: ([a-z-]+)\n)?", text, re.M)
    assert directive
    assert (directive[1] is None) == (slug == "whisch-bostonien")
    assert directive[1] is None or directive[1] in set(SLUGS) - {slug}
    history = text[: directive.start()].split("\n\n", 2)[2]
    assert len(re.findall(r"[.?!](?:\s|$)", history)) >= 2, "a few sentences"
    assert ":ref:`" in history, "no source is cited"


def olders() -> dict[str, str]:
    """Which variant each is compared with."""
    found = {slug: re.search(r":older: (\S+)", own_page(slug)) for slug in SLUGS}
    return {slug: match[1] for slug, match in found.items() if match}


def test_comparisons_lead_to_the_oldest_telling() -> None:
    known = olders()
    for slug in SLUGS:
        met = []
        while slug in known:
            met.append(slug)
            slug = known[slug]
            assert slug not in met, f"{slug} is older than itself"
        assert slug == "whisch-bostonien"


@pytest.mark.parametrize("slug", SLUGS)
def test_no_rule_object_is_left_without_words(slug: str) -> None:
    variant = br.get_variant(slug)
    text = page(variant).casefold()
    met = 0
    for path, rule in variant.rules():
        words = words_of(variant, rule)
        if words in (EldestLeads().words(), FollowSuit().words()):
            continue  # the usual, and said of no bid
        if path == "payments.shares" and variant.partners is None:
            continue
        if isinstance(rule, Ladder):
            parts = [step.name or step.key for step in rule]
        elif isinstance(rule, Step):
            parts = words.removesuffix("; a partner is possible").split("; ")
        elif path == "payments":
            continue  # rule by rule
        elif path.startswith(("payments.won", "payments.lost")):
            parts = re.findall(r"[1-9]\d*", words)  # the figures, which tables of prices have
        else:
            parts = [words]
        for part in parts:
            assert part, path
            assert escaped(part).casefold() in text, f"{path}: {part}"
            met += 1
    assert met > 30


@pytest.mark.parametrize("slug", SLUGS)
def test_N9_a_page_speaks_of_plain_and_colour_where_they_are_bid(slug: str) -> None:
    variant = br.get_variant(slug)
    bid = {
        variant.suits.suit_class(form.trump, turn) if form.trump is not None else "plain"
        for step in variant.ladder
        for turn in map(Turn, Suit)
        if len(forms := step.suit.suit_choices(turn, variant.suits)) > 1
        for form in forms
    }
    text = page(variant)
    for name in ("plain", "colour"):
        assert (re.search(rf"\b{name}\b", text) is not None) == (name in bid), name


def test_a_rule_without_words_is_refused() -> None:
    with pytest.raises(TypeError, match="has no words"):
        words_of(br.get_variant("classic"), object())


@pytest.mark.long
@pytest.mark.parametrize(("slug", "older"), sorted(olders().items()))
def test_differences_are_those_of_the_rule_objects(slug: str, older: str) -> None:
    variant, ancestor = br.get_variant(slug), br.get_variant(older)
    lines = list(differences(variant, ancestor))
    (same,) = [line for line in lines if line.startswith("The same: ")] or [""]
    alike = set(same.removeprefix("The same: ").removesuffix(".").split(", "))
    rows = {line.removeprefix("   * - ") for line in lines if line.startswith("   * - ")}
    mine, theirs = dict(slots_of(variant)), dict(slots_of(ancestor))
    for name in {**mine, **theirs}:
        label = name.replace("_", " ").capitalize()
        equal = content(mine.get(name)) == content(theirs.get(name))
        assert (label.lower() in alike) == equal, name
        if name == "payments" and not equal:
            assert any(row.startswith(("Prices (", "Shares", "Slams", label)) for row in rows)
        else:
            assert (label in rows) != equal, name


def test_differences_name_what_only_one_telling_has() -> None:
    text = "\n".join(differences(br.get_variant("russian"), br.get_variant("fontainebleau-hoyle")))
    assert text.count("   * - ") == 2, "a heading and chicane"
    assert "takes 2 chips from each other player" in text


@pytest.mark.parametrize("slug", SLUGS)
def test_options_are_told_with_their_values_and_what_each_changes(slug: str) -> None:
    variant = br.get_variant(slug)
    told = page(variant).partition("\nOptions\n")[2]
    for name in variant.option_names():
        assert f"``{name}``" in told
        for choice in variant.option_choices(name) or ():
            assert str(choice).lower() in told
            if choice != getattr(variant, name):
                assert re.search(rf"``{re.escape(repr(choice))}``: \w.*\w\.", told), name


# What is on a page is what the rules say: whatever is changed in them shows.


def altered(value: Any) -> Iterator[Any]:
    """Other values that a field might have."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, Enum):
        return
    elif isinstance(value, int):
        yield value + 1
        yield value - 1
    elif value is None:
        yield from (3, 700)
    elif isinstance(value, tuple) and value and not any(has(type(item)) for item in value):
        for place in reversed(range(len(value))):
            for other in altered(value[place]):
                yield (*value[:place], other, *value[place + 1 :])
        yield value[:-1]
        yield value[::-1]


WORDS_OF_CHOICES = {
    "shuffle": ("each-deal", "first-deal"),
    "cutters": ("all", None, "dealer-right"),
    "turn": ("last-card", "second-pack"),
    "first_cutters": (None, "dealer-right"),
    "last_pool": ("all", "adversaries"),
    "penalty": ("tricks", "that-trick", "deal"),
    "exchange": ("trumps", "turned"),
    "exposed": ("before-lead", "no", "after-first-trick"),
}


def at(target: Any, path: str, change: Any) -> Any:
    """The same rules with what is at the path replaced by what ``change`` makes of it."""
    if not path:
        return change(target)
    head, rest = re.fullmatch(r"\.?([a-z_]+|\[\d+\])(.*)", path, re.DOTALL).groups()  # type: ignore[union-attr]
    if head.startswith("["):
        place = int(head[1:-1])
        return (*target[:place], at(target[place], rest, change), *target[place + 1 :])
    return evolve(target, **{head: at(getattr(target, head), rest, change)})


def changes(
    variant: br.Variant, shown: set[str], attempts: Counter[str]
) -> Iterator[tuple[str, br.Variant]]:
    """Every field of every rule object, changed so that the game can still be played.

    Fields whose changes have been ``shown``, or looked at twice in this variant, are left out.
    """
    for path, rule in variant.rules():
        for attribute in fields(type(rule)):
            name = f"{type(rule).__name__}.{attribute.name}"
            value = getattr(rule, attribute.name)
            words_only = not TEXT_ONLY.items().isdisjoint(attribute.metadata.items())
            no_figure = value is None and "int" not in str(attribute.type)
            if name in shown or attempts[name] == 2 or words_only or no_figure:
                continue
            others = WORDS_OF_CHOICES.get(attribute.name) or altered(value)
            for other in others:
                if other == value:
                    continue

                def change(rule: Any, name: str = attribute.name, other: Any = other) -> Any:
                    return evolve(rule, **{name: other})

                try:
                    head, *_ = re.split(r"[.\[]", path)
                    new = at(getattr(variant, head), path[len(head) :], change)
                    changed = evolve(variant, **{head: new})
                except (br.VariantError, TypeError, ValueError):
                    continue
                yield name, changed
                break


@pytest.mark.deep
@pytest.mark.no_cover
@pytest.mark.skipif(not DEEP, reason="it takes long: HYPOTHESIS_PROFILE=deep")
def test_changing_the_data_changes_the_page() -> None:
    """Of every field of every class of rules, in the first variant where it has an effect."""
    shown: set[str] = set()
    tried: set[str] = set()
    slugs = dict.fromkeys(("whisch-bostonien", "classic", *SLUGS))
    # Prices without trumps show where such bids are admitted.
    grand = br.get_variant("fontainebleau-foster", grand=True)
    for variant in (grand, *map(br.get_variant, slugs)):
        plain = page(variant)
        attempts: Counter[str] = Counter()
        for name, changed in changes(variant, shown, attempts):
            tried.add(name)
            attempts[name] += 1
            if page(changed) != plain:
                shown.add(name)
    assert len(tried) > 60
    assert sorted(tried - shown) == []
