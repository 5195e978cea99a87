"""Metrics of a draft."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bakeoff.rulebook.drafts.language_pairs import new_pair
from bakeoff.rulebook.drafts.plans import CampaignPlan
from tests.rulebook.drafts.planning import model_of, plan_for, problems_of, rules_of


def with_pair(name: str, source: str, target: str) -> CampaignPlan:
    plan = plan_for(name)
    pair = new_pair(model_of(name), source, target, present=plan.language_pairs)
    return replace(plan, language_pairs=(*plan.language_pairs, pair))


def test_tracks_and_languages_follow_the_metrics_of_the_campaign() -> None:
    metrics = ("bleu@mteval", "chrf")
    rules = rules_of("iwslt2016", plan_for("iwslt2016", metrics=metrics))
    assert rules.evaluation.metrics == metrics
    assert rules.evaluation.tracks["talk-slt"].metrics == metrics
    assert rules.evaluation.tracks["talk-asr"].metrics == ("wer@sclite",)
    assert [list(entry.scores) for entry in rules.published_scores[:1]] == [["bleu@mteval"]]


def test_an_official_metric_that_is_gone_is_replaced_everywhere() -> None:
    plan = plan_for("iwslt2012", metrics=("chrf", "bleu@sacrebleu"), official_metric="chrf")
    rules = rules_of("iwslt2012", plan)
    assert rules.evaluation.official_metric == "chrf"
    assert rules.evaluation.tracks["ted-asr"].official_metric == "wer@sclite"
    tournament = rules.human["ted-slt"].tournament
    assert tournament is not None
    assert tournament.seeded_by == "chrf"


def test_intervals_of_named_metrics_do_not_spread() -> None:
    interval = rules_of("iwslt2005", plan_for("iwslt2005", metrics=("bleu", "chrf"))).evaluation.interval
    assert interval is not None
    assert interval.metrics == ("bleu",)
    assert rules_of("iwslt2005", plan_for("iwslt2005", metrics=("chrf",))).evaluation.interval is None


def test_a_language_that_a_metric_cannot_score_is_scored_by_the_others() -> None:
    plan = replace(with_pair("simple", "en", "ja"), metrics=("bleu@sacrebleu", "meteor"))
    rules = rules_of("simple", plan)
    assert rules.evaluation.languages["ja"].metrics == ("bleu@sacrebleu",)
    assert rules.scoring_of("translation", "en-de").metrics == ("bleu@sacrebleu", "meteor")


def test_chinese_gets_its_tokeniser() -> None:
    rules = rules_of("simple", with_pair("simple", "en", "Chinese"))
    assert rules.evaluation.languages["zh"].metrics[0] == "bleu@sacrebleu:tokenizer=zh"


@pytest.mark.parametrize(
    ("plan", "field", "said"),
    [
        (plan_for("wmt", metrics=(), outside=()), "metrics", "Choose at least one metric."),
        (plan_for("wmt", metrics=("bleo",)), "metrics", "Expected one of the metrics"),
        (plan_for("wmt", official_metric="ter"), "official_metric", "Choose one of the chosen metrics"),
        (plan_for("wmt", human={}), "official_metric", "Choose the metric that ranks systems"),
        (
            replace(with_pair("simple", "en", "ja"), metrics=("meteor", "chrf"), official_metric="meteor"),
            "official_metric",
            "METEOR 1.5 cannot score Japanese.",
        ),
        (
            replace(with_pair("simple", "en", "ja"), metrics=("meteor",), official_metric=None),
            "metrics",
            "None of these metrics can score Japanese.",
        ),
    ],
)
def test_what_is_wrong_with_metrics_is_said(plan: CampaignPlan, field: str, said: str) -> None:
    name = "wmt" if len(plan.language_pairs) > 2 else "simple"
    [problem] = problems_of(name, plan)
    assert problem.field == field
    assert problem.sentence.startswith(said)
