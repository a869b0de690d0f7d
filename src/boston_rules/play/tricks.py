"""The play. The inner loop: everything on integers, one small object a card.

The cards not yet played are one mask; a hand is that mask and the hand as dealt. Tricks won are
counted in one integer, four bits a seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import getitem
from typing import ClassVar, Final, TypeAlias, TypeVar

from attrs import evolve, field, frozen

from boston_rules.actions import PLAYS, Action, Play, Slam
from boston_rules.cardplay.tricks import may_play, winning_place
from boston_rules.cards import PACK, Card, Cards
from boston_rules.contract import Contract
from boston_rules.errors import CardNotHeld, IllegalAction, MustFollowSuit, SlamNotOpen
from boston_rules.making import maker
from boston_rules.play.plays import ONE_SUIT, plays_of
from boston_rules.play.settled import settle_conceded, settle_play
from boston_rules.play.setup import DealSetup, SlamWord, contract_setup, passed_out_setup
from boston_rules.state import State, public_hands
from boston_rules.table import Deal, History, Table, Trick, clockwise
from boston_rules.variant import Variant

__all__ = ["Playing", "play_contract", "play_passed_out", "playing_of"]

_SLAMS = (Slam(), Slam(table=True))
_WAIVED: Final[SlamWord] = ("waived", 0)
"""Of a slam that can no longer be declared, or never could."""
_TRICK: Final = (1, 1 << 4, 1 << 8, 1 << 12)
"""One trick for a seat, in the integer that counts them."""
_one_suit: Final = ONE_SUIT.get  # bound once: a tenth of the time of a list
_T = TypeVar("_T")
_Entries: TypeAlias = dict[int, list[list[list[tuple[int, _T]]]]]
"""By number of seats, leader, place in the trick and card, the seat and what it has played."""


def _entries(plays: Sequence[_T]) -> _Entries[_T]:
    rows = [[(seat, play) for play in plays] for seat in range(4)]
    return {
        seats: [[rows[seat] for seat in clockwise(leader, seats)] for leader in range(seats)]
        for seats in (3, 4)
    }


_ACTIONS: Final[tuple[Action, ...]] = PLAYS
_PLAYS: Final = _entries(_ACTIONS)
_PLAYED: Final = _entries(tuple(map(str, PLAYS)))


TrickRow: TypeAlias = tuple[int, tuple[int, ...], int]
"""A complete trick: its leader, the cards in the order played, its winner."""


@lru_cache(maxsize=512)
def _trick_of(row: TrickRow) -> Trick:
    """A complete trick, of which every view of its deal tells."""
    return Trick(row[0], tuple(PACK[card] for card in row[1]), row[2])


@lru_cache(maxsize=4096)
def _counts(won: int, seats: int) -> tuple[int, ...]:
    """Tricks by seat, out of the integer that counts them."""
    return tuple(won >> 4 * seat & 15 for seat in range(seats))


@frozen
class Playing(State):
    """A card is to be played (or a slam declared)."""

    name: ClassVar[str] = "play"
    setup: DealSetup
    """What was settled before the first lead."""
    left: int = field(repr=False)
    """Every card not yet played, as a mask."""
    actor: int
    """The seat that is to play a card."""
    played: tuple[int, ...] = ()
    """Cards of the current trick in the order played."""
    done: tuple[TrickRow, ...] = field(default=(), repr=False)
    """The complete tricks."""
    won: int = 0
    """Tricks won, four bits a seat."""
    slam: SlamWord | None = None
    """What the declarer said of a slam, and when; ``None`` while he may still declare one."""
    may: int = field(default=-1, eq=False, repr=False)
    """The cards that the actor may play, as a mask, worked out from the rest."""

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "may", self._legal_mask())

    # The public face.

    @property
    def table(self) -> Table:
        """What outlives the deal."""
        return self.setup.deal.table

    @property
    def deal(self) -> Deal:
        """What the deal has fixed."""
        return self.setup.deal

    @property
    def contract(self) -> Contract | None:
        """The contract; ``None`` in a passed-out deal."""
        return self.setup.contract

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The cards each seat still holds."""
        return public_hands(tuple(hand & self.left for hand in self.setup.hands))

    def held(self, seat: int) -> Cards:
        """The cards a seat still holds."""
        return Cards.from_mask(self.setup.hands[seat] & self.left)

    @property
    def leader(self) -> int:
        """Who led the current trick, or is to lead."""
        return (self.actor - len(self.played)) % self.setup.seats

    @property
    def trick(self) -> tuple[Card, ...]:
        """The current trick, from its leader's card on."""
        return tuple(map(PACK.__getitem__, self.played))

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The complete tricks."""
        return tuple(map(_trick_of, self.done))

    @property
    def taken(self) -> tuple[int, ...]:
        """Tricks won by each seat."""
        return _counts(self.won, self.setup.terms.seats)

    @property
    def before_lead(self) -> History:
        """What was said before the first lead."""
        return self.setup.history

    @property
    def since_lead(self) -> tuple[tuple[int, str], ...]:
        """What was said and played from the first lead on, as tokens."""
        plays = self._plays(_PLAYED)
        if self.slam is not None and self.slam[0] != "waived" and self.contract is not None:
            word = str(_SLAMS[self.slam[0] == "table"])
            plays.insert(self.slam[1], (self.contract.declarer, word))
        if self.setup.interlude:
            seats = self.setup.seats
            plays[seats:seats] = [(seat, str(action)) for seat, action in self.setup.interlude]
        return tuple(plays)

    @property
    def opponents(self) -> tuple[int, ...]:
        """Who plays against the contract, from the declarer's left."""
        return self.setup.terms.opponents

    @property
    def partner_shown(self) -> bool:
        """Whether everybody knows the partner; a called one is unknown until his card is played."""
        called = self.setup.called
        return called is None or not self.left >> called & 1

    def partner_known_to(self, seat: int | None) -> bool:
        """A called partner knows himself; the others learn it when his card is played (P43)."""
        contract = self.setup.contract
        return contract is None or contract.partner == seat or self.partner_shown

    @property
    def exposed(self) -> tuple[int, ...]:
        """Seats whose hand lies face up on the table."""
        step, contract = self.setup.step, self.setup.contract
        if step is None or contract is None:
            return ()
        if step.open_after(len(self.done)) or (self.slam is not None and self.slam[0] == "table"):
            return (contract.declarer,)
        return ()

    @property
    def history(self) -> History:
        """Every action of this deal so far."""
        seats = self.setup.seats
        plays = self._plays(_PLAYS)
        if self.slam is not None and self.slam[0] != "waived" and self.contract is not None:
            plays.insert(self.slam[1], (self.contract.declarer, Slam(self.slam[0] == "table")))
        if self.setup.interlude:
            plays[seats:seats] = self.setup.interlude
        return (*self.setup.history, *plays)

    @property
    def gathered(self) -> tuple[int, ...]:
        """The cards as gathered for an unshuffled next deal, top first (R10, P2).

        Tricks, discards, what is left of the hands, a dead hand.
        """
        setup = self.setup
        seats = clockwise(setup.deal.table.eldest, setup.seats)
        aside = dict(setup.discards)
        return (
            *(card for row in self.done for card in row[1]),
            *self.played,
            *(aside[seat] for seat in seats if seat in aside),
            *(card for seat in seats for card in setup.deal.order[seat] if self.left >> card & 1),
            *setup.deal.dead,
        )

    @property
    def decided(self) -> bool | None:
        """The verdict on the contract once it can no longer change, else ``None``."""
        setup = self.setup
        goal = setup.terms.goal
        if goal is None:
            return None
        if len(self.done) <= 1 and setup.terms.concession and not setup.interlude:
            return None
        taken = self._side_tricks()
        lost_none = taken == len(self.done)
        if self.slam is not None and self.slam[0] != "waived":
            return None if lost_none else False
        verdict = goal.verdict(taken, setup.total - len(self.done))
        if verdict and setup.terms.slammer >= 0 and self.slam is None and lost_none:
            return None
        return verdict

    def decided_for(self, seat: int | None) -> bool | None:
        """The verdict as far as a seat can be sure of it."""
        return self.decided if self.partner_known_to(seat) else self.decided_in_public

    @property
    def decided_in_public(self) -> bool | None:
        """The verdict as far as it is certain without knowing a called partner (P43)."""
        setup = self.setup
        if setup.step is None or self.contract is None or self.partner_shown:
            return self.decided
        own, *others = (self.taken[seat] for seat in clockwise(self.contract.declarer, setup.seats))
        goal = setup.terms.goal
        assert goal is not None, "a contract has a goal"
        left = setup.total - len(self.done)
        if goal.verdict(own, left):
            return True
        return False if goal.verdict(own + max(others), left) is False else None

    def _plays(self, entries: _Entries[_T]) -> list[tuple[int, _T]]:
        """The cards played in order, each as it stands in the table."""
        from_leader = entries[self.setup.seats]
        plays: list[tuple[int, _T]] = []
        for leader, cards, _ in self.done:
            plays += map(getitem, from_leader[leader], cards)
        plays += map(getitem, from_leader[self.leader], self.played)
        return plays

    # The phase.

    def _side_tricks(self) -> int:
        won, side = self.won, self.setup.terms.counting
        taken = won >> 4 * side[0] & 15
        return taken if len(side) == 1 else taken + (won >> 4 * side[1] & 15)

    def _legal_mask(self) -> int:
        terms = self.setup.terms
        hand = self.setup.hands[self.actor] & self.left
        if not self.played or (self.actor == terms.exempt and len(self.done) < terms.free):
            return hand
        return may_play(hand, terms.follow[self.played[0]])

    def _slam_open(self) -> bool:
        terms = self.setup.terms
        won = len(self.done)
        if won < terms.target or self.slam is not None or self.actor != terms.slammer:
            return False
        return self._side_tricks() == won

    @classmethod
    def actions(cls, variant: Variant) -> tuple[Action, ...]:
        """Every card, and slams where they can be declared."""
        return (*PLAYS, *(() if variant.payments.slams is None else _SLAMS))

    def legal(self) -> tuple[Action, ...]:
        """The cards that may be played, then slams."""
        plays: tuple[Action, ...] = _one_suit(self.may) or plays_of(self.may)
        if self.slam is None and self._slam_open():
            return (*plays, *_SLAMS)
        return plays

    def refuse(self, action: Action) -> IllegalAction | None:
        """The card must be held and follow suit; a slam must be open."""
        rules = self.table.variant
        if type(action) is Slam and self.setup.terms.slammer >= 0:
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
        if not self.setup.hands[self.actor] & self.left & bit:
            return self.refusal(CardNotHeld, action, f"you do not hold {action.card}")
        if not self.may & bit:
            led = self.setup.trick_table.suit_of[self.played[0]]
            reason = f"{PACK[13 * led].suit.word} were led and you hold one"
            return self.refusal(MustFollowSuit, action, reason)
        return None

    def after(self, action: Action) -> State:
        """The state after the action.

        Raises:
            IllegalAction: the rules refuse the action.
        """
        if type(action) is not Play:
            return State.after(self, action)
        if not self.may & action.bit:
            return State.after(self, action)
        setup = self.setup
        terms = setup.terms
        actor = self.actor
        played = self.played + (action.index,)  # noqa: RUF005 - faster than to unpack
        left = self.left ^ action.bit
        slam = self.slam
        if slam is None and actor == terms.slammer and len(self.done) >= terms.target:
            slam = _WAIVED
        following = terms.after[actor]
        if len(played) != terms.seats:
            may = setup.hands[following] & left
            if following != terms.exempt or len(self.done) >= terms.free:
                may = may_play(may, terms.follow[played[0]])
            return playing_of(setup, left, following, played, self.done, self.won, slam, may)
        # Who comes after the last to play has led.
        winner = (following + winning_place(played, terms.power)) % terms.seats
        done = self.done + ((following, played, winner),)  # noqa: RUF005 - as above
        state = playing_of(
            setup,
            left,
            winner,
            (),
            done,
            self.won + _TRICK[winner],
            slam,
            setup.hands[winner] & left,
        )
        count = len(done)
        if count == terms.total:
            return settle_play(state)
        if count == 1 and terms.concession is not None:
            asking: State = terms.concession.ask(state)
            return asking
        return state

    def admitting(self, may: int) -> Playing:
        """The same play, in which the actor may play other cards than those that follow suit."""
        return playing_of(
            self.setup, self.left, self.actor, self.played, self.done, self.won, self.slam, may
        )

    def advance(self, action: Slam) -> State:
        """The declarer has declared a slam and still has to play."""
        return evolve(
            self,
            slam=(
                "table" if action.table else "closed",
                self.setup.seats * len(self.done) + len(self.played),
            ),
        )

    def contested(self, answers: History) -> Playing:
        """The play as it goes on after somebody has refused to concede."""
        return playing_of(
            self.setup.after(answers),
            self.left,
            self.actor,
            self.played,
            self.done,
            self.won,
            self.slam,
            self.may,
        )

    def conceded(self, answers: History) -> State:
        """The bill, since all opponents have agreed to pay."""
        return settle_conceded(self, answers)


playing_of: Final = maker(Playing)
"""A state of the play, made fast."""


def play_contract(deal: Deal, history: History, contract: Contract) -> Playing:
    """The first lead of a contract."""
    return _first_lead(contract_setup(deal, history, contract))


def play_passed_out(deal: Deal, history: History) -> Playing:
    """The first lead of a deal that nobody bid."""
    return _first_lead(passed_out_setup(deal, history))


def _first_lead(setup: DealSetup) -> Playing:
    leader = setup.terms.leader
    if leader < 0:
        leader = setup.deal.table.eldest
    # No card lies in two hands.
    slam = None if setup.terms.slammer >= 0 else _WAIVED
    return playing_of(setup, sum(setup.hands), leader, (), (), 0, slam, setup.hands[leader])
