"""The corpus is what the library makes of the rules, complete, sound, and described."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from tests.conformance.corpus import CORPUS, SLUGS, cases
from tests.depth import DEEP

import boston_rules as br
from boston_rules.conformance import FORMAT, KINDS, LibraryEngine, load_corpus, run
from boston_rules.conformance.generate import cases_of, choices_of, file_text
from boston_rules.records.files import loads
from boston_rules.records.replaying import replay
from boston_rules.rules.suits import Turn
from boston_rules.variants.registry import own_variants

README = (CORPUS / "README.md").read_text(encoding="utf-8")


def test_there_is_a_file_for_every_variant_and_kind_and_nothing_else() -> None:
    found = {str(path.relative_to(CORPUS)) for path in CORPUS.rglob("*") if path.is_file()}
    files = {f"{slug}/{kind}.json" for slug in SLUGS for kind in KINDS}
    assert {name.replace("\\", "/") for name in found} == files | {
        "LICENSE",
        "README.md",
        "problems.json",
    }
    size = sum(path.stat().st_size for path in CORPUS.rglob("*.json"))
    assert size < len(SLUGS) * 500_000
    assert f"{size / 1e6:.1f} MB of JSON" in README


FILES = [
    (slug, kind)
    for row, slug in enumerate(SLUGS)
    for column, kind in enumerate(KINDS)
    if DEEP or (row + column) % 8 == 0
]
"""All of them at depth, an eighth in the fast profile, of every variant and of every kind."""


@pytest.mark.no_cover  # depth, not coverage
@pytest.mark.laws
@pytest.mark.deep
@pytest.mark.parametrize(("slug", "kind"), FILES)
def test_the_files_are_what_the_library_makes(slug: str, kind: str) -> None:
    """After an intended change: ``python -m boston_rules.conformance.generate conformance``."""
    written = (CORPUS / slug / f"{kind}.json").read_bytes()
    if file_text(slug, kind, cases_of(slug, kind)).encode() != written:
        kept = cases(slug, kind)
        for made, case in zip(cases_of(slug, kind), kept, strict=False):
            assert made == case, f"{case} has changed: make the corpus anew"
        pytest.fail(f"{slug}/{kind}.json has changed: make the corpus anew")


@pytest.mark.parametrize("slug", SLUGS[2::5])
def test_the_library_passes(slug: str) -> None:
    """That the files are what it makes says so for all; here they are read and asked."""
    report = run(load_corpus(CORPUS, variants=[slug]), LibraryEngine())
    assert [str(failure) for failure in report.failures] == []
    assert report.skipped == 0
    assert set(report.counts) == {(slug, kind) for kind in KINDS}
    assert all(count.passed for count in report.counts.values())


def test_all_variants_of_the_library_and_no_others_are_there() -> None:
    assert set(own_variants()) == {cls.slug for cls in br.variants.ALL}
    assert len(SLUGS) == 20


@pytest.mark.parametrize("slug", SLUGS)
def test_every_step_of_the_ladder_is_played(slug: str) -> None:
    contracts = {
        deal["contract"]["key"]: None
        for case in cases(slug, "sessions")
        for deal in case.expect["deals"]
        if deal["contract"] is not None
    }
    scenes = {case.id.partition(" ")[2] for case in cases(slug, "legality")}
    keys = [step.key for step in br.get_variant(slug).ladder]
    assert {*contracts, *scenes} >= {*keys, "passed out"}
    for kind in ("prices", "settlements"):
        given = [case.input["contract"] for case in cases(slug, kind) if not case.options]
        named = {one["key"] if isinstance(one, dict) else one for one in given}
        assert named - {None} == set(keys)


def test_P34_a_scene_called_after_a_slam_has_it() -> None:
    found = []
    for case in cases("french", "legality"):
        slam = case.id.partition(" ")[2].removesuffix(" made").removesuffix(" lost")
        if slam.startswith("slam") and not case.options:
            assert slam in case.input["deals"][-1]["actions"], case.id
            found.append(slam)
    assert found == ["slam", "slam table"]


@pytest.mark.parametrize("slug", SLUGS)
def test_bills_are_won_lost_last_and_passed_out(slug: str) -> None:
    bills = cases(slug, "settlements")
    assert {case.expect["made"] for case in bills} == {True, False, None}
    assert {case.input["last"] for case in bills} == {True, False}
    assert {case.input["dealer"] for case in bills} >= set(range(4))
    variant = br.get_variant(slug)
    if variant.pool is not None and variant.pool.cap is not None:
        assert any(case.expect["set_aside"] for case in bills)
        assert any(case.input["set_aside"] for case in bills)
    told = [case.input["outcome"] for case in bills]
    assert any(one["chicane"] for one in told) is (variant.chicane is not None)
    plain = [case.input["outcome"] for case in bills if not case.options]
    assert any(one["slam"] for one in plain) is (variant.payments.slams is not None)
    conceding = variant.concession is not None or variant.contest is not None
    assert any(one["conceded"] for one in told) is conceding
    partnered = any(step.partnered for step in variant.ladder) or slug == "russian-partnership"
    given = [case.input["contract"] for case in bills if case.input["contract"] is not None]
    assert any(one["partner"] is not None for one in given) is (
        partnered or slug == "american-partnership"
    )
    assert {one.get("stakes", 1) for one in given} == {*variant.stakes}


@pytest.mark.parametrize("slug", SLUGS)
def test_LW6_a_card_out_of_turn_makes_a_misere_where_a_law_says_so(slug: str) -> None:
    whist = br.get_variant(slug).laws.whist
    made = [
        case.expect["made"]
        for case in cases(slug, "penalties")
        for told in case.input["infractions"]
        if told["kind"] == "out-of-turn"
    ]
    assert bool(made) is (whist is not None and whist.misere_fine is not None)
    assert all(made)


@pytest.mark.parametrize("slug", SLUGS)
def test_chips_are_neither_made_nor_lost(slug: str) -> None:
    for case in (*cases(slug, "settlements"), *cases(slug, "penalties")):
        deltas = [*case.expect["deltas"]]
        for payer, payee, chips in case.expect["transfers"]:
            assert chips > 0
            for seat, sign in ((payer, 1), (payee, -1)):
                if isinstance(seat, int):
                    deltas[seat] += sign * chips
        assert not any(deltas), case
        before = case.input["pool"] + case.input["set_aside"]
        after = case.expect["pool"] + case.expect["set_aside"] + sum(case.expect["deltas"])
        assert before == after, case
        if case.input["last"]:
            assert case.expect["pool"] == case.expect["set_aside"] == 0


def test_every_reason_for_a_refusal_that_a_player_can_meet_is_tried() -> None:
    tried = {
        code for slug in SLUGS for case in cases(slug, "legality") for code in case.expect["codes"]
    }
    kinds = [getattr(br.errors, name) for name in br.errors.__all__]
    codes = {kind.code for kind in kinds if issubclass(kind, br.IllegalAction)}
    of_chance = {"illegal", "deal/bad-pack", "deal/bad-cut", "deal/bad-turn-up"}
    of_law = {code for code in codes if code.startswith("law/")} | {"phase/not-your-turn"}
    of_others = {"play/bound"}  # no play rule of the library binds one to more than a suit
    assert tried == codes - of_chance - of_law - of_others | {None}
    listed = README.partition("The codes are")[2].partition("###")[0]
    assert set(re.findall(r"`([a-z]+/[a-z-]+)`", listed)) == tried - {None}
    erring = {
        code for slug in SLUGS for case in cases(slug, "table-law") for code in case.expect["codes"]
    }
    assert of_law <= erring
    assert erring <= codes - of_chance | {None}
    further = README.partition("Further codes:")[2].partition("##")[0]
    assert set(re.findall(r"`([a-z]+/[a-z-]+)`", further)) == of_law


@pytest.mark.parametrize("slug", SLUGS)
def test_positions_of_every_phase_are_asked_about(slug: str) -> None:
    variant = br.get_variant(slug)
    seen = set()
    for case in cases(slug, "legality"):
        seen |= {
            (row["actor"] is None, *sorted({token.partition(" ")[0] for token in row["legal"]}))
            for row in case.expect["positions"]
        }
    words = {word for row in seen for word in row[1:]}
    expected = {"pass", "bid", "play"}
    if any(step.discard for step in variant.ladder):
        expected.add("discard")
    if variant.payments.slams is not None:
        expected.add("slam")
    if variant.concession is not None or variant.contest is not None:
        expected |= {"concede", "contest"}
    partners = variant.partners
    if partners is not None and partners.chosen:
        expected |= {"ask", "accept", "decline"} if partners.volunteers else {"call"}
        expected.add("solo")
    elif partners is not None and partners.volunteers:
        expected.add("accept")
    if any(step.suit.nameable(Turn(br.CLUBS)) for step in variant.ladder):
        expected.add("trump")
    assert words | {"chicane"} == expected | {"chicane"}
    assert (True,) in seen, "a settled deal, in which nobody acts"


BETWEEN_DEALS = {"first_to", "antes", "end", "play_out", "packets"}
"""Options that show nowhere but from one deal to the next, or in how a pack is dealt."""


def test_every_option_with_a_choice_shows() -> None:
    for slug in SLUGS:
        for options in choices_of(slug):
            shown = [
                case
                for kind in KINDS
                for case in cases(slug, kind)
                if options.items() <= case.options.items()
            ]
            assert {case.kind for case in shown} >= {"sessions"}
            assert len(shown) > 1 or options.keys() <= BETWEEN_DEALS, options
    assert {str(options) for slug in SLUGS for options in choices_of(slug)} >= {
        "{'seats': 3}",
        "{'boston_jack': 'turned'}",
        "{'special_losses': 'as-won'}",
        "{'all_pass': 'general-misery'}",
        "{'concessions': False}",
        "{'antes': 'when-empty'}",
        "{'overtricks': False}",
        "{'end': 'grand'}",
        "{'last_pool': 'all'}",
        "{'levels': 'short'}",
        "{'levels': 'long'}",
        "{'first_to': 2000}",
        "{'packets': 3}",
        "{'packets': 4}",
        "{'play_out': True}",
        "{'slams': 'america'}",
        "{'slams': 'declared'}",
        "{'grand': True}",
        "{'honours': False}",
    }


def test_F19_a_session_that_is_played_out_has_further_deals() -> None:
    (case,) = (case for case in cases("french-foster", "sessions") if "play_out" in case.options)
    assert len(case.expect["deals"]) > case.options["deals"]


def test_packets_show_in_the_packs_that_give_the_same_hands() -> None:
    packs, hands = set(), set()
    for case in cases("french-foster", "sessions"):
        if case.id.endswith("session 1 of 4 deals") and case.options.keys() <= {"deals", "packets"}:
            record = loads(json.dumps(case.input["record"]))
            packs.add(case.input["record"]["deals"][0]["events"][0]["do"])
            deal = replay(record)[-1].deal
            assert deal is not None
            hands.add(deal.hands)
    assert (len(packs), len(hands)) == (2, 1)


@pytest.mark.parametrize("slug", SLUGS)
def test_sessions_are_whole_records_of_the_library(slug: str) -> None:
    for case in cases(slug, "sessions"):
        record = loads(json.dumps(case.input["record"]))
        last = replay(record)[-1]
        assert isinstance(last, br.Settled)
        assert last.session_over
        assert case.expect["over"] is True
        assert list(last.table.purses) == case.expect["purses"]
        assert len(record.deals) == len(case.expect["deals"])
        assert "settlement" not in case.question["record"]["deals"][0]
    whole = [case for case in cases(slug, "sessions") if not case.options.keys() - {"deals"}]
    assert len(whole) == 3


def test_trees_are_there_for_auctions_endings_and_three_seats() -> None:
    for slug in SLUGS:
        names = [case.id for case in cases(slug, "perft")]
        assert sum(name.startswith("auction ") for name in names) == 2
        assert any(name.startswith("last tricks ") for name in names)
    three = [case for case in cases("english-boston", "perft") if case.options == {"seats": 3}]
    assert {len(case.input["deals"][0]["hands"]) for case in three} == {3}
    assert {"auction", "last"} <= {case.id.split()[2] for case in three}


def names_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield name
            if name not in ("record", "options"):
                yield from names_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from names_in(inner)


def test_the_readme_describes_every_kind_and_field() -> None:
    assert FORMAT in README
    described = set(re.findall(r"`(?:[a-z_]+(?:\[\])?\.|\.)*([a-z_]+)`", README))
    for kind in KINDS:
        assert f"### `{kind}`" in README
        for slug in SLUGS:
            for case in cases(slug, kind):
                assert set(names_in([case.input, case.expect])) <= described
    record = cases(SLUGS[0], "sessions")[0].input["record"]
    assert {*record, *record["deals"][0]} <= described


def test_the_corpus_is_in_the_public_domain() -> None:
    text = (CORPUS / "LICENSE").read_text(encoding="utf-8")
    assert "CC0 1.0 Universal" in text
    assert "2. Waiver." in text
    assert "3. Public License Fallback." in text
    assert "CC0 1.0" in README
