"""Actions and their tokens, for the whole universe of actions."""

from __future__ import annotations

import contextlib
import copy
import pickle
import random
from collections.abc import Callable

import pytest
from attrs import evolve, fields, has
from attrs.exceptions import FrozenInstanceError
from hypothesis import given
from hypothesis import strategies as st

import boston_rules as br
from boston_rules.core.actions import ACTION_TYPES, CALLS, DISCARDS, PLAYS, shuffle_of
from boston_rules.core.cards import FULL_PACK
from boston_rules.rules.ladder import normal_key
from boston_rules.rules.notation import parse_token

VARIANTS = [br.get_variant(slug) for slug in br.list_variants()]
KEYS = sorted({step.key for variant in VARIANTS for step in variant.ladder})
WORDS: list[br.Action] = [
    br.Pass(),
    br.Accept(),
    br.Decline(),
    br.Ask(),
    br.Solo(),
    br.Chicane(),
    br.Concede(),
    br.Contest(),
    br.Slam(),
    br.Slam(table=True),
    br.Misdeal(),
    br.Misdeal(touched=True),
]


def universe() -> list[br.Action]:
    """Every action that any phase of any variant could be asked about, and some beyond."""
    found = [*WORDS, *PLAYS, *DISCARDS, *CALLS]
    found += [kind(at) for kind in (br.Cut, br.TurnCut) for at in range(54)]
    found += [br.NameTrump(suit) for suit in br.Suit]
    found += [br.Revoke(seat) for seat in range(5)]
    found += [br.Revoke(seat, trick) for seat in range(5) for trick in (0, 1, 13)]
    found += map(br.CallSuit, br.Suit)
    for card in br.PACK:
        found += [br.TurnUp(card), br.Correct(card), br.Demand(card)]
    for key in KEYS:
        found += [br.Bid(key), br.Bid(key, suit_class="colour")]
        found += [br.Bid(key, suit_class="preference")]
        found += [br.Bid(key, suit=suit) for suit in br.Suit]
        found += [br.Bid(key, card=card) for card in br.PACK]
    found += [br.Shuffle(br.shuffled(random.Random(seed))) for seed in range(3)]
    found += [br.Shuffle(br.PACK[:51]), br.Shuffle(())]
    return found


UNIVERSE = universe()


def test_the_universe_has_every_type_of_action() -> None:
    assert {type(action) for action in UNIVERSE} == set(ACTION_TYPES)
    assert len(set(ACTION_TYPES)) == len(ACTION_TYPES) == 23


def test_every_token_reads_back_as_its_action_in_any_case_and_spacing() -> None:
    for action in UNIVERSE:
        token = str(action)
        for text in (token, token.upper(), f"  {token.replace(' ', '   ')} "):
            again = br.parse_action(text)
            assert again == action, text
            assert type(again) is type(action), text
        assert token == token.strip() or action == br.Shuffle(())


def test_every_bid_of_a_variant_reads_back_with_that_variant() -> None:
    for variant in VARIANTS:
        for step in variant.ladder:
            for bid in (
                br.Bid(step.key),
                br.Bid(step.key, suit=br.HEARTS),
                br.Bid(step.key, suit_class="preference"),
                br.Bid(step.key, card=br.parse_card("TH")),
            ):
                assert br.parse_action(str(bid), variant) == bid


def test_no_two_actions_share_a_token() -> None:
    assert len({str(action) for action in UNIVERSE}) == len(set(UNIVERSE)) == len(UNIVERSE)


def test_the_tokens_are_those_of_the_stable_interface() -> None:
    card = br.parse_card("QH")
    assert [
        str(br.Cut(17)),
        str(br.TurnUp(card)),
        str(br.Bid("5", suit=br.HEARTS)),
        str(br.Bid("5", suit_class="colour")),
        str(br.Bid("simple-petite", card=card)),
        str(br.Call(card)),
        str(br.NameTrump(br.SPADES)),
        str(br.Discard(card)),
        str(br.Play(card)),
        str(br.Revoke(2)),
        str(br.Revoke(2, 13)),
        str(br.CallSuit(br.HEARTS)),
        str(br.Correct(card)),
    ] == [
        "cut 17",
        "turn QH",
        "bid 5 H",
        "bid 5 colour",
        "bid simple-petite QH",
        "call QH",
        "trump S",
        "discard QH",
        "play QH",
        "revoke 2",
        "revoke 2 13",
        "suit H",
        "correct QH",
    ]
    assert [str(action) for action in WORDS] == [
        "pass",
        "accept",
        "decline",
        "ask",
        "solo",
        "chicane",
        "concede",
        "contest",
        "slam",
        "slam table",
        "misdeal",
        "misdeal touched",
    ]
    assert str(br.Shuffle(br.PACK)).split() == ["shuffle", *map(str, br.PACK)]


