"""Every deal that Foster's games can be played to is settled from the command line as well."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

import boston_rules as br
from boston_rules.records.evening import loads_evening, settled_deals

Run = Callable[..., Result]
Read = Callable[..., Any]

GAMES: list[tuple[str, dict[str, object], set[str]]] = [
    ("american-foster", {"end": "grand", "deals": 2}, {"conceded", "grand", "class"}),
    ("fontainebleau-foster", {"grand": True, "deals": 3}, {"conceded", "partner", "without"}),
    ("russian-foster", {"grand": True, "deals": 3}, {"partner", "without", "solo", "chicane"}),
    ("french-foster", {"slams": "declared", "deals": 9}, {"partner", "stakes", "demande"}),
]
BY_LAW = {"revoke", "out-of-turn", "misdeal"}
AGREES = (br.Concede, br.Accept, br.Ask, br.Chicane, br.Slam)


def choose(state: br.State, rng: random.Random) -> tuple[int | None, br.Action]:
    """Who does what: calm in the auction, agreeable when asked, careless at the table's law."""
    if state.actor == br.CHANCE:
        return None, br.draw_chance(state, rng)
    assert isinstance(state.actor, int)
    legal = list(br.legal_actions(state))
    misdeals = [action for action in legal if isinstance(action, br.Misdeal)]
    if misdeals and rng.random() < 0.05:
        return None, misdeals[0]
    if state.phase == "auction":
        if rng.random() < 0.6:
            return None, legal[0]
        return None, rng.choice(legal if rng.random() < 0.4 else legal[:4])
    agrees = [action for action in legal if isinstance(action, AGREES)]
    if agrees and rng.random() < 0.6:
        return None, rng.choice(agrees)
    claims = [action for action in legal if isinstance(action, br.Revoke)]
    if claims and rng.random() < 0.5:
        return None, rng.choice(claims)
    contract = state.contract
    exact = contract is not None and not state.variant.ladder[contract.key].goal.counted
    if state.variant.enforcement == "table" and rng.random() < (0.5 if exact else 0.08):
        others = [seat for seat in range(4) if seat != state.actor]
        for seat in rng.sample(others, 3):
            if out := br.legal_actions(state, seat=seat):
                return seat, rng.choice(out)
    return None, rng.choice(legal)


def sessions(slug: str, options: dict[str, object], seeds: range) -> Iterator[list[br.Settled]]:
    """Whole sessions, deal by deal."""
    for seed in seeds:
        rng = random.Random(f"{slug} {seed}")
        law = "table" if seed % 2 else "strict"
        state = br.start(br.get_variant(slug, enforcement=law, **options), dealer=seed % 4)
        deals: list[br.Settled] = []
        while True:
            while state.actor is not None:
                seat, action = choose(state, rng)
                state = br.apply(state, action, **({} if seat is None else {"seat": seat}))
            assert isinstance(state, br.Settled)
            deals.append(state)
            if state.session_over:
                break
            state = br.next_deal(state)
        yield deals


def told(state: br.Settled, *, seat: Callable[[int], str] = str) -> list[object]:
    """What somebody at the table types, for ``settle`` and for ``table deal`` alike."""
    contract, outcome = state.contract, state.outcome
    words: list[object] = []
    if contract is None:
        words.append("--passed-out")
    else:
        (*_, bid) = (
            event.action
            for event in state.events
            if event.seat == contract.declarer and isinstance(event.action, br.Bid)
        )
        if isinstance(bid.card, br.Card | type(br.HOLE)) and contract.trump is not None:
            words += [bid.key, f"2{contract.trump.letter}"]
        else:
            words += str(bid).split()[1:]
        words += ["--declarer", seat(contract.declarer), "--stakes", contract.stakes]
        if isinstance(contract.partner, int):
            words += ["--partner", seat(contract.partner)]
        for name in ("trump", "turned", "belle"):
            if (suit := getattr(contract, name)) is not None:
                words += [f"--{name}", suit.letter]
        if contract.suit_class is not None:
            words += ["--suit-class", contract.suit_class]
        words += ["--honours", ",".join(map(str, outcome.honours))]
    words += ["--tricks", ",".join(map(str, outcome.tricks))]
    if outcome.slam is not None:
        words += ["--slam", outcome.slam]
    if outcome.boston is not None:
        words += ["--boston", seat(outcome.boston)]
    if outcome.chicane:
        words += ["--chicane", ",".join(map(seat, outcome.chicane))]
    words += ["--conceded"] * outcome.conceded
    if outcome.played:
        words += ["--played", " ".join(str(card) for each in outcome.played for card in each.cards)]
    for each in state.infractions:
        if each.kind == "misdeal":
            words += ["--misdeal", *(["--touched"] if each.touched else [])]
        elif each.kind == "revoke":
            words += ["--revoke", f"{seat(each.seat)} {each.trick}"]
        else:
            words += ["--out-of-turn", seat(each.seat)]
    return words


