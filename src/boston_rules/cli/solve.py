"""``boston-rules solve``: what can be made of a deal with all cards seen."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext
from itertools import combinations

import click
from attrs import frozen
from rich.console import Console

import boston_rules as br
from boston_rules.cli.arguments import (
    as_json,
    chosen_variant,
    count_option,
    rule_options,
    seat_option,
    suit,
)
from boston_rules.cli.commands import COMMANDS
from boston_rules.cli.documents import Document, identity, print_document
from boston_rules.cli.files import bridge_deal, chosen_deal, is_record, read_bytes, record_in
from boston_rules.cli.help import command, option, paragraphs
from boston_rules.cli.problems import failure, reason_of
from boston_rules.cli.solving import Watch, chips_document, limit_options, outlook_document
from boston_rules.cli.terminal import open_console, pips, print_table, print_title
from boston_rules.core.cardplay import COMPILED
from boston_rules.core.saying import Player, joined, say, sentence_of
from boston_rules.deal.terms import terms_of
from boston_rules.records import Record
from boston_rules.records.document import contract_document, letter_of, trick_document
from boston_rules.records.replaying import positions
from boston_rules.solver import (
    Best,
    Line,
    SearchStopped,
    SolvedCell,
    best,
    cells,
    first_lead,
    kinds,
    line,
)
from boston_rules.telling.tables.deals import complete_tricks, hands_table, play_table
from boston_rules.telling.tables.labels import seat_labels
from boston_rules.telling.tables.solved import cards_table, chips_words, makes_table, outlook_words
from boston_rules.telling.typed import bid_named
from boston_rules.telling.wording.phrases import contract_line

__all__ = ["solve"]


@frozen
class _Given:
    """A deal out of a file."""

    variant: br.Variant
    hands: tuple[tuple[br.Card, ...], ...]
    dealer: int
    turned: br.Card | None
    belle: br.Suit | None
    pool: int | None = None
    """Chips in the pool, where the deal was played at a table."""
    stakes: int = 1


@command(
    help=paragraphs(
        COMMANDS["solve"].about,
        say(
            "FILE is a record, or a file of bridge deals (PBN) to be solved by the rules of "
            "VARIANT, or - for the standard input. Without BID every seat's tricks in each suit "
            "are told, and which other contracts it makes. With BID, the key of a bid or its "
            "name, this contract is solved and best play shown trick by trick, with what the "
            "declarer's side gains or loses by the bill: by the pool and the stakes of the "
            "record, or those of a first deal."
        ),
        say(
            "What is not found within the limits is shown as unknown. After an interruption "
            "what was found is shown."
        ),
    )
)
@click.argument("file", metavar="FILE")
@click.argument("words", metavar="[VARIANT] [BID]", nargs=-1)
@count_option(
    "--deal",
    "number",
    default=1,
    show_default=True,
    help=say("The deal: of a record by its number in the session, else by its place in the file."),
)
@seat_option("--dealer", help=say("With VARIANT: who deals, if not the dealer in the file."))
@option(
    "--turned",
    metavar="CARD",
    help=say("With VARIANT: the card turned, where one is and it is known."),
)
@option("--trump", type=suit, metavar="SUIT", help=say("With BID: the trump suit."))
@seat_option("--declarer", help=say("With BID: the seat of the bidder."))
@seat_option("--partner", help=say("With BID: the seat of the partner, if any."))
@option(
    "--discards",
    metavar="CARDS",
    help=say("With a BID before which all lay a card aside: the card of each seat, from seat 0."),
)
@option("--pairs", is_flag=True, help=say("Without BID: what each two seats make together, too."))
@option(
    "--jobs",
    type=click.IntRange(1, 4096),
    metavar="J",
    help=say(
        "Without BID: how many processes solve. Without it one, or one for each processor where "
        "the solver is not compiled. The answers are the same."
    ),
)
@option(
    "--cards",
    "by_card",
    is_flag=True,
    help=say("With BID: what every card of the first lead is worth."),
)
@limit_options(say("for each answer"))
@rule_options
@as_json
def solve(
    file: str,
    words: Sequence[str],
    number: int,
    dealer: int | None,
    turned: str | None,
    trump: br.Suit | None,
    declarer: int | None,
    partner: int | None,
    discards: str | None,
    pairs: bool,
    jobs: int | None,
    by_card: bool,
    options: tuple[str, ...],
    house: tuple[str, ...],
    as_json: bool,
    nodes: int | None,
    seconds: float | None,
) -> None:
    """``boston-rules solve``."""
    content, slug = read_bytes(file), None
    if words and not is_record(content):
        slug, *words = words
    if not words and (by_card or (trump, declarer, partner, discards) != (None,) * 4):
        raise click.UsageError(
            say("--trump, --declarer, --partner, --discards and --cards go with BID")
        )
    if words and jobs is not None:
        raise click.UsageError(say("--jobs is about all contracts: leave out BID"))
    if words and pairs:
        raise click.UsageError(say("--pairs is about all contracts: leave out BID"))
    if words and declarer is None:
        raise click.UsageError(say("who is the declarer? give --declarer SEAT"))
    if slug is None and (dealer is not None or turned is not None or options or house):
        raise click.UsageError(say("--dealer, --turned, --option and --house go with VARIANT"))
    try:
        if slug is None:
            given = _of_record(file, record_in(content), number)
        else:
            card = None if turned is None else br.parse_card(turned)
            variant = chosen_variant(slug, options, house=house)
            deal = bridge_deal(content, variant, number)
            dealer = deal.dealer if dealer is None else dealer
            given = _Given(variant, deal.hands, dealer, card, None)
    except br.RecordError as error:
        raise failure(file, error) from error
    if declarer is None:
        _solve_all(given, Watch(nodes, seconds), jobs, as_json=as_json, pairs=pairs)
        return
    key = bid_named(given.variant, " ".join(words))
    contract = br.Contract(key, declarer, trump, partner=partner, stakes=given.stakes)
    laid = [] if discards is None else [br.parse_card(each) for each in discards.split()]
    state = first_lead(
        given.variant,
        given.hands,
        contract,
        dealer=given.dealer,
        turned=given.turned,
        belle=given.belle,
        discards=laid,
        pool=given.pool,
    )
    _solve_one(given, state, Watch(nodes, seconds), as_json=as_json, by_card=by_card)


def _of_record(file: str, record: Record, number: int) -> _Given:
    if record.viewer is not None:
        raise br.RecordError(say("the record is redacted: it does not tell all hands"))
    chosen_deal(file, record, number)
    for state in positions(record):
        deal = state.deal
        if deal is not None and deal.table.deal_number == number and state.actor != br.CHANCE:
            return _Given(
                state.variant,
                tuple(hand.sorted() for hand in state.hands),
                deal.table.dealer,
                state.turned,
                state.turn.belle,
                deal.table.pool,
                deal.table.stakes,
            )
    raise br.RecordError(say("no cards were dealt in deal {deal}", deal=number))


# All contracts.


def _solve_all(
    given: _Given, watch: Watch, jobs: int | None, *, as_json: bool, pairs: bool
) -> None:
    variant, columns = given.variant, kinds(given.variant)
    sizes = (1, 2) if pairs else (1,)
    sides = [side for size in sizes for side in combinations(range(variant.seats), size)]
    found: list[SolvedCell] = []
    stopped = False
    try:
        with watch.bar(say("answers"), len(sides) * len(columns)), _workers(jobs) as executor:
            for cell in cells(
                variant,
                given.hands,
                dealer=given.dealer,
                turned=given.turned,
                belle=given.belle,
                limits=watch.limits,
                sides=sides,
                executor=executor,
            ):
                found.append(cell)
                watch.done(len(found))
    except KeyboardInterrupt:
        stopped = True
    # Workers answer in any order.
    found.sort(key=lambda cell: columns.index(cell.kind))
    if as_json:
        print_document(
            {
                **_document(given),
                "complete": not stopped,
                "answers": [
                    {
                        "declarer": cell.declarer,
                        "partner": cell.partner,
                        "contracts": [step.key for step in cell.kind.steps],
                        "trump": letter_of(cell.kind.trump),
                        "known": cell.known,
                        "open": not cell.barred,
                        "tricks": cell.tricks,
                        "fewest": None if cell.bounds is None else cell.bounds[0],
                        "most": None if cell.bounds is None else cell.bounds[1],
                        "made": cell.made,
                        "stopped": None if cell.stopped is None else cell.stopped.limit,
                    }
                    for cell in found
                ],
            },
        )
    else:
        console, labels = open_console(), seat_labels((), variant.seats)
        _print_given(console, given, labels)
        console.print()
        print_table(console, makes_table(labels, columns, found))
        if any(cell.stopped for cell in found):
            _print_advice(console)
    if stopped:
        raise KeyboardInterrupt


def _workers(jobs: int | None) -> AbstractContextManager[Executor | None]:
    """So many processes; none but this one where one is enough."""
    from boston_rules.simulate.workers import pool, processors

    if jobs is None:
        jobs = 1 if COMPILED else processors()
    return nullcontext() if jobs == 1 else pool(jobs)


def _print_advice(console: Console) -> None:
    """What would help where the limits were too narrow."""
    if not COMPILED:
        console.print(say("Compiled, the solver is many times as fast: see “Compiled card play”."))


def _print_given(console: Console, given: _Given, labels: Sequence[str]) -> None:
    """The game, who deals, and all hands."""
    print_title(console, given.variant)
    dealer = Player(given.dealer)
    if given.turned is None:
        console.print(say("{who:capital} deals.", who=dealer))
    else:
        told = say("{who:capital} deals; turned: {card}.", who=dealer, card=given.turned)
        console.print(told)
    roles = [say("dealer") if seat == given.dealer else "" for seat in range(given.variant.seats)]
    print_table(console, hands_table(labels, map(br.Cards, given.hands), roles))


def _document(given: _Given) -> Document:
    return {
        **identity(given.variant),
        "dealer": given.dealer,
        "hands": [br.Cards(hand).tokens for hand in given.hands],
        "turned": None if given.turned is None else str(given.turned),
    }


# One contract.


def _solve_one(
    given: _Given, state: br.Playing, watch: Watch, *, as_json: bool, by_card: bool
) -> None:
    contract = state.contract
    assert contract is not None, "it was given"
    found: Line | None = None
    leads: Best | None = None
    bounds: tuple[int, int] | None = None
    reason = ""
    with watch.bar(say("positions"), None):
        try:
            found = line(state, watch.limits)
            leads = best(state, watch.limits) if by_card else None
        except SearchStopped as error:
            reason, bounds = reason_of(error), error.bounds
    if as_json:
        known = found is not None and (leads is not None or not by_card)
        document = {**_document(given), "contract": contract_document(contract), "known": known}
        if found is None and bounds is not None:
            document |= {"fewest": bounds[0], "most": bounds[1]}
        if found is not None:
            document |= outlook_document(found.outlook)
            document["chips"] = chips_document(found.chips)
            document["line"] = list(map(trick_document, found.tricks))
        if leads is not None:
            document["cards"] = [
                {
                    "card": str(card),
                    "best": card in leads.cards,
                    **outlook_document(result),
                    "chips": chips_document(result.chips),
                }
                for card, result in leads.results
            ]
        print_document(document)
        return
    variant = given.variant
    console, labels = open_console(), seat_labels((), variant.seats)
    _print_given(console, given, labels)
    said = contract_line(variant, contract)
    if found is None:
        console.print()
        if bounds is None:
            told = say("{contract}: {reason}.", contract=said, reason=reason)
        else:
            told = say(
                "{contract}: {fewest} to {most} tricks with best play; {reason}.",
                contract=said,
                fewest=bounds[0],
                most=bounds[1],
                reason=reason,
            )
        console.print(pips(told))
        _print_advice(console)
        return
    best_play = say(
        "{contract}: {outlook} with best play", contract=said, outlook=outlook_words(found.outlook)
    )
    paid = [] if found.chips is None else [chips_words(found.chips)]
    console.print()
    console.print(pips(sentence_of(joined("; ", [best_play, *paid]))))
    console.print()
    tricks = complete_tricks(found.tricks, variant.seats)
    print_table(console, play_table(labels, tricks, side=terms_of(variant, contract).counting))
    if leads is not None:
        console.print()
        print_table(console, cards_table(labels, state.actor, leads))
    elif by_card:
        console.print()
        console.print(say("What every card is worth is not known: {reason}.", reason=reason))
