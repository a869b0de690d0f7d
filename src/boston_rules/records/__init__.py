"""Deals written down: codecs at the edge of the library, which nothing inside it imports."""

from boston_rules.records.pbn import PbnDeal, load_deals, read_deals

__all__ = ["PbnDeal", "load_deals", "read_deals"]
