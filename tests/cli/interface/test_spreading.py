"""Options that take all the values that follow them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bakeoff.cli.main import load_command


def params(*arguments: str, command: str = "score") -> dict[str, Any]:
    return load_command(command).make_context(command, list(arguments)).params


def test_values_follow_r_and_i_up_to_the_next_option() -> None:
    given = params("a", "b", "-r", "x", "y", "--spec", "raw", "-i", "h1", "h2")
    assert (given["files"], given["references"], given["inputs"]) == (("a", "b"), ("x", "y"), ("h1", "h2"))


def test_what_follows_the_value_of_another_option_is_an_argument() -> None:
    given = params("-r", "x", "--spec", "raw", "a")
    assert (given["files"], given["references"]) == (("a",), ("x",))


@pytest.mark.parametrize("option", ["-m", "--metrics"])
def test_metrics_follow_m_up_to_the_first_word_that_is_none(option: str) -> None:
    given = params(option, "bleu", "ter@sacrebleu:case=yes", "all", "a.txt", "-r", "x")
    assert given["metrics"] == ("bleu", "ter@sacrebleu:case=yes", "all")
    assert given["files"] == ("a.txt",)


def test_the_first_word_after_m_is_always_meant_as_a_metric() -> None:
    assert params("-m", "blue", "a.txt", "-r", "x")["metrics"] == ("blue",)


def test_a_file_that_is_called_as_a_metric_stays_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "nist").write_text("a\n", encoding="utf-8")
    given = params("-m", "bleu", "nist", "-r", "x")
    assert (given["metrics"], given["files"]) == (("bleu",), ("nist",))


def test_after_two_dashes_everything_is_an_argument() -> None:
    given = params("-m", "bleu", "-r", "x", "--", "ter", "-r")
    assert (given["metrics"], given["files"]) == (("bleu",), ("ter", "-r"))


def test_comparisons_take_the_same_and_earlier_runs() -> None:
    given = params("a", "-r", "x", "--earlier", "o1", "o2", "-m", "bleu", "chrf", command="compare")
    assert (given["earlier"], given["metrics"]) == (("o1", "o2"), ("bleu", "chrf"))
