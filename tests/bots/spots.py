"""What the tests of bots share: watched bots, and single decisions put before a bot."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache
from typing import Final

from attrs import evolve

import boston_rules as br
from boston_rules.bots import Bot, SimpleBot, play_session

SLUGS: Final = br.list_variants()
DEALS: Final = 64
"""Deals of each variant behind the figures, about: whole sessions."""


class Watched:
    """A bot whose every decision is checked: it sees a view of its own seat, and keeps to it."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.choices: list[str] = []

    def choose(self, view: br.View) -> br.Action:
        assert type(view) is br.View
        assert view.seat == view.actor
        action = self.bot.choose(view)
        assert action in view.legal
        self.choices.append(str(action))
        return action


@cache
def simple_deals(slug: str) -> tuple[br.Settled, ...]:
    """About :data:`DEALS` deals among simple bots alone, in whole sessions."""
    variant = br.get_variant(slug)
    found: list[br.Settled] = []
    seed = 0
    while len(found) < DEALS:
        rng = random.Random(seed)
        bots = [SimpleBot(rng) for _ in range(variant.seats)]
        for deal in play_session(variant, bots, rng, dealer=seed % variant.seats):
            found.append(deal)
            if len(found) == DEALS and variant.session.deals > 12:
                break
        seed += 1
    return tuple(found)


def spot(
    slug: str | br.Variant,
    contract: br.Contract | None,
    hand: str,
    *,
    seat: int,
    trick: str = "",
    before: Iterable[str] = (),
    leader: int | None = None,
    exposed: dict[int, str] | None = None,
    history: Iterable[tuple[int, str]] = (),
    dealt: str | None = None,
    more: Iterable[br.Action] = (),
    dealer: int = 3,
) -> br.View:
    """The view of a seat that is to play a card.

    Args:
        slug: the variant, or its slug.
        contract: what is played; ``None`` in a passed-out deal.
        hand: the cards the seat holds.
        seat: whose turn it is.
        trick: the cards played to this trick so far.
        before: complete tricks, each as ``0: AS 2S 3S 4S``.
        leader: who led; by default as many seats before this one as there are cards.
        exposed: hands that lie on the table.
        history: what the seat has heard.
        dealt: the hand as dealt, where it is more than the hand and what was played.
        more: actions besides the plays.
        dealer: who dealt.
    """
    variant = br.get_variant(slug) if isinstance(slug, str) else slug
    cards = br.Cards.parse(hand)
    shown = tuple(map(br.parse_card, trick.split()))
    turned = None if contract is None else contract.turned
    trump = None if contract is None else contract.trump
    table = variant.trumps.table(trump, turned)
    tricks = []
    taken = [0] * variant.seats
    own = cards.mask
    for row in before:
        first, text = row.split(":")
        led = tuple(map(br.parse_card, text.split()))
        power = table.power[led[0].index]
        best = max(led, key=lambda card: power[card.index])
        winner = (int(first) + led.index(best)) % variant.seats
        tricks.append(br.Trick(int(first), led, winner))
        taken[winner] += 1
        own |= 1 << led[(seat - int(first)) % variant.seats].index
    playable = cards.mask
    if shown:
        playable = cards.mask & table.follow[shown[0].index] or cards.mask
    state = br.start(variant, dealer=dealer)
    plays = (*(br.Play(card) for card in br.Cards.from_mask(playable)), *more)
    return evolve(
        br.observe(state, seat),
        phase="play",
        actor=seat,
        legal=plays,
        lawful=plays,
        turned=None if turned is None else br.Card(br.Rank.TWO, turned),
        hand=cards,
        dealt=br.Cards.from_mask(own) if dealt is None else br.Cards.parse(dealt),
        exposed=tuple((who, br.Cards.parse(text)) for who, text in (exposed or {}).items()),
        history=tuple(history),
        contract=contract,
        leader=(seat - len(shown)) % variant.seats if leader is None else leader,
        trick=shown,
        tricks=tuple(tricks),
        taken=tuple(taken),
    )


def offered(view: br.View, legal: Iterable[br.Action]) -> br.View:
    """A view whose seat may do other things, all of them lawful."""
    actions = tuple(legal)
    return evolve(view, legal=actions, lawful=actions)


def chosen(view: br.View) -> str:
    """What the simple bot does, as a token."""
    action = SimpleBot().choose(view)
    assert action in view.legal
    return str(action)
