"""Screens whose outputs were identical, so that there was nothing to compare."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from bakeoff.human_eval.protocols.observations import Item, Preferences

Texts = Mapping[tuple[str, Item], str]
"""The output of a system for a segment."""


def all_identical(preferences: Preferences, texts: Texts) -> NDArray[np.bool_]:
    """For each comparison whether all outputs on its screen were the same text.

    Judges agree on such screens by themselves: W08 (section 7.1) gives agreement with them and without. An output that
    is not known counts as different from all others.

    `preference_agreement(preferences.take(~all_identical(preferences, texts)))` is agreement without them.
    """
    same = np.fromiter(
        (
            (text := texts.get((preferences.systems[a], preferences.items[item]))) is not None
            and text == texts.get((preferences.systems[b], preferences.items[item]))
            for a, b, item in zip(
                preferences.first.tolist(), preferences.second.tolist(), preferences.item.tolist(), strict=True
            )
        ),
        dtype=bool,
        count=len(preferences),
    )
    _, screen = np.unique(preferences.judgment, return_inverse=True)
    differing = np.bincount(screen, weights=~same)
    return np.asarray(differing[screen] == 0)
