"""NIST's sclite, in SCTK 2.4.10 as Debian packages it, what it writes, and how ours is held against it."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bakeoff.formats import read_segments, read_speech
from bakeoff.reports import (
    ScoredFiles,
    sclite_alignments,
    sclite_details,
    sclite_full_alignments,
    sclite_labels,
    sclite_sgml,
    sclite_summary,
)
from bakeoff.speech import ScoringRules, SpeechScores, score_transcripts, score_words

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


def write_transcripts(folder: Path, pairs: Sequence[tuple[str, ...]]) -> None:
    for column, name in enumerate(("ref.trn", "hyp.trn")):
        lines = [f"{pair[column]} (s{number // 50}-{number:04d})\n" for number, pair in enumerate(pairs)]
        (folder / name).write_text("".join(lines), encoding="utf-8")


def scored_transcripts(folder: Path, **options: Any) -> SpeechScores:
    rules = ScoringRules(sclite=True, **options)
    reference, hypothesis = read_speech(folder / "ref.trn", format="trn"), read_speech(folder / "hyp.trn", format="trn")
    return score_transcripts(reference, hypothesis, rules=rules, alignments=True, threads=2)


def check_against(sgml: str, scores: SpeechScores) -> None:
    theirs, ours = alignments_of_sclite(sgml), alignments_of(scores)
    assert ours == theirs
    assert scores.statistics[:, :4].tolist() == [counts_of(theirs[name]) for name in scores.utterances.ids]


LABELS = """;; CATEGORY "0" "" ""
;; CATEGORY "1" "Focus//Condition" "how it was said"
;; LABEL "O" "Overall" "all segments"
;; LABEL "F0" "Baseline//Broadcast//Speech" "read"
;; LABEL "F1" "Free" "spontaneous speech, of whatever kind"
;; LABEL "O" "Overall" "all segments"
;; LABEL "F2" "Unused" "nowhere"
"""


def scored_recordings(folder: Path, **options: Any) -> SpeechScores:
    rules = ScoringRules(sclite=True, **options)
    reference, hypothesis = read_segments(folder / "ref.stm"), read_speech(folder / "hyp.ctm", format="ctm")
    return score_words(reference, hypothesis, rules=rules, alignments=True, threads=2)


def write_recordings(folder: Path, stm: list[str], ctm: list[str]) -> None:
    (folder / "ref.stm").write_text(LABELS + "".join(line + "\n" for line in stm), encoding="utf-8")
    (folder / "hyp.ctm").write_text("".join(line + "\n" for line in ctm), encoding="utf-8")


def check_reports(
    scores: SpeechScores, folder: Path, name: str, title: str, endings: list[str], *, reference: str = ""
) -> None:
    """Whether our reports are those that sclite wrote, byte for byte; those of SCTK have no date."""
    for ending in endings:
        theirs = (folder / f"{name}.{ending}").read_text(encoding="utf-8")
        files = ScoredFiles(reference, title, _created(theirs))
        reports: dict[str, Callable[[], str]] = {
            "sys": lambda: sclite_summary(scores, title=title),
            "raw": lambda: sclite_summary(scores, title=title, figures="counts"),
            "pra": lambda: sclite_alignments(scores, title=title),
            "prf": partial(sclite_full_alignments, scores, title=title, files=files),
            "sgml": partial(sclite_sgml, scores, title=title, files=files),
            "lur": lambda: sclite_labels(scores, title=title),
            "dtl": lambda: sclite_details(scores, title=title),
        }
        ours = reports[ending]()
        if not _DATE.search(theirs):
            ours = re.sub(r'Creation date: .*\n|(?<=" )creation_date=".*?"(?= )', "", ours)
        assert ours == theirs, ending


_DATE = re.compile(r'(?:creation_date=|Creation date: )"(.*?)"')


def _created(report: str) -> datetime:
    found = _DATE.search(report)
    return datetime.strptime(found[1], "%a %b %d %H:%M:%S %Y") if found else datetime(2026, 1, 1)
