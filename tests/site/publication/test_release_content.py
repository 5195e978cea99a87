"""What a release package of a server holds: what is released, of teams that consent, and nobody's name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bakeoff.release.content import ReleaseContent
from bakeoff_site.campaigns.conversions import storable
from bakeoff_site.campaigns.models import Campaign, ConsentGiven, Team
from bakeoff_site.publication.selectors.release import release_content
from bakeoff_site.scoring.services.score_files import upload_scores
from bakeoff_site.submissions.models import Run
from tests.site.conftest import Clock
from tests.site.judging.world import SYSTEMS, judged_campaign, planned_task
from tests.site.people import person
from tests.site.results.test_human_boards import CLOSED, JUDGING, OPEN, RELEASING, RESULTS, judge_all

TEXTS = RELEASING.replace(
    'releases = { public = ["judgments:ranking"] }',
    'releases = { public = ["judgments:ranking", "outputs", "source", "references"] }',
)
CONSENT = '[registration.consents.sharing]\ntitle = "Outputs may be shared"\nconcerns = "outputs"\n[phases.evaluation]'
JUDGES = ("Ann Able", "Ben Best")


@pytest.fixture(autouse=True)
def store(settings: Any, tmp_path: Path) -> None:
    """Files are kept in the test's own folder."""
    settings.DATA_FOLDER = tmp_path


@pytest.fixture
def judged(db: None, clock: Clock) -> Campaign:
    """Two judges have ranked all outputs; texts and judgments are released in the end."""
    campaign = judged_campaign(TEXTS.replace("[phases.evaluation]", CONSENT, 1))
    clock.move_to(JUDGING)
    judge_all(planned_task(campaign, "ranking", by=person("Olga Organiser"), opening="phase"), JUDGES)
    for team in Team.objects.exclude(code="DELTA"):
        ConsentGiven.objects.create(team=team, consent="sharing", given_by=person(f"Ann {team.code.title()}"))
    return campaign


def written(content: ReleaseContent) -> Iterator[bytes]:
    """Everything that goes into a package, as bytes."""
    yield repr(content.results).encode()
    for team in content.results.teams:
        yield repr(team).encode()
    for board in content.results.boards:
        yield repr(board).encode()
    for human in content.results.human:
        yield repr((human, human.result, human.result.judges)).encode()
    for test_set in content.test_sets:
        yield from (file.read() for file in (test_set.source, *test_set.references) if file is not None)
    for output in content.outputs:
        yield output.file.name.encode() + output.file.read()
    for statistics in content.statistics():
        yield repr(statistics).encode()
    for given in content.given_scores:
        yield repr(given).encode() + given.file.read()
    for evaluation in content.judgments:
        yield repr((evaluation, *evaluation.judgments())).encode()


def test_everything_that_is_released_is_in_it(judged: Campaign, clock: Clock) -> None:
    clock.move_to(OPEN)
    content = release_content(judged)
    assert {(each.language_pair, each.test_set, len(each.references)) for each in content.test_sets} == {
        ("en-ar", "news", 1),
        ("en-zh", "news", 1),
    }
    assert all(each.source is not None and not each.left_out for each in content.test_sets)
    names = {id: run.name for id, (_, run) in content.results.runs.items()}
    assert sorted(names[each.run] for each in content.outputs) == sorted([*SYSTEMS[:3]] * 2)
    for output in content.outputs:
        pk = int(output.run.rpartition("-")[2])
        assert output.file.name == Run.objects.get(pk=pk).file_name.rpartition("/")[2]
    [evaluation] = content.judgments
    judgments = list(evaluation.judgments())
    assert judgments
    assert list(evaluation.judgments()) == judgments  # they can be read again
    assert {each.judge for each in judgments} == {each.judge for each in content.results.human[0].result.judges}
    for place, runs in evaluation.runs.items():
        assert {name: names[run] for name, run in runs.items()} == {name: name for name in SYSTEMS}, place


def test_scores_are_sums_of_the_statistics(judged: Campaign, clock: Clock) -> None:
    clock.move_to(OPEN)
    content = release_content(judged)
    found = {(each.run, each.specification, each.metric): each for each in content.statistics()}
    scored = {
        (run.id, score.specification, score.metric): score
        for board in content.results.boards
        for run, score in board.scores()
    }
    assert found.keys() == scored.keys()
    for key, each in found.items():
        assert each.rows.shape == (scored[key].segments, len(each.columns)), key
        if each.metric == "ter":
            edits, words = each.rows.sum(axis=0)[:2]
            assert 100 * edits / words == pytest.approx(scored[key].value)


def test_outputs_of_teams_that_do_not_consent_are_left_out_with_the_reason(judged: Campaign, clock: Clock) -> None:
    clock.move_to(OPEN)
    content = release_content(judged)
    assert {content.results.runs[run][1].name for run in content.left_out} == {"DELTA"}
    assert set(content.left_out.values()) == {"the team did not consent to share outputs"}
    assert content.results.publication.left_out == (
        "2 outputs are left out: the team did not consent to share outputs.",
    )


def test_texts_stay_out_until_they_are_released(judged: Campaign, clock: Clock) -> None:
    clock.move_to(RESULTS)
    content = release_content(judged)
    assert content.outputs == ()
    assert set(content.left_out.values()) == {"the rulebook does not release outputs"}
    assert content.judgments == ()
    for test_set in content.test_sets:
        assert (test_set.source, test_set.references) == (None, ())
        assert test_set.left_out == {
            "source": "the rulebook does not release it",
            "reference 1": "the rulebook does not release it",
        }
    everything = b"".join(written(content))
    for reference in ("灯亮了", "المصباح", "The lamp is lit"):
        assert reference.encode() not in everything


def test_before_results_are_public_there_is_nothing(judged: Campaign, clock: Clock) -> None:
    clock.move_to(CLOSED)
    content = release_content(judged)
    assert (content.results.boards, content.results.human, content.test_sets, content.outputs) == ((), (), (), ())
    assert list(content.statistics()) == []


def test_nothing_names_a_judge_or_who_uploaded(judged: Campaign, clock: Clock) -> None:
    clock.move_to(OPEN)
    content = judged.rulebook_content
    content["evaluation"]["outside"] = ["comet"]
    judged.rulebook_content = storable(content)
    judged.save()
    judged.__dict__.pop("rules", None)
    board = judged.boards.get(language_pair="en-zh")
    lines = ["system\tscore", *(f"{name}\t{place}.5" for place, name in enumerate(SYSTEMS))]
    upload_scores(
        board,
        metric="comet",
        name="comet.tsv",
        chunks=["\n".join(lines).encode() + b"\n"],
        by=person("Ulla Uploader"),
    )
    released = release_content(judged)
    [given] = released.given_scores
    assert {name: released.results.runs[run][1].name for name, run in given.systems.items()} == {
        name: name for name in SYSTEMS
    }
    [signature] = {
        score.signature
        for found in released.results.boards
        for _, score in found.scores()
        if score.metric == "comet" and found.language_pair == "en-zh"
    }
    assert f"uploaded:{given.origin['uploaded']}|version:1" in signature
    everything = b"".join(written(released))
    for word in (*(word for name in JUDGES for word in name.split()), "Ulla", "Uploader", "@example", "Olga"):
        assert word.encode() not in everything, word
