"""``boston-rules settle``: the bill of a deal played at a real table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final, Literal, get_args

import click
from rich.console import Console

import boston_rules as br
from boston_rules.cli.arguments import (
    as_json,
    by_seat,
    cards,
    chosen_variant,
    revoke,
    rule_options,
    seat_option,
    seats,
    suit,
)
from boston_rules.cli.commands import COMMANDS
from boston_rules.cli.documents import identity, print_document, settlement_document
from boston_rules.cli.help import command, option, paragraphs
from boston_rules.cli.terminal import open_console, pips, print_table, print_title
from boston_rules.core.actions import SuitClass
from boston_rules.core.contract import Turn
from boston_rules.core.saying import say, sentence_of, term
from boston_rules.deal.contracts import trump_of_bid
from boston_rules.deal.settlement.bills import counts_honours
from boston_rules.deal.settlement.penalties import lost_by_misdeal
from boston_rules.deal.terms import terms_of
from boston_rules.records.document import contract_document
from boston_rules.records.evening import Entry, infractions_document, outcome_document
from boston_rules.telling.tables.deals import bill_balance, bill_table
from boston_rules.telling.typed import bid_named
from boston_rules.telling.wording.phrases import contract_line

__all__ = ["print_untold", "settle", "told_entry"]

_chips_option: Final = partial(
    # Any amount that a table of people could need.
    option,
    type=click.IntRange(0, 1_000_000_000),
    metavar="CHIPS",
    show_default="0",
)


@command(
    help=paragraphs(
        COMMANDS["settle"].about,
        say(
            "BID is a bid of VARIANT as it is made there, by its key or its English or French "
            "name; 'show' lists them: 5, 'Grand Misère', 7 D solo, 7 grand, 5 preference, "
            "demande QH. For example: boston-rules settle VARIANT 5 H --declarer 0 --tricks "
            "7,2,2,2 --pool 50"
        ),
        say(
            "With --revoke, --out-of-turn and --misdeal the bill has what the law of VARIANT "
            "asks for: fines, forfeited tricks, a lost deal. TRICKS are those won at the "
            "table, before any are forfeited."
        ),
    )
)
@click.argument("slug", metavar="VARIANT")
@click.argument("words", metavar="[BID]", nargs=-1)
@option("--passed-out", is_flag=True, help=say("Nobody bid; BID is left out, or is '-'."))
@option("--grand", is_flag=True, help=say("It is the grand that ends the session; no BID either."))
@option("--trump", type=suit, metavar="SUIT", help=say("The trump suit."))
@seat_option("--declarer", help=say("The seat of the bidder."))
@seat_option("--partner", help=say("The seat of the partner; without it he played alone."))
@option(
    "--tricks",
    type=by_seat,
    metavar="A,B,C,D",
    help=say("Tricks won by each seat, such as 7,2,2,2; fewer where the deal was broken off."),
)
@option(
    "--honours", type=by_seat, metavar="A,B,C,D", help=say("A K Q J of trumps dealt to each seat.")
)
@option("--slam", type=click.Choice(["closed", "table"]), help=say("A slam was declared."))
@seat_option("--boston", help=say("The seat dealt the Boston."))
@option("--conceded", is_flag=True, help=say("All opponents paid without further play."))
@option("--chicane", type=seats, metavar="SEATS", help=say("Seats that declared chicane."))
@option(
    "--played",
    type=cards,
    metavar="CARDS",
    help=say("All cards in the order played, where the bill counts something of them."),
)
@option("--turned", type=suit, metavar="SUIT", help=say("The suit (or card) turned in this deal."))
@option(
    "--belle", type=suit, metavar="SUIT", help=say("The suit (or card) turned in the first deal.")
)
@option(
    "--suit-class",
    type=click.Choice(get_args(SuitClass)),
    help=say("How trumps stand to the turned card; grand for a bid of tricks without them."),
)
@seat_option("--dealer", default=0, show_default=True, help=say("The dealing seat."))
@_chips_option("--pool", help=say("Chips in it, antes included."))
@_chips_option("--set-aside", help=say("From a capped pool."))
@option(
    "--stakes",
    type=click.IntRange(1, 1000),
    metavar="N",
    help=say("What payments are multiplied by, where the deal before or a player has raised them."),
)
@option(
    "--target",
    type=click.IntRange(1, 13),
    metavar="TRICKS",
    help=say("The tricks to be won, where the cards dealt decide it."),
)
@option(
    "--misdeal",
    "misdeals",
    count=True,
    help=say("The dealer misdealt before this deal; again for each time."),
)
@option(
    "--touched", is_flag=True, help=say("With --misdeal: another player had touched the cards.")
)
@option(
    "--revoke",
    "revokes",
    type=revoke,
    metavar="'SEAT [TRICK]'",
    multiple=True,
    help=say("A seat whose revoke was established, and in which trick; again for each, in order."),
)
@seat_option("--out-of-turn", help=say("An opponent whose card out of turn has ended a misère."))
@option("--last", is_flag=True, help=say("It is the last deal of the session."))
@rule_options
@as_json
def settle(
    slug: str,
    options: tuple[str, ...],
    house: tuple[str, ...],
    as_json: bool,
    dealer: int,
    pool: int | None,
    set_aside: int | None,
    last: bool,
    grand: bool,
    **told: Any,
) -> None:
    """``boston-rules settle``."""
    variant = chosen_variant(slug, options, house=house)
    if variant.pool is None and not pool is set_aside is None:
        raise click.UsageError(
            say(
                "{variant} has no pool: leave out --pool and --set-aside",
                variant=term(variant.title),
            )
        )
    entry = told_entry(variant, dealer=dealer, grand=grand, **told)
    contract, outcome, infractions = entry.contract, entry.outcome, entry.infractions
    pool, set_aside = pool or 0, set_aside or 0
    stakes = told["stakes"] if contract is None else None
    bill = br.settle(
        variant,
        contract,
        outcome,
        pool,
        set_aside,
        last,
        dealer=dealer,
        infractions=infractions,
        grand=grand,
        stakes=stakes,
    )
    if as_json:
        print_document(
            {
                **identity(variant),
                "contract": None if contract is None else contract_document(contract),
                "outcome": outcome_document(outcome),
                **infractions_document(infractions),
                "pool": pool,
                "set_aside": set_aside,
                "dealer": dealer,
                "last": last,
                **({"grand": True} if grand else {}),
                **({} if stakes is None else {"stakes": stakes}),
                "settlement": settlement_document(bill),
            },
        )
    else:
        _print_bill(variant, entry, bill)


def told_entry(
    variant: br.Variant,
    *,
    words: tuple[str, ...],
    dealer: int,
    passed_out: bool,
    grand: bool,
    declarer: int | None,
    tricks: tuple[int, ...] | None,
    honours: tuple[int, ...] | None,
    slam: Literal["closed", "table"] | None,
    boston: int | None,
    conceded: bool,
    chicane: tuple[int, ...] | None,
    played: tuple[br.Card, ...] | None,
    misdeals: int,
    touched: bool,
    revokes: Sequence[br.Revoke],
    out_of_turn: int | None,
    **terms: Any,
) -> Entry:
    """A deal as the options of the command line tell it; the ``terms`` are of the contract.

    Raises:
        UsageError: something that every deal needs is missing, or contradicts the rest.
        NotationError: the variant has no such bid.
    """
    if touched and not misdeals:
        raise click.UsageError(say("--touched says something of a misdeal: give --misdeal"))
    infractions = (
        *(br.Infraction("misdeal", dealer, touched) for _ in range(misdeals)),
        *(br.Infraction("revoke", each.seat, trick=each.trick) for each in revokes),
        *(() if out_of_turn is None else (br.Infraction("out-of-turn", out_of_turn),)),
    )
    name = " ".join(words)
    contract = None
    lost = lost_by_misdeal(variant, infractions)  # before a card was played
    if passed_out or grand or (lost and not name):
        if name not in ("", "-"):
            raise click.UsageError(
                say("a deal passed out has no bid, such as {bid}", bid=repr(name[:60]))
            )
        if not declarer is terms["partner"] is terms["trump"] is None:
            raise click.UsageError(say("a deal passed out has no declarer, partner or trumps"))
        if terms["target"] is not None:
            raise click.UsageError(say("a deal passed out has no target"))
    else:
        if name in ("", "-"):
            wanted = say("name the bid that was played, or give --passed-out")
            if misdeals:
                wanted = say("the dealer deals again after a misdeal: {wanted}", wanted=wanted)
            raise click.UsageError(wanted)
        if declarer is None:
            raise click.UsageError(say("who was the declarer? give --declarer SEAT"))
        contract = _contract(variant, name, declarer, **terms)
    told = () if played is None else br.played_tricks(variant, contract, played, dealer)
    if told and tricks is None:
        winners = [trick.winner for trick in told]
        tricks = tuple([winners.count(seat) for seat in range(variant.seats)])
    if tricks is None:
        if contract is not None or (variant.passed_out.played and not lost):
            raise click.UsageError(say("how many tricks did each seat win? give --tricks a,b,c,d"))
        tricks = (0,) * variant.seats
    outcome = br.Outcome(
        tricks,
        honours=(0,) * variant.seats if honours is None else honours,
        slam=slam,
        boston=boston,
        conceded=conceded,
        chicane=chicane or (),
        played=told,
    )
    return Entry(contract, outcome, infractions, Turn(terms["turned"], terms["belle"]))


def _contract(
    variant: br.Variant,
    name: str,
    declarer: int,
    *,
    trump: br.Suit | None,
    suit_class: SuitClass | None,
    stakes: int | None,
    **terms: Any,
) -> br.Contract:
    """The contract of a bid; what the bid says of trumps need not be told by an option too."""
    try:
        bid = br.parse_action(f"bid {name}", variant)
    except br.NotationError:
        bid = br.Bid(bid_named(variant, name))
    assert isinstance(bid, br.Bid), "it begins so"
    named = trump_of_bid(variant, bid, Turn(terms["turned"], terms["belle"]))
    for what, own, told in (
        ("--trump", named, trump),
        ("--suit-class", bid.suit_class, suit_class),
    ):
        if own is not None and told is not None and own != told:
            raise click.UsageError(
                say(
                    "{option} is another than that of the bid {bid}",
                    option=what,
                    bid=repr(name[:60]),
                )
            )
    return br.Contract(
        bid.key,
        declarer,
        trump=named if trump is None else trump,
        suit_class=bid.suit_class if suit_class is None else suit_class,
        stakes=1 if stakes is None else stakes,
        alone=bid.alone,
        **terms,
    )


def print_untold(console: Console, variant: br.Variant, entry: Entry) -> None:
    """What the bill of a contract depends on and nobody has told."""
    contract, outcome = entry.contract, entry.outcome
    if contract is None:
        return
    untold = not any(outcome.honours)
    if untold and counts_honours(variant, contract, outcome, entry.infractions):
        console.print(say("Honours were not told (--honours): none are counted."))
    if terms_of(variant, contract).boston is not None and outcome.boston is None:
        console.print(say("Who was dealt the Boston was not told (--boston): nobody pays for it."))


def _print_bill(variant: br.Variant, entry: Entry, bill: br.Settlement) -> None:
    contract, console = entry.contract, open_console()
    print_title(console, variant)
    if contract is None:
        console.print(pips(sentence_of(bill.heading)))
    else:
        told = contract_line(variant, contract)
        made = say("{contract}: made.", contract=told)
        lost = say("{contract}: lost.", contract=told)
        console.print(pips(made if bill.made else lost))
    for penalty in bill.penalties:
        console.print(pips(sentence_of(penalty)))
    console.print()
    print_table(console, bill_table(bill.transfers))
    print_untold(console, variant, entry)
    console.print()
    labels = [say("seat {number}", number=seat) for seat in range(variant.seats)]
    pooled = variant.pool is not None
    print_table(console, bill_balance(labels, bill, pooled=pooled, tricks=entry.outcome.tricks))
