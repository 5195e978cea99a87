"""Outside metrics that plug-ins of the server compute: a job of the board, scores by segment, clear failures."""

from __future__ import annotations

import hashlib
import shlex
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from bakeoff.evaluation.scores.packed import unpack_statistics
from bakeoff.formats import read_runs, read_source
from bakeoff.plugins import ConfiguredPlugin
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.selectors import role_of
from bakeoff_site.config.plugins import parse_plugins
from bakeoff_site.jobs.choices import JobKind, JobState
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.jobs.models import Job
from bakeoff_site.jobs.services import enqueue
from bakeoff_site.results.conversions.boards import BoardView
from bakeoff_site.results.conversions.missing_scores import BY_PLUGIN
from bakeoff_site.results.selectors import board_for
from bakeoff_site.scoring.models import BoardComparison, RunScore
from bakeoff_site.scoring.services.score_files import upload_scores, withdraw_scores
from bakeoff_site.scoring.tasks import plugins_configured
from bakeoff_site.submissions.models import Board, Run
from tests.examples.comet_stand_in import install_comet
from tests.site.scoring.world import EXAMPLES, OUTPUTS, RULES, put_news, put_run, small_campaign

OVERLAP = EXAMPLES / "plugins" / "character_overlap.py"
COMET = EXAMPLES / "plugins" / "comet_adapter.py"
NAMES = ("aster", "basalt")
TEXT = RULES.replace('official_metric = "bleu"\n', 'official_metric = "bleu"\noutside = ["overlap"]\n')


@pytest.fixture(autouse=True)
def store(settings: Any, tmp_path: Path) -> None:
    settings.DATA_FOLDER = tmp_path / "data"
    settings.DATA_FOLDER.mkdir()


@pytest.fixture
def campaign(db: None) -> Campaign:
    return small_campaign(TEXT)


@pytest.fixture
def runs(campaign: Campaign, team: Team, owner: User) -> dict[str, Run]:
    put_news(campaign)
    return {name: put_run(campaign, OUTPUTS[name], by=owner, name=name, team=team) for name in NAMES}


def configure(settings: Any, folder: Path, command: str = "", weights: bytes = b"weights") -> ConfiguredPlugin:
    """The plug-in `overlap` in the settings, with a model."""
    model = folder / "overlap.model"
    model.write_bytes(weights)
    plugin = ConfiguredPlugin(
        name="overlap",
        command=command or shlex.join([sys.executable, str(OVERLAP)]),
        model=str(model),
        sha256=hashlib.sha256(weights).hexdigest(),
    )
    settings.PLUGINS = {"overlap": plugin}
    return plugin


def score(campaign: Campaign, *runs: Run) -> None:
    for run in runs:
        enqueue(JobKind.SCORE_RUN, run.pk, campaign_id=campaign.pk)
    work_off("w")


def seen(board: Board, user: User) -> BoardView:
    role = role_of(user, board.campaign)
    assert role is not None
    return board_for(role, board, timezone.now())


def jobs() -> list[tuple[str, str]]:
    return [(job.state, job.error) for job in Job.objects.filter(kind=JobKind.RUN_PLUGINS).order_by("pk")]


def test_scores_are_computed_once_and_are_like_those_of_any_metric(
    campaign: Campaign, runs: dict[str, Run], organiser: User, settings: Any, tmp_path: Path
) -> None:
    plugin = configure(settings, tmp_path)
    score(campaign, *runs.values())
    assert jobs() == [(JobState.DONE, "")]
    rows = RunScore.objects.filter(metric="overlap", current=True)
    assert sorted(rows.values_list("run__name", "specification", "plugin")) == [
        (name, specification, plugin.digest) for name in NAMES for specification in ("case+punc", "no_case+no_punc")
    ]
    row = rows.get(run=runs["aster"], specification="case+punc")
    assert row.statistics
    assert row.variation is not None
    assert "plugin|name:overlap|program:character-overlap|version:" in row.signature
    assert f"|model:overlap.model|model_sha256:{plugin.sha256}|" in row.signature
    view = seen(runs["aster"].board, organiser)
    column = [metric.expression for metric in view.metrics].index("overlap")
    assert all(shown.cells[column].interval for shown in view.rows)
    assert view.missing == ()
    assert "overlap" in BoardComparison.objects.get(specification="case+punc").content

    score(campaign, runs["aster"])  # again, by the same references: nothing is computed again
    assert jobs() == [(JobState.DONE, "")]
    assert rows.filter(run=runs["aster"]).count() == 2


