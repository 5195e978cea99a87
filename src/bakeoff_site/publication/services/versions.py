"""What organisers do with versions of results."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.services.locks import lock_open_campaign
from bakeoff_site.core.audit import record
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.jobs.services import request_release
from bakeoff_site.publication.choices import PublishedFor
from bakeoff_site.publication.models import ResultsVersion
from bakeoff_site.publication.permissions import first_results
from bakeoff_site.publication.selectors.versions import last_published


def prepare_version(
    campaign: Campaign, audience: PublishedFor, *, licence: str = "", by: User, now: datetime | None = None
) -> ResultsVersion:
    """Has a worker make the next version for an audience; one that was prepared before and not published goes."""
    when = first_results(campaign.rules, "public" if audience == PublishedFor.PUBLIC else "participants")
    if when is None:
        raise RefusedError(
            f"The rulebook never releases scores to {audience.label}. Let a phase release them first: "
            f'`releases = {{ {audience.value} = ["scores", "system-names"] }}`.'
        )
    with transaction.atomic():
        lock_open_campaign(campaign.pk)
        coming = campaign.results_versions.select_for_update().filter(audience=audience, published_at=None).first()
        if coming is not None and coming.publish_asked_at is not None:
            raise RefusedError("A version is being published. Wait until it is.")
        if coming is not None:
            coming.delete()
        version = ResultsVersion.objects.create(
            campaign=campaign, audience=audience, licence=licence.strip(), asked_by=by, asked_at=now or timezone.now()
        )
        record("results.prepare", actor=by, campaign=campaign, subject=f"results for {audience.label}")
        request_release(version)
    return version


def publish_version(version: ResultsVersion, *, reason: str = "", by: User, now: datetime | None = None) -> None:
    """Publishes what organisers have looked at: a worker writes its files with number, date and reason first.

    Others see it then, and never before the rulebook releases all that is in it.
    """
    with transaction.atomic():
        lock_open_campaign(version.campaign_id)
        row = ResultsVersion.objects.select_for_update(of=("self",)).filter(pk=version.pk).first()
        if row is None or row.published_at is not None:
            raise RefusedError("This version was published or discarded meanwhile. Load the page again.")
        if not row.is_ready:
            raise RefusedError("This version is not made yet. Wait until it is, look at it, then publish it.")
        if row.publish_asked_at is not None:
            raise RefusedError("This version is being published.")
        earlier = last_published(row.campaign, row.audience)
        if earlier is not None and row.corrections and not reason.strip():
            raise RefusedError(f"Say why numbers of version {earlier.number} have changed: readers see the reason.")
        row.reason, row.publish_by, row.publish_asked_at = reason.strip(), by, now or timezone.now()
        row.error = ""
        row.save(update_fields=["reason", "publish_by", "publish_asked_at", "error"])
        record(
            "results.publish",
            actor=by,
            campaign=row.campaign,
            subject=f"results for {PublishedFor(row.audience).label}",
            reason=row.reason,
            corrections=len(row.corrections),
        )
        request_release(row)


def discard_version(version: ResultsVersion, *, by: User) -> None:
    """Gives up a version that was not published."""
    with transaction.atomic():
        lock_open_campaign(version.campaign_id)
        row = ResultsVersion.objects.select_for_update(of=("self",)).filter(pk=version.pk, published_at=None).first()
        if row is None:
            raise RefusedError("This version is published, or was discarded meanwhile.")
        record(
            "results.discard",
            actor=by,
            campaign=row.campaign,
            subject=f"results for {PublishedFor(row.audience).label}",
        )
        row.delete()
