"""One choice of what a judge gets next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from random import Random

from bakeoff.data.judgments import Control
from bakeoff.human_eval.designs.design import Assignment, Design, Passage
from bakeoff.human_eval.designs.pools import Pool
from bakeoff.human_eval.designs.screens.gold_passages import GoldPassages
from bakeoff.human_eval.designs.screens.judge_history import JudgeHistory
from bakeoff.human_eval.designs.screens.open_units import OpenUnits
from bakeoff.human_eval.designs.screens.system_ratings import PoolRatings

_TRIES = 10
"""Common segments, or pairs of systems, that are looked at before something else is taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageChoice:
    """What a judge may get, by the state of things at this moment. Nothing is changed by looking."""

    design: Design
    open_units: OpenUnits
    gold_passages: GoldPassages
    ratings: PoolRatings
    history: JudgeHistory
    pools: frozenset[int] | None
    """Pools that the judge chose; None: all."""
    excluded: frozenset[str]
    rng: Random

    def passage(self) -> Passage | None:
        """A control where one is due, what others left, what all share where that is due, or what was judged least."""
        if self.design.alternating:
            return self._of_hands()
        return self._control() or self._rest() or self._common() or self._ordinary()

    def _control(self) -> Passage | None:
        shares: dict[Control, float] = {
            "repeat": self.design.repeats,
            "gold": self.design.gold,
            "attention": self.design.attention,
        }
        for kind, share in shares.items():
            if self.history.is_due(kind, share, self.design, self.open_units.passage_size):
                passage = self._gold() if kind == "gold" else self._again(kind)
                if passage is not None:
                    return passage
        return None

    def _again(self, control: Control) -> Passage | None:
        """An earlier passage of the judge, far enough back and not shown again before."""
        origin = self.history.find_earlier(self._chosen, self._hidden_in, self.rng)
        if origin is None:
            return None
        screens = self.history.shown(origin)
        systems = screens[0].systems
        damaged: tuple[str, ...] = (systems[self.rng.randrange(len(systems))],) if control == "attention" else ()
        if damaged and self.design.shown == 1:  # the one output, whichever systems have it
            damaged = systems
        return Passage(
            pool=screens[0].pool,
            segments=tuple(each.segment for each in screens),
            systems=systems,
            control=control,
            damaged=damaged,
            origin=origin,
        )

    def _gold(self) -> Passage | None:
        possible = self.gold_passages.open_to(self._chosen, self._hidden_in, fewest=self.open_units.fewest)
        fitting = [gold for gold in possible if gold.question not in self.history.golds]
        return fitting[self.rng.randrange(len(fitting))] if fitting else None

    def _rest(self) -> Passage | None:
        """What is left of a document that somebody else, or the judge, did not finish."""
        return next((rest for rest in self.open_units.rests if self._takes_rest(rest)), None)

    def _takes_rest(self, rest: Passage) -> bool:
        return self._may_see(rest.pool, rest.systems) and self._is_new(
            self.open_units.unit_of_passage(rest), rest.segments
        )

    def _of_hands(self) -> Passage | None:
        """The next document of the judge's own hand, in the order of the pool, or of one that was handed out least.

        The own hand is the one of the judge's last screen. Where it is handed out, the judge helps with others.
        """
        rests = [rest for rest in self.open_units.rests if self._takes_rest(rest)]
        unit_of, level = self.open_units.unit_of_passage, self.open_units.levels.level_of
        for number, which in self._hands():
            table = self.open_units.tables[number]
            units = range(table.begin + which, table.end, len(table.hands))
            if rest := next((rest for rest in rests if unit_of(rest) in units), None):
                return rest
            fitting = [unit for unit in units if level(unit) < self.design.redundancy and self._fits(unit)]
            if fitting:
                return self._unit(min(fitting, key=level))
        return None

    def _hands(self) -> list[tuple[int, int]]:
        """All hands as numbers of pool and hand: the judge's own first, then those that were handed out least."""
        tables, level = self.open_units.tables, self.open_units.levels.level_of
        last = next((each for each in reversed(self.history.dealt) if each.systems), None)
        own = None if last is None else (last.pool, tables[last.pool].hand_of(self.open_units.unit_of(last)))
        handed_out: dict[tuple[int, int], tuple[bool, bool, int, float]] = {}
        for number in self._numbers:
            table = tables[number]
            for which in range(len(table.hands)):
                units = range(table.begin + which, table.end, len(table.hands))
                handed_out[number, which] = (
                    (number, which) != own,
                    own is not None and number != own[0],
                    sum(map(level, units)),
                    self.rng.random(),
                )
        return sorted(handed_out, key=handed_out.__getitem__)

    def could_get(self, others: Collection[JudgeHistory]) -> bool:
        """Whether the judge could get something that other judges hold, if it were given back."""
        held = Counter(unit for other in others for unit in other.held.values() if unit is not None)
        return any(
            self._could_get_rest(other.passage)
            or any(
                unit is not None and self._could_get_screen(other.dealt[at], unit, held[unit])
                for at, unit in other.held.items()
            )
            for other in others
        )

    def could_open(self, is_judged: Callable[[int], bool]) -> bool:
        """Whether a pool may be opened that is for the judge: one is closed, and another of the same texts is judged.

        Who judges the last open pools decides what is opened after them.
        """
        if not self.design.in_turn:
            return False
        tables, opened = self.open_units.tables, self.open_units.opened
        chosen = [number for number in range(len(tables)) if self._chosen(number)]
        places = {_place(tables[number].pool) for number in chosen if number in opened and not is_judged(number)}
        return any(
            number not in opened
            and _place(tables[number].pool) in places
            and len(tables[number].pool.systems) - len(self._hidden_in(number)) >= self.open_units.fewest
            for number in chosen
        )

    def _could_get_rest(self, left: Passage | None) -> bool:
        return (
            left is not None
            and not left.control
            and self._may_see(left.pool, left.systems)
            and not set(left.segments).issubset(self._seen(self.open_units.unit_of_passage(left)))
        )

    def _could_get_screen(self, screen: Assignment, unit: int, held: int) -> bool:
        """Whether a held screen could come: with its unit, or, where it is of a document, as a part of that."""
        if self._fits(unit):
            return self.design.by_document or self.open_units.levels.level_of(unit) - held < self.design.redundancy
        return (
            self.design.by_document
            and self._may_see(screen.pool, screen.systems)
            and screen.segment not in self._seen(unit)
        )

    def _is_new(self, unit: int, segments: Sequence[int]) -> bool:
        seen = self._seen(unit)
        return not seen or not set(seen).intersection(segments)

    def _common(self) -> Passage | None:
        """From the segments that everybody may get, one that few got so far."""
        if not self.history.is_due("common", self.design.common_pool, self.design, self.open_units.passage_size):
            return None
        numbers = self._numbers
        if not numbers:
            return None
        table = self.open_units.tables[numbers[self.rng.randrange(len(numbers))]]
        groups = sorted(table.common)
        for group in self.rng.sample(groups, min(_TRIES, len(groups))):
            units = [unit for unit in table.units_of(group) if self._fits(unit)]
            if units:
                level = self.open_units.levels.level_of
                return self._unit(min(units, key=lambda unit: (level(unit), self.rng.random())))
        return None

    def _ordinary(self) -> Passage | None:
        """One of the units that were judged least."""
        unit = self.open_units.levels.pick(
            self._fits,
            among=lambda: self.open_units.among(self.history.seen, self.pools, self.excluded),
            below=self.design.redundancy,
            rng=self.rng,
        )
        if unit is None:
            return None
        return self._unit(self._more_informative(unit) if self.design.choice == "most-informative" else unit)

    def _more_informative(self, unit: int) -> int:
        """The unit of the same segment with a more informative pair of systems, where pairs have pools of their own."""
        number = self.open_units.pool_of(unit)
        table = self.open_units.tables[number]
        group, level = table.group_of(unit), self.open_units.levels.level_of
        for _ in range(_TRIES):
            other = self.ratings.match(number, self._hidden_in, self.rng)
            if other is None:
                continue
            informative = self.open_units.tables[other].units_of(group)[0]
            if level(informative) < self.design.redundancy and self._fits(informative):
                return informative
        return unit

    @property
    def _numbers(self) -> Sequence[int]:
        opened = self.open_units.opened
        return sorted(opened if self.pools is None else opened & self.pools)

    def _chosen(self, number: int) -> bool:
        return self.pools is None or number in self.pools

    def _hidden_in(self, number: int) -> frozenset[str]:
        return self.open_units.hidden(number, self.excluded)

    def _seen(self, unit: int) -> Collection[int]:
        return self.open_units.seen_segments(self.history.seen, unit)

    def _may_see(self, number: int, systems: Collection[str]) -> bool:
        """Whether a pool is for the judge, and nothing hidden is among systems; every hand has outputs of all."""
        hidden = self._hidden_in(number)
        return self._chosen(number) and (not hidden if self.design.alternating else hidden.isdisjoint(systems))

    def _fits(self, unit: int) -> bool:
        number = self.open_units.pool_of(unit)
        table = self.open_units.tables[number]
        if self.open_units.was_seen(self.history.seen, unit) or not self._chosen(number) or unit in table.void:
            return False
        if number not in self.open_units.opened:
            return False
        hidden = self._hidden_in(number)
        if not hidden:
            return True
        if self.design.alternating:
            return False
        systems = table.systems_of(unit)
        return (
            hidden.isdisjoint(systems)
            if systems is not None
            else len(table.pool.systems) - len(hidden) >= self.open_units.fewest
        )

    def _unit(self, unit: int) -> Passage:
        number = self.open_units.pool_of(unit)
        table = self.open_units.tables[number]
        segments, systems = table.segments_of(unit), table.systems_of(unit)
        if systems is None:
            systems = tuple(self._systems(number, segments[0]))
        return Passage(pool=number, segments=segments, systems=systems)

    def _systems(self, number: int, segment: int) -> list[str]:
        """The systems of a screen: all, or those shown least with the segment and then overall."""
        hidden = self._hidden_in(number)
        allowed = [system for system in self.open_units.tables[number].pool.systems if system not in hidden]
        if self.design.shown is None or len(allowed) <= self.design.shown:
            return allowed
        if self.design.choice == "most-informative":
            return self.ratings.of(number).choose(allowed, self.design.shown, self.rng)
        chosen: list[str] = []
        while len(chosen) < self.design.shown:
            chosen.append(min(allowed, key=lambda system: self._burden(number, segment, chosen, system)))
            allowed.remove(chosen[-1])
        return chosen

    def _burden(self, number: int, segment: int, chosen: list[str], system: str) -> tuple[float, ...]:
        """What speaks against a system: shown with the segment, met the others on the screen, shown overall."""
        return (*self.open_units.shown.burden(number, segment, chosen, system), self.rng.random())


def _place(pool: Pool) -> tuple[str, str]:
    return (pool.language_pair, pool.test_set)
