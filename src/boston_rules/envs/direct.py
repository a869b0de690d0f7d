"""Tensors straight from a state, without a view: the fast spelling of an observation.

What a view makes of integers, and the encoding makes integers of again, is left out. What a seat
may know is asked of the state by the same questions that :func:`~boston_rules.observe` asks. A test
holds every tensor to the slow spelling (``ObservationSpec.encode`` of the view), for every variant,
the games of others included.

>>> import random
>>> import boston_rules as br
>>> encoder = direct_encoder(br.get_variant("mariland"))
>>> state = br.start(encoder.spec.variant)
>>> while state.actor < 0:
...     state = br.apply(state, br.draw_chance(state, random.Random(1)))
>>> bool((encoder(state, 2) == encoder.spec.encode(br.observe(state, 2))).all())
True
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import Any, Final, Generic, TypeAlias, TypeVar, final

import numpy as np
from numpy.typing import NDArray

import boston_rules as br
from boston_rules.cardplay.tricks import voids_in_trick
from boston_rules.envs.encoding import action_encoding
from boston_rules.envs.observation import ObservationSpec, Tensor, dense, observation_spec
from boston_rules.events import Events
from boston_rules.play.auction import Auction
from boston_rules.play.tricks import Playing
from boston_rules.questions.conceding import Conceding
from boston_rules.table import Table

__all__ = ["DirectEncoder", "Fixed", "Kept", "direct_encoder"]

_T = TypeVar("_T")
_Mark: TypeAlias = tuple[int, int, bool]
"""The place that a call of seat 0 marks, how far it is to the next seat's, and whether it is a
bid."""
_UNMARKED: Final[_Mark] = (0, 0, False)
_MOST_PLAYS: Final = 512
"""Of how many plays and seats it is kept what they show; each keeps its deal in memory."""
_MOST_TABLES: Final = 8192
"""Of how many tables and seats."""
_ORDER: Final = (np.arange(1, 53) / 52).astype(np.float32)
_THIRTEENTHS: Final = tuple(tricks / 13 for tricks in range(14))


@lru_cache(maxsize=4096)
def _shown_void(cards: tuple[int, ...], leader: int, seats: int, table: Any, exempt: int) -> int:
    """The suits that a trick has shown seats to be out of, four bits a seat."""
    void = voids_in_trick(cards, leader, seats, table.follow[cards[0]], exempt)
    suit = 1 << table.suit_of[cards[0]]
    found = 0
    for seat in range(seats):
        if void >> seat & 1:
            found |= suit << 4 * seat
    return found


def _turned(marks: int, width: int, n: int, seat: int) -> int:
    """Marks by seat, so many a seat, as the seat counts them: its own first."""
    return (marks >> width * seat | marks << width * (n - seat)) & (1 << width * n) - 1


def _play_of(state: br.State) -> Playing | None:
    """The play, one in which the others are asked to concede included."""
    play = state.play if isinstance(state, Conceding) else state
    return play if isinstance(play, Playing) else None


class _Said:
    """What has been said in a deal so far, with absolute seats."""

    __slots__ = ("bidder", "bids", "laid", "words")

    def __init__(self) -> None:
        self.words = 0
        self.bids = 0
        self.bidder = -1
        self.laid: br.Card | None = None
        """The card laid with the last bid."""


class Kept(Generic[_T]):
    """Values by what they are of, looked up by identity, since to hash it takes longer."""

    __slots__ = ("_found", "_most")

    def __init__(self, most: int) -> None:
        self._most = most
        self._found: dict[Hashable, tuple[object, _T]] = {}

    def get(self, owner: object, *more: Hashable) -> _T | None:
        found = self._found.get((id(owner), *more))
        return found[1] if found is not None and found[0] is owner else None

    def put(self, value: _T, owner: object, *more: Hashable) -> _T:
        if len(self._found) >= self._most:
            self._found.clear()
        self._found[id(owner), *more] = owner, value
        return value


Fixed: TypeAlias = tuple[int, int, Tensor]
"""The ones of a tensor as a mask, the tricks of ``target``, and the chips at its end."""


@final
class DirectEncoder:
    """Makes the tensors of one variant."""

    __slots__ = (
        *("_at", "_errs", "_forms", "_marks", "_n", "_plays"),
        *("_size", "_steps", "_tables", "_undealt", "_words", "chips", "spec"),
    )

    def __init__(self, spec: ObservationSpec) -> None:
        self.spec: Final = spec
        self._size: Final = len(spec)
        self._n: Final = spec.variant.seats
        self._errs: Final = spec.variant.table_law is not None
        """Whether players may err; what is known then is read from the view."""
        self._at: Final = {part.name: part.start for part in spec.slices}
        self.chips: Final = self._at["pool" if "pool" in self._at else "purses"]
        """The place from which on there is nothing but chips, and the number of the deal."""
        self._plays: Final[Kept[list[Fixed]]] = Kept(_MOST_PLAYS)
        self._tables: Final[Kept[tuple[int, Tensor]]] = Kept(_MOST_TABLES)
        self._undealt: Final[Kept[list[Fixed]]] = Kept(_MOST_TABLES)
        """What is seen before the cards are dealt: the table, and who cuts."""
        self._steps: Final = {key: place for place, key in enumerate(spec["contract"].labels)}
        words, bids = spec["words"], spec["bids"]
        said = {word: place for place, word in enumerate(words.labels)}
        forms = {form: place for place, form in enumerate(bids.labels)}
        self._words: Final = words.shape[1]
        self._forms: Final = bids.shape[1]
        self._marks: Final[dict[int, _Mark]] = {}
        """By identity of an action, its mark; the actions of the encoding live as long."""
        for action in action_encoding(spec.variant).actions:
            if isinstance(action, br.Bid):
                form = str(br.Bid(action.key, action.suit, action.suit_class))
                mark = forms[form], bids.shape[1], True
            elif str(action) in said:
                mark = said[str(action)], words.shape[1], False
            else:
                mark = _UNMARKED
            self._marks[id(action)] = mark

    def __call__(self, state: br.State, seat: int) -> Tensor:
        """What the seat may know of the state.

        Raises:
            ValueError: no such seat.
        """
        if not 0 <= seat < self._n or not self.reads(state):
            return self.spec.encode(br.observe(state, seat))
        [(ones, target, chips)] = self.parts(state, (seat,))
        tensor = dense(ones, self._size).astype(np.float32)
        tensor[self.chips :] = chips
        if target:
            tensor[self._at["target"]] = target / 13
        self.count(state, seat, tensor, _THIRTEENTHS, _ORDER)
        return tensor

    def reads(self, state: br.State) -> bool:
        """Whether a state can be read directly; the view tells of all others."""
        contract, play = state.contract, _play_of(state)
        if self._errs or (contract is not None and contract.called is not None):
            return False
        return play is not None or not (state.taken or state.settlement)

    def parts(self, state: br.State, seats: tuple[int, ...]) -> list[Fixed]:
        """What the tensor of each of some seats consists of, beside what is counted in the play."""
        if isinstance(state, Playing):
            return self._of_play(state, seats)
        if isinstance(state, Conceding):
            return self._of_concession(state, seats)
        n, at, actor, deal = self._n, self._at, state.actor, state.deal
        if deal is None:
            made = self._undealt.get(state.table, state.phase, actor, seats)
            if made is not None:
                return made
        fixed = self._fixed(state, seats, state.said)
        made = []
        for seat, (ones, target, chips) in zip(seats, fixed, strict=True):
            if actor is not None and actor >= 0:
                ones |= 1 << at["actor"] + (actor - seat) % n
            if deal is not None:
                # What is held in an auction is what was dealt; it need not be asked for.
                auction = isinstance(state, Auction)
                hand = deal.hands[seat] if auction else state.held(seat).mask
                ones |= hand << at["hand"]
                verdict = state.decided
                if verdict is not None:
                    ones |= 1 << at["verdict"] + verdict
            made.append((ones, target, chips))
        return made if deal else self._undealt.put(made, state.table, state.phase, actor, seats)

    def count(
        self, state: br.State, seat: int, row: Any, tricks: Sequence[float], order: NDArray[Any]
    ) -> None:
        """Put what is counted in the play into a tensor.

        Args:
            state: what the tensor is of.
            seat: who sees it.
            row: the tensor.
            tricks: by number of tricks, what stands for it.
            order: what stands for each number in the order of play.
        """
        play = _play_of(state)
        if play is None:
            return
        won, start, n = play.won, self._at["taken"], self._n
        if won:
            row[start : start + n] = [
                tricks[won >> 4 * ((seat + place) % n) & 15] for place in range(n)
            ]
        cards = [card for done in play.done for card in done[1]]
        cards += play.played
        if cards:
            start = self._at["order"]
            row[start : start + 52][cards] = order[: len(cards)]

    def _said(self, events: Events) -> _Said:
        """What has been said in some events."""
        said = _Said()
        marks = self._marks
        for event in events:
            action: Any = event.action
            seat = event.seat
            place, width, is_bid = marks.get(id(action)) or self._mark(action)
            if is_bid:
                said.bids |= 1 << place + width * seat
                said.bidder, said.laid = seat, action.card
            elif width:
                said.words |= 1 << place + width * seat
        return said

    def mark_at(self, action: br.Action) -> tuple[int, int]:
        """The place that tells of a call of the observer, and how far it is to the next seat's.

        Of an action of the encoding that is a call; all others have 0.
        """
        place, width, is_bid = self._marks[id(action)]
        return (place + self._at["bids" if is_bid else "words"] if width else 0), width

    def _mark(self, action: br.Action) -> _Mark:
        """The mark of an action that is equal to one of the encoding."""
        encoding = action_encoding(self.spec.variant)
        if action not in encoding:
            return _UNMARKED
        return self._marks[id(encoding.actions[encoding.encode(action)])]

    def _of_table(self, table: Table, seat: int) -> tuple[int, Tensor]:
        """What the table says to a seat: ones, and chips."""
        found = self._tables.get(table, seat)
        if found is None:
            writer = self.spec.of_table(table, seat)
            chips = np.zeros(self._size - self.chips, dtype=np.float32)
            for at, value in writer.values:
                chips[at - self.chips] = value
            found = self._tables.put((writer.ones, chips), table, seat)
        return found

    def _of_play(self, state: Playing, seats: tuple[int, ...]) -> list[Fixed]:
        setup, actor, at = state.setup, state.actor, self._at
        slam = None if state.slam is None else state.slam[0]
        key = (seats[0], slam)
        fixed = self._plays.get(setup, *key) if len(seats) == 1 else None
        if fixed is None:
            said = state.since_lead if slam in ("closed", "table") else setup.interlude
            fixed = self._fixed(state, seats, (*setup.said, *said))
            if len(seats) == 1:  # who asks for all seats at once does not come back
                self._plays.put(fixed, setup, *key)
        found = []
        for seat, (ones, target, chips) in zip(seats, fixed, strict=True):
            ones |= self._cards(state, seat) | 1 << at["actor"] + (actor - seat) % self._n
            verdict = state.decided
            if verdict is not None:
                ones |= 1 << at["verdict"] + verdict
            found.append((ones, target, chips))
        return found

    def _of_concession(self, state: Conceding, seats: tuple[int, ...]) -> list[Fixed]:
        play = state.play
        assert isinstance(play, Playing), "of another play it is said that it is not read"
        actor, at = state.actor, self._at["actor"]
        fixed = self._fixed(state, seats, (*play.setup.said, *state.answers))
        return [
            (ones | self._cards(play, seat) | 1 << at + (actor - seat) % self._n, target, chips)
            for seat, (ones, target, chips) in zip(seats, fixed, strict=True)
        ]

    def _cards(self, state: Playing, seat: int) -> int:
        """What the cards show, those played and those not."""
        n, at = self._n, self._at
        hands, left, played = state.setup.hands, state.unplayed, state.played
        leader = state.leader
        ones = (hands[seat] & left) << at["hand"]
        ones |= 1 << at["leader"] + (leader - seat) % n
        if state.done or played:
            gone = 0
            for other in range(n):
                gone |= (hands[other] & ~left) << 52 * ((other - seat) % n)
            ones |= gone << at["played"]
            first = leader - seat
            for place, card in enumerate(played):
                ones |= 1 << at["trick"] + 52 * ((first + place) % n) + card
            ones |= self._voids(state, leader, seat) << at["voids"]
        for other, cards in state.exposed:
            ones |= cards.mask << at["exposed"] + 52 * ((other - seat) % n)
        return ones

    def _voids(self, state: Playing, leader: int, seat: int) -> int:
        """Suits shown to be out of, four bits a seat, from the observer on."""
        terms, n = state.setup.terms, self._n
        table, free, exempt = terms.trick_table, terms.free, terms.exempt
        found = 0
        number = 0
        for first, cards, _ in state.done:
            found |= _shown_void(cards, first, n, table, exempt if number < free else -1)
            number += 1
        if len(state.played) > 1:
            bound = exempt if number < free else -1
            found |= _shown_void(state.played, leader, n, table, bound)
        return (found >> 4 * seat | found << 4 * (n - seat)) & (1 << 4 * n) - 1

    def _fixed(self, state: br.State, seats: tuple[int, ...], said: Events) -> list[Fixed]:
        """What a deal shows to some seats beside the play.

        Of the events, cards played need not be among them.
        """
        deal, table, n, at = state.deal, state.table, self._n, self._at
        phase = self.spec.phases.get(state.phase)
        common = 0 if phase is None else 1 << at["phase"] + phase
        if deal is None:
            told = [self._of_table(table, seat) for seat in seats]
            return [(common | ones, 0, chips) for ones, chips in told]
        heard = self._said(said)
        laid, standing, contract = heard.laid, state.standing_bid, state.contract
        if deal.turned is not None:
            common |= 1 << at["turned"] + deal.turned
        if standing is not None:
            bid = standing[1]
            common |= 1 << at["standing"] + (self._marks.get(id(bid)) or self._mark(bid))[0]
        target = 0
        if contract is not None:
            common |= 1 << at["contract"] + self._steps[contract.key]
            common |= 1 << at["trump"] + (4 if contract.trump is None else contract.trump)
            target = contract.target or 0
        found = []
        for seat in seats:
            ones, chips = self._of_table(table, seat)
            ones |= common | deal.hands[seat] << at["dealt"]
            if heard.words:
                ones |= _turned(heard.words, self._words, n, seat) << at["words"]
            if heard.bids:
                ones |= _turned(heard.bids, self._forms, n, seat) << at["bids"]
            if standing is not None:
                ones |= 1 << at["bidder"] + (standing[0] - seat) % n
            if laid is not None and (contract is not None or heard.bidder == seat):
                ones |= 1 << at["laid"] + laid.index
            if contract is not None:
                ones |= 1 << at["declarer"] + (contract.declarer - seat) % n
                partner = contract.partner
                if isinstance(partner, int) and "partner" in at:  # not where all sides are fixed
                    ones |= 1 << at["partner"] + (partner - seat) % n
            found.append((ones, target, chips))
        return found


@lru_cache(maxsize=64)
def direct_encoder(variant: br.Variant) -> DirectEncoder:
    """The encoder of a variant, made once."""
    return DirectEncoder(observation_spec(variant))
