"""From evaluations to rows of the database, and back."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from bakeoff.data import AlignedTexts, Code
from bakeoff.data.sentences import capitalized
from bakeoff.errors import BakeoffError, InputError
from bakeoff.evaluation import (
    Comparison,
    Evaluation,
    KnownPValues,
    MetricComparison,
    Scale,
    StoredRun,
    StoredScore,
    SystemScores,
    bleu_details,
    store_run,
    variation_json,
    variation_of,
)
from bakeoff.rulebook import Rulebook
from bakeoff_site.core.finding_codes import NOT_SCORED, REMARK
from bakeoff_site.core.storage.files import path_of
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.datasets.selectors import TestData
from bakeoff_site.scoring.computation import Request, StoredFile, aligned_texts
from bakeoff_site.scoring.models import BoardComparison, RunScore
from bakeoff_site.submissions.models import Run

_FINDING = ("code", "severity", "file", "line", "document", "segment", "found", "expected", "remedy", "message")
WHOLE_SET = "all"
"""What the complete test set is called among the groups of a comparison."""


def request_of(
    rulebook: Mapping[str, Any],
    data: TestData,
    *,
    track: str,
    language_pair: str,
    test_set: str,
    system: str,
    name: str,
    sha256: str,
) -> Request:
    """What to compute for a submitted file; refused while the test set has no references."""
    if not data.references:
        raise InputError(
            expected="references of the test set",
            found="none",
            remedy="Add them to the data of the campaign; runs are then scored by themselves.",
        )
    return Request(
        rulebook=rulebook,
        track=track,
        language_pair=language_pair,
        test_set=test_set,
        system=system,
        run=StoredFile(name, path_of(sha256)),
        references=tuple(_file(each) for each in data.references),
        source=None if data.text_source is None else _file(data.text_source),
        mappings=None if data.mappings is None else _file(data.mappings),
        regions=None if data.regions is None else _file(data.regions),
    )


def stored_texts(data: TestData, runs: Mapping[str, Run]) -> AlignedTexts:
    """The texts of runs by their names, as they were submitted, with those of the test set."""
    return aligned_texts(
        {name: StoredFile(run.file_name, path_of(run.sha256)) for name, run in runs.items()},
        tuple(_file(each) for each in data.references),
        None if data.text_source is None else _file(data.text_source),
    )


def rules_digest(rulebook: Rulebook, *, track: str, language_pair: str, test_set: str) -> str:
    """A checksum of everything that the rulebook says of the scores of a run."""
    scoring = rulebook.scoring_of(track, language_pair).model_dump(mode="json", exclude={"comparison"})
    rules = rulebook.test_sets[test_set]
    return digest([scoring, rulebook.language_pairs[language_pair].target, rules.report_by, rules.segmented])


def digest(content: object) -> str:
    """A checksum of what JSON can write."""
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def scores_of(evaluation: Evaluation, system: str, *, specification: str, **fields: Any) -> Iterator[RunScore]:
    """The rows of one system's scores, a metric each; `fields` are what an evaluation does not know."""
    stored = store_run(evaluation, system)
    scored = next(each for each in evaluation.systems if each.name == system)
    for expression, scale in evaluation.scales.items():
        score = scored.scores[expression]
        metric = evaluation.metrics.get(expression)
        yield RunScore(
            metric=expression,
            specification=specification,
            signature=score.signature,
            value=finite(score.value),
            direction=scale.direction,
            digits=scale.digits,
            variation=variation_json(score.variation),
            groups={
                key: {
                    "segments": group.segments,
                    "value": finite(group.scores[expression].value),
                    "variation": variation_json(group.scores[expression].variation),
                }
                for key, group in scored.groups.items()
                if expression in group.scores
            },
            segments=evaluation.segments,
            columns=list(metric.columns) if metric is not None else [],
            statistics=stored.scores[expression].statistics,
            **fields,
        )


def stored_run(name: str, scores: Iterable[RunScore], segments: bytes | None) -> StoredRun:
    """A run as evaluations are restored from it."""
    return StoredRun(
        name=name,
        scores={
            score.metric: StoredScore(
                statistics=bytes(score.statistics),
                signature=score.signature,
                scale=_scale(score),
                value=None if score.statistics else score.value,
                variation=variation_of(score.variation),
                group_variations={
                    key: variation
                    for key, group in score.groups.items()
                    if (variation := variation_of(group["variation"])) is not None
                },
            )
            for score in scores
        },
        segments=segments,
    )


def _scale(score: RunScore) -> Scale | None:
    """Of scores from outside, which no metric of ours knows."""
    if score.upload_id is None and not score.plugin:
        return None
    return Scale("higher" if score.direction == "higher" else "lower", score.digits)


def comparison_json(comparison: Comparison) -> dict[str, dict[str, Any]]:
    """A comparison whose systems are called by the numbers of their runs, by metric and group."""
    content: dict[str, dict[str, Any]] = {}
    for one in comparison.comparisons:
        content.setdefault(one.metric, {})[one.group or WHOLE_SET] = _part(one)
    return content


