"""Scores from outside, which join our own in tables, intervals, tests and the views of segments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bakeoff.errors import ExpressionError, InputError, Place
from bakeoff.evaluation.scores.results import Evaluation, GroupScores, Scale, Score, SystemScores, score_of, total
from bakeoff.evaluation.scores.score_files import check_systems, segment_columns, system_values
from bakeoff.formats import ScoreFile
from bakeoff.metrics import Direction, Statistics
from bakeoff.plugins import PluginScores

Column = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class MeanOfSegments:
    """How scores of segments from outside become those of more: by their mean."""

    direction: Direction
    digits: int = 2

    @property
    def columns(self) -> tuple[str, ...]:
        return ("sum", "segments")

    def score(self, sums: Statistics) -> Column:
        count = sums[..., 1]
        return np.divide(sums[..., 0], count, out=np.zeros_like(count), where=count > 0)

    def segment_scores(self, statistics: Statistics) -> Column:
        return self.score(statistics)


def add_scores(
    evaluation: Evaluation,
    scores: ScoreFile,
    *,
    name: str,
    direction: Direction = "higher",
    origin: Mapping[str, str] | None = None,
) -> Evaluation:
    """The same evaluation with the scores of a file as those of one more metric, called `name`.

    Scores of segments become statistics (sum and number; the score of more is the mean), so that groups, intervals and
    tests treat them as any metric's: every system needs a score for every segment. Segments are found by document and
    segment; in a file without documents by the segment's id where no two documents share one, else by its number,
    counted through all documents from 1. Scores of systems have no statistics: they are shown and never tested.
    Systems of the file that were not scored are named in a remark. `origin` is what signatures say of where the scores
    come from, next to the name of the file and its checksum.
    """
    check_score_name(name, evaluation.scales)
    remarks = (*scores.remarks, *check_systems(scores, evaluation))
    source = f"given|name:{name}|file:{_written(Path(scores.file).name)}"
    source += f"|sha256:{scores.sha256[:8]}" if scores.sha256 else ""
    options = {**scores.chosen, **(origin or {})}
    source += "".join(f"|{_written(key)}:{_written(value)}" for key, value in options.items())
    if scores.unit == "document":
        raise InputError(
            place=Place(scores.file),
            expected="scores of segments or of systems",
            found="scores of documents",
            remedy="Add the column segment, or give the mean of each system.",
        )
    if scores.unit == "system":
        values = system_values(scores, evaluation)
        remarks += (f"{scores.file}: {name} has one score per system, so it is neither resampled nor tested.",)
        signature = f"{source}|level:system"
        return _with_values(evaluation, values, name=name, direction=direction, signature=signature, remarks=remarks)
    columns, counted = segment_columns(scores, evaluation)
    signature = f"{source}|segments:{evaluation.segments}"
    remarks += counted
    return _with_columns(evaluation, columns, name=name, direction=direction, signature=signature, remarks=remarks)


def add_plugin_scores(evaluation: Evaluation, scores: PluginScores, *, name: str) -> Evaluation:
    """The same evaluation with what a plug-in made of its texts as the scores of one more metric, called `name`."""
    check_score_name(name, evaluation.scales)
    missing = [system.name for system in evaluation.systems if system.name not in scores.columns]
    if missing or any(len(column) != evaluation.segments for column in scores.columns.values()):
        raise InputError(
            expected="a plug-in's scores of the texts of this evaluation",
            found=f"none of {', '.join(missing)}" if missing else "another number of segments",
            remedy="Run the plug-in on evaluation.texts.",
        )
    columns = {system.name: np.asarray(scores.columns[system.name]) for system in evaluation.systems}
    options = "".join(f"|{_written(key)}:{_written(value)}" for key, value in scores.signature.items())
    signature = (
        f"plugin|name:{name}|program:{_written(scores.name)}|version:{_written(scores.version)}{options}"
        f"|references:{len(evaluation.texts.references)}|segments:{evaluation.segments}"
    )
    return _with_columns(
        evaluation, columns, name=name, direction=scores.direction, signature=signature, remarks=scores.remarks
    )


def _with_columns(
    evaluation: Evaluation,
    columns: Mapping[str, Column],
    *,
    name: str,
    direction: Direction,
    signature: str,
    remarks: Sequence[str],
) -> Evaluation:
    """The evaluation with one more metric that has a score for every segment of each system."""
    scoring = MeanOfSegments(direction, _digits([float(column.mean()) for column in columns.values()]))

    def extended(system: SystemScores) -> SystemScores:
        column = columns[system.name]
        statistics = np.stack([column, np.ones_like(column)], axis=-1)
        return replace(
            system,
            scores={**system.scores, name: score_of(scoring, total(statistics), signature)},
            groups={
                key: GroupScores(
                    group.segments,
                    {**group.scores, name: score_of(scoring, total(statistics, evaluation.groups[key]), signature)},
                )
                for key, group in system.groups.items()
            },
            statistics={**system.statistics, name: statistics},
        )

    return replace(
        evaluation,
        metrics={**evaluation.metrics, name: scoring},
        systems=tuple(map(extended, evaluation.systems)),
        remarks=(*evaluation.remarks, *remarks),
    )


def _with_values(
    evaluation: Evaluation,
    values: Mapping[str, float],
    *,
    name: str,
    direction: Direction,
    signature: str,
    remarks: Sequence[str],
) -> Evaluation:
    """The evaluation with one score for each complete system."""
    return replace(
        evaluation,
        given={**evaluation.given, name: Scale(direction, _digits(list(values.values())))},
        systems=tuple(
            replace(system, scores={**system.scores, name: Score(values[system.name], signature)})
            for system in evaluation.systems
        ),
        remarks=(*evaluation.remarks, *remarks),
    )


def _digits(values: Sequence[float]) -> int:
    """Four decimals for scores about 1, as learned metrics give them; two for percentages."""
    return 4 if all(abs(value) < 2 for value in values) else 2


def check_score_name(name: str, taken: Iterable[str]) -> None:
    """Refuses a name for scores from outside that is no word or that other scores have."""
    if not re.fullmatch(r"[^\s|:=]+", name):
        raise ExpressionError(f"{name!r} cannot be the name of scores: use a word without blanks, colons, = or |.")
    if name in taken:
        raise ExpressionError(f"there are two sorts of scores called {name}: give those from outside another name.")


def _written(text: str) -> str:
    """Text as part of a signature, which is one line whose parts a bar ends."""
    return "".join("_" if character == "|" or not character.isprintable() else character for character in text)
