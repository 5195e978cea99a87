"""Latency of whole logs, short form and long form."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bakeoff.data.delays import DelayLog
from bakeoff.data.recognition.transcripts import TimedSegments
from bakeoff.errors import AlignmentError, InputError
from bakeoff.evaluation import IntervalOptions, evaluate_latency
from bakeoff.formats import read_segments
from bakeoff.formats.speech.delay_log import read_delays
from bakeoff.speech.latency import MEASURES, Timing


@pytest.fixture(scope="module")
def real(data: Path) -> DelayLog:
    return read_delays(data / "latency" / "instances.jsonl.gz")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("AL", 1803.92), ("LAAL", 1857.71), ("AP", 0.7948), ("DAL", 3532.48),
        ("AL_CA", 2021.18), ("LAAL_CA", 2071.70), ("AP_CA", 0.8903), ("DAL_CA", 3883.03),
    ],
)  # fmt: skip
def test_latency_against_simuleval_1_1_4(real: DelayLog, name: str, value: float) -> None:
    """SimulEval 1.1.4 --score-only on OmniSTEval's short-form example; OmniSTEval 0.1.10 gives the same."""
    found = evaluate_latency(real).scores[name]
    assert (round(found.value, 4 if "AP" in name else 2), found.n) == (value, 2580)


@pytest.mark.parametrize(("name", "value"), [("YAAL", 1135.6097), ("YAAL_CA", 1272.7485)])
def test_yaal_against_omnisteval_0_1_10(real: DelayLog, name: str, value: float) -> None:
    """As OmniSTEval 0.1.10 prints it (in its README) for the same log."""
    assert round(evaluate_latency(real).scores[name].value, 4) == value


def test_intervals_hold_the_mean_and_depend_on_the_seed_alone(real: DelayLog) -> None:
    options = IntervalOptions(samples=200, seed=4)
    first, second = (evaluate_latency(real, interval=options).scores for _ in range(2))
    assert first == second
    for score in first.values():
        assert score.variation.interval.low < score.value < score.variation.interval.high
        assert score.variation.mean == pytest.approx(score.value, rel=0.02)
    other = evaluate_latency(real, interval=IntervalOptions(samples=200, seed=5)).scores["AL"]
    assert other.variation != first["AL"].variation


@pytest.fixture
def log(tmp_path: Path) -> Callable[..., Any]:
    def read(*instances: object) -> DelayLog:
        path = tmp_path / "log"
        path.write_text("".join(json.dumps(each) + "\n" for each in instances), encoding="utf-8")
        return read_delays(path)

    return read


def instance(index: int, delays: Sequence[int], **others: Any) -> dict[str, int | list[int]]:
    return {"index": index, "delays": delays, "source_length": 2000, "reference_length": 2, **others}


def test_instances_without_words_are_left_out_and_counted(log: Callable[..., Any]) -> None:
    found = evaluate_latency(log(instance(0, []), instance(1, [1000, 2000])), name="sys")
    assert (found.scores["AL"].value, found.scores["AL"].n, found.without_words) == (1000.0, 1, 1)
    assert found.remarks == ("sys: 1 of 2 instances have no words and are left out of the means.",)
    assert np.isnan(found.values["AL"]).tolist() == [True, False]
    assert list(found.scores) == list(MEASURES)


def test_instances_that_write_at_the_end_only_have_no_yaal(log: Callable[..., Any]) -> None:
    found = evaluate_latency(log(instance(0, [2000]), instance(1, [1000, 2000])), name="sys")
    assert found.scores["YAAL"].n == 1
    assert found.remarks == ("sys: YAAL leaves out 1 instances that write nothing before the source has ended.",)


def test_a_log_without_words_has_no_mean(log: Callable[..., Any]) -> None:
    found = evaluate_latency(log(instance(0, [])), interval=IntervalOptions())
    assert np.isnan(found.scores["AL"].value)
    assert (found.scores["AL"].n, found.scores["AL"].variation) == (0, None)


def test_the_short_form_needs_references(log: Callable[..., Any]) -> None:
    with pytest.raises(InputError, match="expected the key reference or reference_length"):
        evaluate_latency(log({"index": 0, "delays": [1], "source_length": 5}))


def recording(
    name: int | str, words: str, delays: Sequence[int], **others: Any
) -> dict[str, int | str | list[int | str]]:
    return {"index": name, "prediction": words, "delays": delays, "source_length": 3000, **others}


