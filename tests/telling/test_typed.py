"""What is displayed can be typed back, in every language, with capitals and accents or without."""

from __future__ import annotations

import random

import pytest
from tests.phases.table_talk import SUITS

import boston_rules as br
from boston_rules.telling.language import Speaker, languages
from boston_rules.telling.typed import Choices, suit_named, variant_named
from boston_rules.telling.wording.phrases import call, describe

_SPEAKERS = [Speaker(lang) for lang in languages()]
_VIEWS = 8
"""Views of each variant in which everything is typed: the first that offer something new."""


def auction(slug: str) -> Choices:
    turned = br.parse_card("7S") if slug == "american" else None
    state = br.start(slug, dealer=3, hands=SUITS, turned=turned)
    return Choices(br.observe(state, 0), numbered=False)


def playing() -> Choices:
    """A hand of spades to lead."""
    state = br.apply(br.start("classic", dealer=3, hands=SUITS), br.Bid("6", suit=br.SPADES))
    for _ in range(3):
        state = br.apply(state, br.Pass())
    return Choices(br.observe(state, 0), numbered=False)


def views(slug: str, enforcement: str) -> list[br.State]:
    """Views of players who are to act, each with a kind of action that no view before had."""
    rng = random.Random(f"{slug} {enforcement}")
    met: set[tuple[type, str]] = set()
    found: list[br.State] = []
    variant = br.get_variant(slug, enforcement=enforcement)
    for _ in range(40):
        state: br.State = br.start(variant)
        while state.actor is not None:
            if state.actor == br.CHANCE:
                state = br.apply(state, br.draw_chance(state, rng))
                continue
            legal = br.legal_actions(state)
            kinds = {(type(each), getattr(each, "key", "")) for each in legal}
            if not kinds <= met:
                met |= kinds
                found.append(br.observe(state, state.actor))
            bids = [each for each in legal if not isinstance(each, br.Pass)]
            state = br.apply(state, rng.choice(bids if bids and rng.random() < 0.6 else legal))
        if len(found) >= _VIEWS:
            break
    return found


@pytest.mark.parametrize("enforcement", ["strict", "table"])
@pytest.mark.parametrize("slug", br.list_variants())
def test_every_action_that_is_displayed_is_read_back(slug: str, enforcement: str) -> None:
    for view in views(slug, enforcement):
        choices = Choices(view, numbered=False)
        for action in choices.actions:
            for speak in _SPEAKERS:
                for said in (describe(action, view.variant), call(view.variant, action)):
                    text = speak(said)
                    assert choices.read(text) == action, text
                    assert choices.read(text.upper()) == action, text
            assert choices.read(str(action)) == action


def test_a_card_laid_with_a_bid_may_be_written_suit_first() -> None:
    hands = [br.Cards(br.PACK[seat::4]) for seat in range(4)]
    state = br.start("french-foster", dealer=3, hands=hands, turned=min(hands[3]))
    choices = Choices(br.observe(state, 0))
    laid = next(each for each in choices.actions if getattr(each, "key", "") == "demande")
    assert isinstance(laid, br.Bid)
    assert isinstance(laid.card, br.Card)
    suit_first = f"demande {str(laid.card)[::-1]}"
    assert choices.read(suit_first) == laid == br.parse_action(suit_first, "french-foster")


def test_the_beginning_of_a_suit_is_no_ace() -> None:
    """*ca* begins *carreau*, and is the ace of clubs where nothing begins so."""
    choices = Choices(br.observe(naming(), 0), numbered=False)
    assert choices.read("ca") == br.NameTrump(br.DIAMONDS)
    assert br.parse_action("cA", "american") == br.parse_action("AC")


def naming() -> br.State:
    """The first player names trumps."""
    state = br.start("american", dealer=3, hands=SUITS, turned=br.parse_card("7S"))
    for token in ("bid 6", "pass", "pass", "pass"):
        state = br.apply(state, br.parse_action(token))
    return state


@pytest.mark.parametrize("card", br.PACK[39:], ids=str)
def test_a_card_is_read_as_it_is_seen_and_said(card: br.Card) -> None:
    rank, pip = card.rank.letter, card.suit.symbol
    ways = {f"{pip}{rank}", f"{rank}{pip}", f"{pip} {rank}", f"{pip}\ufe0f{rank}", str(card)}
    ways |= {f"S{rank}", f"s{rank}", f"s{rank.lower()}"}
    ways |= {card.words.title(), card.words.replace(" of", ""), str(card).lower()}
    ways |= {f"{rank} of spades", card.words.removesuffix("s")}
    ways |= {speak(card.words) for speak in _SPEAKERS} | {speak(card.the) for speak in _SPEAKERS}
    if card.rank == br.Rank.TEN:
        ways |= {f"{pip}10", "10s", "10 of spades", "S10"}
    choices = playing()
    for way in ways:
        assert choices.read(way) == br.Play(card), way
        assert choices.read(f"play {way}") == br.Play(card), way


