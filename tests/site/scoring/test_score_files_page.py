"""The page on which organisers upload scores of metrics from outside."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.scoring.models import ScoreUpload
from bakeoff_site.submissions.models import Board, Run
from tests.site.scoring.test_score_files import board, campaign, runs, segment_file, upload

__all__ = ["board", "campaign", "runs"]
PAGE = "/campaigns/small/organise/score-files/"


@pytest.fixture
def sender(client: Client, organiser: User) -> Client:
    client.force_login(organiser)
    return client


def send(client: Client, board: Board, content: bytes, *, metric: str = "comet") -> str:
    file = SimpleUploadedFile("comet.tsv", content)
    said = {"where": f"{board.pk}/{metric}", "direction": "higher", "file": file}
    return client.post(PAGE, said, follow=True).content.decode()


def test_a_file_is_uploaded_and_listed(sender: Client, board: Board, runs: dict[str, Run]) -> None:
    assert "0 of 3 systems scored" in sender.get(PAGE).content.decode()
    text = send(sender, board, segment_file(runs))
    assert "comet.tsv is uploaded: COMET scores of 3 systems." in text
    assert "All 3 systems scored" in text
    found = ScoreUpload.objects.get()
    assert (found.metric, found.unit) == ("comet", "segment")
    answer = sender.get(f"{PAGE}{found.pk}/")
    assert b"".join(answer) == segment_file(runs)
    assert answer["Cache-Control"] == "private, no-store"


def test_a_mistake_is_shown_with_file_and_line(sender: Client, board: Board) -> None:
    text = send(sender, board, b"system\tscore\naster\t0.9\nnobody\t0.8\n")
    assert "The file was not uploaded" in text
    assert "comet.tsv, line 3" in text
    assert "The systems are called: aster, basalt, cedar." in text
    assert not ScoreUpload.objects.exists()


def test_a_metric_that_the_board_does_not_have_cannot_be_chosen(sender: Client, board: Board) -> None:
    assert "is not one of the available choices" in send(sender, board, b"x", metric="bleu")


def test_the_board_leads_organisers_to_the_page(
    sender: Client,
    board: Board,
    runs: dict[str, Run],
    organiser: User,
    campaign: Campaign,
) -> None:
    address = f"/campaigns/small/results/{board.pk}/"
    text = sender.get(address).content.decode()
    assert "<b>COMET</b>: no score. It is not computed here, and no score file has been uploaded." in text
    for metric, title in (("comet", "COMET"), ("bleurt", "bleurt")):  # next to what is said of each
        link = f'<a href="{PAGE}?where={board.pk}/{metric}">Upload scores of {title}</a></p>'
        assert f"no score file has been uploaded. {link}" in text
    assert (
        f'<option value="{board.pk}/bleurt" selected>' in sender.get(f"{PAGE}?where={board.pk}/bleurt").content.decode()
    )
    for metric in ("comet", "bleurt"):
        upload(board, segment_file(runs), organiser, metric=metric)
    text = sender.get(address).content.decode()
    assert "no score" not in text
    assert PAGE + "?" not in text
    assert f'href="{PAGE}"' in sender.get("/campaigns/small/organise/").content.decode(), "the menu stays"


def test_without_such_a_metric_there_is_no_tab(sender: Client, board: Board, campaign: Campaign) -> None:
    campaign.rulebook_content["evaluation"].pop("outside")
    campaign.save()
    assert f'href="{PAGE}"' not in sender.get("/campaigns/small/organise/jobs/").content.decode()
    assert "No board has runs to score yet" in sender.get(PAGE).content.decode()