@pytest.mark.parametrize(
    ("pack", "cards"),
    [
        (br.PACK, FULL_PACK),
        (br.PACK[::-1], FULL_PACK),
        (br.PACK[:51], FULL_PACK >> 1),
        ((*br.PACK, br.PACK[0]), 0),
        ((*br.PACK[:51], br.PACK[0]), 0),
        ((), 0),
    ],
)
def test_a_shuffle_knows_its_order_and_its_cards_where_none_is_there_twice(
    pack: tuple[br.Card, ...], cards: int
) -> None:
    shuffle = br.Shuffle(pack)
    assert shuffle.order == tuple(card.index for card in pack)
    assert shuffle.cards == cards
    for again in (pickle.loads(pickle.dumps(shuffle)), copy.deepcopy(shuffle), evolve(shuffle)):
        assert again == shuffle
        assert (again.order, again.cards) == (shuffle.order, cards)
    if cards == FULL_PACK:
        short = shuffle_of(shuffle.order)
        assert short == shuffle
        assert hash(short) == hash(shuffle)
        assert (short.pack, short.order, short.cards) == (pack, shuffle.order, cards)
        with pytest.raises(FrozenInstanceError):
            short.order = ()  # type: ignore[misc]


def test_interned_actions_stand_at_the_index_of_their_card() -> None:
    for index, card in enumerate(br.PACK):
        assert PLAYS[index] == br.Play(card)
        assert DISCARDS[index] == br.Discard(card)
        assert CALLS[index] == br.Call(card)


def test_actions_are_frozen_hashable_and_pickle() -> None:
    for action in UNIVERSE:
        again = pickle.loads(pickle.dumps(action))
        assert again == action
        assert hash(again) == hash(action)
        assert has(type(action))
        for attribute in fields(type(action)):
            with pytest.raises(FrozenInstanceError):
                setattr(action, attribute.name, None)
    assert br.Shuffle(list(br.PACK)) == br.Shuffle(br.PACK)


@pytest.mark.parametrize(
    "make",
    [
        lambda: br.Cut("17"),  # type: ignore[arg-type]
        lambda: br.Cut(True),
        lambda: br.Revoke(1.0),  # type: ignore[arg-type]
        lambda: br.Play("QH"),  # type: ignore[arg-type]
        lambda: br.NameTrump(2),  # type: ignore[arg-type]
        lambda: br.Bid("5", suit="H"),  # type: ignore[arg-type]
        lambda: br.Bid("5", suit_class="plain"),  # type: ignore[arg-type]
        lambda: br.Bid("5", card="QH"),  # type: ignore[arg-type]
        lambda: br.Shuffle(("QH",)),  # type: ignore[arg-type]
        lambda: br.Slam("table"),  # type: ignore[arg-type]
    ],
)
def test_an_action_of_the_wrong_stuff_is_no_action(make: Callable[[], object]) -> None:
    with pytest.raises(TypeError):
        make()


# Names of bids.


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.slug)
def test_every_name_of_a_bid_is_read_with_its_variant(variant: br.Variant) -> None:
    for step in variant.ladder:
        for name in {step.key, step.name, step.french} - {""}:
            plain = normal_key(name)
            for text in (name, name.upper(), name.lower(), plain, plain.replace("-", " ")):
                assert br.parse_action(f"bid {text}", variant) == br.Bid(step.key), text
            for suit in br.Suit:
                for word in (suit.letter, suit.word, suit.symbol):
                    bid = br.parse_action(f"bid {name} {word}", variant)
                    assert bid == br.Bid(step.key, suit=suit), (name, word)
            assert br.parse_action(f"bid {name} Preference", variant) == br.Bid(
                step.key, suit_class="preference"
            )
            assert br.parse_action(f"bid {name} 10h", variant) == br.Bid(
                step.key, card=br.parse_card("TH")
            )


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.slug)
def test_every_bid_has_an_english_name(variant: br.Variant) -> None:
    assert all(step.name for step in variant.ladder)


