"""`bakeoff score`: the contract that scripts of others rely on."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sacrebleu

from bakeoff.evaluation import score_texts
from tests.conftest import ROOT

HYPOTHESIS = "the cat sat\nit rained\nhome we went\n"
REFERENCE = "the cat sat down\nit rained\nwe went home early\n"
OTHER = "a cat sat\nrain fell\nwe left early\n"

XML = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE mteval SYSTEM "mteval-xml-v1.6.dtd">
<mteval>
{sets}</mteval>
"""


def nist(kind: str, attributes: str, lines: str) -> str:
    first, second, third = lines.splitlines()
    return (
        f'<{kind} setid="t" srclang="German" {attributes}>\n'
        f'<doc docid="d1" genre="nw"><p><seg id="1">{first}</seg><seg id="2">{second}</seg></p></doc>\n'
        f'<doc docid="d2" genre="wb"><seg id="1">{third}</seg></doc>\n</{kind}>\n'
    )


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "A.txt").write_text(HYPOTHESIS, encoding="utf-8")
    (tmp_path / "B.txt").write_text("the cat sat down\n\nwe went home early\n", encoding="utf-8")
    (tmp_path / "ref1.txt").write_text(REFERENCE, encoding="utf-8")
    (tmp_path / "ref2.txt").write_text(OTHER, encoding="utf-8")
    (tmp_path / "source.xml").write_text(XML.format(sets=nist("srcset", "", "x\ny\nz\n")), encoding="utf-8")
    sets = nist("refset", 'trglang="English" refid="one"', REFERENCE) + nist(
        "refset", 'trglang="English" refid="two"', OTHER
    )
    (tmp_path / "references.xml").write_text(XML.format(sets=sets), encoding="utf-8")
    run = XML.format(sets=nist("tstset", 'trglang="English" sysid="team_primary"', HYPOTHESIS))
    (tmp_path / "run.xml").write_text(run, encoding="utf-8")
    return tmp_path


def test_plain_text_is_scored_and_named_after_its_file(bakeoff: Callable[..., Any], files: Path) -> None:
    outcome = bakeoff("score", files / "A.txt", "-r", files / "ref1.txt", "--metrics", "wer", "--format", "json")
    assert outcome.code == 0
    assert outcome.json == {
        "specification": "case+punc",
        "segments": 3,
        "systems": [
            {
                "name": "A",
                "scores": {
                    "wer": {
                        "value": 40.0,
                        "signature": "wer|version:1|length:chosen|references:1|specification:case+punc[tokenizer=13a]",
                        "statistics": {"substitutions": 0, "deletions": 3, "insertions": 1, "reference_words": 10},
                    }
                },
            }
        ],
    }


def test_several_runs_references_and_metrics_at_once(bakeoff: Callable[..., Any], files: Path) -> None:
    outcome = bakeoff(
        "score", files / "A.txt", files / "B.txt", "-r", files / "ref1.txt", files / "ref2.txt",
        "--metrics", "bleu wer", "--metrics", "ter@sacrebleu", "--format", "json",
    )  # fmt: skip
    systems = outcome.json["systems"]
    assert [system["name"] for system in systems] == ["A", "B"]
    assert list(systems[0]["scores"]) == ["bleu", "wer", "ter@sacrebleu"]
    assert all("|references:2|" in score["signature"] for score in systems[0]["scores"].values())
    assert systems[1]["empty_segments"] == 1
    assert "B: 1 of 3 segments are empty." in outcome.err


def test_repeated_r_is_the_same_as_several_values(bakeoff: Callable[..., Any], files: Path) -> None:
    once = bakeoff("score", files / "A.txt", "-r", files / "ref1.txt", files / "ref2.txt", "--format", "json")
    twice = bakeoff("score", "-r", files / "ref1.txt", "-r", files / "ref2.txt", "--format", "json", files / "A.txt")
    dashes = bakeoff("score", "--format", "json", "-r", files / "ref1.txt", files / "ref2.txt", "--", files / "A.txt")
    assert once.json == twice.json == dashes.json


