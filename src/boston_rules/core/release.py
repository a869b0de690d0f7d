"""Which release of the library this is."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

__all__ = ["library_version"]


def library_version() -> str:
    """The version of the library as installed; ``unknown`` where it runs from a folder of sources.

    >>> library_version() != ""
    True
    """
    try:
        return version("boston_rules")
    except PackageNotFoundError:
        return "unknown"
