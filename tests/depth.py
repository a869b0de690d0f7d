"""How far a test looks: all the way in the profiles ``deep`` and ``nightly``, else a part of it."""

from __future__ import annotations

from hypothesis import settings

DEEP = settings().max_examples >= 50
"""Tests that ask it are marked ``deep``: a gate runs all of these so."""
