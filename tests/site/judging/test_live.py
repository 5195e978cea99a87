"""The live view of organisers: progress, the ranking so far without names, coverage, times, judges, exports."""

from __future__ import annotations

import csv
import json
import re
from datetime import timedelta
from decimal import Decimal
from io import StringIO
from typing import Any

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bakeoff.client import MissingError
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.models import Campaign, Membership
from bakeoff_site.core.caches import clear_caches
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.judging.models import Judgment, Screen, Task
from bakeoff_site.judging.selectors.live import live_view
from bakeoff_site.judging.selectors.rankings import ranking_of
from bakeoff_site.judging.services.judges import exclude_judge
from tests.site.api.conftest import speaking
from tests.site.judging.world import (
    RULES,
    SOURCE,
    SYSTEMS,
    answer,
    answer_of,
    judge_everything,
    judged_campaign,
    make_judge,
    planned_task,
)
from tests.site.people import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def judged(campaign: Campaign, organiser: User) -> Task:
    """Both judges have answered everything; the task is still open."""
    task = planned_task(campaign, "ranking", by=organiser)
    judge_everything(
        [make_judge(task, name, now=timezone.now()) for name in ("Ann Able", "Bob Baker")], now=timezone.now()
    )
    return task


def get(user: User, name: str, task: Task) -> Any:
    client = Client()
    client.force_login(user)
    return client.get(reverse(name, args=[task.campaign.slug, task.slug]))


def test_the_ranking_so_far_has_labels_and_marks_and_no_names(judged: Task, organiser: User) -> None:
    shown = get(organiser, "judging:live", judged).content.decode()
    assert "System 1" in shown
    assert "Names of systems are hidden" in shown
    assert [name for name in SYSTEMS if name in shown] == []
    assert shown.count('role="img" aria-label="interval ') == 2 * len(SYSTEMS)
    judged.opening = "closed"
    judged.save(update_fields=["opening"])
    assert all(name in get(organiser, "judging:live", judged).content.decode() for name in SYSTEMS)


def test_both_exports_hold_every_judgment(judged: Task, organiser: User) -> None:
    lines = get(organiser, "judging:export", judged).getvalue().decode().splitlines()
    table = get(organiser, "judging:export-table", judged)
    rows = list(csv.DictReader(StringIO(table.getvalue().decode())))
    assert [json.loads(line)["judgment_id"] for line in lines] == [row["judgment_id"] for row in rows]
    assert len(rows) == Judgment.objects.count() > 0
    assert table.headers["Content-Disposition"] == f'attachment; filename="small-{judged.slug}.csv"'


def page(user: User, task: Task, *, name: str = "judging:live", query: str = "", **arguments: object) -> str:
    client = Client()
    client.force_login(user)
    address = reverse(name, kwargs={"slug": task.campaign.slug, "task_slug": task.slug, **arguments})
    shown = client.get(address + query)
    assert shown.status_code == 200
    return shown.content.decode()


def test_coverage_times_and_cost_are_shown(judged: Task, organiser: User) -> None:
    Judgment.objects.update(shown_at=F("sent_at") - timedelta(seconds=36))
    judged.hourly_pay, judged.currency = Decimal("20.00"), "EUR"
    judged.save(update_fields=["hourly_pay", "currency"])
    shown = page(organiser, judged)
    count = Judgment.objects.count()
    assert "<b>36 s</b> in the median" in shown
    assert f"<b>{count * 36 / 3600 * 20:.2f} EUR</b> at 20.00 EUR an hour" in shown
    assert "30–45 s</span>" in shown
    assert shown.count('class="number level-5"') > 0
    assert "Between judges" in shown


def test_a_judge_is_left_out_and_counted_again_after_a_look_at_both_rankings(judged: Task, organiser: User) -> None:
    judge = judged.judges.earliest("pk")
    before = page(organiser, judged, name="judging:judge", judge_id=judge.pk)
    half, every = 4, 8
    assert [name for name in SYSTEMS if name in before] == []
    assert sides(before) == [("With this judge (as now)", 2, every), ("Without", 1, half)]
    client = Client()
    client.force_login(organiser)
    address = reverse("judging:judge", args=["small", judged.slug, judge.pk])
    client.post(address, {"act": "exclude", "reason": ""})
    assert sides(page(organiser, judged, name="judging:judge", judge_id=judge.pk)) == sides(before)
    client.post(address, {"act": "exclude", "reason": "answers at random"})
    left_out = page(organiser, judged, name="judging:judge", judge_id=judge.pk)
    assert "answers at random" in left_out
    assert sides(left_out) == [("Without this judge (as now)", 1, half), ("With", 2, every)]
    refused = client.post(address, {"act": "include", "reason": " "}, follow=True)
    assert "Say why, for others who look at the results." in refused.content.decode()
    client.post(address, {"act": "include", "reason": "was right after all"})
    assert AuditEvent.objects.get(act="judging.include").details["reason"] == "was right after all"
    assert sides(page(organiser, judged, name="judging:judge", judge_id=judge.pk)) == sides(before)


