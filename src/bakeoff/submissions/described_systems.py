"""Of which system a description is, where each system has its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bakeoff.data import Finding
from bakeoff.errors import Place
from bakeoff.rulebook.schema import Rulebook
from bakeoff.rulebook.state import DescribedSystem
from bakeoff.rulebook.submission.permission import type_of
from bakeoff.submissions.description_texts import Description, written_systems
from bakeoff.submissions.finding_codes import finding


def system_of(description: Description, rulebook: Rulebook) -> DescribedSystem | None:
    """The system that a description is of; None where it is of all systems of a team, or does not say so."""
    track = _only(description, "Track", rulebook.tracks)
    condition = _only(description, "Condition", rulebook.conditions)
    system = description.fields.get("System", "")
    if rulebook.description.each == "team" or track is None or condition is None or type_of(rulebook, system) is None:
        return None
    return DescribedSystem(track=track, condition=condition, system=system)


def system_findings(description: Description, rulebook: Rulebook, file: str) -> Iterator[Finding]:
    """Where a description names several systems, or none that there is; missing fields have findings of their own."""
    if rulebook.description.each == "team":
        return
    for field, table in (("Track", rulebook.tracks), ("Condition", rulebook.conditions)):
        if len(listed := description.listed(field)) > 1:
            expected = f"one {field.lower()} out of {', '.join(table)}"
            yield _finding(description, field, file, found=", ".join(listed), expected=expected)
    system = description.fields.get("System", "")
    if system and type_of(rulebook, system) is None:
        expected = f"one system as file names call it: {', '.join(written_systems(rulebook))}"
        yield _finding(description, "System", file, found=system.splitlines()[0], expected=expected)


def _finding(description: Description, field: str, file: str, *, found: str, expected: str) -> Finding:
    return finding(
        "description-system",
        place=Place(file, description.lines.get(field)),
        found=f"{field}: {found}",
        expected=expected,
    )


def _only(description: Description, field: str, table: Mapping[str, object]) -> str | None:
    """The one value of a field; where the campaign has one only or none, that."""
    listed = description.listed(field)
    if not listed and len(table) <= 1:
        return next(iter(table), "")
    return listed[0] if len(listed) == 1 and listed[0] in table else None
