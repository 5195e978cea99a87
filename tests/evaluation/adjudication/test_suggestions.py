"""Where systems agree against the reference."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.data.recognition.transcripts import TimedSegments, Transcript
from bakeoff.errors import InputError
from bakeoff.evaluation import apply_corrections, score_recognition, suggest_corrections
from bakeoff.evaluation.adjudication.reference_words import reference_words
from bakeoff.speech import ScoringRules, SpeechScores
from tests.depth import cases
from tests.speech.random_speech import random_text
from tests.speech.speech_data import ctm, stm, trn


def scored(
    reference: Transcript | TimedSegments, rules: ScoringRules | None = None, **hypotheses: Any
) -> dict[str, SpeechScores]:
    return {
        name: score_recognition(reference, hypothesis, rules=rules, alignments=True, threads=1)
        for name, hypothesis in hypotheses.items()
    }


def suggested(
    reference: Sequence[str], *hypotheses: Sequence[str], least: int | None = None
) -> list[tuple[str, str, str, int]]:
    """Segment, old, new and the number of systems of each suggestion for transcripts with ids u-0, u-1, …"""
    sides = [trn(*[f"{text} (u-{number})" for number, text in enumerate(texts)]) for texts in (reference, *hypotheses)]
    outputs: dict[str, Any] = {f"s{number}": side for number, side in enumerate(sides[1:])}
    systems = scored(sides[0], **outputs)
    found = suggest_corrections(sides[0], systems, least=least).suggestions
    return [(each.correction.segment, each.correction.old, each.correction.new, len(each.systems)) for each in found]


@pytest.mark.parametrize(
    ("reference", "heard", "expected"),
    [
        ("a b c", "a x c", ("b", "x")),
        ("a b c", "a c", ("b", "")),
        ("a b c", "a b x c", ("b", "b x")),
        ("a b c", "x a b c", ("a", "x a")),
        ("a b c", "a b c x y", ("c", "c x y")),
        ("can not go", "cannot go", ("can not", "cannot")),
        ("the a the b", "the a x b", ("a the", "a x")),
        ("a a a", "a a a x", ("a a a", "a a a x")),
        ("", "x", ("", "x")),
        ("x", "", ("x", "")),
        ("A B", "a x", ("B", "X")),
    ],
)
def test_what_all_systems_have_instead_is_suggested(reference: str, heard: str, expected: tuple[str, str]) -> None:
    assert suggested([reference], [heard], [heard]) == [("u-0", *expected, 2)]


def test_the_part_on_which_all_agree_is_enough() -> None:
    assert suggested(["a b c d"], ["a x y d"], ["a x c d"]) == [("u-0", "b", "x", 2)]
    assert suggested(["a b c d"], ["a x c d"], ["a y c d"]) == []
    assert suggested(["a b c d"], ["a b c d"], ["a y c d"]) == []


def test_fewer_systems_may_do_and_come_later() -> None:
    texts = (["a b", "c d", "e f g h"], ["a x", "c d", "e f z y"], ["a x", "c x", "e f z y"], ["a x", "c x", "e f g h"])
    assert suggested(*texts) == [("u-0", "b", "x", 3)]
    assert suggested(*texts, least=2) == [("u-0", "b", "x", 3), ("u-2", "g h", "z y", 2), ("u-1", "d", "x", 2)]


def test_stretches_that_must_share_words_around_them_are_one_suggestion() -> None:
    assert suggested(["a b a b a"], ["a x a y a"], ["a x a y a"]) == [("u-0", "a b a b a", "a x a y a", 2)]


def test_segments_with_times_are_named_by_recording_and_start() -> None:
    reference = stm(
        "talk 1 Ann 0.0 2.0 one two",
        "talk 1 Ann 2.0 3.0 IGNORE_TIME_SEGMENT_IN_SCORING",
        "talk 1 Ann 3.0 5.0 three",
    )
    words = ctm("talk 1 0.1 0.5 one", "talk 1 1 0.5 too", "talk 1 3.5 0.5 tree")
    found = suggest_corrections(reference, scored(reference, x=words, y=words)).suggestions
    assert [(each.correction.segment, each.reference, each.heard, each.systems, each.of) for each in found] == [
        ("talk:1:0.00", "two", "too", ("x", "y"), 2),
        ("talk:1:3.00", "three", "tree", ("x", "y"), 2),
    ]


def test_alternatives_and_respelled_words_are_left_to_people() -> None:
    reference, heard = trn("a { b / c } d (u-1)", "x y (u-2)"), trn("a q d (u-1)", "x q (u-2)")
    found = suggest_corrections(reference, scored(reference, s=heard))
    assert [each.correction.segment for each in found.suggestions] == ["u-2"]
    assert found.remarks == (
        "s is the only system, and its word alone is no agreement: most errors are its own.",
        "1 stretch at alternatives or changed by rules of spelling is left to people.",
    )
    raw, spelled = trn("it's a colour tv (u-1)"), trn("IT IS A COLOR TV (u-1)")
    heard = trn("IT IS THE COLOR TEEVEE (u-1)")
    found = suggest_corrections(raw, scored(spelled, s=heard), scored=spelled)
    assert [(each.correction.old, each.correction.new) for each in found.suggestions] == []
    heard = trn("IT IS A COLOR TV NOW (u-1)")
    found = suggest_corrections(raw, scored(spelled, s=heard), scored=spelled)
    assert [(each.correction.old, each.correction.new) for each in found.suggestions] == [("tv", "tv now")]


def test_bad_calls_are_refused() -> None:
    reference = trn("a (u-1)")
    systems = scored(reference, x=trn("b (u-1)"))
    with pytest.raises(InputError, match="expected at least one system"):
        suggest_corrections(reference, {})
    with pytest.raises(InputError, match="expected a number from 1 to 1, of systems that are to agree, found 2"):
        suggest_corrections(reference, systems, least=2)
    with pytest.raises(InputError, match="x: expected scores with alignments, found none"):
        suggest_corrections(reference, {"x": score_recognition(reference, trn("b (u-1)"))})
    with pytest.raises(
        InputError, match="expected alignments of words, to suggest corrections, found alignments of ch"
    ):
        suggest_corrections(reference, scored(reference, ScoringRules(characters="all"), x=trn("b (u-1)")))
    with pytest.raises(InputError, match="expected 1 segments in the scored reference, found 2"):
        suggest_corrections(reference, systems, scored=trn("a (u-1)", "b (u-2)"))


WORDS = st.sampled_from(list("abcde"))


def corrupted(draw: Callable[..., Any], words: Sequence[str]) -> list[str]:
    changed = []
    for word in words:
        fate = draw(st.sampled_from("kkkkksdi"))
        changed += {"k": [word], "s": [draw(WORDS)], "d": [], "i": [word, draw(WORDS)]}[fate]
    return changed


@st.composite
def campaigns(draw: st.DrawFn) -> list[list[str]]:
    """A reference with mistakes and systems that heard what was said, with mistakes of their own."""
    said = draw(st.lists(st.lists(WORDS, max_size=8), min_size=1, max_size=5))
    reference = [corrupted(draw, words) for words in said]
    systems = [[corrupted(draw, words) for words in said] for _ in range(draw(st.integers(1, 3)))]
    return [[" ".join(words) for words in texts] for texts in (reference, *systems)]


@settings(max_examples=cases(300))
@given(campaigns(), st.integers(1, 3))
def test_no_suggestion_raises_the_errors_of_a_system_that_agrees_with_it(texts: list[list[str]], least: int) -> None:
    least = min(least, len(texts) - 1)
    reference, *hypotheses = (trn(*[f"{text} (u-{number})" for number, text in enumerate(side)]) for side in texts)
    outputs: dict[str, Any] = {f"s{number}": hypothesis for number, hypothesis in enumerate(hypotheses)}
    before = scored(reference, **outputs)
    found = suggest_corrections(reference, before, least=least).suggestions
    for each in found:
        after = scored(apply_corrections(reference, [each.correction]), **outputs)
        assert len(each.systems) >= least
        for name in each.systems:
            assert after[name].total.errors <= before[name].total.errors - each.errors
    if least == len(hypotheses):
        after = scored(apply_corrections(reference, [each.correction for each in found]), **outputs)
        gained = sum(each.errors for each in found)
        assert all(after[name].total.errors <= before[name].total.errors - gained for name in outputs)


@pytest.mark.parametrize("seed", range(60))
def test_suggestions_fit_references_with_all_that_sclite_knows(seed: int) -> None:
    rng = random.Random(seed)
    rules = ScoringRules(optional=bool(seed % 2), fragments=bool(seed % 3))
    said = [random_text(rng, depth=2, longest=6) for _ in range(20)]
    reference = trn(*[f"{text} (u-{number})" for number, text in enumerate(said)])
    heard = [" ".join(rng.choice("abcx") for _ in range(rng.randint(0, 6))) for _ in said]
    hypothesis = trn(*[f"{text} (u-{number})" for number, text in enumerate(heard)])
    before = scored(reference, rules, s=hypothesis)
    found = suggest_corrections(reference, before).suggestions
    assert found
    corrected = apply_corrections(reference, [each.correction for each in found])
    assert scored(corrected, rules, s=hypothesis)["s"].total.errors < before["s"].total.errors


def test_words_are_numbered_as_alignments_number_them() -> None:
    rng = random.Random(1)
    for _ in range(200):
        text = random_text(rng, depth=2, longest=8)
        (steps,) = scored(trn(f"{text} (u-1)"), s=trn("x (u-1)"))["s"].alignments
        words = reference_words(text)
        for step in steps:
            if step.reference_place >= 0:
                word = words[step.reference_place]
                assert text[word.start : word.end].lower().split(";")[0].removesuffix("*") == step.reference
