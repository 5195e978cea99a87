"""What error rates share: errors divided by words."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def error_rate(errors: NDArray[np.float64], words: NDArray[np.float64]) -> NDArray[np.float64]:
    """100 × errors / words; without words 0 if there are no errors either, else 100 (as TER in sacreBLEU).

    >>> error_rate(np.array([1.0, 0.0, 2.0]), np.array([4.0, 0.0, 0.0])).tolist()
    [25.0, 0.0, 100.0]
    """
    without_words = np.where(errors > 0, 1.0, 0.0)
    return 100.0 * np.divide(errors, words, out=without_words, where=words > 0)
