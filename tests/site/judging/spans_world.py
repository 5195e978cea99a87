"""A small campaign whose outputs are judged by marking errors."""

from __future__ import annotations

from typing import Any

import pytest

from bakeoff_site.campaigns.models import Campaign
from tests.site.judging import world

RULES = (
    world.RULES.replace('"judge:scores"]', '"judge:scores", "judge:esa", "judge:mqm", "judge:marked"]')
    + """
[human.esa]
title = "Error spans"
protocol = "esa"
phase = "judging"
language_pairs = ["en-ar"]
[human.mqm]
title = "Errors by category"
protocol = "error_spans"
phase = "judging"
language_pairs = ["en-zh"]
[human.marked]
title = "Marked errors"
protocol = "esa"
phase = "judging"
language_pairs = ["en-zh"]
errors = { premarked = true }
"""
)
SOURCE = ("The lamp is lit 🕯️ at home.", "The ships come home.")
TEXTS = {
    "en-ar": ("المصباح مضاء 👨‍👩‍👧 في (البيت 48) cafe\u0301 الآن.", "السفن تعود إلى الوطن."),
    "en-zh": ("灯亮了😀在家里。", "船回家了。"),
}


def marked_campaign(monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """Systems with emoji, combining marks and both writing directions in their outputs."""
    monkeypatch.setattr(world, "SOURCE", SOURCE)
    monkeypatch.setattr(world, "TEXTS", TEXTS)
    monkeypatch.setattr(world, "SYSTEMS", ("ALPHA", "BRAVO"))
    return world.judged_campaign(RULES)


def mark(start: int | None, end: int | None, **values: Any) -> dict[str, Any]:
    return {"start": start, "end": end, "severity": "minor", "category": "", "side": "target", **values}
