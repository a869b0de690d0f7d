"""``boston-rules perft``: how many ways lead on from a position."""

from __future__ import annotations

import random
from typing import Final

import click

import boston_rules as br
from boston_rules.cli.arguments import (
    as_json,
    chosen_variant,
    rule_options,
    seat_option,
    seed_option,
)
from boston_rules.cli.commands import COMMANDS
from boston_rules.cli.documents import Document, identity, print_document
from boston_rules.cli.help import command, option, paragraphs
from boston_rules.cli.terminal import grid, open_console, print_title
from boston_rules.conformance.perft import divide as divided
from boston_rules.conformance.perft import perft as leaves
from boston_rules.core.saying import say, say_number

__all__ = ["perft"]

_DEEPEST: Final = 200
"""More actions than any deal has."""


@command(
    help=paragraphs(
        COMMANDS["perft"].about,
        say(
            "A sequence that ends before the depth is reached, because the deal is settled or "
            "chance is due, counts once. Two engines that count alike agree on what is legal."
        ),
    )
)
@click.argument("slug", metavar="VARIANT")
@seed_option(default=0, show_default=True, help=say("The deal to count in; without --hands."))
@option(
    "--hands",
    metavar="HANDS",
    help=say("The deal, seat 0 first: card tokens, and / between the hands."),
)
@option("--turned", metavar="CARD", help=say("With --hands: the card that is turned."))
@seat_option("--dealer", default=0, show_default=True, help=say("The dealing seat."))
@option(
    "--after",
    metavar="ACTIONS",
    default="",
    help=say("Actions already taken, with commas between them, such as 'bid 5 H, pass'."),
)
@option(
    "--depth",
    type=click.IntRange(0, _DEEPEST),
    metavar="N",
    required=True,
    help=say("How many actions to look ahead."),
)
@option("--divide", is_flag=True, help=say("The leaves below each first action."))
@rule_options
@as_json
def perft(
    slug: str,
    seed: int,
    hands: str | None,
    turned: str | None,
    dealer: int,
    after: str,
    depth: int,
    divide: bool,
    options: tuple[str, ...],
    house: tuple[str, ...],
    as_json: bool,
) -> None:
    """``boston-rules perft``."""
    variant = chosen_variant(slug, options, house=house)
    if divide and not depth:
        raise click.UsageError(say("--divide needs a depth of 1 or more"))
    if hands is None:
        if turned is not None:
            raise click.UsageError(say("--turned goes with --hands"))
        state = _dealt(variant, dealer, random.Random(seed))
    else:
        card = None if turned is None else br.parse_card(turned)
        state = br.start(variant, dealer, hands=hands.split("/"), turned=card)
        if state.deal is not None and state.deal.turned is None and variant.dealing.turn:
            raise click.UsageError(
                say("a card is turned in {variant}: give --turned", variant=variant.slug)
            )
    for token in filter(None, map(str.strip, after.split(","))):
        state = br.apply(state, br.parse_action(token, variant))
    rows = divided(state, depth) if divide else ()
    # A position where nobody acts has no first action, but one leaf.
    total = sum(count for _, count in rows) if rows else leaves(state, depth)
    if as_json:
        document: Document = {
            **identity(variant),
            **_position(state),
            "depth": depth,
            "leaves": total,
        }
        if divide:
            document["divide"] = [
                {"action": str(action), "leaves": count} for action, count in rows
            ]
        print_document(document)
        return
    console = open_console()
    print_title(console, variant)
    if rows:
        table = grid(2)
        table.columns[1].justify = "right"
        for action, count in rows:
            table.add_row(str(action), str(count))
        console.print(table)
    console.print(
        say_number(
            "depth {depth}: {number} leaf", "depth {depth}: {number} leaves", total, depth=depth
        )
    )


def _dealt(variant: br.Variant, dealer: int, rng: random.Random) -> br.State:
    pack = br.shuffled(rng, variant.dealing.pack)
    order = variant.dealing.deal(range(len(pack)), dealer)
    hands = [[pack[place] for place in row] for row in order[: variant.seats]]
    if variant.dealing.turns_from_still:  # a player cuts for it, which is not counted
        turned = br.shuffled(rng, variant.dealing.pack)[0]
        return br.start(variant, dealer, hands=hands, turned=turned)
    state = br.start(variant, dealer, hands=hands)
    while state.actor == br.CHANCE:  # a card is turned
        state = br.apply(state, br.draw_chance(state, rng))
    return state


def _position(state: br.State) -> Document:
    """The deal and what was done in it, so that another engine can count the same."""
    deal = state.deal
    assert deal is not None, "a position of this command is one after the deal"
    return {
        "dealer": deal.table.dealer,
        "hands": [br.Cards.from_mask(mask).tokens for mask in deal.hands],
        "turned": None if deal.turned is None else str(br.PACK[deal.turned]),
        "actions": [str(event) for event in state.events if event.seat != br.CHANCE],
    }
