"""All boards of a campaign at a glance, as pages and programs get to see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from bakeoff.reports.campaigns.participation import CountedSystem
from bakeoff.rulebook.schema import Report
from bakeoff_site.results.conversions.scores import Reported
from bakeoff_site.results.conversions.titles import Kind, Place


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A board in the overview."""

    place: Place
    seen: Literal["all", "own"]
    runs: int
    """Of all that may be listed."""
    has_official: bool
    """Whether one of them counts; runs of a dry run do not."""
    has_compared: bool
    """Whether a team has one that is compared across teams."""
    metric: str
    reported: Reported
    leader: str
    """The best official run of a team among the runs compared across teams."""
    leader_key: str
    leader_kind: Kind | Literal[""]
    leader_type: str
    """Its kind as the rulebook calls it."""
    best: str
    best_value: float | None
    baseline: str
    baseline_value: float | None
    direction: str
    earlier: str = ""
    """The best score of systems of earlier years."""
    earlier_value: float | None = None


@dataclass(frozen=True, slots=True)
class MatrixColumn:
    """A board in the matrix of a track."""

    board_id: int
    label: str
    metric: str
    """As the field writes it."""


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """The score of a system on a board."""

    key: str
    """What the address of the run calls it."""
    text: str
    value: float
    is_best: bool = False


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """A system on all boards of a track."""

    name: str
    team: str
    kind_label: str
    is_own: bool
    cells: tuple[MatrixCell | None, ...]
    """One for each column; None where it has no score."""


@dataclass(frozen=True, slots=True)
class TrackMatrix:
    """All systems of a track on all its boards, by the official metric of each."""

    track: str
    columns: tuple[MatrixColumn, ...]
    rows: tuple[MatrixRow, ...]
    is_complete: bool
    """Whether no system is left out because its name is not released."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Results that will be shown later."""

    test_set: str
    opens: datetime


@dataclass(frozen=True, slots=True)
class Described:
    """A description of all systems of a team, or of one."""

    title: str
    """Of the system; empty for one text of all."""
    track: str
    condition: str
    system: str
    techniques: str
    text: str


@dataclass(frozen=True, slots=True)
class TakingPart:
    """A team in the table of participants."""

    name: str
    code: str
    institutions: tuple[str, ...]
    is_own: bool
    tracks: tuple[int | None, ...]
    """How many runs it has in each track; None where names are hidden, since the number would reveal whose they are."""
    named: tuple[int, ...]
    """How many late and debugged ones in addition."""
    descriptions: tuple[Described, ...]
    """What it says of its systems, where that is released."""

    @property
    def has_techniques(self) -> bool:
        return any(each.techniques for each in self.descriptions)

    def runs_in(self, tracks: Sequence[str]) -> tuple[tuple[str, int | None, int], ...]:
        """Its numbers of runs with the titles of the tracks."""
        return tuple(zip(tracks, self.tracks, self.named, strict=True))


@dataclass(frozen=True, slots=True)
class NamedRun:
    """A late or debugged run: only that it exists."""

    name: str
    place: Place
    remark: str


@dataclass(frozen=True, slots=True, eq=False)
class Overview:
    """All results of a campaign as someone may see them."""

    boards: tuple[BoardLine, ...]
    compared: tuple[str, ...]
    """The types of systems among which the best are found; empty: all."""
    waiting: tuple[Waiting, ...]
    tracks: tuple[str, ...]
    """The columns of the table of participants."""
    participants: tuple[TakingPart, ...] | None
    """None as long as they are not released."""
    has_techniques: bool
    hides_counts: bool
    """Whether the numbers of others' runs are hidden."""
    systems: tuple[CountedSystem, ...]
    """The systems of teams that they may know of, once for each track, language pair and condition."""
    hidden: tuple[tuple[str, str], ...]
    """Teams and tracks whose numbers they may not know."""
    named: tuple[NamedRun, ...]
    report: Report
    """The rules of publication."""
    matrices: tuple[TrackMatrix, ...] = ()
    """Of tracks with several boards."""
