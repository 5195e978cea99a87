"""Screens are dealt to judges in files as on the site, for as long as organisers say, and given back."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from bakeoff.human_eval.designs.screens.events import Finished, NothingNow
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.caches import clear_caches
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.judging.choices import ScreenState
from bakeoff_site.judging.models import Judge, OfflineFile, Screen, Task
from bakeoff_site.judging.selectors.offline_files import ends_at, offline_days, own_offline_files
from bakeoff_site.judging.selectors.own_work import work_of
from bakeoff_site.judging.selectors.tasks import neighbours_of, own_tasks
from bakeoff_site.judging.services.changes import change_task
from bakeoff_site.judging.services.dealing import next_screen, screens_to_come
from bakeoff_site.judging.services.judges import block_judge
from bakeoff_site.judging.services.offline.files import MOST_SCREENS, give_back_file, make_offline_file
from tests.site.judging.conduct_world import finish_try, gold, screen_for
from tests.site.judging.offline.world import take
from tests.site.judging.world import SOURCE, account_of, answer, answer_of, make_judge, planned_task

pytestmark = pytest.mark.django_db
NOW = timezone.now()


@pytest.fixture
def task(campaign: Campaign, organiser: User) -> Task:
    return planned_task(campaign, "fluency", by=organiser, offline_days=3)


@pytest.fixture
def ann(task: Task) -> Judge:
    return make_judge(task, "Ann Able", now=NOW)


def items(screens: list[Screen]) -> list[tuple[int, int, tuple[str, ...]]]:
    return [(each.pool, each.segment, tuple(each.systems)) for each in screens]


def test_a_file_holds_the_screens_that_the_site_would_have_shown(campaign: Campaign, organiser: User) -> None:
    task = planned_task(campaign, "ranking", "pairs", by=organiser, offline_days=3)
    ann = make_judge(task, "Ann Able", now=NOW)
    shown = []
    with transaction.atomic():
        for _ in range(6):
            screen = screen_for(ann, now=NOW)
            answer(screen, answer_of(screen), now=NOW)
            shown.append(screen)
        transaction.set_rollback(True)
    _, taken = take(ann, 6, now=NOW)
    assert items(taken) == items(shown)
    assert [each.evaluation.code for each in taken] == [each.evaluation.code for each in shown]
    assert {each.state for each in taken} == {ScreenState.HELD}


def test_screens_stay_until_the_end_of_the_last_day_and_not_longer_than_judging(
    campaign: Campaign, organiser: User, task: Task, ann: Judge
) -> None:
    file, screens = take(ann, 2, now=NOW)
    zone = campaign.rules.campaign.zone
    assert file.until.astimezone(zone).date() == (NOW.astimezone(zone) + timedelta(days=4)).date()
    assert (file.until.astimezone(zone).hour, file.until.astimezone(zone).minute) == (0, 0)
    assert {each.lease_until for each in screens} == {file.until}
    phased = planned_task(campaign, "fluency", by=organiser, offline_days=300, opening="phase")
    before = datetime.fromisoformat("2026-03-05T12:00:00+00:00")
    assert ends_at(phased, now=before).astimezone(zone).date().isoformat() == "2026-03-21"


def test_others_get_what_is_in_a_file_when_it_ends_and_not_before(task: Task, ann: Judge) -> None:
    file, screens = take(ann, len(SOURCE), now=NOW)
    other = make_judge(task, "Otto Other", now=NOW)
    long_after_a_lease = NOW + timedelta(minutes=10 * task.lease_minutes)
    assert next_screen(other, now=long_after_a_lease) == NothingNow("held")
    found = screen_for(other, now=file.until + timedelta(seconds=1))
    assert items([found])[0][:2] in {each[:2] for each in items(screens)}
    assert set(Screen.objects.filter(offline_file=file).values_list("state", flat=True)) == {ScreenState.RETURNED}


def test_a_file_that_is_given_back_goes_to_others_at_once(task: Task, ann: Judge) -> None:
    file, screens = take(ann, 3, now=NOW)
    answer(screens[0], answer_of(screens[0]), now=NOW)
    assert give_back_file(file, now=NOW) == 2
    clear_caches()  # another process deals the same
    other = make_judge(task, "Otto Other", now=NOW)
    got = []
    while isinstance(screen := next_screen(other, now=NOW), Screen):
        answer(screen, answer_of(screen), now=NOW)
        got.append(screen.segment)
    assert screen == Finished()
    assert sorted(got) == sorted(set(range(len(SOURCE))) - {screens[0].segment})
    with pytest.raises(RefusedError, match="answered or were given back"):
        give_back_file(file, now=NOW)
    [row] = own_offline_files(ann)
    assert (row.screens, row.answered, row.held, row.is_open(NOW)) == (3, 1, 0, False)


def test_a_screen_that_waits_on_the_site_comes_along_and_the_site_deals_on(task: Task, ann: Judge) -> None:
    waiting = screen_for(ann, now=NOW)
    file, screens = take(ann, 2, now=NOW)
    assert screens[0] == waiting
    assert [each.number for each in screens] == [1, 2]
    online = screen_for(ann, now=NOW)
    assert online.number == 3
    assert online.offline_file is None
    assert neighbours_of(online) == (None, None)  # what is in the file is not on the site
    [own] = own_tasks(account_of(ann), now=NOW)
    assert work_of(own, to_come=screens_to_come).held == online
    _, more = take(ann, 2, now=NOW)
    assert [each.number for each in more] == [3, 4]
    assert next_screen(ann, now=NOW) == Finished()
    with pytest.raises(RefusedError, match="taken along every screen"):
        take(ann, 1, now=NOW)
    assert file.screens.count() == 2


def test_a_document_is_taken_along_to_its_end(campaign: Campaign, organiser: User) -> None:
    task = planned_task(campaign, "documents", by=organiser, offline_days=3)
    _, screens = take(make_judge(task, "Ann Able", now=NOW), 2, now=NOW)
    assert [each.segment for each in screens] == [0, 1, 2, 3]
    assert len({tuple(each.systems) for each in screens}) == 1


def test_systems_of_the_own_team_and_other_language_pairs_are_not_in_the_file(
    campaign: Campaign, organiser: User
) -> None:
    task = planned_task(campaign, "ranking", by=organiser, offline_days=3)
    ann = make_judge(task, "Ann Able", now=NOW, chosen=["en-zh"])
    team = campaign.teams.get(code="ALPHA")
    campaign.team_members.create(team=team, user=account_of(ann))
    _, screens = take(ann, 10, now=NOW)
    assert screens
    assert not any("ALPHA" in each.systems for each in screens)
    assert len({each.pool for each in screens}) == 1


def test_the_rulebook_decides_where_organisers_do_not(campaign: Campaign, organiser: User) -> None:
    silent = planned_task(campaign, "fluency", by=organiser)
    assert offline_days(silent) == 0
    with pytest.raises(RefusedError, match="judged on the site only"):
        take(make_judge(silent, "Ann Able", now=NOW), 1, now=NOW)
    change_task(silent, {"offline_days": 5}, by=organiser)
    assert offline_days(silent) == 5
    assert offline_days(planned_task(campaign, "said", by=organiser)) == 9
    assert offline_days(planned_task(campaign, "said", "ranking", by=organiser)) == 0  # one of them is not for it
    assert offline_days(planned_task(campaign, "said", by=organiser, offline_days=0)) == 0


@pytest.mark.parametrize("screens", [0, -1, MOST_SCREENS + 1])
def test_a_number_of_screens_that_nobody_can_take_is_refused(ann: Judge, screens: int) -> None:
    with pytest.raises(RefusedError, match=f"1 to {MOST_SCREENS} screens"):
        make_offline_file(ann, screens=screens, now=NOW)
    assert not OfflineFile.objects.exists()
    assert not Screen.objects.exists()


def test_a_judge_qualifies_and_learns_before_judging_offline(campaign: Campaign, organiser: User) -> None:
    known = [gold(number, 1, 2, 3, 4) for number in (1, 2, 3)]
    task = planned_task(campaign, "taught", by=organiser, gold=known, offline_days=3)
    ann = make_judge(task, "Ann Able", now=NOW)
    with pytest.raises(RefusedError, match="tutorial"):
        take(ann, 1, now=NOW)
    ann.tutorial_at = NOW
    ann.save()
    with pytest.raises(RefusedError, match="qualification"):
        take(ann, 1, now=NOW)
    assert not Screen.objects.exists()
    screen_for(ann, now=NOW)
    with pytest.raises(RefusedError, match="qualification"):  # in the middle of it, too
        take(ann, 1, now=NOW)
    finish_try(ann, right=True, now=NOW)
    next_screen(ann, now=NOW)
    ann.refresh_from_db()
    _, screens = take(ann, 2, now=NOW)
    assert [each.qualification_try for each in screens] == [None, None]


def test_what_a_blocked_judge_took_along_goes_to_others(task: Task, ann: Judge, organiser: User) -> None:
    take(ann, 3, now=NOW)
    block_judge(ann, reason="answers at random", by=organiser, now=NOW)
    other = make_judge(task, "Otto Other", now=NOW)
    got = 0
    while isinstance(screen := next_screen(other, now=NOW), Screen):
        answer(screen, answer_of(screen), now=NOW)
        got += 1
    assert got == len(SOURCE)
