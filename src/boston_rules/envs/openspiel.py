"""An OpenSpiel game, registered as ``python_boston`` when this module is imported.

>>> import boston_rules.envs.openspiel
>>> import pyspiel
>>> game = pyspiel.load_game("python_boston(variant=mariland)")
>>> state = game.new_initial_state()
>>> while state.is_chance_node():
...     state.apply_action(state.legal_actions()[-1])
>>> state.current_player(), [state.action_to_string(action) for action in state.legal_actions()[:2]]
(1, ['pass', 'bid 4 C'])

Parameters: ``variant`` (a slug), ``deals`` in the session (0: as the variant has it), ``dealer`` of
the first deal, and ``options`` of the variant, such as ``seats:3`` or
``concessions:false;starting_chips:50``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

import boston_rules as br
from boston_rules.core.actions import Cut, Shuffle, TurnCut, TurnUp
from boston_rules.core.arguments import check_int, check_seat, shown
from boston_rules.core.extras import needs
from boston_rules.envs.bounds import bounds_of
from boston_rules.envs.encoding import ActionEncoding, action_encoding
from boston_rules.envs.events import history
from boston_rules.envs.memory import DealMemory, Memory
from boston_rules.envs.opening import DEFAULT_VARIANT, chosen_variant

with needs("boston_rules.envs", "envs", "numpy", "pyspiel"):
    import pyspiel  # type: ignore[import-not-found] # compiled, without stubs

    from boston_rules.envs.observer import BostonObserver

__all__ = ["GAME_TYPE", "BostonGame", "BostonState", "resampler"]

GAME_TYPE: Final = pyspiel.GameType(
    short_name="python_boston",
    long_name="Boston",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=3,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={
        "variant": DEFAULT_VARIANT,
        "deals": 1,
        "dealer": 0,
        "options": "",
        "house": "",
    },
)
"""How the game is registered. Chips only change hands: the antes go into the pool, and the last
deal of a session empties it, so what the seats win in a session adds up to 0."""

_CHANCE: Final = int(pyspiel.PlayerId.CHANCE)
_TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)
_WORDS: Final[Mapping[str, object]] = {"true": True, "false": False, "none": None}


def read_options(text: str) -> dict[str, object]:
    """The options of a variant as a parameter of the game.

    Raises:
        ValueError: a part is not ``name:value``.

    >>> read_options("concessions:false;deals:3;all_pass:ante")
    {'concessions': False, 'deals': 3, 'all_pass': 'ante'}
    """
    options: dict[str, object] = {}
    for part in filter(None, map(str.strip, text.split(";"))):
        name, colon, value = map(str.strip, part.partition(":"))
        if not colon or not name:
            raise ValueError(f"options are name:value;name:value, not {shown(part)}")
        number = value.removeprefix("-").isdecimal()
        options[name] = int(value) if number else _WORDS.get(value.lower(), value)
    return options


if TYPE_CHECKING:

    class _Game:
        """What is used of OpenSpiel's base class, which is compiled and has no types."""

        def __init__(self, kind: object, info: object, parameters: object) -> None: ...

    class _State:
        """The same of a state."""

        def __init__(self, game: _Game) -> None: ...
        def get_game(self) -> BostonGame: ...
        def is_terminal(self) -> bool: ...
        def apply_action(self, action: int) -> None: ...
        def clone(self) -> BostonState: ...
        def history(self) -> list[int]: ...

else:
    _Game, _State = pyspiel.Game, pyspiel.State


