"""Replaying is strict, says where a record fails, and rebuilds house rules."""

from __future__ import annotations

import pickle
from typing import Any, ClassVar, Final

import attrs
import pytest
from tests.phases.table_talk import SUITS
from tests.records.sessions import SLUGS, ends, mid, walked

import boston_rules as br
from boston_rules import records
from boston_rules.deal.questions.polls import ChicaneRule
from boston_rules.records import DealRecord, Record, dumps, loads, record, replay
from boston_rules.records.catalogue import RULES
from boston_rules.records.data import Data, freeze, parse_json
from boston_rules.records.houserules import build_variant, encode_value, slot_names, tell_variant
from boston_rules.rules.payments import Flat, OvertrickEach, Payments, UndertrickEach
from boston_rules.rules.pool import DealerAntes, EachAntes
from boston_rules.rules.sessions import SessionRule
from boston_rules.rules.suits import FixedRanking
from boston_rules.testing import random_walk

FORMATS: tuple[records.Format, ...] = ("text", "json")
WALK = walked("fontainebleau", seed=1, deals=2)
WHOLE = record(ends(WALK))


def changed(made: Record, deal: int, **fields: Any) -> Record:
    """A record with another deal in one place."""
    deals = list(made.deals)
    deals[deal] = attrs.evolve(deals[deal], **fields)
    return attrs.evolve(made, deals=deals)


def with_action(made: Record, deal: int, ply: int, seat: int, token: str) -> Record:
    """A record with another action in one place."""
    events = list(made.deals[deal].events)
    events[ply] = br.Event(seat, br.parse_action(token))
    return changed(made, deal, events=events)


def test_an_illegal_action_is_named_with_deal_ply_token_and_rule() -> None:
    events = WHOLE.deals[1].events
    ply = next(n for n, event in enumerate(events) if isinstance(event.action, br.Play))
    seat = events[ply].seat
    bad = with_action(WHOLE, 1, ply, seat, "cut 3")
    with pytest.raises(records.ReplayError) as caught:
        replay(bad)
    error = caught.value
    assert (error.deal, error.ply, error.seat, error.token) == (2, ply, seat, "cut 3")
    assert isinstance(error.__cause__, br.IllegalAction)
    assert error.rule == error.__cause__.rule
    outcome = records.replay_while_valid(bad)
    assert str(outcome.error) == str(error)
    assert outcome.states[0] == ends(WALK)[0]
    assert outcome.states[1] == WALK.states[1][ply]
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error)
    assert (again.deal, again.ply, again.token) == (error.deal, error.ply, error.token)


def test_the_rule_of_a_refusal_is_cited() -> None:
    cutter = WHOLE.deals[0].events[1].seat
    with pytest.raises(records.ReplayError) as caught:
        replay(with_action(WHOLE, 0, 1, cutter, "cut 52"))
    assert caught.value.rule is not None


def test_a_sound_record_replays_without_an_error() -> None:
    outcome = records.replay_while_valid(WHOLE)
    assert outcome.error is None
    assert outcome.states == replay(WHOLE) == ends(WALK)


@pytest.mark.parametrize(
    ("ply", "seat", "token", "message"),
    [
        (1, 3, None, "seat 3 acts"),
        (0, -1, "turn 7C", "chance may not do this"),
        (0, 2, "shuffle AS", "but chance is to act"),
    ],
)
def test_tokens_and_seats_are_checked(
    ply: int, seat: int | None, token: str | None, message: str
) -> None:
    old = WHOLE.deals[0].events[ply]
    bad = with_action(WHOLE, 0, ply, old.seat if seat is None else seat, token or str(old.action))
    with pytest.raises(records.ReplayError, match=message):
        replay(bad)


def test_nothing_is_done_after_the_end_of_a_deal() -> None:
    bad = changed(WHOLE, 0, events=[*WHOLE.deals[0].events, br.Event(0, br.Pass())])
    with pytest.raises(records.ReplayError, match="the deal is over"):
        replay(bad)


