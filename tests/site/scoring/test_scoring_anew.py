"""Scores follow the rulebook when it changes; organisers may have runs scored again for other reasons."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.services.campaigns import change_rulebook, version_of
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.jobs.choices import JobKind, JobState
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.jobs.models import Job
from bakeoff_site.jobs.services import enqueue
from bakeoff_site.scoring.models import BoardComparison, RunScore
from bakeoff_site.scoring.services.rescoring import rescore
from bakeoff_site.submissions.models import Run
from tests.site.scoring.world import EXAMPLES, OUTPUTS, put_data, put_news, put_run

PAGE = "/campaigns/small/organise/jobs/"
Change = Callable[[str, str], None]


@pytest.fixture
def runs(campaign: Campaign, team: Team, owner: User) -> list[Run]:
    """Two that are compared, and one in another language pair; all are scored."""
    put_news(campaign)
    put_data(campaign, "reference", EXAMPLES / "references.xml", pair="fr-en")
    runs = [
        *(put_run(campaign, OUTPUTS[name], by=owner, name=name, team=team) for name in ("aster", "basalt")),
        put_run(campaign, OUTPUTS["cedar"], by=owner, name="cedar", team=team, pair="fr-en"),
    ]
    for run in runs:
        enqueue(JobKind.SCORE_RUN, run.pk, campaign_id=campaign.pk)
    work_off("w")
    Job.objects.all().delete()
    return runs


@pytest.fixture
def change(campaign: Campaign, organiser: User) -> Change:
    """Changes the rulebook as organisers do, and has a worker do what follows."""

    def change(before: str, after: str) -> None:
        assert campaign.rulebook_text.count(before) == 1
        text = campaign.rulebook_text.replace(before, after)
        change_rulebook(campaign, text, actor=organiser, version=version_of(campaign.rulebook_text))
        campaign.refresh_from_db()
        work_off("w")

    return change


def done() -> list[tuple[str, int]]:
    """The kind and subject of what was done, beside the look at the rules."""
    assert not Job.objects.exclude(state=JobState.DONE).exists()
    return list(Job.objects.exclude(kind=JobKind.FOLLOW_RULES).values_list("kind", "subject_id"))


def metrics_of(run: Run) -> set[str]:
    return set(RunScore.objects.filter(run=run, current=True).values_list("metric", flat=True))


def test_a_new_metric_reaches_all_runs(runs: list[Run], change: Change) -> None:
    change('metrics = ["ter"]', 'metrics = ["ter", "wer"]')
    assert [metrics_of(run) for run in runs] == [{"bleu", "ter", "wer"}] * 3
    assert set(BoardComparison.objects.get(specification="case+punc").content) == {"bleu", "ter", "wer"}


def test_other_tests_of_significance_score_nothing_again(runs: list[Run], change: Change) -> None:
    before = list(RunScore.objects.values_list("pk", flat=True))
    change("comparison = { trials = 200 }", "comparison = { trials = 300 }")
    assert list(RunScore.objects.values_list("pk", flat=True)) == before
    assert done() == [(JobKind.COMPARE_RUNS, runs[0].board_id)]  # the other board has one run
    assert {row.method.split("|")[1] for row in BoardComparison.objects.all()} == {"trials:300"}


def test_other_types_that_are_compared_are_compared(runs: list[Run], change: Change, campaign: Campaign) -> None:
    Run.objects.filter(pk=runs[1].pk).update(system_type="contrast")
    change("[submission.system_types.contrast]", "[submission.system_types.contrast]\ncompared = true")
    assert done() == []  # the comparison that there is includes it
    change("[submission.system_types.contrast]\ncompared = true", "[submission.system_types.contrast]")
    assert done() == [(JobKind.COMPARE_RUNS, runs[0].board_id)]
    assert not BoardComparison.objects.exists()


def test_rules_of_one_language_pair_leave_the_others_alone(runs: list[Run], change: Change) -> None:
    change('report_by = ["genre"]', 'report_by = ["genre", "document"]')
    assert {subject for kind, subject in done() if kind == JobKind.SCORE_RUN} == {run.pk for run in runs}
    Job.objects.all().delete()
    change('source = "French", target = "English"', 'source = "French", target = "Czech"')
    assert (JobKind.SCORE_RUN, runs[2].pk) in done()
    assert not {(JobKind.SCORE_RUN, run.pk) for run in runs[:2]} & set(done())


def test_other_rules_make_no_work(runs: list[Run], change: Change) -> None:
    change("end = 2026-02-10", "end = 2026-02-12")
    assert done() == []
    assert Job.objects.get().kind == JobKind.FOLLOW_RULES


def test_runs_that_do_not_count_or_have_no_references_are_left(
    runs: list[Run], change: Change, campaign: Campaign
) -> None:
    Run.objects.filter(pk=runs[0].pk).update(replaced_by=runs[1])
    campaign.data_files.filter(language_pair="fr-en").delete()
    change('metrics = ["ter"]', 'metrics = ["wer"]')
    assert {subject for kind, subject in done() if kind == JobKind.SCORE_RUN} == {runs[1].pk}


def test_runs_of_a_track_that_is_gone_are_left(runs: list[Run], campaign: Campaign) -> None:
    type(runs[0].board).objects.filter(pk=runs[2].board_id).update(track="gone")
    campaign.rulebook_content["evaluation"]["metrics"] = ["wer"]
    campaign.save()
    enqueue(JobKind.FOLLOW_RULES, campaign.pk, campaign_id=campaign.pk)
    work_off("w")
    assert [metrics_of(run) for run in runs] == [{"bleu", "wer"}, {"bleu", "wer"}, {"bleu", "ter"}]


def test_score_again_computes_what_is_there_already(runs: list[Run], campaign: Campaign, organiser: User) -> None:
    before = set(RunScore.objects.values_list("pk", flat=True))
    assert rescore(campaign, by=organiser) == 3
    assert set(RunScore.objects.filter(current=True).values_list("pk", flat=True)) == before  # until the new are there
    work_off("w")
    assert [metrics_of(run) for run in runs] == [{"bleu", "ter"}] * 3
    assert not before & set(RunScore.objects.values_list("pk", flat=True))
    assert len(done()) == 5  # with the comparisons
    event = AuditEvent.objects.get(act="scores.again")
    assert (event.actor, event.details["runs"]) == (organiser, 3)


def test_score_again_without_anything_to_score_is_refused(campaign: Campaign, organiser: User) -> None:
    with pytest.raises(RefusedError, match="no run"):
        rescore(campaign, by=organiser)
    assert not AuditEvent.objects.filter(act="scores.again").exists()


def test_the_page_has_a_board_scored_again(runs: list[Run], organiser: User) -> None:
    client = Client()
    client.force_login(organiser)
    option = f'<option value="{runs[2].board_id}">mt, French–English, news</option>'
    assert option in client.get(PAGE).content.decode()
    answer = client.post(f"{PAGE}rescore/", {"board": runs[2].board_id}, follow=True).content.decode()
    assert "1 run is scored again." in answer
    assert [job.subject_id for job in Job.objects.all()] == [runs[2].pk]
    answer = client.post(f"{PAGE}rescore/", {"board": ""}, follow=True).content.decode()
    assert "3 runs are scored again." in answer


@pytest.mark.parametrize("board", ["0", "x"])
def test_no_other_boards_are(runs: list[Run], organiser: User, board: str) -> None:
    client = Client()
    client.force_login(organiser)
    assert client.post(f"{PAGE}rescore/", {"board": board}).status_code == 404
    assert not Job.objects.exists()


def test_without_runs_the_page_has_no_such_button(campaign: Campaign, organiser: User) -> None:
    client = Client()
    client.force_login(organiser)
    assert "rescore" not in client.get(PAGE).content.decode()
