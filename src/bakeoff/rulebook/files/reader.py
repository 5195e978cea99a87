"""Reading and checking rulebooks: all mistakes at once, each with its line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice, takewhile
from pathlib import Path as FilePath
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from bakeoff.data import Finding
from bakeoff.data.sentences import clipped
from bakeoff.rulebook.calendar import past_phases
from bakeoff.rulebook.files.consistency import inconsistencies
from bakeoff.rulebook.files.cross_references import BrokenReference, broken_references
from bakeoff.rulebook.files.sources import RawRulebook, RulebookError, read_raw, read_raw_text
from bakeoff.rulebook.files.toml_lines import Path
from bakeoff.rulebook.finding_codes import rulebook_finding
from bakeoff.rulebook.mistakes import SchemaError, nearest
from bakeoff.rulebook.schema import Rulebook
from bakeoff.rulebook.schema.base import KEPT

MOST_FINDINGS = 1000
"""Nobody reads more than this, so the check stops there."""
_FOUND_CHARACTERS = 120
_TYPES = {
    "string_type": "text in quotes",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "tuple_type": "a list in [ ]",
    "mapping_type": "a table",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
    "too_short": "more elements",
    "too_long": "fewer elements",
    "greater_than": "a number above {gt}",
    "greater_than_equal": "at least {ge}",
    "less_than": "a number below {lt}",
    "less_than_equal": "at most {le}",
    "string_pattern_mismatch": "a name of letters, digits and . _ + -",
    "date_type": "a day such as 2012-04-06",
    "date_from_datetime_parsing": "a day such as 2012-04-06",
}


def read_rulebook(name: str | FilePath) -> Rulebook:
    """The rulebook in a file, or a shipped one by its name; a `RulebookError` that names all its mistakes.

    >>> read_rulebook("openmt2012").campaign.title
    'NIST Open Machine Translation 2012 Evaluation (OpenMT12)'
    """
    raw = read_raw(name)
    if findings := findings_of(raw):
        raise RulebookError(findings)
    return Rulebook.model_validate(raw.content)


def kept_rulebook(content: Mapping[str, Any]) -> Rulebook:
    """A rulebook that was checked when it was written: what names may not hold since then does not undo it."""
    return Rulebook.model_validate(content, context=KEPT)


def check_rulebook(name: str | FilePath, *, when: datetime | None = None) -> tuple[Finding, ...]:
    """All mistakes of a rulebook in the order of its lines; none for a right one.

    With `when`, a rulebook without mistakes is also looked at for a schedule that is in the past then: a warning.
    """
    try:
        raw = read_raw(name)
    except RulebookError as error:
        return error.findings
    mistakes = findings_of(raw)
    return mistakes if mistakes or when is None else _past_schedule(raw, when)


def _past_schedule(raw: RawRulebook, when: datetime) -> tuple[Finding, ...]:
    rulebook = Rulebook.model_validate(raw.content)
    past = past_phases(rulebook, when)
    if not past:
        return ()
    first = past[0].phase
    finding = rulebook_finding(
        "rulebook-schedule-past",
        place=raw.place(("phases", first.id, "start")),
        found=f"{len(past)} of {len(rulebook.phases)} phases in the past, from {first.label} on ({first.start})",
        expected="a schedule that starts today or later",
    )
    return (finding,)


@dataclass(frozen=True, slots=True)
class WrittenRulebook:
    """A rulebook that was written elsewhere: what it says with those it builds on, and all that is wrong with it."""

    content: Mapping[str, Any]
    findings: tuple[Finding, ...]

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook; a `RulebookError` where it has mistakes."""
        if self.findings:
            raise RulebookError(self.findings)
        return Rulebook.model_validate(self.content)


def parse_rulebook(text: str, *, name: str = "rulebook.toml") -> WrittenRulebook:
    """A rulebook from a text, such as one that was uploaded. It may build on shipped rulebooks, not on files."""
    try:
        raw = read_raw_text(text, name)
    except RulebookError as error:
        return WrittenRulebook({}, error.findings)
    return WrittenRulebook(raw.content, findings_of(raw))


def findings_at(raw: RawRulebook) -> tuple[tuple[Path, Finding], ...]:
    """The mistakes of a rulebook as read, each with the keys that lead to it; of very many, the first found."""
    return tuple(islice(_findings(raw), MOST_FINDINGS))


def findings_of(raw: RawRulebook) -> tuple[Finding, ...]:
    """The mistakes of a rulebook as read, in the order of its lines; of very many, the first found."""
    findings = [finding for _, finding in islice(_findings(raw), MOST_FINDINGS + 1)]
    if len(findings) > MOST_FINDINGS:
        findings = findings[:MOST_FINDINGS]
        last = findings[-1]
        findings[-1] = replace(
            last,
            found=f"{last.found} (and there are more than {MOST_FINDINGS:,} mistakes)",
            remedy=f"{last.remedy} Fix these first and check again.".strip(),
        )
    return tuple(sorted(findings, key=lambda finding: (finding.place.file or "", finding.place.line or 0)))


def _findings(raw: RawRulebook) -> Iterator[tuple[Path, Finding]]:
    mistakes = _schema_mistakes(raw.content)
    for path, mistake in mistakes:
        yield path, _schema_finding(raw, path, mistake)
    references = tuple(broken_references(raw.content))
    for reference in references:
        yield reference.path, _reference_finding(raw, reference)
    wrong = [*(path for path, _ in mistakes), *(reference.path for reference in references)]
    rulebook = _as_far_as_right(raw.content)
    for issue in inconsistencies(rulebook):
        if not any(map(issue.may_echo, wrong)):
            finding = rulebook_finding(
                "rulebook-rule",
                place=raw.place(issue.path),
                found=issue.found,
                expected=issue.expected,
                remedy=issue.remedy,
            )
            yield issue.path, finding


