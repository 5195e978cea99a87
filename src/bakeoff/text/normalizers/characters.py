"""Words of one character each."""

from __future__ import annotations

from collections.abc import Sequence


def split_characters(segments: Sequence[str]) -> list[str]:
    """Every character a word by itself, whatever the words were.

    >>> split_characters(["一杯 咖啡"])
    ['一 杯 咖 啡']
    """
    return [" ".join("".join(segment.split())) for segment in segments]
