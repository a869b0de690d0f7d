"""Cards into places, counted and drawn exactly: the work is done by ``cardplay.placing``."""

from __future__ import annotations

from boston_rules.cardplay.placing import Placing, dealt_out

__all__ = ["Placing", "dealt_out"]
