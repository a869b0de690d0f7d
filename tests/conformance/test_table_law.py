"""Cases in which players err: every penalty is there, and what they say is read once more here.

Nothing of the library's own law is used: cards are moved by hand, and penalties worked out from
bills without infractions.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.conformance.corpus import SLUGS, cases

import boston_rules as br
from boston_rules import Contract, Outcome
from boston_rules.conformance import Case
from boston_rules.conformance.answers import ledger

TRICKS = {
    *("fontainebleau", "fontainebleau-cats", "american-partnership", "classic"),
    *("french", "mariland", "whisch-bostonien"),
}
THAT_TRICK = {"american", "american-decimal", "american-capped", "boston-whist", "english-boston"}
DEAL = {"fontainebleau-hoyle", "russian", "russian-partnership", "two-pack-hoyle"}
FOSTERS = {"american-foster", "fontainebleau-foster", "russian-foster", "french-foster"}
WHIST = {"fontainebleau", "fontainebleau-cats", "french", *FOSTERS}
LOST = {*DEAL, "french-foster"}
"""Where a misdeal loses the deal."""
MISDEALS = {
    "fontainebleau": 50,
    **dict.fromkeys(("boston-whist", "english-boston"), 10),
    **dict.fromkeys(FOSTERS - {"french-foster"}, 10),
    **dict.fromkeys(DEAL, 1),
}


def test_every_variant_has_one_law() -> None:
    assert sorted([*TRICKS, *THAT_TRICK, *DEAL, *FOSTERS]) == sorted(SLUGS)


def revoke_fine(slug: str) -> int:
    dear = THAT_TRICK | FOSTERS - {"french-foster"}
    return 40 if slug in dear else 8 if slug in DEAL else 0


# Bills.


def bill(case: Case, tricks: list[int]) -> Any:
    """The bill of a case without its infractions."""
    given, asked = case.input["contract"], dict(case.input)
    contract = None
    if given is not None:
        suits = {
            name: given[name] and br.parse_suit(given[name])
            for name in ("trump", "turned", "belle")
        }
        contract = Contract(**{**given, **suits})
    return br.settle(
        br.get_variant(case.variant, **case.options),
        contract,
        Outcome(**{**asked["outcome"], "tricks": tricks}),
        **{name: asked[name] for name in ("pool", "set_aside", "last", "dealer")},
    )


def side(case: Case) -> list[int]:
    contract = case.input["contract"]
    return [seat for seat in (contract["declarer"], contract["partner"]) if seat is not None]


def is_counted(case: Case) -> bool:
    contract = case.input["contract"]
    variant = br.get_variant(case.variant, **case.options)
    return contract is not None and variant.ladder[contract["key"]].goal.counted


def moved(case: Case, tricks: list[int]) -> list[int]:
    """Three tricks from the side of each offender to the other."""
    own, found = side(case), [*tricks]
    others = [seat for seat in range(len(tricks)) if seat not in own]
    for infraction in case.input["infractions"]:
        seat = infraction["seat"]
        losers, winner = (own, others[0]) if seat in own else (others, own[0])
        for loser in [seat] * 3 + losers * 3:
            lost = min(3 - (sum(tricks) - sum(found)), found[loser])
            found[loser] -= lost
        found[winner] += sum(tricks) - sum(found)
    return found


def kinds(case: Case) -> set[str]:
    return {infraction["kind"] for infraction in case.input["infractions"]}


@pytest.mark.parametrize("slug", sorted(TRICKS))
def test_P41_three_tricks_are_another_bill(slug: str) -> None:
    """Who keeps enough tricks is paid as if he had won no more than these."""
    seen = set()
    for case in cases(slug, "penalties"):
        if kinds(case) != {"revoke"} or not is_counted(case):
            continue
        offends = case.input["infractions"][0]["seat"] in side(case)
        slam = case.input["outcome"]["slam"] is not None
        if slug == "classic" and any(
            infraction["seat"] in side(case) for infraction in case.input["infractions"]
        ):
            assert case.expect["made"] is False, case
            continue
        if slam:  # a slam that is lost by forfeits is priced like no other bill
            assert case.expect["made"] is (False if offends else case.expect["made"])
            continue
        asked = case.input["outcome"]["tricks"]
        found = bill(case, moved(case, asked))
        assert (case.expect["made"], case.expect["deltas"]) == (found.made, [*found.deltas]), case
        assert case.expect["transfers"] == ledger(found.transfers), case
        seen.add(offends)
    assert seen == ({False} if slug == "classic" else {True, False})


@pytest.mark.parametrize("slug", sorted(THAT_TRICK))
def test_L6_forty_to_the_pool_after_the_contract(slug: str) -> None:
    seen = 0
    for case in cases(slug, "penalties"):
        if kinds(case) != {"revoke"} or not is_counted(case) or case.input["last"]:
            continue
        found = bill(case, case.input["outcome"]["tricks"])
        deltas = [*found.deltas]
        for infraction in case.input["infractions"]:
            deltas[infraction["seat"]] -= 40
            seen += 1
        assert (case.expect["made"], case.expect["deltas"]) == (found.made, deltas), case
        paid = 40 * len(case.input["infractions"])
        total = case.expect["pool"] + case.expect["set_aside"]
        assert total == found.pool + found.set_aside + paid, case
    assert seen > 5


@pytest.mark.parametrize("slug", sorted(DEAL))
def test_R32_the_deal_is_lost_by_the_side_that_revoked(slug: str) -> None:
    seen: set[bool | str] = set()
    for case in cases(slug, "penalties"):
        if kinds(case) == {"revoke"} and case.input["contract"] is not None:
            offends = case.input["infractions"][0]["seat"] in side(case)
            assert case.expect["made"] is not offends, case
            seen.add(offends)
        elif "misdeal" in kinds(case):
            deltas, dealer = case.expect["deltas"], case.input["dealer"]
            assert (case.input["contract"], case.expect["made"]) == (None, None)
            if not case.input["last"]:
                assert deltas == [-int(seat == dealer) for seat in range(len(deltas))]
                total = case.expect["pool"] + case.expect["set_aside"]
                assert total == case.input["pool"] + case.input["set_aside"] + 1
            seen.add("misdeal")
    assert seen == {True, False, "misdeal"}


@pytest.mark.parametrize("slug", SLUGS)
def test_P41_the_last_revoke_decides_a_bid_bound_to_a_number(slug: str) -> None:
    variant = br.get_variant(slug)
    seen = set()
    for case in cases(slug, "penalties"):
        if "revoke" in kinds(case) and case.input["contract"] and not is_counted(case):
            last = case.input["infractions"][-1]["seat"] in side(case)
            assert case.expect["made"] is not last, case
            seen.add(last)
    assert seen == (
        {True, False} if any(not step.goal.counted for step in variant.ladder) else seen
    )


@pytest.mark.parametrize("slug", SLUGS)
def test_L1_the_fine_of_a_misdeal_and_who_is_excused(slug: str) -> None:
    """The pool takes in all fines at least, the dealer's among them."""
    told = set()
    for case in cases(slug, "penalties"):
        misdeals = [one for one in case.input["infractions"] if one["kind"] == "misdeal"]
        if not misdeals:
            continue
        told |= {one["touched"] for one in misdeals}
        assert {one["seat"] for one in misdeals} == {case.input["dealer"]}
        fines = MISDEALS.get(slug, 0) * sum(
            not (one["touched"] and slug == "fontainebleau") for one in misdeals
        ) + revoke_fine(slug) * sum(one["kind"] == "revoke" for one in case.input["infractions"])
        paid = sum(chips for _, payee, chips in case.expect["transfers"] if payee == "pool")
        assert paid >= fines
        unexcused = any(not (one["touched"] and slug == "fontainebleau") for one in misdeals)
        if slug in MISDEALS and unexcused:
            payers = {row[0] for row in case.expect["transfers"] if row[1] == "pool"}
            assert case.input["dealer"] in payers
    assert told == {True, False}


