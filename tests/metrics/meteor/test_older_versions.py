"""METEOR's older parameter sets, on examples worked out by hand."""

from __future__ import annotations

import pytest

from bakeoff.errors import ExpressionError
from bakeoff.evaluation import score_texts
from bakeoff.metrics import parse_expression
from tests.metrics.random_texts import rows_of

# The published parameters: alpha, beta, gamma.
PARAMETERS = {
    ("2005", "en"): (0.9, 3, 0.5),
    ("2005", "fr"): (0.9, 3, 0.5),
    ("2007", "en"): (0.8, 0.83, 0.28),
    ("2007", "cs"): (0.8, 0.83, 0.28),
    ("2007", "fr"): (0.76, 0.5, 1),
    ("2007", "es"): (0.95, 0.5, 0.75),
    ("2007", "de"): (0.95, 1, 0.98),
    ("2008-baseline", "en"): (0.8, 0.83, 0.28),
    ("2008-baseline", "de"): (0.95, 1, 0.98),
    ("2008-ranking", "en"): (0.95, 0.5, 0.45),
    ("2008-ranking", "de"): (0.9, 3, 0.15),
    ("2008-ranking", "fr"): (0.9, 0.5, 0.55),
    ("2008-ranking", "es"): (0.9, 0.5, 0.55),
}


def score(expression: str, hypotheses: list[str], *references: list[str]) -> float:
    return score_texts(hypotheses, references, metrics=expression)[expression]


@pytest.mark.parametrize(("version", "language"), PARAMETERS)
def test_the_formula_by_hand(version: str, language: str) -> None:
    """Of 6 words and 8, 5 match in 2 chunks: `bb cc` and `dd ee ff`."""
    alpha, beta, gamma = PARAMETERS[version, language]
    precision, recall = 5 / 6, 5 / 8
    mean = precision * recall / (alpha * precision + (1 - alpha) * recall)
    expected = 100 * mean * (1 - gamma * (2 / 5) ** beta)
    modules = "exact" if language == "cs" else "exact+stem"
    found = score(
        f"meteor@{version}:language={language},modules={modules}", ["aa bb cc dd ee ff"], ["bb cc xx dd ee ff yy zz"]
    )
    assert found == pytest.approx(expected, rel=1e-14)


def test_fmean_of_2005_is_the_published_one() -> None:
    """10PR / (R + 9P) with P = 2/3 and R = 1/2; two matches in two chunks cost 0.5 × 1."""
    precision, recall = 2 / 3, 1 / 2
    expected = 100 * 10 * precision * recall / (recall + 9 * precision) * (1 - 0.5)
    assert score("meteor@2005", ["aa xx bb"], ["bb yy aa zz"]) == pytest.approx(expected, rel=1e-14)


def test_porter_stems_match_like_equal_words() -> None:
    assert score("meteor@2005", ["operate"], ["operations"]) == pytest.approx(100)
    assert score("meteor@2005:modules=exact", ["operate"], ["operations"]) == 0


@pytest.mark.usefixtures("wordnet")
def test_synonyms_match_like_equal_words_where_they_are_asked_for() -> None:
    assert score("meteor@2005", ["car"], ["automobile"]) == 0
    assert score("meteor@2005:modules=exact+stem+synonym", ["car"], ["automobile"]) == pytest.approx(100)


def test_one_identical_segment_has_no_penalty_but_several_have_one_for_each() -> None:
    """Two segments of 2 words: 2 chunks over 4 matches cost 0.5 × (1/2)^3 of 1."""
    assert score("meteor@2005", ["aa bb"], ["aa bb"]) == pytest.approx(100)
    assert score("meteor@2005", ["aa bb", "cc dd"], ["aa bb", "cc dd"]) == pytest.approx(100 * (1 - 0.5 / 8), rel=1e-14)
    metric = parse_expression("meteor@2005")
    assert metric.segment_scores(rows_of(metric, ["aa bb"] * 2, [["aa bb"] * 2])).tolist() == pytest.approx([100, 100])


def test_of_equally_good_references_the_last_counts() -> None:
    rows = rows_of(parse_expression("meteor@2007"), ["aa"], [["bb"], ["bb cc"]])
    assert rows[0, -3:-1].tolist() == [2, 0]


@pytest.mark.parametrize(
    ("expression", "text", "words"),
    [
        ("meteor@2007", "Don't &amp; U.S. É-1 &quot;x_y&quot;", "don t u s 1 x y"),
        ("meteor@2007:language=fr", "L'été, ÉCOLE x_y", "l'été École x y"),
        ("meteor@2007:language=cs,modules=exact", "Šel-li", "Šel li"),
        ("meteor@2007:punctuation=yes", "Don't, x_y #1 &amp;", "don't , x y 1 &"),
    ],
)
def test_text_is_prepared_as_by_version_0_6(expression: str, text: str, words: str) -> None:
    metric = parse_expression(expression)
    given, prepared = (rows_of(metric, [each], [[each]]) for each in (text, words))
    assert given.tolist() == prepared.tolist()
    assert given[0, -3] == len(words.split())
    assert rows_of(metric, [text], [[words]])[0, 0] == len(words.split())


def test_signature_names_parameters_and_stemmer() -> None:
    signature = parse_expression("meteor@2008-ranking").signature(references=1, specification="raw")
    assert signature.startswith(
        "meteor@2008-ranking|version:2008-ranking|language:en|modules:exact+stem|alpha:0.95|beta:0.5|gamma:0.45|"
        "punctuation:no|stemmer:porter-en-2.2"
    )


def test_target_language_chooses_the_parameters() -> None:
    assert parse_expression("meteor@2007").for_language("es").options()["gamma"] == "0.75"


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("meteor@2008-ranking:language=cs", "no parameters for the language 'cs', only for de, en, es, fr"),
        ("meteor@2005:modules=exact+paraphrase", "expected modules out of exact+stem+synonym"),
        ("meteor@2007:language=de,modules=exact+synonym", "WordNet has synonyms for English only"),
    ],
)
def test_what_the_older_versions_do_not_have_is_refused(expression: str, message: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        score(expression, ["a"], ["a"])
    assert message in str(caught.value)
