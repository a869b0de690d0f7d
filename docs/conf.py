"""Sphinx configuration."""

import doctest
import sys
from importlib.metadata import version as _version
from importlib.util import find_spec
from pathlib import Path

# The directives of this repository, as docs._ext.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

project = "boston_rules"
author = "The boston_rules developers"
copyright = "2026, The boston_rules developers"
release = version = _version("boston_rules")

extensions = [
    "docs._ext.boston",
    "docs._ext.playground",
    "sphinx.ext.autodoc",
    "sphinx.ext.doctest",
    "sphinx.ext.napoleon",
]
exclude_patterns = ["_build", "_ext", "browser"]
html_theme = "furo"
html_title = f"boston_rules {release}"
html_static_path = ["_static"]
html_css_files = ["boston.css"]

# The bounds of the environments are described without the extra that the environments need.
autodoc_mock_imports = [] if find_spec("numpy") else ["numpy"]
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
maximum_signature_line_length = 100  # then each parameter has a line of its own

nitpicky = True
# No inventory is fetched, so that the documentation builds without a network: what belongs to
# others is named here.
nitpick_ignore_regex = [
    ("py:class", r"boston_rules\..*\._[A-Z]"),  # type variables
    (
        r"py:.*",
        # Enum members in defaults, printed by repr, and literals are no references.
        r"([0-3]>\)?|Literal\[.*|(attrs?|collections|concurrent|enum|functools|hypothesis|os|pathlib|random|types|typing|typing_extensions)\..*)",
    ),
]

# An exception must be the one that the page prints, message and all.
doctest_default_flags = doctest.ELLIPSIS | doctest.DONT_ACCEPT_TRUE_FOR_1

# Doctests in docstrings run with the test suite, in the namespace of their module.
doctest_test_doctest_blocks = ""

nitpick_ignore = [
    ("py:class", "fractions.Fraction"),
    ("py:exc", "ProgramError"),
    ("py:class", "boston_rules.envs.network.NetworkError"),
    # Imported for annotations only, or private.
    ("py:class", "Analysis"),
    ("py:class", "Cite"),
    ("py:data", "MOST"),
    ("py:class", "boston_rules.deal.dealing._ChanceDue"),
    ("py:class", "boston_rules.deal.dealing._TurnDue"),
    ("py:class", "boston_rules.deal.dealing._ShuffleDue"),
    ("py:class", "boston_rules.testing.playouts.Wanted"),
    ("py:attr", "Card.index"),
    ("py:class", "boston_rules.core.cards.T"),
    ("py:class", "boston_rules.deal.calls.Offer"),
    ("py:attr", "boston_rules.core.hidden.Full.FULL"),
]
