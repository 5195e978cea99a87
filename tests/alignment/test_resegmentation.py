from __future__ import annotations

import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.alignment import (
    Resegmentation,
    SegmentCut,
    automatic_segmentation_wer,
    resegment,
    resegment_streams,
)
from bakeoff.alignment.resegmentation import ResegmentationMode, _lowest
from bakeoff.errors import InputError
from bakeoff.native import word_error_statistics
from bakeoff.text import Workspace
from tests.alignment.naive_resegmentation import fewest_errors, naive_resegmentation

words = st.lists(st.sampled_from("abcd"), max_size=14)
references = st.lists(
    st.lists(st.lists(st.sampled_from("abcd"), max_size=5), min_size=1, max_size=3), min_size=1, max_size=6
)
full_references = st.lists(
    st.lists(st.lists(st.sampled_from("abcd"), min_size=1, max_size=5), min_size=1, max_size=3), min_size=1, max_size=6
)


def spans(found: Resegmentation) -> list[tuple[int, int]]:
    return [(segment.begin, segment.end) for segment in found.segments]


def texts(found: Resegmentation, stream: list[str]) -> list[str]:
    return [" ".join(stream[begin:end]) for begin, end in spans(found)]


def test_the_example_of_the_charge_for_empty_segments() -> None:
    """Where mwerSegmenter gives `g | | h i` with AS-WER 77.8 %, 66.7 % is possible."""
    segments = [[["a", "b", "c"]], [["d", "e", "f"]], [["g", "h", "i"]]]
    optimal = resegment(["g", "h", "i"], segments)
    assert spans(optimal) == [(0, 0), (0, 0), (0, 3)]
    assert optimal.wer == pytest.approx(200 / 3)
    original = resegment(["g", "h", "i"], segments, mode="mwersegmenter")
    assert original == Resegmentation((SegmentCut(0, 1, 0, 3, 3), SegmentCut(1, 1, 0, 3, 3), SegmentCut(1, 3, 0, 1, 3)))
    assert original.wer == pytest.approx(700 / 9)


@given(words, references)
def test_optimal_mode_equals_the_complete_table(stream: list[str], segments: list[list[list[str]]]) -> None:
    found = resegment(stream, segments)
    tables = [naive_resegmentation(stream, segments, charged=charged) for charged in (False, True)]
    fewest, original = (rate(stream, segments, cut, chosen) for cut, chosen, _ in tables)
    cut, chosen, cost = tables[original < fewest]
    assert (spans(found), [segment.reference for segment in found.segments]) == (cut, chosen)
    assert original < fewest or found.errors == cost


def rate(stream: list[str], segments: list[list[list[str]]], cut: list[tuple[int, int]], chosen: list[int]) -> Fraction:
    """AS-WER of a way to cut, as a fraction."""
    own = [references[number] for references, number in zip(segments, chosen, strict=True)]
    errors = sum(
        fewest_errors(stream[begin:end], [[reference]]) for (begin, end), reference in zip(cut, own, strict=True)
    )
    length = sum(map(len, own))
    return Fraction(errors, length) if length else Fraction(errors > 0)


@given(words, references)
def test_mwersegmenter_mode_equals_the_complete_table(stream: list[str], segments: list[list[list[str]]]) -> None:
    found = resegment(stream, segments, mode="mwersegmenter")
    cut, chosen, _ = naive_resegmentation(stream, segments, charged=True)
    assert (spans(found), [segment.reference for segment in found.segments]) == (cut, chosen)


@given(
    st.lists(st.sampled_from("abc"), max_size=6),
    st.lists(references.map(lambda found: found[0]), min_size=1, max_size=4),
)
def test_no_way_to_cut_has_fewer_errors_where_references_are_equally_long(
    stream: list[str], segments: list[list[list[str]]]
) -> None:
    equal = [[(reference + ["x"] * 5)[:5] for reference in own] for own in segments]
    assert resegment(stream, equal).errors == fewest_errors(stream, equal)


@given(words, references)
def test_optimal_mode_never_has_a_higher_rate_than_the_original(
    stream: list[str], segments: list[list[list[str]]]
) -> None:
    assert resegment(stream, segments).wer <= resegment(stream, segments, mode="mwersegmenter").wer


