"""Who computes by references or rules that are no longer in force does not put the scores of them in force."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.datasets.selectors import files_in_force
from bakeoff_site.jobs.choices import JobKind, JobState
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.jobs.models import Job
from bakeoff_site.jobs.services import enqueue
from bakeoff_site.scoring.models import BoardComparison, RunScore
from bakeoff_site.scoring.services import comparisons, scores
from bakeoff_site.submissions.models import Run
from tests.site.scoring.world import EXAMPLES, OUTPUTS, put_data, put_news, put_run

Meanwhile = Callable[[Callable[[], object]], None]


def ask(*runs: Run) -> None:
    for run in runs:
        enqueue(JobKind.SCORE_RUN, run.pk, campaign_id=run.board.campaign_id)


def replace_references(campaign: Campaign) -> None:
    text = (EXAMPLES / "references.xml").read_text(encoding="utf-8")
    put_data(campaign, "reference", text.replace("Tuesday", "Wednesday").encode(), name="references.xml")


@pytest.fixture
def runs(campaign: Campaign, team: Team, owner: User) -> list[Run]:
    put_news(campaign)
    return [put_run(campaign, OUTPUTS[name], by=owner, name=name, team=team) for name in ("aster", "basalt")]


@pytest.fixture
def while_scoring(monkeypatch: pytest.MonkeyPatch) -> Meanwhile:
    """Has something happen once, after a worker has computed scores and before it stores them."""
    return _meanwhile(monkeypatch, scores, "compute_or_delegate")


@pytest.fixture
def while_comparing(monkeypatch: pytest.MonkeyPatch) -> Meanwhile:
    return _meanwhile(monkeypatch, comparisons, "compare_by_rules")


def _meanwhile(monkeypatch: pytest.MonkeyPatch, module: object, name: str) -> Meanwhile:
    compute = getattr(module, name)

    def have(happen: Callable[[], object]) -> None:
        left = [happen]

        def computed(*arguments: object, **options: object) -> object:
            found = compute(*arguments, **options)
            if left:
                left.pop()()
            return found

        monkeypatch.setattr(module, name, computed)

    return have


def test_who_scored_by_earlier_references_and_comes_last_changes_nothing(
    campaign: Campaign, runs: list[Run], while_scoring: Meanwhile
) -> None:
    def another_worker() -> None:
        replace_references(campaign)
        ask(runs[0])
        assert work_off("another") == 2  # the run by the new references, and the comparison

    ask(runs[0])
    while_scoring(another_worker)
    work_off("slow")
    inputs_digest = files_in_force(campaign, "news", "de-en").inputs_digest
    assert set(RunScore.objects.filter(current=True).values_list("inputs_digest", flat=True)) == {inputs_digest}
    assert RunScore.objects.filter(current=True).count() == 4
    assert not Job.objects.exclude(state=JobState.DONE).exists()


def test_a_run_whose_references_are_replaced_meanwhile_is_scored_once_more(
    campaign: Campaign, runs: list[Run], while_scoring: Meanwhile
) -> None:
    ask(runs[0])
    while_scoring(lambda: replace_references(campaign))  # and nobody asks
    work_off("w")
    inputs_digest = files_in_force(campaign, "news", "de-en").inputs_digest
    assert set(RunScore.objects.values_list("inputs_digest", "current")) == {(inputs_digest, True)}


def test_a_run_whose_references_are_taken_away_meanwhile_waits_for_others(
    campaign: Campaign, runs: list[Run], while_scoring: Meanwhile
) -> None:
    ask(runs[0])
    while_scoring(lambda: DataFile.objects.filter(kind="reference").delete())
    work_off("w")
    assert not RunScore.objects.exists()
    assert not Job.objects.exclude(state=JobState.DONE).exists()


def test_who_scored_by_earlier_rules_scores_once_more(
    campaign: Campaign, runs: list[Run], while_scoring: Meanwhile
) -> None:
    def other_rules() -> None:
        campaign.rulebook_content["evaluation"]["metrics"] = ["wer"]
        campaign.save()

    ask(runs[0])
    while_scoring(other_rules)
    work_off("w")
    assert set(RunScore.objects.filter(current=True).values_list("metric", flat=True)) == {"bleu", "wer"}
    assert not RunScore.objects.filter(metric="ter").exists()


def test_who_compared_earlier_scores_and_comes_last_changes_nothing(
    campaign: Campaign, runs: list[Run], while_comparing: Meanwhile
) -> None:
    def another_worker() -> None:
        replace_references(campaign)
        ask(*runs)
        Job.objects.filter(kind=JobKind.COMPARE_RUNS).update(state=JobState.DONE, lease_until=None)  # as if lost
        assert work_off("another") == 3
        found.update(BoardComparison.objects.values_list("specification", "inputs_digest"))

    found: dict[str, str] = {}
    ask(*runs)
    while_comparing(another_worker)
    work_off("slow")
    assert len(found) == 2
    assert dict(BoardComparison.objects.values_list("specification", "inputs_digest")) == found
