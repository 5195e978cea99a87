"""Texts that offsets go wrong in: emoji, combining marks, both writing directions, line breaks."""

from __future__ import annotations

from hypothesis import strategies as st

PIECES = (
    "lamp",
    " ",
    "  ",
    "\n",
    "\r\n",
    "é",
    "e\u0301",
    "o\u0308\u0323",
    "😀",
    "👨‍👩‍👧",
    "🇩🇪",
    "👍🏽",
    "灯亮了",
    "カタカナ",
    "مضاء",
    "و",
    "שלום",
    "\u200f",
    "\u200d",
    "48",
    "(",
    ").",
    "สวัสดี",
    "한국어",
    "नि",
    "<b>&amp;",
    "\U0002000b",
)
TEXTS = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
