"""Signatures as sacreBLEU prints them, for metrics that give its numbers."""

from __future__ import annotations


def sacrebleu_line(name: str, references: str, version: str, **options: str) -> str:
    """A signature in sacreBLEU's order: the number of references, the options, and the version last.

    >>> sacrebleu_line("TER", "1", "2.6.0", case="lc", tok="tercom")
    'TER|nrefs:1|case:lc|tok:tercom|version:2.6.0'
    """
    parts = {"nrefs": references, **options, "version": version.removeprefix("sacrebleu-")}
    return "|".join([name, *(f"{key}:{value}" for key, value in parts.items())])
