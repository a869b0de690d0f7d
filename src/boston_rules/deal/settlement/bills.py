"""The bill of a deal: pure, and usable without a game.

>>> import boston_rules as br
>>> bill = settle(
...     br.get_variant("fontainebleau"),
...     Contract("5", 0, trump=br.HEARTS),
...     Outcome(tricks=(7, 2, 2, 2), honours=(3, 0, 0, 0)),
...     pool=50,
... )
>>> bill.deltas, bill.pool
((170, -40, -40, -40), 0)
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from operator import add
from typing import Final, Never

from attrs import evolve, field, frozen

from boston_rules.core.arguments import check_type, is_seat, shortened, tuple_of
from boston_rules.core.contract import Contract, Infraction, Outcome
from boston_rules.core.display import html_of
from boston_rules.core.errors import SettlementError
from boston_rules.core.making import maker
from boston_rules.core.saying import Player, Said, joined, say, say_as
from boston_rules.core.sources import Cite, source_of, with_source
from boston_rules.core.transfers import (
    POOL,
    SET_ASIDE,
    Account,
    Line,
    Moves,
    Transfer,
    halves,
    line_of,
    transfer_of,
)
from boston_rules.deal.settlement.penalties import judge, lost_by_misdeal
from boston_rules.deal.settlement.tariff import Priced, Tariff, of_side, tariff_of
from boston_rules.deal.settlement.validation import validate
from boston_rules.deal.terms import completed
from boston_rules.rules.cases import most_honours, times
from boston_rules.rules.counts import count_play, counts_of
from boston_rules.rules.laws import RevokeLaw
from boston_rules.rules.passed_out import PassedOut
from boston_rules.rules.variant import Variant, as_variant

__all__ = ["Settlement", "counts_honours", "settle", "settle_unchecked"]

_ALL_PASSED: Final = say("all passed")
_GRAND: Final = say_as("heading of a bill", "grand")
_LOST_BY_MISDEAL: Final = say("misdeal: the dealer loses the deal")
_ABOVE_CAP: Final = say("above the cap of the pool")
_BOSTON: Final = say("the Boston")
_CHICANE: Final = say("chicane")
_CONTRACT_LOST: Final = say("contract lost")
_CONTRACT_MADE: Final = say("contract made")
_END: Final = say("end of the session")
_FOR_REVOKE: Final = say("revoke")
_MISDEAL: Final = say("fine for a misdeal")
_OUT_OF_TURN: Final = say("fine for a card out of turn")
_REVOKE: Final = say("fine for a revoke")


@frozen
class Settlement:
    """What everybody pays and gets for one deal. Antes are not part of it."""

    transfers: tuple[Transfer, ...]
    """Who pays whom how many chips and what for, in the order of the bill."""
    deltas: tuple[int, ...]
    """Chips that each seat wins in all, or with a minus loses."""
    pool: int
    """Chips in the pool afterwards."""
    set_aside: int
    """Chips that a capped pool has set aside, afterwards."""
    made: bool | None
    """Whether the contract was made; ``None`` when all passed."""
    heading: str = field(default="", eq=False)
    """The contract and its verdict in words."""
    has_pool: bool = field(default=False, eq=False, repr=False)
    """Whether the game is known to have a pool; a bill that was only read does not tell."""

    penalties: tuple[str, ...] = field(default=(), eq=False, repr=False)
    """What became of each revoke, in words; a bill that was only read does not tell."""

    @property
    def mentions_pool(self) -> bool:
        """Whether there is a pool to speak of."""
        if self.has_pool or self.pool or self.set_aside:
            return True
        return any(POOL in (paid.payer, paid.payee) for paid in self.transfers)

    def explain(self) -> str:
        """A readable bill: one line a transfer, with its reasons."""
        paid = list(map(str, self.transfers)) or [say("nobody pays")]
        lines = [joined("", ("  ", line)) for line in (*self.penalties, *paid, self._in_all())]
        return joined("\n", [self.heading, *lines] if self.heading else lines)

    def _in_all(self) -> Said:
        changes = joined(
            ", ",
            [joined(" ", (Player(seat), f"{chips:+d}")) for seat, chips in enumerate(self.deltas)],
        )
        pool, aside = self.pool, self.set_aside
        if aside:
            return say(
                "in all: {changes}; pool {pool}, set aside {aside}",
                changes=changes,
                pool=pool,
                aside=aside,
            )
        if self.mentions_pool:
            return say("in all: {changes}; pool {pool}", changes=changes, pool=pool)
        return say("in all: {changes}", changes=changes)

    def __str__(self) -> str:
        return self.explain()

    def _repr_html_(self) -> str:
        """The table that a notebook shows."""
        return html_of(self)


_settlement: Final = maker(Settlement)


class _Ledger:
    """Accounts while a settlement is drawn up."""

    __slots__ = ("cap", "deltas", "pool", "set_aside", "transfers", "variant")

    def __init__(self, seats: int, pool: int, set_aside: int, variant: Variant) -> None:
        self.deltas = [0] * seats
        self.pool = pool
        self.set_aside = set_aside
        self.variant = variant
        self.cap = None if variant.pool is None else variant.pool.cap
        self.transfers: list[Transfer] = []

    def post(self, transfer: Transfer) -> None:
        """A transfer of a rule, between seats or with the pool."""
        chips = transfer.chips
        if chips:
            self.transfers.append(transfer)
            if isinstance(transfer.payer, int):
                self.deltas[transfer.payer] -= chips
            else:
                self.pool -= chips
            if isinstance(transfer.payee, int):
                self.deltas[transfer.payee] += chips
            else:
                self._filled(chips)

    def feed(self, payer: int, chips: int, reason: str, source: Cite | None) -> None:
        """From a seat to the pool; nothing is written for no chips."""
        if chips:
            self.deltas[payer] -= chips
            self.transfers.append(_transfer(payer, POOL, chips, reason, source))
            self._filled(chips)

    def draw(self, payee: int, chips: int, reason: str, source: Cite | None) -> None:
        """From the pool to a seat; nothing is written for no chips."""
        if chips:
            self.deltas[payee] += chips
            self.pool -= chips
            self.transfers.append(_transfer(POOL, payee, chips, reason, source))

    def _filled(self, chips: int) -> None:
        self.pool += chips
        if self.cap is not None and self.pool > self.cap:
            over = self.pool - self.cap
            self.pool = self.cap
            self.set_aside += over
            source = source_of(self.variant.pool)
            self.transfers.append(_transfer(POOL, SET_ASIDE, over, _ABOVE_CAP, source))

    def move(self, moves: Moves) -> None:
        """Transfers with what they bring to each seat."""
        transfers, gains = moves
        self.transfers += transfers
        self.deltas = list(map(add, self.deltas, gains))

    def give_back(self) -> None:
        """What was set aside returns to the pool, which has no cap any more."""
        if not self.set_aside:
            return
        source = self.variant.session.source
        self.transfers.append(_transfer(SET_ASIDE, POOL, self.set_aside, _END, source))
        self.pool += self.set_aside
        self.set_aside = 0


@lru_cache(maxsize=4096)
def _transfer(
    payer: Account, payee: Account, chips: int, reason: str, source: Cite | None
) -> Transfer:
    """Transfers of one line: the same few sums go to and fro."""
    return transfer_of(payer, payee, (line_of(chips, reason, source),))


def settle(
    variant: Variant | str,
    contract: Contract | None,
    outcome: Outcome,
    pool: int = 0,
    set_aside: int = 0,
    last: bool = False,
    *,
    dealer: int = 0,
    infractions: Iterable[Infraction] = (),
    grand: bool = False,
    stakes: int | None = None,
    **facts: Never,
) -> Settlement:
    """Settle a deal.

    Args:
        variant: the rules, or the slug of a registered variant.
        contract: what was played; ``None`` when all passed.
        outcome: what happened.
        pool: chips in the pool, the antes of this deal included.
        set_aside: chips that a capped pool has set aside.
        last: whether it is the last deal of the session, which empties the pool.
        dealer: the dealing seat, from whose left odd chips are handed out.
        infractions: misdeals and established revokes, in order, which the law of the variant
            penalizes, whether or not the engine would have let them happen. The tricks of the
            outcome are those won at the table, without what is forfeited; where a revoke gives the
            trick itself to the other side they are those after that, and where it ends the deal
            they add up to as many as were played.
        grand: whether it is the grand that ends a session, which has no contract.
        stakes: what payments between players are multiplied by in a deal that nobody bid, as in
            the first deal of a session unless stated; a contract says so itself.

    Raises:
        SettlementError: no deal of the variant can have this contract and outcome; every problem
            is listed.
        VariantError: no variant has the slug.
        TypeError: not an outcome, a contract, a variant or infractions at all, or a fact that
            belongs to one of them.

    A revoke under the law of *Classic Boston*: three of the opponents' tricks are the declarer's,
    who has made seven instead of four.

    >>> import boston_rules as br
    >>> print(
    ...     br.settle(
    ...         br.get_variant("classic"),
    ...         br.Contract("7", 0, trump=br.SPADES),
    ...         br.Outcome(tricks=(4, 5, 2, 2)),
    ...         pool=10,
    ...         infractions=[br.Infraction("revoke", 1)],
    ...     )
    ... )
    Seven ♠ by seat 0: made
      seat 1 revoked: 3 tricks more for the declarer's side [WEB, Gameplay, 6; ruling P41]
      seat 1 pays seat 0 20: Seven
      seat 2 pays seat 0 20: Seven
      seat 3 pays seat 0 20: Seven
      the pool pays seat 0 10: contract made
      in all: seat 0 +70, seat 1 -20, seat 2 -20, seat 3 -20; pool 0
    """
    for name in facts:
        raise TypeError(
            f"settle() takes no argument {shortened(name)}: what was bid is a br.Contract, "
            "and what happened a br.Outcome, as in br.settle('classic', "
            "br.Contract('6', 0, br.HEARTS), br.Outcome(tricks=(7, 2, 2, 2)))"
        )
    variant = as_variant(variant)
    check_type("outcome", outcome, Outcome, "an Outcome, such as br.Outcome((7, 2, 2, 2))")
    expected = "a Contract, such as br.Contract('5', 0, trump=br.HEARTS), or None"
    check_type("contract", contract, Contract | None, expected)
    if contract is not None and is_seat(contract.declarer, variant.seats):
        contract = completed(variant, contract)
    infractions = tuple_of("infractions", infractions, "a sequence of Infraction")
    given = (variant, contract, outcome, pool, set_aside)
    problems = validate(*given, dealer, infractions, last, grand, stakes)
    if problems:
        raise SettlementError(problems)
    at = variant.stakes[0] if stakes is None else stakes
    return settle_unchecked(*given, last or grand, dealer, infractions, grand, at)


def settle_unchecked(
    variant: Variant,
    contract: Contract | None,
    outcome: Outcome,
    pool: int,
    set_aside: int,
    last: bool,
    dealer: int,
    infractions: tuple[Infraction, ...] = (),
    grand: bool = False,
    stakes: int = 1,
) -> Settlement:
    """Settle without a check: the contract is completed, the outcome is one that can be.

    The stakes are those of a deal that nobody bid; a contract has its own.
    """
    seats = len(outcome.tricks)
    ledger = _Ledger(seats, pool, set_aside, variant)
    eldest = (dealer + 1) % seats
    made: bool | None = None
    heading: str = _GRAND if grand else _ALL_PASSED
    failed = lost = False
    penalties: tuple[str, ...] = ()
    revokes: list[int] = []
    before_lead = outcome.conceded and not any(outcome.tricks)
    if infractions or outcome.conceded:
        revokes = [each.seat for each in infractions if each.kind == "revoke"]
        lost = lost_by_misdeal(variant, infractions)
        judged = judge(variant, contract, outcome, infractions)
        outcome, failed, penalties = judged.outcome, judged.failed, judged.penalties
        _fine_misdeals(ledger, variant, infractions)
    if lost:
        heading = _LOST_BY_MISDEAL
    elif contract is None and revokes and variant.laws.revoke.each_other:
        _settle_revokes_alone(ledger, variant, revokes, stakes)
    elif contract is None:
        rule = variant.passed_out
        if grand and variant.session.grand is not None:
            rule = variant.session.grand
            ledger.give_back()
        counted = count_play(counts_of((rule,)), outcome.played, seats)
        for transfer in rule.transfers(PassedOut(outcome.tricks, ledger.pool, eldest, counted)):
            pooled = POOL in (transfer.payer, transfer.payee)
            if variant.pool is not None or not pooled:
                factor = 1 if pooled else stakes
                ledger.post(_multiplied(transfer.cited(source_of(rule)), factor))
    else:
        tariff = tariff_of(variant, contract)
        priced = tariff.priced(outcome, failed=True) if failed else tariff.priced(outcome)
        made = priced.made
        heading = tariff.heading(made, outcome.slam)
        _settle_holdings(ledger, variant, contract, outcome)
        if revokes and variant.laws.revoke.offender_pays:
            _settle_revokes(ledger, variant, revokes, tariff, outcome)
        else:
            # A bid that was conceded before the first lead was not contested.
            contested = tariff.contested and not before_lead
            _settle_contract(ledger, variant, contract, outcome, tariff, priced, contested)
    if infractions:
        _fine_offences(ledger, variant, infractions)
    if last:
        ledger.give_back()
        if ledger.pool:
            side = () if contract is None else contract.side
            without = variant.session.without(made, side)
            source = variant.session.source
            ledger.move(_divided(ledger.pool, eldest, seats, without, source))
            ledger.pool = 0
    return _settlement(
        tuple(ledger.transfers),
        tuple(ledger.deltas),
        ledger.pool,
        ledger.set_aside,
        made,
        heading,
        variant.pool is not None,
        penalties,
    )


def counts_honours(
    variant: Variant,
    contract: Contract,
    outcome: Outcome,
    infractions: tuple[Infraction, ...] = (),
) -> bool:
    """Whether a bill would be another if the declarer's side had been dealt other honours.

    At Fontainebleau after Foster they are counted in a bid that is made, in none that is lost.

    >>> import boston_rules as br
    >>> variant, contract = br.get_variant("fontainebleau-foster"), br.Contract("7", 0, br.DIAMONDS)
    >>> outcomes = br.Outcome(tricks=(7, 2, 2, 2)), br.Outcome(tricks=(5, 4, 2, 2))
    >>> [counts_honours(variant, contract, outcome) for outcome in outcomes]
    [True, False]
    """
    contract = completed(variant, contract)
    bills = set()
    for number in range(most_honours(variant, contract.trump) + 1):
        honours = tuple([number * (seat == contract.declarer) for seat in range(variant.seats)])
        told = evolve(outcome, honours=honours)
        bill = settle_unchecked(variant, contract, told, 0, 0, False, 0, infractions)
        bills.add(bill.deltas)
    return len(bills) > 1


def _fine_misdeals(ledger: _Ledger, variant: Variant, infractions: tuple[Infraction, ...]) -> None:
    law = variant.laws.misdeal
    if variant.pool is not None:
        for each in infractions:
            if each.kind == "misdeal":
                due = law.due(touched=each.touched)
                ledger.feed(each.seat, due, _reason(_MISDEAL, law.source), law.source)


def _fine_offences(ledger: _Ledger, variant: Variant, infractions: tuple[Infraction, ...]) -> None:
    revoke, whist = variant.laws.revoke, variant.laws.whist
    if variant.pool is not None:
        for each in infractions:
            if each.kind == "revoke":
                fine = _reason(_REVOKE, revoke.source)
                ledger.feed(each.seat, revoke.fine, fine, revoke.source)
            elif each.kind == "out-of-turn" and whist is not None:
                due = whist.misere_fine or 0
                reason = _reason(_OUT_OF_TURN, whist.source)
                ledger.feed(each.seat, due, reason, whist.source)


def _multiplied(transfer: Transfer, stakes: int) -> Transfer:
    """A payment between players, at the stakes of the deal."""
    if stakes == 1:
        return transfer
    lines = tuple([times(stakes, line) for line in transfer.lines])
    return transfer_of(transfer.payer, transfer.payee, lines)


def _settle_revokes_alone(
    ledger: _Ledger, variant: Variant, revokes: list[int], stakes: int
) -> None:
    """In a deal that nobody bid only those who revoked pay, everybody else."""
    law, seats = variant.laws.revoke, len(ledger.deltas)
    line = times(stakes, line_of(law.each_other, *_for_revoke(law)))
    for offender in revokes:
        for step in range(1, seats):
            payee = (offender + step) % seats
            ledger.post(transfer_of(offender, payee, (line,)))


def _settle_revokes(
    ledger: _Ledger, variant: Variant, revokes: list[int], tariff: Tariff, outcome: Outcome
) -> None:
    """Only those who revoked pay, each of the other side; they double the pool, which stays."""
    law, chips = variant.laws.revoke, tariff.bare(outcome.slam)
    for offender in revokes:
        for payee in tariff.others if offender in tariff.side else tariff.side:
            ledger.post(_transfer(offender, payee, chips, *_for_revoke(law)))
        if variant.pool is not None:
            ledger.feed(offender, ledger.pool, *_for_revoke(law))


def _for_revoke(law: RevokeLaw) -> tuple[str, Cite | None]:
    return _reason(_FOR_REVOKE, law.source), law.source


@lru_cache(maxsize=256)
def _reason(what: Said, source: Cite | None) -> str:
    """What chips are for, with the law: the same few reasons come again and again."""
    return with_source(what, source)


def _settle_contract(
    ledger: _Ledger,
    variant: Variant,
    contract: Contract,
    outcome: Outcome,
    tariff: Tariff,
    priced: Priced,
    contested: bool,
) -> None:
    made, chips = priced.made, priced.chips
    side, others, tricks = tariff.side, tariff.others, outcome.tricks
    sharing = side if len(side) == 1 else _sharing(variant, contract, outcome, made=made)
    if chips:
        # Two are each paired with one opponent; one stands against all, with three seats on either
        # side.
        pairs = max(len(sharing), len(others))
        parties = sharing * (pairs // len(sharing))
        if len(sharing) == len(others) == 2:
            others = variant.payments.shares.facing(sharing, others, made=made)
        opponents = others * (pairs // len(others))
        payers, payees = (opponents, parties) if made else (parties, opponents)
        ledger.move(priced.paid(payers, payees, len(tricks)))
    if not made and variant.pool is not None:
        taken = of_side(tricks, side)
        due = variant.pool.lost.due(
            tariff.step, variant.ladder, price=chips, pool=ledger.pool, tricks=taken
        )
        for seat, share in _shares(sharing, due):
            ledger.feed(seat, share, _CONTRACT_LOST, source_of(variant.pool.lost))
    elif made and ledger.pool:
        takes, source = _takes_pool(variant, outcome, tariff, priced, contested)
        for seat, share in _shares(sharing, ledger.pool) if takes else ():
            ledger.draw(seat, share, _CONTRACT_MADE, source)


def _settle_holdings(
    ledger: _Ledger, variant: Variant, contract: Contract, outcome: Outcome
) -> None:
    """What is paid for cards that were dealt, whatever became of the contract."""
    seats = len(outcome.tricks)
    if variant.chicane is not None and outcome.chicane:
        line = Line(variant.chicane.chips, _CHICANE, source_of(variant.chicane))
        line = times(contract.stakes, line)
        for seat in outcome.chicane:
            ledger.move(_collected(seat, line, seats))
    bonus = variant.boston_bonus
    if bonus is not None and contract.trump is not None and outcome.boston is not None:
        line = times(contract.stakes, Line(bonus.chips, _BOSTON, bonus.source))
        ledger.move(_collected(outcome.boston, line, seats))


def _shares(side: tuple[int, ...], chips: int) -> tuple[tuple[int, int], ...]:
    """Chips by seat."""
    if len(side) == 1:
        return ((side[0], chips),)
    first, second = halves(chips)
    return (side[0], first), (side[1], second)


def _collected(payee: int, line: Line, seats: int) -> Moves:
    """The same from every other player."""
    if not line.chips:
        return (), (0,) * seats
    others = [seat for seat in range(seats) if seat != payee]
    chips = line.chips
    gains = tuple(len(others) * chips if seat == payee else -chips for seat in range(seats))
    return tuple(transfer_of(payer, payee, (line,)) for payer in others), gains


def _takes_pool(
    variant: Variant, outcome: Outcome, tariff: Tariff, priced: Priced, contested: bool
) -> tuple[bool, Cite | None]:
    """Whether a made contract takes the pool, and the source of the rule that says so."""
    contest, concession, pool = variant.contest, variant.concession, variant.pool
    takes, source = tariff.takes, None if pool is None else source_of(pool.taken_by)
    if tariff.contested and contest is not None:
        takes, source = contested and contest.takes_pool(priced.taken), source_of(contest)
    if takes and outcome.conceded and concession is not None:
        takes = concession.takes_pool(tariff.step, variant.ladder)
        source = source_of(concession)
    return takes, source


def _sharing(
    variant: Variant, contract: Contract, outcome: Outcome, *, made: bool
) -> tuple[int, ...]:
    """Who of two partners is paid, or pays. A slam is lost by those who would be paid for it."""
    (partner,) = contract.side[1:]
    shares = variant.payments.shares
    if made or outcome.slam is not None:
        who = shares.paid
    else:
        who = shares.liable(outcome.tricks[contract.declarer], outcome.tricks[partner])
    if who == "both":
        return contract.side
    return (contract.declarer,) if who == "declarer" else (partner,)


@lru_cache(maxsize=4096)
def _divided(
    pool: int, eldest: int, seats: int, without: tuple[int, ...], source: Cite | None
) -> Moves:
    """What each gets of a pool after the last deal, odd chips from eldest on."""
    order = [(eldest + step) % seats for step in range(seats)]
    order = [seat for seat in order if seat not in without]
    share, odd = divmod(pool, len(order))
    gains = {seat: share + (place < odd) for place, seat in enumerate(order)}
    transfers = (
        _transfer(POOL, seat, chips, _END, source) for seat, chips in gains.items() if chips
    )
    return tuple(transfers), tuple(gains.get(seat, 0) for seat in range(seats))
