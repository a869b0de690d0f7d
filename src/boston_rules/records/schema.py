"""The published JSON Schema as the reader and the writer of records: of JSON, and of words.

Each node of the schema becomes a :class:`Codec`, which reads a JSON value into what the model holds
and spells it again. What is refused is a :class:`Misfit` that knows its place in the document.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any, Final, NamedTuple, NoReturn, TypeAlias

from boston_rules.errors import NotationError, RecordError
from boston_rules.records.data import freeze, is_sound, thaw
from boston_rules.records.limits import MOST_DIGITS

__all__ = ["SCHEMA", "Codec", "Codecs", "Format", "Misfit", "Part", "kind_of", "value_of", "words"]

Node: TypeAlias = dict[str, Any]
Place: TypeAlias = str | int

SCHEMA: Final[Node] = json.loads(
    files("boston_rules.records").joinpath("schema", "record-1.json").read_text("utf-8")
)
"""The JSON Schema of records, whose ``$defs`` describe their parts."""
_MOST: Final = 10**MOST_DIGITS
_NUMBER: Final = re.compile(rf"[+-]?[0-9]{{1,{MOST_DIGITS}}}")
_VERDICTS: Final = {True: "yes", False: "no", None: "-"}
"""How words tell what is true, false, or nothing."""
_SAID: Final = {word: verdict for verdict, word in _VERDICTS.items()}


class Misfit(RecordError):
    """A value that the schema, or the rest of the record, does not admit, and where it stands."""

    def __init__(self, reason: str, *path: Place, named: bool = True) -> None:
        super().__init__(reason)
        self.path = list(path)
        """Names and places in lists, from the outside in."""
        self.named = named
        """Whether the reason goes on from the name of the value."""

    def told(self) -> str:
        """The reason, with the name of the value."""
        names = [str(name) for name in self.path if isinstance(name, str)]
        if not self.named:
            return self.reason
        return f"{' of '.join(reversed(names[-2:])) or 'the record'} {self.reason}"


class Codec(NamedTuple):
    """Reads a JSON value, and spells what has been read."""

    read: Callable[[Any], Any]
    """The value for the model.

    Raises:
        Misfit: the schema does not admit it.
    """
    spell: Callable[[Any], Any]
    """The JSON value."""


class Format(NamedTuple):
    """What a string of the schema stands for."""

    read: Callable[[str], Any]
    spell: Callable[[Any], str]


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
        parts: by the name of its definition, what an object stands for; others are read as a
            ``dict``, and those of any names as pairs.
        formats: by name, what the strings of a format stand for.
        constants: by text, what a word stands for that takes the place of another value.
    """

    def __init__(
        self,
        parts: Mapping[str, Part],
        formats: Mapping[str, Format],
        constants: Mapping[str, Any],
    ) -> None:
        self._parts = parts
        self._formats = formats
        self._constants = constants
        self._known: dict[str, Codec] = {"data": Codec(_read_data, thaw)}

    def __getitem__(self, name: str) -> Codec:
        """The codec of a definition; of the whole record for the empty name."""
        if name not in self._known:
            node = SCHEMA["$defs"][name] if name else SCHEMA
            self._known[name] = self._of(node, self._parts.get(name))
        return self._known[name]

    def _of(self, node: Node, part: Part | None = None) -> Codec:
        if "$ref" in node:
            return self[_name(node)]
        if "anyOf" in node:
            return self._any(node)
        if "const" in node or "enum" in node:
            return _one_of(node)
        kind = node["type"]
        if isinstance(kind, list):
            return self._any({**node, "anyOf": [{**node, "type": each} for each in kind]})
        if kind == "integer":
            return _integer(node)
        if kind == "string":
            return self._string(node)
        if kind == "array":
            return self._array(node)
        if kind == "object":
            return self._object(node, part) if "properties" in node else self._pairs(node)
        return _flag(node)

    def _any(self, node: Node) -> Codec:
        """One kind of value, or words, or nothing, in its place."""
        first, *others = (each for each in node["anyOf"] if each.get("type") != "null")
        main = self._of(first)
        empty = len(others) + 1 < len(node["anyOf"])
        words = {
            word: self._constants.get(word, word)
            for other in others
            for word in other.get("enum", (other.get("const"),))
        }
        spelled = {value: word for word, value in words.items()}

        def read(value: Any) -> Any:
            if value is None and empty:
                return None
            if type(value) is str and value in words:
                return words[value]
            try:
                return main.read(value)
            except Misfit as misfit:
                if misfit.path or not misfit.named:
                    raise
            _refuse(node, value)

        def spell(value: Any) -> Any:
            if value is None:
                return None
            return spelled[value] if value in spelled else main.spell(value)

        return Codec(read, spell)

    def _string(self, node: Node) -> Codec:
        least, most = node.get("minLength", 0), node.get("maxLength", _MOST)
        kind = self._formats.get(node.get("format", ""))
        pattern = re.compile(node["pattern"]) if kind is None and "pattern" in node else None

        def read(value: Any) -> Any:
            if type(value) is not str:
                _refuse(node, value)
            if len(value) > most:
                raise Misfit(f"has {len(value)} characters; {most} is the most")
            if len(value) < least:
                raise Misfit("is empty")
            if kind is not None:
                try:
                    return kind.read(value)
                except NotationError as error:
                    raise Misfit(error.reason, named=False) from error
            if pattern is not None and not pattern.fullmatch(value):
                _refuse(node, value)
            if not is_sound(value):
                raise Misfit("holds half a character, which no file can keep")
            return value

        return Codec(read, _itself if kind is None else kind.spell)

    def _array(self, node: Node) -> Codec:
        if "prefixItems" in node:
            columns = [self._of(each) for each in node["prefixItems"]]
        else:
            columns = []
            item = self._of(node["items"])
        least, most = node.get("minItems", 0), node.get("maxItems", _MOST)

        def read(value: Any) -> Any:
            if type(value) is not list:
                _refuse(node, value)
            if not least <= len(value) <= most:
                if columns:
                    _refuse(node, value)
                raise Misfit(f"has {len(value)} entries; {least or 'none'} to {most} are read")
            found = []
            for place, each in enumerate(value):
                try:
                    found.append((columns[place] if columns else item).read(each))
                except Misfit as misfit:
                    misfit.path.insert(0, place)
                    raise
            return tuple(found)

        def spell(values: Any) -> Any:
            if columns:
                return [each.spell(value) for each, value in zip(columns, values, strict=True)]
            return list(map(item.spell, values))

        return Codec(read, spell)

    def _pairs(self, node: Node) -> Codec:
        """An object of any names, as pairs."""
        inner = self._of(node["additionalProperties"])
        form = re.compile(node["propertyNames"]["pattern"])

        def read(value: Any) -> Any:
            if type(value) is not dict:
                _refuse(node, value)
            found = []
            for name, each in value.items():
                if not form.fullmatch(name):
                    raise Misfit(f"has nothing called {name[:40]!r}")
                try:
                    found.append((name, inner.read(each)))
                except Misfit as misfit:
                    misfit.path.insert(0, name)
                    raise
            return tuple(found)

        return Codec(read, lambda pairs: {name: inner.spell(value) for name, value in pairs})

    def _object(self, node: Node, part: Part | None) -> Codec:
        inner = {name: self._of(each) for name, each in node["properties"].items()}
        required = node["required"]

        def read(value: Any) -> Any:
            if type(value) is not dict:
                _refuse(node, value)
            for name in required:
                if name not in value:
                    raise Misfit(f"lacks {name!r}")
            found = {}
            for name, each in value.items():
                if name not in inner:
                    raise Misfit(f"has no field {name[:40]!r}")
                try:
                    found[name] = inner[name].read(each)
                except Misfit as misfit:
                    misfit.path.insert(0, name)
                    raise
            return found if part is None else part.make(**found)

        def spell(thing: Any) -> Any:
            assert part is not None, "what is spelled is of the model"
            values, defaults = part.fields(thing), part.defaults
            return {
                name: codec.spell(values[name])
                for name, codec in inner.items()
                if name in required or values[name] != defaults[name]
            }

        return Codec(read, spell)


