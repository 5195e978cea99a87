"""p-values and intervals against sacreBLEU's own paired tests (class PairedTest, 2.6.0) within Monte-Carlo error."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
from sacrebleu.metrics import BLEU, CHRF
from sacrebleu.significance import PairedTest

from bakeoff.data import Document, ReferenceSet, Run, Segment
from bakeoff.evaluation import add_intervals, compare_runs, score_runs
from bakeoff.evaluation.comparison.pair_tests import PairTest
from tests.evaluation.example_campaign import REFERENCES, RUNS

OURS = {"randomization": "ar", "bootstrap@sacrebleu": "bs"}
TRIALS = 2000
METRICS = {"bleu@sacrebleu": "BLEU", "chrf": "chrF2"}


def as_text(lines: list[str]) -> tuple[Document, ...]:
    return (Document("", tuple(Segment(str(i), line) for i, line in enumerate(lines, start=1)), numbered=True),)


def example_texts() -> tuple[dict[str, list[str]], list[list[str]]]:
    systems = {run.system: [segment.text for segment in run.segments] for run in RUNS[1:]}
    return systems, [[segment.text for segment in text.segments] for text in REFERENCES]


def real_texts(data: Path) -> tuple[dict[str, list[str]], list[list[str]]]:
    folder = data / "golden" / "wmt22-de-en"
    systems = {
        path.name.split(".")[1]: path.read_text(encoding="utf-8").split("\n")[:600]
        for path in sorted(folder.glob("hyp.*.txt"))
    }
    return systems, [(folder / "ref.A.txt").read_text(encoding="utf-8").split("\n")[:600]]


def agree(ours: float, theirs: float) -> bool:
    """Whether two shares of so many trials may come from the same probability (five standard errors)."""
    mean = (ours + theirs) / 2
    return abs(ours - theirs) <= 5 * math.sqrt(max(mean * (1 - mean), 1 / TRIALS) * 2 / TRIALS)


def check(systems: dict[str, list[str]], references: list[list[str]], test: PairTest) -> None:
    names = list(systems)
    runs = [Run(system=name, documents=as_text(lines)) for name, lines in systems.items()]
    scored = score_runs(
        runs,
        [ReferenceSet(name=str(k), documents=as_text(lines)) for k, lines in enumerate(references)],
        metrics=list(METRICS),
    )
    comparison = compare_runs(scored, test=test, trials=TRIALS, baseline=names[0], correction="none")
    peer = PairedTest(
        list(systems.items()),
        {"BLEU": BLEU(references=references), "chrF2": CHRF(references=references)},
        references=None,
        test_type=OURS[test],
        n_samples=TRIALS,
        n_ar_confidence=TRIALS,
    )()[1]
    columns: dict[str, Any] = {key: values for key, values in peer.items() if key in METRICS.values()}
    varied = add_intervals(scored, samples=TRIALS)
    for one in comparison.comparisons:
        theirs: dict[Any, Any] = dict(zip(peer["System"], columns[METRICS[one.metric]], strict=True))
        told = {name.removeprefix("Baseline: "): result for name, result in theirs.items()}
        for pair in one.pairs:
            assert one.scores[pair.a].value == pytest.approx(told[pair.a].score, rel=1e-9)
            assert agree(pair.p, told[pair.a].p_value), (one.metric, pair, told[pair.a])
        for system in varied.systems:
            variation = system.scores[one.metric].variation
            error = variation.sd / math.sqrt(TRIALS)
            assert variation.mean == pytest.approx(told[system.name].mean, abs=8 * error)
            # sacreBLEU prints half the width of its interval.
            width = (variation.interval.high - variation.interval.low) / 2
            assert width == pytest.approx(told[system.name].ci, rel=0.12)


@pytest.mark.parametrize("test", OURS)
def test_example_campaign_against_sacrebleu(test: PairTest) -> None:
    check(*example_texts(), test)


@pytest.mark.parametrize("test", OURS)
def test_real_systems_against_sacrebleu(test: PairTest, data: Path) -> None:
    check(*real_texts(data), test)
