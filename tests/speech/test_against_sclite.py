"""Counts, alignments and reports against NIST's sclite: random transcripts, random recordings."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bakeoff.errors import FormatError
from bakeoff.reports import sclite_details, sclite_summary
from tests.speech.random_speech import random_recordings, random_text
from tests.speech.sclite import (
    Sclite,
    check_against,
    check_reports,
    sclite,
    scored_recordings,
    scored_transcripts,
    write_recordings,
    write_transcripts,
)

__all__ = ["sclite"]

OPTIONS = {
    "plain": ([], {}),
    "D": (["-D"], {"optional": True}),
    "F": (["-F"], {"fragments": True}),
    "DF": (["-D", "-F"], {"optional": True, "fragments": True}),
    "s": (["-s"], {"case": True}),
}


@pytest.mark.parametrize(("arguments", "options"), OPTIONS.values(), ids=OPTIONS)
def test_transcripts_against_sclite(
    arguments: list[str], options: dict[str, Any], sclite: Sclite, tmp_path: Path
) -> None:
    rng = random.Random(f"transcripts {arguments}")
    pairs = [(random_text(rng, depth=3, longest=8), random_text(rng, depth=2, longest=8)) for _ in range(600)]
    write_transcripts(tmp_path, pairs)
    sclite("-r", "ref.trn", "trn", "-h", "hyp.trn", "trn", "-i", "spu_id", *arguments)
    check_against((tmp_path / "out.sgml").read_text(), scored_transcripts(tmp_path, **options))


SEEDS = range(3)


def recordings(seed: int) -> tuple[list[str], list[str]]:
    return random_recordings(random.Random(f"recordings {seed}"), files=22)


def test_there_are_a_thousand_random_segments() -> None:
    assert sum(len(recordings(seed)[0]) for seed in SEEDS) > 1000


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("arguments", "options"), OPTIONS.values(), ids=OPTIONS)
def test_recordings_against_sclite(
    arguments: list[str], options: dict[str, Any], seed: int, sclite: Sclite, tmp_path: Path
) -> None:
    stm, ctm = recordings(seed)
    if "-s" in arguments:
        ctm = [line.replace("FILE", "File").replace(" a ", " A ", 1) for line in ctm]
    if seed == 0:
        ctm = [line.rpartition(" ")[0] if "<" not in line else line for line in ctm]  # without confidences
    write_recordings(tmp_path, stm, ctm)
    files = ("-r", "ref.stm", "stm", "-h", "hyp.ctm", "ctm")
    sclite(*files, *arguments, reports=("all", "prf", "sgml"))
    scores = scored_recordings(tmp_path, **options)
    check_against((tmp_path / "out.sgml").read_text(), scores)
    check_reports(scores, tmp_path, "out", "hyp.ctm", ["sys", "raw", "pra", "prf", "sgml"], reference="ref.stm")
    if "-s" not in arguments:  # some labels differ in case from their definitions
        sclite(*files, *arguments, reports=("lur",))
        check_reports(scores, tmp_path, "out", "hyp.ctm", ["lur"])


@pytest.mark.parametrize("words", [240, 250, 251, 500, 1200])
def test_lines_are_broken_where_sclite_breaks_them(words: int, sclite: Sclite, tmp_path: Path) -> None:
    rng = random.Random(f"broken {words}")
    pairs = [tuple(" ".join(rng.choices(("a", "bcd", "efghijklm"), k=words)) for _ in range(2)) for _ in range(4)]
    write_transcripts(tmp_path, pairs)
    sclite("-r", "ref.trn", "trn", "-h", "hyp.trn", "trn", "-i", "spu_id", reports=("pralign", "prf"))
    check_reports(scored_transcripts(tmp_path), tmp_path, "out", "hyp.trn", ["pra", "prf"], reference="ref.trn")


@pytest.mark.parametrize(
    ("speakers", "utterances", "words"),
    [(3, 2, 4), (2, 120, 90), (2, 1100, 12), (12, 1, 1), (13, 1, 1), (14, 1, 1), (25, 1, 1)],
)
def test_reports_of_all_widths_against_sclite(
    speakers: int, utterances: int, words: int, sclite: Sclite, tmp_path: Path
) -> None:
    rng = random.Random(f"widths {speakers}")
    names = [f"speaker{'x' * rng.randint(0, 20)}{number}" for number in range(speakers)]
    for name in ("ref", "hyp"):
        lines = [
            " ".join(rng.choices("abcdef", k=rng.randint(0, words))) + f" ({speaker}-{number})\n"
            for speaker in names
            for number in range(utterances)
        ]
        (tmp_path / f"{name}.trn").write_text("".join(lines))
    files = ("-r", "ref.trn", "trn", "-h", "hyp.trn", "trn", "-i", "spu_id")
    sclite(*files, reports=("all", "dtl"))
    scores = scored_transcripts(tmp_path)
    check_reports(scores, tmp_path, "out", "hyp.trn", ["sys", "raw", "pra"])
    theirs = (tmp_path / "out.dtl").read_text().replace("substitions  ", "substitutions")  # corrected in later versions
    assert sclite_details(scores, title="hyp.trn") == theirs


@pytest.mark.parametrize(("words", "heard"), [(3, 3), (3, 5), (3, 6), (3, 7), (1, 11), (1, 12), (2, 400), (1, 1300)])
def test_reports_of_many_insertions_against_sclite(words: int, heard: int, sclite: Sclite, tmp_path: Path) -> None:
    # Word accuracy from 0 % to -129900 %, and error rates of as many digits.
    write_transcripts(tmp_path, [(" ".join("a" * words), " ".join("b" * heard))])
    sclite("-r", "ref.trn", "trn", "-h", "hyp.trn", "trn", "-i", "spu_id", reports=("all", "dtl"))
    scores = scored_transcripts(tmp_path)
    check_reports(scores, tmp_path, "out", "hyp.trn", ["sys", "raw", "pra"])
    theirs = (tmp_path / "out.dtl").read_text().replace("substitions  ", "substitutions")
    assert sclite_details(scores, title="hyp.trn") == theirs


def test_labels_of_many_insertions_against_sclite(sclite: Sclite, tmp_path: Path) -> None:
    stm = [f"f 1 s{place % 2} {place * 10} {place * 10 + 10} <O,F{place % 2}> a" for place in range(3)]
    ctm = [f"f 1 {place / 10 + 0.05:.2f} 0.01 {'ab'[place % 2]}" for place in range(300)]
    write_recordings(tmp_path, stm, ctm)
    files = ("-r", "ref.stm", "stm", "-h", "hyp.ctm", "ctm")
    sclite(*files, reports=("sum", "rsum"))
    scores = scored_recordings(tmp_path)
    check_reports(scores, tmp_path, "out", "hyp.ctm", ["sys", "raw"])
    sclite(*files, reports=("lur",))
    check_reports(scores, tmp_path, "out", "hyp.ctm", ["lur"])


def test_entropy_of_speakers_with_all_or_no_words_correct_is_zero_where_sclite_overflows(
    sclite: Sclite, tmp_path: Path
) -> None:
    # The share of correct words has no entropy there, so sclite divides by 0 and turns the result into an integer.
    said = {"good": "a b c d", "bad": "w x y z", "mixed": "a b y z"}
    stm = [f"f 1 {name} {5 * place} {5 * place + 5} a b c d" for place, name in enumerate(said)]
    words = [word for text in said.values() for word in text.split()]
    ctm = [f"f 1 {1.2 * place + 0.5:.1f} 0.1 {word} 0.{7 + place % 3}" for place, word in enumerate(words)]
    write_recordings(tmp_path, stm, ctm)
    sclite("-r", "ref.stm", "stm", "-h", "hyp.ctm", "ctm", reports=("sum",))
    theirs = entropies((tmp_path / "out.sys").read_text())
    ours = entropies(sclite_summary(scored_recordings(tmp_path), title="hyp.ctm"))
    assert [theirs[name] for name in ("good", "bad", "Mean")] == ["-2147483.648"] * 3
    assert [ours[name] for name in ("good", "bad", "Mean")] == ["0.000", "0.000", f"{float(ours['mixed']) / 3:.3f}"]
    assert [ours[name] for name in ("mixed", "Sum/Avg")] == [theirs[name] for name in ("mixed", "Sum/Avg")]


def entropies(report: str) -> dict[str, str]:
    """The last column of a summary by the name in the first."""
    rows = [line.strip(" |").split("|") for line in report.splitlines() if line.count("|") == 5]
    return {row[0].strip(): row[-1].strip() for row in rows}


def test_a_hypothesis_that_is_no_network_for_sclite_is_refused(tmp_path: Path) -> None:
    # sclite crashes (segmentation fault) on these.
    for text in ("x{ a / b } c", "{ } a", "{ / } a"):
        write_transcripts(tmp_path, [(text, "a")])
        with pytest.raises(FormatError, match=r"ref\.trn, line 1: expected alternatives as"):
            scored_transcripts(tmp_path)