def met(state: br.Settled) -> Iterator[str]:
    """What is special of a deal."""
    contract = state.contract
    yield from (each.kind for each in state.infractions)
    yield from ["grand"] * state.deal.table.is_grand
    yield from ["conceded"] * state.outcome.conceded
    yield from ["chicane"] * bool(state.outcome.chicane)
    if contract is not None:
        yield contract.key
        yield from ["partner"] * (contract.partner is not None)
        yield from ["solo"] * contract.alone
        yield from ["stakes"] * (contract.stakes != 1)
        yield from ["without"] * (contract.suit_class == "grand")
        yield from ["class"] * (contract.suit_class not in (None, "grand"))


@pytest.mark.long
@pytest.mark.no_cover  # depth, not coverage: four times as fast
@pytest.mark.parametrize(("slug", "options", "wanted"), GAMES, ids=[each[0] for each in GAMES])
def test_G30_every_deal_that_is_played_is_settled_by_what_one_types(
    document: Read, slug: str, options: dict[str, object], wanted: set[str]
) -> None:
    seen: Counter[str] = Counter()
    for deals in sessions(slug, options, range(80)):
        for state in deals:
            before = state.deal.table
            fields = [f"--option={name}={value}" for name, value in options.items()]
            bill = document(
                *("settle", slug, *fields, *told(state), "--dealer", before.dealer),
                *("--pool", before.pool, "--set-aside", before.set_aside),
                *(["--last"] if before.is_last_deal else []),
                *(["--grand"] if before.is_grand else []),
            )["settlement"]
            assert (bill["deltas"], bill["pool"], bill["set_aside"], bill["made"]) == (
                [*state.settlement.deltas],
                state.settlement.pool,
                state.settlement.set_aside,
                state.settlement.made,
            ), told(state)
            seen.update(met(state))
    assert wanted | BY_LAW <= set(seen), seen


@pytest.mark.long
@pytest.mark.no_cover  # depth, not coverage: four times as fast
@pytest.mark.parametrize(("slug", "options", "wanted"), GAMES, ids=[each[0] for each in GAMES])
def test_G30_an_evening_of_what_is_played_is_kept_by_what_one_types(
    run: Run, tmp_path: Path, slug: str, options: dict[str, object], wanted: set[str]
) -> None:
    players = ("Ann", "Bob", "Cid", "Dot")
    fields = [f"--option={name}={value}" for name, value in options.items()]
    for number, deals in enumerate(sessions(slug, options, range(6))):
        file = tmp_path / f"{number}.json"
        first = deals[0].deal.table.dealer
        run("table", "new", file, slug, "--players", ",".join(players), *fields)
        if first:
            run(
                *("table", "new", file, slug, "--players", ",".join(players)),
                *("--dealer", players[first], "--force", *fields),
            )
        for state in deals:
            run("table", "deal", file, *told(state, seat=players.__getitem__))
        kept = [*settled_deals(loads_evening(file.read_bytes()))]
        assert [each.purses for each in kept] == [state.table.purses for state in deals]
        assert [each.bill.pool for each in kept] == [state.table.pool for state in deals]
        assert kept[-1].over
