"""A person at the terminal; during a deal he is shown only what is in his view."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, Final

import click
from rich.console import Console, RenderableType
from rich.padding import Padding

import boston_rules as br
from boston_rules.cli.answers import Answers
from boston_rules.cli.menu import Menu
from boston_rules.cli.problems import reason_of
from boston_rules.cli.report import Seats, before_deal, dealer_line
from boston_rules.cli.saving import Saver
from boston_rules.cli.session import AUCTION, LeaveTable, TakeBack
from boston_rules.cli.show import print_prices
from boston_rules.cli.terminal import beside, grid, heading, pips, print_table, rich_table, ruled
from boston_rules.core.saying import (
    Player,
    Said,
    joined,
    personal,
    say,
    say_number,
    sentence_of,
    term,
)
from boston_rules.telling.asides import Aside, Reply, aside_of, reply_of
from boston_rules.telling.glossary import words_met
from boston_rules.telling.language import spoken
from boston_rules.telling.moment import rules_of_the_moment, without_bid
from boston_rules.telling.tables.deals import auction_table, hand_texts, on_table
from boston_rules.telling.tables.ladders import ladder_table
from boston_rules.telling.typed import own_actions, suits_as_bid
from boston_rules.telling.wording.phrases import call, contract_line, deal_title, sentence

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
            print(spoken(say("That is not text in the encoding of this terminal.")))


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
        self._answers = Answers(console, seats)
        self._explained: set[str] = set()
        """The words of the glossary that were explained."""
        self._at_end = False
        """Whether his input has ended, so that he cannot be asked anything more."""

    def greet(self) -> None:
        """Say how to get help and how to leave."""
        if sys.stdin.isatty() and sys.stdout.isatty():
            with suppress(ImportError):  # line editing, where Python has it
                import readline  # noqa: F401
        self._say(say("Type help at any time, or quit to leave the table."))

    # What happens at the table.

    def see(self, state: br.State) -> None:
        """Print what has happened since the last state."""
        before, view = self._view, br.observe(state, self.seat)
        self._view = view
        if isinstance(state, br.Settled):
            self._answers.keep(state)
        if before is None or isinstance(before, br.Settled):
            self._open_deal(view)
            return
        for event in view.events[len(before.events) :]:
            told: str = sentence(view.variant, event)
            if isinstance(event.action, br.Play) and event.seat != before.actor:
                told = say("{what} out of turn, and it lies exposed", what=told)
            elif isinstance(event.action, br.Revoke) and event.shows.verdict:
                told = say("{what}, and so it was", what=told)
            elif isinstance(event.action, br.Revoke):
                told = say("{what}, wrongly", what=told)
            self._say(sentence_of(told), indent=2)
        if len(view.tricks) > len(before.tricks):
            self._close_trick(view)

    def back(self, state: br.State, undone: br.Event | None) -> None:
        """What he did last is taken back, and the deal is as it was; or nothing is."""
        if undone is None:
            self._say(say("There is nothing of yours in this deal to take back."))
            return
        self._view = view = br.observe(state, self.seat)
        self._asked = None
        self._say(say("Taken back: {act}.", act=br.describe(undone, view.variant)))

    def hear(self, error: br.BostonError) -> None:
        """Tell why what he chose is refused."""
        view = self._view
        if isinstance(error, br.IllegalAction) and view is not None:
            self._refuse(error.told(lambda action: br.describe(action, view.variant), most=3))
        else:
            self._refuse(reason_of(error))

    def _refuse(self, reason: str) -> None:
        text = pips(say("No: {reason}.", reason=reason))
        text.stylize("bold yellow", 0, text.plain.find(":") + 1)
        self._console.print(text)

    def _open_deal(self, view: br.State) -> None:
        table = view.table
        self._console.print()
        ruled(self._console, deal_title(view.variant, table.deal_number))
        self._say(dealer_line(table.dealer))
        opening = list(before_deal(table))
        for line in opening:
            self._say(line)
        chips = [f"{self._seats.label(seat)} {purse}" for seat, purse in enumerate(table.purses)]
        self._say(say("Chips: {chips}.", chips=", ".join(chips)))
        self._explain(view, opening)

    def _close_trick(self, view: br.State) -> None:
        trick = view.tricks[-1]
        card = trick.cards[(trick.winner - trick.leader) % len(self._seats)]
        told: dict[str, Any] = {"number": len(view.tricks), "card": card.symbol}
        who = Player(trick.winner)
        said = say("{who:capital} takes trick {number} with {card}.", who=who, **told)
        own = say("You take trick {number} with {card}.", **told)
        self._say(personal(said, {trick.winner: own}), indent=2)

    # His turn.

    def choose(self, view: br.State) -> br.Action:
        """Ask until an action is named; whether it is legal, the rules decide.

        Raises:
            LeaveTable: he quits, or there is no more input.
            TakeBack: he takes back what he did last.
        """
        only, *others = br.legal_actions(view)
        if not others and isinstance(only, br.Play):
            card = only.card.symbol
            self._say(say("{card} is the only card that you may play.", card=card), indent=2)
            return only
        menu = Menu(view)
        if view != self._asked:
            self._asked = view
            self._show(view, menu)
        while (action := self._named(view, menu)) is None:
            self._say(say("Type a number of the list or an action; help tells more."))
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
            ruled(self._console, say("Out of turn"), "╌")
            self._console.print(menu.shown(self._console.width))
            self._say(say("Enter to let it be."))
        return self._named(view, menu)

    def _named(self, view: br.State, menu: Menu) -> br.Action | None:
        """The action that he types, whatever he asks before; ``None`` for an empty line."""
        while text := self._line():
            if (aside := aside_of(text)) is not None:
                self._aside(aside, view, menu)
            else:
                try:
                    return menu.read(text)
                except br.NotationError as error:
                    self.hear(error)
        return None

    def _aside(self, aside: Aside, view: br.State, menu: Menu) -> None:
        """Show what is asked for.

        Raises:
            TakeBack: it takes back what he did last.
        """
        match aside:
            case Aside.UNDO:
                raise TakeBack
            case Aside.HELP:
                self._help(view, menu)
            case Aside.TABLE:
                self._show(view, menu)
            case _:
                self._answers.answer(aside, view)

    def pause(self) -> None:
        """Between two deals.

        Raises:
            LeaveTable: he quits, or there is no more input.
        """
        self._say(say("Enter for the next deal, quit to leave."))
        self._line()

    def _line(self) -> str:
        try:
            text = self._read().strip()
        except EOFError:
            self._at_end = True
            raise LeaveTable(self._farewell()) from None
        if aside_of(text) is Aside.QUIT:
            raise LeaveTable(self._farewell())
        return text

    def offer_to_save(self, saver: Saver) -> None:
        """Ask for a file to keep a session in that he has left, if nothing keeps it yet.

        An empty line or yes takes the file that is named. The end of the input means that the
        session is not kept.
        """
        while saver.unsaved and not self._at_end:
            usual = saver.free_name()
            self._say(
                say(
                    "Save it, to go on with it later? Enter saves it in {file}, no lets it go; "
                    "or type another name.",
                    file=usual,
                )
            )
            try:
                name = self._read().strip()
            except EOFError:
                return
            reply = reply_of(name)
            if reply is Reply.NO:
                return
            try:
                saver.save_as(usual if reply is Reply.YES or not name else name)
            except click.ClickException as error:
                self._refuse(error.message)

    def _farewell(self) -> Said:
        view = self._view
        if view is None:
            return say("You have left the table before the first deal.")
        deal, chips = view.table.deal_number, view.table.purses[self.seat]
        if view.settlement:
            return say_number(
                "You have left the table after deal {deal}, with {number} chip.",
                "You have left the table after deal {deal}, with {number} chips.",
                chips,
                deal=deal,
            )
        return say_number(
            "You have left the table in deal {deal}, with {number} chip.",
            "You have left the table in deal {deal}, with {number} chips.",
            chips,
            deal=deal,
        )

    # What he is shown.

    def _show(self, view: br.State, menu: Menu) -> None:
        console = self._console
        console.print()
        phase = view.phase
        title = say("Out of turn: {phase}", phase=phase)
        if view.actor == self.seat:
            title = say("Your turn: {phase}", phase=phase)
        ruled(console, title, "╌")
        facts = grid(2)
        for name, value in self._facts(view):
            facts.add_row(pips(name, "bold"), value)
        console.print(facts)
        console.print(menu.shown(console.width))
        labels = [phase, *(br.describe(each, view.variant) for each in own_actions(view))]
        if view.contract is not None:
            labels.append(contract_line(view.variant, view.contract))
        self._explain(view, labels)

    def _explain(self, view: br.State, texts: Iterable[str]) -> None:
        """Say what the words of the glossary mean that stand in the texts for the first time."""
        for entry in words_met(texts, view.variant):
            if entry.word not in self._explained:
                self._explained.add(entry.word)
                line = say("{word:capital}: {meaning}.", word=entry.word, meaning=entry.meaning)
                self._console.print(pips(line, "dim"))

    def _facts(self, view: br.State) -> Iterator[tuple[str, RenderableType]]:
        if view.turned is not None:
            turned, belle = term(view.turned.symbol), view.table.belle
            if belle is not None:
                turned = say("{card}; belle {belle}", card=turned, belle=belle.symbol)
            yield say("Turned"), pips(turned)
        if view.phase == AUCTION and view.said:
            calls = ((event.seat, call(view.variant, event)) for event in view.said)
            yield say("Auction"), rich_table(auction_table(self._seats.labels, calls))
        if view.contract is not None:
            line = contract_line(view.variant, view.contract)
            yield say("Contract"), pips(line)
        elif view.phase == br.Playing.phase:
            name, words, _ = without_bid(view)
            yield name, pips(words)
        if view.decided is not None:
            made, lost = say("it is made already"), say("it is lost already")
            yield "", pips(made if view.decided else lost)
        if any(view.taken):
            taken = zip(self._seats.labels, map(str, view.taken), strict=True)
            yield say("Tricks"), pips(joined("   ", (joined(": ", won) for won in taken)))
        suits = suits_as_bid(view)
        others = ((seat, hand) for seat, hand in view.exposed if seat != self.seat)
        for name, hands in ((say("Exposed"), others), (say("Lying open"), view.faced)):
            for seat, hand in hands:
                who = joined(": ", (self._seats.label(seat), ""))
                yield name, beside((who, *hand_texts(hand, suits)))
        for seat, suit in view.called_suits:
            said = say("the side of {who} leads {suit} next", who=Player(seat), suit=suit.symbol)
            own = say("your side leads {suit} next", suit=suit.symbol)
            yield say("Called"), pips(personal(said, {seat: own}))
        if view.trick:
            cards = [
                f"{self._seats.label(seat)} {card.symbol}" for seat, card in on_table(view).items()
            ]
            yield say("This trick"), pips("   ".join(cards))
        if view.hand:
            yield say("Your hand"), beside(hand_texts(view.hand, suits), "   ")

    def _help(self, view: br.State, menu: Menu) -> None:
        console = self._console
        console.print(heading(say("What you can type now")))
        for line in menu.help():
            self._say(line, indent=2)
        console.print(heading(say("The rules of the moment")))
        rules = [said for said, _ in rules_of_the_moment(view)]
        for line in rules:
            self._say(line, indent=2)
        self._explain(view, rules)
        if view.phase == AUCTION:
            print_table(console, ladder_table(view.variant))
        if view.contract is not None:
            print_prices(console, view.variant, view.contract.key)

    def _say(self, text: str, indent: int = 0) -> None:
        self._console.print(Padding(pips(text), (0, 0, 0, indent)) if indent else pips(text))
