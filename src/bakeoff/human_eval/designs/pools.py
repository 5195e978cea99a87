"""What can be asked: items of a test set with the systems whose output there is."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from bakeoff.data.judgments import ItemKind
from bakeoff.errors import InputError
from bakeoff.human_eval.analyses.joined_directions import DIRECTION_MARK
from bakeoff.human_eval.protocols.observations import Item


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """Segments of a test set in a language pair, and systems that all have output for them."""

    language_pair: str
    test_set: str
    segments: tuple[tuple[str, str], ...]
    """Document and segment; without a segment, the complete document."""
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

    def without(self, answered: Collection[tuple[str, Item]]) -> tuple[Pool, ...]:
        """What is still to be asked where systems have answers to items already: a pool for each set of systems."""
        if not answered:
            return (self,)
        open_items: dict[tuple[str, ...], list[tuple[str, str]]] = {}
        for number, segment in enumerate(self.segments):
            item = self.item(number)
            systems = tuple(system for system in self.systems if (system, item) not in answered)
            if systems:
                open_items.setdefault(systems, []).append(segment)
        return tuple(replace(self, systems=systems, segments=tuple(own)) for systems, own in open_items.items())

    def item(self, number: int) -> Item:
        return (self.language_pair, self.test_set, *self.segments[number])

    def kind(self, number: int, usual: ItemKind) -> ItemKind:
        """What is judged: the complete document, or what the protocol is `usual`ly about."""
        return usual if self.segments[number][1] else "document"

    @property
    def single_segments(self) -> int:
        """How many segments there are, without complete documents."""
        return sum(1 for _, segment in self.segments if segment)

    @property
    def with_documents(self) -> Pool:
        """The same with each complete document after its segments."""
        every = dict.fromkeys((document, "") for document, _ in self.segments)
        return replace(self, segments=tuple(dict.fromkeys([*self.segments, *every])))

    @property
    def names(self) -> frozenset[str]:
        """What its systems may be called: where directions are joined, also without the direction."""
        own = {system.partition(DIRECTION_MARK)[2] for system in self.systems} if self.joined else set[str]()
        return frozenset(own.union(self.systems))

    def named(self, names: Collection[str]) -> frozenset[str]:
        """The systems of these names; where directions are joined, `uedin` is that of every direction."""
        own = (
            {system for system in self.systems if system.partition(DIRECTION_MARK)[2] in names}
            if self.joined
            else set[str]()
        )
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
    systems = tuple(f"{pool.language_pair}{DIRECTION_MARK}{system}" for pool in pools for system in pool.systems)
    return Pool(
        language_pair=language_pair, test_set=first.test_set, segments=first.segments, systems=systems, joined=True
    )


def chosen_pools(
    pools: Sequence[Pool], names: Collection[str], *, among: Iterable[Pool] | None = None
) -> frozenset[int]:
    """The numbers of the pools of these language pairs and test sets; of all test sets where only pairs are named.

    `among` are the pools of all evaluations that the names were chosen for. Who chose a language pair of one of them
    chose no other pair in the rest: `fr-en` and `news` are not the news from all languages together.
    """
    known = tuple(pools if among is None else among)
    pairs = {pool.language_pair for pool in known}.intersection(names)
    sets = {pool.test_set for pool in known}.intersection(names)
    return frozenset(
        number
        for number, pool in enumerate(pools)
        if (pairs or sets) and (not pairs or pool.language_pair in pairs) and (not sets or pool.test_set in sets)
    )
