"""`bakeoff human` and `simulate`: the contract that scripts of others rely on."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.usefixtures("judgments")
EXAMPLES = ROOT / "examples"


def test_the_same_seed_gives_the_same_judgments(bakeoff: Callable[..., Any]) -> None:
    call = ("simulate", "ranking", "--segments", 60, "--spread", 2)
    outcome = bakeoff(*call)
    assert outcome.out == Path("ranking.jsonl").read_text(encoding="utf-8")
    assert outcome.err == "60 judgments by 6 judges.\n"
    assert bakeoff(*call, "--seed", 2).out != outcome.out
    assert Path("ranking.csv").read_text(encoding="utf-8").splitlines()[:2] == ["system,score", "system1,1.0"]


def test_json_of_an_analysis(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff("human", "analyse", "ranking.jsonl", "--format", "json")
    assert (outcome.code, outcome.err) == (0, "")
    result = outcome.json
    assert (result["protocol"], result["score"], result["with_everyone"]) == ("ranking", "better", None)
    (ranking,) = result["rankings"]
    assert ranking["group"] == {"language_pair": "xx-yy", "test_set": "simulated"}
    assert [system["name"] for system in ranking["systems"]] == [f"system{n}" for n in range(1, 6)]
    first = ranking["systems"][0]
    assert first["interval"][0] < first["score"] < first["interval"][1]
    assert first["rank"] == [1, 1]
    assert len(ranking["pairs"]) == 10
    pair = ranking["pairs"][0]
    figures = {"a_better", "a_better_interval", "b_better", "b_better_interval"}
    assert {"a", "b", *figures, "p", "p_corrected", "significant", "mark"} == set(pair)
    assert pair["a_better_interval"][0] < pair["a_better"] < pair["a_better_interval"][1]
    assert first["better_or_equal_interval"][0] < first["better_or_equal"] < first["better_or_equal_interval"][1]
    assert sum(map(len, ranking["clusters"])) == 5
    assert len(result["judges"]) == 6


def test_tables_for_people_name_tests_corrections_and_marks(bakeoff: Callable[..., Any]) -> None:
    text = bakeoff("human", "analyse", "ranking.jsonl", "--test", "sign", "--correct", "bh").out
    assert "Ranking: xx-yy, simulated" in text
    assert "sign test over segments, two-sided, Benjamini and Hochberg's correction, p ≤ 0.05" in text
    assert "† p ≤ 0.10, ‡ p ≤ 0.05, ★ p ≤ 0.01." in text
    assert "a line where every system above beats every system below" in text
    assert "as WMT drew it" in bakeoff("human", "analyse", "ranking.jsonl", "--clusters", "wmt").out


def test_rankings_show_how_many_systems_each_beats(bakeoff: Callable[..., Any]) -> None:
    """WINS in WMT's files of clusters."""
    call = ("human", "analyse", "ranking.jsonl", "--trials", 200, "--samples", 50)
    systems = bakeoff(*call, "--format", "json").json["rankings"][0]["systems"]
    text = bakeoff(*call, "--table", "ranking", "--format", "tsv").out
    header, *rows = [line.split("\t") for line in text.splitlines()]
    assert [int(row[header.index("beats")]) for row in rows] == [each["beats"] for each in systems]
    assert systems[0]["beats"] > systems[-1]["beats"] == 0
    assert "Beats: number of systems that it is significantly better than (WINS in WMT's files)." in bakeoff(*call).out


def test_trueskill_without_resampling_says_what_its_ranges_leave_out(bakeoff: Callable[..., Any]) -> None:
    call = ("human", "analyse", "ranking.jsonl", "--trials", 200, "--samples", 50, "--table", "ranking")
    text = bakeoff(*call, "--score", "trueskill-wmt15").out
    assert "TrueSkill without resampling" in text
    assert "Every run of TrueSkill takes all comparisons, as WMT 2015 published" in text
    assert "Intervals" not in text
    assert "Every run" not in bakeoff(*call, "--score", "trueskill").out


def test_p_values_of_grades_are_two_sided_unless_asked_otherwise(bakeoff: Callable[..., Any]) -> None:
    usual, one, wmt = (
        bakeoff("human", "analyse", "direct.jsonl", "--format", "json", *options).json["rankings"][0]
        for options in ((), ("--one-sided",), ("--test", "rank-sum-wmt"))
    )
    assert (usual["sides"], one["sides"], wmt["sides"]) == ("two-sided", "one-sided", "one-sided")
    assert [each["p"] for each in usual["pairs"]] == pytest.approx([2 * each["p"] for each in one["pairs"]], rel=0.02)
    assert [each["p"] for each in wmt["pairs"]] == [each["p"] for each in one["pairs"]]
    assert "Wilcoxon's rank-sum test over segments, two-sided, Holm" in bakeoff("human", "analyse", "direct.jsonl").out
    text = bakeoff("human", "analyse", "direct.jsonl", "--test", "rank-sum-wmt").out
    assert "Wilcoxon's rank-sum test over segments as WMT published it, one-sided, Holm" in text


