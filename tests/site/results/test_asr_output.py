"""N-best lists and lattices that systems start from are scored, and shown to people to whom they are released."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from bakeoff.reports import scored_inputs_table
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.datasets.services import add_data_file, remove_data_file
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.jobs.models import Job
from bakeoff_site.results.selectors.asr_output import AsrOutput, asr_output_for
from bakeoff_site.scoring.models import InputScore
from tests.site.api.conftest import speaking
from tests.site.conftest import Clock, campaign_by

SAID = b"one two\nthree\nfour five six\n"
NBEST = (
    b"0 ||| one to ||| x ||| -1\n0 ||| one two ||| x ||| -2\n"
    b"1 ||| three ||| x ||| -1\n"
    b"2 ||| for five ||| x ||| -1\n2 ||| four five ||| x ||| -2\n2 ||| four five six ||| x ||| -3\n"
)
PLF = b"((('one',-1,1),),(('to',-1,1),('two',-2,1),),)\n((('three',-1,1),),)\n((('four',-1,1),),(('five',-1,1),),)\n"
DEVELOPMENT, EVALUATION = datetime(2005, 6, 1, tzinfo=UTC), datetime(2005, 8, 3, tzinfo=UTC)


@pytest.fixture(autouse=True)
def own_folder(settings: Any, tmp_path: Any) -> None:
    settings.DATA_FOLDER = tmp_path


@pytest.fixture
def campaign(db: None) -> Campaign:
    return campaign_by("iwslt2005", slug="iwslt")


def add(campaign: Campaign, data: bytes, name: str, named: str = "", **fields: Any) -> DataFile:
    said = {"kind": "source", "test_set": "english", "language_pair": "zh-en", "note": "new", **fields}
    return add_data_file(campaign, name=name, chunks=[data], input=named, by=None, **said)


def seen(campaign: Campaign, team: Team | None, now: datetime) -> AsrOutput:
    """What an organiser sees, or someone of a team."""
    user = User.objects.create(email=f"{User.objects.count()}@example.org", name="Someone")
    roles = frozenset() if team else frozenset({"organiser"})
    role = CampaignRole(campaign=campaign, user=user, roles=roles, teams=(team,) if team else ())
    return asr_output_for(role, now)


def test_the_figures_are_those_of_the_definition(campaign: Campaign) -> None:
    add(campaign, SAID, "said.txt")
    add(campaign, NBEST, "test.nbest", "n-best", label="ATR")
    work_off("w")
    (row,) = seen(campaign, None, EVALUATION).scored
    # Of six words two are wrong in the first candidates (to, for) and one is missing (six): 3 of 6; two of three lists.
    assert row.rates == pytest.approx((50.0, 200 / 3, 0.0, 0.0))
    assert row.mean_rank == (2 + 1 + 3) / 3
    place = row.place
    assert (place.language_pair, place.test_set, place.input, place.system, row.depth) == (
        "zh-en", "english", "n-best", "ATR", 20,
    )  # fmt: skip
    assert (place.language_pair_title, place.test_set_title, place.input_title) == (
        "Chinese–English", "IWSLT 2005 test set into English", "n-best lists",
    )  # fmt: skip


def test_the_table_has_the_shape_of_the_document(campaign: Campaign) -> None:
    for pair in ("ja-en", "zh-en"):
        for test_set in ("english", "devset1"):
            add(campaign, SAID, "said.txt", language_pair=pair, test_set=test_set)
            add(campaign, NBEST, "test.nbest", "n-best", language_pair=pair, test_set=test_set)
    work_off("w")
    table = scored_inputs_table(seen(campaign, None, EVALUATION).scored)
    assert [row[:2] for row in table.rows] == [
        ("Chinese–English", "DEVSET1"),
        ("Chinese–English", "IWSLT 2005 test set into English"),
        ("Japanese–English", "DEVSET1"),
        ("Japanese–English", "IWSLT 2005 test set into English"),
    ]
    assert (table.rules, table.emphasised) == (frozenset({2}), frozenset({1, 3}))
    shown = table.for_people()
    assert [column.heading for column in shown.columns] == [
        "language pair",
        "test set",
        "1-best word error rate",
        "1-best sentence error rate",
        "20-best word error rate",
        "20-best sentence error rate",
        "best sentence in 20-best (average rank)",
    ]
    assert [shown.shown(0, column) for column in range(2, 7)] == ["50.0", "66.7", "0.0", "0.0", "2.00"]
    printed = scored_inputs_table(seen(campaign, None, EVALUATION).scored, rates=campaign.rules.report.error_rates)
    as_printed = printed.for_people()
    assert [as_printed.shown(0, column) for column in range(2, 7)] == ["0.500", "0.667", "0.000", "0.000", "2.00"]
    assert [shown.shown(row, 0) for row in range(4)] == ["Chinese–English", "", "Japanese–English", ""]


def test_lattices_have_no_rank(campaign: Campaign) -> None:
    add(campaign, SAID, "said.txt")
    add(campaign, PLF, "test.plf", "lattice")
    work_off("w")
    (row,) = seen(campaign, None, EVALUATION).scored
    assert row.rates == pytest.approx(
        (200 / 6, 200 / 3, 100 / 6, 100 / 3)
    )  # "to" where the first path goes; "six" is in no lattice
    assert (row.mean_rank, row.depth) == (None, None)


def test_a_transcript_goes_before_the_text_source_and_changes_are_scored_again(campaign: Campaign) -> None:
    add(campaign, SAID, "said.txt")
    lists = add(campaign, NBEST, "test.nbest", "n-best")
    work_off("w")
    before = seen(campaign, None, EVALUATION).scored[0].rates
    transcript = add(campaign, SAID.replace(b"two", b"to"), "said.trn.txt", kind="transcript")
    assert seen(campaign, None, EVALUATION).scored == ()  # old figures are not shown as those of the new transcript
    work_off("w")
    assert seen(campaign, None, EVALUATION).scored[0].rates != before
    remove_data_file(transcript, reason="a mistake", by=None)
    work_off("w")
    assert seen(campaign, None, EVALUATION).scored[0].rates == before
    assert InputScore.objects.get().data_file == lists


def test_lists_without_anything_to_compare_with_say_so(campaign: Campaign) -> None:
    add(campaign, NBEST, "test.nbest", "n-best")
    work_off("w")
    found = seen(campaign, None, EVALUATION)
    assert [each.reason for each in found.unscored] == ["its test set has neither a text source nor a transcript"]
    add(campaign, b"one\n", "said.txt")  # lists and source do not go together
    work_off("w")
    assert not Job.objects.exclude(state="done").exists()
    (unscored,) = seen(campaign, None, EVALUATION).unscored
    assert unscored.reason == "expected numbers of utterances from 0 to 0, found 1"


def test_teams_see_figures_of_what_is_released_to_them(campaign: Campaign) -> None:
    team = Team.objects.create(campaign=campaign, name="Team", code="KIT", language_pairs=["zh-en", "ja-en"])
    for test_set in ("english", "devset1"):
        add(campaign, SAID, "said.txt", test_set=test_set)
        add(campaign, NBEST, "test.nbest", "n-best", test_set=test_set)
    work_off("w")
    assert [row.place.test_set for row in seen(campaign, team, DEVELOPMENT).scored] == ["devset1"]
    assert len(seen(campaign, team, EVALUATION).scored) == 2
    stranger = CampaignRole(campaign=campaign)
    assert asr_output_for(stranger, EVALUATION) == AsrOutput((), (), ())


def test_page_and_export(campaign: Campaign, client: Client, organiser: User, clock: Clock) -> None:
    clock.move_to(EVALUATION)
    add(campaign, SAID, "said.txt")
    add(campaign, NBEST, "test.nbest", "n-best", label="ATR")
    work_off("w")
    client.force_login(organiser)
    page = client.get(reverse("results:asr-output", args=["iwslt"])).content.decode()
    assert "20-best word error rate" in page
    assert ">0.500<" in page
    table = client.get(reverse("results:asr-output-table", args=["iwslt", "tsv"])).content.decode()
    header, row = (line.split("\t") for line in table.splitlines()[:2])
    exported = dict(zip(header, row, strict=True))
    assert (exported["language pair"], exported["input"], exported["1-best WER"]) == ("zh-en", "n-best", "50.0")
    (found,) = speaking(organiser).asr_output("iwslt")
    assert (found.language_pair, found.language_pair_title, found.test_set, found.input, found.input_title) == (
        "zh-en", "Chinese–English", "english", "n-best", "n-best lists",
    )  # fmt: skip
    assert (found.first_word_error_rate, found.why_not_scored) == (50.0, "")
    assert client.get(reverse("results:asr-output-table", args=["iwslt", "exe"])).status_code == 404
    assert (
        reverse("results:asr-output", args=["iwslt"])
        in client.get(reverse("datasets:list", args=["iwslt"])).content.decode()
    )
