"""Creating a rulebook from another."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from datetime import date, timedelta

from bakeoff.data.names import PLAIN_NAME, refused_character
from bakeoff.errors import InputError
from bakeoff.rulebook.files.dates import days_to, moved_values, shift_dates
from bakeoff.rulebook.files.reader import read_rulebook
from bakeoff.rulebook.files.sources import RawRulebook, find_rulebook, read_raw
from bakeoff.rulebook.files.toml_edits import add_values, rewrite_values
from bakeoff.rulebook.files.toml_lines import Path
from bakeoff.rulebook.schema import Rulebook

OF_THE_MODEL: tuple[tuple[str, str], ...] = (
    ("campaign", "organiser"),
    ("campaign", "website"),
    ("campaign", "contact"),
    ("report", "disclaimer"),
    ("report", "publication_disclaimer"),
    ("report", "citation"),
)
"""Who ran the campaign that the rules are from, where, and what they say of its results: never true of the next one."""


def new_rulebook(base: str, *, id: str, title: str | None = None, full: bool = False, start: date | None = None) -> str:
    """The text of a rulebook that builds on another, or copies it in full, without who ran that one and where.

    With `start` all dates move by the same number of weeks: the first phase starts on that day, or on the first day
    after it that has the weekday of the model's start.
    """
    raw = read_raw(base)
    rules = read_rulebook(base)
    named = title or f"{rules.campaign.title} (copy)"
    if found := refused_character(named):
        raise InputError(found=found, expected=f"as title {PLAIN_NAME}", remedy="Write it without that character.")
    days = 0 if start is None else days_to(rules, start)
    if full:
        text = shift_dates(find_rulebook(base).read_text(encoding="utf-8-sig"), raw, days=days)
        names = {("campaign", "id"): id, ("campaign", "title"): named, **dict.fromkeys(OF_THE_MODEL, "")}
        return _with_values(text, names, raw)
    lines = [
        f"# What is not said here is as in {base}: bakeoff campaign show {base}",
        f"extends = {_quoted(base)}",
        "",
        "[campaign]",
        f"id = {_quoted(id)}",
        f"title = {_quoted(named)}",
        f"timezone = {_quoted(rules.campaign.timezone)}",
        *_emptied(rules, "campaign"),
    ]
    moved = moved_values(raw, days=days)
    lines += [f"year = {moved['campaign', 'year']}"] if rules.campaign.year else []
    for phase in rules.phases.values():
        lines += ["", f"[phases.{phase.id}]  # {phase.label}"]
        lines += [f"{key} = {_moment(getattr(phase, key), days)}" for key in ("start", "end") if getattr(phase, key)]
    for limits in rules.off_limits.values():
        if limits.from_day:
            lines += ["", f"[off_limits.{limits.id}]  # {limits.label}", f"from_day = {_moment(limits.from_day, days)}"]
    lines += _names_of_the_year(rules, moved)
    if emptied := _emptied(rules, "report"):
        lines += ["", "[report]  # what your results are cited as, and what you and others say of them", *emptied]
    return "\n".join(lines) + "\n"


def _emptied(rules: Rulebook, table: str) -> list[str]:
    """Lines that empty what a table says of the model alone."""
    return [f'{key} = ""' for name, key in OF_THE_MODEL if name == table and getattr(getattr(rules, table), key)]


def _with_values(text: str, values: Mapping[tuple[str, str], str], raw: RawRulebook) -> str:
    """The text of a rulebook with other values of what it, or a rulebook that it builds on, says."""
    content = tomllib.loads(text)
    written = {path: value for path, value in values.items() if path[1] in content.get(path[0], {})}
    inherited = {path: value for path, value in values.items() if path[1] in raw.content.get(path[0], {})}
    text = rewrite_values(text, {path: _to(value) for path, value in written.items()})
    return add_values(text, {path: _quoted(value) for path, value in inherited.items() if path not in written})


def _to(name: str) -> Callable[[str], str]:
    return lambda _written: _quoted(name)


def _names_of_the_year(rules: Rulebook, moved: Mapping[Path, object]) -> list[str]:
    """What names say about the campaign and its year, which changes from one campaign to the next."""
    lines = []
    for field in rules.submission.fields.values():
        if field.year:
            year = moved["submission", "fields", field.id, "year"]
            lines += ["", f"[submission.fields.{field.id}]  # the year of dates in names", f"year = {year}"]
    for package in rules.submission.packages.values():
        if package.archive:
            lines += ["", f"[submission.packages.{package.id}]", f"archive = {_quoted(package.archive)}"]
    for test_set in rules.test_sets.values():
        if test_set.set_id:
            lines += ["", f"[test_sets.{test_set.id}]", f"set_id = {_quoted(test_set.set_id)}"]
    return lines


def id_from(name: str) -> str:
    """An id made of a file's name.

    >>> id_from("our task (2027)")
    'our-task-2027'
    """
    return re.sub(r"[^A-Za-z0-9._+]+", "-", name).strip("-._+") or "campaign"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)  # TOML's basic strings are JSON's


def _moment(moment: date, days: int) -> str:
    written = (moment + timedelta(days=days)).isoformat()
    return written if len(written) == len("2012-04-06") else _quoted(written.removesuffix(":00"))
