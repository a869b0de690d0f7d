"""A second engine: one variant, ``classic``, written from its rules without the library.

    boston-rules conformance conformance classic --engine "python tiny_engine.py serve"

asks it every question of the corpus about that variant, over the line protocol that the README of
the corpus describes. Called without ``serve`` it shows what it says to a few questions. Nothing
but the standard library of Python is needed; an engine in any other language does the same.
"""

from __future__ import annotations

import json
import sys
from copy import copy
from typing import Any

RANKS = "23456789TJQKA"
SUITS = "SCHD"
"""From low to high in the auction."""
PACKETS = (4, 4, 5)
SEATS = range(4)
ANTE = 10
FINE = 5
"""What everybody pays into the pool when all pass."""
DEALS = 16

PRICES = {
    "5": 10,
    "6": 15,
    "7": 20,
    "petite-misere": 20,
    "8": 40,
    "grande-misere": 40,
    "9": 60,
    "10": 90,
    "misere-ouverte": 90,
    "11": 130,
    "12": 180,
    "13": 400,
}
"""The ladder, lowest first, with the price of each bid."""
LADDER = [(key, suit) for key in PRICES for suit in (SUITS if key.isdigit() else (None,))]
"""Every bid, lowest first."""


class Unsupported(Exception):
    """A question about something else than these rules."""


def price(key: str, taken: int) -> tuple[bool, int]:
    """Whether a contract is made with so many tricks, and what an opponent pays or gets."""
    if not key.isdigit():
        return taken == 0, PRICES[key]
    return taken >= int(key), PRICES[key] + 5 * abs(taken - int(key))


class Deal:
    """One deal from its first call on; the phases are auction, discard, play and over."""

    def __init__(self, dealer: int, hands: list[list[str]]) -> None:
        self.eldest = (dealer + 1) % 4
        self.hands = [sorted(hand) for hand in hands]
        self.phase = "auction"
        self.actor: int | None = self.eldest
        self.standing: int | None = None
        """The place of the standing bid on the ladder."""
        self.declarer: int | None = None
        self.spoken: set[int] = set()
        """Who has spoken since the standing bid, its bidder included."""
        self.trick: list[tuple[int, str]] = []
        self.tricks = [0, 0, 0, 0]

    @property
    def key(self) -> str:
        """The contract."""
        assert self.standing is not None
        return LADDER[self.standing][0]

    def legal(self) -> list[str]:
        """What the seat to act may do."""
        if self.phase == "auction":
            low = 0 if self.standing is None else self.standing + 1
            return [
                "pass",
                *(f"bid {key} {suit}" if suit else f"bid {key}" for key, suit in LADDER[low:]),
            ]
        if self.actor is None:
            return []
        hand = self.hands[self.actor]
        if self.phase == "discard":
            return [f"discard {card}" for card in hand]
        led = [card for card in hand if self.trick and card[1] == self.trick[0][1][1]]
        return [f"play {card}" for card in led or hand]

    def refusal(self, token: str) -> str | None:
        """Why an action is refused, as a code; nothing for a legal one."""
        if token in self.legal():
            return None
        verb, *words = token.split()
        if self.phase == "auction" and verb == "bid":
            if words[0] not in PRICES:
                return "auction/unknown-bid"
            named = (words[0], words[1] if len(words) > 1 else None)
            return "auction/too-low" if named in LADDER else "auction/form"
        if verb != self.phase or self.actor is None:
            return "phase/wrong"
        held = words[0] in self.hands[self.actor]
        return "play/follow-suit" if held else "cards/not-held"

    def act(self, token: str) -> None:
        """Take a legal action."""
        code = self.refusal(token)
        if code is not None or self.actor is None:
            raise ValueError(f"{token}: {code}")
        if self.phase == "auction":
            self.call(token, self.actor)
            return
        card = token.split()[1]
        self.hands[self.actor].remove(card)
        if self.phase == "discard":
            self.actor = (self.actor + 1) % 4
            if self.actor == self.eldest:
                self.lead()
            return
        self.trick.append((self.actor, card))
        self.actor = (self.actor + 1) % 4
        if len(self.trick) == 4:
            self.actor = max(self.trick, key=self.strength)[0]
            self.tricks[self.actor] += 1
            self.trick = []
            if not self.hands[self.actor]:
                self.phase, self.actor = "over", None

    def after(self, token: str) -> Deal:
        """The deal after a legal action; this one stays as it is."""
        deal = copy(self)
        deal.hands = [[*hand] for hand in self.hands]
        deal.spoken, deal.trick, deal.tricks = {*self.spoken}, [*self.trick], [*self.tricks]
        deal.act(token)
        return deal

    def strength(self, played: tuple[int, str]) -> tuple[bool, bool, int]:
        """How a card of the trick stands to the others."""
        assert self.standing is not None
        rank, suit = played[1][0], played[1][1]
        trump = LADDER[self.standing][1]
        return suit == trump, suit == self.trick[0][1][1], RANKS.index(rank)

    def call(self, token: str, seat: int) -> None:
        """A bid or a pass; whoever has passed may come back over a later bid."""
        if token == "pass":
            self.spoken.add(seat)
        else:
            words = token.split()
            self.standing = LADDER.index((words[1], words[2] if len(words) > 2 else None))
            self.declarer = seat
            self.spoken = {seat}
        highest = self.standing == len(LADDER) - 1
        waiting = [one % 4 for one in range(seat + 1, seat + 4) if one % 4 not in self.spoken]
        if waiting and not highest:
            self.actor = waiting[0]
        elif self.standing is None:
            self.phase, self.actor = "over", None
        elif self.key == "petite-misere":
            self.phase, self.actor = "discard", self.eldest
        else:
            self.lead()

    def lead(self) -> None:
        """Eldest leads, in a misère the player at the declarer's left."""
        assert self.declarer is not None
        self.phase = "play"
        self.actor = self.eldest if self.key.isdigit() else (self.declarer + 1) % 4

    def perft(self, depth: int) -> int:
        """Sequences of so many actions; one that ends earlier counts once."""
        legal = self.legal()
        if not legal or depth == 1:
            return len(legal) or 1
        total = 0
        for token in legal:
            total += self.after(token).perft(depth - 1)
        return total


