"""Post-edits by hand: every figure of the analysis is what a pencil gives."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from bakeoff.data import AlignedTexts, Document, ReferenceSet, Run, Segment
from bakeoff.data.judgments import Judgment
from bakeoff.errors import ExpressionError, InputError, MistakesError
from bakeoff.evaluation import score_runs
from bakeoff.human_eval import (
    PostEditAnalysis,
    analyse_post_edits,
    earlier_post_edits,
    mter_by_references,
    post_edit_references,
)
from bakeoff.human_eval.analyses.post_edits.effort import weighted_deviation
from bakeoff.human_eval.analyses.post_edits.results import Rate

FAST = PostEditAnalysis(trials=200, samples=50)
ROWS = (
    # segment, system, translator, output, post-edit
    ("1", "a", "ann", "one two three four", "one two three five"),
    ("1", "b", "bob", "one two six five", "one two six four"),
    ("2", "a", "bob", "red green blue black white", "red green blue black white"),
    ("2", "b", "ann", "red blue green black grey", "red green blue black white"),
)
PAIR = ("en-de", "")


def judgment(segment: str, system: str, judge: str, original: str, text: str, **answer: Any) -> Judgment:
    return Judgment(
        id=f"{segment}{system}{judge}",
        protocol="post_editing",
        judge=judge,
        document="d",
        segment=segment,
        language_pair="en-de",
        systems=(system,),
        answer={"text": text, "original": original, **answer},
    )


JUDGMENTS = [judgment(*row) for row in ROWS]


def texts(*, segments: int = 3) -> AlignedTexts:
    document = Document("d", tuple(Segment(str(number), "") for number in range(1, segments + 1)))
    return AlignedTexts(
        documents=(document,) * segments,
        segment_ids=tuple(segment.id for segment in document.segments),
        references=(("one two three four", "red green blue black white", "x y")[:segments],),
        runs=(
            ("one two three four", "red green blue black white", "x z")[:segments],
            ("one two six five", "red blue green black grey", "x y")[:segments],
        ),
        systems=("a", "b"),
    )


def value_of(rate: Rate | None) -> float:
    assert rate is not None
    return rate.value


def test_rates_are_edits_by_words_of_all_segments_together() -> None:
    group = analyse_post_edits(JUDGMENTS, texts={PAIR: texts()}, analysis=FAST).groups[0]
    a, b = group.systems
    assert (a.system, b.system) == ("a", "b")
    # HTER: own post-edit. a: 1 + 0 edits of 9 words; b: 1 + (shift, substitution) of 9.
    assert (a.hter.value, b.hter.value) == pytest.approx((100 / 9, 300 / 9))
    # mTER: the closest of both post-edits of the segment.
    assert (a.mter.value, b.mter.value) == pytest.approx((100 / 9, 300 / 9))
    assert (value_of(a.ter), value_of(b.ter)) == pytest.approx((0.0, 400 / 9))
    # The third segment was not edited: it counts for the test set alone.
    assert (value_of(a.test_set_ter), value_of(b.test_set_ter)) == pytest.approx((100 / 11, 400 / 11))
    assert (group.segments, group.test_set_segments, group.post_edits) == (2, 3, (2, 2))


def test_kinds_of_edits_are_counted_for_systems_and_translators() -> None:
    group = analyse_post_edits(JUDGMENTS, analysis=FAST).groups[0]
    b = group.systems[1].counts
    assert (b.shifts, b.substitutions, b.insertions, b.deletions, b.edits) == (1, 2, 0, 0, 3)
    ann, bob = group.editors
    assert (ann.counts.edits, bob.counts.edits) == (3, 1)
    assert (value_of(ann.counts.unedited), value_of(bob.counts.unedited)) == (0.0, 0.5)
    assert {kind: value_of(rate) for kind, rate in group.systems[1].counts.rates.items()} == pytest.approx(
        {"insertions": 0, "deletions": 0, "substitutions": 200 / 9, "shifts": 100 / 9}
    )
    assert ann.by_system["b"][0].value == pytest.approx(40.0)


def test_insertions_and_deletions_are_those_of_the_translator() -> None:
    added = analyse_post_edits([judgment("1", "a", "ann", "one two", "one or two")], analysis=FAST).groups[0]
    assert (added.systems[0].counts.insertions, added.systems[0].counts.deletions) == (1, 0)
    removed = analyse_post_edits([judgment("1", "a", "ann", "one or two", "one two")], analysis=FAST).groups[0]
    assert (removed.systems[0].counts.insertions, removed.systems[0].counts.deletions) == (0, 1)


def test_effort_of_a_translator_is_hter_with_its_deviation_weighted_by_length() -> None:
    ann, bob = analyse_post_edits(JUDGMENTS, texts={PAIR: texts()}, analysis=FAST).groups[0].editors
    assert ann.hter.value == pytest.approx(300 / 9)
    # Segments of 25 % and 40 % with 4 and 5 words round their mean of 33.3 %.
    assert ann.hter.sd == pytest.approx(np.sqrt((4 * (25 - 100 / 3) ** 2 + 5 * (40 - 100 / 3) ** 2) / 9))
    assert value_of(ann.ter) == pytest.approx(200 / 9)
    assert bob.hter.value == pytest.approx(100 / 9)
    assert weighted_deviation(np.array([1.0, 5.0]), np.zeros(2)) == 0.0


def test_times_and_keys_are_for_each_word_of_what_was_measured() -> None:
    measured = [
        judgment(*ROWS[0], seconds=8.0, keystrokes=6, pauses={"300": {"count": 2, "seconds": 1.0}}),
        judgment(*ROWS[1]),
        judgment(*ROWS[2], seconds=10.0, keystrokes=0, signed_off=True),
        judgment(*ROWS[3], seconds=1000.0, keystrokes=9),  # 200 seconds a word: a walk, not work
    ]
    group = analyse_post_edits(measured, analysis=FAST).groups[0]
    a, b = group.systems[0].effort, group.systems[1].effort
    assert value_of(a.seconds) == pytest.approx(2.0)
    assert value_of(a.keystrokes) == pytest.approx(6 / 9)
    assert (a.signed_off, a.words, a.too_fast_or_slow) == (1, 9, 0)
    assert a.pauses[300][0].value == pytest.approx(2 / 4)
    assert (b.seconds, b.too_fast_or_slow) == (None, 1)
    assert value_of(b.keystrokes) == pytest.approx(9 / 5)


def test_complete_documents_are_drawn_for_every_interval_where_asked() -> None:
    measured = [judgment(*row, seconds=8.0, keystrokes=6) for row in ROWS]
    two = [replace(each, document=each.segment) for each in measured]
    asked = replace(FAST, unit="document")
    one_document, two_documents = (analyse_post_edits(rows, analysis=asked).groups[0] for rows in (measured, two))
    for group, has_intervals in ((one_document, False), (two_documents, True)):
        for each in (group.systems[1], group.editors[0]):
            rates = (each.hter, each.effort.seconds, each.effort.keystrokes, each.counts.unedited)
            for rate in (*rates, *each.counts.rates.values()):
                assert rate is not None
                assert (rate.interval is not None) == has_intervals


def test_earlier_post_edits_are_references_for_everyone_and_the_own_ones_of_their_system() -> None:
    run = Run(system="old", documents=(Document("d", (Segment("1", "one two three four"), Segment("2", "red"))),))
    edited = ReferenceSet(name="su", documents=(Document("d", (Segment("1", "one two three four"),)),))
    complete = replace(edited, documents=(Document("d", (*edited.documents[0].segments, Segment("2", "red green"))),))
    found = earlier_post_edits(run, complete)
    group = analyse_post_edits(JUDGMENTS, earlier=found, analysis=FAST).groups[0]
    by_name = {each.system: each for each in group.systems}
    assert by_name["old"].earlier
    assert by_name["old"].hter.value == pytest.approx(100 / 6)
    assert by_name["a"].mter.value == 0.0  # its output of segment 1 is what the earlier translator left
    assert group.post_edits == (3, 3)
    assert [each.judge for each in group.editors] == ["ann", "bob"]
    assert len(earlier_post_edits(run, edited)) == 1
    with pytest.raises(InputError, match="post-edits of the segments of old"):
        earlier_post_edits(run, replace(edited, documents=(Document("d", (Segment("9", "x"),)),)))


def test_segments_that_lack_an_output_of_a_system_are_left_out_and_counted() -> None:
    partial = JUDGMENTS[:3]
    group = analyse_post_edits(partial, analysis=FAST).groups[0]
    assert (group.segments, group.left_out) == (1, 1)
    # With complete outputs nothing has to be left out: what nobody edited has no own post-edit.
    filled = analyse_post_edits(partial, texts={PAIR: texts()}, analysis=FAST).groups[0]
    assert (filled.segments, filled.left_out, filled.post_edits) == (2, 0, (1, 2))
    assert {each.system: each.segments for each in filled.systems} == {"a": 2, "b": 1}


def test_other_edit_rates_are_computed_on_request_and_named_in_the_signature() -> None:
    asked = replace(FAST, metric="ter@sacrebleu:normalize=yes")
    assert analyse_post_edits(JUDGMENTS, analysis=asked).signature.startswith("ter@sacrebleu|version:2")
    with pytest.raises(ExpressionError, match="chrf is no edit rate"):
        analyse_post_edits(JUDGMENTS, analysis=replace(FAST, metric="chrf"))


def test_the_latest_answer_counts_and_mistakes_are_named_together() -> None:
    same = {"text": "one two three four", "original": "one two three four"}
    again = [replace(JUDGMENTS[0], screen="s"), replace(JUDGMENTS[0], screen="s", id="x", answer=same)]
    group = analyse_post_edits([*again, *JUDGMENTS[1:]], analysis=FAST).groups[0]
    assert group.systems[0].hter.value == 0.0
    with pytest.raises(MistakesError) as caught:
        analyse_post_edits([replace(JUDGMENTS[0], answer=3), replace(JUDGMENTS[1], answer="x")])
    assert len(caught.value.mistakes) == 2


def test_texts_of_another_test_set_are_refused() -> None:
    with pytest.raises(InputError, match="no segment d 2"):
        analyse_post_edits(JUDGMENTS, texts={PAIR: texts(segments=1)}, analysis=FAST)


def test_mter_can_only_fall_with_every_post_edit() -> None:
    outputs = ["a b c d", "e f g h"]
    rates = mter_by_references(outputs, [["a b x y", "e f g h"], ["a b c y", "e x g h"]], analysis=FAST)
    assert [rate.value for rate in rates] == pytest.approx([25.0, 12.5])
    with pytest.raises(InputError, match="columns of 2 post-edits"):
        mter_by_references(outputs, [["a"]])


def test_post_edits_become_references_that_score_other_systems() -> None:
    references = post_edit_references(JUDGMENTS)
    assert [each.name for each in references] == ["ann", "bob"]
    assert [segment.text for segment in references[0].segments] == ["one two three five", "red green blue black white"]
    run = Run(
        system="new",
        documents=(Document("d", (Segment("1", "one two six four"), Segment("2", "red green blue black white"))),),
    )
    scored = score_runs([run], list(references), metrics="ter", specification="raw")
    assert scored.systems[0].scores["ter"].value == 0.0
