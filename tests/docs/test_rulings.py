"""The register of rulings is complete, and whatever a variant cites can be looked up in it."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import field, frozen

import boston_rules as br
from boston_rules.edition.statements import texts
from boston_rules.telling.wording.rulewords import ruling_order
from boston_rules.variants import ALL
from boston_rules.variants.tellings import LIBRARY

DOCS = Path(__file__).resolve().parents[2] / "docs"
PARTS = ("Decided", "Why", "Sources")
LAST = {"R": 55, "P": 51, "L": 14, "LW": 7, "G": 34}
NUMBER = re.compile(r"(?:LW|[RPLFGN])[1-9]\d*")
# Other tests may have registered variants of their own, which need no documentation.
OURS = {cls.slug for cls in ALL}
SLUGS = tuple(slug for slug in br.list_variants() if slug in OURS)
AWAITED = {"fontainebleau-foster", "russian-foster", "french-foster"}
"""Games whose rulings are written and that are not in the library yet."""


@frozen
class Entry:
    """One numbered ruling, as the register has it."""

    number: str
    title: str
    parts: dict[str, str] = field(hash=False)


def read(name: str) -> str:
    """A page of the documentation, by its name without suffix."""
    return (DOCS / f"{name}.rst").read_text(encoding="utf-8")


def pages_of_the_register() -> list[str]:
    """The entry page's own rulings come last, after the pages of its table of contents."""
    toctree = re.search(r"^\.\. toctree::\n((?: .*\n|\n)+)", read("rulings"), re.MULTILINE)
    assert toctree, "docs/rulings.rst has no toctree"
    below = [line.strip() for line in toctree[1].splitlines()]
    return [*(line for line in below if line and not line.startswith(":")), "rulings"]


def entries_of(text: str) -> Iterator[Entry]:
    """The labelled sections of a page whose label is the number of a ruling."""
    pieces = re.split(r"^\.\. _([A-Z]+\d+):$", text, flags=re.MULTILINE)
    for number, body in zip(pieces[1::2], pieces[2::2], strict=True):
        heading = re.match(r"\n\n(.+)\n([-~])\2+\n", body)
        assert heading, f"{number}: no heading below its label"
        start = f"{number} · "
        assert heading[1].startswith(start), f"{number}: its heading is {heading[1]!r}"
        below = re.split(r"^[^\s:].*\n[-=~]+$", body[heading.end() :], flags=re.MULTILINE)[0]
        fields = re.split(r"^:([A-Z]\w*):[ \n]", below, flags=re.MULTILINE)
        parts = {
            name: " ".join(words.split())
            for name, words in zip(fields[1::2], fields[2::2], strict=True)
        }
        yield Entry(number, heading[1].removeprefix(start), parts)


def series_of(entry: Entry) -> str:
    """The letters of its number."""
    return entry.number.rstrip("0123456789")


@functools.cache
def register() -> tuple[Entry, ...]:
    """All entries, in the order in which a reader meets them."""
    return tuple(entry for page in pages_of_the_register() for entry in entries_of(read(page)))


def citations(slug: str) -> Iterator[tuple[str, br.Cite]]:
    """Every citation in a variant's rules, with the path of the rule that carries it."""
    for path, rule in br.get_variant(slug).rules():
        source = getattr(rule, "source", None)
        if isinstance(source, br.Cite):
            yield path, source


@pytest.mark.parametrize("series", ["R", "P", "L", "LW", "F", "G", "N"])
def test_every_number_is_there_once_and_in_order(series: str) -> None:
    found = [entry.number for entry in register() if series_of(entry) == series]
    assert found == [f"{series}{place}" for place in range(1, LAST.get(series, len(found)) + 1)]
    assert found, f"no {series} rulings"


def test_the_register_reads_R_P_L_LW_F_G_N() -> None:
    order = dict.fromkeys(series_of(entry) for entry in register())
    assert [*order] == ["R", "P", "L", "LW", "F", "G", "N"]
    numbers = [entry.number for entry in register()]
    assert numbers == sorted(numbers, key=ruling_order)


def test_every_page_of_rulings_is_in_the_register() -> None:
    on_disk = {f"rulings/{path.stem}" for path in (DOCS / "rulings").glob("*.rst")}
    assert on_disk == set(pages_of_the_register()) - {"rulings"}


def test_every_entry_has_its_parts() -> None:
    lacking = {
        entry.number: missing
        for entry in register()
        if (missing := [part for part in PARTS if not entry.parts.get(part)])
    }
    assert not lacking


def test_what_the_tellings_say_is_quoted_and_briefly() -> None:
    """A few words of theirs, a sentence at the most; R27 turns on figures alone."""
    quotations = {
        entry.number: re.findall("“([^”]+)”", entry.parts["Sources"]) for entry in register()
    }
    unquoted = {number for number, found in quotations.items() if not found}
    assert {number for number in unquoted if number.startswith("R")} == {"R27"}
    for number, found in quotations.items():
        assert all(len(words.split()) <= 30 for words in found), number


def parts_of(telling: str) -> list[str]:
    """The names of the parts of a telling."""
    return [part for text in texts().values() if text.telling == telling for part in text.parts]


