"""Every refusal there is, in every phase where it can occur, with the words it is given in.

The table is ``refusals.csv``. A row is a deal given by hand (``-`` when nothing is dealt yet), what
has been said and done, the action that is tried and, where it claims one, the seat that tries it.
"""

from __future__ import annotations

import csv
import pickle
from pathlib import Path
from typing import Final

import pytest
from attrs import frozen
from tests.cousins.games import registered
from tests.phases.table_talk import STRIPES, SUITS, finish, french, settled

import boston_rules as br
from boston_rules.core import errors

DEALS: Final = {
    "stripes": STRIPES,
    "suits": SUITS,
    # Seat 1 holds both red jacks, J♦ as his only diamond.
    "boston": (
        "AS KS QS 5D 4D 3D 2D AC KC QC AH KH QH",
        "JD JS TS 9S JC TC 9C JH TH 9H 8H 7H 6H",
        "8S 7S 6S AD KD QD TD 8C 7C 6C 5H 4H 3H",
        "5S 4S 3S 2S 9D 8D 7D 6D 5C 4C 3C 2C 2H",
    ),
    # Seat 1 has no spade but J♦, which is one when spades are trumps.
    "lone-jack": (
        "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S",
        "JD AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H",
        "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C",
        "AD KD QD TD 9D 8D 7D 6D 5D 4D 3D 2D 2H",
    ),
    # Seat 0 wins every trick in spades.
    "slam": (
        "JD AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S",
        "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H",
        "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C",
        "AD KD QD TD 9D 8D 7D 6D 5D 4D 3D 2D 2S",
    ),
    # Seat 1 has one spade.
    "one-trump": (
        "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S AH",
        "2S KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H",
        "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C",
        "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D",
    ),
    # Seat 0 deals, holds the four aces and can follow everything low.
    "aces": (
        "AS 4S 3S 2S AH 4H 3H 2H AC 3C 2C AD 2D",
        "KS QS JS KH QH JH KC QC JC KD QD JD TD",
        "TS 9S 8S TH 9H 8H TC 9C 8C 9D 8D 7D 6D",
        "7S 6S 5S 7H 6H 5H 7C 6C 5C 4C 5D 4D 3D",
    ),
}
"""Seat 3 deals unless the deal is ``aces``, so that seat 0 is eldest."""

WITH_TABLE = Path(__file__).with_name("refusals.csv")
SLUGS: Final = ("fontainebleau", "american", "french")


@frozen
class Row:
    """A line of the table."""

    case: str
    variant: str
    deal: str
    turned: str
    belle: str
    tokens: str
    seat: str
    action: str
    kind: str
    code: str
    message: str

    def state(self) -> br.State:
        """The state in which the action is tried."""
        dealer = 0 if self.deal == "aces" else 3
        slug, _, enforcement = self.variant.partition(" by the law of the ")
        with registered():
            variant = br.get_variant(slug, **({"enforcement": enforcement} if enforcement else {}))
        if self.deal == "-":
            state = br.start(variant, dealer)
        elif self.belle:
            state = french(DEALS[self.deal], dealer, self.turned, self.belle)
        else:
            turned = br.parse_card(self.turned) if self.turned not in ("", "-") else None
            state = br.start(variant, dealer, hands=DEALS[self.deal], turned=turned)
        for entry in filter(None, map(str.strip, self.tokens.split(";"))):
            state = self.step(state, entry)
        return state

    @staticmethod
    def step(state: br.State, entry: str) -> br.State:
        """A token, a row of cards played, or SHUFFLE (in order), FINISH (the deal) and NEXT."""
        if entry == "SHUFFLE":
            return br.apply(state, br.Shuffle(br.PACK))
        if entry == "FINISH":
            return finish(state)
        if entry == "NEXT":
            return br.next_deal(settled(state))
        if entry[1] == ":":
            action = br.parse_action(entry[3:])
            return br.apply(state, action, seat=int(entry[0]))
        words = entry.split()
        if words[0][0] in "AKQJT98765432":
            for card in words:
                state = br.apply(state, br.parse_action(f"play {card}"))
            return state
        return br.apply(state, br.parse_action(entry))

    @property
    def claimed(self) -> int | None:
        """The seat that claims to act."""
        return int(self.seat) if self.seat else None


def read() -> list[Row]:
    with WITH_TABLE.open(encoding="utf-8", newline="") as file:
        return [Row(**line) for line in csv.DictReader(file)]


ROWS: Final = read()


