"""Transcripts against transcripts: what is missing, what is too much, who speaks."""

from __future__ import annotations

from typing import Any

import pytest

from bakeoff.errors import AlignmentError, FormatError
from bakeoff.native import TextColumn
from bakeoff.speech import Counts, ScoringRules, score_transcripts
from bakeoff.speech.scoring_rules import SpeakerIds
from bakeoff.speech.transcripts import speakers_of
from tests.speech.speech_data import trn

SCLITE = ScoringRules(sclite=True)


def test_an_utterance_that_is_missing_counts_as_deletions() -> None:
    reference, hypothesis = trn("a b (s-1)", "c d e (s-2)", "f (t-1)"), trn("f (t-1)", "A x (S-1)")
    scores = score_transcripts(reference, hypothesis)
    assert scores.total == Counts(segments=3, wrong_segments=2, correct=2, substitutions=1, deletions=3, insertions=0)
    assert scores.utterances.ids == ["s-1", "s-2", "t-1"]
    assert scores.remarks == ("x.trn: 1 utterance is missing and scored as deletions: s-2.",)


def test_sclite_does_not_score_what_is_missing() -> None:
    reference, hypothesis = trn("a b (s-1)", "c d e (s-2)", "f (t-1)"), trn("f (t-1)", "A x (S-1)")
    scores = score_transcripts(reference, hypothesis, rules=SCLITE)
    assert scores.total == Counts(segments=2, wrong_segments=1, correct=2, substitutions=1, deletions=0, insertions=0)
    assert list(scores.by_speaker()) == ["t", "s"]
    assert scores.remarks == ("x.trn: 1 utterance is missing and not scored, as sclite does: s-2.",)


@pytest.mark.parametrize("sclite", [False, True])
def test_utterances_that_the_reference_lacks_are_all_named(sclite: bool) -> None:
    with pytest.raises(AlignmentError, match="found 2 that it does not have: s-2, s-3"):
        score_transcripts(trn("a (s-1)"), trn("a (s-1)", "b (s-2)", "c (s-3)"), rules=ScoringRules(sclite=sclite))


def test_utterances_that_stand_twice_are_refused() -> None:
    with pytest.raises(FormatError, match=r"x\.trn, line 2: expected each utterance once"):
        score_transcripts(trn("a (s-1)", "a (S-1)"), trn("a (s-1)"))
    with pytest.raises(FormatError, match="another in line 1"):
        score_transcripts(trn("a (s-1)", "b (S-1)"), trn("a (s-1)"), rules=SCLITE)
    twice = score_transcripts(trn("a (s-1)", "a (S-1)"), trn("a (s-1)"), rules=SCLITE)
    assert twice.total.correct == 1


def test_an_empty_hypothesis_is_all_deletions_and_an_empty_reference_has_no_rate() -> None:
    scores = score_transcripts(trn("a b (s-1)"), trn())
    assert (scores.total.deletions, scores.total.wer) == (2, 100.0)
    scores = score_transcripts(trn("(s-1)"), trn("a (s-1)"))
    assert (scores.total.insertions, scores.total.words, scores.total.wer) == (1, 0, None)
    nothing = score_transcripts(trn(), trn())
    assert (nothing.total.segments, nothing.total.wer, nothing.total.segment_error_rate) == (0, None, None)


def test_an_alternation_of_more_than_10000_characters_is_right_or_refused() -> None:
    lists = " / ".join(f"word{number} again" for number in range(1000))
    reference, hypothesis = trn(f"{{ {lists} }} (s-1)"), trn("word999 again (s-1)")
    assert score_transcripts(reference, hypothesis).total.wer == 0
    with pytest.raises(FormatError, match="at most 10,000 characters, as sclite reads them"):
        score_transcripts(reference, hypothesis, rules=SCLITE)


def test_an_utterance_of_more_words_than_sclite_can_number_is_right_or_refused() -> None:
    long = " ".join(["a"] * 65_535)
    assert score_transcripts(trn(f"{long} (s-1)"), trn("(s-1)")).total.deletions == 65_535
    with pytest.raises(FormatError, match="at most 65,534 words in an utterance, as sclite allows, found 65,535"):
        score_transcripts(trn(f"{long} (s-1)"), trn("(s-1)"), rules=SCLITE)


def test_an_empty_alternative_is_refused_and_dropped_by_sclite() -> None:
    reference, hypothesis = trn("{ a / } b (s-1)"), trn("b (s-1)")
    with pytest.raises(FormatError, match=r"x\.trn, line 1: expected alternatives .* found an empty alternative"):
        score_transcripts(reference, hypothesis)
    assert score_transcripts(reference, hypothesis, rules=SCLITE).total.deletions == 1
    assert score_transcripts(trn("{ a / @ } b (s-1)"), hypothesis).total.errors == 0


@pytest.mark.parametrize(
    ("kind", "id_", "speaker", "of_sclite"),
    [
        ("spu_id", "bob-u_1", "bob", "bob"),
        ("spu_id", "bob_u1", "bob", "bob"),
        ("spu_id", "bob", "bob", ""),
        ("swb", "a_b-c", "a_b", "a_b"),
        ("wsj", "4t0c0201", "4t0", "4t0"),
        ("sp", "bob-1", "bob-1", "(bob-1)"),
    ],
)
def test_speakers_are_read_from_ids(kind: SpeakerIds, id_: str, speaker: str, of_sclite: str) -> None:
    assert list(speakers_of(TextColumn([id_]), ScoringRules(speaker_ids=kind))) == [speaker]
    assert list(speakers_of(TextColumn([id_]), ScoringRules(speaker_ids=kind, sclite=True))) == [of_sclite]


@pytest.mark.parametrize(
    ("rules", "reference", "hypothesis", "errors"),
    [
        ({}, "Été A", "été a", 1),  # only ASCII letters are folded
        ({"case": True}, "Été A", "Été a", 1),
        ({}, "(uh) a", "a", 1),
        ({"optional": True}, "(uh) a", "a", 0),
        ({"optional": True}, "(uh) a", "er a", 1),
        ({"optional": True}, "a", "(uh) a", 0),
        ({}, "wor- a", "word a", 1),
        ({"fragments": True}, "wor- -ord", "word word", 0),
        ({"fragments": True}, "word", "wor-", 0),
        ({}, "baz;qux a*", "baz a", 0),
        ({"characters": "all"}, "ab c", "a b c", 0),
        ({"characters": "non-ascii"}, "ab 中文", "ab 中 x", 1),
        ({"characters": "all", "drop_hyphens": True}, "a-b", "ab", 0),
    ],
)
def test_what_makes_two_words_the_same(rules: dict[str, Any], reference: str, hypothesis: str, errors: int) -> None:
    scores = score_transcripts(trn(f"{reference} (s-1)"), trn(f"{hypothesis} (s-1)"), rules=ScoringRules(**rules))
    assert scores.total.errors == errors


def test_forgiven_words_count_as_correct_and_as_words_of_the_reference() -> None:
    rules = ScoringRules(optional=True)
    scores = score_transcripts(trn("(a) b (s-1)"), trn("b (c) (s-1)"), rules=rules, alignments=True)
    assert (scores.total.correct, scores.total.words) == (3, 3)
    assert [step[:3] for step in scores.alignments[0]] == [("d", "(a)", None), ("C", "b", "b"), ("i", None, "(c)")]
