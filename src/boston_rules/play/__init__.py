"""The state machine: one room per phase, each with its legal actions and its transition."""
