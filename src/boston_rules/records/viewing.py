"""Views as JSON: what a host sends to a player, and a bot in another process reads."""

from __future__ import annotations

import json

from boston_rules.core.arguments import check_type
from boston_rules.core.errors import RecordError
from boston_rules.core.saying import say
from boston_rules.deal.state import State
from boston_rules.knowing.views import check_view
from boston_rules.records.document import spelled
from boston_rules.records.files import loads
from boston_rules.records.recording import fields_of
from boston_rules.records.replaying import replay

__all__ = ["dumps_view", "loads_view"]


def dumps_view(view: State) -> str:
    """A view as a JSON text on one line: the redacted record of its deal.

    It holds the variant with its house rules, how the table stood when the deal was opened, and the
    events as the viewer has seen them; :func:`loads_view` gives an equal view.

    Raises:
        RecordError: a rule of the variant holds something that no record can.
        TypeError: it is not a view.

    >>> import boston_rules as br
    >>> view = br.observe(br.start(br.get_variant("french")), 2)
    >>> br.loads_view(br.dumps_view(view)) == view
    True
    """
    check_view(view)
    return json.dumps(spelled(fields_of([view])), ensure_ascii=False)


def loads_view(text: str, *, ignore_fingerprint: bool = False) -> State:
    """Read what :func:`dumps_view` wrote: the view after the last event of a redacted record.

    The view is validated whole: the rules admit each event, and there is a deal in which the viewer
    sees exactly this, so that voids, samples and whatever else is asked of a view can be answered.

    Args:
        text: the JSON text.
        ignore_fingerprint: read a view whose rules differ from those of the same name here.

    Raises:
        FingerprintMismatch: the variant here has other rules than the view was made under.
        ReplayError: no deal gives it; it names the event.
        RecordError: it is not a view, or its variant is not here.
        TypeError: it is not a ``str``.
    """
    check_type("text", text, str, "a str, such as br.dumps_view() returns")
    seen = loads(text)
    if seen.viewer is None:
        raise RecordError(say("this is the record of a whole table, and no view"))
    view: State = replay(seen, ignore_fingerprint=ignore_fingerprint)[-1]
    return view
