"""A person at the terminal. What he is shown during a deal comes from his view, and only there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

import boston_rules as br
from boston_rules.cli.menu import Menu
from boston_rules.cli.report import Seats, auction_table, hand_cells
from boston_rules.cli.session import AUCTION, LeaveTable
from boston_rules.cli.show import ladder_table
from boston_rules.cli.terminal import grid, heading, joined, pips
from boston_rules.cli.wording import contract_words, counted, goal_words, sentence

__all__ = ["Human"]

_PROMPT: Final = "> "


def _read() -> str:
    """A line that was typed.

    Raises:
        EOFError: there is no more.
    """
    while True:
        try:
            return input(_PROMPT)
        except UnicodeDecodeError:
            print("That is not text in the encoding of this terminal.")


class Human:
    """A player and a watcher in one."""

    def __init__(
        self, console: Console, seat: int, seats: Seats, read: Callable[[], str] = _read
    ) -> None:
        self._seat = seat
        self._console = console
        self._seats = seats
        self._read = read
        self._view: br.View | None = None
        self._calls: list[tuple[int, str]] = []
        self._asked: br.View | None = None

    @property
    def seat(self) -> int:
        """Where he sits."""
        return self._seat

    def greet(self) -> None:
        """What one has to know before the first deal."""
        self._say(f"You are seat {self._seat}. Type help at any time, or quit to leave the table.")

    # What happens at the table.

    def see(self, state: br.State) -> None:
        """Tell what is new."""
        before, view = self._view, br.observe(state, self._seat)
        self._view = view
        if before is None or before.deal_number != view.deal_number or before.settlement:
            self._calls = []
            self._open_deal(view)
            return
        for actor, token in view.history[len(before.history) :]:
            if before.phase == AUCTION:
                self._calls.append((actor, token))
            self._say(f"  {self._told(actor, token)}.")
        if len(view.tricks) > len(before.tricks):
            self._close_trick(view)

    def hear(self, error: br.IllegalAction) -> None:
        """Tell why the rules refuse what he chose."""
        self._say(f"No: {error}.")

    def _open_deal(self, view: br.View) -> None:
        deals = view.variant.session.deals
        title = f"Deal {view.deal_number} of {deals}"
        self._console.print()
        self._console.rule(heading(title), align="left", characters="─", style="default")
        pool = f"The pool holds {counted(view.pool, 'chip')}."
        dealer = self._who(view.dealer, "deal")
        self._say(f"{dealer[0].upper()}{dealer[1:]}. {pool}")

    def _close_trick(self, view: br.View) -> None:
        trick = view.tricks[-1]
        card = trick.cards[(trick.winner - trick.leader) % len(self._seats)]
        number = len(view.tricks)
        self._say(f"  {self._who(trick.winner, 'take')} trick {number} with {card.symbol}.")

    def _who(self, seat: int, verb: str) -> str:
        return f"you {verb}" if seat == self._seat else f"seat {seat} {verb}s"

    def _told(self, actor: int, token: str) -> str:
        assert self._view is not None, "something was seen before it is told"
        who = "you" if actor == self._seat else f"seat {actor}"
        return sentence(self._view.variant, who, token)

    # His turn.

    def choose(self, view: br.View) -> br.Action:
        """Ask until an action is named; whether it is legal, the rules decide.

        Raises:
            LeaveTable: he quits, or there is no more input.
        """
        menu = Menu(view)
        if view != self._asked:
            self._asked = view
            self._show(view, menu)
        while True:
            text = self._line()
            word = text.casefold()
            if not text:
                self._say("Type a number of the list or an action; help tells more.")
            elif word in ("help", "?"):
                self._help(view, menu)
            elif word == "table":
                self._show(view, menu)
            else:
                try:
                    return menu.read(text)
                except br.NotationError as error:
                    self._say(f"No: {error}.")

    def pause(self) -> None:
        """Between two deals.

        Raises:
            LeaveTable: he quits, or there is no more input.
        """
        self._say("Enter for the next deal, quit to leave.")
        self._line()

    def _line(self) -> str:
        try:
            text = self._read().strip()
        except EOFError:
            text = "quit"
        if text.casefold() in ("quit", "exit", "q"):
            raise LeaveTable(self._farewell())
        return text

    def _farewell(self) -> str:
        view = self._view
        if view is None:
            return "You have left the table before the first deal."
        when = "after" if view.settlement else "in"
        deals = view.variant.session.deals
        chips = counted(view.purses[self._seat], "chip")
        return f"You have left the table {when} deal {view.deal_number} of {deals}, with {chips}."

    # What he is shown.

    def _show(self, view: br.View, menu: Menu) -> None:
        console = self._console
        console.print()
        title = heading(f"Your turn: {view.phase}")
        console.rule(title, align="left", characters="╌", style="default")
        facts = grid(2)
        for name, value in self._facts(view):
            facts.add_row(Text(name, "bold"), value)
        console.print(facts)
        console.print(menu.shown(console.width))

    def _facts(self, view: br.View) -> Iterator[tuple[str, RenderableType]]:
        if view.turned is not None:
            turned = view.turned.symbol
            if view.belle is not None:
                turned += f"; belle {view.belle.symbol}"
            yield "Turned", pips(turned)
        if view.phase == AUCTION and self._calls:
            yield "Auction", auction_table(view.variant, self._calls, self._seats)
        if view.contract is not None:
            words = contract_words(view.variant, view.contract)
            yield "Contract", pips(f"{words}; {goal_words(view.variant, view.contract)}")
        if view.decided is not None:
            yield "", Text(f"it is {'made' if view.decided else 'lost'} already")
        if any(view.taken):
            taken = [f"{self._seats.label(seat)}: {won}" for seat, won in enumerate(view.taken)]
            yield "Tricks", Text("   ".join(taken))
        for seat, hand in view.exposed:
            if seat != self._seat:
                yield "Exposed", joined((f"{self._seats.label(seat)}: ", *hand_cells(hand)))
        if view.trick and view.leader is not None:
            cards = [
                f"{self._seats.label((view.leader + step) % len(self._seats))} {card.symbol}"
                for step, card in enumerate(view.trick)
            ]
            yield "Trick", pips("   ".join(cards))
        if view.hand:
            yield "Your hand", joined(hand_cells(view.hand), "   ")

    def _help(self, view: br.View, menu: Menu) -> None:
        console = self._console
        console.print(heading("What you can type now"))
        for line in menu.help():
            console.print(Padding(pips(line), (0, 0, 0, 2)))
        console.print(heading("The rules of the moment"))
        for line in _rules(view):
            console.print(Padding(pips(line), (0, 0, 0, 2)))
        if view.phase == AUCTION:
            console.print(ladder_table(view.variant, console.width))

    def _say(self, text: str) -> None:
        self._console.print(pips(text))


def _rules(view: br.View) -> Iterator[str]:
    variant, contract = view.variant, view.contract
    if contract is not None:
        step = variant.ladder[contract.key]
        yield f"{step.name or step.key}: {step.words()}."
        yield f"The declarer's side must {goal_words(variant, contract)}."
        if step.partnered and contract.partner is None:
            yield f"Partners: {variant.partners.words()}."
        if contract.trump is not None:
            yield f"Trumps are {contract.trump.word}: {variant.trumps.words()}."
        yield f"Payment: {variant.payments.words()}."
        yield f"Pool: {variant.pool.words()}."
    elif view.phase == AUCTION:
        yield f"Bidding: {variant.bidding.words()}; a bid must be higher than the standing one."
        yield f"Suits: {variant.suits.words()}."
        yield f"Partners: {variant.partners.words()}."
        yield f"All pass: {variant.passed_out.words()}."
    else:
        yield f"Dealing: {variant.dealing.words()}."
        if view.tricks or view.trick or view.phase == br.Playing.name:
            yield f"All passed: {variant.passed_out.words()}."
    if view.phase == br.Playing.name:
        yield "Follow the suit led if you can, else play any card."
        yield "The highest trump wins the trick, without one the highest card of the suit led."