def _schema_mistakes(content: Mapping[str, Any]) -> list[tuple[Path, Mapping[str, Any]]]:
    try:
        Rulebook.model_validate(content)
    except ValidationError as error:
        return list(_own(content, ((tuple(each["loc"]), each) for each in error.errors(include_url=False))))
    return []


def _own(content: Mapping[str, Any], mistakes: Iterator[tuple[Path, Any]]) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    """Mistakes, without copies that packages only repeat from `[submission]`, and once for each union."""
    seen = set()
    for loc, mistake in mistakes:
        path = _written(content, loc)
        if loc[:2] == ("submission", "packages") and len(loc) > 3 and not _stands(content, loc[:4]):
            inherited = mistake["type"] != "missing" and _stands(content, (loc[0], loc[3]))
            if inherited:
                continue
        if path not in seen or mistake["type"] in ("missing", "extra_forbidden"):
            seen.add(path)
            yield path, {**mistake, "key": loc[-1]}


def _written(content: Mapping[str, Any], loc: Path) -> Path:
    """The part of a location that is in the rulebook."""
    for length in range(len(loc), 0, -1):
        if _stands(content, loc[:length]):
            return loc[:length]
    return ()


def _stands(content: Any, path: Path) -> bool:
    for part in path:
        if isinstance(content, Mapping) and part in content:
            content = content[part]
        elif isinstance(content, Sequence) and not isinstance(content, str) and isinstance(part, int):
            if part >= len(content):
                return False
            content = content[part]
        else:
            return False
    return True


def _schema_finding(raw: RawRulebook, path: Path, mistake: Mapping[str, Any]) -> Finding:
    code, remedy = "rulebook-value", ""
    context = mistake.get("ctx", {})
    value = path[-1] if mistake["key"] == "[key]" else _value(raw.content, path)
    found, expected = repr(value), _TYPES.get(mistake["type"], "").format(**context)
    if mistake["type"] == "missing":
        code, found, expected = "rulebook-key-missing", "none", f"the key {mistake['key']} {_in(path)}"
    elif mistake["type"] == "extra_forbidden":
        known = _keys(path[:-1])
        code, found, expected = "rulebook-key-unknown", repr(path[-1]), f"one of {', '.join(known)} {_in(path[:-1])}"
        remedy = nearest(str(path[-1]), known)
    elif mistake["type"] == "literal_error":
        known = tuple(context["expected"].replace("'", "").replace(" or ", ", ").split(", "))
        expected, remedy = f"one of {', '.join(known)}", nearest(str(value), known)
    elif isinstance(own := context.get("error"), SchemaError):
        expected, found, remedy = own.expected, own.found or found, own.remedy
    elif not expected:
        expected = str(mistake["msg"]).removeprefix("Input should be ")
    return rulebook_finding(
        code, place=raw.place(path), found=clipped(found, _FOUND_CHARACTERS), expected=expected, remedy=remedy
    )


def _value(content: Any, path: Path) -> Any:
    for part in path:
        content = content[part]
    return content


def _in(path: Path) -> str:
    return f"in [{'.'.join(map(str, path))}]" if path else "at the top"


def _keys(path: Path) -> tuple[str, ...]:
    """The keys that a table may have, for one that is known to be a table of the schema."""
    hint: Any = Rulebook
    for part in path:
        model = _table_type(hint)
        # In a mapping of named tables the name leads to the table that the type already is.
        hint = model.model_fields[str(part)].annotation if hint is model else model
    return tuple(name for name in _table_type(hint).model_fields if name != "id" or path == ("campaign",))


def _table_type(hint: Any) -> Any:
    """The model within a type, be it optional or the values of a mapping."""
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        return hint
    return next((found for inner in get_args(hint) if (found := _table_type(inner)) is not None), None)


def _reference_finding(raw: RawRulebook, reference: BrokenReference) -> Finding:
    return rulebook_finding(
        "rulebook-reference",
        place=raw.place(reference.path),
        found=repr(reference.name),
        expected=f"the name of one of [{reference.tables}]: {', '.join(reference.known) or 'there are none'}",
        remedy=nearest(reference.name, reference.known),
    )


_STAND_INS: Mapping[str, Any] = {
    "campaign": {"id": "campaign", "title": "campaign"},
    "language_pairs": {},
    "tracks": {},
}
"""Stand-ins for the required chapters that are missing or wrong."""


def _as_far_as_right(content: Mapping[str, Any]) -> Rulebook:
    """The rulebook without what is wrong with it, so that what is left can be checked too."""
    left: Any = {**_STAND_INS, **_copied(content)}
    while wrong := [*(path for path, _ in _schema_mistakes(left)), *(r.path for r in broken_references(left))]:
        for path in wrong:
            # The complete list where an element is wrong, so that the others keep their numbers.
            _drop(left, tuple(takewhile(lambda part: isinstance(part, str), path)))
        left = {**_STAND_INS, **left}
    return Rulebook.model_validate(left)


def _copied(content: Any) -> Any:
    return {key: _copied(value) for key, value in content.items()} if isinstance(content, Mapping) else content


def _drop(content: Any, path: Path) -> None:
    for part in path[:-1]:
        content = content.get(part, {}) if isinstance(content, Mapping) else {}
    if path and isinstance(content, dict):
        content.pop(path[-1], None)
