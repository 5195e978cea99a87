"""Rules of spelling and scoring in one go against NIST's hubscr, which calls csrfilt on both sides and then sclite."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from bakeoff.evaluation import read_side, score_recognition
from bakeoff.formats import read_rules
from bakeoff.reports import sclite_summary
from bakeoff.speech import ScoringRules, SpeechScores
from tests.speech.nist_filters import PROGRAMS
from tests.speech.sclite import alignments_of, alignments_of_sclite

Hubscr = Callable[[], str]
GLM = """;;
;; * name "test"
* format = 'NIST1'
* copy_no_hit = 'T'
* case_sensitive = 'F'
[AB] => [A B] / [ ] __ [ ]
[ABC] => [{A BC / AB C}] / [ ] __ [ ]
[B] => [(%HESITATION)] / [ ] __ [ ]
"""


@pytest.fixture
def hubscr(tmp_path: Path) -> Hubscr:
    """Runs hubscr on ref.stm, hyp.ctm and rules.glm of the test's folder; gives the alignments that sclite wrote."""
    if not (PROGRAMS / "hubscr.pl").exists() or shutil.which("perl") is None:
        pytest.skip("left out: SCTK (apt install sctk) and Perl")

    def run() -> str:
        options = ["-V", "-l", "english", "-g", "rules.glm", "-h", "hub5", "-r", "ref.stm", "hyp.ctm"]
        path = f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}"
        command = [str(PROGRAMS / "hubscr.pl"), "-p", str(PROGRAMS), *options]
        subprocess.run(command, cwd=tmp_path, env={**os.environ, "PATH": path}, capture_output=True, check=True)
        return (tmp_path / "hyp.ctm.filt.sgml").read_text(encoding="utf-8")

    return run


def scored(folder: Path) -> SpeechScores:
    spelling = read_rules(folder / "rules.glm")
    reference = read_side(str(folder / "ref.stm"), "ref", spelling=spelling, sclite=True)
    hypothesis = read_side(str(folder / "hyp.ctm"), "hyp", spelling=spelling, sclite=True)
    rules = ScoringRules(sclite=True, optional=True, fragments=True)
    return score_recognition(reference, hypothesis, rules=rules, alignments=True)


def check(folder: Path, sgml: str) -> None:
    scores = scored(folder)
    assert alignments_of(scores) == alignments_of_sclite(sgml)
    theirs = (folder / "hyp.ctm.filt.raw").read_text(encoding="utf-8")
    assert sclite_summary(scores, title="hyp.ctm", figures="counts") == theirs


@pytest.mark.parametrize("glm", ["glm/en20030506.glm", "glm/en20090415.glm", "test_suite/example.glm"])
@pytest.mark.parametrize("hypothesis", ["lvc_hyp.notag.ctm", "lvc_hyp2.notag.ctm"])
def test_conversations_of_sctk_against_hubscr(
    glm: str, hypothesis: str, hubscr: Hubscr, data: Path, tmp_path: Path
) -> None:
    suite = data / "sctk"
    shutil.copyfile(suite / "test_suite" / "lvc_refe.notag.noat.stm", tmp_path / "ref.stm")
    shutil.copyfile(suite / "test_suite" / hypothesis, tmp_path / "hyp.ctm")
    shutil.copyfile(suite / glm, tmp_path / "rules.glm")
    check(tmp_path, hubscr())


@pytest.mark.parametrize("seed", range(3))
def test_random_recordings_against_hubscr(seed: int, hubscr: Hubscr, tmp_path: Path) -> None:
    # Two words never begin at the same time: hubscr sorts by time, and so orders those as it likes.
    rng = random.Random(f"hubscr {seed}")
    words = ("a", "b", "ab", "ABC", "c", "(b)", "ab-", "c-ab", "-c")
    stm, ctm = [], []
    for number in range(5):
        for second in range(30):
            text = " ".join(rng.choices(words, k=rng.randint(0, 5)))
            stm.append(f"file{number} 1 speaker{second % 3} {second:.2f} {second + 1:.2f} {text}")
            for part in range(rng.randint(0, 5)):
                time = second + part * 0.2 + 0.01
                ctm.append(f"file{number} 1 {time:.2f} 0.15 {rng.choice(words)} {rng.random():.2f}")
    (tmp_path / "ref.stm").write_text("".join(line + "\n" for line in stm), encoding="utf-8")
    (tmp_path / "hyp.ctm").write_text("".join(line + "\n" for line in ctm), encoding="utf-8")
    (tmp_path / "rules.glm").write_text(GLM, encoding="utf-8")
    check(tmp_path, hubscr())
