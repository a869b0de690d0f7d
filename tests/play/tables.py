"""All variants by name, and deals given by hand for any of them: for the tests of play."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Final

from tests.phases.table_talk import STRIPES, at_random, go_on

import boston_rules as br
from boston_rules.core.hidden import Hole
from boston_rules.deal.questions.conceding import Conceding

ASKING: Final = ("fontainebleau", "fontainebleau-hoyle", "russian")
TWO_PACK: Final = (
    *("american", "american-decimal", "american-capped", "american-partnership"),
    *("boston-whist", "two-pack-hoyle", "english-boston"),
)
LAST_CARD: Final = ("french", "mariland", "whisch-bostonien")
SLUGS: Final = (
    *ASKING,
    *("fontainebleau-cats", "russian-partnership", "classic"),
    *TWO_PACK,
    *LAST_CARD,
)
"""The sixteen variants that are not Foster's."""
THROWN_IN: Final = (
    *("american-capped", "american-partnership", "boston-whist", "two-pack-hoyle"),
    *("english-boston", "classic", *LAST_CARD),
)
"""Where a deal that nobody bids is thrown in; elsewhere it is played."""
UNSHUFFLED: Final = (
    *("fontainebleau", "fontainebleau-cats"),
    *("american", "american-decimal", "american-capped", "american-partnership"),
)
"""Where the pack is shuffled before the first deal only."""

IN_ORDER: Final = tuple(br.PACK)
"""The pack from 2♣ up to A♠, clubs on top."""


def opened(
    slug: str,
    hands: Iterable[str] = STRIPES,
    *,
    dealer: int = 3,
    turned: str = "7C",
    **options: object,
) -> br.State:
    """The auction of a first deal given by hand; ``turned`` counts where a card is turned."""
    return opened_with(br.get_variant(slug, **options), hands, dealer=dealer, turned=turned)


def opened_with(
    variant: br.Variant, hands: Iterable[str] = STRIPES, *, dealer: int = 3, turned: str = "7C"
) -> br.State:
    """The same for any variant."""
    return br.start(variant, dealer, hands=hands, turned=_turned(variant, turned))


def next_opened(state: br.State, hands: Iterable[str] = STRIPES, *, turned: str = "7C") -> br.State:
    """The auction of the next deal, given by hand."""
    return br.next_deal(state, hands=hands, turned=_turned(state.table.variant, turned))


def _turned(variant: br.Variant, turned: str) -> br.Card | None:
    return None if variant.dealing.turn is None else br.parse_card(turned)


def three(hands: Iterable[str] = STRIPES[:3], *, turned: str = "7C") -> br.State:
    """An auction of three seats; seat 2 deals and the hand not given is dead."""
    return opened("english-boston", hands, dealer=2, turned=turned, seats=3)


def orders(state: br.State) -> tuple[tuple[str, ...], ...]:
    """The hands of a deal in the order received, as tokens."""
    assert state.deal is not None
    assert state.deal.order is not br.HOLE
    return tuple(map(face_up, state.deal.order))


def face_up(pack: tuple[int, ...] | Hole) -> tuple[str, ...]:
    """A pack as tokens."""
    assert pack is not br.HOLE
    return tuple(str(br.PACK[card]) for card in pack)


def contract(state: br.State) -> br.Contract:
    """The contract, which there must be."""
    assert state.contract is not None
    return state.contract


def bill(state: br.State) -> br.Settlement:
    """The bill, which there must be."""
    assert state.settlement is not None
    return state.settlement


def refusal(state: br.State, token: str) -> type[br.IllegalAction] | None:
    """The class of the refusal of a token; ``None`` where it is legal."""
    error = br.why_illegal(state, br.parse_action(token))
    return None if error is None else type(error)


def said(state: br.State) -> list[str]:
    """What was done in the deal as ``seat token``."""
    return [f"{event.seat} {event}" for event in state.events[1:]]


def since(opening: br.State, done: br.State) -> list[br.Action]:
    """What was done in a deal after a state of it."""
    events = done.events[len(opening.events) :]
    return [event.action for event in events if not isinstance(event.action, br.Opened)]


def play_on(state: br.State, until: Callable[[br.State], bool], *, seed: int = 0) -> br.State:
    """Play any legal cards until something is so, or the deal is settled; concessions refused."""
    any_card = at_random(random.Random(seed))
    return go_on(
        state,
        lambda now: now.actor is None or until(now),
        lambda now: br.Contest() if isinstance(now, Conceding) else any_card(now),
    )


def after_tricks(state: br.State, number: int, *, seed: int = 0) -> br.State:
    """Play any legal cards until so many tricks are complete."""
    return play_on(
        state,
        lambda now: isinstance(now, br.Playing) and len(now.tricks) == number,
        seed=seed,
    )


def chooser(seed: int, passing: float = 0.55) -> Callable[[br.State], br.Action]:
    """A way through whole sessions: passes often, else bids what is not far up, or anything."""
    rng = random.Random(seed)

    def choose(state: br.State) -> br.Action:
        if state.actor == br.CHANCE:
            return br.draw_chance(state, rng)
        legal = br.legal_actions(state)
        if br.Pass() in legal and (len(legal) == 1 or rng.random() < passing):
            return br.Pass()
        if isinstance(legal[-1], br.Bid):
            keys = [*dict.fromkeys(bid.key for bid in legal if isinstance(bid, br.Bid))]
            key = keys[min(int(rng.expovariate(0.25)), len(keys) - 1)]
            return rng.choice([bid for bid in legal if isinstance(bid, br.Bid) and bid.key == key])
        return rng.choice(legal)

    return choose


def session(
    variant: br.Variant, seed: int, dealer: int = 0, passing: float = 0.55
) -> list[tuple[br.State, br.Settled]]:
    """A whole session: the auction and the end of each deal."""
    choose = chooser(seed, passing)
    state = br.start(variant, dealer)
    found = []
    while True:
        opening: br.State | None = None
        while state.actor is not None:
            if opening is None and state.phase == "auction":
                opening = state
            state = br.apply(state, choose(state))
        assert opening is not None
        assert isinstance(state, br.Settled)
        found.append((opening, state))
        if state.session_over:
            return found
        state = br.next_deal(state)
