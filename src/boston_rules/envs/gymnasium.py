"""One seat as a Gymnasium environment; bots play the others.

Gymnasium reads no entry points since its version 1.0: a module registers its environments when it
is imported. This one does, and ``gymnasium.make`` imports it where the name begins with it:
``boston_rules.envs.gymnasium:boston_rules/fontainebleau-v0``. Variants of other distributions are
found by the entry points of this library.

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
from typing import Any, Unpack

import boston_rules as br
from boston_rules.bots import Bots
from boston_rules.bots.makers import Maker, makers
from boston_rules.core.arguments import check_seat, check_type
from boston_rules.core.extras import needs
from boston_rules.envs.game import RENDER_MODES, Observation, Settings, SingleGame
from boston_rules.envs.opening import DEFAULT_VARIANT, as_dict

with needs("boston_rules.envs", "envs", "gymnasium", "numpy"):
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray

__all__ = ["BostonEnv", "env_id", "register_envs"]


class BostonEnv(SingleGame, gymnasium.Env[Any, Any]):
    """A learner at one seat, who is asked whenever it is his turn.

    The observation is a dictionary of ``observation``, the tensor of the seat, and ``action_mask``,
    1 for what may be done now. The reward comes when a deal is settled: the chips won since before
    the antes, times ``reward_scale``.

    Args:
        variant: a slug, or the rules themselves.
        seat: the learner's; ``None`` draws it at every reset.
        opponents: who sits at the other seats: a name of :func:`~boston_rules.bots.make_bot` or a
            function that makes a bot from a ``random.Random``; one for all, or one for each, from
            the learner's left.
        render_mode: ``"ansi"`` renders to a string, ``"human"`` prints it.
        settings: see :class:`~boston_rules.envs.game.Settings`; the first dealer is drawn if not
            given.

    Raises:
        VariantError: no such variant, option or value.
        ValueError: another argument is not possible.
    """

    action_space: spaces.Discrete[Any]
    observation_space: spaces.Dict
    _over: bool
    metadata: dict[str, Any] = {"render_modes": [*RENDER_MODES], "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        variant: str | br.Variant = DEFAULT_VARIANT,
        *,
        seat: int | None = 0,
        opponents: Bots = "simple",
        render_mode: str | None = None,
        **settings: Unpack[Settings],
    ) -> None:
        settings.setdefault("dealer", None)
        super().__init__(variant, render_mode=render_mode, **settings)
        self.action_space, self.observation_space = self._spaces()
        if seat is not None:
            check_seat(seat, "the learner", self.variant.seats)
        self.seat = seat
        self.opponents: tuple[Maker, ...] = makers(opponents, self.variant.seats - 1, "opponents")

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
            gymnasium.error.Error: the seed is not a whole number from 0.
        """
        super().reset(seed=seed)
        rest = as_dict(options)
        given = rest.pop("seat", self.seat)
        n = self.variant.seats
        while True:
            self._rng = random.Random(int(self.np_random.integers(2**62)))
            self._me = int(self._rng.random() * n) if given is None else given
            check_seat(self._me, "the learner", n)
            state = self._open(rest, map(str, range(n)))
            self._bots = {
                (self._me + place) % n: make(random.Random(self._rng.random()))
                for place, make in enumerate(self.opponents, 1)
            }
            self._go_on(state)
            if not self._over:  # else nobody has asked the learner anything: another session
                return self._seen(self._me, acts=True), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take the action, and play on up to the learner's next turn or the end.

        Raises:
            IllegalAction: the rules refuse it, and illegal actions raise; nothing has changed.
            ValueError: no action has the number.
            RuntimeError: the episode is over.
        """
        if self._over:
            raise RuntimeError("the episode is over: call reset")
        before = self._purses[self._me]
        state = self._after(action)
        if state is None:
            self._over = True
            cost = self._cost(self._me, self._purses, self._opened)
            info = {**self._info(), "illegal": True}
            return self._seen(self._me, acts=False), cost, True, False, info
        self._go_on(state)
        reward = (self._purses[self._me] - before) * self.reward_scale
        if self.render_mode == "human":
            self.render()
        return self._seen(self._me, acts=not self._over), reward, self._over, False, self._info()

    def _go_on(self, state: br.State) -> None:
        """Let chance and the bots act until the learner is asked or the session is over."""
        state = self._until_asked(state)
        while (actor := state.actor) is not None and actor != self._me:
            action = self._bots[actor].choose(br.observe(state, actor))
            state = self._until_asked(br.apply(state, action))
        self._state, self._over = state, actor is None

    def _info(self) -> dict[str, Any]:
        chips = self._purses[self._me] - self._opened[self._me]
        return {"seat": self._me, "chips": chips}

    def action_masks(self) -> NDArray[np.bool_]:
        """What may be done now, under the name that sb3-contrib asks for."""
        return self._mask(acts=not self._over).astype(np.bool_)


def env_id(slug: str) -> str:
    """What ``gymnasium.make`` calls a variant.

    >>> env_id("french")
    'boston_rules/french-v0'
    """
    check_type("slug", slug, str, "a str, such as 'french'")
    return f"boston_rules/{slug}-v0"


def register_envs() -> None:
    """Register an environment for every variant that has none yet.

    Call it again after a variant was registered in the running program.

    >>> register_envs()
    >>> "boston_rules/fontainebleau-v0" in gymnasium.registry
    True
    """
    for slug in br.list_variants():
        if env_id(slug) not in gymnasium.registry:
            gymnasium.register(
                id=env_id(slug),
                entry_point="boston_rules.envs.gymnasium:BostonEnv",
                vector_entry_point="boston_rules.envs.vector:BostonVectorEnv",
                kwargs={"variant": slug},
            )


register_envs()
