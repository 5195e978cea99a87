"""The line about scorers, and the table of BLEU's parts."""

from __future__ import annotations

import pytest

from bakeoff.evaluation import score_runs
from bakeoff.reports import bleu_table, render_text, scorers_line
from tests.evaluation.example_campaign import REFERENCES, RUNS, SOURCE


@pytest.mark.parametrize(
    ("metrics", "line"),
    [
        ("bleu", "Scorer: mteval v13a (BLEU). For sacreBLEU's scores: -m bleu@sacrebleu"),
        (
            "ter:case=no chrf bleu@sacrebleu",
            "Scorers: tercom 0.7.25 (TER (case-insensitive)), sacreBLEU 2.6.0 (chrF, BLEU). "
            "For sacreBLEU's scores: -m ter@sacrebleu",
        ),
        ("meteor gtm wer", "Scorers: METEOR 1.5 (METEOR), GTM 1.4 (GTM), Bakeoff (WER)."),
    ],
)
def test_every_metric_is_listed_under_the_tool_whose_number_it_is(metrics: str, line: str) -> None:
    assert scorers_line([score_runs(RUNS[:1], REFERENCES, metrics=metrics)]) == line


def test_several_specifications_name_each_scorer_once() -> None:
    evaluations = [score_runs(RUNS[:1], REFERENCES, metrics="chrf", specification=name) for name in ("raw", "zh")]
    assert scorers_line(evaluations) == "Scorer: sacreBLEU 2.6.0 (chrF)."


def test_parts_of_every_bleu_and_group_are_in_one_table() -> None:
    evaluation = score_runs(
        RUNS[:2], REFERENCES, source=SOURCE, metrics="bleu ter bleu@sacrebleu:order=2", by=["genre"]
    )
    table = bleu_table(evaluation)
    assert len(table.rows) == 2 * 2 * 3
    assert table.rows[0][:3] == ("BLEU", "aster", "all")
    assert table.rows[6][5:7] == (None, None)  # it has no 3-grams and 4-grams
    shown = render_text(table).splitlines()
    assert shown[1].split() == [
        *(
            "metric",
            "system",
            "group",
            "1-gram",
            "2-gram",
            "3-gram",
            "4-gram",
            "BP",
            "ratio",
            "hypothesis",
            "reference",
        ),
    ]


def test_one_bleu_without_groups_needs_no_names_of_them() -> None:
    table = bleu_table(score_runs(RUNS[:1], REFERENCES, metrics="bleu"))
    assert render_text(table).splitlines()[1].split()[:2] == ["system", "1-gram"]


def test_without_bleu_there_is_no_such_table() -> None:
    assert bleu_table(score_runs(RUNS[:1], REFERENCES, metrics="ter chrf")) is None