@pytest.fixture
def segments(tmp_path: Path) -> Callable[..., Any]:
    def read(text: str) -> TimedSegments:
        path = tmp_path / "ref.stm"
        path.write_text(text, encoding="utf-8")
        return read_segments(path)

    return read


STM = "talk 1 a 0 1.5 so we met\ntalk 1 a 1.5 2.9 then he left\n"
WORDS = "so we met and he left"
DELAYS = [900, 1000, 1500, 2500, 2600, 3000]


def test_the_long_form_measures_segments_from_their_start(
    log: Callable[..., Any], segments: Callable[..., Any]
) -> None:
    elapsed = [delay + 50 for delay in DELAYS]
    found = evaluate_latency(log(recording("talk", WORDS, DELAYS, elapsed=elapsed)), reference=segments(STM))
    parts = [
        Timing(np.array([900, 1000, 1500]), 1500, 3, 3000),
        Timing(np.array([1000, 1100, 1500]), 1400, 3, 1500),
    ]
    for name, measure in MEASURES.items():
        assert found.values[f"Long{name}"].tolist() == [pytest.approx(measure(part)) for part in parts]
    assert found.scores["LongYAAL_CA"].value > found.scores["LongYAAL"].value
    assert (found.form, found.ids) == ("long", ("talk:1", "talk:2"))


def test_laal_after_mwersegmenter_is_stream_laal(log: Callable[..., Any], segments: Callable[..., Any]) -> None:
    found = evaluate_latency(
        log(recording("talk", WORDS, DELAYS)), reference=segments(STM), segmentation="mwersegmenter"
    )
    assert list(found.scores) == ["LongAL", "StreamLAAL", "LongYAAL", "LongDAL", "LongAP"]


def test_words_may_come_before_their_segment(log: Callable[..., Any], segments: Callable[..., Any]) -> None:
    found = evaluate_latency(log(recording("talk", WORDS, [0, 0, 0, 1000, 1000, 1000])), reference=segments(STM))
    assert found.values["LongLAAL"][1] < 0


def test_segments_without_words_and_ignored_ones_are_left_out_and_said(
    log: Callable[..., Any], segments: Callable[..., Any]
) -> None:
    stm = STM + "talk 1 a 2.9 3 IGNORE_TIME_SEGMENT_IN_SCORING\n"
    found = evaluate_latency(log(recording("talk", "so we met", [1, 2, 3])), reference=segments(stm), name="sys")
    assert (found.scores["LongAL"].n, found.without_words, len(found.ids)) == (1, 1, 2)
    assert found.remarks[0].endswith("ref.stm: 1 segments that are not to be scored are left out.")
    assert found.remarks[1] == "sys: 1 of 2 instances have no words and are left out of the means."


def test_recordings_are_known_by_their_sound_file(log: Callable[..., Any], segments: Callable[..., Any]) -> None:
    stm = STM + "second 1 a 0 3 bye\n"
    first = recording(7, WORDS, DELAYS, source=["/x/talk.wav", "rate"])
    second = recording(8, "bye", [100], source="second.flac")
    found = evaluate_latency(log(second, first), reference=segments(stm))
    assert found.ids == ("second:1", "talk:1", "talk:2")
    assert found.values["LongLAAL"][0] == 100.0


@pytest.mark.parametrize(
    ("instances", "stm", "error", "expected"),
    [
        (
            [recording("x", WORDS, DELAYS)],
            STM,
            AlignmentError,
            "line 1: expected an instance for each .* found x, which",
        ),
        ([recording("talk", "a", [1])], STM + "b 1 a 0 1 c\n", AlignmentError, "found no instance for b"),
        ([recording(n, "a", [1], source="talk.wav") for n in (1, 2)], STM, AlignmentError, "two instances for one"),
        ([recording("talk", "a", [1])], STM + "talk 2 a 0 1 c\n", InputError, "one channel of each file, found two of"),
        (
            [recording("talk", "a", [1])],
            STM + "talk 1 a 0 1 c\n",
            InputError,
            "line 3: expected segments of a recording",
        ),
        ([recording("talk", "a", [1])], "talk 1 a 1 1 c\n", InputError, "segment"),
        ([{"index": "talk", "delays": [1], "source_length": 9}], STM, InputError, "expected the key prediction"),
    ],
)
def test_recordings_that_do_not_fit_are_refused(
    log: Callable[..., Any],
    segments: Callable[..., Any],
    *,
    instances: list[dict[str, int | str | list[int]]],
    stm: str,
    error: type[Exception],
    expected: str,
) -> None:
    with pytest.raises(error, match=expected):
        evaluate_latency(log(*instances), reference=segments(stm))
