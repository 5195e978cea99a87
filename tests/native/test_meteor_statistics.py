from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.native import (
    MeteorLexicon,
    Paraphrases,
    Tokens,
    Vocabulary,
    java_hash,
    meteor_alignment,
    meteor_statistics,
    tokenize,
)
from tests.depth import cases
from tests.native import naive_meteor as naive
from tests.native.naive_meteor import Knowledge, Match, hypothesis_words, reference_words

MODULES = ["exact", "stem", "synonym", "paraphrase"]
# The two last have one hash in Java.
WORDS = ["a", "b", "c", "d", "e", "f", "Aa", "BB"]
FUNCTION_WORDS = {"a", "c"}
PARAMETERS: dict[str, Any] = {"alpha": 0.85, "beta": 0.2, "gamma": 0.6, "delta": 0.75}

words = st.sampled_from(WORDS)
segments = st.lists(words, max_size=16)
phrases = st.lists(words, min_size=1, max_size=3).map(tuple)
knowledge = st.builds(
    Knowledge,
    stems=st.dictionaries(words, st.sampled_from(["s", "t"])),
    synsets=st.dictionaries(words, st.lists(st.integers(0, 4), max_size=3, unique=True)),
    paraphrases=st.dictionaries(phrases, st.lists(phrases, min_size=1, max_size=3, unique=True), max_size=8),
)


class Texts:
    """Segments as tokens, with a lexicon that knows their words."""

    def __init__(self, known: Knowledge, *columns: Sequence[Sequence[str]]) -> None:
        self.vocabulary = Vocabulary()
        tokenize([" ".join(WORDS)], "blank", self.vocabulary)
        self.columns: list[Tokens] = [
            tokenize([" ".join(segment) for segment in column], "blank", self.vocabulary) for column in columns
        ]
        self.words = self.vocabulary.words()
        self.lexicon = MeteorLexicon(self.vocabulary)
        for column in self.columns:
            self._add(column, known)
        self.paraphrases = self._paraphrases(known)

    def _add(self, column: Tokens, known: Knowledge) -> None:
        ids = self.lexicon.unknown(column)
        new = [self.words[number] for number in ids]
        synsets = [known.synsets.get(word, ()) for word in new]
        self.lexicon.add(
            ids,
            new,
            np.array([word in FUNCTION_WORDS for word in new], np.bool_),
            stems=[known.stems.get(word, word) for word in new],
            synset_starts=np.cumsum([0, *map(len, synsets)]),
            synsets=np.array([number for each in synsets for number in each], np.int32),
        )

    def _paraphrases(self, known: Knowledge) -> Paraphrases:
        table = known.paraphrases
        listed = list(dict.fromkeys([*table, *(other for others in table.values() for other in others)]))
        partners = [[listed.index(other) for other in table.get(phrase, ())] for phrase in listed]
        return Paraphrases(
            np.cumsum([0, *map(len, listed)]),
            np.array([self.words.index(word) for phrase in listed for word in phrase], np.int32),
            np.cumsum([0, *map(len, partners)]),
            np.array([other for others in partners for other in others], np.int32),
        )

    def statistics(self, modules: Sequence[str] = MODULES, threads: int = 1, **options: bool) -> np.ndarray:
        hypothesis, *references = self.columns
        weights = [1, 0.6, 0.8, 0.6][: len(modules)]
        return meteor_statistics(
            hypothesis,
            references,
            self.lexicon,
            self.paraphrases,
            modules=modules,
            weights=weights,
            threads=threads,
            **PARAMETERS,
            **options,
        )


def naive_row(hypothesis: list[str], reference: list[str], modules: Sequence[str], alignment: list[Match]) -> list[int]:
    def kinds(given: Sequence[str]) -> list[int]:
        functions = sum(word in FUNCTION_WORDS for word in given)
        return [len(given) - functions, functions]

    row = []
    for module in modules:
        mine = [match for match in alignment if match.module == module]
        row += kinds([hypothesis[word] for match in mine for word in hypothesis_words(match)])
        row += kinds([reference[word] for match in mine for word in reference_words(match)])
    chunks = naive.chunks(alignment)
    covered = sum(match.hypothesis_length for match in alignment), sum(match.reference_length for match in alignment)
    perfect = chunks == 1 and covered == (len(hypothesis), len(reference))
    return [*row, *kinds(hypothesis), *kinds(reference), 0 if perfect else chunks]


