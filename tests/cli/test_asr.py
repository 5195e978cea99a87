"""`bakeoff asr`."""

from __future__ import annotations

import pytest

STM = """;; LABEL "o" "Overall" "all"
talk 1 Ann 0.0 2.0 <o,f0> HELLO {WORLD / WORD} (UH)
talk 1 Bob 2.0 4.0 <o,f1> It's a colour
other 1 Ann 0.0 1.0 <o,f0> bye
"""
CTM = """talk 1 0.1 0.5 hello
talk 1 0.8 0.5 word
talk 1 2.2 0.2 IT'S
talk 1 2.5 0.5 the
talk 1 3.1 0.5 color
"""
GLM = """;; * name "x"
* format = 'NIST1'
COLOUR => COLOR
"""


@pytest.fixture
def files(tmp_path):
    for name, text in {"ref.stm": STM, "hyp.ctm": CTM, "en.glm": GLM, "x.uem": "talk 1 0 4\n"}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "ref.trn").write_text("a b (s-1)\nc (t-2)\n", encoding="utf-8")
    (tmp_path / "hyp.trn").write_text("a x (s-1)\nc (t-2)", encoding="utf-8")
    return tmp_path


def test_json_has_the_counts_of_all_and_of_each_speaker(bakeoff, files):
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


@pytest.mark.parametrize("sclite", [(), ("--sclite",)], ids=["strict", "sclite"])
def test_rules_of_spelling_and_regions_apply(sclite, bakeoff, files):
    options = ("--glm", files / "en.glm", "--uem", files / "x.uem", "--optional", *sclite)
    found = bakeoff("asr", files / "hyp.ctm", "-r", files / "ref.stm", *options, "--format", "json").json
    assert (found["segments"], found["words"], found["errors"]) == (2, 6, 1)


def test_text_is_a_table_of_our_own_or_that_of_sclite(bakeoff, files):
    strict = bakeoff("asr", files / "hyp.trn", "-r", files / "ref.trn")
    assert strict.out.splitlines()[1:4] == [
        "speaker  segments  words   Corr   Sub  Del  Ins   WER    SER  errors",
        "s               1      2   50.0  50.0  0.0  0.0  50.0  100.0       1",
        "t               1      1  100.0   0.0  0.0  0.0   0.0    0.0       0",
    ]
    sclite = bakeoff("asr", files / "hyp.trn", "-r", files / "ref.trn", "--sclite")
    assert "| SPKR   | # Snt # Wrd | Corr    Sub    Del    Ins    Err  S.Err |" in sclite.out
    counts = bakeoff("asr", files / "hyp.trn", "-r", files / "ref.trn", "--sclite", "--report", "counts")
    assert "| s    |    1      2 |    1      1      0      0      1      1 |" in counts.out


def test_alignments_and_details(bakeoff, files):
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


def test_labels_and_files_have_tables(bakeoff, files):
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


def test_files_that_do_not_belong_together_are_refused(bakeoff, files):
    outcome = bakeoff("asr", files / "hyp.ctm", "-r", files / "ref.trn")
    assert outcome.code == 2
    assert "expected a CTM file against an STM file, or TRN against TRN, found CTM against TRN" in outcome.err
    outcome = bakeoff("asr", files / "ref.stm", "-r", files / "ref.stm")
    assert "expected recognised words as TRN or CTM, found STM" in outcome.err
    outcome = bakeoff("asr", files / "hyp.trn", "-r", files / "ref.trn", "--uem", files / "x.uem")
    assert (outcome.code, "expected segments with times" in outcome.err) == (2, True)


def test_unknown_recordings_stop_with_their_names(bakeoff, files):
    (files / "hyp.ctm").write_text(CTM + "new A 0 1 x\n", encoding="utf-8")
    outcome = bakeoff("asr", files / "hyp.ctm", "-r", files / "ref.stm")
    assert (outcome.code, outcome.out) == (2, "")
    assert "new, channel A" in outcome.err
