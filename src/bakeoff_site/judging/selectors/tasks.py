"""Tasks and judges as people see them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import BigAutoField, CharField, Count, PositiveIntegerField, Q, QuerySet, UUIDField, Value

from bakeoff.human_eval.analyses.joined_directions import target_of
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.release.visibility import Answer
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.selectors import role_of
from bakeoff_site.core.prepared_queries import PreparedQuery
from bakeoff_site.judging.choices import ScreenState
from bakeoff_site.judging.models import Evaluation, Judge, Screen, Task
from bakeoff_site.judging.permissions import is_asked, is_open, judging_team, may_continue, may_judge
from bakeoff_site.judging.selectors.contents import content_of


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnTask:
    """A task as someone who judges it, or may, sees it."""

    task: Task
    evaluations: tuple[Evaluation, ...]
    judge: Judge | None
    may: Answer
    is_asked: bool
    """Whether they are invited, whether or not the task is open."""
    done: int
    """Screens that they answered."""

    team: Team | None = None
    """The team that they judge for, or would."""

    @property
    def guest(self) -> Judge | None:
        """What they are without an account; None: they have one."""
        return self.judge if self.judge is not None and self.judge.user_id is None else None

    @property
    def has_started(self) -> bool:
        return self.judge is not None and self.judge.started_at is not None


@dataclass(frozen=True, slots=True)
class Choosable:
    """A language pair or test set that judges may choose."""

    id: str
    title: str


def choosable_in(task: Task) -> tuple[Choosable, ...]:
    """What judges of a task can choose from; nothing where there is no choice."""
    rules = task.campaign.rules
    free = [each for each in content_of(task).evaluations.values() if each.rules.free_choice]
    pools = [pool for each in free for pool in each.design.pools]
    pairs = dict.fromkeys(pool.language_pair for pool in pools)
    joined = {pool.language_pair for pool in pools if pool.joined}
    sets = dict.fromkeys(pool.test_set for pool in pools)
    found = [Choosable(name, rules.language_pairs[name].label) for name in pairs if name in rules.language_pairs]
    found += [Choosable(name, f"All languages–{_target(rules, name)}") for name in pairs if name in joined]
    if len(sets) > 1:
        found += [Choosable(name, rules.test_sets[name].label) for name in sets if name in rules.test_sets]
    return tuple(found) if len(found) > 1 else ()


def _target(rules: Rulebook, code: str) -> str:
    """The language that directions which are judged together lead to, as the rulebook calls it."""
    return next((pair.target or code for id_, pair in rules.language_pairs.items() if target_of(id_) == code), code)


def own_task(role: CampaignRole, task: Task, *, now: datetime, guest: Judge | None = None) -> OwnTask:
    """A task for somebody; `guest` is whom `guest_judge` found."""
    evaluations = tuple(task.evaluations.all())
    judge = guest if role.user is None else _judges(role.user).filter(task=task).first() or guest
    return OwnTask(
        task=task,
        evaluations=evaluations,
        judge=judge,
        is_asked=judge is not None or is_asked(role, task),
        may=may_judge(role, task, judge, codes=[each.code for each in evaluations], now=now),
        done=0 if judge is None else judge.done,  # type: ignore[attr-defined]
        team=judging_team(role) if judge is None else judge.team,
    )


def own_tasks(user: User, *, now: datetime) -> tuple[OwnTask, ...]:
    """The tasks that somebody judges or may judge now: those that they started first, then those that wait."""
    asked = Task.objects.filter(
        Q(judges__user=user)
        | Q(open_to_all=True, campaign__listed=True)
        | Q(campaign__memberships__user=user, campaign__memberships__role=MembershipRole.JUDGE)
        | Q(campaign__team_members__user=user)
    )
    campaigns = Campaign.objects.filter(pk__in=asked.values("campaign"))
    rows = [
        own_task(role_of(user, campaign), task, now=now)
        for campaign in campaigns
        for task in campaign.judging_tasks.select_related("campaign")
    ]
    shown = [row for row in rows if row.is_asked]
    return tuple(sorted(shown, key=lambda row: (not row.may.allowed, not row.has_started, row.task.title)))


def open_tasks_for(role: CampaignRole, *, now: datetime) -> tuple[OwnTask, ...]:
    """The tasks of a campaign that someone can judge now, and open ones in which they are blocked."""
    return open_tasks_of([role], now=now)


def open_tasks_of(roles: Sequence[CampaignRole], *, now: datetime) -> tuple[OwnTask, ...]:
    """The same in several campaigns of one person, in three queries whatever the number of tasks."""
    by_campaign = {role.campaign.pk: role for role in roles if role.user is not None and role.campaign.rules.human}
    user = next((role.user for role in by_campaign.values()), None)
    if user is None:
        return ()
    tasks = list(Task.objects.filter(campaign__in=by_campaign).prefetch_related("evaluations"))
    known = {each.task_id: each for each in _judges(user).filter(task__in=tasks)} if tasks else {}
    rows = []
    for task in tasks:
        role, judge, evaluations = by_campaign[task.campaign_id], known.get(task.pk), tuple(task.evaluations.all())
        task.campaign = role.campaign
        codes = [each.code for each in evaluations]
        may = may_judge(role, task, judge, codes=codes, now=now)
        is_blocked = judge is not None and judge.blocked_at is not None
        if may.allowed or (is_blocked and is_open(role.campaign, task, codes=codes, now=now).allowed):
            done = 0 if judge is None else judge.done  # type: ignore[attr-defined]
            rows.append(OwnTask(task=task, evaluations=evaluations, judge=judge, may=may, is_asked=True, done=done))
    return tuple(rows)


def _judges(user: User) -> QuerySet[Judge]:
    return _counted().filter(user=user)


def _counted() -> QuerySet[Judge]:
    answered = Count("screens", filter=Q(screens__state=ScreenState.ANSWERED))
    return Judge.objects.select_related("task__campaign", "team").annotate(done=answered)


def guest_judge(keys: Collection[UUID], slug: str, task_slug: str) -> Judge | None:
    """The judge of a task whom a browser that knows these keys is without an account."""
    return _counted().filter(guest_key__in=keys, task__slug=task_slug, task__campaign__slug=slug).first()


def _started_judge(user: Value, slug: Value, task_slug: Value) -> QuerySet[Judge]:
    rows = Judge.objects.select_related("task__campaign").exclude(started_at=None)
    return rows.filter(user=user, task__slug=task_slug, task__campaign__slug=slug)


_STARTED_JUDGE = PreparedQuery(_started_judge, user=BigAutoField(), slug=CharField(), task_slug=CharField())


def judge_at_work(user: User, slug: str, task_slug: str, *, now: datetime) -> Judge | None:
    """Somebody as a judge of a task who has started and may go on, in one query; None leaves it to `own_task`."""
    judge = _STARTED_JUDGE.first(user=user.pk, slug=slug, task_slug=task_slug)
    if judge is None or not user.is_verified:
        return None
    task = judge.task
    codes = content_of(task).evaluations
    return judge if may_continue(judge, task.campaign, task, codes=codes, now=now).allowed else None


def _own_screen(user: Value, key: Value) -> QuerySet[Screen]:
    rows = Screen.objects.filter(key=key, judge__user=user)
    return rows.select_related("evaluation__task__campaign", "judge")


_OWN_SCREEN = PreparedQuery(_own_screen, user=BigAutoField(), key=UUIDField())


def screen_of(user: User, key: UUID) -> Screen | None:
    """A screen of somebody's own by its address; None for everyone else's."""
    screen = _OWN_SCREEN.first(user=user.pk, key=key)
    if screen is not None:
        screen.judge.task = screen.evaluation.task
    return screen


def screen_of_guest(keys: Collection[UUID], key: UUID) -> Screen | None:
    """The same for judges without an account, by the keys that their browser knows."""
    return _screens().filter(key=key, judge__guest_key__in=keys).first()


def _screens() -> QuerySet[Screen]:
    return Screen.objects.select_related("evaluation__task__campaign", "judge__task")


def _shown_screens(judge: Value) -> QuerySet[Screen]:
    own = Screen.objects.filter(judge=judge).exclude(state=ScreenState.RETURNED)
    return own.exclude(state=ScreenState.HELD, offline_file__isnull=False).only("key")


_PLACE = {"judge": BigAutoField(), "number": PositiveIntegerField()}
_BEFORE = PreparedQuery(
    lambda judge, number: _shown_screens(judge).filter(number__lt=number).order_by("-number")[:1], **_PLACE
)
_AFTER = PreparedQuery(
    lambda judge, number: _shown_screens(judge).filter(number__gt=number).order_by("number")[:1], **_PLACE
)


def neighbours_of(screen: Screen) -> tuple[Screen | None, Screen | None]:
    """The answered or held screens of the judge before and after one; those that wait in a file are not here."""
    place = {"judge": screen.judge_id, "number": screen.number}
    return _BEFORE.first(**place), _AFTER.first(**place)
