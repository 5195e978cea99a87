"""Who submitted what: participants by track and language pair, submissions by track, by condition and case."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from bakeoff.reports.table import Column, Table, Value
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.release.status import status_of_board
from bakeoff.submissions.text_warnings.languages import scripts_of

_CASED = frozenset({"Latin", "Cyrillic", "Greek", "Armenian"})
"""Scripts with upper and lower case."""
NOTHING_YET = "Nothing is counted yet. Submissions appear here when they may be seen."


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedSystem:
    """A system that a team submitted in a track and language pair, whatever the number of test sets."""

    team: str
    """The team's code; empty where its name is not released."""
    track: str
    language_pair: str
    condition: str = ""
    system: str
    is_primary: bool
    has_upper_case: bool | None = None
    """None where that is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Participant:
    """A team in the table of participants."""

    institutions: tuple[str, ...] = ()
    name: str
    code: str = ""
    techniques: tuple[str, ...] = ()
    """What it says of how its systems work, one for each description."""


def participants_table(participants: Sequence[Participant]) -> Table:
    """Teams under their institutions, so that several systems of one institution follow one another.

    A team that names no institution is listed by its own name; people read no column that only repeats the names.
    IWSLT 2005, table 18; IWSLT 2012, table 7.
    """

    def institutions(each: Participant) -> str:
        return ", ".join(each.institutions) or each.name

    ordered = sorted(participants, key=lambda each: (institutions(each).casefold(), each.code or each.name))
    return Table(
        columns=(
            Column("institutions", title="Institutions", detail=not any(each.institutions for each in participants)),
            Column("team", title="Team"),
            Column("code", title="Code"),
            Column("techniques", title="Techniques"),
        ),
        rows=tuple((institutions(each), each.name, each.code, "; ".join(each.techniques)) for each in ordered),
        title="Participants",
        empty="No team takes part yet. Teams appear here when they have registered.",
    )


def participants_by_track(
    rulebook: Rulebook,
    teams: Sequence[str],
    systems: Collection[CountedSystem],
    *,
    hidden: Collection[tuple[str, str]] = (),
) -> Table:
    """Teams by tracks and language pairs: primary systems, contrastive ones in parentheses; last, teams in each column.

    `hidden` are teams and tracks whose numbers may not be shown. IWSLT 2012, table 7.
    """
    places = _places(rulebook, systems)
    rows: list[tuple[Value, ...]] = []
    for team in teams:
        own = [system for system in systems if system.team == team]
        cells = [_primary_and_contrastive(_at(own, *place)) for place in places]
        rows.append(
            (
                team,
                *("hidden" if (team, place[0]) in hidden else cell for place, cell in zip(places, cells, strict=True)),
            )
        )
    if places:
        rows.append(("Teams", *(str(len({s.team for s in _at(systems, *place) if s.team})) for place in places)))
    return Table(
        columns=(Column("team", title="Team"), *(_place_column(rulebook, *place) for place in places)),
        rows=tuple(rows) if places else (),
        title="Participants by track and language pair",
        notes=("Number of primary systems, in parentheses that of contrastive ones.",) if places else (),
        rules=frozenset({len(rows) - 1}) if places else frozenset(),
        empty=NOTHING_YET,
    )


def submissions_by_track(rulebook: Rulebook, systems: Collection[CountedSystem]) -> Table:
    """A row for each track and language pair: primary and contrastive systems, and the teams. IWSLT 2012, table 8."""
    rows = []
    for track, pair in _places(rulebook, systems):
        here = _at(systems, track, pair)
        primary = sum(system.is_primary for system in here)
        teams = sorted({system.team for system in here if system.team})
        unofficial = "" if status_of_board(rulebook, track=track, language_pair=pair).is_official else " (unofficial)"
        task = f"{rulebook.tracks[track].label}, {rulebook.language_pairs[pair].label}{unofficial}"
        rows.append((task, track, pair, primary, len(here) - primary, ", ".join(teams)))
    return Table(
        columns=(
            Column("task", title="Track and language pair"),
            Column("track", detail=True),
            Column("language pair", detail=True),
            Column("primary", title="Primary"),
            Column("contrastive", title="Contrastive"),
            Column("teams", title="Teams"),
        ),
        rows=tuple(rows),
        title="Submissions by track",
        empty=NOTHING_YET,
    )


def submissions_by_condition(rulebook: Rulebook, track: str, systems: Collection[CountedSystem]) -> Table:
    """The submissions of a track by direction and data condition, those with upper case in parentheses.

    A language without case has no parentheses. IWSLT 2005, tables 12 and 13.
    """
    rules = rulebook.tracks[track]
    own = [system for system in systems if system.track == track]
    offered = {condition.id for pair in rules.all_pairs for condition in rulebook.conditions_of(track, pair)}
    conditions = [condition for condition in rulebook.conditions.values() if condition.id in offered]
    rows = []
    for pair in rules.all_pairs:
        here = _at(own, track, pair)
        cells = [_with_upper_case(rulebook, pair, [s for s in here if s.condition == each.id]) for each in conditions]
        rows.append((rulebook.language_pairs[pair].label, *cells, _with_upper_case(rulebook, pair, here)))
    return Table(
        columns=(
            Column("language pair", title="Language pair"),
            *(Column(condition.id, title=condition.label, counts=True) for condition in conditions),
            Column("all", title="All", counts=True),
        ),
        rows=tuple(rows) if own else (),
        title=f"Submissions by condition: {rules.label}",
        notes=("In parentheses: how many of them write upper case.",) if own else (),
        empty=NOTHING_YET,
    )


def _with_upper_case(rulebook: Rulebook, pair: str, systems: Collection[CountedSystem]) -> str:
    languages = rulebook.language_pairs[pair]
    if _CASED.isdisjoint(scripts_of(languages.target or languages.source)):
        return str(len(systems))
    return f"{len(systems)} ({sum(bool(system.has_upper_case) for system in systems)})"


def _primary_and_contrastive(systems: Collection[CountedSystem]) -> str | None:
    if not systems:
        return None
    primary = sum(system.is_primary for system in systems)
    contrastive = len(systems) - primary
    return f"{primary} ({contrastive})" if contrastive else str(primary)


def _at(systems: Collection[CountedSystem], track: str, pair: str) -> list[CountedSystem]:
    return [system for system in systems if (system.track, system.language_pair) == (track, pair)]


def _places(rulebook: Rulebook, systems: Collection[CountedSystem]) -> list[tuple[str, str]]:
    """Tracks and language pairs that something was submitted to, in the order of the rulebook."""
    found: dict[str, set[str]] = defaultdict(set)
    for system in systems:
        found[system.track].add(system.language_pair)
    return [
        (track.id, pair) for track in rulebook.tracks.values() for pair in track.all_pairs if pair in found[track.id]
    ]


def _place_column(rulebook: Rulebook, track: str, pair: str) -> Column:
    title = f"{rulebook.tracks[track].label}: {rulebook.language_pairs[pair].label}"
    return Column(f"{track} {pair}", title=title, counts=True)
