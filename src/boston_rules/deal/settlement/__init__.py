"""The bill of a deal: what each contract costs, who pays it, and the checks of a real table."""

from boston_rules.deal.settlement.bills import Settlement, settle, settle_unchecked

__all__ = ["Settlement", "settle", "settle_unchecked"]
