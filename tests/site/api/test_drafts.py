"""Programs have files checked, fixed and submitted, and follow systems over their versions."""

from __future__ import annotations

from pathlib import Path

import pytest

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Team
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.submissions.models import Draft, Submission
from tests.site.api.conftest import as_, error_of, speaking
from tests.site.conftest import Clock
from tests.site.responses import ClientResponse
from tests.site.submissions.conftest import in_time, packed
from tests.submissions.package_files import BuiltPackage


def wrong(built: BuiltPackage) -> BuiltPackage:
    return built.renamed("primary", "Primary")


@pytest.fixture
def drafts(entrant: Team, clock: Clock) -> str:
    clock.move_to(in_time(entrant.campaign, "dryrun"))
    return f"/campaigns/openmt/teams/{entrant.pk}/drafts"


def detail_of(response: ClientResponse, status: int) -> str:
    """The sentence of an error."""
    assert error_of(response)[0] == status
    return str(response.json()["detail"])


def test_a_file_is_checked_fixed_undone_and_submitted(drafts: str, entrant: Team, owner: User) -> None:
    asking = as_(owner, "submit")
    name, data = packed(entrant.campaign, "dryrun", change=wrong)
    added = asking.post(drafts, data, name=name)
    draft = added.json()
    assert (added.status_code, draft["state"], draft["name"], draft["findings"]) == (201, "checking", name, [])
    own = f"{drafts}/{draft['id']}"
    work_off("w")
    checked = asking.get(own).json()
    assert checked["state"] == "problems"
    assert [each["code"] for each in checked["findings"] if each["severity"] == "error"] == ["file-system-type"]
    (fix,) = checked["fixes"]
    assert (fix["before"].count("Primary"), fix["after"].count("primary")) == (1, 1)
    refused = asking.post(f"{own}/submit", {"revision": checked["revision"]})
    assert detail_of(refused, 409) == f"{name} has 1 problem. Fix them first, or remove the file."

    asking.post(f"{own}/fix", {"fixes": [fix["key"]]})
    work_off("w")
    assert asking.get(own).json()["fixed"] == [fix]
    asking.post(f"{own}/undo", {"fix": fix["key"]})
    work_off("w")
    asking.post(f"{own}/fix", {})
    assert detail_of(asking.post(f"{own}/undo", {"fix": "name:x"}), 409) == "This change was undone already."
    work_off("w")
    ready = asking.get(own).json()
    assert (ready["state"], ready["fixes"], ready["refusal"]) == ("ready", [], "")
    assert detail_of(asking.post(f"{own}/submit", {"revision": checked["revision"]}), 409).startswith("Someone")
    submitted = asking.post(f"{own}/submit", {"revision": ready["revision"]})
    assert (submitted.status_code, submitted.json()["number"]) == (201, 1)
    again = asking.post(f"{own}/submit", {"revision": ready["revision"]})
    assert again.json()["number"] == 1
    assert asking.get(own).status_code == 404
    assert asking.get(drafts).json()["items"] == []


def test_a_draft_is_removed(drafts: str, owner: User) -> None:
    asking = as_(owner, "submit")
    number = asking.post(drafts, b"x", name="a.tgz").json()["id"]
    assert [each["id"] for each in asking.get(drafts).json()["items"]] == [number]
    assert asking.delete(f"{drafts}/{number}").status_code == 204
    assert not Draft.objects.exists()
    assert asking.delete(f"{drafts}/{number}").status_code == 404


def test_organisers_do_not_see_drafts(drafts: str, owner: User, organiser: User) -> None:
    as_(owner, "submit").post(drafts, b"x", name="a.tgz")
    assert detail_of(as_(organiser).get(drafts), 403) == "Drafts are for people of the team."


@pytest.mark.django_db(transaction=True)
def test_the_client_does_the_same(drafts: str, entrant: Team, owner: User, tmp_path: Path) -> None:
    name, data = packed(entrant.campaign, "dryrun", change=wrong)
    (tmp_path / name).write_bytes(data)
    with speaking(owner) as client:
        draft = client.check("openmt", entrant.pk, tmp_path / name, seconds=0)
        work_off("w")
        draft = client.wait_for_check("openmt", entrant.pk, draft.id)
        assert (draft.state, len(draft.fixes)) == ("problems", 1)
        client.fix_draft("openmt", entrant.pk, draft.id)
        work_off("w")
        (draft,) = client.drafts("openmt", entrant.pk)
        assert draft.state == "ready"
        client.undo_fix("openmt", entrant.pk, draft.id, draft.fixed[0].key)
        work_off("w")
        client.fix_draft("openmt", entrant.pk, draft.id, [draft.fixed[0].key])
        work_off("w")
        draft = client.wait_for_check("openmt", entrant.pk, draft.id)
        receipt = client.submit_draft("openmt", entrant.pk, draft.id, revision=draft.revision)
        work_off("w")
        assert Submission.objects.get(number=receipt.number).state == "valid"
        (system,) = client.systems("openmt", entrant.pk)
        assert (system.system, system.language_pair, len(system.versions)) == ("primary", "ara2eng", 1)
        assert (system.versions[0].name, system.versions[0].score) == ("NIST_primary", None)
        other = client.check("openmt", entrant.pk, tmp_path / name, seconds=0)
        client.remove_draft("openmt", entrant.pk, other.id)
    assert Draft.objects.filter(submission=None).count() == 0
