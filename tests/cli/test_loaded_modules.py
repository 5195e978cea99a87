"""A command loads only what it uses. `bench/start.py` measures what that gains; time never decides a test."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

_LIST = """
import json, sys
import numpy, click
before = set(sys.modules)
from bakeoff.cli.main import main
try:
    main(sys.argv[1:])
except SystemExit as stop:
    assert not stop.code, stop.code
print(json.dumps(sorted(set(sys.modules) - before)), file=sys.stderr)
"""
NEVER = {"django", "distributed", "httpx", "lxml", "pydantic", "rich", "sacrebleu", "scipy", "regex", "Stemmer"}
"""What only some commands need, and which takes long to load."""


def loaded_by(*arguments: object) -> set[str]:
    """The modules that a command loads beside NumPy and click."""
    call = [sys.executable, "-c", _LIST, *map(str, arguments)]
    done = subprocess.run(call, capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL)
    return set(json.loads(done.stderr.splitlines()[-1]))


def within(loaded: set[str], package: str) -> set[str]:
    return {name.removeprefix(f"{package}.") for name in loaded if name.startswith(f"{package}.")}


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    for name in ("run.txt", "reference.txt"):
        (tmp_path / name).write_text("a b c d\n", encoding="utf-8")
    return tmp_path / "run.txt", tmp_path / "reference.txt"


METRIC_BASE = {"contract", "registry"}
BLEU = {"bleu", "ratios", "sacrebleu_signature", "word_ngrams"}


@pytest.mark.parametrize(
    ("metrics", "modules"),
    [
        ("bleu", BLEU),
        ("bleu@sacrebleu", BLEU),
        ("chrf", {"chrf", "ratios", "sacrebleu_signature"}),
        ("ter", {"ter", "error_rates", "sacrebleu_signature"}),
        ("wer per", {"wer", "per", "error_rates"}),
    ],
)
def test_scoring_loads_the_metrics_that_are_named_and_no_statistics(
    metrics: str, modules: set[str], files: tuple[Path, Path]
) -> None:
    run, reference = files
    loaded = loaded_by("score", run, "-r", reference, "-m", metrics)
    assert within(loaded, "bakeoff.metrics") == METRIC_BASE | modules
    assert {name.partition(".")[0] for name in loaded} & NEVER == set()
    for package in (
        "statistics", "human_eval", "rulebook", "submissions", "simulation", "client", "plugins", "speech",
        "tournaments", "alignment", "evaluation.comparison", "evaluation.recognition", "formats.judgments",
        "formats.markup", "formats.speech", "text.taggers", "text.resources", "engine.cluster", "engine.executors",
    ):  # fmt: skip
        assert f"bakeoff.{package}" not in loaded, sorted(loaded)
    assert "concurrent.futures" not in loaded
    assert len(within(loaded, "bakeoff")) <= 90, sorted(loaded)


def test_intervals_load_the_statistics(files: tuple[Path, Path]) -> None:
    """So that the names above are those that would be loaded."""
    run, reference = files
    loaded = loaded_by("score", run, "-r", reference, "-m", "meteor", "--interval", "bootstrap", "--samples", "10")
    assert {"bakeoff.statistics", "bakeoff.metrics.meteor.scorer", "bakeoff.evaluation.scores.intervals"} <= loaded


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["--version"], ["score", "--help"], ["check", "--help"], ["completion", "bash"]],
    ids=" ".join,
)
def test_help_loads_no_science(arguments: list[str]) -> None:
    loaded = loaded_by(*arguments)
    science = ("metrics", "evaluation", "formats", "text", "native", "rulebook", "reports", "submissions")
    assert [package for package in science if f"bakeoff.{package}" in loaded] == []


def test_other_commands_leave_out_metrics(files: tuple[Path, Path]) -> None:
    run, _ = files
    loaded = loaded_by("stats", run)
    assert "bakeoff.metrics.meteor.scorer" not in loaded
    assert {name.partition(".")[0] for name in loaded} & {"django", "httpx", "rich", "sacrebleu"} == set()
