"""The page on which teams of a metrics task submit scores."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from bakeoff_site.campaigns.models import Campaign
from tests.site.metrics_task.world import PAIR, SET, metric_team


def test_commands_check_scores_against_the_outputs_and_pack_nothing(campaign: Campaign, client: Client) -> None:
    team, ann = metric_team(campaign, "Lamp Lab")
    client.force_login(ann)
    page = client.get(reverse("submissions:submit", args=[campaign.slug, team.pk])).content.decode()
    assert f"bakeoff check run_primary_{SET}_{PAIR}.tsv --team LAMP --rules " in page
    assert "--outputs OUTPUTS" in page
    assert "bakeoff pack" not in page
    assert "--source" not in page
