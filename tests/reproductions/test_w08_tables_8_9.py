"""W08, tables 8, 9, 19 and 20: Spearman's rho of metrics with kinds of judgment, task by task and on average.

Tables 8 and 9 are means of tables 19 and 20. Those are computed again from the metric scores of tables 15 to 18 and
the rows `≥ others` of tables 23 to 32 and 40 to 49. All are printed with two digits, so that systems are tied which
were not for the authors: what is printed must be among the coefficients that figures before rounding may have had.
The three best scores of SVM-RANK in tables 16 and 17 are misprinted (.10 and .11 for 10 and more) and count as the
best here. The authors took only systems that both kinds have judged: with the others, twelve cells of RANK could not
come about.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bakeoff.evaluation.metrics_task.human_scores import HumanScores
from bakeoff.evaluation.metrics_task.results import MetricRow, MetricsOfSet, MetricsTaskResult
from bakeoff.evaluation.metrics_task.scored_sets import MetricScores, scored_set
from bakeoff.meta_evaluation.measures import Measured, Settings, find_measure
from bakeoff.statistics.correlation.coefficients import coefficient_of_rows
from tests.reproductions.test_w08_tables_19_20 import TASKS, scores_of

KINDS = ("RANK", "CONST", "YES/NO")
NAMES = {"METEOR-B": "METEOR-BASELINE", "METEOR-R": "METEOR-RANKING", "POSF4G-AM": "POSF4GRAM-AM"}
NAMES |= {"POSF4G-GM": "POSF4GRAM-GM", "LIMS1": "LIMSI"}
AS_IN_TABLE_8 = {"pos4gramFmeasure": "POSF4GRAM-AM"}
# All-English is in no mean; note 7 leaves English–Spanish News out of table 9.
LEFT_OUT = ("All-English News", "English-Spanish News")


def tables() -> dict[tuple[str, str, str], dict[str, str]]:
    """The rows of the printed tables, by table, task and name."""
    found: dict[tuple[str, str, str], dict[str, str]] = {}
    columns: list[str] = []
    text = Path(__file__).with_name("w08_tables_8_to_20.tsv").read_text(encoding="utf-8")
    for line in text.splitlines():
        table, task, name, *cells = line.split("\t")
        if not task and not name:
            columns = [NAMES.get(cell, cell) for cell in cells]
        else:
            found[table, task, NAMES.get(name, name)] = dict(zip(columns, cells, strict=True))
    return found


TABLES = tables()


def result_of(table: str, kind: str) -> MetricsTaskResult:
    """The printed coefficients of a table as if they had been computed here."""
    sets = tuple(
        MetricsOfSet(
            language_pair="xx-en" if table == "19" else "en-xx",
            kind=kind,
            subset="",
            systems=(),
            outliers=(),
            segments=0,
            rows=tuple(
                MetricRow(metric=metric, reference="", measured={"spearman": Measured(value=float(cell))})
                for metric, cell in row.items()
                if metric not in KINDS and cell != "n/a"
            ),
        )
        for (number, task, name), row in TABLES.items()
        if (number, name) == (table, kind) and task not in LEFT_OUT
    )
    return MetricsTaskResult(
        measures=("spearman",), sets=sets, draws=0, seed=0, resampled=None, samples=None, confidence=0.95, remarks=()
    )


@pytest.mark.parametrize(
    ("table", "source", "direction", "metrics"), [("8", "19", "into English", 13), ("9", "20", "out of English", 8)]
)
def test_averages_over_tasks(table: str, source: str, direction: str, metrics: int) -> None:
    printed = {name: row for (number, _, name), row in TABLES.items() if number == table}
    assert len(printed) == metrics
    means = {
        kind: {
            each.metric: each.values["spearman"][0]
            for each in result_of(source, kind).averages
            if each.direction == direction
        }
        for kind in KINDS
    }
    for name, row in printed.items():
        metric = AS_IN_TABLE_8.get(name, name.upper())
        for kind in KINDS:
            # Two columns of YES/NO are .01 off: their inputs are printed with two digits.
            assert means[kind][metric] == pytest.approx(float(row[kind]), abs=0.0121), (name, kind)
        assert np.mean([float(row[kind]) for kind in KINDS]) == pytest.approx(float(row["OVERALL"]), abs=0.0081), name


def metric_scores(task: str, metric: str) -> dict[str, float]:
    scores = {
        system: float(row[metric])
        for (number, of, system), row in TABLES.items()
        if of == task and number in ("15", "16", "17", "18") and metric in row and row[metric] != "n/a"
    }
    # SVM-RANK: 10 and more is printed as 0.10.
    return {system: 100 * score if metric == "SVM-RANK" and score < 1 else score for system, score in scores.items()}


CELLS = [
    (task, kind, metric, float(cell))
    for task in TASKS
    for kind in KINDS[:2]
    for number in ("19", "20")
    for metric, cell in TABLES.get((number, task, kind), {}).items()
    if metric not in KINDS and cell != "n/a"
]


def test_cells_are_as_printed_as_far_as_rounding_allows() -> None:
    rng = np.random.default_rng(8)
    distances: list[float] = []
    outside: list[tuple[object, ...]] = []
    for task, kind, metric, printed in CELLS:
        _, _, systems, *columns = TASKS[task]
        human, scores = scores_of(systems, columns[KINDS.index(kind)]), metric_scores(task, metric)
        # Combinations and contrastive runs that only the ranking has are in no coefficient, or these would not fit.
        both = scores_of(systems, columns[0]).keys() & scores_of(systems, columns[1]).keys()
        common = {name: human[name] for name in human if name in scores and name in both}
        own = scored_set(
            HumanScores(kind=kind, language_pair=task, systems=common, segments={}),
            [MetricScores(name=metric, systems=scores, segments=None)],
        )
        value = find_measure("spearman").of(own.outputs[metric], Settings()).value
        distances.append(abs(value - printed))
        sides = [np.array([side[name] for name in common]) for side in (human, scores)]
        drawn = [side + rng.uniform(-0.005, 0.005, size=(300, len(side))) for side in sides]
        possible = coefficient_of_rows(drawn[0], drawn[1], "spearman")
        if not possible.min() - 0.005 <= printed <= possible.max() + 0.005:
            outside.append((task, kind, metric, printed, round(float(value), 3)))
    assert len(distances) == 220
    assert outside == []
    assert np.mean(np.array(distances) < 0.05) > 0.55
    assert max(distances) < 0.26
