"""Hands and lines of play that several tests use; every line starts from seat 0 as eldest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

MIXED: Final = (
    "AS KS QS 7S 6S 2S AH 9H 3H KC 6C QD 4D",
    "JS TS 5S KH QH 8H 7H 5H AC 7C 3C 9D 2D",
    "9S 4S JH TH 4H QC JC TC 9C 8C AD KD 7D",
    "8S 3S 6H 2H 5C 4C 2C JD TD 8D 6D 5D 3D",
)
"""Six spades with three honours in seat 0, the knave in seat 1; five hearts in seat 1."""

SPADES_NINE: Final = (
    "0: AH 5H 4H 2H", "0: AS 5S 9S 3S", "0: KS JS 4S 8S", "0: QS TS 7D 2C",
    "0: 7S 2D 9C TD", "0: 6C AC TC 4C", "1: 3C 8C 5C KC", "0: 6S 7C KD 3D",
    "0: 2S KH AD 5D", "0: QD 9D TH 6D", "0: 3H 7H JH 6H", "2: JC JD 9H 8H",
    "2: QC 8D 4D QH",
)  # fmt: skip
"""Spades are trumps: tricks (9, 1, 3, 0)."""

SPADES_EIGHT: Final = (
    "0: 4D 2D AD TD", "2: TH 2H AH 5H", "0: AS JS 4S 3S", "0: KS TS 9S 8S",
    "0: QD 9D 7D 3D", "0: QS 5S 9C 2C", "0: 7S 3C 4H 4C", "0: 6S 7C TC 5C",
    "0: 2S KH KD 5D", "0: KC AC JC JD", "1: 8H JH 6H 9H", "2: QC 6D 6C 7H",
    "2: 8C 8D 3H QH",
)  # fmt: skip
"""Spades are trumps: tricks (8, 1, 4, 0)."""

SPADES_SEVEN: Final = (
    "0: AS 5S 4S 8S", "0: KS TS 9S 3S", "0: QS JS 4H JD", "0: 7S 2D 7D 4C",
    "0: 6S 3C 8C TD", "0: QD 9D KD 3D", "2: JH 2H AH QH", "0: 2S 5H 9C 2C",
    "0: KC AC TC 5C", "1: 7H TH 6H 9H", "2: JC 5D 6C 7C", "2: QC 6D 4D 8H",
    "2: AD 8D 3H KH",
)  # fmt: skip
"""Spades are trumps: tricks (7, 1, 5, 0)."""

SPADES_SIX: Final = (
    "0: AS 5S 9S 3S", "0: KS TS 4S 8S", "0: 7S JS AD 3D", "1: 2D KD 5D QD",
    "2: 4H 2H AH 5H", "0: QS 3C 7D 2C", "0: 2S 7H 8C 4C", "0: 6S 7C 9C 6H",
    "0: KC AC JC 5C", "1: 8H TH 6D 9H", "2: TC TD 6C 9D", "2: JH 8D 3H QH",
    "1: KH QC JD 4D",
)  # fmt: skip
"""Spades are trumps: tricks (6, 4, 3, 0)."""

SPADES_FIVE: Final = (
    "0: AS 5S 4S 3S", "0: KS TS 9S 8S", "0: 3H 5H 4H 2H", "1: AC 8C 5C KC",
    "1: 2D 7D 3D 4D", "2: JH 6H 9H 7H", "2: 9C 2C 6C 3C", "2: TC 4C AH 7C",
    "2: TH TD QD QH", "1: 8H JC 8D QS", "0: 7S JS QC 5D", "1: 9D KD 6D 6S",
    "0: 2S KH AD JD",
)  # fmt: skip
"""Spades are trumps: tricks (5, 4, 4, 0)."""

SPADES_FOUR: Final = (
    "0: 6S 5S 9S 3S", "2: KD JD QD 2D", "2: 4H 2H AH 5H", "0: 2S TS 4S 8S",
    "1: AC 8C 2C KC", "1: 3C 9C 5C 6C", "2: 7D 3D 4D 9D", "1: 7C TC 4C AS",
    "0: 9H 7H JH 6H", "2: TH 5D 3H 8H", "2: JC 6D KS QH", "0: 7S JS QC 8D",
    "1: KH AD TD QS",
)  # fmt: skip
"""Spades are trumps: tricks (4, 4, 5, 0)."""

SPADES_SIX_AND_FOUR: Final = (
    "0: KS 5S 4S 3S", "0: AS TS 9S 8S", "0: 7S JS JC 2C", "1: 2D AD 3D 4D",
    "2: KD 5D QD 9D", "2: QC 4C 6C AC", "1: 3C 8C 5C KC", "0: 2S KH TC 8D",
    "0: QS 5H JH 2H", "0: 6S 7H 4H 6D", "0: 9H 8H TH 6H", "2: 9C JD 3H 7C",
    "2: 7D TD AH QH",
)  # fmt: skip
"""Spades are trumps: tricks (6, 2, 4, 1)."""

SPADES_FIVE_AND_TWO: Final = (
    "0: 6S TS 9S 3S", "1: KH JH 6H 3H", "1: 2D AD 5D 4D", "2: 4S 8S 7S 5S",
    "3: 2C KC 3C 8C", "0: 2S JS QC 2H", "1: 5H 4H 3D AH", "0: AS 7C 7D TD",
    "0: KS 7H TC 4C", "0: QS 8H 9C 5C", "0: 9H QH TH 6D", "1: 9D KD 8D QD",
    "2: JC JD 6C AC",
)  # fmt: skip
"""Spades are trumps: tricks (5, 5, 2, 1)."""

HEARTS_SEVEN_AND_THREE: Final = (
    "0: 2S TS 4S 3S", "1: QH 4H 2H 3H", "1: KH TH 6H 9H", "1: 8H JH JD AH",
    "0: 4D 9D AD 8D", "2: 9S 8S 6S JS", "1: 7H JC 6D 6C", "1: 5H KD 2C 7S",
    "1: AC 8C 4C KC", "1: 7C 9C 5C QD", "2: 7D TD QS 2D", "3: 3D KS 3C TC",
    "3: 5D AS 5S QC",
)  # fmt: skip
"""Hearts are trumps: tricks (1, 7, 2, 3)."""

NONE_THREE_TIED: Final = (
    "0: 3H 5H JH 6H", "2: 7D 8D 4D 2D", "3: 5C KC 3C TC", "0: QS JS 4S 3S",
    "0: AS TS 9S 8S", "0: AH 7H 4H 2H", "0: 2S 5S AD 3D", "1: 8H TH 6D 9H",
    "2: 8C 4C 6C AC", "1: QH JC 5D KS", "1: KH KD JD 7S", "1: 7C QC 2C 6S",
    "2: 9C TD QD 9D",
)  # fmt: skip
"""Without trumps: tricks (4, 4, 4, 1)."""

NONE_TWO_TIED: Final = (
    "0: QD 2D KD TD", "2: 4H 2H AH 5H", "0: 7S TS 4S 3S", "1: KH JH 6H 3H",
    "1: 9D 7D JD 4D", "3: 2C 6C 3C QC", "2: 8C 5C KC AC", "1: QH TH 8S 9H",
    "1: 5S 9S 3D QS", "0: 2S JS TC 8D", "1: 7C JC 4C AS", "2: AD 6D KS 8H",
    "2: 9C 5D 6S 7H",
)  # fmt: skip
"""Without trumps: tricks (2, 5, 5, 1)."""

THREE_EIGHT: Final = (
    "0: AS 5S 9S", "0: KS TS 4S", "0: 6C 3C QC", "2: 4H 9H 7H", "0: QS JS 8C",
    "0: 7S QH 7D", "0: 6S 2D 9C", "0: 2S 5H TC", "0: 4D 9D KD", "2: TH AH 8H",
    "0: KC AC JC", "1: 7C JH QD", "1: KH AD 3H",
)  # fmt: skip
"""Three seats, the fourth hand dead, spades are trumps: tricks (8, 3, 2)."""

THREE_FIVE: Final = (
    "0: AS 5S 4S", "0: KC AC TC", "1: 2D 7D 4D", "2: 4H AH 5H", "0: 7S TS 9S",
    "1: 3C 8C 6C", "2: AD QD 9D", "2: TH 9H 7H", "2: 9C KS 7C", "0: 2S JS JC",
    "1: 8H JH 3H", "2: QC QS QH", "0: 6S KH KD",
)  # fmt: skip
"""The same with tricks (5, 3, 5)."""

LOW: Final = (
    "AS KS QS JS TS 9S 8S 7S 6S 5S AH KH QH",
    "JH TH 9H 8H 7H 6H 5H AD KD QD JD TD 9D",
    "AC KC QC JC TC 9C 8C 7C 6C 8D 7D 6D 5D",
    "2S 3S 4S 2H 3H 4H 2D 3D 4D 2C 3C 4C 5C",
)
"""Seat 3 can win no trick that another leads."""

VOID: Final = (
    "AS AH AC AD TS TH TC TD 6S 6H 6C JH 2S",
    "KS KH KC KD 9S 9H 9C 9D 5S 5H 5C 7H 2H",
    "QS QH QC QD 8S 8H 8C 8D 4S 4H 4C 3H 2C",
    "JS 6D JC JD 7S 5D 7C 7D 3S 4D 3C 3D 2D",
)
"""Seat 3 holds no heart."""

VOID_SIX: Final = (
    "0: AH 2H 3H 2D", "0: JH 5H 4H 3C", "0: TH 7H 8H 3D", "0: 6H 9H QH 3S",
    "2: 2C 7C AC 5C", "0: AD 9D 8D 4D", "0: AS 9S 4S 7S", "0: 6S 5S 8S JS",
    "3: 5D TD KD QD", "1: 9C 4C JC TC", "3: 6D TS KC QS", "3: 7D 6C KS QC",
    "3: JD 2S KH 8C",
)  # fmt: skip
"""Of VOID, hearts are trumps: tricks (6, 2, 1, 4)."""


def rotated(hands: Iterable[str], by: int) -> tuple[str, ...]:
    """The hands ``by`` seats further clockwise."""
    found = tuple(hands)
    return tuple(found[(seat - by) % len(found)] for seat in range(len(found)))


def rotated_line(rows: Iterable[str], by: int) -> tuple[str, ...]:
    """A line of play for hands of four seats that sit ``by`` seats further clockwise."""
    return tuple(f"{(int(row[0]) + by) % 4}{row[1:]}" for row in rows)
