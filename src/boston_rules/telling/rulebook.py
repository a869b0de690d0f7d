"""A rulebook: every rule of a variant, in the order in which a game meets it, with its source."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, Final, TypeAlias

from attrs import field, fields_dict, frozen

from boston_rules.core.cards import Cards
from boston_rules.core.saying import Said, joined, listed, say, sentence_of, term
from boston_rules.core.sources import Cite, Source, own_cites
from boston_rules.rules.ladder import Step
from boston_rules.rules.rule import LEFT
from boston_rules.rules.variant import Variant
from boston_rules.telling.glossary import Entry, words_met
from boston_rules.telling.tables.ladders import ladder_table, prices_tables
from boston_rules.telling.tables.model import Table
from boston_rules.telling.wording.rulewords import (
    WINS,
    cites_of,
    identity_words,
    label_of,
    merged_cites,
    slots_of,
    sources_of,
    within,
    words_of,
)

__all__ = ["Block", "Chapter", "Passage", "Rulebook", "rulebook"]


def _merged(given: Iterable[Cite]) -> tuple[Cite, ...]:
    return tuple(merged_cites(given))


@frozen
class Passage:
    """A rule, or a few that belong together, with where they come from."""

    words: str
    """Whole sentences; empty where only the sources of a table are told."""
    cites: tuple[Cite, ...] = field(default=(), converter=_merged)
    """The sources, those of the same place told once."""
    label: str = ""
    """What the rule is about; empty where it goes on with the one before."""


Block: TypeAlias = Passage | Table
"""What a chapter is made of."""


def _blocks(given: Iterable[Block]) -> tuple[Block, ...]:
    return tuple(given)


@frozen
class Chapter:
    """A chapter of a rulebook."""

    title: str
    blocks: tuple[Block, ...] = field(converter=_blocks)


@frozen
class Rulebook:
    """The rules of a variant as a book."""

    title: str
    about: str
    """What the game is, in a sentence."""
    identity: str
    """Which rules these are: slug, revision, fingerprint and options."""
    chapters: tuple[Chapter, ...]
    sources: tuple[Source, ...]
    """Every telling that is cited."""


def rulebook(variant: Variant, deals: Iterable[Chapter] = ()) -> Rulebook:
    """The rulebook of a variant.

    Args:
        variant: any variant, house rules included.
        deals: further chapters, such as deals that show the rules at work.

    >>> import boston_rules as br
    >>> from boston_rules.telling.rulebook import rulebook
    >>> [chapter.title for chapter in rulebook(br.get_variant("classic")).chapters]
    ... # doctest: +NORMALIZE_WHITESPACE
    ['Players and cards', 'The deal', 'The auction', 'The play', 'Payment', 'The session', 'Laws',
    'Words']
    """
    chapters = [Chapter(title, blocks(variant)) for title, blocks in _CHAPTERS]
    words = _glossary(variant, chapters)
    used = (entry.source for entry in words)
    return Rulebook(
        title=term(variant.title),
        about=sentence_of(variant.about),
        identity=identity_words(variant),
        chapters=(
            *filter(lambda chapter: chapter.blocks, chapters),
            Chapter(say("Words"), map(_explained, words)),
            *deals,
        ),
        sources=tuple(dict.fromkeys(chain(sources_of(variant), *(cite.sources for cite in used)))),
    )


def _slot(variant: Variant, name: str) -> Iterator[Passage]:
    """A rule of the variant, and what rules within it say that its own words leave out."""
    for slot, rule in slots_of(variant):
        if slot.partition("[")[0] == name:
            yield from _told(variant, slot, rule, words_of(variant, rule))


def _told(variant: Variant, slot: str, rule: Any, words: str) -> Iterator[Passage]:
    cites, more = list(own_cites(rule)), []
    for _, below in within(variant, slot):
        said = words_of(variant, below) if callable(getattr(below, "words", None)) else ""
        if said.casefold() in words.casefold():
            cites += own_cites(below)
        elif own_cites(below):
            more.append(Passage(sentence_of(said), own_cites(below)))
    yield Passage(sentence_of(words), cites, label_of(slot.rpartition(".")[2]))
    yield from more


def _sided(variant: Variant, said: str) -> str:
    return sentence_of(variant.dealing.sided(said))


# The chapters.


def _cards(variant: Variant) -> Iterator[Block]:
    pack = variant.dealing.pack
    packs = say("a pack of {cards} cards", cards=len(pack))
    if variant.dealing.packs > 1:
        packs = say("two packs of {cards} cards, dealt in turn", cards=len(pack))
    elif variant.dealing.turns_of_another:
        packs = say("a pack of {cards} cards, beside which a second one lies", cards=len(pack))
    players = say("{seats} players; {packs}", seats=variant.seats, packs=packs)
    yield Passage(sentence_of(players), own_cites(variant.dealing), say("Players"))
    ranks = say("in every suit the cards rank {ranks}, the highest first", ranks=_ranks(pack))
    words = joined(" ", map(sentence_of, (ranks, words_of(variant, variant.trumps))))
    yield Passage(words, own_cites(variant.trumps), say("Cards"))


def _ranks(pack: Cards) -> str:
    found = sorted({card.rank for card in pack}, reverse=True)
    return " ".join(rank.letter.replace("T", "10") for rank in found)


def _deal(variant: Variant) -> Iterator[Block]:
    yield from _slot(variant, "dealing")
    eldest = say("the player at the dealer's {left} is called eldest, and deals next", left=LEFT)
    yield Passage(_sided(variant, eldest))


def _auction(variant: Variant) -> Iterator[Block]:
    if variant.dealt is None:
        calls = (
            say("eldest speaks first and the others follow in turn: each bids, or passes"),
            say(
                "a bid must be higher than the one that stands: further down in the list, or the "
                "same bid in a suit that ranks higher"
            ),
            say(
                "who has spoken is asked again only after a bid of another; when nobody is left to "
                "be asked, the highest bid is played, and its bidder is the declarer"
            ),
        )
        words = joined(" ", map(sentence_of, calls))
        yield Passage(words, own_cites(variant.bidding), say("Calls"))
    yield ladder_table(variant)
    played = ("play", "lead")
    bids = (
        cite
        for path, rule in variant.rules()
        if path.startswith("ladder") and path.rpartition(".")[2] not in played
        for cite in own_cites(rule)
    )
    yield Passage("", bids)
    for name in ("suits", "bidding" if variant.dealt is None else "dealt", "partners"):
        yield from _slot(variant, name)


def _play(variant: Variant) -> Iterator[Block]:
    for name in ("contest", "chicane", "questions"):
        yield from _slot(variant, name)
    yield Passage(*_by_bid(variant, lambda step: step.lead), say("First lead"))
    yield Passage(*_by_bid(variant, lambda step: step.play), say("Following"))
    leads = [cite for step in variant.ladder for cite in own_cites(step.lead)]
    counts = {step.tricks_played(variant.hand) for step in variant.ladder}
    played = say("{number} tricks are played", number=max(counts))
    if len(counts) > 1:
        played = say(
            "{number} tricks are played, {fewer} after a discard",
            number=max(counts),
            fewer=min(counts),
        )
    won = (WINS, say("who wins a trick leads to the next"), played)
    cites = (*own_cites(variant.trumps), *leads)
    yield Passage(joined(" ", map(sentence_of, won)), cites, say("Tricks"))
    yield from _slot(variant, "concession")


def _by_bid(variant: Variant, part: Callable[[Step], Any]) -> tuple[Said, list[Cite]]:
    """What most bids say of a part of the play, then what the others say; with the sources."""
    bids: dict[str, list[Step]] = {}
    for step in variant.ladder:
        bids.setdefault(words_of(variant, part(step)), []).append(step)
    usual, *others = sorted(bids, key=lambda words: -len(bids[words]))
    said = [sentence_of(usual)]
    for words in others:
        names = listed(step.title for step in bids[words])
        said.append(sentence_of(say("in {bids} {rule}", bids=names, rule=words)))
    return joined(" ", said), [cite for step in variant.ladder for cite in own_cites(part(step))]


def _payment(variant: Variant) -> Iterator[Block]:
    yield from prices_tables(variant)
    payments = variant.payments
    prices = (cites_of(variant, f"payments.{name}") for name in ("won", "lost"))
    words = [sentence_of(say("prices as in the tables above")), *_footnotes(variant)]
    yield Passage(joined(" ", words), chain(own_cites(payments), *prices), label_of("payments"))
    for name, applies in (
        ("shares", variant.partners is not None),
        ("slams", payments.slams is not None),
    ):
        if applies:
            rule = getattr(payments, name)
            yield from _told(variant, f"payments.{name}", rule, words_of(variant, rule))
    for name in ("boston_bonus", "pool", "passed_out", "carryover"):
        yield from _slot(variant, name)


def _footnotes(variant: Variant) -> Iterator[Said]:
    """What the tables of prices do not say."""
    where: dict[str, set[str]] = {}
    for end in ("won", "lost"):
        for _, price in within(variant, f"payments.{end}"):
            if (footnote := getattr(price, "footnote", None)) is not None:
                where.setdefault(footnote(), set()).add(end)
    for said, ends in where.items():
        either = len(ends) == 2
        yield sentence_of(say("{rule}, made or lost", rule=said) if either else said)
    if variant.partners is not None:
        yield sentence_of(
            say("with a partner tricks over or short are counted from what the two must win")
        )


def _session(variant: Variant) -> Iterator[Block]:
    return _slot(variant, "session")


def _laws(variant: Variant) -> Iterator[Block]:
    yield from _slot(variant, "laws")
    yield from _slot(variant, "table_law")


def _further(variant: Variant) -> Iterator[Block]:
    """The rules that a variant has in fields of its own."""
    for slot, rule in slots_of(variant):
        if slot.partition("[")[0] not in fields_dict(Variant):
            yield from _told(variant, slot, rule, words_of(variant, rule))


def _glossary(variant: Variant, chapters: Iterable[Chapter]) -> list[Entry]:
    """The words of the game that the chapters use."""
    blocks = [block for chapter in chapters for block in chapter.blocks]
    texts = [block.words for block in blocks if isinstance(block, Passage)]
    for table in blocks:
        if isinstance(table, Table):
            texts += [column.head for column in table.columns]
            texts += [cell.text for row in table.all_rows for cell in row]
    return words_met(texts, variant)


def _explained(entry: Entry) -> Passage:
    return Passage(sentence_of(entry.meaning), (entry.source,), entry.word)


_Blocks: TypeAlias = Callable[[Variant], Iterable[Block]]
_CHAPTERS: Final[tuple[tuple[Said, _Blocks], ...]] = (
    (say("Players and cards"), _cards),
    (say("The deal"), _deal),
    (say("The auction"), _auction),
    (say("The play"), _play),
    (say("Payment"), _payment),
    (say("The session"), _session),
    (say("Laws"), _laws),
    (say("Further rules"), _further),
)
