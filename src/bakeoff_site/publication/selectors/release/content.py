"""The content of a release package, with consents and the rulebook's releases respected."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from bakeoff.release.content import ReleaseContent
from bakeoff.reports.campaign_results.publication import Publication
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.publication.choices import Audience
from bakeoff_site.publication.selectors.release.given_scores import given_scores, without_persons
from bakeoff_site.publication.selectors.release.judgments import evaluation_judgments, tournament_inputs
from bakeoff_site.publication.selectors.release.metrics_tasks import metrics_task_inputs
from bakeoff_site.publication.selectors.release.outputs import released_outputs
from bakeoff_site.publication.selectors.release.statistics import segment_statistics
from bakeoff_site.publication.selectors.release.test_sets import test_set_files
from bakeoff_site.publication.selectors.results import SeenCampaign, seen_campaign


def release_content(
    campaign: Campaign,
    *,
    audience: Audience = "public",
    now: datetime | None = None,
    publication: Publication | None = None,
    licence: str = "",
) -> ReleaseContent:
    """All that an audience may have at a time: texts that the rulebook releases, outputs of teams that consent.

    Judges are called by numbers, and judgments are in it where they are released, with the names of systems.
    """
    seen = seen_campaign(campaign, audience, now or timezone.now())
    return content_of(seen, publication=publication, licence=licence)


def content_of(seen: SeenCampaign, *, publication: Publication | None = None, licence: str = "") -> ReleaseContent:
    """The same of what was looked up before."""
    publication = publication or Publication()
    test_sets = test_set_files(seen)
    outputs = released_outputs(seen)
    judgments = evaluation_judgments(seen)
    left_out = (*publication.left_out, *outputs.sentences, *judgments.sentences)
    results = seen.results(replace(publication, left_out=tuple(dict.fromkeys(left_out))))
    return ReleaseContent(
        results=replace(results, boards=tuple(map(without_persons, results.boards))),
        test_sets=test_sets,
        outputs=outputs.outputs,
        left_out=outputs.left_out,
        statistics=lambda: segment_statistics(seen),
        given_scores=given_scores(seen),
        judgments=judgments.evaluations,
        tournaments=tournament_inputs(seen, with_judgments={each.evaluation for each in judgments.evaluations}),
        metrics_tasks=metrics_task_inputs(seen),
        licence=licence,
        address=settings.BASE_URL.rstrip("/") + reverse("campaigns:campaign", args=[seen.campaign.slug]),
    )
