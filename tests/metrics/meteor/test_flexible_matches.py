"""BLEU and TER over METEOR's matches."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.errors import ExpressionError
from bakeoff.evaluation import score_texts
from bakeoff.metrics import parse_expression
from tests.metrics.random_texts import rows_of

BLEU, TER = "bleu@flexible:modules=exact+stem", "ter@flexible:modules=exact+stem"

words = st.lists(st.sampled_from(["cat", "cats", "dog", "dogs", "runs", "on"]), max_size=9).map(" ".join)


def score(expression: str, hypothesis: str, *references: str) -> float:
    return score_texts([hypothesis], [[text] for text in references], metrics=expression)[expression]


def test_aligned_words_count_as_those_of_the_reference() -> None:
    assert score(BLEU, "the cats runs on mats", "the cat run on mat") == pytest.approx(100)
    assert score(TER, "the cats runs on mats", "the cat run on mat") == 0
    assert score(BLEU, "the cats sat down", "the cat sat down") > score("bleu", "the cats sat down", "the cat sat down")


@pytest.mark.usefixtures("wordnet")
def test_synonyms_count_for_english_by_default() -> None:
    assert parse_expression("bleu@flexible").options()["modules"] == "exact+stem+synonym"
    assert parse_expression("bleu@flexible:language=de").options()["modules"] == "exact+stem"
    assert score("ter@flexible", "a big car", "a big automobile") == 0


@given(st.lists(st.tuples(words, words), min_size=1, max_size=3))
def test_with_exact_matches_only_they_are_bleu_and_ter_of_the_same_tokens(pairs: list[tuple[str, str]]) -> None:
    hypotheses, references = map(list, zip(*pairs, strict=True))
    exact = score_texts(hypotheses, [references], metrics="bleu@flexible:modules=exact ter@flexible:modules=exact")
    plain = score_texts(hypotheses, [references], metrics="bleu ter")
    assert list(exact.values()) == pytest.approx(list(plain.values()), rel=1e-14)


@given(st.lists(st.tuples(words, words), min_size=1, max_size=3))
def test_flexible_matches_never_lower_the_matches_of_words(pairs: list[tuple[str, str]]) -> None:
    hypotheses, references = map(list, zip(*pairs, strict=True))
    flexible = rows_of(parse_expression(BLEU), hypotheses, [references])
    exact = rows_of(parse_expression("bleu@flexible:modules=exact"), hypotheses, [references])
    assert (flexible[:, 0] >= exact[:, 0]).all()


def test_bleu_takes_the_words_of_the_best_reference_and_compares_with_all() -> None:
    """`cats` becomes `cat`, the word of the second reference; `sat` matches in the first."""
    metric = parse_expression(BLEU)
    rows = rows_of(metric, ["cats sleep here now"], [["he slept there"], ["cat sleeps here now"]])
    assert rows[0, :4].tolist() == [4, 3, 2, 1]
    swapped = rows_of(metric, ["cats sleep here now"], [["cat sleeps here now"], ["he slept there"]])
    assert swapped.tolist() == rows.tolist()


def test_ter_is_that_of_the_reference_with_the_fewest_edits_over_the_mean_length() -> None:
    metric = parse_expression(TER)
    rows = rows_of(metric, ["cats sleep", "x"], [["cat", "y"], ["cat sleeps here", "x"]])
    assert rows[:, :2].tolist() == [[1, 2], [0, 1]]
    assert float(metric.score(rows.sum(axis=0))) == pytest.approx(100 / 3)


def test_signature_names_what_it_rests_on() -> None:
    signature = parse_expression(TER).signature(references=1, specification="raw")
    assert signature.startswith("ter@flexible|version:1|language:en|modules:exact+stem|norm:yes|stemmer:snowball-en-")


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("bleu@flexible:modules=exact+paraphrase", "expected modules that match single words, found paraphrase"),
        ("ter@flexible:language=zh", "METEOR does not know the language 'zh'"),
        ("ter@flexible:modules=rhyme", "expected modules out of exact+stem+synonym+paraphrase"),
    ],
)
def test_options_that_do_not_fit_are_refused(expression: str, message: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse_expression(expression)
    assert message in str(caught.value)


def test_the_target_language_is_that_of_meteor() -> None:
    assert parse_expression("bleu@flexible").for_language("de").options()["language"] == "de"
