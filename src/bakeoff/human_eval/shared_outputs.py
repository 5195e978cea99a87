"""Outputs that several systems share: shown once, they count for each of them."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

import numpy as np

from bakeoff.data.judgments import SHARED
from bakeoff.human_eval.observations import Numbering, Preferences


def split_shared(preferences: Preferences) -> Preferences:
    """Comparisons of outputs (`a,b` for one that a and b share) as comparisons of systems: of each with each.

    Systems that share an output are not compared by it, since nobody was asked. Source: the expansion of collapsed
    outputs in the WMT campaigns of 2015 and 2016 (Bojar et al. 2016, section 3).
    """
    owners = [name.split(SHARED) for name in preferences.systems]
    systems = Numbering(dict.fromkeys(chain.from_iterable(owners)))
    counts = np.array([len(names) for names in owners], dtype=np.int64)
    if (counts == 1).all():
        return preferences
    members = np.zeros((len(owners), counts.max()), dtype=np.int32)
    for row, names in zip(members, owners, strict=True):
        row[: len(names)] = [systems[name] for name in names]
    each = counts[preferences.first] * counts[preferences.second]
    rows = np.repeat(np.arange(len(preferences)), each)
    within = np.arange(len(rows)) - np.repeat(np.cumsum(each) - each, each)
    split = preferences.take(rows)
    ours, theirs = np.divmod(within, counts[split.second])
    split = replace(
        split,
        systems=systems.names,
        first=members[split.first, ours],
        second=members[split.second, theirs],
    )
    return split.take(split.first != split.second)
