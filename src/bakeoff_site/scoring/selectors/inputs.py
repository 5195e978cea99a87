"""What the scores of a board's runs rest on: the files and the rules in force."""

from __future__ import annotations

from dataclasses import dataclass

from bakeoff.errors import BakeoffError
from bakeoff_site.datasets.selectors import TestData, files_in_force
from bakeoff_site.scoring.conversions import rules_digest
from bakeoff_site.submissions.conversions import is_in_rulebook
from bakeoff_site.submissions.models import Board


@dataclass(frozen=True, slots=True)
class ScoringInputs:
    """Scores of the same inputs_digest by the same rules are the same scores."""

    data: TestData
    inputs_digest: str
    """Checksum of the files."""
    rules: str
    """Checksum of what the rulebook says of scoring."""


def inputs_of(board: Board) -> ScoringInputs:
    """What is in force for a board, which has been read with its campaign."""
    if not is_in_rulebook(board.campaign.rules, board):
        raise BakeoffError(f"the rulebook no longer has {board}: nothing says how its runs are scored.")
    data = files_in_force(board.campaign, board.test_set, board.language_pair)
    rules = rules_digest(
        board.campaign.rules, track=board.track, language_pair=board.language_pair, test_set=board.test_set
    )
    return ScoringInputs(data, data.inputs_digest, rules)