@given(st.lists(st.tuples(words, references), max_size=5))
def test_over_several_streams_the_rate_is_never_higher_either(
    streams: list[tuple[list[str], list[list[list[Any]]]]],
) -> None:
    optimal, original = resegment_streams(streams), resegment_streams(streams, mode="mwersegmenter")
    assert automatic_segmentation_wer(optimal) <= automatic_segmentation_wer(original)


def test_longer_references_can_make_up_for_more_errors() -> None:
    """The fewest errors are 2 of 3 words; the original's cut has 3 of 5."""
    segments = [[["a", "b", "a"], ["a"]], [["b", "b", "a"], ["b"]], [["b", "b", "b"], ["b"]]]
    assert fewest_errors(["b", "a"], segments) == 2
    found = resegment(["b", "a"], segments)
    assert (found.errors, found.reference_words, found.wer) == (3, 5, 60)
    assert found == resegment(["b", "a"], segments, mode="mwersegmenter")


def test_streams_together_take_the_ways_with_the_lowest_rate_of_all() -> None:
    """What is better for a stream alone may be worse for all."""
    fewest = Resegmentation((SegmentCut(0, 1, 0, 1, 10),))
    longer = Resegmentation((SegmentCut(0, 1, 1, 2, 21),))
    other = Resegmentation((SegmentCut(0, 1, 0, 0, 100),))
    assert _lowest((fewest,), {0: longer}) == (longer,)
    assert _lowest((fewest, other), {0: longer}) == (fewest, other)


@given(words.filter(bool), full_references)
def test_the_original_never_leaves_the_first_segment_empty(stream: list[str], segments: list[list[list[str]]]) -> None:
    assert resegment(stream, segments, mode="mwersegmenter").segments[0].end > 0


@pytest.mark.parametrize("mode", ["optimal", "mwersegmenter"])
@given(stream=words, segments=references)
def test_errors_are_those_of_wer_over_the_segments(
    mode: ResegmentationMode, stream: list[str], segments: list[list[list[str]]]
) -> None:
    found = resegment(stream, segments, mode=mode)
    space = Workspace(tokenizer="blank")
    for cut, own in zip(found.segments, segments, strict=True):
        hypothesis = space.text([" ".join(stream[cut.begin : cut.end])]).tokens()
        rows = word_error_statistics(hypothesis, [space.text([" ".join(reference)]).tokens() for reference in own])
        assert (cut.errors, cut.reference_words) == (rows[0, :3].sum(), rows[0, 3])


@pytest.mark.parametrize("mode", ["optimal", "mwersegmenter"])
@given(stream=words, segments=references)
def test_segments_follow_one_another_and_leave_no_word_out(
    mode: ResegmentationMode, stream: list[str], segments: list[list[list[str]]]
) -> None:
    found = spans(resegment(stream, segments, mode=mode))
    assert [begin for begin, _ in found] == [0, *(end for _, end in found[:-1])]
    assert found[-1][1] == len(stream)


@given(st.lists(st.tuples(words, references), max_size=4))
def test_streams_are_cut_as_each_alone_whatever_the_threads(
    streams: list[tuple[list[str], list[list[list[Any]]]]],
) -> None:
    alone = tuple(resegment(*stream, mode="mwersegmenter") for stream in streams)
    assert resegment_streams(streams, mode="mwersegmenter") == alone
    assert resegment_streams(streams, mode="mwersegmenter", threads=3) == alone
    assert resegment_streams(streams, threads=3) == resegment_streams(streams)


def test_the_segments_of_the_reference_come_back() -> None:
    rng = random.Random(5)
    segments = [[f"w{rng.randrange(400)}" for _ in range(rng.randint(1, 90))] for _ in range(60)]
    stream = [word for segment in segments for word in segment]
    found = resegment(stream, [[segment] for segment in segments])
    assert found.wer == 0
    assert texts(found, stream) == [" ".join(segment) for segment in segments]


