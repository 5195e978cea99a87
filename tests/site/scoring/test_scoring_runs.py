"""Runs are scored, all their scores at once, by the references in force; earlier scores stay."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import numpy as np
import pytest

from bakeoff.evaluation import (
    Comparison,
    KnownPValues,
    add_intervals,
    compare_by_rules,
    score_by_rules,
    segment_differences,
    unpack_statistics,
)
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.jobs.choices import JobKind, JobState
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.jobs.models import Job
from bakeoff_site.jobs.services import enqueue
from bakeoff_site.scoring.models import BoardComparison, RunScore, ScoredText
from bakeoff_site.scoring.selectors.evaluations import evaluation_of
from bakeoff_site.submissions.models import Run
from tests.evaluation.recognition.test_comparisons import transcripts
from tests.site.conftest import Clock
from tests.site.scoring.world import EXAMPLES, OUTPUTS, put_data, put_news, put_run


def ask(*runs: Run) -> None:
    for run in runs:
        enqueue(JobKind.SCORE_RUN, run.pk, campaign_id=run.board.campaign_id)


@pytest.fixture
def aster(campaign: Campaign, team: Team, owner: User) -> Run:
    put_news(campaign)
    return put_run(campaign, OUTPUTS["aster"], by=owner, name="TESTS primary", team=team)


def test_a_run_gets_the_scores_of_the_rulebook(aster: Run) -> None:
    ask(aster)
    assert work_off("w") == 2  # and its board is compared
    expected = score_by_rules(
        aster.board.campaign.rules,
        track="mt",
        language_pair="de-en",
        test_set="news",
        runs={"aster": OUTPUTS["aster"]},
        references=[EXAMPLES / "references.xml"],
        source=EXAMPLES / "source.xml",
    )
    rows = {(row.specification, row.metric): row for row in RunScore.objects.filter(run=aster)}
    assert set(rows) == {(each, metric) for each in expected for metric in ("bleu", "ter")}
    for (specification, metric), row in rows.items():
        system = expected[specification].systems[0]
        score = system.scores[metric]
        assert (row.value, row.signature, row.current) == (score.value, score.signature, True)
        assert score.variation is not None
        assert row.variation is not None
        assert (row.variation["low"], row.variation["sd"]) == (score.variation.interval.low, score.variation.sd)
        assert row.groups["genre=nw"]["value"] == system.groups["genre=nw"].scores[metric].value
        assert row.groups["genre=nw"]["segments"] == system.groups["genre=nw"].segments
        np.testing.assert_array_equal(unpack_statistics(bytes(row.statistics)), system.statistics[metric])
    job = Job.objects.get(kind=JobKind.SCORE_RUN)
    assert (job.state, job.steps_done > 0) == (JobState.DONE, True)


def test_what_is_scored_is_found_done(aster: Run) -> None:
    ask(aster)
    work_off("w")
    before = list(RunScore.objects.values_list("pk", "made_at"))
    ask(aster)
    assert work_off("w") == 1  # and nothing is compared again
    assert list(RunScore.objects.values_list("pk", "made_at")) == before


def test_changed_references_keep_the_earlier_scores(aster: Run, campaign: Campaign) -> None:
    ask(aster)
    work_off("w")
    first = RunScore.objects.get(run=aster, metric="ter", specification="case+punc")
    text = (EXAMPLES / "references.xml").read_text(encoding="utf-8")
    changed = put_data(campaign, "reference", text.replace("Tuesday", "Wednesday").encode(), name="references.xml")
    ask(aster)
    work_off("w")
    scores = RunScore.objects.filter(run=aster, metric="ter", specification="case+punc").order_by("pk")
    assert [row.current for row in scores] == [False, True]
    assert scores[0].pk == first.pk
    assert scores[0].inputs_digest != scores[1].inputs_digest
    assert scores[0].value != scores[1].value
    # The references of before are put back: so are the scores, and nothing is scored again.
    put_data(campaign, "reference", EXAMPLES / "references.xml")
    ask(aster)
    work_off("w")
    assert RunScore.objects.get(run=aster, metric="ter", specification="case+punc", current=True).pk == first.pk
    assert changed.version == 2


def test_changed_rules_are_scored_again(aster: Run, campaign: Campaign) -> None:
    ask(aster)
    work_off("w")
    campaign.rulebook_content["evaluation"]["metrics"] = ["ter", "wer"]
    campaign.save()
    ask(aster)
    work_off("w")
    assert set(RunScore.objects.filter(run=aster, current=True).values_list("metric", flat=True)) == {
        "bleu",
        "ter",
        "wer",
    }


def test_a_run_that_cannot_be_scored_says_why_by_its_name(campaign: Campaign, team: Team, owner: User) -> None:
    put_news(campaign)
    run = put_run(campaign, b"only one line\n", by=owner, name="TESTS", team=team, file_name="primary.txt")
    ask(run)
    work_off("w")
    job = Job.objects.get(kind=JobKind.SCORE_RUN)
    assert job.state == JobState.FAILED
    assert job.error.startswith("primary.txt (run TESTS): expected ")
    assert "/tmp" not in job.error
    assert not RunScore.objects.exists()


def test_without_references_a_run_waits_for_them(campaign: Campaign, team: Team, owner: User) -> None:
    run = put_run(campaign, OUTPUTS["aster"], by=owner, name="TESTS", team=team)
    ask(run)
    work_off("w")
    assert "expected references of the test set, found none" in Job.objects.get(kind=JobKind.SCORE_RUN).error


def test_a_withdrawn_run_is_not_scored(aster: Run, clock) -> None:  # type: ignore[no-untyped-def]
    aster.withdrawn_at = clock.now
    aster.save()
    ask(aster)
    work_off("w")
    assert not RunScore.objects.exists()


@pytest.fixture
def board_of_runs(campaign: Campaign, team: Team, owner: User, rival: User) -> list[Run]:
    """Two primary systems, a contrast, one that is late, the organiser's baseline."""
    put_news(campaign)
    other = campaign.teams.get(code="RIVAL")
    return [
        put_run(campaign, OUTPUTS["aster"], by=owner, name="TESTS primary", team=team),
        put_run(campaign, OUTPUTS["basalt"], by=owner, name="RIVAL primary", team=other),
        put_run(campaign, OUTPUTS["cedar"], by=owner, name="TESTS contrast", team=team, system_type="contrast"),
        put_run(campaign, OUTPUTS["dune"], by=owner, name="RIVAL late", team=other, official=False),
        put_run(campaign, OUTPUTS["ember"], by=owner, name="baseline"),
    ]


