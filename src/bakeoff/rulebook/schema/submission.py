"""Submissions: how packages and files are called, what they hold, and how many systems of each type."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, NonNegativeInt, PositiveInt, model_validator

from bakeoff.rulebook.file_names.patterns import parse_pattern
from bakeoff.rulebook.mistakes import SchemaError
from bakeoff.rulebook.schema.base import (
    ConditionId,
    Named,
    Named_,
    PhaseId,
    Rules,
    SystemTypeId,
    TestSetId,
    TrackId,
)

FileFormat = Literal[
    "nist-xml", "nist-sgml", "wmt-xml", "plain-text", "tsv", "json-lines", "ctm", "trn", "scores", "any"
]
Compression = Literal["tgz", "zip", "tar", "none"]
Matched = Literal["set-id", "source-language", "target-language", "documents", "genres", "segments", "system-id"]


def _pattern(text: str) -> str:
    parse_pattern(text)
    return text


def _expression(text: str) -> str:
    try:
        groups = re.compile(text).groups
    except re.error as error:
        raise SchemaError("a regular expression", found=repr(text), remedy=f"Fix the expression: {error}.") from None
    if groups:
        raise SchemaError("a regular expression without groups", found=repr(text), remedy="Write (?: for each (.")
    return text


NamePattern = Annotated[str, AfterValidator(_pattern)]
"""Text with fields: `{team}_{language_pair}.xml`."""


class NameField(Named):
    """A field of file names: what it may contain. The fields that every rulebook has need no table unless they differ.

    Those are team, language_pair, source, target, system_type, condition, package, test_set, track, task, input (the
    names that the rulebook gives them), date, version and run (any word).
    """

    values: tuple[str, ...] = ()
    """The words that may be used there."""
    pattern: Annotated[str, AfterValidator(_expression)] = ""
    """A regular expression, where values cannot be listed."""
    digits: Annotated[int, Field(gt=0, le=20)] | None = None
    """With how many digits a number is written."""
    date_format: Literal["yyyymmdd", "yyyy-mm-dd"] | None = None
    """How a day is written."""
    year: PositiveInt | None = None
    """The year that a date must have."""


Count = Annotated[int, Field(gt=0, le=99)]
"""Systems with names: few enough to list."""


class SystemType(Named):
    """Primary, contrastive or combined systems: how many a team may submit for a track, language pair and condition.

    The numbers hold over all versions of a team's package, not for each.
    """

    exactly: Count | None = None
    """How many there must be; not together with `at_least` and `at_most`."""
    at_least: NonNegativeInt = 0
    """The fewest."""
    at_most: Count | None = None
    """The most; none: any number."""
    names: tuple[str, ...] = ()
    """What file names call them; without any, the id, numbered where there may be several."""
    official: bool = True
    """Whether their scores are official."""
    compared: bool = False
    """Whether they are compared across teams."""
    combination: bool = False
    """Whether they are made of other systems' output."""
    conditions: tuple[ConditionId, ...] = ()
    """Data conditions that they may be submitted under; none named: all."""

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.exactly and (self.at_least or self.at_most):
            raise SchemaError("either exactly, or at_least and at_most", found="both")
        if self.at_most is not None and self.at_least > self.at_most:
            raise SchemaError("at_least to be no more than at_most", found=f"{self.at_least} and {self.at_most}")
        return self

    @property
    def fewest(self) -> int:
        return self.exactly or self.at_least

    def may_be_under(self, condition: str | None) -> bool:
        """Whether systems of this type may be submitted under a data condition; a campaign may have none."""
        return condition is None or not self.conditions or condition in self.conditions

    @property
    def most(self) -> int | None:
        return self.exactly or self.at_most

    @property
    def written(self) -> tuple[str, ...]:
        """Its names in file names."""
        if self.names:
            return self.names
        return (self.id,) if self.most in (None, 1) else tuple(f"{self.id}{n}" for n in range(1, (self.most or 1) + 1))


