"""Runs record what they started from; boards show it and filter by it."""

from __future__ import annotations

import html
import io
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from bakeoff.submissions.packages.entries import StatedInput
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.datasets.services import add_data_file
from bakeoff_site.results.conversions import downloads
from bakeoff_site.results.selectors import board_for
from bakeoff_site.submissions.models import Board, Draft, Run, Submission
from bakeoff_site.submissions.services import receive_submission
from bakeoff_site.submissions.services.checks import check_submission
from tests.site.conftest import campaign_by

EVALUATION = datetime(2005, 8, 3, 12, tzinfo=UTC)


@pytest.fixture
def campaign(db: None) -> Campaign:
    return campaign_by("iwslt2005", slug="iwslt")


@pytest.fixture
def team(campaign: Campaign) -> Team:
    team = Team.objects.create(campaign=campaign, name="Team", code="KIT", language_pairs=["zh-en"])
    add_data_file(
        campaign,
        kind="source",
        name="test.txt",
        chunks=[b"one\ntwo\n"],
        test_set="english",
        language_pair="zh-en",
        by=None,
    )
    return team


def submitted(team: Team, by: User, condition: str, stated: StatedInput, track: str = "speech") -> Submission:
    submission = receive_submission(
        team,
        name=f"KIT_{track}_zh-en_{condition}.txt",
        chunks=[f"a b {condition}\nc {condition}\n".encode()],
        package="runs",
        stated=stated,
        by=by,
        arrived_at=EVALUATION,
    )
    check_submission(submission)
    submission.refresh_from_db()
    return submission


def test_a_run_records_what_the_team_says(team: Team, owner: User) -> None:
    for condition, named in (("supplied", "n-best"), ("tools", "lattice")):
        assert submitted(team, owner, condition, StatedInput(named)).state == "valid"
    assert submitted(team, owner, "supplied", StatedInput(), track="transcript").state == "valid"
    assert dict(Run.objects.values_list("file_name", "input")) == {
        "KIT_speech_zh-en_supplied.txt": "n-best",
        "KIT_speech_zh-en_tools.txt": "lattice",
        "KIT_transcript_zh-en_supplied.txt": "text",
    }


def test_an_organiser_says_on_the_page_what_an_entered_system_started_from(
    client: Client, campaign: Campaign, team: Team, organiser: User
) -> None:
    campaign.rulebook_content["systems"] = {"moses": {"id": "moses", "title": "Moses", "kind": "baseline"}}
    campaign.save()
    client.force_login(organiser)
    said = {"system": "moses", "language_pair": "zh-en", "condition": "supplied", "test_set": "english"}

    def enter(track: str, named: str) -> str:
        file = SimpleUploadedFile("moses.txt", b"a\nb\n")
        page = reverse("submissions:enter", args=[campaign.slug])
        answer = client.post(page, {**said, "track": track, "input": named, "file": file}, follow=True)
        return html.unescape(answer.content.decode())

    assert "Expected an input out of text, found n-best." in enter("transcript", "n-best")
    assert not Run.objects.exists()
    for track, named in (("speech", "n-best"), ("transcript", "")):
        assert "Moses is entered" in enter(track, named)
    assert dict(Run.objects.values_list("board__track", "input")) == {"speech": "n-best", "transcript": "text"}


def test_an_input_that_was_not_offered_is_a_finding(team: Team, owner: User) -> None:
    submission = submitted(team, owner, "supplied", StatedInput("text"))
    assert submission.state == "invalid"
    assert [each["code"] for each in submission.findings if each["severity"] == "error"] == ["input-not-offered"]
    assert not Run.objects.exists()


def test_an_input_that_no_track_has_is_refused_at_once(team: Team, owner: User) -> None:
    with pytest.raises(RefusedError, match=r"There is no input audio; there are: text, n-best, lattice\."):
        submitted(team, owner, "supplied", StatedInput("audio"))
    assert not Submission.objects.exists()


def test_a_package_without_a_word_stays_valid(team: Team, owner: User) -> None:
    submission = submitted(team, owner, "supplied", StatedInput())
    assert submission.state == "valid"
    assert "input-missing" in [each["code"] for each in submission.findings]
    assert Run.objects.get().input == ""


