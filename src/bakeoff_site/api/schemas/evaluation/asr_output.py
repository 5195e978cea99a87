"""ASR output that systems start from, and how good it is."""

from __future__ import annotations

from typing import Any

from ninja import Schema

from bakeoff.reports import InputPlace, ScoredInput
from bakeoff_site.results.selectors.asr_output import AsrOutput


class AsrOutputRow(Schema):
    language_pair: str
    """Empty where it serves all pairs."""
    language_pair_title: str
    test_set: str
    test_set_title: str
    input: str
    """n-best, lattice or released-runs."""
    input_title: str
    system: str
    """The recogniser, as organisers call it."""
    utterances: int | None
    """Null, as the figures are, where it is not scored."""
    depth: int | None
    """How many candidates of a list count; null: all."""
    first_word_error_rate: float | None
    """Of the first candidates, or of a released run; rates are in percent."""
    first_sentence_error_rate: float | None
    oracle_word_error_rate: float | None
    """Of the best candidates; null for released runs, as what follows is."""
    oracle_sentence_error_rate: float | None
    mean_rank: float | None
    """Of the best candidate in its list, from 1; null for lattices."""
    why_not_scored: str
    """Empty where it is."""


_RATES = (
    "first_word_error_rate",
    "first_sentence_error_rate",
    "oracle_word_error_rate",
    "oracle_sentence_error_rate",
)


def asr_output_rows(found: AsrOutput) -> list[AsrOutputRow]:
    """All that someone may see: first what is scored."""
    return [
        *(_row(each.place, **_figures(each)) for each in found.scored),
        *(_row(each.place, first_word_error_rate=each.word_error_rate) for each in found.runs),
        *(_row(each.place, why_not_scored=each.reason) for each in found.unscored),
    ]


def _figures(each: ScoredInput) -> dict[str, Any]:
    rates = dict(zip(_RATES, each.rates, strict=True))
    return {**rates, "utterances": each.figures["utterances"], "depth": each.depth, "mean_rank": each.mean_rank}


def _row(place: InputPlace, **figures: Any) -> AsrOutputRow:
    missing = dict.fromkeys((*_RATES, "utterances", "depth", "mean_rank"))
    return AsrOutputRow(
        language_pair=place.language_pair,
        language_pair_title=place.language_pair_title,
        test_set=place.test_set,
        test_set_title=place.test_set_title,
        input=place.input,
        input_title=place.input_title,
        system=place.system,
        **{**missing, "why_not_scored": "", **figures},
    )
