"""System descriptions by the API."""

from __future__ import annotations

from bakeoff.submissions.description_texts import description_template
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Signature, Team
from bakeoff_site.submissions.models import Description
from tests.site.api.conftest import as_, error_of
from tests.site.conftest import Clock
from tests.site.submissions.test_describing import PRIMARY


def address(team: Team) -> str:
    return f"/campaigns/openmt/teams/{team.pk}/description"


def test_description_is_kept_with_its_findings(entrant: Team, team_mate: User, clock: Clock) -> None:
    clock.move_into(entrant.campaign, "evaluation")
    template = description_template(entrant.campaign.rules, team="NIST", values=PRIMARY)
    response = as_(team_mate, "submit").put(address(entrant), {"text": template})
    assert response.status_code == 200
    assert response.json()["findings"] == Description.objects.get().findings
    asked = {name.lower(): value for name, value in PRIMARY.items()}
    assert as_(team_mate).get(address(entrant), **asked).json() == response.json()


def test_no_description_yet(entrant: Team, owner: User) -> None:
    assert error_of(as_(owner).get(address(entrant))) == (404, "not-found")


def test_empty_description_is_refused(entrant: Team, owner: User, clock: Clock) -> None:
    clock.move_into(entrant.campaign, "evaluation")
    assert error_of(as_(owner).put(address(entrant), {"text": " "})) == (409, "refused")


def test_others_neither_describe_nor_read(entrant: Team, rival: User) -> None:
    assert error_of(as_(rival).put(address(entrant), {"text": "x"})) == (403, "forbidden")
    assert error_of(as_(rival).get(address(entrant))) == (403, "forbidden")


def test_organisers_read_and_do_not_describe(entrant: Team, organiser: User) -> None:
    assert error_of(as_(organiser).get(address(entrant))) == (404, "not-found")
    assert error_of(as_(organiser).put(address(entrant), {"text": "x"})) == (403, "forbidden")


def test_descriptions_are_listed_once_they_are_released(
    entrant: Team, rival: User, owner: User, stranger: User, clock: Clock
) -> None:
    text = "Site: TESTS\nApproach: phrases\n"
    which = {"track": "single", "condition": "constrained", "system": "primary"}
    Description.objects.create(team=entrant, text=text, valid=True, submitted_by=owner, submitted_at=clock.now, **which)
    rivals = rival.team_memberships.get().team
    for agreement in entrant.campaign.rules.registration.agreements:
        Signature.objects.create(team=rivals, agreement=agreement, signed_by=rival)
    address = "/campaigns/openmt/descriptions"
    clock.move_into(entrant.campaign, "preliminary")
    assert as_(rival).get(address).json()["items"] == []
    clock.move_into(entrant.campaign, "public")
    found = as_(rival, "read").get(address).json()
    released = {"team": entrant.name, "team_code": entrant.code, **which, "text": text}
    assert (found["items"], found["count"]) == ([released], 1)
    for other in (stranger, None):  # the rulebook releases them to participants
        assert as_(other).get(address).json()["items"] == []