def test_the_sign_test_of_single_judgments_is_named_and_warned_of(bakeoff: Callable[..., Any]) -> None:
    call = ("human", "analyse", "pairs.jsonl", "--single", "--test")
    text = bakeoff(*call, "sign-w08").out
    assert "sign test over single judgments as in W08, two-sided" in text
    assert "Warning: several judgments of one segment are not independent." in text
    (ranking,) = bakeoff(*call, "sign-w08", "--format", "json").json["rankings"]
    assert [each[:45] for each in ranking["warnings"]] == ["Several judgments of one segment are not indep"[:45]]
    for test in ("sign", "randomization"):
        assert "Warning" not in bakeoff(*call, test).out


def test_the_sign_test_of_single_judgments_needs_no_warning_where_segments_have_one_each(
    bakeoff: Callable[..., Any],
) -> None:
    assert "Warning" not in bakeoff("human", "analyse", "ranking.jsonl", "--test", "sign-w08").out


def test_the_unit_is_an_option(bakeoff: Callable[..., Any]) -> None:
    rows = map(json.loads, Path("direct.jsonl").read_text(encoding="utf-8").splitlines())
    named = [json.dumps({**row, "document_id": f"document{int(row['segment_id']) // 6}"}) for row in rows]
    Path("documents.jsonl").write_text("\n".join(named) + "\n", encoding="utf-8")
    for option, unit, test in ((), "segment", "rank-sum"), (("--unit", "document"), "document", "randomization"):
        outcome = bakeoff("human", "analyse", "documents.jsonl", "--format", "json", *option)
        assert [(each["unit"], each["test"]) for each in outcome.json["rankings"]] == [(unit, test)]
    text = bakeoff("human", "analyse", "documents.jsonl", "--unit", "judge", "--table", "ranking").out
    assert "approximate randomisation over judges, two-sided" in text
    assert "of all samples of judges" in text


