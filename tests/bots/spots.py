"""What the tests of bots share: watched bots, and single decisions put before a bot."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache
from typing import Final

from attrs import evolve

import boston_rules as br
from boston_rules.bots import Bot, SimpleBot, play_session
from boston_rules.core.cardplay.tricks import winning_place
from boston_rules.core.cards import FULL_PACK, mask_of
from boston_rules.deal.cardplay import TrickRow
from boston_rules.deal.setup import contract_setup, passed_out_setup
from boston_rules.deal.table import deal_of

SLUGS: Final = br.list_variants()
DEALS: Final = 64
"""Deals of each variant behind the figures, about: whole sessions."""


class Watched:
    """A bot whose every decision is checked: it sees a view of its own seat, and keeps to it."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.choices: list[str] = []

    def choose(self, view: br.State) -> br.Action:
        assert view.viewer == view.actor
        action = self.bot.choose(view)
        assert action in br.legal_actions(view)
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
    exposed: dict[int, str] | None = None,
    said: Iterable[tuple[int, str]] = (),
    dealer: int = 3,
) -> br.Playing:
    """The view of a seat that is to play a card.

    Args:
        slug: the variant, or its slug.
        contract: what is played, as everybody knew it at the first lead; ``None`` in a passed-out
            deal.
        hand: the cards the seat holds.
        seat: whose turn it is.
        trick: the cards played to this trick so far.
        before: complete tricks, each as ``0: AS 2S 3S 4S``.
        exposed: hands that lie on the table, as far as they are not played.
        said: what has been said since the deal.
        dealer: who dealt.
    """
    variant = br.get_variant(slug) if isinstance(slug, str) else slug
    turned = None if contract is None else contract.turned
    trump = None if contract is None else contract.trump
    table = variant.trumps.table(trump, turned)
    rows: list[TrickRow] = []
    for row in before:
        first, text = row.split(":")
        led = tuple(br.parse_card(card).index for card in text.split())
        winner = (int(first) + winning_place(led, table.power)) % variant.seats
        rows.append((int(first), led, winner))
    shown = tuple(br.parse_card(card).index for card in trick.split())
    left = {seat: hand, **(exposed or {})}
    held = [
        br.Cards.parse(left[each]).mask | mask_of(cards_of(each, rows)) if each in left else 0
        for each in range(variant.seats)
    ]
    opened = br.start(variant, dealer).table.seen_by(seat)
    told = br.Shows()
    for each in exposed or ():
        told = br.Shows(exposed=(each, br.Cards.from_mask(held[each])))
    deal = deal_of(
        table=opened if contract is None else evolve(opened, belle=contract.belle),
        hands=tuple(
            own if each == seat or each in (exposed or ()) else 0 for each, own in enumerate(held)
        ),
        order=br.HOLE,
        bare_events=(evolve(opened.opened(), pending=told),),
        dealt_at=0,
        turned=None if turned is None else br.Card(br.Rank.TWO, turned).index,
    )
    events = tuple(br.Event(who, br.parse_action(token)) for who, token in said)
    if contract is None:
        setup = passed_out_setup(deal, events)
    else:
        setup = contract_setup(deal, events, contract)
    for each in exposed or ():
        setup = setup.with_hand(each, held[each])
    gone = [*(card for row in rows for card in row[1]), *shown]
    if setup.called in gone:
        setup = setup.with_partner(
            next(at for at in range(4) if setup.called in cards_of(at, rows))
        )
    won = sum(1 << 4 * winner for _, _, winner in rows)
    unplayed = FULL_PACK & ~mask_of(gone)
    return br.Playing(setup, unplayed, seat, shown, tuple(rows), won)


def cards_of(seat: int, rows: Iterable[TrickRow]) -> list[int]:
    """What a seat has played in complete tricks."""
    return [cards[(seat - leader) % len(cards)] for leader, cards, _ in rows]


def chosen(view: br.State, *among: br.Action) -> str:
    """What the simple bot does, as a token: of what is lawful, or of some actions."""
    actions = among or br.lawful_actions(view)
    action = SimpleBot().choose_among(view, actions)
    assert action in actions
    return str(action)
