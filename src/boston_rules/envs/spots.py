"""Cuts and auctions of many tables at once: where an action leads is asked of the engine once.

What follows a legal cut, call or answer about chicane depends on nothing but what everybody knows
(``public`` of these states). All tables of which the same is known stand at one *spot*. The first
table at which an action is taken at a spot is played by the engine, and what the seats see of the
spot to which it leads is told by the encoder; the tables after it find both in arrays. Cards are
dealt in arrays too where everybody knows the same after each deal.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import reduce
from itertools import starmap
from typing import Final, NamedTuple, TypeAlias, TypeGuard, TypeVar, final

import numpy as np
from attrs import evolve

import boston_rules as br
from boston_rules.core.events import event_of
from boston_rules.deal.auction import Auction
from boston_rules.deal.dealing import Cutting, Shuffling, cut
from boston_rules.deal.phases import phases_of
from boston_rules.deal.questions.order import questions_of
from boston_rules.deal.questions.polls import AskingChicane
from boston_rules.deal.table import Deal, Table
from boston_rules.deal.tricks import Playing
from boston_rules.envs.batch import Ints, PlayBatch, Start, in_arrays
from boston_rules.envs.clones import Parts
from boston_rules.envs.encoding import ActionEncoding, action_encoding
from boston_rules.envs.observation import Tensor, WholeTensor, observation_spec
from boston_rules.envs.rows import Rows

__all__ = ["SpotBatch", "has_spot"]

_PUBLIC: Final = (
    *("phase", "actor", "standing", "bidder", "laid", "called"),
    *("contract", "trump", "declarer", "partner", "leader", "verdict"),
)
"""The slices that tell of a spot; at most one place of each is 1 for a seat."""
_ONE: Final = np.uint64(1)
_UNKNOWN: Final = -1
_ENGINE: Final = -2
"""Of actions after which only the engine can go on."""
_MOST_SPOTS: Final = 1 << 15
"""Of how many spots it is kept what follows; at others the engine goes on."""
_MOST_OPENINGS: Final = 512
"""Of how many tables and turned cards it is kept what the seats see at the first cut or call."""


def _more(rows: Ints, fill: int = 0) -> Ints:
    """Room for twice as many rows."""
    return np.concatenate([rows, np.full_like(rows, fill)])


Talk: TypeAlias = Cutting | Auction | AskingChicane
Places: TypeAlias = tuple[tuple[int, ...], ...]
_K = TypeVar("_K", bound=Hashable)
_T = TypeVar("_T")


def has_spot(state: br.State) -> TypeGuard[Talk]:
    """Whether a state is the first of the cuts or of the auction, which go on in arrays."""
    # Players may err; or nobody bids, so that cards would be led as soon as they are dealt.
    if Playing not in phases_of(state.variant) or state.table.is_grand:
        return False
    return isinstance(state, Cutting) or (isinstance(state, Auction) and not state.spoken)


class Beginning(NamedTuple):
    """What deals have in common after which everybody knows the same."""

    spot: int
    whole: WholeTensor
    """What the seats see, with the hands of one of them."""
    chips: Tensor
    opened: Table
    """The engine's table."""


@final
class Dealing:
    """How a pack is dealt."""

    __slots__ = ("places", "turned_at")

    def __init__(self, table: Table) -> None:
        places = table.dealt(range(len(table.variant.dealing.pack)))
        self.places: Final = np.array(places[: table.variant.seats])
        """By seat, from where in the pack the cards come."""
        self.turned_at: Final = table.variant.dealing.turned(places, table.dealer)
        """From where the card comes that is turned, if it is one of the pack."""


