"""`bakeoff compare` as users call it."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT

EXAMPLES = ROOT / "examples"
RUNS = sorted((EXAMPLES / "runs").iterdir())
REFERENCES = ("-r", EXAMPLES / "references.xml")
QUICK = ("--trials", 200, "--samples", 50)


def test_ranking_with_intervals_and_lines_between_clusters(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff("compare", *RUNS, *REFERENCES)
    assert outcome.code == 0
    assert outcome.out.startswith(
        "Scorer: mteval v13a (BLEU). For sacreBLEU's scores: -m bleu@sacrebleu\n"
        "BLEU, case+punc, 40 segments\n"
        "rank  system   BLEU   BLEU interval  better than\n"
        "1     aster   83.83  [78.95, 87.56]  basalt\n"
        "------------------------------------------------\n"
        "2–3   basalt  63.54  [56.35, 69.51]  dune\n"
        "2–4   cedar   55.93  [48.92, 62.74]  ember\n"
        "3–4   dune    48.96  [43.00, 54.24]  ember\n"
        "------------------------------------------------\n"
        "5     ember   13.73  [10.05, 17.09]\n"
        "\n"
        "A line is drawn where every system above is significantly better than every system below.\n"
        "Significant: p ≤ 0.05, corrected by Holm's method.\n"
    )
    assert "test:randomization|trials:10000|seed:12345|unit:segment|correction:holm|level:0.05\n" in outcome.out
    assert outcome.out.endswith(
        "BLEU, case+punc, 40 segments: p-values (corrected by Holm's method)\n"
        "#  system       2       3       4       5\n"
        "1  aster   0.0010  0.0010  0.0010  0.0010\n"
        "-----------------------------------------\n"
        "2  basalt          0.0644  0.0186  0.0010\n"
        "3  cedar                   0.1727  0.0010\n"
        "4  dune                            0.0010\n"
        "-----------------------------------------\n"
        "5  ember\n"
    )


def test_json_is_a_list_with_an_object_for_each_metric(bakeoff: Callable[..., Any]) -> None:
    bleu, ter = bakeoff("compare", *RUNS, *REFERENCES, "--metrics", "bleu ter", *QUICK, "--format", "json").json
    assert (bleu["metric"], bleu["test"], bleu["trials"], bleu["correction"]) == ("bleu", "randomization", 200, "holm")
    assert [system["name"] for system in bleu["systems"]] == ["aster", "basalt", "cedar", "dune", "ember"]
    assert len(bleu["pairs"]) == 10
    assert set(bleu["pairs"][0]) == {"a", "b", "difference", "p", "p_corrected", "significant"}
    assert bleu["pairs"][0]["difference"] > 0 > ter["pairs"][0]["difference"]
    assert [name for cluster in ter["clusters"] for name in cluster] == [s["name"] for s in ter["systems"]]
    low, high = bleu["systems"][0]["interval"]
    assert low < bleu["systems"][0]["value"] < high
    assert bleu["rank_ranges"]["aster"] == [1, 1]
    assert bleu["cluster_rule"] == "strict"


def test_tsv_has_a_row_for_each_pair_and_notes_on_standard_error(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff(
        "compare", *RUNS[:3], *REFERENCES, *QUICK, "--test", "bootstrap", "--by", "genre", "--format", "tsv"
    )
    rows = list(csv.DictReader(io.StringIO(outcome.out), delimiter="\t"))
    assert [row["group"] for row in rows] == ["all"] * 3 + ["genre=nw"] * 3 + ["genre=wb"] * 3
    assert float(rows[0]["interval low"]) < float(rows[0]["difference"]) < float(rows[0]["interval high"])
    assert "test:bootstrap|trials:200" in outcome.err


@pytest.mark.parametrize("output_format", ["markdown", "latex", "csv", "text"])
def test_every_format_shows_the_systems(bakeoff: Callable[..., Any], output_format: str) -> None:
    outcome = bakeoff("compare", *RUNS[:2], *REFERENCES, *QUICK, "--format", output_format)
    assert outcome.code == 0
    assert "aster" in outcome.out
    if output_format == "latex":
        assert outcome.out.count(r"\midrule") == 4


def test_against_a_baseline(bakeoff: Callable[..., Any]) -> None:
    (bleu,) = bakeoff("compare", *RUNS, *REFERENCES, *QUICK, "--baseline", "dune", "--format", "json").json
    assert bleu["baseline"] == "dune"
    assert [(pair["a"], pair["b"]) for pair in bleu["pairs"]] == [
        (name, "dune") for name in ("aster", "basalt", "cedar", "ember")
    ]
    assert "clusters" not in bleu
    text = bakeoff("compare", *RUNS, *REFERENCES, *QUICK, "--baseline", "dune").out
    assert "rank  system   BLEU   BLEU interval  difference" in text
    assert "Differences are from dune.\n" in text


def test_progress_against_the_best_earlier_run(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff(
        "compare", *RUNS[:2], *REFERENCES, "--earlier", *RUNS[2:], *QUICK, "--metrics", "bleu ter", "--format", "json"
    )
    bleu, ter = outcome.json
    assert (bleu["earlier_best"], ter["earlier_best"]) == ("cedar", "dune")
    assert [pair["a"] for pair in bleu["pairs"]] == ["aster", "basalt"]
    text = bakeoff("compare", *RUNS[:2], *REFERENCES, "--earlier", *RUNS[2:], *QUICK).out
    assert "Differences are from cedar, the best of the earlier systems (cedar, dune, ember).\n" in text


def test_an_earlier_run_of_the_same_name_is_distinguished(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff("compare", *RUNS[:2], *REFERENCES, "--earlier", RUNS[0], *QUICK, "--format", "json")
    assert outcome.json[0]["earlier_best"] == "aster (earlier)"
    assert [pair["p"] for pair in outcome.json[0]["pairs"] if pair["a"] == "aster"] == [1.0]


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_equal_systems_differ_in_no_segment_and_the_output_says_so(
    bakeoff: Callable[..., Any], tmp_path: Path, form: str
) -> None:
    for name in ("one.txt", "other.txt", "reference.txt"):
        (tmp_path / name).write_text("a b c\n", encoding="utf-8")
    runs = (tmp_path / "one.txt", tmp_path / "other.txt")
    found = bakeoff("compare", *runs, "-r", tmp_path / "reference.txt", "--segments", "--format", form).out
    assert "Both systems have the same score on every segment. Compare systems whose outputs differ.\n" in found
    assert "first score" not in found


def test_segments_in_which_two_systems_differ(bakeoff: Callable[..., Any]) -> None:
    text = bakeoff("compare", *RUNS[:2], *REFERENCES, "--segments", "--top", 1).out
    assert "aster is better in 29 of 40 segments, basalt in 8; they are equal in 3.\n" in text
    assert "{+Still+}, the {+sunrise at Silbersee+} was" in text
    (found,) = bakeoff("compare", *RUNS[:2], *REFERENCES, "--segments", "--top", 1, "--format", "json").json
    assert (found["a"], found["b"], found["wins"]) == ("aster", "basalt", {"a": 29, "b": 8, "ties": 3})
    assert [len(found[key]) for key in ("a_better", "b_better")] == [1, 1]
    rows = bakeoff("compare", *RUNS[:2], *REFERENCES, "--segments", "--metrics", "bleu ter", "--format", "tsv").out
    assert {line.split("\t")[0] for line in rows.splitlines()} == {"metric", "bleu", "ter"}
    assert "| aster | basalt |" in bakeoff("compare", *RUNS[:2], *REFERENCES, "--segments", "--format", "markdown").out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((RUNS[0], *REFERENCES), "expected at least two systems to compare, found only aster. Name a second run."),
        ((), "no run was named: write the runs before -r, as in bakeoff compare RUN… -r REF…."),
        ((*RUNS[:2],), "no reference was named: give the reference files with -r, or the runs with -i or by a pipe"),
        ((*RUNS[:3], *REFERENCES, "--segments"), "--segments shows where two systems differ: name two runs, not 3."),
        (
            (*RUNS[:2], *REFERENCES, "--baseline", "ember", "--earlier", RUNS[2]),
            "give --baseline or --earlier, not both: each names what the systems are tested against.",
        ),
        (
            (*RUNS[:2], *REFERENCES, "--baseline", "ember"),
            "expected one of the systems aster, basalt, found 'ember'.",
        ),
        ((*RUNS[:2], *REFERENCES, "--level", "5"), "Invalid value for '--level': 5.0 is not in the range 0<x<1."),
        ((RUNS[0], RUNS[0], *REFERENCES), "expected a different name for every system, found '"),
    ],
)
def test_mistakes_give_one_sentence_and_exit_code_2(
    bakeoff: Callable[..., Any], arguments: tuple[str | Path, ...], sentence: str
) -> None:
    outcome = bakeoff("compare", *arguments)
    assert outcome.code == 2
    assert sentence in outcome.err
    assert outcome.err.count("\n") == 1


def test_runs_with_other_segments_are_refused(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "r.txt").write_text("a b\nc d\n")
    (tmp_path / "a.txt").write_text("a b\nc d\n")
    (tmp_path / "b.txt").write_text("a b\n")
    outcome = bakeoff("compare", tmp_path / "a.txt", tmp_path / "b.txt", "-r", tmp_path / "r.txt")
    assert outcome.code == 2
    assert "b.txt (run b): expected 2 segments as in" in outcome.err
