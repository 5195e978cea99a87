"""Boards, systems and groups of segments in the words of the rulebook."""

from __future__ import annotations

from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.schema import SystemType, TestSetRules
from bakeoff.rulebook.table_parts import compared_types
from bakeoff_site.results.conversions.shown import Kind, Place
from bakeoff_site.submissions.models import Board, Run

KINDS: dict[Kind, str] = {
    "primary": "primary",
    "contrastive": "contrastive",
    "combination": "combination",
    "baseline": "baseline",
    "online": "online system",
    "commercial": "commercial system",
    "earlier": "earlier year",
}
"""In the order in which filters offer them."""


def place_of(rules: Rulebook, board: Board) -> Place:
    pair, test_set = rules.language_pairs[board.language_pair], rules.test_sets[board.test_set]
    condition = rules.conditions.get(board.condition)
    return Place(
        board_id=board.pk,
        track=rules.tracks[board.track].label,
        language_pair=pair.label,
        condition=condition.label if condition else board.condition,
        test_set=test_set.label,
        track_id=board.track,
        language_pair_id=board.language_pair,
        condition_id=board.condition,
        test_set_id=board.test_set,
        source_language=pair.source_code,
        target_language=pair.target_code,
        is_progress=test_set.role == "progress",
        is_unofficial=rules.is_unofficial(board.track, board.language_pair),
        why_not_scored=_why_not_scored(rules, board),
    )


def _why_not_scored(rules: Rulebook, board: Board) -> str:
    if not rules.is_scored(board.track):
        return "what is submitted are scores of metrics"
    return "" if rules.test_sets[board.test_set].references else "the test set has no references"


def kind_of(rules: Rulebook, run: Run) -> Kind:
    if run.entered:
        system = rules.systems.get(run.entered)
        return system.kind if system else "baseline"
    declared = rules.submission.system_types.get(run.system_type)
    if declared is not None and declared.combination:
        return "combination"
    return "contrastive" if declared is not None and not _is_primary(declared) else "primary"


def _is_primary(declared: SystemType) -> bool:
    return declared.compared or declared.id == "primary"


def is_compared(rules: Rulebook, run: Run) -> bool:
    """Whether it is tested against others: entered by organisers, or official and of a type compared across teams."""
    if run.entered:
        return True
    types = compared_types(rules)
    return run.official and (not types or run.system_type in {each.id for each in types})


def kind_label(rules: Rulebook, run: Run) -> str:
    """What the rulebook calls the type of a team's system, and what a system of the organisers is."""
    declared = rules.submission.system_types.get(run.system_type)
    if not run.entered and declared is not None:
        return declared.label
    return KINDS[kind_of(rules, run)]


def name_of(rules: Rulebook, run: Run) -> str:
    """What tables call a run where names are shown; a system that is published under a code, by its code."""
    system = rules.systems.get(run.entered)
    return run.entered if system is not None and system.anonymous else run.name


def group_label(test_set: TestSetRules, group: str) -> str:
    """A group of segments (`genre=nw`) in words.

    >>> group_label(TestSetRules(id="a", role="current", genres={"nw": "newswire"}), "genre=nw")
    'genre: newswire'
    """
    attribute, _, value = group.partition("=")
    known = {"subset": test_set.subsets, "style": test_set.styles, "genre": test_set.genres}.get(attribute, {})
    return f"{attribute}: {known.get(value, value)}"
