"""Scoring restricted to regions."""

from __future__ import annotations

from bakeoff.speech import score_words
from tests.speech.speech_data import ctm, stm, uem

SEGMENTS = ("f 1 s 0 1 a", "f 1 s 1 3 b", "f 1 s 3 5 c", "f 1 s 6 8 d", "g 1 s 0 1 e")
WORDS = ("f 1 0.4 0.2 a", "f 1 1.9 0.2 b", "f 1 4 0.2 c", "f 1 6.2 0.2 d1", "f 1 7.2 0.2 d2", "g 1 0.4 0.2 e")


def ids_and_errors(*regions: str) -> tuple[list[str], int, tuple[str, ...]]:
    scores = score_words(stm(*SEGMENTS), ctm(*WORDS), regions=uem(*regions))
    return list(scores.utterances.ids), scores.total.errors, scores.remarks


def test_only_segments_inside_a_region_count() -> None:
    assert ids_and_errors("f 1 1 5") == (
        ["s-000", "s-001"],
        0,
        ("x.uem: 3 of 5 segments are outside the regions and are not scored.",),
    )


def test_a_segment_across_an_edge_is_left_out_with_its_words_and_named() -> None:
    found, errors, remarks = ids_and_errors("f 1 1 7", "g 1 0 1")
    assert (found, errors) == (["s-000", "s-001", "s-002"], 0)
    assert remarks == (
        "x.uem: 1 of 5 segments are outside the regions and are not scored.",
        "x.stm: 1 segments cross the edge of a region and are left out together with the words in them: line 4.",
    )


def test_regions_that_touch_are_one() -> None:
    assert ids_and_errors("f 1 0 2", "f 1 2 5", "g 1 0 9", "f 1 5 8")[:2] == (
        ["s-000", "s-001", "s-002", "s-003", "s-004"],
        2,
    )


def test_words_count_by_their_midpoint_edges_included() -> None:
    segments = stm("f 1 s 2 3 x")
    words = ctm("f 1 0.9 0.2 edge", "f 1 1.5 0.2 gap", "f 1 3.9 0.2 edge", "f 1 3.9 0.21 out")
    scores = score_words(segments, words, regions=uem("f 1 1 4"), alignments=True)
    assert [step.hypothesis for step in scores.alignments[0]] == ["edge", "gap", "edge"]


def test_regions_of_unknown_recordings_are_said() -> None:
    assert ids_and_errors("F 1 0 9", "G 1 0 9", "h 1 0 9", "f A 0 9")[2] == (
        "x.uem: the reference has no segment of h, channel 1; f, channel A.",
    )
