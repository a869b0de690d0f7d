"""Sessions and deals written down: codecs at the edge of the library, which nothing in it imports.

A :class:`~boston_rules.records.model.Record` holds a session, or a part of one, as far as it was
played: the variant with its options and house rules, the events of every deal, every bill. It is
made from states by ``record``, written by ``dumps`` and ``dump`` as text or JSON, read by ``loads``
and ``load``, and played again by ``replay``, which gives the states back, so that a session is
saved in mid-deal and goes on from there. ``redact`` keeps what one seat has seen, which is replayed
as views; ``dumps_view`` writes the record of a single view, ``dumps_event`` one event.

>>> import random
>>> import boston_rules as br
>>> state = br.start(br.get_variant(br.list_variants()[0], deals=3), dealer=1)
>>> state = br.apply(state, br.draw_chance(state, random.Random(1)))
>>> text = dumps(record(state, players=["Ann", "Bob", "Cid", "Dot"]))
>>> replay(loads(text)) == (state,)
True

Reading is total: a text gives a record or a :class:`~boston_rules.core.errors.RecordError`, within
the limits of :mod:`boston_rules.records.limits`, and evaluates nothing.
"""

from boston_rules.records.codecs import SCHEMA_NAME as SCHEMA
from boston_rules.records.data import Data, Fields
from boston_rules.records.document import dumps_event, loads_event
from boston_rules.records.errors import FingerprintMismatch, ReplayError
from boston_rules.records.fields import RuleField, rule_fields, spell_toml
from boston_rules.records.files import Format, dump, dumps, load, loads
from boston_rules.records.house import load_house, loads_house, with_fields
from boston_rules.records.houserules import house_rules
from boston_rules.records.model import ONLOOKER, DealRecord, Record, Start
from boston_rules.records.pbn import PbnDeal, load_deals, read_deals
from boston_rules.records.recording import record
from boston_rules.records.redaction import redact
from boston_rules.records.replaying import Replayed, replay, replay_while_valid, variant_of
from boston_rules.records.viewing import dumps_view, loads_view

__all__ = [
    "ONLOOKER",
    "SCHEMA",
    "Data",
    "DealRecord",
    "Fields",
    "FingerprintMismatch",
    "Format",
    "PbnDeal",
    "Record",
    "ReplayError",
    "Replayed",
    "RuleField",
    "Start",
    "dump",
    "dumps",
    "dumps_event",
    "dumps_view",
    "house_rules",
    "load",
    "load_deals",
    "load_house",
    "loads",
    "loads_event",
    "loads_house",
    "loads_view",
    "read_deals",
    "record",
    "redact",
    "replay",
    "replay_while_valid",
    "rule_fields",
    "spell_toml",
    "variant_of",
    "with_fields",
]
