"""Files of answers as an offline file writes them, made without a browser."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from bakeoff_site.judging.models import Judge, OfflineFile, Screen
from bakeoff_site.judging.selectors.offline_files import screens_of
from bakeoff_site.judging.services.offline.answer_files import token_of
from bakeoff_site.judging.services.offline.files import make_offline_file
from tests.site.judging.world import RULES, answer_of

SCREENS = (
    "fluency",
    "adequacy",
    "meaning",
    "dialog",
    "ranking",
    "pairwise",
    "direct",
    "esa",
    "error_spans",
    "constituent_ranking",
    "constituent_acceptability",
)
"""Every protocol that has a screen and controls: post-editing, which has none, is in `test_edit_files`."""
OFFLINE_RULES = (
    RULES.replace('"judge:scores"]', '"judge"]')
    + "".join(
        f"""
[human.every-{protocol}]
title = "Every {protocol}"
protocol = "{protocol}"
phase = "judging"
language_pairs = ["{"en-ar" if protocol in ("fluency", "esa") else "en-zh"}"]
{"constituents = [1, 15]" if protocol.startswith("constituent") else ""}
"""
        for protocol in SCREENS
    )
    + """
[human.said]
protocol = "fluency"
phase = "judging"
language_pairs = ["en-ar"]
offline_days = 9
[human.documents]
protocol = "direct"
phase = "judging"
language_pairs = ["en-zh"]
history_shown = true
shown = 1
[human.known]
protocol = "fluency"
phase = "judging"
language_pairs = ["en-ar"]
gold = 0.4
quality = { blocking = ["gold:least_share=0.7,fewest=1"], every = 1 }
[human.taught]
protocol = "fluency"
phase = "judging"
language_pairs = ["en-ar"]
gold = 0.4
qualification = { items = 2, share = 0.75, tries = 2 }
examples = [{ outputs = ["مصباح", "المصباح مضاء."], answer = [1, 4] }]
"""
)
TOOK = timedelta(seconds=42)
"""What every screen takes whoever judges offline here."""


def take(judge: Judge, screens: int, *, now: datetime) -> tuple[OfflineFile, list[Screen]]:
    """A file of some screens, and its screens."""
    file = make_offline_file(judge, screens=screens, now=now)
    return file, screens_of(file)


def action(kind: str, *, at: datetime, **payload: Any) -> dict[str, Any]:
    return {"key": str(uuid4()), "kind": kind, "payload": payload, "client_time": at.isoformat()}


def answered(
    screen: Screen, given: Any = None, *, at: datetime, comment: str = "", version: int | None = None
) -> dict[str, Any]:
    """What a file holds about a screen that was answered and submitted."""
    done = at + TOOK
    remark = [action("comment", at=done, text=comment)] if comment else []
    return {
        "key": str(screen.key),
        "version": screen.version if version is None else version,
        "text_digest": screen.text_digest,
        "shown_at": at.isoformat(),
        "actions": [
            action("answer", at=done, answer=answer_of(screen) if given is None else given),
            *remark,
            action("submit", at=done),
        ],
    }


def answer_file(file: OfflineFile, screens: Sequence[dict[str, Any]], **changes: Any) -> dict[str, Any]:
    return {
        "format": "bakeoff-offline-answers",
        "version": 1,
        "file": token_of(file),
        "saved_at": "2026-03-05T12:00:00Z",
        "screens": list(screens),
        **changes,
    }


def written(content: dict[str, Any]) -> bytes:
    return json.dumps(content).encode()


def all_answered(
    file: OfflineFile, screens: Sequence[Screen], *, at: datetime, give: Callable[[Screen], Any] = answer_of
) -> dict[str, Any]:
    """A file of answers to all of these screens."""
    return answer_file(file, [answered(each, give(each), at=at) for each in screens])
