"""Which card beats which."""

from __future__ import annotations

import itertools

import pytest

import boston_rules as br
from boston_rules import CLUBS, DIAMONDS, HEARTS, SPADES
from boston_rules.rules.trumps import (
    BostonJack,
    PlainTrumps,
    TrickTable,
    TrumpRule,
    honours_mask,
)

JD, JH = br.parse_card("JD"), br.parse_card("JH")
RULES: list[TrumpRule] = [PlainTrumps(), BostonJack(), BostonJack("turned")]
TRUMPS: list[br.Suit | None] = [None, *br.Suit]


def winner(table: TrickTable, *tokens: str) -> str:
    cards = [br.parse_card(token) for token in tokens]
    power = table.power[cards[0].index]
    return str(max(cards, key=lambda card: power[card.index]))


def model(boston: br.Card | None, trump: br.Suit | None, led: br.Card, card: br.Card) -> int:
    """Strength from the rules: suits as they count, ranks, the Boston above the ace."""

    def suit(one: br.Card) -> br.Suit:
        return trump if one is boston and trump is not None else one.suit

    height = 13 if card is boston else int(card.rank)
    if suit(card) is trump:
        return 100 + height
    return 1 + height if suit(card) is suit(led) else 0


@pytest.mark.parametrize("rule", RULES, ids=repr)
@pytest.mark.parametrize("trump", TRUMPS)
@pytest.mark.parametrize("turned", TRUMPS)
def test_every_card_against_every_card(
    rule: TrumpRule, trump: br.Suit | None, turned: br.Suit | None
) -> None:
    boston = rule.boston(trump, turned)
    table = rule.table(trump, turned)
    assert table.trump is trump
    assert table.boston == (None if boston is None else boston.index)
    for led in br.PACK:
        power = table.power[led.index]
        strengths = [model(boston, trump, led, card) for card in br.PACK]
        order = sorted(range(52), key=lambda index: (strengths[index], index))
        for low, high in itertools.pairwise(order):
            assert (power[low] < power[high]) is (strengths[low] < strengths[high])
            assert (power[low] == 0) is (strengths[low] == 0)
        followers = br.Cards.from_mask(table.follow[led.index])
        counts = {card: trump if card is boston else card.suit for card in br.PACK}
        assert followers == br.Cards(c for c in br.PACK if counts[c] is counts[led])
        assert table.suit_of[led.index] == counts[led]
        assert table.suit_masks[table.suit_of[led.index]] == followers.mask


def test_R37_the_boston_belongs_to_the_trump_suit() -> None:
    table = BostonJack().table(SPADES, None)
    assert winner(table, "AS", "JD") == "JD"
    assert winner(table, "AD", "JD", "2S") == "JD"
    assert winner(table, "JD", "AS", "KS") == "JD"
    # Diamonds are led: who holds J♦ alone has no diamond to follow with.
    assert not table.follow[br.parse_card("AD").index] >> JD.index & 1
    assert table.follow[JD.index] >> br.parse_card("2S").index & 1


def test_R37_with_diamonds_trumps_the_knave_of_hearts_takes_its_place() -> None:
    table = BostonJack().table(DIAMONDS, None)
    assert winner(table, "AD", "JH", "JD") == "JH"
    assert winner(table, "JD", "QD") == "QD"
    assert winner(table, "AH", "JH") == "JH"
    assert not table.follow[br.parse_card("AH").index] >> JH.index & 1


def test_R37_without_trumps_the_boston_is_an_ordinary_card() -> None:
    for rule in (BostonJack(), BostonJack("turned")):
        table = rule.table(None, DIAMONDS)
        assert winner(table, "JD", "QD", "AS") == "QD"
        assert rule.boston(None, DIAMONDS) is None


@pytest.mark.parametrize(
    ("exchange", "trump", "turned", "boston"),
    [
        ("trumps", SPADES, DIAMONDS, JD),
        ("trumps", DIAMONDS, SPADES, JH),
        ("trumps", HEARTS, None, JD),
        ("turned", SPADES, DIAMONDS, JH),
        ("turned", DIAMONDS, SPADES, JD),
        ("turned", DIAMONDS, DIAMONDS, JH),
        ("turned", HEARTS, DIAMONDS, JH),
    ],
)
def test_P36_which_jack_is_the_boston(
    exchange: str, trump: br.Suit, turned: br.Suit | None, boston: br.Card
) -> None:
    rule = BostonJack("turned" if exchange == "turned" else "trumps")
    assert rule.boston(trump, turned) is boston


def test_P36_whose_holder_collects() -> None:
    for turned in TRUMPS:
        assert BostonJack().bonus_card(turned) is JD
        assert BostonJack("turned").bonus_card(turned) is (JH if turned is DIAMONDS else JD)


def test_R41_honours_are_the_trump_suits_own_four() -> None:
    for suit in br.Suit:
        want = br.Cards.parse(" ".join(rank + suit.letter for rank in "AKQJ"))
        assert br.Cards.from_mask(honours_mask(suit)) == want


def test_plain_trumps_have_no_boston() -> None:
    for trump in TRUMPS:
        assert PlainTrumps().boston(trump, DIAMONDS) is None
    assert winner(PlainTrumps().table(CLUBS, None), "AS", "KS", "2C") == "2C"


def test_words() -> None:
    assert "ace" in PlainTrumps().words()
    assert "are trumps J♥" in BostonJack().words()
    assert "are turned up J♥" in BostonJack("turned").words()
