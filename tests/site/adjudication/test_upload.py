"""A file of corrections is taken whole, or not at all."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from bakeoff_site.accounts.models import User
from bakeoff_site.adjudication import permissions
from bakeoff_site.adjudication.models import Correction
from bakeoff_site.adjudication.services import proposals
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.refusals import EmptyFileError
from bakeoff_site.datasets.models import DataFile
from tests.cli.conftest import bakeoff  # noqa: F401
from tests.site.adjudication.conftest import RIGHT, TALKS, address, words
from tests.site.conftest import Clock

HEADER = "segment\told\tnew\twho\twhy\n"


def send(client: Client, campaign: Campaign, talks: DataFile, content: str) -> str:
    file = SimpleUploadedFile("mine.tsv", content.encode())
    return words(client.post(address(campaign, "upload", talks), {"file": file, "part": 1}, follow=True))


@pytest.fixture
def sender(client: Client, owner: User, adjudicating: Clock) -> Client:
    client.force_login(owner)
    return client


def test_all_rows_become_proposals(sender: Client, campaign: Campaign, talks: DataFile, owner: User) -> None:
    content = f"{HEADER}t-1\tto\ttwo\tNN\tnumber\nt-3\tno more words\t\t\tnothing is said\n"
    text = send(sender, campaign, talks, content)
    assert "2 corrections are proposed." in text
    rows = list(Correction.objects.values_list("segment", "found", "proposed", "reason", "proposed_by"))
    assert rows == [
        ("t-1", "to", "two", "number (NN)", owner.pk),
        ("t-3", "no more words", "", "nothing is said", owner.pk),
    ]
    assert "(nothing)" in text


def test_all_mistakes_are_named_and_nothing_is_kept(sender: Client, campaign: Campaign, talks: DataFile) -> None:
    rows = (
        "t-1\tto\ttwo\t\tnumber\n",
        "t-2\tharbour\n",
        "t-9\tx\ty\t\tx\n",
        "t-2\tfull\tfull\t\tx\n",
        "t-3\tmuch\tmore\t\tx\n",
        "t-3\tmore\tmuch\t\t\n",
        "t-1\thave to\thad to\t\toverlaps\n",
    )
    text = send(sender, campaign, talks, HEADER + "".join(rows))
    assert "Nothing was proposed: 6 mistakes" in text
    assert "Line 3: expected 5 columns, found 2." in text
    assert "Line 5, segment t-2: expected a new text that differs from the old one" in text
    assert "Line 4, segment t-9: there is no such segment" in text
    assert "Line 6, segment t-3: old is &#x27;much&#x27;, but the text is" in text
    assert "Line 7, segment t-3: say why it is to be changed." in text
    assert "overlaps with the correction of" in text
    assert not Correction.objects.exists()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("id\ttext\n", "expected a header row with the columns segment, old, new, who, why"),
        (HEADER, "The file has no rows below its header."),
        (f"{HEADER}t-1\tto\ttwo\\n2\t\tx\n", "expected"),
    ],
)
def test_files_that_are_none(sender: Client, campaign: Campaign, talks: DataFile, content: str, reason: str) -> None:
    text = send(sender, campaign, talks, content)
    assert "Nothing was proposed: 1 mistake" in text
    assert reason in text
    assert "coming" not in text  # no folder of the server
    assert not Correction.objects.exists()


def test_an_empty_file_is_refused(sender: Client, campaign: Campaign, talks: DataFile, owner: User) -> None:
    assert "The submitted file is empty." in send(sender, campaign, talks, "")
    with pytest.raises(EmptyFileError):
        proposals.propose_file(talks, chunks=[], by=owner)
    assert not Correction.objects.exists()


def test_files_that_are_too_long(
    sender: Client, campaign: Campaign, talks: DataFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proposals, "MOST_ROWS", 1)
    rows = f"{HEADER}t-1\tto\ttwo\t\tx\nt-2\tfull\tfool\t\tx\n"
    assert "has 2 rows; propose at most 1 at once" in send(sender, campaign, talks, rows)
    monkeypatch.setattr(proposals, "MOST_BYTES", 10)
    assert "The file is larger than" in send(sender, campaign, talks, rows)
    assert not Correction.objects.exists()
    assert permissions.MOST_ROWS == 2000


def test_a_team_proposes_so_many_and_no_more(
    sender: Client, campaign: Campaign, talks: DataFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proposals, "MOST_OPEN", 1)
    rows: Any = f"{HEADER}t-1\tto\ttwo\t\tx\nt-2\tfull\tfool\t\tx\n"
    assert "proposals of your team wait to be decided" in send(sender, campaign, talks, rows)
    assert not Correction.objects.exists()


def test_a_character_that_no_database_holds_is_a_mistake(sender: Client, campaign: Campaign, talks: DataFile) -> None:
    text = send(sender, campaign, talks, f"{HEADER}t-1\tto\ttwo\t\ta\0b\n")
    assert "a NUL character" in text
    assert not Correction.objects.exists()


def test_suggestions_of_the_command_are_accepted_as_they_are(
    sender: Client,
    campaign: Campaign,
    talks: DataFile,
    tmp_path: Path,
    bakeoff: Any,  # noqa: F811
) -> None:
    for name, content in {"reference": TALKS, "a": RIGHT, "b": RIGHT}.items():
        (tmp_path / f"{name}.trn").write_bytes(content)
    suggestions = tmp_path / "suggestions.tsv"
    files = [tmp_path / "a.trn", tmp_path / "b.trn", "-r", tmp_path / "reference.trn"]
    assert bakeoff("asr", *files, "--suggest", suggestions).code == 0
    text = send(sender, campaign, talks, suggestions.read_text(encoding="utf-8"))
    assert "1 correction is proposed." in text
    (row,) = Correction.objects.values_list("segment", "found", "proposed", "reason")
    assert row == ("t-1", "to", "two", "heard by 2 of 2 systems: a, b")


def test_a_small_file_of_millions_of_rows_is_refused_unread(talks: DataFile, owner: User, adjudicating: Clock) -> None:
    packed = gzip.compress((HEADER + "\n" * 4_000_000).encode())
    with pytest.raises(proposals.ProposalMistakesError) as refusal:
        proposals.propose_file(talks, chunks=[packed], by=owner)
    assert refusal.value.mistakes == (
        "Expected fewer lines, tags and cells, for the size of the file as it was sent, found more. "
        "Upload only real data; if these are real, upload the file without compression, or split it.",
    )
    assert not Correction.objects.exists()


def test_no_more_mistakes_are_kept_than_rows_may_be_proposed(talks: DataFile, owner: User, adjudicating: Clock) -> None:
    with pytest.raises(
        proposals.ProposalMistakesError, match=r"More than 2,000 rows are wrong; propose at most 2,000 at once\."
    ):
        proposals.propose_file(talks, chunks=[(HEADER + "\n" * 100_000).encode()], by=owner)
