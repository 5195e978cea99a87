"""The id of a team stays once packages bear it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Team
from bakeoff_site.campaigns.selectors.teams import code_is_taken
from bakeoff_site.campaigns.services.teams import assign_team_code, change_registration, registration_of
from bakeoff_site.core.refusals import RefusedError
from tests.site.submissions.conftest import Submit
from tests.submissions.package_files import TEAM


@pytest.mark.parametrize("checked", [True, False])
def test_an_id_that_packages_bear_stays(submit: Submit, signed: Team, organiser: User, *, checked: bool) -> None:
    submit("dryrun", checked=checked)
    with pytest.raises(RefusedError, match=f"bear the code {TEAM}.*registers a team again"):
        assign_team_code(signed, "NEW", by=organiser)
    said = registration_of(signed)
    with pytest.raises(RefusedError, match=f"bear the code {TEAM}"):
        change_registration(signed, replace(said, code="NEW"), by=organiser)
    change_registration(signed, replace(said, name="Another Name"), by=organiser)
    assign_team_code(signed, TEAM, by=organiser)
    signed.refresh_from_db()
    assert (signed.code, signed.name) == (TEAM, "Another Name")


def test_an_id_that_nothing_valid_bears_may_change(submit: Submit, signed: Team, organiser: User) -> None:
    assert submit("dryrun", change=lambda package: replace(package, name="wrong.tgz")).state == "invalid"
    assign_team_code(signed, "NEW", by=organiser)
    signed.refresh_from_db()
    assert signed.code == "NEW"


def test_an_id_under_which_runs_are_known_is_nobody_elses(
    submit: Submit, signed: Team, rival: User, organiser: User
) -> None:
    submit("dryrun")
    Team.objects.filter(pk=signed.pk).update(code="CHANGED")  # as it once could be
    other = Team.objects.get(members__user=rival)
    with pytest.raises(RefusedError, match="or had it when it submitted"):
        assign_team_code(other, TEAM.lower(), by=organiser)
    assert not code_is_taken(signed.campaign, TEAM, by_other_than=signed)


def test_runs_of_a_longer_id_are_not_those_of_a_shorter(submit: Submit, signed: Team) -> None:
    submit("dryrun")
    beginning = TEAM[:2]
    Team.objects.filter(pk=signed.pk).update(code=f"{beginning}_LAB")
    signed.runs.update(name=f"{beginning}_LAB_primary")
    assert not code_is_taken(signed.campaign, beginning, by_other_than=None)
    Team.objects.filter(pk=signed.pk).update(code="CHANGED")
    assert code_is_taken(signed.campaign, beginning, by_other_than=None)
