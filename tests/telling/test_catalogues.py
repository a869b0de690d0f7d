"""The catalogues of the languages: whole, up to the source, and such that gettext can read them."""

from __future__ import annotations

import gettext
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from docs._ext import catalogues
from hatch_build import make_catalogues

from boston_rules.telling.language import ENGLISH, languages

LANGUAGES = tuple(lang for lang in languages() if lang != ENGLISH)

each_language = pytest.mark.parametrize("lang", LANGUAGES)

source = cache(catalogues.messages)
read = cache(catalogues.read)


def texts(of: object) -> tuple[str, ...]:
    """The forms of a message or of a translation."""
    return (of,) if isinstance(of, str) else tuple(of)  # type: ignore[arg-type]


def translated(lang: str) -> Iterator[Message]:
    """What a catalogue translates."""
    return (each for each in read(lang) if each.id and any(texts(each.string)))


def told(message: Message) -> str:
    """A message on one line, with the first file that says it."""
    file = next((file for file, _ in message.locations), "no file")
    context = f"[{message.context}] " if message.context else ""
    return f"{file}: {context}{texts(message.id)[0]:.70}"


def formats(text: str) -> dict[str, set[str]]:
    """How each hole of a text is written, but for capitals."""
    found: dict[str, set[str]] = {}
    for _, name, spec, _ in Formatter().parse(text):
        if name is not None:
            found.setdefault(name, set()).add("" if spec == "capital" else spec or "")
    return found


def has_capital(text: str) -> bool:
    """Whether a text begins with a capital, or gives one to a hole."""
    return text[:1].isupper() or ":capital}" in text


def problems(message: Message) -> Iterator[str]:
    """What is wrong with a translation."""
    holes: dict[str, set[str]] = {}
    for text in texts(message.id):
        for name, specs in formats(text).items():
            holes.setdefault(name, set()).update(specs)
    for text in texts(message.string):
        try:
            found = formats(text)
        except ValueError as error:
            yield f"{text!r}: {error}"
            continue
        for name, specs in found.items():
            if name not in holes:
                yield f"{text!r} has a hole {{{name}}} that nothing fills"
            elif not specs <= holes[name]:
                yield f"{text!r} writes {{{name}}} as {specs}, the message as {holes[name]}"
        if ":capital}" in texts(message.id)[0] and not has_capital(text):
            yield f"{text!r} has no capital"


def brought_up(lang: str) -> Catalog:
    """A catalogue brought up to the source."""
    catalogue = catalogues.read(lang)
    catalogue.update(source(), no_fuzzy_matching=True)
    return catalogue


@pytest.mark.long
@each_language
def test_every_message_is_translated(lang: str) -> None:
    left = catalogues.missing(brought_up(lang))
    if left:
        lines = "\n".join(map(told, left))
        pytest.fail(f"{lang} lacks {len(left)} of {len(source())}:\n{lines}", pytrace=False)


@pytest.mark.long
@each_language
def test_nothing_is_translated_that_nobody_says(lang: str) -> None:
    assert [told(each) for each in brought_up(lang).obsolete.values()] == []


@each_language
def test_translations_fill_the_holes_of_their_messages(lang: str) -> None:
    assert [problem for each in translated(lang) for problem in problems(each)] == []


@each_language
def test_every_plural_form_is_there(lang: str) -> None:
    catalogue = read(lang)
    for each in translated(lang):
        if each.pluralizable:
            assert len(texts(each.string)) == catalogue.num_plurals, each.id
            assert all(texts(each.string)), each.id


@each_language
def test_gettext_reads_what_is_compiled(lang: str, tmp_path: Path) -> None:
    written = catalogues.catalogue_of(lang)
    copy = tmp_path / written.relative_to(catalogues.PACKAGE)
    copy.parent.mkdir(parents=True)
    shutil.copy(written, copy)
    make_catalogues(tmp_path)
    with copy.with_suffix(".mo").open("rb") as file:
        made = gettext.GNUTranslations(file)
    assert made.info()["plural-forms"] == read(lang).plural_forms
    for each in translated(lang):
        one, *others = texts(each.id)
        if others:
            for number in (0, 1, 2, 5):
                assert made.ngettext(one, others[0], number) in texts(each.string)
        elif each.context:
            assert made.pgettext(each.context, one) == each.string
        else:
            assert made.gettext(one) == each.string


# What the checks find.


def message_of(text: str) -> Message:
    """The one message of a catalogue."""
    [_, message] = read_po(iter(f'msgid ""\nmsgstr ""\n\n{text}\n'.splitlines()), locale="fr")
    return message


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ('msgid "{who} leads"\nmsgstr "{who} entame"', None),
        ('msgid "{who} leads"\nmsgstr "{qui} entame"', "has a hole {qui}"),
        ('msgid "{who} leads"\nmsgstr "{who entame"', "expected '}'"),
        ('msgid "{chips:+d} chips"\nmsgstr "{chips:+d} jetons"', None),
        ('msgid "{chips:+d} chips"\nmsgstr "{chips} jetons"', "writes {chips}"),
        ('msgid "{who:capital} leads"\nmsgstr "{who:capital} entame"', None),
        ('msgid "{who:capital} leads"\nmsgstr "Entame : {who}"', None),
        ('msgid "{who:capital} leads"\nmsgstr "entame : {who}"', "no capital"),
    ],
)
def test_wrong_holes_are_found(entry: str, expected: str | None) -> None:
    found = list(problems(message_of(entry)))
    assert (expected is None) == (not found)
    assert expected is None or expected in found[0]
