"""Statistics of the data of a campaign."""

from __future__ import annotations

from ninja import Schema

from bakeoff.reports import DescribedData


class DataStatisticsOut(Schema):
    """Figures of a text in a file that you can download; null is what it does not have."""

    test_set: str
    """Empty for training data."""
    language_pair: str
    """Empty where it serves every pair."""
    data: str
    """In words: `source`, `reference 2`."""
    file: str
    language: str
    remark: str
    """Why there are no figures; empty where there are some."""
    documents: int | None
    """Of speech, recordings."""
    segments: int | None
    tokens: int | None
    vocabulary: int | None
    average_length: float | None
    unknown_tokens: int | None
    unknown_rate: float | None
    """Percent of the tokens."""
    unknown_words: int | None
    """Words that the supplied training data in the same language lack."""
    speakers: int | None
    duration_seconds: float | None
    speech_seconds: float | None


def data_statistics_out(each: DescribedData) -> DataStatisticsOut:
    figures = each.statistics
    return DataStatisticsOut(
        test_set=each.test_set,
        language_pair=each.language_pair,
        data=each.what,
        file=each.file,
        language=each.language,
        remark=each.remark,
        **{name: getattr(figures, name, None) for name in _FIGURES},
    )


_FIGURES = (
    "documents",
    "segments",
    "tokens",
    "vocabulary",
    "average_length",
    "unknown_tokens",
    "unknown_rate",
    "unknown_words",
    "speakers",
    "duration_seconds",
    "speech_seconds",
)
