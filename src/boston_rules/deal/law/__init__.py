"""The table's law: phases in which players may err, and what then happens."""
