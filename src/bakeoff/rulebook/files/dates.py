"""The dates of a rulebook moved together, so that the rules of one campaign serve the next."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from datetime import date, datetime, timedelta
from typing import Any

from bakeoff.errors import BakeoffError
from bakeoff.rulebook.files.reader import findings_of
from bakeoff.rulebook.files.sources import RawRulebook, RulebookError, read_raw_text
from bakeoff.rulebook.files.toml_edits import add_values, check_content, rewrite_values
from bakeoff.rulebook.files.toml_lines import Path
from bakeoff.rulebook.schema import Rulebook

DATED: tuple[Path, ...] = (("phases", "*", "start"), ("phases", "*", "end"), ("off_limits", "*", "from_day"))
"""Where a rulebook has days and times. Epochs of texts are facts about texts that exist, and stay."""
YEARS: tuple[Path, ...] = (("campaign", "year"), ("submission", "fields", "*", "year"))
"""Years of the campaign itself, which follow its dates; years of test sets identify their texts."""
_WEEK = 7
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def first_day(rulebook: Rulebook) -> date | None:
    """The day on which the first phase starts, by the campaign's clocks; None without phases."""
    return min((day_of(phase.start) for phase in rulebook.phases.values()), default=None)


def days_to(rulebook: Rulebook, start: date) -> int:
    """By how many days the dates move when the first phase is to start on a day, or soon after it.

    Full weeks, so that weekdays stay: the first phase starts on that day or on the first day after it that has the
    weekday of the present start.
    """
    first = first_day(rulebook)
    return 0 if first is None else -((first - start).days // _WEEK) * _WEEK


def move_dates(rulebook: Rulebook, *, days: int) -> Rulebook:
    """A rulebook with its phases moved by a number of days; times of day stay."""
    phases = {}
    for name, phase in rulebook.phases.items():
        times = {key: moved_day(moment, days) for key in ("start", "end") if (moment := getattr(phase, key))}
        phases[name] = phase.model_copy(update=times)
    return rulebook.model_copy(update={"phases": phases})


def start_on(text: str, start: date) -> str:
    """The text of a rulebook with all dates moved so that its first phase starts on a day, or soon after it.

    It may build on shipped rulebooks; a `RulebookError` names all its mistakes.
    """
    raw = read_raw_text(text, "rulebook.toml")
    if findings := findings_of(raw):
        raise RulebookError(findings)
    return shift_dates(text, raw, days=days_to(Rulebook.model_validate(raw.content), start))


def shift_dates(text: str, raw: RawRulebook, *, days: int) -> str:
    """The text of a rulebook with all dates moved by a number of days; `raw` is the rulebook as read.

    Times of day and time zones stay as they are written, whatever the clocks do in between. Dates that the text takes
    over from a rulebook it builds on are written into it.
    """
    if not days:
        return text
    text = text.removeprefix("\ufeff")
    own = tomllib.loads(text)
    moved = moved_values(raw, days=days)
    here = {path: value for path, value in moved.items() if _is_in(own, path)}
    shifted = rewrite_values(text, {path: _rewriting(value) for path, value in here.items()})
    inherited = {path: value for path, value in moved.items() if path not in here}
    if inherited:
        shifted = add_values(shifted, {path: toml_value(value) for path, value in inherited.items()})
    check_content(shifted, _replaced(own, moved))
    return shifted


def moved_values(raw: RawRulebook, *, days: int) -> Mapping[Path, date | str | int]:
    """Every date of a rulebook, and every year that follows from them, after a move."""
    moved: dict[Path, date | str | int] = {}
    for pattern in DATED:
        moved |= {path: moved_day(value, days) for path, value in found_at(raw.content, pattern)}
    for pattern in YEARS:
        moved |= {path: _moved_year(raw.content, value, days) for path, value in found_at(raw.content, pattern)}
    return moved


def moved_day(moment: date | str, days: int) -> date | str:
    """A day or a time of a rulebook, moved; one in quotes stays in quotes."""
    try:
        if not isinstance(moment, str):
            return moment + timedelta(days=days)
        if _DAY.match(moment):
            return f"{date.fromisoformat(moment[:10]) + timedelta(days=days)}{moment[10:]}"
        return (datetime.fromisoformat(moment) + timedelta(days=days)).isoformat()
    except OverflowError:
        raise BakeoffError(
            f"The dates cannot be moved by {days:,} days: years have four digits. Choose another start."
        ) from None


def day_of(moment: date) -> date:
    """The day of a day or a time."""
    return moment.date() if isinstance(moment, datetime) else moment


def toml_value(value: date | str | int) -> str:
    """A value as TOML writes it."""
    return f'"{value}"' if isinstance(value, str) else value.isoformat() if isinstance(value, date) else str(value)


def _moved_year(content: Mapping[str, Any], year: int, days: int) -> int:
    """The year in which a phase of that year is that takes packages, for it is them that bear years in their names."""
    middle = date(year, 7, 1)
    for phase in content.get("phases", {}).values():
        start, end = _day(phase["start"]), _day(phase.get("end", phase["start"]))
        between = start + (end - start) / 2
        if between.year == year and any(opened.startswith("submit:") for opened in phase.get("opens", ())):
            middle = between
    return day_of(_as_date(moved_day(middle, days))).year


def _rewriting(value: date | str | int) -> Any:
    """Changes the day within a value that is written already, so that its time and quotes stay as they are."""

    def rewrite(written: str) -> str:
        if isinstance(value, int) or not _DAY.search(written):
            return toml_value(value)
        return _DAY.sub(str(day_of(_as_date(value))), written, count=1)

    return rewrite


def _day(moment: date | str) -> date:
    return day_of(_as_date(moment))


def _as_date(moment: date | str) -> date:
    return datetime.fromisoformat(moment) if isinstance(moment, str) else moment


def found_at(content: Any, pattern: Path, way: Path = ()) -> Iterator[tuple[Path, Any]]:
    """The values of a rulebook as read at the paths of a pattern, in which `*` is any name."""
    if not pattern:
        yield way, content
    elif isinstance(content, Mapping):
        for key in content if pattern[0] == "*" else {pattern[0]} & content.keys():
            yield from found_at(content[key], pattern[1:], (*way, key))


def _is_in(content: Any, path: Path) -> bool:
    for part in path:
        if not isinstance(content, Mapping) or part not in content:
            return False
        content = content[part]
    return True


def _replaced(content: Mapping[str, Any], values: Mapping[Path, Any], way: Path = ()) -> dict[str, Any]:
    """What a text says with some values replaced, and others added."""
    keys = dict.fromkeys([*content, *(str(path[len(way)]) for path in values if path[: len(way)] == way)])
    return {key: _value(content.get(key, {}), values, (*way, key)) for key in keys}


def _value(content: Any, values: Mapping[Path, Any], way: Path) -> Any:
    if way in values:
        return values[way]
    return _replaced(content, values, way) if isinstance(content, Mapping) else content
