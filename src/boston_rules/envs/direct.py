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

from collections.abc import Hashable
from functools import lru_cache
from typing import Any, Final, TypeAlias, final

import numpy as np

import boston_rules as br
from boston_rules.cardplay.tricks import voids_in_trick
from boston_rules.envs.encoding import action_encoding
from boston_rules.envs.observation import ObservationSpec, Tensor, dense, observation_spec
from boston_rules.play.dealing import plies_before_deal
from boston_rules.play.tricks import Playing
from boston_rules.table import History

__all__ = ["DirectEncoder", "direct_encoder"]

_Mark: TypeAlias = tuple[int, int, bool]
"""The place that a call of seat 0 marks, how far it is to the next seat's, and whether it is a
bid."""
_UNMARKED: Final[_Mark] = (0, 0, False)
_OF_TABLE: Final = frozenset({"dealer", "belle", "stakes", "pool", "purses", "antes", "session"})
"""The slices that say the same from the opening of a deal to its bill."""
_MOST: Final = 512
"""How many templates are kept."""
_MOST_DEALS: Final = 4096
"""Of how many deals it is kept what has been said."""
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


class _Said:
    """What has been said in a deal so far, with absolute seats."""

    __slots__ = ("bidder", "bids", "called", "count", "deal", "laid", "last", "words")

    def __init__(self, deal: object) -> None:
        self.deal = deal
        self.count = 0
        self.last: object = None
        self.words = 0
        self.bids = 0
        self.bidder = -1
        self.laid: br.Card | None = None
        """The card laid with the last bid."""
        self.called: br.Card | None = None


class _Templates:
    """Tensors by what they are of, looked up by identity, since to hash it takes longer."""

    __slots__ = ("_found",)

    def __init__(self) -> None:
        self._found: dict[Hashable, tuple[object, Tensor]] = {}

    def get(self, owner: object, *more: Hashable) -> Tensor | None:
        found = self._found.get((id(owner), *more))
        return found[1] if found is not None and found[0] is owner else None

    def put(self, tensor: Tensor, owner: object, *more: Hashable) -> Tensor:
        if len(self._found) >= _MOST:
            self._found.clear()
        self._found[id(owner), *more] = owner, tensor
        return tensor


