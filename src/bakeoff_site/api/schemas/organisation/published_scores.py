"""Published scores of entered systems."""

from __future__ import annotations

from ninja import Schema

from bakeoff_site.api.schemas.shared import Body
from bakeoff_site.campaigns.selectors.published_scores import PublishedEntry


class PublishedScoresIn(Body):
    system: str
    """A system of the rulebook."""
    track: str
    language_pair: str
    test_set: str
    condition: str = ""
    specification: str = ""
    """Empty for the official one."""
    scores: dict[str, float | str]
    """By metric; a text keeps zeros at the end of a number."""
    words: int | None = None
    errors: int | None = None
    source: str
    """Where they were published."""


class PublishedScoresOut(Schema):
    id: str
    system: str
    track: str
    language_pair: str
    test_set: str
    condition: str
    specification: str
    scores: dict[str, str]
    words: int | None
    errors: int | None
    source: str


def published_scores_out(entry: PublishedEntry) -> PublishedScoresOut:
    scores = entry.scores
    return PublishedScoresOut(
        id=entry.id,
        system=scores.system,
        track=scores.track,
        language_pair=scores.language_pair,
        test_set=scores.test_set,
        condition=scores.condition or "",
        specification=scores.specification or "",
        scores=dict(scores.scores),
        words=scores.words,
        errors=scores.errors,
        source=scores.source,
    )
