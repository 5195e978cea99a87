"""Markdown of organisers, read once for pages and for print: no raw HTML, no pictures, links to safe addresses only.

The library is the one that the site uses, and Rich brings it with every installation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

Node = Mapping[str, Any]
"""A part of a text as JSON: its kind, and its parts or its text."""

_SAFE = re.compile(r"(https?://|mailto:|#)", re.IGNORECASE)
_LEVELS_DOWN = 1
"""Sections have headings."""
_LOWEST = 6
_WITH_DIRECTION = frozenset(
    ("paragraph_open", "heading_open", "list_item_open", "th_open", "td_open", "blockquote_open")
)
_ALIGNED = {"text-align:right": "number", "text-align:center": "middle"}


class _SafeMarkdown(MarkdownIt):
    def validateLink(self, url: str) -> bool:  # noqa: N802 -- the library's name
        return _SAFE.match(url.strip()) is not None


def _picture_as_link(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    """A picture would be fetched from elsewhere, and the report needs no network."""
    token = tokens[index]
    address = str(token.attrGet("src"))
    label = self.renderInlineAsText(token.children or [], options, env) or address
    return f'<a href="{escape(address)}">{escape(label)}</a>'


def _adapt(state: Any) -> None:
    """Lowers headings, lets every block have the direction of its own text, and replaces styles by classes."""
    for token in state.tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1:]) + _LEVELS_DOWN, _LOWEST)}"
        if token.type in _WITH_DIRECTION:
            token.attrSet("dir", "auto")
        style = token.attrs.pop("style", None)
        if style in _ALIGNED:
            token.attrSet("class", _ALIGNED[str(style)])


def _reader() -> MarkdownIt:
    reader = _SafeMarkdown("commonmark", {"html": False}).enable(["table", "strikethrough"])
    reader.core.ruler.push("adapt", _adapt)
    reader.add_render_rule("image", _picture_as_link)
    return reader


_READER = _reader()


def markdown_html(text: str) -> str:
    """The HTML of a text.

    >>> print(markdown_html("**Bold** <script>"), end="")
    <p dir="auto"><strong>Bold</strong> &lt;script&gt;</p>
    """
    html: str = _READER.render(text)
    return html


def markdown_nodes(text: str) -> list[Node]:
    """The parts of a text for the PDF file.

    >>> markdown_nodes("*a*")
    [{'kind': 'paragraph', 'parts': [{'kind': 'em', 'parts': [{'kind': 'text', 'text': 'a'}]}]}]
    """
    return list(_nodes(SyntaxTreeNode(_READER.parse(text)).children))


def anchors_of(text: str) -> Iterator[str]:
    """The places of the report that a text has links to.

    >>> list(anchors_of("See [table 3](#automatic-mt)."))
    ['automatic-mt']
    """
    for node in SyntaxTreeNode(_READER.parse(text)).walk():
        address = str(node.attrs.get("href", "")) if node.type == "link" else ""
        if address.startswith("#"):
            yield address[1:]


def _nodes(found: Sequence[SyntaxTreeNode]) -> Iterator[Node]:
    for node in found:
        if node.type in _TRANSPARENT:
            yield from _nodes(node.children)
        elif node.type in _LEAVES:
            yield _LEAVES[node.type](node)
        else:
            details = _DETAILS.get(node.type, _no_details)(node)
            yield {"kind": node.type, **details, "parts": list(_nodes(node.children))}


def _no_details(_node: SyntaxTreeNode) -> Node:
    return {}


def _picture(node: SyntaxTreeNode) -> Node:
    address = str(node.attrs["src"])
    return {"kind": "link", "address": address, "parts": [{"kind": "text", "text": node.content or address}]}


def _code_lines(node: SyntaxTreeNode) -> Node:
    return {"kind": "block", "text": node.content.rstrip("\n")}


def _cell(node: SyntaxTreeNode) -> Node:
    return {"align": str(node.attrs.get("class", ""))}


_TRANSPARENT = frozenset(("inline", "thead", "tbody"))
_LEAVES: Mapping[str, Callable[[SyntaxTreeNode], Node]] = {
    "text": lambda node: {"kind": "text", "text": node.content},
    "softbreak": lambda _node: {"kind": "text", "text": " "},
    "hardbreak": lambda _node: {"kind": "break"},
    "code_inline": lambda node: {"kind": "code", "text": node.content},
    "fence": _code_lines,
    "code_block": _code_lines,
    "image": _picture,
    "hr": lambda _node: {"kind": "hr"},
}
"""Parts of texts that have no parts."""
_DETAILS: Mapping[str, Callable[[SyntaxTreeNode], Node]] = {
    "link": lambda node: {"address": str(node.attrs["href"])},
    "heading": lambda node: {"level": int(node.tag[1:])},
    "ordered_list": lambda node: {"start": int(node.attrs.get("start", 1))},
    "td": _cell,
    "th": _cell,
}
"""Attributes of parts that have parts."""
