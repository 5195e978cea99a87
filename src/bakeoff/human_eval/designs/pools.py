"""What can be asked: items of a test set with the systems whose output there is."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from bakeoff.data.judgments import SHARED, Judgment
from bakeoff.errors import InputError
from bakeoff.human_eval.protocols.contract import AnswerError
from bakeoff.human_eval.protocols.observations import Item
from bakeoff.human_eval.protocols.registry import find_protocol

_OF = "/"
"""Between language pair and system where directions are judged together: `fr-en/uedin`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """Segments of a test set in a language pair, and systems that all have output for them."""

    language_pair: str
    test_set: str
    segments: tuple[tuple[str, str], ...]
    """Document and segment."""
    systems: tuple[str, ...]
    joined: bool = False
    """Whether the systems are of several directions and called after them: `fr-en/uedin`."""

    def __post_init__(self) -> None:
        for what, values in (("segments", self.segments), ("systems", self.systems)):
            if not values or len(set(values)) < len(values):
                raise InputError(
                    expected=f"one or more {what}, each once, in {self.language_pair} {self.test_set}",
                    found="one twice" if values else "none",
                )

    def item(self, number: int) -> Item:
        return (self.language_pair, self.test_set, *self.segments[number])

    @property
    def names(self) -> frozenset[str]:
        """What its systems may be called: where directions are joined, also without the direction."""
        own = {system.partition(_OF)[2] for system in self.systems} if self.joined else set[str]()
        return frozenset(own.union(self.systems))

    def named(self, names: Collection[str]) -> frozenset[str]:
        """The systems of these names; where directions are joined, `uedin` is that of every direction."""
        own = {system for system in self.systems if system.partition(_OF)[2] in names} if self.joined else set[str]()
        return frozenset(own.union(names).intersection(self.systems))


def join_pools(pools: Sequence[Pool], *, language_pair: str) -> Pool:
    """Systems of several directions into one target as one pool: what they translate is the same text (W08, 3.4).

    Systems are then called `fr-en/uedin`.
    """
    first = pools[0]
    for pool in pools[1:]:
        if pool.segments != first.segments:
            raise InputError(
                expected=f"the segments of {first.language_pair}, since outputs are judged side by side",
                found=f"others in {pool.language_pair}",
            )
    systems = tuple(f"{pool.language_pair}{_OF}{system}" for pool in pools for system in pool.systems)
    return Pool(
        language_pair=language_pair, test_set=first.test_set, segments=first.segments, systems=systems, joined=True
    )


def chosen_pools(pools: Sequence[Pool], names: Collection[str]) -> frozenset[int]:
    """The numbers of the pools of these language pairs and test sets; of all test sets where only pairs are named."""
    pairs = {pool.language_pair for pool in pools}.intersection(names)
    sets = {pool.test_set for pool in pools}.intersection(names)
    return frozenset(
        number
        for number, pool in enumerate(pools)
        if (pairs or sets) and (not pairs or pool.language_pair in pairs) and (not sets or pool.test_set in sets)
    )


def in_single_pairs(judgments: Iterable[Judgment]) -> tuple[Judgment, ...]:
    """Judgments over joined directions as judgments of each direction: they count there as well (W08, 3.4).

    A screen with systems of several directions is divided: each direction has its grades, and its ranks where two or
    more of its systems were shown. A choice between two outputs belongs to a direction where both are of it.
    Judgments of one direction stay as they are, so that both kinds can be counted together.
    """
    found: list[Judgment] = []
    for judgment in judgments:
        found += _divided(judgment) if _is_joined(judgment) else [judgment]
    return tuple(found)


def target_of(language_pair: str) -> str:
    """The language that is translated into: `en` of `fr-en`, and of the joined directions, which are called `en`."""
    return language_pair.partition("-")[2] or language_pair


def _is_joined(judgment: Judgment) -> bool:
    """Whether all systems are called by their directions, and these lead to where the judgment's does."""
    wanted = target_of(judgment.language_pair)
    directions = [name.partition(_OF) for shared in judgment.systems for name in shared.split(SHARED)]
    return bool(directions) and all(
        slash and "-" in direction and wanted in ("", target_of(direction)) for direction, slash, _ in directions
    )


def _divided(judgment: Judgment) -> list[Judgment]:
    of_pair: dict[str, dict[int, list[str]]] = {}
    for place, shared in enumerate(judgment.systems):
        for name in shared.split(SHARED):
            direction, _, system = name.partition(_OF)
            of_pair.setdefault(direction, {}).setdefault(place, []).append(system)
    protocol = find_protocol(judgment.protocol)
    compares = protocol.preferences(()) is not None
    answers = judgment.answer if isinstance(judgment.answer, list) else []
    if len(of_pair) > 1 and len(answers) != len(judgment.systems):
        try:
            protocol.parse(judgment.answer, judgment.systems)
        except AnswerError:
            return [judgment]  # left to the check that names what is wrong with it
    found = []
    for direction, systems in of_pair.items():
        answer = judgment.answer
        if len(systems) < len(judgment.systems):
            if len(answers) != len(judgment.systems) or (compares and sum(map(len, systems.values())) < 2):
                continue
            answer = [answers[place] for place in systems]
        found.append(
            replace(
                judgment,
                id=f"{judgment.id}{_OF}{direction}",
                language_pair=direction,
                systems=tuple(SHARED.join(names) for names in systems.values()),
                answer=answer,
                damaged=tuple(
                    each.partition(_OF)[2] for each in judgment.damaged if each.partition(_OF)[0] == direction
                ),
            )
        )
    return found
