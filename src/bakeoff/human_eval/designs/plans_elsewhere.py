"""Plans for other tools: the screens of an evaluation with all their texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bakeoff.data.judgments import Judgment
from bakeoff.formats.judgments.asked_screens import AskedScreen
from bakeoff.human_eval.protocols.screens import Screen


def asked_screens(plan: Sequence[Judgment], screens: Sequence[Screen]) -> tuple[AskedScreen, ...]:
    """The judgments of a plan, which wait for their answers, with what their screens show."""
    return tuple(
        AskedScreen(
            judgment=replace(planned, texts=screen.texts),
            source=screen.source or "",
            given=tuple(screen.given["spans"]) if isinstance(screen.given, dict) else (),
        )
        for planned, screen in zip(plan, screens, strict=True)
    )
