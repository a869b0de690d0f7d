"""The counters of a host, in the text format of Prometheus."""

from __future__ import annotations

from contextlib import AbstractContextManager

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from boston_rules.web.table import Entry

__all__ = ["Metrics"]

_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)


class Metrics:
    """The counters of one process."""

    def __init__(self) -> None:
        made = self._registry = CollectorRegistry()
        self.opened: Counter = Counter(
            "boston_tables_opened", "Tables that were opened", registry=made
        )
        self.refused: Counter = Counter(
            "boston_refusals", "What was refused, by reason", ["reason"], registry=made
        )
        self.conflicts: Counter = Counter(
            "boston_conflicts", "Entries for which another process was quicker", registry=made
        )
        self.rooms: Gauge = Gauge(
            "boston_rooms", "Tables to which somebody is connected", registry=made
        )
        self.lines: Gauge = Gauge("boston_connections", "Connections", registry=made)
        self._entries = Counter(
            "boston_entries", "What was done at tables, by kind", ["do"], registry=made
        )
        self._answer = Histogram(
            "boston_answer_seconds",
            "From a message to its answer",
            registry=made,
            buckets=_SECONDS,
        )
        self._write = Histogram(
            "boston_write_seconds",
            "Until an entry is in the store",
            registry=made,
            buckets=_SECONDS,
        )

    def done(self, entry: Entry) -> None:
        """Count an entry that was written."""
        self._entries.labels(entry["do"]).inc()

    def answering(self) -> AbstractContextManager[object]:
        """Measure how long an answer takes."""
        return self._answer.time()

    def writing(self) -> AbstractContextManager[object]:
        """Measure how long the store takes."""
        return self._write.time()

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self._registry)
