"""What a design has dealt, counted: whether it is balanced as it promises."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from bakeoff.human_eval.designs.design import Assignment, Design
from bakeoff.human_eval.designs.screens.unit_tables import UnitTable


@dataclass(frozen=True, slots=True)
class Spread:
    """The least and the most of something that should be even."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Balance:
    """How even assignments are; controls are counted apart."""

    seed: int
    """Of the design: it gives the same screens again."""
    screens: int
    controls: dict[str, int]
    judges_an_item: Spread
    """Different judges of an output where screens show one, of a segment where they show several."""
    showings_a_system: Spread
    meetings_a_pair: Spread | None
    """How often two systems of a pool were on one screen; None where screens show one."""
    first_places: Spread
    """How often a system was shown first."""
    duplicates: int
    """Screens that a judge got twice although the second was no control: there must be none."""
    missing: int
    """Judges that items still need."""
    own: int
    """Screens with a system that their judge must not see: there must be none."""
    nearest: int | None
    """Screens from an output to where it is shown again, as a repeat or damaged: the fewest; None where none is."""
    common: float | None
    """Share of screens from segments that everybody may get; None where the design has no such."""


def verify_design(
    design: Design, assignments: Iterable[Assignment], *, excluded: Mapping[str, Collection[str]] | None = None
) -> Balance:
    """Counts what was dealt, pool by pool; spreads are over all pools. `excluded` is what each judge must not see."""
    dealt = [each for each in assignments if each.systems]
    ordinary = [each for each in dealt if not each.control]
    judges: dict[object, set[str]] = {}
    duplicates = 0
    shown: Counter[tuple[int, str]] = Counter()
    first: Counter[tuple[int, str]] = Counter()
    meetings: Counter[tuple[int, str, str]] = Counter()
    for each in ordinary:
        item = (each.pool, each.segment, frozenset(each.systems) if design.shown == 1 else None)
        known = judges.setdefault(item, set())
        duplicates += each.judge in known
        known.add(each.judge)
        shown.update((each.pool, system) for system in each.systems)
        first.update((each.pool, system) for system in (each.systems if design.shown == 1 else each.systems[:1]))
        meetings.update((each.pool, *pair) for pair in combinations(sorted(each.systems), 2))
    every = [(number, system) for number, pool in enumerate(design.pools) for system in pool.systems]
    pairs = [
        (number, *pair) for number, pool in enumerate(design.pools) for pair in combinations(sorted(pool.systems), 2)
    ]
    wanted = sum(len(pool.segments) * (len(pool.systems) if design.shown == 1 else 1) for pool in design.pools)
    if design.shown == 1:  # an output that several systems have is asked once
        wanted -= sum(len(group) - 1 for groups in design.identical.values() for group in groups)
    counts = [len(known) for known in judges.values()]
    return Balance(
        seed=design.seed,
        screens=len(dealt),
        controls=dict(Counter(each.control for each in dealt if each.control)),
        judges_an_item=Spread(min(counts, default=0) if len(counts) == wanted else 0, max(counts, default=0)),
        showings_a_system=_spread(shown[each] for each in every),
        meetings_a_pair=None if design.shown == 1 else _spread(meetings[each] for each in pairs),
        first_places=_spread(first[each] for each in every),
        duplicates=duplicates,
        missing=wanted * design.redundancy - sum(min(count, design.redundancy) for count in counts),
        own=sum(
            not design.pools[each.pool].named((excluded or {}).get(each.judge, ())).isdisjoint(each.systems)
            for each in dealt
        ),
        nearest=_nearest(dealt),
        common=_common(design, dealt) if design.common_pool else None,
    )


def _nearest(dealt: Iterable[Assignment]) -> int | None:
    shown: dict[object, int] = {}
    distances = []
    for each in sorted(dealt, key=lambda each: each.position):
        question = (each.judge, each.pool, each.segment, frozenset(each.systems))
        if each.control in ("repeat", "attention") and question in shown:
            distances.append(each.position - shown[question])
        shown[question] = each.position
    return min(distances, default=None)


def _common(design: Design, dealt: Sequence[Assignment]) -> float:
    tables = [UnitTable(design, number, 0) for number in range(len(design.pools))]
    common = sum(
        tables[each.pool].group_with(each.segment) in tables[each.pool].common for each in dealt if not each.control
    )
    return common / len(dealt) if dealt else 0.0


def _spread(counts: Iterable[int]) -> Spread:
    numbers = list(counts)
    return Spread(min(numbers, default=0), max(numbers, default=0))