def test_only_the_last_deal_may_be_unfinished() -> None:
    bad = changed(WHOLE, 0, events=WHOLE.deals[0].events[:5], dealing=5, settlement=None)
    with pytest.raises(records.ReplayError, match="deal 1 is not finished") as caught:
        replay(bad)
    assert caught.value.deal == 2


def test_a_settlement_of_an_unfinished_deal_is_refused() -> None:
    bad = changed(WHOLE, 1, events=WHOLE.deals[1].events[:4], dealing=4)
    with pytest.raises(records.ReplayError, match="has a settlement"):
        replay(bad)
    assert len(replay(changed(bad, 1, settlement=None))) == 2


def test_bills_are_checked_but_for_their_words_and_order() -> None:
    bill = WHOLE.deals[0].settlement
    assert bill is not None
    for wrong in (
        attrs.evolve(bill, made=not bill.made),
        attrs.evolve(bill, deltas=(1, -1, 0, 0)),
        attrs.evolve(bill, pool=bill.pool + 1),
        attrs.evolve(bill, set_aside=1),
        attrs.evolve(bill, transfers=bill.transfers[1:]),
    ):
        bad = changed(WHOLE, 0, settlement=wrong)
        with pytest.raises(records.ReplayError, match="by the rules") as caught:
            replay(bad)
        assert caught.value.deal == 1
        assert replay(bad, ignore_settlements=True) == ends(WALK)
    same = attrs.evolve(bill, heading="", transfers=bill.transfers[::-1])
    assert replay(changed(WHOLE, 0, settlement=same)) == ends(WALK)
    assert replay(changed(WHOLE, 0, settlement=None)) == ends(WALK)


def test_the_dealer_and_the_end_of_the_session_are_checked() -> None:
    wrong = (WHOLE.deals[1].dealer + 1) % 4
    with pytest.raises(records.ReplayError, match="is to deal"):
        replay(changed(WHOLE, 1, dealer=wrong))
    short = attrs.evolve(WHOLE, options=[("deals", 1)], fingerprint=None)
    with pytest.raises(records.ReplayError, match="session is over"):
        replay(short, ignore_settlements=True)


def test_changed_rules_are_a_typed_mismatch_and_may_be_ignored() -> None:
    for made, what in (
        (attrs.evolve(WHOLE, fingerprint="0" * 16), "fingerprint"),
        (attrs.evolve(WHOLE, revision=99), "revision 99"),
    ):
        with pytest.raises(records.FingerprintMismatch, match=what) as caught:
            replay(made)
        assert isinstance(caught.value, br.RecordError)
        assert caught.value.recorded == (made.revision, made.fingerprint)
        assert caught.value.found == (WHOLE.revision, WHOLE.fingerprint)
        packed = pickle.loads(pickle.dumps(caught.value))
        assert (str(packed), packed.found) == (str(caught.value), caught.value.found)
        assert replay(made, ignore_fingerprint=True) == ends(WALK)
    with pytest.raises(records.FingerprintMismatch, match="rules are those of"):
        replay(WHOLE, variant=br.get_variant("french"))
    assert replay(attrs.evolve(WHOLE, fingerprint=None, revision=None)) == ends(WALK)


def test_an_unknown_variant_is_read_and_not_replayed() -> None:
    strange = attrs.evolve(WHOLE, variant="no-such-game")
    assert loads(dumps(strange)) == strange == loads(dumps(strange, "json"))
    with pytest.raises(br.RecordError, match="no-such-game"):
        replay(strange)


def test_the_number_of_seats_must_be_that_of_the_rules() -> None:
    three = br.get_variant("english-boston", seats=3)
    made = record(br.start(three))
    with pytest.raises(br.RecordError, match="is for 4 seats, the record has 3"):
        replay(attrs.evolve(made, options=[], fingerprint=None))