def test_organisers_let_a_blocked_judge_continue_with_a_reason(judged: Task, organiser: User) -> None:
    judge = judged.judges.earliest("pk")
    client = Client()
    client.force_login(organiser)
    address = reverse("judging:judge", args=["small", judged.slug, judge.pk])
    client.post(address, {"act": "block", "reason": "too quick"})
    blocked = page(organiser, judged, name="judging:judge", judge_id=judge.pk)
    assert ">Block<" not in blocked
    assert "Let them judge again" in blocked
    refused = client.post(address, {"act": "readmit", "reason": ""}, follow=True).content.decode()
    assert "Say why, for others who look at the results." in refused
    client.post(address, {"act": "readmit", "reason": "an expert"})
    assert AuditEvent.objects.get(act="judging.readmit").details["reason"] == "an expert"
    shown = page(organiser, judged, name="judging:judge", judge_id=judge.pk)
    assert sides(shown)[0] == ("With this judge (as now)", 2, 8)
    again = client.post(address, {"act": "readmit", "reason": "an expert"}, follow=True).content.decode()
    assert "The judgments of this judge count already." in again


def sides(shown: str) -> list[tuple[str, int, int]]:
    """Titles of the two sides, with the judges and judgments of their first ranking."""
    titles = re.findall(r"<h3>([^<]*)</h3>", shown.partition('id="sides"')[2])
    return [
        (title, int(found[2]), int(found[1]))
        for title in titles
        if (found := re.search(rf"<h3>{re.escape(title)}</h3>.*?(\d+) judgments? by (\d+) judges?", shown, re.DOTALL))
    ]


def test_reports_and_comments_are_listed_with_the_texts_and_without_names(judged: Task, organiser: User) -> None:
    assert "No judge has reported an item" in page(organiser, judged)
    row = Judgment.objects.select_related("screen").latest("pk")
    row.report, row.comment = "The source is cut off.", "Hard <to> say."
    row.save(update_fields=["report", "comment"])
    shown = page(organiser, judged)
    assert "The source is cut off." in shown
    assert "Hard &lt;to&gt; say." in shown
    assert any(source in shown for source in SOURCE)
    assert [name for name in SYSTEMS if name in shown] == []


def test_a_task_without_judgments_says_so(campaign: Campaign, organiser: User) -> None:
    task = planned_task(campaign, "ranking", by=organiser)
    shown = page(organiser, task)
    assert "Nothing is judged yet." in shown
    assert "Nobody has started yet." in shown
    make_judge(task, "Ann Able", now=timezone.now() - timedelta(days=4))
    assert "Ann Able is behind" in page(organiser, task)


def spread(task: Task, *, days: int) -> None:
    """Judgments of a task over days until now, in their order."""
    rows = list(Judgment.objects.filter(evaluation__task=task).order_by("pk"))
    for number, row in enumerate(rows):
        row.sent_at = timezone.now() - timedelta(days=days * (len(rows) - 1 - number) / (len(rows) - 1))
    Judgment.objects.bulk_update(rows, ["sent_at"])


def test_judgments_by_day_are_a_chart_a_table_and_a_file(judged: Task, organiser: User) -> None:
    spread(judged, days=7)
    count = Judgment.objects.count()
    shown = page(organiser, judged)
    assert '<svg class="chart"' in shown
    assert f"{count} done</text>" in shown
    table = re.findall(r'<tr><th scope="row">(\d+ \w+ \d{4})</th><td class="number">(\d+)</td>', shown)
    assert len(table) == 8
    assert sum(int(came) for _, came in table) == count
    client = Client()
    client.force_login(organiser)
    addresses = re.findall(r'<a href="([^"]*/ranking/figures/[^"]*[.]svg)" download>', shown)
    names = [address.rpartition("/")[2].removesuffix(".svg") for address in addresses]
    assert names == ["judgments", "ranking-en-ar-news", "ranking-en-zh-news"]
    for address in addresses:
        file = client.get(address)
        assert file.headers["Content-Type"].startswith("image/svg+xml")
        assert [name for name in SYSTEMS if name in file.content.decode()] == []
    assert f"{count} done" in client.get(addresses[0]).content.decode()
    assert client.get(addresses[0].replace("judgments", "none")).status_code == 404


