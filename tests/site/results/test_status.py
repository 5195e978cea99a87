"""One word says on every page, in every export and mail whether a run is official."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from io import StringIO
from typing import Any

import pytest
from django.test import Client as Browser

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.submissions.choices import Effect
from bakeoff_site.submissions.mails import tell_of_runs
from bakeoff_site.submissions.models import Run
from tests.site.api.conftest import as_, speaking
from tests.site.conftest import Clock
from tests.site.outbox import mailed
from tests.site.results.boards import Entry, put_board


@dataclass(frozen=True)
class Expected:
    label: str
    reasons: tuple[str, ...]
    board: str
    """What the board as such is called."""

    @property
    def word(self) -> str:
        return "unofficial" if self.reasons else "official"


EXPECTED = {
    "TESTS_primary": Expected("official", (), "official"),
    "TESTS_late": Expected("unofficial (late)", ("late",), "official"),
    "TESTS_debugged": Expected("unofficial (debugged)", ("debugged",), "official"),
    "TESTS_both": Expected("unofficial (late, debugged)", ("late", "debugged"), "official"),
    "TESTS_extra": Expected("unofficial (type of submission)", ("unofficial-type",), "official"),
    "TESTS_korean": Expected("unofficial (language pair)", ("unofficial-pair",), "unofficial (language pair)"),
    "TESTS_latekorean": Expected(
        "unofficial (late, language pair)", ("late", "unofficial-pair"), "unofficial (language pair)"
    ),
    "TESTS_combined": Expected("unofficial (post-evaluation)", ("post-evaluation",), "unofficial (post-evaluation)"),
    "TESTS_tried": Expected("unofficial (dry run)", ("dry-run",), "unofficial (dry run)"),
}
_LABEL = re.compile(r"unofficial \([^)]*\)|\bofficial\b")


@pytest.fixture
def runs(campaign: Campaign, team: Team, organiser: User) -> dict[str, Run]:
    """OpenMT 2012 with a run of each kind, and Korean as an unofficial pair."""
    single = campaign.rulebook_content["tracks"]["single"]
    single |= {
        "language_pairs": [pair for pair in single["language_pairs"] if pair != "kor2eng"],
        "unofficial_pairs": ["kor2eng"],
    }
    campaign.save()
    campaign.__dict__.pop("rules", None)
    metrics = ("bleu@mteval",)
    contrast: Any = {"system_type": "contrast", "official": False}
    main = [
        Entry("TESTS_primary", 2, team),
        Entry("TESTS_late", 3, team, **contrast, late=True),
        Entry("TESTS_debugged", 4, team, **contrast, effect=Effect.DEBUGGED),
        Entry("TESTS_both", 5, team, **contrast, late=True, effect=Effect.DEBUGGED),
        Entry("TESTS_extra", 6, team, **contrast),
    ]
    korean = [Entry("TESTS_korean", 2, team), Entry("TESTS_latekorean", 3, team, **contrast, late=True)]
    combined = [Entry("TESTS_combined", 2, team, system_type="combo", official=False)]
    tried = [Entry("TESTS_tried", 2, team, official=False)]
    return (
        put_board(campaign, main, by=organiser, metrics=metrics)
        | put_board(campaign, korean, by=organiser, metrics=metrics, language_pair="kor2eng")
        | put_board(campaign, combined, by=organiser, metrics=metrics, track="combination", test_set="combination")
        | put_board(campaign, tried, by=organiser, metrics=metrics, test_set="dryrun")
    )


def labels(html: str) -> list[str]:
    """What badges say of the status."""
    badges = re.findall(r'<span class="chip[^"]*">([^<]*)</span>', html)
    return [badge for badge in map(str.lower, badges) if _LABEL.fullmatch(badge)]


def part_with(html: str, name: str, *, of: str) -> str:
    """The row or the item of a page that names a run."""
    return next(part for part in html.split(f"<{of}") if f"<bdi>{name}</bdi>" in part).partition(f"</{of}>")[0]


def test_the_world_has_every_kind_of_run(runs: dict[str, Run]) -> None:
    assert set(runs) == set(EXPECTED)


def test_pages_of_boards_and_runs_say_it(
    runs: dict[str, Run], organiser: User, page_of: Callable[[User | None, str], str]
) -> None:
    for name, run in runs.items():
        expected = EXPECTED[name]
        heading = page_of(organiser, f"/campaigns/openmt/results/{run.board_id}/").partition('<form id="filters"')[0]
        assert labels(heading) == ([] if expected.board == "official" else [expected.board]), name
        board = page_of(organiser, f"/campaigns/openmt/results/{run.board_id}/")
        own = [expected.label] if expected.label != expected.board or not run.official else []
        assert labels(part_with(board, name, of="tr")) == own, name
        page = page_of(organiser, f"/campaigns/openmt/results/runs/{run.pk}/")
        assert set(labels(page)) == {expected.label, expected.board} - {"official"}, name


def test_the_overview_and_the_list_of_late_and_debugged_runs_say_it(
    runs: dict[str, Run], organiser: User, page_of: Callable[[User | None, str], str]
) -> None:
    page = page_of(organiser, "/campaigns/openmt/results/")
    for name, run in runs.items():
        row = next(row for row in page.split("<tr") if f"/results/{run.board_id}/" in row)
        board = EXPECTED[name].board
        assert labels(row) == ([] if board == "official" else [board]), name
    named = page[page.index('id="named"') :]
    for name, expected in EXPECTED.items():
        if {"late", "debugged"} & set(expected.reasons):
            assert labels(part_with(named, name, of="li")) == [expected.label]
        else:
            assert f"<bdi>{name}</bdi>" not in named


def test_lists_of_submissions_and_receipts_say_it(
    runs: dict[str, Run], team: Team, owner: User, page_of: Callable[[User | None, str], str]
) -> None:
    listed = page_of(owner, f"/campaigns/openmt/teams/{team.pk}/submissions/")
    for name, run in runs.items():
        assert labels(part_with(listed, name, of="li")) == [EXPECTED[name].label], name
        receipt = page_of(owner, f"/campaigns/openmt/teams/{team.pk}/submissions/{run.submission.number}/")
        assert labels(receipt) == [EXPECTED[name].label], name


def test_exports_of_boards_say_it(runs: dict[str, Run], organiser: User) -> None:
    asking = as_(organiser)
    for board_id in {run.board_id for run in runs.values()}:
        own = {name: EXPECTED[name] for name, run in runs.items() if run.board_id == board_id}
        (board,) = {each.board for each in own.values()}

        def export(name: str, board_id: int = board_id) -> str:
            return asking.get(f"/campaigns/openmt/boards/{board_id}/table", format=name).content.decode()

        for name, delimiter in (("csv", ","), ("tsv", "\t")):
            rows = csv.DictReader(StringIO(export(name)), delimiter=delimiter)
            assert {row["system"]: row["status"] for row in rows} == {key: each.label for key, each in own.items()}
        table = json.loads(export("json"))
        assert table["place"]["status"] == board.partition(" ")[0]
        listed = [*table["rows"], *table["unofficial"], *table["named"]]
        assert {row["name"]: (row["status"], tuple(row["reasons"])) for row in listed} == {
            key: (each.word, each.reasons) for key, each in own.items()
        }
        for name in ("markdown", "latex"):
            text = export(name)
            for each in own.values():
                assert each.label == "official" or each.label in text, (name, each)
            assert ("official" in text.replace("BLEU official", "")) == any(each.reasons for each in own.values())


def test_the_api_and_the_client_say_it(runs: dict[str, Run], organiser: User) -> None:
    asking, client = as_(organiser), speaking(organiser)
    boards = {row["board"]: row["status"] for row in asking.get("/campaigns/openmt/boards").json()["items"]}
    for name, run in runs.items():
        expected = EXPECTED[name]
        said = (expected.word, list(expected.reasons))
        assert boards[run.board_id] == expected.board.partition(" ")[0]
        board = asking.get(f"/campaigns/openmt/boards/{run.board_id}").json()
        (row,) = (row for row in board["systems"] if row["name"] == name)
        assert (row["status"], row["reasons"]) == said
        page = asking.get(f"/campaigns/openmt/runs/{run.pk}").json()
        assert (page["status"], page["reasons"]) == said
        submission = asking.get(f"/campaigns/openmt/submissions/{run.submission.number}").json()
        (shown,) = submission["runs"]
        assert (shown["status"], shown["reasons"]) == said
        assert shown["outcome"].startswith(expected.label)
        (system,) = (each for each in client.board("openmt", run.board_id).systems if each.name == name)
        assert (system.status, system.reasons) == (expected.word, expected.reasons)


def test_mails_say_it(runs: dict[str, Run]) -> None:
    for name, run in runs.items():
        tell_of_runs(run.submission)
        mail = mailed()[-1]
        assert f"- {name}, " in mail.body
        assert f": {EXPECTED[name].label}." in mail.body, name


def test_everyone_learns_that_late_and_debugged_runs_took_part_and_nobody_their_scores(
    runs: dict[str, Run], campaign: Campaign, clock: Clock, client: Browser
) -> None:
    """OpenMT 2012, section 10: listed in the release as having participated."""
    clock.move_into(campaign, "public")
    board = runs["TESTS_primary"].board_id
    page = client.get(f"/campaigns/openmt/results/{board}/").content.decode()
    apart = page[page.index('id="late"') :]
    for name in ("TESTS_late", "TESTS_debugged", "TESTS_both"):
        row = part_with(apart, name, of="tr")
        assert labels(row) == [EXPECTED[name].label]
        assert not re.search(r"\d\.\d", row)
        assert client.get(f"/campaigns/openmt/results/runs/{runs[name].pk}/").status_code == 404
