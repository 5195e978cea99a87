"""The screens of a qualification: gold items that a judge answers before anything is dealt to them."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from bakeoff.human_eval.designs.design import Assignment
from bakeoff.human_eval.designs.screens.dealer import Dealer


def qualification_items(
    dealer: Dealer,
    judge: str,
    *,
    items: int,
    number: int,
    pools: Collection[int] | None = None,
    excluded: Collection[str] = (),
) -> tuple[Assignment, ...]:
    """The screens of a try, `items` at most; `number` counts the tries of a judge from 1 on.

    Gold items come in an order of the judge's own. Each try continues where the one before ended, so that as much of it
    as possible is new. Nothing of it is noted in the dealer: what is asked here is asked besides the design.
    """
    possible = dealer.gold_passages(pools=pools, excluded=excluded)
    seed = f"{dealer.design.seed}:{judge}:qualification"
    own = Random(seed).sample(possible, len(possible))
    screens = [(passage, segment) for passage in own for segment in passage.segments]
    if not screens:
        return ()
    begin = (number - 1) * items
    chosen = [screens[(begin + place) % len(screens)] for place in range(min(items, len(screens)))]
    rng = Random(f"{seed}:{number}")
    return tuple(
        Assignment(
            judge=judge,
            position=place,
            pool=passage.pool,
            segment=segment,
            systems=tuple(rng.sample(sorted(passage.systems), len(passage.systems))),
            control="gold",
        )
        for place, (passage, segment) in enumerate(chosen)
    )
