"""What was judged before, as screens of a design, so that an evaluation continues where it stopped."""

from __future__ import annotations

from collections.abc import Sequence

from bakeoff.data.judgments import SHARED, Judgment
from bakeoff.errors import InputError, MistakesError
from bakeoff.human_eval.designs.design import Assignment, Design
from bakeoff.human_eval.protocols.observations import Item


def assignments_of(design: Design, judgments: Sequence[Judgment]) -> tuple[Assignment, ...]:
    """The screens that judges answered, in the order of their positions, for a dealer to `replay`.

    Judgments that are of no pool of the design raise a `MistakesError` that names all of them.
    """
    places: dict[Item, list[tuple[int, int]]] = {}
    for number, pool in enumerate(design.pools):
        for segment in range(len(pool.segments)):
            places.setdefault(pool.item(segment), []).append((number, segment))
    assignments: list[Assignment] = []
    mistakes: list[InputError] = []
    following: dict[str, int] = {}
    for each in sorted(judgments, key=lambda each: each.position or 0):
        systems = tuple(name for shared in each.systems for name in shared.split(SHARED))
        fitting = [
            place for place in places.get(each.location, []) if set(systems) <= set(design.pools[place[0]].systems)
        ]
        if not fitting:
            mistakes.append(_stray(each))
        elif each.systems:  # no screen that was passed by
            position = max(each.position or 0, following.get(each.judge, 0))
            following[each.judge] = position + 1
            assignments.append(
                Assignment(
                    judge=each.judge,
                    position=position,
                    pool=fitting[0][0],
                    segment=fitting[0][1],
                    systems=systems,
                    control=each.control,
                    damaged=tuple(name for shared in each.damaged for name in shared.split(SHARED)),
                )
            )
    if mistakes:
        raise MistakesError(mistakes)
    return tuple(assignments)


def _stray(judgment: Judgment) -> InputError:
    what = " ".join(filter(None, [*judgment.item, *judgment.systems]))
    return InputError(
        place=judgment.place,
        expected="judgments of segments and systems that are planned",
        found=what,
        remedy="Plan with the texts and the seed of the first plan.",
    )
