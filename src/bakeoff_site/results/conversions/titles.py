"""What the rulebook calls boards, systems and groups of segments, and what kind of system a run is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bakeoff.data.groups import parse_group
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.release.status import OFFICIAL, Status, status_of_board
from bakeoff.rulebook.release.table_parts import compared_types
from bakeoff.rulebook.schema import SystemType, TestSetRules
from bakeoff.rulebook.titles import input_title
from bakeoff_site.submissions.choices import Effect
from bakeoff_site.submissions.conversions import status_of, track_of
from bakeoff_site.submissions.models import Board, Run

Kind = Literal["primary", "contrastive", "combination", "baseline", "online", "commercial", "earlier"]
"""What a system is to its board. `primary` are the types that are compared across teams, `contrastive` all others."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where runs are ranked together, in words."""

    board_id: int
    track: str
    language_pair: str
    condition: str
    test_set: str
    track_id: str
    language_pair_id: str
    condition_id: str
    test_set_id: str
    source_language: str
    """Code of the language, empty where it has none."""
    target_language: str
    is_progress: bool
    status: Status = OFFICIAL
    why_not_scored: str = ""
    """Why metrics say nothing of runs here; empty where they do."""

    @property
    def title(self) -> str:
        return ", ".join(filter(None, [self.track, self.language_pair, self.condition]))


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to choose in a filter."""

    value: str
    label: str
    is_chosen: bool


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
        status=status_of_board(rules, track=board.track, language_pair=board.language_pair, test_set=board.test_set),
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
    declared, track = rules.submission.system_types.get(run.system_type), rules.tracks.get(track_of(rules, run))
    if (declared is not None and declared.combination) or (track is not None and track.kind == "combination"):
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


def input_label(named: str, started_from: Sequence[str]) -> str:
    """What a system started from in words.

    >>> input_label("released-runs", ["NICT", "UEDIN"])
    'released runs (NICT, UEDIN)'
    """
    return input_title(named) + (f" ({', '.join(started_from)})" if started_from else "")


def group_label(test_set: TestSetRules, group: str) -> str:
    """A group of segments (`genre=nw`) in words.

    >>> group_label(TestSetRules(id="a", role="current", genres={"nw": "newswire"}), "genre=nw")
    'genre: newswire'
    """
    tables = {"subset": test_set.subsets, "style": test_set.styles, "genre": test_set.genres}
    values = parse_group(group, test_set.reported_attributes)
    return ", ".join(f"{name}: {tables.get(name, {}).get(value, value)}" for name, value in values.items())


def remark_of(rules: Rulebook, run: Run) -> str:
    """Why a run is not like the others of its board."""
    status = status_of(rules, run)
    remarks = {
        status.label: not run.official,
        "debugged": run.official and run.effect == Effect.DEBUGGED,
        "withdrawn": run.withdrawn_at is not None,
        "replaced": run.replaced_by_id is not None,
    }
    return ", ".join(word for word, holds in remarks.items() if holds)
