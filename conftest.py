"""Files whose framework is not installed are no doctests."""

from importlib.util import find_spec

collect_ignore = [
    f"src/boston_rules/envs/{name}.py"
    for name in ("observer", "openspiel")
    if find_spec("pyspiel") is None
]
