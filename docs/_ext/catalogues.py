"""The catalogues of messages: ``python -m docs._ext.catalogues`` brings them up to the source.

New messages are added without a translation, those that are gone are dropped, and what each
language still lacks is counted. ``python -m docs._ext.catalogues it`` begins a language.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract, extract_from_dir
from babel.messages.pofile import read_po, write_po

import boston_rules as br
from boston_rules.records.schema import SCHEMA
from boston_rules.telling.wording.rulewords import choice_label, label_of, slots_of

PACKAGE = Path(br.__file__).parent
FOLDER = PACKAGE / "telling" / "locale"
CLIENT = PACKAGE / "web" / "client"
HEARD = ("aria-label", "placeholder", "data-said")
"""Attributes of a page that are read to somebody."""
KEYWORDS = {"say": (1,), "say_as": ((1, "c"), 2), "say_number": (1, 2)}
WIDTH = 96
CLICK = (
    "Usage:",
    "Options",
    "Commands",
    "default: {default}",
    "env var: {var}",
    "required",
    "Missing argument",
    "Missing option",
    "Missing command.",
    "Invalid value: {message}",
    "Invalid value for {param_hint}: {message}",
    "No such option {name!r}.",
    "No such command {name!r}.",
    ("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    ("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    "Choose from:\n\t{choices}",
    ("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
    "{value!r} is not a valid {number_type}.",
    "{value!r} is not a valid boolean. Recognized values: {states}",
    "{value} is not in the range {range}.",
    "{name} {filename!r} does not exist.",
    "{name} {filename!r} is a file.",
    "directory",
    "Option {name!r} does not take a value.",
    ("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
)
"""What a person may read of the words of click, which asks gettext for them itself."""


def catalogue_of(lang: str) -> Path:
    """The file that translators write."""
    return FOLDER / lang / "LC_MESSAGES" / f"{PACKAGE.name}.po"


def names() -> Iterator[str]:
    """The names of games, bids, phases and rules."""
    for slug in br.list_variants():
        variant = br.get_variant(slug)
        yield from (variant.title, variant.about)
        yield from (step.name for step in variant.ladder if step.name)
        yield from (str(label_of(slot)) for slot, _ in slots_of(variant))
        for option in variant.option_names():
            yield str(label_of(option))


def choices() -> Iterator[str]:
    """What options of the games may be."""
    for variant in map(br.get_variant, br.list_variants()):
        for option in variant.option_names():
            for each in variant.option_choices(option) or ():
                if isinstance(each, str):
                    yield str(choice_label(each))


def descriptions(node: Any = SCHEMA) -> Iterator[str]:
    """What the schema of records says that a single value is."""
    if isinstance(node, dict):
        single = node.get("type") not in ("array", "object") and "$ref" not in node
        if single and "description" in node:
            yield node["description"]
        for inner in node.values():
            yield from descriptions(inner)
    elif isinstance(node, list):
        for inner in node:
            yield from descriptions(inner)


class _Page(HTMLParser):
    """The texts of a page, those that are only heard included."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.texts += [value for name, value in attrs if name in HEARD and value]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def pages() -> Iterator[tuple[str, str]]:
    """What pages in a browser say by themselves, with the file that says it."""
    for path in sorted(CLIENT.glob("*.html")):
        for text in _Page(path.read_text(encoding="utf-8")).texts:
            if (said := " ".join(text.split())) and not said.isupper():
                yield path.relative_to(PACKAGE).as_posix(), said
    for path in sorted(CLIENT.glob("*.mjs")):
        with path.open("rb") as script:
            inner = {"parse_template_string": True}
            for _, message, _, _ in extract("javascript", script, {"say": (1,)}, options=inner):
                yield path.relative_to(PACKAGE).as_posix(), str(message)


def messages() -> Catalog:
    """Every message of the source, with the files that say it."""
    found = Catalog(fuzzy=False)
    for file, _, message, notes, context in extract_from_dir(
        PACKAGE, keywords=KEYWORDS, comment_tags=("Translators:",), strip_comment_tags=True
    ):
        found.add(message, locations=[(file, 0)], auto_comments=notes, context=context)
    found.add("English", auto_comments=["The language itself."], context="page")
    for place, text in pages():
        found.add(text, locations=[(place, 0)], context="page")
    for words in CLICK:
        found.add(words, locations=[("click", 0)])
    for name in names():
        found.add(name, locations=[("variants", 0)])
    for choice in choices():
        found.add(choice, locations=[("variants", 0)], context="choice")
    for description in descriptions():
        found.add(description, locations=[("records/schema", 0)])
    return found


def read(lang: str) -> Catalog:
    """The catalogue of a language; an empty one where there is none."""
    path = catalogue_of(lang)
    if not path.exists():
        return Catalog(lang, fuzzy=False)
    return read_po(BytesIO(path.read_bytes()), locale=lang)


def missing(catalogue: Catalog) -> list[Message]:
    """What is not translated, or not for certain."""
    return [each for each in catalogue if each.id and (each.fuzzy or not _whole(each))]


def _whole(message: Message) -> bool:
    text = message.string
    return bool(text) and (all(text) if isinstance(text, tuple | list) else True)


def update(lang: str) -> Catalog:
    """Bring a catalogue up to the source, and write it."""
    catalogue = read(lang)
    created = catalogue.creation_date  # two branches would differ in nothing else
    catalogue.update(messages(), no_fuzzy_matching=True)
    catalogue.creation_date = created
    catalogue.obsolete.clear()
    path = catalogue_of(lang)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue, width=WIDTH, include_lineno=False, sort_output=False)
    return catalogue


if __name__ == "__main__":
    for code in sys.argv[1:] or sorted(path.name for path in FOLDER.iterdir() if path.is_dir()):
        left = missing(update(code))
        print(f"{code}: {len(left)} messages to translate")
