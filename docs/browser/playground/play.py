"""A deal against bots: the person sits South, which is seat 0."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, Final

import boston_rules as br
from boston_rules import draw
from boston_rules.bots import SimpleBot, decide
from boston_rules.typed import Choices

__all__ = ["Game", "games", "restored"]

YOU: Final = 0
_NAMES: Final = {4: ("South", "West", "North", "East"), 3: ("South", "West", "East")}
_FROM_HAND: Final = ("play", "discard")
"""What is done with a card of one's own hand."""
_FEW: Final = 16
"""More choices than these of one kind are offered as a list to select from."""


def games() -> list[dict[str, str]]:
    """Every game with its title, and a line that says what it is."""
    found = (br.get_variant(slug) for slug in br.list_variants())
    return [
        {"slug": each.slug, "title": each.title, "about": _sentence(each.about)} for each in found
    ]


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:].rstrip('.')}."


class Game:
    """A session, deal after deal, and what the page shows of it."""

    def __init__(self, settled: Sequence[br.State], path: Sequence[br.State], seed: str) -> None:
        self._settled = list(settled)
        """The last states of the deals that are over, but this one."""
        self._path = list(path)
        """The states of this deal."""
        self._seed = seed
        self._rng = random.Random(f"{seed} cards {len(self._settled)} {len(path[-1].history)}")
        seats = path[-1].table.variant.seats
        self._bots = [SimpleBot(random.Random(f"{seed} seat {seat}")) for seat in range(seats)]
        self._names = _NAMES[seats]
        self._theme: draw.Theme = "light"
        self._narrow = False
        self._told: list[str] = []
        self._undone = 0

    @classmethod
    def begun(cls, slug: str, seed: str) -> Game:
        """A new session; the seed gives the cards."""
        variant = br.get_variant(slug)
        return cls((), (br.start(variant, dealer=variant.seats - 1),), seed)

    @property
    def state(self) -> br.State:
        """How the deal stands."""
        return self._path[-1]

    # What the person does.

    def do(self, text: str) -> dict[str, Any]:
        """Do what was clicked or typed, then let the bots go on.

        Raises:
            NotationError: it is no action.
            IllegalAction: the rules refuse it.
        """
        action = Choices(br.observe(self.state, YOU)).read(text.strip())
        self._apply(action)
        return self.go_on()

    def undo(self) -> dict[str, Any]:
        """Take back what the person chose last in this deal.

        Raises:
            ValueError: there is nothing to take back.
        """
        chosen = [
            place
            for place, state in enumerate(self._path[:-1])
            if state.actor == YOU and len(br.legal_actions(state)) > 1
        ]
        if not chosen:
            raise ValueError("there is nothing of yours in this deal to take back")
        self._told = [f"Taken back: {self._said(*self._path[chosen[-1] + 1].history[-1])}."]
        del self._path[chosen[-1] + 1 :]
        self._undone += 1
        return self.scene()

    def next_deal(self) -> dict[str, Any]:
        """Begin the next deal, with the pool and the purses as this one left them.

        Raises:
            DealNotSettled: this one is not over.
            SessionOver: it was the last.
        """
        opened = br.next_deal(self.state)
        self._settled.append(self.state)
        self._path = [opened]
        self._undone = 0
        return self.go_on()

    def go_on(self) -> dict[str, Any]:
        """Let bots and chance act until the person has a choice or the deal is over."""
        while self.state.actor is not None:
            legal = br.legal_actions(self.state)
            if self.state.actor != YOU:
                self._apply(decide(self.state, self._bots, self._rng))
            elif len(legal) == 1 and isinstance(legal[0], br.Play):
                self._apply(legal[0], ", the only card that you may play")
            else:
                break
        return self.scene()

    def _apply(self, action: br.Action, remark: str = "") -> None:
        before = self.state
        after = br.apply(before, action)
        self._path.append(after)
        seat, _ = after.history[-1]
        self._told.append(f"{self._said(seat, action)}{remark}.")
        if len(after.tricks) > len(before.tricks):
            winner = after.tricks[-1].winner
            takes = "take" if winner == YOU else "takes"
            self._told[-1] += f" {self._who(winner)} {takes} trick {len(after.tricks)}."

    def _said(self, seat: int, action: br.Action) -> str:
        """Who did what, as far as the person may know."""
        view = br.observe(self.state, YOU)
        told = view.history[-1][1] if view.history and self.state.history[-1][1] == action else ""
        words = br.describe(told or action, view.variant)
        return f"{self._who(seat)}: {words}" if seat >= 0 else f"{words[0].upper()}{words[1:]}"

    def _who(self, seat: int) -> str:
        return "You" if seat == YOU else self._names[seat]

    # What the page shows.

    def look(self, theme: draw.Theme, narrow: bool) -> dict[str, Any]:
        """The pictures again, light or dark, for a wide screen or a phone."""
        self._theme, self._narrow = theme, narrow
        return self.scene()

    def scene(self) -> dict[str, Any]:
        """Everything that the page shows now, and what has happened since it was last asked."""
        state, view = self.state, br.observe(self.state, YOU)
        told, self._told = self._told, []
        style: dict[str, Any] = {"names": self._names, "theme": self._theme}
        picture = draw.deal(view, narrow=self._narrow, **style)
        made: dict[str, Any] = {
            "slug": view.variant.slug,
            "picture": picture.svg,
            "words": picture.description,
            "title": picture.title,
            "phase": view.phase,
            "told": told,
            "facts": list(self._facts(view)),
            "hand": list(_hand(view)),
            "choices": list(_choices(view)),
            "undo": self._may_undo(),
            "record": self._record(),
            "seed": self._seed,
        }
        if view.tricks:
            last = draw.trick(view, len(view.tricks), **style)
            made["trick"] = {"picture": last.svg, "words": last.description}
        if isinstance(state, br.Settled):
            made["bill"] = draw.html(state.settlement, names=self._names)
            made["score"] = draw.html(br.record([*self._settled, state], players=self._names))
            made["over"] = self._winners(state) if state.session_over else None
        return made

    def _may_undo(self) -> bool:
        return any(
            state.actor == YOU and len(br.legal_actions(state)) > 1 for state in self._path[:-1]
        )

    def _winners(self, state: br.Settled) -> str:
        won = " and ".join(map(self._who, state.winners))
        return f"The session is over. Most chips: {won}."

    def _record(self) -> str:
        """The session so far, as ``boston-rules replay`` reads it."""
        undone = []
        if self._undone:
            was = "action was" if self._undone == 1 else "actions were"
            undone = [f"In the last deal {self._undone} {was} taken back."]
        made = br.record(
            [*self._settled, self.state],
            players=self._names,
            tags=[("Seed", self._seed)],
            comments=undone,
        )
        return br.dumps(made)

    def _facts(self, view: br.View) -> Iterator[tuple[str, str]]:
        """What one glances at, where the picture is too small for it."""
        variant = view.variant
        yield "Deal", str(view.deal_number)
        yield "Dealer", self._who(view.dealer)
        if view.turned is not None:
            yield "Turned", _symbol(view.turned)
        if view.belle is not None:
            yield "Belle", view.belle.symbol
        if view.standing is not None and view.contract is None:
            seat, bid = view.standing
            yield "Highest bid", f"{br.describe(bid, variant)}, {self._who(seat)}"
        if view.contract is not None:
            yield "Contract", self._contract(view, view.contract)
        if view.trick and view.leader is not None:
            played = [
                f"{self._who((view.leader + step) % variant.seats)} {_symbol(card)}"
                for step, card in enumerate(view.trick)
            ]
            yield "In the trick", ", ".join(played)
        if any(view.taken):
            won = [f"{self._who(seat)} {tricks}" for seat, tricks in enumerate(view.taken)]
            yield "Tricks", ", ".join(won)
        for seat, cards in view.exposed:
            if seat != YOU and cards:
                yield f"{self._names[seat]} shows", str(cards)
        if variant.pool is not None:
            yield "Pool", str(view.pool)
        yield "Your chips", str(view.purses[YOU])

    def _contract(self, view: br.View, contract: br.Contract) -> str:
        bid = br.Bid(contract.key, suit=contract.trump)
        text = f"{br.describe(bid, view.variant)}, {self._who(contract.declarer)}"
        if contract.partner is not None:
            text += f" with {self._who(contract.partner)}"
        elif view.called is not None:
            text += f" with the holder of {_symbol(view.called)}"
        if view.decided is not None:
            text += ", made already" if view.decided else ", lost already"
        return text


