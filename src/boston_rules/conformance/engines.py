"""Engines that can be asked: this library, or a program on the other end of two pipes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from types import TracebackType
from typing import Final, Protocol, Self

from attrs import frozen

from boston_rules.conformance.answers import answer
from boston_rules.conformance.corpus import FORMAT, Case, Json, canonical
from boston_rules.core.arguments import check_type, is_number, tuple_of, wrong_type
from boston_rules.core.errors import BostonError, RecordError, VariantError
from boston_rules.core.programs import Program, ProgramError
from boston_rules.records.data import parse_json
from boston_rules.records.limits import MOST_BYTES
from boston_rules.rules.variant import Variant
from boston_rules.variants.registry import get_variant

__all__ = ["Engine", "EngineFailure", "LibraryEngine", "ProcessEngine", "Reply"]

_COMMAND: Final = "a program and its arguments, such as ['engine', '--quiet']"


class EngineFailure(Exception):
    """An engine that cannot be asked any more: it does not start, ends early, or talks nonsense."""


@frozen
class Reply:
    """What an engine says to a question: exactly one of three things."""

    answer: Json = None
    """The answer, as JSON values."""
    unsupported: str | None = None
    """Why it does not know the variant, option or kind; no failure."""
    error: str | None = None
    """What went wrong in answering; a failure of this case."""


class Engine(Protocol):
    """Whoever answers the questions of a corpus."""

    @property
    def name(self) -> str:
        """For the report."""
        ...

    def ask(self, case: Case) -> Reply:
        """The answer to a case's question.

        Raises:
            EngineFailure: nothing more can be asked.
        """
        ...


class LibraryEngine:
    """This library.

    >>> from boston_rules.conformance import LibraryEngine
    >>> LibraryEngine().name
    'boston_rules'
    """

    name = "boston_rules"
    """What reports call it."""

    def __init__(self) -> None:
        self._variants: dict[str, Variant] = {}

    def ask(self, case: Case) -> Reply:
        """The answer to a case's question.

        Raises:
            TypeError: it is not a case.
        """
        check_type("case", case, Case, "a Case of a corpus")
        try:
            variant = self._variant(case)
        except (VariantError, TypeError) as error:
            return Reply(unsupported=str(error))
        try:
            return Reply(answer(case.kind, variant, case.question))
        except (BostonError, ValueError) as error:
            return Reply(error=str(error))

    def _variant(self, case: Case) -> Variant:
        key = canonical([case.variant, case.options])
        if key not in self._variants:
            self._variants[key] = get_variant(case.variant, **case.options)
        return self._variants[key]


class ProcessEngine:
    """A program that reads questions from its standard input and answers on its standard output.

    One JSON object a line each way, in UTF-8; the README of the corpus describes them. Used as a
    context, which ends the program.

    Args:
        command: the program and its arguments.
        timeout: seconds that it may think about one question.

    Raises:
        EngineFailure: it does not start, or does not greet.
        TypeError: an argument is of another type.
    """

    def __init__(self, command: Sequence[str], *, timeout: float = 60.0) -> None:
        command = tuple_of("command", command, _COMMAND)
        if not command or not all(isinstance(word, str | os.PathLike) for word in command):
            raise wrong_type("command", _COMMAND, command)
        if not (is_number(timeout) and timeout > 0):
            raise wrong_type("timeout", "a positive number of seconds", timeout)
        self._timeout = timeout
        self._asked = 0
        try:
            self._program = Program(command, longest=MOST_BYTES)
        except ProgramError as error:
            raise EngineFailure(f"the engine {error}") from error
        try:
            self.name: str = self._greet()
        except BaseException:
            self.close(patient=False)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close(patient=error is None)

    def close(self, *, patient: bool = True) -> None:
        """End the program: its input ends, and if it does not end then, it is killed.

        Args:
            patient: give it some time to end by itself.
        """
        self._program.close(patient=patient)

    def ask(self, case: Case) -> Reply:
        """The answer to a case's question.

        Raises:
            EngineFailure: it has ended, is too slow, or what it says is not an answer.
        """
        said = self._exchange(
            {
                "kind": case.kind,
                "variant": case.variant,
                "options": case.options,
                "input": case.question,
            },
            str(case),
        )
        given = [name for name in ("answer", "unsupported", "error") if name in said]
        if len(given) != 1:
            raise EngineFailure(
                "an answer has one of answer, unsupported and error, "
                f"not {' and '.join(given) or 'none'}, when asked {case}"
            )
        (name,) = given
        if name == "answer":
            return Reply(said["answer"])
        return Reply(**{name: _text(said[name])})

    def _greet(self) -> str:
        said = self._exchange({"kind": "hello", "format": FORMAT}, "its name")
        name = said.get("answer")
        if not isinstance(name, str) or not name.strip():
            raise EngineFailure(f"the engine does not tell its name: {_text(canonical(said))}")
        return _text(name)

    def _exchange(self, question: Json, what: str) -> dict[str, Json]:
        number = self._asked
        self._asked += 1
        self._program.send(canonical({"id": number, **question}).encode() + b"\n")
        try:
            answered = self._program.receive(self._timeout)
        except ProgramError as error:
            raise EngineFailure(f"the engine {error} when asked {what}") from error
        try:
            said = parse_json(answered, whole=False)
        except RecordError as error:
            raise EngineFailure(
                f"the engine does not answer in JSON as it is read here ({error}): "
                f"{_shown(answered)} when asked {what}"
            ) from error
        if not isinstance(said, dict) or type(said.get("id")) is not int or said["id"] != number:
            raise EngineFailure(
                f"the engine does not answer question {number}: {_shown(answered)} "
                f"when asked {what}"
            )
        return said


def _text(value: object) -> str:
    text = " ".join(str(value).split())
    return text if len(text) <= 300 else f"{text[:297]}..."


def _shown(line: bytes) -> str:
    return repr(line.decode("utf-8", "replace").rstrip()[:120])
