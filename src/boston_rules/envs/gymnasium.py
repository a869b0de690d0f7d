"""Gymnasium environments: one seat, while bots play the others, or all seats in turn.

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
from boston_rules.bots import Bot, Bots
from boston_rules.bots.makers import Maker, makers
from boston_rules.core.arguments import check_seat, check_type
from boston_rules.core.extras import needs
from boston_rules.envs.game import RENDER_MODES, Observation, Settings, SingleGame, take_seats
from boston_rules.envs.opening import DEFAULT_VARIANT, as_dict

with needs("boston_rules.envs", "envs", "gymnasium", "numpy"):
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray

__all__ = ["BostonEnv", "SelfPlayEnv", "env_id", "register_envs"]


class _TableEnv(SingleGame, gymnasium.Env[Any, Any]):
    """One table, at which bots act until somebody is to be asked."""

    action_space: spaces.Discrete[Any]
    observation_space: spaces.Dict
    metadata: dict[str, Any] = {"render_modes": [*RENDER_MODES], "render_fps": 2}  # noqa: RUF012
    _over = False
    _rewarded: tuple[int, ...]
    """The purses of which the rewards were told."""
    _me = 0
    """Whose rewards are told, and who sees the end."""

    def __init__(
        self, variant: str | br.Variant, *, render_mode: str | None, **settings: Unpack[Settings]
    ) -> None:
        settings.setdefault("dealer", None)
        super().__init__(variant, render_mode=render_mode, **settings)
        self.action_space, self.observation_space = self._spaces()
        self._bots: dict[int, Bot] = {}
        self._rewards = np.zeros(self.variant.seats)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Open a new session, and play up to the first turn of who is asked.

        Args:
            seed: of the cards and of the bots; without one, the row of the last seed goes on.
            options: ``hands``, ``turned``, ``dealer`` and ``purses`` as for
                :meth:`boston_rules.envs.pettingzoo.raw_env.reset`; where one seat is the learner's
                also ``seat``.

        Raises:
            ValueError: an option is not possible.
            DealError: the hands are not a deal, or the dealer is not a seat.
            gymnasium.error.Error: the seed is not a whole number from 0.
            TypeError: the options are not a dictionary.
        """
        super().reset(seed=seed)
        if seed is not None or "_rng" not in vars(self):
            drawn = int(self.np_random.integers(2**62)) if seed is None else seed
            self._rng = random.Random(drawn)
        self._rewards = np.zeros(self.variant.seats)
        rest = as_dict(options)
        given = {name: rest.pop(name) for name in ("seat",) if name in rest}
        while True:
            state = self._open(rest, map(str, range(self.variant.seats)))
            self._rewarded = self._opened
            self._take_seats(self._rng, **given)
            self._go_on(state)
            if not self._over:  # else nobody has asked the learner anything: another session
                return self._shown(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take the action, and play on up to the next turn of who is asked, or the end.

        Raises:
            IllegalAction: the rules refuse it, and illegal actions raise; nothing has changed.
            ValueError: no action has the number.
            TypeError: it is not a whole number.
            RuntimeError: the episode is over.
            gymnasium.error.ResetNeeded: none has begun.
        """
        if self._over:
            raise RuntimeError("the episode is over: call reset")
        actor = self.position.actor
        assert actor is not None, "somebody is to act"
        state = self._after(self.position, action)
        broken = {"illegal": True} if state is None else {}
        if state is not None:
            self._go_on(state)
        before, self._rewarded = self._rewarded, self._purses
        self._rewards = np.subtract(self._purses, before) * self.reward_scale
        if state is None:
            self._over = True
            self._rewards[actor] += self._cost(actor, self._purses, self._opened)
        if self.render_mode == "human":
            self.render()
        reward = float(self._rewards[self._me])
        return self._shown(), reward, self._over, False, {**self._info(), **broken}

    def _take_seats(self, rng: random.Random) -> None:
        """Say who plays in a session that begins."""

    def _info(self) -> dict[str, Any]:
        raise NotImplementedError

    def _go_on(self, state: br.State) -> None:
        """Let chance and the bots act until somebody is asked or the session is over."""
        state = self._until_asked(state)
        while (actor := state.actor) in self._bots:
            (action, *others) = state.lawful()
            if others:
                action = self._bots[actor].choose(br.observe(state, actor))
            state = self._until_asked(br.apply(state, action))
        self._state, self._over = state, actor is None

    def _shown(self) -> Observation:
        """What the seat sees that is asked; at the end, the one whose rewards are told."""
        actor = self.position.actor
        seat = self._me if self._over or actor is None else actor
        return self._seen(seat, acts=not self._over)

    def action_masks(self) -> NDArray[np.bool_]:
        """What may be done now, under the name that sb3-contrib asks for.

        Raises:
            gymnasium.error.ResetNeeded: no session has been opened.
        """
        return self._mask(acts=not self._over).astype(np.bool_)


class SelfPlayEnv(_TableEnv):
    """A table at which the seat to act is asked, so that one policy plays all seats.

    The observation is a dictionary of ``observation``, the tensor of the seat to act, and
    ``action_mask``, 1 for what may be done now. ``info["actor"]`` says which seat it is, -1 at the
    end, and ``info["rewards"]`` has the rewards of all seats. The reward of a step, which wrappers
    add up, is that of seat 0.

    Args:
        variant: a slug, or the rules themselves.
        render_mode: ``"ansi"`` renders to a string, ``"human"`` prints it.
        settings: see :class:`~boston_rules.envs.game.Settings`; the first dealer is drawn if not
            given.

    Raises:
        VariantError: no such variant, option or value.
        ValueError: another argument is not possible.
        TypeError: the variant is neither one nor a slug.
    """

    def __init__(
        self,
        variant: str | br.Variant = DEFAULT_VARIANT,
        *,
        render_mode: str | None = None,
        **settings: Unpack[Settings],
    ) -> None:
        super().__init__(variant, render_mode=render_mode, **settings)

    def _info(self) -> dict[str, Any]:
        actor = self.position.actor
        return {"actor": -1 if self._over or actor is None else actor, "rewards": self._rewards}


class BostonEnv(_TableEnv):
    """A learner at one seat, who is asked whenever it is his turn.

    The observation is a dictionary of ``observation``, the tensor of the seat, and ``action_mask``,
    1 for what may be done now. The reward comes when a deal is settled: the chips won since before
    the antes, times ``reward_scale``. Bots are asked where they have a choice.

    Args:
        variant: a slug, or the rules themselves.
        seat: the learner's; ``None`` draws it at every reset.
        opponents: who sits at the other seats: a name of :func:`~boston_rules.bots.make_bot` or a
            function that makes a bot from a ``random.Random``; a mixture of these, as a dictionary
            of their weights, of which one is drawn for every session and seat; one for all, or one
            for each, from the learner's left.
        render_mode: ``"ansi"`` renders to a string, ``"human"`` prints it.
        settings: see :class:`~boston_rules.envs.game.Settings`; the first dealer is drawn if not
            given.

    Raises:
        VariantError: no such variant, option or value.
        ValueError: another argument is not possible.
        TypeError: an argument is of another type.
    """

    def __init__(
        self,
        variant: str | br.Variant = DEFAULT_VARIANT,
        *,
        seat: int | None = 0,
        opponents: Bots = "simple",
        render_mode: str | None = None,
        **settings: Unpack[Settings],
    ) -> None:
        super().__init__(variant, render_mode=render_mode, **settings)
        if seat is not None:
            check_seat(seat, "the learner", self.variant.seats)
        self.seat = seat
        self.opponents: tuple[Maker, ...] = makers(opponents, self.variant.seats - 1, "opponents")

    def _take_seats(self, rng: random.Random, **given: Any) -> None:
        seat = given.get("seat", self.seat)
        self._me, self._bots = take_seats(seat, self.opponents, self.variant.seats, rng)

    def _info(self) -> dict[str, Any]:
        chips = self._purses[self._me] - self._opened[self._me]
        return {"seat": self._me, "chips": chips}


def env_id(slug: str, *, self_play: bool = False) -> str:
    """What ``gymnasium.make`` and ``gymnasium.make_vec`` call a variant.

    Args:
        slug: the variant.
        self_play: whether all seats are asked, and not one alone.

    Raises:
        TypeError: it is not a ``str``.

    >>> env_id("french"), env_id("french", self_play=True)
    ('boston_rules/french-v0', 'boston_rules/french-selfplay-v0')
    """
    check_type("slug", slug, str, "a str, such as 'french'")
    return f"boston_rules/{slug}{'-selfplay' if self_play else ''}-v0"


def register_envs() -> None:
    """Register the two environments of every variant that has none yet.

    Call it again after a variant was registered in the running program.

    >>> register_envs()
    >>> "boston_rules/fontainebleau-v0" in gymnasium.registry
    True
    """
    for slug in br.list_variants():
        for self_play, name in ((False, "Boston"), (True, "SelfPlay")):
            if env_id(slug, self_play=self_play) not in gymnasium.registry:
                gymnasium.register(
                    id=env_id(slug, self_play=self_play),
                    entry_point=f"boston_rules.envs.gymnasium:{name}Env",
                    vector_entry_point=f"boston_rules.envs.vector:{name}VectorEnv",
                    kwargs={"variant": slug},
                )


register_envs()
