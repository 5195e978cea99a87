"""Highlights on pages: whatever a text holds, the mark holds exactly the phrase, and the text stays as it is."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from bakeoff_site.ui.templatetags.judging import marked_text

PIECES = st.sampled_from(
    ["cat", "cat", "the", "don't", "<b>", "&amp;", '"', ",", "…", "שלום", "مرحبا", "Luna 3", "我们", "é", " ", "\u200f"]
)
TEXTS = st.lists(PIECES, min_size=1, max_size=14).map(" ".join)


@given(text=TEXTS, edges=st.sets(st.integers(0, 60), max_size=6))
def test_a_mark_is_exactly_its_span_and_nothing_else_changes(text: str, edges: set[int]) -> None:
    ends = sorted(edge for edge in edges if edge <= len(text))
    spans = [(start, end) for start, end in zip(ends[::2], ends[1::2], strict=False) if start < end]
    page: Any = html.fromstring(f"<p>{marked_text(text, spans)}</p>")
    assert page.text_content() == text
    assert [mark.text_content() for mark in page.xpath("./mark[@class='part']")] == [
        text[start:end] for start, end in spans
    ]


def test_a_text_without_highlights_is_escaped_as_ever() -> None:
    assert marked_text("a < b & c") == "a &lt; b &amp; c"
    assert marked_text("whole", None) == "whole"
