"""Releases to teams that signed, and to teams that submitted."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bakeoff.rulebook import Rulebook, read_rulebook
from bakeoff.rulebook.files.reader import parse_rulebook
from bakeoff.rulebook.participation.notices import notices_due
from bakeoff.rulebook.release.audiences import exclusion_of, looks_at_runs
from bakeoff.rulebook.release.grants import Resource
from bakeoff.rulebook.release.visibility import may_see
from bakeoff.rulebook.state import Submitted, TeamState, Viewer
from tests.rulebook.small import SMALL

NIST = read_rulebook("openmt2012")
RUN = Submitted(package="eval", track="single", language_pair="ara2eng", test_set="current", system="primary")
TEAM = TeamState(
    code="ACME", language_pairs=frozenset(["ara2eng", "chi2eng"]), signed=frozenset(NIST.registration.agreements)
)
PRELIMINARY = datetime(2012, 4, 21, tzinfo=UTC)
PUBLIC = datetime(2012, 9, 1, tzinfo=UTC)

SIGNED = """\
[phases.preliminary]
start = 2027-03-08
releases = { signers = ["scores"] }
[registration.agreements.all]
title = "Terms"
[registration.agreements.news]
title = "News licence"
tracks = ["news"]
"""


def sees(team: TeamState, resource: Resource, when: datetime, *, pair: str = "ara2eng") -> tuple[bool, str]:
    viewer = Viewer(role="participant", team=team)
    answer = may_see(NIST, when, viewer, resource, test_set="current", language_pair=pair, owner=team)
    return answer.allowed, answer.reason


@pytest.mark.parametrize("resource", ["scores", "own-scores", "references"])
@pytest.mark.parametrize(
    "runs",
    [
        (),
        (replace(RUN, withdrawn=True),),
        (replace(RUN, package="dryrun", test_set="dryrun"),),
        (replace(RUN, package="older", test_set="older"),),
    ],
    ids=["nothing", "withdrawn", "dry run", "development set"],
)
def test_a_team_that_submitted_nothing_to_the_evaluation_sees_no_preliminary_results(
    resource: Resource, runs: tuple[Submitted, ...]
) -> None:
    assert not sees(replace(TEAM, submitted=runs), resource, PRELIMINARY)[0]


@pytest.mark.parametrize("resource", ["scores", "own-scores", "references"])
@pytest.mark.parametrize("official", [True, False], ids=["official", "late or debugged"])
def test_a_team_that_submitted_a_run_sees_preliminary_results(resource: Resource, official: bool) -> None:
    assert sees(replace(TEAM, submitted=(replace(RUN, official=official),)), resource, PRELIMINARY) == (
        True,
        "released by the phase preliminary",
    )


def test_references_are_handed_out_for_the_language_pairs_attempted() -> None:
    """OpenMT 2012, section 10, step 15."""
    team = replace(TEAM, submitted=(RUN,))
    assert sees(team, "references", PRELIMINARY)[0]
    assert sees(team, "references", PRELIMINARY, pair="chi2eng") == (
        False,
        "ACME has not submitted a run for chi2eng",
    )
    assert sees(team, "scores", PRELIMINARY, pair="chi2eng")[0]


def test_a_team_that_submitted_nothing_sees_what_everyone_sees() -> None:
    assert sees(TEAM, "scores", PRELIMINARY) == (False, "the phase public will release it")
    assert sees(TEAM, "scores", PUBLIC) == (True, "released by the phase public")
    assert sees(TEAM, "references", PUBLIC) == (False, "ACME has not submitted a run")


@pytest.mark.parametrize("role", ["judge", "observer", "stranger"])
def test_no_other_role_is_among_the_teams_that_submitted(role: str) -> None:
    viewer = Viewer(role=role)  # type: ignore[arg-type]
    assert not may_see(NIST, PRELIMINARY, viewer, "scores", test_set="current").allowed


def test_a_team_is_notified_only_of_releases_that_reach_it() -> None:
    submitted = replace(TEAM, submitted=(RUN, replace(RUN, language_pair="chi2eng")))
    assert [notice.phase.id for notice in notices_due(NIST, submitted, PRELIMINARY) if notice.kind == "opens"] == [
        "preliminary"
    ]
    assert [notice for notice in notices_due(NIST, TEAM, PRELIMINARY) if notice.kind == "opens"] == []


def test_the_runs_of_a_phase_for_some_tracks_are_those_of_the_tracks() -> None:
    team = replace(TEAM, submitted=(RUN,))
    assert exclusion_of(NIST, "submitters", team, tracks=("single",)) is None
    assert exclusion_of(NIST, "submitters", team, tracks=("combination",)) == "ACME has not submitted a run"


def test_only_rulebooks_that_ask_for_runs_look_at_them() -> None:
    assert looks_at_runs(NIST)
    assert not looks_at_runs(read_rulebook("iwslt2012"))


def signed_rulebook() -> Rulebook:
    checked = parse_rulebook(SMALL + SIGNED)
    assert checked.rulebook is not None, checked.findings
    return checked.rulebook


@pytest.mark.parametrize(
    ("signed", "reason"),
    [
        ((), "ACME has not signed: Terms, News licence"),
        (("all",), "ACME has not signed: News licence"),
        (("all", "news"), "released by the phase preliminary"),
    ],
)
def test_scores_go_to_teams_that_signed_all_agreements_about_the_test_set(signed: tuple[str, ...], reason: str) -> None:
    viewer = Viewer(role="participant", team=TeamState(code="ACME", signed=frozenset(signed)))
    answer = may_see(signed_rulebook(), datetime(2027, 3, 9, tzinfo=UTC), viewer, "scores", test_set="test")
    assert (answer.allowed, answer.reason) == (len(signed) == 2, reason)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            SMALL + '[phases.preliminary]\nstart = 2027-03-08\nreleases = { signers = ["scores"] }\n',
            "line 20: expected an agreement in [registration.agreements], found no agreement to sign. "
            "Write the agreement, or release it to participants.",
        ),
        (
            SMALL.replace('opens = ["submit:runs"]\n[submission.packages.runs]\n', "")
            + '[phases.preliminary]\nstart = 2027-03-08\nreleases = { submitters = ["scores"] }\n',
            "line 18: expected a package in [submission.packages], found no package to submit. "
            "Write the package, or release it to participants.",
        ),
    ],
)
def test_an_audience_that_no_team_can_belong_to_is_a_mistake(text: str, words: str) -> None:
    (finding,) = parse_rulebook(text).findings
    assert words in str(finding)
