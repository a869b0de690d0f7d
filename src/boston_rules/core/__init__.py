"""Cards, actions, events and errors: what has no rules yet."""
