"""Gold items: questions whose answer is known, found in the plan and among the judgments.

They are given as judgments of one who knows. What such a judgment leaves open, its language pair, test set or
document, fits whatever there is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bakeoff.data.judgments import Judgment
from bakeoff.errors import InputError
from bakeoff.human_eval.designs.design import Design, Gold
from bakeoff.human_eval.designs.pools import Pool
from bakeoff.human_eval.protocols.observations import Item


def find_gold(pools: Sequence[Pool], known: Iterable[Judgment], *, shown: int | None) -> tuple[Gold, ...]:
    """The gold items of a design: each judgment in every pool that has its segment and all its systems.

    A screen shows them as it shows others, `shown` at most. Items that no pool has are left out; none at all:
    InputError.
    """
    places = [{place: number for number, place in enumerate(pool.segments)} for pool in pools]
    items: dict[Gold, None] = {}
    judgments = tuple(known)
    for judgment in judgments:
        for number, pool in enumerate(pools):
            if not set(judgment.systems) <= set(pool.systems) or not _fits(judgment, pool.item(0)[:2]):
                continue
            segments = [
                place
                for (document, segment), place in places[number].items()
                if segment == judgment.segment and judgment.document in ("", document)
            ]
            items |= {Gold(pool=number, segment=each, systems=judgment.systems): None for each in segments}
    if wide := next((each for each in judgments if shown is not None and len(each.systems) > shown), None):
        raise InputError(
            place=wide.place, expected=f"gold items with {shown} outputs at most", found=str(len(wide.systems))
        )
    if judgments and not items:
        raise InputError(
            expected="gold items about segments and systems that are judged",
            found=f"none among {len(judgments)}",
            remedy="Name segments, documents and systems as the texts do.",
        )
    return tuple(items)


def unplanned_gold(design: Design, known: Iterable[Judgment]) -> int:
    """How many of the known answers are about nothing that the design has."""
    planned = {(design.pools[gold.pool].segments[gold.segment][1], gold.systems) for gold in design.gold_items}
    return sum((judgment.segment, judgment.systems) not in planned for judgment in known)


def gold_as_asked(known: Iterable[Judgment], judgments: Iterable[Judgment]) -> tuple[Judgment, ...]:
    """The known answers with language pair, test set and document as they were asked for, where they leave these open.

    Items that were not asked are left out.
    """
    asked: dict[str, dict[Item, Judgment]] = {}
    for judgment in judgments:
        if judgment.control == "gold":
            asked.setdefault(judgment.segment, {}).setdefault(judgment.item, judgment)
    return tuple(
        replace(
            each,
            language_pair=item[0],
            test_set=item[1],
            document=item[2],
            kind=first.kind if each.kind == "segment" else each.kind,
        )
        for each in known
        for item, first in sorted(asked.get(each.segment, {}).items(), key=lambda pair: pair[0])
        if _fits(each, item[:2]) and each.document in ("", item[2]) and each.kind in ("segment", first.kind)
    )


def _fits(judgment: Judgment, place: Sequence[str]) -> bool:
    return judgment.language_pair in ("", place[0]) and judgment.test_set in ("", place[1])
