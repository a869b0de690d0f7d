"""What a seat sees, as numbers: a flat tensor a variant, made from a state by one writer.

Seats are counted from the observer: 0 is the observer, 1 the player at his left. Cards stand in
index order (2♣ to A♠), suits in the order ♣ ♦ ♥ ♠. Everything is 0 or 1, except chips, which are
squeezed into -1 to 1 (see :func:`squeezed`), and fractions from 0 to 1.

The writer goes through the state and its events once, with the seats as they are numbered at the
table; one permutation then turns the tensor to the observer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import count
from typing import Any, Final, TypeAlias, final

import numpy as np
from attrs import evolve
from numpy.typing import NDArray

from boston_rules import FULL, HOLE, PACK, Action, Bid, Card, Play, State, Variant
from boston_rules.core.arguments import check_seat
from boston_rules.core.events import Events, Opened
from boston_rules.deal.cardplay import TrickRow
from boston_rules.deal.state import check_state
from boston_rules.deal.table import Table
from boston_rules.deal.tricks import Playing
from boston_rules.envs.encoding import action_encoding, bid_forms
from boston_rules.envs.slices import Layout, Slice, slices_of
from boston_rules.rules.trumps import TrickTable
from boston_rules.rules.variant import as_variant

__all__ = [
    "CHIPS",
    "ObservationSpec",
    "Slice",
    "Tensor",
    "WholeTensor",
    "as_floats",
    "observation_spec",
    "squeezed",
    "units_of",
]

Tensor: TypeAlias = NDArray[np.float32]
WholeTensor: TypeAlias = NDArray[np.int8]

_Told: TypeAlias = tuple[int, Tensor]
"""Ones, as a mask, and the numbers with which the tensor ends, from the chips on."""

CHIPS: Final = 100.0
"""The chips that become one half."""
_NO_MARK: Final = 0, 0
_BYTES: Final = np.array([[byte >> bit & 1 for bit in range(8)] for byte in range(256)], np.float32)
"""By byte, its bits, the lowest first."""


def squeezed(chips: Any) -> Any:
    """Chips, or an array of them, from -1 to 1, strictly rising: ``chips / (abs(chips) + 100)``.

    >>> squeezed(100), squeezed(-300), squeezed(0)
    (0.5, -0.75, 0.0)
    """
    return chips / (abs(chips) + CHIPS)


def units_of(slices: Iterable[Slice]) -> Tensor:
    """By place of a tensor with these slices, what 1.0 is as a whole number."""
    row = [unit for part in slices for unit in [part.unit] * part.size]
    return np.array(row, dtype=np.float32)


def as_floats(ones: int, size: int) -> Tensor:
    """A mask as an array of ones and zeros, of a size or up to seven zeros longer.

    >>> as_floats(0b101, 4).tolist()
    [1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    """
    raw = np.frombuffer(ones.to_bytes(size + 7 >> 3, "little"), np.uint8)
    return _BYTES.take(raw, axis=0).ravel()


@lru_cache(maxsize=1 << 13)
def _cards_of(tricks: tuple[TrickRow, ...], seats: int) -> _Told:
    """Of complete tricks, the cards by seat, and by card its number in the order of play."""
    if not tricks:
        return 0, np.zeros(52, dtype=np.float32)
    *before, (leader, cards, _) = tricks
    played, order = _cards_of(tuple(before), seats)
    order = order.copy()
    for place, card in enumerate(cards):
        played |= 1 << 52 * ((leader + place) % seats) + card
        order[card] = (seats * len(before) + place + 1) / 52
    return played, order


@lru_cache(maxsize=4096)
def _suits_in(cards: int, table: TrickTable) -> int:
    """The suits of which a mask has every card."""
    return sum(1 << suit for suit, lane in enumerate(table.suit_masks) if not lane & ~cards)


@final
class ObservationSpec(Layout):
    """The tensor of a variant: which slice stands where, and the writer that fills it.

    >>> import boston_rules as br
    >>> from boston_rules.envs import ObservationSpec
    >>> spec = ObservationSpec(br.get_variant("french"))
    >>> spec["hand"].start, spec["hand"].size, spec["turned"].shape
    (8, 52, (52,))
    >>> hands = [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "SHCD"]
    >>> state = br.start(spec.variant, hands=hands, turned=br.parse_card("AS"))
    >>> tensor = spec.encode(br.observe(state, 1))
    >>> [br.PACK[place].rank.letter for place in spec.part(tensor, "hand").nonzero()[0]][:3]
    ['2', '3', '4']
    """

    __slots__ = (
        *("_at", "_forms", "_marks", "_n", "_phases", "_size"),
        *("chips", "marks", "turned", "units"),
    )

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant, slices_of(variant))
        self.units: Final = units_of(self.slices)
        """By place, what 1.0 is in a tensor of whole numbers."""
        self._n: Final = variant.seats
        self._size: Final = len(self)
        at: Final = {part.name: part.start for part in self.slices}
        self._at: Final = at
        self.chips: Final = at["pool" if "pool" in at else "purses"]
        """The place from which on there are chips."""
        self._phases: Final = {name: 1 << place for place, name in enumerate(self["phase"].labels)}
        encoding = action_encoding(variant)
        self._forms: Final = {
            evolve(form, card=card): place
            for place, form in enumerate(bid_forms(variant))
            for card in ((None, HOLE, *PACK) if variant.ladder[form.key].lays_card else (None,))
        }
        """By bid, whatever card is laid with it, its form."""
        self._marks: Final[dict[Action | Opened, tuple[int, int]]] = {
            Play(card): (at["played"] + card.index, 52) for card in PACK
        }
        """By action, the place that is 1 once seat 0 has taken it, and how far it is from there to
        that of the next seat. No place tells of a cut, a discard, a call or a suit named."""
        for part, calls in (
            (self["words"], zip(encoding.words, count())),
            (self["bids"], self._forms.items()),
        ):
            for call, place in calls:
                self._marks[call] = part.start + place, part.shape[1]
        seats = range(self._n)
        self.marks: Final = np.array(
            [
                [[first + width * ((who - seat) % self._n) for seat in seats] for who in seats]
                for first, width in (self._marks.get(each, _NO_MARK) for each in encoding.actions)
            ]
        )
        """The same by number of the action, who takes it and who looks; 0 where no place tells."""
        self.turned: Final = np.array([self._turned(seat) for seat in seats])
        """By seat, where what it sees at each place stands in a tensor told from seat 0."""

    def _turned(self, seat: int) -> NDArray[np.intp]:
        places = np.arange(self._size)
        for part in self.slices:
            if part.by_seat:
                rows = self.part(places, part.name)
                places[part.start : part.stop] = np.roll(rows, -seat, axis=0).ravel()
        return places

    def as_whole(self, tensor: Tensor) -> WholeTensor:
        """A tensor, or a batch of them, in whole numbers of 8 bits: a quarter of the size.

        Divided by :attr:`units` they are what they were; chips only nearly, being rounded.

        >>> import boston_rules as br
        >>> from boston_rules.envs import observation_spec
        >>> spec = observation_spec("mariland")
        >>> tensor = spec.encode(br.observe(br.start("mariland"), 1))
        >>> whole = spec.as_whole(tensor)
        >>> spec.part(whole, "purses").tolist()
        [0, 0, 0, -12]
        >>> round(-12 / 127, 3), squeezed(-10)
        (-0.094, -0.09090909090909091)
        """
        whole: WholeTensor = np.rint(tensor * self.units).astype(np.int8)
        return whole

    # The writer. Seats stand as they are numbered at the table until the last step.

    def encode(self, state: State, seat: int | None = None) -> Tensor:
        """The tensor of a view, or of what a seat sees of a full state.

        Args:
            state: a view, or a full state.
            seat: from which a full state, or an onlooker's view, is told; the viewer's own seat in
                another view.

        Raises:
            ValueError: there is no such seat, or none is given.
            TypeError: an argument is of another type.
        """
        check_state(state)
        viewer = state.viewer
        if isinstance(viewer, int):
            seat = viewer
        elif seat is None:
            raise ValueError("a full state or an onlooker's view is told from a seat: give one")
        else:
            check_seat(seat, "the viewer", self._n)
        told = self._told(state, None if viewer is None else seat)
        turned: Tensor = told[self.turned[seat]]
        return turned

    def encode_public(self, state: State) -> Tensor:
        """What everybody sees of a state, told from seat 0; :attr:`turned` turns it to others.

        Raises:
            TypeError: it is not a state.
        """
        check_state(state)
        return self._told(state, None)[: self._size]

    def _told(self, state: State, own: int | None) -> Tensor:
        """What everybody sees of a state, and one seat its cards; up to seven zeros longer."""
        at, size, contract = self._at, self._size, state.contract
        if state.viewer is FULL and contract is not None and contract.called is not None:
            state = state.seen_by(own)  # only who holds the called card may know it
        play: Playing | None = state.play
        if play is state and play.slam is None:
            setup = play.setup
            ones, chips = setup.kept(
                self, lambda: self._said(state, setup.said + setup.interlude, None)
            )
        else:
            ones, chips = self._said(state, _calls_of(state), own)
        ones |= self._now(state, own)
        if play is None:
            tensor = as_floats(ones, size)
        else:
            played, order = _cards_of(play.done, self._n)
            ended = state.settlement is not None
            tensor = as_floats(ones | self._shown(play, played, ended=ended), size)
            self._count(play, order, tensor)
        tensor[self.chips : size] = chips
        if contract is not None and contract.target is not None:
            tensor[at["target"]] = contract.target / 13
        if "faced" in at:
            revoked = state.revoked
            self._put(tensor, "revokes", [revoked.count(seat) / 13 for seat in range(self._n)])
            lying = ("faced", state.faced), ("returned", state.returned)
            for name, rows in lying if state.settlement is None else ():
                for seat, cards in rows:
                    tensor[[at[name] + 52 * seat + card.index for card in cards]] = 1
            for seat, suit in state.called_suits if state.settlement is None else ():
                tensor[at["called-suits"] + 4 * seat + suit] = 1
        if state.settlement is not None:
            self._put(tensor, "result", list(map(squeezed, state.settlement.deltas)))
        return tensor

    def _put(self, tensor: Tensor, name: str, numbers: Sequence[float] | Tensor) -> None:
        """Put numbers into a slice of a tensor."""
        start = self._at[name]
        tensor[start : start + len(numbers)] = numbers

    def _now(self, state: State, own: int | None) -> int:
        """The phase, who is to act, what one seat holds, the verdict."""
        at, actor, deal, bill = self._at, state.actor, state.deal, state.settlement
        ones = self._phases.get(state.phase, 0) << at["phase"]
        if actor is not None and actor >= 0:
            ones |= 1 << at["actor"] + actor
        if deal is not None and own is not None:
            ones |= deal.hands[own] << at["dealt"]
            if bill is None:  # later what is left is gathered
                ones |= state.held(own).mask << at["hand"]
        verdict = state.decided if bill is None else bill.made
        return ones if verdict is None else ones | 1 << at["verdict"] + verdict

    def _said(self, state: State, calls: Events, own: int | None) -> _Told:
        """What the table, the calls of a deal and its contract say."""
        at, marks, table, deal = self._at, self._marks, state.table, state.deal
        ones, chips = table.kept(self, lambda: self._of_table(table))
        if deal is not None and deal.turned is not None:
            ones |= 1 << at["turned"] + deal.turned
        for event in calls:
            place, width = marks.get(event.action, _NO_MARK)
            if width:
                ones |= 1 << place + width * event.seat
        if state.standing_bid is not None:
            bidder, bid = state.standing_bid
            ones |= 1 << at["standing"] + self._forms[bid] | 1 << at["bidder"] + bidder
        laid = _laid_of(calls, own) if "laid" in at else None
        if laid is not None:
            ones |= 1 << at["laid"] + laid.index
        contract = state.contract
        if contract is not None:
            ones |= 1 << at["contract"] + self.variant.ladder.place(contract.key)
            ones |= 1 << at["trump"] + (4 if contract.trump is None else contract.trump)
            ones |= 1 << at["declarer"] + contract.declarer
            if isinstance(contract.partner, int) and "partner" in at:  # not where sides are fixed
                ones |= 1 << at["partner"] + contract.partner
            if contract.called is not None and "called" in at:
                ones |= 1 << at["called"] + contract.called.index
        return ones, chips

    def _of_table(self, table: Table) -> _Told:
        """What the table says throughout a deal."""
        at, rules = self._at, table.variant
        ones = 1 << at["dealer"] + table.dealer
        if table.belle is not None:
            ones |= 1 << at["belle"] + table.belle
        if rules.carryover is not None:
            ones |= 1 << at["conditions"] + rules.conditions.index(table.conditions)
        if "stakes" in at:
            ones |= 1 << at["stakes"] + rules.stakes.index(table.stakes)
        tensor = np.zeros(self._size, dtype=np.float32)
        if rules.pool is not None:
            self._put(tensor, "pool", (squeezed(table.pool), squeezed(table.set_aside)))
            for transfer in table.antes:
                if isinstance(transfer.payer, int):
                    tensor[at["antes"] + transfer.payer] = squeezed(transfer.chips)
        start = rules.session.starting_chips
        self._put(tensor, "purses", [squeezed(purse - start) for purse in table.purses])
        tensor[at["session"]] = min(1.0, table.deal_number / rules.session.most_deals)
        return ones, tensor[self.chips :].copy()

    def _shown(self, play: Playing, played: int, *, ended: bool) -> int:
        """What the cards show, of which those of complete tricks are known already."""
        at, n, leader = self._at, self._n, play.leader
        trick = ones = 0
        for place, card in enumerate(play.played):
            trick |= 1 << 52 * ((leader + place) % n) + card
        table = play.setup.terms.trick_table
        for seat, void in enumerate(play.void):
            ones |= _suits_in(void, table) << at["voids"] + 4 * seat
        owner = play.exposed_seat if "exposed" in at else None
        if owner is not None:
            ones |= (play.setup.hands[owner] & play.unplayed) << at["exposed"] + 52 * owner
        if not ended:
            ones |= 1 << at["leader"] + leader
        return ones | trick << at["trick"] | (played | trick) << at["played"]

    def _count(self, play: Playing, order: Tensor, tensor: Tensor) -> None:
        """Put the cards in order, and the tricks, into a tensor; complete tricks are in order."""
        self._put(tensor, "order", order)
        for number, card in enumerate(play.played, self._n * len(play.done) + 1):
            tensor[self._at["order"] + card] = number / 52
        self._put(tensor, "taken", [tricks / 13 for tricks in play.taken])


def _calls_of(state: State) -> Events:
    """What has happened since the deal but cards."""
    deal = state.deal
    if deal is None or state.play is None:
        return state.said
    events = state.events[len(deal.events) :]
    return tuple([event for event in events if not isinstance(event.action, Play)])


def _laid_of(calls: Events, own: int | None) -> Card | None:
    """The card laid with the last bid, where it was shown or is one's own."""
    for event in reversed(calls):
        if event.shows.laid is not None:
            return event.shows.laid
        if isinstance(event.action, Bid):
            card = event.action.card
            return card if isinstance(card, Card) and event.seat == own else None
    return None


def observation_spec(variant: Variant | str) -> ObservationSpec:
    """The observation of a variant, or of the one with a slug, made once.

    Raises:
        VariantError: no variant has the slug.
        TypeError: it is neither a variant nor a slug.
    """
    return _made_once(as_variant(variant))


_made_once: Final = lru_cache(maxsize=64)(ObservationSpec)
