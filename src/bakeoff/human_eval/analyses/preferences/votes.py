"""Several judges on the same outputs: what most of them say, and which system wins the match."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal

import numpy as np

from bakeoff.human_eval.analyses.preferences.win_scores import head_to_head
from bakeoff.human_eval.protocols.observations import TIED, Preferences


def votes_of(preferences: Preferences) -> Preferences:
    """One row for each judge, segment and pair of systems: the first answer, so that nobody votes twice.

    Without names every judgment is by a judge of its own. Repeats come after the screens that they repeat, wherever
    the file has them; a judge who answered only a repeat votes by it. The system that the file names first is the
    first of the pair. Gold and attention items do not count.
    """
    counted = preferences.take(preferences.ordinary)
    # `ordinary` rows are answers (0) and repeats (1): answers come first.
    counted = counted.take(np.argsort(counted.control, kind="stable"))
    turned = counted.first > counted.second
    first, second = np.where(turned, [counted.second, counted.first], [counted.first, counted.second])
    voter = counted.voter * len(counted.items) + counted.item
    size = len(counted.systems)
    _, rows = np.unique((voter * size + first) * size + second, return_index=True)
    rows = rows[np.argsort(counted.judgment[rows], kind="stable")]
    outcome = np.where(turned, -counted.outcome, counted.outcome)
    columns = {"first": first.astype(np.int32), "second": second.astype(np.int32), "outcome": outcome.astype(np.int8)}
    return replace(counted.take(rows), **{name: column[rows] for name, column in columns.items()})


def majority_votes(preferences: Preferences) -> Preferences:
    """For every segment and pair of systems the outcome that more than half of its judges have; otherwise a tie.

    One row each, by a judge called `majority`; of each judge the first answer counts (see `votes_of`). Seconds are not
    known. Source: I12, section 5.1.
    """
    counted = votes_of(preferences)
    size = len(counted.systems)
    keys = (counted.item.astype(np.int64) * size + counted.first) * size + counted.second
    _, rows, question = np.unique(keys, return_index=True, return_inverse=True)
    votes = np.bincount(question * 3 + counted.outcome + 1, minlength=3 * len(rows)).reshape(-1, 3)
    winner = np.where(2 * votes.max(axis=1, initial=0) > votes.sum(axis=1), votes.argmax(axis=1) - 1, TIED)
    return replace(
        counted.take(rows),
        judges=("majority",),
        judge=np.zeros(len(rows), dtype=np.int32),
        outcome=winner.astype(np.int8),
        seconds=np.full(len(rows), np.nan),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchResult:
    """Two systems on the segments that both were judged on."""

    first: str
    second: str
    first_wins: int
    """Segments that the first won by majority."""
    second_wins: int
    ties: int
    """Segments without a winner, those without a majority among them."""
    first_judgments: int
    """Single judgments, over all segments, that saw the first better; of each judge one."""
    second_judgments: int

    @property
    def segments(self) -> int:
        return self.first_wins + self.second_wins + self.ties

    @property
    def decided_by(self) -> Literal["segments", "judgments"] | None:
        """What decides the match: segments won, else single judgments; None where both are equal (I12, section 5.1)."""
        if self.first_wins != self.second_wins:
            return "segments"
        return "judgments" if self.first_judgments != self.second_judgments else None

    @property
    def winner(self) -> str | None:
        """None where nothing decides it: a tournament then prefers the better seed."""
        ahead = (self.first_wins, self.first_judgments) > (self.second_wins, self.second_judgments)
        return None if self.decided_by is None else self.first if ahead else self.second


def match_results(preferences: Preferences) -> tuple[MatchResult, ...]:
    """The match of every two systems that were compared, by majority votes."""
    singles, matches = head_to_head(votes_of(preferences)), head_to_head(majority_votes(preferences))
    return tuple(
        MatchResult(
            first=matches.systems[i],
            second=matches.systems[j],
            first_wins=int(matches.wins[i, j]),
            second_wins=int(matches.wins[j, i]),
            ties=int(matches.ties[i, j]),
            first_judgments=int(singles.wins[i, j]),
            second_judgments=int(singles.wins[j, i]),
        )
        for i, j in combinations(range(len(matches.systems)), 2)
        if matches.judgments[i, j]
    )
