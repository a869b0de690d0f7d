"""What stands on Cosmic Ray is collected where the group ``mutants`` is installed."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("cosmic_ray") else ["places.py", "test_places.py"]
