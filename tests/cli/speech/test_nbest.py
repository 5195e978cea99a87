"""`bakeoff nbest`: the contract that scripts of others rely on."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

MOSES = "u1 ||| a x c ||| lm: -1 ||| -1\nu1 ||| A b c ||| lm: -2 ||| -2\nu2 ||| d ||| lm: -1 ||| -1\n"
TRN = "a b c (u1)\nd e (u2)\n"
PLF = "((('a', -1, 1),), (('b', -2, 1), ('x', -1, 1),), (('c', 0, 1),),)\n((('d', 0, 1),),)\n"
SLF = "VERSION=1.0\nUTTERANCE={}\nN=2 L=2\nI=0\nI=1\nJ=0 S=0 E=1 W={} a=-1\nJ=1 S=0 E=1 W=e a=-2\n"


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("asr.nbest").write_text(MOSES)
    Path("ref.trn").write_text(TRN)
    Path("ref.txt").write_text("a b c\nd e\n")
    Path("asr.plf.gz").write_bytes(gzip.compress(PLF.encode()))
    for name, word in (("u1", "a"), ("u2", "d")):
        Path(f"{name}.lat").write_text(SLF.format(name, word))
    return tmp_path


def test_text_is_table_6_of_iwslt_2005(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff("nbest", "asr.nbest", "-r", "ref.trn")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == (
        "input      utterances  1-best WER  1-best SER  oracle WER  oracle SER  mean rank of best  mean N  max N\n"
        "asr.nbest           2        40.0       100.0        20.0        50.0               1.50     1.5      2\n"
        "\n"
        "Error rates in percent, pooled over utterances.\n"
        "N: candidates that a list has.\n"
    )


def test_json_of_lists(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff("nbest", "asr.nbest", "-r", "ref.trn", "--format", "json", "--segments")
    assert outcome.json == {
        "name": "asr.nbest",
        "form": "n-best",
        "utterances": 2,
        "missing": [],
        "first": {
            "words": 5, "correct": 3, "substitutions": 1, "deletions": 1, "insertions": 0, "errors": 2, "wer": 40.0,
            "segment_errors": 2, "segment_error_rate": 100.0,
        },
        "oracle": {
            "words": 5, "correct": 4, "substitutions": 0, "deletions": 1, "insertions": 0, "errors": 1, "wer": 20.0,
            "segment_errors": 1, "segment_error_rate": 50.0,
        },
        "mean_rank": 1.5,
        "candidates": 3,
        "mean_n": 1.5,
        "max_n": 2,
        "segments": [
            {"segment": "u1", "first_errors": 1, "oracle_errors": 0, "rank": 2, "n": 2, "oracle": "A b c"},
            {"segment": "u2", "first_errors": 1, "oracle_errors": 1, "rank": 1, "n": 1, "oracle": "d"},
        ],
    }  # fmt: skip


def test_json_of_lattices(bakeoff: Callable[..., Any]) -> None:
    found = bakeoff("nbest", "asr.plf.gz", "-r", "ref.txt", "--format", "json").json
    assert [found[key] for key in ("form", "density", "nodes", "arcs", "word_arcs")] == ["lattice", 1.0, 6, 5, 5]
    assert (found["first"]["wer"], found["oracle"]["wer"]) == (40.0, 20.0)
    assert "mean_rank" not in found


def test_slf_files_are_one_set(bakeoff: Callable[..., Any]) -> None:
    found = bakeoff("nbest", "u1.lat", "u2.lat", "-r", "ref.trn", "--segments", "--format", "tsv")
    head, first, second = (line.split("\t") for line in found.out.splitlines())
    assert head == ["segment", "first errors", "oracle errors", "rank", "n", "oracle"]
    assert first == ["u1", "2", "2", "", "", "a"]
    assert second[:5] == ["u2", "1", "1", "", ""]
    text = bakeoff("nbest", "u1.lat", "u2.lat", "-r", "ref.trn").out
    assert text.splitlines()[1].split() == ["2", "lattices", "2", "60.0", "100.0", "60.0", "100.0", "0.80"]


def test_several_inputs_give_rows_and_a_list(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff("nbest", "asr.nbest", "asr.plf.gz", "-r", "ref.trn", "--format", "tsv")
    head, lists, lattices = (line.split("\t") for line in outcome.out.splitlines())
    assert head == [
        "input", "utterances", "words", "1-best WER", "1-best SER", "oracle WER", "oracle SER", "mean rank of best",
        "mean N", "max N", "density",
    ]  # fmt: skip
    assert (lists[7:], lattices[7:]) == (["1.5", "1.5", "2", ""], ["", "", "", "1.0"])
    found = bakeoff("nbest", "asr.nbest", "asr.plf.gz", "-r", "ref.trn", "--format", "json").json
    assert [each["form"] for each in found] == ["n-best", "lattice"]
    rows = bakeoff("nbest", "asr.nbest", "asr.plf.gz", "-r", "ref.trn", "--format", "tsv", "--segments").out
    assert [row.split("\t")[0] for row in rows.splitlines()] == ["input", *["asr.nbest"] * 2, *["asr.plf.gz"] * 2]


def test_depth_and_case(bakeoff: Callable[..., Any]) -> None:
    found = bakeoff("nbest", "asr.nbest", "-r", "ref.trn", "--depth", 1, "--format", "json").json
    assert (found["oracle"], found["max_n"]) == (found["first"], 1)
    found = bakeoff("nbest", "asr.nbest", "-r", "ref.trn", "--case", "--format", "json").json
    assert found["oracle"]["errors"] == 2


def test_several_references(bakeoff: Callable[..., Any]) -> None:
    Path("other.txt").write_text("a x c\nd\n")
    found = bakeoff("nbest", "asr.nbest", "-r", "ref.trn", "other.txt", "--format", "json").json
    assert (found["first"]["errors"], found["first"]["words"]) == (0, 4)


def test_standard_input_and_a_named_format(bakeoff: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    Path("plain").write_text("a x c\na b c\n\nd\n")
    assert bakeoff("nbest", "plain", "-r", "ref.txt", "--format", "json").json["mean_rank"] == 1.5
    Path("odd").write_text("a 1 x 0\nb 1\nc 1\n\nd 1\n")
    found = bakeoff("nbest", "odd", "-r", "ref.txt", "--from", "confusion-network", "--format", "json").json
    assert (found["form"], found["oracle"]["errors"]) == ("confusion network", 1)


def test_missing_utterances_are_said(bakeoff: Callable[..., Any]) -> None:
    Path("asr.nbest").write_text(MOSES.rsplit("u2", 1)[0])
    outcome = bakeoff("nbest", "asr.nbest", "-r", "ref.trn")
    assert outcome.code == 0
    assert outcome.err == "asr.nbest: nothing for u2; their words count as deletions.\n"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["-r", "ref.trn"], "no list was named: write the lists before -r, as in bakeoff nbest LIST… -r REF…."),
        (["asr.nbest"], "no reference was named: give the reference files with -r."),
        (["-", "-r", "-"], "standard input can be read only once"),
        (["none", "-r", "ref.trn"], "none: expected a file that can be read, found no such file."),
        (["asr.nbest", "-r", "u1.lat"], "u1.lat: expected segments of text, found SLF (a word lattice)."),
        (["ref.txt", "-r", "ref.trn"], "ref.txt: expected 2 utterances, as ref.trn has, found 1."),
    ],
)
def test_mistakes_are_one_sentence_and_exit_2(bakeoff: Callable[..., Any], arguments: list[str], expected: str) -> None:
    outcome = bakeoff("nbest", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"bakeoff: {expected}")
    assert outcome.err.count("\n") == 1
