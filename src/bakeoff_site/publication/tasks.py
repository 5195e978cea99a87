"""Work of the queue."""

from __future__ import annotations

from bakeoff_site.jobs.choices import JobKind
from bakeoff_site.jobs.execution import Report, task
from bakeoff_site.publication.models import ResultsVersion
from bakeoff_site.publication.services import make_version


@task(JobKind.MAKE_RELEASE)
def make(version_id: int, report: Report) -> None:
    version = ResultsVersion.objects.select_related("campaign").filter(pk=version_id).first()
    if version is not None:  # else it was discarded meanwhile
        make_version(version, report)
