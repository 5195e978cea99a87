"""Boards of speech recognition: the counts behind WER are those of `bakeoff asr` on pages, in tables and by the API."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from bakeoff.rulebook import find_rulebook, parse_rulebook
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.conversions import storable
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.jobs.choices import JobKind, JobState
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.jobs.models import Job
from bakeoff_site.jobs.services import enqueue
from bakeoff_site.submissions.models import Run
from tests.cli.conftest import bakeoff  # noqa: F401
from tests.site.api.conftest import as_, speaking
from tests.site.results.boards import Entry, put_board
from tests.site.scoring.world import put_data, put_run

COUNTS = ("words", "substitutions", "deletions", "insertions", "errors")
REGIONS = "".join(f"{file} {channel} 0 100000\n" for file in ("2347", "3129") for channel in "AB")


@pytest.fixture(autouse=True)
def store(settings: Any, tmp_path: Path) -> None:
    """Files are kept in the test's own folder."""
    settings.DATA_FOLDER = tmp_path / "data"


@pytest.fixture
def campaign(db: None) -> Campaign:
    """IWSLT 2012 by its rulebook."""
    text = find_rulebook("iwslt2012").read_text(encoding="utf-8")
    return Campaign.objects.create(
        slug="iwslt", title="IWSLT", rulebook_text=text, rulebook_content=storable(parse_rulebook(text).content)
    )


@dataclass(frozen=True)
class Recognised:
    """A run on SCTK's own recordings, and what `bakeoff asr` says of it."""

    run: Run
    said: dict[str, Any]

    @property
    def counts(self) -> dict[str, int]:
        return {name: self.said[name] for name in COUNTS}


@pytest.fixture
def recognised(campaign: Campaign, organiser: User, data: Path, tmp_path: Path, bakeoff: Any) -> Recognised:  # noqa: F811
    texts, rules = data / "sctk" / "sclite_testdata", data / "sctk" / "glm" / "en20030506.glm"
    regions = tmp_path / "regions.uem"
    regions.write_text(REGIONS, encoding="utf-8")
    where: dict[str, Any] = {"test_set": "asr-tst2012", "pair": "en"}
    put_data(campaign, "reference", texts / "lvc_ref.stm", **where)
    put_data(campaign, "mappings", rules, **where)
    put_data(campaign, "regions", regions, **where)
    run = put_run(campaign, texts / "lvc_hyp.ctm", by=organiser, name="HEARD", track="ted-asr", **where)
    enqueue(JobKind.SCORE_RUN, run.pk, campaign_id=campaign.pk)
    work_off("test")
    assert not Job.objects.exclude(state=JobState.DONE).exists(), [job.error for job in Job.objects.all()]
    options = ["--glm", rules, "--uem", regions, "--optional", "--fragments", "--format", "json"]
    asked = ["asr", *options, "-r", texts / "lvc_ref.stm", texts / "lvc_hyp.ctm"]
    return Recognised(run, bakeoff(*asked).json)


def cells(page: str, row: str) -> list[str]:
    """The numbers of a row that begins with a name, without intervals."""
    found = next(each for each in page.split("<tr") if re.search(rf"<th [^>]*scope=\"row\">(<[^>]*>)*{row}\b", each))
    return [
        re.sub(r"<[^>]*>.*", "", text) for text in re.findall(r'<td [^>]*class="number[^>]*>(?:<b>)?([^<]*)', found)
    ]


