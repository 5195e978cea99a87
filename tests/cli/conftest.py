"""Running the command line as a user does."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bakeoff.cli.main import main


@dataclass(frozen=True)
class Outcome:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def bakeoff(capsys: pytest.CaptureFixture[str]) -> Callable[..., Outcome]:
    """Calls the program with arguments; gives exit code, standard output and standard error."""

    def call(*arguments: object) -> Outcome:
        capsys.readouterr()
        code = 0
        try:
            main([str(argument) for argument in arguments])
        except SystemExit as stop:
            code = int(stop.code or 0)
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    return call


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program is called in a folder of the test's own."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def judgments(own_folder: None, bakeoff: Callable[..., Outcome]) -> None:
    """Simulated ones of three protocols, in the folder: `ranking.jsonl`, `pairs.jsonl` and `direct.jsonl`."""
    for name, protocol, *options in (
        ("ranking", "ranking", "--spread", 2),
        ("pairs", "pairwise", "--judgments", 3, "--systems", 4),
        ("direct", "direct", "--judgments", 2, "--repeats", 0.1, "--attention", 0.1, "--frauds", 1),
    ):
        call = ("simulate", protocol, "--segments", 60, *options, "-o", f"{name}.jsonl", "--truth", f"{name}.csv")
        assert bakeoff(*call).code == 0