def settle(
    key: str | None, declarer: int, tricks: list[int], pool: int, *, last: bool, dealer: int
) -> dict[str, Any]:
    """The bill of a deal; without a key all have passed."""
    transfers: list[list[Any]] = []
    made = None
    if key is None:
        transfers += [[seat, "pool", FINE] for seat in SEATS]
        pool += FINE * 4
    else:
        made, chips = price(key, tricks[declarer])
        for seat in SEATS:
            if seat != declarer:
                transfers.append([seat, declarer, chips] if made else [declarer, seat, chips])
        if made:
            transfers.append(["pool", declarer, pool])
            pool = 0
    if last:
        for place in SEATS:
            share = pool // 4 + (place < pool % 4)
            transfers.append(["pool", (dealer + 1 + place) % 4, share])
        pool = 0
    transfers = [paid for paid in transfers if paid[2]]
    deltas = [
        sum(paid[2] * ((paid[1] == seat) - (paid[0] == seat)) for paid in transfers)
        for seat in SEATS
    ]
    return {
        "made": made,
        "transfers": transfers,
        "deltas": deltas,
        "pool": pool,
        "set_aside": 0,
    }


class Solver:
    """Best play with all cards seen: the declarer for chips, the others against him."""

    def __init__(self, deal: Deal, pool: int, dealer: int) -> None:
        self.deal = deal
        self.bill = (pool, dealer)
        self.known: dict[Any, int] = {}

    def results(self) -> list[dict[str, Any]]:
        """What every legal card comes to."""
        return [
            {"card": token.split()[1], "tricks": self.best(self.deal.after(token))}
            for token in self.deal.legal()
        ]

    def chips(self, taken: int) -> tuple[bool, int]:
        """Whether the contract is made with so many tricks, and what the declarer wins."""
        seat, (pool, dealer) = self.deal.declarer, self.bill
        assert seat is not None
        tricks = [0, 0, 0, 0]
        tricks[seat] = taken
        bill = settle(self.deal.key, seat, tricks, pool, last=False, dealer=dealer)
        return bill["made"], bill["deltas"][seat]

    def worth(self, taken: int) -> tuple[int, int]:
        """What a number of tricks is worth to the declarer, less with more tricks in misères."""
        return self.chips(taken)[1], taken if self.deal.key.isdigit() else -taken

    def best(self, deal: Deal) -> int:
        """The declarer's tricks in the end."""
        assert deal.declarer is not None
        taken = deal.tricks[deal.declarer]
        if deal.phase == "over":
            return taken
        key = (deal.actor, taken, *map(tuple, deal.hands), *deal.trick)
        if key not in self.known:
            found = [self.best(deal.after(token)) for token in deal.legal()]
            choose = max if deal.actor == deal.declarer else min
            self.known[key] = choose(found, key=self.worth)
        return self.known[key]


