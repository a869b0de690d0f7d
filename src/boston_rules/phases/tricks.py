"""The play. The inner loop: everything on integers, one small object a card.

The cards not yet played are one mask; a hand is that mask and the hand as dealt. Tricks won are
counted in one integer, four bits a seat.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, ClassVar, Final, Literal, TypeAlias

from attrs import evolve, field, frozen

from boston_rules.actions import PLAYS, Action, Concede, Contest, Play, Slam
from boston_rules.cardplay.bits import BIT
from boston_rules.cards import PACK, Card, Cards
from boston_rules.contract import Contract
from boston_rules.errors import CardNotHeld, IllegalAction, MustFollowSuit, SlamNotOpen
from boston_rules.phases.plays import ONE_SUIT, plays_of
from boston_rules.phases.setting import (
    Setting,
    Terms,
    contract_setting,
    passed_out_setting,
    setting_of,
)
from boston_rules.phases.settled import Settled, settle_play
from boston_rules.phases.state import State, public_hands
from boston_rules.phases.table import Deal, History, Table, Trick, clockwise
from boston_rules.rules.ladder import AtLeast

__all__ = [
    "Playing",
    "Setting",
    "SlamWord",
    "play_contract",
    "play_passed_out",
    "play_straight",
]

_SLAMS = (Slam(), Slam(table=True))
_ANSWERS = (Concede(), Contest())
_TRICK: Final = (1, 1 << 4, 1 << 8, 1 << 12)
"""One trick for a seat, in the integer that counts them."""
_one_suit: Final = ONE_SUIT.get  # bound once: a tenth of the time of a list
_PLAY: Final = PLAYS.__getitem__


@lru_cache(maxsize=512)
def _trick_of(row: tuple[int, ...]) -> Trick:
    """A complete trick, of which every view of its deal tells."""
    return Trick(row[0], tuple(PACK[card] for card in row[1:-1]), row[-1])


@lru_cache(maxsize=4096)
def _counts(won: int, seats: int) -> tuple[int, ...]:
    """Tricks by seat, out of the integer that counts them."""
    return tuple(won >> 4 * seat & 15 for seat in range(seats))


SlamWord: TypeAlias = tuple[Literal["waived", "closed", "table"], int]
"""What the declarer said of a slam, and how many cards had been played.

