"""People and metrics brought together where they do not name segments alike."""

from __future__ import annotations

import numpy as np

from tests.evaluation.metrics_task.sets import compared, graded, metric


def test_a_part_of_a_segment_is_compared_with_the_score_of_the_segment() -> None:
    """W08, 6: metrics score sentences, people judge several constituents of one."""
    own = metric("m", {"a": (0.9, 0.4), "b": (0.5, 0.6)})
    preferences = [
        ("1 [constituent 0-3]", "a", "b", 1),
        ("1 [constituent 5-9]", "a", "b", -1),
        ("2 [constituent 0-3]", "b", "a", 1),
    ]
    outputs = compared(preferences, ("a", "b"), own).outputs["m"]
    assert outputs.metric_segments is not None
    np.testing.assert_array_equal(outputs.metric_segments, [[0.9, 0.9, 0.4], [0.5, 0.5, 0.6]])
    assert outputs.pair_counts is not None
    assert outputs.pair_counts.consistency == 2 / 3


def test_complete_segments_keep_their_order() -> None:
    own = metric("m", {"a": (0.9, 0.4), "b": (0.5, 0.6)})
    outputs = graded({"a": (3, 1), "b": (2, 2)}, own).outputs["m"]
    assert outputs.metric_segments is not None
    np.testing.assert_array_equal(outputs.metric_segments, [[0.9, 0.4], [0.5, 0.6]])
