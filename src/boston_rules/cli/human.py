"""A person at the terminal; during a deal he is shown only what is in his view."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final

import click
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

import boston_rules as br
from boston_rules.cli.asides import Asides
from boston_rules.cli.menu import Menu
from boston_rules.cli.report import Seats, before_deal, contract_line
from boston_rules.cli.saving import Saver
from boston_rules.cli.session import AUCTION, LeaveTable, TakeBack
from boston_rules.cli.show import print_prices
from boston_rules.cli.terminal import grid, heading, joined, pips, print_table, rich_table, ruled
from boston_rules.telling.tables.deals import auction_table, hand_texts, on_table
from boston_rules.telling.tables.ladders import ladder_table
from boston_rules.telling.typed import own_actions, suits_as_bid
from boston_rules.telling.wording.phrases import (
    call,
    counted,
    deal_title,
    sentence,
)
from boston_rules.telling.wording.rulewords import label_of, stop, words_of

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
        self.seat = seat
        """Where he sits."""
        self._console = console
        self._seats = seats
        self._read = read
        self._view: br.State | None = None
        self._asked: br.State | None = None
        self._asides = Asides(console, seats)
        self._at_end = False
        """Whether his input has ended, so that he cannot be asked anything more."""

    def greet(self) -> None:
        """Say how to get help and how to leave."""
        if sys.stdin.isatty() and sys.stdout.isatty():
            with suppress(ImportError):  # line editing, where Python has it
                import readline  # noqa: F401
        self._say(f"You are seat {self.seat}. Type help at any time, or quit to leave the table.")

    # What happens at the table.

    def see(self, state: br.State) -> None:
        """Print what has happened since the last state."""
        before, view = self._view, br.observe(state, self.seat)
        self._view = view
        if isinstance(state, br.Settled):
            self._asides.keep(state)
        if before is None or isinstance(before, br.Settled):
            self._open_deal(view)
            return
        for event in view.events[len(before.events) :]:
            told: str = sentence(view.variant, event, viewer=self.seat)
            if isinstance(event.action, br.Play) and event.seat != before.actor:
                told += " out of turn, and it lies exposed"
            elif isinstance(event.action, br.Revoke):
                told += ", and so it was" if event.shows.verdict else ", wrongly"
            self._say(f"  {stop(told)}")
        if len(view.tricks) > len(before.tricks):
            self._close_trick(view)

    def back(self, state: br.State, undone: br.Event | None) -> None:
        """What he did last is taken back, and the deal is as it was; or nothing is."""
        if undone is None:
            self._say("There is nothing of yours in this deal to take back.")
            return
        self._view = view = br.observe(state, self.seat)
        self._asked = None
        self._say(f"Taken back: {br.describe(undone, view.variant)}.")

    def hear(self, error: br.BostonError) -> None:
        """Tell why what he chose is refused."""
        text = pips(f"No: {error}.")
        text.stylize("bold yellow", 0, 3)
        self._console.print(text)

    def _open_deal(self, view: br.State) -> None:
        table = view.table
        self._console.print()
        ruled(self._console, deal_title(view.variant, table.deal_number))
        self._say(stop(self._who(table.dealer, "deal")))
        for line in before_deal(table):
            self._say(line)
        chips = [f"{self._seats.label(seat)} {purse}" for seat, purse in enumerate(table.purses)]
        self._say(f"Chips: {', '.join(chips)}.")

    def _close_trick(self, view: br.State) -> None:
        trick = view.tricks[-1]
        card = trick.cards[(trick.winner - trick.leader) % len(self._seats)]
        number = len(view.tricks)
        taken = f"{self._who(trick.winner, 'take')} trick {number} with {card.symbol}"
        self._say(f"  {stop(taken)}")

    def _who(self, seat: int, verb: str) -> str:
        return f"you {verb}" if seat == self.seat else f"seat {seat} {verb}s"

    # His turn.

    def choose(self, view: br.State) -> br.Action:
        """Ask until an action is named; whether it is legal, the rules decide.

        Raises:
            LeaveTable: he quits, or there is no more input.
            TakeBack: he takes back what he did last.
        """
        only, *others = br.legal_actions(view)
        if not others and isinstance(only, br.Play):
            self._say(f"  {only.card.symbol} is the only card that you may play.")
            return only
        menu = Menu(view)
        if view != self._asked:
            self._asked = view
            self._show(view, menu)
        while (action := self._named(view, menu)) is None:
            self._say("Type a number of the list or an action; help tells more.")
        return action

    def interrupt(self, view: br.State) -> br.Action | None:
        """Ask whether he claims, corrects or demands something, where he may.

        Raises:
            LeaveTable: he quits, or there is no more input.
            TakeBack: he takes back what he did last.
        """
        legal = [each for each in own_actions(view) if not isinstance(each, br.Play)]
        if not legal:
            return None
        menu = Menu(view, legal)
        if view != self._asked:
            self._asked = view
            self._console.print()
            ruled(self._console, "Out of turn", "╌")
            self._console.print(menu.shown(self._console.width))
            self._say("Enter to let it be.")
        return self._named(view, menu)

    def _named(self, view: br.State, menu: Menu) -> br.Action | None:
        """The action that he types, whatever he asks before; ``None`` for an empty line."""
        while text := self._line():
            if not self._aside(text.casefold(), view, menu):
                try:
                    return menu.read(text)
                except br.NotationError as error:
                    self.hear(error)
        return None

    def _aside(self, word: str, view: br.State, menu: Menu) -> bool:
        """Whether a word asks for something to be shown, which then is shown.

        Raises:
            TakeBack: it takes back what he did last.
        """
        if word == "undo":
            raise TakeBack
        if word in ("help", "?"):
            self._help(view, menu)
        elif word == "table":
            self._show(view, menu)
        else:
            return self._asides.answer(word, view)
        return True

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
            text, self._at_end = "quit", True
        if text.casefold() in ("quit", "exit", "q"):
            raise LeaveTable(self._farewell())
        return text

    def offer_to_save(self, saver: Saver) -> None:
        """Ask for a file to keep a session in that he has left, if nothing keeps it yet.

        The end of the input means that it is not kept.
        """
        while saver.unsaved and not self._at_end:
            self._say("To go on with it later, type a file to save it in; Enter to let it go.")
            try:
                name = self._read().strip()
            except EOFError:
                return
            if not name:
                return
            try:
                saver.save_as(name)
            except click.ClickException as error:
                self._say(f"No: {error.message}.")

    def _farewell(self) -> str:
        view = self._view
        if view is None:
            return "You have left the table before the first deal."
        when = "after" if view.settlement else "in"
        deal = deal_title(view.variant, view.table.deal_number)
        chips = counted(view.table.purses[self.seat], "chip")
        return f"You have left the table {when} {deal[0].lower()}{deal[1:]}, with {chips}."

    # What he is shown.

    def _show(self, view: br.State, menu: Menu) -> None:
        console = self._console
        console.print()
        whose = "Your turn" if view.actor == self.seat else "Out of turn"
        ruled(console, f"{whose}: {view.phase}", "╌")
        facts = grid(2)
        for name, value in self._facts(view):
            facts.add_row(Text(name, "bold"), value)
        console.print(facts)
        console.print(menu.shown(console.width))

    def _facts(self, view: br.State) -> Iterator[tuple[str, RenderableType]]:
        if view.turned is not None:
            turned = view.turned.symbol
            if view.table.belle is not None:
                turned += f"; belle {view.table.belle.symbol}"
            yield "Turned", pips(turned)
        if view.phase == AUCTION and view.said:
            calls = ((event.seat, call(view.variant, event)) for event in view.said)
            yield "Auction", rich_table(auction_table(self._seats.labels, calls))
        if view.contract is not None:
            yield "Contract", pips(contract_line(view.variant, view.contract))
        if view.decided is not None:
            yield "", Text(f"it is {'made' if view.decided else 'lost'} already")
        if any(view.taken):
            taken = [f"{self._seats.label(seat)}: {won}" for seat, won in enumerate(view.taken)]
            yield "Tricks", Text("   ".join(taken))
        suits = suits_as_bid(view)
        for seat, hand in view.exposed:
            if seat != self.seat:
                yield "Exposed", joined((f"{self._seats.label(seat)}: ", *hand_texts(hand, suits)))
        for seat, faced in view.faced:
            yield "Lying open", joined((f"{self._seats.label(seat)}: ", *hand_texts(faced, suits)))
        for seat, suit in view.called_suits:
            yield "Called", pips(f"{self._seats.label(seat)}'s side leads {suit.symbol} next")
        if view.trick:
            cards = [
                f"{self._seats.label(seat)} {card.symbol}" for seat, card in on_table(view).items()
            ]
            yield "This trick", pips("   ".join(cards))
        if view.hand:
            yield "Your hand", joined(hand_texts(view.hand, suits), "   ")

    def _help(self, view: br.State, menu: Menu) -> None:
        console = self._console
        console.print(heading("What you can type now"))
        for line in menu.help():
            console.print(Padding(pips(line), (0, 0, 0, 2)))
        console.print(heading("The rules of the moment"))
        for line in _rules(view):
            console.print(Padding(pips(line), (0, 0, 0, 2)))
        if view.phase == AUCTION:
            print_table(console, ladder_table(view.variant))
        if view.contract is not None:
            print_prices(console, view.variant, view.contract.key)

    def _say(self, text: str) -> None:
        self._console.print(pips(text))


def _rules(view: br.State) -> Iterator[str]:
    variant, contract = view.variant, view.contract
    if contract is not None:
        step = variant.ladder[contract.key]
        yield f"{step.name or step.key}: {step.words()}."
        yield stop(contract_line(variant, contract))
        if step.partnered and not isinstance(contract.partner, int):
            yield from _worded(variant, "partners")
        if contract.trump is not None:
            yield f"Trumps are {contract.trump.word}: {words_of(variant, variant.trumps)}."
        yield from _worded(variant, "pool", "carryover")
    elif view.phase == AUCTION:
        bidding = words_of(variant, variant.bidding)
        yield f"Bidding: {bidding}; a bid must be higher than the standing one."
        yield from _worded(variant, "suits", "partners")
        if variant.dealt is not None:
            yield f"Without an auction: {words_of(variant, variant.dealt)}."
        yield f"All pass: {words_of(variant, variant.passed_out)}."
        if variant.enforcement == "table":
            yield f"Misdeals: {words_of(variant, variant.laws.misdeal)}."
    else:
        yield from _worded(variant, "dealing")
        if view.tricks or view.trick or view.phase == br.Playing.phase:
            yield _unbid(view)
    playing = view.phase == br.Playing.phase
    if playing:
        yield "Follow the suit led if you can, else play any card."
    if variant.enforcement == "table" and (playing or view.tricks):
        yield f"By the law of this table, {words_of(variant, variant.laws)}."
        yield f"At this table {words_of(variant, variant.table_law)}."
    if playing:
        yield "The highest trump wins the trick, without one the highest card of the suit led."


def _worded(variant: br.Variant, *slots: str) -> Iterator[str]:
    """Rules in words, as far as the variant has them."""
    for slot in slots:
        rule = getattr(variant, slot)
        if rule is not None:
            yield f"{label_of(slot)}: {words_of(variant, rule)}."


def _unbid(view: br.State) -> str:
    """What becomes of a deal without a contract."""
    variant = view.variant
    if view.table.is_grand and variant.session.grand is not None:
        return f"Grand: {words_of(variant, variant.session.grand)}."
    return f"All passed: {words_of(variant, variant.passed_out)}."
