"""Markdown of organisers as HTML that can do no harm: no raw HTML, no scripts, no pictures, links to safe addresses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from bakeoff_site.core.caches import ComputedCache
from bakeoff_site.core.markdown import align_by_class

_SAFE = re.compile(r"(https?://|mailto:|/(?!/)|#|\?)", re.IGNORECASE)
"""How addresses of links start: at other sites, mail, or at places of this one."""
_LOWEST = 6
_WITH_DIRECTION = frozenset(
    ("paragraph_open", "heading_open", "list_item_open", "th_open", "td_open", "blockquote_open")
)
_RENDERED: ComputedCache[SafeString] = ComputedCache(most=256)


def render_markdown(text: str) -> SafeString:
    """The HTML of a text; headings are one level lower, because the page has its own title."""
    return _RENDERED.get(text, lambda: mark_safe(_HTML.render(text)))


def is_safe(address: str) -> bool:
    """Whether a link may lead there.

    >>> [is_safe(each) for each in ("https://example.org", "#faq", "javascript:alert(1)", "data:text/html,x")]
    [True, True, False, False]
    """
    return _SAFE.match(address.strip()) is not None


def _picture_as_link(self: RendererHTML, tokens: Sequence[Token], index: int, _options: Any, env: Any) -> str:
    """A picture would be fetched from elsewhere, and tell there who reads the page."""
    token = tokens[index]
    label = self.renderInlineAsText(token.children or [], _options, env) or str(token.attrGet("src"))
    return f'<a href="{escapeHtml(str(token.attrGet("src")))}" rel="nofollow noopener">{escapeHtml(label)}</a>'


def _adapt(state: Any) -> None:
    """Lowers headings, lets every block have the direction of its own text, and replaces styles by classes."""
    for token in state.tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1:]) + 1, _LOWEST)}"
        if token.type in _WITH_DIRECTION:
            token.attrSet("dir", "auto")
        align_by_class(token)
        for child in token.children or ():
            if child.type == "link_open" and not str(child.attrGet("href")).startswith(("#", "/", "?")):
                child.attrSet("rel", "nofollow noopener")


class _SafeMarkdown(MarkdownIt):
    def validateLink(self, url: str) -> bool:  # noqa: N802 -- the library's name
        return is_safe(url)


def _reader() -> MarkdownIt:
    reader = _SafeMarkdown("commonmark", {"html": False}).enable(["table", "strikethrough"])
    reader.core.ruler.push("adapt", _adapt)
    reader.add_render_rule("image", _picture_as_link)
    return reader


_HTML = _reader()
