"""Organisers reject work, count it again, and upload what the platform says; items become free and stay judged once."""

from __future__ import annotations

from collections import Counter

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bakeoff.human_eval.designs.conduct.platform_statuses import read_statuses
from bakeoff_site.accounts.models import User
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.crowds.models import Study
from bakeoff_site.crowds.services.reviews import include_work, reject_work, take_statuses
from bakeoff_site.judging.models import Screen
from bakeoff_site.judging.selectors.judgments import judgments_of
from bakeoff_site.judging.selectors.progress import progress_of
from bakeoff_site.judging.services.quality import check_everyone
from tests.site.crowds.world import come, work_through, worker_called

pytestmark = pytest.mark.django_db
NOW = timezone.now()
REASON = (
    "The answers of this worker do not fit the texts at all; every translation got the lowest grade, whatever it said."
)
ALL = {
    "crowd": '[crowds.speakers]\nplatform = "prolific"\nscreens = 40\n',
    "own": 'crowd = "speakers"\njudgments = 2\n',
}


def judged(study: Study) -> Counter[str]:
    """How many judgments of each ordinary segment count."""
    evaluation = study.task.evaluations.select_related("task__campaign").get()
    return Counter(each.segment for each in judgments_of(evaluation, counted=True) if not each.control)


def reject(study: Study, worker: str, by: User) -> None:
    reject_work(worker_called(worker), reason=REASON, category="LOW_EFFORT", by=by, now=NOW)


@pytest.mark.parametrize("campaign", [ALL], indirect=True)
def test_rejected_work_is_replaced_by_others_and_each_item_is_judged_as_often_as_planned(
    study: Study, organiser: User
) -> None:
    for worker in ("w1", "w2"):
        work_through(come(study, worker), worker)
    assert set(judged(study).values()) == {2}
    reject(study, "w1", organiser)
    assert set(judged(study).values()) == {1}
    assert progress_of(study.task).answered == 4
    work_through(come(study, "w3"), "w3")
    assert judged(study) == Counter({"1": 2, "2": 2, "3": 2, "4": 2})
    evaluation = study.task.evaluations.select_related("task__campaign").get()
    assert len(list(judgments_of(evaluation, counted=False))) > sum(judged(study).values())


@pytest.mark.parametrize("campaign", [ALL], indirect=True)
def test_work_that_is_counted_again_is_not_asked_a_second_time(study: Study, organiser: User) -> None:
    for worker in ("w1", "w2"):
        work_through(come(study, worker), worker)
    reject(study, "w1", organiser)
    include_work(worker_called("w1"), by=organiser, now=NOW)
    own = worker_called("w1")
    assert (own.rejected_at, own.rejected_reason, own.is_paid) == (None, "", True)
    assert judged(study) == Counter({"1": 2, "2": 2, "3": 2, "4": 2})
    page = work_through(come(study, "w3"), "w3")
    assert "Nothing is left" in page
    assert not Screen.objects.filter(judge=worker_called("w3").judge, control="").exists()
    with pytest.raises(RefusedError, match="counts already"):
        include_work(worker_called("w1"), by=organiser, now=NOW)
    # Rejected a second time, the items are free once more, each once.
    reject(study, "w1", organiser)
    work_through(come(study, "w4"), "w4")
    assert judged(study) == Counter({"1": 2, "2": 2, "3": 2, "4": 2})


@pytest.mark.parametrize("campaign", [ALL], indirect=True)
def test_what_others_judged_in_the_meantime_keeps_both(study: Study, organiser: User) -> None:
    for worker in ("w1", "w2"):
        work_through(come(study, worker), worker)
    reject(study, "w1", organiser)
    work_through(come(study, "w3"), "w3")
    include_work(worker_called("w1"), by=organiser, now=NOW)
    assert set(judged(study).values()) == {3}
    reject(study, "w1", organiser)
    assert set(judged(study).values()) == {2}
    page = work_through(come(study, "w4"), "w4")
    assert "Nothing is left" in page


def test_no_rule_blocks_whom_organisers_counted_again(study: Study, organiser: User) -> None:
    work_through(come(study, "w1"), "w1", right=False)
    worker = worker_called("w1")
    assert worker.judge is not None
    assert worker.judge.blocked_at is not None
    include_work(worker, by=organiser, now=NOW)
    check_everyone(now=NOW)
    again = worker_called("w1").judge
    assert again is not None
    assert again.blocked_at is None
    assert worker_called("w1").outcome == "blocked"  # the code that they got stays what it was


