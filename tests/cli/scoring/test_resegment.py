"""`bakeoff resegment` and `bakeoff score --resegment`."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bakeoff.formats import read

STREAM = "the cat sat down it\nrained we went home\n"
REFERENCE = "the cat sat down\nit rained\nwe went home early\n"
LINES = "the cat sat down\nit rained\nwe went home\n"
REMARK = "long: re-segmented in one stream, AS-WER 10.00 % (1 errors, 10 reference words).\n"

NIST = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE mteval SYSTEM "mteval-xml-v1.6.dtd">
<mteval>
{sets}</mteval>
"""


def nist(kind: str, attributes: str, documents: dict[str, list[str]]) -> str:
    body = "".join(
        f'<doc docid="{name}" genre="nw">'
        + "".join(f'<seg id="{number}">{line}</seg>' for number, line in enumerate(lines, start=1))
        + "</doc>\n"
        for name, lines in documents.items()
    )
    return f'<{kind} setid="t" srclang="German" {attributes}>\n{body}</{kind}>\n'


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    first, second, third = REFERENCE.splitlines()
    contents = {
        "long.txt": STREAM,
        "ref1.txt": REFERENCE,
        "ref2.txt": "a cat sat\nrain fell\nwe went home\n",
        "source.xml": NIST.format(sets=nist("srcset", "", {"d1": ["x", "y"], "d2": ["z"]})),
        "references.xml": NIST.format(
            sets=nist("refset", 'trglang="English" refid="r"', {"d1": [first, second], "d2": [third]})
        ),
        "run.xml": NIST.format(
            sets=nist(
                "tstset",
                'trglang="English" sysid="team"',
                {"d1": ["the cat", "sat down it rained we"], "d2": ["went home"]},
            )
        ),
    }
    for name, content in contents.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    return tmp_path


def test_the_text_goes_to_standard_output_and_the_rate_to_standard_error(
    bakeoff: Callable[..., Any], files: Path
) -> None:
    outcome = bakeoff("resegment", "long.txt", "-r", "ref1.txt", "-o", "out.txt")
    assert (outcome.code, outcome.out, outcome.err) == (0, "", REMARK)
    assert (files / "out.txt").read_text(encoding="utf-8") == LINES
    command = [sys.executable, "-m", "bakeoff", "resegment", "-", "-r", "ref1.txt"]
    piped = subprocess.run(command, input=STREAM, capture_output=True, check=True, text=True, encoding="utf-8")
    assert piped.stdout == LINES


def test_json_tells_of_every_segment(bakeoff: Callable[..., Any], files: Path) -> None:
    outcome = bakeoff("resegment", "long.txt", "-r", "ref1.txt", "ref2.txt", "--format", "json")
    assert outcome.json == {
        "system": "long",
        "signature": "resegmented:mwer-optimal",
        "streams": 1,
        "errors": 0,
        "reference_words": 9,
        "as_wer": 0.0,
        "segments": [
            {
                "document": "1",
                "segment": str(number),
                "text": text,
                "errors": 0,
                "reference_words": words,
                "reference": best,
            }
            for number, text, words, best in (
                (1, "the cat sat down", 4, 1),
                (2, "it rained", 2, 1),
                (3, "we went home", 3, 2),
            )
        ],
    }


def test_a_table_has_a_row_for_each_segment(bakeoff: Callable[..., Any], files: Path) -> None:
    outcome = bakeoff("resegment", "long.txt", "-r", "ref1.txt", "--format", "tsv")
    assert outcome.out == (
        "document\tsegment\terrors\treference words\treference\ttext\n"
        "1\t1\t0\t4\t1\tthe cat sat down\n"
        "1\t2\t0\t2\t1\tit rained\n"
        "1\t3\t1\t4\t1\twe went home\n"
    )


def test_files_with_documents_are_cut_document_by_document(bakeoff: Callable[..., Any], files: Path) -> None:
    outcome = bakeoff("resegment", "run.xml", "-r", "references.xml", "-o", "out.xml")
    assert outcome.err == "team: re-segmented in 2 documents, AS-WER 30.00 % (3 errors, 10 reference words).\n"
    (found,) = read("out.xml").sets
    (reference,) = read("references.xml").sets
    assert [[segment.text for segment in document.segments] for document in found.documents] == [
        ["the cat sat down", "it rained we"],
        ["went home"],
    ]
    assert [document.id for document in found.documents] == [document.id for document in reference.documents]
    together = bakeoff("resegment", "run.xml", "-r", "references.xml", "--documents", "none", "--format", "json").json
    assert (together["streams"], together["errors"]) == (1, 1)


def test_the_source_gives_documents_to_plain_text(bakeoff: Callable[..., Any], files: Path) -> None:
    (files / "two.txt").write_text("the cat sat down it rained we\nwent home\n", encoding="utf-8")
    arguments = ("resegment", "two.txt", "-r", "ref1.txt", "-s", "source.xml", "--format", "json")
    assert [segment["document"] for segment in bakeoff(*arguments).json["segments"]] == ["d1", "d1", "d2"]
    assert bakeoff(*arguments).json["errors"] == 1
    assert bakeoff(*arguments, "--documents", "lines").json["errors"] == 3


def test_what_a_format_cannot_hold_is_said(bakeoff: Callable[..., Any], files: Path) -> None:
    outcome = bakeoff("resegment", "run.xml", "-r", "references.xml", "-o", "out.txt")
    assert "out.txt: plain text has no place for test set, languages" in outcome.err


