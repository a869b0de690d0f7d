"""The critical edition: what the tellings of the game say, statement by statement."""
