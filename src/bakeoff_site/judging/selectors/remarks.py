"""Comments of judges, and items that they reported, for organisers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from bakeoff.data.judgments import SHARED
from bakeoff_site.judging.models import Evaluation, Judge, Judgment, Task
from bakeoff_site.judging.selectors.contents import content_of, shown_screen

MOST = 20
"""The latest ones, which the page shows; exports of the audit log and the API are for all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RemarkedOutput:
    """An output on the screen of a remark."""

    system: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """What a judge wrote about an item."""

    judge: Judge
    evaluation: Evaluation
    language_pair: str
    place: str
    """Document and segment."""
    comment: str
    report: str
    sent_at: datetime
    source: str
    source_language: str
    target_language: str
    outputs: tuple[RemarkedOutput, ...]


def remarks_of(task: Task, *, names: Mapping[int, Mapping[str, str]], most: int = MOST) -> tuple[Remark, ...]:
    """The latest remarks of a task; `names` says for each evaluation what systems are called."""
    said = ~Q(comment="") | ~Q(report="")
    rows = Judgment.objects.filter(said, evaluation__task=task).order_by("-pk")
    rows = rows.select_related("judge__user", "screen", "evaluation")[:most]
    return tuple(_remark(row, task, names[row.evaluation_id]) for row in rows)


def _remark(row: Judgment, task: Task, names: Mapping[str, str]) -> Remark:
    row.evaluation.task = task
    row.screen.evaluation = row.evaluation
    pool = content_of(task).evaluations[row.evaluation.code].design.pools[row.screen.pool]
    language_pair, _, document, segment = pool.item(row.screen.segment)
    shown = shown_screen(row.screen)
    return Remark(
        judge=row.judge,
        evaluation=row.evaluation,
        language_pair=language_pair,
        place=", ".join(filter(None, [document, f"segment {segment}" if segment else ""])),
        comment=row.comment,
        report=row.report,
        sent_at=row.sent_at,
        source=shown.source or "",
        source_language=shown.source_language,
        target_language=shown.target_language,
        outputs=tuple(
            RemarkedOutput(
                system=", ".join(names.get(name, name) for name in each.system.split(SHARED)), text=each.text
            )
            for each in shown.outputs
        ),
    )