It is waived by playing on at the turn at which it could have been declared, and also, since it is
then too late for good, if the side has lost a trick by that turn.
"""


class _Draft(State):
    """A :class:`Playing` while it is made, which then changes its class.

    The fields of a frozen object can only be set by a detour that takes three times as long, and
    an object is made for every card. A draft is never seen outside the lines that make it.
    """

    __slots__ = ("__weakref__", "actor", "done", "left", "may", "played", "setting", "slam", "won")


@frozen
class Playing(_Draft):
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
    may: int = field(default=-1, eq=False, repr=False)
    """The cards that the actor may play, as a mask, worked out from the rest."""

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "may", self._legal_mask())

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
        return tuple(map(_trick_of, self.done))

    @property
    def taken(self) -> tuple[int, ...]:
        """Tricks won by each seat."""
        return _counts(self.won, self.setting.terms.seats)

    @property
    def partner_shown(self) -> bool:
        """Whether everybody knows the partner; a called one is unknown until his card is played."""
        called = self.setting.called
        return called is None or not self.left >> called & 1

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
            plays += zip(clockwise(row[0], seats), map(_PLAY, row[1:-1]), strict=True)
        plays += zip(clockwise(self.leader, seats), map(_PLAY, self.played), strict=False)
        if self.slam is not None and self.slam[0] != "waived" and self.contract is not None:
            plays.insert(self.slam[1], (self.contract.declarer, Slam(self.slam[0] == "table")))
        if self.setting.interlude:
            plays[seats:seats] = self.setting.interlude
        return (*self.setting.history, *plays)

    @property
    def gathered(self) -> tuple[int, ...]:
        """The cards as gathered for an unshuffled next deal, top first (R10, P2).

        Tricks, discards, what is left of the hands, a dead hand.
        """
        setting = self.setting
        seats = clockwise(setting.deal.table.eldest, setting.seats)
        aside = dict(setting.discards)
        return (
            *(card for row in self.done for card in row[1:-1]),
            *self.played,
            *(aside[seat] for seat in seats if seat in aside),
            *(card for seat in seats for card in setting.deal.order[seat] if self.left >> card & 1),
            *setting.deal.dead,
        )

    @property
    def decided(self) -> bool | None:
        """The verdict on the contract once it can no longer change, else ``None``."""
        setting = self.setting
        step, contract = setting.step, setting.contract
        if step is None or contract is None:
            return None
        if len(self.done) <= 1 and setting.terms.concession and not setting.interlude:
            return None
        taken = self._side_tricks()
        lost_none = taken == len(self.done)
        if self.slam is not None and self.slam[0] != "waived":
            return None if lost_none else False
        if isinstance(step.goal, AtLeast):
            verdict = AtLeast(setting.target).verdict(taken, setting.total - len(self.done))
            if verdict and setting.terms.slammer >= 0 and self.slam is None and lost_none:
                return None
            return verdict
        return step.goal.verdict(taken, setting.total - len(self.done))

    @property
    def decided_in_public(self) -> bool | None:
        """The verdict as far as it is certain without knowing a called partner (P43)."""
        setting = self.setting
        if setting.step is None or self.contract is None or self.partner_shown:
            return self.decided
        own, *others = (
            self.taken[seat] for seat in clockwise(self.contract.declarer, setting.seats)
        )
        if own >= setting.target:
            return True
        left = setting.total - len(self.done)
        return False if own + max(others) + left < setting.target else None

    # The phase.

    def _side_tricks(self) -> int:
        won, side = self.won, self.setting.terms.side
        taken = won >> 4 * side[0] & 15
        return taken if len(side) == 1 else taken + (won >> 4 * side[1] & 15)

    def _legal_mask(self) -> int:
        terms = self.setting.terms
        hand = self.setting.hands[self.actor] & self.left
        if self.played:
            follow = hand & terms.follow[self.played[0]]
            if follow and (self.actor != terms.exempt or len(self.done) >= terms.free):
                return follow
        return hand

    def _slam_open(self) -> bool:
        terms = self.setting.terms
        won = len(self.done)
        if won < terms.target or self.slam is not None or self.actor != terms.slammer:
            return False
        return self._side_tricks() == won

    def legal(self) -> tuple[Action, ...]:
        """The cards that may be played, then slams."""
        plays: tuple[Action, ...] = _one_suit(self.may) or plays_of(self.may)
        terms = self.setting.terms
        asked = self.actor == terms.slammer and self.slam is None
        if asked and len(self.done) >= terms.target and self._slam_open():
            return (*plays, *_SLAMS)
        return plays

    def refuse(self, action: Action) -> IllegalAction | None:
        """The card must be held and follow suit; a slam must be open."""
        rules = self.table.variant
        if type(action) is Slam and self.setting.terms.slammer >= 0:
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
        if not self.may & bit:
            led = self.setting.trick_table.suit_of[self.played[0]]
            reason = f"{PACK[13 * led].suit.word} were led and you hold one"
            return self.refusal(MustFollowSuit, action, reason)
        return None

    def step(self, action: Action) -> State:
        """The state after the action.

        Raises:
            IllegalAction: the rules refuse the action.
        """
        if type(action) is not Play:
            return State.step(self, action)
        card = action.card.index
        bit = BIT[card]
        if not self.may & bit:
            return State.step(self, action)
        setting = self.setting
        terms = setting.terms
        actor = self.actor
        before = self.played
        left = self.left ^ bit
        slam = self.slam
        if actor == terms.slammer and slam is None and len(self.done) >= terms.target:
            slam = ("waived", 0)
        draft: Any = _Draft()
        draft.setting = setting
        draft.left = left
        draft.slam = slam
        if len(before) != terms.last:
            played = before + (card,)  # noqa: RUF005 - faster than to unpack
            actor = terms.after[actor]
            may = setting.hands[actor] & left
            follow = may & terms.follow[played[0]]
            if follow and (actor != terms.exempt or len(self.done) >= terms.free):
                may = follow
            draft.actor = actor
            draft.played = played
            draft.done = self.done
            draft.won = self.won
            draft.may = may
            draft.__class__ = Playing
            following: Playing = draft
            return following
        first, second = before[0], before[1]
        power = terms.power[first]
        most = power[first]
        best = 0
        strength = power[second]
        if strength > most:
            most = strength
            best = 1
        row: tuple[int, ...]
        if terms.seats == 4:
            third = before[2]
            strength = power[third]
            if strength > most:
                most = strength
                best = 2
            if power[card] > most:
                best = 3
            leader = (actor + 1) & 3
            winner = (leader + best) & 3
            row = (leader, first, second, third, card, winner)
        else:
            if power[card] > most:
                best = 2
            leader = (actor + 1) % 3
            winner = (leader + best) % 3
            row = (leader, first, second, card, winner)
        done = self.done + (row,)  # noqa: RUF005 - as above
        draft.actor = winner
        draft.played = ()
        draft.done = done
        draft.won = self.won + _TRICK[winner]
        draft.may = setting.hands[winner] & left
        draft.__class__ = Playing
        state: Playing = draft
        count = len(done)
        if count == terms.total:
            return settle_play(state)
        if count == 1 and terms.concession:
            return _asking(state, terms.opponents, ())
        return state

    def advance(self, action: Slam) -> State:
        """The declarer has declared a slam and still has to play."""
        return evolve(
            self,
            slam=(
                "table" if action.table else "closed",
                self.setting.seats * len(self.done) + len(self.played),
            ),
        )


class _Question(State):
    """A :class:`Conceding` while it is made."""

    __slots__ = ("__weakref__", "actor", "answers", "playing", "waiting")


@frozen
class Conceding(_Question):
    """After the first trick an opponent says whether he pays without further play."""

    name: ClassVar[str] = "conceding"
    playing: Playing
    """The play as it goes on if one refuses."""
    actor: int
    waiting: tuple[int, ...]
    """Who is asked after this player."""
    answers: History = field(default=(), repr=False)

    @property
    def table(self) -> Table:
        """What outlives the deal."""
        return self.playing.table

    @property
    def deal(self) -> Deal:
        """What the deal has fixed."""
        return self.playing.deal

    @property
    def contract(self) -> Contract | None:
        """The contract."""
        return self.playing.contract

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The cards each seat still holds."""
        return self.playing.hands

    @property
    def history(self) -> History:
        """Every action of this deal so far."""
        return self.playing.history + self.answers

    def legal(self) -> tuple[Action, ...]:
        """Concede or contest."""
        return _ANSWERS

    def refuse(self, action: Action) -> IllegalAction | None:
        """Nothing else."""
        return None if type(action) in (Concede, Contest) else self.wrong_phase(action)

    def advance(self, action: Action) -> State:
        """One refusal ends the asking; if all concede the deal ends."""
        answers = (*self.answers, (self.actor, action))
        if type(action) is Contest:
            return _contested(self.playing, answers)
        if self.waiting:
            return _asking(self.playing, self.waiting, answers)
        return settle_play(self.playing, conceded=True, answers=answers)


