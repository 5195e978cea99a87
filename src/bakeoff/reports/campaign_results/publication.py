"""How far results are published, and what was corrected since."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

PublicationStage = Literal["preliminary", "adjudication", "public"]
"""`preliminary`: for participants; `adjudication`: references are being corrected; `public`: for everybody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """What a version changed of what was published before it."""

    place: str
    """The table, in words: `Translation, German–English, news`."""
    what: str
    """What has another value: `BLEU of UEDIN`."""
    before: str
    """Empty where it is new."""
    after: str
    """Empty where it is gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedVersion:
    """One version of the results as it was published."""

    number: int
    """From 1."""
    published_on: date
    stage: PublicationStage
    reason: str = ""
    """Why it replaces the version before it, as the organisers said; empty for the first."""
    corrections: tuple[Correction, ...] = ()
    digest: str = ""
    """Checksum of the numbers that it published."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Publication:
    """How far results are published. Disclaimers and rules of citation are in `rulebook.report`."""

    stage: PublicationStage = "preliminary"
    released_on: date | None = None
    """None for results that were never published."""
    versions: tuple[PublishedVersion, ...] = ()
    """Oldest first; the last is the one in force."""
    left_out: tuple[str, ...] = ()
    """What consents and licences keep out of the release, in sentences."""

    @property
    def version(self) -> int:
        """The number of the version in force; 0 before the first."""
        return self.versions[-1].number if self.versions else 0

    @property
    def corrections(self) -> tuple[tuple[PublishedVersion, Correction], ...]:
        """All corrections of published numbers, oldest first."""
        return tuple((version, correction) for version in self.versions for correction in version.corrections)