def test_counts_are_those_of_the_command_everywhere(recognised: Recognised, organiser: User, client: Client) -> None:
    run, counts = recognised.run, recognised.counts
    wer, figures = recognised.said["wer"], [str(count) for count in counts.values()]
    board = as_(organiser).get(f"/campaigns/iwslt/boards/{run.board_id}").json()
    score = board["systems"][0]["scores"]["wer@sclite"]
    assert (score["value"], score["counts"], score["reported"]) == (wer, counts, "score")
    shown = as_(organiser).get(f"/campaigns/iwslt/runs/{run.pk}").json()
    assert (shown["scores"][0]["value"], shown["scores"][0]["counts"]) == (wer, counts)
    files = {file["name"]: (file["wer"], {name: file[name] for name in COUNTS}) for file in recognised.said["files"]}
    found = {part["name"]: part["scores"]["wer@sclite"] for part in shown["documents"]}
    assert {name: part["counts"] for name, part in found.items()} == {name: file[1] for name, file in files.items()}
    assert [part["value"] for part in found.values()] == pytest.approx([rate for rate, _ in files.values()], rel=1e-12)
    assert len(files) == 2

    client.force_login(organiser)
    page = client.get(f"/campaigns/iwslt/results/{run.board_id}/").content.decode()
    assert cells(page, "HEARD")[-6:] == [f"{wer:.1f}", *figures]
    of_run = client.get(f"/campaigns/iwslt/results/runs/{run.pk}/?show=scores").content.decode()
    assert cells(of_run, "WER")[:6] == [f"{wer:.1f}", *figures]
    of_run = client.get(f"/campaigns/iwslt/results/runs/{run.pk}/?show=documents").content.decode()
    assert '<h2 id="documents">Recordings</h2>' in of_run
    for name, (rate, of_file) in files.items():
        assert cells(of_run, name)[1:] == [f"{rate:.1f}", *map(str, of_file.values())]

    table = as_(organiser).get(f"/campaigns/iwslt/boards/{run.board_id}/table", format="csv").content.decode()
    (row,) = csv.DictReader(StringIO(table))
    assert float(row["wer@sclite"]) == wer
    assert {name: int(row[name]) for name in COUNTS} == counts
    record = speaking(organiser).run("iwslt", str(run.pk))
    assert record.scores[0].counts is not None
    assert record.scores[0].counts.errors == counts["errors"]
    assert [part.name for part in record.documents] == list(files)


def test_only_the_specification_that_transcripts_are_scored_under_is_offered(
    recognised: Recognised, organiser: User
) -> None:
    address = f"/campaigns/iwslt/boards/{recognised.run.board_id}"
    board = as_(organiser).get(address, specification="no_case+no_punc").json()
    assert (board["specification"], board["specifications"]) == ("case+punc", ["case+punc"])
    assert board["systems"][0]["scores"]


def test_a_mean_of_samples_is_named_so(campaign: Campaign, team: Team, organiser: User, client: Client) -> None:
    entries = [Entry("TESTS_primary", 2, team)]
    where = {"track": "ted-mt", "language_pair": "en-fr", "condition": "ted-mt", "test_set": "tst2012"}
    run = put_board(campaign, entries, by=organiser, metrics=("bleu",), **where)["TESTS_primary"]
    stored = run.scores.get()
    assert stored.variation is not None
    assert stored.variation["mean"] != stored.value
    board = as_(organiser).get(f"/campaigns/iwslt/boards/{run.board_id}").json()
    (metric,), score = board["metrics"], board["systems"][0]["scores"]["bleu"]
    assert (metric["reported"], metric["signature"]) == ("mean", f"{stored.signature}|reported:mean")
    assert (score["reported"], score["value"], score["counts"]) == ("mean", stored.variation["mean"], None)
    (listed,) = as_(organiser).get("/campaigns/iwslt/boards").json()["items"]
    assert (listed["reported"], listed["best"]) == ("mean", stored.variation["mean"])
    shown = as_(organiser).get(f"/campaigns/iwslt/runs/{run.pk}").json()
    assert (shown["scores"][0]["reported"], shown["scores"][0]["signature"]) == ("mean", metric["signature"])
    assert {part["scores"]["bleu"]["reported"] for part in shown["documents"]} == {"score"}
    client.force_login(organiser)
    for address in (f"{run.board_id}/", f"runs/{run.pk}/?show=scores"):
        page = client.get(f"/campaigns/iwslt/results/{address}").content.decode()
        assert "mean of samples</span>" in page
        assert "|reported:mean</code>" in page
    table = client.get(f"/campaigns/iwslt/results/{run.board_id}/table.tsv").content.decode()
    assert "bleu (mean of samples)" in table


LABELLED = (
    "talk1 1 anna 0 2 <TED> one two\ntalk1 1 ben 2 4 <TED> three four\n"
    "lecture 1 anna 0 2 <QED> five six\nlecture 1 anna 2 4 <QED> seven eight\n"
)
HEARD = (
    "talk1 1 0.2 0.2 one\ntalk1 1 1.2 0.2 to\ntalk1 1 2.2 0.2 three\ntalk1 1 3.2 0.2 four\n"
    "lecture 1 0.2 0.2 five\nlecture 1 1.2 0.2 six\nlecture 1 2.2 0.2 seven\nlecture 1 3.2 0.2 eight\n"
)


@pytest.fixture
def in_2016(campaign: Campaign) -> Campaign:
    """IWSLT 2016 by its rulebook, which reports recognition by subset."""
    text = find_rulebook("iwslt2016").read_text(encoding="utf-8")
    campaign.rulebook_text, campaign.rulebook_content = text, storable(parse_rulebook(text).content)
    campaign.save()
    campaign.__dict__.pop("rules", None)
    return campaign


