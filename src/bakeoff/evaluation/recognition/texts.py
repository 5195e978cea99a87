"""What was said and what was recognised, utterance by utterance, as it was compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bakeoff.data.recognition.transcripts import TimedSegments, Transcript
from bakeoff.evaluation.scores.results import Evaluation
from bakeoff.speech import SpeechScores


def with_recognised_texts(
    evaluation: Evaluation, reference: Transcript | TimedSegments, systems: Mapping[str, SpeechScores]
) -> Evaluation:
    """The evaluation with the texts of its utterances; `systems` are the scores it was made of, with alignments.

    Where case does not count, all are in lower case: rules of spelling write capitals, whatever was submitted.
    """
    first = next(iter(systems.values()))
    fold = first.rules.fold
    said = tuple(map(fold, _said(reference, first)))
    runs = tuple(tuple(map(fold, _recognised(scores, evaluation.segment_ids))) for scores in systems.values())
    return replace(evaluation, texts=replace(evaluation.texts, references=(said,), runs=runs))


def _said(reference: Transcript | TimedSegments, scores: SpeechScores) -> tuple[str, ...]:
    """The reference of each utterance that was scored, alternatives included."""
    utterances, fold = scores.utterances, scores.rules.fold
    if isinstance(reference, Transcript):
        by_id = {fold(id_): text for id_, text in zip(reference.ids, reference.texts, strict=True)}
        return tuple(by_id.get(fold(id_), "") for id_ in utterances.ids)
    by_place = {
        (fold(reference.recordings[recording].file), int(begin), fold(speaker)): text
        for recording, begin, speaker, text in zip(
            reference.recording_of, reference.begin_ns, reference.speakers, reference.texts, strict=True
        )
    }
    recordings, begins = utterances.recordings or (), utterances.begin_ns
    return tuple(
        by_place.get((fold(recording.file), int(begin), fold(speaker)), "")
        for recording, begin, speaker in zip(
            recordings, () if begins is None else begins, utterances.speakers, strict=True
        )
    )


def _recognised(scores: SpeechScores, ids: tuple[str, ...]) -> tuple[str, ...]:
    """The words that a run has in each utterance, in the order of the ids."""
    if scores.alignments is None:
        raise ValueError("texts are made of alignments")
    rows = {scores.rules.fold(id_): row for row, id_ in enumerate(scores.utterances.ids)}
    return tuple(
        " ".join(word.hypothesis for word in scores.alignments[rows[scores.rules.fold(id_)]] if word.hypothesis)
        for id_ in ids
    )
