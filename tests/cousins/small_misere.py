"""Misère with the twos and threes alone: a card laid with the bid, discards, a dead hand."""

from __future__ import annotations

from typing import ClassVar, Final

from attrs import frozen
from tests.cousins.small_boston import Spades

import boston_rules as br
from boston_rules.rules.cases import Payments
from boston_rules.rules.dealing import DealingRule
from boston_rules.rules.goals import Exactly
from boston_rules.rules.ladder import Ladder, NoTrumps, Step
from boston_rules.rules.passed_out import MostPaysEach
from boston_rules.rules.payments import Flat
from boston_rules.rules.sessions import SessionRule
from boston_rules.rules.suits import EqualSuits

__all__ = ["SmallMisere"]

_PRICE: Final = Flat((("petite", 4), ("open", 8)))


@br.register
@frozen(kw_only=True, cache_hash=True)
class SmallMisere(br.Variant):
    """No trick: after a discard, with a spade laid face down, or with the hand on the table."""

    slug: ClassVar[str] = "small-misere"
    title: ClassVar[str] = "Small misère"
    about: ClassVar[str] = "three players, no trick of one or of two"
    sources: ClassVar[tuple[br.Source, ...]] = ()

    dealing: DealingRule = DealingRule(seats=3, pack=br.Cards.parse("3S 2S 3H 2H 3C 2C 3D 2D"))
    suits: EqualSuits = EqualSuits()
    ladder: Ladder = Ladder(
        (
            Step(
                key="petite",
                name="Petite Misère",
                goal=Exactly(0),
                suit=Spades(),
                lays_card=True,
                discard=True,
                holding=br.Cards.parse("2S"),
            ),
            Step(
                key="open",
                name="Misère on the Table",
                goal=Exactly(0),
                suit=NoTrumps(),
                exposed="after-first-trick",
                holding=br.Cards.parse("2H"),
            ),
        )
    )
    payments: Payments = Payments(won=(_PRICE,), lost=(_PRICE,))
    pool: None = None
    passed_out: MostPaysEach = MostPaysEach(1)
    session: SessionRule = SessionRule(deals=3)
