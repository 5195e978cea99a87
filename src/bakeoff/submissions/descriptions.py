"""System descriptions checked against the rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from itertools import islice
from pathlib import Path

from bakeoff.data import Finding
from bakeoff.errors import FormatError, Place
from bakeoff.formats.sources import open_source
from bakeoff.rulebook.file_names.patterns import parse_pattern
from bakeoff.rulebook.schema import Rulebook, epoch_days
from bakeoff.rulebook.state import DescribedSystem
from bakeoff.rulebook.submission.resource_use import DeclaredResource, objections
from bakeoff.submissions.described_systems import system_findings, system_of
from bakeoff.submissions.description_texts import KNOWN_VALUES, Description, parse_description
from bakeoff.submissions.finding_codes import finding

MAX_BYTES = 1 << 20
MAX_FINDINGS = 1000
MAX_LINES = 5000
"""No description is as long; names that are not known are compared with all that are."""
_Use = tuple[str | None, str | None, str | None]
"""A condition, language pair and track that a system was entered in."""


def check_description(path: str | Path, rulebook: Rulebook, *, team: str | None = None) -> tuple[Finding, ...]:
    """Everything in which a system description departs from the rulebook."""
    name = Path(path).name
    try:
        with open_source(path, max_bytes=MAX_BYTES) as source:
            lines = list(source.lines())
    except FormatError as error:
        return (
            finding(
                "description-unreadable",
                place=error.place,
                found=error.found,
                expected=error.expected,
                remedy=error.remedy,
            ),
        )
    return (*_file_name(name, rulebook, team, lines), *check_description_lines(lines, rulebook, name=name))


def check_description_lines(lines: Sequence[str], rulebook: Rulebook, *, name: str) -> tuple[Finding, ...]:
    """Everything in which the text of a description departs from the rulebook; `name` is what findings call it."""
    if len(lines) > MAX_LINES:
        return (
            finding(
                "description-unreadable",
                place=Place(name),
                found=f"{len(lines):,} lines",
                expected=f"a description of at most {MAX_LINES:,} lines",
                remedy="Describe the system; list data by the resource that they belong to.",
            ),
        )
    description = parse_description(lines, rulebook)
    rules = (_fields, _values, system_findings, _resources)
    return tuple(islice((each for rule in rules for each in rule(description, rulebook, name)), MAX_FINDINGS))


def _file_name(name: str, rulebook: Rulebook, team: str | None, lines: Sequence[str]) -> Iterator[Finding]:
    expected = description_file_name(rulebook, team, _system_in(lines, rulebook))
    pattern = parse_pattern(rulebook.description.file)
    if pattern.pieces(name) is None or expected not in (pattern.text, name):
        yield finding(
            "description-file-name",
            place=Place(name),
            found=name,
            expected=f"a file called {expected}",
        )


def description_file_name(rulebook: Rulebook, team: str | None, system: DescribedSystem | None = None) -> str:
    """What the file of a description is called; as the rulebook writes it where something in it is not known."""
    pattern = parse_pattern(rulebook.description.file)
    values = {"team": team} if team else {}
    values |= {"track": system.track, "condition": system.condition, "system": system.system} if system else {}
    return pattern.written(values) if set(pattern.fields) <= set(values) else pattern.text


def _system_in(lines: Sequence[str], rulebook: Rulebook) -> DescribedSystem | None:
    return system_of(parse_description(lines, rulebook), rulebook) if len(lines) <= MAX_LINES else None


def _fields(description: Description, rulebook: Rulebook, file: str) -> Iterator[Finding]:
    rules = rulebook.description
    known = (*rules.fields, *rules.optional)
    for name in rules.fields:
        if name not in description.fields:
            yield finding(
                "description-field-missing",
                place=Place(file),
                found="none",
                expected=f"the field {name}",
                remedy=f"Add a line that starts with {name}: and gives it.",
            )
        elif not description.fields[name]:
            yield finding(
                "description-field-empty",
                place=Place(file, description.lines[name]),
                found="nothing",
                expected=f"something under {name}",
            )
    for name, line in description.lines.items():
        if name not in known:
            close = get_close_matches(name, known, n=1)
            yield finding(
                "description-field-unknown",
                place=Place(file, line),
                found=name,
                expected=f"one of the fields {', '.join(known)}",
                remedy=f"Did you mean {close[0]}?" if close else "Put it under another field.",
            )


def _values(description: Description, rulebook: Rulebook, file: str) -> Iterator[Finding]:
    for name, tables in KNOWN_VALUES.items():
        known = getattr(rulebook, tables)
        for value in description.listed(name):
            if known and value not in known:
                close = get_close_matches(value, known, n=1)
                yield finding(
                    "description-value",
                    place=Place(file, description.lines[name]),
                    found=value,
                    expected=f"{name} out of {', '.join(known)}",
                    remedy=f"Did you mean {close[0]}?" if close else "",
                )


def _resources(description: Description, rulebook: Rulebook, file: str) -> Iterator[Finding]:
    for resource in description.resources:
        if not _is_dated(resource):
            yield finding(
                "description-epoch",
                place=Place(file, resource.line),
                found=resource.epoch or "",
                expected="a year, month, day, or two of them joined by a stroke, such as 1994/2006-12",
            )
    yield from _objections(description, rulebook, file, _uses(description, rulebook))


def resource_flags(
    description: Description,
    rulebook: Rulebook,
    *,
    file: str,
    track: str,
    language_pair: str,
    condition: str | None,
) -> tuple[Finding, ...]:
    """What a description says of a system against the rules of one of its runs: by that run's condition alone."""
    known = condition if condition in rulebook.conditions else None
    return tuple(_objections(description, rulebook, file, [(known, language_pair, track)]))


def _objections(description: Description, rulebook: Rulebook, file: str, uses: Iterable[_Use]) -> Iterator[Finding]:
    dated = [resource for resource in description.resources if _is_dated(resource)]
    reported = set()
    for condition, pair, track in uses:
        for objection in objections(rulebook, dated, condition=condition, language_pair=pair, track=track):
            if objection in reported:
                continue
            reported.add(objection)
            yield finding(
                f"resource-{objection.misuse}",
                place=Place(file, objection.resource.line),
                found=_named(objection.resource.name, objection.found),
                expected=objection.expected,
            )


def _named(resource: str, found: str) -> str:
    """What is wrong with a resource; a class of resources is its own name."""
    return resource if found == resource else f"{resource}: {found}"


def _uses(description: Description, rulebook: Rulebook) -> Iterator[_Use]:
    """Under which conditions, for which language pairs and in which tracks the system was entered."""
    conditions = [name for name in description.listed("Condition") if name in rulebook.conditions]
    pairs = [name for name in description.listed("Language pairs") if name in rulebook.language_pairs]
    tracks = [name for name in description.listed("Track") if name in rulebook.tracks]
    for condition in conditions:
        for pair in pairs or (None,):
            for track in tracks or (None,):
                yield condition, pair, track


def _is_dated(resource: DeclaredResource) -> bool:
    """Whether the time of its texts can be read, where one is given."""
    try:
        epoch_days(resource.epoch or "2000")
    except ValueError:
        return False
    return True
