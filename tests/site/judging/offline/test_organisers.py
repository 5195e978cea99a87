"""Organisers see which offline files judges hold, and take back what has no answer."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.log_sentences import what_happened
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.judging.models import Judge, Judgment, Screen, Task
from bakeoff_site.judging.selectors.offline_files import open_offline_files
from bakeoff_site.judging.services.dealing import next_screen
from bakeoff_site.judging.services.offline.answers import upload_answers
from tests.site.api.conftest import as_
from tests.site.judging.offline.world import all_answered, answer_file, answered, take, written
from tests.site.judging.world import account_of, answer, answer_of, make_judge, planned_task

pytestmark = pytest.mark.django_db
NOW = timezone.now()


@pytest.fixture
def task(campaign: Campaign, organiser: User) -> Task:
    return planned_task(campaign, "fluency", by=organiser, offline_days=3)


@pytest.fixture
def ann(task: Task) -> Judge:
    return make_judge(task, "Ann Able", now=NOW)


def judges_page(task: Task, organiser: User) -> tuple[Client, str]:
    client = Client()
    client.force_login(organiser)
    return client, reverse("judging:judges", args=[task.campaign.slug, task.slug])


def test_files_are_listed_while_answers_are_waited_for(task: Task, ann: Judge, organiser: User) -> None:
    bob = make_judge(task, "Bob Blue", now=NOW)
    file, screens = take(ann, 3, now=NOW)
    done, all_screens = take(bob, 2, now=NOW)
    upload_answers(
        task, account_of(ann), written(answer_file(file, [answered(screens[0], at=NOW)])), partly=True, now=NOW
    )
    upload_answers(task, account_of(bob), written(all_answered(done, all_screens, at=NOW)), now=NOW)
    [row] = open_offline_files(task, now=NOW)
    assert (row.file.judge, row.screens, row.answered, row.held) == (ann, 3, 1, 2)
    assert open_offline_files(task, now=file.until + timedelta(seconds=1)) == ()
    client, address = judges_page(task, organiser)
    page = client.get(address).content.decode()
    assert "Ann Able: 3 screens, 1 answered" in page
    assert "last upload" in page
    assert "Bob Blue: 2 screens" not in page
    other = planned_task(task.campaign, "ranking", by=organiser, offline_days=3)
    assert "Offline files" not in client.get(judges_page(other, organiser)[1]).content.decode()


def test_what_is_taken_back_goes_to_others_at_once_and_is_judged_once(task: Task, ann: Judge, organiser: User) -> None:
    file, screens = take(ann, 200, now=NOW)
    client, address = judges_page(task, organiser)
    back = reverse("judging:offline-take-back", args=[task.campaign.slug, task.slug, file.key])
    assert f'action="{back}"' in client.get(address).content.decode()
    page = client.post(back, follow=True).content.decode()
    assert "taken back from Ann Able" in page
    assert "nothing uploaded yet" not in page
    said = what_happened(AuditEvent.objects.get(act="judging.offline-take-back"))
    assert f"took back {len(screens)} screens" in said
    assert "Ann Able" in said
    dealt = next_screen(make_judge(task, "Bob Blue", now=NOW), now=NOW)
    assert isinstance(dealt, Screen)
    answer(dealt, answer_of(dealt), now=NOW)
    found = upload_answers(task, account_of(ann), written(all_answered(file, screens, at=NOW)), now=NOW)
    assert [screens[number - 1].segment for number in found.uncounted] == [dealt.segment]
    counted = sorted(Judgment.objects.filter(surplus=False).values_list("screen__segment", flat=True))
    assert counted == sorted(each.segment for each in screens)
    assert "All screens of this file are answered" in client.post(back, follow=True).content.decode()


def test_programs_list_and_take_back_files_of_their_own_tasks(task: Task, ann: Judge, organiser: User) -> None:
    file, _ = take(ann, 3, now=NOW)
    asking, own = as_(organiser), f"/campaigns/{task.campaign.slug}/judging-tasks/{task.slug}/offline-files"
    [row] = asking.get(own).json()["items"]
    assert (row["judge"], row["judge_id"], row["key"], row["held"]) == ("Ann Able", ann.pk, str(file.key), 3)
    other = planned_task(task.campaign, "ranking", by=organiser, offline_days=3)
    elsewhere = own.replace(f"/{task.slug}/", f"/{other.slug}/")
    assert asking.post(f"{elsewhere}/{file.key}/take-back").status_code == 404
    taken = asking.post(f"{own}/{file.key}/take-back").json()
    assert (taken["held"], taken["given_back_at"] is None) == (0, False)
    assert asking.get(own).json()["items"] == []
    assert asking.post(f"{own}/{file.key}/take-back").status_code == 409
