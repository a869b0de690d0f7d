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

import copy
import random
from typing import TYPE_CHECKING, Any, ClassVar, Final, Unpack

import boston_rules as br
from boston_rules.core.arguments import check_type
from boston_rules.core.extras import needs
from boston_rules.envs.central import state_spec
from boston_rules.envs.events import EventSpec, event_spec
from boston_rules.envs.game import RENDER_MODES, Observation, Settings, SingleGame
from boston_rules.envs.observation import Tensor
from boston_rules.envs.opening import DEFAULT_VARIANT

with needs("boston_rules.envs", "envs", "gymnasium", "numpy", "pettingzoo"):
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv  # type: ignore[import-untyped]
    from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

__all__ = ["Observation", "env", "raw_env"]


def env(
    variant: str | br.Variant = DEFAULT_VARIANT,
    *,
    events: bool = False,
    render_mode: str | None = None,
    **settings: Unpack[Settings],
) -> AECEnv[str, Observation, int | None]:
    """The environment in PettingZoo's usual wrappers.

    Args:
        variant: a slug, or the rules themselves.
        events: adds the history of the deal to the observation, as categories.
        render_mode: ``"ansi"`` renders to a string, ``"human"`` prints it.
        settings: see :class:`~boston_rules.envs.game.Settings`; an illegal action ends the episode
            if not given, as in PettingZoo's other card games.

    Raises:
        VariantError: no such variant, option or value.
        ValueError: another argument is not possible.
        TypeError: the variant is neither one nor a slug.
    """
    settings.setdefault("illegal", "terminate")
    game = raw_env(variant, events=events, render_mode=render_mode, **settings)
    return wrappers.OrderEnforcingWrapper(game)


if TYPE_CHECKING:

    class _Environment:
        """What is used of PettingZoo's base class, which has no complete types."""

        _cumulative_rewards: dict[str, float]
        _skip_agent_selection: str | None

        def _accumulate_rewards(self) -> None: ...
        def _clear_rewards(self) -> None: ...
        def _deads_step_first(self) -> str: ...
        def _was_dead_step(self, action: int | None) -> None: ...

else:
    _Environment = AECEnv[str, Observation, int | None]


_AGENT: Final = "the name of an agent, such as 'seat_0'"


class raw_env(SingleGame, _Environment):
    """The environment without wrappers; arguments as for :func:`env`, but illegal actions raise.

    Agents are ``seat_0`` and so on, in the order in which they speak. Shuffles and turned cards are
    drawn inside, from the seed given to :meth:`reset`; without one the last seed's row goes on.

    The reward comes when a deal is settled: the chips a seat has won since before its ante, times
    the scale. All other rewards are 0, but for what an illegal action costs.
    """

    agents: list[str]
    agent_selection: str
    infos: dict[str, dict[str, Any]]
    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": [*RENDER_MODES],
        "name": "boston_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        variant: str | br.Variant = DEFAULT_VARIANT,
        *,
        events: bool = False,
        render_mode: str | None = None,
        **settings: Unpack[Settings],
    ) -> None:
        settings.setdefault("illegal", "raise")
        super().__init__(variant, render_mode=render_mode, **settings)
        action_space, observation_space = self._spaces()
        self._events = event_spec(self.variant) if events else None
        if self._events is not None:
            seen = {**observation_space, "events": event_space(self._events)}
            observation_space = spaces.Dict(seen)
        self.possible_agents: list[str] = [f"seat_{seat}" for seat in range(self.variant.seats)]
        self.agents = []
        self.action_spaces: dict[str, spaces.Discrete] = {
            agent: copy.deepcopy(action_space) for agent in self.possible_agents
        }
        self.observation_spaces: dict[str, spaces.Dict] = {
            agent: copy.deepcopy(observation_space) for agent in self.possible_agents
        }
        self.state_space: spaces.Box = spaces.Box(
            -1.0, 1.0, (len(state_spec(self.variant)),), np.float32
        )
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._np_random: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Dict[Any]:
        """The space of :meth:`observe`.

        Raises:
            KeyError: no agent is called so.
            TypeError: it is not a name.
        """
        check_type("agent", agent, str, _AGENT)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """The numbers of the actions.

        Raises:
            KeyError: no agent is called so.
            TypeError: it is not a name.
        """
        check_type("agent", agent, str, _AGENT)
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Open a new session.

        Args:
            seed: of every shuffle and turned card to come.
            options: of the first deal: ``hands``, as :func:`~boston_rules.start` takes them, with
                ``turned``, the card turned up; ``dealer``; ``purses``, chips by seat before the
                antes, or a dictionary by agent.

        Raises:
            ValueError: a misspelt option, or purses that are none.
            DealError: the hands are not a deal, or the dealer is not a seat.
            gymnasium.error.Error: the seed is not a whole number from 0.
            TypeError: the options are not a dictionary.
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
        self._go_on(self._open(options, self.possible_agents))

    def step(self, action: int | None) -> None:
        """Do what the selected agent chose; ``None`` once it is done.

        Raises:
            IllegalAction: the rules refuse it, and illegal actions raise; nothing has changed.
            ValueError: no action has the number.
            TypeError: the number is not an ``int``.
            gymnasium.error.ResetNeeded: no session has been opened.
        """
        before, agent = self.position, self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to act: the action None is for an agent that is done")
        state = self._after(before, action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if state is not None:
            self._go_on(state)
            self._accumulate_rewards()
            if self.render_mode == "human":
                self.render()
            return
        self.rewards[agent] = self._cost(self._seats[agent], self._purses, self._opened)
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos[agent]["illegal"] = True
        self._accumulate_rewards()
        self._deads_step_first()

    def _go_on(self, state: br.State) -> None:
        """Draw what chance owes and settle what is over, until a seat is to act or all is done."""
        before = self._purses
        self._state = state = self._until_asked(state)
        for agent, chips, old in zip(self.agents, self._purses, before, strict=True):
            self.rewards[agent] = (chips - old) * self.reward_scale
        if state.actor is None:
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[state.actor or 0]

    def observe(self, agent: str) -> Observation:
        """The tensor and the mask of a seat; the mask is all 0 unless it is to act.

        Raises:
            KeyError: no agent is called so.
            TypeError: it is not a name.
            gymnasium.error.ResetNeeded: no session has been opened.
        """
        check_type("agent", agent, str, _AGENT)
        state, seat = self.position, self._seats[agent]
        acts = seat == state.actor and not self.terminations.get(agent, False)
        seen = self._seen(seat, acts=acts)
        if self._events is not None:
            seen["events"] = self._events.encode(br.observe(state, seat).events, seat)
        return seen

    def state(self) -> Tensor:
        """The tensor of the whole state, for a critic that sees all; see
        :class:`~boston_rules.envs.central.StateSpec`.

        Raises:
            gymnasium.error.ResetNeeded: no session has been opened.
        """
        return state_spec(self.variant).encode(self.position)

    def close(self) -> None:
        """Nothing is held open."""


def event_space(spec: EventSpec) -> spaces.MultiDiscrete:
    """The space of the rows of events: who, and what."""
    most = np.array([[spec.whos, spec.kinds]] * spec.rows)
    return spaces.MultiDiscrete(most, dtype=np.int16)  # type: ignore[arg-type]