def test_official_runs_of_compared_types_and_entered_systems_are_compared(board_of_runs: list[Run]) -> None:
    ask(*board_of_runs)
    assert work_off("w") == 6  # one comparison for all
    first, second, _, _, baseline = board_of_runs
    rows = {row.specification: row for row in BoardComparison.objects.all()}
    assert set(rows) == {"case+punc", "no_case+no_punc"}
    row = rows["case+punc"]
    assert row.runs == [first.pk, second.pk, baseline.pk]
    assert row.method.startswith("test:randomization|trials:200|")
    assert set(row.content) == {"bleu", "ter"}
    part = row.content["bleu"]["all"]
    assert sorted(part["order"]) == row.runs
    assert sorted(run for cluster in part["clusters"] for run in cluster) == row.runs
    assert {int(key) for key in part["rank_ranges"]} == set(row.runs)
    assert len(part["pairs"]) == 3
    assert set(part["pairs"][0]) == {"a", "b", "beats", "difference", "p", "p_corrected", "significant"}
    assert "genre=nw" in row.content["bleu"]
    values: dict[int, Any] = dict(
        RunScore.objects.filter(metric="bleu", specification="case+punc").values_list("run", "value")
    )
    assert part["order"] == sorted(row.runs, key=lambda run: -values[run])


def test_a_comparison_is_made_again_when_a_run_goes(board_of_runs: list[Run], clock) -> None:  # type: ignore[no-untyped-def]
    ask(*board_of_runs)
    work_off("w")
    first, second, *_, baseline = board_of_runs
    made_at = BoardComparison.objects.get(specification="case+punc").made_at
    enqueue(JobKind.COMPARE_RUNS, first.board_id, campaign_id=first.board.campaign_id)
    work_off("w")
    assert BoardComparison.objects.get(specification="case+punc").made_at == made_at
    Run.objects.filter(pk=second.pk).update(withdrawn_at=clock.now)
    enqueue(JobKind.COMPARE_RUNS, first.board_id, campaign_id=first.board.campaign_id)
    work_off("w")
    assert BoardComparison.objects.get(specification="case+punc").runs == [first.pk, baseline.pk]
    Run.objects.filter(pk=baseline.pk).update(withdrawn_at=clock.now)
    enqueue(JobKind.COMPARE_RUNS, first.board_id, campaign_id=first.board.campaign_id)
    work_off("w")
    assert not BoardComparison.objects.exists()


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> list[KnownPValues | None]:
    """What was taken over into each comparison that was made."""
    found: list[KnownPValues | None] = []

    def compare(*arguments: Any, **options: Any) -> Comparison:
        found.append(options["known"])
        return compare_by_rules(*arguments, **options)

    monkeypatch.setattr("bakeoff_site.scoring.services.comparisons.compare_by_rules", compare)
    return found


def test_a_new_run_is_compared_with_the_others_and_they_not_with_one_another(
    board_of_runs: list[Run], known: list[KnownPValues | None]
) -> None:
    first, second, _, _, baseline = board_of_runs
    ask(first, second)
    work_off("w")
    assert known == [None, None]
    ask(baseline)
    work_off("w")
    assert [each and list(each.p_values["bleu", None]) for each in known[2:]] == (
        [[frozenset((str(first.pk), str(second.pk)))]] * 2
    )
    step_by_step = list(BoardComparison.objects.order_by("specification").values_list("runs", "method", "content"))
    BoardComparison.objects.all().delete()
    enqueue(JobKind.COMPARE_RUNS, first.board_id, campaign_id=first.board.campaign_id)
    work_off("w")
    at_once = BoardComparison.objects.order_by("specification").values_list("runs", "method", "content")
    assert step_by_step == list(at_once)
    assert step_by_step[0][0] == [first.pk, second.pk, baseline.pk]
    assert known[4:] == [None, None]


