"""Scores on receipts, for those who may see them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.submissions.models import Run
from tests.site.conftest import Clock

PageOf = Callable[[User | None, str], str]


def receipt(run: Run) -> str:
    slug = run.board.campaign.slug
    if run.team_id is None:
        return reverse("results:entered", args=[slug, run.submission.number])
    return reverse("results:receipt", args=[slug, run.team_id, run.submission.number])


def scores_of(run: Run) -> list[str]:
    return [f">{score.value:.{score.digits}f}</b>" for score in run.scores.all()]


def test_the_team_sees_its_scores_once_they_are_released_and_until_then_from_when(
    runs: dict[str, Run], owner: User, page_of: PageOf, clock: Clock, campaign: Campaign
) -> None:
    run = runs["TESTS_primary"]
    clock.move_into(campaign, "evaluation")
    page = page_of(owner, receipt(run))
    assert not [score for score in scores_of(run) if score in page]
    assert "Scores are visible to you from" in page
    assert "Fri 20 April 2012, 12:00 EDT" in page
    clock.move_into(campaign, "preliminary")
    page = page_of(owner, receipt(run))
    assert [score for score in scores_of(run) if score not in page] == []
    assert "Scores are visible to you from" not in page
    assert f"/results/runs/{run.pk}/" in page


def test_organisers_see_scores_at_any_time(
    runs: dict[str, Run], organiser: User, page_of: PageOf, clock: Clock, campaign: Campaign
) -> None:
    clock.move_into(campaign, "evaluation")
    for name in ("TESTS_primary", "BASE"):
        page = page_of(organiser, receipt(runs[name]))
        assert [score for score in scores_of(runs[name]) if score not in page] == []
        assert f'<a href="/campaigns/openmt/results/runs/{runs[name].pk}/"' in page


@pytest.mark.parametrize("when", ["evaluation", "preliminary"])
def test_what_the_rulebook_no_longer_speaks_of_has_neither_link_nor_scores(
    when: str, runs: dict[str, Run], owner: User, page_of: PageOf, clock: Clock, campaign: Campaign
) -> None:
    run = runs["TESTS_primary"]
    type(run.board).objects.filter(pk=run.board_id).update(track="gone")
    clock.move_into(campaign, when)
    page = page_of(owner, receipt(run))
    assert "TESTS_primary" in page
    assert f"/results/runs/{run.pk}/" not in page
    assert not [score for score in scores_of(run) if score in page]


def test_a_run_that_was_replaced_shows_no_official_badge_on_its_page(
    runs: dict[str, Run], owner: User, page_of: PageOf, clock: Clock, campaign: Campaign
) -> None:
    clock.move_into(campaign, "preliminary")
    run, later = runs["TESTS_primary"], runs["TESTS_contrast1"]
    page = reverse("results:run", args=["openmt", run.pk])
    assert '<span class="chip line">Official metric</span>' in page_of(owner, page)
    Run.objects.filter(pk=run.pk).update(replaced_by=later)
    shown = page_of(owner, page)
    assert '<span class="chip">official' not in shown
    assert '<span class="chip">Replaced</span>' in shown
