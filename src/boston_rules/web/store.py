"""Tables in a folder, two files each: ``NAME.txt``, the record, and ``NAME.seats.json``."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import asdict, frozen

import boston_rules as br
from boston_rules.core.files import atomic_write
from boston_rules.web.table import Seat, Table

__all__ = ["Folder"]


@frozen
class Folder:
    """A folder, made if it is not there. The records in it hold all cards."""

    path: Path

    def __attrs_post_init__(self) -> None:
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)

    def names(self) -> Iterator[str]:
        """The tables that are kept in it."""
        yield from sorted(record.stem for record in self.path.glob("*.txt"))

    def load(self, name: str, rng: random.Random) -> Table:
        """A table as it was last kept.

        Raises:
            OSError, ValueError, TypeError: a file of it is missing or spoilt.
        """
        seats = json.loads(self._seats(name).read_bytes())
        return Table.load(br.load(self._record(name)), seats, self.keeping(name), rng)

    def keeping(self, name: str) -> _Keeping:
        """What keeps a table here under a name."""
        return _Keeping(self._record(name), self._seats(name))

    def _record(self, name: str) -> Path:
        return self.path / f"{name}.txt"

    def _seats(self, name: str) -> Path:
        return self.path / f"{name}.seats.json"


@frozen
class _Keeping:
    record: Path
    seats: Path

    def __call__(self, record: br.Record, seats: Sequence[Seat]) -> None:
        br.dump(record, self.record)
        with atomic_write(self.seats) as file:
            file.write(json.dumps([asdict(seat) for seat in seats]).encode())
