"""``.. browser:: PART``: a part of the page that plays, scores or runs Python in the browser."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any, ClassVar, Final

from docs._ext.browser import CLIENT, SOURCE, BundleError, bundle
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata, OptionSpec

_log = logging.getLogger(__name__)
_PARTS: Final = ("play", "score", "python")
_MISSING: Final = (
    "This build of the documentation has no Python for the browser. To make one, install Node.js "
    "with npm and build the documentation again; CONTRIBUTING says how."
)


class BrowserPart(SphinxDirective):
    """A part of the page, or where there is no bundle a note that says so."""

    required_arguments = 1
    option_spec: ClassVar[OptionSpec] = {}

    def run(self) -> list[nodes.Node]:
        """Its nodes."""
        (part,) = self.arguments
        if part not in _PARTS:
            raise self.error(f"a part is one of {', '.join(_PARTS)}, not {part!r}")
        self.env.note_reread()
        folder = _bundle_of(self.env.app)
        if folder is None:
            return [nodes.note("", nodes.paragraph("", _MISSING))]
        self.env.metadata[self.env.docname]["browser"] = "play"
        if part == "play":
            return [nodes.raw("", _way_in(folder), format="html")]
        text = (CLIENT / f"{part}.html").read_text(encoding="utf-8")
        return [
            nodes.raw("", text.replace("SIZE", _size(folder)), format="html"),
            *([_examples()] if part == "python" else []),
        ]


def _bundle_of(app: Sphinx) -> Path | None:
    found: Path | None = getattr(app, "browser_bundle", None)
    return found


def _way_in(folder: Path) -> str:
    """A link to the table, which fills the window."""
    return (
        f'<p><a class="br-play" href="play/">Play at the table</a> ({_size(folder)} MB, once)</p>'
    )


def _size(folder: Path) -> str:
    """What the bundle weighs, in megabytes."""
    files = json.loads((folder / "bundle.json").read_text(encoding="utf-8"))["files"]
    return f"{sum(files.values()) / 1e6:.0f}"


def _examples() -> nodes.raw:
    """The code to begin with, by the title in its first line."""
    found = {}
    for path in sorted((SOURCE / "examples").glob("*.py")):
        title, _, code = path.read_text(encoding="utf-8").partition("\n")
        found[title.removeprefix("# ")] = code
    text = json.dumps(found).replace("<", "\\u003c")
    return nodes.raw(
        "", f'<script type="application/json" id="br-examples">{text}</script>', format="html"
    )


def make_bundle(app: Sphinx) -> None:
    """Make the bundle for pages in HTML, unless it cannot be made here."""
    if app.builder.format != "html":
        return
    try:
        app.browser_bundle = bundle()  # type: ignore[attr-defined]
    except BundleError as error:
        # Where the documentation is published nothing may be missing.
        tell = _log.warning if os.environ.get("READTHEDOCS") else _log.info
        tell("the page has no playground: %s", error)


def add_scripts(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Let the page that has a part load the script and the style of the parts."""
    meta = context.get("meta") or {}
    if meta.get("browser") is None:
        return
    style = context["pathto"](f"{meta['browser']}/parts.css", resource=True)
    script = context["pathto"](f"{meta['browser']}/parts.mjs", resource=True)
    context["metatags"] = context.get("metatags", "") + (
        f'<link rel="stylesheet" href="{style}"><script type="module" src="{script}"></script>'
    )


def copy_bundle(app: Sphinx, exception: Exception | None) -> None:
    """Put the bundle beside the pages, and nothing of an older one."""
    folder = _bundle_of(app)
    if folder is None or exception is not None:
        return
    place = Path(app.outdir, "play")
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(folder, place)


def setup(app: Sphinx) -> ExtensionMetadata:
    """What Sphinx calls."""
    app.add_directive("browser", BrowserPart)
    app.connect("builder-inited", make_bundle)
    app.connect("html-page-context", add_scripts)
    app.connect("build-finished", copy_bundle)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
