import numpy as np
import pytest

from bakeoff.alignment import SYMMETRISATIONS, BothDirections, Links, consistent_span, symmetrise
from bakeoff.errors import ExpressionError


def some_directions(rng: np.random.Generator) -> tuple[Links, Links]:
    words, others = rng.integers(1, 9, 2)
    forward = {(int(rng.integers(words)), j) for j in range(others) if rng.random() < 0.8}
    backward = {(i, int(rng.integers(others))) for i in range(words) if rng.random() < 0.8}
    return frozenset(forward), frozenset(backward)


def test_each_way_to_join_directions_lies_between_intersection_and_union() -> None:
    rng = np.random.default_rng(1)
    for _ in range(300):
        forward, backward = some_directions(rng)
        joined = {way: symmetrise(forward, backward, way) for way in SYMMETRISATIONS}
        assert joined["intersection"] == forward & backward
        assert joined["union"] == forward | backward
        assert joined["intersection"] <= joined["grow-diag"] <= joined["grow-diag-final-and"]
        assert joined["grow-diag-final-and"] <= joined["union"]
        assert joined["grow-diag"] <= joined["grow-diag-final"] <= joined["union"]
        # What final leaves out has a link for both of its words already.
        for i, j in joined["union"] - joined["grow-diag-final"]:
            assert any(i == other for other, _ in joined["grow-diag-final"])
            assert any(j == other for _, other in joined["grow-diag-final"])


def test_grow_diag_adds_neighbours_of_words_without_a_link_only() -> None:
    both = frozenset({(0, 0), (3, 3)})
    forward = both | {(1, 1), (0, 1), (6, 6)}
    # (1, 1) touches (0, 0) and its words are free; (6, 6) touches nothing; (0, 1) comes first of those of word 1.
    assert symmetrise(forward, both, "grow-diag") == both | {(0, 1), (1, 1)}
    assert symmetrise(forward, both, "grow-diag-final") == both | {(0, 1), (1, 1), (6, 6)}


def test_a_name_that_is_no_symmetrisation_is_refused_with_those_that_are() -> None:
    with pytest.raises(ExpressionError, match=r"no symmetrisation 'grow'; there are: forward, .*grow-diag-final-and"):
        symmetrise(frozenset(), frozenset(), "grow")  # type: ignore[arg-type]


def test_directions_are_joined_pair_by_pair() -> None:
    both = BothDirections((frozenset({(0, 0)}), frozenset({(1, 1)})), (frozenset({(0, 0)}), frozenset()))
    assert both.symmetrised("intersection") == (frozenset({(0, 0)}), frozenset())


def test_a_consistent_span_is_the_shortest_one_that_no_link_leaves() -> None:
    rng = np.random.default_rng(2)
    for _ in range(500):
        links = symmetrise(*some_directions(rng), "union")
        start = int(rng.integers(6))
        phrase = range(start, start + 1 + int(rng.integers(4)))
        span = consistent_span(links, phrase)
        linked = {j for i, j in links if i in phrase}
        if span is None:
            # Nothing is linked, or every span with all linked words has a link to outside.
            assert not linked or any(i not in phrase for i, j in links if min(linked) <= j <= max(linked))
        else:
            assert {span[0], span[-1]} <= linked <= set(span)
            assert all((i in phrase) == (j in span) for i, j in links if i in phrase or j in span)