def test_files_of_different_formats_meet_and_groups_come_from_the_source(
    bakeoff: Callable[..., Any], files: Path
) -> None:
    outcome = bakeoff(
        "score", files / "run.xml", files / "A.txt", "-r", files / "references.xml", "-s", files / "source.xml",
        "--metrics", "wer", "--by", "genre,document", "--format", "json",
    )  # fmt: skip
    first, second = outcome.json["systems"]
    assert (first["name"], second["name"]) == ("team_primary", "A")
    assert first["scores"] == second["scores"]
    assert {key: group["segments"] for key, group in first["groups"].items()} == {
        "genre=nw": 2, "genre=wb": 1, "document=d1": 2, "document=d2": 1,
    }  # fmt: skip
    assert first["groups"]["genre=nw"]["scores"] == first["groups"]["document=d1"]["scores"]
    assert outcome.json["target_language"] == "English"


def test_several_specifications_give_a_list(bakeoff: Callable[..., Any], files: Path) -> None:
    outcome = bakeoff(
        "score", files / "A.txt", "-r", files / "ref1.txt", "--spec", "case+punc", "--spec", "no_case+no_punc",
        "--metrics", "bleu", "--format", "json",
    )  # fmt: skip
    assert [result["specification"] for result in outcome.json] == ["case+punc", "no_case+no_punc"]


def test_several_specifications_are_one_table_for_programs(bakeoff: Callable[..., Any], files: Path) -> None:
    outcome = bakeoff(
        "score", files / "A.txt", "-r", files / "ref1.txt", "--spec", "raw", "--spec", "no_case+no_punc",
        "--metrics", "wer", "--format", "tsv",
    )  # fmt: skip
    assert outcome.out == "specification\tsystem\twer\nraw\tA\t40.0\nno_case+no_punc\tA\t40.0\n"


