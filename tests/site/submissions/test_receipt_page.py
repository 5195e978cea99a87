"""What a receipt says, to whom, and what can be fetched and withdrawn from it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Team, TeamMember
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.jobs.models import Job
from bakeoff_site.jobs.services import claim, fail
from bakeoff_site.submissions.conversions import FINDINGS_SHOWN
from bakeoff_site.submissions.models import Board, Submission
from bakeoff_site.submissions.services import withdraw_submission
from tests.site.submissions.conftest import Submit
from tests.submissions.package_files import TEAM

PEOPLE = ("owner", "team_mate", "organiser", "administrator")
OTHERS = ("rival", "judge", "observer", "stranger")


def address(submission: Submission, name: str = "receipt") -> str:
    arguments: dict[str, object] = {"slug": submission.campaign.slug, "number": submission.number}
    if name != "package":
        arguments["team_id"] = submission.team_id
    return reverse(f"{'results' if name == 'receipt' else 'submissions'}:{name}", kwargs=arguments)


def text_of(response: Any) -> str:
    content: bytes = response.getvalue() if response.streaming else response.content
    return content.decode()


@pytest.fixture
def signed_in(client: Client, owner: User) -> Client:
    client.force_login(owner)
    return client


def test_it_has_number_time_checksum_and_polls_while_it_is_checked(signed_in: Client, submit: Submit) -> None:
    submission = submit("dryrun", checked=False)
    page = text_of(signed_in.get(address(submission)))
    assert "<h1>Receipt 1</h1>" in page
    assert submission.sha256 in page
    assert " EST" in page
    assert "Being checked" in page
    assert "a few seconds left" in page
    assert 'hx-trigger="every 1s"' in page


def test_a_package_of_their_other_team_is_sent_there(
    signed_in: Client, submit: Submit, signed: Team, owner: User, organiser: User, client: Client
) -> None:
    Team.objects.filter(pk=signed.pk).update(code="FIRST")
    signed.refresh_from_db()
    other = Team.objects.create(campaign=signed.campaign, name="Second Lab", code=TEAM, language_pairs=["ara2eng"])
    TeamMember.objects.create(campaign=signed.campaign, team=other, user=owner)
    submission = submit("dryrun")
    assert "archive-team" in {finding["code"] for finding in submission.findings}
    page = text_of(signed_in.get(address(submission)))
    link = reverse("submissions:submit", args=[signed.campaign.slug, other.pk])
    assert f'<a href="{link}">submit it for Second Lab</a>' in page
    client.force_login(organiser)  # whose team it is not
    assert "submit it for" not in text_of(client.get(address(submission)))


def test_the_part_that_changes_is_answered_alone(signed_in: Client, submit: Submit) -> None:
    submission = submit("dryrun")
    answer = signed_in.get(address(submission), headers={"HX-Request": "true"})
    assert "no-store" in answer["Cache-Control"]
    whole = signed_in.get(address(submission))
    assert "HX-Request" in whole["Vary"]
    part = text_of(answer)
    assert "<html" not in part
    assert '<div id="receipt">' in part  # and asks no more
    assert "NIST_primary" in part


def test_a_valid_package_shows_its_runs_and_how_they_count(
    signed_in: Client, submit: Submit, reference: Callable[[str], DataFile]
) -> None:
    submit("dryrun")
    reference("current")
    page = text_of(signed_in.get(address(submit("eval"))))
    assert "Single System, Arabic–English, Constrained Training, OpenMT12 test set" in page
    assert '<span class="chip good">Official</span>' in page
    assert "Being scored" in page  # its job was taken up, and not done
    assert 'hx-trigger="every 1s"' in page


def test_what_the_rulebook_no_longer_names_is_shown_by_its_id(signed_in: Client, submit: Submit) -> None:
    submission = submit("dryrun")
    Board.objects.update(track="gone", condition="")
    assert "gone, Arabic–English, Dry run set" in text_of(signed_in.get(address(submission)))


def test_its_time_keeps_the_seconds_of_a_whole_minute(signed_in: Client, submit: Submit) -> None:
    submission = submit("dryrun", when=datetime(2012, 2, 20, 17, 30, 0, tzinfo=UTC))
    assert ">Mon 20 February 2012, 12:30:00 EST</time>" in text_of(signed_in.get(address(submission)))


def test_runs_have_a_link_and_the_time_from_which_their_scores_are_visible(
    signed_in: Client, submit: Submit, reference: Callable[[str], DataFile]
) -> None:
    reference("current")
    submit("dryrun")
    submission = submit("eval")
    page = text_of(signed_in.get(address(submission)))
    run = submission.runs.get()
    link = reverse("results:run", args=[submission.campaign.slug, run.pk])
    assert f'<a href="{link}"><bdi>NIST_primary</bdi></a>' in page
    assert "Fri 20 April 2012, 12:00 EDT" in page
    assert signed_in.get(link).status_code == 200


def test_a_run_that_was_replaced_is_official_no_longer_and_each_receipt_names_the_other(
    signed_in: Client, submit: Submit, replacing: Team
) -> None:
    submit("dryrun")
    first = submit("eval")
    second = submit("eval", version=2, change=lambda package: package.edited("says", "says again"))
    before, after = (text_of(signed_in.get(address(each))) for each in (first, second))
    official = '<span class="chip good">Official</span>'
    assert official not in before
    assert '<span class="chip">Replaced</span>' in before
    assert "Replaced by OpenMT12_Eval_NIST_ara2eng_02.tgz (receipt 3, version 2, submitted Fri 6 April 2012" in before
    assert official in after
    assert "Replaces OpenMT12_Eval_NIST_ara2eng_01.tgz (receipt 2, version 1, submitted Fri 6 April 2012" in after
    assert "main evaluation, version 2<" in after
    assert "Version 2, in time" in after
    every = text_of(signed_in.get(reverse("submissions:list", args=[replacing.campaign.slug, replacing.pk])))
    assert every.count('<span class="chip good">Official</span>') == 1  # the dry run is not official


def test_what_was_replaced_is_official_again_once_the_other_is_withdrawn(
    signed_in: Client, submit: Submit, replacing: Team, owner: User
) -> None:
    submit("dryrun")
    first = submit("eval")
    second = submit("eval", version=2, change=lambda package: package.edited("says", "says again"))
    withdraw_submission(second, by=owner, reason="wrong file")
    assert '<span class="chip good">Official</span>' in text_of(signed_in.get(address(first)))
    assert '<span class="chip good">Official</span>' not in text_of(signed_in.get(address(second)))


def test_findings_are_by_file_with_line_found_expected_and_remedy(
    signed_in: Client, submit: Submit, source: Callable[[str], DataFile]
) -> None:
    source("dryrun")
    submission = submit("dryrun", change=lambda package: package.edited("NIST_ara2eng_primary_cn", "NIST"))
    page = text_of(signed_in.get(address(submission)))
    (finding,) = submission.findings
    assert f"<header><bdi><code>{finding['file']}</code></bdi></header>" in page
    assert "The system&#x27;s name in the file is not that of the file&#x27;s name" in page
    sentence = "Found <bdi>NIST</bdi>, expected <bdi>NIST_ara2eng_primary_cn</bdi>. "
    assert f"Line {finding['line']}: {sentence}" in " ".join(page.split())
    assert "<b>1 mistake</b>" in page
    assert "This submission was rejected and will not be scored." in page
    assert "Fix it and submit again" in page


def test_what_a_hostile_package_says_is_shown_as_text(signed_in: Client, submit: Submit) -> None:
    submission = submit(
        "dryrun",
        change=lambda package: package.edited("NIST_ara2eng_primary_cn", "&lt;script&gt;alert(1)&lt;/script&gt;"),
    )
    page = text_of(signed_in.get(address(submission)))
    assert "<script>alert(1)" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_of_findings_that_are_alike_the_first_are_shown(signed_in: Client, submit: Submit) -> None:
    submission = submit("dryrun")
    finding = {"code": "seg-order", "severity": "error", "file": "a.xml", "line": 1, "found": "x", "expected": "y"}
    Submission.objects.filter(pk=submission.pk).update(findings=[finding] * (FINDINGS_SHOWN + 5))
    page = text_of(signed_in.get(address(submission)))
    assert page.count("Line 1: ") == FINDINGS_SHOWN
    assert f"Show {FINDINGS_SHOWN - 1} more" in page
    assert "… and 5 more like these" in page


def test_all_findings_can_be_fetched(signed_in: Client, submit: Submit) -> None:
    submission = submit("dryrun")
    response = signed_in.get(address(submission, "findings"))
    assert json.loads(text_of(response)) == {
        "package": submission.name,
        "kind": "dryrun",
        "valid": True,
        "findings": submission.findings,
    }
    assert response["Content-Disposition"] == 'attachment; filename="findings-1.json"'


def test_a_check_that_broke_down_is_said_to_be_no_fault_of_the_team(signed_in: Client, submit: Submit) -> None:
    submission = submit("dryrun", checked=False)
    job = claim("w")
    assert job is not None
    fail(job, "secret.xml: unreadable", again=False)
    page = text_of(signed_in.get(address(submission)))
    assert "because of an error on our side" in page
    assert "secret.xml" not in page
    assert "hx-trigger" not in page


def test_the_package_comes_back_as_it_was(signed_in: Client, submit: Submit) -> None:
    submission = submit("dryrun")
    response = signed_in.get(address(submission, "package"))
    assert hashlib.sha256(response.getvalue()).hexdigest() == submission.sha256
    assert response["Content-Type"] == "application/octet-stream"
    assert response["Content-Disposition"] == f'attachment; filename="{submission.name}"'
    assert response["X-Checksum-Sha256"] == submission.sha256
    assert int(response["Content-Length"]) == submission.size


@pytest.mark.parametrize("name", ["receipt", "findings", "package", "withdraw"])
def test_who_sees_it(name: str, submit: Submit, request: pytest.FixtureRequest) -> None:
    submission = submit("dryrun")
    statuses = {}
    for role in (*PEOPLE, *OTHERS):
        client = Client()
        client.force_login(request.getfixturevalue(role))
        statuses[role] = client.get(address(submission, name)).status_code
    assert statuses == {**dict.fromkeys(PEOPLE, 200), **dict.fromkeys(OTHERS, 403)}
    assert Client().get(address(submission, name))["Location"].startswith("/account/sign-in/")


def test_it_is_not_found_under_another_team(submit: Submit, organiser: User, rival: User) -> None:
    submission = submit("dryrun")
    other = Team.objects.get(name="Rivals")
    client = Client()
    client.force_login(organiser)
    path = reverse("results:receipt", args=[submission.campaign.slug, other.pk, submission.number])
    assert client.get(path).status_code == 404


def test_a_team_withdraws_with_a_reason(signed_in: Client, submit: Submit, owner: User) -> None:
    submission = submit("dryrun")
    path = address(submission, "withdraw")
    assert "This cannot be undone" in text_of(signed_in.get(path))
    assert "This field is required." in text_of(signed_in.post(path, {"reason": ""}))
    response = signed_in.post(path, {"reason": "the wrong file"}, follow=True)
    assert "Receipt 1 is withdrawn; its runs no longer count." in text_of(response)
    assert "the wrong file" in text_of(response)
    submission.refresh_from_db()
    assert (submission.state, submission.withdrawn_by) == ("withdrawn", owner)
    again = signed_in.get(path)
    assert (again.status_code, "It is withdrawn already." in text_of(again)) == (403, True)


def test_an_organiser_withdraws_for_a_team(client: Client, submit: Submit, organiser: User) -> None:
    submission = submit("dryrun")
    client.force_login(organiser)
    client.post(address(submission, "withdraw"), {"reason": "by mail"})
    submission.refresh_from_db()
    assert submission.withdrawn_by == organiser


@pytest.mark.parametrize("runs", [1, 3])
def test_it_costs_the_same_for_one_run_and_three(
    runs: int, signed_in: Client, submit: Submit, django_assert_num_queries: Any
) -> None:
    systems = [("primary", "cn"), ("contrast1", "cn"), ("contrast2", "cn")][:runs]
    submission = submit("dryrun", systems=systems)
    with django_assert_num_queries(17):
        signed_in.get(address(submission))


def test_jobs_are_left_alone(signed_in: Client, submit: Submit) -> None:
    submission = submit("dryrun", checked=False)
    before = list(Job.objects.values())
    signed_in.get(address(submission))
    assert list(Job.objects.values()) == before
