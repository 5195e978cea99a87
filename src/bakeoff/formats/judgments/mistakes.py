"""Everything wrong with a file of judgments, gathered so that its sender fixes it once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bakeoff.errors import FormatError, InputError, MistakesError, Place


class Mistakes:
    """The mistakes of a file so far. What was read counts only once `check` has passed."""

    def __init__(self) -> None:
        self._found: list[InputError] = []

    def add(self, place: Place, *, expected: str, found: str, remedy: str = "") -> None:
        self._found.append(FormatError(place=place, expected=expected, found=found, remedy=remedy))

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Notes the mistake that ends what is done within, and continues after it."""
        try:
            yield
        except InputError as mistake:
            self._found.append(mistake)

    def check(self) -> None:
        """Raises all mistakes together, if there are any."""
        if self._found:
            raise MistakesError(self._found)
