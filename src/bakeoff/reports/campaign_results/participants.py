"""Who took part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bakeoff.rulebook.state import DescribedSystem


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemDescription:
    """What a team says of its systems, or of one of them."""

    system: DescribedSystem | None = None
    """None where one text is of all systems of the team."""
    title: str = ""
    """The system in words; empty where it is of all."""
    fields: Mapping[str, str] = field(default_factory=dict)
    """The fields of the rulebook's template that are filled in."""
    techniques: str = ""
    """The field that tables of participants show."""
    text: str = ""
    """All of it, as it was submitted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """A participating team."""

    code: str
    """What file names and tables call it; unique in the campaign."""
    name: str
    institutions: tuple[str, ...] = ()
    language_pairs: tuple[str, ...] = ()
    """What it registered for, where that is asked."""
    tracks: tuple[str, ...] = ()
    """The tracks that it registered for, of those that need it."""
    withdrawn: bool = False
    late_runs: int = 0
    """Runs that are only named, since they came late."""
    debugged_runs: int = 0
    """Runs that are only named, since they correct an earlier one."""
    descriptions: tuple[SystemDescription, ...] = ()
