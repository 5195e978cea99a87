"""How far a campaign has come, in one or two words, and the date that everybody waits for next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Literal

from bakeoff.rulebook.calendar import FOREVER, Period, schedule
from bakeoff.rulebook.release.grants import releases, test_sets_of_package
from bakeoff.rulebook.schema import Rulebook

StageName = Literal[
    "undated", "coming", "registration", "submission", "waiting", "judging", "results", "over", "archived"
]
"""No phase; none has started; teams register; runs are submitted; between phases; people judge; results are public;
all phases are over; nothing changes any more."""
Awaited = Literal["register", "submit", "judge", "start", "end"]
"""What people wait for: the end of registration, submission or judging, the start or end of any other phase."""

_PRACTICE = frozenset(("dev", "dry-run"))
"""Roles of test sets whose runs decide nothing."""
_LONGEST = 24
"""Letters of a phase that fit into a chip."""
_NO_EXTENSIONS: Mapping[str, datetime] = MappingProxyType({})
_LABELS: Mapping[StageName, str] = {
    "undated": "No dates yet",
    "coming": "Opens soon",
    "registration": "Open: registration",
    "waiting": "In progress",
    "judging": "Judging",
    "results": "Results out",
    "over": "Ended",
    "archived": "Archived",
}


@dataclass(frozen=True, slots=True)
class NextDate:
    """A date that people wait for."""

    what: Awaited
    period: Period

    @property
    def is_end(self) -> bool:
        return self.what != "start"

    @property
    def when(self) -> datetime:
        return self.period.end if self.is_end else self.period.start


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """A campaign at a time."""

    name: StageName
    label: str
    """What a chip says."""
    next: NextDate | None = None
    """None where nothing is to come, or what is open has no end."""
    published: datetime | None = None
    """Since when everybody sees scores."""
    results: datetime | None = None
    """When everybody will see them, before that."""
    ended: datetime | None = None
    """When the last phase ended or, where it never does, started."""

    @property
    def is_past(self) -> bool:
        """Whether nothing is to come or to do."""
        return self.name in ("over", "archived") or (self.name == "results" and self.next is None)


def stage_of(
    rulebook: Rulebook,
    when: datetime,
    *,
    archived: bool = False,
    extensions: Mapping[str, datetime] = _NO_EXTENSIONS,
) -> Stage:
    """How far a campaign has come at a time; with the `extensions` of a team, how far it has come for that team.

    What most people can do goes first: submitting decisive runs, registering, practising, judging. Only where none of
    these is open, public results count.

    >>> from datetime import UTC
    >>> from bakeoff.rulebook import read_rulebook
    >>> stage_of(read_rulebook("openmt2012"), datetime(2012, 4, 3, tzinfo=UTC)).label
    'Open: main evaluation'
    """
    periods = schedule(rulebook, extensions=extensions)
    published, results = _public_results(rulebook, when)
    ended = max((each.start if each.end == FOREVER else each.end for each in periods), default=None)
    name, awaited = ("archived", None) if archived else _stage(rulebook, periods, when, published)
    return Stage(
        name=name,
        label=_label(name, awaited, results),
        next=None if awaited is None or awaited.when == FOREVER else awaited,
        published=published,
        results=results,
        ended=ended if ended is None or ended <= when else None,
    )


def _stage(
    rulebook: Rulebook, periods: Sequence[Period], when: datetime, published: datetime | None
) -> tuple[StageName, NextDate | None]:
    open_now = [period for period in periods if period.holds(when)]
    deciding = [period for period in open_now if any(_decides(rulebook, each) for each in period.phase.opens)]
    openings: tuple[tuple[StageName, Awaited, Iterable[Period]], ...] = (
        ("submission", "submit", deciding),
        ("registration", "register", _opening(open_now, "register")),
        ("submission", "submit", _opening(open_now, "submit")),
        ("judging", "judge", _opening(open_now, "judge")),
    )
    for name, awaited, opened in openings:
        if first := min(opened, key=lambda period: period.end, default=None):
            return name, NextDate(awaited, first)
    coming = _next_date(periods, when)
    if published is not None:
        return "results", coming
    if not periods:
        return "undated", None
    if coming is None:
        return "over", None
    return ("coming" if when < periods[0].start else "waiting"), coming


def _opening(periods: Iterable[Period], activity: str) -> Iterator[Period]:
    for period in periods:
        if any(opening.partition(":")[0] == activity for opening in period.phase.opens):
            yield period


def _decides(rulebook: Rulebook, opening: str) -> bool:
    """Whether runs that are submitted are on test sets that count."""
    activity, _, package = opening.partition(":")
    if activity != "submit" or package not in rulebook.submission.packages:
        return False
    return any(rulebook.test_sets[each].role not in _PRACTICE for each in test_sets_of_package(rulebook, package))


def _next_date(periods: Sequence[Period], when: datetime) -> NextDate | None:
    """The next start; where no phase is to start, the next end."""
    starts = [NextDate("start", period) for period in periods if period.start > when]
    ends = [NextDate("end", period) for period in periods if period.start <= when < period.end < FOREVER]
    return min(starts or ends, key=lambda each: each.when, default=None)


def _public_results(rulebook: Rulebook, when: datetime) -> tuple[datetime | None, datetime | None]:
    """Since when everybody sees scores of runs that count, or when they will."""
    moments = [
        grant.when
        for test_set in rulebook.test_sets.values()
        if test_set.role not in _PRACTICE
        for evaluation in ("", *rulebook.human)
        for grant in releases(
            rulebook, "scores", "human-scores", test_set=test_set.id, role="stranger", evaluation=evaluation
        )
    ]
    first = min(moments, default=None)
    return (first, None) if first is not None and first <= when else (None, first)


def _label(name: StageName, awaited: NextDate | None, results: datetime | None) -> str:
    if name == "submission" and awaited is not None:
        phase = awaited.period.phase.label
        return f"Open: {_uncapitalized(phase)}" if len(phase) <= _LONGEST else "Open: submission"
    if name == "waiting" and results is not None and awaited is not None and results <= awaited.when:
        return "Results soon"
    return _LABELS[name]


def _uncapitalized(text: str) -> str:
    """A title inside a sentence; words in capitals stay so."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]
