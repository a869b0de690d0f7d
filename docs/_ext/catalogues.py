"""The catalogues of messages: ``python -m docs._ext.catalogues`` brings them up to the source.

New messages are added without a translation, those that are gone are dropped, and what each
language still lacks is counted. ``python -m docs._ext.catalogues it`` begins a language.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

import boston_rules as br
from boston_rules.records.schema import SCHEMA
from boston_rules.telling.wording.rulewords import label_of, slots_of

PACKAGE = Path(br.__file__).parent
FOLDER = PACKAGE / "telling" / "locale"
KEYWORDS = {"say": (1,), "say_as": ((1, "c"), 2), "say_number": (1, 2)}
WIDTH = 96
CLICK = (
    "Usage:",
    "Options",
    "Commands",
    "default: {default}",
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


def messages() -> Catalog:
    """Every message of the source, with the files that say it."""
    found = Catalog(fuzzy=False)
    said = extract_from_dir(
        PACKAGE, keywords=KEYWORDS, comment_tags=("Translators:",), strip_comment_tags=True
    )
    for file, _, message, notes, context in said:
        found.add(message, locations=[(file, 0)], auto_comments=notes, context=context)
    for words in CLICK:
        found.add(words, locations=[("click", 0)])
    for name in names():
        found.add(name, locations=[("variants", 0)])
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
    catalogue.update(messages(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    path = catalogue_of(lang)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue, width=WIDTH, include_lineno=False, sort_output=False)
    return catalogue


if __name__ == "__main__":
    for code in sys.argv[1:] or sorted(path.name for path in FOLDER.iterdir()):
        left = missing(update(code))
        print(f"{code}: {len(left)} messages to translate")