@pytest.mark.parametrize(
    ("stream", "segments", "expected", "wer"),
    [
        ("", [["a b"], ["c"]], [(0, 0), (0, 0)], 100),
        ("a b", [[""], [""]], [(0, 2), (2, 2)], 100),
        ("", [[""]], [(0, 0)], 0),
        ("x y a b", [["a"], ["b"]], [(0, 3), (3, 4)], 100),
        ("a", [["x", "a"], ["b c"]], [(0, 1), (1, 1)], 200 / 3),
    ],
)
def test_edges(stream: str, segments: list[list[str]], expected: list[tuple[int, int]], wer: float) -> None:
    split = [[reference.split() for reference in own] for own in segments]
    found = resegment(stream.split(), split)
    assert spans(found) == expected
    assert found.wer == pytest.approx(wer)


def test_no_streams_at_all() -> None:
    assert resegment_streams([]) == ()
    assert automatic_segmentation_wer([]) == 0


@pytest.mark.parametrize(
    ("stream", "segments", "sentence"),
    [
        (["a"], [], "expected at least one segment, found none for 1 words in stream 1."),
        (["a"], [[["a"]], []], "segment 2: expected at least one reference, found none."),
        (["a b"], [[["a"]]], "expected words without blanks, found 'a b'. Split it at white space."),
        ([""], [[["a"]]], "expected words without blanks, found ''. Split it at white space."),
        ("ab", [[["a"]]], "expected a list of words, found one string. Split it."),
        (["a"], [["ab"]], "expected a list of words, found one string. Split it."),
        (["\ud800"], [[["a"]]], "segment 1: expected characters, found half a character (U+D800)."),
    ],
)
def test_what_makes_no_stream_is_refused(
    stream: str | list[str], segments: list[list[str | list[str]]], sentence: str
) -> None:
    with pytest.raises(InputError) as error:
        resegment(stream, segments)
    assert str(error.value).startswith(sentence)


def cases(data: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(
        (data / "resegmentation" / "mwersegmenter.json").read_text(encoding="utf-8")
    )
    return found


def test_segments_and_rates_against_mwersegmenter(data: Path) -> None:
    """82 outputs of the original binary of 2005 with `-usecase 1`, on 1 to 3 references."""
    for case in cases(data):
        stream = " ".join(case["hypothesis"]).split()
        segments = [[reference.split() for reference in own] for own in case["references"]]
        found = resegment(stream, segments, mode="mwersegmenter")
        assert texts(found, stream) == [segment.strip() for segment in case["segments"]], case["name"]
        printed = float(case["printed"][0].rpartition(" ")[2])
        assert float(f"{found.wer:.6g}") == pytest.approx(printed, rel=1e-5), case["name"]
        assert resegment(stream, segments).wer <= found.wer, case["name"]


def random_case(rng: random.Random) -> tuple[list[str], list[list[list[str]]]]:
    letters = "abcd"[: rng.randint(1, 4)]
    segments = [
        [[rng.choice(letters) for _ in range(rng.randint(1, 5))] for _ in range(count)]
        for count in [rng.randint(1, 3)] * rng.randint(1, 7)
    ]
    return [rng.choice(letters) for _ in range(rng.randint(1, 15))], segments


def test_segments_against_mweralign() -> None:
    """mweralign 1.4.1 with `-m none`, which matches regardless of case; so the words are in lower case."""
    from mweralign import align_texts

    rng = random.Random(41)
    for _ in range(300):
        stream, segments = random_case(rng)
        given_references = "\n".join(" ### ".join(map(" ".join, own)) for own in segments)
        theirs = align_texts(given_references, " ".join(stream)).split("\n")[: len(segments)]
        ours = texts(resegment(stream, segments, mode="mwersegmenter"), stream)
        assert ours == [line.strip() for line in theirs], (stream, segments)


def test_long_streams_against_mweralign() -> None:
    from mweralign import align_texts

    rng = np.random.default_rng(42)
    segments = [[f"w{word}" for word in rng.zipf(1.3, size=rng.integers(1, 30)) % 500] for _ in range(80)]
    said = [word if rng.random() < 0.8 else "x" for segment in segments for word in segment if rng.random() < 0.9]
    theirs = align_texts("\n".join(map(" ".join, segments)), " ".join(said)).split("\n")[: len(segments)]
    ours = texts(resegment(said, [[segment] for segment in segments], mode="mwersegmenter"), said)
    assert ours == [line.strip() for line in theirs]
