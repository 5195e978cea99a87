"""Logs of delays: what is read, and what is refused with its line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bakeoff.data.delays import DelayLog
from bakeoff.errors import FormatError
from bakeoff.formats.speech.delay_log import read_delays

GOOD = {
    "index": 0,
    "prediction": "ein Haus",
    "delays": [1000, 1500.5],
    "elapsed": [1010.0, 1600.0],
    "prediction_length": 2,
    "reference": "ein großes Haus",
    "source": ["/data/talk.wav", "samplerate: 16000"],
    "source_length": 2000.0,
}


@pytest.fixture
def log(tmp_path: Path) -> Callable[..., Any]:
    def read(*instances: object, **options: Any) -> tuple[DelayLog, list[str]]:
        path = tmp_path / "instances.log"
        lines = [each if isinstance(each, str) else json.dumps(each) for each in instances]
        path.write_text("\n".join([*lines, ""]), encoding="utf-8")
        remarks: list[str] = []
        return read_delays(path, on_remark=remarks.append, **options), [r.split("/")[-1] for r in remarks]

    return read


def test_a_log_is_read(log: Callable[..., Any]) -> None:
    found, remarks = log(
        GOOD, {**GOOD, "index": 1, "prediction": "", "prediction_length": 0, "delays": [], "elapsed": []}
    )
    assert remarks == []
    assert (found.ids, found.starts.tolist(), found.lines.tolist()) == (("0", "1"), [0, 2, 2], [1, 2])
    assert (found.delays.tolist(), found.elapsed.tolist()) == ([1000.0, 1500.5], [1010.0, 1600.0])
    assert (found.source_ms.tolist(), found.reference_lengths.tolist()) == ([2000.0, 2000.0], [3, 3])
    assert (found.predictions, found.recordings) == (("ein Haus", ""), ("talk", "talk"))


def test_what_is_not_there_is_none(log: Callable[..., Any]) -> None:
    found, _ = log({"index": "x", "delays": [1], "source_length": 5})
    assert (found.elapsed, found.reference_lengths, found.predictions, found.recordings) == (None, None, None, ("x",))


def test_delays_of_characters(log: Callable[..., Any]) -> None:
    instance = {**GOOD, "prediction": "房子", "reference": "大房子", "prediction_length": 2}
    assert log(instance, unit="character")[0].reference_lengths.tolist() == [3]
    with pytest.raises(FormatError, match="expected a delay for each character of the prediction, found 2 for 8"):
        log(GOOD, unit="character")


def test_elapsed_times_that_go_back_are_said(log: Callable[..., Any]) -> None:
    found, remarks = log({**GOOD, "elapsed": [1600.0, 1590.0]})
    assert found.elapsed.tolist() == [1600.0, 1590.0]
    assert remarks == [
        "instances.log, line 1: 1 instances have elapsed times that go back; they are taken as they are."
    ]


def without(key: str) -> dict[str, object]:
    return {name: value for name, value in GOOD.items() if name != key}


@pytest.mark.parametrize(
    ("instance", "expected"),
    [
        ("{", "expected a JSON object for each instance, found '{'."),
        ("[1]", "expected a JSON object for each instance, found '[1]'."),
        ("[" * 100_000, "expected a JSON object for each instance"),
        (without("index"), "expected a number or a string under the key index, found no such key."),
        (without("delays"), "expected a list of milliseconds under the key delays, found no such key."),
        (without("source_length"), "expected a number under the key source_length, found no such key."),
        (without("elapsed"), "expected the key elapsed in every instance or in none, found none."),
        (without("reference"), "expected the key reference in every instance or in none, found none."),
        (without("prediction"), "expected the key prediction in every instance or in none, found none."),
        ({**GOOD, "delays": [1500, 1000]}, "expected delays that never fall, found 1000 after 1500 at word 2."),
        ({**GOOD, "delays": [1, "2"]}, "expected milliseconds of 0 or more under the key delays, found 2 as number 2."),
        ({**GOOD, "delays": [-1, 2]}, "expected milliseconds of 0 or more under the key delays, found -1 as number 1."),
        ({**GOOD, "delays": [1, float("nan")]}, "found nan as number 2."),
        ({**GOOD, "delays": [1, True]}, "found True as number 2."),
        ({**GOOD, "delays": 5}, "expected a list of milliseconds under the key delays, found int: 5."),
        ({**GOOD, "elapsed": [1]}, "expected an elapsed time for each delay, found 1 for 2 delays."),
        ({**GOOD, "prediction": "ein"}, "expected a delay for each word of the prediction, found 2 for 1 words."),
        ({**GOOD, "prediction_length": 3}, "expected 3 delays, as prediction_length says, found 2."),
        ({**GOOD, "source_length": 0}, "expected a source_length above 0, found 0."),
        ({**GOOD, "reference": " "}, "expected a reference of at least one word, found 0."),
        (GOOD, "expected each index once, found 0 again, which is already at line 1."),
    ],
)
def test_a_log_that_is_wrong_is_refused_with_its_line(
    log: Callable[..., Any], instance: str | dict[str, float | str | list[float | str]], expected: str
) -> None:
    if isinstance(instance, dict) and instance is not GOOD and "index" in instance:
        instance = {**instance, "index": 1}
    with pytest.raises(FormatError) as error:
        log(GOOD, instance)
    assert "instances.log, line 2: " in str(error.value)
    assert expected in str(error.value)


def test_an_empty_log_is_refused(log: Callable[..., Any]) -> None:
    with pytest.raises(FormatError, match="expected a log with at least one instance"):
        log()
