"""What the golden tables and the rules around them say of a deal, written down without the library.

A :class:`House` lists, for one variant, who may be partners, which bids take the pool and what a
lost bid puts into it; prices come from the tables under ``golden/``. Together they draw up a bill
that the library's bill is held against.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Literal

from attrs import evolve, frozen
from tests.settlement.bills import golden, pairs

import boston_rules as br

Payment = tuple[int | str, int | str, int]
"""Payer, payee, chips."""
Flows = list[tuple[str, str, int]]

SUITS = {suit.letter: suit for suit in br.Suit}

_FONTAINEBLEAU = (
    *("5", "6", "little-misere", "7", "piccolissimo", "8", "grand-misere", "9"),
    *("little-misere-table", "10", "grand-misere-table", "11", "12", "13", "13-table"),
)
_TWO_PACK = (
    *("5", "6", "7", "little-misere", "8", "9", "grand-misere", "10", "11"),
    *("little-spread", "12", "grand-spread", "13"),
)
_DISCARDS = ("little-misere", "piccolissimo", "little-misere-table", "little-spread")
_NAMED = {"demande": 5, "independance": 8, "13-table": 13}


@frozen(kw_only=True)
class House:
    """The rules around the prices of one variant."""

    slug: str
    keys: tuple[str, ...]
    partners: Literal["none", "any", "opposite"] = "none"
    joint: tuple[str, ...] = ()
    """Bids that need three tricks more when two play them."""
    takes: tuple[str, ...] = ()
    """Bids that take the pool when made."""
    fed: Literal["price", "double", "nothing"] = "double"
    """What a lost bid puts into the pool."""
    feeds: tuple[str, ...] = ()
    """The bids that do so when lost."""
    spared_at: int | None = None
    """With so many tricks of the side a lost bid of tricks feeds nothing."""
    quotas: tuple[int, int] | None = None
    cap: int | None = None
    pool_at_seven: tuple[str, ...] = ()
    """Bids that take the pool when made with seven tricks or more."""
    all_pass: Literal["fewest", "most", "thrown"] = "thrown"
    """The fewest tricks take the pool, the most pay, or the hands are thrown in."""
    all_pass_chips: int = 0
    """What a trick of difference, or throwing in, costs."""
    honours: bool = False
    bidder_alone: bool = False
    """The bidder of a fixed side has all payments and the pool to himself."""
    as_won: bool = False
    """Special bids that are lost cost what they would have won."""

    @property
    def tables(self) -> tuple[str, ...]:
        """The golden tables, a later one before an earlier one."""
        return (f"{self.slug}.csv", *(("special-losses-as-won.csv",) if self.as_won else ()))

    @property
    def trick_bids(self) -> tuple[str, ...]:
        """Bids to win tricks with trumps."""
        return tuple(key for key in self.keys if bid_of(key) is not None)

    @property
    def exact_bids(self) -> tuple[str, ...]:
        """Misères and Piccolissimo."""
        return tuple(key for key in self.keys if bid_of(key) is None)


def _at_or_above(keys: tuple[str, ...], low: str) -> tuple[str, ...]:
    return keys[keys.index(low) :]


_SEVEN_UP = _at_or_above(_TWO_PACK, "7")
_CLASSIC = (
    *("5", "6", "7", "petite-misere", "8", "grande-misere", "9", "10", "misere-ouverte"),
    *("11", "12", "13"),
)
_FIVE_TO_TEN = ("5", "6", "7", "8", "9", "10")
_MARILAND = tuple(str(number) for number in range(4, 14))
_CAPPED = tuple(key for key in _TWO_PACK if key not in ("grand-spread", "13"))
_NUMBERS = tuple(str(number) for number in range(5, 14))

HOUSES = {
    house.slug: house
    for house in (
        House(
            slug="fontainebleau-cats",
            keys=_FONTAINEBLEAU,
            partners="any",
            joint=_FIVE_TO_TEN,
            takes=_at_or_above(_FONTAINEBLEAU, "7"),
            feeds=_at_or_above(_FONTAINEBLEAU, "7"),
            spared_at=7,
            all_pass="fewest",
            honours=True,
        ),
        *(
            House(
                slug=slug,
                keys=_FONTAINEBLEAU,
                partners="opposite" if slug == "russian-partnership" else "any",
                joint=_FIVE_TO_TEN,
                takes=_FONTAINEBLEAU,
                fed="price",
                feeds=_FONTAINEBLEAU,
                all_pass="fewest",
            )
            for slug in ("fontainebleau-hoyle", "russian", "russian-partnership")
        ),
        House(
            slug="american-decimal",
            keys=_TWO_PACK,
            takes=_SEVEN_UP,
            feeds=_TWO_PACK,
            all_pass="most",
            all_pass_chips=5,
        ),
        *(
            House(
                slug=slug,
                keys=_TWO_PACK,
                takes=_SEVEN_UP,
                feeds=_TWO_PACK,
                cap=250,
                all_pass_chips=10,
            )
            for slug in ("boston-whist", "english-boston")
        ),
        House(
            slug="two-pack-hoyle",
            keys=_TWO_PACK,
            takes=_SEVEN_UP,
            feeds=_SEVEN_UP,
            cap=50,
            all_pass_chips=2,
            pool_at_seven=("5", "6"),
        ),
        House(
            slug="american-partnership",
            keys=_NUMBERS,
            partners="opposite",
            takes=_NUMBERS[2:],
            feeds=_NUMBERS,
            bidder_alone=True,
        ),
        House(
            slug="american-capped",
            keys=_CAPPED,
            takes=_at_or_above(_CAPPED, "7"),
            feeds=_CAPPED,
            all_pass_chips=5,
        ),
        House(slug="classic", keys=_CLASSIC, takes=_CLASSIC, fed="nothing", all_pass_chips=5),
        House(slug="mariland", keys=_MARILAND, takes=_MARILAND, feeds=_MARILAND),
        House(
            slug="whisch-bostonien",
            keys=("demande", "independance"),
            partners="any",
            joint=("demande",),
            takes=("demande", "independance"),
            feeds=("demande", "independance"),
            quotas=(5, 3),
        ),
    )
}
"""The thirteen variants of these tables."""


def bid_of(key: str) -> int | None:
    """Tricks bid; none for misères and Piccolissimo."""
    return _NAMED.get(key, int(key) if key.isdigit() else None)


TRICK_BIDS = [(slug, key) for slug, house in HOUSES.items() for key in house.trick_bids]
EXACT_BIDS = [(slug, key) for slug, house in HOUSES.items() for key in house.exact_bids]


def house_of(variant: br.Variant) -> House:
    """The house of a variant with the options it has."""
    options = variant.options()
    house = HOUSES[variant.slug]
    if options.get("special_losses") == "as-won":
        house = evolve(house, as_won=True)
    if options.get("all_pass") == "general-misery":
        house = evolve(house, all_pass="most", all_pass_chips=10)
    if options.get("concessions") is False:
        house = evolve(house, pool_at_seven=())
    return house


def goal_of(key: str) -> int:
    """Tricks that a misère (none) or Piccolissimo (one) must win exactly."""
    return 1 if key == "piccolissimo" else 0


def played_of(key: str) -> int:
    """Tricks in the deal: twelve after discards."""
    return 12 if key in _DISCARDS or key == "petite-misere" else 13


def target_of(house: House, key: str, *, two: bool) -> int:
    """Tricks a side must win."""
    bid = bid_of(key)
    assert bid is not None
    return bid + 3 if two and key in house.joint else bid


def rows_of(house: House, key: str) -> list[dict[str, str]]:
    """The cells of a contract."""
    cells = {
        (row["suit_class"], row["tricks_relation"], row["side"]): row
        for table in house.tables
        for row in golden(table)
        if row["contract"] == key
    }
    return list(cells.values())


@cache
def _prices(house: House) -> dict[tuple[str, str, str, str], int]:
    return {
        (key, row["suit_class"], row["tricks_relation"], row["side"]): int(row["chips"])
        for key in house.keys
        for row in rows_of(house, key)
    }


def honours_of(house: House, key: str, suit: br.Suit, held: int, side: str) -> int:
    """What honours add, where they are counted."""
    if not house.honours:
        return 0
    # Where special losses are as won, a slam on the table is lost like any other bid of tricks.
    row_key = "13" if house.as_won and key == "13-table" else key
    wanted = (row_key, suit.letter, str(held), side)
    (cell,) = (
        row
        for row in golden("honours-cats.csv")
        if (row["contract"], row["suit_class"], row["honours"], row["side"]) == wanted
    )
    return int(cell["chips"])


def price_class(slug: str, contract: br.Contract) -> str:
    """The entry of the column ``suit_class`` for a contract."""
    if contract.trump is None:
        return ""
    if slug in ("fontainebleau-cats", "fontainebleau-hoyle", "russian", "russian-partnership"):
        return contract.trump.letter
    if slug == "mariland":
        if contract.trump is contract.belle:
            return "superpreference"
        return "preference" if contract.trump is contract.turned else "other"
    return ""


def every_trick(slug: str, key: str, *, two: bool) -> int:
    """The bonus for all thirteen tricks, where there is one."""
    played = "partner" if two else "alone"
    return sum(
        int(row["chips"])
        for row in golden("every-trick.csv")
        if (row["variant"], row["contract"], row["played"]) == (slug, key, played)
    )


def price_of(house: House, contract: br.Contract, outcome: br.Outcome) -> tuple[bool, int]:
    """Made or lost, and what one opponent pays or is paid."""
    slug, key = house.slug, contract.key
    two = contract.partner is not None
    taken = sum(outcome.tricks[seat] for seat in contract.side)
    if bid_of(key) is None:
        made = outcome.tricks[contract.declarer] == goal_of(key)
        relation = ""
    else:
        difference = 0 if outcome.conceded else taken - target_of(house, key, two=two)
        made, relation = difference >= 0, f"{difference:+d}"
    if outcome.conceded:
        made = True
    side = "made" if made else "lost"
    chips = _prices(house)[key, price_class(slug, contract), relation, side]
    if made and taken == 13 and not outcome.conceded:
        chips += every_trick(slug, key, two=two)
    held = sum(outcome.honours[seat] for seat in contract.side) if any(outcome.honours) else 0
    if contract.trump is not None:
        chips += honours_of(house, key, contract.trump, held, side)
    return made, chips


def foes_of(seats: int, declarer: int, partner: int | None = None) -> list[int]:
    """The opponents, clockwise from the bidder."""
    return [
        seat
        for seat in ((declarer + step) % seats for step in range(1, seats))
        if seat not in (declarer, partner)
    ]


def payments(
    house: House,
    contract: br.Contract,
    tricks: Sequence[int],
    *,
    made: bool,
    price: int,
    pool: int,
    conceded: bool = False,
) -> list[Payment]:
    """Every payment about a contract, in the order in which a pool feels them."""
    bidder, partner, key = contract.declarer, contract.partner, contract.key
    seats = len(tricks)
    taken = tricks[bidder] + (0 if partner is None else tricks[partner])
    alone = partner is None or house.bidder_alone
    payers: tuple[int, ...] = (bidder,) if partner is None or alone else (bidder, partner)
    if not made and partner is not None and house.quotas is not None:
        short = (tricks[bidder] < house.quotas[0], tricks[partner] < house.quotas[1])
        if short == (True, False):
            payers = (bidder,)
        elif short == (False, True):
            payers = (partner,)
    if len(payers) == 2 and partner is not None:
        ends = list(pairs(bidder, partner))
    else:
        ends = [(foe, payers[0]) for foe in foes_of(seats, bidder, partner)]
    found: list[Payment] = [
        (foe, own, price) if made else (own, foe, price) for foe, own in ends if price
    ]
    if made:
        seven = key in house.pool_at_seven and taken >= 7 and not conceded
        got = pool if key in house.takes or seven else 0
        shares = (got,) if alone else ((got + 1) // 2, got // 2)
        takers = contract.side[: len(shares)]
        found += [(br.POOL, seat, share) for seat, share in zip(takers, shares, strict=True)]
    else:
        due = 0
        spared = house.spared_at is not None and taken >= house.spared_at
        if key in house.feeds and not (spared and bid_of(key) is not None):
            due = price if house.fed == "price" else pool
        if house.fed == "nothing":
            due = 0
        shares = (due,) if len(payers) == 1 else ((due + 1) // 2, due // 2)
        found += [(seat, br.POOL, share) for seat, share in zip(payers, shares, strict=True)]
    return [payment for payment in found if payment[2]]


def capped(house: House, found: Sequence[Payment], pool: int) -> list[Payment]:
    """Payments, and what each lifts above the cap goes to the set-aside."""
    result: list[Payment] = []
    for payment in found:
        result.append(payment)
        pool += payment[2] * ((payment[1] == br.POOL) - (payment[0] == br.POOL))
        if house.cap is not None and payment[1] == br.POOL and pool > house.cap:
            result.append((br.POOL, br.SET_ASIDE, pool - house.cap))
            pool = house.cap
    return result


def _passed_out(
    house: House, tricks: Sequence[int], pool: int, eldest_first: Sequence[int]
) -> list[Payment]:
    if house.all_pass == "thrown":
        return [(seat, br.POOL, house.all_pass_chips) for seat in eldest_first]
    if house.all_pass == "fewest":
        winners = [seat for seat in eldest_first if tricks[seat] == min(tricks)]
        return [(br.POOL, seat, pool // len(winners)) for seat in winners]
    tied = [seat for seat in eldest_first if tricks[seat] == max(tricks)]
    found: list[Payment] = []
    for seat in eldest_first:
        due = house.all_pass_chips * (max(tricks) - tricks[seat])
        if seat in tied:
            continue
        if len(tied) == 2:
            found += [(tied[0], seat, (due + 1) // 2), (tied[1], seat, due // 2)]
        else:
            each = due if len(tied) == 1 else house.all_pass_chips
            found += [(payer, seat, each) for payer in tied]
    return found


def whole_bill(
    house: House,
    contract: br.Contract | None,
    outcome: br.Outcome,
    *,
    pool: int,
    set_aside: int = 0,
    last: bool = False,
    dealer: int = 0,
) -> tuple[Flows, int, int]:
    """Every payment as sorted flows, and what pool and set-aside hold afterwards."""
    seats = len(outcome.tricks)
    eldest_first = [(dealer + step) % seats for step in range(1, seats + 1)]
    if contract is None:
        found = _passed_out(house, outcome.tricks, pool, eldest_first)
    else:
        made, price = price_of(house, contract, outcome)
        found = payments(
            house,
            contract,
            outcome.tricks,
            made=made,
            price=price,
            pool=pool,
            conceded=outcome.conceded,
        )
    found = capped(house, [payment for payment in found if payment[2]], pool)
    for seat in outcome.chicane:
        found += [(other, seat, 2) for other in eldest_first if other != seat]

    def held(account: str, before: int) -> int:
        gains = sum(chips for _, payee, chips in found if payee == account)
        return before + gains - sum(chips for payer, _, chips in found if payer == account)

    if last:
        found.append((br.SET_ASIDE, br.POOL, held(br.SET_ASIDE, set_aside)))
        left = held(br.POOL, pool)
        found += [
            (br.POOL, seat, left // seats + (place < left % seats))
            for place, seat in enumerate(eldest_first)
        ]
    after = held(br.POOL, pool), held(br.SET_ASIDE, set_aside)
    flows = sorted((str(payer), str(payee), chips) for payer, payee, chips in found if chips)
    return flows, *after


def contracts_of(
    slug: str,
    key: str,
    price_row: str,
    declarer: int,
    partner: int | None = None,
) -> Iterator[br.Contract]:
    """Every contract that a cell is about: all trumps, and all turned cards that matter."""
    if bid_of(key) is None:
        yield br.Contract(key, declarer, partner=partner)
        return
    if price_row in SUITS:
        yield br.Contract(key, declarer, trump=SUITS[price_row], partner=partner)
        return
    for trump in br.Suit:
        if slug == "mariland":
            for turned in br.Suit:
                for belle in br.Suit:
                    contract = br.Contract(key, declarer, trump=trump, turned=turned, belle=belle)
                    if price_class(slug, contract) == price_row:
                        yield contract
        elif slug in ("american-capped", "american-partnership", "whisch-bostonien"):
            yield br.Contract(key, declarer, trump=trump, partner=partner, turned=trump)
        elif slug == "classic":
            yield br.Contract(key, declarer, trump=trump)
        else:
            for turned in br.Suit:
                name: Literal["plain", "colour", "preference"] = "plain"
                if turned is trump:
                    name = "preference"
                elif turned is trump.other_of_colour:
                    name = "colour"
                if slug == "english-boston" and name == "plain":
                    continue
                yield br.Contract(key, declarer, trump=trump, suit_class=name, turned=turned)
