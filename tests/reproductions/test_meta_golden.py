"""Figures that mt-metrics-eval (68a481a) and independent scripts give for the metrics tasks of WMT 2020 and 2023.

The command reads the folder of mt-metrics-eval; its JSON holds every figure. Random figures are within four standard
errors of those that the set's EXPECTED.md states.
"""

from __future__ import annotations

import csv
import math
import re
from pathlib import Path

import pytest

from bakeoff.cli.main import main
from bakeoff.evaluation.metrics_task.inputs import folder_human_scores, folder_metrics
from bakeoff.evaluation.metrics_task.scored_sets import MetricScores, ScoredSet, scored_set
from bakeoff.formats.scores.mtme_folder import list_mtme_folder
from bakeoff.meta_evaluation.comparisons.metric_tests import ComparisonOptions, MetricTest, MetricTests, compare_metrics
from bakeoff.meta_evaluation.measures import Settings, find_measure
from bakeoff.meta_evaluation.pair_counts import count_relative_ranks, count_segment_pairs
from tests.depth import THOROUGH
from tests.reproductions.test_wmt20_metrics import PAIRS, TABLES, printed

Rows = list[dict[str, str]]

COLUMNS = {
    "sys_pearson": "pearson",
    "sys_spearman": "spearman",
    "sys_kendall_b": "kendall",
    "seg_pearson_pooled": "segment-pearson",
    "seg_pearson_item": "segment-pearson-item",
    "seg_pearson_sys": "segment-pearson-system",
    "seg_kendall_b_pooled": "segment-kendall",
    "seg_kendall_b_item": "segment-kendall-item",
    "seg_kendall_b_sys": "segment-kendall-system",
    "item_tau10": "tau10",
    "item_tau13": "tau13",
    "item_tau14": "tau14",
    "total_tau10": "tau10-total",
    "total_tau13": "tau13-total",
    "total_tau14": "tau14-total",
    "item_acc_eps0": "acc-eq",
    "acc_t": "acc-t",
}


