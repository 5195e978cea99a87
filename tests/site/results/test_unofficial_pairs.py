"""Language pairs that a rulebook offers without their being official are marked so wherever their runs are shown."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.utils import timezone

from bakeoff.rulebook import find_rulebook, parse_rulebook
from bakeoff.rulebook.release.status import status_of_board
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.conversions import storable
from bakeoff_site.campaigns.forms.registration import RegistrationForm
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.selectors import role_of
from bakeoff_site.scoring.selectors.trials import trial_slots
from bakeoff_site.submissions.models import Run
from tests.site.api.conftest import as_, speaking
from tests.site.results.boards import Entry, put_board
from tests.site.scoring.world import put_data

UNOFFICIAL = ("de-en", "nl-en", "pl-en", "pt-en", "ro-en", "ru-en", "sk-en", "sl-en", "tr-en", "zh-en")
BADGE = re.compile(r'<span class="chip[^"]*">unofficial \(language pair\)</span>', re.IGNORECASE)


@pytest.fixture
def campaign(db: None) -> Campaign:
    """IWSLT 2012 by its rulebook."""
    text = find_rulebook("iwslt2012").read_text(encoding="utf-8")
    return Campaign.objects.create(
        slug="iwslt", title="IWSLT", rulebook_text=text, rulebook_content=storable(parse_rulebook(text).content)
    )


@pytest.fixture
def both(campaign: Campaign, team: Team, organiser: User) -> dict[str, Run]:
    """A run in an official pair, and one in an unofficial pair."""
    where: dict[str, Any] = {"track": "ted-mt", "condition": "ted-mt", "test_set": "tst2012", "metrics": ("bleu",)}
    entries = [Entry("TESTS_a", 2, team), Entry("TESTS_b", 3, team)]
    pairs = ("en-fr", "de-en")
    return {pair: put_board(campaign, entries, by=organiser, language_pair=pair, **where)["TESTS_a"] for pair in pairs}


def test_the_rulebook_tells_which_directions_are_unofficial(campaign: Campaign) -> None:
    rules = campaign.rules
    pairs = rules.tracks["ted-mt"].all_pairs
    found = {pair: status_of_board(rules, track="ted-mt", language_pair=pair, test_set="tst2012") for pair in pairs}
    assert {pair for pair, status in found.items() if not status.is_official} == set(UNOFFICIAL)
    assert {status.label for status in found.values()} == {"official", "unofficial (language pair)"}
    assert status_of_board(rules, track="olympics-mt", language_pair="zh-en").is_official
    assert status_of_board(rules, track="gone", language_pair="zh-en").is_official


def test_a_track_that_is_not_official_makes_all_its_directions_unofficial(campaign: Campaign) -> None:
    campaign.rulebook_content["tracks"]["ted-slt"]["official"] = False
    campaign.save()
    campaign.__dict__.pop("rules", None)
    status = status_of_board(campaign.rules, track="ted-slt", language_pair="en-fr")
    assert status.label == "unofficial (track)"


def test_pages_mark_the_unofficial_board_and_not_the_official_one(
    both: dict[str, Run], organiser: User, page_of: Callable[[User | None, str], str]
) -> None:
    for pair, marked in (("de-en", True), ("en-fr", False)):
        run = both[pair]
        other = run.board.runs.exclude(pk=run.pk).get()
        for address in (f"{run.board_id}/", f"runs/{run.pk}/", f"compare/?first={run.pk}&second={other.pk}"):
            page = page_of(organiser, f"/campaigns/iwslt/results/{address}")
            assert bool(BADGE.search(page)) == marked, (pair, address)
    rows = page_of(organiser, "/campaigns/iwslt/results/").split("<tr")
    boards = {pair: next(row for row in rows if f"/results/{run.board_id}/" in row) for pair, run in both.items()}
    assert [bool(BADGE.search(boards[pair])) for pair in ("de-en", "en-fr")] == [True, False]
    rows = page_of(organiser, "/campaigns/iwslt/organise/submissions/").split("<tr")
    flagged = [row for row in rows if BADGE.search(row)]
    assert flagged
    assert all("German–English" in row for row in flagged)


def test_programs_and_downloads_are_told(both: dict[str, Run], organiser: User) -> None:
    asking, client = as_(organiser), speaking(organiser)
    for pair, expected in (("de-en", True), ("en-fr", False)):
        run = both[pair]
        board = f"/campaigns/iwslt/boards/{run.board_id}"
        assert asking.get(board).json()["is_unofficial"] == expected
        assert asking.get(f"/campaigns/iwslt/runs/{run.pk}").json()["is_unofficial"] == expected
        assert client.board("iwslt", run.board_id).is_unofficial == expected
        for name in ("markdown", "latex"):
            title = asking.get(f"{board}/table", format=name).content.decode()
            assert ("unofficial" in title) == expected
        rows = list(csv.DictReader(StringIO(asking.get(f"{board}/table", format="csv").content.decode())))
        assert {row["status"] for row in rows} == {"unofficial (language pair)" if expected else "official"}
        table = json.loads(asking.get(f"{board}/table", format="json").content)
        assert table["place"]["is_unofficial"] == expected
        submission = asking.get(f"/campaigns/iwslt/submissions/{run.submission.number}").json()
        assert [each["is_unofficial_pair"] for each in submission["runs"]] == [expected]
    listed = {
        row["language_pair"]: row["is_unofficial"] for row in asking.get("/campaigns/iwslt/boards").json()["items"]
    }
    assert listed == {"de-en": True, "en-fr": False}


def test_choices_of_language_pairs_and_of_trials_mark_them(campaign: Campaign, organiser: User) -> None:
    campaign.rulebook_content["registration"] |= {"by_language_pair": True}
    campaign.save()
    campaign.__dict__.pop("rules", None)
    field: Any = RegistrationForm(campaign, None).fields["language_pairs"]
    labels = dict(field.choices)
    assert labels["de-en"] == "German–English (unofficial)"
    assert "(unofficial)" not in labels["en-fr"]
    assert "(unofficial)" not in labels["zh-en"], "it is official in the other track"
    for pair in ("de-en", "en-fr"):
        put_data(campaign, "reference", b"x", test_set="tst2012", pair=pair)
    slots = {slot.language_pair: slot.label for slot in trial_slots(role_of(organiser, campaign), timezone.now())}
    assert {pair: label.endswith("(unofficial)") for pair, label in slots.items()} == {"de-en": True, "en-fr": False}
