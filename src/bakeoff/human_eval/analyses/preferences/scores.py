"""Scores of systems from how often they were judged better than others: those of the WMT campaigns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Literal, get_args

import numpy as np

from bakeoff.errors import InputError
from bakeoff.human_eval.analyses.preferences.bradley_terry import bradley_terry
from bakeoff.human_eval.analyses.preferences.head_to_head import HeadToHead
from bakeoff.human_eval.protocols.observations import Floats
from bakeoff.statistics import share_better, share_not_worse
from bakeoff.statistics.inputs import one_of

Over = Literal["judgments", "systems"]
"""What shares are averaged over: all comparisons of a system, or its opponents."""
PreferenceScore = Literal["better", "better-or-equal", "wins", "expected-wins", "bradley-terry"]


def better(table: HeadToHead, *, over: Over = "judgments") -> Floats:
    """`> others`: the share of comparisons in which a system was better. From 0 to 1; see `share_better`.

    Sources: W08, section 3.1 (over judgments); I12, appendix B.4 (over systems).
    """
    return share_better(_met(table.shares), judgments=_weights(table, over))


def better_or_equal(table: HeadToHead, *, over: Over = "judgments") -> Floats:
    """`≥ others`: the share of comparisons in which a system was better or equal. From 0 to 1; see `share_not_worse`.

    Sources: as for `better`; the official score of WMT 2008 to 2011.
    """
    return share_not_worse(_met(table.shares), judgments=_weights(table, over))


def wins(table: HeadToHead) -> Floats:
    """Wins / (wins + losses), ties left out: from 0 to 1. The official score of WMT 2012.

    Sources: O. Bojar et al. 2011, A grain of salt for the WMT manual evaluation; Callison-Burch et al. 2012, Findings.
    """
    won, lost = table.wins.sum(axis=1), table.wins.sum(axis=0)
    _check_decided(table, won + lost > 0)
    return np.asarray(won / (won + lost))


def expected_wins(table: HeadToHead) -> Floats:
    """The chance of winning against an opponent drawn at random: the mean over the others of wins / (wins + losses).

    From 0 to 1. Opponents with whom nothing was decided are left out. The official score of WMT 2013.
    Source: P. Koehn 2012, Simulating human judgment in machine translation evaluation campaigns.
    """
    decided = table.wins + table.wins.T
    np.fill_diagonal(decided, 0)
    _check_decided(table, decided.sum(axis=1) > 0)
    shares = np.divide(table.wins, decided, out=np.zeros(decided.shape), where=decided > 0)
    return np.asarray(shares.sum(axis=1) / (decided > 0).sum(axis=1))


def strengths(table: HeadToHead, *, prior: float = 0.0) -> Floats:
    """The logarithm of the strength by the model of Bradley and Terry; see `bradley_terry`."""
    return bradley_terry(table, prior=prior).strengths


PREFERENCE_SCORES: Mapping[PreferenceScore, Callable[[HeadToHead], Floats]] = MappingProxyType(
    {
        "better": better,
        "better-or-equal": better_or_equal,
        "wins": wins,
        "expected-wins": expected_wins,
        "bradley-terry": strengths,
    }
)
"""Scores by name; for all of them higher is better."""


def _weights(table: HeadToHead, over: Over) -> Floats:
    one_of(over, get_args(Over), "over")
    judgments = table.judgments.astype(np.float64)
    return judgments if over == "judgments" else (judgments > 0).astype(np.float64)


def _met(shares: Floats) -> Floats:
    return np.nan_to_num(shares)


def _check_decided(table: HeadToHead, decided: np.ndarray) -> None:
    if not decided.all():
        name = table.systems[int(np.argmin(decided))]
        raise InputError(expected="a win or a loss of every system", found=f"none of {name}")