def known_p_values(comparison: BoardComparison) -> KnownPValues:
    """What a comparison that was stored has found of every pair."""
    return KnownPValues(
        method=comparison.method,
        p_values={
            (metric, None if group == WHOLE_SET else group): {
                frozenset((str(pair["a"]), str(pair["b"]))): pair["p"] for pair in part["pairs"]
            }
            for metric, groups in comparison.content.items()
            for group, part in groups.items()
        },
    )


def _part(one: MetricComparison) -> dict[str, Any]:
    return {
        "order": [int(name) for name in one.scores],
        "clusters": [[int(name) for name in cluster] for cluster in one.clusters or ()],
        "rank_ranges": {name: list(places) for name, places in (one.rank_ranges or {}).items()},
        "pairs": [
            {
                "a": int(pair.a),
                "b": int(pair.b),
                "difference": finite(pair.difference),
                "p": pair.p,
                "p_corrected": pair.p_corrected,
                "significant": pair.significant,
                "beats": pair.significant and not pair.is_contradicted,
            }
            for pair in one.pairs
        ],
    }


def remarks_of(evaluations: Iterable[Evaluation]) -> list[str]:
    """What people should know of scores, each once."""
    remarks = [
        text
        for evaluation in evaluations
        for text in (
            *evaluation.remarks,
            *(f"{capitalized(reason)}." for reason in evaluation.left_out.values()),
            *(
                f"{system.empty_segments} of {evaluation.segments} segments are empty."
                for system in evaluation.systems
                if system.empty_segments
            ),
        )
    ]
    return list(dict.fromkeys(remarks))


def trial_scores(evaluations: Mapping[str, Evaluation]) -> dict[str, dict[str, Any]]:
    """The scores of a trial by specification and metric."""
    return {
        specification: {
            expression: {
                "value": finite(score.value),
                "signature": score.signature,
                "variation": variation_json(score.variation),
                "digits": evaluation.metrics[expression].digits,
                "direction": evaluation.metrics[expression].direction,
                **_bleu_of(evaluation, system, expression),
            }
            for system in evaluation.systems
            for expression, score in system.scores.items()
        }
        for specification, evaluation in evaluations.items()
        if evaluation.systems
    }


def _bleu_of(evaluation: Evaluation, system: SystemScores, expression: str) -> dict[str, Any]:
    """What a BLEU score is made of; nothing for other metrics."""
    details = bleu_details(evaluation, system, expression)
    if details is None:
        return {}
    return {"bleu": {"metric": expression, **details._asdict(), "length_ratio": details.length_ratio}}


def finding_of(error: BakeoffError) -> dict[str, Any]:
    """Why a text could not be scored, in the shape of findings."""
    own = error.remedy if isinstance(error, InputError) else ""
    message = str(error) if own else f"{error} {NOT_SCORED.remedy}"
    finding = _said(NOT_SCORED, message) | {"remedy": own or NOT_SCORED.remedy}
    if isinstance(error, InputError):
        place = error.place
        finding |= {"file": place.file, "line": place.line, "document": place.document, "segment": place.segment}
        finding |= {"found": error.found, "expected": error.expected}
    return finding


def remark_finding(text: str) -> dict[str, Any]:
    """What people should know of scores, in the shape of findings."""
    return _said(REMARK, text)


def _said(code: Code, message: str) -> dict[str, Any]:
    said = {"code": code.name, "severity": code.severity, "remedy": code.remedy, "message": message}
    return dict.fromkeys(_FINDING) | said


def finite(value: float) -> float | None:
    """The value, or None where it is no number: a rate of no words."""
    return value if math.isfinite(value) else None


def names_apart(names: Sequence[tuple[int, str]]) -> dict[int, str]:
    """A name for each of several runs, by number; where two are called alike, their numbers are added."""
    called = [name for _, name in names]
    return {number: name if called.count(name) == 1 else f"{name} (#{number})" for number, name in names}


def _file(data_file: DataFile) -> StoredFile:
    return StoredFile(data_file.name, path_of(data_file.sha256))


def outdated_scores(
    every: Sequence[Run], runs: Sequence[Run], metric: str, uploaded: Collection[tuple[int, str]]
) -> list[int]:
    """Of runs without a current score by a metric, those for which an earlier one was uploaded: by other references, or
    for a run that they replaced. `uploaded` are all runs and metrics that a score was uploaded of; `every` run counts.
    """
    replaced: dict[int, list[int]] = {}
    for run in every:
        if run.replaced_by_id is not None:
            replaced.setdefault(run.replaced_by_id, []).append(run.pk)

    def is_outdated(run_id: int) -> bool:
        return (run_id, metric) in uploaded or any(is_outdated(earlier) for earlier in replaced.get(run_id, ()))

    return [run.pk for run in runs if is_outdated(run.pk)]
