"""The bot that answers every question of every variant."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final

from boston_rules import (
    PACK,
    Accept,
    Action,
    Ask,
    Bid,
    Call,
    Chicane,
    Concede,
    Contest,
    Cut,
    Decline,
    Discard,
    Misdeal,
    NameTrump,
    Pass,
    Play,
    Revoke,
    Slam,
    Solo,
    State,
    TurnCut,
)
from boston_rules.bots.protocol import own_choices
from boston_rules.bots.simple.bidding import (
    answer,
    bid_or_pass,
    call_or_solo,
    find_partner,
    name_trump,
    raise_or_pass,
)
from boston_rules.bots.simple.discard import choose_discard
from boston_rules.bots.simple.policy import choose_card, choose_slam
from boston_rules.bots.simple.polls import concede_or_contest
from boston_rules.core.arguments import check_rng

__all__ = ["SimpleBot"]

_Chooser = Callable[[State, int, Sequence[Action]], Action]


def _play(view: State, seat: int, legal: Sequence[Action]) -> Action:
    slams = [action for action in legal if isinstance(action, Slam)]
    slam = choose_slam(view, seat, slams) if slams else None
    if slam is not None:
        return slam
    playable = sum(action.bit for action in legal if isinstance(action, Play))
    return Play(PACK[choose_card(view, seat, playable)])


def _discard(view: State, seat: int, legal: Sequence[Action]) -> Action:
    return Discard(PACK[choose_discard(view, seat)])


def _chicane(view: State, seat: int, legal: Sequence[Action]) -> Action:
    return Chicane()


def _talk(view: State, seat: int, legal: Sequence[Action]) -> Action:
    """Bid in the auction, or raise a bid that has become the contract and that nobody accepted."""
    return (bid_or_pass if view.contract is None else raise_or_pass)(view, seat, legal)


def _accept_or_pass(view: State, seat: int, legal: Sequence[Action]) -> Action:
    """Accept the standing bid or join its declarer, or pass; else the question is another one."""
    if view.contract is not None:
        return answer(view, seat, legal)
    return legal[0] if view.standing_bid is None else bid_or_pass(view, seat, legal)


_CHOOSERS: Final[tuple[tuple[tuple[type, ...], bool, _Chooser], ...]] = (
    ((Play,), False, _play),
    ((Discard,), False, _discard),
    ((Pass, Bid), False, _talk),
    ((Pass, Accept), False, _accept_or_pass),
    ((Ask, Solo), True, find_partner),
    ((Accept, Decline), True, answer),
    ((Call, Solo), True, call_or_solo),
    ((NameTrump,), False, name_trump),
    ((Chicane,), False, _chicane),
    ((Concede, Contest), True, concede_or_contest),
)
"""Who answers when actions of all these types are offered, and whether there must be a contract."""


class SimpleBot:
    """A sensible player: it bids what it counts, plays by the principles of whist, ducks misères.

    It works from its view and what the rules of the variant say of themselves, whatever variant
    that is. To a question that it does not know it gives the first answer of the list.

    >>> import boston_rules as br
    >>> from boston_rules.bots import SimpleBot
    >>> hands = [
    ...     "AS KS QS JS TS 9S 8S AH KH 4D 3D 5C 4C",
    ...     "QH JH TH 9H AD KD QD 7C 6C 3C 2C 7S 6S",
    ...     "8H 7H 6H 5H JD TD 9D AC KC 5S 4S 3S 2S",
    ...     "4H 3H 2H 8D 7D 6D 5D 2D QC JC TC 9C 8C",
    ... ]
    >>> rules = br.get_variant("american")
    >>> state = br.start(rules, dealer=3, hands=hands, turned=br.parse_card("2S"))
    >>> str(SimpleBot().choose(br.observe(state, 0)))
    'bid 9 preference'
    """

    def __init__(self, rng: random.Random | None = None) -> None:
        if rng is not None:
            check_rng(rng)
        self._rng = random.Random(0) if rng is None else rng

    def choose(self, view: State) -> Action:
        """A legal action of the view.

        Raises:
            ValueError: it is not the turn of the seat whose view it is.
            TypeError: it is not a view.
        """
        _, lawful = own_choices(view)
        return self.choose_among(view, lawful)

    def choose_among(self, view: State, legal: Sequence[Action]) -> Action:
        """One of some actions, as if nothing else were open to the seat whose view it is."""
        seat = view.viewer
        assert isinstance(seat, int), "a bot is shown what a seat sees"
        if len(legal) == 1:
            return legal[0]
        kinds = {type(action) for action in legal}
        cuts = [action for action in legal if isinstance(action, Cut | TurnCut)]
        if cuts:
            return cuts[int(self._rng.random() * len(cuts))]
        for needed, about_contract, chooser in _CHOOSERS:
            if kinds.issuperset(needed) and (view.contract is not None or not about_contract):
                return chooser(view, seat, legal)
        return next((one for one in legal if not isinstance(one, Misdeal | Revoke)), legal[0])
