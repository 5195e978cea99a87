"""Where pages about a submission are."""

from __future__ import annotations

from django.urls import reverse

from bakeoff_site.submissions.models import Submission


def receipt_address(submission: Submission) -> str:
    return reverse("results:receipt", args=[submission.campaign.slug, submission.team_id, submission.number])
