"""Hypothesis profiles: ``HYPOTHESIS_PROFILE=deep`` looks further than the default, ``fast``.

Under CI both draw the same examples every time, so that a red run is about the change at hand.
"""

import os

from hypothesis import HealthCheck, settings

for _name, _examples in (("fast", 25), ("deep", 400)):
    settings.register_profile(
        _name,
        max_examples=_examples,
        deadline=None,
        derandomize=bool(os.environ.get("CI")),
        print_blob=True,
        suppress_health_check=[HealthCheck.too_slow],
    )
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or "fast")
