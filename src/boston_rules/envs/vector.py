"""Many tables at once, behind Gymnasium's vector API: whole rules, from the auction to the bill.

At each table the seat to act is the one that is asked, so that one policy plays all seats. The
cards are played in arrays (:mod:`boston_rules.envs.batch`), and so are cuts, deals and calls
(:mod:`boston_rules.envs.spots`); everything else, the shuffle and the bill above all, is the
engine's.
Every table draws from a seed of its own, and is at every step the table that the engine alone would
have.

>>> game = BostonVectorEnv(3, "mariland")
>>> observations, info = game.reset(seed=7)
>>> observations["observation"].shape, observations["action_mask"].shape, info["actor"].tolist()
((3, 907), (3, 93), [1, 1, 1])
>>> actions = observations["action_mask"].argmax(axis=1)
>>> observations, rewards, terminated, truncated, info = game.step(actions)
>>> info["actor"].tolist()
[2, 2, 2]
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from operator import index
from typing import Any, Final, Unpack

import boston_rules as br
from boston_rules.core.arguments import check_seat, shown, tuple_of, wrong_type
from boston_rules.core.extras import needs
from boston_rules.deal.settled import paid
from boston_rules.envs.batch import Ints, in_arrays
from boston_rules.envs.game import Game, NumberType, Settings
from boston_rules.envs.opening import DEFAULT_VARIANT, read_opening
from boston_rules.envs.rows import Rows
from boston_rules.envs.spots import SpotBatch, has_spot

with needs("boston_rules.envs", "envs", "gymnasium", "numpy"):
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import NDArray

__all__ = ["BostonVectorEnv"]


_MOST_TABLES: Final = 10**6
"""More would not go into any memory."""


class BostonVectorEnv(Game, VectorEnv[Any, Any, Any]):
    """Tables of one variant, side by side.

    ``step`` takes a number for each table, the action of the seat to act there. Observations are
    that seat's: ``observation``, its tensor, and ``action_mask``. The rewards of a step are those
    of the seat that has acted; ``info["rewards"]`` has a row of all seats for each table, which is
    what a learner of several seats needs, and ``info["actor"]`` says who is to act now. A table
    whose session is over says so by ``terminated`` and goes on with a new session in the same step.

    Args:
        num_envs: how many tables.
        variant: a slug, or the rules themselves.
        dtype: ``"int8"`` for observations in whole numbers, a quarter of the size, which are those
            of :meth:`~boston_rules.envs.ObservationSpec.as_whole`.
        copy: whether the arrays that are returned stay as they are; without it they may be the
            batch's own, over which the next step writes, and which are only to be read.
        render_mode: only ``None``: tables are not rendered.
        settings: see :class:`~boston_rules.envs.game.Settings`; an illegal action ends the session
            of its table.

    Raises:
        VariantError: no such variant, option or value.
        ValueError: another argument is not possible.
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
        variant: str | br.Variant = DEFAULT_VARIANT,
        *,
        dtype: NumberType = "float32",
        copy: bool = True,
        render_mode: None = None,
        **settings: Unpack[Settings],
    ) -> None:
        if type(num_envs) is not int:
            raise wrong_type("num_envs", "a number of tables", num_envs)
        if not 1 <= num_envs <= _MOST_TABLES:
            raise ValueError(f"num_envs is 1 to {_MOST_TABLES}, not {shown(num_envs)}")
        if dtype not in ("float32", "int8"):
            raise ValueError(f"dtype is 'float32' or 'int8', not {shown(dtype)}")
        super().__init__(variant, **settings)
        self.single_action_space, self.single_observation_space = self._spaces(dtype)
        self.num_envs = num_envs
        n, actions, size = self.variant.seats, len(self.encoding), len(self.layout)
        seen = batch_space(self.single_observation_space, num_envs)
        self.observation_space: spaces.Space[Any] = seen
        self.action_space: spaces.Space[Any] = batch_space(self.single_action_space, num_envs)
        self._copy = copy
        self._talk = SpotBatch(self.variant, num_envs)
        self._batch = self._talk.play
        self._rows = Rows(self.variant, num_envs)
        self._states: list[br.State | None] = [None] * num_envs
        """The tables that are not in arrays."""
        self._at_spot = np.zeros(num_envs, dtype=np.bool_)
        self._in_play = np.zeros(num_envs, dtype=np.bool_)
        self._actor = np.zeros(num_envs, dtype=np.int64)
        self._observation = self._rows.whole
        if dtype != "int8":
            self._observation = np.zeros((num_envs, size), dtype=np.float32)
        self._mask = np.zeros((num_envs, actions), dtype=np.int8)
        self._spoken: list[tuple[int, NDArray[np.int8]]] = []
        """Tables not in arrays at which a seat is to act now, and what it may do."""
        self._rewards = np.zeros((num_envs, n))
        self._over = np.zeros(num_envs, dtype=np.bool_)
        self._rngs = [random.Random(0) for _ in range(num_envs)]
        self._openings: dict[int, tuple[tuple[int, ...], br.State]] = {}
        """By dealer, how a session begins of which nothing is given."""
        self._opened: list[tuple[int, ...]] = [()] * num_envs
        self._purses: list[tuple[int, ...]] = [()] * num_envs
        self._first_rows = np.arange(num_envs) * n

    def position(self, table: int) -> br.State:
        """The engine's state of a table, which knows everything.

        Raises:
            ValueError: there is no such table.
            TypeError: it is not a whole number.
        """
        try:
            place = index(table)
        except TypeError:
            raise wrong_type("table", "the number of a table", table) from None
        check_seat(place, "table", self.num_envs)
        state = self._states[place]
        if state is not None:
            return state
        where = self._talk if self._at_spot[place] else self._batch
        return where.position(place)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[dict[str, Ints], dict[str, Any]]:
        """Open a new session at every table.

        Args:
            seed: of the first table, the next ones having the numbers that follow; or one for
                each. Without one, the rows of the last seeds go on.
            options: ``hands``, ``turned``, ``dealer`` and ``purses``, the same at every table, as
                for :meth:`boston_rules.envs.pettingzoo.raw_env.reset`.

        Raises:
            ValueError: not as many seeds as tables, or an option is not possible.
            DealError: the hands are not a deal, or the dealer is not a seat.
        """
        seeds: Sequence[int | None]
        if seed is None or isinstance(seed, int):
            seeds = [None if seed is None else seed + table for table in range(self.num_envs)]
        else:
            seeds = tuple_of("seed", seed, "an int, None, or one of them for each table")
        if len(seeds) != self.num_envs:
            raise ValueError(f"a seed for each of {self.num_envs} tables, not {len(seeds)}")
        for table, number in enumerate(seeds):
            if number is not None:
                self._rngs[table] = random.Random(number)
            self._open(table, options)
        self._look()
        return self._shown(), {"actor": self._actor.copy()}

    def step(self, actions: Any) -> tuple[dict[str, Ints], Ints, Ints, Ints, dict[str, Any]]:
        """An action at every table.

        Raises:
            IllegalAction: the rules refuse one, and illegal actions raise; nothing has changed.
            ValueError: a number that no action has, or not as many as tables.
        """
        numbers = self._numbers(actions)
        legal = (self._mask[np.arange(self.num_envs), numbers] == 1) & (numbers >= 0)
        if self.illegal == "raise" and not legal.all():
            table = int((~legal).argmax())
            br.apply(self.position(table), self.encoding.decode(int(numbers[table])))
        acted = self._actor.copy()
        self._rewards[:] = 0
        self._over[:] = False
        batch = self._batch
        last = batch.left_to_play == 1
        quick = self._in_play & legal & (batch.closes | ~last)
        spoken = self._at_spot & legal
        slow = ~(quick | spoken)
        closing = (quick & last).nonzero()[0]
        tables = quick.nonzero()[0]
        batch.step(tables, numbers[tables])
        tables = spoken.nonzero()[0]
        led, left = self._talk.step(tables, numbers[tables])
        self._at_spot[led] = False
        self._in_play[led] = True
        self._mask[led] = 0
        if len(closing):
            self._pay(closing, batch.purses(closing))
            self._over[closing] = True
            for table in closing.tolist():
                self._open(table)
        for table in (*left.tolist(), *slow.nonzero()[0].tolist()):
            if legal[table]:
                action = self.encoding.decode(int(numbers[table]))
                self._go_on(table, self.position(table).after(action))
            else:
                self._break_off(table, int(acted[table]))
        self._look()
        rewards = self._rewards[np.arange(self.num_envs), acted]
        info = {"actor": self._actor.copy(), "rewards": self._rewards.copy()}
        over = self._over.copy()
        return self._shown(), rewards, over, np.zeros_like(over), info

    def _numbers(self, actions: Any) -> Ints:
        """The game's own numbers of the actions; -1 for an action that only other games have."""
        try:
            numbers = np.asarray(actions, dtype=np.int64)
        except (TypeError, ValueError, OverflowError):
            raise wrong_type("actions", "a number for each table", actions) from None
        if numbers.shape != (self.num_envs,):
            raise ValueError(f"an action for each of {self.num_envs} tables, not {numbers.shape}")
        most = int(self.single_action_space.n) - 1
        if numbers.min() < 0 or numbers.max() > most:
            raise ValueError(f"actions are 0 to {most}")
        if self._common is None:
            return numbers
        return self._common.of(self.variant).own_numbers[numbers]

    def _shown(self) -> dict[str, Ints]:
        observation, mask = self._observation, self._mask
        if self._common is not None:
            observation = self._common.spread(self.variant, observation)
            mask = self._common.spread_mask(self.variant, mask)
        elif self._copy:
            observation, mask = observation.copy(), mask.copy()
        return {"observation": observation, "action_mask": mask}

    def _open(self, table: int, options: dict[str, Any] | None = None) -> None:
        """A new session at a table."""
        dealer = self._first_dealer(self._rngs[table])
        opening = None if options else self._openings.get(dealer)
        if opening is None:
            names = map(str, range(self.variant.seats))
            opening = read_opening(self.variant, options, dealer, names)
            if not options:
                self._openings[dealer] = opening
        purses, state = opening
        self._opened[table] = self._purses[table] = purses
        self._go_on(table, state, common=not options)

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
        before = state
        drawn: list[br.Action] = []
        while True:
            actor = state.actor
            if actor is None:
                assert isinstance(state, br.Settled), "only a settled deal has no actor"
                purses = paid(state.deal.table.purses, state.settlement.deltas)
                self._pay(np.array([table]), [purses])
                if state.session_over:
                    self._over[table] = True
                    self._open(table)
                    return
                before = state = br.next_deal(state)
                drawn.clear()
            elif actor == br.CHANCE:
                drawn.append(br.draw_chance(state, self._rngs[table]))
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
            self._spoken.append((table, self.encoding.mask(state.lawful())))
            self._rows.put(table, state, actor)

    def _pay(self, tables: Ints, purses: Sequence[tuple[int, ...]]) -> None:
        """What the seats of some tables have won since their purses were last looked into."""
        each = tables.tolist()
        won = np.subtract(purses, [self._purses[table] for table in each]) * self.reward_scale
        self._rewards[tables] = self._rewards[tables] + won
        for table, now in zip(each, purses, strict=True):
            self._purses[table] = now

    def _break_off(self, table: int, seat: int) -> None:
        """End the session of a table, at the cost of the seat that has broken the rules."""
        self._rewards[table, seat] = self._cost(seat, self._purses[table], self._opened[table])
        self._over[table] = True
        self._open(table)

    def _look(self) -> None:
        """Fill in what the seats to act see: first as if all tables were in arrays."""
        batch, rows, talk = self._batch, self._rows, self._talk
        batch.fill()
        talk.fill()
        np.copyto(self._actor, batch.actor, where=self._in_play)
        talking = self._at_spot.nonzero()[0]
        spots = talk.spot[talking]
        self._actor[talking] = talk.actor[spots]
        which = self._first_rows + self._actor
        # Nothing is out of range, but only when NumPy is told to clip does it write straight away.
        np.take(batch.rows.whole, which, axis=0, out=rows.whole, mode="clip")
        np.take(batch.rows.chips, which, axis=0, out=rows.chips, mode="clip")
        rows.fill()
        self._mask[:, :52] = batch.masks()
        self._mask[talking] = talk.masks[spots]
        for table in talking[talk.by_hand[spots]].tolist():
            self._mask[table] = self.encoding.mask(talk.legal(table))
        if self._spoken:
            tables, masks = zip(*self._spoken, strict=True)
            self._mask[list(tables)] = np.concatenate(masks).reshape(len(masks), -1)
            self._spoken.clear()
        if self._observation is not rows.whole:
            rows.as_floats(self._observation)
