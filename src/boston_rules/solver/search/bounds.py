"""What can be told of a position without searching it: tricks that are certain for a side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from boston_rules.core.cardplay.bits import count_of, two_to
from boston_rules.core.cardplay.ranked import Ranked
from boston_rules.solver.search.layout import LENGTHS, Layout, tops

if TYPE_CHECKING:
    from mypy_extensions import i64

__all__ = ["Bounds"]

_SAFE: Final = 48
"""The first bit after twelve of every seat."""


class Bounds(Layout):
    """Bounds of what two sides can win from a position before a trick.

    The methods that say yes leave in ``mark`` the cards on whose ranks the answer rests: it holds
    in every position in which the seats have as many cards of each suit and the cards from the
    highest down to the lowest marked one of each suit are held by the same seats.

    Args:
        order: the trick table.
        hands: what each seat holds, in ranked numbers.
        leader: who leads, or has led ``trick``.
        trick: the cards of the current trick.
        friends: the seats that play for the declarer, his own included, as bits.
        victim: the declarer, whose tricks alone count, in a contract to win few; else -1.
        alike: cards, in ranked numbers, that are not told apart from those next to them.
    """

    def __init__(
        self,
        order: Ranked,
        hands: Sequence[int],
        leader: int,
        trick: Sequence[int],
        friends: int,
        victim: int,
        alike: int,
    ) -> None:
        super().__init__(order, hands, leader, trick, alike, friends)
        self.friends: i64 = friends
        self.victim: i64 = victim
        self.mark: i64 = 0
        """The cards on whose ranks the last answer rests."""
        # Looked up once by the cards left of a suit, and kept; -1 for what is not known yet.
        self.strengths: list[int] = []
        self.depths: list[int] = []
        if order.trump >= 0:
            self.strengths = [-1] * (self.part(-1, order.trump) + 1)
            self.depths = [0] * (4 * len(self.strengths))
        self.known: list[list[int]] = []
        if victim >= 0:
            self.known = [[-1] * (self.part(-1, suit) + 1) for suit in range(4)]

    def rests_on(self, cards: i64) -> None:
        """Note the cards on whose ranks the answer rests."""
        self.mark = cards

    def rivals(self, seat: i64) -> i64:
        """The seats that play against a seat, as bits."""
        everybody = two_to(self.seats) - 1
        return everybody & ~self.friends if self.friends >> seat & 1 else self.friends

    def rounds(self, entry: i64, seat: i64, ruffers: i64) -> i64:
        """The tricks that a seat wins by leading a suit from the top.

        Args:
            entry: what is known of the suit.
            seat: who leads.
            ruffers: the opponents who hold trumps, as bits; 0 also when the suit is trumps.
        """
        run = entry >> 44
        if not run or entry >> 26 & 3 != seat:
            return 0
        most: i64 = 0
        at: i64 = 0
        while at < self.seats:
            length = entry >> LENGTHS + 4 * at & 15
            if ruffers >> at & 1 and length < run:
                run = length
            if at != seat and length > most:
                most = length
            at += 1
        if not ruffers and run >= most:
            return entry >> LENGTHS + 4 * seat & 15
        return run

    def behind(self, entry: i64, seat: i64, at: i64) -> i64:
        """The tricks of a partner in a suit that the leader has cashed from the top, 0 for none.

        Above them, from the fifth bit on: on how many of the highest cards of the suit they rest.
        """
        run = entry >> 44
        if not run or entry >> 26 & 3 != seat:
            return 0
        length = entry >> LENGTHS + 4 * at & 15
        next_run: i64 = 0
        shift = 26 - 2 * run
        while shift >= 0 and run + next_run < length and entry >> shift & 3 == at:
            next_run += 1
            shift -= 2
        if not next_run:
            return 0
        most: i64 = 0
        other: i64 = 0
        while other < self.seats:
            if other != seat and other != at:
                held = entry >> LENGTHS + 4 * other & 15
                if held > most:
                    most = held
            other += 1
        depth = run + next_run
        if depth >= most:
            return length - run | depth << 4
        return next_run | depth << 4

    def cash(
        self, left: i64, seat: i64, tricks: i64, t0: i64, t1: i64, t2: i64, t3: i64, wanted: i64
    ) -> bool:
        """Whether the side on lead is sure of so many tricks.

        The leader cashes what is highest; then he may lead to a partner, who does the same. He may
        keep his trumps meanwhile, which are worth what no attack can take from them.

        Args:
            left: the cards left.
            seat: the leader.
            tricks: how many are left.
            t0, t1, t2, t3: what is known of each suit.
            wanted: the tricks asked for, at least one.
        """
        trump = self.trump
        rivals = self.rivals(seat)
        ruffers: i64 = 0
        drawn: i64 = 0
        depth: i64 = 0
        kept: i64 = 0
        tt: i64 = 0
        if trump >= 0:
            tt = t0 if trump == 0 else t1 if trump == 1 else t2 if trump == 2 else t3
            at: i64 = 0
            longest: i64 = 0
            while at < self.seats:
                if rivals >> at & 1:
                    length = tt >> LENGTHS + 4 * at & 15
                    if length:
                        ruffers |= two_to(at)
                    if length > longest:
                        longest = length
                at += 1
            drawn = self.rounds(tt, seat, 0)
            depth = tt >> 44 if drawn else 0
            if drawn >= longest:
                ruffers = 0
            trumps = self.part(left, trump)
            kept = self.strength(trumps) >> 4 * seat & 15
            if kept >= wanted:
                self.mark = tops(left & self.trumps, self.depth(trumps, seat, wanted))
                return True
            if kept > drawn:
                depth = self.depth(trumps, seat, kept)
            else:
                kept = drawn
        n0: i64 = self.rounds(t0, seat, ruffers) if trump != 0 else 0
        n1: i64 = self.rounds(t1, seat, ruffers) if trump != 1 else 0
        n2: i64 = self.rounds(t2, seat, ruffers) if trump != 2 else 0
        n3: i64 = self.rounds(t3, seat, ruffers) if trump != 3 else 0
        plain = n0 + n1 + n2 + n3
        if ruffers and plain and self._ruffs(tt, seat, tricks, plain):
            # A partner with nothing but trumps would have to ruff.
            n0 = n1 = n2 = n3 = plain = 0
        if kept + plain >= wanted:
            self.mark = tops(left & self.trumps, depth) if depth else 0
            self.mark |= self._marked(left, t0, t1, t2, t3, n0, n1, n2, n3, wanted - kept)
            return True
        # A partner may have the rest.
        total = drawn + plain
        if total >= tricks:
            return False
        partners = self.friends if self.friends >> seat & 1 else ~self.friends
        at = 0
        while at < self.seats:
            if at != seat and partners >> at & 1:
                trumps = tt >> LENGTHS + 4 * at & 15
                if not trumps or not plain:
                    p0 = self.rounds(t0, at, 0 if trump == 0 else ruffers)
                    p1 = self.rounds(t1, at, 0 if trump == 1 else ruffers)
                    p2 = self.rounds(t2, at, 0 if trump == 2 else ruffers)
                    p3 = self.rounds(t3, at, 0 if trump == 3 else ruffers)
                    shift = LENGTHS + 4 * seat
                    entries = (
                        (p0 != 0 and t0 >> shift & 15 != 0)
                        or (p1 != 0 and t1 >> shift & 15 != 0)
                        or (p2 != 0 and t2 >> shift & 15 != 0)
                        or (p3 != 0 and t3 >> shift & 15 != 0)
                    )
                    more = p0 + p1 + p2 + p3
                    deep: i64 = 0
                    if not ruffers:
                        suit: i64 = 0
                        while suit < 4:
                            entry = (
                                t0 if suit == 0 else t1 if suit == 1 else t2 if suit == 2 else t3
                            )
                            found = self.behind(entry, seat, at)
                            if found:
                                more += found & 15
                                deep |= tops(left & self.lane(suit), found >> 4)
                                if entry >> shift & 15 > entry >> 44:
                                    entries = True
                            suit += 1
                    if more > tricks - total:
                        more = tricks - total
                    if ruffers and self._ruffs(tt, at, tricks, plain + more):
                        more = 0
                    if total + more >= wanted and entries:
                        self.mark = tops(left & self.trumps, tt >> 44) if drawn else 0
                        self.mark |= deep
                        cashed = 99 if deep else wanted - drawn - more
                        self.mark |= self._marked(left, t0, t1, t2, t3, n0, n1, n2, n3, cashed)
                        self.mark |= self._marked(left, t0, t1, t2, t3, p0, p1, p2, p3, 99)
                        return True
            at += 1
        return False

    def waiting(
        self, left: i64, seat: i64, tricks: i64, t0: i64, t1: i64, t2: i64, t3: i64, wanted: i64
    ) -> bool:
        """Whether a seat that is not on lead is sure of so many tricks by itself.

        It keeps its highest cards until somebody leads their suit. The others can put that off for
        as many tricks as they have rounds of the other suits; not at all from a seat with trumps,
        which it plays as soon as it cannot follow suit, so that it never throws off a high card.

        Args:
            left: the cards left.
            seat: who waits; nobody else holds trumps.
            tricks: how many are left.
            t0, t1, t2, t3: what is known of each suit.
            wanted: the tricks asked for, at least one.
        """
        topped: i64 = 0
        rounds: i64 = 0
        delay: i64 = 0
        lost: i64 = 0
        suits: i64 = 0
        suit: i64 = 0
        rivals = self.rivals(seat)
        while suit < 4:
            entry = t0 if suit == 0 else t1 if suit == 1 else t2 if suit == 2 else t3
            most: i64 = 0
            against: i64 = 0
            at: i64 = 0
            while at < self.seats:
                if at != seat:
                    length = entry >> LENGTHS + 4 * at & 15
                    if length > most:
                        most = length
                    if length > against and rivals >> at & 1:
                        against = length
                at += 1
            run = entry >> 44
            if run and entry >> 26 & 3 == seat:
                suits += 1
                topped += run
                rounds += entry >> LENGTHS + 4 * seat & 15 if run >= most else run
            else:
                delay += most
                lost += against
            suit += 1
        if not suits:
            return False
        if left & self.trumps:
            delay = lost = 0
        # Tricks that a partner wins meanwhile count as well.
        kept = tricks - lost
        if tricks - delay < rounds:
            rounds = topped
            if tricks - delay < suits:
                kept -= suits - 1
        if rounds > kept:
            rounds = kept
        if rounds < wanted:
            return False
        found: i64 = 0
        if not left & self.trumps:
            wanted = 99
        suit = 0
        while suit < 4 and wanted > 0:
            entry = t0 if suit == 0 else t1 if suit == 1 else t2 if suit == 2 else t3
            run = entry >> 44
            if run and entry >> 26 & 3 == seat:
                found |= tops(left & self.lane(suit), run if run < wanted else wanted)
                wanted -= run
            suit += 1
        self.mark = found
        return True

    def _ruffs(self, entry: i64, seat: i64, tricks: i64, rounds: i64) -> bool:
        """Whether another seat of the side may have to ruff when a seat wins so many tricks."""
        side = self.friends if self.friends >> seat & 1 else ~self.friends
        at: i64 = 0
        while at < self.seats:
            if at != seat and side >> at & 1:
                trumps = entry >> LENGTHS + 4 * at & 15
                if trumps and tricks - trumps < rounds:
                    return True
            at += 1
        return False

    def _marked(
        self,
        left: i64,
        t0: i64,
        t1: i64,
        t2: i64,
        t3: i64,
        n0: i64,
        n1: i64,
        n2: i64,
        n3: i64,
        wanted: i64,
    ) -> i64:
        """The cards that make so many rounds of each suit, as far as they are wanted."""
        found: i64 = 0
        if n0 and wanted > 0:
            found |= self._highest(left & self.lane0, t0, n0, wanted)
            wanted -= n0
        if n1 and wanted > 0:
            found |= self._highest(left & self.lane1, t1, n1, wanted)
            wanted -= n1
        if n2 and wanted > 0:
            found |= self._highest(left & self.lane2, t2, n2, wanted)
            wanted -= n2
        if n3 and wanted > 0:
            found |= self._highest(left & self.lane3, t3, n3, wanted)
        return found

    def _highest(self, cards: i64, entry: i64, rounds: i64, wanted: i64) -> i64:
        """Of the cards left of a suit those that make so many rounds, as far as they are wanted."""
        run = entry >> 44
        if rounds < run:
            run = rounds
        return tops(cards, wanted if wanted < run else run)

    def strength(self, cards: i64) -> i64:
        """Of every seat, four bits each: the tricks that its trumps win whatever is played.

        Every trick in which the trump of a seat is beaten takes a higher trump of its opponents,
        each of which beats one.

        Args:
            cards: the trumps left, moved to the lowest bits.
        """
        found: i64 = self.strengths[cards]
        if found < 0:
            found = 0
            seat: i64 = 0
            while seat < self.seats:
                found |= self._strength(cards, seat) << 4 * seat
                seat += 1
            self.strengths[cards] = found
        return found

    def depth(self, cards: i64, seat: i64, wanted: i64) -> i64:
        """On how many of the highest trumps it rests that a seat wins so many tricks with them.

        Args:
            cards: the trumps left, moved to the lowest bits; their strength has been asked for.
            seat: who holds some of them.
            wanted: the tricks, no more than it is sure of.
        """
        depths: i64 = self.depths[4 * cards + seat]
        return depths >> 4 * (wanted - 1) & 15

    def _strength(self, cards: i64, seat: i64) -> i64:
        rivals = self.rivals(seat)
        entry = self.entry(self.trump, cards)
        number = count_of(cards)
        own = entry >> LENGTHS + 4 * seat & 15
        others: i64 = 0
        at: i64 = 0
        while at < self.seats:
            if rivals >> at & 1:
                others += entry >> LENGTHS + 4 * at & 15
            at += 1
        best: i64 = 0
        depths: i64 = 0
        depth: i64 = 0
        while depth <= number:
            # Of the cards below the depth the worst is assumed: those of the opponents are higher.
            free: i64 = 0
            beaten: i64 = 0
            mine: i64 = 0
            theirs: i64 = 0
            at = 0
            while at < depth:
                holder = entry >> 26 - 2 * at & 3
                if holder == seat:
                    mine += 1
                    if free:
                        free -= 1
                        beaten += 1
                elif rivals >> holder & 1:
                    theirs += 1
                    free += 1
                at += 1
            free += others - theirs
            rest = own - mine
            beaten += free if free < rest else rest
            while best < own - beaten:
                depths |= depth << 4 * best
                best += 1
            depth += 1
        self.depths[4 * cards + seat] = depths
        return best

    def secure(self, left: i64) -> bool:
        """Whether the declarer need not win a trick, whatever the others play, once off the lead.

        He need not when in every suit his lowest card is lower than the lowest of the others, his
        second lowest than their second lowest, and so on: he always plays the highest card that
        does not win, or throws off his highest, and it stays so. He may hold no trump, which he
        could have to ruff with.
        """
        if left & self.trumps & self.hand(self.victim):
            return False
        suit: i64 = 0
        while suit < 4:
            if not self.known_of(suit, self.part(left, suit)) >> _SAFE:
                return False
            suit += 1
        mark: i64 = 0
        hand = self.hand(self.victim) & left
        suit = 0
        while suit < 4:
            lane = left & self.lane(suit)
            theirs = lane & ~hand
            if hand & lane:
                # Below the lowest of theirs all are his.
                mark |= lane & -(theirs & -theirs)
            suit += 1
        self.mark = mark
        return True

    def losing(self, left: i64, leader: i64, tricks: i64, need: i64) -> i64:
        """Whether the declarer can lose so many tricks: 1 or 0, or -1 where that is not clear.

        On lead he loses none only if in every suit each of the others has a card lower than his
        lowest, a second one lower than his second lowest, and so on. Otherwise he gets off lead by
        the lowest card of a suit in which one of them has only higher cards: whoever is to have no
        card of such suits then has thrown one to every trick before. So he loses every other trick.

        Args:
            left: the cards left, no trumps among them.
            leader: who leads.
            tricks: how many are left.
            need: how many he is to lose, at least one.
        """
        leads: i64 = 1 if leader == self.victim else 0
        if need > 1 and not leads and tricks < 2 * need:
            return -1
        e0 = self.known_of(0, left & self.mask0)
        e1 = self.known_of(1, left >> self.start1 & self.mask1)
        e2 = self.known_of(2, left >> self.start2 & self.mask2)
        e3 = self.known_of(3, left >> self.start3 & self.mask3)
        caught = True
        seat: i64 = 0
        while seat < self.seats:
            if seat != self.victim:
                shift = 12 * seat
                if (e0 | e1 | e2 | e3) >> shift + 4 & 15:
                    caught = False
                if need == 1:
                    place: i64 = 4 if leads or seat == leader else 8
                    suit: i64 = 0
                    while suit < 4:
                        entry = e0 if suit == 0 else e1 if suit == 1 else e2 if suit == 2 else e3
                        found = entry >> shift + place & 15
                        if found:
                            self.mark = self._lowest(left, suit, found)
                            return 1
                        suit += 1
            seat += 1
        if leads and caught and self.friends == two_to(self.victim):
            self.mark = left
            return 0
        if tricks < 2 * need - leads:
            return -1
        mark: i64 = 0
        time: i64 = 1
        while time <= need:
            seat = 0
            while seat < self.seats:
                if seat != self.victim:
                    more: i64 = 0
                    exits: i64 = 0
                    suit = 0
                    while suit < 4:
                        entry = e0 if suit == 0 else e1 if suit == 1 else e2 if suit == 2 else e3
                        if entry >> 12 * seat & 15 >= time:
                            lane = left & self.lane(suit)
                            more += count_of(lane & self.hand(seat))
                            exits |= self._lowest(left, suit, time)
                        suit += 1
                    if more >= 2 * time - leads - (1 if seat == leader else 0):
                        mark |= exits
                        break
                seat += 1
            if seat == self.seats:
                return -1
            time += 1
        self.mark = mark
        return 1

    def _lowest(self, left: i64, suit: i64, number: i64) -> i64:
        """The so manyth lowest card of the declarer in a suit."""
        cards = left & self.lane(suit) & self.hand(self.victim)
        while number > 1:
            cards &= cards - 1
            number -= 1
        return cards & -cards

    def known_of(self, suit: i64, cards: i64) -> i64:
        """What is known of the declarer's cards of a suit beside those of the others.

        Of every seat, twelve bits each: how many of his lowest cards are lower than all of its; the
        largest number of which his card, counted from the lowest one, is lower than the seat's; and
        the same without the seat's highest card. Above them, whether he need not win in the suit.

        Args:
            suit: its number.
            cards: the cards of it that are left, moved to the lowest bits.
        """
        found: i64 = self.known[suit][cards]
        if found >= 0:
            return found
        found = 0
        entry = self.entry(suit, cards)
        length = entry >> LENGTHS + 4 * self.victim & 15
        others: i64 = 0
        safe: i64 = 1
        seat: i64 = 0
        while seat < self.seats:
            mine: i64 = 0
            theirs: i64 = 0
            below: i64 = 0
            higher: i64 = 0
            without: i64 = 0
            # From the lowest card up.
            shift = 28 - 2 * count_of(cards)
            while shift < 28:
                holder = entry >> shift & 3
                if holder == self.victim:
                    mine += 1
                elif holder == seat:
                    theirs += 1
                    if theirs == 1:
                        below = mine
                    if mine >= theirs:
                        without = higher
                        higher = theirs
                elif seat == self.victim:
                    others += 1
                    if mine < length and others > mine:
                        safe = 0
                shift += 2
            if higher < theirs:
                without = higher
            found |= (below | higher << 4 | without << 8) << 12 * seat
            seat += 1
        found |= safe << _SAFE
        self.known[suit][cards] = found
        return found