def test_files_of_one_name_in_different_folders_are_called_by_their_paths(
    bakeoff: Callable[..., Any], files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(files)
    for folder in ("north", "south"):
        (files / folder).mkdir()
        (files / folder / "out.txt").write_text(HYPOTHESIS, encoding="utf-8")
    outcome = bakeoff("score", "north/out.txt", "south/out.txt", "A.txt", "-r", "ref1.txt", "--format", "json")
    assert [system["name"] for system in outcome.json["systems"]] == ["north/out", "south/out", "A"]


def test_a_run_of_another_test_set_or_language_is_remarked_on(bakeoff: Callable[..., Any], files: Path) -> None:
    other = XML.format(
        sets=nist("tstset", 'trglang="French" sysid="other"', HYPOTHESIS).replace('setid="t"', 'setid="u"')
    )
    (files / "other.xml").write_text(other, encoding="utf-8")
    outcome = bakeoff("score", files / "other.xml", "-r", files / "references.xml", "--metrics", "wer")
    assert outcome.code == 0
    assert "other.xml (run other) gives 'u' as test set" in outcome.err
    assert "other.xml (run other) gives 'French' as target language" in outcome.err


def test_what_a_reader_passes_over_is_said(bakeoff: Callable[..., Any], files: Path) -> None:
    (files / "r.sgm").write_text('<refset setid="t"><doc docid="d">stray<seg id="1">a</seg></doc></refset>')
    (files / "h.txt").write_text("a\n")
    for arguments in (("score", files / "h.txt", "-r", files / "r.sgm"), ("stats", files / "r.sgm")):
        assert "passed over text outside segments: 'stray'" in bakeoff(*arguments).err


def test_an_attribute_named_twice_counts_once(bakeoff: Callable[..., Any], files: Path) -> None:
    arguments = ("score", files / "run.xml", "-r", files / "references.xml", "--format", "json", "--by")
    assert bakeoff(*arguments, "genre,genre").json == bakeoff(*arguments, "genre").json


def test_segment_scores_stand_with_document_and_segment(bakeoff: Callable[..., Any], files: Path) -> None:
    arguments = (
        "score",
        files / "run.xml",
        "-r",
        files / "references.xml",
        "--metrics",
        "wer:references=1",
        "--segments",
    )
    segments = bakeoff(*arguments, "--format", "json").json["systems"][0]["segments"]
    assert segments == [
        {"document": "d1", "segment": "1", "scores": {"wer:references=1": 25.0}},
        {"document": "d1", "segment": "2", "scores": {"wer:references=1": 0.0}},
        {"document": "d2", "segment": "1", "scores": {"wer:references=1": 75.0}},
    ]
    assert bakeoff(*arguments, "--format", "tsv").out == (
        "system\tdocument\tsegment\twer:references=1\n"
        "team_primary\td1\t1\t25.0\n"
        "team_primary\td1\t2\t0.0\n"
        "team_primary\td2\t1\t75.0\n"
    )


def test_text_shows_a_table_and_the_signatures(bakeoff: Callable[..., Any], files: Path) -> None:
    outcome = bakeoff("score", files / "A.txt", files / "B.txt", "-r", files / "ref1.txt", "--metrics", "wer per")
    assert outcome.out == (
        "Scorer: Bakeoff (WER, PER).\n"
        "case+punc, 3 segments\n"
        "system    WER    PER\n"
        "A       40.00  20.00\n"
        "B       20.00  20.00\n"
        "\n"
        "wer|version:1|length:chosen|references:1|specification:case+punc[tokenizer=13a]\n"
        "per|version:1|surplus:segment|length:chosen|references:1|specification:case+punc[tokenizer=13a]\n"
    )


@pytest.mark.parametrize("output_format", ["tsv", "csv"])
def test_tables_for_programs_hold_results_only(bakeoff: Callable[..., Any], files: Path, output_format: str) -> None:
    outcome = bakeoff("score", files / "A.txt", "-r", files / "ref1.txt", "--metrics", "wer", "--format", output_format)
    separator = "\t" if output_format == "tsv" else ","
    assert outcome.out == f"system{separator}wer\nA{separator}40.0\n"
    assert "wer|version:1|" in outcome.err


@pytest.mark.parametrize(("output_format", "mark"), [("markdown", "| A | "), ("latex", "A & ")])
def test_tables_for_papers(bakeoff: Callable[..., Any], files: Path, output_format: str, mark: str) -> None:
    outcome = bakeoff("score", files / "A.txt", "-r", files / "ref1.txt", "--metrics", "wer", "--format", output_format)
    assert mark in outcome.out


def test_gzipped_files_and_standard_input(bakeoff: Callable[..., Any], files: Path) -> None:
    with gzip.open(files / "A.txt.gz", "wt", encoding="utf-8") as out:
        out.write(HYPOTHESIS)
    plain = bakeoff("score", files / "A.txt", "-r", files / "ref1.txt", "--format", "json")
    assert bakeoff("score", files / "A.txt.gz", "-r", files / "ref1.txt", "--format", "json").json == plain.json
    command = [sys.executable, "-m", "bakeoff", "score", "-", "-r", str(files / "ref1.txt"), "--format", "json"]
    for content in (HYPOTHESIS.encode(), gzip.compress(HYPOTHESIS.encode())):
        piped = json.loads(subprocess.run(command, input=content, capture_output=True, check=True).stdout)
        assert piped["systems"][0]["scores"] == plain.json["systems"][0]["scores"]


def test_threads_change_no_digit(bakeoff: Callable[..., Any], files: Path) -> None:
    arguments = (
        "score",
        files / "A.txt",
        "-r",
        files / "ref1.txt",
        "--metrics",
        "bleu nist chrf ter",
        "--format",
        "json",
    )
    assert bakeoff(*arguments, "--threads", 1).out == bakeoff(*arguments, "--threads", 3).out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("-r", "ref1.txt"), "no run was named: write the runs before -r"),
        (("A.txt",), "no reference was named: give the reference files with -r"),
        (
            ("A.txt", "-r", "ref1.txt", "--metrics", "blue"),
            "there is no metric 'blue'. Did you mean bleu? The metrics are: ",
        ),
        (("A.txt", "-r", "ref1.txt", "--spec", "nocase"), "nocase"),
        (("A.txt", "-r", "ref1.txt", "--by", "genre"), "cannot group by 'genre'"),
        (("A.txt", "A.txt", "-r", "ref1.txt"), "expected a different name for every system, found 'A' twice"),
        (("short.txt", "-r", "ref1.txt"), "expected 3 segments"),
        (("A.txt", "-r", "run.xml"), "run.xml: expected a reference, found 1 run"),
        (("A.txt", "-r", "ref1.txt", "--threads", "0"), "--threads"),
        (("-", "-r", "-"), "standard input can be read only once"),
        (("A.txt", "-r", "ref1.txt", "ref1.txt"), "ref1.txt is named twice as a reference"),
        (("A.txt", "bleu", "-r", "ref1.txt"), "bleu is a metric and no file: write all metrics together"),
        (("A.txt", "-r", "ref1.txt", "-m", "bleu", "chr"), "there is no file chr. If it is meant as a metric: Did you"),
        (("empty.txt", "-r", "empty.txt"), "expected at least one segment, found none"),
    ],
)
def test_a_mistake_gets_one_sentence_and_code_2(
    bakeoff: Callable[..., Any], files: Path, arguments: tuple[str, ...], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(files)
    (files / "short.txt").write_text("one\n", encoding="utf-8")
    (files / "empty.txt").write_text("", encoding="utf-8")
    outcome = bakeoff("score", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("bakeoff: ")
    assert sentence in outcome.err
    assert outcome.err.count("\n") == 1


def test_what_all_leaves_out_for_a_language_stands_in_the_remarks(bakeoff: Callable[..., Any], files: Path) -> None:
    arguments = ["score", files / "A.txt", "-r", files / "ref1.txt", "--target-language", "zh"]
    outcome = bakeoff(*arguments, "--metrics", "all", "--format", "json")
    assert outcome.code == 0
    (remark,) = outcome.json["remarks"]
    assert remark in outcome.err
    assert remark.startswith("meteor, meteor@2005, ")
    assert "are left out of all" in remark
    assert "meteor" not in outcome.json["systems"][0]["scores"]
    assert bakeoff(*arguments, "--metrics", "meteor").code == 2


def test_golden_figures_through_the_command_line(bakeoff: Callable[..., Any], data: Path) -> None:
    """A figure of every scorer, from the files to the JSON that others read."""
    golden = data / "golden"
    folder = golden / "wmt22-de-en"
    figures = {
        (run["metric"], run["config"]): run["score"]
        for run in json.loads((golden / "scores.json").read_text(encoding="utf-8"))["runs"]
        if (run["set"], run["system"], run["refs"]) == ("wmt22-de-en", "Online-B", ["A", "B"])
    }
    expected = {
        "bleu": 100 * figures["BLEU", "mteval.c"],
        "nist": figures["NIST", "mteval.c"],
        "bleu@sacrebleu": figures["BLEU", "sacrebleu.13a"],
        "chrf": figures["chrF", "sacrebleu.chrF2"],
        "ter": 100 * figures["TER", "tercom.Ns"],
        "ter@sacrebleu": figures["TER", "sacrebleu.ter"],
    }
    outcome = bakeoff(
        "score", folder / "hyp.Online-B.txt", "-r", folder / "ref.A.txt", folder / "ref.B.txt",
        "--metrics", " ".join(expected), "--format", "json",
    )  # fmt: skip
    scores = outcome.json["systems"][0]["scores"]
    assert {name: score["value"] for name, score in scores.items()} == pytest.approx(expected, rel=1e-9)


def test_intervals_of_every_score(bakeoff: Callable[..., Any]) -> None:
    examples = ROOT / "examples"
    call = ("score", *sorted((examples / "runs").iterdir()), "-r", examples / "references.xml", "--metrics", "bleu ter")
    systems = bakeoff(*call, "--interval", "bootstrap", "--samples", 100, "--format", "json").json["systems"]
    for score in systems[0]["scores"].values():
        assert score["interval"][0] < score["mean"] < score["interval"][1]
        assert score["sd"] > 0
        assert score["signature"].endswith("|interval:bootstrap|level:0.95|samples:100|unit:segment|seed:12345")
    text = bakeoff(*call, "--interval", "bca", "--samples", 100, "--unit", "document").out
    assert "system   BLEU   BLEU interval    TER    TER interval\n" in text
    assert "|interval:bca|level:0.95|samples:100|unit:document|seed:12345\n" in text.replace("|\n  ", "|")
    header = bakeoff(*call, "--interval", "bootstrap", "--samples", 100, "--format", "tsv").out.splitlines()[0]
    assert header.split("\t")[1:6] == ["bleu", "bleu interval low", "bleu interval high", "bleu mean", "bleu sd"]


WMT_XML = """<?xml version='1.0' encoding='utf-8'?>
<dataset id="t">
<doc id="d1" origlang="de"><src lang="de"><p><seg id="1">x</seg><seg id="2">y</seg></p></src>
<ref lang="en" translator="A"><p><seg id="1">the cat sat down</seg><seg id="2">it rained</seg></p></ref>
<ref lang="en" translator="B"><p><seg id="1">a cat sat</seg><seg id="2">rain fell</seg></p></ref></doc>
<doc id="d2" origlang="de"><src lang="de"><p><seg id="1">z</seg></p></src>
<ref lang="en" translator="A"><p><seg id="1">we went home early</seg></p></ref></doc>
</dataset>
"""


def test_references_that_some_documents_lack_are_scored_by_metrics_whose_tools_take_them(
    bakeoff: Callable[..., Any], files: Path
) -> None:
    """sacreBLEU takes None for a missing reference, tercom fewer lines."""
    (files / "both.xml").write_text(WMT_XML, encoding="utf-8")
    call = ("score", files / "A.txt", "-r", files / "both.xml", "-s", files / "both.xml")
    outcome = bakeoff(*call, "--metrics", "bleu@sacrebleu:order=2 chrf ter@sacrebleu ter@tercom", "--format", "json")
    assert "both.xml (reference B) lacks 1 of 3 segments (document d2, segment 1)." in outcome.err
    scores = outcome.json["systems"][0]["scores"]
    references = [REFERENCE.splitlines(), [*OTHER.splitlines()[:2], None]]
    hypotheses = HYPOTHESIS.splitlines()
    assert scores["chrf"]["value"] == pytest.approx(sacrebleu.corpus_chrf(hypotheses, references).score)
    assert scores["ter@sacrebleu"]["value"] == pytest.approx(sacrebleu.corpus_ter(hypotheses, references).score)
    bleu = sacrebleu.BLEU(max_ngram_order=2).corpus_score(hypotheses, references).score
    assert scores["bleu@sacrebleu:order=2"]["value"] == pytest.approx(bleu)
    assert "|references:1-2|" in scores["ter@tercom"]["signature"]
    refused = bakeoff(*call)
    assert (refused.code, refused.out) == (2, "")
    assert refused.err == (
        f"bakeoff: expected every segment in every reference, found {files / 'both.xml'} (reference B) lacks 1 of 3 "
        "segments (document d2, segment 1). bleu: every segment needs the same number of references. Metrics that take "
        "segments with fewer, as their tools do: bleu@sacrebleu, chrf, chrf++, ter@sacrebleu, ter@tercom.\n"
    )


def test_a_byte_order_mark_is_no_part_of_the_first_word_and_is_said(bakeoff: Callable[..., Any], files: Path) -> None:
    """sacreBLEU's command line reads it as a character of the text."""
    marked = files / "marked.txt"
    marked.write_bytes(b"\xef\xbb\xbf" + HYPOTHESIS.encode())
    call = ("-r", files / "ref1.txt", "--metrics", "chrf ter@sacrebleu", "--format", "json")
    outcome, plain = bakeoff("score", marked, *call), bakeoff("score", files / "A.txt", *call)
    assert outcome.json["systems"][0]["scores"] == plain.json["systems"][0]["scores"]
    assert outcome.err == (
        f"{marked} starts with a byte order mark, which is not part of the text. "
        "sacreBLEU's command line counts it as part of the first word.\n"
    )
    assert plain.err == ""
    program = [sys.executable, "-m", "sacrebleu", str(files / "ref1.txt"), "-m", "ter", "-b", "-w", "4", "-i"]
    theirs = [float(subprocess.check_output([*program, str(path)])) for path in (marked, files / "A.txt")]
    ours = outcome.json["systems"][0]["scores"]["ter@sacrebleu"]["value"]
    assert ours == pytest.approx(theirs[1], abs=1e-4)
    assert ours < theirs[0]
    # In a text given as strings the character is text, as for sacreBLEU.
    hypotheses, references = ["\ufeff" + HYPOTHESIS.splitlines()[0]], [REFERENCE.splitlines()[:1]]
    found = score_texts(hypotheses, references, metrics="ter@sacrebleu")["ter@sacrebleu"]
    assert found == pytest.approx(sacrebleu.corpus_ter(hypotheses, references).score)
