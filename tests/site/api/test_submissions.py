"""Packages submitted by the API in one request, followed and withdrawn."""

from __future__ import annotations

import hashlib
import io
from typing import Any

import pytest
from django.test import Client

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Team
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.submissions.models import Submission
from tests.site.api.conftest import as_, error_of
from tests.site.conftest import Clock
from tests.site.submissions.conftest import in_time, packed


@pytest.fixture
def dry_run(entrant: Team, clock: Clock) -> tuple[str, bytes]:
    """A package that is right at this time."""
    clock.move_to(in_time(entrant.campaign, "dryrun"))
    return packed(entrant.campaign, "dryrun")


def submit(user: User, team: Team, file: tuple[str, bytes], **query: object) -> Any:
    name, data = file
    return as_(user, "submit").post(f"/campaigns/openmt/teams/{team.pk}/submissions", data, name=name, **query)


@pytest.fixture
def submission(entrant: Team, owner: User, dry_run: tuple[str, bytes]) -> Submission:
    number = submit(owner, entrant, dry_run).json()["number"]
    return Submission.objects.get(number=number)


def test_receipt_then_verdict(entrant: Team, owner: User, dry_run: tuple[str, bytes], clock: Clock) -> None:
    response = submit(owner, entrant, dry_run)
    receipt = response.json()
    assert response.status_code == 201
    assert (receipt["number"], receipt["state"], receipt["findings"]) == (1, "received", [])
    assert receipt["sha256"] == hashlib.sha256(dry_run[1]).hexdigest()
    assert receipt["received_at"] == clock.now.isoformat().replace("+00:00", "Z")
    work_off("test")
    shown = as_(owner, "submit").get("/campaigns/openmt/submissions/1").json()
    assert (shown["state"], shown["package"], shown["late"]) == ("valid", "dryrun", False)
    assert [(run["system"], run["language_pair"], run["in_force"]) for run in shown["runs"]] == [
        ("primary", "ara2eng", True)
    ]


def test_findings_are_those_of_the_checker(entrant: Team, owner: User, dry_run: tuple[str, bytes]) -> None:
    broken = packed(entrant.campaign, "dryrun", change=lambda package: package.renamed("primary", "best"))
    submit(owner, entrant, broken)
    work_off("test")
    shown = as_(owner).get("/campaigns/openmt/submissions/1").json()
    assert shown["state"] == "invalid"
    assert shown["runs"] == []
    assert shown["findings"] == Submission.objects.get().findings
    assert "error" in {finding["severity"] for finding in shown["findings"]}


def test_waiting_answers_at_once_when_it_is_checked(submission: Submission, owner: User) -> None:
    work_off("test")
    assert as_(owner).get("/campaigns/openmt/submissions/1", wait=10).json()["state"] == "valid"


def test_waiting_ends(submission: Submission, owner: User) -> None:
    assert as_(owner).get("/campaigns/openmt/submissions/1", wait=1).json()["state"] == "received"


@pytest.mark.parametrize("wait", [-1, 11])
def test_waiting_has_bounds(wait: int, submission: Submission, owner: User) -> None:
    assert error_of(as_(owner).get("/campaigns/openmt/submissions/1", wait=wait)) == (422, "invalid")


def test_package_that_broke_off_leaves_nothing(entrant: Team, owner: User, dry_run: tuple[str, bytes]) -> None:
    headers = as_(owner).headers
    broken_off: dict[str, Any] = {"wsgi.input": io.BytesIO(dry_run[1][:50])}
    response = Client().generic(
        "POST",
        f"/api/v1/campaigns/openmt/teams/{entrant.pk}/submissions?name={dry_run[0]}",
        dry_run[1],
        "application/octet-stream",
        headers=headers,
        **broken_off,
    )
    assert error_of(response) == (400, "bad-request")
    assert not Submission.objects.exists()


def test_too_large_a_package_is_refused_before_it_is_read(
    entrant: Team, owner: User, dry_run: tuple[str, bytes], settings: Any
) -> None:
    settings.MAX_UPLOAD_BYTES = 100
    assert error_of(submit(owner, entrant, dry_run)) == (413, "too-large")
    assert not Submission.objects.exists()


def test_empty_package_is_refused(entrant: Team, owner: User, dry_run: tuple[str, bytes]) -> None:
    assert error_of(submit(owner, entrant, (dry_run[0], b""))) == (409, "refused")


