"""Sphinx directives that write pages from the rule objects, and a check of the reference."""

from __future__ import annotations

import inspect
import sys
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar, get_type_hints

from docs._ext.bidnames import bid_glossary
from docs._ext.commands import command_reference
from docs._ext.comparepage import comparison
from docs._ext.games import games_gallery
from docs._ext.history import bibliography, bid_names, chronology, disputed, kinship
from docs._ext.names import ROOMS, ROOMS_OF_EXTRAS, homes, name_table, public_names
from docs._ext.refusals import EXAMPLES, error_table, refusal_table
from docs._ext.rst import cite_line, escaped, list_table, unlinked
from docs._ext.tellings import apparatus, parts_table
from docs._ext.terminal import conversation
from docs._ext.variantpage import variant_page
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.inspect import DefaultValue
from sphinx.util.nodes import make_refnode
from sphinx.util.typing import ExtensionMetadata, OptionSpec, stringify_annotation

import boston_rules as br
from boston_rules.cli.rulebook import worked_deals
from boston_rules.telling.glossary import GLOSSARY
from boston_rules.telling.language import speaking
from boston_rules.telling.tables.labels import GIVEN_NAMES
from boston_rules.variants import BUILT_IN

_log = logging.getLogger(__name__)

_LONGEST = 60
"""Characters of a default that a signature shows."""

_SHORT = DefaultValue("...")


