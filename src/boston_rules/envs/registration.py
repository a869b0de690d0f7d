"""Makes every variant known to Gymnasium, those of other distributions included.

Gymnasium reads no entry points since its version 1.0: a module registers its environments when it
is imported. ``boston_rules.envs.gymnasium`` does, and ``gymnasium.make`` imports it where the name
begins with it: ``boston_rules.envs.gymnasium:boston_rules/fontainebleau-v0``. Variants of other
distributions are found by the entry points of this library.
"""

from __future__ import annotations

import boston_rules as br
from boston_rules.core.extras import needs

with needs("boston_rules.envs", "envs", "gymnasium"):
    import gymnasium

__all__ = ["env_id", "register_envs"]


def env_id(slug: str) -> str:
    """What ``gymnasium.make`` calls a variant.

    >>> env_id("french")
    'boston_rules/french-v0'
    """
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
