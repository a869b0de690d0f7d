"""What records seldom meet: rules that fail, rules that hold odd things, limits within limits."""

from __future__ import annotations

import json
from enum import Enum
from typing import Any, Literal

import attrs
import pytest
from tests.records.sessions import SLUGS, ends, mid, walked

import boston_rules as br
from boston_rules import records
from boston_rules.records import dumps, loads, record, replay
from boston_rules.records.catalogue import fits as fits_type
from boston_rules.records.data import Fields, parse_json, thaw
from boston_rules.records.document import from_json
from boston_rules.records.houserules import build_variant, encode_value, tell_variant
from boston_rules.records.limits import MOST_BYTES
from boston_rules.records.reading import from_text
from boston_rules.records.replaying import positions

MADE = record(ends(walked("classic", deals=2)))


# Rules of somebody else.


class Mood(Enum):
    GAY = "gay"


@br.register_rule
@attrs.frozen
class OddAnte:
    """An ante that holds whatever it is given."""

    held: Any
    source: None = None

    def amounts(self, dealer: int, deal: int, deals: int, seats: int) -> tuple[int, ...]:
        return (0,) * seats

    def words(self) -> str:
        return "odd"


def odd(held: object) -> br.Variant:
    pool = br.variants.Fontainebleau().pool
    assert pool is not None
    return br.variants.Fontainebleau(pool=attrs.evolve(pool, ante=OddAnte(held)))


@pytest.mark.parametrize(
    ("held", "told"),
    [
        (br.Rank.ACE, {"rank": "A"}),
        (br.Suit.HEARTS, {"suit": "H"}),
        (br.Cards.parse("AS AH"), {"cards": "AS AH"}),
        ((1, (None, "x")), [1, [None, "x"]]),
    ],
)
def test_what_a_foreign_rule_holds_is_told(held: object, told: object) -> None:
    _, ((path, data),) = tell_variant(odd(held))
    assert path == "pool.ante"
    fields = thaw(data)
    assert fields["rule"].endswith("OddAnte")
    assert fields["fields"]["held"] == told


def test_what_no_record_can_hold_is_refused() -> None:
    assert encode_value(br.parse_card("QH"), "pool.ante") == Fields([("card", "QH")])
    with pytest.raises(br.RecordError, match=r"pool\.ante holds .*, which no record can hold"):
        encode_value(object(), "pool.ante")
    with pytest.raises(br.RecordError, match="no record can hold"):
        encode_value(Mood.GAY, "pool.ante")


@attrs.frozen(kw_only=True)
class Needy(br.variants.Classic):
    """A telling whose class alone makes no game."""

    slug = "needy"
    laps: int

    @classmethod
    def with_options(cls, options: Any) -> Needy:
        raise br.VariantError("it needs laps")


def test_a_class_that_makes_nothing_by_options_is_told_whole() -> None:
    variant = Needy(laps=3)
    _, rules = tell_variant(variant)
    assert ("laps", 3) in rules
    plain = br.get_variant("classic")
    assert not any(name == "payments" for name, _ in rules)
    assert variant.payments == plain.payments


class Sulking(Exception):
    """Something that the library does not know."""


