"""Which statements of the tellings decide an action, a refusal, or a line of a bill."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import field, frozen

from boston_rules.core.actions import Action, Bid, checked
from boston_rules.core.errors import IllegalAction
from boston_rules.core.sources import Cite, own_cites, source_of
from boston_rules.core.transfers import Line
from boston_rules.deal.engine import legal_actions, why_illegal
from boston_rules.deal.settled import Settled
from boston_rules.deal.state import State, check_state
from boston_rules.edition.statements import Statement, plain_path, statements_of, within

__all__ = ["Ground", "why"]


@frozen
class Ground:
    """A rule that decides, with the statements of the tellings on which it rests."""

    decides: tuple[Action | Line, ...]
    """What it decides: actions, or lines of a bill."""
    refusal: IllegalAction | None = field(default=None, kw_only=True)
    """Of an illegal action, why it is; some name no rule, such as that of another's turn."""
    rule: object = None
    """The rule object, the first of a few with the same source; ``None`` of lines of a bill, which
    have the source alone."""
    cite: Cite | None = None
    """The source of the rule, where one is cited."""
    statements: tuple[Statement, ...] = ()
    """The statements that stand there and are about the rule; none of a rule of your own."""


def why(state: State, action: Action | None = None, seat: int | None = None) -> tuple[Ground, ...]:
    """What decides an action, all that is legal, or the bill of a deal, with its sources.

    Args:
        state: a state, or a view.
        action: what was done or tried there. Without it the bill is explained if the deal is
            settled, and else each action that is legal.
        seat: who acts, or tried to; without it the seat whose turn it is.

    Returns:
        One ground for an action; else one for each place that is cited, in the order of the actions
        or of the bill, the antes first.

    Raises:
        TypeError: not a state, or not an action.
        ValueError: no seat of the table.

    >>> import boston_rules as br
    >>> hands = [" ".join(rank + suit for rank in "AKQJT98765432") for suit in "SHCD"]
    >>> state = br.start("classic", dealer=3, hands=hands)
    >>> (ground,) = br.why(state, br.Pass())
    >>> [each.identifier for each in ground.statements], ground.statements[0].says
    ... # doctest: +NORMALIZE_WHITESPACE
    (['WEB.19', 'WEB.20', 'WEB.21'],
     'From eldest on each player in turn makes one bid or passes.')
    >>> (ground,) = br.why(state, br.Bid("4", br.SPADES))
    >>> print(ground.refusal.reason.partition(";")[0], ground.cite)
    no contract is called '4' WEB, The Bidding Ladder; ruling R4
    """
    check_state(state)
    if action is not None:
        checked(action)
        refusal = why_illegal(state, action, seat)
        rule = state.rule_of(action) if refusal is None or refusal.rule is not None else None
        cite = source_of(rule) if refusal is None else refusal.rule
        told = _statements(state, cite, rule, (action,))
        return (Ground((action,), refusal=refusal, rule=rule, cite=cite, statements=told),)
    if isinstance(state, Settled):
        return tuple(_of_bill(state))
    return tuple(_of_actions(state, legal_actions(state, seat)))


def _of_bill(state: Settled) -> Iterator[Ground]:
    found: dict[Cite | None, dict[Line, None]] = {}
    paid = (*state.deal.table.antes, *state.settlement.transfers)
    for line in (line for transfer in paid for line in transfer.lines):
        found.setdefault(line.source, {})[line] = None
    for cite, lines in found.items():
        yield Ground(tuple(lines), cite=cite, statements=_statements(state, cite))


def _of_actions(state: State, actions: Iterable[Action]) -> Iterator[Ground]:
    found: dict[object, tuple[object, list[Action]]] = {}
    for action in actions:
        rule = state.rule_of(action)
        found.setdefault(source_of(rule) or id(rule), (rule, []))[1].append(action)
    for rule, decided in found.values():
        cite = source_of(rule)
        told = _statements(state, cite, rule, decided)
        yield Ground(tuple(decided), rule=rule, cite=cite, statements=told)


def _statements(
    state: State, cite: Cite | None, rule: object = None, actions: Iterable[Action] = ()
) -> tuple[Statement, ...]:
    """The statements at a citation about the rule, or about the rules that have it.

    Of another game or of other bids there are none among them, unless the place has no others.
    """
    if cite is None:
        return ()
    variant, contract = state.variant, state.contract
    rules = [(plain_path(path), each) for path, each in variant.rules()]
    paths = {path for path, each in rules if each == rule}
    if not paths or source_of(rule) != cite:
        paths = {path for path, each in rules if cite in own_cites(each)}
    bids = {action.key for action in actions if isinstance(action, Bid)}
    if contract is not None:
        bids.add(contract.key)
    about = [
        each
        for each in dict.fromkeys(statements_of(cite))
        if any(within(path, said) for path in paths for said in each.rules)
    ]
    for narrower in (
        lambda each: variant.slug in each.games,
        lambda each: not bids or each.bid in bids or each.bid not in variant.ladder,
        lambda each: not paths.isdisjoint(each.rules),
    ):
        about = list(filter(narrower, about)) or about
    return tuple(about)
