"""The order of columns: what is read, and every mistake with its line."""

from __future__ import annotations

from bakeoff.rulebook.files.reader import parse_rulebook
from tests.rulebook.small import SMALL, small_rulebook

SCORED = """
[evaluation]
metrics = ["bleu", "nist"]
outside = ["comet"]
"""


def columns(**evaluation: object) -> tuple[str, ...]:
    return small_rulebook(evaluation=evaluation).scoring_of("news", "de-en").all_metrics


def test_named_columns_are_first_and_the_others_keep_their_order() -> None:
    scored = {"metrics": ["bleu", "nist"], "outside": ["comet", "bleurt"], "official_metric": "nist"}
    assert columns(**scored) == ("nist", "bleu", "comet", "bleurt")
    assert columns(**scored, columns=["comet", "bleu"]) == ("comet", "bleu", "nist", "bleurt")


def test_a_column_that_a_language_does_not_have_is_left_out_there() -> None:
    english = {"en": {"outside": ["comet"]}}
    rules = small_rulebook(evaluation={"metrics": ["bleu"], "columns": ["comet"], "languages": english})
    assert rules.scoring_of("news", "de-en").all_metrics == ("comet", "bleu")
    assert rules.scoring_of("news", "en-de").all_metrics == ("bleu",)


def test_a_column_without_scores_is_a_mistake() -> None:
    text = f'{SMALL}{SCORED}columns = ["comett", "bleu"]\n[evaluation.languages.en]\ncolumns = ["other"]\n'
    found = [(each.place.line, each.found, each.expected, each.remedy) for each in parse_rulebook(text).findings]
    line = text[: text.index("columns")].count("\n") + 1
    expected = "one of the metrics of the campaign: bleu, nist, comet"
    assert found == [
        (line, "'comett'", expected, "Did you mean comet?"),
        (line + 2, "'other'", expected, "Name it in metrics or outside, or leave it out."),
    ]
