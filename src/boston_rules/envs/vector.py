"""Many tables at once, behind Gymnasium's vector API: whole rules, from the auction to the bill.

:class:`BostonVectorEnv` is a learner at one seat of every table, with bots, networks or a mixture
of them at the others; :class:`SelfPlayVectorEnv` asks whichever seat is to act, so that one policy
plays all seats. Table by table they are :class:`~boston_rules.envs.gymnasium.BostonEnv` and
:class:`~boston_rules.envs.gymnasium.SelfPlayEnv`, with the same seeds.

>>> game = SelfPlayVectorEnv(3, "mariland", dealer=0)
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
from collections.abc import Iterable, Sequence
from copy import copy
from typing import Any, Final, Unpack

import boston_rules as br
from boston_rules.bots import Bot, Bots
from boston_rules.bots.makers import Maker, makers
from boston_rules.core.arguments import check_seat, check_type, shown, tuple_of
from boston_rules.core.extras import needs
from boston_rules.envs.batch import Ints
from boston_rules.envs.clones import Clones, put, taken
from boston_rules.envs.game import NumberType, Settings, take_seats
from boston_rules.envs.network import Policy
from boston_rules.envs.opening import DEFAULT_VARIANT, as_dict
from boston_rules.envs.tables import TablesEnv

with needs("boston_rules.envs", "envs", "gymnasium", "numpy"):
    import numpy as np

__all__ = ["BostonVectorEnv", "SelfPlayVectorEnv"]

_NOBODY: Final = -1


class SelfPlayVectorEnv(TablesEnv):
    """Tables side by side, at each of which the seat to act is asked.

    Observations are that seat's: ``observation``, its tensor, and ``action_mask``.
    ``info["actor"]`` says which seat it is, and ``info["rewards"]`` has a row of all seats for each
    table, which is what a learner of several seats needs. The rewards of a step, which wrappers add
    up, are those of seat 0.

    A table whose session is over says so by ``terminated`` and goes on with a new session in the
    same step: ``info["final_obs"]`` has what seat 0 saw last, ``info["final_info"]`` the rewards.

    Args:
        num_envs: how many tables.
        variant: a slug, or the rules themselves.
        dtype: ``"int8"`` for observations in whole numbers, a quarter of the size, which are those
            of :meth:`~boston_rules.envs.ObservationSpec.as_whole`.
        copy: whether the arrays that are returned stay as they are; without it they may be the
            batch's own, over which the next step writes, and which are only to be read.
        render_mode: only ``None``: tables are not rendered.
        settings: see :class:`~boston_rules.envs.game.Settings`; the first dealer is drawn if not
            given, an illegal action ends the session of its table.

    Raises:
        VariantError: no such variant, option or value.
        ValueError: another argument is not possible.
        TypeError: an argument is of another type.
    """

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
        super().__init__(num_envs, variant, dtype=dtype, copy=copy, **settings)

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
            TypeError: an argument is of another type.
        """
        self._open_all(seed, options)
        self._play_on()
        np.copyto(self._rewards, self._coming_rewards)
        return self._shown(), self._infos()

    def clone(self, tables: Iterable[int] | None = None) -> Clones:
        """Copies of some tables as they stand, with the chance that is to come.

        Args:
            tables: their numbers; all where there are none.

        Raises:
            ValueError: there is no such table.
            TypeError: they are not whole numbers.
            gymnasium.error.ResetNeeded: no session has been opened.

        >>> game = SelfPlayVectorEnv(2, "mariland", dealer=0)
        >>> observations, _ = game.reset(seed=7)
        >>> kept = game.clone([0])
        >>> _ = game.step(observations["action_mask"].argmax(axis=1))
        >>> again, _ = game.restore(kept)  # table 1 stays one action further
        >>> (again["observation"] == observations["observation"]).all(axis=1).tolist()
        [True, False]
        """
        numbers = self._places(tables)
        self._check_open()
        chance = [copy(self._rngs[table]) for table in numbers]
        return Clones(self, len(numbers), [*taken(self._parts, numbers), chance])

    def restore(
        self, clones: Clones, tables: Iterable[int] | None = None
    ) -> tuple[dict[str, Ints], dict[str, Any]]:
        """Go on from copies, as often as one likes.

        Args:
            clones: what :meth:`clone` has made of tables of this environment.
            tables: where they go, as many as there are copies; the first ones where there are none.

        Returns:
            What the seats to act see at all tables, as from a reset.

        Raises:
            ValueError: there is no such table, or the same twice, or not as many as copies, or the
                copies are of another environment.
            TypeError: an argument is of another type.
        """
        check_type("clones", clones, Clones, "what clone has made")
        if clones.of is not self:
            raise ValueError("clones are those of this environment, not of another one")
        numbers = list(range(clones.count)) if tables is None else self._places(tables)
        if len(set(numbers)) != len(numbers) or len(numbers) != clones.count:
            raise ValueError(f"a table for each of {clones.count} clones, not {shown(numbers)}")
        *parts, chance = clones.parts
        put(self._parts, numbers, parts)
        for table, rng in zip(numbers, chance, strict=True):
            self._rngs[table] = copy(rng)
        self._rewards[:] = 0
        self._over[:] = self._broken[:] = False
        self._play_on()
        return self._shown(), self._infos()

    def _places(self, tables: Iterable[int] | None) -> list[int]:
        """The numbers of some tables, or of all."""
        if tables is None:
            return list(range(self.num_envs))
        return list(map(self._place, tuple_of("tables", tables, "numbers of tables")))

    def _play_on(self) -> None:
        self._turns(self._every)
        self._look(self._every)

    def _infos(self) -> dict[str, Any]:
        over, rewards = self._over, self._rewards.copy()
        final = {"actor": np.where(over, _NOBODY, 0), "rewards": rewards * over[:, None]}
        return self._told({"actor": self._actor.copy(), "rewards": rewards}, final)