def test_a_unit_that_judgments_do_not_have_is_refused(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff("human", "analyse", "direct.jsonl", "--unit", "document")
    assert (outcome.code, outcome.out) == (2, "")
    assert "expected documents of several segments, found none in these judgments" in outcome.err


def test_comparisons_have_no_one_sided_tests(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff("human", "analyse", "ranking.jsonl", "--one-sided")
    assert (outcome.code, outcome.out) == (2, "")
    assert "one-sided tests are for grades" in outcome.err


def test_one_table_for_programs(bakeoff: Callable[..., Any]) -> None:
    rows = list(csv.DictReader(io.StringIO(bakeoff("human", "analyse", "direct.jsonl", "--format", "csv").out)))
    assert rows[0]["system"] == "system1"
    assert float(rows[0]["interval low"]) < float(rows[0]["mean z"]) < float(rows[0]["interval high"])
    pairs = bakeoff("human", "analyse", "direct.jsonl", "--table", "pairs", "--format", "tsv").out.splitlines()
    assert len(pairs) == 11
    twice = bakeoff("human", "analyse", "direct.jsonl", "--table", "pairs", "--table", "ranking", "--format", "tsv")
    assert twice.code == 2


def test_frauds_are_left_out_with_their_reasons(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff("human", "analyse", "direct.jsonl", "--exclude", "speed", "--exclude", "random:level=0.01",
                      "--format", "json")  # fmt: skip
    assert "Left out: judge6." in outcome.err
    excluded = [judge for judge in outcome.json["judges"] if judge["excluded"]]
    assert [judge["judge"] for judge in excluded] == ["judge6"]
    assert [reason["rule"] for reason in excluded[0]["reasons"]] == ["speed", "random"]
    assert outcome.json["with_everyone"][0]["judges"] == 6
    assert outcome.json["rankings"][0]["judges"] == 5


def test_figures_are_drawn_without_style_and_the_same_each_time(bakeoff: Callable[..., Any]) -> None:
    for folder in ("one", "two"):
        assert bakeoff("human", "analyse", "direct.jsonl", "--svg", folder).code == 0
    names = sorted(path.name for path in Path("one").iterdir())
    assert names == ["agreement.svg", "head-to-head-xx-yy-simulated.svg", "times.svg"]
    for name in names:
        text = (Path("one") / name).read_text(encoding="utf-8")
        assert text == (Path("two") / name).read_text(encoding="utf-8")
        root = ElementTree.fromstring(text)
        assert not any("style" in element.attrib or element.tag.endswith("style") for element in root.iter())
    heat = ElementTree.parse(Path("one") / "head-to-head-xx-yy-simulated.svg").getroot()
    assert sum(element.get("class") == "head-to-head-cell" for element in heat.iter()) == 25


def test_mistakes_are_all_named_and_nothing_is_printed(bakeoff: Callable[..., Any]) -> None:
    lines = Path("direct.jsonl").read_text(encoding="utf-8").splitlines()
    for number in (3, 7):
        row = json.loads(lines[number]) | {"answer": 200}
        lines[number] = json.dumps(row)
    Path("bad.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    outcome = bakeoff("human", "analyse", "bad.jsonl")
    assert (outcome.code, outcome.out) == (2, "")
    assert "bad.jsonl, line 4: expected a number from 0 to 100, found 200." in outcome.err
    assert "bad.jsonl, line 8:" in outcome.err


def test_figures_of_judges_and_times_have_intervals(bakeoff: Callable[..., Any]) -> None:
    result = bakeoff("human", "analyse", "direct.jsonl", "--format", "json").json
    around = result["inconsistency_interval"]
    assert around[0] < result["inconsistency"] < around[1]
    for judge in result["judges"]:
        for name in ("median_seconds", "inconsistency"):
            assert judge[f"{name}_interval"][0] <= judge[name] <= judge[f"{name}_interval"][1]
    times = result["times"]
    assert times["mean_interval"][0] < times["mean"] < times["mean_interval"][1]
    assert times["median_interval"][0] <= times["quantiles"][2] <= times["median_interval"][1]
    system = result["rankings"][0]["systems"][0]
    assert system["raw_mean_interval"][0] < system["raw_mean"] < system["raw_mean_interval"][1]
    pair = result["rankings"][0]["pairs"][0]
    assert pair["difference_interval"][0] < pair["difference"] < pair["difference_interval"][1]
    bare = bakeoff("human", "analyse", "direct.jsonl", "--interval", "none", "--format", "json").json
    assert bare["rankings"][0]["systems"][0]["interval"] is None
    assert bare["rankings"][0]["pairs"][0]["difference_interval"] is None
    assert bare["rankings"][0]["agreement"][0]["interval"] is None


def test_kinds_of_judgment_against_each_other(bakeoff: Callable[..., Any]) -> None:
    call = ("human", "correlate", "ranking.jsonl", "direct.jsonl", "pairs.jsonl")
    result = bakeoff(*call, "--format", "json").json
    assert (result["coefficient"], [kind["name"] for kind in result["kinds"]]) == (
        "spearman", ["ranking", "direct", "pairwise"],
    )  # fmt: skip
    assert [(row["a"], row["b"]) for row in result["correlations"]] == [
        ("ranking", "direct"), ("ranking", "pairwise"), ("direct", "pairwise"),
    ]  # fmt: skip
    first, second, _ = result["correlations"]
    assert first["group"] == {"language_pair": "xx-yy", "test_set": "simulated"}
    assert first["value"] > 0.8
    assert (len(first["systems"]), second["left_out"]) == (5, ["system5"])
    text = bakeoff(*call, "--coefficient", "kendall").out
    assert "kendall" in text
    assert "Ranked by: ranking: better; direct: mean; pairwise: wins." in text
    same = bakeoff("human", "correlate", "one=ranking.jsonl", "two=ranking.jsonl", "--score", "two=wins", "--format",
                   "json").json  # fmt: skip
    assert [kind["score"] for kind in same["kinds"]] == ["better", "wins"]
    for wrong, sentence in (
        (("ranking.jsonl",), "expected two kinds of judgment or more, found ranking"),
        (("ranking.jsonl", "pairs.jsonl", "--score", "x=wins"), "a score is written KIND=NAME"),
        (("ranking.jsonl", "ranking=pairs.jsonl"), "two kinds are called ranking"),
        (("ranking.jsonl", "ranking.jsonl", "pairs.jsonl"), "each judgment once"),
        (("-", "a=-"), "standard input can be read only once"),
    ):
        refused = bakeoff("human", "correlate", *wrong)
        assert refused.code == 2
        assert sentence in refused.err


def test_answers_count_for_identical_outputs_where_the_rulebook_says_so(bakeoff: Callable[..., Any]) -> None:
    row = {"judgment_id": "1", "protocol": "ranking", "judge": "ann", "segment_id": "1", "systems": ["aster", "basalt"],
           "answer": [1, 2]}  # fmt: skip
    Path("one.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    run = ("--run", EXAMPLES / "runs" / "aster.xml")
    assert (
        "does not let answers hold for identical ones"
        in bakeoff("human", "analyse", "one.jsonl", "--rules", "wmt2008", "--evaluation", "ranking", *run).err
    )
