"""A team learns that its output is as another team's, and nothing of the other; organisers learn which."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from django.urls import reverse

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Signature, Team
from bakeoff_site.submissions.models import Submission
from bakeoff_site.submissions.services import receive_submission
from tests.site.api.conftest import as_
from tests.site.submissions.conftest import PAIR, Submit, check_waiting, packed
from tests.submissions.package_files import BuiltPackage


def long(package: BuiltPackage) -> BuiltPackage:
    """Forty lines of text."""
    files = {}
    for name, data in package.files.items():
        head, _, _ = data.decode().partition("<doc ")
        segments = "".join(f'<seg id="{n}">a rather long line of text {n}</seg>' for n in range(1, 41))
        files[name] = f'{head}<doc docid="a" genre="nw">{segments}</doc></tstset></mteval>\n'.encode()
    return BuiltPackage(package.name, files)


def of_rivals(package: BuiltPackage) -> BuiltPackage:
    files = {
        name.replace("NIST", "RIVAL"): text.replace(b"NIST", b"RIVAL") for name, text in long(package).files.items()
    }
    return BuiltPackage(package.name.replace("NIST", "RIVAL"), files)


@pytest.fixture
def first(submit: Submit, signed: Team) -> Submission:
    """What the team submits, under a number that stands nowhere else."""
    submission = submit("dryrun", change=long)
    Submission.objects.filter(pk=submission.pk).update(number=48151)
    submission.refresh_from_db()
    return submission


@pytest.fixture
def copy(first: Submission, rival: User) -> Submission:
    """The same texts from the rivals."""
    rivals = Team.objects.get(name="Rivals")
    Team.objects.filter(pk=rivals.pk).update(language_pairs=[PAIR])
    for agreement in rivals.campaign.rules.registration.agreements:
        Signature.objects.create(team=rivals, agreement=agreement, signed_by=rival)
    name, data = packed(first.campaign, "dryrun", change=of_rivals)
    submission = receive_submission(Team.objects.get(pk=rivals.pk), name=name, chunks=[data], by=rival)
    check_waiting()
    submission.refresh_from_db()
    Submission.objects.filter(pk=submission.pk).update(number=2)
    return Submission.objects.get(pk=submission.pk)


def copied(submission: Submission) -> list[str]:
    return [each["found"] for each in submission.findings if each["code"] == "text-copied"]


def test_the_finding_tells_nothing_of_the_other(copy: Submission, first: Submission) -> None:
    assert copied(copy) == ["40 of 40 segments (100 %) equal to the output of another team"]
    run = first.runs.get()
    told = json.dumps(copy.findings)
    for secret in ("NIST", str(first.number), run.name, first.received_at.isoformat()[:16]):
        assert secret not in told
    assert [each.run for each in copy.copies.all()] == [run]


def page_of(submission: Submission, user: User, client: Client) -> str:
    client.force_login(user)
    arguments = [submission.campaign.slug, submission.team_id, submission.number]
    return client.get(reverse("results:receipt", args=arguments)).content.decode()


def test_the_page_names_the_other_to_organisers_alone(
    copy: Submission, first: Submission, rival: User, organiser: User, client: Client
) -> None:
    own = page_of(copy, rival, client)
    assert "equal to the output of another team" in own
    assert "48151" not in own
    assert "NIST_primary" not in own
    shown = page_of(copy, organiser, client)
    assert "<bdi>NIST_primary</bdi>" in shown
    assert "receipt 48151</a>" in shown
    assert "<h2>Copies</h2>" not in page_of(first, organiser, client)


def test_the_api_names_the_other_to_organisers_alone(
    copy: Submission, first: Submission, rival: User, organiser: User
) -> None:
    own = as_(rival).get(f"/campaigns/openmt/submissions/{copy.number}").json()
    assert own["copies"] == []
    assert "48151" not in json.dumps(own)
    shown = as_(organiser).get(f"/campaigns/openmt/submissions/{copy.number}").json()
    assert [(each["run"], each["team"], each["number"]) for each in shown["copies"]] == [
        ("NIST_primary", first.team_id, 48151)
    ]