def _asking(playing: Playing, opponents: tuple[int, ...], answers: History) -> Conceding:
    """The first of the opponents is asked whether he concedes."""
    draft: Any = _Question()
    draft.playing = playing
    draft.actor = opponents[0]
    draft.waiting = opponents[1:]
    draft.answers = answers
    draft.__class__ = Conceding
    state: Conceding = draft
    return state


def _contested(asked: Playing, answers: History) -> Playing:
    """The play as it goes on after somebody has refused to concede."""
    draft: Any = _Draft()
    draft.setting = asked.setting.after(answers)
    draft.left = asked.left
    draft.actor = asked.actor
    draft.played = asked.played
    draft.done = asked.done
    draft.won = asked.won
    draft.slam = asked.slam
    draft.may = asked.may
    draft.__class__ = Playing
    state: Playing = draft
    return state


def play_contract(
    deal: Deal,
    history: History,
    contract: Contract,
    discards: tuple[tuple[int, int], ...],
    chicane: tuple[int, ...],
) -> Playing:
    """The first lead of a contract."""
    return _first_lead(contract_setting(deal, history, contract, discards, chicane))


def play_straight(deal: Deal, history: History, terms: Terms) -> Playing:
    """The first lead of a contract at which nothing is asked nor laid aside."""
    return _first_lead(setting_of(deal, history, terms.contract, deal.hands, terms))


def play_passed_out(deal: Deal, history: History) -> Playing:
    """The first lead of a deal that nobody bid."""
    return _first_lead(passed_out_setting(deal, history))


def _first_lead(setting: Setting) -> Playing:
    leader = setting.terms.leader
    if leader < 0:
        leader = setting.deal.table.eldest
    draft: Any = _Draft()
    draft.setting = setting
    draft.left = sum(setting.hands)  # no card lies in two of them
    draft.actor = leader
    draft.played = draft.done = ()
    draft.won = 0
    draft.slam = None
    draft.may = setting.hands[leader]
    draft.__class__ = Playing
    state: Playing = draft
    return state


def concede_deal(
    deal: Deal, history: History, contract: Contract, chicane: tuple[int, ...]
) -> Settled:
    """A contract that all opponents concede before the first lead."""
    return settle_play(play_contract(deal, history, contract, (), chicane), conceded=True)