def test_a_rejection_needs_what_the_platform_asks(study: Study, organiser: User) -> None:
    come(study, "w1")
    come(study, "out", languages=("en",))
    for reason, category, message in (
        ("", "LOW_EFFORT", "Say why"),
        ("too short", "LOW_EFFORT", "at least 100 characters; this one has 9"),
        (" " * 200, "LOW_EFFORT", "Say why"),
        (REASON, "BORING", "Choose a category"),
        (REASON, "", "Choose a category"),
    ):
        with pytest.raises(RefusedError, match=message):
            reject_work(worker_called("w1"), reason=reason, category=category, by=organiser, now=NOW)
    with pytest.raises(RefusedError, match="no work to reject"):
        reject(study, "out", organiser)
    reject(study, "w1", organiser)
    with pytest.raises(RefusedError, match="rejected already"):
        reject(study, "w1", organiser)
    noted = AuditEvent.objects.get(act="crowds.reject")
    assert (noted.actor, noted.details["worker"], noted.details["category"]) == (organiser, "w1", "LOW_EFFORT")


def export(*rows: tuple[str, str]) -> str:
    lines = [f"session-{worker},{worker},{status}" for worker, status in rows]
    return "\n".join(["Submission id,Participant id,Status", *lines]) + "\n"


@pytest.mark.parametrize("campaign", [ALL], indirect=True)
def test_items_of_workers_who_left_become_free_and_count_again_if_the_platform_changes_its_mind(
    study: Study, organiser: User
) -> None:
    for worker in ("w1", "w2"):
        work_through(come(study, worker), worker)
    come(study, "w5")

    def upload(*rows: tuple[str, str]) -> tuple[int, int, int, tuple[str, ...], tuple[str, ...]]:
        taken = take_statuses(study, read_statuses(export(*rows), study.crowd.statuses), by=organiser, now=NOW)
        return taken.known, taken.freed, taken.included, taken.unknown, taken.missing

    said = (("w1", "RETURNED"), ("w2", "APPROVED"), ("stranger", "APPROVED"))
    assert upload(*said) == (2, 1, 0, ("stranger",), ("w5",))
    assert upload(*said) == (2, 0, 0, ("stranger",), ("w5",))
    assert set(judged(study).values()) == {1}
    own = worker_called("w1")
    assert (own.status, own.is_paid, worker_called("w2").status) == ("RETURNED", False, "APPROVED")
    assert upload(("w1", "APPROVED"), ("w2", "APPROVED"), ("w5", "ACTIVE")) == (3, 0, 1, (), ())
    assert judged(study) == Counter({"1": 2, "2": 2, "3": 2, "4": 2})
    assert worker_called("w1").is_paid
    upload(("w1", "TIMED-OUT"), ("w2", "REJECTED"), ("w5", "AWAITING REVIEW"))
    assert judged(study) == Counter()


def test_organisers_do_it_on_the_page(study: Study, organiser: User) -> None:
    come(study, "w1")
    client = Client()
    client.force_login(organiser)
    where = [study.task.campaign.slug, study.task.slug, study.pk]
    who = [*where, worker_called("w1").pk]
    short = client.post(reverse("crowds:reject", args=who), {"reason": "bad", "category": "OTHER"}, follow=True)
    assert "at least 100 characters" in short.content.decode()
    done = client.post(reverse("crowds:reject", args=who), {"reason": REASON, "category": "OTHER"}, follow=True)
    assert "The work of w1 is rejected" in done.content.decode()
    assert REASON in done.content.decode()
    back = client.post(reverse("crowds:include", args=who), follow=True)
    assert "The work of w1 counts again" in back.content.decode()
    released = client.post(reverse("crowds:release", args=who), follow=True)
    assert "from any browser, once" in released.content.decode()
    wrong = client.post(reverse("crowds:study", args=where), {"file": SimpleUploadedFile("export.csv", b"a,b\n1,2\n")})
    assert "export.csv, line 1: expected a column Participant id, found a, b." in wrong.content.decode()
    csv = SimpleUploadedFile("export.csv", export(("w1", "RETURNED")).encode())
    taken = client.post(reverse("crowds:study", args=where), {"file": csv}, follow=True).content.decode()
    assert "The items of 1 are free for others." in taken
    assert "Returned" in taken
