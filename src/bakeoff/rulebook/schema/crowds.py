"""Crowds: people whom a platform sends to judge, how they come and go back, and what they are paid."""

from __future__ import annotations

import re
from collections.abc import Mapping
from string import Formatter
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, NonNegativeInt, PositiveFloat, PositiveInt, StringConstraints, model_validator

from bakeoff.rulebook.mistakes import SchemaError
from bakeoff.rulebook.schema.base import Named, Rules
from bakeoff.rulebook.schema.conduct import LanguageCode

Parameter = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.-]*$", max_length=80)]
CountryCode = Annotated[str, StringConstraints(pattern=r"^[A-Z]{2}$")]
RETURN_FIELDS = ("code", "worker", "study", "session")
"""What the return address can hold in braces."""

PLATFORMS: Mapping[str, Mapping[str, Any]] = {
    "prolific": {
        "worker": "PROLIFIC_PID",
        "study": "STUDY_ID",
        "session": "SESSION_ID",
        "placeholder": "{{%NAME%}}",
        "return_address": "https://app.prolific.com/submissions/complete?cc={code}",
        "statuses": {
            "worker": "Participant id",
            "session": "Submission id",
            "status": "Status",
            "freeing": ["RETURNED", "TIMED-OUT", "REJECTED"],
        },
        "rejection": {
            "characters": 100,
            "categories": [
                "TOO_QUICKLY",
                "TOO_SLOWLY",
                "FAILED_INSTRUCTIONS",
                "INCOMP_LONGITUDINAL",
                "FAILED_CHECK",
                "LOW_EFFORT",
                "MALINGERING",
                "NO_CODE",
                "BAD_CODE",
                "NO_DATA",
                "UNSUPP_DEVICE",
                "OTHER",
            ],
        },
    },
    "other": {},
}
"""What a crowd of each platform has where its table says nothing else."""
_TITLES = {"prolific": "Prolific", "other": "Another platform"}


class Pay(Rules):
    """What workers are paid."""

    amount: PositiveFloat
    """In units of the currency: `0.12`."""
    per: Literal["screen", "hour", "worker"] = "screen"
    """For each answered screen, for each hour of active time, or once for a worker who answered something."""
    currency: Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
    """In the three letters of ISO 4217."""


class Statuses(Rules):
    """The table of submissions that the platform exports as CSV, by which items become free again."""

    worker: str = "worker"
    """The heading of the column with the worker's id."""
    session: str = ""
    """That of the id of the session; empty: there is none."""
    status: str = "status"
    """That of the status."""
    freeing: tuple[str, ...] = ("RETURNED", "TIMED-OUT", "REJECTED")
    """Statuses of workers whose judgments are left out and made again by others."""


class Rejection(Rules):
    """What the platform asks of those who reject work."""

    characters: NonNegativeInt = 0
    """The shortest reason."""
    categories: tuple[str, ...] = ()
    """Kinds of reasons, of which one is named; none: no kind is asked for."""


def _of_platform(table: Any) -> Any:
    """A table with what its platform has where it says nothing; tables inside it are joined key by key."""
    if not isinstance(table, Mapping):
        return table
    joined = dict(PLATFORMS.get(str(table.get("platform", "other")), {}))
    for key, value in table.items():
        usual = joined.get(key)
        joined[key] = {**usual, **value} if isinstance(usual, Mapping) and isinstance(value, Mapping) else value
    return joined


class Crowd(Named):
    """A platform that sends workers by a link, and the rules for them."""

    platform: Literal["prolific", "other"] = "other"
    """Whose names and addresses hold where the keys below say nothing else."""
    worker: Annotated[Parameter, Field(min_length=1)] = "worker"
    """The parameter of the link in which the platform says who comes."""
    study: Parameter = ""
    """The one in which it names its study; empty: none."""
    session: Parameter = ""
    """The one in which it names the visit or submission; empty: none."""
    language: Parameter = ""
    """The one that says which languages the worker speaks, between commas; empty, or missing in the link: workers are
    asked."""
    country: Parameter = ""
    """The one that says in which country the worker is, in the two letters of ISO 3166; empty: none."""
    placeholder: Annotated[str, StringConstraints(max_length=40)] = ""
    """What the platform replaces in a link, with `NAME` for the parameter: `{{%NAME%}}`; empty: it adds parameters by
    itself."""
    preview: Mapping[str, str] = Field(default_factory=dict)
    """Parameters and their values of somebody who only looks: they see what is asked, and cannot start."""
    return_address: Annotated[str, StringConstraints(max_length=500)] = ""
    """Where workers go in the end, with `{code}`, `{worker}`, `{study}` and `{session}` filled in; empty: they copy the
    code."""
    screens: PositiveInt | None = None
    """Screens of a worker; none: as many as there are."""
    languages: tuple[LanguageCode | Literal["source", "target"], ...] = ()
    """Languages that workers must speak, all of them; `source` and `target` are those of what is judged."""
    countries: tuple[CountryCode, ...] = ()
    """Countries of which workers must be in one, in the two letters of ISO 3166; none: they may be anywhere."""
    pay: Pay | None = None
    """What workers are paid; without it, nothing is reported."""
    statuses: Statuses = Statuses()
    """What the platform exports about its submissions."""
    rejection: Rejection = Rejection()
    """What the platform asks of those who reject work."""

    @model_validator(mode="before")
    @classmethod
    def _joined(cls, table: Any) -> Any:
        return _of_platform(table)

    @model_validator(mode="after")
    def _knows_countries(self) -> Self:
        if self.countries and not self.country:
            raise SchemaError(
                "the key country next to countries",
                found="no country",
                remedy="Name the parameter of the link in which the platform says where the worker is, or choose the "
                "countries on the platform and leave countries out.",
            )
        return self

    @model_validator(mode="after")
    def _returns_safely(self) -> Self:
        if not self.return_address:
            return self
        try:
            fields = {name for _, name, _, _ in Formatter().parse(self.return_address) if name is not None}
        except ValueError:
            fields = {""}
        if unknown := fields - set(RETURN_FIELDS):
            names = ", ".join(f"{{{name}}}" for name in RETURN_FIELDS)
            raise SchemaError(f"a return address with {names} and no other braces", found=f"{{{min(unknown)}}}")
        parts = urlsplit(self.return_address)
        if parts.scheme != "https" or not re.fullmatch(r"[A-Za-z0-9.:-]+", parts.netloc):
            raise SchemaError(
                "a complete return address that starts with https:// and names its host",
                found=repr(self.return_address),
                remedy="Write the host out: nothing that comes with a link decides where workers go.",
            )
        return self


def preset(platform: Literal["prolific", "other"]) -> Crowd:
    """The crowd of a platform without rules of a campaign.

    >>> preset("prolific").worker
    'PROLIFIC_PID'
    """
    return Crowd.model_validate({"id": platform, "platform": platform, "title": _TITLES[platform]})
