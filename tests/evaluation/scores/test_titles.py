"""Metrics under the names that the field uses."""

from __future__ import annotations

import pytest

from bakeoff.evaluation import metric_title
from bakeoff.metrics import metric_names, metric_types
from bakeoff.rulebook.schema.evaluation import SPEECH_METRICS


@pytest.mark.parametrize(
    ("expression", "title"),
    [
        ("bleu", "BLEU"),
        ("bleu@mteval", "BLEU"),
        ("bleu@sacrebleu", "sacreBLEU"),
        ("bleu:case=no", "BLEU (case-insensitive)"),
        ("bleu@sacrebleu:tokenizer=zh,order=2", "sacreBLEU (tokenizer=zh, order=2)"),
        ("gtm:references=1", "GTM (1 reference)"),
        ("ter", "TER"),
        ("ter@tercom", "tercom's TER"),
        ("meteor", "METEOR"),
        ("meteor@1.5", "METEOR 1.5"),
        ("wer@sclite", "WER"),
        ("cer@sclite", "CER"),
        ("comet", "COMET"),
    ],
)
def test_titles_are_written_as_the_field_writes_them(expression: str, title: str) -> None:
    assert metric_title(expression) == title


def test_every_metric_has_a_title_without_its_scorer() -> None:
    for name in (*metric_names(), *SPEECH_METRICS):
        assert metric_title(name) != name
        assert "@" not in metric_title(name)


def test_two_metrics_never_share_a_title() -> None:
    titles = [metric.title for metric in metric_types().values()]
    assert sorted(set(titles)) == sorted(titles)


@pytest.mark.parametrize("name", ["bleurt", "COMET-22", "my metric:x"])
def test_scores_from_outside_keep_their_name(name: str) -> None:
    assert metric_title(name) == name