def restored(text: str) -> Game:
    """A session that was left, from its record.

    Raises:
        RecordError: it is no record of this page.
    """
    record = br.loads(text)
    if record.players != _NAMES.get(record.seats):
        raise br.RecordError("the record is of another table than this page's")
    states = br.replay(record)
    seed = next((value for name, value in record.tags if name == "Seed"), "")
    return Game(states[:-1], states[-1:], seed)


def _hand(view: br.View) -> Iterator[dict[str, Any]]:
    """The cards held, each with what may be done with it."""
    heads = [head for head in _FROM_HAND if any(_head(action) == head for action in view.legal)]
    legal = {str(action) for action in view.legal}
    for card in view.hand.sorted():
        token = f"{heads[0]} {card}" if heads else None
        yield {
            "card": str(card),
            "symbol": _symbol(card),
            "words": card.words,
            "token": token,
            "legal": token in legal,
        }


def _choices(view: br.View) -> Iterator[dict[str, Any]]:
    """Everything else that may be done, arranged by what belongs together."""
    groups: dict[str, list[br.Action]] = {}
    for action in Choices(view).actions:
        if _head(action) not in _FROM_HAND:
            groups.setdefault(_group(action, view.variant), []).append(action)
    for name, actions in groups.items():
        items = [
            {
                "token": str(action),
                "label": br.describe(action, view.variant),
                "short": _short(action, view.variant),
            }
            for action in actions
        ]
        yield {"name": name, "items": items, "long": len(items) > _FEW}


def _head(action: br.Action) -> str:
    return str(action).partition(" ")[0]


def _group(action: br.Action, variant: br.Variant) -> str:
    if isinstance(action, br.Bid):
        step = variant.ladder[action.key]
        return step.name or step.key
    if isinstance(action, br.Call):
        return f"Call {action.card.suit.symbol}"
    return {"cut": "Cut the pack", "trump": "Trumps"}.get(_head(action), "")


def _short(action: br.Action, variant: br.Variant) -> str:
    """What a button of a group says, where the group's name says the rest."""
    if isinstance(action, br.Bid) and action.suit is not None:
        return action.suit.symbol
    if isinstance(action, br.Bid) and action.card is not None:
        return _symbol(action.card)
    if isinstance(action, br.Bid):
        return br.describe(action, variant).removeprefix(_group(action, variant)).strip()
    if isinstance(action, br.Call):
        return _symbol(action.card)
    if isinstance(action, br.NameTrump):
        return action.suit.symbol
    return ""


def _symbol(card: br.Card) -> str:
    return card.symbol.replace("T", "10")
