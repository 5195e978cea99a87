"""What teams owe of a task, and the step that sets itself."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.conversions import team_state
from bakeoff_site.campaigns.models import Campaign, Team, TeamMember
from bakeoff_site.campaigns.selectors import role_of
from bakeoff_site.campaigns.selectors.teams import progress_of
from bakeoff_site.campaigns.services.campaigns import change_rulebook, version_of
from bakeoff_site.campaigns.services.judging_duties import set_judged
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.judging.models import Judge, Judgment, ShareWaiver, Task
from bakeoff_site.judging.selectors.shares import shares_of
from bakeoff_site.judging.services.dealing import next_screen
from bakeoff_site.judging.services.judges import block_judge, exclude_judge, include_judge, start_judging
from bakeoff_site.judging.services.qualification import QualificationEnded
from bakeoff_site.judging.services.shares import count_open_shares, count_shares, set_owed, unwaive_share, waive_share
from tests.site.judging.conduct_world import QUALIFICATION, finish_try, fluency_rules, gold_task
from tests.site.judging.world import RULES, account_of, answer, answer_of, judged_campaign, planned_task
from tests.site.people import person

pytestmark = pytest.mark.django_db
OWING = RULES.replace(
    "by_language_pair = true\n", 'by_language_pair = true\nsteps = ["registered", "judged"]\n'
).replace('title = "Ranking"\n', 'title = "Ranking"\nowed = "some assessments"\n')
SCREENS = 16
"""Eight segments, each judged by two."""


@pytest.fixture
def campaign(db: None, request: pytest.FixtureRequest) -> Campaign:
    return judged_campaign(getattr(request, "param", OWING))


@pytest.fixture
def task(campaign: Campaign, organiser: User) -> Task:
    return planned_task(campaign, "ranking", by=organiser)


def member(task: Task, name: str, team: str, *, is_contact: bool = False) -> Judge:
    """Somebody of a team who judges."""
    user, own = person(name), task.campaign.teams.get(code=team)
    TeamMember.objects.create(campaign=task.campaign, team=own, user=user, is_contact=is_contact)
    return start_judging(role_of(user, task.campaign), task, chosen=(), agrees=True, now=timezone.now())


def judge_some(judge: Judge, number: int) -> None:
    for _ in range(number):
        screen = next_screen(judge, now=timezone.now())
        answer(screen, answer_of(screen), now=timezone.now())  # type: ignore[arg-type]


def said(task: Task) -> dict[str, str]:
    return {row.team.code: row.share.sentence for row in shares_of(task)}


def step_of(team: str, campaign: Campaign) -> tuple[bool, str]:
    own = campaign.teams.get(code=team)
    row = next(row for row in progress_of(own, timezone.now()).steps if row.state.step == "judged")
    return row.state.done, row.state.missing


def page(user: User, address: str) -> str:
    client = Client()
    client.force_login(user)
    return client.get(address).content.decode()


@pytest.mark.parametrize("campaign", [fluency_rules(QUALIFICATION, own='owed = "2 screens"\n')], indirect=True)
def test_screens_of_a_qualification_are_no_part_of_a_share(campaign: Campaign, organiser: User) -> None:
    judge = member(gold_task(campaign, by=organiser), "Ann Able", "ALPHA")
    finish_try(judge, right=True, now=timezone.now())
    assert said(judge.task)["ALPHA"] == "0 of 2 screens"
    assert isinstance(next_screen(judge, now=timezone.now()), QualificationEnded)
    judge.refresh_from_db()
    judge_some(judge, 1)
    assert said(judge.task)["ALPHA"] == "1 of 2 screens"


def test_screens_of_members_add_up_and_who_is_behind_comes_first(task: Task, organiser: User) -> None:
    first, second = member(task, "Ann Able", "ALPHA"), member(task, "Abe Able", "ALPHA")
    third = member(task, "Bob Baker", "BRAVO")
    assert said(task) == dict.fromkeys(("ALPHA", "BRAVO", "CLARA", "DELTA"), f"0 of {SCREENS // 4} screens")
    judge_some(first, 1)
    judge_some(second, 2)
    judge_some(third, 1)
    rows = shares_of(task)
    assert [row.team.code for row in rows] == ["CLARA", "DELTA", "BRAVO", "ALPHA"]
    assert [(row.judging, row.members) for row in rows] == [(0, 0), (0, 0), (1, 1), (2, 2)]
    assert said(task)["ALPHA"] == "3 of 4 screens"
    set_owed(task, "2 screens", by=organiser, now=timezone.now())
    assert [row.team.code for row in rows if row.is_complete] == []
    assert [row.team.code for row in shares_of(task) if row.is_complete] == ["ALPHA"]


def test_a_correction_is_the_same_screen(task: Task) -> None:
    judge = member(task, "Ann Able", "ALPHA")
    judge_some(judge, 1)
    screen = judge.screens.get()
    answer(screen, answer_of(screen, best="BRAVO"), now=timezone.now())
    assert Judgment.objects.count() == 2
    assert said(task)["ALPHA"] == "1 of 4 screens"


def test_hours_are_from_shown_to_sent(task: Task, organiser: User) -> None:
    judge = member(task, "Ann Able", "ALPHA")
    judge_some(judge, 2)
    now = timezone.now()
    for judgment, minutes in zip(Judgment.objects.order_by("pk"), (30, 66), strict=True):
        Judgment.objects.filter(pk=judgment.pk).update(shown_at=now - timedelta(minutes=minutes), sent_at=now)
    set_owed(task, "8 hours", by=organiser, now=now)
    assert said(task)["ALPHA"] == "1.6 of 8 hours"
    evaluation = task.evaluations.get()
    evaluation.rules["longest_minutes"] = 40
    evaluation.save(update_fields=["rules"])
    assert said(task)["ALPHA"] == "0.5 of 8 hours"


def test_the_step_sets_itself_and_follows_what_counts(task: Task, organiser: User) -> None:
    campaign, now = task.campaign, timezone.now()
    judge = member(task, "Ann Able", "ALPHA")
    judge_some(judge, 3)
    count_open_shares(now)
    assert step_of("ALPHA", campaign) == (False, "judgments (3 of 4 screens of Ranking done)")
    judge_some(judge, 1)
    count_open_shares(now)
    count_open_shares(now)
    assert step_of("ALPHA", campaign) == (True, "")
    assert [event.actor for event in AuditEvent.objects.filter(act="team.complete-share")] == [None]
    with pytest.raises(RefusedError, match="The site counted the share"):
        set_judged(campaign.teams.get(code="ALPHA"), judged=False, by=organiser)
    exclude_judge(judge, reason="random answers", by=organiser, now=now)
    assert step_of("ALPHA", campaign)[0] is False
    (row,) = [row for row in shares_of(task) if row.team.code == "ALPHA"]
    assert (row.share.sentence, row.left_out) == ("0 of 4 screens", 4)
    include_judge(judge, reason="they were none", by=organiser)
    assert step_of("ALPHA", campaign)[0] is True
    block_judge(judge, reason="random answers", by=organiser, now=now)
    assert step_of("ALPHA", campaign)[0] is False


def test_what_organisers_set_by_hand_stays(task: Task, organiser: User) -> None:
    team = task.campaign.teams.get(code="ALPHA")
    set_judged(team, judged=True, by=organiser)
    count_shares(task.campaign, now=timezone.now())
    assert step_of("ALPHA", task.campaign) == (True, "")
    set_judged(team, judged=False, by=organiser)
    assert step_of("ALPHA", task.campaign)[0] is False


def test_every_task_that_a_team_owes_counts(task: Task, organiser: User) -> None:
    other = planned_task(task.campaign, "fluency", by=organiser)
    set_owed(other, "1 screen", by=organiser, now=timezone.now())
    judge_some(member(task, "Ann Able", "ALPHA"), 4)
    count_shares(task.campaign, now=timezone.now())
    done, missing = step_of("ALPHA", task.campaign)
    assert not done
    assert missing == "judgments (4 of 4 screens of Ranking; 0 of 1 screens of Fluency done)"
    waive_share(other, task.campaign.teams.get(code="ALPHA"), reason="no Arabic", by=organiser, now=timezone.now())
    assert step_of("ALPHA", task.campaign)[0] is True


def test_a_waived_share_says_why_and_can_be_asked_for_again(task: Task, organiser: User) -> None:
    team, now = task.campaign.teams.get(code="BRAVO"), timezone.now()
    with pytest.raises(RefusedError, match="Say why"):
        waive_share(task, team, reason=" ", by=organiser, now=now)
    waiver = waive_share(task, team, reason="They lost their only speaker.", by=organiser, now=now)
    assert step_of("BRAVO", task.campaign)[0] is True
    with pytest.raises(RefusedError, match="waived already"):
        waive_share(task, team, reason="again", by=organiser, now=now)
    unwaive_share(waiver, by=organiser, now=now)
    assert step_of("BRAVO", task.campaign)[0] is False
    acts = AuditEvent.objects.filter(act__startswith="judging.").exclude(act="judging.plan").order_by("pk")
    assert [(event.act, event.details["team"]) for event in acts] == [
        ("judging.waive", "Team BRAVO"),
        ("judging.unwaive", "Team BRAVO"),
    ]


def test_withdrawn_teams_and_teams_that_did_not_join_owe_nothing(task: Task, organiser: User) -> None:
    consent = '[registration.consents.human]\ntitle = "Judging"\nconcerns = "judging"\n'
    text = OWING.replace("[phases.evaluation]", consent + "[phases.evaluation]")
    change_rulebook(task.campaign, text, actor=organiser, version=version_of(task.campaign.rulebook_text))
    campaign = Campaign.objects.get()
    task = campaign.judging_tasks.get()
    assert shares_of(task) == ()
    for code in ("ALPHA", "BRAVO"):
        campaign.teams.get(code=code).consents.create(consent="human", given_by=organiser)
    Team.objects.filter(code="BRAVO").update(withdrawn_at=timezone.now())
    assert said(task) == {"ALPHA": f"0 of {SCREENS} screens"}
    assert not team_state(campaign.teams.get(code="CLARA")).consents_to(campaign.rules, "judging")


def test_what_is_owed_is_a_number_of_screens_or_hours(task: Task, organiser: User) -> None:
    client = Client()
    client.force_login(organiser)
    address = reverse("judging:shares", args=[task.campaign.slug, task.slug])
    for owed in ("many", "screens", "0 screens"):
        assert "Expected a number of screens or hours" in client.post(address, {"owed": owed}).content.decode()
    assert Task.objects.get(pk=task.pk).owed == ""
    assert client.post(address, {"owed": "12 screens"}).status_code == 302
    assert Task.objects.get(pk=task.pk).owed == "12 screens"


def test_team_and_organisers_read_how_far_a_share_is(task: Task, organiser: User) -> None:
    slug = task.campaign.slug
    judge, other = member(task, "Ann Able", "ALPHA"), member(task, "Abe Able", "ALPHA")
    judge_some(judge, 3)
    own = reverse("campaigns:team", args=[slug, judge.team_id])
    for address in (own, reverse("judging:tasks")):
        shown = page(account_of(other), address)
        assert "Your team has judged 3 of 4 screens; 1 of 2 members takes part" in shown
        assert "due" in shown
    exclude_judge(judge, reason="secret reason", by=organiser, now=timezone.now())
    assert "3 screens of judges whose judgments are left out do not count" in page(account_of(other), own)
    assert "secret reason" not in page(account_of(other), own)
    shown = page(organiser, reverse("judging:shares", args=[slug, task.slug]))
    assert "0 of 4 screens" in shown
    assert "3 do not count" in " ".join(shown.split())
    client = Client()
    client.force_login(organiser)
    table = client.get(reverse("judging:share-table", args=[slug, task.slug, "csv"])).content.decode().splitlines()
    assert table[0] == "team,code,done,owed,missing,unit,members,judging,left out,due,state"
    assert table[1].startswith("Team ALPHA,ALPHA,0,4,4,screens,2,0,3,")
    waived = client.post(
        reverse("judging:waive", args=[slug, task.slug, judge.team_id]), {"reason": "lost their speaker"}, follow=True
    )
    assert "lost their speaker" in waived.content.decode()
    assert "waived the share of your team: lost their speaker" in page(account_of(other), own)
    client.post(reverse("judging:waive", args=[slug, task.slug, judge.team_id]), {"waived": "no"})
    assert not ShareWaiver.objects.exists()
