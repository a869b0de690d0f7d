"""The numbers of actions: stable, complete, the same both ways."""

from __future__ import annotations

import csv
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

np = pytest.importorskip("numpy")

from tests.envs.games import SLUGS, states  # noqa: E402
from tests.envs.make_golden import GOLDEN, rows  # noqa: E402
from tests.phases.table_talk import SUITS, finish, go_on, only_bid  # noqa: E402

import boston_rules as br  # noqa: E402
from boston_rules.envs import ActionEncoding, action_encoding  # noqa: E402
from boston_rules.testing import universe  # noqa: E402


@pytest.mark.parametrize("slug", SLUGS)
def test_the_numbers_are_those_of_the_golden_table(slug: str) -> None:
    with (GOLDEN / f"{slug}.csv").open(encoding="utf-8", newline="") as file:
        assert list(csv.reader(file)) == rows(slug)


def test_every_golden_table_is_of_a_variant() -> None:
    assert {path.stem for path in Path(GOLDEN).glob("*.csv")} == set(SLUGS)


@pytest.mark.parametrize("slug", SLUGS)
def test_numbers_and_actions_are_one_to_one(slug: str) -> None:
    variant = br.get_variant(slug)
    encoding = ActionEncoding(variant)
    assert len(set(encoding.tokens)) == len(encoding) == encoding.blocks[-1].last + 1
    for number, (token, action) in enumerate(zip(encoding.tokens, encoding.actions, strict=True)):
        assert encoding.encode(br.parse_action(token)) == encoding.encode(action) == number
        assert encoding.decode(np.int32(number)) == action
    outside = set(universe(variant)) - set(encoding.actions)
    assert {type(action) for action in outside} >= {br.Shuffle, br.TurnUp, br.Misdeal, br.Revoke}
    for action in outside:
        with pytest.raises(ValueError, match="has no number"):
            encoding.encode(action)
    for number in (-1, len(encoding)):
        with pytest.raises(ValueError, match=f"actions are 0 to {len(encoding) - 1}"):
            encoding.decode(number)


@pytest.mark.parametrize("slug", SLUGS)
def test_whatever_is_legal_has_a_number_and_every_kind_of_number_is_of_use(slug: str) -> None:
    variant = br.get_variant(slug)
    encoding = action_encoding(variant)
    met: set[br.Action] = set()
    for state in states(variant, seeds=30):
        legal = br.legal_actions(state)
        mask = encoding.mask(legal)
        assert mask.dtype == np.int8
        assert mask.sum() == len(legal)
        numbers = encoding.legal(legal)
        assert numbers == sorted(numbers) == mask.nonzero()[0].tolist()
        assert {encoding.decode(number) for number in numbers} == set(legal)
        met |= set(legal)
    for block in encoding.blocks:
        assert met & set(block.actions), f"nothing of {block.name} is ever legal"
    unmet = {type(action) for action in set(encoding.blocks[-1].actions) - met}
    assert unmet <= {br.Bid}
    words = next(block for block in encoding.blocks if block.name == "word")
    assert set(words.actions) - met <= RARE


RARE = {br.Slam(), br.Slam(table=True), br.Chicane(), br.Concede(), br.Contest(), br.Solo()}
"""Words that random play seldom has a chance to say; each is met in some variant."""


def test_every_word_is_legal_somewhere() -> None:
    met = set()
    for slug in ("french", "russian", "two-pack-hoyle", "fontainebleau-cats"):
        for state in states(br.get_variant(slug), seeds=40, deals=1):
            met |= set(br.legal_actions(state))
    assert met >= RARE - {br.Slam(), br.Slam(table=True)}
    hands = list(SUITS)
    # The jack of diamonds is the highest trump.
    hands[0], hands[3] = hands[0].replace("JS", "JD"), hands[3].replace("JD", "JS")
    state = br.start(br.get_variant("french"), 3, hands=hands, turned=br.parse_card("2D"))
    state = only_bid(state, 0, "bid neuf S")
    state = go_on(state, lambda now: br.Slam() in br.legal_actions(now))
    mask = action_encoding(state.table.variant).mask(br.legal_actions(state))
    slams = [action_encoding(state.table.variant).encode(br.Slam(table)) for table in (False, True)]
    assert mask[slams].all()


def _long(suit: br.Suit, turned: br.Card, dealer: int) -> list[str]:
    """Hands in which eldest holds all of a suit but the turned card, which is the dealer's."""
    lane = [card for card in br.PACK if card.suit is suit and card is not turned]
    rest = [card for card in br.PACK if card.suit is not suit]
    rows = [[*lane, rest[0]], rest[1:14], rest[14:27], [turned, *rest[27:]]]
    return [" ".join(map(str, rows[(seat - dealer - 1) % 4])) for seat in range(4)]


def _deals(variant: br.Variant, state: br.State | None) -> Iterator[br.State]:
    """Auctions in which eldest holds a suit that is turned, with every suit and two of its cards.

    Args:
        variant: the rules.
        state: a settled deal that they follow; else they are the first.
    """
    for card in (card for card in br.PACK if card.rank in (br.Rank.TWO, br.Rank.ACE)):
        turned = None if variant.dealing.turn is None else card
        if state is None:
            yield br.start(variant, 0, hands=_long(card.suit, card, 0), turned=turned)
        else:
            yield br.next_deal(state, hands=_long(card.suit, card, 1), turned=turned)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_bid_with_a_number_can_open_an_auction(slug: str) -> None:
    variant = br.get_variant(slug, deals=2)
    legal: set[br.Action] = set()
    for first in _deals(variant, None):
        legal |= set(br.legal_actions(first))
        if variant.dealing.fixes_belle:
            for second in _deals(variant, finish(first)):
                legal |= set(br.legal_actions(second))
    bids = {bid for bid in action_encoding(variant).actions if isinstance(bid, br.Bid)}
    ladder = variant.ladder
    needing = {bid for bid in bids if ladder[bid.key].holding or ladder[bid.key].only_over}
    assert bids - needing <= legal
    assert {bid.key for bid in bids} == {step.key for step in variant.ladder}


def test_three_seats_and_house_rules_have_tables_of_their_own() -> None:
    three = action_encoding(br.get_variant("english-boston", seats=3))
    assert three.tokens == action_encoding(br.get_variant("english-boston")).tokens
    asked = action_encoding(br.get_variant("fontainebleau-hoyle"))
    silent = action_encoding(br.get_variant("fontainebleau-hoyle", concessions=False))
    assert set(asked.tokens) - set(silent.tokens) == {"concede", "contest"}


def test_an_encoding_can_be_pickled() -> None:
    encoding = action_encoding(br.get_variant("french"))
    assert pickle.loads(pickle.dumps(encoding)).tokens == encoding.tokens
