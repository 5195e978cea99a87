"""NIST's sclite, in SCTK 2.4.10 as Debian packages it, and what it writes."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from bakeoff.speech import SpeechScores

Steps = list[tuple[str, str, str]]
Sclite = Callable[..., Path]


@pytest.fixture
def sclite(tmp_path: Path) -> Sclite:
    """Runs sclite on files of the test's folder; gives that folder, where the reports are named `out`."""
    if shutil.which("sctk") is None:
        pytest.skip("left out: SCTK (apt install sctk)")

    def run(*arguments: str, reports: tuple[str, ...] = ("sgml",), check: bool = True) -> Path:
        command = ["sctk", "sclite", *arguments, "-o", *reports, "-O", ".", "-n", "out", "-f", "0"]
        subprocess.run(command, cwd=tmp_path, capture_output=True, check=check)
        return tmp_path

    return run


_STEP = re.compile(r'([CSDI]),(?:"([^"]*)")?,(?:"([^"]*)")?')


def alignments_of_sclite(sgml: str) -> dict[str, Steps]:
    """The steps of every utterance: letter, word of the reference, word of the hypothesis (without its tags)."""
    paths = re.findall(r'<PATH id="\(([^"]*)\)".*?>\n(.*?)\n?</PATH>', sgml, re.DOTALL)
    return {
        name: [(letter, _untagged(ours), _untagged(theirs)) for letter, ours, theirs in _STEP.findall(path)]
        for name, path in paths
    }


def _untagged(word: str) -> str:
    return word.partition(";")[0]


def alignments_of(scores: SpeechScores) -> dict[str, Steps]:
    """The same of our scores; sclite calls forgiven words correct."""
    assert scores.alignments is not None
    return {
        name: [
            (step.kind.replace("d", "C").replace("i", "C"), step.reference or "", step.hypothesis or "")
            for step in steps
        ]
        for name, steps in zip(scores.utterances.ids, scores.alignments, strict=True)
    }


def counts_of(steps: Steps) -> list[int]:
    return [sum(step[0] == letter for step in steps) for letter in "CSDI"]
