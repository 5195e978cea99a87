"""Charts of a board as files, and what they say."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from django.test import Client

from bakeoff.evaluation import order_agreement
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.submissions.models import Run
from tests.site.conftest import Clock


@pytest.fixture(autouse=True)
def public(clock: Clock, campaign: Campaign) -> None:
    clock.move_into(campaign, "public")


def drawn(client: Client, run: Run, name: str, query: str = "") -> str:
    response = client.get(f"/campaigns/openmt/results/{run.board_id}/figures/{name}.svg{query}")
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "image/svg+xml; charset=utf-8"
    assert response.headers["Content-Disposition"] == (
        f'attachment; filename="openmt-single-ara2eng-unconstrained-current-{name}.svg"'
    )
    text = response.content.decode()
    ElementTree.fromstring(text)
    assert "style" not in text
    return text


@pytest.mark.parametrize("name", ["intervals", "scatter", "significance", "benchmarks"])
def test_every_chart_of_a_board_is_a_file(name: str, runs: dict[str, Run], client: Client) -> None:
    text = drawn(client, runs["BASE"], name)
    assert "RIVAL_primary" in text


def test_dots_are_in_the_order_of_the_table_with_their_scores(runs: dict[str, Run], client: Client) -> None:
    text = drawn(client, runs["BASE"], "intervals", "?sort=-ter@tercom")
    names = re.findall(r'text-anchor="end">([A-Z]+\w*)</text>', text)
    assert names == ["BASE", "OLD08", "TESTS_contrast1", "OLD09", "TESTS_primary", "RIVAL_primary"]
    score = runs["RIVAL_primary"].scores.get(metric="ter@tercom")
    assert score.variation is not None
    low, high = score.variation["low"], score.variation["high"]
    assert f"RIVAL_primary: {score.value:.2f} [{low:.2f}, {high:.2f}]" in text


def test_the_finding_of_two_metrics_is_computed(runs: dict[str, Run], client: Client) -> None:
    official = [run for name, run in runs.items() if name not in ("RIVAL_late", "TESTS_mended", "RIVAL_extra")]
    values = {
        metric: [run.scores.get(metric=metric).value or 0.0 for run in official]
        for metric in ("bleu@mteval", "ter@tercom")
    }
    tau = order_agreement(values["bleu@mteval"], [-value for value in values["ter@tercom"]])
    text = drawn(client, runs["BASE"], "scatter", "?against=ter@tercom")
    assert f"τ = {tau:.2f} over 6 systems" in text


def test_late_runs_are_in_no_chart(runs: dict[str, Run], client: Client) -> None:
    for name in ("intervals", "scatter", "significance", "benchmarks"):
        assert "RIVAL_late" not in drawn(client, runs["BASE"], name)


def test_a_chart_that_does_not_exist_is_not_found(
    runs: dict[str, Run],
    owner: User,
    campaign: Campaign,
    clock: Clock,
    client: Client,
) -> None:
    board = f"/campaigns/openmt/results/{runs['BASE'].board_id}/figures"
    assert client.get(f"{board}/nothing.svg").status_code == 404
    assert client.get("/campaigns/openmt/results/figures/best-9.svg").status_code == 404
    clock.move_into(campaign, "evaluation")
    client.force_login(owner)
    assert client.get(f"{board}/intervals.svg").status_code == 404


def test_the_scatter_chart_names_primary_systems_by_their_teams(runs: dict[str, Run], client: Client) -> None:
    text = drawn(client, runs["BASE"], "scatter", "?against=ter@tercom")
    names = re.findall(r"<text[^>]*>([^<]*)</text>", text)
    assert "TESTS" in names
    assert "TESTS_primary" not in names
