"""The dealer: the next screen for a judge, at once, however many judges ask and however much was judged before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from random import Random

from bakeoff.data.judgments import Control
from bakeoff.human_eval.designs.design import Assignment, Design
from bakeoff.human_eval.designs.levels import Levels
from bakeoff.human_eval.designs.ratings import Ratings

_TRIES = 3
"""Earlier screens that are looked at before a control is left out."""

Asked = tuple[int, int, frozenset[str]]
"""Pool, segment and systems: the same question, in whatever order it is shown."""


@dataclass(slots=True)
class _Judge:
    """What one judge was handed."""

    dealt: list[Assignment] = field(default_factory=list)
    seen: set[tuple[int, int]] = field(default_factory=set)
    """Pool and unit."""
    controls: set[Asked] = field(default_factory=set)
    """Questions that were repeated, or whose answer is known."""


class _Table:
    """The units of one pool: what is handed out as one, how often it was, which systems were shown with it."""

    def __init__(self, design: Design, number: int) -> None:
        self.pool = design.pools[number]
        self._single = design.shown == 1
        self.blocks = _blocks(self.pool.segments) if design.by_document else None
        groups = len(self.blocks) if self.blocks is not None else len(self.pool.segments)
        systems = len(self.pool.systems)
        self.levels = Levels(groups * systems if self._single else groups)
        self.shown: Counter[tuple[int, str]] = Counter()
        """How often a system was on a screen of a group of segments."""
        self.shown_at_all: Counter[str] = Counter()
        self.met: Counter[frozenset[str]] = Counter()
        """How often two systems were on one screen."""
        rng = Random(f"{design.seed}:common:{number}")
        self.common = sorted(rng.sample(range(groups), min(design.common_size, groups))) if design.common_pool else []

    def group_of(self, unit: int) -> int:
        """The segment, or the document, that a unit is about."""
        return unit // len(self.pool.systems) if self._single else unit

    def system_of(self, unit: int) -> str | None:
        """The only system of a unit, where screens show one."""
        return self.pool.systems[unit % len(self.pool.systems)] if self._single else None

    def units_of(self, group: int) -> range:
        count = len(self.pool.systems)
        return range(group * count, (group + 1) * count) if self._single else range(group, group + 1)

    def segments_of(self, unit: int) -> list[int]:
        group = self.group_of(unit)
        return [group] if self.blocks is None else self.blocks[group]

    def unit(self, segment: int, systems: Collection[str]) -> int:
        group = segment if self.blocks is None else self._block_of[segment]
        if not self._single:
            return group
        (system,) = systems
        return group * len(self.pool.systems) + self.pool.systems.index(system)

    @cached_property
    def _block_of(self) -> dict[int, int]:
        return {segment: number for number, block in enumerate(self.blocks or []) for segment in block}

    def after(self, segment: int) -> int | None:
        """The segment that follows in the document, where documents are handed out."""
        if self.blocks is None:
            return None
        block = self.blocks[self._block_of[segment]]
        place = block.index(segment) + 1
        return block[place] if place < len(block) else None


class Dealer:
    """Hands out a design. Its state is the sequence of assignments: dealt again in that order, it is the same dealer.

    What was handed out counts at once, so that two judges who ask together get different screens; what is not
    answered is given back.
    """

    def __init__(self, design: Design) -> None:
        self.design = design
        self.tables = [_Table(design, number) for number in range(len(design.pools))]
        self.ratings = Ratings({system for pool in design.pools for system in pool.systems})
        self._judges: dict[str, _Judge] = {}

    def next(
        self, judge: str, *, pools: Collection[int] | None = None, excluded: Collection[str] = ()
    ) -> Assignment | None:
        """The next screen for a judge; None where nothing is left for them.

        `pools` are those that the judge chose, by number; `excluded` are systems that they must not see: their own.
        """
        known = self._judges.setdefault(judge, _Judge())
        rng = Random(f"{self.design.seed}:{judge}:{len(known.dealt)}")
        if (rest := self._rest_of_document(known, rng)) is not None:
            return self._hand_out(known, rest)
        chosen = range(len(self.tables)) if pools is None else sorted(pools)
        draw = _Draw(self, judge, known, tuple(chosen), frozenset(excluded), rng)
        assignment = draw.control() or draw.common() or draw.ordinary()
        return None if assignment is None else self._hand_out(known, assignment)

    def _rest_of_document(self, known: _Judge, rng: Random) -> Assignment | None:
        last = known.dealt[-1] if known.dealt else None
        segment = self.tables[last.pool].after(last.segment) if last is not None and last.systems else None
        if last is None or segment is None:
            return None
        systems = tuple(rng.sample(last.systems, len(last.systems)))
        return replace(last, position=last.position + 1, segment=segment, systems=systems)

    def give_back(self, assignment: Assignment) -> None:
        """Takes back a screen that was not answered; others get it."""
        known = self._judges[assignment.judge]
        known.dealt[assignment.position] = replace(assignment, systems=())
        if not assignment.control:
            table = self.tables[assignment.pool]
            unit = table.unit(assignment.segment, assignment.systems)
            if table.segments_of(unit)[0] == assignment.segment:
                table.levels.raise_(unit, by=-1)
                known.seen.discard((assignment.pool, unit))
            self._count(assignment, by=-1)

    def replay(self, assignments: Iterable[Assignment]) -> None:
        """Brings a new dealer to where one was that handed these out, in any order of judges."""
        for assignment in assignments:
            known = self._judges.setdefault(assignment.judge, _Judge())
            while len(known.dealt) < assignment.position:  # given back by the former dealer
                known.dealt.append(replace(assignment, position=len(known.dealt), systems=()))
            self._hand_out(known, assignment)

    def dealt_to(self, judge: str) -> tuple[Assignment, ...]:
        """The screens of a judge in their order, without those given back."""
        known = self._judges.get(judge)
        return tuple(each for each in known.dealt if each.systems) if known else ()

    @property
    def missing(self) -> int:
        """How many units still need a judge."""
        wanted = self.design.redundancy
        return sum(
            (wanted - level) * len(members)
            for table in self.tables
            for level, members in enumerate(table.levels)
            if level < wanted
        )

    def _hand_out(self, known: _Judge, assignment: Assignment) -> Assignment:
        known.dealt.append(assignment)
        if assignment.control:
            known.controls.add(_asked(assignment))
            return assignment
        table = self.tables[assignment.pool]
        unit = table.unit(assignment.segment, assignment.systems)
        if table.segments_of(unit)[0] == assignment.segment:
            table.levels.raise_(unit)
            known.seen.add((assignment.pool, unit))
        self._count(assignment)
        return assignment

    def _count(self, assignment: Assignment, by: int = 1) -> None:
        table = self.tables[assignment.pool]
        for system in assignment.systems:
            table.shown[assignment.segment, system] += by
            table.shown_at_all[system] += by
        if self.design.shown is not None:
            for pair in combinations(assignment.systems, 2):
                table.met[frozenset(pair)] += by


@dataclass(frozen=True, slots=True)
class _Draw:
    """One choice of a screen for one judge."""

    dealer: Dealer
    judge: str
    known: _Judge
    pools: tuple[int, ...]
    excluded: frozenset[str]
    rng: Random

    def control(self) -> Assignment | None:
        """A screen that checks the judge, where chance wants one and there is one."""
        design, drawn = self.dealer.design, self.rng.random()
        for share, kind in (
            (design.repeats, self._repeat),
            (design.gold, self._gold),
            (design.attention, self._damage),
        ):
            if drawn < share:
                return kind()
            drawn -= share
        return None

    def common(self) -> Assignment | None:
        """A screen from the segments that everybody may get."""
        if self.rng.random() >= self.dealer.design.common_pool:
            return None
        number = self.pools[self.rng.randrange(len(self.pools))]
        table = self.dealer.tables[number]
        groups = self.rng.sample(table.common, len(table.common))
        for group in groups:
            units = [unit for unit in table.units_of(group) if self._fits(number, unit)]
            if units:
                return self._assigned(number, min(units, key=lambda u: (table.levels.level_of(u), self.rng.random())))
        return None

    def ordinary(self) -> Assignment | None:
        """One of the units that were judged least, in a pool that chance names by what it still misses."""
        order = sorted(self.pools, key=lambda number: self._need(number) * self.rng.random(), reverse=True)
        for number in order:
            unit = self.dealer.tables[number].levels.pick(
                lambda unit, number=number: self._fits(number, unit),  # type: ignore[misc]
                below=self.dealer.design.redundancy,
                rng=self.rng,
            )
            if unit is not None:
                return self._assigned(number, unit)
        return None

    def _need(self, number: int) -> int:
        """Units of a pool that were never judged, or else judged least."""
        return next((len(level) for level in self.dealer.tables[number].levels if level), 0)

    def _fits(self, number: int, unit: int) -> bool:
        table = self.dealer.tables[number]
        if (number, unit) in self.known.seen:
            return False
        system = table.system_of(unit)
        if system is not None:
            return system not in self.excluded
        return len(table.pool.systems) - len(self.excluded.intersection(table.pool.systems)) >= self._fewest

    @property
    def _fewest(self) -> int:
        """Outputs that a screen needs at least: two where they are compared."""
        shown = self.dealer.design.shown
        return 1 if shown is None else min(shown, 2)

    def _assigned(self, number: int, unit: int) -> Assignment:
        table = self.dealer.tables[number]
        segment = table.segments_of(unit)[0]
        only = table.system_of(unit)
        systems = [only] if only is not None else self._systems(number, segment)
        return Assignment(
            judge=self.judge,
            position=len(self.known.dealt),
            pool=number,
            segment=segment,
            systems=tuple(self.rng.sample(systems, len(systems))),
        )

    def _systems(self, number: int, segment: int) -> list[str]:
        """The systems of a screen: all, or those shown least with the segment and then on the whole."""
        table, design = self.dealer.tables[number], self.dealer.design
        allowed = [system for system in table.pool.systems if system not in self.excluded]
        if design.shown is None or len(allowed) <= design.shown:
            return allowed
        if design.choice == "most-informative":
            return self.dealer.ratings.choose(allowed, design.shown, self.rng)
        chosen: list[str] = []
        while len(chosen) < design.shown:
            chosen.append(min(allowed, key=lambda system: self._burden(table, segment, chosen, system)))
            allowed.remove(chosen[-1])
        return chosen

    def _burden(self, table: _Table, segment: int, chosen: list[str], system: str) -> tuple[float, ...]:
        """What speaks against a system: shown with the segment, met the others on the screen, shown on the whole."""
        met = sum(table.met[frozenset((system, other))] for other in chosen)
        return (table.shown[segment, system], met, table.shown_at_all[system], self.rng.random())

    def _repeat(self) -> Assignment | None:
        """An earlier screen of the judge, far enough back and not repeated before."""
        earlier = self._earlier(len(self.known.dealt) - self.dealer.design.gap)
        if earlier is None or _asked(earlier) in self.known.controls:
            return None
        return self._again(earlier, "repeat")

    def _again(self, earlier: Assignment, control: Control, damaged: tuple[str, ...] = ()) -> Assignment:
        return replace(
            earlier,
            position=len(self.known.dealt),
            systems=tuple(self.rng.sample(earlier.systems, len(earlier.systems))),
            control=control,
            damaged=damaged,
        )

    def _earlier(self, before: int) -> Assignment | None:
        """An ordinary screen of the judge from before a position, anywhere."""
        for _ in range(_TRIES if before > 0 else 0):
            found = self.known.dealt[self.rng.randrange(before)]
            if found.systems and not found.control:
                return found
        return None

    def _gold(self) -> Assignment | None:
        fitting = [
            gold
            for gold in self.dealer.design.gold_items
            if gold.pool in self.pools
            and self.excluded.isdisjoint(gold.systems)
            and (gold.pool, gold.segment, frozenset(gold.systems)) not in self.known.controls
        ]
        if not fitting:
            return None
        gold = fitting[self.rng.randrange(len(fitting))]
        return Assignment(
            judge=self.judge,
            position=len(self.known.dealt),
            pool=gold.pool,
            segment=gold.segment,
            systems=tuple(self.rng.sample(gold.systems, len(gold.systems))),
            control="gold",
        )

    def _damage(self) -> Assignment | None:
        """A screen that the judge has answered, with one output damaged: it must come out worse than before."""
        earlier = self._earlier(len(self.known.dealt))
        if earlier is None or _asked(earlier) in self.known.controls:
            return None
        return self._again(earlier, "attention", (earlier.systems[self.rng.randrange(len(earlier.systems))],))


def _asked(assignment: Assignment) -> Asked:
    return (assignment.pool, assignment.segment, frozenset(assignment.systems))


def _blocks(segments: Iterable[tuple[str, str]]) -> list[list[int]]:
    blocks: dict[str, list[int]] = {}
    for number, (document, _) in enumerate(segments):
        blocks.setdefault(document, []).append(number)
    return list(blocks.values())
