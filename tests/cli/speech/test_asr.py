"""`bakeoff asr` on one system."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Outcome
from tests.cli.speech.transcripts import CTM, STM, files

__all__ = ["files"]


def test_json_has_the_counts_of_all_and_of_each_speaker(bakeoff: Callable[..., Any], files: Path) -> None:
    outcome = bakeoff("asr", files / "hyp.ctm", "-r", files / "ref.stm", "--optional", "--format", "json")
    found = outcome.json
    assert outcome.code == 0
    speakers = found.pop("speakers")
    assert [label["name"] for label in found.pop("labels")] == ["o", "f0", "f1"]
    assert [file["name"] for file in found.pop("files")] == ["talk", "other"]
    assert found == {
        "segments": 3, "words": 7, "correct": 4, "substitutions": 2, "deletions": 1, "insertions": 0, "errors": 3,
        "wer": pytest.approx(300 / 7), "segment_errors": 2, "segment_error_rate": pytest.approx(200 / 3),
        "signature": "sclite costs|rules:strict|case:no|optional:yes|fragments:no",
        "remarks": [f"{files / 'hyp.ctm'}: no words of 1 recordings, which are scored as deletions: other, channel 1."],
    }  # fmt: skip
    assert [(speaker["name"], speaker["words"], speaker["errors"]) for speaker in speakers] == [
        ("Ann", 4, 1),
        ("Bob", 3, 2),
    ]
    assert "which are scored as deletions" in outcome.err


@pytest.mark.parametrize("habits", [(), ("--sclite",)], ids=["strict", "sclite"])
def test_rules_of_spelling_and_regions_apply(habits: tuple[str, ...], bakeoff: Callable[..., Any], files: Path) -> None:
    options = ("--glm", files / "en.glm", "--uem", files / "x.uem", "--optional", *habits)
    found = bakeoff("asr", files / "hyp.ctm", "-r", files / "ref.stm", *options, "--format", "json").json
    assert (found["segments"], found["words"], found["errors"]) == (2, 6, 1)


def test_text_is_a_table_of_our_own_or_that_of_sclite(bakeoff: Callable[..., Any], files: Path) -> None:
    strict = bakeoff("asr", files / "hyp.trn", "-r", files / "ref.trn")
    assert strict.out.splitlines()[1:4] == [
        "speaker  segments  words   Corr   Sub  Del  Ins   WER    SER  errors",
        "s               1      2   50.0  50.0  0.0  0.0  50.0  100.0       1",
        "t               1      1  100.0   0.0  0.0  0.0   0.0    0.0       0",
    ]
    theirs = bakeoff("asr", files / "hyp.trn", "-r", files / "ref.trn", "--sclite")
    assert "| SPKR   | # Snt # Wrd | Corr    Sub    Del    Ins    Err  S.Err |" in theirs.out
    counts = bakeoff("asr", files / "hyp.trn", "-r", files / "ref.trn", "--sclite", "--report", "counts")
    assert "| s    |    1      2 |    1      1      0      0      1      1 |" in counts.out


def test_alignments_and_details(bakeoff: Callable[..., Any], files: Path) -> None:
    call = ("asr", files / "hyp.trn", "-r", files / "ref.trn", "--report")
    assert "REF:  a B \nHYP:  a X \nEval:   S \n" in bakeoff(*call, "alignments").out
    assert "   1:    1  ->  b ==> x\n" in bakeoff(*call, "details").out
    assert bakeoff(*call, "alignments", "--format", "tsv").out.splitlines()[:3] == [
        "segment\tkind\treference\thypothesis", "s-1\tC\ta\ta", "s-1\tS\tb\tx",
    ]  # fmt: skip
    assert bakeoff(*call, "details", "--format", "csv").out == "kind,reference,hypothesis,count\nS,b,x,1\n"
    found = bakeoff(*call, "alignments", "--format", "json").json["utterances"]
    assert (found[0]["id"], found[0]["alignment"]) == ("s-1", [["C", "a", "a"], ["S", "b", "x"]])
    found = bakeoff(*call, "details", "--format", "json").json
    assert found["confusions"] == [{"reference": "b", "hypothesis": "x", "count": 1}]


def test_labels_and_files_have_tables(bakeoff: Callable[..., Any], files: Path) -> None:
    call = ("asr", files / "hyp.ctm", "-r", files / "ref.stm", "--optional", "--format", "tsv", "--report")
    rows = [line.split("\t")[:3] for line in bakeoff(*call, "labels").out.splitlines()]
    assert rows == [
        ["label", "segments", "words"],
        ["o", "3", "7"],
        ["f0", "2", "4"],
        ["f1", "1", "3"],
        ["all", "3", "7"],
    ]
    rows = [line.split("\t")[:3] for line in bakeoff(*call, "files").out.splitlines()]
    assert rows == [["file", "segments", "words"], ["talk", "2", "6"], ["other", "1", "1"], ["all", "3", "7"]]


def test_files_that_do_not_belong_together_are_refused(bakeoff: Callable[..., Any], files: Path) -> None:
    outcome = bakeoff("asr", files / "hyp.ctm", "-r", files / "ref.trn")
    assert outcome.code == 2
    assert "expected a CTM file against an STM file, or TRN against TRN, found CTM against TRN" in outcome.err
    outcome = bakeoff("asr", files / "ref.stm", "-r", files / "ref.stm")
    assert "expected recognised words as TRN or CTM, found STM" in outcome.err
    outcome = bakeoff("asr", files / "hyp.trn", "-r", files / "ref.trn", "--uem", files / "x.uem")
    assert (outcome.code, "expected segments with times" in outcome.err) == (2, True)


def test_unknown_recordings_stop_with_their_names(bakeoff: Callable[..., Any], files: Path) -> None:
    (files / "hyp.ctm").write_text(CTM + "new A 0 1 x\n", encoding="utf-8")
    outcome = bakeoff("asr", files / "hyp.ctm", "-r", files / "ref.stm")
    assert (outcome.code, outcome.out) == (2, "")
    assert "new, channel A" in outcome.err


@pytest.mark.parametrize("habits", [(), ("--sclite", "--glm", "en.glm")], ids=["strict", "csrfilt"])
@pytest.mark.parametrize(
    ("side", "other"), [("hyp", "CTM (words with times)"), ("ref", "STM (reference segments with times)")]
)
def test_plain_text_is_told_what_trn_needs(
    side: str, other: str, habits: tuple[str, ...], bakeoff: Callable[..., Any], files: Path
) -> None:
    plain = files / "plain.txt"
    plain.write_text("so it was\nand is\n")
    given = {"hyp": files / "hyp.trn", "ref": files / "ref.trn", side: plain}
    more = [files / each if each == "en.glm" else each for each in habits]
    outcome = bakeoff("asr", given["hyp"], "-r", given["ref"], *more)
    assert (outcome.code, outcome.out) == (2, "")
    assert "For TRN, end each line with its id, such as (spk1-001)" in outcome.err
    assert other in outcome.err
    assert "UEM" not in outcome.err
    assert "GLM" not in outcome.err


def test_full_alignments_and_markup_have_times(bakeoff: Callable[..., Any], files: Path) -> None:
    call = ("asr", files / "hyp.ctm", "-r", files / "ref.stm", "--optional", "--report")
    full = bakeoff(*call, "full-alignments").out
    assert full.startswith("NIST_TEXT_ALIGNMENT\nVERSION 0.1\n")
    assert "Ref times: t1= 0.00 t2= 2.00\nREF:  hello   word    (uh)    \n" in full
    assert "H_T1: 0.10    0.80    0.00    \nH_T2: 0.60    1.30    0.00    \n" in full
    sgml = bakeoff(*call, "sgml").out
    assert f'<SYSTEM title="{files / "hyp.ctm"}" ref_fname="{files / "ref.stm"}"' in sgml
    assert ':C,"(uh)","",0.000+0.000\n</PATH>' in sgml
    json = bakeoff(*call, "sgml", "--format", "json").json
    assert json["utterances"][0]["alignment"][2][0] == "d"


def test_labels_as_sclite_prints_them_must_be_defined(bakeoff: Callable[..., Any], files: Path) -> None:
    call = ("asr", files / "hyp.ctm", "-r", files / "ref.stm", "--sclite", "--report", "labels")
    outcome = bakeoff(*call)
    assert (outcome.code, outcome.out) == (2, "")
    assert "expected labels that the reference defines, found f0" in outcome.err
    defined = ';; LABEL "f0" "Read" "r"\n;; LABEL "f1" "Free" "f"\n' + STM
    (files / "ref.stm").write_text(defined, encoding="utf-8")
    assert "|SPKR|Read|Free||Overall|" in bakeoff(*call).out.replace(" ", "")
    (files / "ref.stm").write_text(defined.replace("<o,f1>", "<f1,o>"), encoding="utf-8")
    assert "expected the label o always in place" in bakeoff(*call).err
    (files / "ref.stm").write_text("talk 1 Ann 0 2 hello\n", encoding="utf-8")
    assert "expected labels that the reference defines, found none" in bakeoff(*call).err


@pytest.fixture
def score(bakeoff: Callable[..., Any], tmp_path: Path) -> Callable[..., Any]:
    """Scores a hypothesis against a reference, both given as what their files hold."""

    def score(reference: str, hypothesis: str, *options: object) -> Outcome:
        timed = "(s-" not in reference
        paths = [tmp_path / name for name in (("ref.stm", "hyp.ctm") if timed else ("ref.trn", "hyp.trn"))]
        for path, content in zip(paths, (reference, hypothesis), strict=True):
            path.write_bytes(content.encode())
        return bakeoff("asr", paths[1], "-r", paths[0], *options)

    return score


LONG = " / ".join(f"w{number} x" for number in range(2_000))


@pytest.mark.parametrize(
    ("reference", "hypothesis", "words", "errors"),
    [
        ("a b (s-1)\nc (s-2)", "a x (s-1)\nc (s-2)\n", 3, 1),
        ("a b (s-1)\nc (s-2)\n", "a x (s-1)\nc (s-2)", 3, 1),
        ("\na b (s-1)\n\nc (s-2)\n", "a x (s-1)\n\n\nc (s-2)\n\n", 3, 1),
        ("a b (s-1)\r\nc (s-2)\r\n", "a x (s-1)\nc (s-2)\n", 3, 1),
        (f"{{ {LONG} }} b (s-1)\n", "w1999 x b (s-1)\n", 3, 0),
        ("f 1 s 0 1 a b\n\nf 1 s 1 2 c", "\nf 1 0.1 0.1 a\n\nf 1 1.2 0.1 c", 3, 1),
    ],
    ids=["reference-unended", "hypothesis-unended", "blank-lines", "carriage-returns", "long-alternation", "timed"],
)
def test_what_sclite_drops_or_breaks_is_scored_rightly(
    reference: str, hypothesis: str, words: int, errors: int, score: Callable[..., Any]
) -> None:
    found = score(reference, hypothesis, "--format", "json").json
    assert (found["words"], found["errors"]) == (words, errors)


@pytest.mark.parametrize(
    ("reference", "hypothesis", "said"),
    [
        ("f 1 s 0 1 a\n", "f A 0.1 0.1 a\n", "expected recordings of the reference only, found 1 that it does not"),
        ("f 1 s 0 1 a\n", "g 1 0.1 0.1 a\n", "g, channel 1"),
        (
            "f 1 s 0 1 a b\n",
            "f 1 0.5 0.1 b\nf 1 0.1 0.1 a\n",
            "hyp.ctm, line 2: expected words in the order of their times",
        ),
        (
            "f 1 s 5 6 a\nf 1 s 0 1 b\n",
            "f 1 0.1 0.1 a\n",
            "ref.stm, line 2: expected segments in the order of their times",
        ),
        ("a (s-1)\n", "a (s-2)\n", "found 1 that it does not have: s-2"),
        ("a (s-1)\nb (s-1)\n", "a (s-1)\n", "ref.trn, line 2: expected each utterance once"),
        ("{ a / b (s-1)\n", "a (s-1)\n", "ref.trn, line 1: expected"),
    ],
)
def test_what_cannot_be_scored_is_refused_with_its_place(
    reference: str, hypothesis: str, said: str, score: Callable[..., Any]
) -> None:
    outcome = score(reference, hypothesis)
    assert (outcome.code, outcome.out) == (2, "")
    assert said in outcome.err
