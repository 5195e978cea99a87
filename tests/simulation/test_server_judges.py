"""Simulated judges on a server: they see texts alone, take turns, wait for each other, and stop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from bakeoff.errors import InputError
from bakeoff.human_eval.protocols.contract import Settings
from bakeoff.human_eval.protocols.registry import find_protocol
from bakeoff.human_eval.protocols.screens import ShownOutput, screen_json
from bakeoff.simulation.judges import SimulatedJudge
from bakeoff.simulation.server_judges import SessionSummary, answer_of, judge_in_sessions
from bakeoff.simulation.text_qualities import TextQualities

QUALITIES = TextQualities([("good", 1.0), ("fair", 0.0), ("bad", -1.0)])
CAREFUL = SimulatedJudge(name="careful", noise=0.0)


def screen(protocol: str, *texts: str, **settings: Any) -> dict[str, Any]:
    outputs = [ShownOutput(system=f"hidden{number}", text=text) for number, text in enumerate(texts)]
    return screen_json("key", find_protocol(protocol, Settings(**settings)).screen("1", outputs))


class Script:
    """A session that shows what it is told to."""

    def __init__(self, steps: Sequence[Mapping[str, Any] | str], *, counts: bool = True) -> None:
        self.steps = list(steps)
        self.counts = counts
        self.answers: list[Any] = []

    def next(self) -> Mapping[str, Any] | str:
        return self.steps.pop(0) if len(self.steps) > 1 else self.steps[0]

    def submit(self, answer: Any) -> bool:
        self.answers.append(answer)
        return self.counts


def run(*sessions: Script, **options: Any) -> tuple[tuple[SessionSummary, ...], list[float]]:
    waited: list[float] = []
    judges = [(SimulatedJudge(name=f"j{number}", noise=0.0), each) for number, each in enumerate(sessions)]
    done = judge_in_sessions(
        judges, QUALITIES, pause=waited.append, rng=np.random.default_rng(1), **{"pace": 1.0, **options}
    )
    return done, waited


@pytest.mark.parametrize(
    ("protocol", "texts", "settings", "expected"),
    [
        ("ranking", ("bad", "good", "fair"), {}, [3, 1, 2]),
        ("pairwise", ("bad", "good"), {}, "second"),
        ("pairwise", ("fair", "fair"), {}, "tie"),
        ("fluency", ("good", "bad"), {"scale": (0, 4), "labels": tuple("abcde")}, [3, 1]),
        ("adequacy", ("good",), {"scale": (1, 5), "labels": tuple("abcde")}, 4),
        ("dialog", ("bad",), {}, 2),
        ("direct", ("good",), {}, 75.0),
    ],
)
def test_a_judge_without_noise_answers_by_the_qualities_of_texts(
    protocol: str, texts: tuple[str, ...], settings: dict[str, Any], expected: object
) -> None:
    shown = screen(protocol, *texts, **settings)
    answer, seconds = answer_of(CAREFUL, shown, QUALITIES, position=0, rng=np.random.default_rng(1))
    assert answer == expected
    assert seconds > 0


def test_no_tie_is_answered_where_none_is_allowed() -> None:
    shown = screen("pairwise", "fair", "fair", ties=False)
    answers = {answer_of(CAREFUL, shown, QUALITIES, position=0, rng=np.random.default_rng(n))[0] for n in range(20)}
    assert answers == {"first", "second"}


def test_texts_are_known_as_they_are_scored_and_others_are_taken_for_damaged() -> None:
    qualities = TextQualities([("The lamp is lit.", 1.0), ("Lamp lights!", 0.0)])
    assert qualities.of(["the lamp  is lit", "LAMP LIGHTS", "", "the lamp wet lit"]) == [1.0, 0.0, -1.5, -1.5]
    assert qualities.unknown == 1
    with pytest.raises(InputError, match="texts with their quality"):
        TextQualities([])


def test_each_judge_stops_when_nothing_is_left_or_enough_is_done() -> None:
    one = screen("direct", "good")
    (first, second, third), waited = run(
        Script([one, one, "finished"]), Script([one]), Script(["You were blocked."]), screens=3
    )
    assert (first.screens, first.ended) == (2, "finished")
    assert (second.screens, second.ended) == (3, "enough")
    assert (third.screens, third.ended) == (0, "You were blocked.")
    assert sum(waited) == pytest.approx(first.seconds + second.seconds)


def test_judges_wait_for_what_others_hold_and_give_up_at_last() -> None:
    one = screen("direct", "good")
    (waiting, uncounted), waited = run(
        Script(["held", "earlier", one, "finished"]), Script(["held", one, "finished"], counts=False)
    )
    assert (waiting.screens, waiting.ended) == (1, "finished")
    assert (uncounted.screens, uncounted.uncounted) == (1, 1)
    [gone], waited = run(Script(["held"]))
    assert (gone.screens, gone.ended) == (0, "held")
    assert sum(waited) > 60


def test_at_pace_0_nobody_waits() -> None:
    _, waited = run(Script([screen("direct", "good"), "finished"]), pace=0)
    assert sum(waited) == 0
