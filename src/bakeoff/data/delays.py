"""When a simultaneous system wrote its words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bakeoff.data.recognition.transcripts import Columns


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DelayLog(Columns):
    """The log of a simultaneous system, a row for each instance: an utterance, or a complete recording.

    The words (or characters) of instance i have `delays[starts[i]:starts[i + 1]]`: how much of the source, in
    milliseconds, had been read when each was written; `elapsed` adds the time of computation and is None where the log
    has none. `reference_lengths` and `predictions` are None where the log has none.
    """

    ids: tuple[str, ...]
    starts: NDArray[np.int64]
    delays: NDArray[np.float64]
    elapsed: NDArray[np.float64] | None
    source_ms: NDArray[np.float64]
    reference_lengths: NDArray[np.int64] | None
    predictions: Sequence[str] | None
    recordings: tuple[str, ...]
    """The name of the source's file without folder and ending, else the id."""
