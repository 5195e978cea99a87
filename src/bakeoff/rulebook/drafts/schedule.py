"""Dates of a draft: the phases as planned, and the years and cut-off days that follow them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime, timedelta
from typing import Any

from bakeoff.errors import BakeoffError
from bakeoff.rulebook.drafts.leftovers import Content
from bakeoff.rulebook.drafts.plans import CampaignPlan, PlannedPhase, PlanProblem
from bakeoff.rulebook.files.dates import DATED, YEARS, day_of, found_at, moved_day
from bakeoff.rulebook.files.toml_lines import Path
from bakeoff.rulebook.mistakes import SchemaError
from bakeoff.rulebook.schema.phases import read_moment

_NAMES_WITH_YEARS: tuple[Path, ...] = (
    ("test_sets", "*", "set_id"),
    ("submission", "archive"),
    ("submission", "tree"),
    ("submission", "file"),
    ("submission", "packages", "*", "archive"),
    ("submission", "packages", "*", "tree"),
    ("submission", "packages", "*", "file"),
)


def apply_schedule(content: Content, plan: CampaignPlan) -> Iterator[PlanProblem]:
    """Writes the planned dates into a rulebook; cut-off days of training data move with them."""
    problems = list(_problems(content, plan))
    if problems:
        yield from problems
        return
    for name, planned in plan.phases.items():
        phase = content["phases"][name]
        phase["start"] = _as_written(phase["start"], planned.start)
        if planned.end:
            phase["end"] = _as_written(phase.get("end", phase["start"]), planned.end)
        else:
            phase.pop("end", None)
    for path, moment in list(found_at(content, DATED[-1])):
        _put(content, path, moved_day(moment, plan.days_moved))


def follow_years(content: Content, before: Mapping[str, Any], plan: CampaignPlan) -> None:
    """Years of the campaign and of names of files and test sets become those of its dates; `before` is the model."""
    for pattern in YEARS:
        for path, year in list(found_at(content, pattern)):
            _put(content, path, _new_year(content, before, plan, year))
    earlier, later = before["campaign"].get("year"), content["campaign"].get("year")
    if earlier and later:
        _rename_years(content, str(earlier), str(later))


def _problems(content: Content, plan: CampaignPlan) -> Iterator[PlanProblem]:
    for name, planned in plan.phases.items():
        if name not in content.get("phases", {}):
            yield PlanProblem("phases", f"The model has no phase {name}.", name)
            continue
        for moment in filter(None, (planned.start or "none", planned.end)):
            try:
                read_moment(moment)
            except SchemaError:
                expected = "Write a day such as 2027-02-01, or a time such as 2027-02-01T18:00."
                yield PlanProblem("phases", expected, name)
                break
    try:
        for path, moment in found_at(content, DATED[-1]):
            moved_day(moment, plan.days_moved)
            del path
    except BakeoffError as error:
        yield PlanProblem("phases", str(error))


def _as_written(before: date | str, moment: str) -> date | str:
    """A moment in the manner of the one that it replaces: a day as it is, a time in quotes where that one has them."""
    if len(moment) == len("2027-02-01"):
        return moment if isinstance(before, str) and len(before) == len(moment) else date.fromisoformat(moment)
    return datetime.fromisoformat(moment) if isinstance(before, datetime) else moment


def _new_year(content: Content, before: Mapping[str, Any], plan: CampaignPlan, year: int) -> int:
    """The year of the last phase that takes packages, which have years in their names; else by how far dates moved."""
    found = (date(year, 7, 1) + timedelta(days=plan.days_moved)).year
    for name, phase in content.get("phases", {}).items():
        if name in plan.phases and any(text.startswith("submit:") for text in phase.get("opens", [])):
            earlier = PlannedPhase(*(str(before["phases"][name].get(key, "")) for key in ("start", "end")))
            if _middle(earlier).year == year:
                found = _middle(plan.phases[name]).year
    return found


def _middle(phase: PlannedPhase) -> date:
    start = day_of(datetime.fromisoformat(phase.start))
    end = day_of(datetime.fromisoformat(phase.end or phase.start))
    return start + (end - start) / 2


def _rename_years(content: Content, before: str, after: str) -> None:
    """Names of test sets and files that have the year of the model get that of the campaign."""
    for pattern in _NAMES_WITH_YEARS:
        for path, name in list(found_at(content, pattern)):
            _put(content, path, re.sub(rf"(?<!\d){before}(?!\d)", after, name))


def _put(content: Any, path: Path, value: Any) -> None:
    for part in path[:-1]:
        content = content[part]
    content[path[-1]] = value
