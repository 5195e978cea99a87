"""A page of the documentation as HTML: its Markdown is ours, so it may have pictures and links to all our pages."""

from __future__ import annotations

import posixpath
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any
from urllib.parse import urlsplit

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from bakeoff.data.sentences import capitalized
from bakeoff_site.core.markdown import align_by_class
from bakeoff_site.documentation.conversions.anchors import Anchors
from bakeoff_site.documentation.conversions.pictures import picture_at
from bakeoff_site.documentation.sources import PICTURES

HOME = "index"
_SELF_EXPLAINED = 2
_TITLE_TOKENS = 3
"""A heading is three tokens: where it opens, its text, where it closes."""


@dataclass(frozen=True)
class Heading:
    title: str
    anchor: str


@dataclass(frozen=True)
class Article:
    """One page."""

    title: str
    content: SafeString
    """Without the title."""
    headings: tuple[Heading, ...]
    """Of the second level."""


def article_of(text: str, *, path: str, pages: Collection[str]) -> Article:
    """The article that a Markdown text is; its links lead to other `pages`, which are named like its own `path`."""
    tokens = _READER.parse(text)
    anchors = Anchors()
    title = _plain(tokens[1])
    anchors.of(title)
    headings = _add_anchors(tokens[_TITLE_TOKENS:], anchors)
    for token in tokens:
        align_by_class(token)
        if token.type == "th_open":
            token.attrSet("scope", "col")
        for child in token.children or ():
            if child.type == "link_open":
                child.attrSet("href", _address_of(str(child.attrGet("href")), path, pages))
    html = _READER.renderer.render(tokens[_TITLE_TOKENS:], _READER.options, {"path": path})
    return Article(title, mark_safe(html), headings)


def address_of(path: str) -> str:
    """The address of a page.

    >>> address_of("how-to/submit-runs"), address_of("index")
    ('/documentation/how-to/submit-runs/', '/documentation/')
    """
    return reverse("documentation:home") if path == HOME else reverse("documentation:page", kwargs={"path": path})


def _add_anchors(tokens: Sequence[Token], anchors: Anchors) -> tuple[Heading, ...]:
    headings = []
    for token, inside in pairwise(tokens):
        if token.type == "heading_open":
            heading = Heading(_plain(inside), anchors.of(_plain(inside)))
            token.attrSet("id", heading.anchor)
            if token.tag == "h2":
                headings.append(heading)
    return tuple(headings)


def _plain(inline: Token) -> str:
    return "".join(child.content for child in inline.children or () if child.type != "html_inline")


def _address_of(link: str, path: str, pages: Collection[str]) -> str:
    """Where a link of a page leads on the site: what the site does not show leads to the list of its pages."""
    parts = urlsplit(link)
    if parts.scheme or not parts.path:
        return link
    target = _beside(path, parts.path).removesuffix(".md")
    if target not in pages and target != HOME:
        return address_of(HOME)
    return address_of(target) + (f"#{parts.fragment}" if parts.fragment else "")


def _beside(path: str, link: str) -> str:
    """The place that a relative link of a page names.

    >>> _beside("how-to/submit-runs", "../reference/commands.md")
    'reference/commands.md'
    """
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), link))


def _picture(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    """A picture that opens in its full size."""
    token = tokens[index]
    text = self.renderInlineAsText(token.children or [], options, env)
    place = posixpath.relpath(_beside(env["path"], str(token.attrGet("src"))), PICTURES.name)
    picture = picture_at(place)
    if picture is None:
        return format_html("<i>{}</i>", text)
    return format_html(
        '<a class="picture" href="{}"><img src="{}" width="{}" height="{}" alt="{}" loading="lazy"></a>',
        *(picture.address, picture.address, picture.width, picture.height, text),
    )


def _open_table(*_: Any) -> str:
    return '<div class="scroll"><table class="stacks" role="table">\n'


def _close_table(*_: Any) -> str:
    """Below a table that is wider than its place, a sentence says so."""
    hint = "The table is wider than the page: scroll it sideways."
    return f'</table></div>\n<p class="scroll-hint" aria-hidden="true">{hint}</p>\n'


def _open_group(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    tokens[index].attrSet("role", "rowgroup")
    return self.renderToken(tokens, index, options, env)


def _open_row(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    tokens[index].attrSet("role", "row")
    return self.renderToken(tokens, index, options, env)


def _open_heading(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    tokens[index].attrSet("role", "columnheader")
    return self.renderToken(tokens, index, options, env)


def _open_cell(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    """A cell that says its heading, for phones, where rows are blocks; the first one names the row."""
    tokens[index].attrSet("role", "cell")
    column, headings = _column(tokens, index), _headings(tokens, index)
    # Of two columns, the second says by itself what it is.
    if column and len(headings) > _SELF_EXPLAINED:
        heading = self.renderInlineAsText(headings[column].children or [], options, env)
        tokens[index].attrSet("data-label", capitalized(heading))
    return self.renderToken(tokens, index, options, env)


def _column(tokens: Sequence[Token], index: int) -> int:
    """The number of a cell in its row, from 0."""
    column = 0
    while tokens[index].type != "tr_open":
        index -= 1
        column += tokens[index].type == "td_open"
    return column


def _headings(tokens: Sequence[Token], index: int) -> list[Token]:
    """The texts above the columns of the table that a cell is in."""
    while tokens[index].type != "table_open":
        index -= 1
    end = next(place for place in range(index, len(tokens)) if tokens[place].type == "thead_close")
    return [tokens[place + 1] for place in range(index, end) if tokens[place].type == "th_open"]


_TABLE_PARTS = {
    "thead_open": _open_group,
    "tbody_open": _open_group,
    "tr_open": _open_row,
    "th_open": _open_heading,
    "td_open": _open_cell,
}
"""Parts of tables name their roles, since another display takes them away."""


def _reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": True}).enable("table")  # some texts have anchors of their own
    reader.add_render_rule("image", _picture)
    reader.add_render_rule("table_open", _open_table)
    reader.add_render_rule("table_close", _close_table)
    for name, rule in _TABLE_PARTS.items():
        reader.add_render_rule(name, rule)
    return reader


_READER = _reader()
