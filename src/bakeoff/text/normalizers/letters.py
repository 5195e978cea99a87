"""Case."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def lowercase(segments: Sequence[str]) -> list[str]:
    """Lower case in all scripts, with final sigma, as Unicode defines it."""
    return [segment.lower() for segment in segments]


def has_upper_case(segments: Iterable[str]) -> bool:
    """Whether any segment has a letter that lower case would change."""
    return any(segment != segment.lower() for segment in segments)
