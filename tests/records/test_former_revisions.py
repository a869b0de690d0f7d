"""Records of a former revision are replayed by the rules of that revision, or refused."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import ClassVar

import attrs
import pytest
from tests.phases.table_talk import settled

import boston_rules as br
from boston_rules import records
from boston_rules.rules.sessions import SessionRule
from boston_rules.testing import random_walk
from boston_rules.variant import former_revision
from boston_rules.variants import FORMER, Mariland

STORED = Path(__file__).resolve().parent / "first_edition"
CHANGED = sorted(slug for slug, _ in FORMER)


def stored(slug: str) -> records.Record:
    name = "telling" if slug == "fontainebleau" else slug
    return records.load(STORED / f"{name}.txt")


def cutters(deal: records.DealRecord) -> list[int]:
    return [seat for seat, token in deal.actions if token.startswith("cut ")]


def test_every_changed_telling_has_a_stored_record() -> None:
    changed = [slug for slug in br.list_variants() if br.variant_class(slug).revision > 1]
    assert sorted(changed) == CHANGED
    for slug in CHANGED:
        assert stored(slug).variant == slug


@pytest.mark.parametrize("slug", CHANGED)
def test_R11_a_record_of_revision_1_follows_revision_1(slug: str) -> None:
    """All four cut in its first deal, which no telling's first deal lets them do any more."""
    made = stored(slug)
    assert made.revision == 1
    assert len(cutters(made.deals[0])) == 4
    *_, last = records.replay(made)
    rules = last.table.variant
    assert (rules.slug, rules.revision, rules.fingerprint()) == (slug, 1, made.fingerprint)
    assert rules != br.get_variant(slug, **rules.options())
    # What is recorded of it goes on being of that revision, and so do a host's views.
    again = records.record(last)
    assert (again.revision, again.fingerprint, again.rules) == (1, made.fingerprint, ())
    view = br.observe(last, 2)
    assert br.loads_view(br.dumps_view(view)) == view
    assert pickle.loads(pickle.dumps(last)) == last


def test_R47_by_halves_in_a_record_of_revision_1() -> None:
    """Seat 2 is lost by 360 with seat 0: by R14 each pays one opponent, and half of the pool."""
    first = settled(records.replay(stored("american-partnership"))[0])
    assert first.settlement.deltas == (-370, 360, -370, 360)
    assert first.contract is not None
    now = br.settle(br.get_variant("american-partnership"), first.contract, first.outcome, pool=20)
    assert now.deltas == (0, 360, -740, 360)


def test_R49_nothing_paid_for_a_passed_out_deal_in_a_record_of_revision_1() -> None:
    states = records.replay(stored("american-capped"))
    bills = [state.settlement for state in states if state.contract is None]
    assert [bill.transfers for bill in bills if bill is not None] == [()]


def test_a_stored_session_goes_on_by_its_own_rules() -> None:
    made = stored("american-partnership")
    first, *_ = records.replay(made)
    state = br.next_deal(settled(first))
    assert (state.name, state.table.variant.revision) == ("cut", 1)


@pytest.mark.parametrize("slug", CHANGED)
def test_todays_rules_do_not_replay_a_record_of_revision_1_unasked(slug: str) -> None:
    made = stored(slug)
    today = br.get_variant(slug, **records.variant_of(made).options())
    with pytest.raises(br.FingerprintMismatch, match=r"revision 1 of .*, and revision 2 is here"):
        records.replay(made, variant=today)


@pytest.mark.parametrize("revision", [0, 3, 99])
def test_a_revision_that_is_not_here_is_refused_and_says_so(revision: int) -> None:
    walk = random_walk(br.get_variant("fontainebleau", deals=1), seed=1)
    made = attrs.evolve(records.record(walk.states[0][-1]), revision=revision)
    with pytest.raises(br.FingerprintMismatch, match=f"revision {revision} of fontainebleau") as of:
        records.replay(made)
    assert of.value.recorded[0] == revision
    assert of.value.found[0] == 2
    with pytest.raises(br.VariantError, match=f"revision {revision} of fontainebleau is not here"):
        br.variant_class("fontainebleau", revision)


def test_a_revision_without_a_fingerprint_is_taken_at_its_word() -> None:
    made = attrs.evolve(stored("american"), fingerprint=None)
    assert records.replay(made) == records.replay(stored("american"))


def test_rules_that_a_record_of_revision_1_replaces_stand_on_those_of_revision_1() -> None:
    rules = (("session.deals", 2),)
    built = records.variant_of(attrs.evolve(stored("american"), options=(), rules=rules))
    assert (built.revision, built.session.deals) == (1, 2)
    assert built.dealing.first_cutters is None


def test_anybody_can_revise_a_variant_of_his_own(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_registered", "_former"):
        monkeypatch.setattr(f"boston_rules.registry.{name}", {})

    @br.register
    @attrs.frozen(kw_only=True, cache_hash=True)
    class Club(Mariland):
        slug: ClassVar[str] = "club"
        revision: ClassVar[int] = 2

    @br.register
    @former_revision(session=SessionRule(deals=4))
    class Club1(Club):
        revision: ClassVar[int] = 1

    assert br.variant_class("club") is Club
    assert br.variant_class("club", 2) is Club
    assert br.variant_class("club", 1) is Club1
    walk = random_walk(Club1(), seed=3, deals=1)
    made = records.record(walk.states[0][-1])
    assert (made.revision, made.variant, made.rules) == (1, "club", ())
    assert records.variant_of(made) == Club1()
    assert Club1().fingerprint() == Club(deals=4).fingerprint()
    with pytest.raises(br.VariantError, match="the slug 'club' belongs to"):

        @br.register
        @former_revision()
        class Other(Club):
            revision: ClassVar[int] = 1
