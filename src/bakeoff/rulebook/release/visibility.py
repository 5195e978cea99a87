"""Who may see what, and when: one table, and what phases release."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

from bakeoff.data.sentences import capitalized
from bakeoff.rulebook.cache import once_for_each_rulebook
from bakeoff.rulebook.calendar import schedule
from bakeoff.rulebook.schema import AUDIENCES, Role, Rulebook
from bakeoff.rulebook.state import TeamState, Viewer

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

Cell = Literal["always", "own", "released", "judging", "never"]

# always    at any time
# own       at any time, of one's own team or hand
# released  once a phase has released it to a group that the role belongs to
# judging   while a phase is open that allows judging
# never     whatever the phase
_TABLE = """
                    organiser  participant  judge     observer  stranger
rules               always     always       always    always    always
schedule            always     always       always    always    always
registrations       always     own          never     never     never
participants        always     released     released  released  released
training-data       always     released     released  released  released
source              always     released     released  released  released
references          always     released     released  released  released
own-output          always     own          never     never     never
own-findings        always     own          never     never     never
own-scores          always     released     never     never     never
anonymous-outputs   always     released     never     never     never
outputs             always     released     released  released  released
scores              always     released     released  released  released
system-names        always     released     released  released  released
screens             always     never        judging   never     never
own-judgments       always     never        own       never     never
judgments           always     released     released  released  released
human-scores        always     released     released  released  released
own-description     always     own          never     never     never
descriptions        always     released     released  released  released
audit-log           always     never        never     never     never
"""


def _parsed(table: str) -> Mapping[tuple[Resource, Role], Cell]:
    header, *rows = table.strip().splitlines()
    roles = header.split()
    cells: dict[tuple[Resource, Role], Cell] = {}
    for resource, *values in (row.split() for row in rows):
        for role, cell in zip(roles, values, strict=True):
            cells[resource, role] = cell  # type: ignore[index,assignment]  # a test compares with the types
    return cells


VISIBILITY: Mapping[tuple[Resource, Role], Cell] = _parsed(_TABLE)
"""The table: resource and role to when it may be seen."""

_INCLUDES: Mapping[str, tuple[Resource, ...]] = {
    "scores": ("scores", "own-scores"),
    "outputs": ("outputs", "anonymous-outputs"),
}
"""What a release brings besides what it names."""
_FOR_REGISTERED = {"training-data", "source", "references", "anonymous-outputs"}
"""What is handed only to teams that registered for the language pair."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Yes or no, and why."""

    allowed: bool
    reason: str
    opens: datetime | None = None
    """When it will be allowed, as far as the schedule says."""

    @property
    def sentence(self) -> str:
        """The reason by itself, for who is refused."""
        return f"{capitalized(self.reason)}."


@dataclass(frozen=True, slots=True)
class Grant:
    """A release: from when, what, for which test sets (None: all), to which roles."""

    when: datetime
    phase: str
    resources: tuple[str, ...]
    scope: str | None
    roles: tuple[Role, ...]
    tracks: tuple[str, ...] = ()
    """Tracks of whose test sets it speaks; none: of all."""


@once_for_each_rulebook
def grants(rulebook: Rulebook) -> tuple[Grant, ...]:
    """Everything that the phases release, in the order of time."""
    named = list(_named_grants(rulebook))
    return tuple(sorted([*named, *_implied_grants(rulebook, named)], key=lambda grant: grant.when))


def _named_grants(rulebook: Rulebook) -> Iterator[Grant]:
    for period in schedule(rulebook):
        for audience, released in period.phase.releases.items():
            for text in released:
                resource, _, scope = text.partition(":")
                resources = _INCLUDES.get(resource, (resource,))
                yield Grant(
                    period.start,
                    period.phase.id,
                    resources,
                    scope or None,
                    AUDIENCES[audience],
                    period.phase.tracks,
                )


def _implied_grants(rulebook: Rulebook, named: list[Grant]) -> Iterator[Grant]:
    """A phase in which runs on a test set are submitted releases its source, unless the rulebook names when."""
    for period in schedule(rulebook):
        for opening in period.phase.opens:
            activity, _, package = opening.partition(":")
            if activity != "submit" or package not in rulebook.submission.packages:
                continue
            for test_set in test_sets_of_package(rulebook, package):
                if not any("source" in grant.resources and _covers(rulebook, grant, test_set) for grant in named):
                    yield Grant(period.start, period.phase.id, ("source",), test_set, AUDIENCES["participants"])


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
    rulebook: Rulebook, *resources: Resource, test_set: str | None, role: Role | None = None
) -> Grant | None:
    """The release that first brings any of these of a test set to a role, or to anyone."""
    fitting = (
        grant
        for grant in grants(rulebook)
        if not set(resources).isdisjoint(grant.resources)
        and (role is None or role in grant.roles)
        and _covers(rulebook, grant, test_set)
    )
    return next(fitting, None)


