"""Scoring restricted to regions against NIST's asclite (SCTK 2.4.10, `-uem`); sclite knows no regions."""

from __future__ import annotations

import random
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from bakeoff.speech import SpeechScores, score_words
from tests.speech.nist_filters import PROGRAMS
from tests.speech.sclite import alignments_of_sclite, counts_of
from tests.speech.speech_data import ctm, stm, uem

Asclite = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def asclite(tmp_path: Path) -> Asclite:
    """Runs asclite on lines of STM, CTM and UEM; it prints its alignments."""
    if not (PROGRAMS / "asclite").exists():
        pytest.skip("left out: SCTK (apt install sctk)")

    def run(segments: list[str], words: list[str], regions: list[str]) -> subprocess.CompletedProcess[str]:
        for name, lines in (("ref.stm", segments), ("hyp.ctm", words), ("x.uem", regions)):
            (tmp_path / name).write_text("".join(line + "\n" for line in lines), encoding="utf-8")
        files = ["-r", "ref.stm", "stm", "-h", "hyp.ctm", "ctm", "-uem", "x.uem", "both"]
        command = [str(PROGRAMS / "asclite"), *files, "-o", "sgml", "stdout"]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    return run


def begins_of_asclite(sgml: str) -> list[float]:
    """The begins of the segments that were scored, without those that it makes up for gaps."""
    speakers = re.sub(r'<SPEAKER id="inter_segment_gap">.*?</SPEAKER>', "", sgml, flags=re.DOTALL)
    return sorted(float(begin) for begin in re.findall(r'R_T1="([\d.]+)"', speakers))


def begins(scores: SpeechScores) -> list[float]:
    return sorted((scores.utterances.begin_ns / 1e9).tolist())


def totals_of_asclite(sgml: str) -> list[int]:
    return [sum(column) for column in zip(*map(counts_of, alignments_of_sclite(sgml).values()), strict=True)]


def random_case(rng: random.Random, *, gaps: bool) -> tuple[list[str], list[str], list[str]]:
    """Segments of which none lies across an edge; words within segments, and in gaps where wanted."""
    segments, words, regions = [], [], []
    time, region = 0, 0
    inside = rng.random() < 0.5
    for number in range(30):
        if rng.random() < 0.3:
            if inside and time > region:
                regions.append(f"f 1 {region} {time}")
            inside, region = not inside, time
        if rng.random() < 0.3:
            if gaps:
                words.append(f"f 1 {time + 0.4:.2f} 0.20 gap")
            time += 1
        said = rng.choices("abcd", k=rng.randint(1, 2))
        segments.append(f"f 1 s{number % 2} {time}.00 {time + 2}.00 {' '.join(said)}")
        for place in range(rng.randint(0, 2)):
            words.append(f"f 1 {time + 0.3 + place * 0.7:.2f} 0.30 {rng.choice('abcd')}")
        time += 2
    if inside:
        regions.append(f"f 1 {region} {time}")
    return segments, words, regions


@pytest.mark.parametrize("seed", range(8))
def test_segments_and_counts_against_asclite(seed: int, asclite: Asclite) -> None:
    segments, words, regions = random_case(random.Random(f"regions {seed}"), gaps=False)
    theirs = asclite(segments, words, regions)
    ours = score_words(stm(*segments), ctm(*words), regions=uem(*regions))
    assert begins(ours) == begins_of_asclite(theirs.stdout)
    assert ours.statistics[:, :4].sum(axis=0).tolist() == totals_of_asclite(theirs.stdout)


@pytest.mark.parametrize("seed", range(8))
def test_words_in_gaps_are_in_the_next_segment_and_to_asclite_in_one_of_their_own(seed: int, asclite: Asclite) -> None:
    segments, words, regions = random_case(random.Random(f"gaps {seed}"), gaps=True)
    theirs = asclite(segments, words, regions)
    ours = score_words(stm(*segments), ctm(*words), regions=uem(*regions))
    assert begins(ours) == begins_of_asclite(theirs.stdout)
    correct, substitutions, deletions, insertions = totals_of_asclite(theirs.stdout)
    total = ours.total
    # As many words are scored on both sides; one in a gap may stand for a deleted one of the next segment only here.
    assert total.words == correct + substitutions + deletions
    assert total.correct + total.substitutions + total.insertions == correct + substitutions + insertions
    assert total.errors <= substitutions + deletions + insertions


def test_a_segment_across_an_edge_stops_asclite_and_is_left_out_here(asclite: Asclite) -> None:
    segments, words = ["f 1 s 0 2 a", "f 1 s 2 4 b"], ["f 1 0.5 0.2 a", "f 1 2.2 0.2 x"]
    theirs = asclite(segments, words, ["f 1 0 3"])
    assert (theirs.returncode, theirs.stdout) == (3, "")
    assert "has an unproper time [2000, 4000]" in theirs.stderr
    ours = score_words(stm(*segments), ctm(*words), regions=uem("f 1 0 3"))
    assert (begins(ours), ours.total.errors) == ([0.0], 0)
    assert "cross the edge of a region" in ours.remarks[0]


def test_regions_that_touch_are_one_here_and_two_to_asclite(asclite: Asclite) -> None:
    segments, words = ["f 1 s 0 2 a", "f 1 s 2 4 b"], ["f 1 0.5 0.2 a", "f 1 2.2 0.2 b"]
    regions = ["f 1 0 1", "f 1 1 4"]
    assert asclite(segments, words, regions).returncode == 3
    assert begins(score_words(stm(*segments), ctm(*words), regions=uem(*regions))) == [0.0, 2.0]