def rows(data: Path, name: str) -> Rows:
    with (data / "meta-golden" / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


@pytest.fixture(scope="module")
def mqm(data: Path) -> ScoredSet:
    """MQM and the 32 metrics, as the folder has them."""
    (pair,) = list_mtme_folder(data / "wmt23-metrics-en-de")
    human = next(each for each in folder_human_scores(pair) if each.kind == "mqm").without({"refA", "synthetic_ref"})
    return scored_set(human, folder_metrics(pair))


def test_every_metric_of_wmt23_by_command(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """More digits of the golden figures, and the cells and pairwise accuracies that the data set itself states."""
    measures = ["accuracy", "spa", *COLUMNS.values()]
    folder = str(data / "wmt23-metrics-en-de")
    call = ["metrics-task", folder, "--kind", "mqm", "--format", "csv", "--measures", " ".join(measures)]
    main([*call, "--draws", "3000", "--threads", "1"])
    found = {row["metric"]: row for row in csv.DictReader(capsys.readouterr().out.splitlines())}
    golden = rows(data, "wmt23-en-de.metrics.tsv")
    assert len(golden) == len(found) == 32
    for row in golden:
        own = found[row["metric"]]
        assert (own["systems"], own["segments"]) == ("12", "460")
        agreeing, pairs = map(int, row["sys_agree"].split("/"))
        assert float(own["accuracy"]) == agreeing / pairs, row["metric"]
        assert float(own["spa"]) == pytest.approx(float(row["spa_k100000"]), abs=0.005)
        for column, measure in COLUMNS.items():
            assert f"{float(own[measure]):.6f}" == row[column], (row["metric"], column)
    text = (data / "wmt23-metrics-en-de" / "EXPECTED.md").read_text(encoding="utf-8")
    cells = re.findall(r"^(\S+?)(?:\[noref\])? +(-?\d\.\d{3}) (-?\d\.\d{3}) (-?\d\.\d{3})$", text, re.MULTILINE)
    assert len(cells) == 32
    for metric, *printed_cells in cells:
        names = ("pearson", "segment-pearson", "acc-t")
        assert [f"{float(found[metric][name]):.3f}" for name in names] == printed_cells, metric
    stated = text.partition("pairwise accuracy on en-de alone: ")[2].partition("\n")[0].rstrip(".").replace("/66", "")
    accuracies = dict(each.split() for each in stated.split(", "))
    assert len(accuracies) == 10
    assert {metric: str(round(66 * float(found[metric]["accuracy"]))) for metric in accuracies} == accuracies


@pytest.mark.parametrize(
    ("measures", "column", "digits"),
    [("accuracy pearson segment-pearson acc-t", "avg_wmt23_style", 1.5e-6), ("spa acc-t", "avg_wmt24_style", 2.5e-3)],
)
def test_averages_in_the_style_of_wmt_by_command(
    measures: str, column: str, digits: float, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Soft pairwise accuracy has other random signs here."""
    folder = str(data / "wmt23-metrics-en-de")
    call = ["metrics-task", folder, "--kind", "mqm", "--measures", measures, "--threads", "1"]
    main([*call, "--table", "overall", "--format", "csv"])
    found = {row["metric"]: float(row["overall"]) for row in csv.DictReader(capsys.readouterr().out.splitlines())}
    expected = {row["metric"]: float(row[column]) for row in rows(data, "wmt23-en-de.metrics.tsv")}
    assert found == pytest.approx(expected, abs=digits)
    assert list(found) == sorted(found, key=lambda name: (-found[name], name))


def test_counts_and_thresholds_of_wmt23(mqm: ScoredSet, data: Path) -> None:
    for row in rows(data, "wmt23-en-de.metrics.tsv"):
        outputs = mqm.outputs[row["metric"]]
        total = count_segment_pairs(outputs.human_segments, outputs.metric_segments).total
        expected = [int(row[name]) for name in ("C", "D", "T_h", "T_m", "T_hm")]
        counted = [total.concordant, total.discordant, total.tied_human, total.tied_metric, total.tied_both]
        assert counted == expected, row["metric"]
        found = find_measure("acc-t").of(outputs, Settings())
        assert f"{found.right}/{found.pairs}" == row["acc_t_count"]
        assert found.threshold == pytest.approx(float(row["eps_exact"]), rel=1e-6, abs=1e-12), row["metric"]


GROUPINGS = {
    "GEMBA-MQM": (0.609702, 0.0, 9_705_007, 0.0),
    "BLEURT-20": (0.654403, 0.0, 10_201_391, 0.0),
    "XCOMET-Ensemble": (0.703812, 4.37873e-06, 10_884_487, 7.51803e-06),
    "MetricX-23": (0.682707, 6.31809e-06, 10_596_650, 2.98023e-07),
    "COMET": (0.635717, 0.0, 9_958_896, 0.0),
    "BLEU": (0.500987, 4.64979e-05, 7_916_735, 2.13163e-14),
}


@pytest.mark.parametrize("metric", list(GROUPINGS) if THOROUGH else list(GROUPINGS)[:2])
def test_other_groupings_of_acc_t(mqm: ScoredSet, metric: str) -> None:
    value, threshold, right, pooled_threshold = GROUPINGS[metric]
    outputs = mqm.outputs[metric]
    by_system = find_measure("acc-t-system").of(outputs, Settings())
    assert by_system.value == pytest.approx(value, abs=5e-7)
    assert by_system.threshold == pytest.approx(threshold, rel=1e-5)
    found = find_measure("acc-t-pooled").of(outputs, Settings())
    assert (found.right, found.pairs) == (right, 15_232_440)
    assert found.threshold == pytest.approx(pooled_threshold, rel=1e-5)


def test_kinds_of_judgment(mqm: ScoredSet, data: Path) -> None:
    """MQM against DA+SQM, whose scores count as a metric here."""
    (pair,) = list_mtme_folder(data / "wmt23-metrics-en-de")
    kinds = {each.kind: each.without({"refA", "synthetic_ref"}) for each in folder_human_scores(pair)}
    other = MetricScores(name="da", systems=kinds["da-sqm"].systems, segments=kinds["da-sqm"].segments)
    outputs = scored_set(kinds["mqm"], [other]).outputs["da"]
    names = ("pearson", "spearman", "kendall", "segment-pearson", "segment-pearson-item")
    found = {name: find_measure(name).of(outputs, Settings()) for name in names}
    assert [f"{each.value:.4f}" for each in found.values()] == ["0.9348", "0.9720", "0.8788", "0.3455", "0.2890"]
    assert found["segment-pearson-item"].groups == 451
    assert find_measure("accuracy").of(outputs, Settings()).right == 62
    grades = scored_set(kinds["da-sqm"], folder_metrics(pair)).outputs
    expected = {
        "XCOMET-Ensemble": (5115, 1611, 0.520963),
        "COMET": (5455, 1271, 0.622064),
        "BLEU": (4953, 1773, 0.472792),
        "GEMBA-MQM": (4610, 2116, 0.370800),
    }
    for metric, (concordant, discordant, tau) in expected.items():
        own = grades[metric]
        total = count_relative_ranks(own.human_segments, own.metric_segments).total
        assert (total.concordant, total.discordant + total.tied_metric) == (concordant, discordant)
        assert find_measure("darr").of(own, Settings()).value == pytest.approx(tau, abs=5e-7)


SIX = ("XCOMET-Ensemble", "MetricX-23", "GEMBA-MQM", "COMET", "BLEURT-20", "BLEU")


def run_test(mqm: ScoredSet, measure: str, names: tuple[str, ...], test: MetricTest, trials: int = 5000) -> MetricTests:
    metrics = [(name, mqm.outputs[name]) for name in names]
    return compare_metrics(measure, metrics, options=ComparisonOptions(test=test, trials=trials))


@pytest.mark.parametrize(
    ("measure", "test", "column"),
    [
        ("pearson", "swap", "p_sys_pearson_exact"),
        ("accuracy", "swap", "p_accuracy_exact"),
        ("pearson", "williams", "p_williams"),
        ("segment-pearson", "swap", "p_seg_pearson_mc"),
        ("acc-t", "pair-swap", "p_acct_pairswap_exact"),
    ],
)
def test_tests_between_six_metrics(mqm: ScoredSet, data: Path, measure: str, test: MetricTest, column: str) -> None:
    found = run_test(mqm, measure, SIX, test).p
    for row in rows(data, "wmt23-en-de.tests.tsv"):
        p, golden = found[SIX.index(row["a"]), SIX.index(row["b"])], float(row[column])
        error = 0.0
        if column.endswith("_mc"):
            error = 1 / 5001 + 4 * math.sqrt(golden * (1 - golden) * (1 / 20_000 + 1 / 5000))
        elif test == "pair-swap" and {row["a"], row["b"]} & {"COMET", "MetricX-23"}:
            # The tool's thresholds of these two are those of other equal maxima, so a few pairs change sides.
            assert math.log10(p) == pytest.approx(math.log10(golden), rel=0.02, abs=0.01), row
            continue
        digits = 1e-3 * golden if "e" in row[column] else 6e-7 if measure != "acc-t" else 6e-5
        assert p == pytest.approx(golden, abs=max(digits, error), rel=0), row


def test_soft_accuracy_is_swapped_as_by_the_tool(mqm: ScoredSet, data: Path) -> None:
    """200 draws there and here, with other random numbers: p to four standard errors of both."""
    found = run_test(mqm, "spa", SIX, "swap", trials=200).p
    for row in rows(data, "wmt23-en-de.tests.tsv"):
        p, golden = found[SIX.index(row["a"]), SIX.index(row["b"])], float(row["p_spa_tool_k200"])
        likely = min(max(golden, 1 / 200), 1 - 1 / 200)
        assert p == pytest.approx(golden, abs=1 / 201 + 4 * math.sqrt(2 * likely * (1 - likely) / 200)), row


BORDERLINE = {"segment-pearson": {"GEMBA-MQM", "sescoreX", "KG-BERTScore", "BLEURT-20", "prismSrc"}}


@pytest.mark.parametrize(
    ("measure", "test", "column"),
    [
        ("pearson", "swap", "sys_pearson_cluster"),
        ("accuracy", "swap", "sys_accuracy_cluster"),
        ("acc-t", "pair-swap", "acc_t_cluster"),
        ("segment-pearson", "swap", "seg_pearson_pooled_cluster"),
    ],
)
def test_clusters_of_all_metrics(mqm: ScoredSet, data: Path, measure: str, test: MetricTest, column: str) -> None:
    values = {name: find_measure(measure).of(own, Settings()).value for name, own in mqm.outputs.items()}
    ranked = tuple(sorted(values, key=lambda name: (-values[name], name)))
    found = run_test(mqm, measure, ranked, test)
    golden = {row["metric"]: int(row[column]) for row in rows(data, "wmt23-en-de.clusters.tsv")}
    differing = {name for name, cluster in zip(ranked, found.clusters_wmt, strict=True) if cluster != golden[name]}
    assert differing <= BORDERLINE.get(measure, set())


@pytest.mark.parametrize("pair", PAIRS if THOROUGH else PAIRS[1::4])
def test_wmt20_tables_by_command(pair: str, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every printed cell of a language pair in both tables, and more digits of six metrics."""
    folder = data / "wmt20-metrics-to-en"
    human = folder / "human" / f"metrics-ad-sys-scores-{pair}.csv"
    call = ["metrics-task", str(human), "-l", pair, "--scores", str(folder / "metric-sys-scores.tsv.gz")]
    call += [f"RAW.SCR={human}", "--scores-where", "reference=newstest2020", "--format", "csv"]
    call += ["--outliers", str(folder / "outliers.json"), "--measures", "pearson spearman kendall accuracy"]
    main(call)
    rows_found = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    # Without outliers to take off, the second table has the cells of the first.
    found = {(row["metric"], "MTexcloutl" if row["subset"] else "MTall"): row for row in rows_found}
    for table in TABLES:
        cells = {metric: cell for (metric, of), cell in printed(folder, table).items() if of == pair}
        names = {metric: "RAW.SCR" if metric == "HUMAN_RAW" else metric for metric in cells}
        own = {metric: f"{abs(float(found[name, table]['pearson'])):.3f}" for metric, name in names.items()}
        assert own == cells
    for row in (row for row in rows(data, "wmt20-to-en.tsv") if row["pair"] == pair):
        each = found[row["metric"], "MTall" if row["systems_kept"] == "all" else "MTexcloutl"]
        assert each["systems"] == row["n"]
        for column, measure in (("pearson", "pearson"), ("spearman", "spearman"), ("kendall_b", "kendall")):
            assert float(each[measure]) == pytest.approx(float(row[column]), abs=6e-7)
        assert float(each["accuracy"]) == pytest.approx(int(row["agree"]) / int(row["pairs"]))
