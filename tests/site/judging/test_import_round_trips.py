"""What the site exports for a tool counts the same in another task that imports it, whatever the protocol."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.utils import timezone

from bakeoff_site.judging.models import Evaluation, Judgment
from bakeoff_site.judging.selectors.exported_forms import FORMS, exported_file
from bakeoff_site.judging.selectors.judgments import judgments_of
from bakeoff_site.judging.selectors.rankings import ranking_of
from bakeoff_site.judging.services.imports import check_import, import_judgments
from tests.site.judging.spans_world import marked_campaign
from tests.site.judging.world import judge_everything, judged_campaign, make_judge, planned_task
from tests.site.people import person

pytestmark = pytest.mark.django_db

CASES = {
    "scores": ("appraise", "pearmut"),
    "esa": ("appraise", "pearmut"),
    "mqm": ("appraise", "pearmut", "mqm", "mtme"),
    "ranking": ("wmt-ranking-csv",),
    "pairs": ("appraise",),
}
"""By evaluation, the forms that hold its judgments; of other evaluations, mt-metrics-eval has the scores alone."""


def files_of(content: bytes, name: str) -> Iterator[tuple[str, bytes]]:
    if not name.endswith(".zip"):
        yield name, content
        return
    with ZipFile(BytesIO(content)) as archive:
        for each in archive.namelist():
            if each.endswith(".seg.rating"):
                yield each.rpartition("/")[2], archive.read(each)


def ranked(evaluation: Evaluation) -> list[Any]:
    result = ranking_of(evaluation).result
    assert result is not None
    return [
        (dict(ranking.group), [(each.system, round(each.score, 9)) for each in ranking.systems])
        for ranking in result.rankings
    ]


@pytest.mark.parametrize("code", CASES)
def test_the_ranking_is_the_same_from_every_form(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    organiser = person("Olga Organiser")
    campaign = marked_campaign(monkeypatch) if code in ("esa", "mqm") else judged_campaign()
    first = planned_task(campaign, code, by=organiser)
    now = timezone.now()
    judge_everything([make_judge(first, name, now=now) for name in ("Jo Judge", "Ann Able")], now=now)
    judged = Evaluation.objects.select_related("task__campaign").get(task=first)
    answers = list(judgments_of(judged, counted=True))
    assert {name for name, form in FORMS.items() if judged.protocol in form.protocols} - {"mtme"} <= {*CASES[code]}
    for form in CASES[code]:
        file = exported_file(first, code, form, counted=True)
        other = planned_task(campaign, code, by=organiser, title=f"From {form}")
        imported = Evaluation.objects.select_related("task__campaign").get(task=other)
        for name, content in files_of(file.content, file.name):
            checked = check_import(imported, name, [content])
            import_judgments(other, checked.token, by=organiser, now=now)
        imported.refresh_from_db()
        assert ranked(imported) == ranked(judged), form
        if code in ("esa", "mqm") and form != "mtme":
            assert marked(judgments_of(imported, counted=True)) == marked(answers), form
    assert not Judgment.objects.exclude(evaluation=judged).exists()


def marked(judgments: Any) -> list[Any]:
    """What was marked where, whatever else a file says."""
    return sorted(
        (
            each.item,
            each.systems,
            sorted(
                (error["side"], str(error["start"]), str(error["end"]), error["severity"], error["category"])
                for error in (each.answer["spans"] if isinstance(each.answer, dict) else each.answer)
            ),
        )
        for each in judgments
    )