def solution(question: dict[str, Any]) -> dict[str, Any]:
    """What best play comes to, and every card of the seat to play."""
    deal = position(question)
    assert deal.declarer is not None
    ours = deal.actor == deal.declarer
    solver = Solver(deal, ANTE, (question["dealer"] + len(question["deals"]) - 1) % 4)
    rows = solver.results()
    choose = max if ours else min
    best = choose((row["tricks"] for row in rows), key=solver.worth)
    for row in (result := {"tricks": best}, *rows):
        taken = row["tricks"]
        made, chips = solver.chips(taken)
        # What the declarer wins the others pay, but for the pool.
        others = -chips + (ANTE if made else 0)
        row.update({"makes": made, "chips": chips if ours else others})
        if not deal.key.isdigit():
            row["tricks"] = None
    side = [seat for seat in SEATS if (seat == deal.declarer) == ours]
    return {"side": side, **result, "cards": sorted(rows, key=pack_order)}


def pack_order(row: dict[str, Any]) -> tuple[int, int]:
    """The place of a card: clubs, diamonds, hearts, spades, each from the two up."""
    rank, suit = row["card"]
    return "CDHS".index(suit), RANKS.index(rank)


def session(record: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """What every deal of a session comes to."""
    purses = [options.get("starting_chips", 0)] * 4
    pool, over, told = 0, False, []
    dealer: int = record["deals"][0]["dealer"]
    for number, row in enumerate(record["deals"], 1):
        if over:
            raise ValueError("the session is over")
        purses[dealer] -= ANTE
        pool += ANTE
        hands, actions = dealt(row, dealer)
        deal = Deal(dealer, hands)
        for seat, token in actions:
            if seat != deal.actor:
                raise ValueError(f"seat {deal.actor} is to act, not seat {seat}")
            deal.act(token)
        if deal.phase != "over":
            raise ValueError("the deal is not over")
        key = None if deal.standing is None else deal.key
        declarer = 0 if deal.declarer is None else deal.declarer
        bill = settle(key, declarer, deal.tricks, pool, last=False, dealer=dealer)
        after = [purse + won for purse, won in zip(purses, bill["deltas"], strict=True)]
        goal = options.get("first_to")
        over = max(after) >= goal if goal else number >= options.get("deals", DEALS)
        if over:
            bill = settle(key, declarer, deal.tricks, pool, last=True, dealer=dealer)
        purses = [purse + won for purse, won in zip(purses, bill["deltas"], strict=True)]
        pool = bill["pool"]
        contract = None
        if deal.standing is not None:
            trump = LADDER[deal.standing][1]
            contract = {"key": key, "declarer": declarer, "partner": None, "trump": trump}
        del bill["transfers"]
        told.append({"contract": contract, "tricks": deal.tricks, **bill})
        dealer = (dealer + 1) % 4
    return {"deals": told, "purses": purses, "over": over}


def dealt(row: dict[str, Any], dealer: int) -> tuple[list[list[str]], list[tuple[int, str]]]:
    """The hands of a recorded deal, and the actions after the cards are dealt."""
    actions = [(event["seat"], event["do"]) for event in row["events"]]
    if "hands" in row:
        return [hand.split() for hand in row["hands"]], actions
    (chance, shuffle), (cutter, cut), *actions = actions
    if chance != "chance" or cutter != (dealer - 1) % 4:
        raise ValueError("chance shuffles and the player at the dealer's right cuts")
    pack, at = shuffle.split()[1:], int(cut.split()[1])
    pack = pack[at:] + pack[:at]
    hands: list[list[str]] = [[], [], [], []]
    for size in PACKETS:
        for place in range(1, 5):
            hands[(dealer + place) % 4] += pack[:size]
            del pack[:size]
    return hands, actions


def position(question: dict[str, Any], plies: int | None = None) -> Deal:
    """The deal of a question after so many of its actions, or after all of them."""
    *before, row = question["deals"]
    dealer = (question["dealer"] + len(before)) % 4
    deal = Deal(dealer, [hand.split() for hand in row["hands"]])
    for token in row["actions"][:plies]:
        deal.act(token)
    return deal


def answer(kind: str, question: dict[str, Any], options: dict[str, Any]) -> Any:
    """The answer to a question of the corpus."""
    if kind == "prices":
        key = question["contract"]
        row = []
        for taken in question["tricks"]:
            made, chips = price(key, taken)
            row.append(chips if made else -chips)
        target = int(key) if key.isdigit() else 0
        return {"target": target, "chips": [row for _ in question["honours"]]}
    if kind == "settlements":
        contract = question["contract"] or {"key": None, "declarer": 0}
        tricks = question["outcome"]["tricks"]
        around = {"last": question["last"], "dealer": question["dealer"]}
        return settle(contract["key"], contract["declarer"], tricks, question["pool"], **around)
    if kind == "legality":
        deals = [position(question, ply) for ply in question["at"]]
        codes = [position(question, ply).refusal(token) for ply, token in question["tries"]]
        return {
            "positions": [{"actor": deal.actor, "legal": deal.legal()} for deal in deals],
            "codes": codes,
        }
    if kind == "perft":
        deal = position(question)
        return {"leaves": [deal.perft(depth) for depth in range(1, question["depth"] + 1)]}
    if kind == "solutions":
        return solution(question)
    if kind == "sessions":
        return session(question["record"], options)
    raise Unsupported(f"questions of the kind {kind}")


def reply(line: str) -> dict[str, Any]:
    """What is said to a line of the protocol."""
    asked = json.loads(line)
    told = {"id": asked["id"]}
    try:
        if asked["kind"] == "hello":
            return {**told, "answer": "tiny engine"}
        if asked["variant"] != "classic":
            raise Unsupported("only classic")
        strange = sorted(asked["options"].keys() - {"deals", "first_to", "starting_chips"})
        if strange:
            raise Unsupported(f"the option {strange[0]}")
        return {**told, "answer": answer(asked["kind"], asked["input"], asked["options"])}
    except Unsupported as reason:
        return {**told, "unsupported": str(reason)}
    except (ValueError, KeyError, IndexError, TypeError) as error:
        return {**told, "error": repr(error)}


def main(arguments: list[str]) -> None:
    """Serve the line protocol, or show it."""
    if arguments == ["serve"]:
        for line in sys.stdin:
            print(json.dumps(reply(line)), flush=True)
        return
    seven = {"contract": "7", "honours": [0], "tricks": [5, 6, 7, 8]}
    print("With the argument 'serve' questions are read from standard input, such as these:")
    for number, (variant, kind, question) in enumerate(
        (("", "hello", {}), ("classic", "prices", seven), ("mariland", "prices", {}))
    ):
        asked = {"id": number, "kind": kind, "variant": variant, "options": {}, "input": question}
        line = json.dumps(asked)
        print(f"> {line}\n< {json.dumps(reply(line))}")


if __name__ == "__main__":
    main(sys.argv[1:])
