"""How far a test looks: all the way under ``HYPOTHESIS_PROFILE=deep``, else a part of it."""

from __future__ import annotations

from hypothesis import settings

DEEP = settings().max_examples >= 100
"""Tests that ask it are marked ``deep``: a gate runs all of these so."""
