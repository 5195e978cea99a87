"""Files of a campaign by the API."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Team
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.datasets.models import DataFile, Download
from tests.site.api.conftest import as_, error_of
from tests.site.conftest import Clock
from tests.site.texts import reference_xml, source_xml

WHERE = {"test_set": "current", "language_pair": "ara2eng"}
FILES = "/campaigns/openmt/data"


@pytest.fixture
def source(organiser: User, entrant: Team, clock: Clock) -> DataFile:
    clock.move_into(entrant.campaign, "evaluation")
    response = as_(organiser, "organise").post(FILES, source_xml(), kind="source", name="source.xml", **WHERE)
    assert response.status_code == 201
    return DataFile.objects.get(pk=response.json()["id"])


def test_organiser_adds_a_file(source: DataFile, organiser: User) -> None:
    [shown] = as_(organiser).get(FILES).json()["items"]
    assert shown["sha256"] == hashlib.sha256(source_xml()).hexdigest() == source.sha256
    assert (shown["kind"], shown["test_set"], shown["version"], shown["may_fetch"]) == ("source", "current", 1, True)


def test_file_replaces_the_one_before(source: DataFile, organiser: User) -> None:
    other = source_xml(("eins", "zwei", "vier"))
    response = as_(organiser).post(FILES, other, kind="source", name="source.xml", note="corrected", **WHERE)
    assert (response.json()["version"], response.json()["note"]) == (2, "corrected")
    assert as_(organiser).get(FILES).json()["count"] == 1


def test_file_that_replaces_another_says_why(source: DataFile, organiser: User) -> None:
    other = source_xml(("eins", "zwei", "vier"))
    response = as_(organiser).post(FILES, other, kind="source", name="source.xml", **WHERE)
    assert error_of(response) == (409, "refused")
    assert "version 1" in response.json()["detail"]
    # Sent once more, the same file is no other
    again = as_(organiser).post(FILES, source_xml(), kind="source", name="source.xml", **WHERE)
    assert (again.status_code, again.json()["id"]) == (201, source.pk)


@pytest.mark.parametrize(
    ("query", "data", "expected"),
    [
        ({"kind": "nonsense", "name": "a.xml", **WHERE}, source_xml(), (409, "refused")),
        ({"kind": "source", "name": "a.xml", "test_set": "none"}, source_xml(), (409, "refused")),
        ({"kind": "source", "name": "a.xml", **WHERE}, b"<mteval><srcset", (422, "invalid")),
        ({"kind": "source", "name": "a.xml", **WHERE}, b"", (422, "invalid")),
        ({"kind": "source", **WHERE}, source_xml(), (422, "invalid")),
    ],
)
def test_file_that_cannot_be_added(query: dict[str, Any], data: bytes, expected: Any, organiser: User) -> None:
    response = as_(organiser).post(FILES, data, **query)
    assert error_of(response) == expected
    assert not DataFile.objects.exists()


def test_mistake_in_a_file_has_its_line(organiser: User) -> None:
    response = as_(organiser).post(FILES, source_xml()[:-20], kind="source", name="source.xml", **WHERE)
    [finding] = response.json()["findings"]
    assert (finding["file"], finding["severity"]) == ("source.xml", "error")
    assert finding["line"]


def test_reference_must_go_with_the_source(source: DataFile, organiser: User) -> None:
    response = as_(organiser).post(FILES, reference_xml(("one", "two")), kind="reference", name="ref.xml", **WHERE)
    assert error_of(response) == (422, "invalid")
    assert as_(organiser).post(FILES, reference_xml(), kind="reference", name="ref.xml", **WHERE).status_code == 201


@pytest.mark.parametrize("who", ["owner", "rival", "judge", "stranger"])
def test_others_add_nothing(who: str, entrant: Team, request: pytest.FixtureRequest) -> None:
    response = as_(request.getfixturevalue(who)).post(FILES, source_xml(), kind="source", name="s.xml", **WHERE)
    assert error_of(response) == (403, "forbidden")


def test_team_fetches_what_is_released_and_it_is_noted(source: DataFile, team_mate: User, entrant: Team) -> None:
    [shown] = as_(team_mate).get(FILES).json()["items"]
    assert shown["may_fetch"]
    response = as_(team_mate, "read").get(f"{FILES}/{source.pk}/content")
    assert response.getvalue() == source_xml()
    assert (Download.objects.get().user, Download.objects.get().team) == (team_mate, entrant)


def test_team_gets_nothing_before_its_phase(source: DataFile, owner: User, clock: Clock) -> None:
    clock.move_into(source.campaign, "dry-run")
    [shown] = as_(owner).get(FILES).json()["items"]
    assert not shown["may_fetch"]
    assert shown["opens"].startswith("2012-04-02")
    assert (shown["name"], shown["note"], shown["size"], shown["sha256"]) == ("", "", None, "")
    assert error_of(as_(owner).get(f"{FILES}/{source.pk}/content")) == (403, "forbidden")
    assert not Download.objects.exists()


def test_reference_is_not_handed_out_in_the_evaluation(source: DataFile, owner: User, organiser: User) -> None:
    added = as_(organiser).post(FILES, reference_xml(), kind="reference", name="ref.xml", **WHERE).json()
    assert error_of(as_(owner).get(f"{FILES}/{added['id']}/content")) == (403, "forbidden")


def test_stranger_and_visitor_get_nothing(source: DataFile, stranger: User) -> None:
    for who in (stranger, None):
        assert error_of(as_(who).get(f"{FILES}/{source.pk}/content")) == (403, "forbidden")


def test_no_such_file(organiser: User) -> None:
    assert error_of(as_(organiser).get(f"{FILES}/1/content")) == (404, "not-found")


def test_organiser_sees_the_versions_of_a_file(source: DataFile, organiser: User) -> None:
    as_(organiser).post(FILES, source_xml(("a", "b", "c")), kind="source", name="new.xml", note="corrected", **WHERE)
    rows = as_(organiser, "organise").get(f"{FILES}/{source.pk}/versions").json()["items"]
    assert [(row["version"], row["name"], row["note"]) for row in rows] == [
        (2, "new.xml", "corrected"),
        (1, "source.xml", ""),
    ]
    assert (rows[0]["replaced_at"], rows[1]["added_by"]) == (None, "Olga Organiser")
    assert rows[1]["replaced_at"]


def test_file_is_taken_away_and_stays_as_a_version(source: DataFile, organiser: User, owner: User) -> None:
    response = as_(organiser, "organise").post(f"{FILES}/{source.pk}/remove", {"reason": "of another year"})
    assert response.status_code == 200
    assert response.json()["replaced_at"]
    assert as_(organiser).get(FILES).json()["items"] == []
    event = AuditEvent.objects.get(act="data.remove")
    assert (event.actor, event.details["reason"]) == (organiser, "of another year")
    assert error_of(as_(organiser).post(f"{FILES}/{source.pk}/remove", {"reason": "again"})) == (403, "forbidden")


def test_removal_needs_a_reason(source: DataFile, organiser: User) -> None:
    for body in ({}, {"reason": ""}):
        assert error_of(as_(organiser).post(f"{FILES}/{source.pk}/remove", body)) == (422, "invalid")
    source.refresh_from_db()
    assert source.replaced_at is None


def test_pack_of_outputs_is_not_taken_away(source: DataFile, organiser: User) -> None:
    DataFile.objects.update(kind="outputs")
    response = as_(organiser).post(f"{FILES}/{source.pk}/remove", {"reason": "unwanted"})
    assert error_of(response) == (403, "forbidden")
    assert "server makes and removes packs" in response.json()["detail"]


def test_what_is_missing_is_listed_with_its_day(source: DataFile, organiser: User) -> None:
    rows = as_(organiser).get("/campaigns/openmt/missing-data", limit=200).json()["items"]
    here = [row for row in rows if (row["test_set"], row["language_pair"]) == ("current", "ara2eng")]
    assert [(row["kind"], row["what"]) for row in here] == [("reference", "4 of 4 references")]
    assert here[0]["due"]
    assert not here[0]["is_overdue"]


def test_downloads_are_listed_and_searched(source: DataFile, organiser: User, team_mate: User, entrant: Team) -> None:
    as_(team_mate).get(f"{FILES}/{source.pk}/content").getvalue()
    address = "/campaigns/openmt/downloads"
    [row] = as_(organiser, "organise").get(address).json()["items"]
    assert (row["file"], row["name"], row["version"]) == (source.pk, "source.xml", 1)
    assert (row["person"], row["team"]) == ("Tara Team-Mate", entrant.name)
    assert as_(organiser).get(address, text="tara").json()["count"] == 1
    assert as_(organiser).get(address, text="nobody").json()["count"] == 0


@pytest.mark.parametrize("who", ["owner", "judge", "stranger"])
def test_others_neither_see_nor_do_what_organisers_do(
    who: str, source: DataFile, request: pytest.FixtureRequest
) -> None:
    asking = as_(request.getfixturevalue(who))
    for response in (
        asking.get(f"{FILES}/{source.pk}/versions"),
        asking.get("/campaigns/openmt/missing-data"),
        asking.get("/campaigns/openmt/downloads"),
        asking.post(f"{FILES}/{source.pk}/remove", {"reason": "mine"}),
    ):
        assert error_of(response) == (403, "forbidden")
    source.refresh_from_db()
    assert source.replaced_at is None
