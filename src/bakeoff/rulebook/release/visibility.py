"""Who may see what, and when: one table, applied to what phases release."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from bakeoff.data.sentences import capitalized
from bakeoff.rulebook.calendar import schedule
from bakeoff.rulebook.release.audiences import exclusion_of
from bakeoff.rulebook.release.grants import Grant, Resource, releases
from bakeoff.rulebook.schema import Role, Rulebook
from bakeoff.rulebook.state import TeamState, Viewer

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

_FOR_REGISTERED = {"training-data", "source", "references", "anonymous-outputs"}
"""What is handed only to teams that registered for the language pair, and for a track that it is for."""


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


def may_see(
    rulebook: Rulebook,
    when: datetime,
    viewer: Viewer,
    resource: Resource,
    *,
    test_set: str | None = None,
    language_pair: str | None = None,
    source: str = "",
    evaluation: str = "",
    owner: TeamState | None = None,
) -> Answer:
    """Whether someone may see something at a time.

    `test_set` and `language_pair` say of what, `source` by which input, `evaluation` by which human evaluation, `owner`
    whose it is; without a test set or a human evaluation only releases count that name none. What a phase releases
    stays released when the phase ends.
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
            tracks = _tracks_of(rulebook, test_set)
            withheld = _withheld(rulebook, viewer, resource, language_pair, owner, tracks=tracks)
            fitting = tuple(
                releases(rulebook, resource, test_set=test_set, role=viewer.role, source=source, evaluation=evaluation)
            )
            if withheld is not None or not fitting:
                return withheld or _no(f"no phase releases {resource} to the role {viewer.role}")
            attempted = language_pair if resource in _FOR_REGISTERED else None
            return _when_released(rulebook, fitting, when, viewer, tracks=tracks, attempted=attempted)


def _no(reason: str) -> Answer:
    return Answer(allowed=False, reason=reason)


def _tracks_of(rulebook: Rulebook, test_set: str | None) -> tuple[str, ...]:
    return (rulebook.test_sets[test_set].tracks or tuple(rulebook.tracks)) if test_set else ()


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
    """Why a team is not handed something: not registered for it, or an agreement not signed."""
    if team is None:
        return Answer(allowed=False, reason="no team was named")
    users = _combining(rulebook, tracks) if resource == "anonymous-outputs" else tracks
    missing = team.unregistered(rulebook, tracks=users, language_pair=language_pair)
    if missing and resource in _FOR_REGISTERED:
        return Answer(allowed=False, reason=f"{team.code} did not register for {missing}")
    for agreement in rulebook.agreements_about(tracks):
        if resource in agreement.before and agreement.id not in team.signed:
            return Answer(allowed=False, reason=f"{team.code} has not signed: {agreement.label}")
    return None


def _combining(rulebook: Rulebook, tracks: Collection[str]) -> Collection[str]:
    """The tracks that start from outputs of some tracks."""
    return [track.id for track in rulebook.tracks.values() if track.released_runs in tracks] or tracks


def _when_released(
    rulebook: Rulebook,
    fitting: Sequence[Grant],
    when: datetime,
    viewer: Viewer,
    *,
    tracks: Collection[str],
    attempted: str | None,
) -> Answer:
    """Whether a release reaches a viewer; of files, only of the language pair `attempted` where that matters."""
    excluded = [_exclusion(rulebook, grant, viewer, tracks, attempted) for grant in fitting]
    first = next((grant for grant, reason in zip(fitting, excluded, strict=True) if reason is None), None)
    if first is None:
        return _no(excluded[0] or "")
    if first.when <= when:
        return Answer(allowed=True, reason=f"released by the phase {first.phase}")
    return Answer(allowed=False, reason=f"the phase {first.phase} will release it", opens=first.when)


def _exclusion(
    rulebook: Rulebook, grant: Grant, viewer: Viewer, tracks: Collection[str], attempted: str | None
) -> str | None:
    """Why a release that reaches others in the role of a viewer does not reach them."""
    if viewer.role != "participant" or viewer.team is None:
        return None
    about = tracks if grant.audience == "signers" else grant.tracks
    return exclusion_of(rulebook, grant.audience, viewer.team, tracks=about, language_pair=attempted)


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