@settings(max_examples=cases(400))
@given(segments, segments, knowledge, st.sampled_from([MODULES[:n] for n in (1, 2, 3, 4)] + [MODULES[1:]]))
def test_statistics_against_the_twin(
    hypothesis: list[str], reference: list[str], known: Knowledge, modules: list[str]
) -> None:
    alignment = naive.align(hypothesis, reference, modules, known)
    found = Texts(known, [hypothesis], [reference]).statistics(modules)
    assert found.tolist() == [naive_row(hypothesis, reference, modules, alignment)]


@settings(max_examples=cases(20))
@given(st.lists(words, min_size=30, max_size=70), st.lists(words, min_size=30, max_size=70), knowledge)
def test_long_segments_that_fill_the_beam_against_the_twin(
    hypothesis: list[str], reference: list[str], known: Knowledge
) -> None:
    alignment = naive.align(hypothesis, reference, MODULES, known)
    found = Texts(known, [hypothesis], [reference]).statistics()
    assert found.tolist() == [naive_row(hypothesis, reference, MODULES, alignment)]


@given(segments, segments, knowledge)
def test_alignment_against_the_twin(hypothesis: list[str], reference: list[str], known: Knowledge) -> None:
    modules = MODULES[:3]
    expected = dict.fromkeys(range(len(hypothesis)), -1)
    for match in naive.align(hypothesis, reference, modules, known):
        expected[match.hypothesis_start] = match.reference_start
    texts = Texts(known, [hypothesis], [reference])
    ours, theirs = texts.columns
    found = meteor_alignment(ours, theirs, texts.lexicon, modules=modules)
    assert found[:, 0].tolist() == list(expected.values())


def test_alignment_of_phrases_pairs_their_first_words() -> None:
    known = Knowledge(paraphrases={("a", "b", "c"): [("d", "e")]})
    texts = Texts(known, [["f", "a", "b", "c"]], [["d", "e", "f"]])
    ours, theirs = texts.columns
    found = meteor_alignment(ours, theirs, texts.lexicon, texts.paraphrases, modules=MODULES)
    assert found[:, 0].tolist() == [2, 0, 1, -1]


@given(segments, segments, segments, knowledge)
def test_of_several_references_the_best_counts(
    hypothesis: list[str], first: list[str], second: list[str], known: Knowledge
) -> None:
    (found,) = Texts(known, [hypothesis], [first], [second]).statistics()
    rows = [Texts(known, [hypothesis], [reference]).statistics()[0] for reference in (first, second)]
    # Sums in another order may tell apart what is equal to METEOR.
    best = max(map(naive_score, rows)) - 1e-12
    assert found.tolist() in [row.tolist() for row in rows if naive_score(row) >= best]


def test_of_equally_good_references_the_first_counts_or_the_last_where_it_is_asked_for() -> None:
    texts = Texts(Knowledge(), [["a"]], [["b"]], [["b", "d"]], [["b", "d", "e"]])
    assert texts.statistics(["exact"])[0, 6:8].tolist() == [1, 0]
    assert texts.statistics(["exact"], last_reference=True)[0, 6:8].tolist() == [3, 0]


def naive_score(row: np.ndarray) -> float:
    alpha, beta, gamma, delta = PARAMETERS.values()
    by_module = row[:16].reshape(4, 2, 2)
    words = row[16:20].reshape(2, 2)
    weighted = sum(
        w * (delta * m[:, 0] + (1 - delta) * m[:, 1]) for w, m in zip([1, 0.6, 0.8, 0.6], by_module, strict=True)
    )
    whole = delta * words[:, 0] + (1 - delta) * words[:, 1]
    if not weighted.all() or not whole.all():
        return 0.0
    precision, recall = weighted / whole
    mean = 1 / ((1 - alpha) / precision + alpha / recall)
    return float(mean * (1 - gamma * (row[20] / (by_module.sum() / 2)) ** beta))


def test_the_chunk_of_a_perfect_segment_counts_only_where_it_is_asked_for() -> None:
    texts = Texts(Knowledge(), [["a", "b"], ["a", "b"]], [["a", "b"], ["a", "b", "c"]])
    assert texts.statistics(["exact"])[:, -1].tolist() == [0, 1]
    assert texts.statistics(["exact"], perfect_chunks=True)[:, -1].tolist() == [1, 1]


def test_threads_change_nothing() -> None:
    rng = np.random.default_rng(3)
    columns = [[rng.choice(WORDS[:5], size=rng.integers(0, 30)).tolist() for _ in range(200)] for _ in range(3)]
    texts = Texts(Knowledge(stems={"a": "b"}, synsets={"c": [1], "d": [1]}), *columns)
    assert texts.statistics(threads=1).tolist() == texts.statistics(threads=3).tolist()