class VariantDirective(SphinxDirective):
    """``.. variant:: SLUG``, with the older telling to compare it with as ``:older:``.

    A variant that is not the library's is registered by the module named as ``:module:``.
    """

    required_arguments = 1
    option_spec: ClassVar[OptionSpec] = {
        "older": directives.unchanged_required,
        "module": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        """The page below its introduction."""
        # The rules are read anew in every build; no file tells when they change.
        self.env.note_reread()
        if "module" in self.options:
            import_module(self.options["module"])
        variant, older = br.get_variant(self.arguments[0]), self.options.get("older")
        with speaking(names=GIVEN_NAMES):
            text = variant_page(
                variant,
                None if older is None else br.get_variant(older),
                worked_deals(variant),
            )
        if "module" in self.options:
            text = unlinked(text)
        return self.parse_text_to_nodes(text, allow_section_headings=True)


class CompareDirective(SphinxDirective):
    """``.. compare:: SLUG SLUG ...``: ladders and prices of variants side by side.

    Variants that are not the library's are registered by the modules named as ``:modules:``.
    """

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[OptionSpec] = {"modules": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """The tables."""
        self.env.note_reread()
        for module in self.options.get("modules", "").split():
            import_module(module)
        text = comparison([br.get_variant(slug) for slug in self.arguments[0].split()])
        return self.parse_text_to_nodes(text, allow_section_headings=True)


class _Table(SphinxDirective):
    """Something that is written from the library alone."""

    def text(self) -> str:
        """It, as reStructuredText."""
        raise NotImplementedError

    def run(self) -> list[nodes.Node]:
        """Its nodes."""
        self.env.note_reread()
        return self.parse_text_to_nodes(self.text(), allow_section_headings=True)


class BidGlossary(_Table):
    """``.. bid-glossary::``: every name of every bid of every variant."""

    def text(self) -> str:
        """The glossary."""
        return bid_glossary([br.get_variant(slug) for slug in BUILT_IN])


class RulebookWords(_Table):
    """``.. rulebook-words::``: the words that rulebooks explain, each with its source."""

    def text(self) -> str:
        """The table."""
        rows = (
            (escaped(entry.word), escaped(entry.meaning), cite_line((entry.source,)))
            for entry in GLOSSARY
        )
        return "\n".join(list_table(("word", "meaning", "source"), rows))


class TellingParts(SphinxDirective):
    """``.. telling-parts:: KEY``: the parts of a telling that citations name."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The table."""
        self.env.note_reread()
        return self.parse_text_to_nodes(parts_table(self.arguments[0]))


class Apparatus(_Table):
    """``.. apparatus::``: every statement of every telling, by topic."""

    def text(self) -> str:
        """The sections."""
        return apparatus()


class Bibliography(_Table):
    """``.. bibliography::``: every witness."""

    def text(self) -> str:
        """The table."""
        return bibliography()


class Chronology(_Table):
    """``.. chronology::``: what is dated."""

    def text(self) -> str:
        """The table."""
        return chronology()


class Kinship(_Table):
    """``.. kinship::``: which tellings are of one descent."""

    def text(self) -> str:
        """The tables."""
        return kinship()


class BidNames(_Table):
    """``.. bid-names::``: the names of the bids by language."""

    def text(self) -> str:
        """The table."""
        return bid_names()


class Disputed(_Table):
    """``.. disputed::``: where tellings disagree, or are silent."""

    def text(self) -> str:
        """The tables."""
        return disputed()


class Games(_Table):
    """``.. games::``: every variant with a picture."""

    def text(self) -> str:
        """The gallery."""
        return games_gallery([br.get_variant(slug) for slug in BUILT_IN])


class Refusals(_Table):
    """``.. refusals::``: every refusal with code, meaning, rule and example."""

    def text(self) -> str:
        """The table."""
        self.env.note_dependency(str(EXAMPLES))
        return refusal_table()


class OtherErrors(_Table):
    """``.. other-errors::``: every exception that is no refusal."""

    def text(self) -> str:
        """The table."""
        return error_table()


class Commands(_Table):
    """``.. commands::``: every command of the program."""

    def text(self) -> str:
        """A section for each."""
        return command_reference()


class PublicNames(_Table):
    """``.. public-names::``: every name of ``boston_rules``."""

    def text(self) -> str:
        """The table."""
        return name_table()


class Terminal(SphinxDirective):
    """``.. terminal:: SLUG SEAT``: what a person sees who types the lines of its content."""

    required_arguments = 2
    has_content = True
    option_spec: ClassVar[OptionSpec] = {"width": directives.positive_int}

    def run(self) -> list[nodes.Node]:
        """The conversation, up to the first turn for which no line is left."""
        self.env.note_reread()
        slug, seat = self.arguments
        width = self.options.get("width", 80)
        told = conversation(slug, int(seat), [line.strip() for line in self.content], width)
        return [nodes.raw("", told, format="html")]


def resolve_annotations(app: Sphinx) -> None:
    """Give the constructors of variants real types for names that their modules do not import.

    attrs writes the constructor of a subclass with the annotations of its base as text, and a short
    name such as ``Contest`` stands for a rule there and for an action elsewhere.
    """
    for cls in (br.Variant, *(br.variant_class(slug) for slug in BUILT_IN)):
        known = get_type_hints(cls)
        told = vars(cls)["__init__"].__annotations__
        told.update({name: known[name] for name in told if name in known})


def shorten_defaults(app: Sphinx, obj: object, bound_method: bool) -> None:
    """Let a signature show ``...`` for a default that is a whole set of rules, as stubs do.

    ``help()`` and the page of the variant tell what it is.
    """
    function = getattr(obj, "__func__", obj)  # a bound method leaves out the first of what is here
    if not inspect.isfunction(function):
        return
    signature = inspect.signature(function)
    short = [
        each.replace(default=_SHORT if len(repr(each.default)) > _LONGEST else each.default)
        for each in signature.parameters.values()
    ]
    vars(function)["__signature__"] = signature.replace(parameters=short)


def name_the_actions(
    app: Sphinx,
    what: str,
    name: str,
    obj: object,
    options: object,
    signature: str | None,
    returns: str | None,
) -> tuple[str | None, str | None]:
    """The signature with all actions, of which there are more than twenty, by one name."""
    union, alias = stringify_annotation(br.Action, "smart"), "~boston_rules.Action"
    return signature and signature.replace(union, alias), returns and returns.replace(union, alias)


def keep_colons(
    app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]
) -> None:
    """Keep napoleon from reading the words before a colon as the type of an attribute.

    It looks at the first line alone, so that becomes an empty comment. Types stand in annotations
    here, never in docstrings.
    """
    if what in {"attribute", "data", "property"}:
        lines[:0] = ["..", ""]


def check_public_names(app: Sphinx, env: BuildEnvironment) -> None:
    """Warn of every public name that no page describes."""
    known: Any = env.get_domain("py")
    described = {*known.objects, *known.modules}
    for room in (*ROOMS, *(room for room, needs in ROOMS_OF_EXTRAS if find_spec(needs))):
        for name in public_names(room):
            if described.isdisjoint(homes(room, name)):
                _log.warning("%s.%s is described nowhere", room, name)


def public_reference(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, child: nodes.TextElement
) -> nodes.reference | None:
    """The description of a name that is called by its public name or by that of its package."""
    if node.get("refdomain") != "py":
        return None
    named = str(node.get("reftarget", ""))
    python: Any = env.get_domain("py")
    parts = named.split(".")
    above = (".".join(parts[:end]) for end in range(len(parts) - 1, 0, -1))
    for room in filter(None, ("boston_rules", node.get("py:module"), *above)):
        head, *rest = named.removeprefix(f"{room}.").split(".")
        if room not in sys.modules or head not in getattr(sys.modules[room], "__all__", ()):
            continue
        for home in homes(room, head):
            full = ".".join((home, *rest))
            if full in python.objects:
                found = python.objects[full]
                return make_refnode(
                    app.builder, node["refdoc"], found.docname, found.node_id, child, full
                )
    return None


def setup(app: Sphinx) -> ExtensionMetadata:
    """What Sphinx calls."""
    app.setup_extension("sphinx.ext.autodoc")
    app.add_directive("variant", VariantDirective)
    app.add_directive("compare", CompareDirective)
    app.add_directive("bid-glossary", BidGlossary)
    app.add_directive("commands", Commands)
    app.add_directive("rulebook-words", RulebookWords)
    app.add_directive("telling-parts", TellingParts)
    app.add_directive("apparatus", Apparatus)
    app.add_directive("bibliography", Bibliography)
    app.add_directive("chronology", Chronology)
    app.add_directive("kinship", Kinship)
    app.add_directive("bid-names", BidNames)
    app.add_directive("disputed", Disputed)
    app.add_directive("games", Games)
    app.add_directive("terminal", Terminal)
    app.add_directive("refusals", Refusals)
    app.add_directive("other-errors", OtherErrors)
    app.add_directive("public-names", PublicNames)
    app.connect("builder-inited", resolve_annotations)
    app.connect("autodoc-before-process-signature", shorten_defaults)
    app.connect("autodoc-process-signature", name_the_actions)
    app.connect("autodoc-process-docstring", keep_colons, priority=400)
    app.connect("missing-reference", public_reference)
    app.connect("env-check-consistency", check_public_names)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
