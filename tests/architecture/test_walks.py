"""The way of a command through the files: down once and back once."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import groupby
from pathlib import Path

import pytest

from tests.conftest import ROOT

TOOLS = {"text", "statistics", "engine", "native", "data", "errors", "lazy_names"}
"""Packages that are called for a value: a reader need not open them to follow the way."""


@pytest.fixture
def workplace(tmp_path: Path) -> Path:
    (tmp_path / "system.txt").write_text("a cat sat on the mat\n", encoding="utf-8")
    (tmp_path / "reference.txt").write_text("the cat sat on the mat\n", encoding="utf-8")
    call = [sys.executable, "-m", "bakeoff", "simulate", "ranking", "--segments", "20", "-o", "ranking.jsonl"]
    subprocess.run(call, cwd=tmp_path, check=True, capture_output=True)
    return tmp_path


def walk(folder: Path, *arguments: str) -> list[str]:
    """The modules that a command opens, without packages that are called for a value."""
    script = ROOT / "tests" / "architecture" / "walked_files.py"
    told = subprocess.run(
        [sys.executable, str(script), *arguments], cwd=folder, check=True, capture_output=True, text=True
    ).stderr
    return [name for name in json.loads(told.splitlines()[-1]) if name.split(".")[1] not in TOOLS]


def packages(modules: list[str]) -> list[str]:
    return [name for name, _ in groupby(module.split(".")[1] for module in modules)]


def test_an_analysis_of_judgments_goes_down_once_and_comes_back_once(workplace: Path) -> None:
    modules = walk(workplace, "human", "analyse", "ranking.jsonl", "--samples", "20", "--trials", "20")
    # The command prints, by the renderers, what the reports made.
    assert packages(modules) == ["cli", "formats", "human_eval", "reports", "cli", "reports"]
    # The table of judges has how each agrees with the others, next to how all agree.
    assert len(modules) <= 29, modules


def test_scoring_opens_few_files(workplace: Path) -> None:
    modules = walk(workplace, "score", "system.txt", "-r", "reference.txt")
    # Next to the way itself: options of sacreBLEU, whose numbers these are, and the details of BLEU.
    assert len(modules) <= 35, modules
