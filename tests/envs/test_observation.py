"""The tensors: a documented layout, filled from what the seat may see, checked from the state."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from typing import Any

import pytest

np = pytest.importorskip("numpy")

from tests.depth import DEEP  # noqa: E402
from tests.envs.games import SLUGS, SUITES, states  # noqa: E402
from tests.phases.table_talk import SUITS  # noqa: E402

import boston_rules as br  # noqa: E402
from boston_rules.envs import ObservationSpec, bid_forms, observation_spec  # noqa: E402
from boston_rules.envs.events import history  # noqa: E402
from boston_rules.envs.observation import squeezed  # noqa: E402


@pytest.mark.no_cover
@pytest.mark.parametrize("slug", SLUGS)
def test_slices_follow_each_other_and_each_is_reached(slug: str) -> None:
    variant = br.get_variant(slug, deals=2)
    spec = ObservationSpec(variant)
    places = [place for part in spec.slices for place in range(part.start, part.stop)]
    assert places == list(range(len(spec)))
    names = [part.name for part in spec.slices]
    assert len(set(names)) == len(names)
    reached = np.zeros(len(spec))
    seats = range(variant.seats)
    seeds = 60 if variant.slug == "french-foster" else 20  # bids with discards are overcalled
    for place, state in enumerate(states(variant, seeds=seeds)):
        if place % 5 and state.phase in ("play", "cut"):
            continue
        for seat in seats if state.settlement else (place % variant.seats,):
            tensor = spec.encode(br.observe(state, seat))
            assert tensor.dtype == np.float32
            assert tensor.shape == (len(spec),)
            assert abs(tensor).max() <= 1
            reached = np.maximum(reached, abs(tensor))
    missing = {name for name in names if not spec.part(reached, name).any()}
    assert missing <= RARE, missing
    assert spec.part(reached, "phase").all(), "every phase is met"


@pytest.mark.parametrize("slug", SLUGS)
def test_slices_have_names_of_their_own_where_players_err(slug: str) -> None:
    spec = ObservationSpec(br.get_variant(slug, enforcement="table"))
    names = [part.name for part in spec.slices]
    assert len(set(names)) == len(names)


RARE = frozenset({"exposed", "laid", "called", "partner"})
"""Slices that random play seldom reaches; each is reached in a test below."""


def _seen_from(seat: int, values: list[float]) -> list[float]:
    return values[seat:] + values[:seat]


def _truth(state: br.State, seat: int) -> Iterator[tuple[str, object]]:
    """What some slices must be, from the state itself."""
    variant = state.table.variant
    n = variant.seats
    plays = [(who, action) for who, action in history(state.events) if isinstance(action, br.Play)]
    played = np.zeros((n, 52))
    for who, action in plays:
        played[(who - seat) % n, action.card.index] = 1
    yield "played", played
    order = np.zeros(52)
    for number, (_, action) in enumerate(plays, 1):
        order[action.card.index] = number / 52
    yield "order", order
    voids = np.zeros((n, 4))
    for who, suits in enumerate(state.voids):
        voids[(who - seat) % n, list(suits)] = 1
    yield "voids", voids
    hand = np.zeros(52)
    for card in () if state.settlement else state.held(seat):
        hand[card.index] = 1
    yield "hand", hand
    done = len(plays) // n * n
    trick = np.zeros((n, 52))
    if isinstance(state, br.Playing):
        for who, action in plays[done:]:
            trick[(who - seat) % n, action.card.index] = 1
    yield "trick", trick
    actor = np.zeros(n)
    if state.actor is not None and state.actor != br.CHANCE:
        actor[(state.actor - seat) % n] = 1
    yield "actor", actor
    dealer = np.zeros(n)
    dealer[(state.table.dealer - seat) % n] = 1
    yield "dealer", dealer
    bids = np.zeros((n, len(bid_forms(variant))))
    for who, call in history(state.events):
        if isinstance(call, br.Bid):
            form = br.Bid(call.key, call.suit, call.suit_class)
            bids[(who - seat) % n, bid_forms(variant).index(form)] = 1
    yield "bids", bids
    standing, bidder = np.zeros(len(bid_forms(variant))), np.zeros(n)
    if state.standing_bid is not None:
        who, bid = state.standing_bid
        form = br.Bid(bid.key, bid.suit, bid.suit_class)
        standing[bid_forms(variant).index(form)] = bidder[(who - seat) % n] = 1
    yield "standing", standing
    yield "bidder", bidder
    contract = np.zeros(len(variant.ladder))
    trump, declarer = np.zeros(5), np.zeros(n)
    if state.contract is not None:
        contract[variant.ladder.place(state.contract.key)] = 1
        trump[4 if state.contract.trump is None else state.contract.trump] = 1
        declarer[(state.contract.declarer - seat) % n] = 1
    yield "contract", contract
    yield "trump", trump
    yield "declarer", declarer
    start = variant.session.starting_chips
    yield (
        "purses",
        np.array(_seen_from(seat, [squeezed(chips - start) for chips in state.table.purses])),
    )
    yield "pool", np.array([squeezed(state.table.pool), squeezed(state.table.set_aside)])
    yield from _truth_of_the_deal(state, seat)


def _truth_of_the_deal(state: br.State, seat: int) -> Iterator[tuple[str, object]]:
    variant, table = state.table.variant, state.table
    n = variant.seats
    dealt = np.zeros(52)
    leader, taken = np.zeros(n), np.zeros(n)
    result, antes = np.zeros(n), np.zeros(n)
    for transfer in table.antes:
        if isinstance(transfer.payer, int):
            antes[(transfer.payer - seat) % n] = squeezed(transfer.chips)
    if state.deal is not None:
        dealt[[card for card in range(52) if state.deal.hands[seat] >> card & 1]] = 1
        if variant.dealing.turn is not None:
            turned = np.zeros(52)
            if state.deal.turned is not None:
                turned[state.deal.turned] = 1
            yield "turned", turned
        if variant.dealing.fixes_belle:
            yield "belle", np.array([suit == state.table.belle for suit in br.Suit], dtype=float)
    if isinstance(state, br.Playing | br.Settled):
        for other, tricks in enumerate(state.taken):
            taken[(other - seat) % n] = tricks / 13
    if isinstance(state, br.Playing):
        leader[(state.leader - seat) % n] = 1
        yield "leader", leader
    verdict = np.zeros(2)
    if state.settlement is not None:
        for other, chips in enumerate(state.settlement.deltas):
            result[(other - seat) % n] = squeezed(chips)
    decided = br.observe(state, seat).decided
    made = decided if state.settlement is None else state.settlement.made
    if made is not None:
        verdict[int(made)] = 1
    yield "verdict", verdict
    if state.phase != "conceding":
        yield "taken", taken
    yield "dealt", dealt
    yield "antes", antes
    yield "result", result
    yield "session", np.array([table.deal_number / variant.session.deals])
    names = observation_spec(variant)["phase"].meaning.partition(": ")[2].split(", ")
    yield "phase", np.array([name == state.phase for name in names], dtype=float)


@pytest.mark.deep
@pytest.mark.parametrize(("slug", "options", "deals"), SUITES)
def test_the_tensor_says_what_the_state_is(
    slug: str, options: dict[str, object], deals: int
) -> None:
    variant = br.get_variant(slug, deals=deals, **options)
    spec = observation_spec(variant)
    rng = random.Random(1)
    for state in states(variant, seeds=4 if DEEP else 1, deals=deals):
        seat = rng.randrange(variant.seats)
        view = br.observe(state, seat)
        tensor = spec.encode(view)
        for name, expected in _truth(state, seat):
            shown = spec.part(tensor, name)
            assert np.allclose(shown, expected), (name, state)
        told = {
            (place, word)
            for place, row in enumerate(spec.part(tensor, "words"))
            for word, flag in zip(WORDS_OF[spec["words"].meaning], row, strict=True)
            if flag
        }
        deal = state.deal
        since_deal = [] if deal is None else history(state.events[len(deal.events) :])
        said = {
            ((who - seat) % variant.seats, str(action))
            for who, action in since_deal
            if str(action) in WORDS_OF[spec["words"].meaning]
        }
        assert told == said


class _Words(dict[str, list[str]]):
    def __missing__(self, meaning: str) -> list[str]:
        return meaning.partition(": ")[2].split(", ")


WORDS_OF = _Words()
"""The words that the meaning of the slice lists, in order."""


@pytest.mark.parametrize(("slug", "options", "deals"), SUITES)
def test_what_a_seat_cannot_see_changes_nothing(
    slug: str, options: dict[str, object], deals: int
) -> None:
    variant = br.get_variant(slug, deals=deals, **options)
    spec = observation_spec(variant)
    rng = random.Random(2)
    others = 0
    for state in rng.sample(list(states(variant, seeds=3, deals=deals)), 25):
        if state.actor is None or state.actor == br.CHANCE:
            continue
        seat = rng.randrange(variant.seats)
        view = br.observe(state, seat)
        twin = br.sample(view, rng)
        others += twin.hands != state.hands
        assert (spec.encode(view) == spec.encode(br.observe(twin, seat))).all()
    assert others > 5, "most twins have other hands"


def _after(state: br.State, *tokens: str) -> br.State:
    for token in tokens:
        state = br.apply(state, br.parse_action(token))
    return state


def _part(state: br.State, seat: int, name: str) -> Any:
    spec = observation_spec(state.table.variant)
    return spec.part(spec.encode(br.observe(state, seat)), name)


def test_an_exposed_hand_is_seen_by_all() -> None:
    state = br.start(br.get_variant("fontainebleau"), dealer=3, hands=SUITS)
    state = _after(state, "bid 13-table S", "pass", "pass", "pass")
    if not _part(state, 1, "exposed").any():
        for suit in "SHCD":
            state = _after(state, f"play A{suit}")
    for seat in range(4):
        exposed = _part(state, seat, "exposed")
        assert [place for place in range(4) if exposed[place].any()] == [-seat % 4]
        assert exposed[-seat % 4].tolist() == _part(state, 0, "hand").tolist()


def test_a_laid_card_is_the_bidders_secret_until_the_auction_is_over() -> None:
    state = br.start(br.get_variant("french"), dealer=3)
    state = br.apply(state, br.draw_chance(state, random.Random(4)))
    bid = next(
        bid
        for bid in br.legal_actions(state)
        if isinstance(bid, br.Bid) and isinstance(bid.card, br.Card)
    )
    assert isinstance(bid.card, br.Card)
    state = br.apply(state, bid)
    for seat in range(4):
        laid = _part(state, seat, "laid").nonzero()[0].tolist()
        assert laid == ([bid.card.index] if seat == 0 else [])
        assert _part(state, seat, "bidder").argmax() == -seat % 4
        assert _part(state, seat, "standing").sum() == 1
    state = _after(state, "pass", "accept", "pass")
    assert state.contract is not None
    for seat in range(4):
        assert _part(state, seat, "laid").nonzero()[0].tolist() == [bid.card.index]
        assert _part(state, seat, "partner").argmax() == (2 - seat) % 4
        assert not _part(state, seat, "standing").any()


def test_a_called_partner_is_known_to_himself_alone_until_his_card_is_played() -> None:
    state = br.start(br.get_variant("fontainebleau-cats"), dealer=3, hands=SUITS)
    state = _after(state, "bid 5 S", "pass", "pass", "pass", "call AH")
    for seat in range(4):
        assert _part(state, seat, "called").nonzero()[0].tolist() == [br.parse_card("AH").index]
        known = _part(state, seat, "partner").nonzero()[0].tolist()
        assert known == ([0] if seat == 1 else [])
    state = _after(state, "play AS", "play AH")
    for seat in range(4):
        assert _part(state, seat, "partner").nonzero()[0].tolist() == [(1 - seat) % 4]
        # He had no spade to follow with.
        assert _part(state, seat, "voids")[(1 - seat) % 4].tolist() == [0, 0, 0, 1]


def test_an_onlooker_has_to_say_from_where_he_looks() -> None:
    state = br.start(br.get_variant("mariland"), hands=SUITS, turned=br.parse_card("AS"))
    spec = observation_spec(state.table.variant)
    onlooker = br.observe(state, None)
    with pytest.raises(ValueError, match="from a seat"):
        spec.encode(onlooker)
    seen = spec.encode(onlooker, 2)
    own = spec.encode(br.observe(state, 2))
    differ = [
        part.name
        for part in spec.slices
        if (spec.part(seen, part.name) != spec.part(own, part.name)).any()
    ]
    assert differ == ["hand", "dealt"]


def test_a_spec_can_be_pickled_and_asked() -> None:
    spec = observation_spec(br.get_variant("french"))
    again = pickle.loads(pickle.dumps(spec))
    assert again.slices == spec.slices
    assert "laid" in spec
    assert "called" not in spec
    with pytest.raises(KeyError, match="called"):
        spec["called"]
