"""From rows of the database to what the rules of a campaign understand, and back."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Any

from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.release.audiences import looks_at_runs
from bakeoff.rulebook.release.table_parts import submitted_track
from bakeoff.rulebook.schema.registration import Step
from bakeoff.rulebook.state import STRANGER, Submitted, SubmittedPackage, TeamState, Viewer
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.models import Team
from bakeoff_site.campaigns.permissions import CampaignRole

if TYPE_CHECKING:
    from bakeoff_site.submissions.models import Run, Submission

STEPS: Mapping[Step, str] = {
    "registered": "Register",
    "signed": "Sign the agreements",
    "dry-run": "Take part in the dry run",
    "submitted": "Submit runs",
    "described": "Describe the systems",
    "judged": "Judge outputs",
    "attends": "Attend the workshop",
}
"""The mandatory steps of a team in words."""
DONE: Mapping[Step, str] = {
    "registered": "registered",
    "signed": "signed the agreements",
    "dry-run": "taken part in the dry run",
    "submitted": "submitted runs",
    "described": "described the systems",
    "judged": "judged outputs",
    "attends": "said who attends the workshop",
}
"""What a team has done after each step."""


def team_state(team: Team) -> TeamState:
    """A team as the rules see it."""
    return TeamState(
        code=id_of(team),
        language_pairs=frozenset(team.language_pairs),
        tracks=frozenset(team.tracks),
        signed=frozenset(signature.agreement for signature in team.signatures.all()),
        consents=frozenset(given.consent for given in team.consents.all()),
        submitted=tuple(submitted_of(run, team.campaign.rules) for run in team.runs.all()),
        described=any(description.valid for description in team.descriptions.all()),
        described_systems=frozenset(
            description.described_as
            for description in team.descriptions.all()
            if description.valid and description.described_as is not None
        ),
        judged=team.judged_at is not None,
        judgments_done=team.judgments_done,
        attends=bool(team.attendee),
        extensions={extension.phase: extension.until for extension in team.extensions.all()},
    )


def joins_judging(team: Team) -> bool:
    """Whether a team takes part in human evaluation: it agreed to all that the rulebook asks about it."""
    given = frozenset(each.consent for each in team.consents.all())
    state = TeamState(code=id_of(team), consents=given)
    return team.withdrawn_at is None and state.consents_to(team.campaign.rules, "judging")


def submitted_of(run: Run, rules: Rulebook) -> Submitted:
    """A run as the rules see it."""
    board = run.board
    return Submitted(
        package=run.submission.package,
        track=submitted_track(rules, package=run.submission.package, ranked_in=board.track),
        language_pair=board.language_pair,
        condition=board.condition or None,
        test_set=board.test_set,
        system=run.system,
        version=run.submission.version or 1,
        withdrawn=run.withdrawn_at is not None,
        replaced=run.replaced_by_id is not None,
        official=run.official,
        run=run.name,
        origin=package_of(run.submission),
    )


def package_of(submission: Submission) -> SubmittedPackage:
    """A package by what people know it by."""
    return SubmittedPackage(
        number=submission.number,
        name=submission.name,
        version=submission.version,
        submitted_at=submission.received_at,
    )


def viewers_of(role: CampaignRole, own: Mapping[int, Viewer] | None = None) -> tuple[Viewer, ...]:
    """Everything that someone is in a campaign, most trusted first; a stranger where they are nothing.

    `own` is what they are by their teams, where it was looked up before.
    """
    viewers = [Viewer(role="organiser")] if role.is_organiser else []
    viewers += (participants_of(role) if own is None else own).values()
    viewers += [Viewer(role="judge")] if MembershipRole.JUDGE in role.roles else []
    viewers += [Viewer(role="observer")] if MembershipRole.OBSERVER in role.roles else []
    return (*viewers, STRANGER)


def participants_of(role: CampaignRole) -> dict[int, Viewer]:
    """What someone is by each of their teams that takes part, by the team's key."""
    return {team.pk: Viewer(role="participant", team=_looking_on(team)) for team in role.active_teams}


def _looking_on(team: Team) -> TeamState:
    """A team as far as it matters for what it may see: what it submitted is only looked up where rules ask for it."""
    runs = team.runs.select_related("board", "submission") if looks_at_runs(team.campaign.rules) else ()
    return TeamState(
        code=id_of(team),
        language_pairs=frozenset(team.language_pairs),
        tracks=frozenset(team.tracks),
        signed=frozenset(signature.agreement for signature in team.signatures.all()),
        submitted=tuple(submitted_of(run, team.campaign.rules) for run in runs),
    )


def is_registered_for(rules: Rulebook, team: Team, test_set: str, language_pair: str) -> bool:
    """Whether a team registered for a track of a test set and for a language pair; of training data both are empty."""
    tracks = (rules.test_sets[test_set].tracks or tuple(rules.tracks)) if test_set in rules.test_sets else ()
    state = TeamState(code="", language_pairs=frozenset(team.language_pairs), tracks=frozenset(team.tracks))
    return not state.unregistered(rules, tracks=tracks, language_pair=language_pair or None)


def id_of(team: Team) -> str:
    """What the rules know a team by."""
    # What is no team code can be none of another team: names are free, ids have no blanks.
    return team.code or f"{team.name} (#{team.pk})"


def storable(content: Any) -> Any:
    """What a rulebook says in the types of JSON; days and times as texts that the rulebook reads the same way."""
    if isinstance(content, Mapping):
        return {key: storable(value) for key, value in content.items()}
    if isinstance(content, list | tuple):
        return [storable(value) for value in content]
    return content.isoformat() if isinstance(content, date) else content
