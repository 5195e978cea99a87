"""What people see of drafts, and what they do with them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.jobs.models import Job
from bakeoff_site.jobs.services import claim, fail
from bakeoff_site.submissions.models import Draft, Submission
from bakeoff_site.submissions.services.drafts import apply_fixes
from tests.site.conftest import Clock
from tests.site.submissions.conftest import AddDraft, Submit, check_drafts, in_time, packed
from tests.submissions.package_files import BuiltPackage, build

pytestmark = pytest.mark.django_db


@pytest.fixture
def signed_in(client: Client, owner: User) -> Client:
    client.force_login(owner)
    return client


def address(team: Team, name: str, **more: object) -> str:
    return reverse(f"submissions:{name}", kwargs={"slug": team.campaign.slug, "team_id": team.pk, **more})


def text_of(response: object) -> str:
    content: bytes = response.content  # type: ignore[attr-defined]
    return " ".join(content.decode().split())


def wrong(built: BuiltPackage) -> BuiltPackage:
    return built.renamed("primary", "Primary")


@pytest.fixture
def draft(add_draft: AddDraft, campaign: Campaign) -> Draft:
    name, data = packed(campaign, "dryrun", change=wrong)
    return add_draft(name, data)


def test_a_finding_says_what_where_found_and_expected_and_offers_the_fix(
    signed_in: Client, signed: Team, draft: Draft
) -> None:
    page = text_of(signed_in.get(address(signed, "submit")))
    assert "1 problem to fix before you can submit" in page
    assert "The type of system in the file&#x27;s name is none that the package may hold" in page
    assert "Found <bdi>Primary</bdi>, expected <bdi>one of primary, contrast1" in page
    assert re.search(r"We can rename it to \S*NIST_ara2eng_primary_cn_dryrun_\d+\.xml\.", page)
    assert page.count("Fix for me") == 1
    assert "Fix all" not in page  # one button is enough
    assert "every 1s" not in page  # nothing changes by itself


def test_lines_of_the_file_are_shown_as_text(
    signed_in: Client, signed: Team, add_draft: AddDraft, campaign: Campaign, source: Callable[[str], DataFile]
) -> None:
    source("dryrun")
    name, data = packed(campaign, "dryrun", change=lambda built: built.edited('id="2"', 'id="7"', times=1))
    add_draft(name, data)
    page = text_of(signed_in.get(address(signed, "submit")))
    assert "&lt;seg id=&quot;7&quot;&gt;" in page
    assert '<seg id="7">' not in page


def test_without_scripts_a_fix_is_made_and_undone(signed_in: Client, signed: Team, draft: Draft) -> None:
    (key,) = re.findall(r'name="fix" value="([^"]*)"', text_of(signed_in.get(address(signed, "submit"))))
    done = signed_in.post(address(signed, "fix", draft_id=draft.pk), {"fix": key})
    assert (done.status_code, done["Location"]) == (302, f"{address(signed, 'submit')}#files")
    check_drafts()
    page = text_of(signed_in.get(address(signed, "submit")))
    assert "Fixed: name of the file" in page
    assert "Show what changed" in page
    assert "Your package is ready" in page
    signed_in.post(address(signed, "undo", draft_id=draft.pk), {"fix": key})
    check_drafts()
    assert "1 problem to fix" in text_of(signed_in.get(address(signed, "submit")))


def test_the_part_that_changes_is_answered_alone(signed_in: Client, signed: Team, draft: Draft) -> None:
    headers = {"HX-Request": "true"}
    part = text_of(signed_in.post(address(signed, "fix-all"), headers=headers))
    assert part.startswith('<div id="drafts"')
    assert "every 1s" in part
    assert 'id="steps" aria-label="Steps" hx-swap-oob="true"' in part
    again = text_of(signed_in.post(address(signed, "fix", draft_id=draft.pk), {"fix": "name:x"}, headers=headers))
    assert "This can no longer be fixed for you" in again
    check_drafts()
    assert "Your package is ready" in text_of(signed_in.get(address(signed, "drafts"), headers=headers))
    assert signed_in.get(address(signed, "drafts")).status_code == 302


def test_a_refusal_is_shown_on_the_page_without_scripts(signed_in: Client, signed: Team, draft: Draft) -> None:
    answer = signed_in.post(address(signed, "undo", draft_id=draft.pk), {"fix": "name:x"}, follow=True)
    assert "This change was undone already." in text_of(answer)


def test_a_file_and_a_draft_are_removed(signed_in: Client, signed: Team, draft: Draft) -> None:
    signed_in.post(address(signed, "remove", draft_id=draft.pk), {"file": draft.files.get().pk})
    assert not Draft.objects.exists()
    assert signed_in.post(address(signed, "remove", draft_id=draft.pk)).status_code == 404


def test_a_check_that_broke_down_is_said_to_be_no_fault_of_the_team(
    signed_in: Client, signed: Team, add_draft: AddDraft, campaign: Campaign
) -> None:
    add_draft(*packed(campaign, "dryrun"), checked=False)
    job = claim("w")
    assert job is not None
    fail(job, "the disk broke", again=False)
    page = text_of(signed_in.get(address(signed, "submit")))
    assert "The check failed because of an error on our side" in page
    assert "the disk broke" not in page
    signed_in.post(address(signed, "check"))
    assert Job.objects.filter(state="queued").count() == 1
    assert "Not checked yet" in text_of(signed_in.get(address(signed, "confirm")))


def test_files_come_back_as_they_were_sent_and_as_they_were_made(
    signed_in: Client, signed: Team, draft: Draft, campaign: Campaign
) -> None:
    apply_fixes(draft)
    check_drafts()
    contents = {}
    for file in draft.files.all():
        response = signed_in.get(address(signed, "draft-file", draft_id=draft.pk, file_id=file.pk))
        contents[file.role] = b"".join(response)
        assert response["Content-Type"] == "application/octet-stream"
    assert contents["sent"] == packed(campaign, "dryrun", change=wrong)[1]
    assert contents["package"] != contents["sent"]


def test_only_people_of_the_team_see_drafts(client: Client, signed: Team, draft: Draft, organiser: User) -> None:
    client.force_login(organiser)
    name = draft.files.get().name
    assert name not in text_of(client.get(address(signed, "submit")))
    assert name not in text_of(client.get(address(signed, "list")))
    for page in ("confirm", "drafts"):
        assert client.get(address(signed, page), headers={"HX-Request": "true"}).status_code == 403


def test_what_is_confirmed_says_what_it_counts_as(
    signed_in: Client, signed: Team, draft: Draft, add_draft: AddDraft, campaign: Campaign
) -> None:
    page = text_of(signed_in.get(address(signed, "confirm")))
    assert "Fix its problems first" in page
    assert 'name="draft"' not in page
    signed.language_pairs = ["ara2eng", "chi2eng"]
    signed.save()
    files = build(campaign.rules, "dryrun", language_pair="chi2eng").package.files
    for name, data in files.items():
        add_draft(name.rpartition("/")[2], data)
    page = text_of(signed_in.get(address(signed, "confirm")))
    assert "Chinese–English" in page
    (chosen,) = re.findall(r'name="draft" value="([^"]*)" checked', page)
    refused = text_of(signed_in.post(address(signed, "confirm"), {}))
    assert "Nothing was submitted" in refused
    assert "Choose at least one package to submit." in refused
    done = signed_in.post(address(signed, "confirm"), {"draft": [chosen, "nonsense", f"{draft.pk}:x:late"]})
    submission = Submission.objects.get()
    assert done["Location"] == reverse("results:receipt", args=[campaign.slug, signed.pk, submission.number])


def test_several_packages_lead_to_the_list(signed_in: Client, signed: Team, clock: Clock) -> None:
    clock.move_to(in_time(signed.campaign, "dryrun"))
    files = [SimpleUploadedFile(name, b"x") for name in ("a.tgz", "b.tgz")]
    signed_in.post(address(signed, "submit"), {"file": files})
    drafts = [f"{draft.pk}:{draft.revision}:unchecked" for draft in Draft.objects.all()]
    answer = signed_in.post(address(signed, "confirm"), {"draft": drafts}, follow=True)
    assert "2 packages are submitted: receipts 1, 2." in text_of(answer)


def test_the_list_says_that_drafts_are_not_submitted(signed_in: Client, signed: Team, draft: Draft) -> None:
    page = text_of(signed_in.get(address(signed, "list")))
    assert "1 draft not submitted yet" in page


def test_a_rejected_package_is_fixed_as_a_draft(signed_in: Client, signed: Team, submit: Submit) -> None:
    submission = submit("dryrun", change=wrong)
    assert submission.state == "invalid"
    receipt = reverse("results:receipt", args=[signed.campaign.slug, signed.pk, submission.number])
    assert "Fix it and submit again" in text_of(signed_in.get(receipt))
    signed_in.post(address(signed, "draft", number=submission.number))
    check_drafts()
    draft = Draft.objects.get()
    assert draft.files.get().sha256 == submission.sha256
    signed_in.post(address(signed, "fix", draft_id=draft.pk))
    check_drafts()
    draft.refresh_from_db()
    signed_in.post(address(signed, "confirm"), {"draft": f"{draft.pk}:{draft.revision}:in-time"})
    second = Submission.objects.order_by("-number")[0]
    page = text_of(signed_in.get(reverse("results:receipt", args=[signed.campaign.slug, signed.pk, second.number])))
    assert "Fixed before you submitted it" in page
    assert "As you sent it" in page
    valid = submit("dryrun", checked=False)
    answer = signed_in.post(address(signed, "draft", number=valid.number), follow=True)
    assert "Only a package that was rejected can be fixed" in text_of(answer)


def test_a_package_of_another_team_of_theirs_is_not_renamed(
    signed_in: Client, signed: Team, owner: User, campaign: Campaign, add_draft: AddDraft
) -> None:
    campaign.rulebook_content["registration"]["several_teams"] = True
    campaign.save()
    other = Team.objects.create(campaign=campaign, name="Second team", code="SECOND", language_pairs=["ara2eng"])
    for team in (signed, other):
        team.members.get_or_create(user=owner, campaign=campaign, defaults={"is_contact": True})
    add_draft(*packed(campaign, "dryrun", change=lambda built: built.renamed("NIST", "SECOND")))
    page = text_of(signed_in.get(address(signed, "submit")))
    assert "The names in it have the code of your other team." in page
    assert f'href="{address(other, "submit")}"' in page


@pytest.mark.parametrize("files", [1, 3])
def test_the_page_costs_the_same_for_one_and_three_drafts(
    files: int,
    signed_in: Client,
    signed: Team,
    add_draft: AddDraft,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in range(files):
        add_draft(f"notes-{number}.txt", b"x\n")
    signed_in.get(address(signed, "submit"))
    with django_assert_num_queries(21):
        signed_in.get(address(signed, "submit"))
