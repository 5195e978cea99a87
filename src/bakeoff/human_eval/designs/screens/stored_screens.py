"""Screens and passages of a dealer as plain values, which can be written as JSON: systems are numbers there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from bakeoff.human_eval.designs.design import Assignment, Passage

State = Mapping[str, Any]
"""Numbers, texts, lists and objects of these."""


class SystemNumbers:
    """Systems by the numbers that they have in a stored state, and the other way round."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self.names = list(names)
        self._numbers = {name: number for number, name in enumerate(self.names)}

    def numbers(self, systems: Iterable[str]) -> list[int]:
        """The numbers of systems; new ones get the next."""
        found = []
        for system in systems:
            number = self._numbers.get(system)
            if number is None:
                number = self._numbers[system] = len(self.names)
                self.names.append(system)
            found.append(number)
        return found

    def systems(self, numbers: Iterable[int]) -> tuple[str, ...]:
        """The systems that have these numbers."""
        names = self.names
        return tuple([names[number] for number in numbers])


def passage_state(passage: Passage, systems: SystemNumbers) -> list[Any]:
    """A passage as plain values."""
    return [
        passage.pool,
        list(passage.segments),
        systems.numbers(passage.systems),
        passage.control,
        systems.numbers(passage.damaged),
        None if passage.origin is None else list(passage.origin),
    ]


def passage_of(state: Sequence[Any], systems: SystemNumbers) -> Passage:
    """The passage that these values were."""
    pool, segments, shown, control, damaged, origin = state
    return Passage(
        pool=pool,
        segments=tuple(segments),
        systems=systems.systems(shown),
        control=control,
        damaged=systems.systems(damaged),
        origin=None if origin is None else (origin[0], origin[1]),
    )


def screens_state(screens: Sequence[Assignment], systems: SystemNumbers) -> State:
    """The screens of a judge as columns; what few of them have is by their positions."""
    return {
        "pools": [each.pool for each in screens],
        "segments": [each.segment for each in screens],
        "shown": [len(each.systems) for each in screens],
        "systems": [number for each in screens for number in systems.numbers(each.systems)],
        "controls": [[at, each.control] for at, each in enumerate(screens) if each.control],
        "damaged": [[at, systems.numbers(each.damaged)] for at, each in enumerate(screens) if each.damaged],
    }


def screens_of(judge: str, state: State, systems: SystemNumbers) -> Iterator[Assignment]:
    """The screens that these columns were, in the order of their positions."""
    controls = dict(state["controls"])
    damaged = {at: systems.systems(numbers) for at, numbers in state["damaged"]}
    names = [systems.names[number] for number in state["systems"]]
    start = 0
    columns = zip(state["pools"], state["segments"], state["shown"], strict=True)
    for position, (pool, segment, shown) in enumerate(columns):
        yield Assignment(
            judge=judge,
            position=position,
            pool=pool,
            segment=segment,
            systems=tuple(names[start : start + shown]),
            control=controls.get(position, ""),
            damaged=damaged.get(position, ()),
        )
        start += shown