def kind_of(value: object) -> str:
    """What a JSON value is, in a word."""
    kinds = {dict: "an object", list: "a list", str: f"{value!r:.40}", type(None): "null"}
    return kinds.get(type(value), f"{value!r:.40}")


_KINDS: Final = {
    "string": "a text",
    "integer": "a whole number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
}


def _refuse(node: Node, value: object) -> NoReturn:
    wanted = node.get("description") or _KINDS[node["type"]]
    raise Misfit(f"is {wanted}, not {kind_of(value)}")


def _itself(value: Any) -> Any:
    return value


def _integer(node: Node) -> Codec:
    least, most = node.get("minimum", 1 - _MOST), node.get("maximum", _MOST - 1)

    def read(value: Any) -> Any:
        if type(value) is not int or not least <= value <= most:
            _refuse(node, value)
        return value

    return Codec(read, _itself)


def _flag(node: Node) -> Codec:
    def read(value: Any) -> Any:
        if type(value) is not bool:
            _refuse(node, value)
        return value

    return Codec(read, _itself)


def _one_of(node: Node) -> Codec:
    words = node.get("enum") or (node["const"],)

    def read(value: Any) -> Any:
        if not any(type(value) is type(word) and value == word for word in words):
            listed = " or ".join(map(str, words))
            raise Misfit(f"is {node.get('description', listed)}, not {kind_of(value)}")
        return value

    return Codec(read, _itself)


