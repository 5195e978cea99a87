"""WMT 2012, Czech to English: consistency (W08) and the taus of three metrics on the rankings, by our own metrics.

The counts are those of ../shared/data/meta-golden (sacreBLEU 2.6.0 on the SGML text), counted there by two programs.
"""

from __future__ import annotations

from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from bakeoff.data import Run
from bakeoff.evaluation import score_runs
from bakeoff.evaluation.metrics_task.human_scores import human_scores_of_judgments
from bakeoff.evaluation.metrics_task.inputs import own_metrics
from bakeoff.evaluation.metrics_task.scored_sets import scored_set
from bakeoff.formats import read_references, read_runs
from bakeoff.human_eval import HumanAnalysis, KindOfJudgment
from bakeoff.meta_evaluation.measures import Settings, find_measure
from tests.reproductions.wmt_rankings import by_language_pair

# Expression: C, D, T_m, T_h, T_hm; consistency, tau10, tau13, tau14; Spearman with wins/(wins+losses)
GOLDEN = {
    "bleu@sacrebleu": ((6393, 4250, 378, 1425, 329), (0.580074, 0.160149, 0.201353, 0.194447), 0.8857),
    "chrf": ((6850, 4121, 50, 1488, 266), (0.621541, 0.243081, 0.248747, 0.247618), 0.9429),
    "ter@sacrebleu": ((5482, 3559, 1980, 1156, 598), (0.497414, -0.005172, 0.212698, 0.174485), None),
}


ROUNDED = {"bleu@sacrebleu": 6}
"""Pairs of outputs whose statistics give the same score, which sacreBLEU rounds to two numbers or we do: their last bit
decides whether they are tied."""


def _resolved(run: Run) -> Run:
    """With apostrophes for &#39;, which SGML of this age has and mteval leaves as it is."""
    documents = tuple(
        replace(each, content=tuple(replace(segment, text=unescape(segment.text)) for segment in each.segments))
        for each in run.documents
    )
    return replace(run, documents=documents)


def test_metrics_on_the_rankings_of_czech_english(data: Path) -> None:
    folder = data / "wmt12-ranking-cs-de"
    judgments = by_language_pair(folder / "wmt12.RNK_results.csv.gz")["Czech-English"]
    judged = KindOfJudgment(judgments=judgments, analysis=HumanAnalysis(score="wins"))
    (human,) = human_scores_of_judgments("ranking", judged)
    # The file called goggle has the output of onlineB again.
    files = [path for path in sorted((folder / "sgm").glob("newstest2012.cs-en.*.sgm.gz")) if "goggle" not in path.name]
    runs = [_resolved(replace(run, system=path.name.split(".")[2])) for path in files for run in read_runs(path)]
    references = read_references(folder / "sgm" / "newstest2012-ref.en.sgm.gz")
    evaluation = score_runs(runs, references, metrics=" ".join(GOLDEN), specification="raw", threads=1)
    for metric, (counts, taus, _rho) in GOLDEN.items():
        own = [each for each in own_metrics(evaluation, numbered=True) if each.name == metric]
        outputs = scored_set(human, own).outputs[metric]
        found = outputs.pair_counts
        counted = (found.concordant, found.discordant, found.tied_metric, found.tied_human, found.tied_both)
        rounded = ROUNDED.get(metric, 0)
        assert sum(counted) == sum(counts)
        assert max(abs(ours - theirs) for ours, theirs in zip(counted, counts, strict=True)) <= rounded, metric
        names = ("consistency", "tau10", "tau13", "tau14")
        values = [find_measure(name).of(outputs, Settings()).value for name in names]
        assert values == pytest.approx(taus, abs=6e-7 + rounded / sum(counts[:2]))
