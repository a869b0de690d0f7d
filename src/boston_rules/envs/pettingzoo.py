"""A PettingZoo environment, seat by seat (AEC): any variant, one deal or a session.

>>> from boston_rules.envs import pettingzoo
>>> game = pettingzoo.env("mariland")
>>> game.reset(seed=7)
>>> for agent in game.agent_iter():
...     observation, reward, terminated, truncated, info = game.last()
...     over = terminated or truncated
...     mask = None if over else observation["action_mask"]
...     game.step(None if over else int(mask.argmax()))
>>> game.agents
[]
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

import boston_rules as br
from boston_rules.arguments import check_seat
from boston_rules.envs.encoding import ActionEncoding, action_encoding
from boston_rules.envs.extra import needs
from boston_rules.envs.observation import ObservationSpec, observation_spec
from boston_rules.envs.opening import DEFAULT_VARIANT, chosen_variant

with needs("gymnasium", "numpy", "pettingzoo"):
    import numpy as np
    from gymnasium import logger, spaces
    from gymnasium.utils import seeding
    from numpy.typing import NDArray
    from pettingzoo import AECEnv  # type: ignore[import-untyped]
    from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

__all__ = ["Observation", "env", "raw_env"]

Observation: TypeAlias = dict[str, NDArray[Any]]
"""``observation``, the tensor of the seat, and ``action_mask``, 1 for what it may do now."""


def env(
    variant: str | br.Variant = DEFAULT_VARIANT,
    *,
    deals: int | None = 1,
    dealer: int | None = 0,
    options: Mapping[str, object] | None = None,
    reward_scale: float = 1.0,
    illegal: Literal["terminate", "raise"] = "terminate",
    illegal_reward: float = -1.0,
    render_mode: str | None = None,
) -> AECEnv[str, Observation, int | None]:
    """The environment in PettingZoo's usual wrappers.

    Args:
        variant: a slug, or the rules themselves.
        deals: deals of the session, which is the episode; ``None`` as the variant has it. The last
            deal empties the pool, so rewards of an episode add up to 0.
        dealer: the seat that deals first; ``None`` draws it at every reset.
        options: named options of the variant, such as ``{"seats": 3}``.
        reward_scale: what a chip is worth.
        illegal: an illegal action ends the episode, as the library's other card games do, or raises
            :class:`~boston_rules.IllegalAction`.
        illegal_reward: what ends with it for who did it; the others get 0.
        render_mode: ``"ansi"`` renders to a string, ``"human"`` prints it.

    Raises:
        VariantError: no such variant, option or value.
    """
    if illegal not in ("terminate", "raise"):
        raise ValueError(f"illegal is 'terminate' or 'raise', not {illegal!r}")
    made: AECEnv[str, Observation, int | None] = raw_env(
        variant,
        deals=deals,
        dealer=dealer,
        options=options,
        reward_scale=reward_scale,
        render_mode=render_mode,
    )
    if illegal == "terminate":
        made = wrappers.TerminateIllegalWrapper(made, illegal_reward=illegal_reward)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


if TYPE_CHECKING:

    class _Environment:
        """What is used of PettingZoo's base class, which has no complete types."""

        _cumulative_rewards: dict[str, float]
        _skip_agent_selection: str | None

        def _accumulate_rewards(self) -> None: ...
        def _clear_rewards(self) -> None: ...
        def _was_dead_step(self, action: int | None) -> None: ...

else:
    _Environment = AECEnv[str, Observation, int | None]


