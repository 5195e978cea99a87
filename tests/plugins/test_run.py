"""Plug-ins that do their work."""

from __future__ import annotations

import sys
from pathlib import Path

from bakeoff.plugins import PluginScores, run_plugin
from tests.plugins.programs import GOOD, program, texts


def lines(run: tuple[str, ...]) -> list[int]:
    return [len(segment) for segment in run]


def scores(result: PluginScores) -> dict[str, list[float]]:
    return {system: column.tolist() for system, column in result.columns.items()}


def test_every_segment_of_every_system_gets_its_score() -> None:
    given = texts()
    result = run_plugin(program(GOOD), given, name="toy")
    assert scores(result) == {"A": lines(given.runs[0]), "B": lines(given.runs[1])}
    assert (result.name, result.version, result.direction) == ("toy", "3", "higher")
    assert (result.signature, result.remarks) == ({"model": "none"}, ())


def test_a_plug_in_is_told_what_comes_and_then_every_segment() -> None:
    body = """
        told = [json.loads(line) for line in sys.stdin]
        assert told[0] == {
            "protocol": 1, "segments": 4, "systems": ["A", "B"], "fields": ["source", "hypothesis", "references"],
            "references": 2, "source_language": "de", "target_language": "en",
        }, told[0]
        assert told[2] == {
            "id": 1, "system": "A", "document": "d", "segment": "2", "source": "source 1",
            "hypothesis": "A x ü\\u2028", "references": ["reference 1", "other 1"],
        }, told[2]
        say(INTRODUCTION)
        for _ in told[1:]:
            say({"score": 0})
    """
    result = run_plugin(program(body), texts(segments=2), source_language="de", target_language="en")
    assert scores(result) == {"A": [0, 0], "B": [0, 0]}


def test_without_a_source_none_is_sent() -> None:
    body = """
        header = json.loads(sys.stdin.readline())
        assert header["fields"] == ["hypothesis", "references"]
        say(INTRODUCTION)
        for segment in segments():
            say({"score": 1 if "source" in segment else 0})
    """
    assert scores(run_plugin(program(body), texts(segments=1, source=False))) == {"A": [0], "B": [0]}


def test_scores_with_ids_may_come_in_any_order() -> None:
    body = """
        sys.stdin.readline()
        say(INTRODUCTION)
        for segment in reversed(segments()):
            say({"id": segment["id"], "score": segment["id"], "further": "keys are passed over"})
    """
    assert scores(run_plugin(program(body), texts())) == {"A": [0, 1, 2], "B": [3, 4, 5]}


def test_a_command_is_divided_as_by_a_shell_and_no_shell_sees_it(tmp_path: Path) -> None:
    script = tmp_path / "a plug-in.py"
    script.write_text(program(GOOD)[2], encoding="utf-8")
    given = texts(segments=1)
    result = run_plugin(f"{sys.executable} '{script}' '; touch {tmp_path}/injected' $(touch injected)", given)
    assert scores(result) == {"A": lines(given.runs[0]), "B": lines(given.runs[1])}
    assert [path.name for path in tmp_path.iterdir()] == ["a plug-in.py"]


def test_progress_is_told_by_scores_and_by_the_plug_in_itself() -> None:
    body = """
        say({"progress": 0.5})
        sys.stdin.readline()
        say(INTRODUCTION)
        for _ in segments():
            say({"score": 1})
        say({"progress": 1})
    """
    told = []
    run_plugin(program(body), texts(segments=2), on_progress=lambda done, total: told.append((done, total)))
    assert told == [(2, 4), (2, 4), (2, 4), (2, 4), (3, 4), (4, 4), (4, 4)]


def test_more_text_than_pipes_hold_goes_both_ways_at_once() -> None:
    """The plug-in reads nothing before it has said everything that it can say without reading, and the reverse."""
    body = """
        print("x" * 10_000_000, file=sys.stderr)
        first = json.loads(sys.stdin.readline())
        say(INTRODUCTION)
        for _ in range(20_000):
            say({"progress": 0.1})
        for segment in segments():
            say({"score": segment["id"]})
    """
    result = run_plugin(program(body), texts(segments=5000))
    assert result.columns["B"].tolist() == list(range(5000, 10_000))