def test_the_chart_compares_with_the_phase_where_it_has_an_end(db: None) -> None:
    now = timezone.now()
    rules = RULES
    for written, day in {"2026-03-01": -10, "2026-03-20": 30, "2026-04-01": 60}.items():
        rules = rules.replace(written, f"{now + timedelta(days=day):%Y-%m-%d}")
    campaign = judged_campaign(rules)
    organiser = person("Olga Organiser")
    Membership.objects.create(campaign=campaign, user=organiser, role=MembershipRole.ORGANISER)
    task = planned_task(campaign, "ranking", by=organiser)
    judge_everything([make_judge(task, "Ann Able", now=now)], now=now)
    found = live_view(task, now=now).evaluations[0]
    assert found.pace is not None
    plan, answered = found.progress.plan, found.progress.answered
    assert plan is not None
    ahead = answered - round(plan.judgments * (now - plan.start) / (plan.end - plan.start))
    assert ahead > 0
    assert found.pace.finding == f"{ahead} judgments ahead of the plan"
    shown = page(organiser, task)
    assert found.pace.finding in shown
    assert re.search(r"day 1[01] of 4[01]", shown)


def rows_shown(shown: str) -> list[str]:
    return re.findall(r'<tr [^>]*id="judge-\d+"><th [^>]*><a [^>]*>([^<]*)</a>', shown)


def test_judges_are_found_by_what_they_do_and_by_name(judged: Task, organiser: User) -> None:
    now = timezone.now()
    judges = {str(each.user): each for each in judged.judges.select_related("user")}
    late = make_judge(judged, "Cem Celik", now=now - timedelta(days=4))
    assert rows_shown(page(organiser, judged)) == ["Ann Able", "Bob Baker", "Cem Celik"]
    assert rows_shown(page(organiser, judged, query="?show=active")) == ["Ann Able", "Bob Baker"]
    assert rows_shown(page(organiser, judged, query="?show=behind")) == ["Cem Celik"]
    assert rows_shown(page(organiser, judged, query="?show=not-started")) == ["Cem Celik"]
    assert rows_shown(page(organiser, judged, query="?show=attention")) == ["Cem Celik"]
    exclude_judge(judges["Bob Baker"], reason="at random", by=organiser, now=now)
    assert rows_shown(page(organiser, judged, query="?show=left-out")) == ["Bob Baker"]
    assert rows_shown(page(organiser, judged, query="?find=BAK")) == ["Bob Baker"]
    assert rows_shown(page(organiser, judged, query=f"?find={late.label}")) == ["Cem Celik"]
    assert rows_shown(page(organiser, judged, query="?show=active&find=cem")) == []
    assert "No judge matches." in page(organiser, judged, query="?show=active&find=cem")
    assert rows_shown(page(organiser, judged, query="?show=none")) == ["Ann Able", "Bob Baker", "Cem Celik"]
    assert "<span>All 3</span>" in page(organiser, judged, query="?show=behind")
    Judgment.objects.update(sent_at=now - timedelta(hours=1))
    clear_caches()
    assert rows_shown(page(organiser, judged, query="?show=active")) == []


def test_the_page_of_a_judge_says_what_was_flagged(judged: Task, organiser: User) -> None:
    judge = judged.judges.earliest("pk")
    assert "Check</span>" not in page(organiser, judged, name="judging:judge", judge_id=judge.pk)
    judge.flagged_at, judge.flagged_reason = timezone.now(), "answers have nothing to do with those of the others."
    judge.save(update_fields=["flagged_at", "flagged_reason"])
    shown = page(organiser, judged, name="judging:judge", judge_id=judge.pk)
    assert "Answers have nothing to do with those of the others." in shown
    assert "Check</span>" in shown
    qualification = page(organiser, judged, name="judging:qualification-results")
    assert [name for name in ("Ann Able", "Bob Baker") if name in qualification] == ["Ann Able"]


def test_each_judge_has_the_agreement_that_the_science_finds(judged: Task, organiser: User) -> None:
    evaluation = judged.evaluations.get()
    result = ranking_of(evaluation).result
    assert result is not None
    known = {each.judge: each for each in result.judges}
    rows = live_view(judged, now=timezone.now()).judges
    assert {row.judge.label: [each.value for each in row.agreements] for row in rows} == {
        judge: [each.agreement] for judge, each in known.items()
    }
    shown = page(organiser, judged)
    for row in rows:
        assert row.agreements[0].text in shown.partition(f'id="judge-{row.judge.pk}"')[2].partition("</tr>")[0]


