"""Standard environments for learners, built on what everybody may use of the library.

:mod:`boston_rules.envs.pettingzoo` and :mod:`boston_rules.envs.openspiel` are two faces of the same
game, with the same numbers for actions (:class:`ActionEncoding`) and the same tensors
(:class:`ObservationSpec`). They come with the extra ``boston_rules[envs]``.

>>> import boston_rules as br
>>> variant = br.get_variant("mariland")
>>> len(action_encoding(variant)), action_encoding(variant).tokens[53]
(93, 'bid 4 C')
"""

from boston_rules.core.extras import needs

with needs("boston_rules.envs", "envs", "numpy"):
    import numpy as _numpy  # noqa: F401 - what everything here is made of

from boston_rules.envs.encoding import ActionEncoding, Block, action_encoding, bid_forms
from boston_rules.envs.observation import ObservationSpec, Slice, observation_spec

__all__ = [
    "ActionEncoding",
    "Block",
    "ObservationSpec",
    "Slice",
    "action_encoding",
    "bid_forms",
    "observation_spec",
]
