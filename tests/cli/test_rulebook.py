"""A rulebook has every rule with its source, and its PDF has every word of it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from io import BytesIO
from itertools import product
from pathlib import Path

import pytest
from attrs import evolve
from click.testing import Result
from tests.wording.strangers import Company, Solitary

import boston_rules as br
from boston_rules.cli.rulebook import worked_deals
from boston_rules.core.transfers import POOL
from boston_rules.telling.language import languages, speaking, spoken
from boston_rules.telling.press import pdf_of
from boston_rules.telling.rulebook import Passage, Rulebook, rulebook
from boston_rules.telling.tables.labels import GIVEN_NAMES
from boston_rules.telling.tables.model import Table

EVERY = pytest.mark.parametrize("slug", br.list_variants())
A4 = (595, 842)
"""Its sides, in points."""


def passages(book: Rulebook) -> list[Passage]:
    return [
        block for chapter in book.chapters for block in chapter.blocks if isinstance(block, Passage)
    ]


def places(cite: br.Cite) -> br.Cite:
    return evolve(cite, ruling="")


@EVERY
def test_every_source_of_every_rule_is_told(slug: str) -> None:
    variant = br.get_variant(slug)
    told = {places(cite) for passage in passages(rulebook(variant)) for cite in passage.cites}
    cited = {
        places(rule.source)
        for path, rule in variant.rules()
        if isinstance(getattr(rule, "source", None), br.Cite)
        and not (path.startswith("payments.shares") and variant.partners is None)
    }
    assert cited <= told


@EVERY
def test_what_is_usual_in_every_game_is_told_with_its_source(slug: str) -> None:
    variant = br.get_variant(slug)
    told = {passage.label: passage for passage in passages(rulebook(variant))}
    for label in ("Players", "Cards", "Dealing", "First lead", "Following", "Tricks"):
        assert told[label].cites, label
    assert "Who wins a trick leads to the next. 13 tricks are played" in told["Tricks"].words
    discards = any(step.discard for step in variant.ladder)
    assert ("12 after a discard." in told["Tricks"].words) == discards


@EVERY
def test_no_two_rules_of_a_chapter_have_the_same_heading(slug: str) -> None:
    for lang, chapter in product(languages(), rulebook(br.get_variant(slug)).chapters):
        rules = [block for block in chapter.blocks if isinstance(block, Passage) and block.label]
        with speaking(lang):
            told = [spoken(each.label) for each in rules]
        assert len(set(told)) == len(told), (lang, told)


def test_a_rule_of_one_bid_is_told_of_that_bid() -> None:
    told = {
        passage.label: passage.words for passage in passages(rulebook(br.get_variant("french")))
    }
    assert "In Misère of the Four Aces the declarer need not follow suit" in told["Following"]


@pytest.mark.parametrize("variant", [Company(), Solitary()])
def test_the_rules_of_a_third_party_have_a_book(variant: br.Variant) -> None:
    book = rulebook(variant, worked_deals(variant))
    assert book.title == variant.title
    assert [chapter.title for chapter in book.chapters][:2] == ["Players and cards", "The deal"]


@EVERY
def test_the_deals_are_one_made_and_one_lost(slug: str) -> None:
    titles = [chapter.title for chapter in worked_deals(br.get_variant(slug))]
    assert titles == ["A deal whose contract is made", "A deal whose contract is lost"]


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("slug", ["fontainebleau", "french-foster", "two-pack-hoyle"])
def test_the_pages_have_every_word_of_the_book(slug: str, lang: str) -> None:
    pypdf = pytest.importorskip("pypdf")
    variant = br.get_variant(slug)
    with speaking(lang, GIVEN_NAMES):
        book = rulebook(variant, worked_deals(variant))
        reader = pypdf.PdfReader(BytesIO(pdf_of(book)))
        said = [spoken(passage.words) for passage in passages(book)]
        for chapter in book.chapters:
            said.append(spoken(chapter.title))
            for block in chapter.blocks:
                if isinstance(block, Table):
                    said += [cell.said() for row in block.all_rows for cell in row]
    assert reader.metadata is not None
    for page in reader.pages:
        assert (round(page.mediabox.width), round(page.mediabox.height)) == A4
    text = letters("".join(page.extract_text() for page in reader.pages))
    for words in said:
        for word in words.split():
            assert letters(word) in text, words


def letters(text: str) -> str:
    """A text without the blanks and hyphens that a printed line may have or lack."""
    return "".join(each for each in text if each.isalnum())


@pytest.mark.long
def test_the_command_writes_it(run: Callable[..., Result], tmp_path: Path) -> None:
    pypdf = pytest.importorskip("pypdf")
    file = tmp_path / "book.pdf"
    done = run("rulebook", "mariland", "--option", "deals=4", "--pdf", str(file))
    assert done.stdout == f"Written to {file}.\n"
    text = "".join(page.extract_text() for page in pypdf.PdfReader(file).pages)
    assert "4 deals" in text
    told = run("rulebook", "classic", "--pdf", str(tmp_path), status=1).stderr
    assert "it cannot be written" in told
    plain = run("rulebook", "mariland").stdout
    assert "A deal whose contract is lost ─" in plain
    assert "seat " not in plain


def test_a_file_in_no_folder_is_refused(run: Callable[..., Result], tmp_path: Path) -> None:
    told = run("rulebook", "classic", "--pdf", str(tmp_path / "no" / "book.pdf"), status=2).stderr
    assert "there is no folder" in told


def test_without_typst_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(br.BostonError, match=r"pip install 'boston_rules\[pdf\]'"):
        pdf_of(rulebook(br.get_variant("classic")))


@EVERY
def test_the_bill_of_a_deal_in_the_book_is_what_the_purses_change(slug: str) -> None:
    """Every chip of its bills comes from somewhere, by the table that the book has of it."""
    variant = br.get_variant(slug)
    with speaking("en", GIVEN_NAMES):
        for chapter in worked_deals(variant):
            tables = [block for block in chapter.blocks if isinstance(block, Table)]
            bill, balance = tables[-2:]
            sums = dict.fromkeys([*GIVEN_NAMES, "the pool", "set aside"], 0)
            for payer, payee, chips, _ in bill.rows:
                sums[payer.said()] -= int(chips.said())
                sums[payee.said()] += int(chips.said())
            row = next(row for row in balance.rows if row[0].said() == "bill")
            heads = [spoken(column.head) for column in balance.columns]
            told = dict(zip(heads[1:], (int(cell.said()) for cell in row[1:]), strict=True))
            assert {name: sums[name] for name in GIVEN_NAMES} == {
                name: told[name] for name in GIVEN_NAMES
            }
            if POOL in told:
                assert told[POOL] == sums["the pool"]