def test_places_named_in_the_register_are_parts_of_their_tellings() -> None:
    met = 0
    for entry in register():
        places = re.findall(r":ref:`(\w+) <source-\1>`, ([^`:]+)", entry.parts["Sources"])
        for key, place in places:
            if parts_of(key):
                names = [name for name in parts_of(key) if re.match(rf"{re.escape(name)}\b", place)]
                assert names, f"{entry.number}: {key} has no part {place[:40]!r}"
                met += 1
        for page in re.findall(r"\bpp?\. \d[-\d]*, [^(:;“]+", entry.parts["Sources"]):
            names = [name for name in parts_of("FOSTER") if page.startswith(name)]
            assert names, f"{entry.number}: FOSTER has no part {page!r}"
            met += 1
    assert met > 400


def expanded(named: str) -> set[str]:
    """The slugs that a cell of the index stands for; families are spelt out above the index."""
    families = {
        family: set(re.findall(r"``([a-z-]+)``", members))
        for family, members in re.findall(r"\*(.*? family)\* is ([^;.]*)", read("rulings"))
    }
    assert len(families) == 2
    slugs = set()
    for family, exceptions in re.findall(r"(\w\S* family)(?: \(not (.*?)\))?", named):
        slugs |= families[family] - set(re.findall(r"``([a-z-]+)``", exceptions))
    return slugs | set(re.findall(r"``([a-z-]+)``", re.sub(r"\(not .*?\)", "", named)))


def test_the_index_agrees_with_the_entries() -> None:
    rows = re.findall(r'^   ":ref:`(\w+) <(\w+)>`", "(.*)", "(.*)"$', read("rulings"), re.MULTILINE)
    entries = [entry for entry in register() if not entry.number.startswith("N")]
    assert [row[:3] for row in rows] == [(e.number, e.number, e.title) for e in entries]
    for entry, (_, _, _, named) in zip(entries, rows, strict=True):
        if "all" in (named, entry.parts["Variants"]):
            assert named == entry.parts["Variants"], entry.number
        else:
            slugs = re.findall(r"``([a-z-]+)``", entry.parts["Variants"])
            assert expanded(named) == set(slugs), entry.number


def test_rulings_refer_to_rulings_that_exist() -> None:
    known = {entry.number for entry in register()}
    pages = [*pages_of_the_register(), "errata", "sources"]
    used = {
        number
        for page in pages
        for number in re.findall(r":ref:`[^`]*<?\b((?:LW|[RPLFGN])[1-9]\d*)>?`", read(page))
    }
    assert used, "no page refers to a ruling"
    assert used <= known


@pytest.mark.parametrize("slug", SLUGS)
def test_every_ruling_a_variant_cites_is_in_the_register(slug: str) -> None:
    known = {entry.number for entry in register()}
    cited = [(path, cite.ruling) for path, cite in citations(slug) if cite.ruling]
    assert cited, f"{slug} cites no ruling"
    for path, ruling in cited:
        for number in ruling.split(", "):
            assert NUMBER.fullmatch(number), f"{slug}, {path}: {ruling!r} is no list of rulings"
            assert number in known, f"{slug}, {path}: {number} is not in docs/rulings"


@pytest.mark.parametrize("slug", SLUGS)
def test_an_entry_names_the_variants_that_cite_it(slug: str) -> None:
    concerned = {
        entry.number: entry.parts["Variants"] for entry in register() if "Variants" in entry.parts
    }
    unnamed = {
        (number, path)
        for path, cite in citations(slug)
        for number in NUMBER.findall(cite.ruling)
        if concerned.get(number, "all") != "all" and f"``{slug}``" not in concerned[number]
    }
    assert not unnamed, f"{slug} is missing under Variants of these: {sorted(unnamed)}"


def test_entries_name_registered_variants_only() -> None:
    for entry in register():
        if entry.number.startswith("N"):
            continue
        named = entry.parts.get("Variants", "")
        listed = re.findall(r"``([a-z-]+)``", named)
        assert named == "all" or named == ", ".join(f"``{slug}``" for slug in listed), entry.number
        assert set(listed) <= OURS, entry.number


@pytest.mark.parametrize("slug", SLUGS)
def test_every_source_of_a_variant_is_in_the_bibliography(slug: str) -> None:
    entries = dict(
        re.findall(
            r"^\.\. _source-(\w+):\n\n\1\n~+\n\n((?:(?!^\.\. _).*\n?)+)",
            read("sources"),
            re.MULTILINE,
        )
    )
    variant = br.get_variant(slug)
    used = {*variant.sources, *(s for _, cite in citations(slug) for s in cite.sources)}
    assert used, f"{slug} names no source"
    for source in used:
        assert source.key in entries, f"{slug}: {source.key} is not in docs/sources.rst"
        parts = ["Title", "Year", "What it is", "Authority", "Variants"]
        if source != LIBRARY:
            parts += ["Published", "Address", "Date of access"]
        for part in parts:
            assert re.search(rf"^:{part}: \S", entries[source.key], re.MULTILINE), source.key
        for year in re.findall(r"\d{4}", source.year):
            assert year in entries[source.key], f"{source.key}: the year {source.year}"


def test_the_page_of_the_sources_has_the_hash_of_every_text() -> None:
    page = read("sources")
    for text in texts().values():
        entry = page.partition(f".. _source-{text.telling}:")[2].partition(".. _source-")[0]
        assert text.sha256 in entry, text.name
    assert "not recorded" not in page
