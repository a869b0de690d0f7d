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
from boston_rules.envs.bounds import bounds_of
from boston_rules.envs.central import state_spec
from boston_rules.envs.common import CommonSpaces
from boston_rules.envs.direct import direct_encoder
from boston_rules.envs.encoding import ActionEncoding, action_encoding
from boston_rules.envs.events import EventSpec, event_spec
from boston_rules.envs.extra import needs
from boston_rules.envs.observation import ObservationSpec, Tensor, observation_spec
from boston_rules.envs.opening import DEFAULT_VARIANT, chosen_variant, read_opening
from boston_rules.envs.rendering import table_as_text

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
    illegal_reward: float | None = None,
    events: bool = False,
    common: CommonSpaces | None = None,
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
        illegal_reward: what who did it gets; the others get 0. ``None`` brings his total to the
            most that anybody can lose in the episode, so that it never pays.
        events: adds the history of the deal to the observation, as categories.
        common: the spaces of several games, of which this is one, in the place of its own.
        render_mode: ``"ansi"`` renders to a string, ``"human"`` prints it.

    Raises:
        VariantError: no such variant, option or value.
    """
    made: AECEnv[str, Observation, int | None] = raw_env(
        variant,
        deals=deals,
        dealer=dealer,
        options=options,
        reward_scale=reward_scale,
        illegal=illegal,
        illegal_reward=illegal_reward,
        events=events,
        common=common,
        render_mode=render_mode,
    )
    return wrappers.OrderEnforcingWrapper(made)


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


class raw_env(_Environment):
    """The environment without wrappers; arguments as for :func:`env`.

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
        illegal: Literal["terminate", "raise"] = "raise",
        illegal_reward: float | None = None,
        events: bool = False,
        common: CommonSpaces | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if illegal not in ("terminate", "raise"):
            raise ValueError(f"illegal is 'terminate' or 'raise', not {illegal!r}")
        if render_mode not in (None, *self.metadata["render_modes"]):
            modes = ", ".join(self.metadata["render_modes"])
            raise ValueError(f"render_mode is one of {modes} or None, not {render_mode!r}")
        self.variant: br.Variant = chosen_variant(variant, deals, options)
        self.encoding: ActionEncoding = action_encoding(self.variant)
        self.spec: ObservationSpec = observation_spec(self.variant)
        self._encode = direct_encoder(self.variant)
        if dealer is not None:
            check_seat(dealer, "the dealer", self.variant.seats, name="dealer")
        self.dealer = dealer
        self.reward_scale: float = float(reward_scale)
        self.illegal = illegal
        self.illegal_reward = illegal_reward
        self._events = event_spec(self.variant) if events else None
        self._common = common
        if common is not None:
            common.of(self.variant)
        actions = len(self.encoding) if common is None else common.actions
        size = len(self.spec) if common is None else common.tensor_size
        self.render_mode = render_mode
        self.possible_agents: list[str] = [f"seat_{seat}" for seat in range(self.variant.seats)]
        self.agents = []
        self.action_spaces: dict[str, spaces.Discrete] = {
            agent: spaces.Discrete(actions) for agent in self.possible_agents
        }
        self.observation_spaces: dict[str, spaces.Dict] = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-1.0, 1.0, (size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                    **({} if self._events is None else {"events": event_space(self._events)}),
                }
            )
            for agent in self.possible_agents
        }
        self.state_space: spaces.Box = spaces.Box(
            -1.0, 1.0, (len(state_spec(self.variant)),), np.float32
        )
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
            options: of the first deal: ``hands``, as :func:`~boston_rules.start` takes them, with
                ``turned``, the card turned up; ``dealer``; ``purses``, chips by seat before the
                antes, or a dictionary by agent.

        Raises:
            ValueError: a misspelt option, or purses that are none.
            DealError: the hands are not a deal, or the dealer is not a seat.
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
        opening = read_opening(self.variant, options, dealer, self.possible_agents)
        self._purses = self._opened = opening.purses
        self._go_on(opening.state)

    def step(self, action: int | None) -> None:
        """Do what the selected agent chose; ``None`` once it is done.

        Raises:
            IllegalAction: the rules refuse it, and illegal actions raise; nothing has changed.
            ValueError: no action has the number.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to act: None is for an agent that is done")
        if self._common is not None:
            action = self._common.own_number(self.variant, action)
            if action < 0 and self.illegal == "terminate":  # an action of another game
                self._break_off(agent)
                return
        done = self.encoding.decode(action)
        try:
            state = br.apply(self._state, done)
        except br.IllegalAction:
            if self.illegal == "raise":
                raise
            self._break_off(agent)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._go_on(state)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _break_off(self, agent: str) -> None:
        """End the episode, at the cost of who has done what the rules refuse."""
        cost = self.illegal_reward
        if cost is None:
            seat = self._seats[agent]
            so_far = self._purses[seat] - self._opened[seat]
            cost = -(bounds_of(self.variant).lose + so_far) * self.reward_scale
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.rewards[agent] = float(cost)
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos[agent]["illegal"] = True
        self._accumulate_rewards()
        self._deads_step_first()

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
        state, seat = self._state, self._seats[agent]
        acts = seat == state.actor and not self.terminations.get(agent, False)
        seen: Observation = {
            "observation": self._encode(state, seat),
            "action_mask": self.encoding.mask(state.lawful() if acts else ()),
        }
        if self._common is not None:
            seen = {
                "observation": self._common.spread(self.variant, seen["observation"]),
                "action_mask": self._common.spread_mask(self.variant, seen["action_mask"]),
            }
        if self._events is not None:
            seen["events"] = self._events.encode(br.observe(state, seat).history, seat)
        return seen

    def state(self) -> Tensor:
        """The tensor of the whole state, for a critic that sees all; see
        :class:`~boston_rules.envs.central.StateSpec`."""
        return state_spec(self.variant).encode(self._state)

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


def event_space(spec: EventSpec) -> spaces.MultiDiscrete:
    """The space of the rows of events: who, and what."""
    most = np.array([[spec.whos, spec.kinds]] * spec.rows)
    return spaces.MultiDiscrete(most, dtype=np.int16)  # type: ignore[arg-type]
