"""A small campaign whose outputs translators correct."""

from __future__ import annotations

import pytest

from bakeoff_site.campaigns.models import Campaign
from tests.site.judging import world

EDITING = """
[human.editing]
title = "Post-editing"
protocol = "post_editing"
phase = "judging"
language_pairs = ["en-ar"]
editing = { idle_seconds = 30, time_shown = true }
"""
RULES = (
    world.RULES.replace('"judge:scores"]', '"judge:scores", "judge:editing"]').replace(
        'public = ["scores", "system-names"]', 'public = ["scores", "system-names", "human-scores"]'
    )
    + EDITING
)


def edited_campaign() -> Campaign:
    """Four systems into Arabic, one document."""
    return world.judged_campaign(RULES)


def german_campaign(monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """The same from Arabic into German."""
    german = ("Die Lampe ist an.", "Die Schiffe kommen nach Hause.", "Niemand schläft hier.", "Die Flut wendet sich.")
    monkeypatch.setattr(world, "SOURCE", world.TEXTS["en-ar"])
    monkeypatch.setattr(world, "TEXTS", {"ar-de": german, "en-zh": world.TEXTS["en-zh"]})
    names = 'ar-de = { source = "Arabic", target = "German" }'
    rules = RULES.replace('en-ar = { source = "English", target = "Arabic" }', names)
    return world.judged_campaign(rules.replace("en-ar", "ar-de"))
