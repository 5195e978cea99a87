"""How a metrics task compares metrics with people."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, model_validator

from bakeoff.rulebook.mistakes import SchemaError, nearest
from bakeoff.rulebook.schema.base import Rules

OUTLIER_RULE = "rule"
"""In the place of names of outliers: those that the rule of WMT 2020 finds."""


def check_measure(name: str) -> str:
    """The name of a measure as it is; a `SchemaError` where there is none."""
    if name not in measure_names():
        raise SchemaError(
            f"one of the measures {', '.join(measure_names())}",
            found=repr(name),
            remedy=nearest(name, measure_names()) or "`bakeoff metrics-task --help` says what measures are for.",
        )
    return name


def measure_names() -> tuple[str, ...]:
    """All measures that compare a metric with people."""
    from bakeoff.meta_evaluation.measures import MEASURES  # noqa: PLC0415 - loads all statistics; few rulebooks need them

    return tuple(MEASURES)


MeasureName = Annotated[str, AfterValidator(check_measure)]


class MetricComparison(Rules):
    """How metrics of a track are compared with people; what does not suit the judgments is left out."""

    measures: tuple[MeasureName, ...] = ()
    """Measures of agreement, of which the first ranks metrics; none named: the usual ones for the judgments."""
    compare: MeasureName | None = None
    """The measure for which metrics are tested; none: the first one."""
    test: Literal["swap", "pair-swap", "williams"] = "swap"
    """Swap scores (PERM-BOTH), swap verdicts on pairs as WMT 2023 and 2024 did (rejects too often), or Williams."""
    correction: Literal["holm", "bh", "bonferroni", "none"] = "none"
    """How p-values are corrected for the number of pairs of metrics."""
    outliers: tuple[str, ...] = ()
    """Systems without which metrics are measured again, or `rule` for the rule of WMT 2020."""

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if OUTLIER_RULE in self.outliers and len(self.outliers) > 1:
            raise SchemaError(
                "either names of outliers or `rule`", found=", ".join(self.outliers), remedy="Leave one of them out."
            )
        if self.test != "swap":
            from bakeoff.meta_evaluation.comparisons.metric_tests import MEASURES_OF_TESTS  # noqa: PLC0415

            able = MEASURES_OF_TESTS[self.test]
            if self.compare not in able:
                raise SchemaError(
                    f"a measure that {self.test} can test: {' or '.join(able)}",
                    found=f"compare = {self.compare!r}" if self.compare else "no `compare`",
                    remedy=f'Write compare = "{able[0]}", or test by swapping scores (test = "swap").',
                )
        return self
