"""Two rules of a rulebook that cannot both be kept."""

from __future__ import annotations

from dataclasses import dataclass

from bakeoff.rulebook.files.toml_lines import Path


@dataclass(frozen=True, slots=True)
class Inconsistency:
    """Two rules that cannot both be kept."""

    path: Path
    found: str
    expected: str
    remedy: str = ""
    rests_on: tuple[str, ...] = ()
    """Where something is missing: if there are mistakes there, this may be no more than their echo."""

    def may_echo(self, mistake: Path) -> bool:
        """Whether a mistake in another place may be all that is wrong."""
        length = len(self.rests_on)
        return length > 0 and mistake[:length] == self.rests_on[: len(mistake)]