class raw_env(_Environment):
    """The environment without wrappers; arguments as for :func:`env`.

    Agents are ``seat_0`` and so on, in the order in which they speak. Shuffles and turned cards are
    drawn inside, from the seed given to :meth:`reset`; without one the last seed's row goes on.

    The reward comes when a deal is settled: the chips a seat has won since before its ante, times
    the scale. All other rewards are 0.
    """

    agents: list[str]
    agent_selection: str
    infos: dict[str, dict[str, Any]]
    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["human", "ansi"],
        "name": "boston_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        variant: str | br.Variant = DEFAULT_VARIANT,
        *,
        deals: int | None = 1,
        dealer: int | None = 0,
        options: Mapping[str, object] | None = None,
        reward_scale: float = 1.0,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            modes = ", ".join(self.metadata["render_modes"])
            raise ValueError(f"render_mode is one of {modes} or None, not {render_mode!r}")
        self.variant: br.Variant = chosen_variant(variant, deals, options)
        self.encoding: ActionEncoding = action_encoding(self.variant)
        self.spec: ObservationSpec = observation_spec(self.variant)
        if dealer is not None:
            check_seat(dealer, "the dealer", self.variant.seats)
        self.dealer = dealer
        self.reward_scale: float = float(reward_scale)
        self.render_mode = render_mode
        self.possible_agents: list[str] = [f"seat_{seat}" for seat in range(self.variant.seats)]
        self.agents = []
        self.action_spaces: dict[str, spaces.Discrete] = {
            agent: spaces.Discrete(len(self.encoding)) for agent in self.possible_agents
        }
        self.observation_spaces: dict[str, spaces.Dict] = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-1.0, 1.0, (len(self.spec),), np.float32),
                    "action_mask": spaces.Box(0, 1, (len(self.encoding),), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._np_random: np.random.Generator | None = None

    @property
    def position(self) -> br.State:
        """The engine's own state, which knows everything."""
        return self._state

    def observation_space(self, agent: str) -> spaces.Dict[Any]:
        """The space of :meth:`observe`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """The numbers of the actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Open a new session.

        Args:
            seed: of every shuffle and turned card to come.
            options: nothing is read from it.
        """
        if seed is not None or self._np_random is None:
            self._np_random, _ = seeding.np_random(seed)
        self._rng = random.Random(int(self._np_random.integers(2**62)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        dealer = self.dealer
        if dealer is None:
            dealer = int(self._rng.random() * self.variant.seats)
        self._purses = (self.variant.session.starting_chips,) * self.variant.seats
        self._go_on(br.start(self.variant, dealer))

    def step(self, action: int | None) -> None:
        """Do what the selected agent chose; ``None`` once it is done.

        Raises:
            IllegalAction: the rules refuse it; nothing has changed.
            ValueError: no action has the number.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to act: None is for an agent that is done")
        state = br.apply(self._state, self.encoding.decode(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._go_on(state)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _go_on(self, state: br.State) -> None:
        """Draw what chance owes and settle what is over, until a seat is to act or all is done."""
        while True:
            actor = state.actor
            if actor is None:
                assert isinstance(state, br.Settled), "only a settled deal has no actor"
                self._settle(state)
                if state.session_over:
                    self.terminations = dict.fromkeys(self.agents, True)
                    self.agent_selection = self.agents[0]
                    break
                state = br.next_deal(state)
            elif actor == br.CHANCE:
                state = br.apply(state, br.draw_chance(state, self._rng))
            else:
                self.agent_selection = self.possible_agents[actor]
                break
        self._state = state

    def _settle(self, state: br.Settled) -> None:
        purses = state.table.purses
        for agent, now, before in zip(self.agents, purses, self._purses, strict=True):
            self.rewards[agent] += (now - before) * self.reward_scale
        self._purses = purses

    def observe(self, agent: str) -> Observation:
        """The tensor and the mask of a seat; the mask is all 0 unless it is to act."""
        view = br.observe(self._state, self._seats[agent])
        return {
            "observation": self.spec.encode(view),
            "action_mask": self.encoding.mask(view.legal),
        }

    def render(self) -> str | None:
        """The table with all hands, as text: returned, or printed in the mode ``human``."""
        if self.render_mode is None:
            logger.warn("render() is called without a render_mode")
            return None
        text = table_as_text(self._state)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is held open."""


def table_as_text(state: br.State) -> str:
    """Everything on and under the table.

    >>> import boston_rules as br
    >>> print(table_as_text(br.start(br.get_variant("mariland"))).splitlines()[0])
    Mariland, deal 1: shuffle
    """
    table = state.table
    lines = [f"{table.variant.title}, deal {table.deal_number}: {state.name}"]
    for seat, purse in enumerate(table.purses):
        hand = str(state.hands[seat]) if state.hands else "–"
        turn = ">" if seat == state.actor else " "
        deals = " (dealer)" if seat == table.dealer else ""
        lines.append(f"{turn} seat {seat}: {purse} chips, {hand}{deals}")
    pool = "" if table.variant.pool is None else f"pool {table.pool}, "
    stakes = "" if table.variant.stakes is None else f"stakes {table.stakes}, "
    lines.append(f"  {pool}{stakes}contract {state.contract or 'none'}")
    if state.history and state.history[-1][0] != br.CHANCE:
        seat, action = state.history[-1]
        lines.append(f"  last: seat {seat} {action}")
    if state.settlement is not None:
        lines.append(str(state.settlement))
    return "\n".join(lines)
