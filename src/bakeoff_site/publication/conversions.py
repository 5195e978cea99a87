"""Tables of a report as they are stored, and as files."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from bakeoff.release.history import EarlierCampaign
from bakeoff.reports import RENDERERS, render_html
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.registry import report_tables
from bakeoff.reports.campaign_tables.report_table import ReportTable
from bakeoff.reports.json_tables import table_json
from bakeoff.reports.spreadsheets import for_spreadsheets
from bakeoff.reports.table import Table

TABLE_FORMATS: Mapping[str, tuple[str, str]] = {
    "csv": ("CSV", "text/csv"),
    "tsv": ("Tab-separated", "text/tab-separated-values"),
    "json": ("JSON", "application/json"),
    "md": ("Markdown", "text/markdown"),
    "tex": ("LaTeX", "application/x-latex"),
}
"""Formats of single tables by their ending: what people call them, and the media type."""
_RENDERED = {"tsv": "tsv", "md": "markdown", "tex": "latex"}
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The same tables give the same file."""


def stored_table(each: ReportTable) -> dict[str, str]:
    """A table with its place in the report; the title is apart, as pages have headings of their own."""
    return {
        "id": each.id,
        "name": each.name,
        "section": each.section,
        "title": each.table.title,
        "html": render_html(replace(each.table, title="")),
    }


def write_tables(results: CampaignResults, path: Path) -> None:
    """All tables in all formats as a zip file: `automatic-mt-de-en.csv`."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for each in report_tables(results):
            for ending in TABLE_FORMATS:
                member = zipfile.ZipInfo(f"{each.id}.{ending}", date_time=_EPOCH)
                archive.writestr(member, _rendered(each.table, ending), zipfile.ZIP_DEFLATED)


def _rendered(table: Table, ending: str) -> str:
    if ending == "json":
        return json.dumps(table_json(table), ensure_ascii=False, indent=2) + "\n"
    if ending == "csv":
        return RENDERERS["csv"](for_spreadsheets(table))
    return RENDERERS[_RENDERED[ending]](table)


def earlier_scores(earlier: EarlierCampaign) -> list[dict[str, Any]]:
    """The best compared system of an earlier campaign on each test set, by every metric and specification."""
    rows = []
    for progress in earlier.progress_sets:
        keys = dict.fromkeys((score.metric, score.specification) for each in progress.systems for score in each.scores)
        for metric, specification in keys:
            best = progress.best(metric, specification)
            score = (
                None
                if best is None
                else next(each for each in best.scores if (each.metric, each.specification) == (metric, specification))
            )
            if best is not None and score is not None and score.value is not None:
                rows.append(
                    {
                        "language_pair": progress.language_pair,
                        "test_set": progress.test_set,
                        "metric": metric,
                        "specification": specification,
                        "system": best.name,
                        "team": best.team,
                        "value": score.value,
                        "digits": score.digits,
                        "settings": settings_of(score.signature),
                    }
                )
    return rows


def settings_of(signature: str) -> str:
    """What a score depends on besides the texts, without what its interval depends on."""
    return signature.partition("|interval:")[0]