class TestBoards:
    @pytest.fixture
    def board(self, team: Team, owner: User) -> Board:
        submitted(team, owner, "supplied", StatedInput("n-best"))
        other = Team.objects.create(campaign=team.campaign, name="Other", code="RWTH", language_pairs=["zh-en"])
        board = Board.objects.get()
        first = Run.objects.get()
        for name, named in (("RWTH_primary", "lattice"), ("RWTH_old", "")):
            submission = Submission.objects.create(
                campaign=team.campaign,
                team=other,
                number=len(name),
                name=name,
                sha256=first.sha256,
                size=1,
                submitted_by=owner,
                received_at=EVALUATION,
                state="valid",
            )
            Run.objects.create(
                submission=submission,
                board=board,
                team=other,
                system_type="primary",
                system="primary",
                name=name,
                input=named,
                file_name=name,
                sha256=first.sha256,
                size=1,
            )
        return board

    def view(self, board: Board, organiser: User, **asked: Any) -> Any:
        role = CampaignRole(campaign=board.campaign, user=organiser, roles=frozenset({"organiser"}))
        return board_for(role, board, EVALUATION, **asked)

    def test_systems_of_all_inputs_are_on_one_board_with_a_column(self, board: Board, organiser: User) -> None:
        view = self.view(board, organiser)
        assert {row.name: row.input_label for row in view.rows} == {
            "KIT_primary": "n-best lists",
            "RWTH_primary": "lattices",
            "RWTH_old": "",
        }
        assert [(each.value, each.label, each.is_chosen) for each in view.inputs] == [
            ("n-best", "n-best lists", False),
            ("lattice", "lattices", False),
        ]
        header, *rows = downloads.rendered(view, "tsv").splitlines()
        column = header.split("\t").index("input")
        assert {row.split("\t")[1]: row.split("\t")[column] for row in rows if row and not row.startswith("#")} == {
            "KIT_primary": "n-best lists",
            "RWTH_primary": "lattices",
            "RWTH_old": "",
        }

    def test_a_board_shows_only_the_inputs_that_are_asked_for(self, board: Board, organiser: User) -> None:
        assert [row.name for row in self.view(board, organiser, inputs=["lattice"]).rows] == ["RWTH_primary"]
        assert len(self.view(board, organiser, inputs=["unheard-of"]).rows) == 3

    def test_the_page_filters_by_input(self, board: Board, organiser: User, client: Client) -> None:
        client.force_login(organiser)
        address = reverse("results:board", args=["iwslt", board.pk])
        page = client.get(address, {"input": "n-best"}).content.decode()
        assert "KIT_primary" in page
        assert "RWTH_primary" not in page
        assert 'name="input" value="n-best" checked' in page

    def test_a_track_with_one_input_has_no_such_column(self, team: Team, owner: User, organiser: User) -> None:
        submitted(team, owner, "supplied", StatedInput(), track="transcript")
        view = self.view(Board.objects.get(), organiser)
        assert (view.inputs, view.shows_inputs) == ((), False)
        assert "input" not in downloads.rendered(view, "tsv").splitlines()[0].split("\t")


def test_teams_choose_the_input_on_the_page(team: Team, owner: User, client: Client) -> None:
    client.force_login(owner)
    address = reverse("submissions:submit", args=["iwslt", team.pk])
    page = client.get(address).content.decode()
    assert '<option value="n-best">n-best lists</option>' in page
    file = io.BytesIO(b"a b\nc\n")
    file.name = "KIT_speech_zh-en_supplied.txt"
    assert client.post(address, {"file": file, "package": "runs", "input": "lattice"}).status_code == 302
    draft = Draft.objects.get()
    assert draft.input == "lattice"
    confirmed = {"draft": f"{draft.pk}:{draft.revision}:unchecked"}
    assert client.post(reverse("submissions:confirm", args=["iwslt", team.pk]), confirmed).status_code == 302
    assert Submission.objects.get().input == "lattice"


def test_who_starts_from_released_runs_names_them(owner: User, db: None) -> None:
    campaign = campaign_by("iwslt2012", slug="talks")
    team = Team.objects.create(campaign=campaign, name="Team", code="KIT")
    for number, label in enumerate(("NICT", "UEDIN"), start=1):
        add_data_file(
            campaign,
            kind="source",
            name=f"{label}.ctm",
            chunks=[b"talk1 1 0.0 0.5 hello\n"],
            test_set="slt-tst2012",
            language_pair="en-fr",
            input="released-runs",
            number=number,
            label=label,
            by=None,
        )
    text = (
        '<?xml version="1.0" encoding="UTF-8"?><mteval><tstset setid="tst2012" srclang="en" trglang="fr" '
        'sysid="primary"><doc docid="talk1" genre="talk"><seg id="1">bonjour</seg></doc></tstset></mteval>'
    )
    found = {}
    for names in (("NICT",), ("NICT", "LIUM")):
        submission = receive_submission(
            team,
            name="IWSLT12.ted-slt.slt-tst2012.en-fr.KIT.primary.xml",
            chunks=[text.encode()],
            package="slt",
            stated=StatedInput(None, names),
            by=owner,
            arrived_at=datetime(2012, 9, 12, tzinfo=UTC),
        )
        check_submission(submission)
        submission.refresh_from_db()
        found[names] = [
            (each["code"], each["found"])
            for each in submission.findings
            if each["code"].startswith(("input", "released"))
        ]
    assert found == {("NICT",): [], ("NICT", "LIUM"): [("released-run-unknown", "LIUM")]}
