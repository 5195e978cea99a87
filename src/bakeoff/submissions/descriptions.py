"""System descriptions: a text with fields, from a template, checked against the rulebook.

A field starts a line (`Condition: constrained`) and ends at the next field. Lines that start with `#` are hints
of the template and are passed over. `Resources` lists one resource a line: its id in the rulebook, or a name of its own
followed by the class that it belongs to, the time its texts are from and documents, in any order:

    - ldc-constrained
    - Gigaword (public; 1994/2006-12; documents: AFP_ENG_20060101)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice
from pathlib import Path

from bakeoff.data import Finding
from bakeoff.errors import FormatError, Place
from bakeoff.formats.sources import open_source
from bakeoff.rulebook.file_names.patterns import parse_pattern
from bakeoff.rulebook.schema import Rulebook, epoch_days
from bakeoff.rulebook.submission.resource_use import DeclaredResource, objections
from bakeoff.submissions.finding_codes import finding

MAX_BYTES = 1 << 20
RESOURCES = "Resources"
_FIELD = re.compile(r"([A-Za-z][A-Za-z ]{1,60}):(?:\s|$)")
_BULLETS = ("-", "*", "•")
MAX_FINDINGS = 1000
MAX_LINES = 5000
"""No description is as long; names that are not known are compared with all that are."""
# Fields whose values the rulebook knows: by the field's name the tables that list them.
_KNOWN_VALUES = {"Language pairs": "language_pairs", "Condition": "conditions", "Track": "tracks"}


@dataclass(frozen=True, slots=True)
class Description:
    """What a team says about a system: fields with their text, the line of each, and the resources it uses."""

    fields: Mapping[str, str]
    lines: Mapping[str, int]
    resources: tuple[DeclaredResource, ...]

    def listed(self, field: str) -> tuple[str, ...]:
        """The values of a field that lists some."""
        return tuple(dict.fromkeys(value for value in re.split(r"[,;\s]+", self.fields.get(field, "")) if value))


def description_template(rulebook: Rulebook, *, team: str = "") -> str:
    """The text that a team fills in."""
    rules = rulebook.description
    lines = [f"# System description for {rulebook.campaign.title}.", "# Lines that start with # are hints."]
    for name in (*rules.fields, *rules.optional):
        optional = ["# May be left empty."] if name in rules.optional else []
        lines += ["", *optional, *_hints(rulebook, name), f"{name}: {team if name == 'Site' else ''}".rstrip()]
    return "\n".join(lines) + "\n"


def _hints(rulebook: Rulebook, name: str) -> list[str]:
    if name == RESOURCES:
        listed = [f"#   {resource.id}: {resource.label}" for resource in rulebook.resources.values()]
        return [
            "# One a line: a resource of the campaign, or a name (class; time of its texts; documents: ids).",
            *listed,
        ]
    if name in _KNOWN_VALUES:
        return [f"# Out of: {', '.join(getattr(rulebook, _KNOWN_VALUES[name]))}"]
    return []


def parse_description(lines: Sequence[str], rulebook: Rulebook) -> Description:
    """The fields of a description's lines. Text before the first field is passed over."""
    known = {name.casefold(): name for name in (*rulebook.description.fields, *rulebook.description.optional)}
    fields: dict[str, list[str]] = {}
    places: dict[str, int] = {}
    resources: list[DeclaredResource] = []
    current = None
    for number, line in enumerate(lines, start=1):
        if line.startswith("#"):
            continue
        text = line
        if (match := _FIELD.match(line)) and (name := _field_name(match[1], known)):
            current, text = name, line[match.end() :]
            places.setdefault(current, number)
        if current is not None:
            fields.setdefault(current, []).append(text)
        if current == RESOURCES and text.strip():
            resources.append(_resource(text, number))
    return Description({name: "\n".join(parts).strip() for name, parts in fields.items()}, places, tuple(resources))


def _field_name(written: str, known: Mapping[str, str]) -> str | None:
    """The field that a line starts: a known one, or one that was probably meant; None for a line of text."""
    if written.casefold() in known:
        return known[written.casefold()]
    return written if get_close_matches(written.casefold(), known, n=1, cutoff=0.8) else None


def _resource(line: str, number: int) -> DeclaredResource:
    text = line.strip()
    if text.startswith(_BULLETS):
        text = text[1:].lstrip() or text
    name, bracket, details = text.removesuffix(")").partition("(")
    if not name.strip() or "(" in details or ")" in name + details or bool(bracket) != text.endswith(")"):
        return DeclaredResource(name=line.strip(), line=number)
    belongs_to = epoch = None
    documents: tuple[str, ...] = ()
    for part in filter(None, (detail.strip() for detail in details.split(";"))):
        if part.lower().startswith("documents:"):
            documents = tuple(name for name in re.split(r"[,\s]+", part.partition(":")[2]) if name)
        elif part[0].isdigit():
            epoch = part
        else:
            belongs_to = part
    return DeclaredResource(name=name.strip(), belongs_to=belongs_to, epoch=epoch, documents=documents, line=number)


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
    return (*_file_name(name, rulebook, team), *check_description_lines(lines, rulebook, name=name))


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
    rules = (_fields, _values, _resources)
    return tuple(islice((each for rule in rules for each in rule(description, rulebook, name)), MAX_FINDINGS))


def _file_name(name: str, rulebook: Rulebook, team: str | None) -> Iterator[Finding]:
    pattern = parse_pattern(rulebook.description.file)
    wanted = {"team": team} if team else None
    if pattern.pieces(name) is None or (wanted and set(pattern.fields) <= {"team"} and name != pattern.written(wanted)):
        expected = pattern.written(wanted) if wanted and set(pattern.fields) <= {"team"} else pattern.text
        yield finding(
            "description-file-name",
            place=Place(name),
            found=name,
            expected=f"a file called {expected}",
        )


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
    for name, tables in _KNOWN_VALUES.items():
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
    dated = []
    for resource in description.resources:
        if resource.epoch is not None and not _is_epoch(resource.epoch):
            yield finding(
                "description-epoch",
                place=Place(file, resource.line),
                found=resource.epoch,
                expected="a year, month, day, or two of them joined by a stroke, such as 1994/2006-12",
            )
        else:
            dated.append(resource)
    reported = set()
    for condition, pair, track in _uses(description, rulebook):
        for objection in objections(rulebook, dated, condition=condition, language_pair=pair, track=track):
            if objection in reported:
                continue
            reported.add(objection)
            yield finding(
                f"resource-{objection.misuse}",
                place=Place(file, objection.resource.line),
                found=f"{objection.resource.name}: {objection.found}",
                expected=objection.expected,
            )


def _uses(description: Description, rulebook: Rulebook) -> Iterator[tuple[str, str | None, str | None]]:
    """Under which conditions, for which language pairs and in which tracks the system was entered."""
    conditions = [name for name in description.listed("Condition") if name in rulebook.conditions]
    pairs = [name for name in description.listed("Language pairs") if name in rulebook.language_pairs]
    tracks = [name for name in description.listed("Track") if name in rulebook.tracks]
    for condition in conditions:
        for pair in pairs or (None,):
            for track in tracks or (None,):
                yield condition, pair, track


def _is_epoch(text: str) -> bool:
    try:
        epoch_days(text)
    except ValueError:
        return False
    return True
