"""Versions of results as workers leave them: one for everybody, one for participants, and one that is to come."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from io import BytesIO

from django.utils import timezone

from bakeoff.reports.campaign_report.pages.site import style_sheet
from bakeoff_site.accounts.models import User
from bakeoff_site.core.storage.files import keep
from bakeoff_site.publication.conversions import settings_of
from bakeoff_site.publication.models import EarlierYear, ResultsVersion, VersionFile
from bakeoff_site.submissions.models import Run

PUBLIC, PRELIMINARY = 1, 2
"""The numbers of the two that are published."""
TABLE = "automatic"
_PAGE = (
    '<!DOCTYPE html><html lang="en"><head><title>Report</title><meta name="color-scheme" content="light dark">'
    '<meta name="viewport" content="width=device-width, initial-scale=1">'
    "<link rel=stylesheet href=style.css></head>"
    "<body><main><h1>Report</h1><p>{}</p></main></body></html>"
)


def published_results(run: Run, by: User) -> None:
    """With the score of a run, and its name where that is not only for participants."""
    score = run.scores.get(metric="bleu@mteval")
    value = f"{score.value:.{score.digits}f}"
    test_set = run.board.test_set
    scores = ["scores", test_set, "", ""]
    named = [scores, ["system-names", test_set, "", ""]]
    _version(run, by, "public", f"{run.name} {value}", number=PUBLIC, rests_on=named)
    _version(run, by, "participants", f"system 123 {value}", number=PRELIMINARY, rests_on=[scores])
    _version(run, by, "participants", f"{run.name} {value}", number=None, rests_on=named)

    _earlier_year(run, by, score.signature)


def _earlier_year(run: Run, by: User, signature: str) -> None:
    """With a system on the same test set, which was published elsewhere."""
    board = run.board
    kept = keep([b"an earlier package"])
    best = {
        "language_pair": board.language_pair,
        "test_set": board.test_set,
        "metric": "bleu@mteval",
        "specification": "case+punc",
        "system": "OLD",
        "team": "ELDERS",
        "value": 12.25,
        "digits": 2,
        "settings": settings_of(signature),
    }
    EarlierYear.objects.create(
        campaign=board.campaign,
        name="earlier.zip",
        sha256=kept.sha256,
        size=kept.size,
        imported_by=by,
        imported_at=timezone.now(),
        title="An earlier year",
        year=2009,
        scores=[best],
    )


def _version(run: Run, by: User, audience: str, text: str, *, number: int | None, rests_on: list[list[str]]) -> None:
    now = timezone.now()
    version = ResultsVersion.objects.create(
        campaign=run.board.campaign,
        audience=audience,
        number=number,
        stage="public" if audience == "public" else "preliminary",
        asked_by=by,
        asked_at=now,
        made_at=now,
        published_at=None if number is None else now,
        reason=f"another year: {text}",
        corrections=[["Single System", f"BLEU: {text}", "1.00", "2.00"]],
        tables=[{"id": TABLE, "name": TABLE, "section": "Scores", "title": "Scores", "html": f"<p>{text}</p>"}],
        rests_on=rests_on,
    )
    for kind, members in _members(text).items():
        content = BytesIO()
        with zipfile.ZipFile(content, "w") as archive:
            for member, inside in members.items():
                archive.writestr(member, inside)
        kept = keep([content.getvalue()])
        VersionFile.objects.create(version=version, kind=kind, name=f"{kind}.zip", sha256=kept.sha256, size=kept.size)


def _members(text: str) -> Mapping[str, Mapping[str, str]]:
    """The files in the archives of each kind."""
    return {
        "tables": {f"{TABLE}.csv": text},
        "report": {"index.html": _PAGE.format(text), "style.css": style_sheet()},
        "package": {"read-me.txt": text},
    }
