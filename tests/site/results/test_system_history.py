"""Systems of a team over their versions, with the scores that each reader may see."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.selectors import role_of
from bakeoff_site.results.conversions.sparklines import HEIGHT, sparkline_of
from bakeoff_site.results.selectors.system_history import systems_of
from bakeoff_site.scoring.models import RunScore
from bakeoff_site.submissions.models import Run, Submission
from tests.site.conftest import Clock

PageOf = Callable[[User | None, str], str]


@pytest.fixture
def second(runs: dict[str, Run]) -> Run:
    """A second version of a system, which replaced the first and is a little better."""
    runs["TESTS_mended"].delete()  # another version of the same system
    first = runs["TESTS_primary"]
    submission = Submission.objects.get(pk=first.submission_id)
    submission.pk, submission.number, submission.version = None, 99, 2
    submission.save()
    again = Run.objects.get(pk=first.pk)
    again.pk, again.submission = None, submission
    again.save()
    for score in RunScore.objects.filter(run=first):
        score.pk, score.run = None, again
        score.value = (score.value or 0) + 1.5
        score.save()
    Run.objects.filter(pk=first.pk).update(replaced_by=again)
    return again


def page(run: Run) -> str:
    return reverse("results:systems", args=[run.board.campaign.slug, run.team_id])


def test_a_system_has_its_versions_and_a_line_of_scores(
    second: Run, owner: User, campaign: Campaign, clock: Clock, page_of: PageOf
) -> None:
    clock.move_into(campaign, "preliminary")
    history = next(
        each
        for each in systems_of(role_of(owner, campaign), second.team, clock.now)  # type: ignore[arg-type]
        if each.holds(second)
    )
    assert [version.run.submission.version for version in history.versions] == [1, 2]
    assert history.sparkline is not None
    assert [point.y for point in history.sparkline.points] == [HEIGHT - 5, 5]
    shown = page_of(owner, page(second))
    scores = ", ".join(version.score.cell.text for version in history.versions if version.score)
    assert f"over 2 versions: {scores}" in shown
    assert "2 versions" in shown


def test_scores_stay_hidden_until_they_are_released(
    second: Run, owner: User, campaign: Campaign, clock: Clock, page_of: PageOf
) -> None:
    clock.move_into(campaign, "evaluation")
    shown = page_of(owner, page(second))
    assert "scores from" in shown
    assert '<svg class="spark"' not in shown
    for score in RunScore.objects.filter(run=second):
        assert f"{score.value:.{score.digits}f}" not in shown


def test_a_receipt_leads_to_the_versions_of_its_system(
    second: Run, owner: User, campaign: Campaign, clock: Clock, page_of: PageOf
) -> None:
    clock.move_into(campaign, "preliminary")
    receipt = reverse("results:receipt", args=[campaign.slug, second.team_id, second.submission.number])
    shown = page_of(owner, receipt)
    assert f'href="{page(second)}#system-' in shown
    assert "2 versions</a>" in shown


def test_lines_leave_out_what_has_no_score_and_do_not_divide_by_nothing() -> None:
    assert sparkline_of([]) is None
    assert sparkline_of([1.0, None]) is None
    flat = sparkline_of([2.0, 2.0])
    assert flat is not None
    assert [point.y for point in flat.points] == [HEIGHT / 2] * 2
