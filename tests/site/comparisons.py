"""Comparisons of the same scores by the same rules: computed once in a process, because hundreds of tests start with
them."""

from __future__ import annotations

import hashlib
from typing import Any
from unittest import mock

from bakeoff.evaluation import Comparison, Evaluation, compare_by_rules
from bakeoff.rulebook.schema import Rulebook
from bakeoff_site.scoring.services import comparisons
from bakeoff_site.submissions.models import Board

_KNOWN: dict[str, Comparison] = {}


def compare_board_once(board: Board) -> None:
    """`compare_board`, which tests thousands of random swaps only where no test of this process has."""
    with mock.patch.object(comparisons, "compare_by_rules", _remembered):
        comparisons.compare_board(board)


def _remembered(rules: Rulebook, evaluation: Evaluation, *, known: Any, **options: Any) -> Comparison:
    if known is not None:
        return compare_by_rules(rules, evaluation, known=known, **options)
    key = _digest(rules, evaluation, options)
    if key not in _KNOWN:
        _KNOWN[key] = compare_by_rules(rules, evaluation, known=None, **options)
    return _KNOWN[key]


def _digest(rules: Rulebook, evaluation: Evaluation, options: dict[str, Any]) -> str:
    """Of all that a comparison depends on."""
    digest = hashlib.sha256(rules.model_dump_json().encode())
    digest.update(repr((evaluation.specification, list(evaluation.metrics), sorted(options.items()))).encode())
    for group, members in evaluation.groups.items():
        digest.update(group.encode() + members.tobytes())
    for system in evaluation.systems:
        digest.update(repr((system.name, system.scores)).encode())
        for metric, statistics in system.statistics.items():
            digest.update(repr((metric, statistics.shape)).encode() + statistics.tobytes())
    return digest.hexdigest()
