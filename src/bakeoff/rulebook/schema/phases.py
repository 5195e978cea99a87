"""Phases: when they are, what one may do in them, and what may be seen from their beginning on."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, time
from typing import Annotated, Any, Literal, Self, get_args

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from bakeoff.rulebook.schema.base import Named, PhaseId, TrackId

Role = Literal["organiser", "participant", "judge", "observer", "stranger"]
ROLES: tuple[Role, ...] = get_args(Role)
Audience = Literal["participants", "judges", "observers", "public"]
AUDIENCES: Mapping[Audience, tuple[Role, ...]] = {
    "participants": ("participant",),
    "judges": ("judge",),
    "observers": ("observer",),
    "public": ("participant", "judge", "observer", "stranger"),
}
"""Whom a release reaches; organisers see everything at any time."""

Activity = Literal["register", "submit", "describe", "judge", "adjudicate", "score"]
ACTIVITIES: tuple[Activity, ...] = get_args(Activity)
"""What one may do in a phase: `submit:PACKAGE` hands in that kind of package, `score:ROLE` scores runs on test sets of
that role on the evaluation server, `judge:PROTOCOL` takes part in that human evaluation."""

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
"""What a phase may release. Those that belong to test sets may name one or a role: `source:current`."""
_OF_TEST_SETS = {"source", "references", "own-scores", "scores", "outputs", "anonymous-outputs"}


def _opened(text: str) -> str:
    activity, _, scope = text.partition(":")
    if activity not in ACTIVITIES:
        raise ValueError(f"expected one of {', '.join(ACTIVITIES)}, found {activity!r}")
    if activity == "submit" and not scope:
        raise ValueError("expected submit:PACKAGE, the kind of package that may be handed in, found submit alone")
    return text


def _released(text: str) -> str:
    resource, colon, scope = text.partition(":")
    if resource not in RELEASED:
        raise ValueError(f"expected one of {', '.join(RELEASED)}, found {resource!r}")
    if colon and (not scope or resource not in _OF_TEST_SETS):
        raise ValueError(f"expected {resource} alone, found {text!r}")
    return text


def _moment(value: Any) -> Any:
    """TOML's own dates and times, or the same in quotes."""
    if isinstance(value, date):  # a datetime is one too
        return value
    try:
        return date.fromisoformat(value) if len(value) == len("2012-04-06") else datetime.fromisoformat(value)
    except (TypeError, ValueError):
        expected = 'a day or a time such as 2012-04-06 or "2012-04-06T11:59"'
        raise ValueError(f"expected {expected}, found {value!r}") from None


Moment = Annotated[date | datetime, BeforeValidator(_moment)]
"""A day, or a time on it, in the campaign's time zone."""
Opening = Annotated[str, AfterValidator(_opened)]
Release = Annotated[str, AfterValidator(_released)]


class Phase(Named):
    """A time of the campaign. Without an `end` it lasts for ever; an `end` that is a day includes that day."""

    start: Moment
    end: Moment | None = None
    opens: tuple[Opening, ...] = ()
    """What may be done while it lasts."""
    releases: Mapping[Audience, tuple[Release, ...]] = Field(default_factory=dict)
    """What may be seen from its beginning on, and by whom."""
    requires: tuple[PhaseId, ...] = ()
    """Phases whose submission a site must have made before it takes part in this one: a compulsory dry run."""
    tracks: tuple[TrackId, ...] = ()
    """Tracks that it is for; none named: all."""
    note: str = ""
    """For the schedule: what people should know."""

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.end is not None and _comparable(self.end, latest=True) <= _comparable(self.start, latest=False):
            raise ValueError(f"it ends ({self.end}) before it begins ({self.start})")
        return self


def _comparable(moment: date | datetime, *, latest: bool) -> datetime:
    if isinstance(moment, datetime):
        return moment.replace(tzinfo=None)
    return datetime.combine(moment, time.max if latest else time.min)
