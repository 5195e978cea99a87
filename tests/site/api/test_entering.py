"""Runs that organisers enter by the API: a baseline is checked, scored and shown as what it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bakeoff.client import ConflictError, ForbiddenError, InvalidError
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.submissions.models import Board, Run, Submission
from tests.site.api.conftest import as_, error_of, speaking
from tests.site.api.test_journey import reference_file, source_file
from tests.site.conftest import Clock
from tests.site.datasets.test_adding import stored_run
from tests.submissions.package_files import build

PAIR = "ara2eng"
PLACE = {
    "system": "baseline",
    "track": "single",
    "language_pair": PAIR,
    "condition": "constrained",
    "test_set": "current",
}


@pytest.fixture
def campaign(campaign: Campaign) -> Campaign:
    """With a system that organisers enter."""
    campaign.rulebook_content["systems"] = {
        "baseline": {"id": "baseline", "title": "Plain Baseline", "kind": "baseline", "language_pairs": [PAIR]}
    }
    campaign.save()
    return Campaign.objects.get(pk=campaign.pk)


@pytest.fixture
def text(campaign: Campaign, organiser: User, tmp_path: Path) -> Path:
    """A run under a name of its own, as no team could submit it; source and reference are there."""
    where: dict[str, Any] = {"test_set": "current", "language_pair": PAIR}
    speaker = speaking(organiser)
    speaker.add_data_file("openmt", source_file(campaign.rules, "current", tmp_path), kind="source", **where)
    speaker.add_data_file("openmt", reference_file(campaign.rules, "current", tmp_path), kind="reference", **where)
    package = build(campaign.rules, "eval", language_pair=PAIR).package.edited("NIST_ara2eng_primary_cn", "moses")
    path = tmp_path / "moses.xml"
    path.write_bytes(next(iter(package.files.values())))
    return path


def test_a_baseline_is_scored_and_listed_as_such(
    text: Path, campaign: Campaign, organiser: User, team: Team, owner: User, clock: Clock
) -> None:
    run = speaking(organiser).enter_run("openmt", text, **PLACE)
    assert (run.name, run.system, run.effect, run.in_force) == ("Plain Baseline", "baseline", "new", True)
    work_off("test")
    [row] = speaking(organiser).boards("openmt")
    assert (row.test_set, row.runs) == ("current", 1)
    [system] = speaking(organiser).board("openmt", row.board).systems
    assert (system.name, system.team, system.kind) == ("Plain Baseline", "", "baseline")
    assert all(score.value is not None for score in system.scores.values())
    assert system.scores
    scores = {score.metric: score.value for score in speaking(organiser).run("openmt", system.run).scores}
    assert scores == {score.metric: score.value for score in Run.objects.get().scores.filter(current=True)}
    own = stored_run(campaign, team, owner, "ara2eng")  # preliminary results are for teams that submitted runs
    own.board, _ = Board.objects.get_or_create(campaign=campaign, track="single", language_pair="ara2eng", test_set="x")
    own.save()
    clock.move_into(campaign, "preliminary")
    [seen] = speaking(owner).board("openmt", row.board).systems
    assert (seen.name, seen.is_own, seen.scores) == ("Plain Baseline", False, system.scores)


def test_entered_again_it_replaces(text: Path, organiser: User) -> None:
    first = speaking(organiser).enter_run("openmt", text, **PLACE)
    second = speaking(organiser).enter_run("openmt", text, **PLACE)
    assert (second.effect, second.name) == ("replaces", "Plain Baseline")
    assert Run.objects.get(pk=first.id).replaced_by_id == second.id


def test_mistakes_are_all_told_and_nothing_is_entered(text: Path, organiser: User) -> None:
    text.write_bytes(text.read_bytes().replace(b'<seg id="2">', b'<seg id="9">', 1))
    with pytest.raises(ConflictError, match="not entered") as refusal:
        speaking(organiser).enter_run("openmt", text, **PLACE)
    assert {finding.code for finding in refusal.value.findings} == {"seg-id-missing", "seg-id-extra"}
    assert not Submission.objects.exists()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"system": "nobody"}, "no system nobody"),
        ({"track": "none"}, "not entered in the track none"),
        ({"language_pair": "chi2eng"}, "not entered for chi2eng"),
        ({"test_set": "none"}, "no test set none"),
        ({"condition": ""}, "Expected a data condition"),
    ],
)
def test_what_does_not_fit_the_rulebook_is_refused(
    changes: dict[str, Any], reason: str, text: Path, organiser: User
) -> None:
    with pytest.raises(ConflictError, match=reason):
        speaking(organiser).enter_run("openmt", text, **{**PLACE, **changes})
    assert not Run.objects.exists()


def test_an_empty_file_is_refused(text: Path, organiser: User) -> None:
    text.write_bytes(b"")
    with pytest.raises((ConflictError, InvalidError)):
        speaking(organiser).enter_run("openmt", text, **PLACE)
    assert not Run.objects.exists()


@pytest.mark.parametrize("who", ["owner", "rival", "judge", "observer", "stranger"])
def test_only_organisers_enter_runs(who: str, text: Path, request: pytest.FixtureRequest) -> None:
    with pytest.raises(ForbiddenError, match="organisers"):
        speaking(request.getfixturevalue(who)).enter_run("openmt", text, **PLACE)
    assert not Run.objects.exists()


def test_a_token_of_another_scope_and_a_missing_field_are_refused(text: Path, organiser: User) -> None:
    send: Callable[..., Any] = as_(organiser, "submit").post
    query = {**PLACE, "name": "a.xml"}
    assert error_of(send("/campaigns/openmt/runs", text.read_bytes(), **query)) == (403, "scope")
    del query["system"]
    assert error_of(as_(organiser).post("/campaigns/openmt/runs", text.read_bytes(), **query)) == (422, "invalid")
    assert not Run.objects.exists()
