"""Every test that Bakeoff offers, on data in which there is nothing to find."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.random import Generator

from bakeoff import statistics as s
from validity import data
from validity.cases import NullCase as Case

QUICK, SLOW = {"trials": 999}, {"trials": 199}
BOOTSTRAP = {"samples": 999}


def _medians(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    return np.median(first, axis=-1) - np.median(second, axis=-1)


def _like_bleu(n: int) -> Callable[[Generator], tuple[Any, ...]]:
    return lambda rng: tuple(data.drawn_set(rng, n))


def _coins(n: int) -> Callable[[Generator], dict[str, Any]]:
    """Two equal systems by three measures at once."""

    def draw(rng: Generator) -> dict[str, Any]:
        rows = data.drawn_set(rng, n)
        return {"draws": s.sampler("coins", data.three_measures(rows), rng=rng), "pairs": [(0, 1)]}

    return draw


def _bootstrapped(n: int) -> Callable[[Generator], dict[str, Any]]:
    """Scores of two equal systems, and those of 999 samples."""

    def draw(rng: Generator) -> dict[str, Any]:
        both = s.Measure(data.drawn_set(rng, n), data.like_bleu)
        scores = s.bootstrap_scores(s.sampler("bootstrap", [both], rng=rng), samples=999)[0]
        return {"values": both.scores(), "scores": scores, "n": n}

    return draw


def _with(options: dict[str, Any], **more: Any) -> dict[str, Any]:
    return options | more


ONE_SIDED = ("greater", "less")
EQUAL = [[1, 0.6, 0.6], [0.6, 1, 0.8], [0.6, 0.8, 1]]
EQUAL_APART = [[1, 0.6, 0.7, 0.5], [0.6, 1, 0.5, 0.7], [0.7, 0.5, 1, 0.6], [0.5, 0.7, 0.6, 1]]
SKEWED, HEAVY = "skewed pairs", "heavy-tailed pairs"
GRADES = "grades 0–4, a third ties"

COUNTING = [
    Case(s.sign_test, HEAVY, 30, data.differences(data.pairs(data.heavy_tailed, 30))),
    Case(s.sign_test, GRADES, 500, data.differences(data.graded_pairs(500))),
    *(Case(s.sign_test, GRADES, 30, data.differences(data.graded_pairs(30)), {"alternative": a}) for a in ONE_SIDED),
    Case(s.sign_test_of_counts, GRADES, 100, data.counts(data.graded_pairs(100))),
    *(
        Case(s.sign_test_of_counts, GRADES, 100, data.counts(data.graded_pairs(100)), {"alternative": a})
        for a in ONE_SIDED
    ),
    Case(s.mcnemar_test, "right or wrong", 500, data.right_or_wrong(500)),
    *(Case(s.mcnemar_test, "right or wrong", 100, data.right_or_wrong(100), {"alternative": a}) for a in ONE_SIDED),
    Case(s.mcnemar_test_of_counts, "right or wrong", 100, data.counts(data.right_or_wrong(100))),
    *(
        Case(s.mcnemar_test_of_counts, "right or wrong", 100, data.counts(data.right_or_wrong(100)), {"alternative": a})
        for a in ONE_SIDED
    ),
]

RANKS = [
    Case(s.wilcoxon_signed_rank, HEAVY, 30, data.differences(data.pairs(data.heavy_tailed, 30))),
    Case(s.wilcoxon_signed_rank, HEAVY, 500, data.differences(data.pairs(data.heavy_tailed, 500)), uniform=True),
    Case(s.wilcoxon_signed_rank, GRADES, 30, data.differences(data.graded_pairs(30))),
    Case(s.wilcoxon_signed_rank, GRADES, 200, data.differences(data.graded_pairs(200)), {"zeros": "drop"}),
    Case(s.wilcoxon_signed_rank, GRADES, 200, data.differences(data.graded_pairs(200)), {"zeros": "pratt"}),
    *(
        Case(s.wilcoxon_signed_rank, SKEWED, 60, data.differences(data.pairs(data.skewed, 60)), {"alternative": a})
        for a in ONE_SIDED
    ),
    Case(s.wilcoxon_rank_sum, "heavy-tailed, 15 and 20", 35, data.two_samples(data.heavy_tailed, 15, 20), {}, 4000),
    Case(
        s.wilcoxon_rank_sum,
        "heavy-tailed, 200 and 300",
        500,
        data.two_samples(data.heavy_tailed, 200, 300),
        uniform=True,
    ),
    Case(s.wilcoxon_rank_sum, "grades 0–4, 15 and 20", 35, data.two_samples(data.grades, 15, 20), {}, 4000),
    Case(s.wilcoxon_rank_sum, "grades 0–4, 200 and 300", 500, data.two_samples(data.grades, 200, 300)),
    *(
        Case(s.wilcoxon_rank_sum, "skewed, 40 and 80", 120, data.two_samples(data.skewed, 40, 80), {"alternative": a})
        for a in ONE_SIDED
    ),
]

PERMUTATIONS = [
    Case(s.permutation_test, "skewed, 4 and 5", 9, data.two_samples(data.skewed, 4, 5), SLOW),
    Case(s.permutation_test, "skewed, 12 and 18", 30, data.two_samples(data.skewed, 12, 18), SLOW, uniform=True),
    Case(
        s.permutation_test,
        "grades 0–4, 12 and 18, medians",
        30,
        data.two_samples(data.grades, 12, 18),
        _with(SLOW, statistic=_medians),
        4000,
    ),
    *(
        Case(
            s.permutation_test,
            "heavy-tailed, 12 and 18",
            30,
            data.two_samples(data.heavy_tailed, 12, 18),
            _with(SLOW, alternative=a),
            uniform=True,
        )
        for a in ONE_SIDED
    ),
    Case(s.paired_permutation_test, SKEWED, 30, data.pairs(data.skewed, 30), SLOW, uniform=True),
    Case(s.paired_permutation_test, GRADES, 10, data.graded_pairs(10), SLOW),
    *(
        Case(
            s.paired_permutation_test,
            HEAVY,
            30,
            data.pairs(data.heavy_tailed, 30),
            _with(SLOW, alternative=a),
            uniform=True,
        )
        for a in ONE_SIDED
    ),
]

SPEECH = [
    Case(s.matched_pairs_test, "errors of segments", 500, data.error_counts(500), uniform=True),
    Case(s.matched_pairs_test, "errors of segments", 100, data.error_counts(100)),
    Case(
        s.matched_pairs_test,
        "errors of segments",
        30,
        data.error_counts(30),
        limits={0.01: 0.02, 0.05: 0.07, 0.1: 0.12},
    ),
    Case(
        s.matched_pairs_test,
        "errors of segments",
        10,
        data.error_counts(10),
        limits={0.01: 0.04, 0.05: 0.09, 0.1: 0.14},
    ),
]

DOCUMENTS = "50 documents of 10 segments, each suiting one system"
RANDOMIZATION = [
    Case(s.paired_randomization, SKEWED, 30, data.pairs(data.skewed, 30), QUICK, uniform=True),
    Case(s.paired_randomization, GRADES, 30, data.graded_pairs(30), QUICK),
    *(
        Case(
            s.paired_randomization,
            HEAVY,
            100,
            data.pairs(data.heavy_tailed, 100),
            _with(QUICK, alternative=a),
            uniform=True,
        )
        for a in ONE_SIDED
    ),
    Case(
        s.paired_randomization, "like BLEU", 30, _like_bleu(30), _with(QUICK, score=data.like_bleu), 4000, uniform=True
    ),
    Case(
        s.paired_randomization,
        "like BLEU",
        500,
        _like_bleu(500),
        _with(QUICK, score=data.like_bleu),
        4000,
        uniform=True,
    ),
    Case(
        s.paired_randomization,
        f"{DOCUMENTS}; swapped whole",
        500,
        data.document_pairs(50, 10, with_blocks=True),
        QUICK,
        uniform=True,
    ),
    Case(
        s.paired_randomization,
        f"{DOCUMENTS}; segments swapped",
        500,
        data.document_pairs(50, 10, with_blocks=False),
        QUICK,
        limits={0.01: 0.25, 0.05: 0.35, 0.1: 0.45},
        finds_too_much=True,
    ),
    Case(s.randomize_pairs, "a mean, a ratio, like BLEU", 200, _coins(200), QUICK, 4000, uniform=True),
]

TOO_MUCH = {0.01: 0.04, 0.05: 0.13, 0.1: 0.27}
PAIRED_BOOTSTRAP = [
    Case(s.paired_bootstrap, SKEWED, 500, data.pairs(data.skewed, 500), BOOTSTRAP, 4000, uniform=True),
    Case(
        s.paired_bootstrap,
        "like BLEU",
        500,
        _like_bleu(500),
        _with(BOOTSTRAP, score=data.like_bleu),
        4000,
        uniform=True,
    ),
    Case(
        s.paired_bootstrap,
        f"{DOCUMENTS}; drawn whole",
        500,
        data.document_pairs(50, 10, with_blocks=True),
        BOOTSTRAP,
        limits={0.01: 0.02, 0.05: 0.065, 0.1: 0.12},
    ),
    Case(
        s.paired_bootstrap,
        SKEWED,
        30,
        data.pairs(data.skewed, 30),
        BOOTSTRAP,
        limits={0.01: 0.025, 0.05: 0.075, 0.1: 0.125},
    ),
    Case(
        s.paired_bootstrap,
        SKEWED,
        500,
        data.pairs(data.skewed, 500),
        _with(BOOTSTRAP, centring="sacrebleu"),
        2000,
        limits=TOO_MUCH,
        finds_too_much=True,
    ),
    Case(s.paired_result, "like BLEU", 500, _bootstrapped(500), {}, 4000, uniform=True, step=1 / 1000),
    Case(
        s.paired_result,
        "like BLEU",
        500,
        _bootstrapped(500),
        {"centring": "sacrebleu"},
        2000,
        limits=TOO_MUCH,
        finds_too_much=True,
    ),
]


def _unrelated(law: data.Law, n: int) -> data.Draw:
    return data.two_samples(law, n, n)


CORRELATION = [
    Case(s.pearson, "normal", 10, _unrelated(data.normal, 10), uniform=True),
    Case(s.pearson, "normal", 500, _unrelated(data.normal, 500), uniform=True),
    Case(s.pearson, "skewed", 500, _unrelated(data.skewed, 500), uniform=True),
    Case(s.pearson, "log-normal", 30, _unrelated(data.log_normal, 30), limits={0.01: 0.03, 0.05: 0.06}),
    Case(s.spearman, "log-normal", 10, _unrelated(data.log_normal, 10), {"ties": "average"}),
    Case(s.spearman, "heavy-tailed", 500, _unrelated(data.heavy_tailed, 500), {"ties": "none"}, uniform=True),
    Case(s.spearman, "grades 0–4", 30, _unrelated(data.grades, 30)),
    Case(s.kendall, "log-normal", 10, _unrelated(data.log_normal, 10), {"variant": "a"}, 4000),
    Case(s.kendall, "heavy-tailed", 500, _unrelated(data.heavy_tailed, 500), {"variant": "b"}, 4000, uniform=True),
    Case(s.kendall, "grades 0–4", 30, _unrelated(data.grades, 30), {"variant": "c"}, 4000),
    *(
        Case(s.correlate, "normal", 30, _unrelated(data.normal, 30), {"coefficient": c}, 4000, uniform=c == "pearson")
        for c in ("pearson", "spearman", "kendall")
    ),
    *(
        Case(
            s.permutation_correlation,
            "log-normal",
            30,
            _unrelated(data.log_normal, 30),
            _with(SLOW, coefficient=c),
            4000,
            uniform=c == "pearson",
        )
        for c in ("pearson", "spearman", "kendall")
    ),
    Case(s.permutation_correlation, "skewed", 5, _unrelated(data.skewed, 5), _with(SLOW, coefficient="pearson"), 4000),
]


def _three(n: int) -> Callable[[Generator], dict[str, Any]]:
    return data.correlations(data.correlated(EQUAL, n), "r12", "r13", "r23")


def _four(n: int) -> Callable[[Generator], dict[str, Any]]:
    return data.correlations(data.correlated(EQUAL_APART, n), "r12", "r34", "r13", "r14", "r23", "r24")


THREE, FOUR = "normal, r .6, .6, .8", "normal, r .6, .6 and .5–.7"
DEPENDENT = [
    Case(s.williams_test, THREE, 10, _three(10), {"n": 10}),
    Case(s.williams_test, THREE, 500, _three(500), {"n": 500}, uniform=True),
    *(Case(s.williams_test, THREE, 30, _three(30), {"n": 30, "alternative": a}) for a in ONE_SIDED),
    Case(s.steiger_test, THREE, 10, _three(10), {"n": 10}),
    Case(s.steiger_test, THREE, 500, _three(500), {"n": 500}, uniform=True),
    *(Case(s.steiger_test, THREE, 30, _three(30), {"n": 30, "alternative": a}) for a in ONE_SIDED),
    Case(s.steiger_separate_test, FOUR, 30, _four(30), {"n": 30}, 4000),
    Case(s.steiger_separate_test, FOUR, 500, _four(500), {"n": 500}, 4000, uniform=True),
    *(Case(s.steiger_separate_test, FOUR, 100, _four(100), {"n": 100, "alternative": a}, 4000) for a in ONE_SIDED),
    Case(s.compare_correlations, THREE, 30, data.correlated(EQUAL, 30), {"test": "williams"}, 4000),
    Case(s.compare_correlations, THREE, 30, data.correlated(EQUAL, 30), {"test": "steiger"}, 4000),
    *(
        Case(s.compare_correlations, THREE, 100, data.correlated(EQUAL, 100), {"alternative": a}, 4000)
        for a in ONE_SIDED
    ),
    Case(
        s.permutation_comparison,
        "skewed metrics",
        100,
        data.two_metrics(data.skewed, 100),
        _with(SLOW, coefficient="pearson"),
        4000,
    ),
    # Metrics are brought to one scale by the very sample that is tested: that takes some items to be harmless.
    *(
        Case(
            s.permutation_comparison,
            "skewed metrics",
            30,
            data.two_metrics(data.skewed, 30),
            _with(SLOW, coefficient=c),
            4000,
            limits={0.01: 0.015, 0.05: 0.065, 0.1: 0.12},
        )
        for c in ("pearson", "spearman", "kendall")
    ),
    *(
        Case(
            s.permutation_comparison,
            "normal metrics",
            30,
            data.two_metrics(data.normal, 30),
            _with(SLOW, coefficient="pearson", alternative=a),
            4000,
        )
        for a in ONE_SIDED
    ),
]

CASES: list[Case] = [
    *COUNTING,
    *RANKS,
    *PERMUTATIONS,
    *SPEECH,
    *RANDOMIZATION,
    *PAIRED_BOOTSTRAP,
    *CORRELATION,
    *DEPENDENT,
]
