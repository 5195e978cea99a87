"""Corrections of references: what fits, what is refused, versions one after the other."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.data import Block, Document, ReferenceSet, Segment
from bakeoff.data.recognition.transcripts import Transcript
from bakeoff.errors import InputError
from bakeoff.evaluation import (
    apply_corrections,
    reference_differences,
    reference_versions,
    score_runs,
    score_versions,
)
from bakeoff.evaluation.adjudication.versions import (
    corrected_text,
    fit_corrections,
    marked_changes,
    narrowed,
    segment_ids,
    segment_texts,
)
from bakeoff.formats import CorrectionFile
from bakeoff.formats import SegmentCorrection as C
from tests.evaluation.example_campaign import REFERENCES, RUNS
from tests.speech.speech_data import ctm, stm, trn

TRN = trn("the cat sat on the mat (a-1)", "hello (a-2)", "(b-1)")
STM = stm(
    "talk 1 Ann 0.0 2.0 <o> hello world",
    "talk 1 Ann 2.50 4 bye bye",
    "talk 1 Bob 2.5 4 yes",
    "talk 2 Bob 0 1.123456 no",
)


def test_segments_of_each_kind_of_reference_have_readable_ids() -> None:
    assert segment_ids(TRN) == ["a-1", "a-2", "b-1"]
    assert segment_ids(STM) == ["talk:1:0.00", "talk:1:2.50", "talk:1:2.50#2", "talk:2:0.00"]
    assert (
        segment_ids(REFERENCES[0])[:2]
        == [f"{document.id}:{segment.id}" for document in REFERENCES[0].documents for segment in document.segments][:2]
    )
    plain = ReferenceSet(name="r", documents=(Document("1", (Segment("1", "a"), Segment("2", "b")), numbered=True),))
    assert segment_ids(plain) == ["1", "2"]


@pytest.mark.parametrize(
    ("old", "new", "after"),
    [
        ("the cat sat on the mat", "a cat", "a cat"),
        ("cat", "dog", "the dog sat on the mat"),
        ("on the", "on a", "the cat sat on a mat"),
        ("cat", "", "the sat on the mat"),
        ("mat", "", "the cat sat on the"),
        ("the cat", "", "sat on the mat"),
        ("mat", "mat now", "the cat sat on the mat now"),
    ],
)
def test_all_of_a_text_or_words_that_stand_there_once_are_replaced(old: str, new: str, after: str) -> None:
    assert apply_corrections(TRN, [C("a-1", old, new)]).texts == [after, "hello", ""]


def test_several_corrections_of_a_segment_see_the_text_as_it_was() -> None:
    found = apply_corrections(TRN, [C("a-1", "mat", "cat"), C("a-1", "cat", "mat"), C("b-1", "", "yes")])
    assert found.texts == ["the mat sat on the cat", "hello", "yes"]
    assert found.ids == TRN.ids


def test_times_of_segments_may_be_written_in_any_way() -> None:
    found = apply_corrections(STM, [C("talk:1:2.5#2", "yes", "yeah"), C("talk:2:0", "no", "nope")])
    assert list(found.texts) == ["hello world", "bye bye", "yeah", "nope"]
    assert found.labels == STM.labels


def test_all_that_does_not_fit_is_named_and_nothing_is_changed() -> None:
    wrong = [
        C("a-1", "cat", "dog", line=2),
        C("a-1", "the", "a", line=3),
        C("a-2", "help", "hello", line=4),
        C("a-2", "ell", "all", line=5),
        C("c-1", "x", "y", line=6),
        C("a-1", "cat sat", "dog", line=7),
        C("a-2", "", "x", line=8),
    ]
    with pytest.raises(InputError) as error:
        apply_corrections(TRN, wrong)
    assert str(error.value) == (
        "expected corrections of x.trn as it is now, found 6 that do not fit: "
        "line 3, segment a-1: 'the' occurs 2 times; add words around it; "
        "line 4, segment a-2: old is 'help', but the text is 'hello'; "
        "line 5, segment a-2: old is 'ell', but the text is 'hello'; "
        "line 6, segment c-1: there is no such segment; "
        "line 8, segment a-2: old is '', but the text is 'hello'; "
        "line 7, segment a-1: it overlaps with the correction of 'cat'. "
        "Nothing was changed. Fix or take out these rows."
    )
    assert TRN.texts == ["the cat sat on the mat", "hello", ""]


def test_later_files_correct_what_earlier_ones_left() -> None:
    files = [
        CorrectionFile("one.tsv", (C("a-2", "hello", "hullo", "NN", "typo"),)),
        CorrectionFile("two.tsv", (C("a-2", "hullo", "hallo"), C("b-1", "", "x"))),
    ]
    versions = reference_versions(TRN, files)
    assert [(each.number, each.name) for each in versions] == [(0, "x.trn"), (1, "one.tsv"), (2, "two.tsv")]
    assert [each.reference.texts[1] for each in versions if isinstance(each.reference, Transcript)] == [
        "hello",
        "hullo",
        "hallo",
    ]
    assert [[change.segment for change in each.changes] for each in versions] == [[], ["a-2"], ["a-2", "b-1"]]
    assert versions[1].changes[0].corrections[0].who == "NN"
    with pytest.raises(InputError, match=r"^one.tsv: expected corrections of x.trn as it is now, found 1 that"):
        reference_versions(TRN, [files[0], files[0]])


def test_scores_under_each_version() -> None:
    versions = reference_versions(TRN, [CorrectionFile("c.tsv", (C("a-1", "cat", "dog"),))])
    hypotheses = {"x": trn("the dog sat on the mat (a-1)"), "y": trn("the cat sat on the mat (a-1)", "hello (a-2)")}
    before, after = score_versions(versions, hypotheses, alignments=True)
    assert [each.systems["x"].total.errors for each in (before, after)] == [2, 1]
    assert [each.systems["y"].total.errors for each in (before, after)] == [0, 1]
    assert before.systems["x"].alignments is None
    assert len(after.systems["x"].alignments) == 3


def test_references_of_translations_are_corrected_alike() -> None:
    first, run = REFERENCES[0], RUNS[-1]
    texts, heard = segment_texts(first), segment_texts(run)
    row = next(row for row, (ours, theirs) in enumerate(zip(texts, heard, strict=True)) if ours != theirs)
    corrections = (C(segment_ids(first)[row], texts[row], heard[row]),)
    corrected = apply_corrections(first, corrections)
    assert isinstance(corrected, ReferenceSet)
    assert (corrected.name, reference_differences(first, corrected)) == (first.name, corrections)
    before, after = (score_runs([run], [one], metrics="wer").systems[0].scores["wer"] for one in (first, corrected))
    assert after.value < before.value


def test_blocks_of_a_document_stay() -> None:
    document = Document("d", (Block("hl", (Segment("1", "a b"),)), Segment("2", "c")), {"genre": "nw"})
    reference = ReferenceSet(name="r", documents=(document,))
    found = apply_corrections(reference, [C("d:1", "b", "x")])
    assert found.documents == (replace(document, content=(Block("hl", (Segment("1", "a x"),)), Segment("2", "c"))),)


def test_only_texts_can_differ_between_versions() -> None:
    with pytest.raises(InputError, match=r"expected the segments of x\.trn in their order, found others"):
        reference_differences(TRN, trn("x (a-1)"))
    with pytest.raises(InputError, match="expected a reference of speech, found a text"):
        score_versions(reference_versions(REFERENCES[0], []), {"x": ctm("talk 1 0 1 a")})


WORDS = st.lists(st.sampled_from(["a", "b", "c", "{", "}", "ab"]), max_size=6).map(" ".join)


@given(st.lists(st.tuples(WORDS, WORDS), max_size=8))
def test_the_difference_of_versions_is_what_was_corrected(pairs: list[tuple[str, str]]) -> None:
    before = trn(*[f"{old} (u-{number})" for number, (old, _) in enumerate(pairs)])
    corrections = tuple(C(f"u-{number}", old, new) for number, (old, new) in enumerate(pairs) if old != new)
    after = apply_corrections(before, corrections)
    assert list(after.texts) == [new for _, new in pairs]
    assert reference_differences(before, after) == corrections
    back = [C(each.segment, each.new, each.old) for each in corrections]
    assert apply_corrections(after, back) == before


@given(st.lists(st.integers(0, 9), max_size=12), st.data())
def test_stretches_are_replaced_word_for_word(numbers: list[int], data: st.DataObject) -> None:
    words = [f"w{number}" for number in numbers]
    first = data.draw(st.integers(0, len(words)))
    last = data.draw(st.integers(first, len(words)))
    new = data.draw(st.sampled_from([[], ["x"], ["x", "y"]]))
    old, text = words[first:last], " ".join(words)
    count = sum(words[k : k + len(old)] == old for k in range(len(words) - len(old) + 1)) if old else not words
    correction = C("u-1", " ".join(old), " ".join(new))
    reference = trn(f"{text} (u-1)")
    if count == 1:
        expected = " ".join([*words[:first], *new, *words[last:]])
        assert list(apply_corrections(reference, [correction]).texts) == [expected]
    else:
        with pytest.raises(InputError):
            apply_corrections(reference, [correction])


WORDS = st.lists(st.sampled_from(["a", "b", "c", "的"]), max_size=7).map(" ".join)


@given(WORDS, WORDS)
def test_a_narrowed_correction_makes_the_new_text_of_the_old(before: str, after: str) -> None:
    if before == after:
        return
    correction = narrowed("a-1", before, after)
    assert corrected_text(before, correction) == after


@pytest.mark.parametrize(
    ("before", "after", "old", "new"),
    [
        ("we have to ships", "we have two ships", "to", "two"),
        ("the cat the mat", "the cat a mat", "cat the", "cat a"),
        ("hello there", "hello over there", "hello", "hello over"),
        ("hello", "hello there", "hello", "hello there"),
        ("hello there", "hello", "there", ""),
        ("", "hello", "", "hello"),
        ("hello", "", "hello", ""),
        ("a  b", "a b", "a  b", "a b"),
        ("今天天气", "今天天汽", "今天天气", "今天天汽"),
    ],
)
def test_a_correction_touches_as_few_words_as_it_can(before: str, after: str, old: str, new: str) -> None:
    assert narrowed("a-1", before, after) == C("a-1", old, new)


def test_what_fits_is_told_from_what_does_not_in_the_order_given() -> None:
    given_ = [C("talk:1:2.5#2", "yes", "yeah"), C("x", "a", "b", line=3), C("talk:1:0", "hello", "hi")]
    fitted = fit_corrections(STM, given_)
    assert fitted.corrections == (C("talk:1:2.50#2", "yes", "yeah"), C("talk:1:0.00", "hello", "hi"))
    assert list(map(str, fitted.misfits)) == ["line 3, segment x: there is no such segment"]


def test_words_that_the_other_text_lacks_are_marked() -> None:
    before, after = marked_changes("we have to ships", "we have two ships")
    assert [piece.text for piece in before if piece.differs] == ["to"]
    assert "".join(piece.text for piece in after) == "we have two ships"
    assert [piece.text for piece in marked_changes("今天气", "今天汽")[1] if piece.differs] == ["汽"]
