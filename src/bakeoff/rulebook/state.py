"""What the rules need to know of a campaign besides the rulebook and the time: teams and what they submitted."""

from __future__ import annotations

from collections.abc import Collection, Mapping
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


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class DescribedSystem:
    """A system as teams describe it: what is the same in all language pairs and on all test sets."""

    track: str = ""
    condition: str = ""
    """Empty where the campaign has none."""
    system: str
    """What names call it: `contrast2`."""


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

    @property
    def described_as(self) -> DescribedSystem:
        """The system that it is a run of."""
        return DescribedSystem(track=self.track or "", condition=self.condition or "", system=self.system)


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamState:
    """A participating team as far as rules are concerned."""

    code: str
    language_pairs: frozenset[str] = frozenset()
    """What it registered for."""
    tracks: frozenset[str] = frozenset()
    """The tracks that it registered for, of those that need it."""
    signed: frozenset[str] = frozenset()
    consents: frozenset[str] = frozenset()
    submitted: tuple[Submitted, ...] = ()
    described: bool = False
    """Whether it has a valid description, where one text is of all its systems."""
    described_systems: frozenset[DescribedSystem] = frozenset()
    """The systems that it has a valid description of, where each has its own."""
    judged: bool = False
    judgments_done: str = ""
    """How much of its share of the judgments is done, where that is counted: `120 of 300 screens`."""
    attends: bool = False
    extensions: Mapping[str, datetime] = field(default_factory=dict)
    """Later ends of phases that the organiser granted it."""

    def takes_part(self, rulebook: Rulebook, track: str, language_pair: str | None = None) -> bool:
        """Whether it registered for a track and a language pair of it, or some pair, as far as the rulebook asks."""
        return not self.unregistered(rulebook, tracks=(track,), language_pair=language_pair) and (
            language_pair is not None
            or not rulebook.registration.by_language_pair
            or not self.language_pairs.isdisjoint(rulebook.tracks[track].all_pairs)
        )

    def unregistered(
        self, rulebook: Rulebook, *, tracks: Collection[str] = (), language_pair: str | None = None
    ) -> str:
        """What it would have to register for, to take part in one of the tracks in a language pair; empty: nothing."""
        if rulebook.registration.by_language_pair and language_pair not in (None, *self.language_pairs):
            return f"{language_pair}"
        having = [each for each in tracks if language_pair in (None, *rulebook.tracks[each].all_pairs)] or tracks
        if not having or any(each not in rulebook.tracks_to_register or each in self.tracks for each in having):
            return ""
        return f"the track {' or '.join(rulebook.tracks[each].label for each in having)}"

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