def heard_in_2016(campaign: Campaign, organiser: User, reference: str) -> Run:
    where: dict[str, Any] = {"test_set": "asr-tst2016", "pair": "en"}
    put_data(campaign, "reference", reference.encode(), name="reference.stm", **where)
    scoring = campaign.rules.scoring_of("talk-asr", "en")
    if scoring.global_mappings:
        put_data(campaign, "mappings", b"* format = 'NIST1'\n", name="rules.glm", **where)
    if scoring.regions:
        put_data(campaign, "regions", b"talk1 1 0 100\nlecture 1 0 100\n", name="regions.uem", **where)
    run = put_run(
        campaign, HEARD.encode(), by=organiser, name="HEARD", track="talk-asr", file_name="heard.ctm", **where
    )
    enqueue(JobKind.SCORE_RUN, run.pk, campaign_id=campaign.pk)
    work_off("test")
    assert not Job.objects.exclude(state=JobState.DONE).exists(), [job.error for job in Job.objects.all()]
    return run


def test_boards_have_the_subsets_that_the_rulebook_asks_for(in_2016: Campaign, organiser: User, client: Client) -> None:
    run = heard_in_2016(in_2016, organiser, LABELLED)
    asking, address = as_(organiser), f"/campaigns/iwslt/boards/{run.board_id}"
    board = asking.get(address).json()
    assert (board["groups"], board["missing_groups"]) == (["subset=ted", "subset=qed"], [])
    found = {
        group: asking.get(address, group=group).json()["systems"][0]["scores"]["wer@sclite"]
        for group in board["groups"]
    }
    assert {group: (score["value"], score["counts"]["words"]) for group, score in found.items()} == {
        "subset=ted": (25.0, 4),
        "subset=qed": (0.0, 4),
    }
    parts = asking.get(f"/campaigns/iwslt/runs/{run.pk}").json()["groups"]
    assert [(part["name"], part["segments"]) for part in parts] == [("subset=ted", 2), ("subset=qed", 2)]
    client.force_login(organiser)
    page = client.get(f"/campaigns/iwslt/results/{run.board_id}/?group=subset%3Dted").content.decode()
    assert '<option value="subset=ted" selected>Subset: TED talks</option>' in page
    assert cells(page, "HEARD")[-6:] == ["25.0", "4", "1", "0", "0", "1"]


def test_a_board_says_which_groups_no_segment_tells_of(in_2016: Campaign, organiser: User, client: Client) -> None:
    run = heard_in_2016(in_2016, organiser, re.sub("<[A-Z]+> ", "", LABELLED))
    assert as_(organiser).get(f"/campaigns/iwslt/boards/{run.board_id}").json()["missing_groups"] == ["subset"]
    client.force_login(organiser)
    page = client.get(f"/campaigns/iwslt/results/{run.board_id}/").content.decode()
    assert "The rulebook also asks for scores by subset, but the references do not say which subset" in page


def test_progress_lists_transcripts_next_to_those_of_earlier_years_with_error_counts(
    recognised: Recognised, campaign: Campaign, team: Team, organiser: User, client: Client
) -> None:
    run = recognised.run
    Run.objects.filter(pk=run.pk).update(team=team, entered="", system_type="primary")
    campaign.rulebook_content["systems"]["ASR11"] = {"kind": "earlier", "tracks": ["ted-asr"]}
    entry = {"system": "ASR11", "track": "ted-asr", "language_pair": "en", "test_set": "asr-tst2012"}
    campaign.rulebook_content["published_scores"] = [
        {**entry, "scores": {"wer@sclite": 15.3}, "errors": 1973, "source": "IWSLT 2011"}
    ]
    campaign.save()
    client.force_login(organiser)
    page = client.get("/campaigns/iwslt/results/progress/").content.decode()
    wer, errors = recognised.said["wer"], recognised.counts["errors"]
    section = page.split(f'id="board-{run.board_id}"')[1].split("</section>")[0]
    text = " ".join(re.sub(r"<[^>]+>", " ", section.split("<table")[1]).split())
    head = "System WER Errors Earlier system WER Errors"
    assert f"{head} HEARD {wer:.1f} {errors} ASR11 Published scores 15.3 1973" in text
    (board,) = speaking(organiser).progress("iwslt").boards
    counts = board.earlier[0].scores["wer@sclite"].counts
    assert counts is not None
    assert (counts.words, counts.substitutions, counts.errors) == (None, None, 1973)
    table = client.get("/campaigns/iwslt/results/progress/table.md").content.decode()
    assert f"| HEARD | {wer:.1f} | {errors} | ASR11 | 15.3 | 1973 |" in table