class BostonVectorEnv(TablesEnv):
    """A learner at one seat of every table, who is asked whenever it is his turn.

    Table by table it is :class:`~boston_rules.envs.gymnasium.BostonEnv`: the same observations,
    rewards and infos from the same seeds. Opponents are asked where they have a choice: networks
    (:class:`~boston_rules.envs.network.PolicyBot`) for all tables at once, others one by one, which
    takes most of the time.

    A table whose session is over says so by ``terminated`` and goes on with a new session in the
    same step: ``info["final_obs"]`` and ``info["final_info"]`` have what the learner saw last.

    Args:
        num_envs: how many tables.
        variant: a slug, or the rules themselves.
        seat: the learner's; ``None`` draws it for every session.
        opponents: who sits at the other seats: a name of :func:`~boston_rules.bots.make_bot` or a
            function that makes a bot from a ``random.Random``; a mixture of these, as a dictionary
            of their weights, of which one is drawn for every session and seat; one for all, or one
            for each, from the learner's left.
        dtype: as for :class:`SelfPlayVectorEnv`.
        copy: the same.
        render_mode: only ``None``: tables are not rendered.
        settings: see :class:`~boston_rules.envs.game.Settings`; the first dealer is drawn if not
            given.

    Raises:
        VariantError: no such variant, option or value.
        ValueError: another argument is not possible.
        TypeError: an argument is of another type.

    >>> game = BostonVectorEnv(2, "mariland", opponents={"simple": 3, "random": 1}, seat=None)
    >>> observations, info = game.reset(seed=1)
    >>> observations, rewards, *_ = game.step(observations["action_mask"].argmax(axis=1))
    >>> rewards.tolist(), info["chips"].tolist()
    ([0.0, 0.0], [0, 0])
    """

    def __init__(
        self,
        num_envs: int,
        variant: str | br.Variant = DEFAULT_VARIANT,
        *,
        seat: int | None = 0,
        opponents: Bots = "simple",
        dtype: NumberType = "float32",
        copy: bool = True,
        render_mode: None = None,
        **settings: Unpack[Settings],
    ) -> None:
        super().__init__(num_envs, variant, dtype=dtype, copy=copy, **settings)
        if seat is not None:
            check_seat(seat, "the learner", self.variant.seats)
        self.seat = seat
        self.opponents: tuple[Maker, ...] = makers(opponents, self.variant.seats - 1, "opponents")
        self._given: int | None = seat
        self._bots: list[dict[int, Bot]] = [{} for _ in range(num_envs)]

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[dict[str, Ints], dict[str, Any]]:
        """Open a new session at every table, and play up to the learner's first turn.

        Args:
            seed: as for :meth:`SelfPlayVectorEnv.reset`.
            options: the same, and ``seat``, the learner's.

        Raises:
            ValueError: not as many seeds as tables, or an option is not possible.
            DealError: the hands are not a deal, or the dealer is not a seat.
            TypeError: an argument is of another type.
        """
        rest = as_dict(options)
        self._given = rest.pop("seat", self.seat)
        try:
            self._open_all(seed, rest)
        finally:
            self._given = self.seat
        self._play_on()
        return self._shown(), self._infos()

    def _seat(self, table: int, rng: random.Random) -> None:
        n = self.variant.seats
        self._me[table], self._bots[table] = take_seats(self._given, self.opponents, n, rng)
        self._asked[table] = False

    def _play_on(self) -> None:
        """Let the bots act until the learner is asked at every table."""
        tables = self._every
        self._turns(tables)
        while True:
            own = self._actor[tables] == self._me[tables]
            self._asked[tables[own]] = True
            tables = tables[~own]
            if not len(tables):
                break
            self._act(tables, self._answers(tables), strict=True)
            self._turns(tables)
        self._look(self._every)

    def _answers(self, tables: Ints) -> Ints:
        """What the bots do that are to act at some tables."""
        masks = self._mask[tables]
        numbers: Ints = masks.argmax(axis=1)
        asked: dict[Policy, list[tuple[int, Any]]] = {}
        for place in (masks.sum(axis=1) > 1).nonzero()[0].tolist():
            table = int(tables[place])
            seat = int(self._actor[table])
            bot = self._bots[table][seat]
            policy_for = getattr(bot, "policy_for", None)
            if policy_for is not None and getattr(bot, "adviser", None) is None:
                asked.setdefault(policy_for(self.variant), []).append((place, bot))
            else:
                view = br.observe(self.position(table), seat)
                numbers[place] = self.encoding.encode(bot.choose(view))
        for policy, group in asked.items():
            places, bots = map(list, zip(*group, strict=True))
            self._look(tables[places])
            scores = policy(self._rows.floats(tables[places]), masks[places])
            numbers[places] = [bot.pick(row) for bot, row in zip(bots, scores, strict=True)]
        return numbers

    def _infos(self) -> dict[str, Any]:
        each, me, over = self._every, self._me.copy(), self._over
        chips = self._purses[each, me] - self._opened[each, me]
        final = {"seat": self._final_seat * over, "chips": self._final_chips * over}
        return self._told({"seat": me, "chips": chips}, final)