class PackageRules(Rules):
    """What a package must be like. What `[submission]` says holds for all its packages unless they say otherwise."""

    archive: NamePattern = ""
    """The archive's name without its ending; empty: any name."""
    compression: tuple[Compression, ...] = ("tgz", "zip", "none")
    """Forms that a package may have; `none` is a folder or a single file."""
    tree: NamePattern = ""
    """The folder in the archive that holds the files; empty: the top."""
    file: NamePattern = "{team}_{language_pair}_{system_type}.txt"
    """Names of the files."""
    system: NamePattern = ""
    """The name of the system inside the file (`sysid`); empty: any."""
    format: FileFormat = "plain-text"
    """Format of the files; `scores` are those of a metric, `any` is not read."""
    validity: Literal["format", "dtd"] = "format"
    """How strictly markup is checked. Format: by what its reader needs. Dtd: by the document type of NIST XML exactly,
    so that any other element or attribute is an error, even one that the source has."""
    matches: tuple[Matched, ...] = (
        "set-id",
        "source-language",
        "target-language",
        "documents",
        "genres",
        "segments",
        "system-id",
    )
    """What of a file has to be as in the source."""
    resubmission: Literal["replaces", "debugged", "refused"] = "replaces"
    """What a later file of the same name is, before the deadline."""
    late: Literal["refused", "unofficial", "accepted"] = "refused"
    """Unofficial: kept, flagged, scored, left out of the official table, named as having taken part."""
    late_until: PhaseId | None = None
    """Late packages are accepted until this phase starts; without one, for ever."""
    debugged: Literal["unofficial", "accepted"] = "unofficial"
    """What a debugged file counts as."""
    max_files: PositiveInt = 200
    """The most files of a package."""
    max_bytes: PositiveInt = 2**30
    """Of all files together, unpacked."""
    channels: tuple[str, ...] = ()
    """Channels that a CTM file may name; none: any."""


class Package(Named, PackageRules):
    """One kind of package: the dry run's, the main evaluation's, that of combined systems."""

    code: str = ""
    """How names call it; without one, its id."""
    tracks: tuple[TrackId, ...] = ()
    """Tracks that it is for; none named: all."""
    test_sets: tuple[TestSetId, ...] = ()
    """What its files translate; none named: the current test sets of its tracks."""
    system_types: tuple[SystemTypeId, ...] = ()
    """Which types it may hold; none named: all."""
    official: bool = True
    """Whether its runs count in the official results."""
    requires: tuple[SystemTypeId, ...] = ()
    """Types that the first version must hold."""

    @property
    def written(self) -> str:
        """Its name in file names."""
        return self.code or self.id


def _with_common(tables: Any) -> Any:
    """Gives every package the common rules that it does not set itself."""
    if not isinstance(tables, Mapping) or not isinstance(packages := tables.get("packages"), Mapping):
        return tables
    common = {key: value for key, value in tables.items() if key in PackageRules.model_fields}
    merged = {
        name: {**common, **package} if isinstance(package, Mapping) else package for name, package in packages.items()
    }
    return {**tables, "packages": merged}


class Submission(PackageRules):
    """All that is said of submissions."""

    fields: Annotated[Mapping[str, NameField], Named_] = Field(default_factory=dict)
    """Fields of names."""
    system_types: Annotated[Mapping[str, SystemType], Named_] = Field(
        default_factory=lambda: {
            "primary": SystemType(id="primary", exactly=1, compared=True),
            "contrastive": SystemType(id="contrastive", at_most=3),
        }
    )
    """Types of system."""
    packages: Annotated[Mapping[str, Package], Named_] = Field(default_factory=dict)
    """Kinds of package."""
    max_team_bytes: PositiveInt | None = None
    """The most bytes that are kept of a team: packages, the runs in them, descriptions, trials. None: as the server."""


CommonSubmission = Annotated[Submission, BeforeValidator(_with_common)]
