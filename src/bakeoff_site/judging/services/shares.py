"""What teams owe is set, waived and counted; the step of a team follows what is counted."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from bakeoff.human_eval.designs.owed_shares import parse_owed
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.services.judging_duties import note_counted_share
from bakeoff_site.core.audit import record
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.judging.models import ShareWaiver, Task
from bakeoff_site.judging.permissions import is_open
from bakeoff_site.judging.selectors.shares import ShareRow, shares_in

_SINCE = timedelta(minutes=10)
"""How long after a task closed its shares are still counted: the last answers came just before."""
_LONGEST = 200


def set_owed(task: Task, owed: str, *, by: User, now: datetime) -> None:
    """Sets what each team owes of a task, such as `300 screens`; empty: what the rulebook says."""
    text = owed.strip()
    amount = parse_owed(text)
    if text and (amount is None or not amount.number):
        raise RefusedError("Expected a number of screens or hours, such as 300 screens or 8 hours.")
    with transaction.atomic():
        task.owed = text
        task.save(update_fields=["owed"])
        record("judging.owe", actor=by, campaign=task.campaign, subject=task.title, owed=text or "as in the rulebook")
    count_shares(task.campaign, now=now)


def waive_share(task: Task, team: Team, *, reason: str, by: User, now: datetime) -> ShareWaiver:
    """Lets a team off its share of a task."""
    if not reason.strip():
        raise RefusedError("Say why: the team reads it.")
    with transaction.atomic():
        waiver, is_new = ShareWaiver.objects.get_or_create(
            task=task, team=team, defaults={"reason": reason.strip(), "waived_by": by}
        )
        if not is_new:
            raise RefusedError(f"The share of {team.name} is waived already.")
        record(
            "judging.waive", actor=by, campaign=task.campaign, subject=task.title, team=team.name, reason=waiver.reason
        )
    count_shares(task.campaign, now=now)
    return waiver


def unwaive_share(waiver: ShareWaiver, *, by: User, now: datetime) -> None:
    """Asks a team for its share after all."""
    task = waiver.task
    with transaction.atomic():
        record("judging.unwaive", actor=by, campaign=task.campaign, subject=task.title, team=waiver.team.name)
        waiver.delete()
    count_shares(task.campaign, now=now)


def count_shares(campaign: Campaign, *, now: datetime) -> None:
    """Counts what the teams of a campaign owe, and sets or takes back their step `judged`."""
    by_team: dict[Team, list[ShareRow]] = {}
    behind = dict.fromkeys(campaign.judging_tasks.values_list("pk", flat=True), 0)
    for row in shares_in(campaign):
        by_team.setdefault(row.team, []).append(row)
        behind[row.task.pk] += not row.is_complete
    for task, number in behind.items():
        Task.objects.filter(pk=task).exclude(teams_behind=number).update(teams_behind=number)
    for team, rows in by_team.items():
        note_counted_share(team, complete=all(row.is_complete for row in rows), done=_in_words(rows), now=now)
    for team in campaign.teams.exclude(judgments_done="").exclude(pk__in=[team.pk for team in by_team]):
        note_counted_share(team, complete=False, done="", now=now)


def count_open_shares(now: datetime) -> None:
    """Counts shares wherever people judge."""
    tasks = Task.objects.filter(campaign__archived_at=None).select_related("campaign").prefetch_related("evaluations")
    campaigns = {task.campaign_id: task.campaign for task in tasks if _was_open(task, now)}
    for campaign in campaigns.values():
        count_shares(campaign, now=now)


def _was_open(task: Task, now: datetime) -> bool:
    codes = [each.code for each in task.evaluations.all()]
    return any(is_open(task.campaign, task, codes=codes, now=when).allowed for when in (now, now - _SINCE))


def _in_words(rows: list[ShareRow]) -> str:
    words = "; ".join(
        f"{row.share.sentence} of {row.task.title}"
        for row in sorted(rows, key=lambda row: row.task.pk)
        if not row.waiver
    )
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…"
