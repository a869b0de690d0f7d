"""One seat as a Gymnasium environment; bots play the others.

>>> import gymnasium
>>> import boston_rules.envs.gymnasium  # registers every variant
>>> game = gymnasium.make("boston_rules/mariland-v0", opponents="random")
>>> observation, info = game.reset(seed=7)
>>> over = False
>>> while not over:
...     action = int(observation["action_mask"].argmax())
...     observation, reward, over, truncated, info = game.step(action)
>>> -400 < reward < 400
True
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import boston_rules as br
from boston_rules.bots import Bot, make_bot
from boston_rules.core.arguments import check_seat
from boston_rules.envs.common import CommonSpaces
from boston_rules.envs.extra import needs
from boston_rules.envs.game import RENDER_MODES, Illegal, Observation, SingleGame
from boston_rules.envs.opening import DEFAULT_VARIANT, read_opening
from boston_rules.envs.registration import register_envs

with needs("gymnasium", "numpy"):
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray

__all__ = ["BostonEnv", "Opponents"]

BotMaker: TypeAlias = Callable[[random.Random], Bot]
Opponents: TypeAlias = str | BotMaker | Sequence[str | BotMaker]
"""A name of :func:`~boston_rules.bots.make_bot` or a function that makes a bot from a
``random.Random``; one for all other seats, or one for each, from the learner's left."""


class BostonEnv(SingleGame, gymnasium.Env[Any, Any]):
    """A learner at one seat, who is asked whenever it is his turn.

    The observation is a dictionary of ``observation``, the tensor of the seat, and ``action_mask``,
    1 for what may be done now. The reward comes when a deal is settled: the chips won since before
    the antes, times ``reward_scale``.

    Args:
        variant: a slug, or the rules themselves.
        seat: the learner's; ``None`` draws it at every reset.
        opponents: who sits at the other seats; see :data:`Opponents`.
        deals: deals of the session, which is the episode; ``None`` as the variant has it.
        dealer: the seat that deals first; ``None`` draws it at every reset.
        options: named options of the variant, such as ``{"seats": 3}``.
        reward_scale: what a chip is worth.
        illegal: an illegal action ends the episode, or raises
            :class:`~boston_rules.IllegalAction`.
        illegal_reward: what it gets; ``None`` brings the total of the episode to the most that
            anybody can lose in it, so that it never pays.
        common: the spaces of several games, of which this is one, in the place of its own.
        render_mode: ``"ansi"`` renders to a string, ``"human"`` prints it.

    Raises:
        VariantError: no such variant, option or value.
        ValueError: another argument is not possible.
    """

    action_space: spaces.Discrete[Any]
    observation_space: spaces.Dict
    metadata: dict[str, Any] = {"render_modes": [*RENDER_MODES], "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        variant: str | br.Variant = DEFAULT_VARIANT,
        *,
        seat: int | None = 0,
        opponents: Opponents = "simple",
        deals: int | None = 1,
        dealer: int | None = None,
        options: Mapping[str, object] | None = None,
        reward_scale: float = 1.0,
        illegal: Illegal = "terminate",
        illegal_reward: float | None = None,
        common: CommonSpaces | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.action_space, self.observation_space = self._set_up(
            variant,
            deals=deals,
            dealer=dealer,
            options=options,
            reward_scale=reward_scale,
            illegal=illegal,
            illegal_reward=illegal_reward,
            common=common,
            render_mode=render_mode,
        )
        if seat is not None:
            check_seat(seat, "the learner", self.variant.seats)
        self.seat = seat
        self.opponents: list[BotMaker] = _makers(opponents, self.variant.seats - 1)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Open a new session and play up to the learner's first turn.

        Args:
            seed: of the cards and of the bots.
            options: ``hands``, ``turned``, ``dealer`` and ``purses`` as for
                :meth:`boston_rules.envs.pettingzoo.raw_env.reset`, and ``seat``, the learner's.

        Raises:
            ValueError: an option is not possible.
            DealError: the hands are not a deal, or the dealer is not a seat.
        """
        super().reset(seed=seed)
        given = dict(options or {})
        n = self.variant.seats
        while True:
            self._rng = random.Random(int(self.np_random.integers(2**62)))
            seat = given.get("seat", self.seat)
            self._me = int(self._rng.random() * n) if seat is None else seat
            check_seat(self._me, "the learner", n)
            dealer = self._first_dealer(self._rng)
            rest = {name: value for name, value in given.items() if name != "seat"}
            opening = read_opening(self.variant, rest, dealer, map(str, range(n)))
            self._bots = {
                (self._me + place) % n: make(random.Random(self._rng.random()))
                for place, make in enumerate(self.opponents, 1)
            }
            self._purse = self._opened = opening.purses[self._me]
            self._over = False
            self._go_on(opening.state)
            if not self._over:  # else nobody has asked the learner anything: another session
                return self._observation(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take the action, and play on up to the learner's next turn or the end.

        Raises:
            IllegalAction: the rules refuse it, and illegal actions raise; nothing has changed.
            ValueError: no action has the number.
            RuntimeError: the episode is over.
        """
        if self._over:
            raise RuntimeError("the episode is over: call reset")
        before = self._purse
        state = self._after(action)
        if state is None:
            self._over = True
            cost = self._cost(0, (self._purse,), (self._opened,))
            return self._observation(), cost, True, False, {**self._info(), "illegal": True}
        self._go_on(state)
        reward = (self._purse - before) * self.reward_scale
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, self._over, False, self._info()

    def _go_on(self, state: br.State) -> None:
        """Let chance and the bots act until the learner is asked or the session is over."""
        while True:
            actor = state.actor
            if actor == self._me:
                break
            if isinstance(state, br.Settled):
                self._purse = state.table.purses[self._me]
                if state.session_over:
                    self._over = True
                    break
                state = br.next_deal(state)
            elif actor == br.CHANCE:
                state = br.apply(state, br.draw_chance(state, self._rng))
            else:
                assert actor is not None, "only a settled deal has no actor"
                state = br.apply(state, self._bots[actor].choose(br.observe(state, actor)))
        self._state = state

    def _observation(self) -> Observation:
        return self._seen(self._me, acts=not self._over)

    def _info(self) -> dict[str, Any]:
        return {"seat": self._me, "chips": self._purse - self._opened}

    def action_masks(self) -> NDArray[np.bool_]:
        """What may be done now, under the name that sb3-contrib asks for."""
        return self._mask(acts=not self._over).astype(np.bool_)


def _makers(opponents: Opponents, seats: int) -> list[BotMaker]:
    """What makes a bot for each of the other seats.

    Raises:
        ValueError: not as many as seats, or a name that no bot has.
    """
    named: list[str | BotMaker]
    if isinstance(opponents, str) or callable(opponents):
        named = [opponents] * seats
    else:
        named = list(opponents)
    if len(named) != seats:
        raise ValueError(f"opponents are one for all, or {seats}, not {len(named)}")
    return [_maker(each) for each in named]


def _maker(named: str | BotMaker) -> BotMaker:
    if not isinstance(named, str):
        return named
    make_bot(named, random.Random(0))  # an unknown name is refused now
    return lambda rng: make_bot(named, rng)


register_envs()
