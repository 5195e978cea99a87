"""How a metrics task compares metrics with people, as a rulebook says it."""

from __future__ import annotations

import pytest

from bakeoff.rulebook import parse_rulebook
from tests.rulebook.small import SMALL

METRICS = """
[tracks.metrics]
kind = "metrics"
language_pairs = ["de-en"]
inputs = ["released-runs"]
released_runs = "news"
[tracks.metrics.comparison]
"""


def refused(comparison: str) -> str:
    return "\n".join(str(each) for each in parse_rulebook(SMALL + METRICS + comparison).findings)


@pytest.mark.parametrize(
    "comparison",
    [
        'measures = ["acc-t", "spa"]\noutliers = ["rule"]\ncorrection = "holm"',
        'measures = ["tau14"]\noutliers = ["ember", "slate"]',
        'compare = "acc-t"\ntest = "pair-swap"',
        'compare = "segment-pearson"\ntest = "williams"',
    ],
)
def test_measures_tests_and_outliers_are_chosen(comparison: str) -> None:
    assert refused(comparison) == ""


@pytest.mark.parametrize(
    ("comparison", "words"),
    [
        ('measures = ["acct"]', "found 'acct'. Did you mean acc-t?"),
        ('compare = "tau"', "expected one of the measures pearson, "),
        (
            'test = "williams"',
            "expected a measure that williams can test: pearson or segment-pearson, found no `compare`",
        ),
        ('compare = "spa"\ntest = "pair-swap"', "can test: acc-t, found compare = 'spa'. Write compare = \"acc-t\""),
        ('outliers = ["rule", "ember"]', "expected either names of outliers or `rule`, found rule, ember"),
    ],
)
def test_a_mistake_is_named_with_its_remedy(comparison: str, words: str) -> None:
    assert words in refused(comparison)


def test_only_tracks_of_metrics_compare_metrics() -> None:
    rules = SMALL.replace("[test_sets.test]", '[tracks.news.comparison]\nmeasures = ["spa"]\n[test_sets.test]')
    (found,) = [str(each) for each in parse_rulebook(rules).findings]
    assert 'expected a track of metrics, found kind mt. Remove it, or write kind = "metrics" in [tracks.news].' in found
