"""Automatic evaluation: specifications, metrics, the official one, significance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, PositiveInt

from bakeoff.errors import BakeoffError
from bakeoff.metrics import parse_expression
from bakeoff.rulebook.schema.base import RefersTo, Rules
from bakeoff.text.specifications import find_specification


def _metric(expression: str) -> str:
    if expression in SPEECH_METRICS or expression in OUTSIDE_METRICS:
        return expression
    try:
        parse_expression(expression)
    except BakeoffError as error:
        raise ValueError(f"expected a metric, found {str(error).rstrip('.')}") from None
    return expression


def _specification(name: str) -> str:
    try:
        find_specification(name)
    except BakeoffError as error:
        raise ValueError(f"expected a specification, found {str(error).rstrip('.')}") from None
    return name


SPEECH_METRICS = ("wer@sclite", "cer@sclite")
"""Error rates of speech recognition: words or characters as sclite counts them."""
OUTSIDE_METRICS = ("comet",)
"""Scores that come from plug-ins or files."""

MetricExpression = Annotated[str, AfterValidator(_metric)]
SpecificationName = Annotated[str, AfterValidator(_specification)]
Share = Annotated[float, Field(gt=0, lt=1)]


class Interval(Rules):
    """Intervals of scores by resampling segments."""

    method: Literal["bootstrap", "bca"] = "bootstrap"
    samples: PositiveInt = 1000
    confidence: Share = 0.95


class Comparison(Rules):
    """The test between systems."""

    test: Literal["randomization", "bootstrap", "bootstrap@sacrebleu", "sign", "mapsswe"] = "randomization"
    trials: PositiveInt = 10_000
    level: Share = 0.05
    correction: Literal["holm", "bonferroni", "bh", "none"] = "holm"
    clusters: Literal["strict", "wmt", "neighbours"] = "strict"


class Scoring(Rules):
    """What is computed of a run. `[evaluation.tracks.…]` and `[evaluation.languages.…]` say only what differs."""

    official_metric: MetricExpression | None = None
    """What systems are ordered by; without one, people decide."""
    metrics: tuple[MetricExpression, ...] = ()
    """All metrics that are computed; the official one is among them without being named again."""
    specifications: tuple[SpecificationName, ...] = ("case+punc",)
    """The first is the official one."""
    interval: Interval | None = None
    comparison: Comparison | None = None
    resegment: bool = False
    """Whether runs are cut anew into the segments of the references by the fewest word errors."""
    global_mappings: bool = False
    """Whether transcripts are mapped by a GLM file before they are compared."""
    regions: bool = False
    """Whether a UEM file says what of a recording is scored."""
    case: bool = True
    """Whether transcripts are compared with their case."""

    @property
    def all_metrics(self) -> tuple[str, ...]:
        """The official metric first."""
        official = [self.official_metric] if self.official_metric else []
        return tuple(dict.fromkeys([*official, *self.metrics]))


class Evaluation(Scoring):
    """Automatic evaluation of the campaign."""

    metrics: tuple[MetricExpression, ...] = ("bleu", "chrf")
    tracks: Mapping[Annotated[str, RefersTo("tracks")], Scoring] = Field(default_factory=dict)
    """What differs in a track."""
    languages: Mapping[str, Scoring] = Field(default_factory=dict)
    """What differs for a target language, named as in the language pairs."""