class BostonGame(_Game):
    """A variant and its session as a game of OpenSpiel."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.variant: br.Variant = chosen_variant(
            given.get("variant", DEFAULT_VARIANT),
            given.get("deals", 1) or None,
            read_options(str(given.get("options", ""))),
            given.get("house") or None,
        )
        session = self.variant.session
        if session.first_to is not None:
            raise ValueError("a session to a number of chips has no longest game: name its deals")
        self.dealer: int = given.get("dealer", 0)
        check_seat(self.dealer, "the dealer", self.variant.seats, name="dealer")
        self.opened: Memory = Memory((DealMemory(br.start(self.variant, self.dealer)),))
        """What every session begins with."""
        self.encoding: ActionEncoding = action_encoding(self.variant)
        bounds = bounds_of(self.variant)
        dealing = self.variant.dealing
        deals = session.most_deals
        shuffles = deals if dealing.packs == 1 else dealing.packs
        self._chances = len(dealing.pack) * shuffles + dealing.turns_by_chance * deals
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.encoding),
            max_chance_outcomes=52,
            num_players=self.variant.seats,
            min_utility=-float(bounds.lose),
            max_utility=float(bounds.win),
            utility_sum=0.0,
            max_game_length=bounds.decisions * deals,
        )
        super().__init__(GAME_TYPE, info, given)

    def new_initial_state(self, state: object = None) -> BostonState:
        """The first shuffle is due."""
        if state is not None:
            raise ValueError("a state of this game is made by its actions alone")
        return BostonState(self)

    def max_chance_nodes_in_history(self) -> int:
        """A node for each card of a shuffle, and one for a card turned from a second pack."""
        return self._chances

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> BostonObserver:
        """What fills the tensors and writes the strings.

        Raises:
            ValueError: parameters, or everybody's private information, are asked for.
        """
        if params:
            raise ValueError(f"an observation has no parameters: {dict(params)}")
        return BostonObserver(self.variant, iig_obs_type)


class BostonState(_State):
    """A state of the game; what it holds is shared by its clones, as it never changes."""

    def __init__(self, game: BostonGame) -> None:
        super().__init__(game)
        self._memory = game.opened

    @property
    def memory(self) -> Memory:
        """The engine's states, and what seats remember besides."""
        return self._memory

    @property
    def position(self) -> br.State:
        """The engine's state of the open deal, which knows everything."""
        return self._memory.state

    @property
    def _encoding(self) -> ActionEncoding:
        return action_encoding(self.position.variant)

    def current_player(self) -> int:
        """The seat to act, or OpenSpiel's number for chance or for the end."""
        actor = self._memory.state.actor
        if actor is None:
            return _TERMINAL
        return _CHANCE if actor == br.CHANCE else actor

    def _legal_actions(self, player: int) -> list[int]:
        return self._encoding.legal(br.lawful_actions(self._memory.state))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards, by index, that the shuffle or the turn can bring next, all as likely."""
        state = self._memory.state
        if state.deal is None:
            drawn = frozenset(self._memory.pack)
            found = [card for card in state.variant.dealing.order if card not in drawn]
        else:
            found = [card.index for card in br.PACK if br.why_illegal(state, TurnUp(card)) is None]
        chance = 1 / len(found)
        return [(card, chance) for card in found]

    def _apply_action(self, action: int) -> None:
        memory = self._memory
        if memory.state.actor != br.CHANCE:
            self._memory = memory.after(self._encoding.decode(action))
        elif memory.state.deal is None:
            self._memory = memory.drawn(action)
        else:
            self._memory = memory.after(TurnUp(br.PACK[action]))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"{'deal' if self._memory.state.deal is None else 'turn'} {br.PACK[action]}"
        return self._encoding.tokens[action]

    def is_terminal(self) -> bool:
        """Whether the session is over."""
        return self._memory.state.actor is None

    def returns(self) -> list[float]:
        """Chips won since the session began, antes paid; 0 before it is over."""
        table = self._memory.state.table
        if not self.is_terminal():
            return [0.0] * len(table.purses)
        start = table.variant.session.starting_chips
        return [float(purse - start) for purse in table.purses]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> BostonState:
        """A state that the player cannot tell from this one, the unseen cards lying anyhow.

        Everything that the open deal can still hide is drawn anew, uniformly over the ways in which
        the cards can lie. Deals before it stay as they were, and what they tell about the order of
        a pack that is not shuffled is left aside. OpenSpiel's history is that of the new state,
        except in such an unshuffled deal: there it stays that of this one.

        Args:
            player: whose information is kept.
            sampler: gives numbers from 0 to 1, such as ``random.Random(1).random``.

        Raises:
            ValueError: chance is due, or the session is over.
        """
        memory = self._memory
        open_deal = memory.deals[-1]
        if memory.state.actor in (None, br.CHANCE):
            raise ValueError("worlds are drawn where a player is to act")
        # Two numbers, as there are more worlds than numbers of one kind.
        rng = random.Random(int(sampler() * 2**53) << 53 | int(sampler() * 2**53))
        world = br.sample(open_deal.view(player), rng)
        if not any(isinstance(event.action, Shuffle) for event in world.events):
            made: BostonState = self.clone()
            made._memory = memory.with_open(DealMemory(world, open_deal.cuts))
            return made
        made = self.get_game().new_initial_state()
        before = self.history()[: memory.opened]
        for number in (*before, *self._numbers(world, player, open_deal)):
            made.apply_action(number)
        return made

    def _numbers(self, world: br.State, player: int, open_deal: DealMemory) -> list[int]:
        """The numbers that lead to a sampled deal, in which the player cuts as he has cut.

        A pack is turned back, so that the same cards come after the other cut.
        """
        orders, numbers = list[tuple[int, ...]](), list[int]()
        for seat, action in history(world.events):
            if seat == player and isinstance(action, Cut | TurnCut):
                own = open_deal.cuts[player, type(action)]
                assert isinstance(own, Cut | TurnCut), "as he has done"
                assert own.at is not br.HOLE is not action.at, "both were made by the engine"
                which = 0 if isinstance(action, Cut) else -1
                order = orders[which]
                turn = (action.at - own.at) % len(order)
                orders[which], action = order[turn:] + order[:turn], own
            if isinstance(action, Shuffle):
                orders.append(action.order)
            elif isinstance(action, TurnUp):
                numbers.append(action.card.index)
            else:
                numbers.append(self._encoding.encode(action))
        return [*chain(*orders), *numbers]

    def __str__(self) -> str:
        drawn = " ".join(str(br.PACK[card]) for card in self._memory.pack)
        lines = [
            f"deal {number}: "
            + ", ".join(f"{event.seat} {event}" for event in deal.state.events[1:])
            for number, deal in enumerate(self._memory.deals, 1)
        ]
        return "\n".join([*lines, f"drawn: {drawn}"] if drawn else lines)


def resampler(seed: int) -> Callable[[BostonState, int], BostonState]:
    """For ``set_resampler`` of OpenSpiel's IS-MCTS bot, so that its worlds come from a seed.

    Raises:
        TypeError: it is not an ``int``.

    >>> draw = resampler(1)
    """
    check_int("seed", seed, "an int")
    rng = random.Random(seed)
    return lambda state, player: state.resample_from_infostate(player, rng.random)


if GAME_TYPE.short_name not in pyspiel.registered_names():  # the module may be loaded anew
    pyspiel.register_game(GAME_TYPE, BostonGame)
