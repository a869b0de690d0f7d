"""The exception tree. Every refusal has a class, a stable code, a rule and the legal alternatives.

``BostonError`` is the root and never raised itself. All exceptions pickle, and two refusals of the
same thing are equal, so that :func:`~boston_rules.deal.engine.why_illegal` can be compared with
what :func:`~boston_rules.deal.engine.apply` raises.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from boston_rules.core.actions import ACTION_TYPES, Action
from boston_rules.core.arguments import shortened
from boston_rules.core.parse_errors import BostonError, NotationError, RecordError
from boston_rules.core.saying import Said, joined, say, with_values
from boston_rules.core.sources import Cite

__all__ = [
    "AlreadyAccepted",
    "BadCut",
    "BadPack",
    "BadTurnUp",
    "BidForm",
    "BidTooLow",
    "BidUnavailable",
    "BostonError",
    "CalledCardHeld",
    "CardBound",
    "CardDemanded",
    "CardExposed",
    "CardNotHeld",
    "DealError",
    "DealNotSettled",
    "DemandNotOpen",
    "EventError",
    "HoldingRequired",
    "HoldsTrump",
    "IllegalAction",
    "LaidSuit",
    "MisereBarred",
    "MustFollowSuit",
    "NoChanceDue",
    "NotYourTurn",
    "NotationError",
    "NothingToAccept",
    "NothingToCall",
    "NothingToClaim",
    "NothingToCorrect",
    "PassedOut",
    "ProblemsError",
    "RecordError",
    "SessionOver",
    "SettlementError",
    "SlamNotOpen",
    "SuitCalled",
    "UnknownBid",
    "VariantError",
    "WrongPhase",
]

_MOST_SHOWN = 8
"""Legal actions in the message of a refusal."""
_MOST_TOLD = 1500
"""Characters of problems in a message."""


class IllegalAction(BostonError, ValueError):
    """An action that the rules refuse; the state it was tried on is unchanged.

    Never raised itself: each reason is a subclass with its own :attr:`code`.
    Nothing in it shows a card that the acting seat may not see.
    """

    code: ClassVar[str] = "illegal"
    """A stable string for programs, such as ``auction/too-low``."""

    def __init__(
        self,
        reason: str,
        *,
        action: Action,
        seat: int | None,
        rule: Cite | None = None,
        legal: tuple[Action, ...] = (),
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        """Why, in one sentence."""
        self.action = action
        """What was tried."""
        self.seat = seat
        """The seat whose turn it was, or that tried to act out of turn; ``None`` when no player was
        to act."""
        self.rule = rule
        """The source of the rule that refuses it, where one is cited."""
        self.legal = legal
        """What would have been legal."""

    @property
    def message(self) -> Said:
        """The action, the reason, the source and what would have been legal."""
        return self._told(str, self.reason, _MOST_SHOWN)

    def told(self, named: Callable[[Action], str], most: int = _MOST_SHOWN) -> Said:
        """The message, with each action called what ``named`` returns for it, and ``most`` legal
        ones."""
        return self._told(named, self.reason_told(named), most)

    def _told(self, named: Callable[[Action], str], reason: str, most: int) -> Said:
        action = shortened(named(self.action))
        told = say("{action}: {reason}", action=action, reason=reason)
        parts = [told if self.rule is None else joined("", (told, f" [{self.rule}]"))]
        if self.legal:
            actions = joined(", ", map(named, self.legal[:most]))
            more = len(self.legal) - most
            if more > 0:
                parts.append(say("legal: {actions} and {more} more", actions=actions, more=more))
            else:
                parts.append(say("legal: {actions}", actions=actions))
        return joined("; ", parts)

    def reason_told(self, named: Callable[[Any], str]) -> str:
        """The reason alone, with each action called what ``named`` returns for it."""
        return with_values(
            self.reason, lambda each: named(each) if type(each) in ACTION_TYPES else each
        )

    def _key(self) -> tuple[object, ...]:
        return (type(self), self.reason, self.action, self.seat, self.rule, self.legal)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IllegalAction) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key()[:4])


class WrongPhase(IllegalAction):
    """The action belongs to another phase of the deal, or does not exist under these rules."""

    code = "phase/wrong"


class NotYourTurn(IllegalAction):
    """Another seat is to act."""

    code = "phase/not-your-turn"


class BadPack(IllegalAction):
    """A shuffle must name each card of the pack once."""

    code = "deal/bad-pack"


class BadCut(IllegalAction):
    """A cut moves at least one card, and not all."""

    code = "deal/bad-cut"


class BadTurnUp(IllegalAction):
    """The card turned up cannot be this one."""

    code = "deal/bad-turn-up"


class UnknownBid(IllegalAction):
    """The bid is not on the ladder of this variant."""

    code = "auction/unknown-bid"


class BidForm(IllegalAction):
    """The bid names a suit, class or card where its step wants none, or the other way round."""

    code = "auction/form"


class BidUnavailable(IllegalAction):
    """The step exists but not in this deal, such as a petite bid where there is no petite."""

    code = "auction/unavailable"


class BidTooLow(IllegalAction):
    """A bid must be strictly higher than the standing bid."""

    code = "auction/too-low"


class PassedOut(IllegalAction):
    """The player has passed and the re-entry rule does not allow this bid."""

    code = "auction/passed-out"


class MisereBarred(IllegalAction):
    """The player has bid tricks or accepted in this deal and may no longer bid a misère."""

    code = "auction/misere-barred"


class HoldingRequired(IllegalAction):
    """The bid is open only to a player with a certain holding, such as all four aces."""

    code = "auction/holding"


class LaidSuit(IllegalAction):
    """The card laid with the bid must be of the trump suit of the bid."""

    code = "auction/laid-suit"


class NothingToAccept(IllegalAction):
    """No bid that can be accepted is standing."""

    code = "auction/nothing-to-accept"


class AlreadyAccepted(IllegalAction):
    """The standing bid already has a partner."""

    code = "auction/already-accepted"


class CalledCardHeld(IllegalAction):
    """The caller must not hold the card that is called."""

    code = "partner/called-card-held"


class HoldsTrump(IllegalAction):
    """Chicane is for a player who was dealt no trump."""

    code = "poll/holds-trump"


class CardNotHeld(IllegalAction):
    """The player does not hold the card."""

    code = "cards/not-held"


class MustFollowSuit(IllegalAction):
    """The player holds a card of the suit led and must play one."""

    code = "play/follow-suit"


class CardBound(IllegalAction):
    """The rule of the contract has the player play other cards first, which he holds."""

    code = "play/bound"


class CardDemanded(IllegalAction):
    """An opponent has demanded an exposed card, which must be played."""

    code = "law/card-demanded"


class CardExposed(IllegalAction):
    """The card lies exposed already, or was laid out of turn and went back."""

    code = "law/exposed"


class SuitCalled(IllegalAction):
    """A suit was called, and the player to lead holds one of it."""

    code = "law/suit-called"


class NothingToCall(IllegalAction):
    """A suit is called only after a lead out of turn, by one opponent, before the right lead."""

    code = "law/nothing-to-call"


class NothingToClaim(IllegalAction):
    """Only a seat that did not follow suit in a trick that is still open can be claimed."""

    code = "law/nothing-to-claim"


class NothingToCorrect(IllegalAction):
    """Only a card that failed to follow suit, in a trick not complete, can be corrected."""

    code = "law/nothing-to-correct"


class DemandNotOpen(IllegalAction):
    """Only an exposed card of an opponent who is to play can be demanded, one a turn."""

    code = "law/demand"


class SlamNotOpen(IllegalAction):
    """A slam may be declared only by the declarer, once, at the turn the rules name."""

    code = "play/slam"


class ProblemsError(BostonError, ValueError):
    """Something given as a whole is wrong, with every problem listed; never raised itself."""

    def __init__(self, problems: str | Iterable[str]) -> None:
        self.problems: tuple[str, ...] = (
            (problems,) if isinstance(problems, str) else tuple(problems)
        )
        """Everything that is wrong, one sentence each; the message lists as many as fit."""
        super().__init__(_listed(self.problems))


def _listed(problems: tuple[str, ...]) -> Said:
    """Problems in one message, as far as it has room for them."""
    told: list[str] = []
    room = _MOST_TOLD
    for problem in problems:
        if told and len(problem) > room:
            told.append(say("and {more} more", more=len(problems) - len(told)))
            break
        told.append(shortened(problem, room))
        room -= len(told[-1])
    return joined("; ", told)


class VariantError(ProblemsError):
    """A variant that cannot be: nonsense composition, unknown slug or unknown option."""


class SettlementError(ProblemsError):
    """A contract and outcome that no deal of the variant can have."""


class DealError(ProblemsError):
    """Hands given outright that are not a deal, or a dealer or turned card that cannot be."""


class SessionOver(BostonError):
    """The session has no further deal."""


class DealNotSettled(BostonError):
    """The next deal was asked for before this one was settled."""


class NoChanceDue(BostonError):
    """A chance event was asked for while a player, or nobody, is to act."""


class EventError(BostonError, ValueError):
    """An event that cannot have happened in a view; the view is unchanged.

    The cause is the refusal of the rules, where they refuse the action.
    """
