"""The text form of a record in its smallest parts: tags, words, texts in quotes, comments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal

from attrs import define, field, frozen

from boston_rules.errors import RecordError
from boston_rules.records.limits import (
    MOST_BYTES,
    MOST_CHARACTERS,
    MOST_LINE_LENGTH,
    MOST_LINES,
    MOST_WORDS,
)

__all__ = ["Item", "Written", "scan"]

_TOKEN: Final = re.compile(
    r"""(?P<blank>\s+)
      | ;(?P<rest>.*)
      | (?P<brace>\{)
      | \[\s*(?P<name>\w+)\s*"(?P<value>(?:[^"\\]|\\.)*)"\s*\]
      | "(?P<quoted>(?:[^"\\]|\\.)*)"
      | (?P<word>[^\s\[{;"]+)""",
    re.VERBOSE | re.ASCII | re.DOTALL,
)
_INSIDE: Final = re.compile(
    r"""(?P<plain>[^}\\]+)
      | \\(?P<code>u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})
      | \\(?P<escaped>[}\\])
      | (?P<stroke>\\)
      | (?P<end>\})""",
    re.VERBOSE,
)
_ESCAPE: Final = re.compile(r"\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", re.DOTALL)
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}


@frozen
class Written:
    """Something written, and where."""

    text: str
    line: int
    column: int
    quoted: bool = False

    def error(self, reason: str) -> RecordError:
        """An error at this place."""
        return RecordError(reason, line=self.line, column=self.column)


@define
class Item:
    """A tag (its name and its value), or what one line has besides."""

    kind: Literal["tag", "row"]
    words: list[Written] = field(factory=list)
    comments: list[tuple[int, str]] = field(factory=list)
    """Comments, each with the number of words before it."""


def scan(text: str) -> Iterator[Item]:
    """The parts of a text in order.

    Raises:
        RecordError: the text is beyond the limits, or cannot be taken apart at some place.
    """
    if len(text) > MOST_BYTES:
        raise RecordError(f"the text has {len(text)} characters; {MOST_BYTES} are read at most")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.count("\n") > MOST_LINES:
        raise RecordError(f"the text has more than {MOST_LINES} lines")
    comment: _Comment | None = None
    row = Item("row")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MOST_LINE_LENGTH:
            raise RecordError(f"the line is longer than {MOST_LINE_LENGTH} characters", line=number)
        if comment is None and line.startswith("%"):
            continue
        at = 0
        while comment is not None or at < len(line):
            if comment is not None:
                at = comment.go_on(line, at)
                if not comment.closed:
                    break
                if comment.text:
                    row.comments.append((len(row.words), comment.text))
                comment = None
                continue
            token = _TOKEN.match(line, at)
            if token is None:
                reason = 'a tag is written [Name "value"], a text between two "'
                raise RecordError(reason, line=number, column=at + 1)
            at = token.end()
            kind = token.lastgroup
            if len(row.words) == MOST_WORDS:
                raise RecordError(f"a line has {MOST_WORDS} words at most", line=number)
            if kind == "brace":
                comment = _Comment(number, at)
            elif kind == "rest":
                said = token["rest"].strip()
                if said:
                    _check_length(len(said), number, at)
                    row.comments.append((len(row.words), said))
            elif kind == "word":
                row.words.append(Written(token["word"], number, token.start() + 1))
            elif kind == "quoted":
                row.words.append(_unescaped(token["quoted"], number, token.start() + 1))
            elif kind == "value":
                if row.words or row.comments:
                    yield row
                    row = Item("row")
                name = Written(token["name"], number, token.start("name") + 1)
                value = _unescaped(token["value"], number, token.start("value") + 1)
                yield Item("tag", [name, value])
        if comment is None and (row.words or row.comments):
            yield row
            row = Item("row")
    if comment is not None:
        reason = "a comment opens here and is never closed"
        raise RecordError(reason, line=comment.line, column=comment.column)


class _Comment:
    """A comment between braces, while it is read."""

    def __init__(self, line: int, column: int) -> None:
        self.line = line
        self.column = column
        self.closed = False
        self._parts: list[str] = []
        self._length = 0

    @property
    def text(self) -> str:
        return "".join(self._parts)

    def go_on(self, line: str, at: int) -> int:
        """Read on from a place in a line: where the comment closes, or the end of the line."""
        while at < len(line):
            part = _INSIDE.match(line, at)
            assert part is not None, "one of the alternatives fits every character"
            at = part.end()
            if part["end"]:
                self.closed = True
                return at
            self._add(
                _character(part["code"], self.line, self.column)
                if part["code"]
                else part["plain"] or part["escaped"] or part["stroke"]
            )
        self._add("\n")
        return at

    def _add(self, text: str) -> None:
        self._parts.append(text)
        self._length += len(text)
        _check_length(self._length, self.line, self.column)


def _check_length(length: int, line: int, column: int) -> None:
    if length > MOST_CHARACTERS:
        reason = f"a comment has {MOST_CHARACTERS} characters at most"
        raise RecordError(reason, line=line, column=column)


def _character(code: str, line: int, column: int) -> str:
    point = int(code[1:], 16)
    if point > 0x10FFFF:
        raise RecordError(f"there is no character \\{code}", line=line, column=column)
    return chr(point)


def _unescaped(text: str, line: int, column: int) -> Written:
    if "\\" not in text:
        return Written(text, line, column, quoted=True)

    def plain(found: re.Match[str]) -> str:
        code = found[1]
        if len(code) > 1:
            return _character(code, line, column)
        if code not in _ESCAPES:
            reason = f"{found[0]!r} stands for nothing here; a backslash is written twice"
            raise RecordError(reason, line=line, column=column)
        return _ESCAPES[code]

    return Written(_ESCAPE.sub(plain, text), line, column, quoted=True)
