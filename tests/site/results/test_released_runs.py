"""Word error rates of released ASR runs in one place (IWSLT 2012, table 4)."""

from __future__ import annotations

import csv
import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.jobs.choices import JobKind
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.jobs.services import enqueue
from bakeoff_site.submissions.models import Run
from bakeoff_site.submissions.services.released_runs import release_run
from tests.site.api.conftest import speaking
from tests.site.conftest import Clock, campaign_by
from tests.site.scoring.world import put_data, put_run

PAGE = "/campaigns/talks/results/asr-output/"
WORDS = ["so", "this", "is", "what", "we", "said", "in", "the", "hall", "today"]
GLM = b";; * name \"x\"\n* format = 'NIST1'\nCOLOUR => COLOR\n"
WRONG = {
    "NICT": {"tst2011": 1, "tst2012": 2},
    "UEDIN": {"tst2011": 3, "tst2012": 4},
    "MITLL": {"tst2011": 2, "tst2012": 3},
}
"""Of ten words; each set has other words wrong."""


def ctm(wrong: int, *, last: bool) -> bytes:
    changed = range(len(WORDS) - wrong, len(WORDS)) if last else range(wrong)
    words = ["xx" if number in changed else word for number, word in enumerate(WORDS)]
    return "".join(f"talk 1 {number}.0 0.5 {word}\n" for number, word in enumerate(words)).encode()


@pytest.fixture
def campaign(db: None, settings: Any, tmp_path: Path) -> Campaign:
    settings.DATA_FOLDER = tmp_path
    campaign = campaign_by("iwslt2012", slug="talks")
    for test_set in ("asr-tst2011", "asr-tst2012"):
        where: dict[str, Any] = {"test_set": test_set, "pair": "en"}
        put_data(campaign, "reference", f"talk 1 someone 0.0 20.0 {' '.join(WORDS)}\n".encode(), name="r.stm", **where)
        put_data(campaign, "mappings", GLM, name="en.glm", **where)
        put_data(campaign, "regions", b"talk 1 0 20\n", name="r.uem", **where)
    return campaign


@pytest.fixture
def runs(campaign: Campaign, organiser: User) -> dict[tuple[str, str], Run]:
    """Three systems that are scored on both sets."""
    made = {}
    for system, wrong in WRONG.items():
        team = Team.objects.create(campaign=campaign, name=f"{system} group", code=f"{system}-X")
        for name, count in wrong.items():
            run = put_run(
                campaign, ctm(count, last=name == "tst2011"), by=organiser, name=f"{system}_primary", team=team,
                track="ted-asr", pair="en", test_set=f"asr-{name}", file_name=f"{system}.ctm",
            )  # fmt: skip
            made[system, name] = run
            enqueue(JobKind.SCORE_RUN, run.pk, campaign_id=campaign.pk)
    work_off("w")
    return made


@pytest.fixture
def released(runs: dict[tuple[str, str], Run], organiser: User) -> dict[tuple[str, str], Run]:
    for (system, _), run in runs.items():
        release_run(run, label=system, by=organiser)
    return runs


def rows(page: str) -> list[list[str]]:
    """The cells of the rows of a page's tables, without marks."""
    found = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, flags=re.DOTALL) for row in page.split("<tr")[1:]]
    return [[re.sub(r"<[^>]*>", "", cell).strip() for cell in row] for row in found]


@pytest.mark.usefixtures("released")
def test_the_table_has_the_shape_of_the_document(campaign: Campaign, organiser: User, client: Client) -> None:
    client.force_login(organiser)
    page = client.get(PAGE).content.decode()
    assert "Released ASR runs, English" in page
    assert rows(page) == [
        ["Num.", "System", "tst2011, recordings for SLT", "tst2012, recordings for SLT"],
        ["1", "NICT", "10.0", "20.0"],
        ["2", "MITLL", "20.0", "30.0"],
        ["3", "UEDIN", "30.0", "40.0"],
    ]


@pytest.mark.usefixtures("released")
def test_programs_and_exports_get_the_same_rates_with_ids(campaign: Campaign, organiser: User, client: Client) -> None:
    found = list(speaking(organiser).asr_output("talks"))
    assert {(row.system, row.test_set): row.first_word_error_rate for row in found} == {
        (system, f"slt-{name}"): 10.0 * count for system, wrong in WRONG.items() for name, count in wrong.items()
    }
    assert {(row.language_pair, row.language_pair_title, row.input) for row in found} == {
        ("en-fr", "English–French", "released-runs")
    }
    assert {row.oracle_word_error_rate for row in found} == {None}
    client.force_login(organiser)
    exported = list(csv.DictReader(StringIO(client.get(f"{PAGE}table.csv").content.decode())))
    assert sorted((row["system"], row["test set"], float(row["1-best WER"])) for row in exported) == sorted(
        (row.system, row.test_set, row.first_word_error_rate or 0.0) for row in found
    )
    assert "| 1 | NICT |" in re.sub(" +", " ", client.get(f"{PAGE}table.md").content.decode())
    assert (
        speaking(organiser).asr_output_table("talks", format="csv") == client.get(f"{PAGE}table.csv").content.decode()
    )


@pytest.mark.usefixtures("released")
@pytest.mark.parametrize(
    ("phase", "participant", "visitor"),
    [
        ("asr", [], []),
        ("slt", [None] * 6, []),  # the runs are released, their scores are not
        ("results", [10.0, 20.0, 20.0, 30.0, 30.0, 40.0], []),
        ("workshop", [10.0, 20.0, 20.0, 30.0, 30.0, 40.0], [10.0, 20.0, 20.0, 30.0, 30.0, 40.0]),
    ],
)
def test_rates_are_shown_to_people_who_see_the_scores_of_the_runs(
    phase: str, participant: list[float | None], visitor: list[float], campaign: Campaign, owner: User, clock: Clock
) -> None:
    clock.move_into(campaign, phase)
    for user, expected in ((owner, participant), (None, visitor)):
        found = list(speaking(user).asr_output("talks"))
        rates = [row.first_word_error_rate for row in found]
        assert sorted(rates, key=lambda rate: rate or 0.0) == expected, user
        reasons = {row.why_not_scored for row in found}
        assert reasons == ({"its score is not released to you yet"} if None in rates else {""} if rates else set())


def test_what_is_no_run_of_the_campaign_says_so(campaign: Campaign, organiser: User, client: Client) -> None:
    file = put_data(campaign, "source", ctm(1, last=True), name="other.ctm", test_set="slt-tst2012", pair="en-fr")
    file.input, file.label = "released-runs", "ELSEWHERE"
    file.save()
    (row,) = speaking(organiser).asr_output("talks")
    assert (row.system, row.first_word_error_rate, row.why_not_scored) == (
        "ELSEWHERE", None, "it is no run of the ASR track",
    )  # fmt: skip
    client.force_login(organiser)
    assert "it is no run of the ASR track." in client.get(PAGE).content.decode()


def test_withdrawn_runs_have_no_rate(released: dict[tuple[str, str], Run], organiser: User, clock: Clock) -> None:
    run = released["NICT", "tst2012"]
    Run.objects.filter(pk=run.pk).update(withdrawn_at=clock.now)
    found = {(row.system, row.test_set): row for row in speaking(organiser).asr_output("talks")}
    assert found["NICT", "slt-tst2012"].first_word_error_rate is None
    assert found["NICT", "slt-tst2011"].first_word_error_rate == 10.0
