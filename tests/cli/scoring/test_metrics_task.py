"""`bakeoff metrics-task`, as organisers of a metrics task call it."""

from __future__ import annotations

import csv
import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bakeoff.formats.judgments import write_judgments
from tests.human_eval.judgments import ranking

SYSTEMS = ("A", "B", "C", "D", "refA")
GRADES = {"A": (90, 80, 70), "B": (70, 60, 80), "C": (50, 60, 40), "D": (30, 20, 10), "refA": (95, 99, 90)}


def score_lines(scale: float) -> str:
    """A metric that says what people say, but ties the first segment of B and C."""
    rows = [(system, segment, scale * grade) for system, own in GRADES.items() for segment, grade in enumerate(own, 1)]
    rows = [(s, g, scale * 60 if (s, g) in (("B", 1), ("C", 1)) else score) for s, g, score in rows]
    return "".join(["system\tsegment\tscore\n", *(f"{s}\t{g}\t{score!r}\n" for s, g, score in rows)])


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    people = [f"{s}\t{g}\t{grade}" for s, own in GRADES.items() for g, grade in enumerate(own, 1)]
    Path("people.tsv").write_text("\n".join(["system\tsegment\tscore", *people, ""]), encoding="utf-8")
    Path("good.tsv").write_text(score_lines(0.01), encoding="utf-8")
    Path("errors.tsv").write_text(score_lines(-1), encoding="utf-8")
    return tmp_path


