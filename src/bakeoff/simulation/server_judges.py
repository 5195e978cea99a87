"""Simulated judges who judge on a server: they get screens as people do, see texts alone, and submit what they think.

What connects them is a `Session`; that of the REST API is `bakeoff.client.JudgingSession`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from bakeoff.human_eval.protocols.contract import Settings
from bakeoff.human_eval.protocols.registry import find_protocol
from bakeoff.human_eval.protocols.screens import ShownOutput
from bakeoff.simulation.judges import SimulatedJudge
from bakeoff.simulation.text_qualities import TextQualities

_IDLE_SECONDS = 5.0
"""How long judges wait where others hold all that is left."""
_IDLE_ROUNDS = 24
"""How often they wait before they give up: then those who hold it have gone."""


class Session(Protocol):
    """One judge's connection to the task."""

    def next(self) -> Mapping[str, Any] | str:
        """What the next screen shows; or `held`, `earlier`, `finished`, `qualification` after a try, or why not."""

    def submit(self, answer: Any) -> bool:
        """Submits the answer to the screen that came last; whether it counts."""


@dataclass(slots=True)
class SessionSummary:
    """What one judge did."""

    judge: SimulatedJudge
    screens: int = 0
    uncounted: int = 0
    """Answers that were kept but do not count: others had judged the item."""
    seconds: float = 0.0
    """What the judge took for all screens, by simulated time."""
    ended: str = ""
    """Why it ended: `finished`, `enough`, `held` where others never answered what they hold, or what the server said.
    """


def judge_in_sessions(
    judges: Sequence[tuple[SimulatedJudge, Session]],
    qualities: TextQualities,
    *,
    screens: int | None = None,
    pause: Callable[[float], None],
    pace: float = 1.0,
    on_progress: Callable[[int], None] | None = None,
    rng: np.random.Generator,
) -> tuple[SessionSummary, ...]:
    """Judges take turns until nothing is left for them, or until each has answered a number of `screens`.

    `pause` waits for seconds; a screen takes its simulated time times `pace`, so that 0 answers at once.
    """
    summaries = tuple(SessionSummary(judge) for judge, _ in judges)
    turns = [(summary, session) for summary, (_, session) in zip(summaries, judges, strict=True)]
    idle = 0
    while working := [turn for turn in turns if not turn[0].ended]:
        before = sum(each.screens for each in summaries)
        for summary, session in working:
            if summary.screens == screens:
                summary.ended = "enough"
                continue
            _take_turn(summary, session, qualities, wait=lambda seconds: pause(seconds * pace), rng=rng)
            if on_progress is not None:
                on_progress(sum(each.screens for each in summaries))
        left = [each for each in summaries if not each.ended]
        idle = 0 if sum(each.screens for each in summaries) > before else idle + 1
        if left and idle > _IDLE_ROUNDS:
            for each in left:
                each.ended = "held"
        elif left and idle:
            pause(_IDLE_SECONDS)
    return summaries


def answer_of(
    judge: SimulatedJudge,
    shown: Mapping[str, Any],
    qualities: TextQualities,
    *,
    position: int,
    rng: np.random.Generator,
) -> tuple[Any, float]:
    """What a judge answers to a screen, and the seconds that it takes."""
    scale = shown["scale"]
    details = shown["details"]
    settings = Settings(
        scale=None if scale is None else (scale[0], scale[1]),
        labels=tuple(shown["labels"]),
        ties=shown["ties"],
        severities=tuple(details.get("severities", ())),
        categories=tuple(details.get("categories", ())),
        notes_for=tuple(details.get("notes_for", ())),
        complete=tuple(details.get("complete", ())),
    )
    texts = [each["text"] for each in shown["outputs"]]
    protocol = find_protocol(shown["protocol"], settings)
    outputs = [ShownOutput(system=each["label"], text=each["text"]) for each in shown["outputs"]]
    screen = protocol.screen("", outputs, source=shown["source"], given=shown["given"])
    seen, seconds = judge.perceived(qualities.of(texts), position, rng)
    return protocol.imagine_on(screen, seen, rng), seconds


def _take_turn(
    summary: SessionSummary,
    session: Session,
    qualities: TextQualities,
    *,
    wait: Callable[[float], None],
    rng: np.random.Generator,
) -> None:
    shown = session.next()
    if isinstance(shown, str):
        summary.ended = "" if shown in ("held", "earlier", "qualification") else shown
        return
    answer, seconds = answer_of(summary.judge, shown, qualities, position=summary.screens, rng=rng)
    wait(seconds)
    summary.uncounted += not session.submit(answer)
    summary.screens += 1
    summary.seconds += seconds
