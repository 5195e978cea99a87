"""Organisers import released packages as earlier years of a campaign."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import PurePath

from django.db import transaction
from django.utils import timezone

from bakeoff.release.history import earlier_campaign
from bakeoff.release.reading import read_package
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.services.locks import lock_open_campaign
from bakeoff_site.core.audit import record
from bakeoff_site.core.names import require_plain
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.files import keep, under_name
from bakeoff_site.jobs.services import request_package_reading
from bakeoff_site.publication.conversions import earlier_scores
from bakeoff_site.publication.models import EarlierYear

MOST_BYTES = 512 * 2**20


def import_year(
    campaign: Campaign, *, name: str, chunks: Iterable[bytes], by: User, now: datetime | None = None
) -> EarlierYear:
    """Keeps a package, which a worker reads: it comes from elsewhere, so nothing of it is trusted."""
    plain = PurePath(name.replace("\\", "/")).name[-255:] or "package.zip"
    require_plain(plain)
    kept = keep(_limited(chunks))
    with transaction.atomic():
        lock_open_campaign(campaign.pk)
        if campaign.earlier_years.filter(sha256=kept.sha256).exists():
            raise RefusedError("This package is imported already.")
        year = EarlierYear.objects.create(
            campaign=campaign,
            name=plain,
            sha256=kept.sha256,
            size=kept.size,
            imported_by=by,
            imported_at=now or timezone.now(),
        )
        record("results.import-year", actor=by, campaign=campaign, subject=plain, sha256=kept.sha256)
        request_package_reading(year)
    return year


def read_year(year: EarlierYear) -> None:
    """Reads what an earlier campaign scored; a package that is none, or hostile, fails with the reason."""
    with under_name(year.sha256, "package.zip") as path:
        earlier = earlier_campaign(read_package(path))
        title, scores = earlier.title, earlier_scores(earlier)
        of_year = earlier.content.results.rulebook.campaign.year
    EarlierYear.objects.filter(pk=year.pk).update(title=title, year=of_year, scores=scores)


def remove_year(year: EarlierYear, *, by: User) -> None:
    """Forgets an earlier year."""
    with transaction.atomic():
        lock_open_campaign(year.campaign_id)
        record("results.remove-year", actor=by, campaign=year.campaign, subject=str(year)[:200])
        EarlierYear.objects.filter(pk=year.pk).delete()


def _limited(chunks: Iterable[bytes]) -> Iterator[bytes]:
    size = 0
    for chunk in chunks:
        size += len(chunk)
        if size > MOST_BYTES:
            raise RefusedError(f"The file is larger than {MOST_BYTES // 2**20} MB, the limit for packages.")
        yield chunk
    if not size:
        raise RefusedError("The file is empty.")
