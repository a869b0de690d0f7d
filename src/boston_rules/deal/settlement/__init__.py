"""The bill of a deal: what each contract costs, who pays it, and the checks of a real table."""

from boston_rules.deal.settlement.bills import Settlement, settle, settle_unchecked
from boston_rules.deal.settlement.played import played_tricks

__all__ = ["Settlement", "played_tricks", "settle", "settle_unchecked"]
