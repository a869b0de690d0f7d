"""Making the corpus: ``python -m boston_rules.conformance.generate FOLDER``.

The same files come out everywhere, byte for byte. The expected answers are this library's own; what
they rest on is tested elsewhere, against tables copied from the tellings and against readings of
the rules that share no code with it. A change of the rules shows as a change of the corpus.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final

from attrs import fields, fields_dict, frozen

from boston_rules.conformance.answers import answer
from boston_rules.conformance.cases import Question, price_questions, settlement_questions
from boston_rules.conformance.corpus import FORMAT, KINDS, Case, Json
from boston_rules.conformance.infractions import penalty_questions, table_law_questions
from boston_rules.conformance.positions import (
    legality_questions,
    perft_questions,
    solution_questions,
)
from boston_rules.conformance.sessions import session_question
from boston_rules.core.arguments import shown
from boston_rules.core.errors import BostonError
from boston_rules.rules.variant import Variant
from boston_rules.variants.registry import get_variant, own_variants, variant_class

__all__ = ["cases_of", "choices_of", "file_text", "main", "write"]

_FIGURES: Final[dict[str, Json]] = {"first_to": 2000}
"""Values for options that take any figure; the others keep theirs."""
_BY_THE_LAW: Final[dict[str, Json]] = {"enforcement": "table"}
"""The option of all cases in which players err, and of no others."""
_SEATS: Final = 4
"""Players of every variant, but for an option."""
_LONGEST: Final = 16
"""Sessions of more deals are cut down to :data:`_SHORTER`."""
_SHORTER: Final = 12
_PENALTIES: Final = 24
"""Bills with infractions of a variant, at least."""
_SHORT: Final = 4
"""Deals of a session with another option."""


@frozen
class _Changes:
    """How the cases of a kind are sought that another option changes."""

    most: int | None
    """How many are kept; ``None`` for all."""
    rounds: str = "a"
    """The seeds of the questions; the next is tried as long as one before has found any."""
    indifferent: frozenset[str] = frozenset()
    """Rules of a variant on which the answers do not depend; it saves trying."""


_POSITIONS: Final = frozenset({"boston_bonus", "payments", "pool", "session"})
_PRICES: Final = frozenset(
    {
        *("boston_bonus", "chicane", "concession", "contest", "passed_out", "pool"),
        *("session", "trumps"),
    }
)
_CHANGES: Final = {
    "prices": _Changes(None, indifferent=_PRICES),
    "settlements": _Changes(40, "abc", frozenset({"trumps"})),
    "legality": _Changes(6, "ab", _POSITIONS),
    "perft": _Changes(8, "ab", _POSITIONS),
    "sessions": _Changes(1),
    "penalties": _Changes(12, indifferent=frozenset({"trumps"})),
    "table-law": _Changes(12),
    "solutions": _Changes(2),
}


def choices_of(slug: str) -> Iterator[dict[str, Json]]:
    """Every option of a variant set to something else than its default, one at a time.

    How errors are treated is left out: the cases of one kind are about nothing else.

    >>> list(choices_of("english-boston"))
    [{'seats': 3}]
    """
    cls = variant_class(slug)
    for name in cls.option_names():
        if name in _BY_THE_LAW:
            continue
        choices = cls.option_choices(name)
        default = fields_dict(cls)[name].default
        if choices is not None:
            yield from ({name: choice} for choice in choices if choice != default)
        elif name in _FIGURES:
            yield {name: _FIGURES[name]}


def cases_of(slug: str, kind: str) -> Iterator[Case]:
    """The cases of a variant: all with its default options, then what an option changes.

    Raises:
        ValueError: there is no such kind.
    """
    if kind not in KINDS:
        raise ValueError(f"{shown(kind)} is none of {', '.join(KINDS)}")
    own = dict(_BY_THE_LAW) if kind == "table-law" else {}
    plain = get_variant(slug, **own)
    for name, question in _questions(kind, plain, "1", full=True):
        yield _case(kind, plain, own, name, question)
    for options in choices_of(slug):
        yield from islice(_changed(kind, plain, options), _CHANGES[kind].most)


def _changed(kind: str, plain: Variant, options: dict[str, Json]) -> Iterator[Case]:
    chosen = " ".join(f"{name}={value}" for name, value in options.items())
    options = {**plain.options(), **options}
    variant = get_variant(plain.slug, **options)
    named = {field.name for field in fields(type(variant))} - {*variant.option_names()}
    if _CHANGES[kind].indifferent >= {n for n in named if getattr(variant, n) != getattr(plain, n)}:
        return
    for round_ in _CHANGES[kind].rounds:
        found = False
        for name, question in _questions(kind, variant, round_, full=False):
            case = _case(kind, variant, options, f"{chosen}, {round_}: {name}", question)
            if kind == "sessions" or _expected(kind, plain, question) != case.expect:
                found = True
                yield case
        if not found:
            return


def _case(kind: str, variant: Variant, options: dict[str, Json], name: str, question: Json) -> Case:
    if kind == "sessions":
        options = dict(question["record"].get("options", {}))
        variant = get_variant(variant.slug, **options)
    return Case(kind, variant.slug, name, question, answer(kind, variant, question), options)


def _expected(kind: str, variant: Variant, question: Json) -> Json:
    """What the default options give; ``None`` where the question makes no sense under them."""
    try:
        return answer(kind, variant, question)
    except BostonError:
        return None


def _questions(kind: str, variant: Variant, seed: str, *, full: bool) -> Iterator[Question]:
    if kind == "prices":
        yield from price_questions(variant)
    elif kind == "settlements":
        yield from settlement_questions(variant, seed, 8 if full else 4)
    elif kind == "legality":
        yield from legality_questions(variant, seed)
    elif kind == "perft":
        openings = 2 if full or variant.seats < _SEATS else 0
        yield from perft_questions(variant, seed, openings=openings)
    elif kind == "penalties":
        yield from penalty_questions(variant, seed, max(3, _PENALTIES // len(variant.ladder)))
    elif kind == "table-law":
        yield from table_law_questions(variant, seed)
    elif kind == "solutions":
        yield from solution_questions(variant, seed)
    else:
        for number in range(1, 4 if full else 2):
            yield _session(variant, number, full=full)


def _session(variant: Variant, number: int, *, full: bool) -> Question:
    deals = variant.session.deals
    if variant.session.first_to is None:
        shorter = (_SHORTER if deals > _LONGEST else deals) if full else _SHORT
        if shorter != deals:
            options: dict[str, Any] = {**variant.options(), "deals": shorter}
            variant = get_variant(variant.slug, **options)
    return f"session {number} of {_length(variant)}", session_question(variant, str(number))


def _length(variant: Variant) -> str:
    rule = variant.session
    return f"{rule.deals} deals" if rule.first_to is None else f"deals to {rule.first_to} chips"


def file_text(slug: str, kind: str, cases: Iterator[Case]) -> str:
    """A file of the corpus, a case a line."""
    head = {"format": FORMAT, "kind": kind, "variant": slug, "revision": get_variant(slug).revision}
    lines = [
        _compact(
            {
                "id": case.id,
                **({"options": case.options} if case.options else {}),
                "input": case.input,
                "expect": case.expect,
            }
        )
        for case in cases
    ]
    return f'{_compact(head)[:-1]},"cases":[\n' + ",\n".join(lines) + "\n]}\n"


def _compact(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def write(folder: Path, slugs: Collection[str] = (), kinds: Collection[str] = ()) -> list[Path]:
    """Write the files of a corpus, all or some, and say which."""
    written = []
    for slug in slugs or own_variants():
        for kind in kinds or KINDS:
            path = folder / slug / f"{kind}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(file_text(slug, kind, cases_of(slug, kind)), "utf-8", newline="\n")
            written.append(path)
    return written


def main(arguments: Sequence[str] | None = None) -> int:
    """The program."""
    parser = argparse.ArgumentParser(
        prog="python -m boston_rules.conformance.generate", description="Write the corpus."
    )
    parser.add_argument("folder", type=Path, help="where to, as VARIANT/KIND.json")
    parser.add_argument(
        "--variant", action="append", default=[], choices=own_variants(), help="only these"
    )
    parser.add_argument("--kind", action="append", default=[], choices=KINDS)
    chosen = parser.parse_args(arguments)
    for path in write(chosen.folder, chosen.variant, chosen.kind):
        print(f"{path} {path.stat().st_size}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
