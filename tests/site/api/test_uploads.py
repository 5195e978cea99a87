"""Packages that come in pieces."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Team
from bakeoff_site.core.storage import disk_space
from bakeoff_site.core.storage.disk_space import Space
from bakeoff_site.submissions.models import Submission, Upload
from tests.site.api.conftest import as_, error_of
from tests.site.conftest import Clock
from tests.site.submissions.conftest import in_time, packed


@pytest.fixture
def package(entrant: Team, clock: Clock) -> tuple[str, bytes]:
    clock.move_to(in_time(entrant.campaign, "dryrun"))
    return packed(entrant.campaign, "dryrun")


@pytest.fixture
def address(entrant: Team) -> str:
    return f"/campaigns/openmt/teams/{entrant.pk}/uploads"


@pytest.fixture
def upload(address: str, owner: User, package: tuple[str, bytes]) -> dict[str, Any]:
    name, data = package
    response = as_(owner, "submit").post(address, {"name": name, "size": len(data)})
    assert response.status_code == 201
    begun: dict[str, Any] = response.json()
    return begun


def test_pieces_become_a_submission(
    address: str, upload: dict[str, Any], owner: User, package: tuple[str, bytes]
) -> None:
    asking, own, data = as_(owner, "submit"), f"{address}/{upload['id']}", package[1]
    assert (upload["received"], upload["size"], upload["submission"]) == (0, len(data), None)
    assert asking.patch(own, data[:100], offset=0).json()["received"] == 100
    assert asking.get(own).json()["received"] == 100
    assert asking.patch(own, data[100:], offset=100).json()["received"] == len(data)
    finished = asking.post(f"{own}/finish")
    assert finished.status_code == 201
    assert finished.json()["sha256"] == hashlib.sha256(data).hexdigest()
    assert asking.post(f"{own}/finish").json()["number"] == finished.json()["number"]
    assert asking.get(own).json()["submission"] == finished.json()["number"]
    assert Submission.objects.count() == 1


def test_piece_at_another_place_is_refused(
    address: str, upload: dict[str, Any], owner: User, package: tuple[str, bytes]
) -> None:
    own = f"{address}/{upload['id']}"
    assert error_of(as_(owner).patch(own, package[1][:10], offset=5)) == (409, "refused")
    assert as_(owner).get(own).json()["received"] == 0


def test_more_than_was_announced_is_refused(
    address: str, upload: dict[str, Any], owner: User, package: tuple[str, bytes]
) -> None:
    assert error_of(as_(owner).patch(f"{address}/{upload['id']}", package[1] + b"x", offset=0)) == (409, "refused")


def test_unfinished_upload_is_no_submission(address: str, upload: dict[str, Any], owner: User) -> None:
    assert error_of(as_(owner).post(f"{address}/{upload['id']}/finish")) == (409, "refused")
    assert not Submission.objects.exists()


@pytest.mark.parametrize("wrong", [{"size": -1, "name": "a"}, {"name": "a"}, {"size": 1}, {"size": "x", "name": "a"}])
def test_announcement_must_be_complete(wrong: dict[str, Any], address: str, owner: User) -> None:
    assert error_of(as_(owner).post(address, wrong)) == (422, "invalid")


def test_too_large_a_file_is_refused_when_it_is_announced(address: str, owner: User, settings: Any) -> None:
    settings.MAX_UPLOAD_BYTES = 10
    assert error_of(as_(owner).post(address, {"name": "a.tgz", "size": 11})) == (409, "refused")


def test_upload_of_others_cannot_be_touched(address: str, upload: dict[str, Any], rival: User, organiser: User) -> None:
    own = f"{address}/{upload['id']}"
    for other in (rival, organiser):
        assert error_of(as_(other).get(own)) == (403, "forbidden")
        assert error_of(as_(other).patch(own, b"x", offset=0)) == (403, "forbidden")
        assert error_of(as_(other).post(f"{own}/finish")) == (403, "forbidden")
    assert Upload.objects.get().received == 0


def test_upload_is_not_found_under_another_team(upload: dict[str, Any], rival: User) -> None:
    theirs = rival.team_memberships.get().team_id
    assert error_of(as_(rival).get(f"/campaigns/openmt/teams/{theirs}/uploads/{upload['id']}")) == (404, "not-found")


def test_reading_token_uploads_nothing(address: str, owner: User) -> None:
    assert error_of(as_(owner, "read").post(address, {"name": "a", "size": 1})) == (403, "scope")


def test_a_full_disk_and_a_full_allowance_are_distinguished(
    address: str, owner: User, package: tuple[str, bytes], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, data = package
    asking = as_(owner, "submit")
    monkeypatch.setattr(disk_space, "space", lambda: Space(10, 1000))
    refused = asking.post(address, {"name": name, "size": len(data)})
    assert error_of(refused) == (507, "no-space")
    assert "10\xa0bytes are free" in refused.json()["detail"]
    whole = f"/campaigns/openmt/teams/{address.split('/')[-2]}/submissions"
    assert error_of(asking.post(whole, data, name=name)) == (507, "no-space")
    monkeypatch.setattr(disk_space, "space", lambda: Space(2**30, 0))
    settings.MAX_TEAM_BYTES = 10
    refused = asking.post(address, {"name": name, "size": len(data)})
    assert error_of(refused) == (409, "refused")
    assert "of the 10\xa0bytes that it may use in this campaign" in refused.json()["detail"]
    assert not Upload.objects.exists()
