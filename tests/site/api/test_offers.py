"""What a team can submit now, what its next package replaces, and what one replaced, by the API and the client."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bakeoff.errors import BakeoffError
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Team
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.submissions.models import Submission, Upload
from bakeoff_site.submissions.services import receive_submission
from tests.site.api.conftest import as_, error_of, speaking
from tests.site.conftest import Clock
from tests.site.submissions.conftest import in_time, packed

FIRST = "OpenMT12_Eval_NIST_ara2eng_01.tgz (receipt 2, version 1, submitted Fri 6 April 2012, 10:55:12 EDT)"


@pytest.fixture
def first(entrant: Team, owner: User, clock: Clock) -> Submission:
    """The first package of the evaluation, in a campaign where a later one replaces it."""
    entrant.campaign.rulebook_content["submission"]["packages"]["eval"]["resubmission"] = "replaces"
    entrant.campaign.save()
    entrant.campaign.__dict__.pop("rules", None)
    submitted(entrant, owner, clock, "dryrun")
    return submitted(entrant, owner, clock, "eval")


def submitted(team: Team, by: User, clock: Clock, kind: str, **options: Any) -> Submission:
    clock.move_to(in_time(team.campaign, kind))
    name, data = packed(team.campaign, kind, **options)
    submission = receive_submission(team, name=name, chunks=[data], by=by)
    work_off("test")
    submission.refresh_from_db()
    return submission


def again(team: Team, by: User, clock: Clock) -> Submission:
    return submitted(team, by, clock, "eval", version=2, change=lambda package: package.edited("says", "says again"))


def test_offers_say_what_the_next_package_replaces(first: Submission, entrant: Team, owner: User) -> None:
    found = speaking(owner, "submit").offers("openmt", entrant.pk)
    assert found.time_zone == "America/New_York"
    (offer,) = [each for each in found.packages if each.package == "eval"]
    assert (offer.state, offer.sentence) == ("open", "open until Fri 6 April 2012, 11:59 EDT")
    (pair,) = offer.pairs
    assert (pair.language_pair, pair.version, pair.refusals) == ("ara2eng", 2, ())
    primary, contrast, *_ = pair.systems
    assert (primary.title, primary.condition, primary.left) == ("primary", "constrained", 0)
    assert primary.sentence == f"your next package replaces {FIRST}"
    assert contrast.sentence == "3 of 3 left"


def test_offers_are_for_the_team_and_for_organisers(
    first: Submission, entrant: Team, organiser: User, rival: User, stranger: User
) -> None:
    path = f"/campaigns/openmt/teams/{entrant.pk}/offers"
    assert as_(organiser).get(path).json()["packages"]
    for other in (rival, stranger, None):
        response = as_(other).get(path)
        assert response.status_code in (401, 403)
        assert FIRST not in response.content.decode()


def test_a_submission_says_what_it_replaced_and_what_replaced_it(
    first: Submission, entrant: Team, owner: User, clock: Clock
) -> None:
    second = again(entrant, owner, clock)
    told = speaking(owner, "read")
    (before,), (after,) = (told.submission("openmt", each.number).runs for each in (first, second))
    assert told.submission("openmt", second.number).summary == "version 2, in time"
    assert (before.official, before.in_force) == (False, False)
    assert before.outcome.startswith("replaced by OpenMT12_Eval_NIST_ara2eng_02.tgz (receipt 3, version 2, submitted ")
    assert before.replaced_by is not None
    assert before.replaced_by.number == second.number
    assert (after.official, after.in_force, after.replaced_by) == (True, True, None)
    assert after.outcome == f"official, replaces {FIRST}"
    (replaced,) = after.replaces
    assert (replaced.number, replaced.name, replaced.version) == (first.number, first.name, 1)
    assert replaced.submitted_at == first.received_at


def test_runs_of_a_submission_say_when_their_scores_are_visible(first: Submission, owner: User) -> None:
    (run,) = speaking(owner, "read").submission("openmt", first.number).runs
    assert (run.run, run.scores_visible, run.scores) == (str(run.id), False, ())
    assert run.scores_visible_from is not None
    assert run.scores_visible_from.isoformat() == "2012-04-20T16:00:00+00:00"


def test_an_empty_package_is_refused_before_anything_is_kept(entrant: Team, owner: User) -> None:
    asking = as_(owner, "submit")
    team = f"/campaigns/openmt/teams/{entrant.pk}"
    announced = asking.post(f"{team}/uploads", {"name": "a.tgz", "size": 0})
    at_once = asking.post(f"{team}/submissions", b"", name="a.tgz")
    for response in (announced, at_once):
        assert error_of(response) == (409, "refused")
        assert response.json()["detail"] == (
            "The file is empty (0 bytes); nothing was kept. Choose the right file and send it again."
        )
    assert not Submission.objects.exists()
    assert not Upload.objects.exists()


def test_the_client_sends_no_empty_package(entrant: Team, owner: User, tmp_path: Path) -> None:
    (tmp_path / "a.tgz").write_bytes(b"")
    with pytest.raises(BakeoffError, match=r"a\.tgz is empty \(0 bytes\): nothing was sent\."):
        speaking(owner, "submit").submit("openmt", entrant.pk, tmp_path / "a.tgz")
