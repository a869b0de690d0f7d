"""The play. The inner loop: everything on integers, one small object a card.

The cards not yet played are one mask; a hand is that mask and the hand as dealt. Tricks won are
counted in one integer, four bits a seat.
"""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from attrs import evolve, field, frozen

from boston_rules.actions import PLAYS, Action, Play, Slam
from boston_rules.cards import PACK, Card, Cards
from boston_rules.contract import Contract, Outcome
from boston_rules.errors import CardNotHeld, IllegalAction, MustFollowSuit, SlamNotOpen
from boston_rules.phases.settled import Settled, boston_seat, dealt_honours, finish
from boston_rules.phases.state import State, public_hands
from boston_rules.phases.table import Deal, History, Table, clockwise
from boston_rules.rules.ladder import AtLeast, Step
from boston_rules.rules.trumps import TrickTable
from boston_rules.settlement import target_of

__all__ = [
    "Playing",
    "Setting",
    "SlamWord",
    "Trick",
    "play_contract",
    "play_passed_out",
    "plays_of",
]

_SLAMS = (Slam(), Slam(table=True))
_LANE = 0x1FFF
_lanes: tuple[dict[int, tuple[Play, ...]], ...] = ({}, {}, {}, {})


def _lane(suit: int, lane: int) -> tuple[Play, ...]:
    base = 13 * suit
    made = tuple(PLAYS[base + rank] for rank in range(13) if lane >> rank & 1)
    _lanes[suit][lane] = made
    return made


def plays_of(mask: int) -> tuple[Play, ...]:
    """The plays of a mask in card order, from tables that fill as they are used."""
    found: tuple[Play, ...] = ()
    for suit in (0, 1, 2, 3):
        lane = mask >> 13 * suit & _LANE
        if lane:
            found += _lanes[suit].get(lane) or _lane(suit, lane)
    return found


SlamWord: TypeAlias = tuple[Literal["waived", "closed", "table"], int]
"""What the declarer said of a slam, and how many cards had been played."""


@frozen
class Trick:
    """A complete trick."""

    leader: int
    cards: tuple[Card, ...]
    """The cards in the order played."""
    winner: int


@frozen(kw_only=True, cache_hash=True)
class Setting:
    """What the play of one deal has fixed before the first lead."""

    deal: Deal
    history: History = field(repr=False)
    """Every action before the first lead."""
    contract: Contract | None
    """``None`` in a passed-out deal."""
    discards: tuple[tuple[int, int], ...] = field(repr=False)
    """Seat and card of each discard."""
    hands: tuple[int, ...] = field(repr=False)
    """The hands at the first lead."""
    step: Step | None = field(eq=False, repr=False)
    trick_table: TrickTable = field(eq=False, repr=False)
    target: int = field(eq=False)
    side: tuple[int, ...] = field(eq=False)
    """The declarer's side."""
    total: int = field(eq=False)
    """Tricks in the deal."""
    free: int = field(eq=False)
    """Tricks in which the declarer need not follow suit."""
    slams: bool = field(eq=False)
    """Whether a slam may be declared."""
    seats: int = field(eq=False)


