"""What of a screen leaves the server: texts under letters, and nothing by which systems could be known."""

from __future__ import annotations

from typing import Any

from bakeoff.human_eval.protocols.screens import Screen as ShownScreen
from bakeoff.human_eval.protocols.screens import screen_json
from bakeoff_site.judging.models import Screen


def judge_json(screen: Screen, shown: ShownScreen) -> dict[str, Any]:
    """A screen as judges and their programs get it."""
    return screen_json(str(screen.key), shown)
