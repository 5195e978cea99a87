"""A worker does what waits, keeps its leases, and hands back what it cannot finish."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.jobs import execution
from bakeoff_site.jobs.choices import JobKind, JobState
from bakeoff_site.jobs.models import Job
from bakeoff_site.jobs.services import claim, enqueue, hand_back
from bakeoff_site.jobs.worker import Worker
from bakeoff_site.mail.models import Mail
from bakeoff_site.mail.services.outbox import put

pytestmark = pytest.mark.django_db(transaction=True)


class Hall:
    """Where tasks meet: they begin, and wait until they are let go."""

    def __init__(self) -> None:
        self.begun: list[int] = []
        self.go = threading.Event()

    def work(self, subject: int, report: execution.Report) -> None:
        self.begun.append(subject)
        assert self.go.wait(20)

    def wait_for(self, count: int) -> None:
        end = time.monotonic() + 20
        while len(self.begun) < count:
            assert time.monotonic() < end
            time.sleep(0.02)


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    hall = Hall()
    execution.periodic_tasks()  # has all tasks loaded, so that none comes later and takes the place of this one
    monkeypatch.setitem(execution._TASKS, JobKind.SCORE_RUN, hall.work)
    yield hall
    hall.go.set()


def ask(campaign: Campaign, *subjects: int) -> None:
    for subject in subjects:
        enqueue(JobKind.SCORE_RUN, subject, campaign_id=campaign.pk)


def started(worker: Worker, **options: float) -> threading.Thread:
    thread = threading.Thread(target=worker.run, kwargs=options)
    thread.start()
    return thread


def test_once_it_ends_when_nothing_is_left(campaign: Campaign, hall: Hall) -> None:
    hall.go.set()
    ask(campaign, 1, 2, 3)
    assert Worker().run(once=True)
    assert hall.begun == [1, 2, 3]
    assert set(Job.objects.values_list("state", flat=True)) == {JobState.DONE}


def test_threads_do_several_at_a_time(campaign: Campaign, hall: Hall) -> None:
    ask(campaign, 1, 2)
    worker = Worker(threads=2)
    thread = started(worker)
    hall.wait_for(2)
    hall.go.set()
    worker.stop()
    thread.join()
    assert Job.objects.filter(state=JobState.DONE).count() == 2


def test_a_lease_is_renewed_while_a_task_says_nothing(campaign: Campaign, hall: Hall) -> None:
    ask(campaign, 1)
    worker = Worker(lease=timedelta(seconds=0.8))
    thread = started(worker)
    hall.wait_for(1)
    time.sleep(1.6)  # twice the lease
    until = Job.objects.get().lease_until
    assert until is not None
    assert until > timezone.now()
    assert claim("another") is None
    hall.go.set()
    worker.stop()
    thread.join()
    job = Job.objects.get()
    assert (job.state, job.attempts) == (JobState.DONE, 1)


def test_stopped_it_finishes_what_it_started(campaign: Campaign, hall: Hall) -> None:
    ask(campaign, 1, 2)
    worker = Worker()
    thread = started(worker)
    hall.wait_for(1)
    worker.stop()
    hall.go.set()
    thread.join()
    assert [job.state for job in Job.objects.all()] == [JobState.DONE, JobState.QUEUED]


def test_what_takes_too_long_is_handed_back(campaign: Campaign, hall: Hall) -> None:
    ask(campaign, 1)
    worker = Worker()
    found: list[bool] = []
    thread = threading.Thread(target=lambda: found.append(worker.run(grace_seconds=0.2)))
    thread.start()
    hall.wait_for(1)
    worker.stop()
    thread.join()
    assert found == [False]
    job = Job.objects.get()
    assert (job.state, job.attempts, job.lease_until) == (JobState.QUEUED, 0, None)
    assert "handed back: the worker was stopped" in job.log
    hall.go.set()
    time.sleep(0.3)
    job.refresh_from_db()
    assert job.state == JobState.QUEUED  # what the old thread says of it no longer counts


def test_what_was_asked_for_again_is_not_handed_back_twice(campaign: Campaign) -> None:
    ask(campaign, 1)
    job = claim("w")
    assert job is not None
    ask(campaign, 1)
    assert hand_back(job, "the worker was stopped")
    assert [each.state for each in Job.objects.all()] == [JobState.FAILED, JobState.QUEUED]


def test_who_lost_a_job_notes_nothing(campaign: Campaign, hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    def lose(subject: int, report: execution.Report) -> None:
        Job.objects.update(worker="another")
        report(1, 2)
        hall.begun.append(subject)

    monkeypatch.setitem(execution._TASKS, JobKind.SCORE_RUN, lose)
    ask(campaign, 1)
    Worker().run(once=True)
    job = Job.objects.get()
    assert (job.state, job.worker, hall.begun) == (JobState.RUNNING, "another", [])


def test_a_task_that_hangs_is_given_up_and_its_worker_ends(campaign: Campaign, hall: Hall) -> None:
    ask(campaign, 1, 2)
    worker = Worker(lease=timedelta(seconds=0.4), patience=timedelta(seconds=1))
    thread = started(worker, grace_seconds=0.1)
    hall.wait_for(1)
    thread.join(20)
    assert not thread.is_alive()
    assert worker.is_stalled
    hung, other = Job.objects.all()
    assert (hung.state, hung.attempts) == (JobState.QUEUED, 1)  # after a pause, as after any failure
    assert hung.error == "it made no progress for 1 second"
    assert (other.state, other.attempts) == (JobState.QUEUED, 0)


def test_a_task_that_goes_on_slowly_is_not(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(subject: int, report: execution.Report) -> None:
        for step in range(8):
            time.sleep(0.3)
            report(step, 8)

    execution.periodic_tasks()
    monkeypatch.setitem(execution._TASKS, JobKind.SCORE_RUN, slow)
    ask(campaign, 1)
    worker = Worker(lease=timedelta(seconds=0.4), patience=timedelta(seconds=1))
    assert worker.run(once=True)
    assert not worker.is_stalled
    assert Job.objects.get().state == JobState.DONE


def test_a_task_that_says_the_same_again_and_again_hangs(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    def stuck(subject: int, report: execution.Report) -> None:
        end = time.monotonic() + 20
        while time.monotonic() < end:
            report(1, 8)
            time.sleep(0.1)

    execution.periodic_tasks()
    monkeypatch.setitem(execution._TASKS, JobKind.SCORE_RUN, stuck)
    ask(campaign, 1)
    worker = Worker(lease=timedelta(seconds=0.4), patience=timedelta(seconds=1))
    worker.run(grace_seconds=2)
    assert worker.is_stalled
    assert Job.objects.get().state == JobState.QUEUED


def test_a_worker_kept_free_leaves_the_rest(campaign: Campaign, hall: Hall) -> None:
    hall.go.set()
    ask(campaign, 1)
    assert Worker(quick=True).run(once=True)
    assert hall.begun == []


def write(*people: str) -> None:
    put(Mail(to=f"{name}@example.org", subject="News", text="There are some.") for name in people)


def test_a_mail_is_out_soon_after_its_commit_whatever_else_is_done(campaign: Campaign, hall: Hall) -> None:
    ask(campaign, 1)
    worker = Worker()
    thread = started(worker)
    hall.wait_for(1)  # busy with a job that does not end
    begin = time.monotonic()
    write("ann")
    while not mail.outbox:
        assert time.monotonic() < begin + 10  # half a second where nothing else runs; periodic tasks run every 20
        time.sleep(0.02)
    hall.go.set()
    worker.stop()
    thread.join()
    assert [message.to for message in mail.outbox] == [["ann@example.org"]]


def test_once_it_ends_when_mails_are_out_too(campaign: Campaign, hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    def tell(subject: int, report: execution.Report) -> None:
        write("ann")

    monkeypatch.setitem(execution._TASKS, JobKind.SCORE_RUN, tell)
    ask(campaign, 1)
    write("bob")
    assert Worker().run(once=True)
    assert sorted(message.to[0] for message in mail.outbox) == ["ann@example.org", "bob@example.org"]


def test_a_mail_server_that_does_not_answer_holds_up_no_job(
    campaign: Campaign, hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, answer = threading.Event(), threading.Event()

    def hang(*_: object, **__: object) -> None:
        asked.set()
        answer.wait(20)
        raise TimeoutError

    monkeypatch.setattr("django.core.mail.EmailMessage.send", hang)
    write("ann")
    worker = Worker()
    thread = started(worker, grace_seconds=0.2)
    assert asked.wait(20)
    hall.go.set()
    ask(campaign, 1)
    hall.wait_for(1)
    while Job.objects.get().state != JobState.DONE:
        time.sleep(0.02)
    worker.stop()
    thread.join(10)
    assert not thread.is_alive()  # nor does the worker's end wait for it
    answer.set()
    while Mail.objects.get().error == "":
        time.sleep(0.02)
    assert Mail.objects.get().error.startswith("TimeoutError")