# Deals.


@pytest.mark.parametrize("slug", SLUGS)
def test_every_kind_of_penalty_happens(slug: str) -> None:
    names = {case.id.partition(" ")[2] for case in cases(slug, "table-law")}
    assert names >= {
        "misdeal",
        "misdeal touched",
        "revoke of the declarer claimed",
        "revoke of the opponent claimed",
        "revoke corrected",
        "wrong claim",
        "exposed card demanded",
        "exposed card demanded in vain",
    }
    variant = br.get_variant(slug)
    assert ("revoke condoned" in names) is (slug not in WHIST)
    for name in (
        *("revoke claimed tricks later", "revoke claimed after the play"),
        *("wrong claim after the play", "two suits called", "suit called"),
        "suit called of a player without it",
    ):
        assert (name in names) is (slug in WHIST), name
    partnered = slug in WHIST and variant.partners is not None
    assert ("suit called with a partner" in names) is partnered
    # In FOSTER's misères the card itself ends the deal.
    assert ("suit called, bid bound to a number" in names) is (slug in WHIST - FOSTERS)
    assert ("three misdeals" in names) is (slug not in LOST)
    assert ("trick of the opponent moved" in names) is (slug in THAT_TRICK)
    assert ("both sides revoke" in names) is (slug not in DEAL | FOSTERS)
    bound = any(not step.goal.counted and step.biddable for step in variant.ladder)
    assert ("revoke of the declarer claimed, bid bound to a number" in names) is bound
    assert ("revoke claimed, passed out" in names) is variant.passed_out.played
    assert ("revoke of the partner claimed" in names) is (variant.partners is not None)
    assert ("slam, revoke of the opponent claimed" in names) is (variant.payments.slams is not None)
    assert all(case.options["enforcement"] == "table" for case in cases(slug, "table-law"))


