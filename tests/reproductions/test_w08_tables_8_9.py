"""W08, tables 8, 9, 19 and 20: Spearman's rho of metrics with kinds of judgment, task by task and on average.

Tables 8 and 9 are means of tables 19 and 20. Those are computed again from the metric scores of tables 15 to 18 and
the rows `≥ others` of tables 21 to 32 and 38 to 49, the shares of yes in table 52, and table 7 for All-English. Most
are printed with two digits, so that systems are tied which were not for the authors: what is printed must be among the
coefficients that figures before rounding may have had. Of 428 cells all are but three, which the tests name.
The three best scores of SVM-RANK in tables 16 and 17 are misprinted (.10 and .11 for 10 and more) and count as the
best here. The authors took only systems that both kinds have judged: with the others, twelve cells of RANK could not
come about.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from bakeoff.evaluation.metrics_task.human_scores import HumanScores
from bakeoff.evaluation.metrics_task.results import MetricRow, MetricsOfSet, MetricsTaskResult
from bakeoff.evaluation.metrics_task.scored_sets import MetricScores, ScoredSet, scored_set
from bakeoff.meta_evaluation.measures import Measured, Settings, find_measure
from bakeoff.statistics.correlation.coefficients import coefficient_of_rows
from tests.reproductions.test_w08_tables_19_20 import TASKS, YES, scores_of

KINDS = ("RANK", "CONST", "YES/NO")
NAMES = {"METEOR-B": "METEOR-BASELINE", "METEOR-R": "METEOR-RANKING", "POSF4G-AM": "POSF4GRAM-AM"}
NAMES |= {"POSF4G-GM": "POSF4GRAM-GM", "LIMS1": "LIMSI"}
AS_IN_TABLE_8 = {"pos4gramFmeasure": "POSF4GRAM-AM"}
# All-English is in no mean; note 7 leaves English–Spanish News out of table 9.
LEFT_OUT = ("All-English News", "English-Spanish News")

NO_SCORES = ScoredSet(kind="", language_pair="", systems=(), segments=(), outputs={}, references={})
"""Table 19 and 20 are coefficients: what they were computed from has no part in their means."""


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
            scored=NO_SCORES,
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


# Table 7, `≥ others` in thousandths, by the source language of systems that have metric scores.
ALL_ENGLISH = {
    "French-English News": "LIUM-SYSTRAN-CONTRAST 708 RBMT5 706 LIUM-SYSTRAN 702 LIMSI 699 BBN-COMBO 695 CMU-COMBO 661 "
    "CUED 652 CUED-CONTRAST 638 RBMT4 637 SAAR-CONTRAST 624 UEDIN 616 RBMT6 615 RBMT3 612 SAAR 584 CMU-STATXFER 444 "
    "UEDIN-COMBO 704",
    "Spanish-English News": "RBMT4 699 SAAR 678 CUED-CONTRAST 674 UEDIN 654 UPC 633 RBMT3 628 RBMT6 615 CUED 572 "
    "CMU-SMT 548 UCB 547 LIMSI 537",
    "German-English News": "RBMT2 627 SAAR-CONTRAST 574 RBMT4 573 RBMT3 552 RBMT6 509 RBMT5 493 LIMSI 469 LIU 447 "
    "SAAR 445 BBN-COMBO 407 UEDIN 402 UEDIN-COMBO 327 CMU-STATXFER 280",
    "Czech-English News": "UMD 429 DCU 380 UEDIN 293",
}


def human_scores(task: str, kind: str) -> dict[str, float]:
    """Of systems that more than one kind of judgment has.

    Combinations and contrastive runs that only the ranking has are in no coefficient, or these would not fit.
    """
    _, _, systems, ranked, constituents = TASKS[task]
    ranking, parts, yes = (scores_of(systems, column) for column in (ranked, constituents, YES[task]))
    chosen = dict(zip(KINDS, (ranking, parts, yes), strict=True))[kind]
    return {name: score for name, score in chosen.items() if name in ranking and name in parts}


CELLS = [
    (task, kind, metric, float(cell))
    for task in TASKS
    for kind in KINDS
    for number in ("19", "20")
    for metric, cell in TABLES.get((number, task, kind), {}).items()
    if metric not in KINDS and cell != "n/a"
]


Cell = tuple[str, str, str, float]
"""Task, kind of judgment, metric, and what is printed."""


EXCHANGED = {
    ("French-English Europarl", "YES/NO", "MBLEU"): (0.92, 0.977),
    ("French-English Europarl", "YES/NO", "MTER"): (0.95, 0.911),
}
"""As printed, and here. It looks as if the two had changed places: then they were .03 and .01 off."""


@dataclass
class Reproduced:
    """How far printed coefficients are from ours, and which no figures before rounding could have given."""

    distances: list[float] = field(default_factory=list)
    outside: dict[tuple[str, str, str], tuple[float, float]] = field(default_factory=dict)
    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(8))

    def add(self, cell: Cell, human: dict[str, float], scores: dict[str, float], half: float = 0.005) -> None:
        """`half` is the largest error of rounding of people's scores; those of metrics have two digits."""
        printed = cell[3]
        common = {name: human[name] for name in human if name in scores}
        own = scored_set(
            HumanScores(kind=cell[1], language_pair=cell[0], systems=common, segments={}),
            [MetricScores(name=cell[2], systems=scores, segments=None)],
        )
        value = find_measure("spearman").of(own.outputs[cell[2]], Settings()).value
        assert value is not None
        self.distances.append(abs(value - printed))
        drawn = [
            np.array([side[name] for name in common]) + self.rng.uniform(-error, error, size=(300, len(common)))
            for side, error in ((human, half), (scores, 0.005))
        ]
        possible = coefficient_of_rows(drawn[0], drawn[1], "spearman")
        if not possible.min() - 0.005 <= printed <= possible.max() + 0.005:
            self.outside[cell[0], cell[1], cell[2]] = (printed, round(float(value), 3))


@pytest.fixture(scope="module")
def reproduced() -> Reproduced:
    found = Reproduced()
    for cell in CELLS:
        found.add(cell, human_scores(cell[0], cell[1]), metric_scores(cell[0], cell[2]))
    return found


def test_cells_are_as_printed_as_far_as_rounding_allows(reproduced: Reproduced) -> None:
    distances = np.array(reproduced.distances)
    assert len(distances) == 6 * 3 * (14 + 9)  # tasks, kinds of judgment, metrics into English and out of it
    assert (distances < 0.05).mean() > 0.65
    assert distances.max() < 0.26
    assert reproduced.outside == EXCHANGED


def test_all_english() -> None:
    """SVM-RANK is printed with .25 and −.01 here: its scores of different source languages have nothing in common."""
    found = Reproduced()
    human: dict[str, float] = {}
    for task, text in ALL_ENGLISH.items():
        words = text.split()
        human |= {f"{task} {name}": int(value) / 1000 for name, value in zip(words[::2], words[1::2], strict=True)}
    printed = {
        name: float(cell) for name, cell in TABLES["19", "All-English News", "RANK"].items() if name not in KINDS
    }
    assert len(printed) == 14
    for metric, cell in printed.items():
        scores = {
            f"{task} {name}": score for task in ALL_ENGLISH for name, score in metric_scores(task, metric).items()
        }
        found.add(("All-English News", "RANK", metric, cell), human, scores, 0.0005)
    assert found.outside == {("All-English News", "RANK", "SVM-RANK"): (0.25, -0.006)}
    assert sorted(found.distances)[-2] < 0.06
