"""Speed of the library beside its peers, measured in one run: ``python -m benchmarks``."""
