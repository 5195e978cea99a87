"""Stored judgments as the science reads them: the interchange form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from bakeoff.data.judgments import Control, ItemKind
from bakeoff.data.judgments import Judgment as Answered
from bakeoff.human_eval.designs.design import Design
from bakeoff_site.judging.models import Judgment


def judge_name(judge_id: int) -> str:
    """What judgments and analyses call a judge: a label that says nothing about the person."""
    return f"judge{judge_id}"


def answered_judgments(
    rows: Iterable[Judgment], design: Design, *, kind: ItemKind, campaign: str
) -> Iterator[Answered]:
    """Judgments of one evaluation, read with their screens. Judges are called by their labels, never by their names."""
    for row in rows:
        screen = row.screen
        language_pair, test_set, document, segment = design.pools[screen.pool].item(screen.segment)
        yield Answered(
            id=str(row.pk),
            protocol=design.protocol,
            campaign=campaign,
            evaluation=design.name,
            kind=kind,
            judge=judge_name(row.judge_id),
            language_pair=language_pair,
            test_set=test_set,
            document=document,
            segment=segment,
            systems=tuple(row.systems),
            answer=row.answer,
            screen=str(screen.key),
            position=screen.position,
            control=cast(Control, screen.control),
            damaged=tuple(screen.damaged),
            shown_at=row.shown_at,
            sent_at=row.sent_at,
            seed=design.seed,
        )
