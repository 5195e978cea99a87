"""What one judge was handed: their screens in order, the passage that they are in, what can be shown to them again."""

from __future__ import annotations

from array import array
from collections import Counter, deque
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from random import Random

from bakeoff.human_eval.designs.design import Assignment, Design, Passage

_TRIES = 8
"""Earlier passages that are looked at before a control has to wait."""


@dataclass(slots=True)
class JudgeHistory:
    """The state of one judge. All of it follows from the screens and from what was given back."""

    judge: str
    dealt: list[Assignment] = field(default_factory=list)
    """A screen that was given back has no systems."""
    passage: Passage | None = None
    """What is left of the passage that the judge is in."""
    begin: int = 0
    """The position at which that passage started."""
    seen: dict[int, set[int]] = field(default_factory=dict)
    """The segments that they got of each unit."""
    units: array[int] = field(default_factory=lambda: array("q"))
    """The units in `seen`, for a look at all at once."""
    recent: deque[tuple[int, int]] = field(default_factory=deque)
    """First and last position of ordinary passages that ended too short a while ago to be shown again."""
    old: list[tuple[int, int]] = field(default_factory=list)
    """Passages that may be shown again, in no order."""
    controls: dict[int, Passage] = field(default_factory=dict)
    """Controls by the position at which they started."""
    golds: set[object] = field(default_factory=set)
    """Questions with a known answer that they got."""
    counts: Counter[str] = field(default_factory=Counter)
    """Screens of each control, and of segments that everybody may get (`common`)."""

    def is_due(self, kind: str, share: float, design: Design, size: float) -> bool:
        """Whether the next screen should be one of these, so that they are their share of all, wherever one stops.

        The judge's screens are divided into stretches of 1 / share; one falls into each, at a random place, so that
        nobody can predict when. Passages of several screens come when half of one is due.
        """
        if not share:
            return False
        wanted = share * len(self.dealt)
        due = int(wanted)
        within = wanted - due >= Random(f"{design.seed}:{self.judge}:{kind}:{due}").random()
        return due + within - self.counts[kind] >= size / 2

    def ripen(self, gap: int) -> None:
        """Lets passages that were shown long enough ago be shown again."""
        while self.recent and self.recent[0][1] <= len(self.dealt) - gap:
            self.old.append(self.recent.popleft())

    def screens(self, origin: tuple[int, int]) -> list[Assignment]:
        """The screens of a passage without the returned ones."""
        return [each for each in self.dealt[origin[0] : origin[1] + 1] if each.systems]

    def take_earlier(
        self, chosen: Callable[[int], bool], hidden: Callable[[int], Collection[str]], rng: Random
    ) -> tuple[int, int] | None:
        """A passage that may be shown again, taken out of those; of a pool that is chosen, no system being hidden."""
        for _ in range(_TRIES):
            if not self.old:
                return None
            place = rng.randrange(len(self.old))
            screens = self.screens(self.old[place])
            if screens and not (
                chosen(screens[0].pool) and set(screens[0].systems).isdisjoint(hidden(screens[0].pool))
            ):
                continue
            earlier = self.take_out(place)
            if screens:
                return earlier
        return None

    def take_out(self, place: int) -> tuple[int, int]:
        taken, last = self.old[place], self.old.pop()
        if place < len(self.old):
            self.old[place] = last
        return taken

    def earlier_like(self, assignment: Assignment) -> tuple[int, int] | None:
        """Takes out the passage that an already dealt control starts to show again."""
        for place, origin in enumerate(self.old):
            first = next(iter(self.screens(origin)), None)
            if first is not None and asked(first) == asked(assignment):
                return self.take_out(place)
        return None

    def note_seen(self, unit: int, segment: int) -> None:
        if unit not in self.seen:
            self.seen[unit] = set()
            self.units.append(unit)
        self.seen[unit].add(segment)

    def forget(self, unit: int, segment: int) -> None:
        self.seen[unit].discard(segment)
        if not self.seen[unit]:
            del self.seen[unit]
            self.units.remove(unit)

    def close(self) -> Passage | None:
        """Ends the passage that the judge is in and gives what is left of it; what was shown may be repeated."""
        passage, self.passage = self.passage, None
        if passage is not None and not passage.control and self.begin < len(self.dealt):
            self.recent.append((self.begin, len(self.dealt) - 1))
        return passage

    def blank(self, position: int) -> None:
        self.dealt[position] = replace(self.dealt[position], systems=())


def asked(assignment: Assignment) -> tuple[int, int, frozenset[str]]:
    """Pool, segment and systems: the same question, in whatever order it is shown."""
    return (assignment.pool, assignment.segment, frozenset(assignment.systems))
