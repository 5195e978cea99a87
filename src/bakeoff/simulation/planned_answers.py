"""What simulated judges answer to planned screens: by the qualities of systems, and to gold items by what is known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np

from bakeoff.data.judgments import SHARED, Judgment
from bakeoff.errors import InputError
from bakeoff.human_eval.analyses.joined_directions import DIRECTION_MARK
from bakeoff.human_eval.designs.screens.answer_comparisons import answer_comparisons
from bakeoff.human_eval.protocols.contract import Protocol
from bakeoff.human_eval.protocols.registry import find_protocol
from bakeoff.human_eval.protocols.screens import Screen
from bakeoff.simulation.judges import SimulatedJudge
from bakeoff.simulation.truth import DAMAGE

START = datetime(2026, 1, 1, 9, tzinfo=UTC)
"""When every judge opens the first screen."""


class OutputQualities:
    """How good every output is: its system, how hard the segment is, and chance; drawn when it is first asked for.

    `difficulty` and `chance` are standard deviations. A system of one of several directions is known by its own name.
    """

    def __init__(
        self, systems: Mapping[str, float], *, difficulty: float = 0.5, chance: float = 0.5, rng: np.random.Generator
    ) -> None:
        self.systems = dict(systems)
        self._difficulty = difficulty
        self._chance = chance
        self._rng = rng
        self._segments: dict[tuple[str, ...], float] = {}
        self._outputs: dict[tuple[str, ...], float] = {}

    def of(self, judgment: Judgment) -> list[float]:
        """The outputs on a screen; one that several systems share is as good as they are on average."""
        return [
            float(np.mean([self._of(judgment, name) for name in shared.split(SHARED)]))
            - DAMAGE * (shared in judgment.shown_damaged)
            for shared in judgment.systems
        ]

    def _of(self, judgment: Judgment, name: str) -> float:
        worth = self.systems.get(name, self.systems.get(name.rpartition(DIRECTION_MARK)[2]))
        if worth is None:
            raise InputError(
                place=judgment.place,
                expected="systems whose quality is known",
                found=name,
                remedy="Give every system of the plan a quality.",
            )
        segment = (judgment.test_set, judgment.document, judgment.segment)
        if segment not in self._segments:
            self._segments[segment] = float(self._rng.normal(0, self._difficulty))
        output = (judgment.language_pair, *segment, name)
        if output not in self._outputs:
            self._outputs[output] = float(self._rng.normal(0, self._chance))
        return worth - self._segments[segment] + self._outputs[output]


class PlannedAnswers:
    """Answers planned screens, each in the judge's own time. Judges who are not known raise InputError.

    `protocols` are those of evaluations under their campaign's settings; without one, the protocol's own are taken.
    """

    def __init__(
        self,
        judges: Iterable[SimulatedJudge],
        qualities: OutputQualities,
        *,
        protocols: Mapping[str, Protocol[Any]] | None = None,
        gold: Sequence[Judgment] = (),
        rng: np.random.Generator,
    ) -> None:
        self._judges = {judge.name: judge for judge in judges}
        self._clocks = dict.fromkeys(self._judges, START)
        self._qualities = qualities
        self._protocols = dict(protocols or {})
        self._gold: dict[tuple[str, str], list[Judgment]] = {}
        for known in gold:
            self._gold.setdefault((known.protocol, known.segment), []).append(known)
        self._rng = rng

    def answer(self, planned: Judgment, screen: Screen | None = None) -> Judgment:
        """The screen with what its judge answers, and when; with the texts of `screen`, an answer that fits them."""
        judge = self._judges.get(planned.judge)
        if judge is None:
            raise InputError(place=planned.place, expected=f"one of {', '.join(self._judges)}", found=planned.judge)
        protocol = self.protocol_of(planned)
        seen, seconds = judge.perceived(self._looks(planned, protocol), planned.position or 0, self._rng)
        shown_at = self._clocks[judge.name]
        self._clocks[judge.name] = shown_at + timedelta(seconds=seconds)
        answer = (
            protocol.imagine(seen, self._rng)
            if screen is None
            else protocol.settle(protocol.imagine_on(screen, seen, self._rng), screen)
        )
        return replace(planned, answer=answer, shown_at=shown_at, sent_at=self._clocks[judge.name])

    def protocol_of(self, planned: Judgment) -> Protocol[Any]:
        """The protocol under which a screen is asked."""
        return self._protocols.get(planned.asked_in) or find_protocol(planned.protocol)

    def _looks(self, planned: Judgment, protocol: Protocol[Any]) -> list[float]:
        """How good outputs look to someone without faults: by the right answer where it is known."""
        if planned.control == "gold":
            for known in self._gold.get((planned.protocol, planned.segment), ()):
                looks = _known_looks(known, protocol)
                names = [shared.split(SHARED) for shared in planned.systems]
                fits = known.document in ("", planned.document) and known.test_set in ("", planned.test_set)
                if fits and all(name in looks for own in names for name in own):
                    return [float(np.mean([looks[name] for name in own])) for own in names]
        return self._qualities.of(planned)


def _known_looks(known: Judgment, protocol: Protocol[Any]) -> dict[str, float]:
    """The qualities of systems by a right answer: where grades are on their scale, else better than how many others."""
    ordinary = replace(known, control="")
    grades = protocol.grades([ordinary])
    if grades is None:
        looks = dict.fromkeys((name for shared in known.systems for name in shared.split(SHARED)), 0.0)
        for first, second, outcome in answer_comparisons([ordinary], protocol):
            looks[first] += outcome
            looks[second] -= outcome
        return looks
    low, high = protocol.grades_from_to or (0, 100)
    sign = 1 if protocol.higher_is_better else -1
    return {
        grades.systems[system]: sign * (float(value) - (low + high) / 2) * 4 / (high - low)
        for system, value in zip(grades.system, grades.value, strict=True)
    }
