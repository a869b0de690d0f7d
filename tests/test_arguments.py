"""The public functions name the argument and the type when they are given something else."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

import boston_rules as br
from boston_rules import bots
from boston_rules.conformance.perft import divide, perft, perft_by_depth
from boston_rules.core.arguments import wrong_type
from boston_rules.envs.encoding import action_encoding
from boston_rules.envs.observation import observation_spec
from boston_rules.envs.opening import chosen_variant
from boston_rules.simulate import simulate, tournament
from boston_rules.telling import draw

SLUG: Final = "french"
NOBODY: Final = br.Outcome((0, 0, 0, 0))
TABLE: Final = [bots.SimpleBot()] * 4


def rng() -> random.Random:
    return random.Random(1)


def shuffling() -> br.State:
    return br.start(SLUG)


def auction() -> br.State:
    return reached("auction")


def reached(phase: str, slug: str = SLUG) -> br.State:
    state = br.start(slug)
    while state.phase != phase:
        state = br.apply(state, bots.decide(state, TABLE, rng()))
    return state


def a_record() -> br.Record:
    return br.record(auction())


TAKES_VARIANT: Final[dict[str, Callable[[Any], object]]] = {
    "start": br.start,
    "settle": lambda given: br.settle(given, None, NOBODY),
    "played_tricks": lambda given: len(br.played_tricks(given, None, ())),
    "parse_action": lambda given: br.parse_action("bid neuf H", given),
    "describe": lambda given: br.describe(br.Pass(), given),
    "replay": lambda given: br.replay(a_record(), variant=given),
    "replay_while_valid": lambda given: br.replay_while_valid(a_record(), variant=given),
    "redact": lambda given: br.redact(a_record(), 0, variant=given),
    "play_session": lambda given: next(bots.play_session(given, TABLE, rng())),
    "ladder": draw.ladder,
    "simulate": lambda given: len(list(simulate(given, workers=1, deals=1).rows())),
    "tournament": lambda given: tournament(given, ["simple", "random"], 1, workers=1).complete,
    "action_encoding": action_encoding,
    "observation_spec": observation_spec,
    "chosen_variant": lambda given: chosen_variant(given, 3),
}


@pytest.mark.parametrize("name", TAKES_VARIANT)
def test_what_takes_a_variant_takes_a_slug(name: str) -> None:
    function = TAKES_VARIANT[name]
    given, named = function(br.get_variant(SLUG)), function(SLUG)
    if not isinstance(given, br.State | br.Settlement | br.Record | br.Variant | int):
        return
    assert given == named


@pytest.mark.parametrize("name", TAKES_VARIANT)
def test_a_class_in_place_of_a_variant_is_told_to_be_called(name: str) -> None:
    with pytest.raises(TypeError, match=r"^variants? must be .*the class French: call it, Fr"):
        TAKES_VARIANT[name](br.variants.French)


@pytest.mark.parametrize("name", TAKES_VARIANT)
def test_what_is_no_variant_is_a_type_error(name: str) -> None:
    with pytest.raises(
        TypeError, match=r"^variants? must be a Variant or its slug, not 5 \(int\)$"
    ):
        TAKES_VARIANT[name](5)


@pytest.mark.parametrize("name", TAKES_VARIANT)
def test_an_unknown_slug_is_told_with_near_ones(name: str) -> None:
    with pytest.raises(br.VariantError, match="no variant is called 'frensh'; near: french"):
        TAKES_VARIANT[name]("frensh")


WRONG: Final[dict[str, tuple[str, Callable[[Any], object]]]] = {
    "apply, state": ("state", lambda given: br.apply(given, br.Pass())),
    "apply, action": ("action", lambda given: br.apply(auction(), given)),
    "why_illegal, state": ("state", lambda given: br.why_illegal(given, br.Pass())),
    "why_illegal, action": ("action", lambda given: br.why_illegal(auction(), given)),
    "played_tricks": ("cards", lambda given: br.played_tricks(SLUG, None, [given])),
    "legal_actions": ("state", lambda given: br.legal_actions(given)),
    "next_deal": ("state", lambda given: br.next_deal(given)),
    "draw_chance, state": ("state", lambda given: br.draw_chance(given, rng())),
    "draw_chance, rng": ("rng", lambda given: br.draw_chance(shuffling(), given)),
    "draw_chance, rng of a turn": (
        "rng",
        lambda given: br.draw_chance(reached("turn-up", "american-partnership"), given),
    ),
    "shuffled": ("rng", lambda given: br.shuffled(given)),
    "observe, state": ("state", lambda given: br.observe(given, 0)),
    "sample": ("rng", lambda given: br.sample(br.observe(auction(), 0), given)),
    "Worlds": ("view", lambda given: br.Worlds(given)),
    "settle, contract": ("contract", lambda given: br.settle(SLUG, given, NOBODY)),
    "settle, outcome": ("outcome", lambda given: br.settle(SLUG, None, given)),
    "parse_action": ("token", lambda given: br.parse_action(given)),
    "parse_card": ("text", lambda given: br.parse_card(given)),
    "parse_suit": ("text", lambda given: br.parse_suit(given)),
    "get_variant": ("slug", lambda given: br.get_variant(given)),
    "variant_class": ("slug", lambda given: br.variant_class(given)),
    "record": ("states", lambda given: br.record(given)),
    "record of several": ("states", lambda given: br.record([given])),
    "replay": ("record", lambda given: br.replay(given)),
    "replay_while_valid": ("record", lambda given: br.replay_while_valid(given)),
    "variant_of": ("record", lambda given: br.variant_of(given)),
    "redact, record": ("record", lambda given: br.redact(given, 0)),
    "dumps": ("record", lambda given: br.dumps(given)),
    "dump": ("record", lambda given: br.dump(given, "record.txt")),
    "loads": ("text", lambda given: br.loads(given)),
    "dumps_view": ("view", lambda given: br.dumps_view(given)),
    "loads_view": ("text", lambda given: br.loads_view(given)),
    "describe": ("action", lambda given: br.describe(given, SLUG)),
    "make_bot": ("name", lambda given: bots.make_bot(given, rng())),
    "load_bot": ("name", lambda given: bots.load_bot(given)),
    "decide, state": ("state", lambda given: bots.decide(given, TABLE, rng())),
    "decide, bots": ("bots", lambda given: bots.decide(auction(), given, rng())),
    "perft": ("state", lambda given: perft(given, 1)),
    "perft_by_depth": ("state", lambda given: perft_by_depth(given, 1)),
    "divide": ("state", lambda given: divide(given, 1)),
    "score": ("record", lambda given: draw.score(given)),
    "bill": ("settlement", lambda given: draw.bill(given)),
    "picture": ("thing", lambda given: draw.picture(given)),
    "load": ("path", lambda given: br.load(given)),
    "dump, path": ("path", lambda given: br.dump(a_record(), given)),
    "legal_actions, seat": ("seat", lambda given: br.legal_actions(auction(), given)),
    "observe, seat": ("seat", lambda given: br.observe(auction(), given)),
    "deal, bottom": ("bottom", lambda given: draw.deal(auction(), bottom=given)),
    # The values that one makes oneself.
    "Card": ("rank of Card", lambda given: br.Card(given, br.SPADES)),
    "Card, suit": ("suit of Card", lambda given: br.Card(br.Rank.ACE, given)),
    "Cards": ("cards", lambda given: br.Cards(given)),
    "Cards.from_mask": ("mask", lambda given: br.Cards.from_mask(given)),
    "Play": ("card of Play", lambda given: br.Play(given)),
    "Discard": ("card of Discard", lambda given: br.Discard(given)),
    "Bid, key": ("key of Bid", lambda given: br.Bid(given)),
    "Bid, suit": ("suit of Bid", lambda given: br.Bid("5", given)),
    "Bid, card": ("card of Bid", lambda given: br.Bid("5", card=given)),
    "NameTrump": ("suit of NameTrump", lambda given: br.NameTrump(given)),
    "Cut": ("at of Cut", lambda given: br.Cut(given)),
    "Slam": ("table of Slam", lambda given: br.Slam(given)),
    "Shuffle": ("what pack of Shuffle holds", lambda given: br.Shuffle([given])),
    "Contract": ("key of Contract", lambda given: br.Contract(given, 0)),
    "Contract, trump": ("trump of Contract", lambda given: br.Contract("5", 0, given)),
    "Outcome": ("each of tricks, honours and chicane", lambda given: br.Outcome(given)),
    "Infraction": ("kind of Infraction", lambda given: br.Infraction(given, 0)),
    "Cite": ("source of Cite", lambda given: br.Cite(given)),
    "Event": ("seat of Event", lambda given: br.Event(given, br.Pass())),
    "Event, shows": ("shows of Event", lambda given: br.Event(0, br.Pass(), given)),
    "Opened": ("dealer of Opened", lambda given: br.Opened(given, 1)),
    "Opened, deal_number": ("deal_number of Opened", lambda given: br.Opened(0, given)),
    "Shows, dealt": ("dealt of Shows", lambda given: br.Shows(dealt=given)),
    "Shows, turned": ("turned of Shows", lambda given: br.Shows(turned=given)),
    "Shows, made": ("made of Shows", lambda given: br.Shows(made=given)),
    "Shows, laid": ("laid of Shows", lambda given: br.Shows(laid=given)),
    "Shows, exposed": ("exposed of Shows", lambda given: br.Shows(exposed=given)),
    "Shows, verdict": ("verdict of Shows", lambda given: br.Shows(verdict=given)),
    "Shows, winner": ("winner of Shows", lambda given: br.Shows(winner=given)),
    "Shows, partner": ("partner of Shows", lambda given: br.Shows(partner=given)),
    "Shows, counted": ("counted of Shows", lambda given: br.Shows(counted=given)),
    "Counted": ("honours of Counted", lambda given: br.Counted(given)),
    "Counted, boston": ("boston of Counted", lambda given: br.Counted((0, 0, 0, 0), given)),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_type_names_argument_and_type(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    name, function = WRONG[case]
    for given in (5.5, object()):
        with pytest.raises(
            TypeError, match=rf"^{name}.* must be .*, not {str(given)[:7]}"
        ) as caught:
            function(given)
        assert caught.value.__cause__ is None
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "make",
    [
        lambda: br.Event(True, br.Pass()),
        lambda: br.Shows(dealt=(br.HOLE, "AS", br.HOLE, br.HOLE)),  # type: ignore[arg-type]
        lambda: br.Shows(dealt=[br.HOLE] * 4),  # type: ignore[arg-type]
        lambda: br.Shows(exposed=(1, "AS")),  # type: ignore[arg-type]
        lambda: br.Shows(exposed=(True, br.Cards())),
        lambda: br.Shows(exposed=(1,)),  # type: ignore[arg-type]
        lambda: br.Shows(verdict=1),  # type: ignore[arg-type]
        lambda: br.Shows(winner=True),
        lambda: br.Counted([0, 0, 0, 0]),  # type: ignore[arg-type]
        lambda: br.Counted((0, 0, 0, True)),
    ],
)
def test_an_event_holds_nothing_that_is_only_equal_to_what_it_shows(
    make: Callable[[], object],
) -> None:
    with pytest.raises(TypeError, match="must be"):
        make()


NEAR_MISSES: Final[dict[str, tuple[str, Callable[[], object]]]] = {
    "a view for a full state": (
        r"a view is moved by events \(br\.advance\), not by actions",
        lambda: br.apply(br.observe(auction(), 0), br.Pass()),
    ),
    "a full state for a view": (
        r"view must be a view, such as br\.observe\(\) returns",
        lambda: br.advance(auction(), br.Event(0, br.Pass())),
    ),
    "a token for an action": (
        r"action must be an Action, .*br\.parse_action\('play QH'\) returns, not 'pass' \(str\)",
        lambda: br.apply(auction(), "pass"),  # type: ignore[arg-type]
    ),
    "a token for a card": (
        r"card of Play must be a Card, such as br\.parse_card\('QH'\) returns, not 'AS'",
        lambda: br.Play("AS"),  # type: ignore[arg-type]
    ),
    "a token to make a card of": (
        r"rank of Card must be a Rank, .*; br\.parse_card reads 'AS', not 'AS'",
        lambda: br.Card("AS"),  # type: ignore[arg-type]
    ),
    "a number to make a card of": (
        r"suit of Card must be a Suit, .*; br\.parse_card reads 'AS', not None",
        lambda: br.Card(51),  # type: ignore[arg-type]
    ),
    "a letter for a suit": (
        r"trump of Contract must be a Suit, such as br\.HEARTS, or None, not 'H'",
        lambda: br.Contract("5", 0, trump="H"),  # type: ignore[arg-type]
    ),
    "tokens for a set of cards": (
        r"cards must be Card objects; Cards\.parse reads 'AS KS', not 'AS KS'",
        lambda: br.Cards("AS KS"),  # type: ignore[arg-type]
    ),
    "tricks in one word": (
        r"must be ints, such as \(7, 2, 2, 2\), not '5332'",
        lambda: br.Outcome("5332"),  # type: ignore[arg-type]
    ),
    "the text of a record for its path": (
        r"path must be the path of a file \(br\.loads reads a text\), not '\[Schema",
        lambda: br.load(br.dumps(a_record())),
    ),
    "the path of a record for its text": (
        r"text must be .* \(br\.load reads files\), not .*Path",
        lambda: br.loads(Path("friday.txt")),  # type: ignore[arg-type]
    ),
    "record and path exchanged": (
        r"path must be the path of a file",
        lambda: br.dump("friday.txt", a_record()),  # type: ignore[arg-type]
    ),
    "names for bots": (
        r"bots must be a bot for each seat, .* make_bot makes one by its name, not \['simple'",
        lambda: bots.decide(auction(), ["simple"] * 4, rng()),  # type: ignore[list-item]
    ),
    "too few bots": (
        r"bots must be a bot for each seat",
        lambda: bots.decide(auction(), [], rng()),
    ),
}


@pytest.mark.parametrize("slip", NEAR_MISSES)
def test_a_slip_is_told_what_to_pass(slip: str) -> None:
    said, function = NEAR_MISSES[slip]
    with pytest.raises(TypeError, match=said):
        function()


def test_a_title_is_near_its_slug() -> None:
    with pytest.raises(br.VariantError, match="no variant is called 'French Boston'; near: french"):
        br.get_variant("French Boston")


def test_a_path_for_a_text_is_told_to_be_loaded() -> None:
    with pytest.raises(br.RecordError, match=r"not 'friday\.txt' \(br\.load reads files\)"):
        br.loads("friday.txt")


def test_an_attribute_that_a_state_lacks_is_not_blamed_on_the_caller() -> None:
    class Broken(br.State):
        nothing: Any

        def __getattribute__(self, name: str) -> Any:
            return object.__getattribute__(self, "nothing" if name != "__class__" else name)

    for function in (
        lambda: br.legal_actions(Broken()),
        lambda: br.apply(Broken(), br.Pass()),
        lambda: br.why_illegal(Broken(), br.Pass()),
    ):
        with pytest.raises(AttributeError, match="nothing"):
            function()


def test_what_was_given_is_shown_short() -> None:
    message = str(wrong_type("text", "a str", b"x" * 1000))
    assert message.startswith("text must be a str, not b'xxx")
    assert message.endswith("xxx' (bytes)")
    assert "x...x" in message
    assert len(message) < 100