@pytest.mark.parametrize("place", ["open_deal", "apply"])
def test_rules_that_raise_anything_at_all_end_in_a_replay_error(
    monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    def sulk(*_: object) -> None:
        raise Sulking("not today")

    monkeypatch.setattr(f"boston_rules.records.replaying.{place}", sulk)
    with pytest.raises(records.ReplayError, match="fail here: Sulking") as caught:
        replay(MADE)
    assert (caught.value.deal, caught.value.ply) == (1, None if place == "open_deal" else 0)


# Types of fields.


@pytest.mark.parametrize(
    ("value", "hint", "fits"),
    [
        (object(), Any, True),
        (None, None, True),
        (0, None, False),
        (True, int, False),
        (1, bool, False),
        ("a", Literal["a", "b"], True),
        (True, Literal[1], False),
        (None, int | None, True),
        ("x", int | None, False),
        ((1, "a"), tuple[int, str], True),
        ((1,), tuple[int, str], False),
        (5, tuple[int, ...], False),
        ((1, "a"), tuple[int, ...], False),
        (br.Suit.HEARTS, br.Suit, True),
        ("H", br.Suit, False),
        ("H", list[str], False),
    ],
)
def test_a_value_fits_the_type_of_its_field(value: object, hint: Any, fits: bool) -> None:
    assert fits_type(value, hint) is fits


def test_options_that_no_class_takes_are_refused() -> None:
    with pytest.raises(br.RecordError):
        build_variant("classic", (("moon", 1),), ())


# Positions.


@pytest.mark.parametrize("slug", SLUGS)
def test_positions_are_the_states_of_the_walk(slug: str) -> None:
    walk = walked(slug, deals=2)
    assert list(positions(record(ends(walk)))) == [
        state for states in walk.states for state in states
    ]
    half = mid(walk, 9)
    assert [*positions(record(half))][-1] == half[-1]


def test_positions_stop_where_the_record_fails() -> None:
    first = MADE.deals[0]
    events = [*first.events[:5], br.Event(0, br.parse_action("cut 3"))]
    bad = attrs.evolve(first, events=events, settlement=None)
    states = positions(attrs.evolve(MADE, deals=[bad]))
    for _ in range(6):
        next(states)
    with pytest.raises(records.ReplayError) as caught:
        next(states)
    assert caught.value.ply == 5


# Texts.


def test_limits_hold_for_every_reader_by_itself() -> None:
    text = " " * (MOST_BYTES + 1)
    for reader in (parse_json, from_text, loads):
        with pytest.raises(br.RecordError, match=str(MOST_BYTES)):
            reader(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "this is no JSON"),
        ("{", "this is no JSON"),
        ("[NaN]", "NaN is no JSON number"),
        ("[-Infinity]", "-Infinity is no JSON number"),
        ("[1e400]", "1e400 is no JSON number"),
        ("9" * 9999, "digits"),
        ("[" * 200_000, "nested too deep"),
        (b"\xff{}", "not UTF-8, at byte 0"),
        ('{"a": 1, "a": 2}', "'a' stands twice"),
    ],
)
def test_what_is_no_json_is_refused_where_numbers_need_not_be_whole(
    text: str | bytes, told: str
) -> None:
    with pytest.raises(br.RecordError, match=told):
        parse_json(text, whole=False)
    assert parse_json("[7.5, 1e3]", whole=False) == [7.5, 1000.0]


BILL = json.loads(dumps(MADE, "json"))["deals"][0]["settlement"]


def changed(**deal: Any) -> str:
    document = json.loads(dumps(MADE, "json"))
    document["deals"][0].update(deal)
    return json.dumps(document)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[]", "a record is a JSON object"),
        ('{"": 1}', "this is no record"),
        (changed(hands=["AS XX", "", "", ""]), "deal 1: hands cannot be read: 'XX'"),
        (changed(hands=[5, "", "", ""]), "hands is cards between spaces, in their order, not 5"),
        (changed(hands="AS"), "hands is a list, not 'AS'"),
        (changed(tags=[["a"]]), "tags has 2 entries, not 1"),
        (changed(turned="XX"), "turned cannot be read: 'XX'"),
        (changed(settlement={"made": True}), "settlement lacks 'transfers'"),
        (changed(settlement=BILL | {"made": 1}), "made of settlement is true or false, not 1"),
        (changed(moon=1), "'moon'"),
        (changed(dealing=900), "dealing is 0 to"),
        (changed(events=[{"seat": 4, "do": "pass"}]), "ply 0: seat is a seat 0 to 3, or chance"),
        (changed(events=[{"seat": 0, "do": "juggle"}]), "ply 0: do cannot be read: 'juggle'"),
        (changed(events=[{"seat": 0, "do": "pass", "shows": {"moon": 1}}]), "'moon'"),
        (changed(events=[{"seat": 0}]), "ply 0: the event lacks 'do'"),
    ],
)
def test_what_is_wrong_with_a_document_is_told(text: str, told: str) -> None:
    with pytest.raises(br.RecordError) as caught:
        from_json(text)
    assert told in str(caught.value)


FOUR = [br.PACK[13 * seat : 13 * seat + 13] for seat in range(4)]