def test_wmt_xml_holds_the_source_beside_the_run(bakeoff: Callable[..., Any], files: Path) -> None:
    assert bakeoff("convert", "source.xml", "source.tsv").code == 0
    labels = ("--source-language", "de", "--test-set", "t", "--to", "wmt-xml")
    assert bakeoff("convert", "source.tsv", "wmt.xml", "--role", "source", *labels).code == 0
    arguments = ("resegment", "long.txt", "-r", "references.xml", "-s", "wmt.xml", "--to", "wmt-xml", "-o", "out.xml")
    outcome = bakeoff(*arguments)
    assert outcome.code == 0, outcome.err
    source, run = read("out.xml").sets
    assert source == read("wmt.xml").sets[0]
    assert [segment.text for segment in run.segments] == LINES.splitlines()


def test_compat_and_blind_and_characters(bakeoff: Callable[..., Any], files: Path) -> None:
    (files / "h.txt").write_text("g h i\n", encoding="utf-8")
    (files / "r.txt").write_text("a b c\nd e f\nG, h i\n", encoding="utf-8")
    arguments = ("resegment", "h.txt", "-r", "r.txt", "--blind", "--format", "json")
    optimal, original = bakeoff(*arguments).json, bakeoff(*arguments, "--compat", "mwersegmenter").json
    assert [segment["text"] for segment in optimal["segments"]] == ["", "", "g h i"]
    assert [segment["text"] for segment in original["segments"]] == ["g", "", "h i"]
    assert (optimal["errors"], original["errors"]) == (6, 7)
    assert original["signature"] == "resegmented:mwer-mwersegmenter,blind"
    (files / "zh.txt").write_text("我们走吧今天\n", encoding="utf-8")
    (files / "zhr.txt").write_text("我们走吧\n今天\n", encoding="utf-8")
    found = bakeoff("resegment", "zh.txt", "-r", "zhr.txt", "--characters", "--format", "json").json
    assert [segment["text"] for segment in found["segments"]] == ["我们走吧", "今天"]


def test_empty_files_have_an_answer(bakeoff: Callable[..., Any], files: Path) -> None:
    (files / "empty.txt").write_text("", encoding="utf-8")
    (files / "blank.txt").write_text("the cat sat down it rained\n\nwe went home early\n", encoding="utf-8")
    assert bakeoff("resegment", "empty.txt", "-r", "ref1.txt", "--format", "json").json["as_wer"] == 100
    assert bakeoff("resegment", "long.txt", "-r", "blank.txt", "--format", "json").json["errors"] == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("resegment", "long.txt"), "no reference was named: give the reference files with -r"),
        (("resegment", "long.txt", "-r", "ref1.txt", "-o", "ref1.txt"), "ref1.txt is a file to be read"),
        (("resegment", "long.txt", "-r", "ref1.txt", "--set", "B"), "long.txt: holds no run called 'B', but long."),
        (("resegment", "two.xml", "-r", "ref1.txt"), "two.xml holds 2 runs (a, b): choose one by --set NAME."),
        (("resegment", "long.txt", "-r", "ref1.txt", "-o", "x.y"), "x.y: no format has this ending"),
        (("resegment", "long.txt", "-r", "ref1.txt", "--compat", "tool"), "--compat"),
        (("resegment", "long.txt", "-r", "empty.txt"), "expected at least one segment, found none"),
        (("score", "--resegment", "long.txt", "-r", "ref1.txt"), "no run was named"),
        (("score", "long.txt", "-r", "ref1.txt", "--resegment", "best"), "there is no way to re-segment called 'best'"),
    ],
)
def test_a_mistake_gets_one_sentence_and_code_2(
    bakeoff: Callable[..., Any], files: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    (files / "empty.txt").write_text("", encoding="utf-8")
    sets = "".join(nist("tstset", f'trglang="English" sysid="{name}"', {"d1": ["x"]}) for name in "ab")
    (files / "two.xml").write_text(NIST.format(sets=sets), encoding="utf-8")
    outcome = bakeoff(*arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert sentence in outcome.err
    assert outcome.err.count("\n") == 1


def test_one_of_several_runs_is_chosen_by_name(bakeoff: Callable[..., Any], files: Path) -> None:
    sets = "".join(
        nist("tstset", f'trglang="English" sysid="{name}"', {"d1": [f"{name} it"], "d2": ["we"]}) for name in "ab"
    )
    (files / "two.xml").write_text(NIST.format(sets=sets), encoding="utf-8")
    found = bakeoff("resegment", "two.xml", "-r", "references.xml", "--set", "b", "--format", "json").json
    assert found["system"] == "b"
    assert " ".join(segment["text"] for segment in found["segments"]).split() == ["b", "it", "we"]


def test_score_resegments_first_and_says_so(bakeoff: Callable[..., Any], files: Path) -> None:
    outcome = bakeoff(
        "score", "long.txt", "run.xml", "-r", "references.xml", "--metrics", "wer", "--spec", "raw", "--resegment",
        "--format", "json",
    )  # fmt: skip
    first, second = (system["scores"]["wer"] for system in outcome.json["systems"])
    assert (first["value"], second["value"]) == (10.0, 30.0)
    assert first["signature"].endswith("|resegmented:mwer-optimal")
    assert second["signature"].endswith("|resegmented:mwer-optimal,streams=2")
    assert outcome.err.startswith(REMARK)
    assert "team: re-segmented in 2 documents, AS-WER 30.00 %" in outcome.err


def test_score_takes_the_mode_and_its_options(bakeoff: Callable[..., Any], files: Path) -> None:
    outcome = bakeoff(
        "score", "long.txt", "-r", "ref1.txt", "--resegment", "mwersegmenter:blind=yes", "--interval", "bootstrap",
        "--samples", 10, "--format", "json",
    )  # fmt: skip
    signature = outcome.json["systems"][0]["scores"]["bleu"]["signature"]
    assert "|resegmented:mwer-mwersegmenter,blind|interval:bootstrap" in signature
