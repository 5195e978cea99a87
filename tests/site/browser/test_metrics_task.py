"""A team of metrics looks at its task, and a visitor at what metrics are worth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from bakeoff_site.accounts.models import User
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.submissions.services import receive_submission
from tests.site.browser.conftest import picture
from tests.site.browser.test_every_page import serious_violations
from tests.site.conftest import Clock
from tests.site.judging.world import judge_everything, make_judge, planned_task
from tests.site.metrics_task.world import (
    EVALUATION,
    PAIR,
    SET,
    TRACK,
    compare,
    judge_systems,
    metric_team,
    open_metrics_task,
    organiser_of,
    pack,
    release,
    release_texts,
    unpacked_pack,
)

pytestmark = pytest.mark.django_db(transaction=True)


def test_from_the_task_to_its_results(
    page: Page, clock: Clock, sign_in: Callable[[User], None], settings: Any, tmp_path: Any
) -> None:
    settings.DATA_FOLDER = tmp_path
    campaign = open_metrics_task()
    clock.move_into(campaign, "metrics")
    pack(campaign)
    team, ann = metric_team(campaign, "Lamp Lab")
    package = unpacked_pack(campaign)
    for name, metric, scale in (("lengths_primary", "Lengths", 1.0), ("upside_contrastive", "Upside", -1.0)):
        content = package.scores(metric, scale=scale).encode()
        receive_submission(team, name=f"{name}_{SET}_{PAIR}.tsv", chunks=[content], by=ann)
        work_off("test")
    sign_in(ann)
    page.goto("/campaigns/small/metrics-task/")
    expect(page.get_by_role("link", name="Submit scores")).to_be_visible()
    expect(page.get_by_text("LAMP_lengths")).to_be_visible()
    picture(page, "metrics-task-overview")
    clock.move_into(campaign, "judging")
    chief = organiser_of(campaign)
    judge_systems(campaign, now=clock.now, by=chief)
    judge_everything([make_judge(planned_task(campaign, "pairs", by=chief), "Pat Judge", now=clock.now)], now=clock.now)
    compare(clock.now)
    release(campaign, clock)
    release_texts(campaign, "source", "references", "outputs")
    page.context.clear_cookies()
    page.goto("/campaigns/small/results/")
    page.get_by_role("link", name="Metrics task").click()
    expect(page.get_by_role("heading", name="Kinds of human judgment")).to_be_visible()
    picture(page, "metrics-task-kinds")
    for width in (1280, 390, 320):
        page.set_viewport_size({"width": width, "height": 900})
        assert serious_violations(page) == [], width
    page.set_viewport_size({"width": 1280, "height": 900})
    page.get_by_role("link", name="News, Scores").click()
    expect(page).to_have_url(
        f"{page.url.partition('/campaigns')[0]}/campaigns/small/metrics-task/{TRACK}/{SET}/{EVALUATION}/"
    )
    expect(page.get_by_role("heading", name="Lengths against people")).to_be_visible()
    picture(page, "metrics-task-result")
    for width in (1280, 390, 320):
        page.set_viewport_size({"width": width, "height": 900})
        assert serious_violations(page) == [], width
    page.get_by_label("Metric shown below").select_option("Upside")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("heading", name="Upside against people")).to_be_visible()
    expect(page.get_by_role("heading", name="Where people and Upside disagree most")).to_be_visible()
    expect(page.get_by_text("Nobody sleeps here.")).to_be_visible()
    picture(page, "metrics-task-disagreements")
    assert serious_violations(page) == []
