"""WMT 2016, official ranking of the news task by TrueSkill: scores, rank ranges and clusters (results/*.txt).

Published figures come from 1,000 random runs, as ours do, so both vary by chance. A score must lie within four standard
errors of the difference (plus the rounding to three digits). The bound of a range is a rank that 2.5 % of the runs
exceed; of 1,000 runs 25, with a standard deviation of 5 on either side: a published range must lie between ours with
tails of 0.5 % and of 4.5 %, and the published clusters must be those of some level in between. Full runs are made for
the four smallest campaigns, where they take a few seconds; for the other eight scores alone, from 100 runs. With full
runs of all twelve (seed 1) scores differed by at most .0063, 133 of 138 ranges were the published ones and five
differed by one rank; ten of the twelve had the published clusters, the other two not for one of these ranks.
"""

import numpy as np
import pytest

from bakeoff.human_eval.analyses.trueskill import rank_by_trueskill, rank_runs
from bakeoff.human_eval.registry import find_protocol
from tests.reproductions.wmt_rankings import by_language_pair

SMALL = ("eng-ron", "eng-tur", "ron-eng", "tur-eng")
LARGE = ("cze-eng", "deu-eng", "eng-cze", "eng-deu", "eng-fin", "eng-rus", "fin-eng", "rus-eng")
PUBLISHED_RUNS = 1000


@pytest.fixture
def folder(data):
    return data / "wmt16-ranking"


def ranked(folder, pair, **options):
    judgments = by_language_pair(folder / "wmt16.xml.gz")[pair]
    preferences = find_protocol("ranking").preferences(judgments, of="systems")
    return rank_by_trueskill(preferences, rng=np.random.default_rng(1), **options)


def published(folder, pair):
    """Clusters of (system, score, best rank, worst rank), the best first."""
    clusters = [[]]
    for line in (folder / "results" / f"wmt16.{pair}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("+"):
            clusters.append([])
        elif line.strip():
            system, score, low, high = line.replace("(", "").replace(")", "").replace(",", "").split()
            clusters[-1].append((system, float(score), int(float(low)), int(float(high))))
    return clusters


def check_scores(found, clusters):
    errors = found.runs.std(axis=0) * np.sqrt(1 / len(found.runs) + 1 / PUBLISHED_RUNS)
    for system, score, _, _ in (row for cluster in clusters for row in cluster):
        at = found.systems.index(system)
        assert abs(found.scores[at] - score) < 4 * errors[at] + 0.0005, system


@pytest.mark.parametrize("pair", LARGE)
def test_scores_are_as_published_up_to_chance(folder, pair):
    found = ranked(folder, pair, runs=100, threads=2)
    clusters = published(folder, pair)
    assert set(found.systems) == {row[0] for cluster in clusters for row in cluster}
    check_scores(found, clusters)


@pytest.mark.parametrize("pair", SMALL)
def test_ranges_and_clusters_are_as_published_up_to_chance(folder, pair):
    clusters = published(folder, pair)
    names = [sorted(row[0] for row in cluster) for cluster in clusters]
    found = ranked(folder, pair, threads=2)
    tails = (0.005, 0.015, 0.025, 0.035, 0.045)
    at_levels = [rank_runs(found.systems, found.runs, level=1 - 2 * tail) for tail in tails]
    check_scores(found, clusters)
    wide, narrow = at_levels[0].ranges, at_levels[-1].ranges
    for system, _, low, high in (row for cluster in clusters for row in cluster):
        at = found.systems.index(system)
        assert wide[at].low <= low <= narrow[at].low, system
        assert narrow[at].high <= high <= wide[at].high, system
    assert names in [[sorted(each.systems[s] for s in cluster) for cluster in each.clusters] for each in at_levels]