@final
class SpotBatch:
    """Room for the cuts and auctions of some tables of one variant.

    Args:
        variant: the rules.
        tables: how many.
    """

    def __init__(self, variant: br.Variant, tables: int) -> None:
        self._encoding: Final[ActionEncoding] = action_encoding(variant)
        self._variant: Final = variant
        play: Final = PlayBatch(variant, tables, self.led)
        self.play: Final = play
        """The batch that has the rows of the seats, and in which the cards are played."""
        spec: Final = observation_spec(variant)
        self._spec: Final = spec
        n, actions = variant.seats, len(self._encoding)
        self._n: Final = n
        self._whole: Final = play.rows.whole.reshape(tables, n, -1)
        self._chips: Final = play.rows.chips.reshape(tables, n, -1)
        self._flat: Final = play.rows.whole.reshape(-1)
        self._public: Final = spec.places(_PUBLIC)
        """The places that tell of a spot."""
        self._asked_by_contract: Final = "target" not in spec and all(
            rule.by_contract for rule in questions_of(variant)
        )
        """Whether what follows the auction is the same whoever holds what, and marks tell it."""
        self.spot: Final[Ints] = np.zeros(tables, dtype=np.int64)
        """At which spot each table stands."""
        self._began: Final[list[tuple[br.State, tuple[br.Action, ...]] | None]] = [None] * tables
        """The state before chance was due at each table, and what was drawn since."""
        self._first: Final[list[Talk | None]] = [None] * tables
        """The state that this makes, if it was asked for, until the cards are played: it is much to
        be kept for long."""
        self._opened: Final[list[Table | None]] = [None] * tables
        """The engine's table then."""
        self._packs: Final[list[tuple[int, ...]]] = [()] * tables
        """The pack before the first cut, where one is due."""
        self._count: Final[Ints] = np.zeros(tables, dtype=np.int64)
        """How many actions were taken since."""
        self._taken: Ints = np.zeros((tables, 16), dtype=np.int64)
        """These actions, as ``actor * actions + number``."""
        self._coming: Final[list[tuple[int, tuple[int, ...]]]] = []
        """Tables that have come in, whose hands are not in the rows yet."""
        self._dealt: Final[list[tuple[int, Dealing, bytes]]] = []
        """Tables at which the cards were dealt that are not in the rows yet, with the pack."""
        self._hides_cards: Final = variant.dealt is None
        """Whether everybody knows the same after any deal, but for the card turned: otherwise the
        cards themselves may make the contract."""
        self._dealings: Final[dict[tuple[int, tuple[int, ...]], Dealing]] = {}
        """By dealer and packets."""
        self._beginnings: Final[dict[tuple[Table, str, int, int | None], Beginning]] = {}
        """By table, phase, actor and card turned, what everybody knows then."""
        self._shuffles: Final[dict[tuple[br.State, int | None], Beginning | None]] = {}
        """The same by what is shuffled and the card turned; ``None`` where the engine goes on."""
        # By spot.
        self._numbers: Final[dict[Hashable, int]] = {}
        self._any_deal: Deal | None = None
        """The deal of all states that stand for their spots."""
        self._states: Final[list[Talk | None]] = []
        """A state that stands there; ``None`` where the cards are played next."""
        self.actor: Ints = np.zeros(64, dtype=np.int64)
        self.masks: Ints = np.zeros((64, actions), dtype=np.int8)
        """What may be done, where that does not depend on the hand."""
        self.by_hand: Ints = np.zeros(64, dtype=np.bool_)
        """Where it does."""
        self._leads: Ints = np.zeros(64, dtype=np.bool_)
        """Where the cards are played next."""
        self._starts: Final[dict[int, Start]] = {}
        """How, there."""
        self._next: Ints = np.full((64, actions), _UNKNOWN, dtype=np.int16)
        """By action, the spot to which it leads."""
        self._told: Ints = np.zeros(64, dtype=np.bool_)
        """Where the rows tell what is said."""
        self._places: Ints = np.zeros((64, n, len(_PUBLIC)), dtype=np.int16)
        """By seat, the places that are 1; one of them as often as there is room."""

    @property
    def parts(self) -> Parts:
        """What is kept of each table, once the rows are filled in."""
        said = self.spot, self._count, self._taken
        return [*self.play.parts, *said, self._began, self._first, self._opened, self._packs]

    def enter(
        self, table: int, state: Talk, before: br.State, drawn: tuple[br.Action, ...]
    ) -> bool:
        """A table that goes on here, see :func:`has_spot`; whether there is room.

        Args:
            table: its number.
            state: how it stands.
            before: the state before chance was due, or the same.
            drawn: the chance events since.
        """
        deal = state.deal
        beginning = self._beginning_of(state, None if deal is None else deal.turned)
        if beginning is None:
            return False
        self._begin(table, beginning, before, drawn)
        self._first[table] = state
        if deal is not None:
            self._coming.append((table, deal.hands))
        elif isinstance(state, Cutting) and state.pack is not br.HOLE:
            self._packs[table] = state.pack
        return True

    def deal(self, table: int, state: br.State, event: br.Action) -> bool:
        """A table that goes on here once a pack is shuffled; whether it can without the engine.

        Args:
            table: its number.
            state: before a chance event, from which many deals begin.
            event: the event.
        """
        two_packs = self._variant.dealing.packs > 1
        if not isinstance(state, Shuffling) or not self._hides_cards or two_packs:
            return False
        assert isinstance(event, br.Shuffle), "nothing else comes in this phase"
        dealing, turned = self._dealing_of(state.table), None
        is_cut, pack = state.is_cut, event.order
        if dealing.turned_at is not None and not is_cut:
            turned = pack[dealing.turned_at]
        try:
            beginning = self._shuffles[state, turned]
        except KeyError:
            first = state.after(event)
            beginning = self._beginning_of(first, turned) if has_spot(first) else None
            _keep(self._shuffles, (state, turned), beginning)
        if beginning is None:
            return False
        self._begin(table, beginning, state, (event,))
        self._first[table] = None
        if is_cut:
            self._packs[table] = pack
        else:
            self._dealt.append((table, dealing, bytes(pack)))
        return True

    def _dealing_of(self, table: Table) -> Dealing:
        """How the pack is dealt at the engine's table."""
        key = table.dealer, table.packets
        found = self._dealings.get(key)
        if found is None:
            found = self._dealings[key] = Dealing(table)
        return found

    def _beginning_of(self, state: Talk, turned: int | None) -> Beginning | None:
        """What everybody knows at the first cut or call; ``None`` where there is no room."""
        known = state.table, state.phase, state.actor, turned
        found = self._beginnings.get(known)
        if found is None:
            spot = self._spot_of(state)
            if spot == _ENGINE:
                return None
            rows = Rows(self._variant, self._n)
            rows.put_public(0, state)
            rows.fill()
            found = Beginning(spot, rows.whole, rows.chips, state.table)
            _keep(self._beginnings, known, found)
        return found

    def _begin(
        self, table: int, beginning: Beginning, before: br.State, drawn: tuple[br.Action, ...]
    ) -> None:
        self.spot[table], self._whole[table], self._chips[table], opened = beginning
        self._began[table], self._opened[table] = (before, drawn), opened
        self._count[table] = 0

    def fill(self) -> None:
        """Put the hands into the rows of the tables that have come in."""
        come: list[int] = []
        dealt = self.play.dealt
        if self._coming:
            tables, hands = zip(*self._coming, strict=True)
            dealt[list(tables)] = np.array(hands, dtype=np.uint64)
            come += tables
            self._coming.clear()
        if self._dealt:
            tables, dealings, packs = zip(*self._dealt, strict=True)
            order = np.frombuffer(b"".join(packs), dtype=np.uint8).reshape(len(packs), -1)
            places = np.stack([dealing.places for dealing in dealings])
            held = np.take_along_axis(order[:, None], places, axis=2)
            dealt[list(tables)] = (_ONE << held.astype(np.uint64)).sum(axis=2)
            come += tables
            self._dealt.clear()
        if come:
            self.play.show(come, dealt[come])

    def position(self, table: int) -> br.State:
        """The state of a table at which something is to be said."""
        here, first = self._states[int(self.spot[table])], self._first_of(table)
        since = self._since(table)
        if isinstance(here, Auction):
            assert isinstance(first, Auction), "it has begun before the first call"
            return here.over(first.deal, tuple(starmap(event_of, since)))
        return _followed(first, (action for _, action in since))

    def _first_of(self, table: int) -> Talk:
        """The state in which a table has come in."""
        first = self._first[table]
        if first is None:
            began = self._began[table]
            assert began is not None, "it has come in"
            made = _followed(*began)
            assert has_spot(made), "as had that of the deal before which everybody knew the same"
            first = self._first[table] = made
        return first

    def led(self, table: int) -> Playing:
        """The first lead at a table that has left for it."""
        began = self._began[table]
        assert began is not None, "it has come in before"
        before, drawn = began
        found = _followed(before, (*drawn, *(action for _, action in self._since(table))))
        assert isinstance(found, Playing), "as it was at the table that went before"
        return found

    def _since(self, table: int) -> list[tuple[int, br.Action]]:
        """What was said at a table since it has come in."""
        actions = self._encoding.actions
        taken = self._taken[table, : self._count[table]].tolist()
        return [(each // len(actions), actions[each % len(actions)]) for each in taken]

    def legal(self, table: int) -> tuple[br.Action, ...]:
        """What may be said at a table where that depends on the hand."""
        here = self._states[int(self.spot[table])]
        assert isinstance(here, Auction | AskingChicane), "a cut does not depend on it"
        hand = int(self.play.dealt[table, here.actor])
        if not isinstance(here, Auction):
            return here.answers_with(hand)
        # What a seat has laid it alone knows: the spot does not tell it.
        return self.position(table).legal() if here.offer.asks_laid else here.offer.legal(hand)

    def step(self, tables: Ints, numbers: Ints) -> tuple[Ints, Ints]:
        """A legal action at each of some tables.

        Returns:
            The tables at which the cards are played next, which stand in the batch of the play now;
            and those at which the engine must go on, where nothing is done.
        """
        to = self._next[self.spot[tables], numbers].astype(np.int64)
        for place in (to == _UNKNOWN).nonzero()[0].tolist():
            to[place] = self._explore(int(tables[place]), int(numbers[place]))
        here = to != _ENGINE
        dealing = here & self._told[to] & ~self._told[self.spot[tables]]
        self._move(tables[here], numbers[here], to[here])
        self._deal_cut(tables[dealing])
        led = self._leads[to] & here
        leading = tables[led]
        for table in leading.tolist():
            self._first[table] = None
        starts = [self._starts[spot] for spot in to[led].tolist()]
        opened = [self._opened[table] for table in leading.tolist()]
        self.play.lead(leading, starts, opened)
        return leading, tables[~here]

    def _deal_cut(self, tables: Ints) -> None:
        """The cards are dealt at tables after the last cut, as if they had come in then."""
        if not len(tables):
            return
        actions, counts = self._encoding.actions, self._count[tables].tolist()
        taken = (self._taken[tables] % len(actions)).tolist()
        for table, count, numbers in zip(tables.tolist(), counts, taken, strict=True):
            cuts = [actions[number] for number in numbers[:count]]
            began, opened = self._began[table], self._opened[table]
            assert began is not None, "it has come in before the first cut"
            assert opened is not None, "as has the engine's table"
            before, drawn = began
            self._began[table] = before, (*drawn, *cuts)
            self._first[table] = None
            pack = reduce(cut, cuts, self._packs[table])
            self._dealt.append((table, self._dealing_of(opened), bytes(pack)))
        self._count[tables] = 0

    def _move(self, tables: Ints, numbers: Ints, to: Ints) -> None:
        """Write down actions at some tables, and what the seats see of the spots they lead to."""
        spots = self.spot[tables]
        actor = self.actor[spots]
        firsts = self.play.firsts[tables]
        self._flat[firsts[:, :, None] + self._places[spots]] = 0
        self._flat[firsts[:, :, None] + self._places[to]] = 1
        # Of a cut nothing is told: a place that is 1 already stands for it.
        marks = self._spec.marks[numbers, actor]
        marks = np.where(self._told[spots][:, None], marks, self._places[to, :, 0])
        self._flat[firsts + marks] = 1
        count = self._count[tables]
        if count.max(initial=0) == self._taken.shape[1]:
            self._taken = np.concatenate([self._taken, np.zeros_like(self._taken)], axis=1)
        self._taken[tables, count] = actor * len(self._encoding) + numbers
        self._count[tables] = count + 1
        self.spot[tables] = to

    def _explore(self, table: int, number: int) -> int:
        """Where an action leads that nobody has taken yet at the spot of a table."""
        before = self.position(table)
        state = before.after(self._encoding.actions[number])
        # After the last cut a card may be turned, another at every table.
        deal, to = state.deal, _ENGINE
        hidden = deal is not None and deal.turned is None and self._hides_cards
        if hidden or deal is before.deal:
            to = self._spot_of(state)
        self._next[self.spot[table], number] = to
        return to

    def _spot_of(self, state: br.State) -> int:
        """The spot of a state, a new one where nobody stood there before."""
        shown: Places = ()
        public: Hashable
        if isinstance(state, Cutting | Auction):
            public = state.public
        elif self._asked_by_contract and isinstance(state, AskingChicane):
            public, shown = state.public, self._shown_of(state)
        elif self._asked_by_contract and in_arrays(state):
            public = state.contract or state.deal.turn, state.actor, state.setup.chicane
            shown = self._shown_of(state)
        else:
            return _ENGINE
        # After the auction the rows may tell more, such as the card that was laid with the bid.
        key = state.phase, public, shown
        found = self._numbers.get(key)
        if found is not None:
            return found
        spot = len(self._states)
        if spot == _MOST_SPOTS:
            return _ENGINE
        if spot == len(self._next):
            self._make_room()
        self._numbers[key] = spot
        assert state.actor is not None, "somebody is to act"
        self.actor[spot] = state.actor
        self._next[spot] = _UNKNOWN
        for seat, places in enumerate(shown or self._shown_of(state)):
            # The first again and again where there are fewer than can be.
            self._places[spot, seat] = places + places[:1] * (len(_PUBLIC) - len(places))
        if isinstance(state, Playing):
            self._states.append(None)
            self._leads[spot] = True
            self._starts[spot] = self.play.start_of(state)
        else:
            self._states.append(self._bare(state))
            every: tuple[br.Action, ...] = ()
            if isinstance(state, Auction):
                every = state.offer.every
            elif isinstance(state, Cutting):
                every = state.legal()
            self.by_hand[spot] = not every
            self.masks[spot] = self._encoding.mask(every)
            self._told[spot] = not isinstance(state, Cutting)
        return spot

    def _shown_of(self, state: br.State) -> Places:
        """By seat, the places that tell of the spot of a state."""
        spec, public = self._spec, self._public
        seen = spec.encode_public(state)[spec.turned[:, public]]
        if "laid" in spec and state.standing_bid is not None:
            bidder, _ = state.standing_bid  # who knows what he has laid
            seen[bidder] = spec.encode(state, bidder)[public]
        return tuple([tuple(public[row.nonzero()].tolist()) for row in seen])

    def _bare(self, state: Talk) -> Talk:
        """A state that stands for its spot, without what other states at it have otherwise."""
        if isinstance(state, Cutting):
            return state
        if self._any_deal is None:
            self._any_deal = state.deal
        if isinstance(state, Auction):
            return evolve(state, deal=self._any_deal, said=())
        return state.over(self._any_deal, ())

    def _make_room(self) -> None:
        """Room for twice as many spots."""
        self.actor, self.masks, self.by_hand = map(_more, (self.actor, self.masks, self.by_hand))
        self._leads, self._told, self._places = map(_more, (self._leads, self._told, self._places))
        self._next = _more(self._next, _UNKNOWN)


def _followed(state: br.State, actions: Iterable[br.Action]) -> br.State:
    """The state after some actions, all of them legal."""
    for action in actions:
        state = state.after(action)
    return state


def _keep(found: dict[_K, _T], key: _K, value: _T) -> None:
    """Keep a value, and drop all others before there are too many."""
    if len(found) >= _MOST_OPENINGS:
        found.clear()
    found[key] = value
