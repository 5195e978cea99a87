"""Files of judgments as commands take them: formats, equal rows, protocols, labels, mistakes; `convert` of them."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bakeoff.formats.judgments import read_judgments

HEADER = "srclang,trglang,srcIndex,judgeId,system1Id,system2Id,system1rank,system2rank\n"
ROWS = "".join(f"cs,en,{number},w{number % 3},a,b,{number % 2 + 1},{2 - number % 2}\n" for number in range(12))
GRADES = "type\tpair\tline\tsystem\tA\tB\n" + "".join(
    f"{kind}\tcs-en\t{line}\t{system}\t{'NOC'[line % 3]}\t{'NOC'[(line + (system == 'b')) % 3]}\n"
    for kind in ("adequacy", "fluency")
    for line in range(8)
    for system in "ab"
)


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("w.csv").write_text(HEADER + ROWS, encoding="utf-8")
    Path("twice.csv").write_text(HEADER + ROWS + ROWS, encoding="utf-8")
    Path("grades.tsv").write_text(GRADES, encoding="utf-8")


def test_equal_rows_are_refused_counted_once_or_kept(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff("human", "analyse", "twice.csv")
    assert outcome.code == 2
    assert outcome.err.startswith("bakeoff: twice.csv, line 14: expected each row once, found that of line 2 again.")
    assert outcome.err.count("\n") == 12
    counts = {}
    for how in ("once", "keep"):
        outcome = bakeoff("human", "analyse", "twice.csv", "--equal-rows", how, "--format", "json")
        counts[how] = outcome.json["rankings"][0]["judgments"]
        assert "12 rows that are the same as others" in outcome.err
    assert counts == {"once": 12, "keep": 24}


def test_two_files_of_one_name_are_read_together(bakeoff: Callable[..., Any]) -> None:
    for folder in "xy":
        Path(folder).mkdir()
        Path(folder, "w.csv").write_text(HEADER + ROWS.replace(",w", f",{folder}"), encoding="utf-8")
    outcome = bakeoff("human", "analyse", "x/w.csv", "y/w.csv", "--format", "json")
    assert (outcome.code, outcome.json["rankings"][0]["judgments"]) == (0, 24)
    assert "expected each file once" in bakeoff("human", "analyse", "w.csv", "w.csv").err


def test_a_protocol_is_taken_out_of_a_file_with_several(bakeoff: Callable[..., Any]) -> None:
    assert "Give each protocol a separate file, or say" in bakeoff("human", "analyse", "grades.tsv").err
    outcome = bakeoff(
        "human", "analyse", "grades.tsv", "--protocol", "adequacy", "--labels", "N,O,C", "--format", "json"
    )
    assert (outcome.code, outcome.err) == (0, "Judgments of other protocols are left out: 32 of fluency.\n")
    assert outcome.json["protocol"] == "adequacy"
    labels = {"N": 0, "O": 1, "C": 2}
    rows = [line.split("\t") for line in GRADES.splitlines()[1:17]]
    means = {name: sum(labels[g] for row in rows if row[3] == name for g in row[4:]) / 16 for name in "ab"}
    assert {each["name"]: each["score"] for each in outcome.json["rankings"][0]["systems"]} == pytest.approx(means)
    wrong = bakeoff("human", "analyse", "grades.tsv", "--protocol", "meaning")
    assert wrong.err == "bakeoff: there are no judgments of meaning, but 32 of adequacy, 32 of fluency.\n"


@pytest.mark.parametrize("command", [("human", "analyse"), ("human", "correlate"), ("agreement",)])
def test_every_command_takes_the_format_by_from(bakeoff: Callable[..., Any], command: tuple[str, ...]) -> None:
    outcome = bakeoff(*command, "w.csv", "--from", "rank")
    assert (outcome.code, outcome.err.splitlines()[0]) == (
        2,
        f"bakeoff: w.csv, line 1: expected segment, pair, better system, pair, worse system, "
        f"with tabs between them, found {HEADER[:80].rstrip()!r}. Take the line out, or write all five.",
    )
    assert "No such option '--input-format'" in bakeoff(*command, "w.csv", "--input-format", "rank").err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--labels", "N"), "labels are comma-separated names"),
        (("--labels", "N,,C"), "labels are comma-separated names"),
        (("--labels", "N,N"), "labels are comma-separated names"),
        (("--labels", "N,O,C", "--scale", "1,5"), "a scale from 1 to 5 needs as many labels as grades; found 3"),
        (("--labels", "N,O"), "'C'"),
    ],
)
def test_labels_that_do_not_fit_are_refused(bakeoff: Callable[..., Any], options: tuple[str, ...], said: str) -> None:
    outcome = bakeoff("agreement", "grades.tsv", "--protocol", "adequacy", *options)
    assert outcome.code == 2
    assert said in outcome.err


def test_labels_stand_for_the_grades_of_the_scale_given(bakeoff: Callable[..., Any]) -> None:
    call = ("human", "analyse", "grades.tsv", "--protocol", "adequacy", "--labels", "N,O,C", "--format", "json")
    usual, shifted = (
        {each["name"]: each["score"] for each in bakeoff(*call, *scale).json["rankings"][0]["systems"]}
        for scale in ((), ("--scale", "5,7"))
    )
    assert shifted == pytest.approx({name: score + 5 for name, score in usual.items()})


def test_all_mistakes_of_all_files_go_into_a_file(bakeoff: Callable[..., Any]) -> None:
    for name in ("bad.csv", "worse.csv"):
        Path(name).write_text(HEADER + f"cs,en,1,{name},a,b,9,1\n" * 40, encoding="utf-8")
    short = bakeoff("agreement", "bad.csv", "none.csv", "worse.csv")
    assert short.err.endswith("… and 31 more. --mistakes FILE writes all of them.\n")
    outcome = bakeoff("agreement", "bad.csv", "none.csv", "worse.csv", "--mistakes", "mistakes.jsonl")
    assert outcome.code == 2
    assert outcome.err.endswith("All mistakes (81) are in mistakes.jsonl.\n")
    rows = [json.loads(line) for line in Path("mistakes.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(row["file"], row.get("line")) for row in rows] == [
        *(("bad.csv", line) for line in range(2, 42)),
        ("none.csv", None),
        *(("worse.csv", line) for line in range(2, 42)),
    ]
    assert rows[0] == {
        "file": "bad.csv",
        "line": 2,
        "expected": "a rank from 1 to 5, or -1 where there is none",
        "found": "'9'",
        "remedy": "Rank outputs from 1, the best.",
    }


def test_answers_that_are_none_go_there_too(bakeoff: Callable[..., Any]) -> None:
    lines = [
        {"judgment_id": n, "protocol": "fluency", "judge": "ann", "segment_id": n, "systems": ["a"], "answer": 9}
        for n in range(60)
    ]
    Path("bad.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert bakeoff("human", "analyse", "bad.jsonl", "--mistakes", "all.jsonl").code == 2
    assert len(Path("all.jsonl").read_text(encoding="utf-8").splitlines()) == 60
    wrong = bakeoff("human", "analyse", "bad.jsonl", "--mistakes", "no/such/folder.jsonl")
    assert wrong.err.startswith("bakeoff: no/such/folder.jsonl: expected a file that can be written")


@pytest.mark.parametrize("name", ["out.jsonl", "out.csv", "out.csv.gz"])
def test_judgments_are_converted(bakeoff: Callable[..., Any], name: str) -> None:
    assert bakeoff("convert", "w.csv", name) == type(bakeoff("--version"))(0, "", "12 judgments by 3 judges.\n")
    assert read_judgments(name) == read_judgments("w.csv")


def test_judgments_are_converted_to_standard_output_and_from_one_exchange_to_the_other(
    bakeoff: Callable[..., Any],
) -> None:
    lines = bakeoff("convert", "w.csv", "-").out.splitlines()
    assert [json.loads(line)["judgment_id"] for line in lines] == [f"w.csv:{line}" for line in range(2, 14)]
    Path("w.jsonl").write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    assert bakeoff("convert", "w.jsonl", "table.csv").code == 0
    assert bakeoff("convert", "table.csv", "back", "--to", "interchange").code == 0
    assert Path("back").read_bytes() == Path("w.jsonl").read_bytes()
    assert bakeoff("convert", "twice.csv", "out.jsonl").code == 2
    assert bakeoff("convert", "twice.csv", "out.jsonl", "--equal-rows", "once").code == 0
    assert len(read_judgments("out.jsonl")) == 12


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("w.csv", "out.txt"),
            "out.txt: judgments are written as JSON Lines (.jsonl) or CSV (.csv); name one by --to.",
        ),
        (
            ("w.csv", "out.jsonl", "--to", "tsv"),
            "judgments are written as interchange, interchange-csv, appraise, pearmut, mqm, mtme-ratings, "
            "wmt-ranking-csv, mtme, references, not as tsv.",
        ),
        (("w.csv", "out.jsonl", "--join-lines"), "w.csv holds judgments, and --join-lines is for texts."),
        (
            ("plain.txt", "out.jsonl", "--batches", "x"),
            "--batches and --equal-rows are for judgments, and plain.txt is",
        ),
        (("plain.txt", "out.jsonl", "--from", "rank"), "plain.txt, line 1: expected segment, pair, better system"),
        (("w.csv", "w.csv"), "w.csv is the file to be read"),
    ],
)
def test_what_cannot_be_converted_is_said(bakeoff: Callable[..., Any], arguments: tuple[str, ...], said: str) -> None:
    Path("plain.txt").write_text("one\n", encoding="utf-8")
    outcome = bakeoff("convert", *arguments)
    assert outcome.code == 2
    assert outcome.err.startswith(f"bakeoff: {said}")


def test_judgments_are_no_text(bakeoff: Callable[..., Any]) -> None:
    Path("text.txt").write_text(HEADER, encoding="utf-8")
    outcome = bakeoff("score", "w.csv", "-r", "text.txt")
    assert (outcome.code, outcome.err) == (
        2,
        "bakeoff: w.csv: expected segments of text, found rankings of WMT as CSV. bakeoff human analyse reads it, "
        "bakeoff convert --from wmt-ranking-csv converts it; if it is plain text after all, name it .txt.\n",
    )


def test_batches_tell_segments(bakeoff: Callable[..., Any]) -> None:
    rows = [
        f"deu0{account},wmt23.{system},{item},TGT,eng,deu,{score},cnn.15#{system},False,[],100,{104 + item}\n"
        for account in "12"
        for system, score in (("refA", 80), ("X", 40))
        for item in (1, 2)
    ]
    Path("export.csv").write_text("".join(rows), encoding="utf-8")
    items = [
        {"itemID": item, "documentID": f"cnn.15#{system}", "_item": f"{system} | {item + 30} | cnn.15"}
        for system in ("refA", "X")
        for item in (1, 2)
    ]
    with gzip.open("batches.json.gz", "wt", encoding="utf-8") as file:
        json.dump([{"items": items}], file)
    assert bakeoff("convert", "export.csv", "out.jsonl", "--batches", "batches.json.gz").code == 0
    found = read_judgments("out.jsonl")
    assert {(each.document, each.segment, each.systems) for each in found} == {
        ("cnn.15", line, (system,)) for line in ("31", "32") for system in ("refA", "X")
    }
    outcome = bakeoff("human", "analyse", "export.csv", "--batches", "batches.json.gz", "--format", "json")
    assert [(each["name"], each["score"], each["segments"]) for each in outcome.json["rankings"][0]["systems"]] == [
        ("refA", 80.0, 2),
        ("X", 40.0, 2),
    ]
    wrong = bakeoff("human", "analyse", "w.csv", "--batches", "batches.json.gz")
    assert wrong.err.startswith("bakeoff: w.csv, line 2: expected an answer from Appraise, found ranking.")


def test_a_prior_helps_where_a_system_always_won(bakeoff: Callable[..., Any]) -> None:
    rows = "".join(f"cs,en,{number},ann,a,b,1,2\n" for number in range(9))
    Path("won.csv").write_text(HEADER + rows, encoding="utf-8")
    call = ("human", "analyse", "won.csv", "--score", "bradley-terry", "--samples", 20, "--format", "json")
    assert "Give a prior (--prior 1)" in bakeoff(*call).err
    systems = bakeoff(*call, "--prior", 1).json["rankings"][0]["systems"]
    assert [each["name"] for each in systems] == ["a", "b"]
    assert systems[0]["score"] == pytest.approx(-systems[1]["score"])
    assert systems[0]["score"] > 0


def test_what_fills_a_batch_of_appraise_does_not_change_the_order_of_systems(bakeoff: Callable[..., Any]) -> None:
    """As in WMT 2024: ordinary documents, two of them again, and the beginning of one of another account."""
    rows = [("cnn.1", "a", 60), ("cnn.1", "b", 50), ("cnn.2", "a", 60), ("cnn.2", "b", 50)]
    filling = [("cnn.1#dup", "a", 0), ("cnn.2#dup#dup", "a", 0), ("cnn.3#incomplete", "b", 100)]
    lines = [f"ces01,{s},{n // 2},TGT,eng,ces,{x},{d},False,[],1,2\n" for n, (d, s, x) in enumerate(rows)]
    lines += [f"ces01,{s},{n},TGT,eng,ces,{x},{d},False,[],3,4\n" for n, (d, s, x) in enumerate(filling)]
    Path("export.csv").write_text("".join(lines), encoding="utf-8")
    (usual,) = bakeoff("human", "analyse", "export.csv", "--format", "json").json["rankings"]
    assert [(each["name"], each["score"]) for each in usual["systems"]] == [("a", 60), ("b", 50)]
    assert usual["repeats_left_out"] == 3
    (counted,) = bakeoff("human", "analyse", "export.csv", "--repeats", "scores", "--format", "json").json["rankings"]
    assert [each["name"] for each in counted["systems"]] == ["b", "a"]


def test_mqm_of_appraise_is_ranked_by_what_its_errors_cost(bakeoff: Callable[..., Any]) -> None:
    def row(system: str, item: int, errors: list[tuple[str, list[str]]]) -> str:
        spans = [{"start_i": 0, "end_i": 3, "severity": s, "error_type": kind} for s, kind in errors]
        cell = json.dumps(spans).replace('"', '""')
        return f'deu01,{system},{item},TGT,eng,deu,0,cnn.15,False,"{cell}",{item},{item + 1}\n'

    minor, major = ("minor", ["Style", "Awkward style"]), ("major", ["Accuracy", "Omission"])
    rows = [row("A", 1, []), row("A", 2, [minor]), row("B", 1, [major, minor]), row("B", 2, [major])]
    Path("mqm.csv").write_text("".join(rows), encoding="utf-8")
    for options in ((), ("--protocol", "error_spans")):
        outcome = bakeoff("human", "analyse", "mqm.csv", *options, "--format", "json")
        (ranking,) = outcome.json["rankings"]
        assert (outcome.json["protocol"], outcome.err) == ("error_spans", "")
        assert [(each["name"], each["score"]) for each in ranking["systems"]] == [("A", 0.5), ("B", 5.5)]
    assert bakeoff("convert", "mqm.csv", "mqm.jsonl").code == 0
    assert read_judgments("mqm.jsonl") == read_judgments("mqm.csv")
