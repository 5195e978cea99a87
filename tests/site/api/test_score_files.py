"""Uploaded scores of metrics from outside, by the API and the client."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bakeoff.client import ConflictError, InvalidError
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.results.conversions.missing_scores import NOT_UPLOADED
from bakeoff_site.submissions.models import Run
from tests.site.api.conftest import as_, speaking
from tests.site.scoring.test_score_files import NAMES, OUTSIDE, score
from tests.site.scoring.world import OUTPUTS, put_news, put_run, small_campaign


@pytest.fixture
def campaign(db: None, settings: Any, tmp_path: Path) -> Campaign:
    settings.DATA_FOLDER = tmp_path / "data"
    return small_campaign(OUTSIDE)


@pytest.fixture
def team(campaign: Campaign) -> Team:
    return Team.objects.create(campaign=campaign, name="Tests", code="TESTS", language_pairs=["de-en"])


@pytest.fixture
def board_id(campaign: Campaign, team: Team, owner: User) -> int:
    put_news(campaign)
    runs: list[Run] = [put_run(campaign, OUTPUTS[name], by=owner, name=name, team=team) for name in NAMES]
    score(campaign, *runs)
    return runs[0].board_id


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "comet.tsv"
    path.write_text("system\tcomet\naster\t0.9\nbasalt\t0.8\ncedar\t0.7\n", encoding="utf-8")
    return path


def test_the_client_uploads_lists_and_fetches(board_id: int, organiser: User, file: Path, tmp_path: Path) -> None:
    client = speaking(organiser)
    before = client.board("small", board_id).missing
    assert [(each.metric, each.reason, each.is_outside, each.systems) for each in before] == [
        ("comet", NOT_UPLOADED, True, ()),
        ("bleurt", NOT_UPLOADED, True, ()),
    ]
    added = client.upload_scores("small", board_id, file, metric="comet")
    assert (added.metric, added.version, added.unit, added.systems, added.name) == (
        "comet",
        1,
        "system",
        3,
        "comet.tsv",
    )
    assert added.uploaded_by == str(organiser)
    assert list(client.score_files("small", board_id)) == [added]
    assert client.fetch_score_file("small", added.id, tmp_path / "back.tsv").read_bytes() == file.read_bytes()
    work_off("w")
    board = client.board("small", board_id)
    assert {system.name: system.scores["comet"].value for system in board.systems} == {
        "aster": 0.9,
        "basalt": 0.8,
        "cedar": 0.7,
    }
    assert [each.metric for each in board.missing] == ["bleurt"]
    signature = next(metric.signature for metric in board.metrics if metric.metric == "comet")
    assert signature.startswith(f"given|name:comet|file:comet.tsv|sha256:{added.sha256[:8]}|uploaded:")
    run = client.run("small", board.systems[0].run)
    assert [each.metric for each in run.missing] == ["bleurt"]
    assert "comet" in [each.metric for each in run.scores]


def test_mistakes_are_findings_with_the_line(board_id: int, organiser: User, file: Path) -> None:
    file.write_text("system\tcomet\naster\t0.9\nbasalt\tNaN\n", encoding="utf-8")
    with pytest.raises(InvalidError) as refused:
        speaking(organiser).upload_scores("small", board_id, file, metric="comet")
    (finding,) = refused.value.findings
    assert (finding.place.file, finding.place.line, finding.found) == ("comet.tsv", 3, "'NaN'")
    with pytest.raises(ConflictError, match="does not name 'bleu' in `outside`"):
        speaking(organiser).upload_scores("small", board_id, file, metric="bleu")


def test_scores_are_seen_when_others_are(board_id: int, organiser: User, owner: User, file: Path) -> None:
    speaking(organiser).upload_scores("small", board_id, file, metric="comet")
    address = f"/campaigns/small/boards/{board_id}"
    assert as_(None).get(address).status_code == 404
    assert as_(owner).get(f"{address}/score-files").status_code == 403
    assert as_(owner, "organise").send("POST", f"{address}/score-files?metric=comet&name=a", b"x").status_code == 403