def test_programs_read_pace_agreement_and_judges(judged: Task, organiser: User) -> None:
    spread(judged, days=3)
    client = speaking(organiser, "organise")
    found = client.live_judging("small", judged.slug)
    [evaluation] = found.evaluations
    assert evaluation.pace is not None
    assert (evaluation.pace.unit, len(evaluation.pace.points)) == ("day", 4)
    assert evaluation.pace.points[-1].total == Judgment.objects.count()
    assert [each.agreement[0].answers > 0 for each in found.judges] == [True, True]
    assert found.judge_counts == {
        "all": 2, "attention": 0, "active": 1, "behind": 0, "not-started": 0, "left-out": 0
    }  # fmt: skip
    assert len(client.live_judging("small", judged.slug, show="active").judges) == 1
    label = found.judges[1].judge
    assert [each.judge for each in client.live_judging("small", judged.slug, find=label).judges] == [label]
    assert client.live_chart("small", judged.slug, "ranking", evaluation.charts[0]).startswith("<svg")
    with pytest.raises(MissingError):
        client.live_chart("small", judged.slug, "ranking", "none")


def test_updates_can_be_paused(judged: Task, organiser: User) -> None:
    assert 'hx-trigger="every 15s"' in page(organiser, judged)
    paused = page(organiser, judged, query="?paused")
    assert 'hx-trigger="every' not in paused
    assert "Resume updates" in paused


def test_many_judgments_are_read_after_the_page_is_there(
    judged: Task, organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bakeoff_site.judging.selectors.collected._MANY", 3)
    first = page(organiser, judged)
    assert 'hx-trigger="load"' in first
    assert "System 1" not in first
    assert "System 1" in page(organiser, judged, query="?wait")
    assert "System 1" in page(organiser, judged)


def test_many_judgments_are_analysed_by_a_worker(
    judged: Task, organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    work_off("test")  # what is to do about the runs
    now = page(organiser, judged)
    monkeypatch.setattr("bakeoff_site.judging.selectors.rankings.MOST_AT_ONCE", 3)
    assert "The judgments are being analysed." in page(organiser, judged)
    page(organiser, judged)
    assert work_off("test") == 1
    by_worker = page(organiser, judged)
    assert rows_of(by_worker) == rows_of(now)
    assert "judgments ago" not in by_worker
    screen = Screen.objects.select_related("evaluation__task__campaign").earliest("pk")
    answer(screen, answer_of(screen, best="DELTA"), now=timezone.now())
    later = page(organiser, judged)
    assert rows_of(later) == rows_of(now)
    assert "1 judgment ago. A newer ranking is being computed." in later
    assert work_off("test") == 0  # not so soon again
    exclude_judge(judged.judges.earliest("pk"), reason="random", by=organiser, now=timezone.now())
    page(organiser, judged)
    assert work_off("test") == 1
    assert "judgments by 2 judges." in later
    assert "judgments by 1 judge." in page(organiser, judged)


def rows_of(shown: str) -> list[str]:
    return re.findall(r'<th scope="row">System \d+</th><td class="number" data-label="Score"><b>[^<]*</b>', shown)


def test_appraise_has_no_form_for_rankings(judged: Task, organiser: User) -> None:
    client = Client()
    client.force_login(organiser)
    address = reverse("judging:export-form", args=["small", judged.slug, "ranking", "appraise"])
    assert address not in page(organiser, judged)
    shown = client.get(address, follow=True).content.decode()
    assert "Ranking cannot be exported as appraise; forms for it: wmt-ranking-csv." in shown


def test_direct_assessment_is_exported_as_appraise_writes_it(campaign: Campaign, organiser: User) -> None:
    task = planned_task(campaign, "scores", by=organiser)
    judge = make_judge(task, "Ann Able", now=timezone.now())
    judge_everything([judge], now=timezone.now())
    client = Client()
    client.force_login(organiser)
    assert "Scores for other tools" in page(organiser, task)
    written = client.get(reverse("judging:export-form", args=["small", task.slug, "scores", "appraise"]))
    rows = list(csv.reader(StringIO(written.content.decode())))
    assert len(rows) == Judgment.objects.count()
    assert {row[0] for row in rows} == {judge.label}
    assert {row[1] for row in rows} == set(SYSTEMS)
