"""NIST OpenMT 2012, section 8.2: teams that registered for human assessment rank each other's primary systems."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bakeoff.client import ForbiddenError
from bakeoff_site.accounts.models import User
from bakeoff_site.judging.selectors.contents import content_of
from bakeoff_site.judging.selectors.shares import shares_of
from tests.site.api.conftest import speaking
from tests.site.five_campaigns.driver import Replay
from tests.site.five_campaigns.packing import Entry, Place
from tests.site.five_campaigns.simulation import Part, System
from tests.site.judging.campaigns.blindness import leaks
from tests.site.judging.campaigns.exports import ranking_on_site_and_by_command
from tests.site.judging.campaigns.panel import Panel, qualities_of, task_of

pytestmark = pytest.mark.django_db

DOCUMENTS = [
    Part("progress-nw", 6, {"subset": "original-progress", "genre": "nw"}),
    Part("new-english-nw", 12, {"subset": "new-source", "style": "english-true", "genre": "nw"}),
    Part("new-foreign-wb", 9, {"subset": "new-source", "style": "foreign-true", "genre": "wb"}),
]
NEW = {("new-english-nw", str(number + 1)) for number in range(12)} | {
    ("new-foreign-wb", str(number + 1)) for number in range(9)
}
PLACE: Place = ("single", "ara2eng", "current", "constrained")
SYSTEMS = [System("ALPHA", wrong=1), System("BETA", wrong=3), System("DELTA", wrong=5), System("GAMMA", wrong=0)]
CONTRAST = System("ALPHA", "contrast1", wrong=2)
CONSENTING = ("ALPHA", "BETA", "DELTA")


@pytest.fixture
def replay(open_campaign: Callable[[str], Replay]) -> Replay:
    replay = open_campaign("openmt2012")
    replay.go_into("registration")
    for system in SYSTEMS:
        entrant = replay.meet(system.team)
        replay.register(entrant, pairs=["ara2eng"], tracks=[], consents=system.team in CONSENTING)
    replay.add_data("dryrun", "ara2eng")
    replay.add_data("current", "ara2eng", *DOCUMENTS)
    replay.go_into("dry-run")
    for entrant in replay.entrants.values():
        replay.submit(entrant, [Entry("dryrun", "single", "ara2eng", "constrained", "dryrun", "primary")])
    replay.go_into("evaluation")
    replay.submit_all("eval", {PLACE: [*SYSTEMS, CONTRAST]})
    replay.go_into("human-assessment")
    return replay


@pytest.mark.long
def test_teams_that_joined_human_assessment_rank_the_systems_of_each_other(
    replay: Replay, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    planned = replay.organiser.plan_judging(replay.slug, ["ranking"])
    texts = replay.sets["current", "ara2eng"]
    panel = Panel(task_of(replay.slug, planned.task), qualities_of([(texts, SYSTEMS)]), replay.clock, replay.organiser)
    for team in CONSENTING:
        panel.invite(team, user=User.objects.get(name=f"Ann {team}"))
    with pytest.raises(ForbiddenError, match="invited"):  # GAMMA did not register for human assessment
        speaking(User.objects.get(name="Ann GAMMA"), "judge").judging_task(replay.slug, planned.task)
    assert {each.ended for each in panel.judge().values()} == {"finished"}
    [evaluation] = content_of(panel.task).evaluations.values()
    [pool] = evaluation.design.pools
    assert set(pool.segments) == NEW
    assert set(pool.systems) == {f"{team}_primary" for team in CONSENTING}
    for team in CONSENTING:
        screens = panel.screens_of(team)
        assert {name for screen in screens for name in screen.systems} == {
            f"{other}_primary" for other in CONSENTING if other != team
        }
        assert {len(panel.shown(screen)["references"]) for screen in screens} == {1}
    assert leaks(panel) == []
    result = ranking_on_site_and_by_command(panel, "ranking", folder=tmp_path, capsys=capsys)
    [ranking] = result.rankings
    assert (result.score, ranking.judgments) == ("better-or-equal", len(NEW))
    assert [each.system for each in ranking.systems] == [f"{team}_primary" for team in CONSENTING]
    _see_shares(panel)


def _see_shares(panel: Panel) -> None:
    """Screens are owed in even shares; whoever judged more than the share owes nothing more."""
    shares = {str(row.team.code): row for row in shares_of(panel.task)}
    assert set(shares) == set(CONSENTING)
    for team, row in shares.items():
        [own] = row.share.shares
        done = len(panel.screens_of(team))
        assert (own.owed, own.done, own.unit) == (len(NEW) / len(CONSENTING), done, "screens")
        assert row.is_complete == (done >= own.owed)
