"""Groups of segments on boards and pages of runs: what only references say stays with those who may know them."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from bakeoff.formats.registry import format_named
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.core.storage.files import keep
from bakeoff_site.datasets.choices import DataKind
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.submissions.models import Run
from tests.site.api.conftest import as_
from tests.site.conftest import Clock
from tests.site.results.boards import Entry, put_board, source

OF_SOURCE = ("genre=nw", "genre=wb")
CROSSED = (
    "subset=original-progress×genre=nw",
    "subset=new-source×genre=nw",
    "subset=new-source×genre=wb",
)
OF_REFERENCES = ("subset=original-progress", "subset=new-source", *CROSSED)
PEOPLE = ("visitor", "stranger", "judge", "observer", "rival", "owner", "organiser")
# Who sees the groups that only references tell apart, once scores are released; the owner's team has signed what
# references are released after.
SEES_ALL = {"preliminary": {"owner", "organiser"}, "public": set(PEOPLE)}
SEES_SCORES = {"preliminary": {"rival", "owner", "organiser"}, "public": set(PEOPLE)}


@pytest.fixture
def run(campaign: Campaign, team: Team, owner: User, rival: User, organiser: User) -> Run:
    for agreement in ("evaluation-rules", "ldc-licence"):
        team.signatures.create(agreement=agreement, signed_by=owner)
    kept = keep(["".join(format_named("nist-xml").load().write([source()])).encode()])
    DataFile.objects.create(
        campaign=campaign,
        kind=DataKind.SOURCE,
        test_set="current",
        language_pair="ara2eng",
        name="source.xml",
        sha256=kept.sha256,
        size=kept.size,
    )
    others = Team.objects.get(members__user=rival)
    entries = [Entry("TESTS_primary", 2, team), Entry("RIVAL_primary", 4, others), Entry("OLD09", 3, entered="OLD09")]
    runs = put_board(campaign, entries, by=organiser, groupings=("genre", "subset", "subset×genre"))
    return runs["TESTS_primary"]


@pytest.mark.parametrize("phase", ["preliminary", "public"])
@pytest.mark.parametrize("name", PEOPLE)
def test_groups_that_only_references_tell_are_shown_to_those_who_may_know(
    name: str, phase: str, run: Run, clock: Clock, campaign: Campaign, client: Client, request: pytest.FixtureRequest
) -> None:
    user = None if name == "visitor" else request.getfixturevalue(name)
    clock.move_into(campaign, phase)
    client.logout()
    if user is not None:
        client.force_login(user)
    asking = as_(user)
    board = f"/campaigns/openmt/results/{run.board_id}"
    asked = f"?group={CROSSED[2]}"
    texts = {
        "board": client.get(f"{board}/").content.decode(),
        "crossed": client.get(f"{board}/{asked}").content.decode(),
        "export": client.get(f"{board}/table.json{asked}").content.decode(),
        "run": client.get(f"/campaigns/openmt/results/runs/{run.pk}/?show=scores").content.decode(),
        "api board": asking.get(f"/campaigns/openmt/boards/{run.board_id}", group=CROSSED[2]).content.decode(),
        "api table": asking.get(f"/campaigns/openmt/boards/{run.board_id}/table", group=CROSSED[2]).content.decode(),
        "api run": asking.get(f"/campaigns/openmt/runs/{run.pk}").content.decode(),
    }
    if name not in SEES_SCORES[phase]:
        assert not any("subset" in text or "genre" in text for text in texts.values())
        return
    if name not in SEES_ALL[phase]:
        # The query is repeated in addresses of the page; no group, no count and no score follows from it.
        assert '<option value="genre=wb">Genre: web data</option>' in texts["board"]
        for what in ("board", "run", "api run", "api table", "export"):
            assert "subset=" not in texts[what], what
            assert "new-source" not in texts[what], what
        assert "new source data" not in texts["crossed"]
        seen = json.loads(texts["api board"])
        assert (seen["group"], tuple(seen["groups"]), seen["missing_groups"]) == ("", OF_SOURCE, [])
        return
    label = "subset: Progress tests subset with new source data, genre: web data"
    assert f'<option value="{CROSSED[2]}" selected>{label[0].upper()}{label[1:]}</option>' in texts["crossed"]
    seen = json.loads(texts["api board"])
    assert (seen["group"], tuple(seen["groups"])) == (CROSSED[2], (*OF_SOURCE, *OF_REFERENCES))
    assert seen["method"].startswith("test:randomization|")  # differences on crossed groups are tested, too
    assert all(system["rank"] for system in seen["systems"])
    stored = run.scores.get(metric="bleu@mteval").groups
    assert stored[CROSSED[2]]["segments"] == 8
    parts = {part["name"]: part["segments"] for part in json.loads(texts["api run"])["groups"]}
    assert parts == {key: stored[key]["segments"] for key in (*OF_SOURCE, *OF_REFERENCES)}
    assert f"{label[0].upper()}{label[1:]}" in texts["run"]
