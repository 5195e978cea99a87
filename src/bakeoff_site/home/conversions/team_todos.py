"""What a team has to do and can do next, as rows with one action each. Pure: everything was looked up before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import groupby

from bakeoff.data.sentences import capitalized
from bakeoff.rulebook.participation.steps import StepState, steps_of
from bakeoff.rulebook.state import TeamState
from bakeoff.rulebook.submission.descriptions import may_describe
from bakeoff.rulebook.submission.required_runs import RequiredRun, required_runs
from bakeoff_site.campaigns.models import Team
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.core.todos import Todo, state_by
from bakeoff_site.submissions.choices import SubmissionState
from bakeoff_site.submissions.models import Submission
from bakeoff_site.submissions.permissions import may_receive_from

_ROWS = 6
"""Required runs of a kind of package that have rows of their own; more share one."""
_REJECTED = 3


def team_todos(
    role: CampaignRole, team: Team, state: TeamState, submissions: Sequence[Submission], now: datetime
) -> Iterator[Todo]:
    """Rejected packages, missing steps and required runs. `submissions` are those without runs, newest first."""
    if team.withdrawn_at is not None:
        return
    yield from _submissions(team, state, submissions)
    if not team.code and team.campaign.rules.registration.team_code == "assigned":
        yield Todo(
            title="Your team has no team code yet",
            text="The organisers assign it. You can submit as soon as you have it.",
            action="View your team",
            page="campaigns:team",
            arguments=_of(team),
        )
    for step in steps_of(team.campaign.rules, state):
        if not step.done and (todo := _step(role, team, state, step, now)) is not None:
            yield todo
    if may_receive_from(team).allowed:
        yield from _runs(team, state, now)


def _submissions(team: Team, state: TeamState, submissions: Sequence[Submission]) -> Iterator[Todo]:
    accepted = [run.origin.submitted_at for run in state.submitted if run.origin is not None]
    latest = max(accepted, default=None)
    rejected = 0
    for each in submissions:
        receipt = {"page": "results:receipt", "arguments": (*_of(team), each.number)}
        if each.state == SubmissionState.RECEIVED:
            text = "Your package is being checked. You get a mail with the result."
            yield Todo(title=each.name, text=text, action="Receipt", **receipt)  # type: ignore[arg-type]
        elif each.state == SubmissionState.INVALID and (latest is None or each.received_at > latest):
            rejected += 1
            if rejected <= _REJECTED:
                text = "The package was rejected and will not be scored. Fix what was found and submit it again."
                yield Todo(title=each.name, text=text, state="blocking", action="See what was found", **receipt)  # type: ignore[arg-type]


def _step(role: CampaignRole, team: Team, state: TeamState, step: StepState, now: datetime) -> Todo | None:
    rules = team.campaign.rules
    urgency = {"due": step.due, "zone": rules.campaign.zone, "state": state_by(step.due, now)}
    match step.step:
        case "registered":
            page, title, action = "campaigns:registration", "Complete your registration", "Complete"
            text = f"Choose {step.missing}."
        case "signed":
            unsigned = next(each for each in rules.registration.agreements.values() if each.id not in state.signed)
            text = (
                "You receive the data after that." if role.acts_for(team) else "A contact person of your team signs it."
            )
            return Todo(
                title=f"Sign the agreements: {step.missing}",
                text=text,
                action="Read and sign" if role.acts_for(team) else "Read",
                page="campaigns:agreement",
                arguments=(*_of(team), unsigned.id),
                **urgency,  # type: ignore[arg-type]
            )
        case "described":
            if not (may_describe(rules, now, extensions=state.extensions).allowed and state.submitted):
                return None
            page, title, action = "submissions:describe", "Describe your systems", "Describe"
            text = f"Missing: {step.missing}."
        case "attends":
            page, title, action = "campaigns:team", "Say who attends the workshop", "Name a person"
            text = "Every team sends someone."
        case "judged" if state.judgments_done:
            return Todo(
                title="Judge your share",
                text=f"{state.judgments_done} done. Every member of your team can judge.",
                action="Judge",
                page="judging:tasks",
                **urgency,  # type: ignore[arg-type]
            )
        case _:
            # Runs have rows of their own; where the site counts no judgments, organisers say when they are done.
            return None
    return Todo(title=title, text=text, action=action, page=page, arguments=_of(team), **urgency)  # type: ignore[arg-type]


def _runs(team: Team, state: TeamState, now: datetime) -> Iterator[Todo]:
    runs = required_runs(team.campaign.rules, now, state)
    for _, group in groupby(runs, key=lambda run: run.package.id):
        of_package = list(group)
        missing = [run for run in of_package if not run.submitted]
        if len(missing) > _ROWS:
            yield _together(team, missing, now)
        else:
            yield from (_missing(team, run, now) for run in missing)
        done = [run for run in of_package if run.submitted]
        yield from (_done(team, run) for run in done[:_ROWS])


def _missing(team: Team, run: RequiredRun, now: datetime) -> Todo:
    return Todo(
        title=_title(team, run),
        text="The deadline has passed; late runs are accepted and marked." if run.is_late else _why(run),
        state="open" if run.is_late else state_by(run.deadline, now),
        action="Submit a run",
        page="submissions:submit",
        arguments=_of(team),
        due=None if run.is_late else run.deadline,
        zone=team.campaign.rules.campaign.zone,
    )


def _together(team: Team, missing: Sequence[RequiredRun], now: datetime) -> Todo:
    first = missing[0]
    return Todo(
        title=capitalized(f"{first.package.label}: {len(missing)} required runs are missing"),
        text="The submit page lists them.",
        state="open" if first.is_late else state_by(first.deadline, now),
        action="Submit runs",
        page="submissions:submit",
        arguments=_of(team),
        due=None if first.is_late else first.deadline,
        zone=team.campaign.rules.campaign.zone,
    )


def _done(team: Team, run: RequiredRun) -> Todo:
    origin = run.submitted[-1].origin
    when = origin.submitted_at.astimezone(team.campaign.rules.campaign.zone) if origin else None
    submitted = f"Submitted {when:%a} {when.day} {when:%B}. " if when else ""
    may_replace = run.package.resubmission == "replaces" and not run.is_late
    return Todo(
        title=_title(team, run),
        text=f"{submitted}Valid." + (" You can replace it until the deadline." if may_replace else ""),
        state="done",
        action="Receipt" if origin else "",
        page="results:receipt" if origin else "",
        arguments=(*_of(team), origin.number) if origin else (),
    )


def _title(team: Team, run: RequiredRun) -> str:
    rules = team.campaign.rules
    kind = f"{run.kind.label.lower()} run" if run.kind else "a run"
    package = f"{run.package.label}: " if len(rules.submission.packages) > 1 else ""
    return capitalized(f"{package}{rules.language_pairs[run.language_pair].label}, {kind}")


def _why(run: RequiredRun) -> str:
    return "Required for your team. No run yet." if run.kind else "No run yet."


def _of(team: Team) -> tuple[object, ...]:
    return (team.campaign.slug, team.pk)