def test_500_words_of_which_nearly_all_are_repeated() -> None:
    """Every word matches a hundred others; the search must not blow up."""
    rng = np.random.default_rng(4)
    columns = [[rng.choice(WORDS[:5], size=500).tolist()] for _ in range(2)]
    known = Knowledge(synsets={word: [1] for word in WORDS}, paraphrases={("a",): [("b",)], ("b", "a"): [("c",)]})
    texts = Texts(known, *columns)
    row = texts.statistics()[0]
    assert row[16:20].sum() == 1000
    assert row[0] + row[1] > 400


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_java_hash_against_the_twin(word: str) -> None:
    assert java_hash(word) == naive.java_hash(word)


def test_words_with_one_hash_are_one_word() -> None:
    assert java_hash("Aa") == java_hash("BB") == 2112
    assert Texts(Knowledge(), [["Aa"]], [["BB"]]).statistics(["exact"]).tolist() == [[1, 0, 1, 0, 1, 0, 1, 0, 0]]


def test_words_are_looked_up_once() -> None:
    texts = Texts(Knowledge(stems={"a": "b"}), [["a", "b"]], [["b", "c"]])
    assert [texts.lexicon.unknown(column).tolist() for column in texts.columns] == [[], []]
    before = texts.statistics(["exact", "stem"]).tolist()
    ids = np.array([0], np.uint32)
    texts.lexicon.add(ids, ["a"], np.array([False]), stems=["other"])
    assert texts.statistics(["exact", "stem"]).tolist() == before


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"modules": ["exact", "rhyme"], "weights": [1, 1]}, "no module of METEOR called rhyme"),
        ({"weights": [1, 1]}, "expected a weight for each module"),
        ({"threads": 0}, "expected 1 thread or more, found 0"),
    ],
)
def test_wrong_options_are_refused(change: dict[str, int | list[int | str]], message: str) -> None:
    texts = Texts(Knowledge(), [["a"]], [["a"]])
    options: dict[str, Any] = {"modules": ["exact"], "weights": [1], **PARAMETERS, **change}
    with pytest.raises(ValueError, match=rf"^{message}$"):
        meteor_statistics(texts.columns[0], texts.columns[1:], texts.lexicon, **options)


def test_words_that_were_not_looked_up_are_refused() -> None:
    vocabulary = Vocabulary()
    text = tokenize(["a"], "blank", vocabulary)
    lexicon = MeteorLexicon(vocabulary)
    with pytest.raises(ValueError, match=r"^a token is not in the lexicon$"):
        meteor_alignment(text, text, lexicon, modules=["exact"])
    with pytest.raises(ValueError, match=r"^the tokens belong to another vocabulary$"):
        lexicon.unknown(tokenize(["a"], "blank", Vocabulary()))


@pytest.mark.parametrize(
    "wrong",
    [
        {"words": []},
        {"are_function_words": np.array([], np.bool_)},
        {"stems": ["a", "b"]},
        {"synset_starts": np.array([0])},
        {"synset_starts": np.array([0, 2])},
        {"synset_starts": np.array([-1, 0])},
    ],
)
def test_columns_that_do_not_fit_are_refused(wrong: dict[str, list[str] | npt.NDArray[Any]]) -> None:
    ids = np.array([0], np.uint32)
    given: dict[str, Any] = {
        "words": ["a"],
        "are_function_words": np.array([True]),
        "synsets": np.array([1], np.int32),
        **wrong,
    }
    with pytest.raises(ValueError, match=r"^expected "):
        MeteorLexicon(Vocabulary()).add(ids, **given)


@pytest.mark.parametrize(
    ("starts", "words_", "partner_starts", "partners", "message"),
    [
        ([], [], [0], [], "expected starts from 0 to the number of items"),
        ([0, 2], [1], [0, 0], [], "expected starts from 0 to the number of items"),
        ([0, 1, 0], [1], [0, 0, 0], [], "expected ascending starts"),
        ([0, 1], [1], [0], [], "expected paraphrases for each phrase"),
        ([0, 1], [1], [0, 1], [1], "no such phrase"),
        ([0, 1], [1], [0, 1], [-1], "no such phrase"),
    ],
)
def test_paraphrases_that_do_not_fit_are_refused(
    starts: list[int], words_: list[int], partner_starts: list[int], partners: list[int], message: str
) -> None:
    with pytest.raises(ValueError, match=rf"^{message}$"):
        Paraphrases(
            np.array(starts, np.int64),
            np.array(words_, np.int32),
            np.array(partner_starts, np.int64),
            np.array(partners, np.int32),
        )