def test_metrics_are_ranked_against_people(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff(
        "metrics-task", "people.tsv", "--scores", "good.tsv", "ter:lower=errors.tsv", "raw=errors.tsv",
        "--measures", "acc-t pearson consistency", "--format", "json",
    )  # fmt: skip
    assert outcome.code == 0, outcome.err
    assert "left out as translations by people: refA" in outcome.err
    (found,) = outcome.json["sets"]
    assert (found["systems"], found["segments"], found["kind"]) == (["A", "B", "C", "D"], 3, "people")
    assert [row["metric"] for row in found["metrics"]] == ["good", "ter", "raw"]
    good, ter, raw = (row["measures"] for row in found["metrics"])
    # Of 18 pairs people tie one; the metric ties one that people do not.
    assert good["acc-t"] == {"value": 17 / 18, "groups": 3, "all_groups": 3, "right": 17, "pairs": 18, "threshold": 0.0}
    assert ter["acc-t"]["right"] == 17
    assert raw["pearson"]["value"] == pytest.approx(-good["pearson"]["value"])
    assert good["consistency"]["value"] == pytest.approx((5 / 6 + 1 + 1) / 3)


def test_tables_show_clusters_and_tests(bakeoff: Callable[..., Any]) -> None:
    call = ("metrics-task", "people.tsv", "--scores", "good.tsv", "raw=errors.tsv", "--compare", "segment-pearson")
    outcome = bakeoff(*call, "--measures", "segment-pearson", "--correct", "holm")
    assert outcome.out.splitlines()[:2] == [
        "people: 4 systems, 3 segments",
        "metric  cluster  segments: Pearson",
    ]
    assert "PERM-BOTH), 1,000 random trials, one-sided p ≤ 0.05, corrected by holm. This test takes" in outcome.out
    assert "takes errors" not in bakeoff(*call[:-1], "acc-t", "--measures", "acc-t").out
    pairs = list(csv.DictReader(bakeoff(*call, "--table", "tests", "--format", "csv").out.splitlines()))
    assert [(row["first"], row["second"]) for row in pairs] == [("good", "raw")]
    markdown = bakeoff(*call, "--format", "markdown", "--interval", "both", "--samples", "20")
    assert "| good |" in markdown.out


def test_outliers_by_rule_and_by_name(bakeoff: Callable[..., Any]) -> None:
    call = (
        "metrics-task",
        "people.tsv",
        "--scores",
        "good.tsv",
        "--measures",
        "pearson",
        "--format",
        "csv",
        "--outliers",
    )
    rows = list(csv.DictReader(bakeoff(*call, "D").out.splitlines()))
    assert [(row["subset"], row["systems"]) for row in rows] == [("", "4"), ("without outliers", "3")]
    unknown = bakeoff(*call, "E")
    assert (unknown.code, "A, B, C, D, found E" in unknown.err) == (2, True)
    assert bakeoff(*call, "rule").code == 0


def test_mistakes_say_what_to_do(bakeoff: Callable[..., Any]) -> None:
    lines = score_lines(1).splitlines()
    Path("short.tsv").write_text("\n".join([*lines[:5], *lines[6:], ""]), encoding="utf-8")
    short = bakeoff("metrics-task", "people.tsv", "--scores", "short.tsv")
    assert short.code == 2
    assert (
        "short.tsv, segment 2: expected a score of short for every output that people scored, found none of B"
        in short.err
    )
    Path("three.tsv").write_text("\n".join(line for line in lines if not line.startswith("D")) + "\n", encoding="utf-8")
    assert "found none of D" in bakeoff("metrics-task", "people.tsv", "--scores", "three.tsv").err
    twice = bakeoff("metrics-task", "people.tsv", "--scores", "good.tsv", "good=errors.tsv")
    assert (twice.code, "name of its own" in twice.err) == (2, True)
    assert (
        "there is no measure 'acct'"
        in bakeoff("metrics-task", "people.tsv", "--scores", "good.tsv", "--measures", "acct").err
    )
    assert "no metrics of" in bakeoff("metrics-task", "people.tsv").err
    assert "name the metrics by --metrics" in bakeoff("metrics-task", "people.tsv", "--run", "x").err
    assert bakeoff("metrics-task", "absent.tsv", "--scores", "good.tsv").code == 2


def test_our_own_metrics_are_computed_on_the_spot(bakeoff: Callable[..., Any]) -> None:
    reference = ["the cat sat on the mat", "a dog ran home", "birds fly in the sky"]
    outputs = {"A": reference, "B": ["the cat sat", "a dog ran home", "birds fly"], "C": ["cat mat", "dog", "sky is"]}
    outputs["D"] = ["x", "y", "z"]
    for name, lines in outputs.items():
        Path(f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    Path("reference.txt").write_text("\n".join(reference) + "\n", encoding="utf-8")
    outcome = bakeoff(
        "metrics-task", "people.tsv", "--metrics", "chrf ter", "--run", "A.txt", "B.txt", "C.txt", "D.txt",
        "-r", "reference.txt", "--measures", "spearman segment-pearson-item", "--format", "json",
    )  # fmt: skip
    assert outcome.code == 0, outcome.err
    found = {row["metric"]: row["measures"] for row in outcome.json["sets"][0]["metrics"]}
    assert found["chrf"]["spearman"]["value"] == found["ter"]["spearman"]["value"] == 1


def mtme_folder(folder: Path) -> None:
    """Two language pairs as mt-metrics-eval lays them out, two domains each."""
    for pair in ("de-en", "en-de"):
        for place, suffix in ((f"human-scores/{pair}.mqm", "seg"), (f"metric-scores/{pair}/good-refA", "seg")):
            path = folder / f"{place}.{suffix}.score"
            path.parent.mkdir(parents=True, exist_ok=True)
            rows = [f"{s}\t{grade if 'mqm' in place else grade / 7}" for s, own in GRADES.items() for grade in own]
            path.write_text("\n".join([*rows, ""]), encoding="utf-8")
        (folder / "documents").mkdir(exist_ok=True)
        (folder / "documents" / f"{pair}.docs").write_text("news\td1\nnews\td1\nchat\td2\n", encoding="utf-8")


def test_a_folder_of_mt_metrics_eval_is_read_as_it_is(bakeoff: Callable[..., Any]) -> None:
    mtme_folder(Path("wmt"))
    outcome = bakeoff("metrics-task", "wmt", "--by", "domain", "--measures", "pearson accuracy", "--format", "json")
    assert outcome.code == 0, outcome.err
    sets = [(own["language_pair"], own["kind"], own["subset"], own["segments"]) for own in outcome.json["sets"]]
    assert sets[:3] == [("de-en", "mqm", "", 3), ("de-en", "mqm", "news", 2), ("de-en", "mqm", "chat", 1)]
    assert outcome.json["sets"][0]["metrics"][0]["reference"] == "refA"
    averages = [(each["direction"], each["subset"]) for each in outcome.json["averages"]]
    assert averages == [("all", ""), ("all", "news"), ("all", "chat")]
    assert "no language pair fr-en; it has de-en, en-de" in bakeoff("metrics-task", "wmt", "-l", "fr-en").err


SOURCE = """<srcset setid="s" srclang="de" trglang="en"><doc docid="d" genre="news">
<seg id="1">a</seg><seg id="2">b</seg></doc><doc docid="x" genre="chat"><seg id="3">c</seg></doc></srcset>
"""


def test_groups_of_segments_are_those_of_the_source(bakeoff: Callable[..., Any]) -> None:
    Path("source.xml").write_text(SOURCE, encoding="utf-8")
    call = ("metrics-task", "people.tsv", "--scores", "good.tsv", "--measures", "pearson acc-t", "--by", "genre")
    outcome = bakeoff(*call, "-s", "source.xml", "--format", "json")
    assert outcome.code == 0, outcome.err
    sets = {own["subset"]: own for own in outcome.json["sets"]}
    assert {name: own["segments"] for name, own in sets.items()} == {"": 3, "genre=news": 2, "genre=chat": 1}
    # Of the first segment the metric ties B and C; the second has no such mistake.
    assert sets["genre=news"]["metrics"][0]["measures"]["acc-t"]["right"] == 11
    assert sets["genre=chat"]["metrics"][0]["measures"]["acc-t"]["right"] == 6
    # A file of these segments alone says the same.
    grades = "".join(f"{name}\t3\t{own[2]}\n" for name, own in GRADES.items())
    Path("people.tsv").write_text(f"system\tsegment\tscore\n{grades}", encoding="utf-8")
    third = [line for line in score_lines(0.01).splitlines() if line.split("\t")[1] in ("segment", "3")]
    Path("good.tsv").write_text("\n".join([*third, ""]), encoding="utf-8")
    alone = bakeoff(*call[:-2], "--format", "json").json["sets"][0]
    assert alone["metrics"][0]["measures"] == sets["genre=chat"]["metrics"][0]["measures"]

    assert "name it by -s" in bakeoff(*call).err
    assert "by 'talk'" in bakeoff(*call[:-1], "talk", "-s", "source.xml").err
    mtme_folder(Path("wmt"))
    assert "knows domains alone" in bakeoff("metrics-task", "wmt", "--by", "genre").err


def test_rankings_rank_systems_again_on_each_group(bakeoff: Callable[..., Any]) -> None:
    Path("source.xml").write_text(SOURCE, encoding="utf-8")
    # On the first two segments A is best, on the third C.
    judged = [
        ranking(f"j{number}", segment, {"A": 3, "B": 2, "C": 1} if segment == "3" else {"A": 1, "B": 2, "C": 3})
        for number in range(2)
        for segment in "123"
    ]
    write_judgments(judged, "rankings.jsonl")
    call = ("metrics-task", "rankings.jsonl", "--scores", "good.tsv", "--measures", "spearman consistency")
    outcome = bakeoff(*call, "--by", "genre", "-s", "source.xml", "--format", "json")
    assert outcome.code == 0, outcome.err
    found = {own["subset"]: own["metrics"][0]["measures"] for own in outcome.json["sets"]}
    # On the first two the metric ties B and C.
    assert found["genre=news"]["spearman"]["value"] == pytest.approx(3**0.5 / 2)
    assert found["genre=chat"]["spearman"]["value"] == pytest.approx(-0.5)
    assert found["genre=news"]["consistency"]["pairs"] + found["genre=chat"]["consistency"]["pairs"] == 18
    assert found[""]["consistency"]["pairs"] == 18


def test_a_file_of_the_metrics_task_holds_many_metrics(bakeoff: Callable[..., Any]) -> None:
    people = ["RAW.SCR Z.SCR N SYS N.ALL", *(f"{80 - n} {1 - n / 10} 9 S{n} 9" for n in range(4))]
    Path("people.csv").write_text("\n".join([*people, ""]), encoding="utf-8")
    rows = [
        f"{m}\tde-en\tset\tref{k}\tS{n}\t{m_sign * n}"
        for m, m_sign in (("x", -1), ("y", 1))
        for k in "AB"
        for n in range(4)
    ]
    with gzip.open("scores.tsv.gz", "wt", encoding="utf-8") as file:
        file.write("\n".join([*rows, ""]))
    call = ("metrics-task", "people.csv", "--scores", "scores.tsv.gz", "-l", "de-en", "--measures", "pearson")
    found = bakeoff(*call, "--scores-where", "reference=refA", "--format", "csv")
    assert [row.split(",")[5] for row in found.out.splitlines()[1:]] == ["x", "y"]
    both = bakeoff(*call)
    assert (both.code, "choose rows by --scores-where" in both.err) == (2, True)


def test_rankings_count_single_comparisons(bakeoff: Callable[..., Any]) -> None:
    judged = [
        ranking(f"j{number % 2}", str(number % 3 + 1), {"A": 1, "B": 2, "C": 3 if number % 3 else 2})
        for number in range(12)
    ]
    write_judgments(judged, "rankings.jsonl")
    outcome = bakeoff(
        "metrics-task", "rankings.jsonl", "--scores", "good.tsv", "--measures", "consistency tau10 pearson",
        "--format", "json",
    )  # fmt: skip
    assert outcome.code == 0, outcome.err
    measures = outcome.json["sets"][0]["metrics"][0]["measures"]
    # 36 pairs; people tie B and C of the first segment, four times. Of the others the metric ties B and C of the second
    # segment and prefers B to A in the third, four times each.
    assert measures["consistency"] == {"value": 24 / 32, "pairs": 36}
    assert measures["tau10"]["value"] == pytest.approx(2 * 24 / 32 - 1)


def test_scores_of_people_are_exported_and_read_back(bakeoff: Callable[..., Any]) -> None:
    assert bakeoff("simulate", "direct", "--systems", 4, "--segments", 12, "-o", "direct.jsonl").code == 0
    outcome = bakeoff(
        "human", "analyse", "direct.jsonl", "--raw", "--export", "scores", "--trials", "9", "--format", "json"
    )
    assert outcome.code == 0, outcome.err
    systems, segments = sorted(Path("human-scores").iterdir(), key=lambda path: path.name, reverse=True)
    assert systems.name.endswith(".direct.systems.tsv")
    means = {name: float(score) for name, score in (line.split("\t") for line in systems.read_text().splitlines()[1:])}
    ranked = {each["name"]: each["score"] for each in outcome.json["rankings"][0]["systems"]}
    assert means == pytest.approx(ranked)
    # People agree with themselves: their own scores as a metric.
    again = bakeoff(
        "metrics-task", "direct.jsonl", "--scores", f"own={segments}", "--measures", "pearson acc-t", "--format", "json"
    )
    assert again.code == 0, again.err
    assert [each["value"] for each in again.json["sets"][0]["metrics"][0]["measures"].values()] == pytest.approx([1, 1])


def test_charts_are_drawn_and_disagreements_listed(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    call = ("metrics-task", "people.tsv", "--scores", "good.tsv", "raw=errors.tsv", "--measures", "pearson acc-t")
    outcome = bakeoff(*call, "--svg", "charts", "--focus", "raw", "--table", "disagreements", "--format", "csv")
    assert outcome.code == 0, outcome.err
    files = sorted(path.name for path in (tmp_path / "charts").iterdir())
    assert files == [
        "metric-against-people-raw-people.svg",
        "metrics-by-metrics-segment-people.svg",
        "metrics-by-metrics-system-people.svg",
    ]
    assert "3 charts are in charts." in outcome.err
    rows = list(csv.DictReader(outcome.out.splitlines()))
    assert [row["metric"] for row in rows] == ["raw"] * 3
    assert (rows[0]["segment"], rows[0]["people prefer"], rows[0]["to"]) == ("3", "B", "D")
    assert float(rows[0]["metric, preferred"]) < float(rows[0]["metric, other"])
    short = bakeoff(*call, "--focus", "raw", "--table", "disagreements", "--format", "csv", "--limit", "1")
    assert len(short.out.splitlines()) == 2
    unknown = bakeoff(*call, "--focus", "god", "--svg", "charts")
    assert (unknown.code, "Did you mean good?" in unknown.err) == (2, True)
    Path("taken").write_text("", encoding="utf-8")
    assert "expected a folder that can be written" in bakeoff(*call, "--svg", "taken").err
