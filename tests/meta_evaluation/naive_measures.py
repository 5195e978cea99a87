"""What the measures are by definition, pair by pair and cell by cell."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from bakeoff.statistics.inputs import Floats


def sign(difference: float) -> int:
    return int(difference > 0) - int(difference < 0)


def accuracy_at(human: Floats, metric: Floats, threshold: float, *, skip_ties: bool = False) -> tuple[float, int]:
    """The mean over segments (columns) of the share of right pairs, and the right pairs."""
    shares, right_pairs = [], 0
    for h, m in zip(human.T, metric.T, strict=True):
        pairs = [(h[i] - h[j], m[i] - m[j]) for i, j in combinations(range(len(h)), 2)]
        counted = [(a, b) for a, b in pairs if not np.isnan(a) and not (skip_ties and a == 0)]
        right = sum(sign(a) == (0 if abs(b) <= threshold else sign(b)) for a, b in counted)
        right_pairs += right
        if counted:
            shares.append(right / len(counted))
    return float(np.mean(shares)), right_pairs


def best_threshold(human: Floats, metric: Floats) -> tuple[float, float]:
    """The threshold of the greatest accuracy, the smallest among equals, and that accuracy."""
    candidates = {0.0}
    for h, m in zip(human.T, metric.T, strict=True):
        known = m[~np.isnan(h)]
        candidates |= {abs(a - b) for a, b in combinations(known.tolist(), 2)}
    accuracies = {each: accuracy_at(human, metric, each)[0] for each in candidates}
    best = max(accuracies.values())
    return min(each for each, value in accuracies.items() if value > best - 1e-9), best
