"""What the rules need to know of a campaign besides the rulebook and the time: teams and what they submitted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from bakeoff.rulebook.schema import Role, Rulebook


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmittedPackage:
    """A package by what people know it by."""

    number: int
    """Of its receipt."""
    name: str
    version: int | None
    submitted_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Submitted:
    """A run that a team submitted and that was found valid."""

    package: str
    track: str | None = None
    language_pair: str | None = None
    condition: str | None = None
    test_set: str | None = None
    system: str
    """What names call it: `contrast2`."""
    version: int = 1
    withdrawn: bool = False
    replaced: bool = False
    """Whether a later run counts in its place."""
    official: bool = True
    run: str = ""
    """What tables call it."""
    origin: SubmittedPackage | None = None
    """The package that it came in, where that is known."""

    @property
    def slot(self) -> tuple[str | None, ...]:
        """Where it counts: the limit on systems of a type holds for a team in each of these."""
        return (self.package, self.track, self.language_pair, self.condition, self.test_set)


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamState:
    """A participating team as far as rules are concerned."""

    code: str
    language_pairs: frozenset[str] = frozenset()
    """What it registered for."""
    signed: frozenset[str] = frozenset()
    consents: frozenset[str] = frozenset()
    submitted: tuple[Submitted, ...] = ()
    described: bool = False
    judged: bool = False
    attends: bool = False
    extensions: Mapping[str, datetime] = field(default_factory=dict)
    """Later ends of phases that the organiser granted it."""

    def consents_to(self, rulebook: Rulebook, matter: str) -> bool:
        """Whether it agreed to all that the rulebook asks in a matter (`outputs`, `judging`)."""
        asked = [consent.id for consent in rulebook.registration.consents.values() if consent.concerns == matter]
        return self.consents.issuperset(asked)


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewer:
    """Someone who asks: in which role, and for which team where that matters."""

    role: Role
    team: TeamState | None = None


STRANGER = Viewer(role="stranger")