def _read_data(value: Any) -> Any:
    try:
        return freeze(value)
    except RecordError as error:
        raise Misfit(error.reason, named=False) from error


def _name(node: Node) -> str:
    name: str = node["$ref"].removeprefix("#/$defs/")
    return name


# Words: how the text form spells a JSON value of a single field.


def words(value: Any) -> str:
    """A JSON value as words: lists between spaces, objects as ``name: value, name: value``."""
    if isinstance(value, dict):
        return ", ".join(f"{name}: {words(each)}" for name, each in value.items())
    if isinstance(value, list):
        return " ".join(map(words, value))
    return _VERDICTS[value] if isinstance(value, bool | None) else str(value)


def value_of(node: Node, text: str) -> Any:
    """The JSON value that :func:`words` spells, of a node of the schema.

    Raises:
        Misfit: a number is expected, or a verdict, and the words are none.
    """
    if "$ref" in node:
        return value_of(SCHEMA["$defs"][_name(node)], text)
    if "anyOf" in node:
        first, *others = (each for each in node["anyOf"] if each.get("type") != "null")
        if text == _VERDICTS[None] and len(others) + 1 < len(node["anyOf"]):
            return None
        if any(text in each.get("enum", (each.get("const"),)) for each in others):
            return text
        return value_of(first, text)
    kind = node.get("type") or ("integer" if isinstance(node.get("enum", [""])[0], int) else "")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "integer":
        if not _NUMBER.fullmatch(text):
            raise Misfit(f"{text[:40]!r} is not a whole number", named=False)
        return int(text)
    if kind == "boolean":
        if text not in _SAID:
            raise Misfit(f"is yes, no or -, not {text!r:.40}")
        return _SAID[text]
    if kind == "array":
        return [value_of(node["items"], word) for word in text.split()]
    if kind == "object":
        return dict(_item(node, each) for each in text.split(", ") if each)
    if node.get("enum", [""])[-1] is None and text == _VERDICTS[None]:
        return None
    return text


def _item(node: Node, text: str) -> tuple[str, Any]:
    name, _, value = text.partition(": ")
    inner = node.get("properties", {}).get(name) or node.get("additionalProperties")
    if not inner:
        raise Misfit(f"{name[:40]!r} is no name here", named=False)
    return name, value_of(inner, value)
