"""Phases: when they are, what people can do in them, and what becomes visible when they start."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Annotated, Any, Literal, get_args

from pydantic import AfterValidator, BeforeValidator, Field

from bakeoff.rulebook.mistakes import SchemaError, nearest
from bakeoff.rulebook.schema.base import Named, PhaseId, TrackId
from bakeoff.rulebook.schema.tracks import INPUT_TYPES

Role = Literal["organiser", "participant", "judge", "observer", "stranger"]
ROLES: tuple[Role, ...] = get_args(Role)
Audience = Literal["participants", "signers", "submitters", "judges", "observers", "public"]
AUDIENCES: Mapping[Audience, tuple[Role, ...]] = {
    "participants": ("participant",),
    "signers": ("participant",),
    "submitters": ("participant",),
    "judges": ("judge",),
    "observers": ("observer",),
    "public": ("participant", "judge", "observer", "stranger"),
}
"""Whom a release reaches; organisers see everything at any time. Of participants, `signers` are those who signed all
agreements, `submitters` those who submitted runs; `release.audiences` says which teams these are."""

Activity = Literal["register", "submit", "describe", "judge", "adjudicate", "score", "attend"]
ACTIVITIES: tuple[Activity, ...] = get_args(Activity)
"""What a phase allows: `submit:PACKAGE` submits that kind of package, `score:ROLE` scores runs on test sets of
that role on the evaluation server, `judge:PROTOCOL` takes part in that human evaluation, `attend` is the workshop."""

Released = Literal[
    "training-data",
    "source",
    "references",
    "own-scores",
    "scores",
    "outputs",
    "anonymous-outputs",
    "system-names",
    "participants",
    "human-scores",
    "judgments",
    "descriptions",
]
RELEASED: tuple[Released, ...] = get_args(Released)
"""What a phase may release. What belongs to test sets may name a set or a role: `source:current`; sources one of the
inputs, too: `source:current/lattice`. What people judged may name a human evaluation: `human-scores:ranking`."""
OF_HUMAN_EVALUATIONS: frozenset[str] = frozenset({"human-scores", "judgments"})
"""What is released of human evaluations, of all or of one that is named."""
_OF_TEST_SETS = {"source", "references", "own-scores", "scores", "outputs", "anonymous-outputs"}


def check_opening(text: str) -> str:
    """An activity that a phase opens as it is; a `SchemaError` where there is none."""
    activity, _, scope = text.partition(":")
    if activity not in ACTIVITIES:
        raise SchemaError(f"one of {', '.join(ACTIVITIES)}", found=repr(activity), remedy=nearest(activity, ACTIVITIES))
    if activity == "submit" and not scope:
        raise SchemaError("submit:PACKAGE, with the kind of package that may be submitted", found="submit alone")
    return text


def check_release(text: str) -> str:
    """What a phase releases as it is; a `SchemaError` where nothing is called that."""
    resource, colon, scope = text.partition(":")
    if resource not in RELEASED:
        raise SchemaError(f"one of {', '.join(RELEASED)}", found=repr(resource), remedy=nearest(resource, RELEASED))
    if colon and (not scope or resource not in _OF_TEST_SETS | OF_HUMAN_EVALUATIONS):
        raise SchemaError(f"{resource} alone", found=repr(text))
    _, slash, named = scope.partition("/")
    if slash and resource != "source":
        raise SchemaError(f"{resource} of a test set or a role: only a source has inputs", found=repr(text))
    if slash and named not in INPUT_TYPES:
        expected = f"one of the inputs {', '.join(INPUT_TYPES)}"
        raise SchemaError(expected, found=repr(named), remedy=nearest(named, INPUT_TYPES))
    return text


_YEARS = range(1900, 3000)
"""Beyond them a time has no counterpart in every time zone."""


def read_moment(value: Any) -> Any:
    """A day or a time: TOML's own dates and times, or the same in quotes."""
    moment = value
    if not isinstance(value, date):  # a datetime is one too
        try:
            moment = date.fromisoformat(value) if len(value) == len("2012-04-06") else datetime.fromisoformat(value)
        except (TypeError, ValueError):
            raise SchemaError('a day or a time such as 2012-04-06 or "2012-04-06T11:59"', found=repr(value)) from None
    if moment.year not in _YEARS:
        raise SchemaError("a day or a time from 1900 to 2999", found=str(moment))
    return moment


Moment = Annotated[date | datetime, BeforeValidator(read_moment)]
"""A day, or a time on it, in the campaign's time zone."""
Opening = Annotated[str, AfterValidator(check_opening)]
Release = Annotated[str, AfterValidator(check_release)]


class Phase(Named):
    """A time of the campaign. Without an `end` it lasts for ever; an `end` that is a day includes that day."""

    start: Moment
    """When it starts."""
    end: Moment | None = None
    """When it ends."""
    opens: tuple[Opening, ...] = ()
    """What may be done while it lasts."""
    releases: Mapping[Audience, tuple[Release, ...]] = Field(default_factory=dict)
    """What becomes visible when it starts, and to whom."""
    requires: tuple[PhaseId, ...] = ()
    """Phases whose submission a team must have made before it takes part in this one: a compulsory dry run."""
    tracks: tuple[TrackId, ...] = ()
    """Tracks that it is for; none named: all."""
    note: str = ""
    """For the schedule: what people should know."""