def test_records_are_made_of_deals_that_follow() -> None:
    first, second = ends(WALK)
    other = ends(walked("fontainebleau", seed=2, deals=2))
    for states, message in (
        ([], "at least one state"),
        ([WALK.states[0][3], second], "before is not settled"),
        ([first, other[1]], "does not follow"),
        ([first, first], "does not follow"),
    ):
        with pytest.raises(br.RecordError, match=message):
            record(states)


def test_a_deal_after_the_last_is_refused() -> None:
    done = ends(walked("fontainebleau", seed=1, deals=1))[0]
    last = attrs.evolve(done, session_over=True)  # type: ignore[misc]
    with pytest.raises(br.RecordError, match="no further deal"):
        record([last, ends(WALK)[1]])


def test_a_table_that_no_session_leads_to_is_refused() -> None:
    state = br.start(br.get_variant("fontainebleau"))
    odd = attrs.evolve(state, table=attrs.evolve(state.table, antes=()))  # type: ignore[misc]
    with pytest.raises(br.RecordError, match="not one at which a deal"):
        record(odd)


def test_a_start_must_fit_the_rules() -> None:
    later = record(ends(WALK)[1])
    assert later.start is not None
    with pytest.raises(records.ReplayError, match="fixes no belle"):
        replay(attrs.evolve(later, start=attrs.evolve(later.start, belle=br.HEARTS)))
    far = changed(later, 0, number=40)
    with pytest.raises(records.ReplayError, match="over before"):
        replay(far)


# House rules.

_POOL = br.variants.Fontainebleau().pool
assert _POOL is not None
POOL: Final = _POOL
HOUSES = (
    br.variants.Fontainebleau(deals=24, starting_chips=100),
    br.variants.Fontainebleau(session=SessionRule(deals=5, starting_chips=7)),
    br.variants.French(boston_jack="turned", boston_bonus=None),
    br.variants.EnglishBoston(seats=3),
    br.variants.Fontainebleau(chicane=ChicaneRule(3)),
    br.variants.Fontainebleau(suits=FixedRanking((br.SPADES, br.HEARTS, br.CLUBS, br.DIAMONDS))),
    br.variants.Classic(starting_chips=600, session=SessionRule(first_to=1000)),
    br.variants.Fontainebleau(pool=attrs.evolve(POOL, ante=EachAntes(3, dealer_extra=1))),
    br.variants.WhischBostonien(
        prices=Payments(
            won=(Flat((("demande", 3), ("independance", 9))), OvertrickEach(1)),
            lost=(Flat((("demande", 3), ("independance", 9))), UndertrickEach(1)),
        )
    ),
)


@pytest.mark.parametrize("variant", HOUSES, ids=lambda variant: variant.fingerprint())
def test_house_rules_travel_with_the_record(variant: br.Variant) -> None:
    state = br.start(variant)
    made = record(state)
    for form in FORMATS:
        read = loads(dumps(made, form))
        assert read == made
        assert records.variant_of(read) == variant
        assert records.variant_of(read).fingerprint() == variant.fingerprint()
        assert replay(read) == (state,)


def test_only_what_was_replaced_is_told() -> None:
    variant = br.variants.Fontainebleau(pool=attrs.evolve(POOL, ante=DealerAntes(20)))
    _, rules = tell_variant(variant)
    assert [path for path, _ in rules] == ["pool.ante"]


def test_every_rule_of_every_variant_can_be_told_whole() -> None:
    kinds = set()
    for slug in SLUGS:
        variant = br.get_variant(slug)
        rules = tuple(
            (name, encode_value(getattr(variant, name), name)) for name in slot_names(type(variant))
        )
        assert build_variant(slug, (), rules) == variant
        kinds |= {type(rule) for _, rule in variant.rules()}
    assert kinds <= set(RULES.values())


