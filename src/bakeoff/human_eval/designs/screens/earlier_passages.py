"""The ordinary passages that one judge got, those of them that may be shown again."""

from __future__ import annotations

from bakeoff.human_eval.designs.screens.stored_screens import State

Origin = tuple[int, int]
"""First and last position of a passage in a judge's sequence."""


class EarlierPassages:
    """Passages wait until enough screens have followed; then any of them can be taken out at once."""

    def __init__(self) -> None:
        self._recent: dict[int, tuple[Origin, int]] = {}
        """By their first position: passages that ended too short a while ago, with the screens that there were then."""
        self._ripe: list[Origin] = []
        """Passages that may be shown again, in no order."""
        self._places: dict[int, int] = {}
        """Where a passage is in `_ripe`, by its first position."""
        self._taken: set[int] = set()
        """First positions of passages that were shown again."""

    def state(self) -> State:
        """Which passages wait, which may be shown again, which were."""
        return {
            "recent": [[*origin, screens] for origin, screens in self._recent.values()],
            "ripe": [list(origin) for origin in self._ripe],
            "taken": sorted(self._taken),
        }

    def take_over(self, state: State) -> None:
        """Takes what `state` gave."""
        self._recent = {first: ((first, last), screens) for first, last, screens in state["recent"]}
        for first, last in state["ripe"]:
            self._add_ripe((first, last))
        self._taken = set(state["taken"])

    def __len__(self) -> int:
        return len(self._ripe)

    def __getitem__(self, place: int) -> Origin:
        return self._ripe[place]

    def add(self, origin: Origin, *, screens: int) -> None:
        """Notes a passage that ended when the judge had this number of screens, unless it was shown again already."""
        if origin[0] not in self._taken:
            self._recent[origin[0]] = (origin, screens)

    def ripen(self, screens: int, gap: int) -> None:
        """Lets passages be shown again whose first repeat would now come `gap` screens later."""
        while self._recent:
            origin, then = next(iter(self._recent.values()))
            if screens - then < gap - 1:
                return
            del self._recent[origin[0]]
            self._add_ripe(origin)

    def put_back(self, origin: Origin, *, answered: bool) -> None:
        """The repeat of a passage was not answered: if the passage itself was, it may be shown again."""
        self._taken.discard(origin[0])
        if answered:
            self._add_ripe(origin)

    def is_ripe(self, first: int) -> bool:
        return first in self._places

    def find(self, first: int) -> Origin:
        """The passage that started at a position and may be shown again."""
        return self._ripe[self._places[first]]

    def take_out(self, first: int) -> Origin:
        """Takes out the passage that started at a position, to be shown again."""
        self._taken.add(first)
        return self._remove_ripe(first)

    def forget(self, first: int) -> None:
        """Nothing of a passage was answered: it cannot be shown again."""
        self._recent.pop(first, None)
        if first in self._places:
            self._remove_ripe(first)

    def _add_ripe(self, origin: Origin) -> None:
        self._places[origin[0]] = len(self._ripe)
        self._ripe.append(origin)

    def _remove_ripe(self, first: int) -> Origin:
        place = self._places.pop(first)
        taken, last = self._ripe[place], self._ripe.pop()
        if place < len(self._ripe):
            self._ripe[place] = last
            self._places[last[0]] = place
        return taken
