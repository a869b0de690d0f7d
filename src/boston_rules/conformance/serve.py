"""This library on the other end of the line protocol: ``python -m boston_rules.conformance.serve``.

It reads a question a line from standard input and writes an answer a line, as the README of the
corpus describes, until its input ends. Runners in other languages can be tried on it.
"""

from __future__ import annotations

import sys
from typing import IO

from boston_rules.conformance.corpus import FORMAT, KINDS, Case, Json, canonical
from boston_rules.conformance.engines import LibraryEngine
from boston_rules.core.errors import RecordError
from boston_rules.core.release import library_version
from boston_rules.records.data import parse_json

__all__ = ["main", "replied", "serve"]


def replied(engine: LibraryEngine, line: str) -> Json:
    """The answer to a line.

    >>> replied(LibraryEngine(), '{"id": 7, "kind": "riddles"}')
    {'id': 7, 'unsupported': 'questions of the kind riddles'}
    """
    try:
        asked = parse_json(line, whole=False)
    except RecordError as error:
        return {"id": None, "error": str(error)}
    if not isinstance(asked, dict):
        return {"id": None, "error": "a question is an object"}
    number, kind = asked.get("id"), asked.get("kind")
    if kind == "hello":
        return {"id": number, "answer": f"boston_rules {library_version()} ({FORMAT})"}
    if kind not in KINDS:
        return {"id": number, "unsupported": f"questions of the kind {kind}"}
    options, question = asked.get("options", {}), asked.get("input")
    if not (isinstance(options, dict) and isinstance(question, dict)):
        return {"id": number, "error": "a question has an input, and options are an object"}
    reply = engine.ask(Case(kind, str(asked.get("variant")), "", question, {}, options))
    refused = {"unsupported": reply.unsupported, "error": reply.error}
    told = {name: reason for name, reason in refused.items() if reason is not None}
    return {"id": number, **(told or {"answer": reply.answer})}


def serve(questions: IO[str], answers: IO[str]) -> None:
    """Answer until there are no more questions."""
    engine = LibraryEngine()
    for line in questions:
        if line.strip():
            print(canonical(replied(engine, line)), file=answers, flush=True)


def main() -> None:
    """Serve standard input."""
    for stream in (sys.stdin, sys.stdout):
        stream.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    serve(sys.stdin, sys.stdout)


if __name__ == "__main__":
    main()
