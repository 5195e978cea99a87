"""Names of files, field by field (OpenMT12, 12.1.2)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import timedelta

from bakeoff.data import Finding
from bakeoff.errors import Place
from bakeoff.rulebook.file_names.patterns import parse_pattern
from bakeoff.submissions.context import FileCheck, PackageCheck
from bakeoff.submissions.finding_codes import finding
from bakeoff.submissions.packages.history import key_of
from bakeoff.submissions.packages.identification import NamedFile
from bakeoff.submissions.packages.names import suggested_name

_CODES = {
    "team": "file-team",
    "language_pair": "file-language-pair",
    "system_type": "file-system-type",
    "condition": "file-condition",
    "package": "file-package",
    "test_set": "file-test-set",
}


def file_name(check: FileCheck) -> Iterator[Finding]:
    """Which fields are wrong, or disagree with the archive's, and the name that it was probably meant to be."""
    names, reading = check.package.names, check.named.name
    pattern = check.package.package.file
    if reading is None:
        remedy = _suggestion(check)
        expected = check.package.name_such_as(pattern)
        yield check.finding("file-name", found=check.named.base, expected=expected, remedy=remedy)
        return
    agreed = {**(check.named.tree.accepted if check.named.tree else {}), **names.known}
    for field, value in reading.values.items():
        if field == "date" and field in reading.wrong:
            yield _wrong_date(check, value)
        elif field in reading.wrong or value != agreed.get(field, value):
            # A field that is right as such but not here: archive, folder and file must agree.
            expected = names.rules[field].expected if field in reading.wrong else agreed[field]
            yield check.finding(
                _CODES.get(field, "file-field"),
                found=value or "nothing",
                expected=f"{expected} as {field} in {pattern}",
                remedy=_suggestion(check),
            )


def _suggestion(check: FileCheck) -> str:
    names = check.package.names
    known = {**(check.named.tree.accepted if check.named.tree else {}), **names.known}
    days = {run.name.accepted["date"] for run in names.runs if run.name and "date" in run.name.accepted}
    own = check.named.name
    if len(days) == 1 and not (own and "date" in own.accepted):
        known["date"] = days.pop()
    name = suggested_name(parse_pattern(check.package.package.file), names.rules, check.named.base, known=known)
    return f"Call it {name}." if name and name != check.named.base else ""


def _wrong_date(check: FileCheck, value: str) -> Finding:
    rule = check.package.names.rules["date"]
    day = rule.day(value)
    if day is not None:
        return check.finding("date-year", found=value, expected=rule.expected, remedy=_suggestion(check))
    if any(character.isdecimal() for character in value) and rule.expression.fullmatch(value):
        return check.finding("date-impossible", found=value, expected=rule.expected, remedy=_suggestion(check))
    return check.finding("file-date", found=value or "nothing", expected=rule.expected, remedy=_suggestion(check))


def date_stamp(check: FileCheck) -> Iterator[Finding]:
    """A date stamp is the day of the submission: it cannot lie after it."""
    day, when = check.entry.day, check.package.when
    # Somewhere on Earth it is a day later.
    if day is not None and when is not None and day > (when + timedelta(days=1)).date():
        yield check.finding("date-future", found=f"{day:%Y-%m-%d}", expected=f"no day after {when:%Y-%m-%d}")


def condition_offered(check: FileCheck) -> Iterator[Finding]:
    """Not every condition is offered for every pair (OpenMT12, 2.1: constrained training for two of them)."""
    entry, rulebook = check.entry, check.package.rulebook
    if entry.condition is None or entry.language_pair is None or entry.track is None:
        return
    offered = rulebook.conditions_of(entry.track, entry.language_pair)
    if entry.condition not in [condition.id for condition in offered]:
        written = ", ".join(condition.written for condition in offered) or "none"
        yield check.finding(
            "condition-not-offered",
            found=rulebook.conditions[entry.condition].written,
            expected=f"a condition that is offered for {entry.language_pair}: {written}",
            remedy=f"Call it {written}, if it is." if len(offered) == 1 else "",
        )


def duplicate_runs(check: PackageCheck) -> Iterator[Finding]:
    """Two files for the same run, such as those of two days."""
    runs: dict[tuple[str | None, ...], list[NamedFile]] = defaultdict(list)
    for named in check.names.runs:
        if named.name is not None and named.is_right:
            others = [value for field, value in named.name.values.items() if field not in ("date", "version")]
            runs[(*key_of(named.entry), *others)].append(named)
    for first, *doubles in runs.values():
        for double in doubles:
            yield finding(
                "run-duplicate",
                found=f"{double.base} next to {first.base}",
                expected="one file for each run",
                place=Place(double.file.name),
            )
