"""Grades written down row by row."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bakeoff.data.judgments import Judgment
from bakeoff.human_eval.protocols.contract import Settings
from bakeoff.human_eval.protocols.direct import DirectAssessment
from bakeoff.human_eval.protocols.observations import Grades


def judgment(judge: str, segment: str, system: str, answer: Any, **others: Any) -> Judgment:
    given = {"id": f"{judge}-{segment}-{system}", "protocol": "direct"} | others
    return Judgment(judge=judge, segment=segment, systems=(system,), answer=answer, **given)


def grades(rows: Iterable[tuple[Any, ...]]) -> Grades:
    """From rows of judge, segment, system, value and perhaps control and seconds."""
    found = [
        judgment(judge, segment, system, value, control=(*rest, "")[0], elapsed_seconds=(*rest, None, None)[1])
        for judge, segment, system, value, *rest in rows
    ]
    return DirectAssessment(Settings(scale=(-1000, 1000))).grades(found)
