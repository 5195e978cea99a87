"""Judgments that no judge of a task can give are counted, so that organisers invite more people in time."""

from __future__ import annotations

from datetime import datetime

from bakeoff.human_eval.designs.screens.dealer import Reach
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.conversions import joins_judging
from bakeoff_site.campaigns.models import Membership, TeamMember
from bakeoff_site.judging.models import Judge, Task
from bakeoff_site.judging.selectors.contents import is_open_now
from bakeoff_site.judging.services.dealing import hidden_systems, pools_of
from bakeoff_site.judging.services.task_dealers import up_to_date_dealer


def count_out_of_reach(now: datetime) -> None:
    """Counts them in every open task."""
    for task in Task.objects.filter(campaign__archived_at=None).select_related("campaign"):
        if is_open_now(task, now=now):
            note_out_of_reach(task)


def note_out_of_reach(task: Task) -> int:
    """Counts what is missing and cannot be judged by anyone who judges or is asked to; 0 where everyone may judge."""
    judges = [] if task.open_to_all else [*_at_work(task), *_asked(task)]
    number = 0
    if judges:
        hidden = {judge.label: hidden_systems(judge) for judge in judges}
        with up_to_date_dealer(task) as state:
            pools = {judge.label: pools_of(judge, state.content) or {} for judge in judges}
            for code in state.content.evaluations:
                reach = {name: Reach(pools=pools[name].get(code), excluded=hidden[name]) for name in hidden}
                number += state.dealer.out_of_reach(code, reach)
    Task.objects.filter(pk=task.pk).exclude(out_of_reach=number).update(out_of_reach=number)
    return number


def _at_work(task: Task) -> list[Judge]:
    return list(task.judges.filter(blocked_at=None).select_related("task"))


def _asked(task: Task) -> list[Judge]:
    """People who may judge and have not started, as the judges that they would be."""
    joined = [team for team in task.campaign.teams.prefetch_related("consents") if joins_judging(team)]
    invited = Membership.objects.filter(campaign=task.campaign, role=MembershipRole.JUDGE).values_list("user")
    people = set(invited.union(TeamMember.objects.filter(team__in=joined).values_list("user")))
    known = set(task.judges.values_list("user"))
    # Their labels differ from those of judges, whose keys are positive.
    return [Judge(pk=-user, task=task, user_id=user) for (user,) in people - known]
