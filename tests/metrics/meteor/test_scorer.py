"""METEOR 1.5: options, languages, resources and the formula; its figures stand in tests/golden/test_meteor.py."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.errors import ExpressionError, ResourceError
from bakeoff.evaluation import score_texts
from bakeoff.metrics import parse_expression
from bakeoff.metrics.meteor.parameters import NORMALIZED
from bakeoff.metrics.meteor.words import FUNCTION_WORDS
from bakeoff.text.resources import ParaphraseTable, WordNet
from tests.depth import cases
from tests.metrics.meteor.jar import check_against
from tests.metrics.random_texts import rows_of


def score(expression: str, hypothesis: str, *references: str) -> float:
    return score_texts([hypothesis], [[text] for text in references], metrics=expression)[expression]


# Worked examples


def test_exact_and_stem_by_hand() -> None:
    """`the` is a function word and counts 0.25, others 0.75; `cats` matches `cat` by stem, which weighs 0.6."""
    precision = (0.25 + 0.75 * 0.6 + 0.75) / (0.25 + 0.75 + 0.75)
    recall = (0.25 + 0.75 * 0.6 + 0.75) / (0.25 + 3 * 0.75)
    mean = 1 / (0.15 / precision + 0.85 / recall)
    expected = mean * (1 - 0.6 * (1 / 3) ** 0.2)
    assert score("meteor", "the cats sat", "the cat sat quietly") == pytest.approx(100 * expected, rel=1e-14)


def test_chunks_by_hand() -> None:
    """`a b | c` against `c | a b`: two chunks of three matches; only order is lost."""
    assert score("meteor", "aa bb cc", "cc aa bb") == pytest.approx(100 * (1 - 0.6 * (2 / 3) ** 0.2), rel=1e-14)


def test_adequacy_parameters_by_hand() -> None:
    precision, recall = 0.7 / (0.7 + 0.7), 0.7 / (3 * 0.7)
    mean = 1 / (0.25 / precision + 0.75 / recall)
    found = score("meteor:task=adq", "xx yy", "xx zz ww")
    assert found == pytest.approx(100 * mean * (1 - 0.45), rel=1e-14)


@pytest.mark.usefixtures("wordnet")
def test_synonyms_by_hand() -> None:
    precision = 0.8 * 0.75 / 0.75
    expected = precision  # recall is the same; one chunk and all words match: no penalty
    assert score("meteor@1.5:modules=exact+stem+synonym", "car", "automobile") == pytest.approx(100 * expected)


@pytest.mark.usefixtures("wordnet")
def test_paraphrases_by_hand(paraphrases: ParaphraseTable) -> None:
    assert "hundreds of thousands" in paraphrases.paraphrases_of("hundred thousand")
    rows = rows_of(parse_expression("meteor@1.5"), ["hundred thousand"], [["hundreds of thousands"]])
    by_column = dict(zip(parse_expression("meteor@1.5").columns, rows[0], strict=True))
    assert by_column["paraphrase_hypothesis_content"] == 2
    assert by_column["paraphrase_reference_content"] + by_column["paraphrase_reference_function"] == 3


words = st.lists(
    st.sampled_from(["the", "cat", "cats", "sat", "on", "a", "mat", ",", ".", "run", "runs"]), min_size=1, max_size=12
)


@given(st.lists(words, min_size=1, max_size=4))
def test_identical_texts_score_100(texts: list[list[str]]) -> None:
    segments = [" ".join(each) for each in texts]
    assert score_texts(segments, [segments], metrics="meteor")["meteor"] == pytest.approx(100, rel=1e-14)


@given(st.lists(words, min_size=1, max_size=3), st.lists(words, min_size=3, max_size=3))
def test_another_reference_never_lowers_the_score_of_a_segment(texts: list[list[str]], others: list[list[str]]) -> None:
    metric = parse_expression("meteor")
    segments = [" ".join(each) for each in texts]
    references = [[" ".join(other)] * len(segments) for other in others]
    one = metric.segment_scores(rows_of(metric, segments, references[:1]))
    all_three = metric.segment_scores(rows_of(metric, segments, references))
    assert (all_three >= one - 1e-12).all()


@pytest.mark.parametrize(("hypothesis", "reference"), [("", ""), ("", "a"), ("a", ""), ("a", "b"), ("?", "!")])
def test_nothing_in_common_is_0(hypothesis: str, reference: str) -> None:
    with np.errstate(all="raise"):
        assert score("meteor", hypothesis, reference) == 0


# Options


def test_short_name_is_exact_and_stem_without_outside_resources() -> None:
    metric = parse_expression("meteor")
    assert metric == parse_expression("meteor@1.5:modules=exact+stem")
    assert metric.options() == {
        "language": "en",
        "task": "rank",
        "modules": "exact+stem",
        "weights": "1+0.6",
        "alpha": "0.85",
        "beta": "0.2",
        "gamma": "0.6",
        "delta": "0.75",
        "norm": "yes",
        "function_words": "english",
    }


def test_full_english_signature_names_what_it_rests_on(wordnet: WordNet, paraphrases: ParaphraseTable) -> None:
    signature = parse_expression("meteor@1.5").signature(references=2, specification="case+punc")
    assert "|modules:exact+stem+synonym+paraphrase|weights:1+0.6+0.8+0.6|" in signature
    assert f"|wordnet:3.0-{wordnet.digest[:8]}|paraphrases:en-{paraphrases.digest[:8]}|references:2|" in signature
    assert re.search(r"\|stemmer:snowball-en-2\.2[.\d]*\|", signature)


def test_weights_go_by_place() -> None:
    assert parse_expression("meteor@1.5:modules=exact+synonym").options()["weights"] == "1+0.6"
    assert parse_expression("meteor@1.5:language=de,modules=exact+paraphrase").options()["weights"] == "1+0.8"


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("meteor@1.5:modules=exact+rhyme", "expected modules out of exact+stem+synonym+paraphrase in this order"),
        ("meteor@1.5:modules=stem+exact", "in this order, found 'stem+exact'"),
        ("meteor@1.5:modules=exact+exact", "in this order, found 'exact+exact'"),
        ("meteor:weights=1+x", "expected weights as numbers joined by +, found '1+x'"),
        ("meteor:weights=1", "expected a weight for each of the modules exact+stem, found 1"),
        ("meteor:task=adq,language=de", "task adq has parameters for English only, not 'de'"),
        ("meteor:language=zh", "METEOR does not know the language 'zh'; it knows cs, da, de, en, es, fi, fr, hu, it,"),
        ("meteor@1.5:language=hi,norm=lower", "METEOR does not know the language 'hi'"),
        ("meteor@1.5:language=ar,norm=lower,modules=exact", "METEOR does not know the language 'ar'"),
        ("meteor:language=it", "no normaliser for the language 'it', only for cs, de, en, es, fr, ru. Tokenise"),
        ("meteor:language=cs", "METEOR has no stemmer for the language 'cs'"),
        ("meteor@1.5:language=de,modules=exact+stem+synonym", "WordNet has synonyms for English only, not for 'de'"),
        ("meteor:norm=maybe", "expected one of yes, lower, no"),
    ],
)
def test_options_that_do_not_fit_are_refused(expression: str, message: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        score(expression, "a", "a")
    assert message in str(caught.value)


def test_absent_resources_are_refused_with_a_remedy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BAKEOFF_WORDNET", str(tmp_path))
    with pytest.raises(ResourceError, match="apt install wordnet-base"):
        score("meteor@1.5:modules=exact+stem+synonym", "a", "a")
    monkeypatch.setenv("BAKEOFF_METEOR_PARAPHRASES", str(tmp_path / "none.gz"))
    with pytest.raises(ResourceError, match="pycocoevalcap"):
        score("meteor@1.5:modules=exact+paraphrase,weights=1+1", "a", "a")


# Languages


def test_the_target_language_chooses_the_parameters() -> None:
    german = parse_expression("meteor").for_language("de")
    assert german.options()["language"] == "de"
    assert german.options()["weights"] == "1+0.8"
    assert parse_expression("meteor:language=French").for_language("de").options()["language"] == "fr"
    scores = score_texts(["das Ergebnis"], [["die Ergebnisse"]], metrics="meteor", target_language="German")
    assert scores["meteor"] == 0  # -nisse keeps its s in the older German stemmer
    assert scores == score_texts(["das Ergebnis"], [["die Ergebnisse"]], metrics=["meteor"], target_language="deu")


@pytest.mark.parametrize("language", ["da", "sv", "pt", "tr", "hu"])
def test_other_languages_have_the_language_independent_parameters(language: str) -> None:
    options = parse_expression(f"meteor@1.5:language={language},norm=lower").options()
    assert options["modules"] == "exact+stem"
    assert [options[key] for key in ("weights", "alpha", "beta", "gamma", "delta")] == [
        "1+0.5",
        "0.75",
        "1.4",
        "0.7",
        "0.5",
    ]


@pytest.mark.parametrize(
    ("code", "name"),
    [("cs", "czech"), ("de", "german"), ("en", "english"), ("es", "spanish"), ("fr", "french"), ("ru", "russian")],
)
def test_function_words_are_those_of_meteor(data: Path, code: str, name: str) -> None:
    listed = (data / "meteor-lists" / "function" / f"{name}.words").read_text(encoding="utf-8").split()
    assert FUNCTION_WORDS[code] == set(listed)


def test_function_words_of_the_language_where_they_are_asked_for() -> None:
    rows = rows_of(parse_expression("meteor:language=de,function_words=language"), ["der Hund"], [["der Hund"]])
    english = rows_of(parse_expression("meteor:language=de"), ["der Hund"], [["der Hund"]])
    assert rows[0].tolist() == [1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 0]
    assert english[0].tolist() == [2, 0, 2, 0, 0, 0, 0, 0, 2, 0, 2, 0, 0]


def test_case_matters_only_without_normalisation_and_never_for_function_words() -> None:
    assert score("meteor", "The DOG", "the dog") == pytest.approx(100)
    assert score("meteor:norm=lower", "The DOG", "the dog") == pytest.approx(100)
    rows = rows_of(parse_expression("meteor@1.5:norm=no,modules=exact"), ["The DOG"], [["the DOG"]])
    assert rows[0].tolist() == [1, 0, 1, 0, 1, 1, 1, 1, 1]


# Against the tool itself


_WORDS = (
    "the a of to in and is was , . it he they want wants wanted would like to go going gone big large small house home "
    "car cars automobile people american americans operate operated in order to able can could be good better title "
    "name make makes making made do does quickly fast city town run runs running U.S. don't can't 's No. 5 1,000 - Aa"
    " BB"
)
VOCABULARY = _WORDS.split()
PIECES = (
    [
        "a",
        "B",
        "é",
        "ж",
        "1",
        "23",
        ".",
        "..",
        ",",
        "'",
        "’",
        "`",
        "''",
        "-",
        "--",
        "–",
        "“",
        '"',
        "(",
        "中",
        "İ",
        "\u00a0",
    ]
    + ["Mr", "No", "s", "etc", "bzw", "pp", "e.g", "A", "c.-à-d", "q.b", "т.д"]
    + [" "] * 12
)


def repetitive_texts(seed: int, references: int, segments: int = cases(400)) -> list[list[str]]:
    """Segments of few different words, some of them shuffled copies: many ways to align them."""
    rng = random.Random(seed)

    def drawn(known: Sequence[str]) -> list[str]:
        return [rng.choice(known) for _ in range(rng.choice([0, 1, 2, 5, 10, 20, 40, 60]))]

    columns: list[list[str]] = [[] for _ in range(references + 1)]
    for _ in range(segments):
        known = rng.sample(VOCABULARY, rng.randint(2, 12))
        hypothesis = drawn(known)
        columns[0].append(" ".join(hypothesis))
        for column in columns[1:]:
            shuffled = rng.sample(hypothesis, rng.randint(0, len(hypothesis)))
            column.append(" ".join(drawn(known) if rng.random() < 0.5 else [*shuffled, *drawn(known)[:5]]))
    return columns


@pytest.mark.parametrize(
    ("expression", "options", "references"),
    [
        ("meteor@1.5:modules=exact+stem+synonym", "-l en -norm", 1),
        ("meteor", "-l en -norm", 2),
        ("meteor:norm=no", "-l en", 1),
        ("meteor:language=fr,norm=lower,task=li", "-l fr -lower -t li", 1),
        ("meteor:language=sv,norm=lower", "-l se -lower", 1),
        ("meteor@1.5:modules=exact+synonym,task=hter", "-l en -norm -t hter", 1),
        ("meteor@1.5:modules=stem+synonym", "-l en -norm", 1),
    ],
)
@pytest.mark.usefixtures("wordnet")
def test_repetitive_texts_against_meteor(
    jar: Path, tmp_path: Path, expression: str, options: str, references: int
) -> None:
    modules = parse_expression(expression).options()["modules"].replace("+", " ")
    columns = repetitive_texts(len(options), references)
    check_against(jar, tmp_path, expression, columns, *options.split(), "-m", modules)


@pytest.mark.usefixtures("wordnet")
def test_repetitive_texts_with_paraphrases_against_meteor(
    jar: Path, tmp_path: Path, paraphrases: ParaphraseTable
) -> None:
    columns = repetitive_texts(1, 2, segments=cases(1000))
    check_against(jar, tmp_path, "meteor@1.5", columns, "-l", "en", "-norm", "-a", str(paraphrases.path))


@pytest.mark.parametrize("language", NORMALIZED)
def test_marks_and_pieces_of_words_against_meteor(jar: Path, tmp_path: Path, language: str) -> None:
    """If any word were separated or written otherwise on one side, the score of its segment would change."""
    rng = random.Random(language)
    columns = [["".join(rng.choices(PIECES, k=rng.randint(1, 14))) for _ in range(1500)] for _ in range(2)]
    code = "cz" if language == "cs" else language
    expression = f"meteor@1.5:language={language},modules=exact"
    check_against(jar, tmp_path, expression, columns, "-l", code, "-norm", "-m", "exact")
