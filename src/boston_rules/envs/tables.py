"""The machinery of the vector environments: many tables, each of which goes on when it is told to.

The cards are played in arrays (:mod:`boston_rules.envs.batch`), and so are cuts, deals and calls
(:mod:`boston_rules.envs.spots`); everything else, the shuffle and the bill above all, is the
engine's. Every table draws from a seed of its own, and is at every step the table that the engine
alone would have.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from operator import index
from typing import Any, Final, Unpack

import boston_rules as br
from boston_rules.core.arguments import shown, tuple_of, wrong_type
from boston_rules.core.extras import needs
from boston_rules.deal.settled import paid
from boston_rules.envs.batch import Ints, in_arrays
from boston_rules.envs.clones import Parts
from boston_rules.envs.game import NOT_OPEN, Game, NumberType, Settings
from boston_rules.envs.opening import read_opening
from boston_rules.envs.rows import Rows
from boston_rules.envs.spots import SpotBatch, has_spot

with needs("boston_rules.envs", "envs", "gymnasium", "numpy"):
    import numpy as np
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

__all__ = ["TablesEnv"]


_MOST_TABLES: Final = 10**6
"""More would not go into any memory."""


class TablesEnv(Game, VectorEnv[Any, Any, Any]):
    """Tables of one variant, side by side.

    At each table the rewards and the last observation are those of the seat ``_me``. A session that
    ends is followed by the next in the same step; what the seat saw last, and what it was told, is
    in ``info["final_obs"]`` and ``info["final_info"]``.
    """

    single_action_space: spaces.Discrete[Any]
    single_observation_space: spaces.Dict
    metadata: dict[str, Any] = {  # noqa: RUF012 - as the base
        "autoreset_mode": AutoresetMode.SAME_STEP,
        "render_modes": [],
    }

    def __init__(
        self,
        num_envs: int,
        variant: str | br.Variant,
        *,
        dtype: NumberType,
        copy: bool,
        **settings: Unpack[Settings],
    ) -> None:
        if type(num_envs) is not int:
            raise wrong_type("num_envs", "a number of tables", num_envs)
        if not 1 <= num_envs <= _MOST_TABLES:
            raise ValueError(f"num_envs is 1 to {_MOST_TABLES}, not {shown(num_envs)}")
        if dtype not in ("float32", "int8"):
            raise ValueError(f"dtype is 'float32' or 'int8', not {shown(dtype)}")
        settings.setdefault("dealer", None)
        super().__init__(variant, **settings)
        self.single_action_space, self.single_observation_space = self._spaces(dtype)
        self.num_envs = num_envs
        n, actions = self.variant.seats, len(self.encoding)
        seen = batch_space(self.single_observation_space, num_envs)
        self.observation_space: spaces.Space[Any] = seen
        self.action_space: spaces.Space[Any] = batch_space(self.single_action_space, num_envs)
        self._copy = copy
        self._talk = SpotBatch(self.variant, num_envs)
        self._batch = self._talk.play
        self._rows = Rows(self.variant, num_envs)
        self._states: list[br.State | None] = [None] * num_envs
        """The tables that are not in arrays."""
        self._every = np.arange(num_envs)
        self._at_spot = np.zeros(num_envs, dtype=np.bool_)
        self._in_play = np.zeros(num_envs, dtype=np.bool_)
        self._actor = np.zeros(num_envs, dtype=np.int64)
        self._me = np.zeros(num_envs, dtype=np.int64)
        self._observation = self._rows.whole
        if dtype != "int8":
            self._observation = np.zeros((num_envs, len(self.layout)), dtype=np.float32)
        self._mask = np.zeros((num_envs, actions), dtype=np.int8)
        self._asked = np.ones(num_envs, dtype=np.bool_)
        """Where somebody was asked for an action in the session: others do not count."""
        self._coming_rewards = np.zeros((num_envs, n))
        """What has been won since an action was last asked for."""
        self._rewards = np.zeros((num_envs, n))
        """The rewards of the step."""
        self._over = np.zeros(num_envs, dtype=np.bool_)
        self._broken = np.zeros(num_envs, dtype=np.bool_)
        """Where an action that the rules refuse has ended the session."""
        self._final_rows = Rows(self.variant, num_envs)
        self._final_seat = np.zeros(num_envs, dtype=np.int64)
        """Whose rewards they were in the session that is over, and what he has won in it."""
        self._final_chips = np.zeros(num_envs, dtype=np.int64)
        self._rngs: list[random.Random | None] = [None] * num_envs
        self._openings: dict[int, tuple[tuple[int, ...], br.State]] = {}
        """By dealer, how a session begins of which nothing is given."""
        self._opened = np.zeros((num_envs, n), dtype=np.int64)
        self._purses = np.zeros((num_envs, n), dtype=np.int64)
        self._first_rows = self._every * n

    def position(self, table: int) -> br.State:
        """The engine's state of a table, which knows everything.

        Raises:
            ValueError: there is no such table.
            TypeError: it is not a whole number.
            gymnasium.error.ResetNeeded: no session has been opened.
        """
        self._check_open()
        place = self._place(table)
        state = self._states[place]
        if state is not None:
            return state
        where = self._talk if self._at_spot[place] else self._batch
        return where.position(place)

    def _check_open(self) -> None:
        """Refuse a table at which nobody sits yet."""
        if self._rngs[-1] is None:  # the last to be opened
            raise ResetNeeded(NOT_OPEN)

    def _place(self, table: object) -> int:
        """The number of a table."""
        try:
            place = index(table)  # type: ignore[arg-type]  # what is none is refused
        except TypeError:
            raise wrong_type("table", "the number of a table", table) from None
        if not 0 <= place < self.num_envs:
            raise ValueError(f"tables are 0 to {self.num_envs - 1}, not {shown(place)}")
        return place

    @property
    def _parts(self) -> Parts:
        """What is kept of each table between two steps, but for who is asked and its chance."""
        at = self._at_spot, self._in_play, self._actor, self._mask
        return [*self._talk.parts, *at, self._purses, self._opened, self._states]

    # What the seats to act are shown.

    def step(self, actions: Any) -> tuple[dict[str, Ints], Ints, Ints, Ints, dict[str, Any]]:
        """An action at every table, of the seat that is asked there.

        Raises:
            IllegalAction: the rules refuse one, and illegal actions raise; nothing has changed.
            ValueError: a number that no action has, or not as many as tables.
            TypeError: they are not whole numbers.
            gymnasium.error.ResetNeeded: no session has been opened.
        """
        self._check_open()
        numbers = self._numbers(actions)
        self._act(self._every, numbers, strict=self.illegal == "raise")
        self._play_on()
        mine, over = self._reward_all(), self._over.copy()
        return self._shown(), mine, over, np.zeros_like(over), self._infos()

    def _play_on(self) -> None:
        """Go on until somebody is asked at every table."""
        raise NotImplementedError

    def _infos(self) -> dict[str, Any]:
        """What is told beside the observations."""
        raise NotImplementedError

    def _numbers(self, actions: Any) -> Ints:
        """The actions of a new step by the game's own numbers; -1 for one of another game."""
        try:
            numbers = np.asarray(actions)
        except (TypeError, ValueError, OverflowError):
            raise wrong_type("actions", "a number for each table", actions) from None
        if numbers.shape != (self.num_envs,):
            raise ValueError(f"an action for each of {self.num_envs} tables, not {numbers.shape}")
        if numbers.dtype.kind not in "iu":
            raise wrong_type("actions", "a whole number for each table", actions)
        most = int(self.single_action_space.n) - 1
        if numbers.min() < 0 or numbers.max() > most:
            raise ValueError(f"actions are 0 to {most}")
        self._over[:] = self._broken[:] = False
        if self._common is None:
            return numbers.astype(np.int64)
        found: Ints = self._common.of(self.variant).own_numbers[numbers]
        return found

    def _turns(self, tables: Ints) -> None:
        """Find out who is to act at some tables, and what he may do."""
        batch, talk = self._batch, self._talk
        batch.fill()
        talk.fill()
        if len(tables) == self.num_envs:  # what is written for the others is written over
            self._mask[:, :52] = batch.masks(slice(None))
            np.copyto(self._actor, batch.actor, where=self._in_play)
        else:
            cards = tables[self._in_play[tables]]
            self._mask[cards, :52] = batch.masks(cards)
            self._actor[cards] = batch.actor[cards]
        talking = tables[self._at_spot[tables]]
        spots = talk.spot[talking]
        self._actor[talking] = talk.actor[spots]
        self._mask[talking] = talk.masks[spots]
        for table in talking[talk.by_hand[spots]].tolist():
            self._mask[table] = self.encoding.mask(talk.legal(table))
        for table, state in self._by_engine(tables):
            self._mask[table] = self.encoding.mask(state.lawful())

    def _by_engine(self, tables: Ints) -> Iterator[tuple[int, br.State]]:
        """Those of some tables that are not in arrays."""
        for table in tables[~(self._in_play | self._at_spot)[tables]].tolist():
            state = self._states[table]
            assert state is not None, "the engine has it"
            yield table, state

    def _look(self, tables: Ints) -> None:
        """Fill in what the seats to act see: first as if all tables were in arrays."""
        batch, rows = self._batch, self._rows
        which = self._first_rows[tables] + self._actor[tables]
        if len(tables) == self.num_envs:
            # Nothing is out of range, but only when NumPy is told to clip does it write at once.
            np.take(batch.rows.whole, which, axis=0, out=rows.whole, mode="clip")
            np.take(batch.rows.chips, which, axis=0, out=rows.chips, mode="clip")
        else:
            rows.whole[tables] = batch.rows.whole[which]
            rows.chips[tables] = batch.rows.chips[which]
        for table, state in self._by_engine(tables):
            rows.put(table, state, int(self._actor[table]))
        rows.fill()

    def _shown(self) -> dict[str, Ints]:
        observation, mask = self._observation, self._mask
        if observation is not self._rows.whole:
            self._rows.as_floats(observation)
        if self._common is not None:
            observation = self._common.spread(self.variant, observation)
            mask = self._common.spread_mask(self.variant, mask)
        elif self._copy:
            observation, mask = observation.copy(), mask.copy()
        return {"observation": observation, "action_mask": mask}

    def _finals(self) -> Ints:
        """What the seats saw last whose sessions have ended: a dictionary at their tables."""
        found: Ints = np.full(self.num_envs, None, dtype=object)
        tables = self._over.nonzero()[0]
        self._final_rows.fill()
        tensors: Ints = self._final_rows.whole[tables]
        if self._observation is not self._rows.whole:
            tensors = self._final_rows.floats(tables)
        if self._common is not None:
            tensors = self._common.spread(self.variant, tensors)
        for table, tensor in zip(tables.tolist(), tensors, strict=True):
            mask = np.zeros(int(self.single_action_space.n), dtype=np.int8)
            found[table] = {"observation": tensor, "action_mask": mask}
        return found

    def _told(self, info: dict[str, Ints], final: dict[str, Ints]) -> dict[str, Any]:
        """The infos of a step, with what is told of sessions that have ended."""
        every = np.ones(self.num_envs, dtype=np.bool_)
        told: dict[str, Any] = {}
        for name, values in info.items():
            told[name], told[f"_{name}"] = values, every
        if self._over.any():
            over = self._over.copy()
            ended: dict[str, Any] = {}
            for name, values in final.items():
                ended[name], ended[f"_{name}"] = values, over
            if self._broken.any():
                ended["illegal"] = ended["_illegal"] = self._broken.copy()
            told["final_obs"], told["final_info"] = self._finals(), ended
            told["_final_obs"] = told["_final_info"] = over
        return told

    # How the tables go on.

    def _open_all(self, seed: int | Sequence[int | None] | None, options: Any) -> None:
        """Open a new session at every table, with a seed for each or numbers from one on."""
        seeds: Sequence[int | None]
        if seed is None or isinstance(seed, int):
            seeds = [None if seed is None else seed + table for table in range(self.num_envs)]
        else:
            seeds = tuple_of("seed", seed, "an int, None, or one of them for each table")
        if len(seeds) != self.num_envs:
            raise ValueError(f"a seed for each of {self.num_envs} tables, not {len(seeds)}")
        self._coming_rewards[:] = 0
        self._over[:] = self._broken[:] = False
        for table, number in enumerate(seeds):
            if number is not None or self._rngs[table] is None:
                drawn = int(self.np_random.integers(2**62)) if number is None else number
                self._rngs[table] = random.Random(drawn)
            self._open(table, options)

    def _open(self, table: int, options: dict[str, Any] | None = None) -> None:
        """A new session at a table."""
        rng = self._rngs[table]
        assert rng is not None, "the tables were opened before"
        dealer = self._first_dealer(rng)
        opening = None if options else self._openings.get(dealer)
        if opening is None:
            names = map(str, range(self.variant.seats))
            opening = read_opening(self.variant, options, dealer, names)
            if not options:
                self._openings[dealer] = opening
        purses, state = opening
        self._opened[table] = self._purses[table] = purses
        self._seat(table, rng)
        self._go_on(table, state, common=not options)

    def _seat(self, table: int, rng: random.Random) -> None:
        """Say who plays at a table in the session that begins."""

    def _act(self, tables: Ints, numbers: Ints, *, strict: bool) -> None:
        """An action at each of some tables, whose masks are as they stand.

        Args:
            tables: their numbers, ascending.
            numbers: those of the actions.
            strict: whether an illegal one raises.

        Raises:
            IllegalAction: the rules refuse one; nothing has changed.
        """
        legal = (self._mask[tables, numbers] == 1) & (numbers >= 0)
        if strict and not legal.all():
            place = int((~legal).argmax())
            action = self.encoding.decode(int(numbers[place]))
            error = self._refusal(self.position(int(tables[place])), action)
            assert error is not None, "what is not in the mask is refused"
            raise error
        batch = self._batch
        playing, last = self._in_play[tables], batch.left_to_play[tables] == 1
        quick = playing & legal & (batch.closes[tables] | ~last)
        spoken = self._at_spot[tables] & legal
        slow = [
            (int(tables[at]), int(numbers[at]), bool(legal[at]))
            for at in (~(quick | spoken)).nonzero()[0].tolist()
        ]
        closing = tables[quick & last]
        batch.step(tables[quick], numbers[quick])
        led, left = self._talk.step(tables[spoken], numbers[spoken])
        self._at_spot[led] = False
        self._in_play[led] = True
        self._mask[led] = 0
        if len(left):
            at = np.searchsorted(tables, left)
            slow += [
                (int(table), int(number), True)
                for table, number in zip(left, numbers[at], strict=True)
            ]
        if len(closing):
            purses = batch.purses(closing)
            self._final_rows.whole[closing], self._final_rows.chips[closing] = batch.ended(
                closing, self._me[closing], np.array(purses)
            )
            self._pay(closing, purses)
            for table in closing.tolist():
                self._end(table)
        for table, number, may in slow:
            state = self.position(table)
            if may:
                self._go_on(table, state.after(self.encoding.decode(number)))
                continue
            actor, me = int(self._actor[table]), int(self._me[table])
            self._final_rows.put(table, state, me)
            cost = self._cost(actor, self._purses[table].tolist(), self._opened[table].tolist())
            self._coming_rewards[table, actor] += cost
            self._broken[table] = True
            self._end(table)

    def _go_on(self, table: int, state: br.State, *, common: bool = False) -> None:
        """Let chance act and settle what is over, until a seat is to act.

        The table goes on in arrays from there where these can go on with it.

        Args:
            table: its number.
            state: how it stands.
            common: whether many deals begin with this state.
        """
        self._states[table] = None
        self._in_play[table] = self._at_spot[table] = False
        before, rng = state, self._rngs[table]
        assert rng is not None, "the tables were opened before"
        drawn: list[br.Action] = []
        while True:
            actor = state.actor
            if actor is None:
                assert isinstance(state, br.Settled), "only a settled deal has no actor"
                purses = paid(state.deal.table.purses, state.settlement.deltas)
                self._pay(np.array([table]), [purses])
                if state.session_over:
                    if self._asked[table]:
                        self._final_rows.put(table, state, int(self._me[table]))
                    self._end(table)
                    return
                before = state = br.next_deal(state)
                drawn.clear()
            elif actor == br.CHANCE:
                drawn.append(br.draw_chance(state, rng))
                if common and self._talk.deal(table, state, drawn[-1]):
                    self._at_spot[table] = True
                    return
                common = False
                state = br.apply(state, drawn[-1])
            else:
                break
        if in_arrays(state):
            self._mask[table] = 0
            self._in_play[table] = True
            self._batch.enter(table, state)
        elif has_spot(state) and self._talk.enter(table, state, before, tuple(drawn)):
            self._at_spot[table] = True
        else:
            self._states[table] = state
            self._actor[table] = actor

    def _pay(self, tables: Ints, purses: Sequence[tuple[int, ...]]) -> None:
        """What the seats of some tables have won since their purses were last looked into."""
        now = np.array(purses)
        self._coming_rewards[tables] += (now - self._purses[tables]) * self.reward_scale
        self._purses[tables] = now

    def _end(self, table: int) -> None:
        """The session of a table is over; the next begins."""
        if self._asked[table]:
            self._over[table] = True
            self._rewards[table] = self._coming_rewards[table]
            me = self._final_seat[table] = self._me[table]
            self._final_chips[table] = self._purses[table, me] - self._opened[table, me]
        self._coming_rewards[table] = 0
        self._open(table)

    def _reward_all(self) -> Ints:
        """What was won goes to this step, but where another session has begun: those of a seat."""
        going = ~self._over
        np.copyto(self._rewards, self._coming_rewards, where=going[:, None])
        np.copyto(self._coming_rewards, 0, where=going[:, None])
        mine: Ints = self._rewards[self._every, np.where(going, self._me, self._final_seat)]
        return mine