def test_a_hand_of_a_fourth_seat_at_a_table_of_three() -> None:
    made = record(br.start(br.get_variant("english-boston", seats=3), hands=FOUR[:3]))
    text = dumps(made)
    assert loads(text) == made
    with pytest.raises(br.RecordError, match="hands has one for each of 3 seats, not 4"):
        loads(text.replace("[Hand2 ", "[Hand3 "))


def test_a_comment_in_a_row_and_an_empty_one() -> None:
    text = dumps(MADE)
    place = text.index("[Auction")
    seen = loads(f"{text[:place]}{{}}{{ said }} ;\n;\n{text[place:]}")
    assert [words.strip() for _, words in seen.deals[0].comments] == ["said"]


def test_a_card_among_the_events_of_dealing_ends_its_row_with_them() -> None:
    """No deal can have one, but a document may."""
    played = [{"seat": 3, "do": "play 3D"}, {"seat": 0, "do": "play TD"}]
    document = json.loads(changed(dealing=1, events=played, comments=[]))
    del document["deals"][0]["settlement"]
    odd = loads(json.dumps(document))
    assert '[Dealing "3"]\n3: 3D\n[Play "0"]\n0: TD\n' in dumps(odd)
    assert loads(dumps(odd)) == odd


def test_an_option_that_equals_a_sound_one_is_not_taken_for_it() -> None:
    assert build_variant("classic", (("deals", 1),), ()).session.deals == 1
    with pytest.raises(br.RecordError):
        build_variant("classic", (("deals", True),), ())
    with pytest.raises(br.RecordError):
        build_variant("classic", (("deals", (1,)),), ())


THREE = record(ends(walked("english-boston", deals=1, seats=3)))


def test_a_fourth_seat_has_nothing_to_do_at_a_table_of_three() -> None:
    (deal,) = THREE.deals
    bill = deal.settlement
    assert bill is not None
    paid = attrs.evolve(bill, transfers=(br.Transfer(3, 0, (br.Line(1, "x"),)),))
    for fields, told in (
        ({"viewer": 3}, "viewer is a seat 0 to 2 or onlooker, not 3"),
        ({"deals": [attrs.evolve(deal, dealer=3)]}, "dealer is a seat 0 to 2, not 3"),
        ({"deals": [attrs.evolve(deal, settlement=paid)]}, "seat 3 neither pays nor is paid"),
        (
            {"deals": [attrs.evolve(deal, events=[*deal.events, br.Event(3, br.Pass())])]},
            "a seat 0 to 2 acts, or chance, not 3",
        ),
    ):
        with pytest.raises(br.RecordError) as caught:
            attrs.evolve(THREE, **fields)
        assert told in str(caught.value)
    seen = records.redact(THREE, 1)
    assert seen.deals[0].events[0].shows.dealt[1:] == (
        br.observe(replay(THREE)[0], 1).dealt,
        br.HOLE,
    )
    for form in ("text", "json"):
        assert loads(dumps(seen, form)) == seen


def test_more_cards_than_a_pack_and_options_told_twice() -> None:
    text = dumps(MADE)
    pack = " ".join(map(str, (*br.PACK, br.PACK[0])))
    dealer = text.index("[Dealer")
    with pytest.raises(br.RecordError, match="53 cards; a pack has 52"):
        loads(f'{text[:dealer]}[Hand0 "{pack}"]\n{text[dealer:]}')
    with pytest.raises(br.RecordError, match=r"line 2, .*each Option stands here once"):
        loads('[Option "deals 3"]\n[Option "deals 3"]\n' + text)


def test_a_record_of_a_seat_tells_it_its_cards() -> None:
    seen = records.redact(MADE, None)
    with pytest.raises(records.ReplayError, match="the viewer is not told his cards") as caught:
        replay(attrs.evolve(seen, viewer=2))
    assert caught.value.deal == 1


def test_rules_that_cannot_be_counted_end_in_a_replay_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def sulk(*_: object) -> None:
        raise Sulking("not today")

    seen = records.redact(MADE, 0)
    monkeypatch.setattr("boston_rules.records.replaying.Worlds", sulk)
    with pytest.raises(records.ReplayError, match="fail here: Sulking"):
        replay(seen)
