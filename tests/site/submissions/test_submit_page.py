"""The page by which files are added and checked, with and without its script."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Team
from bakeoff_site.core.storage.files import path_of
from bakeoff_site.submissions.models import Draft, DraftFile, Submission, Upload
from tests.site.conftest import Clock
from tests.site.responses import ClientResponse
from tests.site.submissions.conftest import Submit, in_time, packed


@pytest.fixture
def signed_in(client: Client, owner: User) -> Client:
    client.force_login(owner)
    return client


def address(team: Team, name: str = "submit", **more: object) -> str:
    return reverse(f"submissions:{name}", kwargs={"slug": team.campaign.slug, "team_id": team.pk, **more})


def text_of(response: ClientResponse) -> str:
    return response.content.decode()


def test_it_says_what_may_be_submitted_now(signed_in: Client, signed: Team, clock: Clock) -> None:
    clock.move_to(in_time(signed.campaign, "dryrun"))
    page = text_of(signed_in.get(address(signed)))
    assert "OpenMT12_DryRun_NIST_ara2eng_01" in page
    assert "output/NIST/ara2eng/NIST_ara2eng_primary_cn_dryrun_2012" in page
    assert "Fri 24 February 2012, 11:59" in page
    assert "<dt>Contrastive</dt><dd>0 of 3 used</dd>" in page
    assert "OpenMT12_Eval" not in page  # not open yet
    assert "Mon 2 April 2012" in page


def test_it_says_what_is_missing_and_counts_what_was_submitted(
    signed_in: Client, submit: Submit, signed: Team, clock: Clock
) -> None:
    clock.move_to(in_time(signed.campaign, "eval"))
    assert "NIST did not take part in Dry run." in text_of(signed_in.get(address(signed)))
    submit("dryrun")
    submit("eval")
    page = text_of(signed_in.get(address(signed)))
    assert "OpenMT12_Eval_NIST_ara2eng_02" in page
    assert (
        "<b>Primary, Constrained Training:</b> your next package does not replace "
        "OpenMT12_Eval_NIST_ara2eng_01.tgz (receipt 2, "
        "version 1, submitted Fri 6 April 2012, 10:55:12 EDT): it will be scored and is unofficial" in page
    )


def test_it_says_which_package_the_next_one_replaces(
    signed_in: Client, submit: Submit, replacing: Team, clock: Clock
) -> None:
    submit("dryrun")
    submit("eval", systems=[("primary", "cn"), ("contrast1", "cn")])
    page = text_of(signed_in.get(address(replacing)))
    first = "OpenMT12_Eval_NIST_ara2eng_01.tgz (receipt 2, version 1, submitted Fri 6 April 2012, 10:55:12 EDT)"
    assert f"<b>Primary, Constrained Training:</b> your next package replaces {first}</p>" in page
    assert f"<b>Contrastive, Constrained Training:</b> 2 of 3 left; a new contrast1 replaces {first}</p>" in page
    submit("eval", version=2, change=lambda package: package.edited("says", "says again"))
    page = text_of(signed_in.get(address(replacing)))
    assert "your next package replaces OpenMT12_Eval_NIST_ara2eng_02.tgz (receipt 3, version 2, submitted" in page


def test_the_plain_form_leads_to_drafts(signed_in: Client, signed: Team, clock: Clock) -> None:
    clock.move_to(in_time(signed.campaign, "dryrun"))
    name, data = packed(signed.campaign, "dryrun")
    files = [SimpleUploadedFile(name, data), SimpleUploadedFile("notes.txt", b"x")]
    response = signed_in.post(address(signed), {"file": files, "package": "dryrun"})
    assert response["Location"] == f"{address(signed)}#files"
    first, second = Draft.objects.all()
    assert (first.files.get().name, first.package, second.files.get().name) == (name, "dryrun", "notes.txt")
    assert path_of(first.files.get().sha256).read_bytes() == data
    assert not Submission.objects.exists()
    page = text_of(signed_in.get(address(signed)))
    assert page.count("Checking</span>") == 2
    assert "drafts-changed from:body, every 1s" in page


def test_a_form_without_a_file_says_so(signed_in: Client, signed: Team) -> None:
    assert "This field is required." in text_of(signed_in.post(address(signed), {}))


def test_an_empty_file_is_refused_on_the_page(signed_in: Client, signed: Team) -> None:
    page = text_of(signed_in.post(address(signed), {"file": SimpleUploadedFile("a.tgz", b"")}))
    assert "The file is empty (0 bytes); nothing was kept." in page
    assert not Draft.objects.exists()


def test_a_team_without_code_is_told_what_to_do(signed_in: Client, signed: Team) -> None:
    Team.objects.filter(pk=signed.pk).update(code="")
    page = text_of(signed_in.get(address(signed)))
    assert "ask the organisers to assign one" in page
    assert "data-upload" not in page


def test_organisers_look_on_but_do_not_submit(client: Client, signed: Team, organiser: User) -> None:
    client.force_login(organiser)
    assert "Only people of the team submit for it" in text_of(client.get(address(signed)))
    refused = client.post(address(signed), {"file": SimpleUploadedFile("a.tgz", b"x")})
    assert (refused.status_code, Draft.objects.count()) == (403, 0)


def test_a_file_comes_in_pieces(signed_in: Client, signed: Team, owner: User) -> None:
    begun = signed_in.post(address(signed, "start"), {"name": "a.tgz", "size": 10})
    assert (begun.status_code, begun.json()["received"]) == (201, 0)
    upload = Upload.objects.get()
    assert begun.json()["piece"] == address(signed, "piece", upload_id=upload.pk)
    first = _piece(signed_in, begun.json()["piece"], b"0123", offset=0)
    assert (first.status_code, first.json()["received"]) == (200, 4)
    assert signed_in.get(begun.json()["piece"]).json()["received"] == 4
    wrong = _piece(signed_in, begun.json()["piece"], b"4567", offset=0)
    assert (wrong.status_code, wrong.json()["received"]) == (409, 4)
    assert wrong.json()["message"] == "Expected the bytes from 4 on, found those from 0 on."
    early = signed_in.post(begun.json()["finish"])
    message = "The file is not complete: 4 of 10 bytes were received."
    assert (early.status_code, early.json()["message"]) == (400, message)
    _piece(signed_in, begun.json()["piece"], b"456789", offset=4)
    done = signed_in.post(begun.json()["finish"])
    draft = Draft.objects.get()
    assert (done.status_code, done.json()) == (201, {"draft": draft.pk})
    again = signed_in.post(begun.json()["finish"])
    assert again.json() == done.json()
    assert path_of(draft.files.get().sha256).read_bytes() == b"0123456789"


def _piece(client: Client, path: str, data: bytes, *, offset: object) -> Any:
    return client.post(path, data, content_type="application/octet-stream", headers={"Upload-Offset": str(offset)})


@pytest.mark.parametrize("offset", ["", "-1", "four", "\u0664", "9" * 30])
def test_an_offset_that_is_no_number_is_refused(signed_in: Client, signed: Team, offset: str) -> None:
    begun = signed_in.post(address(signed, "start"), {"name": "a.tgz", "size": 10}).json()
    refused = _piece(signed_in, begun["piece"], b"x", offset=offset.encode().decode("latin-1"))
    assert refused.status_code == 400
    assert "Upload-Offset" in refused.json()["message"]


def test_sizes_and_names_that_are_not_taken(signed_in: Client, signed: Team, settings: Any) -> None:
    settings.MAX_UPLOAD_BYTES = 100
    large = signed_in.post(address(signed, "start"), {"name": "a.tgz", "size": 101})
    assert large.json()["message"] == "The file is too large: at most 100 bytes are taken."
    nameless = signed_in.post(address(signed, "start"), {"size": 5})
    assert nameless.json()["message"] == "Expected a name and a size of the file."
    assert not Upload.objects.exists()


def test_nobody_else_adds_to_an_upload(client: Client, signed: Team, owner: User, rival: User, stranger: User) -> None:
    client.force_login(owner)
    begun = client.post(address(signed, "start"), {"name": "a.tgz", "size": 10}).json()
    for person in (rival, stranger):
        other = Client()
        other.force_login(person)
        assert _piece(other, begun["piece"], b"x", offset=0).status_code == 403
    assert Upload.objects.get().received == 0
    own = Team.objects.get(name="Rivals")
    through_own_team = address(own, "piece", upload_id=Upload.objects.get().pk)
    rivals = Client()
    rivals.force_login(rival)
    assert _piece(rivals, through_own_team, b"x", offset=0).status_code == 404


def test_a_team_mate_may_submit(client: Client, signed: Team, team_mate: User) -> None:
    client.force_login(team_mate)
    client.post(address(signed), {"file": SimpleUploadedFile("a.tgz", b"x")})
    assert DraftFile.objects.get().added_by == team_mate


def test_forms_from_elsewhere_are_refused(signed: Team, owner: User) -> None:
    careful = Client(enforce_csrf_checks=True)
    careful.force_login(owner)
    begun = careful.post(address(signed, "start"), {"name": "a.tgz", "size": 10})
    assert begun.status_code == 403
    assert not Upload.objects.exists()
