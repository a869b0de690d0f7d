"""Four clients over real sockets play whole sessions, and nobody is sent what he may not see."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Iterable, Iterator
from contextlib import AsyncExitStack
from functools import cache
from typing import Any

import pytest
from tests.web.conftest import Host, Player, run

import boston_rules as br

GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("classic", {"deals": 2}),
    ("french", {"deals": 1}),
    ("english-boston", {"deals": 1, "seats": 3}),
)
NAMES = ("Ann", "Ben", "Cato", "Dora")


async def seated(host: Host, table: str, token: str, stack: AsyncExitStack) -> list[Player]:
    """Ann and three who sit down beside her."""
    players = [await stack.enter_async_context(host.player(table, token))]
    for seat in range(1, len(players[0].table["seats"])):
        player = await stack.enter_async_context(host.player(table))
        answer = await player.ask("sit", seat=seat, name=NAMES[seat])
        player.token = answer["token"]
        players.append(player)
    return players


@pytest.mark.long
@pytest.mark.no_cover
@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_session_is_played_and_everybody_sees_his_own_cards_only(
    host: Host, game: str, options: dict[str, Any]
) -> None:
    """Every message of the session is searched for cards that its reader could not know."""

    async def play() -> None:
        table, token = host.open(game, **options)
        async with AsyncExitStack() as stack:
            players = await seated(host, table, token, stack)
            onlooker = await stack.enter_async_context(host.player(table))
            async with asyncio.TaskGroup() as tasks:
                for seat, player in enumerate(players):
                    tasks.create_task(player.play(random.Random(f"{game} {seat}")))
                tasks.create_task(onlooker.until(lambda shown: bool(shown["over"])))
            whole = br.loads((await players[1].ask("record"))["record"])
            del players[1].heard[-1]
        states = host.kept(table).table.states
        assert br.replay(whole) == states
        assert whole.players == NAMES[: len(players)]
        assert len(states) == options["deals"]
        chips = {state.table.chips for state in states}
        assert len(chips) == 1, "pool and purses are carried over"
        truth = positions(states)
        for seat, player in enumerate(players):
            assert list(leaks(player.heard, seat, truth)) == []
            # The search finds what there is: what a neighbour was sent gives his hand away.
            assert list(leaks(player.heard, (seat + 1) % len(players), truth))
        assert list(leaks(onlooker.heard, None, truth)) == []
        assert onlooker.table["over"].startswith("The session is over: ")
        assert "Ann" in onlooker.table["table"]

    run(play())


def positions(states: tuple[br.State, ...]) -> dict[int, br.State]:
    """Every state of a session by its position, as the host counts them."""
    found: dict[int, br.State] = {}
    position = 0
    before: br.State | None = None
    for last in states:
        first = br.start(last.table.variant, last.table.dealer)
        state = first if before is None else br.next_deal(before)
        position += 1
        found[position] = state
        for event in last.events[1:]:
            assert not isinstance(event.action, br.Opened)
            state = br.apply(state, event.action, event.seat)
            position += 1
            found[position] = state
        assert state == last
        before = state
    return found


WORDS = [rank.name.lower() for rank in br.Rank]
LETTERS = "23456789TJQKA"
RANKS = {**dict(zip(LETTERS, LETTERS, strict=True)), **dict(zip(WORDS, LETTERS, strict=True))}
RANKS["10"] = "T"
SUITS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
SUITS |= dict(zip("♣♦♥♠", "CDHS", strict=True))
ONE = re.compile(
    rf"\b(?P<token>[2-9TJQKA][CDHS])\b|(?P<pip>[♣♦♥♠])(?P<after>10|[2-9TJQKA])\b"
    rf"|\b(?P<rank>{'|'.join(WORDS)}) of (?P<suit>\w+)"
)
MANY = re.compile(r"(clubs|diamonds|hearts|spades|[♣♦♥♠])((?: (?:10|[2-9JQKA])\b)+|[2-9TJQKA]{2,})")


@cache
def cards_in(text: str) -> set[str]:
    """Every card that a text names: as a token, by its pip, in words, or in a list of a suit's."""
    found = set()
    for each in ONE.finditer(text):
        if each["token"]:
            found.add(each["token"])
        elif each["pip"]:
            found.add(RANKS[each["after"]] + SUITS[each["pip"]])
        elif each["suit"] in SUITS:
            found.add(RANKS[each["rank"]] + SUITS[each["suit"]])
    for each in MANY.finditer(text):
        ranks = each[2].split() if " " in each[2] else each[2]
        found |= {RANKS[rank] + SUITS[each[1]] for rank in ranks}
    return found


def test_the_search_finds_cards_however_they_are_written() -> None:
    text = "play AS, ♥10 and ♣K; the two of spades. Ann holds diamonds A 10 3, ♥QJ"
    assert cards_in(text) == {"AS", "TH", "KC", "2S", "AD", "TD", "3D", "QH", "JH"}


