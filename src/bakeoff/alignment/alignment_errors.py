"""How far an alignment agrees with one made by people: alignment error rate, precision, recall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bakeoff.alignment.word_links import Links
from bakeoff.errors import InputError


@dataclass(frozen=True, slots=True)
class GoldLinks:
    """What people linked in a sentence pair."""

    sure: Links
    possible: Links
    """All links: the sure ones are possible, too."""


@dataclass(frozen=True, slots=True)
class AlignmentErrors:
    """Counts over all sentence pairs. Rates are in percent; NaN where there is nothing to divide by."""

    links: int
    sure: int
    sure_found: int
    possible_found: int
    """Links that the gold alignment has, as sure or as possible."""

    @property
    def error_rate(self) -> float:
        """AER (Och and Ney 2003): 1 − (|A ∩ S| + |A ∩ P|) / (|A| + |S|)."""
        return 100.0 - _percent(self.sure_found + self.possible_found, self.links + self.sure)

    @property
    def precision(self) -> float:
        """The share of links that are at least possible."""
        return _percent(self.possible_found, self.links)

    @property
    def recall(self) -> float:
        """The share of sure links that were found."""
        return _percent(self.sure_found, self.sure)


def alignment_errors(links: Sequence[Links], gold: Sequence[GoldLinks]) -> AlignmentErrors:
    """The errors of an alignment, sentence pair by sentence pair; both must have the same sentence pairs.

    >>> gold = [GoldLinks(frozenset({(0, 0)}), frozenset({(0, 0), (1, 1)}))]
    >>> errors = alignment_errors([frozenset({(0, 0), (1, 1), (2, 1)})], gold)
    >>> errors.error_rate, round(errors.precision, 1), errors.recall
    (25.0, 66.7, 100.0)
    """
    if len(links) != len(gold):
        raise InputError(
            expected=f"links of {len(gold):,} sentence pairs, as the gold alignment has",
            found=f"{len(links):,}",
            remedy="Give both files one line for each sentence pair.",
        )
    return AlignmentErrors(
        links=sum(map(len, links)),
        sure=sum(len(each.sure) for each in gold),
        sure_found=sum(len(own & each.sure) for own, each in zip(links, gold, strict=True)),
        possible_found=sum(len(own & each.possible) for own, each in zip(links, gold, strict=True)),
    )


def _percent(part: int, whole: int) -> float:
    return 100.0 * part / whole if whole else float("nan")
