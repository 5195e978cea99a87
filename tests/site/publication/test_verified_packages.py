"""Packages of the server are verified: every number that pages show follows from what is released."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

from bakeoff.release.layouts.exports import export_layout
from bakeoff.release.reading import read_package
from bakeoff.release.verification import Verification, verify_package
from bakeoff.release.writing import write_package
from bakeoff_site.campaigns.conversions import storable
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.models import Task
from bakeoff_site.publication.selectors.release import release_content
from bakeoff_site.scoring.services.score_files import upload_scores
from tests.release.changed_packages import members_of
from tests.site.conftest import Clock
from tests.site.judging.tournaments.test_sizes import at_random
from tests.site.judging.tournaments.world import cup, cup_task
from tests.site.judging.tournaments.world import judge_all as play_all
from tests.site.judging.world import SYSTEMS, judged_campaign, make_judge
from tests.site.metrics_task.world import RULES, compare, judge_systems, organiser_of, pack, release
from tests.site.people import person
from tests.site.publication.test_release_content import JUDGES, judged, store
from tests.site.results.test_human_boards import OPEN, RESULTS

__all__ = ["judged", "store"]


def _verified(campaign: Campaign, path: Path) -> Verification:
    """A package of what everybody may have, verified: nothing changed, differs or is missing."""
    write_package(release_content(campaign), path)
    found = verify_package(path)
    assert not found.unreadable
    assert [(each.file, each.difference) for each in found.wrong] == []
    assert [each for each in found.gaps if each.is_wrong] == []
    assert found.changed == ()
    assert found.is_sound
    return found


def test_all_numbers_of_a_campaign_follow_from_its_package(judged: Campaign, clock: Clock, tmp_path: Path) -> None:
    clock.move_to(OPEN)
    path = tmp_path / "package.zip"
    found = _verified(judged, path)
    assert found.gaps == ()
    assert found.numbers > 100
    everything = b"\n".join(members_of(path).values())
    for judge in JUDGES:
        assert judge.encode() not in everything
    assert not re.search(rb"[\w.]+@example\.\w+", everything)
    export_layout(read_package(path), "wmt", tmp_path / "wmt", on_remark=print)
    assert {path.name for path in (tmp_path / "wmt" / "txt" / "references").iterdir()} == {
        "news.en-ar.ref.A.ar",
        "news.en-zh.ref.A.zh",
    }


def test_scores_of_texts_that_are_not_released_are_summed_from_statistics(
    judged: Campaign, clock: Clock, tmp_path: Path
) -> None:
    clock.move_to(RESULTS)
    found = _verified(judged, tmp_path / "package.zip")
    assert any("are summed from its statistics: the rulebook does not release outputs" in each for each in found.taken)
    assert {each.why for each in found.gaps} == {"its judgments are not released with the package"}
    members = members_of(tmp_path / "package.zip")
    assert not [name for name in members if name.startswith(("outputs/", "test-sets/", "judgments/"))]


def test_uploaded_scores_are_taken_from_their_file(judged: Campaign, clock: Clock, tmp_path: Path) -> None:
    clock.move_to(OPEN)
    content = judged.rulebook_content
    content["evaluation"]["outside"] = ["comet"]
    judged.rulebook_content = storable(content)
    judged.save()
    judged.__dict__.pop("rules", None)
    lines = ["system\tscore", *(f"{name}\t{place}.5" for place, name in enumerate(SYSTEMS))]
    upload_scores(
        judged.boards.get(language_pair="en-zh"),
        metric="comet",
        name="comet.tsv",
        chunks=["\n".join(lines).encode() + b"\n"],
        by=person("Ulla Uploader"),
    )
    found = _verified(judged, tmp_path / "package.zip")
    assert "comet is taken from its file of scores, comet.tsv." in found.taken
    assert b"Ulla" not in b"\n".join(members_of(tmp_path / "package.zip").values())


def test_how_metrics_agree_with_people_is_computed_again(db: None, clock: Clock, tmp_path: Path) -> None:
    campaign = judged_campaign(
        RULES.replace('"human-scores"]', '"human-scores", "judgments", "source", "references", "outputs"]')
    )
    clock.move_into(campaign, "metrics")
    pack(campaign)
    clock.move_into(campaign, "judging")
    judge_systems(campaign, now=clock.now, by=organiser_of(campaign))
    release(campaign, clock)
    compare(clock.now)
    path = tmp_path / "package.zip"
    found = _verified(campaign, path)
    assert found.gaps == ()
    assert [name for name in members_of(path) if name.startswith("results/metrics-tasks/")]


def test_brackets_are_played_again_from_seeds_and_judgments(db: None, clock: Clock, tmp_path: Path) -> None:
    clock.move_to(datetime(2026, 3, 5, tzinfo=UTC))
    task = cup_task(cup([f"S{number}" for number in range(5)], segments=3, judgments=2, by=person("Olga Organiser")))
    judges = {make_judge(task, name, now=clock.now): at_random(number) for number, name in enumerate(JUDGES)}
    assert play_all(judges, now=clock.now)
    campaign = task.campaign
    released = campaign.rulebook_content
    released["phases"]["results"]["releases"]["public"] += ["judgments", "outputs", "source", "references"]
    campaign.rulebook_content = storable(released)
    campaign.save()
    clock.move_to(datetime(2026, 4, 2, tzinfo=UTC))
    Task.objects.update(opening="closed")
    path = tmp_path / "package.zip"
    found = _verified(Campaign.objects.get(), path)
    assert found.gaps == ()
    assert [name for name in members_of(path) if name.startswith("results/tournaments/")]
