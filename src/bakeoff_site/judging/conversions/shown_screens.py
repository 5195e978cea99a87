"""What of a screen leaves the server: texts under letters, and nothing by which systems could be known."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from bakeoff.human_eval.designs.offline_packages import screen_json
from bakeoff.human_eval.protocols.contract import Screen as ShownScreen

_NOT_FOR_JUDGES = ("screen_id", "document_id", "segment_id")


def judge_json(screen: ShownScreen) -> dict[str, Any]:
    """A screen as judges and their programs get it."""
    content = screen_json("", screen)
    return {key: value for key, value in content.items() if key not in _NOT_FOR_JUDGES}


def digest_of_screen(screen: ShownScreen) -> str:
    """Identifies everything that a judge sees on a screen."""
    return hashlib.sha256(json.dumps(judge_json(screen), sort_keys=True).encode()).hexdigest()
