"""What phases release: from when, of which test sets and inputs, to whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

from bakeoff.rulebook.cache import once_for_each_rulebook
from bakeoff.rulebook.calendar import schedule
from bakeoff.rulebook.release.inputs import main_input
from bakeoff.rulebook.schema import AUDIENCES, ROLES, Audience, Role, Rulebook
from bakeoff.rulebook.schema.phases import OF_HUMAN_EVALUATIONS

Resource = Literal[
    "rules",
    "schedule",
    "registrations",
    "participants",
    "training-data",
    "source",
    "references",
    "own-output",
    "own-findings",
    "own-scores",
    "anonymous-outputs",
    "outputs",
    "scores",
    "system-names",
    "screens",
    "own-judgments",
    "judgments",
    "human-scores",
    "own-description",
    "descriptions",
    "audit-log",
]
RESOURCES: tuple[Resource, ...] = get_args(Resource)

_INCLUDES: Mapping[str, tuple[Resource, ...]] = {
    "scores": ("scores", "own-scores"),
    "outputs": ("outputs", "anonymous-outputs"),
}
"""What a release brings besides what it names."""


@dataclass(frozen=True, slots=True)
class Grant:
    """A release: from when, what, for which test sets (None: all), to whom.

    A source that is released without naming an input comes in all of them, but for those that a later phase names.
    """

    when: datetime
    phase: str
    resources: tuple[str, ...]
    scope: str | None
    audience: Audience
    tracks: tuple[str, ...] = ()
    """Tracks of whose test sets it speaks; none: of all."""
    input: str = ""
    """The input of a source that it names."""
    evaluation: str = ""
    """The human evaluation whose results it names; empty: all."""

    @property
    def roles(self) -> tuple[Role, ...]:
        """The roles that it may reach; `exclusion_of` says which of their teams it does not."""
        return AUDIENCES[self.audience]


@once_for_each_rulebook
def grants(rulebook: Rulebook) -> tuple[Grant, ...]:
    """Everything that the phases release, in the order of time."""
    named = list(_named_grants(rulebook))
    return tuple(sorted([*named, *_implied_grants(rulebook, named)], key=lambda grant: grant.when))


def _named_grants(rulebook: Rulebook) -> Iterator[Grant]:
    for period in schedule(rulebook):
        for audience, released in period.phase.releases.items():
            for text in released:
                resource, _, whole = text.partition(":")
                judged = whole if resource in OF_HUMAN_EVALUATIONS else ""
                scope, _, named = whole.removeprefix(judged).partition("/")
                resources = _INCLUDES.get(resource, (resource,))
                yield Grant(
                    period.start,
                    period.phase.id,
                    resources,
                    scope or None,
                    audience,
                    period.phase.tracks,
                    named,
                    judged,
                )


def _implied_grants(rulebook: Rulebook, named: list[Grant]) -> Iterator[Grant]:
    """A phase in which runs on a test set are submitted releases its source, unless the rulebook names when."""
    for period in schedule(rulebook):
        for opening in period.phase.opens:
            activity, _, package = opening.partition(":")
            if activity != "submit" or package not in rulebook.submission.packages:
                continue
            for test_set in test_sets_of_package(rulebook, package):
                sources = [grant for grant in named if "source" in grant.resources and not grant.input]
                if not any(_covers(rulebook, grant, test_set) for grant in sources):
                    yield Grant(period.start, period.phase.id, ("source",), test_set, "participants")


def test_sets_of_package(rulebook: Rulebook, package: str) -> tuple[str, ...]:
    """The test sets whose runs a kind of package holds."""
    rules = rulebook.submission.packages[package]
    if rules.test_sets:
        return rules.test_sets
    return tuple(
        test_set.id
        for test_set in rulebook.test_sets.values()
        if test_set.role == "current"
        and (not rules.tracks or not test_set.tracks or set(rules.tracks) & set(test_set.tracks))
    )


def _covers(rulebook: Rulebook, grant: Grant, test_set: str | None) -> bool:
    if test_set is None:
        return grant.scope is None
    rules = rulebook.test_sets[test_set]
    if grant.scope is None:
        return not grant.tracks or not rules.tracks or not set(grant.tracks).isdisjoint(rules.tracks)
    return grant.scope in (test_set, rules.role)


def first_release(
    rulebook: Rulebook, *resources: Resource, test_set: str | None, role: Role | None = None, source: str = ""
) -> Grant | None:
    """The release that first brings any of these of a test set to a role, or to anyone.

    `source` is the input of the source that is asked for; without one, what the set's source is (`main_input`).
    """
    return next(releases(rulebook, *resources, test_set=test_set, role=role, source=source), None)


def releases(
    rulebook: Rulebook,
    *resources: Resource,
    test_set: str | None,
    role: Role | None = None,
    source: str = "",
    evaluation: str = "",
) -> Iterator[Grant]:
    """All releases that bring any of these, the first one first; see `first_release`.

    Of human evaluations `evaluation` is the one that is asked for; without it, only releases count that name none.
    """
    roles = ROLES if role is None else (role,)
    for grant in grants(rulebook):
        if (
            not set(resources).isdisjoint(grant.resources)
            and grant.evaluation in ("", evaluation)
            and any(each in grant.roles and _brings(rulebook, grant, test_set, source, each) for each in roles)
        ):
            yield grant


def _brings(rulebook: Rulebook, grant: Grant, test_set: str | None, source: str, role: Role) -> bool:
    """Whether a release covers a test set, and of a source the input that is asked for."""
    if not _covers(rulebook, grant, test_set):
        return False
    if "source" not in grant.resources or test_set is None:
        return True
    asked = source or main_input(rulebook, test_set)
    if grant.input:
        return grant.input == asked
    return not any(
        other.input == asked and other.when > grant.when and role in other.roles and _covers(rulebook, other, test_set)
        for other in grants(rulebook)
    )