class Cards:
    """The cards of a deal, moved by hand as its actions tell."""

    def __init__(self, hands: list[str], side: set[int]) -> None:
        self.hands = [set(hand.split()) for hand in hands]
        self.side = side
        """The declarer and his partner."""
        self.faced: list[set[str]] = [set() for _ in hands]
        self.returned: list[set[str]] = [set() for _ in hands]
        self.trick: list[tuple[int, str]] = []
        self.lay: set[str] = set()
        """Cards of the trick that lay exposed before."""
        self.leads: list[tuple[int, str]] = []
        """Leads out of turn for which a suit can still be called."""
        self.called: list[list[Any]] = []
        self.demanded = ""

    def move(self, seat: int, token: str, row: Any) -> None:
        """One action; ``row`` is the position before it, where it is told.

        It is told wherever a card is played out of turn.
        """
        verb, _, card = token.partition(" ")
        if verb == "demand":
            self.demanded = card
        elif verb == "discard":
            self.hands[seat].remove(card)
        elif verb == "correct":
            place = [player for player, _ in self.trick].index(seat)
            wrong = self.trick[place][1]
            for player, back in self.trick[place:]:
                self.hands[player].add(back)
                if player != seat and back in self.lay:  # F16
                    self.faced[player].add(back)
                self.lay.discard(back)
            self.trick = self.trick[:place]
            self._play(seat, card)
            self.faced[seat].add(wrong)
        elif verb == "play" and row is not None and row["actor"] != seat:
            assert card in self.hands[seat] - self.faced[seat]
            self.faced[seat].add(card)
            if len(self.trick) in (0, len(self.hands)):
                self.leads.append((seat, card))
        elif verb == "suit":
            lead = next(lead for lead in self.leads if not self._allied(lead[0], seat))
            offender, back = lead
            self.leads.remove(lead)
            self.faced[offender].remove(back)
            self.returned[offender].add(back)
            self.called.append([offender, card])
        elif verb == "play":
            if len(self.trick) in (0, len(self.hands)):
                self.trick, self.lay, self.leads = [], set(), []
                paid = [call for call in self.called if self._allied(call[0], seat)]
                if paid:
                    self.called.remove(paid[0])
            self._play(seat, card)

    def _allied(self, seat: int, other: int) -> bool:
        return (seat in self.side) is (other in self.side)

    def _play(self, seat: int, card: str) -> None:
        assert not self.trick or seat == (self.trick[-1][0] + 1) % len(self.hands)
        self.hands[seat].remove(card)
        if card in self.faced[seat]:
            self.lay.add(card)
        self.faced[seat].discard(card)
        self.returned[seat].discard(card)
        self.trick.append((seat, card))
        self.demanded = ""


