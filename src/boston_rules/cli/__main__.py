"""``python -m boston_rules.cli`` is ``boston-rules``."""

from boston_rules.cli import main

main()
