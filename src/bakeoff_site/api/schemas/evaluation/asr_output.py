"""N-best lists and lattices that systems start from, and how good they are."""

from __future__ import annotations

from ninja import Schema

from bakeoff_site.results.selectors.asr_output import AsrOutput


class AsrOutputRow(Schema):
    language_pair: str
    """Its title; likewise that of the test set and of the input."""
    test_set: str
    input: str
    system: str
    """The recogniser, as organisers call it."""
    utterances: int | None
    """Null, as the figures are, where it is not scored."""
    depth: int | None
    """How many candidates of a list count; null: all."""
    first_word_error_rate: float | None
    """Of the first candidates; rates are fractions."""
    first_sentence_error_rate: float | None
    oracle_word_error_rate: float | None
    """Of the best candidates."""
    oracle_sentence_error_rate: float | None
    mean_rank: float | None
    """Of the best candidate in its list, from 1; null for lattices."""
    why_not_scored: str
    """Empty where it is."""


def asr_output_rows(found: AsrOutput) -> list[AsrOutputRow]:
    """All that someone may see: first what is scored."""
    names = (
        "first_word_error_rate",
        "first_sentence_error_rate",
        "oracle_word_error_rate",
        "oracle_sentence_error_rate",
    )
    scored = [
        AsrOutputRow(
            language_pair=each.group,
            test_set=each.name,
            input=each.input,
            system=each.system,
            utterances=each.figures["utterances"],
            depth=each.depth,
            mean_rank=each.mean_rank,
            why_not_scored="",
            **dict(zip(names, each.rates, strict=True)),
        )
        for each in found.scored
    ]
    unscored = [
        AsrOutputRow(
            language_pair=each.group,
            test_set=each.name,
            input=each.input,
            system=each.system,
            utterances=None,
            depth=None,
            mean_rank=None,
            why_not_scored=each.reason,
            **dict.fromkeys(names),
        )
        for each in found.unscored
    ]
    return [*scored, *unscored]