def test_a_changed_model_fails_the_job_once_with_what_to_do(
    campaign: Campaign, runs: dict[str, Run], organiser: User, settings: Any, tmp_path: Path
) -> None:
    plugin = configure(settings, tmp_path)
    Path(plugin.model).write_bytes(b"other")
    score(campaign, *runs.values())
    ((state, error),) = jobs()
    assert state == JobState.FAILED
    assert f"expected the model overlap.model with the checksum {plugin.sha256}" in error
    view = seen(runs["aster"].board, organiser)
    assert [(each.metric, each.reason) for each in view.missing] == [("overlap", BY_PLUGIN)]
    assert "bleu" in [metric.expression for metric in view.metrics]

    plugins_configured(timezone.now())  # what failed is not asked for again by itself
    assert len(jobs()) == 1


def test_a_program_that_breaks_down_is_tried_again(
    campaign: Campaign, runs: dict[str, Run], settings: Any, tmp_path: Path
) -> None:
    configure(settings, tmp_path, shlex.join([sys.executable, "-c", "raise SystemExit('no memory left')"]))
    score(campaign, *runs.values())
    ((state, error),) = jobs()
    assert state == JobState.QUEUED
    assert 'It said: "no memory left"' in error


def test_a_model_that_the_settings_replace_has_all_computed_again(
    campaign: Campaign, runs: dict[str, Run], settings: Any, tmp_path: Path
) -> None:
    old = configure(settings, tmp_path)
    score(campaign, *runs.values())
    new = configure(settings, tmp_path, weights=b"newer weights")
    plugins_configured(timezone.now())
    work_off("w")
    current = RunScore.objects.filter(metric="overlap", current=True)
    assert set(current.values_list("plugin", flat=True)) == {new.digest} != {old.digest}
    plugins_configured(timezone.now())
    assert len(jobs()) == 2


def test_uploaded_scores_take_the_place_of_computed_ones_until_they_are_withdrawn(
    campaign: Campaign, runs: dict[str, Run], organiser: User, settings: Any, tmp_path: Path
) -> None:
    configure(settings, tmp_path)
    score(campaign, *runs.values())
    board = Board.objects.select_related("campaign").get()
    before = RunScore.objects.get(metric="overlap", run=runs["aster"], specification="case+punc", current=True).value
    upload = upload_scores(
        board, metric="overlap", name="scores.tsv", chunks=[b"system\tscore\naster\t0.5\n"], by=organiser
    )
    work_off("w")
    values = RunScore.objects.filter(metric="overlap", specification="case+punc", current=True)
    assert values.get(run=runs["aster"]).value == 0.5
    withdraw_scores(upload, by=organiser)
    work_off("w")
    again = values.get(run=runs["aster"])
    assert (again.value, again.upload) == (before, None)


def test_without_a_plug_in_nothing_is_asked_for(campaign: Campaign, runs: dict[str, Run]) -> None:
    score(campaign, *runs.values())
    assert jobs() == []


def test_the_adapter_of_comet_runs_by_the_settings_of_the_server(
    campaign: Campaign, team: Team, owner: User, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkpoint = install_comet(tmp_path, monkeypatch)
    checksum = hashlib.sha256(b"weights").hexdigest()
    written = f"""
[plugins.comet]
command = "{shlex.join([sys.executable, str(COMET)])} --model {{model}} --batch-size 2 --batches 3"
model = "{checkpoint}"
sha256 = "{checksum}"
"""
    settings.PLUGINS = {plugin.name: plugin for plugin in parse_plugins(tomllib.loads(written)["plugins"])}
    campaign.rulebook_content["evaluation"]["outside"] = ["comet"]
    campaign.save()
    campaign.__dict__.pop("rules", None)
    put_news(campaign)
    run = put_run(campaign, OUTPUTS["aster"], by=owner, name="aster", team=team)
    score(campaign, run)
    assert jobs() == [(JobState.DONE, "")]

    row = RunScore.objects.get(run=run, metric="comet", specification="case+punc", current=True)
    # The stand-in scores each segment by the lengths of its output and source, and adds 1000 for its reference.
    source, (output,) = read_source(EXAMPLES / "source.xml").segments, read_runs(OUTPUTS["aster"])
    expected = [
        1000 + len(said.text) + len(heard.text) / 100 for said, heard in zip(output.segments, source, strict=True)
    ]
    assert unpack_statistics(bytes(row.statistics))[:, 0].tolist() == pytest.approx(expected)
    assert row.value == pytest.approx(sum(expected) / len(expected))
    assert row.signature.startswith("plugin|name:comet|program:comet|version:2.2.2|")
    assert f"|model:model.ckpt|model_sha256:{checksum}|" in row.signature
