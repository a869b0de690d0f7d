"""The text form of a record in its smallest parts: tags, words, texts in quotes, comments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, Literal

from attrs import define, field, frozen

from boston_rules.core.errors import RecordError
from boston_rules.core.saying import say
from boston_rules.records.data import too_long
from boston_rules.records.limits import (
    MOST_BYTES,
    MOST_CHARACTERS,
    MOST_LINE_LENGTH,
    MOST_LINES,
    MOST_WORDS,
)

__all__ = ["Item", "Source", "Written", "scan"]

_TOKEN: Final = re.compile(
    r"""(?P<skipped>^%[^\n]* | [^\S\n]+)
      | (?P<end>\n)
      | ;(?P<rest>[^\n]*)
      | \{(?P<brace>[^}\\]*(?:\\.[^}\\]*)*)\}
      | \[[^\S\n]*(?P<name>\w+)[^\S\n]*
          "(?P<value>[^"\\\n]*(?:\\[^\n][^"\\\n]*)*)"[^\S\n]*\]
      | "(?P<quoted>[^"\\\n]*(?:\\[^\n][^"\\\n]*)*)"
      | (?P<word>[^\s\[{;"]+)""",
    re.VERBOSE | re.ASCII | re.DOTALL | re.MULTILINE,
)
_ESCAPE: Final = re.compile(r"\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", re.DOTALL)
_IN_QUOTES: Final = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}
_IN_BRACES: Final = {"}": "}", "\\": "\\"}
_CUT_OFF: Final = {
    "{": say("a comment opens here and is never closed"),
    "": say('a tag is written [Name "value"], a text between two "'),
}


class Source:
    """A text and the places in it."""

    def __init__(self, text: str) -> None:
        self.text: str = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        self._counted, self._line = 0, 1

    def line(self, at: int) -> int:
        """The 1-based line of a place; lines are counted on from the place asked for before."""
        if at < self._counted:
            self._counted, self._line = 0, 1
        self._line += self.text.count("\n", self._counted, at)
        self._counted = at
        return self._line

    def column(self, at: int) -> int:
        """The 1-based column of a place."""
        return at - self.text.rfind("\n", 0, at)

    def error(self, reason: str, at: int) -> RecordError:
        """An error at a place."""
        return RecordError(reason, line=self.line(at), column=self.column(at))


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
        raise too_long(text, MOST_BYTES)
    source = Source(text)
    lines = source.text.split("\n")
    if len(lines) > MOST_LINES:
        raise RecordError(say("the text has more than {most} lines", most=MOST_LINES))
    for number, line in enumerate(lines, 1):
        if len(line) > MOST_LINE_LENGTH:
            reason = say("the line is longer than {most} characters", most=MOST_LINE_LENGTH)
            raise RecordError(reason, line=number)
    row = Item("row")
    at = line_start = 0
    number = 1

    def written(token: re.Match[str], kind: str, *, escaped: bool = True) -> Written:
        text = _unescaped(source, token, kind, _IN_QUOTES) if escaped else token[kind]
        return Written(text, number, token.start(kind) - line_start + 1, kind == "quoted")

    while at < len(source.text):
        token = _TOKEN.match(source.text, at)
        if token is None:
            raise source.error(_CUT_OFF["{" if source.text[at] == "{" else ""], at)
        at = token.end()
        kind = token.lastgroup
        if kind == "skipped":
            continue
        if kind in ("end", "value") and (row.words or row.comments):
            yield row
            row = Item("row")
        if kind == "value":
            yield Item("tag", [written(token, "name", escaped=False), written(token, "value")])
        elif kind in ("rest", "brace"):
            said = _comment(source, token, kind)
            if said:
                row.comments.append((len(row.words), said))
        elif kind is not None and kind != "end":
            if len(row.words) == MOST_WORDS:
                reason = say("a line has {most} words at most", most=MOST_WORDS)
                raise source.error(reason, token.start())
            row.words.append(written(token, kind, escaped=kind == "quoted"))
        if kind in ("end", "brace"):
            number += token[0].count("\n")
            line_start = source.text.rfind("\n", 0, at) + 1
    if row.words or row.comments:
        yield row


def _comment(source: Source, token: re.Match[str], kind: str) -> str:
    if kind == "rest":
        said = token["rest"].strip()
    else:
        said = _unescaped(source, token, "brace", _IN_BRACES)
    if len(said) > MOST_CHARACTERS:
        reason = say("a comment has {most} characters at most", most=MOST_CHARACTERS)
        raise source.error(reason, token.start())
    return said


def _unescaped(source: Source, token: re.Match[str], kind: str, escapes: Mapping[str, str]) -> str:
    def plain(found: re.Match[str]) -> str:
        code = found[1]
        if code in escapes:
            return escapes[code]
        if len(code) == 1:
            if escapes is _IN_BRACES:
                return found[0]
            reason = say(
                "{text} stands for nothing here; a backslash is written twice", text=repr(found[0])
            )
            raise source.error(reason, token.start(kind) + found.start())
        point = int(code[1:], 16)
        if point > 0x10FFFF:
            reason = say("there is no character {code}", code=f"\\{code}")
            raise source.error(reason, token.start(kind) + found.start())
        return chr(point)

    text: str = token[kind]
    return _ESCAPE.sub(plain, text) if "\\" in text else text
