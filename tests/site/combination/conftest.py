"""A campaign whose teams have submitted outputs, some of which may be shared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, ConsentGiven, Team
from bakeoff_site.core.storage.files import keep
from bakeoff_site.datasets.services import add_data_file
from bakeoff_site.submissions.models import Board, Run, Submission
from tests.site.texts import reference_xml, run_xml, source_xml

Submit = Callable[..., Run]
TESTS = ("one", "two", "three of them")


@pytest.fixture(autouse=True)
def store(settings: Any, tmp_path: Any) -> None:
    """Files are kept in the test's own folder."""
    settings.DATA_FOLDER = tmp_path


@pytest.fixture(autouse=True)
def test_data(campaign: Campaign) -> None:
    """Source and a reference of the test set and of the older set."""
    for test_set, set_id in (("current", "openmt12-ara2eng"), ("older", "older")):
        where: dict[str, Any] = {"test_set": test_set, "language_pair": "ara2eng", "by": None}
        add_data_file(campaign, kind="source", name="src.xml", chunks=[source_xml(set_id=set_id)], **where)
        reference = reference_xml(["one", "two by NIST", "three"], set_id=set_id, subset="original-progress")
        add_data_file(campaign, kind="reference", name="ref.xml", chunks=[reference], **where)


def consent(team: Team, by: User) -> None:
    ConsentGiven.objects.create(team=team, consent="share-outputs", given_by=by)


@pytest.fixture
def teams(campaign: Campaign, organiser: User) -> list[Team]:
    """Four teams; all but the last let their outputs be shared."""
    names = [
        ("NIST Group", "NIST"),
        ("Harbour Lab", "HARB"),
        ("Tower Institute", "TOWER"),
        ("Silent Partners", "SILENT"),
    ]
    teams = [
        Team.objects.create(campaign=campaign, name=name, code=team, language_pairs=["ara2eng"], tracks=["combination"])
        for name, team in names
    ]
    for team in teams[:3]:
        consent(team, organiser)
    return teams


@pytest.fixture
def submit(campaign: Campaign, organiser: User) -> Submit:
    """A run of a team as if it had been submitted and found valid."""

    def submit(
        team: Team,
        texts: Sequence[str] = TESTS,
        *,
        test_set: str = "current",
        condition: str = "constrained",
        system: str = "primary",
        **fields: Any,
    ) -> Run:
        board, _ = Board.objects.get_or_create(
            campaign=campaign, track="single", language_pair="ara2eng", condition=condition, test_set=test_set
        )
        name = f"{team.code}_ara2eng_{system}_{condition}"
        set_id = "openmt12-ara2eng" if test_set == "current" else test_set
        kept = keep(
            [
                b"<!-- by "
                + team.name.encode()
                + b" -->\n"
                + _after_declaration(run_xml(texts, system=name, set_id=set_id))
            ]
        )
        number = campaign.submissions.count() + 1
        submission = Submission.objects.create(
            campaign=campaign,
            team=team,
            number=number,
            name=f"{number}.tgz",
            sha256=kept.sha256,
            size=kept.size,
            submitted_by=organiser,
            received_at=timezone.now(),
            package="eval" if test_set == "current" else "older",
            version=1,
        )
        said = {"official": test_set == "current", "name": f"{name} {number}", "file_name": f"{name}.xml"} | fields
        return Run.objects.create(
            submission=submission,
            board=board,
            team=team,
            system_type=system,
            system=system,
            sha256=kept.sha256,
            size=kept.size,
            **said,
        )

    return submit


def _after_declaration(data: bytes) -> bytes:
    """XML without its declaration, before which no comment may stand."""
    return data.partition(b"?>\n")[2] if data.startswith(b"<?xml") else data
