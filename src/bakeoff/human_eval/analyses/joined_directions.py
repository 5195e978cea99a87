"""Judgments over several directions into one language, divided into those of each direction."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bakeoff.data.judgments import SHARED, Judgment, shown_of
from bakeoff.human_eval.protocols.contract import AnswerError
from bakeoff.human_eval.protocols.registry import find_protocol

DIRECTION_MARK = "/"
"""Between language pair and system where directions are judged together: `fr-en/uedin`."""


def in_single_pairs(judgments: Iterable[Judgment]) -> tuple[Judgment, ...]:
    """Judgments over joined directions as judgments of each direction: they count there as well (W08, 3.4).

    A screen with systems of several directions is divided: each direction has its grades, and its ranks where two or
    more of its systems were shown. A choice between two outputs belongs to a direction where both are of it.
    Judgments of one direction stay as they are, so that both kinds can be counted together.
    """
    divided: list[Judgment] = []
    for judgment in judgments:
        divided += _divided(judgment) if _is_joined(judgment) else [judgment]
    return tuple(divided)


def target_of(language_pair: str) -> str:
    """The language that is translated into: `en` of `fr-en`, and of the joined directions, which are called `en`."""
    return language_pair.partition("-")[2] or language_pair


def _is_joined(judgment: Judgment) -> bool:
    """Whether all systems are called by their directions, and these lead to where the judgment's does."""
    wanted = target_of(judgment.language_pair)
    directions = [name.partition(DIRECTION_MARK) for shared in judgment.systems for name in shared.split(SHARED)]
    return bool(directions) and all(
        slash and "-" in direction and wanted in ("", target_of(direction)) for direction, slash, _ in directions
    )


def _divided(judgment: Judgment) -> list[Judgment]:
    of_pair: dict[str, dict[int, list[str]]] = {}
    for place, shared in enumerate(judgment.systems):
        for name in shared.split(SHARED):
            direction, _, system = name.partition(DIRECTION_MARK)
            of_pair.setdefault(direction, {}).setdefault(place, []).append(system)
    protocol = find_protocol(judgment.protocol)
    compares = protocol.preferences(()) is not None
    answers = judgment.answer if isinstance(judgment.answer, list) else []
    if len(of_pair) > 1 and len(answers) != len(judgment.systems):
        try:
            protocol.parse(judgment.answer, judgment.systems)
        except AnswerError:
            return [judgment]  # left to the check that names what is wrong with it
    parts = []
    for direction, systems in of_pair.items():
        answer = judgment.answer
        if len(systems) < len(judgment.systems):
            if len(answers) != len(judgment.systems) or (compares and sum(map(len, systems.values())) < 2):
                continue
            answer = [answers[place] for place in systems]
        parts.append(
            replace(
                judgment,
                id=f"{judgment.id}{DIRECTION_MARK}{direction}",
                language_pair=direction,
                systems=tuple(SHARED.join(names) for names in systems.values()),
                answer=answer,
                **shown_of(judgment, tuple(systems)),
                damaged=tuple(
                    each.partition(DIRECTION_MARK)[2]
                    for each in judgment.damaged
                    if each.partition(DIRECTION_MARK)[0] == direction
                ),
            )
        )
    return parts