@final
class DirectEncoder:
    """Makes the tensors of one variant."""

    __slots__ = (
        *("_at", "_bids", "_deals", "_errs", "_forms", "_heard", "_marks", "_n", "_plays"),
        *("_size", "_steps", "_words", "spec"),
    )

    def __init__(self, spec: ObservationSpec) -> None:
        self.spec: Final = spec
        self._size: Final = len(spec)
        self._n: Final = spec.variant.seats
        self._errs: Final = spec.variant.table_law is not None
        """Whether players may err; what is known then is read from the view."""
        self._at: Final = {part.name: part.start for part in spec.slices}
        self._plays: Final = _Templates()
        self._deals: Final = _Templates()
        self._steps: Final = {key: place for place, key in enumerate(spec["contract"].labels)}
        words, bids = spec["words"], spec["bids"]
        said = {word: place for place, word in enumerate(words.labels)}
        forms = {form: place for place, form in enumerate(bids.labels)}
        self._words: Final = words.shape[1]
        self._forms: Final = bids.shape[1]
        self._heard: Final[dict[int, _Said]] = {}
        self._marks: Final[dict[int, _Mark]] = {}
        """By identity of an action, its mark; the actions of the encoding live as long."""
        self._bids: Final[dict[br.Action, int]] = {}
        for action in action_encoding(spec.variant).actions:
            if isinstance(action, br.Bid):
                form = str(br.Bid(action.key, action.suit, action.suit_class))
                self._bids[action] = forms[form]
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
        if self._errs:
            return self.spec.encode(br.observe(state, seat))
        if isinstance(state, Playing) and 0 <= seat < self._n:
            return self._of_play(state, seat)
        if state.taken or state.settlement or not 0 <= seat < self._n:
            return self.spec.encode(br.observe(state, seat))
        return self._before_play(state, seat)

    def _said(self, state: br.State, history: History) -> _Said:
        """What has been said, from where the last look at the same deal has ended."""
        deal = state.deal
        said = self._heard.get(id(deal))
        count = len(history)
        if (
            said is None
            or said.deal is not deal
            or said.count > count
            or (said.count and history[said.count - 1] is not said.last)
        ):
            if len(self._heard) >= _MOST_DEALS:
                self._heard.clear()
            said = self._heard[id(deal)] = _Said(deal)
            tokens = [(actor, str(action)) for actor, action in history]
            dealer = state.table.dealer
            said.count = plies_before_deal(tokens, dealer, self._n, phase=state.name)
            said.last = history[said.count - 1] if said.count else None
        if said.count == count:
            return said
        marks = self._marks
        for actor, action in history[said.count :]:
            if actor < 0:
                continue
            mark = marks.get(id(action)) or self._mark(action)
            place, width, is_bid = mark
            if is_bid:
                said.bids |= 1 << place + width * actor
                said.bidder, said.laid = actor, action.card  # type: ignore[union-attr]
            elif width:
                said.words |= 1 << place + width * actor
            elif isinstance(action, br.Call):
                said.called = action.card
        said.count, said.last = count, history[-1]
        return said

    def _mark(self, action: br.Action) -> _Mark:
        """The mark of an action that is equal to one of the encoding."""
        encoding = action_encoding(self.spec.variant)
        if action not in encoding:
            return _UNMARKED
        return self._marks[id(encoding.actions[encoding.encode(action)])]

    def _only(self, tensor: Tensor, names: frozenset[str]) -> Tensor:
        """A tensor with nothing but some slices."""
        made = tensor.copy()
        for part in self.spec.slices:
            if part.name not in names:
                made[part.start : part.stop] = 0
        return made

    def _of_play(self, state: Playing, seat: int) -> Tensor:
        setup, n, at = state.setup, self._n, self._at
        slam = None if state.slam is None else state.slam[0]
        known = state.partner_known_to(seat)
        template = self._plays.get(setup, seat, slam, known)
        if template is None:
            history = state.history if slam in ("closed", "table") else setup.history
            ones, rest = self._fixed(state, seat, (*history, *setup.interlude))
            rest += dense(ones, self._size)
            template = self._plays.put(rest, setup, seat, slam, known)
        hands, left, actor, played, done = (
            setup.hands,
            state.left,
            state.actor,
            state.played,
            state.done,
        )
        leader = (actor - len(played)) % n
        ones = (hands[seat] & left) << at["hand"]
        ones |= 1 << at["actor"] + (actor - seat) % n
        ones |= 1 << at["leader"] + (leader - seat) % n
        gone = 0
        for other in range(n):
            gone |= (hands[other] & ~left) << 52 * ((other - seat) % n)
        ones |= gone << at["played"]
        first = leader - seat
        for place, card in enumerate(played):
            ones |= 1 << at["trick"] + 52 * ((first + place) % n) + card
        for other in state.exposed:
            ones |= (hands[other] & left) << at["exposed"] + 52 * ((other - seat) % n)
        ones |= self._voids(state, leader, seat) << at["voids"]
        verdict = state.decided_for(seat)
        if verdict is not None:
            ones |= 1 << at["verdict"] + verdict
        tensor = template + dense(ones, self._size)
        won, start = state.won, at["taken"]
        tensor[start : start + n] = [
            _THIRTEENTHS[won >> 4 * ((seat + place) % n) & 15] for place in range(n)
        ]
        cards = [card for row in done for card in row[1]]
        cards += played
        if cards:
            start = at["order"]
            tensor[start : start + 52][cards] = _ORDER[: len(cards)]
        return tensor

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

    def _before_play(self, state: br.State, seat: int) -> Tensor:
        ones, tensor = self._fixed(state, seat, state.history)
        at = self._at
        ones |= state.held(seat).mask << at["hand"]
        if state.actor is not None and state.actor >= 0:
            ones |= 1 << at["actor"] + (state.actor - seat) % self._n
        verdict = state.decided_for(seat)
        if verdict is not None:
            ones |= 1 << at["verdict"] + verdict
        tensor += dense(ones, self._size)
        return tensor

    def _fixed(self, state: br.State, seat: int, history: History) -> tuple[int, Tensor]:
        """What a deal shows beside the play: the ones as a mask, the rest as a tensor of its own.

        Of the history, the cards played need not be in it.
        """
        deal, table, n, at = state.deal, state.table, self._n, self._at
        template = self._deals.get(table, seat)
        if template is None:
            whole = self.spec.encode(br.observe(state, seat))
            template = self._deals.put(self._only(whole, _OF_TABLE), table, seat)
        phase = self.spec.phases.get(state.name)
        ones = 0 if phase is None else 1 << at["phase"] + phase
        if deal is None:
            return ones, template.copy()
        ones |= deal.hands[seat] << at["dealt"]
        if deal.turned is not None:
            ones |= 1 << at["turned"] + deal.turned
        said = self._said(state, history)
        ones |= _turned(said.words, self._words, n, seat) << at["words"]
        ones |= _turned(said.bids, self._forms, n, seat) << at["bids"]
        called, laid = said.called, said.laid
        standing = state.standing_bid
        if standing is not None:
            ones |= 1 << at["standing"] + self._bids[standing[1]]
            ones |= 1 << at["bidder"] + (standing[0] - seat) % n
        contract = state.contract
        if laid is not None and (contract is not None or said.bidder == seat):
            ones |= 1 << at["laid"] + laid.index
        target = 0.0
        if contract is not None:
            ones |= 1 << at["contract"] + self._steps[contract.key]
            ones |= 1 << at["trump"] + (4 if contract.trump is None else contract.trump)
            ones |= 1 << at["declarer"] + (contract.declarer - seat) % n
            partner = contract.partner if state.partner_known_to(seat) else None
            if partner is not None and "partner" in at:  # not where all sides are fixed
                ones |= 1 << at["partner"] + (partner - seat) % n
            called = contract.called or called
            target = (contract.target or 0) / 13
        if called is not None:
            ones |= 1 << at["called"] + called.index
        tensor = template.copy()
        if target:
            tensor[at["target"]] = target
        return ones, tensor


@lru_cache(maxsize=64)
def direct_encoder(variant: br.Variant) -> DirectEncoder:
    """The encoder of a variant, made once."""
    return DirectEncoder(observation_spec(variant))
