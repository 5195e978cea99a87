"""The segments in which two systems differ most."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bakeoff.alignment import Piece
from bakeoff.data import Document, ReferenceSet, Run, Segment, TestSet
from bakeoff.errors import ExpressionError, InputError
from bakeoff.evaluation import (
    Evaluation,
    SegmentDifference,
    SegmentOutput,
    marked_output,
    score_runs,
    segment_differences,
    segment_spreads,
)
from bakeoff.formats import read_references, read_runs, read_source
from tests.conftest import ROOT


def documents(*texts: str) -> tuple[Document, ...]:
    return (Document("d", tuple(Segment(str(i), text) for i, text in enumerate(texts, start=1))),)


SOURCE = TestSet(documents=documents("q", "r", "s", "t", "u"))
REFERENCE = ReferenceSet(name="r", documents=documents("a b c d", "a b", "x y", "k l", "m"))
FIRST = Run(system="A", documents=documents("a b c d", "a", "x y", "k", "m"))
SECOND = Run(system="B", documents=documents("a", "a b", "x", "k l", "m"))
THIRD = Run(system="C", documents=documents("A B c", "a", "x", "k", "m"))


def evaluation(metrics: str = "wer", specification: str = "raw", **options: Any) -> Evaluation:
    return score_runs([THIRD, FIRST, SECOND], [REFERENCE], metrics=metrics, specification=specification, **options)


def indices(found: tuple[SegmentDifference, ...]) -> list[int]:
    return [segment.index for segment in found]


def test_each_side_lists_what_it_does_better_largest_first_and_equal_ones_in_order() -> None:
    found = segment_differences(evaluation(), "A", "B", metric="wer")
    assert indices(found.first_better) == [0, 2]
    assert [segment.difference for segment in found.first_better] == [75, 50]
    assert indices(found.second_better) == [1, 3]
    assert [segment.difference for segment in found.second_better] == [-50, -50]
    assert (found.segments, found.first_wins, found.second_wins, found.ties) == (5, 2, 2, 1)


def test_systems_the_other_way_round_change_sides() -> None:
    there = segment_differences(evaluation(), "A", "B", metric="wer")
    back = segment_differences(evaluation(), "B", "A", metric="wer")
    assert indices(back.first_better) == indices(there.second_better)
    assert indices(back.second_better) == indices(there.first_better)
    assert [s.difference for s in back.first_better] == [-s.difference for s in there.second_better]


def test_a_segment_comes_with_its_texts_scores_and_differing_words() -> None:
    found = segment_differences(evaluation(source=SOURCE), "A", "B", metric="wer", count=1)
    assert found.first_better == (
        SegmentDifference(
            index=0,
            document="d",
            segment="1",
            difference=75,
            source="q",
            references=("a b c d",),
            first=SegmentOutput(
                0,
                "a b c d",
                (Piece("a ", differs=False, in_reference=True), Piece("b c d", differs=True, in_reference=True)),
            ),
            second=SegmentOutput(75, "a", (Piece("a", differs=False, in_reference=True),)),
        ),
    )
    assert indices(found.second_better) == [1]


def test_counts_cover_all_segments_however_few_are_shown() -> None:
    found = segment_differences(evaluation(), "A", "B", metric="wer", count=1)
    assert (len(found.first_better), found.first_wins, found.second_wins) == (1, 2, 2)


def test_without_a_source_there_is_none() -> None:
    found = segment_differences(evaluation(), "A", "B", metric="wer")
    assert {segment.source for segment in found.first_better} == {None}


def test_scores_that_are_better_when_higher_point_the_other_way() -> None:
    found = segment_differences(evaluation("wer chrf"), "A", "B", metric="chrf")
    assert indices(found.first_better) == [0, 2]
    assert all(s.first.score > s.second.score and s.difference > 0 for s in found.first_better)
    assert found.signature.startswith("chrf|")


def test_words_are_compared_under_the_specification() -> None:
    found = segment_differences(evaluation(specification="no_case+no_punc"), "C", "B", metric="wer")
    assert [piece.text for piece in found.first_better[0].first.pieces if piece.differs] == ["B c"]


def test_a_run_that_was_left_out_before_others_does_not_shift_their_texts() -> None:
    upper = Run(system="U", documents=documents("A b c d", "a", "x y", "k", "m"))
    found = segment_differences(
        score_runs([FIRST, THIRD, upper], [REFERENCE], metrics="wer", specification="iwslt05-english-optional"),
        "C",
        "U",
        metric="wer",
    )
    assert [segment.second.text for segment in found.second_better] == ["A b c d", "x y"]


def test_systems_that_do_not_differ_have_empty_lists() -> None:
    twin = Run(system="twin", documents=FIRST.documents)
    found = segment_differences(score_runs([FIRST, twin], [REFERENCE]), "A", "twin", metric="bleu")
    assert (found.first_better, found.second_better, found.ties) == ((), (), 5)


def test_differences_of_the_example_campaign_are_those_of_its_segment_scores() -> None:
    runs = [run for name in ("aster", "dune") for run in read_runs(ROOT / "examples" / "runs" / f"{name}.xml")]
    references = read_references(ROOT / "examples" / "references.xml")
    scored = score_runs(runs, references, source=read_source(ROOT / "examples" / "source.xml"), metrics="ter")
    found = segment_differences(scored, "aster", "dune", metric="ter", count=40)
    aster, dune = (scored.segment_scores(system, "ter") for system in scored.systems)
    expected = np.zeros(40)
    for segment in (*found.first_better, *found.second_better):
        expected[segment.index] = segment.difference
        assert len(segment.references) == 4
        assert segment.first.text == list(runs[0].segments)[segment.index].text
    np.testing.assert_array_equal(expected, dune - aster)
    sizes = [segment.difference for segment in found.first_better]
    assert sizes == sorted(sizes, reverse=True)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (("A", "X", "wer", 20), ExpressionError, "there is no system 'X'; the systems are: C, A, B."),
        (("A", "B", "ter", 20), ExpressionError, "'ter' was not scored; the metrics are: wer."),
        (("A", "A", "wer", 20), InputError, "expected two different systems, found A twice."),
        (("A", "B", "wer", 0), InputError, "expected 1 segment or more to show, found 0."),
    ],
)
def test_mistakes_are_explained(arguments: tuple[str, str, str, int], error: type[Exception], message: str) -> None:
    first, second, metric, count = arguments
    with pytest.raises(error) as caught:
        segment_differences(evaluation(), first, second, metric=metric, count=count)
    assert str(caught.value) == message


def test_a_system_that_was_left_out_is_said_to_be() -> None:
    scored = evaluation(specification="iwslt05-english-optional")
    with pytest.raises(ExpressionError, match=r"A was left out and has no scores: .*upper case"):
        segment_differences(scored, "C", "A", metric="wer")


def test_pages_are_turned_and_small_differences_left_out() -> None:
    found = segment_differences(evaluation(), "A", "B", metric="wer", count=1, offset=1)
    assert indices(found.first_better) == [2]
    assert indices(found.second_better) == [3]
    assert (found.first_found, found.second_found) == (2, 2)
    large = segment_differences(evaluation(), "A", "B", metric="wer", smallest=60)
    assert indices(large.first_better) == [0]
    assert (large.first_found, large.second_found, large.first_wins) == (1, 0, 2)
    with pytest.raises(InputError, match="no segment or more to pass over"):
        segment_differences(evaluation(), "A", "B", metric="wer", offset=-1)


def marks(pieces: tuple[Piece, ...]) -> list[tuple[str, str]]:
    return [
        (piece.text, "same" if not piece.differs else "moved" if piece.in_reference else "other") for piece in pieces
    ]


def test_an_output_is_marked_against_its_reference() -> None:
    run = Run(system="X", documents=documents("a c b z"))
    found = score_runs(
        [run], [ReferenceSet(name="r", documents=documents("a b c d"))], metrics="wer", specification="raw"
    )
    said = marks(marked_output(found, "X", 0))
    assert "".join(text for text, _ in said) == "a c b z"
    assert said[0] == ("a ", "same")
    assert said[-1][1] == "other"
    assert {kind for _, kind in said} == {"same", "moved", "other"}


def test_of_several_references_the_closest_one_marks() -> None:
    run = Run(system="X", documents=documents("a b c"))
    references = [ReferenceSet(name=name, documents=documents(text)) for name, text in (("r", "x y z"), ("s", "a b c"))]
    found = score_runs([run], references, metrics="bleu", specification="raw")
    assert marks(marked_output(found, "X", 0)) == [("a b c", "same")]


def test_words_are_marked_as_the_specification_leaves_them() -> None:
    assert marks(marked_output(evaluation(specification="no_case+no_punc"), "C", 0)) == [("A B c", "same")]


def test_segments_that_several_systems_score_differently_come_first() -> None:
    found, count = segment_spreads(evaluation(), metric="wer")
    scores = np.stack([evaluation().segment_scores(system, "wer") for system in evaluation().systems])
    spreads = scores.max(axis=0) - scores.min(axis=0)
    assert [segment.index for segment in found] == [0, 1, 2, 3]
    assert [segment.spread for segment in found] == spreads[:4].tolist()
    assert found[0].scores == tuple(scores[:, 0].tolist())
    assert count == 4
    rest, _ = segment_spreads(evaluation(), metric="wer", count=2, offset=3)
    assert [segment.index for segment in rest] == [3]
    assert segment_spreads(evaluation(), metric="wer", smallest=60)[1] == 1