def test_an_unknown_name_is_refused_with_near_matches_or_the_ladder() -> None:
    variant = br.get_variant("fontainebleau")
    with pytest.raises(br.NotationError) as caught:
        br.parse_action("bid grand misere on the tabel", variant)
    assert "near: Grand Misère on the Table" in str(caught.value)
    assert "Six" not in str(caught.value)
    with pytest.raises(br.NotationError) as caught:
        br.parse_action("bid zzzzzz", variant)
    assert "near" not in str(caught.value)
    assert all(step.title in str(caught.value) for step in variant.ladder)


# What is no token.

MALFORMED = [
    "",
    "   ",
    "\n",
    "foo",
    "pas",
    "pass now",
    "accept it",
    "slam tables",
    "slam table now",
    "misdeal touch",
    "play",
    "play ZZ",
    "play Q",
    "play QH KH",
    "play 11H",
    "discard",
    "call ASS",
    "turn",
    "trump",
    "trump X",
    "trump H S",
    "cut",
    "cut x",
    "cut -1",
    "cut 1.5",
    "cut 1e1",
    "cut 1_0",
    "cut ١",
    "cut 9999999999",
    "cut 1 2",
    "revoke",
    "revoke left",
    "revoke 1 2 3",
    "suit",
    "suit QH",
    "correct",
    "bid",
    "bid ♥",
    "bid ...",
    "bid - H",
    "bid 5 H QH",
    "bid 5 H H",
    "bid 5 H colour",
    "bid 5 colour QH",
    "bid 5 hearts twice",
    "shuffle ZZ",
    "shuffle AS QQ",
    "play QH " * 60,
    "x" * 100_000,
    "bid " + "5" * 500,
    "\ud800",
    "play \x00",
]


@pytest.mark.parametrize("text", MALFORMED, ids=lambda text: ascii(text[:30]))
@pytest.mark.parametrize("slug", [None, "fontainebleau", "french"])
def test_what_is_no_token_raises_a_notation_error(text: str, slug: str | None) -> None:
    variant = None if slug is None else br.get_variant(slug)
    with pytest.raises(br.NotationError) as caught:
        br.parse_action(text, variant)
    error = caught.value
    assert isinstance(error, br.RecordError)
    assert isinstance(error, ValueError)
    assert 0 < len(str(error)) < 1000
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


@pytest.mark.parametrize("text", ["QS", " qs ", "10h"])
@pytest.mark.parametrize("slug", [None, "fontainebleau", "french"])
def test_a_card_alone_is_played(text: str, slug: str | None) -> None:
    assert br.parse_action(text, slug) == br.Play(br.parse_card(text))
    with pytest.raises(br.NotationError, match="is not understood"):
        parse_token(text, slug)


_vocabulary = st.sampled_from(
    [
        *("pass", "accept", "slam", "table", "misdeal", "touched", "bid", "shuffle", "cut", "turn"),
        *("call", "trump", "discard", "play", "revoke", "correct", "colour", "preference", "plain"),
        *("QH", "10h", "H", "♥", "hearts", "5", "17", "0", "-1", "simple-petite", "Misère", "-"),
    ]
)


@given(
    st.text(max_size=60)
    | st.lists(_vocabulary, max_size=5).map(" ".join)
    | st.tuples(st.sampled_from(["bid ", "play ", "cut ", "revoke "]), st.text(max_size=12)).map(
        "".join
    ),
    st.none() | st.sampled_from(VARIANTS),
)
def test_any_text_is_an_action_that_prints_its_token_or_a_notation_error(
    text: str, variant: br.Variant | None
) -> None:
    with contextlib.suppress(br.NotationError):
        action = br.parse_action(text, variant)
        assert type(action) in ACTION_TYPES
        assert br.parse_action(str(action)) == action
        assert br.parse_action(str(action), variant) == action
        if variant is not None and isinstance(action, br.Bid):
            assert action.key in variant.ladder
