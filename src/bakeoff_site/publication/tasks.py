"""Work of the queue."""

from __future__ import annotations

from bakeoff_site.jobs.choices import JobKind
from bakeoff_site.jobs.execution import Report, task
from bakeoff_site.publication.models import EarlierYear, ResultsVersion
from bakeoff_site.publication.services import make_version
from bakeoff_site.publication.services.earlier_years import read_year


@task(JobKind.MAKE_RELEASE)
def make(version_id: int, report: Report) -> None:
    version = ResultsVersion.objects.select_related("campaign").filter(pk=version_id).first()
    if version is not None:  # else it was discarded meanwhile
        make_version(version, report)


@task(JobKind.READ_PACKAGE)
def read(year_id: int, _report: Report) -> None:
    year = EarlierYear.objects.select_related("campaign").filter(pk=year_id).first()
    if year is not None:  # else it was removed meanwhile
        read_year(year)