@pytest.mark.parametrize("row", ROWS, ids=[f"{row.variant}-{row.case}" for row in ROWS])
def test_refusal(row: Row) -> None:
    state = row.state()
    before = pickle.dumps(state)
    action = br.parse_action(row.action)
    with pytest.raises(br.IllegalAction) as raised:
        br.apply(state, action, seat=row.claimed)
    error = raised.value
    assert type(error).__name__ == row.kind
    assert error.code == row.code
    assert str(error) == row.message
    assert error.action == action
    actor = state.actor
    by_law = row.code.startswith("law/")
    if by_law and row.claimed is not None:
        assert error.seat == row.claimed
    else:
        assert error.seat == (actor if actor is not None and actor >= 0 else None)
    twin = br.why_illegal(state, action, seat=row.claimed)
    assert twin == error
    assert twin is not None
    assert hash(twin) == hash(error)
    assert pickle.loads(pickle.dumps(error)) == error
    assert pickle.dumps(state) == before, "the state is unchanged"
    if row.claimed is None:
        assert action not in br.legal_actions(state)
        assert error.legal == br.legal_actions(state)
    elif by_law:
        assert error.legal == br.legal_actions(state, row.claimed)
    else:
        assert error.legal == (), "what another seat could do is not told"


def kinds() -> set[type[br.IllegalAction]]:
    found: set[type[br.IllegalAction]] = set()
    due = [br.IllegalAction]
    while due:
        below = due.pop().__subclasses__()
        found.update(below)
        due.extend(below)
    return {kind for kind in found if kind.__module__ == errors.__name__}


def test_no_refusal_is_without_a_row() -> None:
    shown = {row.kind for row in ROWS}
    assert shown == {kind.__name__ for kind in kinds()}


def test_codes_are_stable_and_unique() -> None:
    codes = [kind.code for kind in kinds()]
    assert len(set(codes)) == len(codes)
    assert {row.code for row in ROWS} <= set(codes)
    assert br.IllegalAction.code not in codes


def phases(slug: str, opening: str) -> set[str]:
    """The phases of a deal in which the opening is made and nobody else bids."""
    met = set()
    state = br.start(br.get_variant(slug), 3)
    while state.actor is not None:
        met.add(state.phase)
        state = go_on(state, opening)
    return met | {state.phase}


OPENINGS: Final = ("pass", "bid", "discard")


def test_each_phase_has_rows_of_the_first_three_variants() -> None:
    shown = {(row.variant, row.state().phase) for row in ROWS}
    met = {(slug, name) for slug in SLUGS for word in OPENINGS for name in phases(slug, word)}
    assert met <= shown, f"no row for {sorted(met - shown)}"


def test_each_phase_there_is_has_a_row() -> None:
    shown = {row.state().phase for row in ROWS}
    met = {name for slug in br.list_variants() for word in OPENINGS for name in phases(slug, word)}
    assert met <= shown, f"no row for {sorted(met - shown)}"


def go_on(state: br.State, opening: str) -> br.State:
    """Chance, the opening named (a pass, a bid, one with discards), or the first legal action."""
    if state.phase == "shuffle":
        return br.apply(state, br.Shuffle(br.PACK))
    if state.phase == "turn-up":
        return br.apply(state, br.parse_action("turn 7C"))
    legal = br.legal_actions(state)
    spoken = any(isinstance(event.action, br.Bid) for event in state.events)
    if state.phase == "auction" and opening != "pass" and not spoken:
        ladder = state.table.variant.ladder
        bids = [action for action in legal if isinstance(action, br.Bid)]
        wanted = [b for b in bids if opening == "bid" or ladder[b.key].discard]
        return br.apply(state, (wanted or bids)[0])
    return br.apply(state, legal[0])


@pytest.mark.parametrize("row", ROWS, ids=[f"{row.variant}-{row.case}" for row in ROWS])
def test_what_is_tried_is_judged_by_a_rule_of_the_game(row: Row) -> None:
    state = row.state()
    rules = [rule for _, rule in state.variant.rules()]
    assert state.rule_of(br.parse_action(row.action)) in [None, *rules]
    for action in state.lawful():
        assert state.rule_of(action) in rules


def test_rows_are_told_apart_by_their_names() -> None:
    names = [(row.variant, row.case) for row in ROWS]
    assert len(set(names)) == len(names)


def test_a_pack_with_a_card_twice() -> None:
    """52 cards, but A♠ stands for 2♣: too long a token for the table."""
    pack = (br.PACK[51], *br.PACK[1:])
    for slug in SLUGS:
        with pytest.raises(errors.BadPack) as raised:
            br.apply(br.start(br.get_variant(slug)), br.Shuffle(pack))
        assert str(raised.value).endswith("...: a pack is each of the 52 cards once")


def test_a_pack_of_53() -> None:
    with pytest.raises(errors.BadPack):
        br.apply(br.start(br.get_variant("french")), br.Shuffle((*br.PACK, br.PACK[0])))
