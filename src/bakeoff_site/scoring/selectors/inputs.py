"""What the scores of a board's runs rest on: the files and the rules in force."""

from __future__ import annotations

from dataclasses import dataclass

from bakeoff.errors import BakeoffError
from bakeoff.rulebook import Rulebook
from bakeoff_site.datasets.selectors import TestData, files_in_force
from bakeoff_site.scoring.conversions import rules_digest
from bakeoff_site.submissions.models import Board


@dataclass(frozen=True, slots=True)
class Grounds:
    """Scores of the same basis by the same rules are the same scores."""

    data: TestData
    basis: str
    """Checksum of the files."""
    rules: str
    """Checksum of what the rulebook says of scoring."""


def grounds_of(board: Board) -> Grounds:
    """What is in force for a board, which has been read with its campaign."""
    if not is_in_rulebook(board.campaign.rules, board):
        raise BakeoffError(f"the rulebook no longer has {board}: nothing says how its runs are scored.")
    data = files_in_force(board.campaign, board.test_set, board.language_pair)
    rules = rules_digest(
        board.campaign.rules, track=board.track, language_pair=board.language_pair, test_set=board.test_set
    )
    return Grounds(data, data.basis, rules)


def is_in_rulebook(rules: Rulebook, board: Board) -> bool:
    """Whether a rulebook, which may have changed, still says how the runs of a board are scored."""
    return (
        board.track in rules.tracks
        and board.language_pair in rules.language_pairs
        and board.test_set in rules.test_sets
    )
