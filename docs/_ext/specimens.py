"""Deals for the pictures of the documentation: played by bots, kept so that they stay the same.

The texts are records as :func:`boston_rules.loads` reads them. They name no fingerprint, and their
bills follow from the play.
"""

from __future__ import annotations

from itertools import islice
from typing import Final

import boston_rules as br
from boston_rules.records.replaying import positions

__all__ = [
    "CLASSIC",
    "ENGLISH",
    "ERRORS",
    "FONTAINEBLEAU",
    "FRENCH",
    "LOST",
    "position",
    "session",
]

FONTAINEBLEAU: Final = """\
[Schema "boston_rules/record/1"]
[Variant "fontainebleau"]
[Seats "4"]
[Player0 "Ann"]
[Player1 "Ben"]
[Player2 "Cato"]
[Player3 "Dora"]

[Deal "1"]
[Dealer "3"]
[Dealing "-1"]
-1 shuffle 8D JD 4C 8C 2D TH AD TC 8S 5D 4D QC AC 5S 3D 2H KC 9H JS 5H QS 7H 4H 7C QH \
TS 5C 6D AS QD 3S KD 6H AH 9C 2C TD 7S JC 7D 6C KS 3H 4S 9D 3C 6S JH 9S 2S KH 8H
0 cut 16
1 cut 42
2 cut 25
3 cut 17
[Auction "0"]
0 bid 6 H
1 pass
2 pass
3 pass
0 ask
1 accept
[Play "0"]
0: AC 2C 6C 3C
0: AS 7S QS 4S
0: KD 8D AD 4D
2: KS 6S 2S JS
2: JC 5C 2H 4C
0: QD TD 2D 5D
0: 3D JD 7D 6D
1: AH 3H JH 6H
1: 9H 4H QH KH
0: 3S 5H 7H 8S
2: 7C QC 8H 8C
0: 9S 9C TH TS
2: TC 9D 5S KC

[Deal "2"]
[Dealer "0"]
[Dealing "1"]
1 cut 25
2 cut 36
3 cut 3
0 cut 50
[Auction "1"]
1 pass
2 pass
3 bid 5 H
0 bid 5 D
3 bid 6 H
0 pass
3 ask
0 decline
1 accept
[Play "1"]
1: AH 4H 2H 7H
1: 3H 6H QH 2D
3: KH 3D 8H 9H
3: AS 4S 6S 2S
3: AC 7C 8C 5C
3: 2C QC 9C TC
0: 5D AD 9D TD
1: KS 5S 3S 7S
1: 9S TS 5H 8S
3: 6C 8D TH JC
1: 4D JH QD JD
2: KC 3C QS 6D
2: JS 4C KD 7D

[Deal "3"]
[Dealer "1"]
[Dealing "2"]
2 cut 2
3 cut 39
0 cut 44
1 cut 1
[Auction "2"]
2 pass
3 bid grand-misere-table
0 pass
1 pass
[Play "2"]
2: 4H 3H KH 9H
0: 2D 6D KD 4D
2: 5H 2H QH 8H
0: 3C 4C AC QC
2: 6C 5C KC AS
0: 3D QS 8D JC
2: 7C 2C KS JS
2: 8C 9C AD TS
3: 6H QD 9S AH
2: 2S TC JD 7S
1: 3S 8S JH TD
2: 7D TH 9D 5S
0: 5D 4S 6S 7H

[Deal "4"]
[Dealer "2"]
[Dealing "3"]
3 cut 41
0 cut 19
1 cut 30
2 cut 1
[Auction "3"]
3 bid 6 S
0 pass
1 pass
2 bid 7 C
3 pass
2 ask
3 accept
[Play "3"]
3: JC 2C AC 5C
1: AD JD 2D 4D
1: 6H KH 9H 2H
2: KC 3D 7C 3C
2: QC JH 8C 4C
2: TC 6D 5H 9C
2: AH 8D TH 8H
2: 7H 3S QH 4S
0: TD 5D 6C KD
2: 4H 7S 7D 5S
2: 3H 8S 9D 6S
2: 2S AS JS TS
3: QS KS QD 9S
"""
"""Four deals of Boston de Fontainebleau."""

CLASSIC: Final = """\
[Schema "boston_rules/record/1"]
[Variant "classic"]
[Seats "4"]
[Player0 "Ann"]
[Player1 "Ben"]
[Player2 "Cato"]
[Player3 "Dora"]

[Deal "1"]
[Dealer "3"]
[Dealing "-1"]
-1 shuffle AH QC 4S KS 8H 7D 5C 6C TS QD TD 2C 7S 7H AC 4C KC 6D JD 8C 3H 6H 9H 4H 3D 6S 9D KH \
5D JH 9S 5S 8D 8S AS AD TH 2H QH KD 2D 3S JC 2S 4D 5H 7C TC JS 3C 9C QS
2 cut 44
[Auction "0"]
0 pass
1 bid 5 S
2 bid 6 H
3 pass
0 pass
1 pass
[Play "0"]
0: 2C AC 8C 5C
1: 8D AD 2D 3D
2: AH 3H 5H 7H
2: AS 2S 6S 5S
2: KC 6C 7C 3C
2: KS 3S TS 7S
2: QC JC TC 4C
2: 6D 7D 4D 9C
3: KD 5D 8S JD
3: 4H KH JH 2H
0: QD 9S TH 6H
2: QH 8H 9D JS
2: 4S 9H TD QS
"""
"""One deal, six hearts made with two tricks over."""

