"""The published JSON Schema as the reader and the writer of records: of JSON, and of words.

Each node of the schema becomes a :class:`Codec`, which reads a JSON value into what the model holds
and spells it again. What is refused is a :class:`Misfit` that knows its place in the document.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from importlib.resources import files
from itertools import count, repeat
from typing import Any, Final, NamedTuple, TypeAlias

from boston_rules.core.errors import NotationError
from boston_rules.core.saying import Said, listed, say, term
from boston_rules.records.data import freeze, is_sound, thaw
from boston_rules.records.errors import Misfit
from boston_rules.records.limits import MOST_DIGITS

__all__ = ["SCHEMA", "TYPES", "Codec", "Codecs", "Part", "node_at", "value_of", "words"]

Node: TypeAlias = dict[str, Any]

SCHEMA: Final[Node] = json.loads(
    files("boston_rules.records").joinpath("schema", "record-1.json").read_text("utf-8")
)
"""The JSON Schema of records, whose ``$defs`` describe their parts."""
_MOST: Final = 10**MOST_DIGITS
_NUMBER: Final = re.compile(rf"[+-]?[0-9]{{1,{MOST_DIGITS}}}")
_WORD_OF: Final = {True: "yes", False: "no", None: "-"}
"""How words tell what is true, false, or nothing."""
_SAID: Final = {word: value for value, word in _WORD_OF.items()}
_KINDS: Final[Mapping[str, tuple[type, str]]] = {
    "integer": (int, say("a whole number")),
    "boolean": (bool, say("true or false")),
    "string": (str, say("a text")),
    "array": (list, say("a list")),
    "object": (dict, say("an object")),
}
TYPES: Final = dict(_KINDS.values())
"""What a value of JSON is, by its type."""


class Codec(NamedTuple):
    """Reads a JSON value, or raises a :class:`Misfit`, and spells what has been read."""

    read: Callable[[Any], Any]
    spell: Callable[[Any], Any]


class Part(NamedTuple):
    """What an object of the schema stands for."""

    make: Callable[..., Any]
    """Makes it from its fields by name; those that are not told are left out."""
    fields: Callable[[Any], Mapping[str, Any]]
    """Its fields by name."""
    defaults: Mapping[str, Any]
    """What is left out unless it is required."""


class Codecs:
    """The codec of every part of the schema.

    Args:
        parts: by the name of its definition, what an object stands for; objects of any names are
            read as pairs.
        formats: by name, what the strings of a format stand for.
        constants: by text, what a word stands for that takes the place of another value.
    """

    def __init__(
        self,
        parts: Mapping[str, Part],
        formats: Mapping[str, Codec],
        constants: Mapping[str, Any],
    ) -> None:
        self._parts = parts
        self._formats = formats
        self._constants = constants
        self._known: dict[str, Codec] = {"data": Codec(freeze, thaw)}

    def __getitem__(self, name: str) -> Codec:
        """The codec of a definition; of the whole record for the empty name."""
        if name not in self._known:
            node = SCHEMA["$defs"][name] if name else SCHEMA
            self._known[name] = self._of(node, name)
        return self._known[name]

    def _of(self, node: Node, name: str = "") -> Codec:
        if "$ref" in node:
            return self[_name(node)]
        if "anyOf" in node:
            return self._any(node)
        if "enum" in node:
            return _plain(node, node["enum"].__contains__)
        kind = node["type"]
        if kind == "string":
            return self._text(node)
        if kind == "array":
            return self._list(node)
        if kind == "object":
            return self._object(node, name)
        least, most = node.get("minimum", 1 - _MOST), node.get("maximum", _MOST - 1)
        return _plain(node, lambda value: least <= value <= most)

    def _any(self, node: Node) -> Codec:
        """One kind of value; or words, or nothing, in its place."""
        first, words, empty = _choices(node)
        main = self._of(first)
        meant: dict[Any, Any] = {word: self._constants.get(word, word) for word in words}
        if empty:
            meant[None] = None
        spelled = {value: word for word, value in meant.items()}

        def read(value: Any) -> Any:
            if (value is None or type(value) is str) and value in meant:
                return meant[value]
            return main.read(value)

        def spell(value: Any) -> Any:
            return spelled[value] if value in spelled else main.spell(value)

        return Codec(read, spell)

    def _text(self, node: Node) -> Codec:
        least, most = node.get("minLength", 0), node.get("maxLength", _MOST)
        kind = self._formats.get(node.get("format", ""))
        form = re.compile(node.get("pattern", ".*"), re.DOTALL)

        def read(value: Any) -> Any:
            _check_kind(node, value, str)
            if not least <= len(value) <= most:
                raise Misfit(
                    say(
                        "has {least} to {most} characters, not {number}",
                        least=least,
                        most=most,
                        number=len(value),
                    )
                )
            if kind is not None:
                try:
                    return kind.read(value)
                except NotationError as error:
                    raise Misfit(say("cannot be read: {reason}", reason=error.reason)) from error
            if not form.fullmatch(value):
                raise _misfit(node, value)
            if not is_sound(value):
                raise Misfit(say("holds half a character, which no file can keep"))
            return value

        return Codec(read, _unsaid if kind is None else kind.spell)

    def _list(self, node: Node) -> Codec:
        """A list of values of one kind, or of a few of their own kinds."""
        columns = [self._of(each) for each in node.get("prefixItems", ())]
        inner = self._of(node["items"]) if not columns else columns[0]
        least, most = node.get("minItems", 0), node.get("maxItems", _MOST)

        def read(value: Any) -> Any:
            _check_kind(node, value, list)
            if not least <= len(value) <= most:
                wanted = say("{least} to {most}", least=least, most=most)
                raise Misfit(
                    say(
                        "has {wanted} entries, not {number}",
                        wanted=least if least == most else wanted,
                        number=len(value),
                    )
                )
            codecs = columns or repeat(inner)
            return tuple([_inner(n, codec, each) for n, codec, each in zip(count(), codecs, value)])

        def spell(values: Any) -> Any:
            codecs = columns or repeat(inner)
            return [codec.spell(each) for codec, each in zip(codecs, values, strict=False)]

        return Codec(read, spell)

    def _object(self, node: Node, name: str) -> Codec:
        """An object that stands for a part; one of any names stands for pairs."""
        if "properties" not in node:
            return self._pairs(node)
        inner = {name: self._of(each) for name, each in node["properties"].items()}
        required = node["required"]
        make, fields, defaults = self._parts[name]

        def read(value: Any) -> Any:
            _check_kind(node, value, dict)
            for name in required:
                if name not in value:
                    raise Misfit(say("lacks {name}", name=repr(name)))
            for name in value:
                if name not in inner:
                    raise Misfit(say("has no field {name}", name=repr(name[:40])))
            return make(**{name: _inner(name, inner[name], each) for name, each in value.items()})

        def spell(thing: Any) -> Any:
            values = fields(thing)
            return {
                name: codec.spell(values[name])
                for name, codec in inner.items()
                if name in required or not _same(values[name], defaults[name])
            }

        return Codec(read, spell)

    def _pairs(self, node: Node) -> Codec:
        inner = self._of(node["additionalProperties"])
        form = re.compile(node["propertyNames"]["pattern"])

        def read(value: Any) -> Any:
            _check_kind(node, value, dict)
            for name in value:
                if not form.fullmatch(name):
                    raise Misfit(say("has no field {name}", name=repr(name[:40])))
            return tuple([(name, _inner(name, inner, each)) for name, each in value.items()])

        return Codec(read, lambda pairs: {name: inner.spell(value) for name, value in pairs})


def _same(value: Any, default: Any) -> bool:
    return value is default or (type(value) is type(default) and value == default)


def _unsaid(value: Any) -> Any:
    return str(value) if isinstance(value, Said) else value


def _itself(value: Any) -> Any:
    return value


def _inner(place: str | int, codec: Codec, value: Any) -> Any:
    """A value read that stands within another."""
    try:
        return codec.read(value)
    except Misfit as misfit:
        misfit.path.insert(0, place)
        raise


def _misfit(node: Node, value: object) -> Misfit:
    kind = node.get("type")
    plain = kind not in ("array", "object") and node.get("description")
    wanted = term(plain) if plain else _KINDS[kind or "string"][1]
    told = f"{value!r:.40}" if type(value) in (str, int, bool) else TYPES.get(type(value), "null")
    return Misfit(say("is {wanted}, not {found}", wanted=wanted, found=told))


def _check_kind(node: Node, value: object, kind: type) -> None:
    if type(value) is not kind:
        raise _misfit(node, value)


def _words_of(node: Node) -> str:
    words = node.get("enum")
    return listed(words, "or") if words else ""


def _plain(node: Node, fits: Callable[[Any], bool]) -> Codec:
    kind = _KINDS[node.get("type", "string")][0]

    def read(value: Any) -> Any:
        if type(value) is not kind or not fits(value):
            raise _misfit({"description": _words_of(node), **node}, value)
        return value

    return Codec(read, _itself)


def _name(node: Node) -> str:
    name: str = node["$ref"].removeprefix("#/$defs/")
    return name


def node_at(part: str, path: Iterable[str | int]) -> Node:
    """What the schema says of a value at a place in the record or in a part of it."""
    node: Node = SCHEMA["$defs"][part] if part else SCHEMA
    for step in path:
        while "properties" not in node and "items" not in node:
            node = node["anyOf"][0] if "anyOf" in node else SCHEMA["$defs"][_name(node)]
        node = node["items"] if isinstance(step, int) else node["properties"][step]
    return node


def _choices(node: Node) -> tuple[Node, list[str], bool]:
    """Of a node of several kinds the main one, the words, and whether nothing does as well."""
    first, *others = node["anyOf"]
    plain = SCHEMA["$defs"][_name(first)] if "$ref" in first else first
    if "description" in node and plain.get("type") in ("integer", "string"):
        first = {**plain, "description": node["description"]}
    words = [word for other in others for word in other.get("enum", ())]
    return first, words, {"type": "null"} in others


# Words: how the text form spells a JSON value of a single field.


def words(value: Any) -> str:
    """A JSON value as words: lists between spaces, objects as ``name: value, name: value``."""
    if isinstance(value, dict):
        return ", ".join(f"{name}: {words(each)}" for name, each in value.items())
    if isinstance(value, list):
        return " ".join(map(words, value))
    return _WORD_OF[value] if isinstance(value, bool | None) else str(value)


def value_of(node: Node, text: str) -> Any:
    """The JSON value that :func:`words` spells, of a node of the schema.

    Raises:
        Misfit: a number is expected, a verdict or the name of a field, and the words are none.
    """
    if "$ref" in node:
        return value_of(SCHEMA["$defs"][_name(node)], text)
    if "anyOf" in node:
        first, known, empty = _choices(node)
        if text in known:
            return text
        return None if empty and text == _WORD_OF[None] else value_of(first, text)
    kind = node.get("type")
    if kind == "integer":
        if not _NUMBER.fullmatch(text):
            raise Misfit(say("{text} is not a whole number", text=repr(text[:40])), named=False)
        return int(text)
    if kind == "boolean":
        if text not in _SAID:
            raise Misfit(say("is yes, no or -, not {found}", found=f"{text!r:.40}"))
        return _SAID[text]
    if kind == "array":
        return [value_of(node["items"], word) for word in text.split()]
    if kind == "object":
        pairs = (item.partition(": ")[::2] for item in text.split(", ") if item)
        return {name: value_of(_field(node, name), item) for name, item in pairs}
    return text


def _field(node: Node, name: str) -> Node:
    found: Node | None = node.get("properties", {}).get(name) or node.get("additionalProperties")
    if not found:
        raise Misfit(say("{name} is no name here", name=repr(name[:40])), named=False)
    return found
