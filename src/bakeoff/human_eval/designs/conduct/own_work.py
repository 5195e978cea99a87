"""How much is left for one judge, as far as that can be known while others judge, too."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import ceil

from bakeoff.human_eval.designs.design import Design


def expected_screens(
    missing: Mapping[str, int],
    designs: Mapping[str, Design],
    *,
    judges: int,
    pools: Mapping[str, Collection[int]] | None = None,
) -> int:
    """Screens that a judge can expect from now on: an even share of what is missing, with the controls among it.

    `missing` are the units of each evaluation that still need a judge, `judges` the number of those who judge, `pools`
    what this judge chose in some evaluations.
    """
    if judges < 1:
        raise ValueError("somebody has to judge")
    return sum(
        _share(design, missing.get(name, 0), judges, None if pools is None else pools.get(name))
        for name, design in designs.items()
    )


def _share(design: Design, missing: int, judges: int, pools: Collection[int] | None) -> int:
    segments = [len(pool.segments) for pool in design.pools]
    chosen = segments if pools is None else [segments[number] for number in pools]
    within_reach = missing * sum(chosen) / sum(segments)
    # Of the judgments that a unit needs a judge gives one, and of the hands of a document a judge takes one: who judges
    # with few others leaves the rest to later judges.
    hands = max(len(pool.systems) for pool in design.pools) if design.alternating else 1
    own = within_reach / max(judges, hands * design.redundancy)
    controls = design.repeats + design.gold + design.attention
    return ceil(own * _screens_a_unit(design) / (1 - controls))


def _screens_a_unit(design: Design) -> float:
    """One, or the mean length of a document where documents are handed out complete."""
    if not design.by_document:
        return 1.0
    documents = sum(len({document for document, _ in pool.segments}) for pool in design.pools)
    return sum(len(pool.segments) for pool in design.pools) / documents
