"""One action space and one tensor for several games, so that one network can play them all.

Actions and slices of every game keep their meaning and get a common place: equal tokens share a
number, and a slice has a place for everything that any of the games knows. A game's own numbers
and tensors are spread over them by index.

>>> import boston_rules as br
>>> games = [br.get_variant(slug, deals=1) for slug in ("fontainebleau", "french", "mariland")]
>>> common = CommonSpaces(games)
>>> common.actions, common.tensor_size
(334, 1370)
>>> own = common.of(games[2])
>>> common.tokens[own.actions[0]], common.tokens[own.actions[-1]]
('play 2C', 'bid 13 S')
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeVar, final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

import boston_rules as br
from boston_rules.envs.encoding import ActionEncoding, action_encoding, checked_number
from boston_rules.envs.observation import ObservationSpec, Slice, observation_spec, units_of
from boston_rules.envs.slices import placed

__all__ = ["CommonSpaces", "OwnPlaces"]

_T = TypeVar("_T", np.float32, np.int8)


@frozen(eq=False)
class OwnPlaces:
    """Where the numbers and the tensor of one game stand among the common ones."""

    place: int
    """The place of the game among the games."""
    actions: NDArray[np.intp]
    """By own number, the common one."""
    tensor: NDArray[np.intp]
    """By place of the own tensor, the common one."""
    own_numbers: NDArray[np.intp]
    """By common number, the own one; -1 where the game has no such action."""


@final
class CommonSpaces:
    """The union of the spaces of some games, in an order that depends on the games alone.

    Args:
        variants: the games, each once; without any, all registered ones with one deal.
    """

    __slots__ = ("_own", "actions", "slices", "tensor_size", "tokens", "units", "variants")

    def __init__(self, variants: Iterable[br.Variant] | None = None) -> None:
        if variants is None:
            variants = [br.get_variant(slug, deals=1) for slug in br.list_variants()]
        self.variants: Final = tuple(variants)
        if not self.variants or len(set(self.variants)) < len(self.variants):
            raise ValueError("the games are at least one, and each stands once")
        encodings = list(map(action_encoding, self.variants))
        specs = list(map(observation_spec, self.variants))
        every = _actions(encodings)
        self.tokens: Final = tuple(map(str, every))
        """The token of each common number."""
        self.actions: Final = len(self.tokens)
        """How many common numbers there are."""
        self.slices: Final = _slices(specs, self.variants)
        """The slices of the common tensor."""
        self.tensor_size: Final = self.slices[-1].stop
        """How many numbers the common tensor has."""
        self.units: Final = units_of(self.slices)
        """By place of the common tensor, what 1.0 is in one of whole numbers."""
        numbers = {action: number for number, action in enumerate(every)}
        parts = {part.name: part for part in self.slices}
        games = enumerate(zip(self.variants, encodings, specs, strict=True))
        self._own: Final = {
            variant: _own(place, encoding, spec, numbers, parts)
            for place, (variant, encoding, spec) in games
        }

    def of(self, variant: br.Variant) -> OwnPlaces:
        """Where a game stands.

        Raises:
            ValueError: it is not one of the games.
        """
        own = self._own.get(variant)
        if own is None:
            raise ValueError(f"{variant.slug} with these options is none of the games")
        return own

    def spread(self, variant: br.Variant, tensor: NDArray[_T]) -> NDArray[_T]:
        """A game's own tensor, or a batch of them, in the common one."""
        own = self.of(variant)
        made = np.zeros((*tensor.shape[:-1], self.tensor_size), dtype=tensor.dtype)
        made[..., own.tensor] = tensor
        made[..., self.slices[0].start + own.place] = 1
        return made

    def spread_mask(self, variant: br.Variant, mask: NDArray[np.int8]) -> NDArray[np.int8]:
        """A game's own mask, or a batch of them, over the common numbers."""
        made = np.zeros((*mask.shape[:-1], self.actions), dtype=np.int8)
        made[..., self.of(variant).actions] = mask
        return made

    def own_number(self, variant: br.Variant, number: int) -> int:
        """A game's own number of a common one; -1 where the game has no such action.

        Raises:
            ValueError: no game has the number.
        """
        return int(self.of(variant).own_numbers[checked_number(number, self.actions)])


def _actions(encodings: list[ActionEncoding]) -> list[br.Action]:
    """Every action, block by block in the order of the blocks, each where it is first met."""
    found: dict[str, dict[br.Action, None]] = {name: {} for name in ActionEncoding.BLOCKS}
    for encoding in encodings:
        for block in encoding.blocks:
            found[block.name].update(dict.fromkeys(block.actions))
    return [action for actions in found.values() for action in actions]


def _slices(specs: list[ObservationSpec], variants: tuple[br.Variant, ...]) -> tuple[Slice, ...]:
    """The game, then every slice that any game has, as large as it is anywhere."""
    names = tuple(variant.slug for variant in variants)
    found = {"game": Slice("game", 0, (len(names),), "the game", names)}
    for part in (part for spec in specs for part in spec.slices):
        before = found.get(part.name, part)
        labels = tuple(dict.fromkeys((*before.labels, *part.labels)))
        *rows, last = map(max, before.shape, part.shape)
        shape = (*rows, len(labels) or last)
        meaning = before.meaning.partition(":")[0]
        found[part.name] = Slice(part.name, 0, shape, meaning, labels)
    return placed(found.values())


def _own(
    place: int,
    encoding: ActionEncoding,
    spec: ObservationSpec,
    numbers: dict[br.Action, int],
    parts: dict[str, Slice],
) -> OwnPlaces:
    actions = np.array([numbers[action] for action in encoding.actions], dtype=np.intp)
    own_numbers = np.full(len(numbers), -1, dtype=np.intp)
    own_numbers[actions] = np.arange(len(actions))
    tensor = []
    for part in spec.slices:
        common = parts[part.name]
        *axes, last = (list(range(size)) for size in part.shape)
        if part.labels:
            last = [common.labels.index(label) for label in part.labels]
        places = np.arange(common.start, common.stop).reshape(common.shape)
        tensor.append(places[np.ix_(*axes, last)].ravel())
    return OwnPlaces(place, actions, np.concatenate(tensor), own_numbers)
