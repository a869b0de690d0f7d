"""What is settled about a play before its first lead, one contract after another."""

from __future__ import annotations

import pytest
from attrs import evolve

import boston_rules as br
from boston_rules.deal.terms import Terms, terms_of

EVERY = tuple(range(1, 14))


def terms(slug: str, key: str, trump: br.Suit | None = None) -> Terms:
    variant = br.get_variant(slug)
    turned = br.CLUBS if variant.dealing.turn is not None else None
    return terms_of(variant, br.Contract(key, 0, trump, turned=turned))


@pytest.mark.parametrize(
    ("slug", "key", "opened", "pauses"),
    [
        ("fontainebleau", "13", False, (13,)),
        ("fontainebleau", "13-table", True, (13,)),
        ("fontainebleau", "little-misere", False, (12,)),
        ("russian", "6", False, (1, 13)),  # after the first trick opponents may concede
        ("classic", "misere-ouverte", False, (1, 13)),  # and here the hand is opened
        ("fontainebleau-foster", "6", False, (1, 13)),
        ("fontainebleau-foster", "grand-misere", False, EVERY),  # it ends when it is lost
    ],
)
def test_when_a_hand_is_opened_and_what_interrupts_the_leads(
    slug: str, key: str, opened: bool, pauses: tuple[int, ...]
) -> None:
    found = terms(slug, key)
    assert (found.opened, found.pauses) == (opened, pauses)


def test_a_slam_that_ends_when_it_is_lost_is_looked_at_after_every_trick() -> None:
    variant = br.get_variant("french")
    slams = variant.payments.slams
    assert slams is not None
    ends = evolve(variant, payments=evolve(variant.payments, slams=evolve(slams, breaks_off=True)))
    contract = br.Contract("petite-independance", 0, br.CLUBS, turned=br.CLUBS)
    assert len(terms_of(variant, contract).pauses) < 13
    assert terms_of(ends, contract).pauses == EVERY


def test_a_play_rule_binds_while_it_lasts_and_in_its_contracts_alone() -> None:
    assert terms("french", "quatre-as").binding is not None
    assert terms("french", "grande-misere").binding is None
    assert terms("classic", "misere-ouverte").binding is None


def test_the_card_of_the_boston_is_one_of_contracts_with_trumps() -> None:
    # Clubs were turned, and so it is the knave of diamonds.
    found = terms("french", "petite-independance", br.CLUBS).boston
    assert found is not None
    assert str(br.PACK[found]) == "JD"
    assert terms("french", "grande-misere").boston is None
    assert terms("classic", "5", br.CLUBS).boston is None
