"""What the environments have in common: their settings, spaces, refusals and rendering."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias, TypedDict

import boston_rules as br
from boston_rules.bots import Bot
from boston_rules.bots.makers import Maker
from boston_rules.core.arguments import check_options, check_seat, shown
from boston_rules.core.extras import needs
from boston_rules.deal.tricks import Playing
from boston_rules.envs.bounds import bounds_of
from boston_rules.envs.common import CommonSpaces
from boston_rules.envs.encoding import ActionEncoding, action_encoding
from boston_rules.envs.observation import ObservationSpec, observation_spec
from boston_rules.envs.opening import House, chosen_variant, read_opening
from boston_rules.telling import draw

with needs("boston_rules.envs", "envs", "gymnasium", "numpy"):
    import numpy as np
    from gymnasium import logger, spaces
    from gymnasium.error import ResetNeeded
    from numpy.typing import NDArray

__all__ = [
    "NOT_OPEN",
    "RENDER_MODES",
    "Game",
    "Illegal",
    "NumberType",
    "Observation",
    "Settings",
    "SingleGame",
    "take_seats",
]

Observation: TypeAlias = dict[str, NDArray[Any]]
"""``observation``, the tensor of the seat, and ``action_mask``, 1 for what it may do now."""
Illegal: TypeAlias = Literal["terminate", "raise"]
"""What an illegal action does: it ends the episode, or raises."""
NumberType: TypeAlias = Literal["float32", "int8"]
"""What the numbers of an observation are."""
RENDER_MODES: Final = ("human", "ansi")


def take_seats(
    seat: int | None, opponents: Sequence[Maker], seats: int, rng: random.Random
) -> tuple[int, dict[int, Bot]]:
    """The seat of a learner, drawn where none is given, and the bots at the others.

    Raises:
        ValueError: there is no such seat.
        TypeError: it is not a whole number.
    """
    own = int(rng.random() * seats) if seat is None else seat
    check_seat(own, "the learner", seats)
    bots = {
        (own + place) % seats: make(random.Random(rng.random()))
        for place, make in enumerate(opponents, 1)
    }
    return own, bots


class Settings(TypedDict, total=False):
    """The keyword arguments that all environments take."""

    deals: int | None
    """Deals of the session, which is the episode, 1 if not given; ``None`` as the variant has it.
    The last deal empties the pool, so the rewards of an episode add up to 0."""
    dealer: int | None
    """The seat that deals first; ``None`` draws it for every session."""
    options: Mapping[str, object] | None
    """Named options of the variant, such as ``{"seats": 3}``."""
    house: House | None
    """House rules: fields of the rules by path, such as ``{"pool.cap": 100}``, or a TOML file."""
    reward_scale: float
    """What a chip is worth, 1.0 if not given."""
    illegal: Illegal
    """An illegal action ends the episode, or raises :class:`~boston_rules.IllegalAction`."""
    illegal_reward: float | None
    """What who did it gets, the others getting 0. ``None``, as if not given, brings his total to
    the most that anybody can lose in the episode, so that it never pays."""
    common: CommonSpaces | None
    """The spaces of several games, of which this is one, in the place of its own."""


NOT_OPEN: Final = "no session is open: call reset first"
"""Why what is asked before the first reset is refused."""


class Game:
    """The rules of an environment, how it numbers actions and seats' views, what a chip is worth.

    Raises:
        VariantError: no such variant, option, field or value.
        OSError: the file of house rules cannot be read.
        ValueError: another setting is not possible.
        TypeError: there is no such setting.
    """

    def __init__(
        self,
        variant: str | br.Variant,
        *,
        deals: int | None = 1,
        dealer: int | None = 0,
        options: Mapping[str, object] | None = None,
        house: House | None = None,
        reward_scale: float = 1.0,
        illegal: Illegal = "terminate",
        illegal_reward: float | None = None,
        common: CommonSpaces | None = None,
        render_mode: str | None = None,
        **unknown: object,
    ) -> None:
        check_options(unknown, Settings.__annotations__)
        self.variant: br.Variant = chosen_variant(variant, deals, options, house)
        if dealer is not None:
            check_seat(dealer, "the dealer", self.variant.seats, name="dealer")
        if illegal not in ("terminate", "raise"):
            raise ValueError(f"illegal is 'terminate' or 'raise', not {shown(illegal)}")
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"render_mode is one of human, ansi or None, not {shown(render_mode)}")
        self.dealer = dealer
        self.reward_scale: float = float(reward_scale)
        if not math.isfinite(self.reward_scale):
            raise ValueError(f"reward_scale is a finite number, not {shown(reward_scale)}")
        self.illegal: Illegal = illegal
        self.illegal_reward = illegal_reward
        self.render_mode = render_mode
        self.encoding: ActionEncoding = action_encoding(self.variant)
        self.layout: ObservationSpec = observation_spec(self.variant)
        self._common = common
        if common is not None:
            common.of(self.variant)

    def _spaces(self, dtype: NumberType = "float32") -> tuple[spaces.Discrete[Any], spaces.Dict]:
        """The spaces of actions and observations."""
        common = self._common
        actions = len(self.encoding) if common is None else common.actions
        shape = (len(self.layout) if common is None else common.tensor_size,)
        numbers: spaces.Box[Any] = spaces.Box(-1.0, 1.0, shape, np.float32)
        if dtype == "int8":
            numbers = spaces.Box(-127, 127, shape, np.int8)
        mask = spaces.Box(0, 1, (actions,), np.int8)
        seen = spaces.Dict({"observation": numbers, "action_mask": mask})
        return spaces.Discrete(actions), seen

    def _refusal(self, state: br.State, action: br.Action) -> br.IllegalAction | None:
        """Why an action is not in the mask, or ``None``: the law of the strict game, in which
        nobody errs."""
        error = state.refuse(action)
        if error is None and isinstance(state, Playing):
            error = Playing.refuse(state, action)
        return error

    def _first_dealer(self, rng: random.Random) -> int:
        """Who deals first, drawn where the settings leave it open."""
        return int(rng.random() * self.variant.seats) if self.dealer is None else self.dealer

    def _cost(self, seat: int, purses: Sequence[int], opened: Sequence[int]) -> float:
        """What a seat gets that breaks the rules, from the purses now and as they were opened."""
        if self.illegal_reward is not None:
            return float(self.illegal_reward)
        lost = bounds_of(self.variant).lose + purses[seat] - opened[seat]
        return -lost * self.reward_scale


class SingleGame(Game):
    """A game at one table, :attr:`position`."""

    _state: br.State | None = None
    _rng: random.Random
    _purses: tuple[int, ...]
    """Chips by seat as the last bill left them."""
    _opened: tuple[int, ...]
    """The same before the session."""

    @property
    def position(self) -> br.State:
        """The engine's own state, which knows everything.

        Raises:
            gymnasium.error.ResetNeeded: no session has been opened.
        """
        if self._state is None:
            raise ResetNeeded(NOT_OPEN)
        return self._state

    def _open(self, options: Mapping[str, Any] | None, seat_names: Iterable[str]) -> br.State:
        """The first state of a new session; see :func:`~boston_rules.envs.opening.read_opening`."""
        dealer = self._first_dealer(self._rng)
        self._purses, state = read_opening(self.variant, options, dealer, seat_names)
        self._opened = self._purses
        return state

    def _until_asked(self, state: br.State) -> br.State:
        """Let chance act and settle what is over, until a seat is to act or the session is over."""
        while True:
            if isinstance(state, br.Settled):
                self._purses = state.table.purses
                if state.session_over:
                    return state
                state = br.next_deal(state)
            elif state.actor == br.CHANCE:
                state = br.apply(state, br.draw_chance(state, self._rng))
            else:
                return state

    def _after(self, state: br.State, action: int) -> br.State | None:
        """The state after the action of a number; ``None`` where its refusal ends the episode.

        Raises:
            IllegalAction: the rules refuse it, and illegal actions raise.
            ValueError: no action has the number.
        """
        if self._common is not None:
            action = self._common.own_number(self.variant, action)
            if action < 0 and self.illegal == "terminate":  # an action of another game
                return None
        chosen = self.encoding.decode(action)
        error = self._refusal(state, chosen)
        if error is None:
            return state.after(chosen)
        if self.illegal == "raise":
            raise error
        return None

    def _mask(self, *, acts: bool) -> NDArray[np.int8]:
        """1 for what may be done now, all 0 for who does not act."""
        mask = self.encoding.mask(self.position.lawful() if acts else ())
        return mask if self._common is None else self._common.spread_mask(self.variant, mask)

    def _seen(self, seat: int, *, acts: bool) -> Observation:
        """The tensor and the mask of a seat."""
        tensor = self.layout.encode(self.position, seat)
        if self._common is not None:
            tensor = self._common.spread(self.variant, tensor)
        return {"observation": tensor, "action_mask": self._mask(acts=acts)}

    def render(self) -> str | None:
        """The table with all hands, as text: returned, or printed in the mode ``human``.

        Raises:
            gymnasium.error.ResetNeeded: no session has been opened.
        """
        if self.render_mode is None:
            logger.warn("render() is called without a render_mode")
            return None
        state = self.position
        bill = [] if state.settlement is None else [str(state.settlement)]
        text = "\n".join([draw.text(state), *bill])
        if self.render_mode == "human":
            print(text)
            return None
        return text
