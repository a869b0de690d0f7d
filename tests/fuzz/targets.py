"""What is fuzzed: every reader of something that a stranger may have written."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from attrs import frozen

import boston_rules as br
from boston_rules import records
from boston_rules.conformance.corpus import KINDS, canonical, read_file
from boston_rules.conformance.engines import LibraryEngine
from boston_rules.conformance.generate import cases_of, file_text
from boston_rules.conformance.serve import replied
from boston_rules.knowing.worlds import Worlds
from boston_rules.records.pbn import decoded, read_deals
from boston_rules.testing import random_walk

__all__ = ["SEEDS", "TARGETS", "Target", "seeds_of"]

SEEDS: Final = Path(__file__).with_name("seeds")
"""The inputs that are kept, a folder for each reader: samples, and whatever once broke it."""
_SLUGS: Final = ("french", "english-boston", "two-pack-hoyle")
"""Variants with laid cards, with three seats and a dead hand, and with a second pack."""


@frozen
class Target:
    """A reader."""

    read: Callable[[bytes], None]
    """Reads an input; any exception that comes out of it is a fault."""
    samples: Callable[[], Iterator[bytes]]
    """Makes sound inputs to begin with."""


def _read_record(content: bytes) -> None:
    try:
        made = records.loads(content)
    except br.RecordError:
        return
    assert records.loads(records.dumps(made)) == made
    assert records.loads(records.dumps(made, "json")) == made
    records.replay_while_valid(made)


def _records() -> Iterator[bytes]:
    for slug in _SLUGS:
        walk = random_walk(br.get_variant(slug), seed=1, deals=1)
        made = records.record(walk.states[0][-1], comments=["a\nb"], tags=[("Event", "x")])
        yield records.dumps(made).encode()
        yield records.dumps(made, "json").encode()
        yield records.dumps(records.redact(made, 1)).encode()


def _read_view(content: bytes) -> None:
    try:
        view = br.loads_view(content.decode("utf-8", "replace"))
    except br.RecordError:
        return
    assert br.loads_view(br.dumps_view(view)) == view
    assert len(view.voids) == view.variant.seats
    assert view.deal is None or Worlds(view).count


def _views() -> Iterator[bytes]:
    for slug in _SLUGS:
        states = random_walk(br.get_variant(slug), seed=2, deals=1).states[0]
        for state in (states[1], states[len(states) // 2], states[-1]):
            for seat in (None, 0):
                yield br.dumps_view(br.observe(state, seat)).encode()


def _read_event(content: bytes) -> None:
    text = content.decode("utf-8", "replace")
    for seats in (3, 4):
        try:
            event = br.loads_event(text, seats)
        except br.RecordError:
            continue
        assert br.loads_event(br.dumps_event(event), seats) == event


def _events() -> Iterator[bytes]:
    for slug in _SLUGS:
        state = random_walk(br.get_variant(slug), seed=2, deals=1).states[0][-1]
        events = br.observe(state, 0).events
        for event in (*events[:3], *(event for event in events[3:] if event.shows.told())):
            yield br.dumps_event(event).encode()


def _read_pbn(content: bytes) -> None:
    try:
        deals = read_deals(decoded(content))
    except br.RecordError:
        return
    for deal in deals:
        br.start(br.get_variant("fontainebleau"), deal.dealer, hands=deal.hands)


def _pbn() -> Iterator[bytes]:
    deal = "N:AKQJ.T98.765.432 T987.654.32.AKQJ 6543.32.AKQJ.T98 2.AKQJ7.T984.765"
    yield f'% PBN 2.1\n[Board "1"]\n[Dealer "E"]\n[Deal "{deal}"]\n\n{{a comment}}\n'.encode()
    yield f'[Event "#"]\n[Board "12"]\n[Deal "{deal}"]\n; rest\n[Deal "#"]\n'.encode()


@cache
def _variants() -> tuple[br.Variant, ...]:
    return tuple(map(br.get_variant, _SLUGS))


def _read_token(content: bytes) -> None:
    text = content.decode("utf-8", "replace")
    for variant in (None, *_variants()):
        try:
            action = br.parse_action(text, variant)
        except br.RecordError:
            continue
        assert br.parse_action(str(action)) == action
    for read in (br.parse_card, br.parse_suit, br.Cards.parse):
        try:
            read(text)
        except br.RecordError:
            continue


def _tokens() -> Iterator[bytes]:
    yield f"shuffle {' '.join(map(str, br.PACK))}".encode()
    for text in (
        *("cut 17", "turn 7C", "pass", "bid 5 H", "bid 5 colour", "bid simple-petite QH"),
        *("bid Grande Misère sur Table", "accept", "ask", "call AS", "trump H", "chicane"),
        *("discard 10C", "play QH", "slam table", "misdeal touched", "revoke 2", "AS KH, QD"),
    ):
        yield text.encode()


_FOLDER: Final = tempfile.TemporaryDirectory(prefix="boston-fuzz-")


def _read_corpus(content: bytes) -> None:
    kind, _, text = content.partition(b"\n")
    name = kind.decode("ascii", "replace")
    path = Path(_FOLDER.name, "french", f"{name if name in KINDS else KINDS[0]}.json")
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text)
    try:
        for case in read_file(path):
            _ask(canonical(case.question))
    except br.RecordError:
        return


def _corpus() -> Iterator[bytes]:
    for kind in KINDS:
        cases = list(cases_of("french", kind))
        cases.sort(key=lambda case: len(canonical(case.input)))
        yield f"{kind}\n{file_text('french', kind, iter(cases[:2]))}".encode()


def _read_question(content: bytes) -> None:
    _ask(content.decode("utf-8", "replace"))


def _ask(line: str) -> None:
    """The counts of positions are left out: a deep one has every right to take for ever."""
    if "perft" not in line:
        answer = replied(LibraryEngine(), line)
        assert isinstance(answer, dict)
        assert {"answer", "error", "unsupported"} & set(answer)
        canonical(answer)


def _questions() -> Iterator[bytes]:
    yield b'{"id": 1, "kind": "hello"}'
    for kind in KINDS:
        if kind != "perft":
            case = min(cases_of("french", kind), key=lambda case: len(canonical(case.input)))
            yield json.dumps(
                {"id": 7, "kind": kind, "variant": "french", "input": case.input,
                 "options": dict(case.options)}
            ).encode()  # fmt: skip


def _read_house(content: bytes) -> None:
    try:
        rules = records.loads_house(content, "fontainebleau")
    except br.VariantError:
        return
    made = records.dumps(records.record(br.start(rules)))
    assert records.variant_of(records.loads(made)) == rules


def _houses() -> Iterator[bytes]:
    for text in (
        'variant = "fontainebleau"\ndeals = 8\npool.cap = 100\n',
        '[pool]\nante = { rule = "EachAntes", chips = 10 }\nlost = "DoublesPool"\n',
        '[ladder]\nlittle-misere.above = "8"\n5 = "none"\n6.goal.tricks = 7\n',
        '[[payments.won]]\nrule = "SuitFactor"\nfactors = [1, 1, 2, 1]\n'
        'parts = { same = "payments.won" }\n',
        "payments.won.EveryTrick = { alone = 50, two = 20 }\npayments.won.Flat.rows.5 = 3\n"
        'suits.order = ["H", "D", "C", "S"]\nconcession = "none"\n',
    ):
        yield text.encode()


TARGETS: Final = {
    "records": Target(_read_record, _records),
    "views": Target(_read_view, _views),
    "events": Target(_read_event, _events),
    "pbn": Target(_read_pbn, _pbn),
    "tokens": Target(_read_token, _tokens),
    "corpus": Target(_read_corpus, _corpus),
    "protocol": Target(_read_question, _questions),
    "houses": Target(_read_house, _houses),
}


def seeds_of(name: str) -> list[bytes]:
    """The inputs that are kept for a reader."""
    return [path.read_bytes() for path in sorted(SEEDS.joinpath(name).iterdir())]