FRENCH: Final = """\
[Schema "boston_rules/record/1"]
[Variant "french"]
[Seats "4"]
[Player0 "Ann"]
[Player1 "Ben"]
[Player2 "Cato"]
[Player3 "Dora"]

[Deal "1"]
[Dealer "3"]
[Dealing "-1"]
-1 shuffle 9C QH AH 8C 2C 3H KC 3D 5S 3S KD QC KH AD 4D 6H 3C 8D 4S JS JD 8S 2H QD AS \
4C KS 5C 7D QS 9D 6D 2S TD 4H JC 6S TH TC 6C 7H 5D 7S TS 5H 9H AC 2D 9S 8H JH 7C
[Auction "0"]
0 bid simple-belle 2C
1 pass
2 accept
3 pass
[Play "0"]
0: JD 4C TC 5C
0: AS 3S 4S TS
0: 7D AD 4D 2D
1: 5D KD 3D 5H
2: AC 6C 2C 3H
2: KC 7C 3C 8H
2: KS JS 2S 8S
2: AH 6H 7H 9H
2: 9D 6D 9C 8D
0: KH TH 2H 8C
3: QD 5S TD 7S
3: QC 6S QH 4H
3: JC 9S QS JH
"""
"""A deal of French Boston with a turned card, belle and a supporter."""

ENGLISH: Final = """\
[Schema "boston_rules/record/1"]
[Variant "english-boston"]
[Option "seats 3"]
[Seats "3"]
[Player0 "Ann"]
[Player1 "Ben"]
[Player2 "Cato"]

[Deal "1"]
[Dealer "2"]
[Dealing "-1"]
-1 shuffle 2H 2D 9S AD QH JC QD 5S AS 8C 6C 8H 4C 5D TH 3D AH KS 7H 9C 3S 4D 9D 4H 6S \
JS 8S TC 2S JH 3C TD 7S 6D TS JD 7C KD QS 9H 8D 4S QC KC KH 2C 5C 6H 5H 7D 3H AC
[Auction "0"]
0 pass
1 bid 5 H
2 bid little-spread
1 pass
0 discard KD
1 discard AH
2 discard TS
[Play "0"]
0: 2D 3D JD
2: 4D 5D AD
1: 7D 6D TH
1: 8D 9D QS
2: 2C 7C JC
1: TC 8C 4C
1: 9H 8H 5H
1: JH 6H 2H
1: QH 4H JS
1: 2S AC 9S
0: 6S KS 6C
1: 4S 5C 8S
"""
"""A deal of English Boston for three, with a dead hand and a hand laid on the table."""


ERRORS: Final = """\
[Schema "boston_rules/record/1"]
[Variant "fontainebleau"]
[Option "enforcement \\"table\\""]
[Seats "4"]

[Deal "1"]
[Dealer "3"]
[Hand0 "AS KS QS JS AH 5H 4H AC 5C 4C AD 5D 4D"]
[Hand1 "TS 9S 8S KH QH JH KC QC JC KD QD JD TD"]
[Hand2 "7S 6S 5S TH 9H 8H TC 9C 8C 2C 9D 8D 7D"]
[Hand3 "4S 3S 2S 7H 6H 3H 2H 7C 6C 3C 6D 3D 2D"]
[Auction "0"]
0 bid 5 S
1 pass
2 pass
3 pass
0 solo
[Play "0"]
0: AS KH 5S 2S
2 revoke 1 1
0: KS
2: TH 7C
1: QH
1 correct 8S
2: 6S 3S
"""
"""Two tricks by the table's law: a revoke claimed, two cards out of turn, a revoke corrected."""


LOST: Final = """\
[Schema "boston_rules/record/1"]
[Variant "fontainebleau"]
[Seats "4"]
[Player0 "Ann"]
[Player1 "Ben"]
[Player2 "Cato"]
[Player3 "Dora"]

[Deal "1"]
[Dealer "0"]
[Dealing "-1"]
-1 shuffle QH 8H JS 2S 2C 6H TH 3S 4D 7H 5D JD 3C JH 4S KC JC 3D TS 9D AD AH 8S AC 7C 9H \
9C KH 9S 4H KD 2H 7D TC 4C 5C AS KS QD QC 8C TD 6C 2D 8D 6S 6D QS 7S 5S 5H 3H
1 cut 24
2 cut 7
3 cut 15
0 cut 12
[Auction "1"]
1 pass
2 pass
3 pass
0 bid 7 S
0 ask
1 decline
2 decline
3 accept
[Play "1"]
1: AC 3C TC 2C
1: 4D JD KD 9D
3: 4S KS 3S 6S
0: AS 8S 9S 5S
0: JS 6C QS 7S
2: 9C KC 4C 7C
3: JC 5C QC 2D
1: QD 5D 3D AD
0: AH 7H 4H 2H
0: 6H 9H KH 3H
2: JH QH 8H TH
3: 7D 2S TD 6D
0: TS 8C 8D 5H
"""
"""Seven in spades with a partner, lost by one card of the declarer."""


def session(text: str) -> tuple[br.State, ...]:
    """The last state of each deal of a record.

    >>> [state.settlement.made for state in session(FONTAINEBLEAU)]
    [True, True, False, False]
    """
    return br.replay(br.loads(text))


def position(text: str, actions: int) -> br.State:
    """The state of the first deal of a record after so many actions.

    >>> position(FRENCH, 3).phase
    'auction'
    """
    return next(islice(positions(br.loads(text)), actions, None))