def test_what_was_compared_of_scores_that_changed_is_compared_again(
    board_of_runs: list[Run], known: list[KnownPValues | None]
) -> None:
    first, second, *_ = board_of_runs
    ask(first, second)
    work_off("w")
    RunScore.objects.filter(run=second).delete()
    ScoredText.objects.filter(run=second).delete()
    ask(second)
    work_off("w")
    assert known == [None] * 4


def test_a_comparison_is_left_to_the_last_run_that_waits(board_of_runs: list[Run], clock: Clock) -> None:
    first, second, *_ = board_of_runs
    enqueue(JobKind.COMPARE_RUNS, first.board_id, campaign_id=first.board.campaign_id)
    ask(first, second)
    later = clock.now + timedelta(minutes=1)  # as after a failure
    Job.objects.filter(kind=JobKind.SCORE_RUN, subject_id=second.pk).update(not_before=later)
    assert work_off("w") == 2
    assert not BoardComparison.objects.exists()
    assert Job.objects.get(kind=JobKind.COMPARE_RUNS).state == JobState.DONE
    clock.move_to(later)
    work_off("w")
    assert BoardComparison.objects.filter(runs=[first.pk, second.pk]).count() == 2


def test_evaluations_come_back_with_texts(board_of_runs: list[Run]) -> None:
    ask(*board_of_runs[:4])
    work_off("w")
    evaluation = evaluation_of(board_of_runs, "case+punc")
    expected = score_by_rules(
        board_of_runs[0].board.campaign.rules,
        track="mt",
        language_pair="de-en",
        test_set="news",
        runs={
            run.name: OUTPUTS[name]
            for run, name in zip(board_of_runs, ("aster", "basalt", "cedar", "dune"), strict=False)
        },
        references=[EXAMPLES / "references.xml"],
        source=EXAMPLES / "source.xml",
    )["case+punc"]
    assert [system.name for system in evaluation.systems] == [system.name for system in expected.systems]
    for one, other in zip(evaluation.systems, expected.systems, strict=True):
        assert (one.scores, one.groups, one.empty_segments) == (other.scores, other.groups, other.empty_segments)
    assert evaluation.texts.runs == expected.texts.runs
    assert evaluation.left_out == {"baseline": "it has no scores under this specification"}
    pair = ("TESTS primary", "RIVAL primary")
    assert segment_differences(evaluation, *pair, metric="bleu") == segment_differences(expected, *pair, metric="bleu")
    assert (
        add_intervals(evaluation, samples=20).systems[0].scores == add_intervals(expected, samples=20).systems[0].scores
    )


def test_runs_that_nobody_scored_make_no_evaluation(aster: Run) -> None:
    with pytest.raises(RefusedError, match="None of these runs is scored"):
        evaluation_of([aster], "case+punc")


def test_runs_called_alike_are_distinguished(campaign: Campaign, team: Team, owner: User) -> None:
    put_news(campaign)
    runs = [put_run(campaign, OUTPUTS[name], by=owner, name="TESTS", team=team) for name in ("aster", "basalt")]
    ask(*runs)
    work_off("w")
    evaluation = evaluation_of(runs, "case+punc")
    assert [system.name for system in evaluation.systems] == [f"TESTS (#{run.pk})" for run in runs]


def test_transcripts_are_scored_and_restored(campaign: Campaign, team: Team, owner: User) -> None:
    sides = {name: "".join(f"{line}\n" for line in lines).encode() for name, lines in transcripts(2).items()}
    put_data(campaign, "reference", sides["ref"], name="ref.trn", test_set="talks", pair="en")
    slot: dict[str, Any] = {"track": "asr", "pair": "en", "test_set": "talks", "team": team, "by": owner}
    runs = [put_run(campaign, sides[name], name=name, file_name=f"{name}.trn", **slot) for name in ("one", "two")]
    ask(*runs)
    work_off("w")
    assert not Job.objects.exclude(state=JobState.DONE).exists()
    rows = RunScore.objects.filter(current=True)
    assert {row.metric for row in rows} == {"wer@sclite"}
    assert {row.specification for row in rows} == {"case+punc"}
    assert set(rows[0].groups) == {f"speaker=spk{number:02d}" for number in range(12)}
    evaluation = evaluation_of(runs, "case+punc")
    assert [system.scores["wer@sclite"].value for system in evaluation.systems] == [row.value for row in rows]
    said = [line.rpartition(" (")[0] for line in transcripts(2)["ref"]]
    assert list(evaluation.texts.references[0]) == said
    assert [len(column) for column in evaluation.texts.runs] == [len(said), len(said)]
    assert BoardComparison.objects.get().runs == [run.pk for run in runs]