def test_unknown_kind_of_package_is_refused(entrant: Team, owner: User, dry_run: tuple[str, bytes]) -> None:
    assert error_of(submit(owner, entrant, dry_run, package="nothing")) == (409, "refused")


@pytest.mark.parametrize("who", ["rival", "stranger", "organiser", "judge", "observer"])
def test_others_submit_nothing(
    who: str, entrant: Team, dry_run: tuple[str, bytes], request: pytest.FixtureRequest
) -> None:
    assert error_of(submit(request.getfixturevalue(who), entrant, dry_run)) == (403, "forbidden")
    assert not Submission.objects.exists()


def test_package_out_of_its_phase_is_receipted_and_found_wanting(entrant: Team, owner: User, clock: Clock) -> None:
    package = packed(entrant.campaign, "dryrun")
    clock.move_into(entrant.campaign, "registration")
    assert submit(owner, entrant, package).status_code == 201
    work_off("test")
    assert as_(owner).get("/campaigns/openmt/submissions/1").json()["state"] == "invalid"


def test_team_lists_its_own(submission: Submission, entrant: Team, team_mate: User, rival: User) -> None:
    address = f"/campaigns/openmt/teams/{entrant.pk}/submissions"
    listed = as_(team_mate).get(address).json()
    assert [(row["number"], row["submitted_by"]) for row in listed["items"]] == [(1, "Owen Owner")]
    assert error_of(as_(rival).get(address)) == (403, "forbidden")


@pytest.mark.parametrize("rows", [1, 3])
def test_lists_ask_the_database_the_same_for_many(
    rows: int, submission: Submission, entrant: Team, owner: User, django_assert_num_queries: Any
) -> None:
    for number in range(2, rows + 1):
        Submission.objects.create(
            campaign=entrant.campaign,
            team=entrant,
            number=number,
            name="x",
            sha256=submission.sha256,
            size=1,
            submitted_by=owner,
            received_at=submission.received_at,
        )
    asking = as_(owner)
    asking.get("/me")
    with django_assert_num_queries(8):
        assert asking.get(f"/campaigns/openmt/teams/{entrant.pk}/submissions").json()["count"] == rows


def test_organiser_lists_all(submission: Submission, organiser: User, owner: User) -> None:
    assert as_(organiser).get("/campaigns/openmt/submissions").json()["count"] == 1
    assert error_of(as_(owner).get("/campaigns/openmt/submissions")) == (403, "forbidden")


def test_others_see_no_submission(submission: Submission, rival: User, stranger: User) -> None:
    for other in (rival, stranger):
        assert error_of(as_(other).get("/campaigns/openmt/submissions/1")) == (404, "not-found")


def test_package_comes_back_as_it_was(submission: Submission, owner: User, dry_run: tuple[str, bytes]) -> None:
    response = as_(owner).get("/campaigns/openmt/submissions/1/package")
    assert response.getvalue() == dry_run[1]
    assert dry_run[0] in response.headers["Content-Disposition"]
    assert response.headers["X-Checksum-SHA256"] == submission.sha256


def test_package_is_for_its_team_alone(submission: Submission, rival: User) -> None:
    assert error_of(as_(rival).get("/campaigns/openmt/submissions/1/package")) == (404, "not-found")


def test_withdrawal(submission: Submission, team_mate: User) -> None:
    response = as_(team_mate, "submit").post("/campaigns/openmt/submissions/1/withdraw", {"reason": "wrong file"})
    assert (response.status_code, response.json()["state"]) == (200, "withdrawn")
    assert response.json()["withdrawal_reason"] == "wrong file"
    again = as_(team_mate).post("/campaigns/openmt/submissions/1/withdraw", {"reason": "again"})
    assert error_of(again) == (403, "forbidden")


def test_withdrawal_needs_a_reason(submission: Submission, owner: User) -> None:
    response = as_(owner).post("/campaigns/openmt/submissions/1/withdraw", {"reason": ""})
    assert error_of(response) == (422, "invalid")
    assert Submission.objects.get().state == "received"


def test_rival_withdraws_nothing(submission: Submission, rival: User) -> None:
    response = as_(rival).post("/campaigns/openmt/submissions/1/withdraw", {"reason": "sabotage"})
    assert error_of(response) == (404, "not-found")
    assert Submission.objects.get().state == "received"


def test_reading_token_withdraws_nothing(submission: Submission, owner: User) -> None:
    response = as_(owner, "read").post("/campaigns/openmt/submissions/1/withdraw", {"reason": "x"})
    assert error_of(response) == (403, "scope")
