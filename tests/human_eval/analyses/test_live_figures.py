"""Figures while judgments come in: coverage, judges, times."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np

from bakeoff.data.judgments import Control, Judgment
from bakeoff.human_eval.analyses.collected_answers import CollectedAnswers
from bakeoff.human_eval.analyses.live_figures import LiveFigures, TimeBar, live_figures
from bakeoff.human_eval.designs.sample_sizes import judgments_to_settle
from bakeoff.human_eval.protocols.registry import find_protocol
from tests.human_eval.judgments import drawn_rankings, preferences_of

START = datetime(2026, 3, 1, tzinfo=UTC)


def graded(
    number: int, judge: str, system: str, seconds: float, *, pair: str = "de-en", control: Control = ""
) -> Judgment:
    sent = START + timedelta(hours=number)
    return Judgment(
        id=str(number),
        protocol="direct",
        judge=judge,
        segment=str(number),
        language_pair=pair,
        systems=(system,),
        answer=50 + number,
        screen=f"screen {number}",
        control=control,
        shown_at=sent - timedelta(seconds=seconds),
        sent_at=sent,
    )


JUDGMENTS = [
    graded(1, "ann", "a", 10),
    graded(2, "ann", "b,c", 20, pair="en-de"),
    graded(3, "ann", "a", 30, control="repeat"),
    graded(4, "ben", "a", 40),
    graded(5, "ben", "b", 4000),
]


def figures(judgments: list[Judgment], *without: str) -> LiveFigures:
    collected = CollectedAnswers(find_protocol("direct"), score="mean")
    collected.add(judgments)
    return live_figures(collected.heads, without=without, longest_seconds=300)


def test_coverage_counts_answers_of_judges_who_count_and_no_controls() -> None:
    found = figures(JUDGMENTS)
    assert found.language_pairs == ("de-en", "en-de")
    assert found.systems == {"a": (2, 0), "b": (1, 1), "c": (0, 1)}
    assert figures(JUDGMENTS, "ben").systems == {"a": (1, 0), "b": (0, 1), "c": (0, 1)}
    assert (found.judgments, figures(JUDGMENTS, "ben").judgments) == (5, 3)


def test_every_judge_has_figures_also_those_who_are_left_out() -> None:
    found = figures(JUDGMENTS, "ben").judges
    assert [(each.judgments, each.controls, each.median_seconds) for each in found.values()] == [
        ((1, 1), 1, 20.0),
        ((2, 0), 0, 40.0),
    ]
    assert found["ben"].last_sent == (START + timedelta(hours=5)).timestamp()


def test_screens_that_took_too_long_are_counted_apart_and_cost_nothing() -> None:
    found = figures(JUDGMENTS)
    assert (found.timing.screens, found.timing.too_long) == (4, 1)
    assert found.seconds == 100
    assert figures(JUDGMENTS, "ann", "ben").seconds == 100
    assert [bar for bar in found.bars if bar.screens] == [
        TimeBar(low=10, high=15, screens=1),
        TimeBar(low=20, high=30, screens=1),
        TimeBar(low=30, high=45, screens=2),
    ]


def test_a_correction_counts_once_with_its_own_time() -> None:
    corrected = replace(JUDGMENTS[0], id="9", answer=3, sent_at=START + timedelta(hours=1, seconds=5))
    found = figures([*JUDGMENTS, corrected])
    assert found.systems == figures(JUDGMENTS).systems
    assert found.seconds == 105


def test_nothing_yet_has_figures_of_nothing() -> None:
    found = figures([])
    assert (found.judgments, found.systems, found.judges, found.timing.screens) == (0, {}, {}, 0)


def test_a_stricter_level_takes_more_judgments() -> None:
    asked = preferences_of(*drawn_rankings(np.random.default_rng(2), screens=400, noise=2), of="systems")
    first, second, *_ = sorted(asked.systems)
    needs = [
        judgments_to_settle(asked, find_protocol("ranking"), [(first, second)], level=level) for level in (0.2, 0.01)
    ]
    assert [[{each.first, each.second} for each in found] for found in needs] == 2 * [[{first, second}]]
    (mild,), (strict,) = needs
    assert mild.needed is not None
    assert strict.needed is not None
    assert mild.needed < strict.needed
    assert strict.more == max(0, strict.needed - strict.judgments)
