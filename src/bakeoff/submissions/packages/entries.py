"""Entries: the files of a package as what they stand for under the rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from bakeoff.rulebook.state import Submitted
from bakeoff.submissions.packages.contents import PackedFile


@dataclass(frozen=True, slots=True)
class StatedInput:
    """What a team says of all runs of a package whose names do not say it: what their systems started from."""

    input: str | None = None
    released_runs: tuple[str, ...] = ()

    @property
    def named(self) -> str | None:
        """The input; who names released runs need not name it."""
        return self.input or ("released-runs" if self.released_runs else None)


NOTHING_STATED = StatedInput()


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One run of a package: who made it, with which kind of system, under which condition, on which test set."""

    file: PackedFile
    package: str
    """Id of the kind of package, as in the rulebook; likewise the following."""
    team: str | None = None
    track: str | None = None
    language_pair: str | None = None
    system_type: str | None = None
    """The type (`contrast`); `written_type` is what the name says (`contrast2`)."""
    written_type: str | None = None
    condition: str | None = None
    test_set: str | None = None
    input: str | None = None
    """What the system started from; None where nobody says."""
    released_runs: tuple[str, ...] = ()
    """The released runs that it started from, as organisers call them."""
    day: date | None = None
    fields: Mapping[str, str]
    """All fields of the name as written."""

    @property
    def slot(self) -> tuple[str | None, ...]:
        """What it competes with others for: the limit on systems of a type holds for a team in each of these."""
        return (self.team, self.package, self.track, self.language_pair, self.condition, self.test_set)

    def submitted(self, version: int | None) -> Submitted:
        """It as the rules see it, in a package of a version."""
        return Submitted(
            package=self.package,
            track=self.track,
            language_pair=self.language_pair,
            condition=self.condition,
            test_set=self.test_set,
            system=self.written_type or "",
            version=version or 1,
        )
