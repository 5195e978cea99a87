"""What organisers take away: the table of submissions, and all runs in one archive."""

from __future__ import annotations

import csv
import io
import zipfile

from django.test import Client
from django.urls import reverse

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.storage.files import path_of
from bakeoff_site.submissions.models import Run
from tests.site.submissions.conftest import Submit


def content_of(client: Client, address: str) -> bytes:
    response = client.get(address)
    return response.getvalue()


def archive_of(client: Client, campaign: Campaign) -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(content_of(client, reverse("submissions:run-archive", args=[campaign.slug]))))


def test_all_runs_come_in_one_archive_with_a_list(
    client: Client, campaign: Campaign, organiser: User, submit: Submit
) -> None:
    submit("dryrun")
    client.force_login(organiser)
    archive = archive_of(client, campaign)
    assert archive.testzip() is None
    rows = list(csv.DictReader(io.StringIO(archive.read("runs.tsv").decode()), delimiter="\t"))
    runs = {run.sha256: run for run in Run.objects.all()}
    assert runs
    assert {row["sha256"] for row in rows} == set(runs)
    assert set(archive.namelist()) == {"runs.tsv", *(row["file"] for row in rows)}
    for row in rows:
        run = runs[row["sha256"]]
        assert archive.read(row["file"]) == path_of(run.sha256).read_bytes()
        assert (row["run"], row["test set"]) == (run.name, run.board.test_set)


def test_withdrawn_runs_are_left_out(client: Client, campaign: Campaign, organiser: User, submit: Submit) -> None:
    submit("dryrun")
    Run.objects.update(withdrawn_at=campaign.created_at)
    client.force_login(organiser)
    assert archive_of(client, campaign).namelist() == ["runs.tsv"]


def test_submissions_as_a_table_follow_the_filters(
    client: Client, campaign: Campaign, organiser: User, submit: Submit
) -> None:
    submission = submit("dryrun")
    client.force_login(organiser)
    address = reverse("submissions:submission-table", args=[campaign.slug, "csv"])
    rows = list(csv.DictReader(io.StringIO(content_of(client, address).decode())))
    assert [(row["receipt"], row["file"], row["state"]) for row in rows] == [
        (str(submission.number), submission.name, "valid")
    ]
    assert len(content_of(client, f"{address}?state=invalid").decode().splitlines()) == 1
