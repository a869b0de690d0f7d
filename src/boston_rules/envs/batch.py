"""The play of many tables at once, in NumPy arrays: what every seat sees is kept up to date.

A table comes in as a state of the play, or at a first lead that others have come to, and goes out
as a state before its last card. Where the session ends with that card it is played here too, and
the engine is asked what the tricks come to, once for all tables at which they come to the same.
What a rule means for the play is asked of the rules when a table comes in (what follows and beats
what, when a contract is decided, when a hand is laid open), so that this room knows no game. The
loop over the cards of a trick repeats, for arrays, what :mod:`boston_rules.core.cardplay.tricks`
decides; a differential test holds it to the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple, TypeAlias, TypeGuard, final

import numpy as np
from numpy.typing import NDArray

import boston_rules as br
from boston_rules.core.cardplay.tricks import winning_place
from boston_rules.core.cards import mask_of
from boston_rules.core.events import Counted
from boston_rules.deal.settled import bill_of, paid, played_outcome
from boston_rules.deal.settlement.tariff import Tariff, tariff_of
from boston_rules.deal.setup import DealSetup
from boston_rules.deal.table import Table
from boston_rules.deal.terms import Terms
from boston_rules.deal.tricks import Playing
from boston_rules.envs.clones import Parts
from boston_rules.envs.observation import Tensor, WholeTensor, observation_spec, squeezed
from boston_rules.envs.rows import Rows, cards_of
from boston_rules.rules.counts import count_play
from boston_rules.rules.goals import Goal
from boston_rules.rules.trumps import TrickTable

__all__ = ["PlayBatch", "in_arrays"]

Ints: TypeAlias = NDArray[Any]
"""Whole numbers of any size."""

_ONE: Final = np.uint64(1)
_NEVER: Final = 99
_NOBODY: Final = -1
_MOST: Final = 4096
"""Of how many contracts it is kept what they imply."""
_MOST_BILLS: Final = 1 << 16
"""Of how many ends of a deal it is kept what they come to."""


class Start(NamedTuple):
    """What deals have in common whose play begins, or comes in, in the same way."""

    setup: DealSetup
    """Its hands and history are those of one of them."""
    now: Ints
    """How it stands, a row of ``PlayBatch``."""
    terms: Ints
    """What the contract implies, another."""
    ends: bool
    """Whether nothing but cards comes before the bill."""
    tariff: Tariff | None
    """What the contract costs; ``None`` where nobody has bid."""


def in_arrays(state: br.State) -> TypeGuard[Playing]:
    """Whether a batch can go on with a state: at least one card before the engine has to.

    Arrays repeat that very phase, and no phase of its kind in which players may err.
    """
    return type(state) is Playing and cards_to_engine(state) > 1


def cards_to_engine(state: Playing) -> int:
    """After how many cards something else than a card can come next; the last is for the engine.

    That is the end of the deal, of the first trick where a concession is asked about then, of the
    trick after which a slam can be declared, and of any trick by which the deal can be broken off.
    Nothing goes by cards alone while a slam is open
    or declared, or while who plays with the declarer is unknown: 0.
    """
    setup = state.setup
    terms = setup.terms
    tricks = terms.total
    if not state.partner_shown:
        return 0
    if state.slam is not None:
        return 0
    if terms.slammer >= 0 and state.tricks_of(terms.counting) == len(state.done):
        tricks = terms.slam_after  # once a trick is lost no slam can be declared
    if terms.concession is not None and not state.done:
        tricks = min(tricks, 1)
    if terms.breaks_off:
        tricks = min(tricks, len(state.done) + 1)
    return max(0, setup.seats * (tricks - len(state.done)) - len(state.played))


def _verdicts(goal: Goal | None) -> Ints:
    """By tricks of the side and tricks left: 1 made, 0 lost, -1 open; of a goal, or of none."""
    found = np.full((14, 14), -1, dtype=np.int8)
    if goal is not None:
        for taken in range(14):
            for left in range(14 - taken):
                verdict = goal.verdict(taken, left)
                if verdict is not None:
                    found[taken, left] = verdict
    return found


@final
class PlayBatch:
    """Room for the play of some tables of one variant.

    Args:
        variant: the rules.
        tables: how many.
        led: the state at a table at which :meth:`lead` was told that the first card is led.
    """

    def __init__(self, variant: br.Variant, tables: int, led: Callable[[int], Playing]) -> None:
        spec = observation_spec(variant)
        self._spec: Final = spec
        self.n: Final = variant.seats
        self._pack: Final = variant.dealing.pack.mask
        n = self.n
        self._at: Final = {part.name: part.start for part in spec.slices}
        self._size: Final = len(spec)
        self._seats: Final = np.arange(n)
        self._away: Final = (self._seats[:, None] - self._seats) % n
        """By seat and who looks, how far to his left the seat is."""
        self._marks: Final = spec.marks[:52]
        """By card, who plays it and who looks, the place that tells that it was played."""
        at = self._at
        self._to_trick: Final = at["trick"] - at["played"]
        """From there, how far it is to the place that tells that it lies in the trick."""
        self._to_exposed: Final = at.get("exposed", 0) - at["played"]
        self.rows: Final = Rows(variant, tables * n)
        """By table and seat, what the seat sees."""
        self._flat: Final = self.rows.whole.reshape(-1)
        self._by_table: Final = self.rows.whole.reshape(tables, n, -1)
        self._coming: Final[list[int]] = []
        """Tables that have come in, whose hands are not in the rows yet."""
        self.firsts: Final = np.arange(tables * n).reshape(tables, n) * self._size
        """By table and seat, where the row begins."""
        self.may: Final[Ints] = np.zeros(tables, dtype=np.uint64)
        """The cards that may be played, as masks."""
        self._starts: Final[list[Start | None]] = [None] * tables
        self.dealt: Final[Ints] = np.zeros((tables, n), dtype=np.uint64)
        """What was dealt to each seat, as masks."""
        self._opened: Final[list[Table | None]] = [None] * tables
        """The engine's table with which each deal was opened."""
        self._began: Final[list[Playing | None]] = [None] * tables
        """The state that came in; ``None`` where only arrays know how the play began."""
        self._first_lead: Final = led
        self.closes: Final = np.zeros(tables, dtype=np.bool_)
        """Where the session ends with the last card, and nothing comes between."""
        self._bills: Final[dict[tuple[Hashable, ...], tuple[int, ...]]] = {}
        """Purses by table, contract and outcome, in numbers alone: what the collection of garbage
        looks into is slow where there is much of it."""
        self._numbers: Final[dict[Table | br.Contract | None, int]] = {}
        """The numbers that stand for tables and contracts there."""
        self._hands: Final[Ints] = np.zeros((tables, n), dtype=np.uint64)
        self._played: Final[Ints] = np.zeros((tables, 52), dtype=np.int64)
        """The cards in the order played."""
        self._leaders: Final[Ints] = np.zeros((tables, 14), dtype=np.int64)
        # A row for each table, so that one that comes in is written at once.
        self._now: Final[Ints] = np.zeros((tables, 9 + n), dtype=np.int64)
        columns = self._now.T
        self.actor: Final[Ints] = columns[0]
        """Who is to play."""
        self.left_to_play: Final[Ints] = columns[1]
        """After how many cards the engine goes on, see :func:`cards_to_engine`."""
        self._count: Final[Ints] = columns[2]
        """How many cards were played."""
        self._place: Final[Ints] = columns[3]
        """How many cards lie in the trick."""
        self._done: Final[Ints] = columns[4]
        """How many tricks are complete."""
        self._open: Final[Ints] = columns[5]
        """Whose hand lies open."""
        self._led: Final[Ints] = columns[6]
        self._best: Final[Ints] = columns[7]
        """How high the card ranks that is winning the trick."""
        self._winner: Final[Ints] = columns[8]
        """Who is winning the trick."""
        self._taken: Final[Ints] = self._now[:, 9:]
        self._terms: Final[Ints] = np.zeros((tables, 5 + n), dtype=np.int64)
        """What the contract of each table implies, see :meth:`_terms_row`."""
        columns = self._terms.T
        self._table: Final[Ints] = columns[0]
        self._goal: Final[Ints] = columns[1]
        self._total: Final[Ints] = columns[2]
        self._ruled: Final[Ints] = columns[3]
        """In how many tricks a play rule binds otherwise than by following suit."""
        self._opens: Final[Ints] = columns[4]
        """After how many tricks a hand is laid open."""
        self._counting: Final[Ints] = self._terms[:, 5:]
        """1 for the seats whose tricks count for the contract."""
        self._rows_of_terms: Final[dict[Terms, Ints]] = {}
        self._tables: Final[list[TrickTable]] = []
        self._goals: Final[list[Goal | None]] = []
        self._verdicts: Ints = np.zeros((0, 14, 14), dtype=np.int8)
        self._follow: Ints = np.zeros((0, 52), dtype=np.uint64)
        self._suit: Ints = np.zeros((0, 52), dtype=np.int64)
        self._power: Ints = np.zeros((0, 52, 52), dtype=np.int64)

    # In and out.

    @property
    def parts(self) -> Parts:
        """What is kept of each table, once the rows are filled in."""
        chips = self.rows.chips.reshape(len(self._by_table), self.n, -1)
        numbers = self.may, self.dealt, self.closes, self._hands, self._played, self._leaders
        return [
            *(self._by_table, chips, *numbers, self._now, self._terms),
            *(self._starts, self._opened, self._began),
        ]

    def enter(self, table: int, state: Playing) -> None:
        """A table whose play goes on here; see :func:`in_arrays`."""
        done, cards = len(state.done), state.played
        if done or cards:
            rows = (row for _, row, _ in state.done)
            played = [*chain.from_iterable(rows), *cards]
            self._played[table, : len(played)] = played
            self._leaders[table, :done] = [leader for leader, _, _ in state.done]
        self._leaders[table, done] = state.leader
        self._began[table] = state
        self._set(table, self.start_of(state), state.table)
        self.dealt[table] = state.deal.hands
        self._hands[table] = [hand & state.left for hand in state.setup.hands]
        self.may[table] = state.may
        self.rows.put_public(self.n * table, state)
        self._coming.append(table)

    def fill(self) -> None:
        """Fill in the rows of the tables that have come in."""
        self.rows.fill()
        if self._coming:
            self.show(self._coming, self._hands[self._coming])
            self._coming.clear()

    def show(self, tables: list[int], held: Ints) -> None:
        """Put the cards that the seats of some tables hold, and were dealt, into their rows."""
        for name, hands in (("hand", held), ("dealt", self.dealt[tables])):
            start = self._at[name]
            self._by_table[tables, :, start : start + 52] = cards_of(hands)

    def lead(self, tables: Ints, starts: Sequence[Start], opened: Sequence[Table]) -> None:
        """Tables at which the first card is to be led, as the rows of the seats tell already.

        Args:
            tables: their numbers; ``dealt`` has their cards.
            starts: how it stands at each, which deals that begin so have in common.
            opened: the engine's table of each.
        """
        hands = self._hands[tables] = self.dealt[tables]
        for table, start, engines in zip(tables.tolist(), starts, opened, strict=True):
            self._began[table] = None
            self._set(table, start, engines)
        shown = tables[self._open[tables] != _NOBODY]
        self._lay_open(shown, self._open[shown])
        leaders = self._leaders[tables, 0] = self.actor[tables]
        self.may[tables] = hands[np.arange(len(tables)), leaders]
        self._obey(tables[self._ruled[tables] > 0])

    def _set(self, table: int, start: Start, opened: Table) -> None:
        self._now[table], self._terms[table] = start.now, start.terms
        self._starts[table], self._opened[table] = start, opened
        self.closes[table] = start.ends and opened.is_last_deal

    def start_of(self, state: Playing) -> Start:
        """What the arrays have of a state beside its cards."""
        terms = state.setup.terms
        done, cards = len(state.done), state.played
        left, count = cards_to_engine(state), self.n * done + len(cards)
        shown = _NOBODY if state.exposed_seat is None else state.exposed_seat
        led = best = winner = 0
        if cards:
            power, place = terms.trick_table.power, winning_place(cards, terms.trick_table.power)
            led, best = cards[0], power[cards[0]][cards[place]]
            winner = (state.leader + place) % self.n
        now = (state.actor, left, count, len(cards), done, shown, led, best, winner, *state.taken)
        return Start(
            state.setup,
            np.array(now),
            self._terms_row(terms),
            left + count == self.n * terms.total,
            None if terms.contract is None else tariff_of(terms.variant, terms.contract),
        )

    def purses(self, tables: Ints) -> list[tuple[int, ...]]:
        """Chips after the last card of a session, which has been played at some tables."""
        taken, dealt = self._taken[tables].tolist(), self.dealt[tables].tolist()
        return list(map(self._purses_of, tables.tolist(), taken, dealt))

    def _purses_of(self, table: int, taken: list[int], dealt: list[int]) -> tuple[int, ...]:
        start, opened = self._starts[table], self._opened[table]
        assert start is not None, "the play of the table has come in"
        assert opened is not None, "as has the engine's table"
        setup = start.setup
        terms, chicane = setup.terms, setup.chicane
        # Nobody has conceded or declared a slam where only cards were played.
        played = self.position(table).tricks if terms.counts else ()
        tariff, told = start.tariff, tuple[Hashable, ...](taken)
        if tariff is None:
            told += count_play(terms.counts, played, self.n)
        else:
            honours = terms.honours_in(dealt) if tariff.honours else ()
            told = tariff.told(taken, honours, terms.boston_in(dealt), played)
        numbers = self._numbers
        if len(self._bills) >= _MOST_BILLS:
            self._bills.clear()
            numbers.clear()
        key = (
            numbers.setdefault(opened, len(numbers)),
            numbers.setdefault(setup.contract, len(numbers)),
            *(chicane, *told),
        )
        found = self._bills.get(key)
        if found is None:
            counted = Counted(terms.honours_in(dealt), terms.boston_in(dealt))
            outcome = played_outcome(setup.contract, tuple(taken), chicane, counted, played=played)
            bill, _ = bill_of(opened, setup.contract, outcome)
            found = self._bills[key] = paid(opened.purses, bill.deltas)
        return found

    def position(self, table: int) -> Playing:
        """The state of a table, which comes out of the arrays."""
        began = self._began[table]
        if began is None:
            began = self._began[table] = self._first_lead(table)
        n, done, count = self.n, int(self._done[table]), int(self._count[table])
        cards = self._played[table, :count].tolist()
        leaders = self._leaders[table, : done + 1].tolist()
        tricks = zip(*[iter(cards)] * n, strict=False)  # the complete ones
        rows = tuple(zip(leaders, tricks, leaders[1:], strict=False))
        return began.make(
            began.setup,
            self._pack & ~mask_of(cards),
            int(self.actor[table]),
            tuple(cards[n * done :]),
            rows,
            sum(tricks << 4 * seat for seat, tricks in enumerate(self._taken[table].tolist())),
            began.slam,
            int(self.may[table]),
        )

    def _terms_row(self, terms: Terms) -> Ints:
        """What a contract implies, as a row: the numbers of its trick table and of its goal, all
        tricks, those in which a play rule binds, after how many a hand is laid open, and 1 for each
        seat whose tricks count.
        """
        found = self._rows_of_terms.get(terms)
        if found is None:
            if len(self._rows_of_terms) >= _MOST:
                self._rows_of_terms.clear()
            step = terms.step
            laid = (tricks for tricks in range(14) if step is not None and step.open_after(tricks))
            row = (
                self._number_of_table(terms.trick_table),
                self._number_of_goal(terms.goal),
                terms.total,
                0 if terms.binding is None else terms.binding.lasts,
                next(laid, _NEVER),
                *(seat in terms.counting for seat in range(self.n)),
            )
            found = self._rows_of_terms[terms] = np.array(row, dtype=np.int64)
        return found

    def _number_of_goal(self, goal: Goal | None) -> int:
        """The number of a goal, whose verdicts are kept from now on."""
        if goal not in self._goals:
            self._goals.append(goal)
            self._verdicts = np.array([*map(_verdicts, self._goals)])
        return self._goals.index(goal)

    def _number_of_table(self, table: TrickTable) -> int:
        """The number of a trick table, whose rows are kept from now on."""
        for number, known in enumerate(self._tables):
            if known is table:
                return number
        self._tables.append(table)
        self._follow = np.array([each.follow for each in self._tables], dtype=np.uint64)
        self._suit = np.array([each.suit_of for each in self._tables], dtype=np.int64)
        self._power = np.array([each.power for each in self._tables], dtype=np.int64)
        return len(self._tables) - 1

    # The play.

    def step(self, tables: Ints, cards: Ints) -> None:
        """A legal card at each of some tables, the last of its deal only where that ``closes``."""
        n, at, flat = self.n, self._at, self._flat
        actor = self.actor[tables]
        bit = _ONE << cards.astype(np.uint64)
        count, place, done = self._count[tables], self._place[tables], self._done[tables]
        self._played[tables, count] = cards
        base = self.firsts[tables]
        seat = self._away[actor]
        mark = base + self._marks[cards, actor]
        flat[mark] = 1
        flat[mark + self._to_trick] = 1
        flat[base + (at["order"] + cards)[:, None]] = count[:, None] + 1
        flat[base + at["actor"] + seat] = 0
        flat[(tables * n + actor) * self._size + at["hand"] + cards] = 0
        shown = (self._open[tables] == actor).nonzero()[0]
        if len(shown):
            flat[mark[shown] + self._to_exposed] = 0
        led = np.where(place == 0, cards, self._led[tables])
        number = self._table[tables]
        follow = self._follow[number, led]
        strange = (follow & bit) == 0
        ruled = done < self._ruled[tables]
        strange &= ~ruled
        void = strange.nonzero()[0]
        if len(void):
            suit = self._suit[number[void], led[void]]
            flat[base[void] + at["voids"] + 4 * seat[void] + suit[:, None]] = 1
        strength = self._power[number, led, cards]
        better = (place == 0) | (strength > self._best[tables])
        self._best[tables] = np.where(better, strength, self._best[tables])
        winner = np.where(better, actor, self._winner[tables])
        self._winner[tables] = winner
        self._led[tables] = led
        self._count[tables] = count + 1
        self.left_to_play[tables] -= 1
        ended = place == n - 1
        following = np.where(ended, winner, (actor + 1) % n)
        self._place[tables] = np.where(ended, 0, place + 1)
        self.actor[tables] = following
        flat[base + at["actor"] + self._away[following]] = 1
        self._hands[tables, actor] &= ~bit
        which = ended.nonzero()[0]
        if len(which):
            self._end_tricks(tables[which], winner[which], base[which])
        self._allow(tables, following, follow)
        self._obey(tables[ruled])

    def _allow(self, tables: Ints, seat: Ints, follow: Ints) -> None:
        """What the next to play may play."""
        hand = self._hands[tables, seat]
        within = hand & follow
        bound = (self._place[tables] != 0) & (within != 0)
        self.may[tables] = np.where(bound, within, hand)

    def _obey(self, tables: Ints) -> None:
        """Ask the engine where a play rule binds otherwise than by following suit, or just did."""
        for table in tables.tolist():
            state = self.position(table)
            self.may[table] = state.follows()
            for seat, suits in enumerate(state.voids):
                for suit in suits:
                    place = self._at["voids"] + 4 * self._away[seat] + suit
                    self._flat[self.firsts[table] + place] = 1

    def _end_tricks(self, tables: Ints, winner: Ints, base: Ints) -> None:
        n, at, flat = self.n, self._at, self._flat
        done = self._done[tables]
        leader = self._leaders[tables, done]
        order = self._count[tables][:, None] - n + self._seats
        cards = self._played[tables[:, None], order]
        who = (leader[:, None] + self._seats) % n
        marks = self._marks[cards, who]
        flat[base[:, None] + marks + self._to_trick] = 0
        flat[base + at["leader"] + self._away[leader]] = 0
        seat = self._away[winner]
        flat[base + at["leader"] + seat] = 1
        self._done[tables] = done + 1
        self._leaders[tables, done + 1] = winner
        taken = self._taken[tables, winner] + 1
        self._taken[tables, winner] = taken
        flat[base + at["taken"] + seat] = taken[:, None]
        side = np.einsum("ts,ts->t", self._taken[tables], self._counting[tables])
        verdict = self._verdicts[self._goal[tables], side, self._total[tables] - done - 1]
        for value in (0, 1):
            found = (verdict == value).nonzero()[0]
            if len(found):
                flat[base[found] + at["verdict"] + value] = 1
        opening = tables[self._opens[tables] == done + 1]
        owners = [self.position(table).exposed_seat for table in opening.tolist()]
        self._lay_open(opening, np.array(owners))

    def _lay_open(self, tables: Ints, owners: Ints) -> None:
        """Hands that lie on some tables, by owner; everybody sees them from now on."""
        if not len(tables):
            return
        n, at = self.n, self._at
        self._open[tables] = owners
        rows = self._by_table
        hands = rows[tables, owners, at["hand"] : at["hand"] + 52]
        for away in range(n):
            start = at["exposed"] + 52 * away
            rows[tables, (owners - away) % n, start : start + 52] = hands

    def masks(self, tables: Ints | slice) -> Ints:
        """What may be played at some tables, a row of 52 each."""
        return cards_of(self.may[tables])

    def ended(self, tables: Ints, seats: Ints, purses: Ints) -> tuple[WholeTensor, Tensor]:
        """What a seat of each table sees of the bill, once the last card of the session is played.

        Args:
            tables: their numbers.
            seats: by table, who looks.
            purses: by table, the chips of the seats after the bill.

        Returns:
            The rows and what they end with, as :class:`Rows` has them.
        """
        spec, rows = self._spec, self.rows
        which, first = tables * self.n + seats, spec.chips
        whole, chips = rows.whole[which], rows.chips[which]
        for name in ("phase", "actor", "leader"):
            whole[:, spec[name].start : spec[name].stop] = 0
        whole[:, spec["phase"].stop - 1] = 1  # the last of the labels
        opened = [self._opened[table] for table in tables.tolist()]
        won = purses - [engines.purses for engines in opened if engines is not None]
        start = spec.variant.session.starting_chips
        around = (seats[:, None] + self._seats) % self.n
        for name, amounts in (("purses", purses - start), ("result", won)):
            at = spec[name].start - first
            chips[:, at : at + self.n] = squeezed(np.take_along_axis(amounts, around, axis=1))
        if "pool" in spec:  # which the last deal has emptied
            chips[:, spec["pool"].start - first : spec["pool"].stop - first] = 0
        whole[:, first:] = np.rint(chips * spec.units[first:])
        return whole, chips
