"""Markdown of organisers: what it becomes, and what it can never become."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff_site.pages.conversions.markdown import render_markdown

ALLOWED = {
    "a": {"href", "title", "rel"},
    "blockquote": {"dir"},
    "br": set(),
    "code": {"class"},
    "em": set(),
    "h2": {"dir"},
    "h3": {"dir"},
    "h4": {"dir"},
    "h5": {"dir"},
    "h6": {"dir"},
    "hr": set(),
    "li": {"dir"},
    "ol": {"start"},
    "p": {"dir"},
    "pre": set(),
    "s": set(),
    "strong": set(),
    "table": set(),
    "tbody": set(),
    "td": {"dir", "class"},
    "th": {"dir", "class"},
    "thead": set(),
    "tr": set(),
    "ul": set(),
}
_HREF = re.compile(r"(https?://|mailto:|/(?!/)|#|\?)", re.IGNORECASE)


class Harmless(HTMLParser):
    """Finds everything that is not in the list above."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ALLOWED:
            self.faults.append(f"<{tag}>")
        for name, value in attrs:
            if name not in ALLOWED.get(tag, ()):
                self.faults.append(f"{name} of <{tag}>")
            if name == "href" and not _HREF.match(value or ""):
                self.faults.append(f"href={value}")


def faults(html: str) -> list[str]:
    parser = Harmless()
    parser.feed(html)
    parser.close()
    return parser.faults


def test_a_text_has_headings_lists_tables_and_links() -> None:
    links = "See *the* [rules](/campaigns/x/rules/) or <https://a.example>."
    text = f"# FAQ\n\n{links}\n\n- one\n- two\n\n|a|n|\n|-|-:|\n|b|2|\n"
    html = render_markdown(text)
    assert '<h2 dir="auto">FAQ</h2>' in html
    assert '<a href="/campaigns/x/rules/">rules</a>' in html
    assert '<a href="https://a.example" rel="nofollow noopener">https://a.example</a>' in html
    assert '<li dir="auto">one</li>' in html
    assert '<td dir="auto" class="number">2</td>' in html
    assert faults(html) == []


def test_headings_are_below_the_title_of_the_page() -> None:
    html = render_markdown("# one\n## two\n###### six\n")
    assert re.findall(r"<(h\d)", html) == ["h2", "h3", "h6"]


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "a <img src=x onerror=alert(1)> b",
        "<div style='position:fixed'>",
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt:alert(1))",
        "[x](&#106;avascript:alert(1))",
        "[x](java\nscript:alert(1))",
        "[x]( javascript:alert(1))",
        "[x](data:text/html;base64,PHNjcmlwdD4=)",
        "[x](vbscript:x)",
        "[x](//evil.example/)",
        "<javascript:alert(1)>",
        "![x](javascript:alert(1))",
        "[x]: javascript:alert(1)\n\n[x]",
        '[x](https://a.example "\\" onmouseover=\\"alert(1)")',
        '![\\" onerror=alert(1)](https://a.example/x.png)',
        '```" onclick="alert(1)\nx\n```',
        "|a|\n|:-:|\n|<script>|",
    ],
)
def test_nothing_in_a_text_is_run_or_drawn(text: str) -> None:
    assert faults(render_markdown(text)) == []


@given(st.text(st.sampled_from(list("<>\"'&;:()[]!/\\#`*_|-\n\t abjsscript=data:xo1")), max_size=200))
def test_no_text_gets_through(text: str) -> None:
    assert faults(render_markdown(text)) == []


def test_a_picture_becomes_a_link_because_it_would_be_fetched_from_elsewhere() -> None:
    html = render_markdown("![The harbour](https://a.example/x.png)")
    assert html == '<p dir="auto"><a href="https://a.example/x.png" rel="nofollow noopener">The harbour</a></p>\n'