def texts(value: Any) -> Iterator[str]:
    """Every text in a message, of pictures and tables that between the tags."""
    if isinstance(value, dict):
        # The same for everybody: what cards are called, and that a bid needs certain aces.
        left_out = {"pack", *(["why"] if "pays" in value else [])}
        value = [each for name, each in value.items() if name not in left_out]
    if isinstance(value, list):
        for each in value:
            yield from texts(each)
    elif isinstance(value, str):
        yield from re.findall(r">([^<>]+)<", value) if value.startswith("<") else (value,)


def leaks(
    heard: Iterable[dict[str, Any]], seat: int | None, truth: dict[int, br.State]
) -> Iterator[str]:
    """Cards in what somebody was sent that a seat could not know when it was sent."""
    position = 1
    for message in heard:
        rest = {name: part for name, part in message.items() if name != "frames"}
        for part in (rest, *message.get("frames", ())):
            at = part.get("scene") or part.get("changes") or part.get("table") or {}
            position = at.get("position", position)
            state = truth[position]
            named = set().union(*map(cards_in, texts(part)))
            for card in sorted(named - known(state, seat)):
                yield f"{card} at {position} ({state.phase})"


def known(state: br.State, seat: int | None) -> set[str]:
    """What a seat knows by the rules of any table, worked out without a view."""
    deal = state.deal
    cards = {str(card) for trick in state.tricks for card in trick.cards} | set(
        map(str, state.trick)
    )
    if deal is not None:
        hands = [set(map(str, br.Cards.from_mask(hand))) for hand in deal.hands]
        if seat is not None:
            cards |= hands[seat]
        for open_, _ in state.exposed:
            cards |= hands[open_]
        if deal.turned is not None:
            cards.add(str(br.PACK[deal.turned]))
    for action in (event.action for event in state.events):
        if isinstance(action, br.Call | br.TurnUp):
            cards |= cards_in(str(action))
        if isinstance(action, br.Bid) and action.card is not None and state.contract is not None:
            cards.add(str(action.card))
    return cards


@pytest.mark.no_cover
def test_refusals_have_their_reason_and_nothing_changes(host: Host) -> None:
    async def play() -> None:
        table, token = host.open(bots=3)
        async with host.player(table, token) as ann:
            await ann.until_asked()
            stood = {name: ann.table[name] for name in ("position", "hand", "choices", "log")}
            answer = await ann.act("play AS")
            assert answer["code"] == "phase/wrong"
            assert answer["refused"] in answer["whole"]
            assert set(await ann.act("fly to the moon")) == {"refused", "id"}
            assert (await ann.ask("record"))["refused"] == "the first deal is not over"
            assert (await ann.ask("ready"))["refused"] == "the deal is not over"
            answer = await ann.ask("look")
            assert {name: ann.table[name] for name in stood} == stood

    run(play())


def test_out_of_turn_and_chance_are_refused(host: Host) -> None:
    async def play() -> None:
        table, token = host.open(deals=1)
        async with AsyncExitStack() as stack:
            players = await seated(host, table, token, stack)
            for player in players:
                await player.until(lambda shown: shown["actor"] != br.CHANCE)
            idle = next(player for player in players if not player.legal)
            assert (await idle.act("pass"))["code"] == "phase/not-your-turn"
            pack = " ".join(map(str, br.PACK))
            assert (await idle.act(f"shuffle {pack}"))["refused"]

    run(play())


def test_a_record_is_had_after_the_deal_as_the_seat_may_know_it(host: Host) -> None:
    """The pack of one deal can be that of the next, so that only the end shows it whole."""

    async def play() -> None:
        table, token = host.open("fontainebleau", bots=3, deals=2)
        async with host.player(table, token) as ann:
            while not ann.table["bill"]:
                await ann.until_asked()
                if not ann.table["bill"]:
                    await ann.act(ann.legal[0])
            (view,) = br.replay(br.loads((await ann.ask("record"))["record"]))
            assert (view.viewer, len(view.dealt)) == (0, 13)
            async with host.player(table) as onlooker:
                (view,) = br.replay(br.loads((await onlooker.ask("record"))["record"]))
                assert (view.viewer, view.hands) == (None, (br.Cards(),) * 4)

    run(play())


def test_a_message_is_small_enough_to_send_at_every_action(host: Host) -> None:
    async def play() -> None:
        table, token = host.open("french", bots=3)
        async with host.player(table, token) as ann:
            await ann.until_asked()
            assert len(json.dumps(ann.table)) < 20_000
            await ann.act(ann.legal[0])
            (first, *_) = ann.heard[-1]["frames"]
            assert len(json.dumps(first)) < 6_000

    run(play())
