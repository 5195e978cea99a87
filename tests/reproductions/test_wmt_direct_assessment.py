"""Direct assessment of WMT 2022 (uk-en) and WMT 2021 (zu-xh, xh-zu), from single judgments to clusters.

Sources: Kocmi et al. 2022 and Akhbardeh et al. 2021, with the files of their repositories wmt22-news-systems and
wmt21-news-systems: `ad-sys-ranking-…-z-names.csv` (raw mean, z, segments, judgments), `adwilcox-….csv` (p-values, .12
where a system is not better), `clusters.csv` (wins and bounds of clusters).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bakeoff.formats.judgments import read_judgments
from bakeoff.human_eval import HumanAnalysis, analyse_judgments
from bakeoff.human_eval.analyses.grades.segment_scores import segment_scores
from bakeoff.human_eval.analyses.grades.standardisation import standardise_by_judge
from bakeoff.human_eval.analyses.grades.system_scores import SystemScore, score_systems
from bakeoff.human_eval.analyses.grades.system_tests import SystemComparisons, compare_systems
from bakeoff.human_eval.protocols.observations import Grades
from bakeoff.human_eval.protocols.registry import find_protocol
from bakeoff.reports import human_ranking_table
from bakeoff.statistics import cluster_systems

NOT_BETTER = 0.12
FILES = {
    "uk-en": ("wmt22-uk-en/da", "ad-uken-good-stnd.csv.gz"),
    "zu-xh": ("wmt21-flores-zu-xh/da", "ad-latest-zu-xh.csv.gz"),
    "xh-zu": ("wmt21-flores-zu-xh/da", "ad-latest-xh-zu.csv.gz"),
}
PAIRS = pytest.mark.parametrize("pair", FILES)


def graded(data: Path, pair: str) -> Grades:
    folder, file = FILES[pair]
    found = find_protocol("direct").grades(read_judgments(data / folder / file))
    assert found is not None
    return found


def table(data: Path, pair: str, name: str) -> list[list[str]]:
    lines = (data / FILES[pair][0] / name).read_text(encoding="utf-8").splitlines()
    return [line.split() for line in lines if line.strip()]


def compared(data: Path, pair: str) -> SystemComparisons:
    scores = segment_scores(standardise_by_judge(graded(data, pair)))
    return compare_systems(scores, test="rank-sum-wmt", rule="wmt")


@PAIRS
def test_z_scores_segments_and_judgments(pair: str, data: Path) -> None:
    def row(score: SystemScore) -> tuple[float, int, int, str]:
        return round(score.mean, 3), score.segments, score.judgments, score.system

    printed = [
        (float(z), int(segments), int(judgments), system)
        for _, z, segments, judgments, system, _ in table(data, pair, f"ad-sys-ranking-{pair}-z-names.csv")
    ]
    assert [row(score) for score in score_systems(standardise_by_judge(graded(data, pair)))] == printed


@pytest.mark.parametrize("pair", ["zu-xh", "xh-zu"])
def test_raw_means(pair: str, data: Path) -> None:
    printed = {row[4]: float(row[0]) for row in table(data, pair, f"ad-sys-ranking-{pair}-z-names.csv")}
    assert {score.system: round(score.mean, 1) for score in score_systems(graded(data, pair))} == printed


@PAIRS
def test_p_values(pair: str, data: Path) -> None:
    names, *rows = table(data, pair, f"adwilcox-{pair.replace('-', '')}.csv")
    found = compared(data, pair)
    assert list(found.systems) == names
    for (_, *printed), p in zip(rows, found.p, strict=True):
        for one, other in zip(map(float, printed), p.tolist(), strict=True):
            if one == NOT_BETTER:
                assert other >= 0.05
            else:
                assert other == pytest.approx(one, rel=1e-13, abs=0)


@PAIRS
def test_wins_and_clusters(pair: str, data: Path) -> None:
    found = compared(data, pair)
    clusters = cluster_systems(found.beats, rule="wmt")
    bounds = {place: (group[0] + 1, group[-1] + 1) for group in clusters for place in group}
    printed = [
        (row[7], int(row[2]), (int(row[4]), int(row[5]))) for row in table(data, pair, f"clusters-{pair}.csv")[1:]
    ]
    assert [(name, found.wins[place], bounds[place]) for place, name in enumerate(found.systems)] == printed


@PAIRS
def test_the_table_of_rankings_has_the_published_wins(pair: str, data: Path) -> None:
    folder, file = FILES[pair]
    analysis = HumanAnalysis(test="rank-sum-wmt", correction="none", clusters="wmt", repeats="scores")
    result = analyse_judgments(read_judgments(data / folder / file), analysis=analysis)
    (ranking,) = result.rankings
    printed = {row[7]: int(row[2]) for row in table(data, pair, f"clusters-{pair}.csv")[1:]}
    shown = human_ranking_table(result, ranking)
    columns = [column.heading for column in shown.columns]
    assert {row[columns.index("system")]: row[columns.index("beats")] for row in shown.rows} == printed