@pytest.mark.parametrize(
    ("slug", "typed", "meant"),
    [
        ("classic", "6", "bid 6"),
        ("classic", "six", "bid 6"),
        *[("classic", text, "bid 6 H") for text in ("six hearts", "6h", "♥6", "6 ♥", "Six coeur")],
        *[("fontainebleau", text, "bid 6 H") for text in ("six hearts", "6 in hearts", "Herz 6")],
        ("fontainebleau", "grande misere", "bid grand-misere"),
        ("fontainebleau", "bid picc", "bid piccolissimo"),
        ("fontainebleau", "six lev in hea", "bid 6 H"),
        ("american", "boston preference", "bid 5 preference"),
        ("american", "6 colour", "bid 6 colour"),
        ("classic", "  PaS ", "pass"),
        ("classic", "passer", "pass"),
        *[("classic", text, "pass") for text in ("pass please", "ich passe", "je passe")],
        ("classic", "I bid six of hearts", "bid 6 H"),
        ("classic", "Ich biete sechs in Herz", "bid 6 H"),
        ("whisch-bostonien", "je demande", "bid demande"),
        *[("classic", text, "pass") for text in ("no bid", "I'll pass", "weiter", "parole")],
    ],
)
def test_a_bid_is_read_in_the_same_ways_everywhere(slug: str, typed: str, meant: str) -> None:
    assert str(auction(slug).read(typed)) == meant


@pytest.mark.parametrize(
    ("slug", "typed", "told"),
    [
        ("classic", "pass thanks", "'pass thanks' is not understood; near it: pass"),
        ("whisch-bostonien", "xyzzy", "'xyzzy' is not understood"),
        (
            "classic",
            "xyzzy",
            "'xyzzy' is not understood; possible now: pass, Boston in spades, Boston in clubs or"
            " one of 37 others",
        ),
        ("classic", " ", "nothing is typed"),
        (
            "fontainebleau",
            "♥",
            "'♥' may be Simple Boston in hearts, Six Levées in hearts, Seven Levées in hearts or"
            " one of 7 others",
        ),
        (
            "fontainebleau",
            "six",
            "'six' may be Six Levées in spades, Six Levées in clubs, Six Levées in hearts or Six"
            " Levées in diamonds",
        ),
        ("classic", "misère", "'misère' may be Little Misère, Grand Misère or Open Misère"),
        ("classic", "x" * 401, "an action has at most 400 characters, not 401"),
    ],
)
def test_what_is_not_understood_is_answered_with_what_is_near(
    slug: str, typed: str, told: str
) -> None:
    with pytest.raises(br.NotationError) as caught:
        auction(slug).read(typed)
    assert str(caught.value) == told


@pytest.mark.parametrize(
    ("slug", "typed", "meant"),
    [
        *[("classic", text, "bid 6") for text in ("6", "six", "sechs", "bid six")],
        *[("classic", text, "bid 6 H") for text in ("six hearts", "♥6", "6 Herz", "six en cœur")],
        *[("classic", text, "play QS") for text in ("QS", "♠Q", "dame de pique", "Pik-Dame")],
        ("classic", "6h", "play 6H"),
        ("french", "Simple in Belle, ♥Q laid", "bid simple-belle QH"),
        ("american", "Boston in colour", "bid 5 colour"),
        ("american", "je passe", "pass"),
        *[("whisch-bostonien", text, "accept") for text in ("je soutiens", "ich unterstütze")],
    ],
)
def test_without_a_view_whatever_an_action_of_the_game_is_called_is_read(
    slug: str, typed: str, meant: str
) -> None:
    """Where it may be a card or a bid it is the card, whose token it is."""
    assert str(br.parse_action(typed, slug)) == meant
    assert br.parse_action(typed, br.get_variant(slug)) == br.parse_action(meant)


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        ("pass please", "pass"),
        ("pas", "pass"),
        ("plya QH", "play …"),
        ("revoke", "revoke SEAT"),
        ("bidd 6 H", "bid KEY"),
        ("juggle", ""),
    ],
)
def test_without_a_game_the_nearest_forms_are_named(typed: str, near: str) -> None:
    with pytest.raises(br.NotationError) as caught:
        br.parse_action(typed)
    told = str(caught.value)
    head = f"{typed!r} is not understood; "
    usual = "an action is expected, such as pass, bid 5 H or play QH"
    assert told.startswith(f"{head}near it: {near}" if near else head + usual)
    assert len(told) < 100


def test_without_a_view_what_is_near_is_named() -> None:
    with pytest.raises(br.NotationError, match="near it: Grand Boston, Simple Boston or "):
        br.parse_action("Boston", "fontainebleau")
    with pytest.raises(br.NotationError, match=r"near it: pass$"):  # no ace is near a "pas"
        br.parse_action("pas sie", "fontainebleau")
    with pytest.raises(br.NotationError, match="'♠1' is not a card"):
        br.parse_action("play ♠1", "fontainebleau")


@pytest.mark.parametrize("typed", ["h", "♥", "hearts", "Cœur", "herz", "QH", "dame de cœur"])
def test_a_suit_is_named_in_any_language_and_by_a_card(typed: str) -> None:
    assert suit_named(typed) == br.HEARTS
    with pytest.raises(br.NotationError, match="is not a suit"):
        suit_named(f"{typed} x")


@pytest.mark.parametrize(
    ("typed", "slug"),
    [("Boston français", "french"), ("russischer boston", "russian"), ("MARILAND", "mariland")],
)
def test_a_variant_is_named_in_any_language(typed: str, slug: str) -> None:
    assert variant_named(typed) == slug
    assert variant_named(f"{typed} x") == f"{typed} x"


def test_what_is_not_legal_is_read_for_the_rules_to_refuse() -> None:
    choices = playing()
    told = ("queen of hearts", "je joue la dame de cœur", "ich spiele Herz Dame")
    for text, meant in [*((each, "play QH") for each in told), ("six hearts", "play 6H")]:
        assert str(choices.read(text)) == meant
    assert str(auction("classic").read("herz-dame")) == "play QH"
    assert str(auction("classic").read("concede")) == "concede"