@pytest.mark.parametrize("slug", SLUGS)
def test_cards_are_held_played_taken_back_and_exposed(slug: str) -> None:
    asked = 0
    for case in cases(slug, "table-law"):
        deal = case.input["deals"][0]
        if any(token.startswith("misdeal") for _, token in deal["actions"]):
            continue  # the hands of the redeal are not told
        rows = dict(zip(case.input["at"], case.expect["positions"], strict=True))
        contract = case.expect["contract"] or {"declarer": None, "partner": None}
        held = Cards(deal["hands"], {contract["declarer"], contract["partner"]} - {None})
        for ply, (seat, token) in enumerate(deal["actions"]):
            row = rows.get(ply)
            if row is not None and any(word.startswith("play") for word in row["lawful"]):
                asked += 1
                check(row, held)
            held.move(seat, token, row)
    assert asked > 20


def check(row: Any, held: Cards) -> None:
    hands, faced, demanded = held.hands, held.faced, held.demanded
    assert [set(words.split()) for words in row["faced"]] == faced
    assert [set(words.split()) for words in row.get("returned", [""] * len(hands))] == held.returned
    assert row.get("called", []) == held.called
    for seat, told in enumerate(row["seats"]):
        plays = {token.removeprefix("play ") for token in told["legal"] if "play " in token}
        demands = {token.removeprefix("demand ") for token in told["legal"] if "demand " in token}
        if seat != row["actor"]:
            assert plays == hands[seat] - faced[seat] - held.returned[seat]
            assert demands <= (set() if demanded else faced[row["actor"]])
        elif held.called and plays != hands[seat]:
            assert told["legal"] == row["lawful"]
            assert plays < hands[seat]
            suits = {suit for offender, suit in held.called if held._allied(offender, seat)}
            # (a Boston jack leads its other suit)
            assert {card[1] for card in plays - {"JD", "JH"}} <= suits
        elif plays == {demanded}:
            assert f"play {demanded}" in row["lawful"]
            assert told["legal"] == row["lawful"]
        else:
            assert plays == hands[seat]
            assert not demands
            lawful = {token.removeprefix("play ") for token in row["lawful"] if "play " in token}
            assert lawful <= plays
            assert demanded not in lawful or not demanded


@pytest.mark.parametrize("slug", SLUGS)
def test_what_was_established_is_fined(slug: str) -> None:
    for case in cases(slug, "table-law"):
        last = case.expect["positions"][-1]
        revoked = len(last["revokes"])
        paid: dict[int, int] = {}
        for payer, payee, chips in case.expect["transfers"]:
            if payee == "pool" and isinstance(payer, int):
                paid[payer] = paid.get(payer, 0) + chips
        for _, seat in last["revokes"]:
            assert paid.get(seat, 0) >= revoke_fine(slug)
        if case.id.endswith("condoned") or "corrected" in case.id or "wrong claim" in case.id:
            assert revoked == 0
        if "claimed" in case.id:
            assert revoked == 1
        if "both sides" in case.id:
            assert revoked == 2
        if slug in DEAL and revoked:
            assert sum(case.expect["tricks"]) < 13
            assert last["actor"] is None


@pytest.mark.parametrize("slug", SLUGS)
def test_a_wrong_claim_shows_a_void_and_nothing_else_does(slug: str) -> None:
    for case in cases(slug, "table-law"):
        if "wrong claim" in case.id:
            before, after = case.expect["positions"][:2]
            assert sum(map(len, after["voids"])) == sum(map(len, before["voids"])) + 1
        elif "without it" in case.id:
            assert any(case.expect["positions"][-1]["voids"])
        elif "two suits" not in case.id and any(case.expect["positions"][-1]["voids"]):
            pytest.fail(f"{case} shows a void")
