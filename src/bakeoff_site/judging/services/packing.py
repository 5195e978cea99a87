"""Judgments packed as analyses read them, a part at a time, so that new processes start quickly."""

from __future__ import annotations

from bakeoff.errors import BakeoffError
from bakeoff.human_eval import analysis_by_rules
from bakeoff.human_eval.analyses.collected_answers import CollectedAnswers
from bakeoff.human_eval.analyses.packed_answers import PACKING, pack_answers, pack_heads
from bakeoff_site.judging.models import CollectedPart, Evaluation, Judgment
from bakeoff_site.judging.selectors.collected import packed_parts, portions
from bakeoff_site.judging.selectors.contents import content_of
from bakeoff_site.judging.selectors.judgments import evaluations_counted_in, standing

PART = 2_500
"""Judgments of a part: fewer than are read again while somebody waits, which takes a fifth of a second."""


def pack_judgments() -> None:
    """Packs what came, of all evaluations that have enough for another part."""
    for evaluation in Evaluation.objects.select_related("task__campaign").order_by("pk"):
        sources = evaluations_counted_in(evaluation)
        if any(_is_due(evaluation, source) for source in sources):
            for source in sources:
                _pack(evaluation, source)
            kept = {"sha256": evaluation.task.sha256, "packing": PACKING}
            CollectedPart.objects.filter(evaluation=evaluation).exclude(**kept).delete()


def _last(evaluation: Evaluation, source: Evaluation) -> int:
    return packed_parts(evaluation, source).values_list("last_judgment", flat=True).last() or 0


def _is_due(evaluation: Evaluation, source: Evaluation) -> bool:
    rows = Judgment.objects.filter(standing(), evaluation=source, pk__gt=_last(evaluation, source))
    return rows.order_by("pk")[PART - 1 : PART].exists()


def _pack(evaluation: Evaluation, source: Evaluation) -> None:
    """Full parts alone: what is left comes with the next one. Another worker may write the same part."""
    planned = content_of(evaluation.task).evaluations[evaluation.code]
    protocol = planned.protocol
    reader = CollectedAnswers(protocol, score=analysis_by_rules(planned.rules).score_of(protocol))
    after = _last(evaluation, source)
    while _is_due(evaluation, source):
        portion = next(portions(evaluation, source, after=after, size=PART))
        try:
            read = reader.read(portion.judgments)
        except BakeoffError:  # who reads them gets to know what is wrong
            return
        part = CollectedPart(
            evaluation=evaluation,
            source=source,
            sha256=evaluation.task.sha256,
            packing=PACKING,
            after=after,
            last_judgment=portion.last,
            rows=read.rows,
            heads=pack_heads(read.heads),
            answers=pack_answers(read.answers),
        )
        CollectedPart.objects.bulk_create([part], ignore_conflicts=True)
        after = portion.last
