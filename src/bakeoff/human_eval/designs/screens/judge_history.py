"""What one judge was handed: their screens in order, the passage that they are in, what can be shown to them again."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from random import Random

from bakeoff.human_eval.designs.design import Assignment, Design, Passage
from bakeoff.human_eval.designs.screens.earlier_passages import EarlierPassages, Origin
from bakeoff.human_eval.designs.screens.seen_units import SeenUnits
from bakeoff.human_eval.designs.screens.stored_screens import (
    State,
    SystemNumbers,
    passage_of,
    passage_state,
    screens_of,
    screens_state,
)

_TRIES = 8
"""Earlier passages that are looked at before a control has to wait."""


@dataclass(slots=True)
class JudgeHistory:
    """The state of one judge. All of it follows from the screens and from what was answered and given back."""

    judge: str
    dealt: list[Assignment] = field(default_factory=list)
    """A screen that was given back has no systems."""
    screens: int = 0
    """How many of `dealt` were not given back."""
    begins: array[int] = field(default_factory=lambda: array("l"))
    """For each of `dealt` the position at which its passage started."""
    passage: Passage | None = None
    """What is left of the passage that the judge is in."""
    begin: int = 0
    """The position at which that passage started."""
    held: dict[int, int | None] = field(default_factory=dict)
    """Positions of screens that were neither answered nor given back, with the unit of each; controls have none."""
    seen: SeenUnits = field(default_factory=SeenUnits)
    earlier: EarlierPassages = field(default_factory=EarlierPassages)
    controls: dict[int, Passage] = field(default_factory=dict)
    """Controls by the position at which they started."""
    golds: set[object] = field(default_factory=set)
    """Questions with a known answer that they got."""
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(("repeat", "gold", "attention", "common"), 0))
    """Screens of each control, and of segments that everybody may get (`common`)."""

    def state(self, systems: SystemNumbers) -> State:
        """Everything that does not follow from the screens."""
        return {
            "dealt": screens_state(self.dealt, systems),
            "begins": self.begins.tolist(),
            "passage": None if self.passage is None else passage_state(self.passage, systems),
            "begin": self.begin,
            "held": list(self.held),
            "earlier": self.earlier.state(),
            "controls": [[at, passage_state(each, systems)] for at, each in self.controls.items()],
            "golds": [at for at, each in self.controls.items() if each.question in self.golds],
            "counts": self.counts,
        }

    def take_over(self, state: State, systems: SystemNumbers, unit_of: Callable[[Assignment], int]) -> None:
        """Puts a judge who got nothing yet where `state` said they were."""
        self.dealt = list(screens_of(self.judge, state["dealt"], systems))
        self.begins = array("l", state["begins"])
        self.passage = None if state["passage"] is None else passage_of(state["passage"], systems)
        self.begin = state["begin"]
        for position, assignment in enumerate(self.dealt):
            if assignment.systems:
                self.screens += 1
                if not assignment.control:
                    self.seen.add(unit_of(assignment), assignment.segment, position=position)
        for position in state["held"]:
            assignment = self.dealt[position]
            self.held[position] = None if assignment.control else unit_of(assignment)
        self.earlier.take_over(state["earlier"])
        self.controls = {at: passage_of(values, systems) for at, values in state["controls"]}
        self.golds = {self.controls[at].question for at in state["golds"]}
        self.counts = dict(state["counts"])

    @property
    def is_holding(self) -> bool:
        """Whether others may get something that this judge has now."""
        return bool(self.held) or self.passage is not None

    def is_due(self, kind: str, share: float, design: Design, size: float) -> bool:
        """Whether the next screen should be one of these, so that they are their share of all, wherever one stops.

        The judge's screens are divided into stretches of 1 / share; one falls into each, at a random place, so that
        nobody can predict when. Passages of several screens come when half of one is due.
        """
        if not share:
            return False
        wanted = share * self.screens
        due = int(wanted)
        within = wanted - due >= Random(f"{design.seed}:{self.judge}:{kind}:{due}").random()
        return due + within - self.counts[kind] >= size / 2

    def shown(self, origin: Origin) -> list[Assignment]:
        """The screens of a passage without the returned ones."""
        return [each for each in self.dealt[origin[0] : origin[1] + 1] if each.systems]

    def find_earlier(
        self, chosen: Callable[[int], bool], hidden: Callable[[int], Collection[str]], rng: Random
    ) -> Origin | None:
        """A passage that may be shown again; of a pool that is chosen, no system being hidden."""
        for _ in range(_TRIES if len(self.earlier) else 0):
            origin = self.earlier[rng.randrange(len(self.earlier))]
            first = self.shown(origin)[0]
            if chosen(first.pool) and set(first.systems).isdisjoint(hidden(first.pool)):
                return origin
        return None

    def earlier_like(self, unit: int, assignment: Assignment) -> Origin | None:
        """The passage that an already dealt control starts to show again."""
        position = self.seen.position(unit, assignment.segment)
        if position is None or not self.earlier.is_ripe(self.begins[position]):
            return None
        origin = self.earlier.find(self.begins[position])
        first = self.shown(origin)[0]
        return origin if asked(first) == asked(assignment) else None

    def add(self, assignment: Assignment, *, unit: int | None) -> None:
        """Notes that the judge got a screen of the passage that they are in."""
        self.held[len(self.dealt)] = unit
        self.dealt.append(assignment)
        self.begins.append(self.begin)
        self.screens += 1

    def note_control(self, position: int, passage: Passage) -> None:
        """Notes that a control starts at a position."""
        self.controls[position] = passage
        if passage.control == "gold":
            self.golds.add(passage.question)
        if passage.origin is not None:
            self.earlier.take_out(passage.origin[0])

    def forget_control(self, position: int) -> None:
        """Nothing of a control was answered: it may come again."""
        passage = self.controls.pop(position)
        self.golds.discard(passage.question)
        if passage.origin is not None:
            self.earlier.put_back(passage.origin, answered=bool(self.shown(passage.origin)))

    def close(self) -> Passage | None:
        """Ends the passage that the judge is in and gives what is left of it; what was shown may be repeated."""
        passage, self.passage = self.passage, None
        if passage is not None and not passage.control:
            self.note_end()
        return passage

    def note_end(self) -> None:
        """Lets the ordinary passage that started last be repeated when its time comes."""
        if self._is_shown(self.begin):
            self.earlier.add((self.begin, len(self.dealt) - 1), screens=self.screens)

    def blank(self, position: int) -> None:
        """Takes a screen out; a passage of which nothing is left cannot be repeated."""
        self.dealt[position] = replace(self.dealt[position], systems=())
        self.held.pop(position, None)
        self.screens -= 1
        if not self._is_shown(self.begins[position]):
            self.earlier.forget(self.begins[position])

    def restore(self, assignment: Assignment) -> None:
        """Puts back a screen that was taken out: it was answered after all."""
        position = end = assignment.position
        begin = self.begins[position]
        alone = not assignment.control and not self._is_shown(begin)
        self.dealt[position] = assignment
        self.screens += 1
        while end + 1 < len(self.dealt) and self.begins[end + 1] == begin:
            end += 1
        if alone:
            self.earlier.add((begin, end), screens=self.screens)

    def _is_shown(self, begin: int) -> bool:
        """Whether anything is left of the passage that started at a position."""
        for position in range(begin, len(self.dealt)):
            if self.begins[position] != begin:
                return False
            if self.dealt[position].systems:
                return True
        return False

    def skip(self, assignment: Assignment) -> None:
        """A screen that was given back to a former dealer."""
        self.begins.append(len(self.dealt))
        self.dealt.append(replace(assignment, position=len(self.dealt), systems=(), control="", damaged=()))


def asked(assignment: Assignment) -> tuple[int, int, frozenset[str]]:
    """Pool, segment and systems: the same question, in whatever order it is shown."""
    return (assignment.pool, assignment.segment, frozenset(assignment.systems))
