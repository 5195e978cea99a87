"""Transcripts scored as a rulebook says: `wer@sclite` and `cer@sclite`, spelling rules, regions, case."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from bakeoff.errors import InputError
from bakeoff.evaluation.recognition.comparisons import recognition_evaluation
from bakeoff.evaluation.recognition.scorer import read_side, score_recognition
from bakeoff.evaluation.recognition.texts import with_recognised_texts
from bakeoff.evaluation.scores.results import Evaluation
from bakeoff.formats import read_regions, read_rules
from bakeoff.rulebook.schema import Scoring
from bakeoff.rulebook.schema.evaluation import SPEECH_METRICS
from bakeoff.speech import ScoringRules

FilePath = str | Path
WORDS = "wer@sclite"
"""The metric whose alignments say what was recognised in each utterance."""


def rules_of(metric: str, scoring: Scoring) -> ScoringRules:
    """How words are compared: as in NIST's campaigns, optional words may be left out and fragments match.

    Not to the letter of sclite, which leaves out the utterances that a run lacks: here they count as deletions.
    """
    return ScoringRules(
        case=scoring.case, optional=True, fragments=True, characters="all" if metric == "cer@sclite" else "none"
    )


def recognition_by_rules(
    scoring: Scoring,
    *,
    runs: Mapping[str, FilePath],
    references: Sequence[FilePath],
    mappings: FilePath | None,
    regions: FilePath | None,
    threads: int | None,
) -> Evaluation:
    """The error rates that the rulebook names, of all runs; other metrics know nothing of transcripts."""
    _check(scoring, references, mappings, regions)
    spelling = read_rules(str(mappings)) if scoring.global_mappings else None
    scored = read_regions(str(regions)) if scoring.regions else None
    remarks: list[str] = []
    keep_case, note = scoring.case, remarks.append
    reference = read_side(str(references[0]), "ref", spelling=spelling, keep_case=keep_case, on_remark=note)
    sides = {
        name: read_side(str(path), "hyp", spelling=spelling, keep_case=keep_case, on_remark=note)
        for name, path in runs.items()
    }
    resources = "".join(
        f"|{name}:{_digest(path)}"
        for name, path, used in (
            ("mappings", mappings, scoring.global_mappings),
            ("regions", regions, scoring.regions),
        )
        if used and path is not None
    )
    evaluations = []
    for metric in (metric for metric in scoring.all_metrics if metric in SPEECH_METRICS):
        systems = {
            name: score_recognition(
                reference,
                side,
                rules=rules_of(metric, scoring),
                regions=scored,
                alignments=metric == WORDS,
                threads=threads,
            )
            for name, side in sides.items()
        }
        remarks += [text for scores in systems.values() for text in scores.remarks]
        evaluation = _signed(recognition_evaluation(systems, metric=metric), metric, resources)
        evaluations.append(with_recognised_texts(evaluation, reference, systems) if metric == WORDS else evaluation)
    return replace(_joined(evaluations), remarks=tuple(dict.fromkeys(remarks)))


def _check(
    scoring: Scoring, references: Sequence[FilePath], mappings: FilePath | None, regions: FilePath | None
) -> None:
    if len(references) > 1:
        raise InputError(
            expected="one reference, since transcripts are compared with one",
            found=str(len(references)),
            remedy="Join the recordings in one file.",
        )
    for is_wanted, path, what in (
        (scoring.global_mappings, mappings, "the spelling rules (GLM) that the rulebook asks for"),
        (scoring.regions, regions, "the regions (UEM) that the rulebook asks for"),
    ):
        if is_wanted and path is None:
            raise InputError(expected=what, found="none", remedy="Add the file to the data of the test set.")


def _digest(path: FilePath) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:8]


def _signed(evaluation: Evaluation, metric: str, resources: str) -> Evaluation:
    """The evaluation with signatures that name the files which scores depend on."""
    return replace(
        evaluation,
        systems=tuple(
            replace(
                system,
                scores={
                    metric: replace(
                        system.scores[metric], signature=f"{metric}|{system.scores[metric].signature}{resources}"
                    )
                },
            )
            for system in evaluation.systems
        ),
    )


def _joined(evaluations: Sequence[Evaluation]) -> Evaluation:
    """One evaluation of several that hold the same utterances and systems by other metrics."""
    first, *others = evaluations
    first = replace(first, texts=next((each.texts for each in evaluations if each.texts.runs), first.texts))
    for other in others:
        first = replace(
            first,
            metrics={**first.metrics, **other.metrics},
            systems=tuple(
                replace(
                    one,
                    scores={**one.scores, **further.scores},
                    statistics={**one.statistics, **further.statistics},
                )
                for one, further in zip(first.systems, other.systems, strict=True)
            ),
        )
    return first
