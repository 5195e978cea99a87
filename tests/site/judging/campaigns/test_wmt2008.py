"""WMT 2008, section 3.4: batches of several types in random order, repeats, a common pool, and a choice for judges.

Constituents are judged in `test_wmt2008_constituents`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from pathlib import Path

import pytest
from django.db.models import QuerySet

from bakeoff.human_eval.designs.screens.dealer import Dealer
from bakeoff_site.judging.models import Judgment, Screen
from bakeoff_site.judging.selectors.contents import content_of
from tests.site.five_campaigns.driver import Replay
from tests.site.five_campaigns.packing import Place
from tests.site.five_campaigns.simulation import Part, System
from tests.site.judging.campaigns.blindness import leaks
from tests.site.judging.campaigns.exports import ranking_on_site_and_by_command
from tests.site.judging.campaigns.panel import Panel, qualities_of, task_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wordnet")]

NEWS = [Part(f"article{number}", 40, {"genre": "news", "origlang": "fr"}) for number in range(5)]
SPEECHES = [Part("session", 60, {"genre": "proceedings"})]
FRENCH: Place = ("translation", "fr-en", "news", "")
EUROPARL: Place = ("translation", "fr-en", "europarl", "")
GERMAN: Place = ("translation", "de-en", "news", "")
SUBMITTED: dict[Place, list[System]] = {
    FRENCH: [System("CUED", wrong=0), System("CUED", "contrast1", wrong=5), System("UEDIN", wrong=2)],
    EUROPARL: [System("CUED", wrong=1), System("UEDIN", wrong=4)],
    GERMAN: [System("CUED", wrong=1), System("UEDIN", wrong=3)],
}
ENTERED = {FRENCH: System("RBMT3", "system", wrong=7), GERMAN: System("RBMT1", "system", wrong=6)}
SCREENS = 30


@pytest.fixture
def replay(open_campaign: Callable[[str], Replay]) -> Replay:
    replay = open_campaign("wmt2008")
    replay.go_into("registration")
    for team in ("CUED", "UEDIN"):
        replay.register(replay.meet(team))
    for _, pair, test_set, _ in SUBMITTED:
        replay.add_data(test_set, pair, *(NEWS if test_set == "news" else SPEECHES))
    replay.go_into("evaluation")
    replay.submit_all("translations", SUBMITTED)
    for (track, pair, test_set, _), system in ENTERED.items():
        replay.enter(system, track, pair, test_set)
    replay.work()
    replay.go_into("judging")
    return replay


@pytest.mark.long
def test_judges_rank_in_batches_of_what_they_chose(
    replay: Replay, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    planned = replay.organiser.plan_judging(replay.slug, ["ranking", "all-english"])
    texts = [
        (replay.sets[place[2], place[1]], [*systems, *([ENTERED[place]] if place in ENTERED else [])])
        for place, systems in SUBMITTED.items()
    ]
    panel = Panel(task_of(replay.slug, planned.task), qualities_of(texts), replay.clock, replay.organiser)
    panel.invite("Ann Able")
    panel.invite("Flo French", chosen=["fr-en"])
    panel.invite("Sid Session", chosen=["europarl"])
    panel.invite("Ed English", chosen=["en"], seconds=250)
    done = panel.judge("Flo French", "Sid Session", "Ed English", screens=SCREENS)
    done |= panel.judge("Ann Able", screens=2 * SCREENS)
    assert {each.ended for each in done.values()} == {"enough"}
    assert {screen.evaluation.code for screen in panel.screens_of("Ann Able")} == {"ranking", "all-english"}
    for name in panel.seen:
        _see_batches(panel.screens_of(name))
        _see_shares(panel, name)
    _see_choices(panel)
    for name in panel.seen:
        for screen in panel.screens_of(name):
            shown = panel.shown(screen)
            assert 2 <= len(shown["outputs"]) <= 5
            assert len(shown["references"]) == 1
            assert (shown["source"] is None) == _is_mixed(screen)  # directions have no source in common
    assert leaks(panel) == []
    _see_results(panel, tmp_path, capsys)


def _see_batches(screens: list[Screen]) -> None:
    """Five screens of a type in a row."""
    batches = [len(list(own)) for _, own in groupby(screens, lambda screen: screen.evaluation.code)]
    assert [length % 5 for length in batches[:-1]] == [0] * (len(batches) - 1)


def _see_shares(panel: Panel, name: str) -> None:
    """A tenth is asked twice, and 40 % come from segments that everybody may get."""
    for code, evaluation in content_of(panel.task).evaluations.items():
        own = panel.screens_of(name, code)
        if not own:
            continue
        assert abs(sum(screen.control == "repeat" for screen in own) - 0.1 * len(own)) <= 1, (name, code)
        tables = Dealer(evaluation.design).tables
        if all(len(table.common) < table.groups for table in tables):
            common = sum(screen.segment in tables[screen.pool].common for screen in own if not screen.control)
            assert common >= 0.4 * len(own) - 1, (name, code)


def _see_choices(panel: Panel) -> None:
    def judged(name: str) -> set[tuple[str, str]]:
        pools = {code: each.design.pools for code, each in content_of(panel.task).evaluations.items()}
        own = [pools[screen.evaluation.code][screen.pool] for screen in panel.screens_of(name)]
        return {(pool.language_pair, pool.test_set) for pool in own}

    assert ("fr-en", "news") in judged("Flo French") <= {("fr-en", "news"), ("fr-en", "europarl")}
    assert judged("Sid Session") == {("fr-en", "europarl")}
    assert judged("Ed English") == {("en", "news")}
    assert judged("Ann Able") <= {("fr-en", "news"), ("fr-en", "europarl"), ("de-en", "news"), ("en", "news")}
    names = {system for each in panel.seen for screen in panel.screens_of(each) for system in screen.systems}
    assert not any("RBMT1" in name for name in names)  # scored, but not judged
    assert {"RBMT3", "CUED_contrast1", "fr-en/RBMT3", "de-en/UEDIN_primary"} <= names


def _is_mixed(screen: Screen) -> bool:
    return len({name.partition("/")[0] for name in screen.systems}) > 1 and screen.evaluation.code == "all-english"


def _see_results(panel: Panel, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mixed = ranking_on_site_and_by_command(panel, "all-english", folder=tmp_path, capsys=capsys)
    [together] = mixed.rankings
    assert (mixed.score, together.systems[0].system) == ("better-or-equal", "fr-en/CUED_primary")
    rows = Judgment.objects.filter(evaluation__code="all-english")
    seconds = [(row.sent_at - row.shown_at).total_seconds() for row in rows if row.shown_at]
    assert mixed.timings.overall.too_long == sum(each > 300 for each in seconds) > 0  # 7.2, note 9
    assert mixed.timings.overall.quantiles is not None
    assert mixed.timings.overall.quantiles[-1] == max(each for each in seconds if each <= 300)
    # table 3: what was ranked together counts in the pairs, wherever two systems of a pair were on a screen
    single = ranking_on_site_and_by_command(panel, "ranking", folder=tmp_path, capsys=capsys)
    [french] = [each for each in single.rankings if each.group == {"language_pair": "fr-en", "test_set": "news"}]
    assert (
        french.judgments - french.repeats == _ordinary("ranking", "fr-en", "news", panel) + _of_pair(rows, "fr-en") > 0
    )
    assert french.systems[0].system == "CUED_primary"
    assert french.systems[-1].system == "RBMT3"


def _ordinary(code: str, pair: str, test_set: str, panel: Panel) -> int:
    pools = content_of(panel.task).evaluations[code].design.pools
    rows = Judgment.objects.filter(evaluation__code=code, screen__control="").select_related("screen")
    own = [pools[row.screen.pool] for row in rows]
    return sum((pool.language_pair, pool.test_set) == (pair, test_set) for pool in own)


def _of_pair(rows: QuerySet[Judgment], pair: str) -> int:
    """Of the screens with several directions those that show two systems of one."""
    shown = [[name for each in row.systems for name in each.split(",")] for row in rows.filter(screen__control="")]
    return sum(sum(name.startswith(f"{pair}/") for name in names) >= 2 for names in shown)