@frozen
class Playing(State):
    """A card is to be played (or a slam declared)."""

    name: ClassVar[str] = "play"
    setting: Setting
    left: int = field(repr=False)
    """Every card not yet played, as a mask."""
    actor: int
    played: tuple[int, ...] = ()
    """Cards of the current trick in the order played."""
    done: tuple[tuple[int, ...], ...] = field(default=(), repr=False)
    """Complete tricks, each as leader, cards in the order played, winner."""
    won: int = 0
    """Tricks won, four bits a seat."""
    slam: SlamWord | None = None

    # The public face.

    @property
    def table(self) -> Table:
        """What outlives the deal."""
        return self.setting.deal.table

    @property
    def deal(self) -> Deal:
        """What the deal has fixed."""
        return self.setting.deal

    @property
    def contract(self) -> Contract | None:
        """The contract; ``None`` in a passed-out deal."""
        return self.setting.contract

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The cards each seat still holds."""
        return public_hands(tuple(hand & self.left for hand in self.setting.hands))

    @property
    def leader(self) -> int:
        """Who led the current trick, or is to lead."""
        return (self.actor - len(self.played)) % self.setting.seats

    @property
    def trick(self) -> tuple[Card, ...]:
        """The current trick, from its leader's card on."""
        return tuple(PACK[card] for card in self.played)

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The complete tricks."""
        return tuple(
            Trick(row[0], tuple(PACK[card] for card in row[1:-1]), row[-1]) for row in self.done
        )

    @property
    def taken(self) -> tuple[int, ...]:
        """Tricks won by each seat."""
        return tuple(self.won >> 4 * seat & 15 for seat in range(self.setting.seats))

    @property
    def exposed(self) -> tuple[int, ...]:
        """Seats whose hand lies face up on the table."""
        step, contract = self.setting.step, self.setting.contract
        if step is None or contract is None:
            return ()
        shown = step.exposed == "before-lead" or (self.slam is not None and self.slam[0] == "table")
        if shown or (step.exposed == "after-first-trick" and self.done):
            return (contract.declarer,)
        return ()

    @property
    def history(self) -> History:
        """Every action of this deal so far."""
        seats = self.setting.seats
        plays: list[tuple[int, Action]] = []
        for row in self.done:
            plays += zip(clockwise(row[0], seats), (PLAYS[card] for card in row[1:-1]), strict=True)
        plays += zip(
            clockwise(self.leader, seats), (PLAYS[card] for card in self.played), strict=False
        )
        if self.slam is not None and self.slam[0] != "waived" and self.contract is not None:
            plays.insert(self.slam[1], (self.contract.declarer, Slam(self.slam[0] == "table")))
        return (*self.setting.history, *plays)

    @property
    def decided(self) -> bool | None:
        """The verdict on the contract once it can no longer change, else ``None``."""
        setting = self.setting
        step, contract = setting.step, setting.contract
        if step is None or contract is None:
            return None
        taken = self._side_tricks()
        lost_none = taken == len(self.done)
        if self.slam is not None and self.slam[0] != "waived":
            return None if lost_none else False
        if isinstance(step.goal, AtLeast):
            verdict = AtLeast(setting.target).verdict(taken, setting.total - len(self.done))
            if verdict and setting.slams and self.slam is None and lost_none:
                return None
            return verdict
        return step.goal.verdict(taken, setting.total - len(self.done))

    # The phase.

    def _side_tricks(self) -> int:
        return sum(self.won >> 4 * seat & 15 for seat in self.setting.side)

    def _need_not_follow(self) -> bool:
        setting = self.setting
        return len(self.done) < setting.free and self.actor == setting.side[0]

    def _legal_mask(self) -> int:
        setting = self.setting
        hand = setting.hands[self.actor] & self.left
        if self.played:
            follow = hand & setting.trick_table.follow[self.played[0]]
            if follow and not (setting.free and self._need_not_follow()):
                return follow
        return hand

    def _slam_open(self) -> bool:
        setting = self.setting
        if not setting.slams or self.slam is not None or self.actor != setting.side[0]:
            return False
        taken = self._side_tricks()
        return taken >= setting.target and taken == len(self.done)

    def legal(self) -> tuple[Action, ...]:
        """The cards that may be played, then slams."""
        plays = plays_of(self._legal_mask())
        if self.setting.slams and self._slam_open():
            return (*plays, *_SLAMS)
        return plays

    def refuse(self, action: Action) -> IllegalAction | None:
        """The card must be held and follow suit; a slam must be open."""
        rules = self.table.variant
        if type(action) is Slam and self.setting.slams:
            if self._slam_open():
                return None
            source = rules.payments.slams.source if rules.payments.slams is not None else None
            reason = (
                "only the declarer, once, at his first turn after his side has met its target "
                "and won every trick"
            )
            return self.refusal(SlamNotOpen, action, reason, source)
        if type(action) is not Play:
            return self.wrong_phase(action)
        bit = 1 << action.card.index
        if not self.setting.hands[self.actor] & self.left & bit:
            return self.refusal(CardNotHeld, action, f"you do not hold {action.card}")
        if not self._legal_mask() & bit:
            led = self.setting.trick_table.suit_of[self.played[0]]
            reason = f"{PACK[13 * led].suit.word} were led and you hold one"
            return self.refusal(MustFollowSuit, action, reason)
        return None

    def step(self, action: Action) -> State:
        """The state after the action.

        Raises:
            IllegalAction: the rules refuse the action.
        """
        if type(action) is Play:
            card = action.card.index
            if self._legal_mask() >> card & 1:
                return self._play(card)
        return State.step(self, action)

    def advance(self, action: Slam) -> State:
        """The declarer has declared a slam and still has to play."""
        return evolve(
            self,
            slam=(
                "table" if action.table else "closed",
                self.setting.seats * len(self.done) + len(self.played),
            ),
        )

    def _play(self, card: int) -> State:
        setting = self.setting
        actor = self.actor
        played = (*self.played, card)
        left = self.left ^ (1 << card)
        slam = self.slam
        if setting.slams and slam is None and self._slam_open():
            slam = ("waived", 0)
        if len(played) < setting.seats:
            following = actor + 1
            if following == setting.seats:
                following = 0
            return Playing(setting, left, following, played, self.done, self.won, slam)
        power = setting.trick_table.power[played[0]]
        best = max(played, key=power.__getitem__)
        leader = (actor + 1) % setting.seats
        winner = (leader + played.index(best)) % setting.seats
        done = (*self.done, (leader, *played, winner))
        won = self.won + (1 << 4 * winner)
        state = Playing(setting, left, winner, (), done, won, slam)
        return state if len(done) < setting.total else _settle(state)


def play_contract(
    deal: Deal, history: History, contract: Contract, discards: tuple[tuple[int, int], ...]
) -> Playing:
    """The first lead of a contract."""
    rules = deal.table.variant
    step = rules.ladder[contract.key]
    hands = list(deal.hands)
    for seat, card in discards:
        hands[seat] ^= 1 << card
    eldest = deal.table.eldest
    setting = Setting(
        deal=deal,
        history=history,
        contract=contract,
        discards=discards,
        hands=tuple(hands),
        step=step,
        trick_table=rules.trumps.table(contract.trump, contract.turned),
        target=target_of(rules, contract),
        side=contract.side,
        total=step.tricks_played,
        free=step.free_tricks,
        slams=rules.payments.slams is not None and isinstance(step.goal, AtLeast),
        seats=rules.seats,
    )
    leader = (contract.declarer + 1) % rules.seats if step.declarer_left_leads else eldest
    return Playing(setting, _all(hands), leader)


def play_passed_out(deal: Deal, history: History) -> Playing:
    """The first lead of a deal that nobody bid: no trumps, each for himself."""
    rules = deal.table.variant
    setting = Setting(
        deal=deal,
        history=history,
        contract=None,
        discards=(),
        hands=deal.hands,
        step=None,
        trick_table=rules.trumps.table(None, deal.turn.suit),
        target=0,
        side=(),
        total=13,
        free=0,
        slams=False,
        seats=rules.seats,
    )
    return Playing(setting, _all(deal.hands), deal.table.eldest)


def _all(hands: tuple[int, ...] | list[int]) -> int:
    mask = 0
    for hand in hands:
        mask |= hand
    return mask


def _settle(state: Playing) -> Settled:
    setting = state.setting
    deal, contract = setting.deal, setting.contract
    gathered = [card for row in state.done for card in row[1:-1]]
    aside = dict(setting.discards)
    gathered += [
        aside[seat] for seat in clockwise(deal.table.eldest, setting.seats) if seat in aside
    ]
    if contract is None:
        outcome = Outcome(tricks=state.taken)
    else:
        slam = state.slam[0] if state.slam is not None else "waived"
        outcome = Outcome(
            tricks=state.taken,
            honours=dealt_honours(deal, contract),
            slam=None if slam == "waived" else slam,
            boston=boston_seat(deal, contract),
        )
    return finish(deal, state.history, contract, outcome, tuple(gathered))
