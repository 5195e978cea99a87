"""`bakeoff correlate`: the contract that scripts of others rely on."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import scipy.stats

METRIC = "system\tscore\nA\t30\nB\t28\nC\t25\nD\t27\nE\t20\n"
HUMAN = "system\tscore\nE\t1.5\nD\t3\nC\t2.5\nB\t3.5\nA\t3.2\n"


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("metric.tsv").write_text(METRIC, encoding="utf-8")
    Path("human.tsv").write_text(HUMAN, encoding="utf-8")
    rows = [(system, segment) for system in "ABCDE" for segment in (1, 2)]
    for name, base in (("segments.tsv", METRIC), ("judgments.tsv", HUMAN)):
        scores = dict(line.split("\t") for line in base.splitlines()[1:])
        lines = [f"{system}\t{segment}\t{float(scores[system]) + (segment - 1.5)}" for system, segment in rows]
        Path(name).write_text("\n".join(["system\tsegment\tscore", *lines, ""]), encoding="utf-8")
    return tmp_path


def test_json_is_one_object_for_pearson_of_systems(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff("correlate", "metric.tsv", "human.tsv", "--format", "json")
    assert (outcome.code, outcome.err) == (0, "")
    result = outcome.json
    assert list(result) == ["level", "coefficient", "value", "interval", "n", "p", "confidence", "method"]
    assert (result["level"], result["coefficient"], result["n"], result["method"]) == ("system", "pearson", 5, "fisher")
    # scipy.stats.pearsonr (1.17.1) and its confidence_interval()
    assert result["value"] == pytest.approx(0.9475545334476697, rel=1e-12)
    assert result["p"] == pytest.approx(0.014303735449459027, rel=1e-12)
    assert result["interval"] == pytest.approx([0.39808741949873977, 0.9966369241867413], rel=1e-12)


def test_several_coefficients_give_a_list(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff(
        "correlate", "metric.tsv", "human.tsv", "--coefficient", "spearman", "--coefficient", "kendall",
        "--format", "json", "--samples", 50, "--seed", 7,
    )  # fmt: skip
    spearman, kendall = outcome.json
    assert (spearman["coefficient"], spearman["value"]) == ("spearman", pytest.approx(0.9))
    assert (kendall["coefficient"], kendall["value"]) == ("kendall", pytest.approx(0.8))
    assert (kendall["method"], kendall["samples"], kendall["seed"]) == ("bootstrap", 50, 7)


def test_text_is_a_table_with_the_interval(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff("correlate", "metric.tsv", "human.tsv")
    assert outcome.out == (
        "metric.tsv and human.tsv: system level, 5 systems\n"
        "coefficient  value  interval             p  n\n"
        "pearson      0.948  [0.398, 0.997]  0.0143  5\n"
        "\n"
        "pearson: 95 % interval by Fisher's transformation.\n"
    )


def test_tables_for_programs_hold_results_only(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff("correlate", "metric.tsv", "human.tsv", "--interval", "none", "--format", "csv")
    head, row = outcome.out.splitlines()
    assert head == "coefficient,value,p,n"
    assert row.startswith("pearson,0.947554533447")


@pytest.mark.parametrize(("output_format", "mark"), [("markdown", "| pearson | 0.948 |"), ("latex", "pearson & 0.948")])
def test_tables_for_papers(bakeoff: Callable[..., Any], output_format: str, mark: str) -> None:
    assert mark in bakeoff("correlate", "metric.tsv", "human.tsv", "--format", output_format).out


def test_segments_are_averaged_at_system_level_and_it_is_said(bakeoff: Callable[..., Any]) -> None:
    whole = bakeoff("correlate", "metric.tsv", "human.tsv", "--format", "json").json
    outcome = bakeoff("correlate", "segments.tsv", "human.tsv", "--format", "json")
    assert outcome.json == whole
    assert outcome.err == "segments.tsv: the score of a system is the mean of its segment scores, 2 for each.\n"


def test_segment_level_pairs_segments_of_systems(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff("correlate", "segments.tsv", "judgments.tsv", "--level", "segment", "--format", "json")
    assert (outcome.json["level"], outcome.json["n"], outcome.err) == ("segment", 10, "")


def test_gzipped_files_and_standard_input(bakeoff: Callable[..., Any]) -> None:
    Path("metric.gz").write_bytes(gzip.compress(METRIC.encode()))
    plain = bakeoff("correlate", "metric.tsv", "human.tsv", "--format", "json").json
    assert bakeoff("correlate", "metric.gz", "human.tsv", "--format", "json").json == plain
    command = [sys.executable, "-m", "bakeoff", "correlate", "-", "human.tsv", "--format", "json"]
    piped = subprocess.run(command, input=METRIC.encode(), capture_output=True, check=True).stdout
    assert json.loads(piped) == plain


def test_tables_of_bakeoff_score_are_score_files(bakeoff: Callable[..., Any]) -> None:
    examples = Path(__file__).parents[3] / "examples"
    runs = sorted((examples / "runs").glob("*.xml"))
    human = "".join(f"{run.stem}\t{score}\n" for score, run in enumerate(runs))
    Path("human.tsv").write_text(f"system\tscore\n{human}", encoding="utf-8")
    score = ("score", *runs, "-r", examples / "references.xml", "--metrics", "chrf", "--format")
    Path("chrf.tsv").write_text(bakeoff(*score, "tsv").out, encoding="utf-8")
    Path("segments.tsv").write_text(bakeoff(*score, "tsv", "--segments").out, encoding="utf-8")
    outcome = bakeoff("correlate", "chrf.tsv", "human.tsv", "--format", "json")
    assert outcome.json["n"] == len(runs)
    assert outcome.err == "chrf.tsv: the scores are those of the column chrf.\n"
    again = bakeoff("correlate", "segments.tsv", "segments.tsv", "--level", "segment", "--format", "json")
    assert (again.json["value"], again.json["n"]) == (1, len(runs) * 40)


def test_a_column_can_be_chosen_on_each_side(bakeoff: Callable[..., Any]) -> None:
    Path("both.tsv").write_text(
        "system\tbleu\tadequacy\nA\t3\t1\nB\t2\t2\nC\t1\t3\nD\t0\t4\n",
        encoding="utf-8",
    )
    outcome = bakeoff(
        "correlate", "both.tsv", "both.tsv", "--metric-column", "bleu", "--human-column", "adequacy", "--format", "json"
    )
    assert outcome.json["value"] == -1


def test_systems_of_one_file_only_are_left_out_on_request(bakeoff: Callable[..., Any]) -> None:
    Path("more.tsv").write_text(f"{HUMAN}F\t1\n", encoding="utf-8")
    outcome = bakeoff("correlate", "metric.tsv", "more.tsv", "--intersect", "--format", "json")
    assert outcome.json["n"] == 5
    assert outcome.err == "Left out: F only in more.tsv.\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("metric.tsv", "more.tsv"), "expected the same systems in both files, found F only in more.tsv."),
        (("metric.tsv", "few.tsv", "--intersect"), "expected at least 3 systems in both files, found 2."),
        (("metric.tsv", "nan.tsv"), "nan.tsv, line 2: expected a number in the column score, found 'nan'."),
        (("metric.tsv", "same.tsv"), "same.tsv: expected scores that differ, found 1 for all 5 systems."),
        (("metric.tsv", "empty.tsv"), "empty.tsv, line 1: expected a header row with the columns system and score"),
        (("metric.tsv", "none.tsv"), "none.tsv: expected a file that can be read, found no such file."),
        (("metric.tsv", "human.tsv", "--level", "segment"), "metric.tsv: expected a column segment"),
        (("metric.tsv", "human.tsv", "--human-column", "z"), "human.tsv, line 1: expected a header row with the col"),
        (("metric.tsv", "human.tsv", "--coefficient", "phi"), "--coefficient"),
        (("metric.tsv", "human.tsv", "--confidence", "95"), "--confidence"),
        (("metric.tsv", "human.tsv", "--samples", "0"), "--samples"),
        (("-", "-"), "standard input can be read only once"),
        (("metric.tsv",), "HUMAN"),
    ],
)
def test_a_mistake_gets_one_sentence_and_code_2(
    bakeoff: Callable[..., Any], arguments: tuple[str, ...], sentence: str
) -> None:
    Path("more.tsv").write_text(f"{HUMAN}F\t1\n", encoding="utf-8")
    Path("few.tsv").write_text("system\tscore\nA\t1\nB\t2\n", encoding="utf-8")
    Path("nan.tsv").write_text("system\tscore\nA\tnan\n", encoding="utf-8")
    Path("same.tsv").write_text("system\tscore\n" + "".join(f"{s}\t1\n" for s in "ABCDE"), encoding="utf-8")
    Path("empty.tsv").write_text("", encoding="utf-8")
    outcome = bakeoff("correlate", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("bakeoff: ")
    assert sentence in outcome.err
    assert outcome.err.count("\n") == 1


def test_files_of_mt_metrics_eval_need_no_header(bakeoff: Callable[..., Any]) -> None:
    Path("bleu.seg.score").write_text("".join(f"{s}\t{n}\n" for s in "AB" for n in (1, 2, 4)), encoding="utf-8")
    Path("mqm.seg.score").write_text("A\t-3\nA\tNone\nA\t-1\nB\t-2\nB\t-1\nB\t0\n", encoding="utf-8")
    outcome = bakeoff("correlate", "bleu.seg.score", "mqm.seg.score", "--level", "segment", "--format", "json")
    assert (outcome.code, outcome.json["n"]) == (0, 5)
    assert outcome.json["value"] == pytest.approx(scipy.stats.pearsonr([1, 4, 1, 2, 4], [-3, -1, -2, -1, 0]).statistic)
    assert outcome.err == (
        "mqm.seg.score: 1 of 6 items have no score (None) and are left out.\n"
        "5 segments of systems are in both files, of 6 in bleu.seg.score and 5 in mqm.seg.score; "
        "the others are left out.\n"
    )


def test_a_metric_without_a_score_of_what_people_scored_is_refused(bakeoff: Callable[..., Any]) -> None:
    Path("human.seg.score").write_text("".join(f"{s}\t{n}\n" for s in "AB" for n in (1, 2, 4)), encoding="utf-8")
    Path("metric.seg.score").write_text("A\t3\nA\tNone\nA\t1\nB\t2\nB\t1\nB\tNone\n", encoding="utf-8")
    for level in ("segment", "system"):
        outcome = bakeoff("correlate", "metric.seg.score", "human.seg.score", "--level", level)
        assert (outcome.code, outcome.err) == (
            2,
            "bakeoff: metric.seg.score, line 2, segment 2: expected a score of the metric for all that people scored, "
            "found None for A and 1 more. Score it, or leave out what one file lacks (--intersect).\n",
        )
    call = ("correlate", "metric.seg.score", "human.seg.score", "--level", "segment", "--intersect", "--format", "json")
    assert bakeoff(*call).json["n"] == 4


def test_rows_of_the_metrics_task_are_chosen(bakeoff: Callable[..., Any]) -> None:
    rows = [
        f"{metric}\t{pair}\tnewstest2020\tnewstest2020\t{system}\t{score + factor}\n"
        for metric in ("chrF", "TER")
        for pair, factor in (("zh-en", 0), ("de-en", 50))
        for system, score in zip("ABCDE", (30, 28, 25, 27, 20), strict=True)
    ]
    Path("all.sys.score").write_text("".join(rows), encoding="utf-8")
    outcome = bakeoff("correlate", "all.sys.score", "human.tsv", "--format", "json")
    assert outcome.err.startswith("bakeoff: all.sys.score, line 6: expected one score of system A, found another in")
    assert "--metric-where, --human-where or --scores-where language_pair=zh-en" in outcome.err
    usual = bakeoff("correlate", "metric.tsv", "human.tsv", "--format", "json").json
    chosen = ("--metric-where", "language_pair=zh-en", "--metric-where", "metric=chrF")
    assert bakeoff("correlate", "all.sys.score", "human.tsv", *chosen, "--format", "json").json == usual
    named = (*chosen[:2], "--metric-column", "chrF", "--format", "json")
    assert bakeoff("correlate", "all.sys.score", "human.tsv", *named).json == usual
    swapped = ("--human-where", "language_pair=zh-en", "--human-where", "metric=TER", "--format", "json")
    assert bakeoff("correlate", "human.tsv", "all.sys.score", *swapped).json["value"] == pytest.approx(usual["value"])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--metric-where", "zh-en"), "--metric-where zh-en: expected COLUMN=VALUE, found 'zh-en'."),
        (("--human-where", "a="), "--human-where a=: expected COLUMN=VALUE, found 'a='."),
        (("--human-where", "a=1", "--human-where", "a=2"), "--human-where: a has one value; found '1' and '2'."),
        (("--metric-where", "domain=news"), "metric.tsv, line 1: expected a column domain, found system, score."),
    ],
)
def test_a_choice_that_cannot_be_is_explained(bakeoff: Callable[..., Any], options: tuple[str, ...], said: str) -> None:
    outcome = bakeoff("correlate", "metric.tsv", "human.tsv", *options)
    assert (outcome.code, outcome.err) == (2, f"bakeoff: {said}\n")
