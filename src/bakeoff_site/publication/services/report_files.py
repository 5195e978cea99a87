"""The report of a version as one archive: its pages, tables, figures and the PDF."""

from __future__ import annotations

import zipfile
from pathlib import Path

from bakeoff.reports.campaign_report import write_report
from bakeoff.reports.campaign_results.results import CampaignResults

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The same report gives the same file."""


def write_report_archive(results: CampaignResults, path: Path, *, package: str) -> None:
    """Writes a report and packs it; `package` is the name of the release package that its commands speak of."""
    written = write_report(results, path.with_suffix(""), package=package)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(written.files):
            member = zipfile.ZipInfo(name, date_time=_EPOCH)
            archive.writestr(member, (written.folder / name).read_bytes(), zipfile.ZIP_DEFLATED)