def data(text: str) -> Data:
    return freeze(parse_json(text))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("nothing", "1"),
        ("pool.nothing", "1"),
        ("pool.ante.chips.more", "1"),
        ("pool.ante", "5"),
        ("pool.ante", "{}"),
        ("pool.ante", '{"suit": "X"}'),
        ("pool.ante", '{"suit": 5}'),
        ("pool.ante", '{"rank": "X"}'),
        ("pool.ante", '{"rule": 5}'),
        ("pool.ante", '{"rule": "os.system", "command": "true"}'),
        ("pool.ante", '{"rule": "AnyBid"}'),
        ("pool.ante", '{"rule": "DealerAntes"}'),
        ("pool.ante", '{"rule": "DealerAntes", "chips": "x"}'),
        ("pool.ante", '{"rule": "DealerAntes", "chips": true}'),
        ("pool.ante", '{"rule": "DealerAntes", "chips": -1}'),
        ("pool.ante", '{"rule": "DealerAntes", "chips": 1, "more": 1}'),
        ("pool.ante.chips", "true"),
        ("pool.ante.chips", "-1"),
        ("payments.won", "[5]"),
        ("payments.won", "[]"),
        ("payments.won", '[{"rule": "Flat", "rows": [["5"]]}]'),
        ("payments.won", '[{"rule": "Flat", "rows": [["5", "x"]]}]'),
        ("payments.won", '[{"rule": "EvenShares"}]'),
        ("dealing.shuffle", '"never"'),
        ("dealing.packets", "[13, 13]"),
        ("ladder.steps", "[]"),
        ("slug", '"x"'),
        ("deals", "3"),
    ],
)
def test_rules_that_cannot_be_are_refused(path: str, value: str) -> None:
    made = attrs.evolve(WHOLE, rules=[(path, data(value))], fingerprint=None)
    assert loads(dumps(made)) == made
    with pytest.raises(br.RecordError):
        replay(made)


@pytest.mark.parametrize(
    ("name", "value"), [("nothing", "1"), ("deals", "0"), ("deals", '"x"'), ("deals", "[1]")]
)
def test_options_that_cannot_be_are_refused(name: str, value: str) -> None:
    made = attrs.evolve(WHOLE, options=[(name, data(value))], fingerprint=None)
    assert loads(dumps(made)) == made
    with pytest.raises(br.RecordError):
        replay(made)


def test_the_class_of_a_variant_says_which_rules_can_be_replaced() -> None:
    class Bare(br.Variant):
        slug: ClassVar[str] = "bare"

    assert Bare.slug
    with pytest.raises(br.RecordError):
        replay(attrs.evolve(WHOLE, variant="bare"))


def test_mid_deal_states_go_on_from_their_record() -> None:
    made = record(mid(WALK, 20))
    assert not made.finished
    state = replay(made)[-1]
    for action in WALK.taken[1][20:]:
        state = br.apply(state, action)
    assert state == ends(WALK)[1]


def test_hands_given_later_in_a_session_are_kept() -> None:
    first = ends(WALK)[0]
    state = br.next_deal(first, hands=SUITS)
    assert replay(loads(dumps(record([first, state])))) == (first, state)


def test_a_pack_that_nobody_shuffles_or_cuts_needs_no_hands() -> None:
    base = br.variants.Fontainebleau()
    variant = br.variants.Fontainebleau(dealing=attrs.evolve(base.dealing, cutters=None))
    walk = random_walk(variant, seed=3, deals=3)
    made = record(ends(walk))
    assert [deal.hands for deal in made.deals] == [None] * 3
    assert replay(loads(dumps(made))) == ends(walk)


def test_deal_record_defaults() -> None:
    deal = DealRecord(number=1, dealer=0)
    made = Record(variant="x", seats=4, deals=[deal], tags=[("Event", "a")])
    assert (made.dealer, made.deal_number, made.finished) == (0, 1, False)
    assert (made.tag("Event"), made.tag("Site")) == ("a", None)
