"""Beginning a rulebook from another."""

from __future__ import annotations

import json
import re
from datetime import date

from bakeoff.data.names import PLAIN_NAME, refused_character
from bakeoff.errors import InputError
from bakeoff.rulebook.reading import read_rulebook
from bakeoff.rulebook.schema import Rulebook
from bakeoff.rulebook.sources import find_rulebook

_CAMPAIGN_ID = re.compile(r'(?m)^id = ".*"$')
_CAMPAIGN_TITLE = re.compile(r'(?m)^title = ".*"$')


def new_rulebook(base: str, *, id: str, title: str | None = None, full: bool = False) -> str:
    """The text of a rulebook that builds on another, or copies it in full, with its dates ready to be changed."""
    rules = read_rulebook(base)
    named = title or f"{rules.campaign.title} (copy)"
    if found := refused_character(named):
        raise InputError(found=found, expected=f"as title {PLAIN_NAME}", remedy="Write it without that character.")
    if full:
        text = find_rulebook(base).read_text(encoding="utf-8")
        text = _CAMPAIGN_ID.sub(lambda _: f"id = {_quoted(id)}", text, count=1)
        return _CAMPAIGN_TITLE.sub(lambda _: f"title = {_quoted(named)}", text, count=1)
    lines = [
        f"# What is not said here is as in {base}: bakeoff campaign show {base}",
        f"extends = {_quoted(base)}",
        "",
        "[campaign]",
        f"id = {_quoted(id)}",
        f"title = {_quoted(named)}",
        f"timezone = {_quoted(rules.campaign.timezone)}",
    ]
    for phase in rules.phases.values():
        lines += ["", f"[phases.{phase.id}]  # {phase.label}", f"start = {_moment(phase.start)}"]
        lines += [f"end = {_moment(phase.end)}"] if phase.end else []
    lines += _names_of_the_year(rules)
    return "\n".join(lines) + "\n"


def _names_of_the_year(rules: Rulebook) -> list[str]:
    """What names tell of the campaign and its year, which changes from one campaign to the next."""
    lines = []
    for field in rules.submission.fields.values():
        if field.year:
            lines += ["", f"[submission.fields.{field.id}]  # the year of dates in names", f"year = {field.year}"]
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


def _moment(moment: date) -> str:
    written = moment.isoformat()
    return written if len(written) == len("2012-04-06") else _quoted(written.removesuffix(":00"))
