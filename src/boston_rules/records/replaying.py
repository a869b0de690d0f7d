"""From a record back to the states of its session, or to the views of its viewer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from attrs import evolve, frozen

from boston_rules.core.cards import Cards
from boston_rules.core.errors import (
    DealError,
    EventError,
    IllegalAction,
    RecordError,
    SessionOver,
)
from boston_rules.core.events import Event, Opened
from boston_rules.core.hidden import FULL, HOLE, Viewer
from boston_rules.core.saying import Player, Said, say
from boston_rules.core.sources import Cite
from boston_rules.deal.auction import Auction
from boston_rules.deal.dealing import (
    Cutting,
    Shuffling,
    deal_given,
    open_as_told,
    open_deal,
)
from boston_rules.deal.engine import apply
from boston_rules.deal.settled import Settled
from boston_rules.deal.settlement import Settlement
from boston_rules.deal.state import State
from boston_rules.deal.table import CHANCE, Table
from boston_rules.knowing.views import advance
from boston_rules.knowing.worlds import Worlds
from boston_rules.records.errors import FingerprintMismatch, ReplayError
from boston_rules.records.houserules import build_variant
from boston_rules.records.model import DealRecord, Record, check_record
from boston_rules.records.recording import opening_table
from boston_rules.rules.variant import Variant, as_variant

__all__ = ["Replayed", "positions", "replay", "replay_while_valid", "variant_of"]


def variant_of(record: Record) -> Variant:
    """The rules of a record: its variant, with its options and house rules.

    Raises:
        RecordError: the variant, or a rule class, is not here, or the rules cannot be played.
        TypeError: it is not a record.

    >>> import boston_rules as br
    >>> from boston_rules.records import record
    >>> variant = br.get_variant(br.list_variants()[0], deals=3)
    >>> br.variant_of(record(br.start(variant))) == variant
    True
    """
    check_record(record)
    return build_variant(record.variant, record.options, record.rules)


def replay(
    record: Record,
    *,
    variant: Variant | str | None = None,
    ignore_fingerprint: bool = False,
    ignore_settlements: bool = False,
) -> tuple[State, ...]:
    """Play a record again: the last state of each deal, of which the last may be in mid-deal.

    Strict: every deal must follow from the one before, every action must be legal for the seat that
    the record names, and every bill must be the one that the rules draw up (but for its words).
    A redacted record gives the views of its viewer, each such that some deal shows it to him.

    Args:
        record: any record.
        variant: the rules, or a slug, where they are not those that the record tells, or are not
            registered.
        ignore_fingerprint: replay by rules that are no longer those of the record.
        ignore_settlements: do not compare the bills.

    Raises:
        FingerprintMismatch: the rules are not those that the record was made with.
        ReplayError: the rules do not bear the record out; it names deal, ply, token and rule.
        RecordError: the rules are not here.
        TypeError: it is not a record; :func:`load` reads one from a file.
        VariantError: no variant has the slug.

    >>> import random
    >>> import boston_rules as br
    >>> from boston_rules.bots import SimpleBot, play_deal
    >>> first = play_deal(br.start("classic"), [SimpleBot()] * 4, random.Random(1))
    >>> record = br.record([first, br.next_deal(first)])
    >>> states = br.replay(record)
    >>> [state.phase for state in states], states[0] == first
    (['settled', 'shuffle'], True)
    """
    replayed = replay_while_valid(
        record,
        variant=variant,
        ignore_fingerprint=ignore_fingerprint,
        ignore_settlements=ignore_settlements,
    )
    if replayed.error is not None:
        raise replayed.error
    return replayed.states


@frozen
class Replayed:
    """As much of a record as could be replayed."""

    states: tuple[State, ...]
    """The last state that was reached in each deal."""
    error: RecordError | None
    """What ended it; ``None`` when the whole record is sound."""


def replay_while_valid(
    record: Record,
    *,
    variant: Variant | str | None = None,
    ignore_fingerprint: bool = False,
    ignore_settlements: bool = False,
) -> Replayed:
    """Play a record again as far as it goes; arguments as for :func:`replay`.

    Raises:
        TypeError: an argument is of another type.
        VariantError: no variant has the slug.

    >>> import attrs
    >>> import boston_rules as br
    >>> from boston_rules.records import record
    >>> hands = [" ".join(rank + suit for rank in "23456789TJQKA") for suit in "SHCD"]
    >>> state = br.start(br.get_variant(br.list_variants()[0]), dealer=3, hands=hands)
    >>> made = record(br.apply(state, br.parse_action("bid 5 S")))
    >>> (deal,) = made.deals
    >>> bad = attrs.evolve(deal, events=[*deal.events, br.Event(1, br.parse_action("bid 5 S"))])
    >>> outcome = br.replay_while_valid(attrs.evolve(made, deals=[bad]))
    >>> len(outcome.states[-1].said), outcome.error.deal, outcome.error.ply
    (1, 1, 1)
    >>> outcome.error.token, outcome.error.__cause__.code
    ('bid 5 S', 'auction/too-low')
    """
    last: dict[int, State] = {}
    try:
        for state in positions(
            record,
            variant=variant,
            ignore_fingerprint=ignore_fingerprint,
            ignore_settlements=ignore_settlements,
        ):
            last[state.table.deal_number] = state
    except RecordError as error:
        return Replayed(tuple(last.values()), error)
    return Replayed(tuple(last.values()), None)


def positions(
    record: Record,
    *,
    variant: Variant | str | None = None,
    ignore_fingerprint: bool = False,
    ignore_settlements: bool = False,
) -> Iterator[State]:
    """Every state of a record in order, of each deal the opening state and one for each event.

    Arguments and errors as for :func:`replay`; an error is raised when its place is reached.

    >>> import boston_rules as br
    >>> from boston_rules.records import record
    >>> hands = [" ".join(rank + suit for rank in "23456789TJQKA") for suit in "SHCD"]
    >>> state = br.start(br.get_variant(br.list_variants()[0]), dealer=3, hands=hands)
    >>> made = record(br.apply(state, br.parse_action("bid 5 S")))
    >>> [(state.phase, state.actor) for state in positions(made)]
    [('auction', 0), ('auction', 1)]
    """
    check_record(record)
    rules = variant_of(record) if variant is None else as_variant(variant)
    if not ignore_fingerprint:
        _check_identity(record, rules)
    if record.seats != rules.seats:
        raise RecordError(
            say(
                "{variant} is for {seats} seats, the record has {number}",
                variant=rules.slug,
                seats=rules.seats,
                number=record.seats,
            )
        )
    viewer: Viewer = FULL
    if record.viewer is not None:
        viewer = record.viewer if isinstance(record.viewer, int) else None
    state: State | None = None
    for deal in record.deals:
        told = _cards_told(deal, viewer)
        state = _opened(record, deal, rules, state, None if told is not None else viewer)
        for ply, event in enumerate(deal.events):
            if ply == told:
                state = _seen_by(state, viewer)
            yield state
            state = _stepped(state, deal.number, ply, event)
        if told == len(deal.events):
            state = _seen_by(state, viewer)
        yield state
        if state.viewer is not FULL:
            _check_worlds(state)
        if not ignore_settlements:
            _check_bill(deal, state.settlement)


def _check_identity(record: Record, rules: Variant) -> None:
    recorded = (record.revision, record.fingerprint)
    found = (rules.revision, rules.fingerprint())
    if record.variant != rules.slug:
        reason = say(
            "the record is of {variant}, the rules are those of {rules}",
            variant=repr(record.variant),
            rules=repr(rules.slug),
        )
    elif record.revision not in (None, rules.revision):
        reason = say(
            "the record follows revision {revision} of {variant}, and revision {here} is here",
            revision=record.revision,
            variant=rules.slug,
            here=rules.revision,
        )
    elif record.fingerprint not in (None, found[1]):
        reason = say(
            "the rules of {variant} have changed since the record was made: their fingerprint "
            "was {recorded} and is {found}",
            variant=rules.slug,
            recorded=record.fingerprint,
            found=found[1],
        )
    else:
        return
    raise FingerprintMismatch(reason, recorded=recorded, found=found)


def _cards_told(deal: DealRecord, viewer: Viewer) -> int | None:
    """The event that tells a viewer his cards, where others before it dealt him some.

    Nobody keeps what he has held before a misdeal: until then a seat has seen what all have.
    """
    if not isinstance(viewer, int):
        return None
    shown = [deal.shows, *(event.shows for event in deal.events)]
    dealt = [(ply, each.dealt[viewer]) for ply, each in enumerate(shown, -1) if each.dealt]
    if all(hand is not HOLE for _, hand in dealt):
        return None
    return next((ply for ply, hand in dealt if hand is not HOLE), len(deal.events))


def _seen_by(view: State, viewer: Viewer) -> State:
    """What a viewer knows who has seen what all have, before cards are dealt to him."""
    if isinstance(view, Shuffling | Cutting):
        return evolve(view, table=evolve(view.table, viewer=viewer))
    if isinstance(view, Auction):  # where cards are dealt again at once
        deal = evolve(view.deal, table=evolve(view.deal.table, viewer=viewer))
        return evolve(view, deal=deal)
    raise ReplayError(say("the viewer is not told his cards"), deal=view.table.deal_number)


def _opened(
    record: Record, deal: DealRecord, rules: Variant, before: State | None, viewer: Viewer
) -> State:
    try:
        if before is None:
            table = _first_table(record, deal, rules, viewer)
        elif isinstance(before, Settled):
            table = before.next_table()
        else:
            reason = say("deal {number} is not finished", number=before.table.deal_number)
            raise ReplayError(reason, deal=deal.number, ply=0)
        if table.dealer != deal.dealer:
            reason = say(
                "{dealer} is to deal, not {other}",
                dealer=Player(table.dealer),
                other=Player(deal.dealer),
            )
            raise ReplayError(reason, deal=deal.number)
        if table.viewer is not FULL:
            table = evolve(table, viewer=viewer)
            opened = table.opened(deal.shows)
            view = open_as_told(table, opened)
            if view.events != (opened,):
                raise EventError(
                    say(
                        "a deal is opened by {event}, not by {other}",
                        event=str(view.events[0]),
                        other=str(opened),
                    )
                )
            return view
        if deal.hands is not None:
            return deal_given(table, deal.hands, deal.turned)
        return open_deal(table)
    except RecordError:
        raise
    except (DealError, EventError, SessionOver) as error:
        raise ReplayError(error.message, deal=deal.number) from error
    except Exception as error:  # whatever rules from elsewhere come to
        raise _rules_fail(error, deal.number, None) from error


def _first_table(record: Record, deal: DealRecord, rules: Variant, viewer: Viewer) -> Table:
    start = record.start
    if start is None:
        return opening_table(None, rules, deal.dealer, 1, viewer)
    if start.belle is not None and not rules.dealing.fixes_belle:
        raise ReplayError(say("{variant} fixes no belle", variant=rules.slug), deal=deal.number)
    pack = rules.dealing.pack
    if start.still and rules.dealing.packs == 1:
        reason = say("{variant} has one pack, and none lies still", variant=rules.slug)
        raise ReplayError(reason, deal=deal.number)
    for each in (start.pack, start.still):
        if each is not HOLE and each and Cards(each) != pack:
            reason = say(
                "the gathered pack is each of the {number} cards of {variant}",
                number=len(pack),
                variant=rules.slug,
            )
            raise ReplayError(reason, deal=deal.number)
    known = [each.name for each in rules.conditions]
    if start.conditions not in known:
        reason = say(
            "the conditions of {variant} are {names}, not {name}",
            variant=rules.slug,
            names=", ".join(known),
            name=start.conditions,
        )
        raise ReplayError(reason, deal=deal.number)
    left = start.pool + start.set_aside
    if deal.number > 1 and rules.session.ends(deal.number - 1, start.purses, left):
        raise ReplayError(say("the session was over before this deal"), deal=deal.number)
    return opening_table(start, rules, deal.dealer, deal.number, viewer)


def _stepped(state: State, deal: int, ply: int, event: Event) -> State:
    seat, action = event.seat, event.action
    token = str(action)

    def failed(reason: str, rule: Cite | None = None) -> ReplayError:
        return ReplayError(reason, deal=deal, ply=ply, seat=seat, token=token, rule=rule)

    if state.actor != seat and not (state.viewer is not FULL or state.legal_for(seat)):
        who = _name(seat)
        if state.actor is None:
            raise failed(say("{who} acts ({action}), but the deal is over", who=who, action=token))
        due = _name(state.actor)
        raise failed(
            say("{who} acts ({action}), but {due} is to act", who=who, action=token, due=due)
        )
    try:
        if state.viewer is not FULL:
            return advance(state, event)
        assert not isinstance(action, Opened), "a record opens its deals by itself"
        return apply(state, action, seat)
    except EventError as error:
        reason = say(
            "{who} was not seen to do this ({action}): {reason}",
            who=_name(seat),
            action=token,
            reason=error.message,
        )
        raise failed(reason) from error
    except IllegalAction as error:
        reason = say("{who} may not do this: {reason}", who=_name(seat), reason=error.message)
        raise failed(reason, error.rule) from error
    except Exception as error:  # whatever rules from elsewhere come to
        raise _rules_fail(error, deal, ply) from error


def _name(seat: int) -> Said | Player:
    return say("chance") if seat == CHANCE else Player(seat)


def _rules_fail(error: Exception, deal: int, ply: int | None) -> ReplayError:
    reason = say("the rules of the record fail here: {error}", error=f"{error!r:.200}")
    return ReplayError(reason, deal=deal, ply=ply)


def _check_worlds(view: State) -> None:
    number = view.table.deal_number
    try:
        count = Worlds(view).count
    except Exception as error:  # whatever rules from elsewhere come to
        raise _rules_fail(error, number, None) from error
    if view.deal is not None and not count:
        raise ReplayError(say("no deal fits what the viewer has seen"), deal=number)


def _check_bill(deal: DealRecord, bill: Settlement | None) -> None:
    told = deal.settlement
    if told is None:
        return
    if bill is None:
        raise ReplayError(
            say("the record has a settlement, but the deal is not finished"),
            deal=deal.number,
            ply=len(deal.events),
        )
    for what, recorded, found in (
        (say("the verdict"), told.made, bill.made),
        (say("what each seat wins"), told.deltas, bill.deltas),
        (say("the pool"), told.pool, bill.pool),
        (say("the set-aside"), told.set_aside, bill.set_aside),
    ):
        if recorded != found:
            reason = say(
                "{what} is {found} by the rules, and {recorded} in the record",
                what=what,
                found=f"{found!r:.400}",
                recorded=f"{recorded!r:.400}",
            )
            raise ReplayError(reason, deal=deal.number)
    ours, theirs = _paid(bill), _paid(told)
    if ours != theirs:
        reason = say(
            "the transfers differ: by the rules {ours}, in the record {theirs}",
            ours=_listed(ours - theirs),
            theirs=_listed(theirs - ours),
        )
        raise ReplayError(reason, deal=deal.number)


def _paid(bill: Settlement) -> Counter[str]:
    """Who pays whom how much: the order of a bill and its words do not matter."""
    return Counter(f"{paid.payer} pays {paid.payee} {paid.chips}" for paid in bill.transfers)


def _listed(transfers: Counter[str]) -> str:
    return ", ".join(sorted(transfers.elements()))[:400] or say("nothing more")
