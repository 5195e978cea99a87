"""What someone can do in a campaign: rows by role and by phase."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Extension, Signature, Team
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.selectors.campaigns import role_of
from bakeoff_site.campaigns.services.teams import withdraw_team
from bakeoff_site.core.todos import Todo
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.home.selectors.todos import todos_in, todos_of
from bakeoff_site.jobs.choices import JobKind, JobState
from bakeoff_site.jobs.models import Job
from bakeoff_site.submissions.choices import SubmissionState
from bakeoff_site.submissions.models import Submission
from tests.site.conftest import Clock
from tests.site.results.boards import Entry, put_board


def rows(user: User | None, campaign: Campaign) -> list[tuple[str, str, str]]:
    """State, title and where the button leads."""
    role = role_of(user, campaign) if user is not None else CampaignRole(campaign=campaign)
    return [_row(todo) for todo in todos_in(role, timezone.now())]


def _row(todo: Todo) -> tuple[str, str, str]:
    return todo.state, todo.title, todo.address if todo.action else ""


def titles(user: User | None, campaign: Campaign) -> list[str]:
    return [title for _, title, _ in rows(user, campaign)]


def test_visitors_are_led_through_signing_in_to_registration(campaign: Campaign, clock: Clock) -> None:
    clock.move_into(campaign, "registration")
    assert rows(None, campaign) == [
        ("open", "Register a team", "/account/sign-in/?next=/campaigns/openmt/register/"),
        ("open", "Read the rules", "/campaigns/openmt/rules/"),
    ]


def test_who_signed_in_registers_at_once(campaign: Campaign, stranger: User, clock: Clock) -> None:
    clock.move_into(campaign, "registration")
    assert rows(stranger, campaign)[0] == ("open", "Register a team", "/campaigns/openmt/register/")


def test_before_and_after_registration_people_learn_what_helps(
    campaign: Campaign, stranger: User, clock: Clock
) -> None:
    clock.move_into(campaign, "registration")
    clock.move_on(timedelta(days=-2))
    assert rows(None, campaign)[0] == (
        "open",
        "Registration opens on Fri 28 October 2011, 00:00 EDT",
        "/campaigns/openmt/calendar.ics",
    )
    clock.move_into(campaign, "evaluation")
    assert titles(None, campaign)[0] == "Are you in a team already?"
    assert not any("egist" in title for title in titles(stranger, campaign))


def test_everyone_is_led_to_public_results(campaign: Campaign, clock: Clock) -> None:
    clock.move_into(campaign, "public")
    assert rows(None, campaign)[0] == ("open", "See the results", "/campaigns/openmt/results/")
    assert titles(None, campaign)[-1] == "Are you in a team already?"
    clock.move_into(campaign, "preliminary")
    assert "See the results" not in titles(None, campaign)


def test_contact_persons_sign_and_others_read(team: Team, owner: User, team_mate: User, clock: Clock) -> None:
    clock.move_into(team.campaign, "registration")
    address = f"/campaigns/openmt/teams/{team.pk}/agreements/"
    signing = [row for row in rows(owner, team.campaign) if row[1].startswith("Sign the agreements: ")]
    assert [row[2].startswith(address) for row in signing] == [True]
    actions = {
        user: [todo.action for todo in todos_in(role_of(user, team.campaign), clock.now) if "Sign the" in todo.title]
        for user in (owner, team_mate)
    }
    assert actions == {owner: ["Read and sign"], team_mate: ["Read"]}


def test_required_runs_are_due_before_the_deadline_and_done_with_a_receipt(
    team: Team, owner: User, organiser: User, clock: Clock
) -> None:
    campaign = team.campaign
    clock.move_into(campaign, "evaluation")
    title = "Main evaluation: Arabic–English, primary run"
    assert ("due", title, f"/campaigns/openmt/teams/{team.pk}/submissions/submit/") in rows(owner, campaign)
    [run] = put_board(campaign, [Entry("TESTS_primary", 1, team)], by=organiser).values()
    receipt = f"/campaigns/openmt/teams/{team.pk}/submissions/{run.submission.number}/"
    [todo] = [each for each in todos_in(role_of(owner, campaign), clock.now) if each.title == title]
    assert (todo.state, todo.text, todo.address) == ("done", "Submitted Mon 2 April. Valid.", receipt)


def test_more_time_for_a_team_moves_what_is_due(team: Team, owner: User, organiser: User, clock: Clock) -> None:
    campaign = team.campaign
    clock.move_into(campaign, "dry-run")
    clock.move_on(timedelta(days=60))
    assert not any("Dry run: " in title for title in titles(owner, campaign))
    until = clock.now + timedelta(days=1)
    Extension.objects.create(team=team, phase="dry-run", until=until, reason="ill", granted_by=organiser)
    [todo] = [each for each in todos_in(role_of(owner, campaign), clock.now) if "Dry run: " in each.title]
    assert (todo.state, todo.due) == ("due", until)


def test_rejected_packages_block_until_a_later_one_is_valid(team: Team, owner: User, clock: Clock) -> None:
    clock.move_into(team.campaign, "dry-run")
    common = {"campaign": team.campaign, "team": team, "sha256": "0" * 64, "size": 1, "submitted_by": owner}
    Submission.objects.create(
        number=1, name="broken.tgz", received_at=clock.now, state=SubmissionState.INVALID, **common
    )
    Submission.objects.create(number=2, name="new.tgz", received_at=clock.now, **common)
    found = rows(owner, team.campaign)
    place = f"/campaigns/openmt/teams/{team.pk}/submissions/"
    assert found[0] == ("blocking", "broken.tgz", f"{place}1/")
    assert ("open", "new.tgz", f"{place}2/") in found


def test_what_other_teams_do_stays_with_them(team: Team, owner: User, rival: User, clock: Clock) -> None:
    clock.move_into(team.campaign, "dry-run")
    Submission.objects.create(
        campaign=team.campaign,
        team=team,
        sha256="0" * 64,
        size=1,
        submitted_by=owner,
        number=1,
        name="secret.tgz",
        received_at=clock.now,
        state=SubmissionState.INVALID,
    )
    for user in (rival, None):
        assert "secret.tgz" not in titles(user, team.campaign)


def test_a_withdrawn_team_has_nothing_to_do(team: Team, owner: User, organiser: User, clock: Clock) -> None:
    clock.move_into(team.campaign, "dry-run")
    withdraw_team(team, by=organiser, reason="left")
    assert not any("run" in title for title in titles(owner, team.campaign))


def test_organisers_see_what_blocks(campaign: Campaign, organiser: User, clock: Clock) -> None:
    clock.move_into(campaign, "dry-run")
    Job.objects.create(
        kind=JobKind.SCORE_RUN,
        subject_id=1,
        campaign=campaign,
        state=JobState.FAILED,
        not_before=clock.now,
        finished_at=clock.now,
    )
    Team.objects.create(campaign=campaign, name="Nameless")
    found = rows(organiser, campaign)
    assert [row[0] for row in found[:3]] == ["blocking", "blocking", "due"]
    assert ("blocking", "1 job failed", "/campaigns/openmt/organise/jobs/") in found
    assert ("due", "1 team waits for a team code", "/campaigns/openmt/organise/teams/") in found
    assert ("open", "The campaign is not listed", "/campaigns/openmt/organise/#listing") in found
    assert any(row[1].endswith("data files are missing") and row[2].endswith("/data/manage/") for row in found)


def test_files_that_may_be_fetched_are_offered(
    team: Team, owner: User, rival: User, organiser: User, clock: Clock
) -> None:
    campaign = team.campaign
    for agreement in campaign.rules.registration.agreements:
        Signature.objects.create(team=team, agreement=agreement, signed_by=owner)
    DataFile.objects.create(
        campaign=campaign,
        kind="source",
        test_set="current",
        language_pair="ara2eng",
        name="source.xml",
        sha256="0" * 64,
        size=1_400_000,
        added_by=organiser,
    )
    clock.move_into(campaign, "dry-run")
    assert "Download the test sources" not in titles(owner, campaign)
    clock.move_into(campaign, "evaluation")
    [todo] = [each for each in todos_in(role_of(owner, campaign), clock.now) if each.title.startswith("Download")]
    assert (todo.text.replace("\xa0", " "), todo.address) == (
        "1 language pair, 1 file, 1.3 MB.",
        "/campaigns/openmt/data/",
    )
    assert "Download the test sources" not in titles(None, campaign)


def test_nothing_is_to_do_in_an_archived_campaign(team: Team, owner: User, organiser: User, clock: Clock) -> None:
    clock.move_into(team.campaign, "dry-run")
    Campaign.objects.update(archived_at=clock.now)
    campaign = Campaign.objects.get()
    for user in (owner, organiser):
        assert [row for row in rows(user, campaign) if row[1] not in ("See the results", "Read the rules")] == []
        assert todos_of(user, [campaign], clock.now) == ()


@pytest.mark.parametrize("who", ["owner", "organiser"])
def test_the_list_over_all_campaigns_names_each_and_has_only_what_is_left(
    who: str, team: Team, request: pytest.FixtureRequest, clock: Clock
) -> None:
    user: User = request.getfixturevalue(who)
    clock.move_into(team.campaign, "dry-run")
    todos = todos_of(user, [team.campaign], clock.now)
    assert todos
    assert {todo.where for todo in todos} == {team.campaign.title}
    assert all(todo.state != "done" and todo.action for todo in todos)
