"""Scores of systems whose output is not available: all that is known is what was published about them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, NonNegativeInt, PositiveInt, StringConstraints

from bakeoff.rulebook.mistakes import SchemaError
from bakeoff.rulebook.schema.base import ConditionId, LanguagePairId, Rules, SystemId, TestSetId, TrackId
from bakeoff.rulebook.schema.evaluation import SpecificationName

MOST_DECIMALS = 6
_NUMBER = re.compile(r"-?\d+(?:\.(\d+))?")


def _written(value: Any) -> str:
    """The number as it was published: a text keeps the zeros at its end, which a number loses."""
    text = str(value)
    match = None if isinstance(value, bool) else _NUMBER.fullmatch(text)
    if match is None:
        raise SchemaError(
            "a number such as 25.07",
            found=repr(value),
            remedy='Write a number that ends in zeros in quotes to keep them: "63.00".',
        )
    if len(match[1] or "") > MOST_DECIMALS:
        raise SchemaError(
            f"at most {MOST_DECIMALS} decimals", found=repr(value), remedy="Write the number as it was published."
        )
    return text


PublishedNumber = Annotated[str, BeforeValidator(_written)]


class PublishedScores(Rules):
    """The scores of an entered system on one test set, under one specification, and where they were published."""

    system: SystemId
    """Whose scores they are."""
    track: TrackId
    """The track; one that the system is entered in."""
    language_pair: LanguagePairId
    """The direction."""
    test_set: TestSetId
    """What the scores were computed on."""
    condition: ConditionId | None = None
    """The data condition; none named: all of the track."""
    specification: SpecificationName | None = None
    """None named: the official one."""
    scores: Annotated[Mapping[str, PublishedNumber], Field(min_length=1)]
    """Scores by metric, as the tables of the campaign print them."""
    words: PositiveInt | None = None
    """Words of the reference that an error rate of transcripts was computed on."""
    errors: NonNegativeInt | None = None
    """Errors that an error rate of transcripts was computed from."""
    source: Annotated[str, StringConstraints(min_length=1, max_length=500)]
    """Where they were published: a citation or an address."""


def decimals_of(written: str) -> int:
    """Decimals of a number as it was published.

    >>> decimals_of("63.00"), decimals_of("12")
    (2, 0)
    """
    return len(written.partition(".")[2])
