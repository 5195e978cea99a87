"""Judgments of a planned evaluation with the texts that judges saw, for tools whose files hold them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from bakeoff.data.judgments import SHARED, Judgment
from bakeoff.human_eval.designs.design import Assignment
from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation

_Location = tuple[str, str, str, str]


def with_shown_texts(judgments: Iterable[Judgment], evaluation: PlannedEvaluation) -> Iterator[Judgment]:
    """The same judgments with the outputs as their screens showed them, damaged ones as they were damaged.

    Of damaged outputs in judgments that were made elsewhere, the text is not known: these have none.
    """
    shown = evaluation.shown_texts()
    places = {
        pool.item(number): (at, number)
        for at, pool in enumerate(evaluation.design.pools)
        for number in range(len(pool.segments))
    }
    for judgment in judgments:
        place = places.get(judgment.location)
        is_made_elsewhere = judgment.seed is None
        if judgment.texts or place is None or (is_made_elsewhere and judgment.shown_damaged):
            yield judgment
            continue
        dealt = tuple(name.split(SHARED)[0] for name in judgment.systems)
        damaged = tuple(name for names in judgment.shown_damaged for name in names.split(SHARED))
        texts = [
            shown.text(
                Assignment(
                    judge=judgment.judge,
                    position=judgment.position or 0,
                    pool=place[0],
                    segment=place[1],
                    systems=(system,),
                    control=judgment.control,
                    damaged=tuple(name for name in damaged if name == system),
                )
            )
            for system in dealt
        ]
        yield replace(judgment, texts=tuple(texts))


def source_texts(evaluation: PlannedEvaluation) -> dict[_Location, str]:
    """The source of every segment of the test sets, in their order; empty texts where there is no source."""
    return {
        (each.language_pair, each.test_set, document.id, segment): text
        for each in evaluation.texts
        for document, segment, text in zip(
            each.texts.documents,
            each.texts.segment_ids,
            each.texts.source or ("",) * len(each.texts.segment_ids),
            strict=True,
        )
    }
