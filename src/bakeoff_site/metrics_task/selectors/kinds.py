"""How far the human evaluations of a campaign rank systems alike, of those that somebody may see."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from bakeoff.human_eval import HumanEvaluationResult
from bakeoff.human_eval.analyses.kind_correlations import KindCorrelations, correlate_results_of_kinds
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.metrics_task.choices import KindCoefficient
from bakeoff_site.results.conversions.human_boards import HumanBoardView
from bakeoff_site.results.conversions.human_places import HumanPlace
from bakeoff_site.results.selectors.human_boards import human_boards_for


@dataclass(frozen=True, slots=True, kw_only=True)
class KindsView:
    """Human evaluations against each other, as somebody may see them."""

    correlations: KindCorrelations
    """Of evaluations by their ids; systems have the names that people may know."""
    places: tuple[HumanPlace, ...]
    """What evaluations, language pairs and test sets are called."""
    is_released: bool
    """Whether others than organisers see all of it."""
    judged: tuple[str, ...]
    """Evaluations that are left out because they are still judged: their systems have no names yet."""


def kinds_for(role: CampaignRole, now: datetime, coefficient: KindCoefficient = "spearman") -> KindsView | None:
    """The correlations that someone may see; None where no two evaluations that have ended rank the same systems.

    Who may see two boards could compute it from them.
    """
    boards = human_boards_for(role, now)
    ended = [board for board in boards if not board.is_judged]
    results: dict[str, list[HumanEvaluationResult]] = {}
    names: dict[str, str] = {}
    for board in ended:
        keys = dict(_keys(board))
        names |= {key: name for name, key in keys.items()}
        own = board.result.of_group(board.ranking.group, keys)
        assert own is not None  # the group is that of its ranking
        results.setdefault(board.place.evaluation_id, []).append(own)
    found = correlate_results_of_kinds(results, coefficient=coefficient)
    if not found.rows:
        return None
    rows = tuple(
        replace(
            row,
            systems=tuple(names[system] for system in row.systems),
            left_out=tuple(sorted({names[system] for system in row.left_out})),
        )
        for row in found.rows
    )
    groups = {(name, *row.group) for row in rows for name in (row.first, row.second)}
    return KindsView(
        correlations=replace(found, rows=rows),
        places=tuple(board.place for board in ended),
        is_released=all(board.is_released for board in ended if board.place.arguments in groups),
        judged=tuple(dict.fromkeys(board.place.evaluation for board in boards if board.is_judged)),
    )


def _keys(board: HumanBoardView) -> Iterator[tuple[str, str]]:
    """What systems are recognised by in other evaluations: names may differ from one to the other."""
    for name, system in board.systems.items():
        if system.run_id is not None:
            yield name, f"run {system.run_id}"
        elif system.is_reference:
            yield name, name
        else:  # withdrawn, and nobody may know which
            yield name, " ".join((*board.place.arguments, name))
