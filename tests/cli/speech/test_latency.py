"""`bakeoff latency`: the contract that scripts of others rely on."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

SHORT = [
    {"index": 0, "delays": [1000, 2000], "elapsed": [1100, 2100], "source_length": 2000, "reference": "a b"},
    {"index": 1, "delays": [500], "elapsed": [600], "source_length": 1000, "reference": "c"},
    {"index": 2, "delays": [], "elapsed": [], "source_length": 1000, "reference": "c"},
]
LONG = {"index": "talk", "prediction": "a b c d", "delays": [900, 1100, 1900, 2500], "source_length": 3000}


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("a.log").write_text("".join(json.dumps(each) + "\n" for each in SHORT))
    Path("b.log").write_text("".join(json.dumps({**each, "elapsed": None}) + "\n" for each in SHORT))
    Path("long.log").write_text(json.dumps(LONG) + "\n")
    Path("ref.stm").write_text("talk 1 s 0.00 1.20 a b\ntalk 1 s 1.50 3.00 c d e\n")
    return tmp_path


LEFT_OUT = "a.log: 1 of 3 instances have no words and are left out of the means.\n"


def test_text_has_a_row_for_each_kind_of_time(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff("latency", "a.log")
    assert outcome.code == 0
    assert outcome.err == LEFT_OUT
    assert outcome.out == (
        "log    time               instances      AL    LAAL    YAAL     DAL      AP\n"
        "a.log  source                     3  750.00  750.00  750.00  750.00  0.6250\n"
        "a.log  computation-aware          3  850.00  850.00  850.00  850.00  0.7000\n"
        "\n"
        "Milliseconds, AP a share; means over instances.\n"
    )


def test_json(bakeoff: Callable[..., Any]) -> None:
    found = bakeoff("latency", "b.log", "--format", "json", "--segments").json
    assert [found[key] for key in ("name", "form", "instances", "without_words")] == ["b.log", "short", 3, 1]
    assert found["scores"] == {
        "AL": {"value": 750.0, "n": 2},
        "LAAL": {"value": 750.0, "n": 2},
        "YAAL": {"value": 750.0, "n": 2},
        "DAL": {"value": 750.0, "n": 2},
        "AP": {"value": 0.625, "n": 2},
    }
    assert found["segments"][1]["scores"]["AL"] == 500.0
    assert found["segments"][2] == {"segment": "2", "scores": dict.fromkeys(["AL", "LAAL", "YAAL", "DAL", "AP"])}


def test_intervals(bakeoff: Callable[..., Any]) -> None:
    found = bakeoff("latency", "b.log", "--interval", "bootstrap", "--samples", 100, "--format", "json").json
    assert list(found["scores"]["AL"]) == ["value", "n", "interval", "mean", "sd"]
    low, high = found["scores"]["AL"]["interval"]
    assert 500 <= low <= 750 <= high <= 1000
    table = bakeoff("latency", "b.log", "--interval", "bca", "--samples", 100, "--format", "csv").out
    assert table.startswith("log,time,instances,AL,AL interval low,AL interval high,LAAL,")
    assert "AL interval" in bakeoff("latency", "b.log", "--interval", "bootstrap").out


def test_several_logs(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff("latency", "a.log", "b.log", "--format", "tsv")
    assert [line.split("\t")[:2] for line in outcome.out.splitlines()[1:]] == [
        ["a.log", "source"],
        ["a.log", "computation-aware"],
        ["b.log", "source"],
    ]
    Path("c.log").write_bytes(Path("b.log").read_bytes())
    rows = bakeoff("latency", "b.log", "c.log", "--format", "tsv", "--segments").out.splitlines()
    assert rows[0].split("\t") == ["log", "segment", "AL", "LAAL", "YAAL", "DAL", "AP"]
    assert [row.split("\t")[:2] for row in rows[1:]] == [[log, n] for log in ("b.log", "c.log") for n in "012"]


def test_long_form(bakeoff: Callable[..., Any]) -> None:
    found = bakeoff("latency", "long.log", "-r", "ref.stm", "--format", "json").json
    assert (found["form"], found["instances"], list(found["scores"])) == (
        "long",
        2,
        ["LongAL", "LongLAAL", "LongYAAL", "LongDAL", "LongAP"],
    )
    # a b: 900, 1100 − 600; c d: 400, 1000 − 500
    assert found["scores"]["LongLAAL"] == {"value": (700 + 450) / 2, "n": 2}
    stream = bakeoff("latency", "long.log", "-r", "ref.stm", "--compat", "mwersegmenter", "--format", "json").json
    assert stream["scores"]["StreamLAAL"] == found["scores"]["LongLAAL"]


def test_characters(bakeoff: Callable[..., Any]) -> None:
    instance = {"index": 0, "delays": [500, 1000], "source_length": 1000, "prediction": "房子", "reference": "大房子"}
    Path("zh.log").write_text(json.dumps(instance) + "\n")
    assert bakeoff("latency", "zh.log", "--characters", "--format", "json").json["scores"]["AP"]["value"] == 0.5


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["long.log"], "long.log: expected the key reference or reference_length in each instance, found neither."),
        (["none.log"], "none.log: expected a file that can be read, found no such file."),
        (["ref.stm"], "ref.stm, line 1: expected a JSON object for each instance"),
        (["a.log", "--compat", "mwersegmenter"], "--compat says how recordings are cut into segments"),
        (["a.log", "-r", "ref.stm", "--characters"], "--characters cannot go with -r"),
        (["-", "-r", "-"], "standard input can be read only once"),
    ],
)
def test_mistakes_are_one_sentence_and_exit_2(bakeoff: Callable[..., Any], arguments: list[str], expected: str) -> None:
    outcome = bakeoff("latency", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"bakeoff: {expected}")
    assert outcome.err.count("\n") == 1
