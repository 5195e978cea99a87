"""Stored judgments as the science reads them: the interchange form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from bakeoff.data.judgments import ItemKind
from bakeoff.data.judgments import Judgment as Answered
from bakeoff.human_eval.designs.design import Design
from bakeoff_site.judging.models import Judgment


def judge_name(judge_id: int) -> str:
    """What judgments and analyses call a judge: a label that says nothing about the person."""
    return f"judge{judge_id}"


def answered_judgments(
    rows: Iterable[Judgment], design: Design, *, kind: ItemKind, campaign: str
) -> Iterator[Answered]:
    """Judgments of one evaluation, read with their screens; `kind` is what its segments are.

    Judges are called by their labels, never by their names.
    """
    values = (
        (
            row.pk,
            row.judge_id,
            row.systems,
            row.answer,
            row.shown_at,
            row.sent_at,
            row.screen.key,
            row.screen.pool,
            row.screen.segment,
            row.screen.position,
            row.screen.control,
            row.screen.damaged,
        )
        for row in rows
    )
    return stored_judgments(values, design, kind=kind, campaign=campaign)


STORED = (
    "pk",
    "judge_id",
    "systems",
    "answer",
    "shown_at",
    "sent_at",
    "screen__key",
    "screen__pool",
    "screen__segment",
    "screen__position",
    "screen__control",
    "screen__damaged",
)
"""The columns that `stored_judgments` reads."""


def stored_judgments(
    rows: Iterable[Sequence[Any]], design: Design, *, kind: ItemKind, campaign: str
) -> Iterator[Answered]:
    """The same from the values of `STORED`: many judgments are read three times as fast."""
    for pk, judge, systems, answer, shown, sent, key, pool, number, position, control, damaged in rows:
        language_pair, test_set, document, segment = design.pools[pool].item(number)
        yield Answered(
            id=str(pk),
            protocol=design.protocol,
            campaign=campaign,
            evaluation=design.name,
            kind=design.pools[pool].kind(number, kind),
            judge=judge_name(judge),
            language_pair=language_pair,
            test_set=test_set,
            document=document,
            segment=segment,
            systems=tuple(systems),
            answer=answer,
            screen=str(key),
            position=position,
            control=control,
            damaged=tuple(damaged),
            shown_at=shown,
            sent_at=sent,
            seed=design.seed,
        )
