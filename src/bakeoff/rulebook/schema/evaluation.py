"""Automatic evaluation: specifications, metrics, the official one, significance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, PositiveInt, StringConstraints, ValidationInfo, field_validator

from bakeoff.data.sentences import capitalized
from bakeoff.errors import BakeoffError
from bakeoff.metrics import metric_names, parse_expression
from bakeoff.rulebook.mistakes import SchemaError, nearest
from bakeoff.rulebook.schema.base import RefersTo, Rules
from bakeoff.text.specifications import find_specification, specification_names

SPEECH_UNITS = {"wer@sclite": "words", "cer@sclite": "characters"}
SPEECH_METRICS = tuple(SPEECH_UNITS)
"""Error rates of speech recognition: words or characters as sclite counts them."""


def check_metric(expression: str) -> str:
    """A metric expression as it is; a `SchemaError` where there is no such metric."""
    if expression in SPEECH_METRICS:
        return expression
    known = (*metric_names(), *SPEECH_METRICS)
    name = expression.partition(":")[0]
    if name not in known:
        remedy = "Name scores that a plug-in or a file gives in `outside`."
        raise SchemaError(
            f"one of the metrics {', '.join(known)}", found=repr(name), remedy=nearest(name, known) or remedy
        )
    try:
        parse_expression(expression)
    except BakeoffError as error:
        raise SchemaError(
            "a metric with options that it has", found=repr(expression), remedy=_sentence(error, expression)
        ) from None
    return expression


def check_specification(name: str) -> str:
    """The name of a specification as it is; a `SchemaError` where there is none."""
    try:
        find_specification(name)
    except BakeoffError as error:
        close = nearest(name, specification_names())
        expected = f"one of {', '.join(specification_names())}, or steps such as lowercase>tokenizer=13a"
        remedy = close or (_sentence(error, name) if ">" in name or "=" in name else "")
        raise SchemaError(expected, found=repr(name), remedy=remedy) from None
    return name


def _sentence(error: BakeoffError, expression: str) -> str:
    text = str(error).removeprefix(f"{expression}: ").rstrip(".") + "."
    return capitalized(text) if text.startswith("expected") else text


MetricExpression = Annotated[str, AfterValidator(check_metric)]
SpecificationName = Annotated[str, AfterValidator(check_specification)]
ScoreName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._+-]*$")]
Share = Annotated[float, Field(gt=0, lt=1)]


class Interval(Rules):
    """Intervals of scores by resampling segments."""

    method: Literal["bootstrap", "bca"] = "bootstrap"
    """Percentile or bias-corrected and accelerated bootstrap."""
    samples: PositiveInt = 1000
    """How many samples are drawn."""
    confidence: Share = 0.95
    """The share of the samples that an interval holds."""
    metrics: tuple[MetricExpression, ...] = ()
    """Metrics that get one; none named: all."""
    reported: Literal["score", "mean"] = "score"
    """What tables print: the score of the run, or the mean of the samples' scores."""


class PairTesting(Rules):
    """How pairs of systems are tested, whatever the test."""

    trials: PositiveInt = 10_000
    """How many random trials the test makes."""
    level: Share = 0.05
    """Differences below this p-value are significant."""
    marks: tuple[Share, ...] = ()
    """Levels that tables mark by signs of their own, the strictest last."""
    correction: Literal["holm", "bonferroni", "bh", "none"] = "holm"
    """How p-values are corrected for several comparisons at once."""
    clusters: Literal["strict", "wmt", "neighbours"] = "strict"
    """How systems are divided into clusters."""


class Comparison(PairTesting):
    """The test between systems."""

    test: Literal["randomization", "bootstrap", "bootstrap@sacrebleu", "sign", "mapsswe"] = "randomization"
    """Which test compares two systems."""


class Scoring(Rules):
    """What is computed of a run. `[evaluation.tracks.…]` and `[evaluation.languages.…]` say only what differs; see
    `Rulebook.scoring_of`.
    """

    outside: tuple[ScoreName, ...] = ()
    """Scores that plug-ins or files give, under names of the organiser's choice."""
    official_metric: str | None = None
    """What systems are ordered by: a metric, or one of `outside`. Without it, people decide."""
    metrics: tuple[MetricExpression, ...] = ()
    """All metrics that are computed; the official one is among them without being named again."""
    columns: tuple[str, ...] = ()
    """Metrics and names of `outside` in the order of the columns of tables; the others follow in their own order."""
    specifications: tuple[SpecificationName, ...] = ("case+punc",)
    """Specifications of the text that is scored; the first is the official one."""
    interval: Interval | None = None
    """Intervals of scores; without it, there are none."""
    comparison: Comparison | None = None
    """The test between systems; without it, they are not compared."""
    resegment: bool = False
    """Whether runs are cut again into the segments of the references by the fewest word errors."""
    global_mappings: bool = False
    """Whether transcripts are mapped by a GLM file before they are compared."""
    regions: bool = False
    """Whether a UEM file says what of a recording is scored."""
    case: bool = True
    """Whether transcripts are compared with their case."""

    @field_validator("official_metric")
    @classmethod
    def _known(cls, name: str | None, info: ValidationInfo) -> str | None:
        return name if name is None or name in info.data.get("outside", ()) else check_metric(name)

    @property
    def all_metrics(self) -> tuple[str, ...]:
        """In the order of columns: the official metric first, those from outside last, unless `columns` says else."""
        official = [self.official_metric] if self.official_metric else []
        known = dict.fromkeys([*official, *self.metrics, *self.outside])
        return tuple(dict.fromkeys([*(name for name in self.columns if name in known), *known]))

    @property
    def is_recognition(self) -> bool:
        """Whether runs are transcripts that are scored as sclite does."""
        return not set(self.all_metrics).isdisjoint(SPEECH_METRICS)

    @property
    def scored_specifications(self) -> tuple[str, ...]:
        """Specifications with scores: transcripts are scored once, under the first specification."""
        return self.specifications[:1] if self.is_recognition else self.specifications

    def leaves_out(self, specification: str, *, has_upper_case: bool | None) -> bool:
        """Whether runs are not scored under a specification that is for runs with upper case only.

        None: whether a run has upper case is not known.
        """
        return has_upper_case is False and find_specification(specification).needs_upper_case

    def reports_mean(self, metric: str) -> bool:
        """Whether tables print the mean of the samples' scores by a metric, in place of the score of the run."""
        interval = self.interval
        if interval is None or interval.reported != "mean":
            return False
        return not interval.metrics or metric in interval.metrics


class TrackScoring(Scoring):
    """What differs in a track."""

    languages: Mapping[str, Scoring] = Field(default_factory=dict)
    """What differs for a target language in this track only."""


class Evaluation(Scoring):
    """Automatic evaluation of the campaign."""

    metrics: tuple[MetricExpression, ...] = ("bleu", "chrf")
    """All metrics that are computed; the official one is among them without being named again."""
    nbest_depth: PositiveInt | None = None
    """How many candidates of n-best lists count that are handed out as input; None: all."""
    tracks: Mapping[Annotated[str, RefersTo("tracks")], TrackScoring] = Field(default_factory=dict)
    """What differs in a track."""
    languages: Mapping[str, Scoring] = Field(default_factory=dict)
    """What differs for a target language, named as in the language pairs."""