def may_see(
    rulebook: Rulebook,
    when: datetime,
    viewer: Viewer,
    resource: Resource,
    *,
    test_set: str | None = None,
    language_pair: str | None = None,
    owner: TeamState | None = None,
) -> Answer:
    """Whether someone may see something at a time.

    `test_set` and `language_pair` say of what, `owner` whose it is; without a test set only releases count that name
    none. What a phase releases stays released when the phase ends.
    """
    match VISIBILITY[resource, viewer.role]:
        case "always":
            return Answer(allowed=True, reason="at any time")
        case "own":
            return _own(viewer, owner)
        case "judging":
            return _while_judging(rulebook, when)
        case "never":
            return Answer(allowed=False, reason=f"{resource} is not for the role {viewer.role}")
        case "released":
            tracks = rulebook.test_sets[test_set].tracks or tuple(rulebook.tracks) if test_set else ()
            withheld = _withheld(rulebook, viewer, resource, language_pair, owner, tracks=tracks)
            return _released(rulebook, when, viewer.role, resource, test_set) if withheld is None else withheld


def _own(viewer: Viewer, owner: TeamState | None) -> Answer:
    if viewer.role == "judge":  # a judge's own judgments: the caller asks for those of this judge only
        return Answer(allowed=True, reason="one's own")
    if viewer.team is not None and owner is not None and viewer.team.code == owner.code:
        return Answer(allowed=True, reason="of one's own team")
    return Answer(allowed=False, reason="it belongs to another team")


def _withheld(
    rulebook: Rulebook,
    viewer: Viewer,
    resource: Resource,
    language_pair: str | None,
    owner: TeamState | None,
    *,
    tracks: Collection[str],
) -> Answer | None:
    """Why someone is not shown what has been released, whatever the phase."""
    if resource == "own-scores" and not (own := _own(viewer, owner)).allowed:
        return own
    if resource == "anonymous-outputs" and owner is not None and not owner.consents_to(rulebook, "outputs"):
        return Answer(allowed=False, reason=f"{owner.code} did not consent to share its outputs")
    if viewer.role != "participant":
        return None
    return _unregistered(rulebook, viewer.team, resource, language_pair, tracks)


def _unregistered(
    rulebook: Rulebook, team: TeamState | None, resource: Resource, language_pair: str | None, tracks: Collection[str]
) -> Answer | None:
    """Why a team is not handed something: not registered for the language pair, or an agreement not signed."""
    if team is None:
        return Answer(allowed=False, reason="no team was named")
    by_pair = rulebook.registration.by_language_pair and resource in _FOR_REGISTERED
    if by_pair and language_pair is not None and language_pair not in team.language_pairs:
        return Answer(allowed=False, reason=f"{team.code} did not register for {language_pair}")
    for agreement in rulebook.agreements_about(tracks):
        if resource in agreement.before and agreement.id not in team.signed:
            return Answer(allowed=False, reason=f"{team.code} has not signed: {agreement.label}")
    return None


def _released(rulebook: Rulebook, when: datetime, role: Role, resource: Resource, test_set: str | None) -> Answer:
    fitting = [
        grant
        for grant in grants(rulebook)
        if resource in grant.resources and role in grant.roles and _covers(rulebook, grant, test_set)
    ]
    if not fitting:
        return Answer(allowed=False, reason=f"no phase releases {resource} to the role {role}")
    first = fitting[0]
    if first.when <= when:
        return Answer(allowed=True, reason=f"released by the phase {first.phase}")
    return Answer(allowed=False, reason=f"the phase {first.phase} will release it", opens=first.when)


def _while_judging(rulebook: Rulebook, when: datetime) -> Answer:
    periods = [
        period
        for period in schedule(rulebook)
        if any(opening.partition(":")[0] == "judge" for opening in period.phase.opens)
    ]
    for period in periods:
        if period.holds(when):
            return Answer(allowed=True, reason=f"the phase {period.phase.id} is open")
    coming = [period.start for period in periods if period.start > when]
    return Answer(allowed=False, reason="no phase of judging is open", opens=min(coming, default=None))
