"""Transcripts against transcripts: which utterance of the hypothesis answers which of the reference, and the score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bakeoff.data.recognition.repeated import Repeated
from bakeoff.data.recognition.transcripts import Transcript
from bakeoff.errors import AlignmentError, FormatError, Place
from bakeoff.native import TextColumn
from bakeoff.speech.aligner import Aligner
from bakeoff.speech.checks import first_rows, refuse, transcript_findings
from bakeoff.speech.results import SpeechScores, Utterances
from bakeoff.speech.scoring_rules import ScoringRules
from bakeoff.speech.statistics import statistics_of

SHOWN = 5


def score_transcripts(
    reference: Transcript,
    hypothesis: Transcript,
    *,
    rules: ScoringRules | None = None,
    alignments: bool = False,
    threads: int = 1,
) -> SpeechScores:
    """Word errors of a transcript, utterance by utterance, in the order of the reference.

    An utterance that the hypothesis lacks is scored as if it were empty there, and named in the remarks; one that the
    reference lacks is refused. By the rules of sclite, utterances are in the order of the hypothesis, and those that
    it lacks are not scored.
    """
    rules = rules or ScoringRules()
    if not rules.sclite:
        refuse(transcript_findings(reference))
        refuse(transcript_findings(hypothesis))
    pairs = _paired(reference, hypothesis, rules)
    aligner = Aligner(rules)
    counts, steps = aligner.align(
        aligner.texts(
            TextColumn(reference.texts).take(pairs.reference),
            lambda i: Place(reference.file, int(reference.lines[pairs.reference[i]])),
        ),
        aligner.texts(
            TextColumn(hypothesis.texts).take(pairs.hypothesis),
            lambda i: Place(hypothesis.file, int(hypothesis.lines[pairs.hypothesis[i]])),
        ),
        steps=alignments,
        threads=threads,
    )
    ids = TextColumn(reference.ids).take(pairs.reference)
    if rules.sclite:
        ids = TextColumn([rules.fold(id_) for id_ in TextColumn(hypothesis.ids).take(pairs.hypothesis)])
    utterances = Utterances(ids=ids, speakers=speakers_of(ids, rules))
    return SpeechScores(
        rules=rules,
        utterances=utterances,
        statistics=statistics_of(counts),
        alignments=steps,
        remarks=_remarks([rules.fold(id_) for id_ in pairs.missing], hypothesis, rules),
    )


def speakers_of(ids: TextColumn, rules: ScoringRules) -> Repeated[str]:
    """The speakers that ids name: what is before the first hyphen, else before the first underscore, else all."""
    match rules.speaker_ids:
        case "wsj":
            return Repeated.of([id_[:3] for id_ in ids])
        case "sp":
            return Repeated.of([f"({id_})" for id_ in ids] if rules.sclite else ids)
    names = ids.prefixes("-_")
    if rules.sclite:  # which takes an id without either for no speaker's
        names = names.take(np.where(names.sizes() < ids.sizes(), np.arange(len(ids)), -1))
    groups = names.groups()
    return Repeated(list(names.take(first_rows(groups)[0])), groups)


@dataclass(frozen=True, slots=True)
class _Pairs:
    """The rows of both sides, utterance by utterance, -1 where the hypothesis has none; and the ids that it lacks."""

    reference: NDArray[np.int64]
    hypothesis: NDArray[np.int64]
    missing: Sequence[str]


def _paired(reference: Transcript, hypothesis: Transcript, rules: ScoringRules) -> _Pairs:
    said, heard = TextColumn(reference.ids), TextColumn(hypothesis.ids)
    said_rows, heard_rows = _rows(reference, said, rules), _rows(hypothesis, heard, rules)
    of_heard = heard.rows_among(said, fold=not rules.case)[heard_rows]
    of_said = said.rows_among(heard, fold=not rules.case)[said_rows]
    _check_known(reference, hypothesis, heard.take(heard_rows[of_heard < 0]))
    missing = said.take(said_rows[of_said < 0])
    if rules.sclite:
        return _Pairs(of_heard, heard_rows, missing)
    return _Pairs(said_rows, of_said, missing)


def _rows(transcript: Transcript, ids: TextColumn, rules: ScoringRules) -> NDArray[np.int64]:
    """The rows of all utterances; of utterances whose ids compare equal, the first."""
    rows, again = first_rows(ids.groups(fold=not rules.case))
    for row, first in again.items():
        # The same text twice is no contradiction, says sclite.
        if not rules.sclite or transcript.texts[first] != transcript.texts[row]:
            raise FormatError(
                place=Place(transcript.file, int(transcript.lines[row])),
                expected=f"each utterance once, but {ids[row]}",
                found=f"another in line {transcript.lines[first]}",
            )
    return rows.astype(np.int64, copy=False)


def _check_known(reference: Transcript, hypothesis: Transcript, unknown: Sequence[str]) -> None:
    if unknown:
        raise AlignmentError(
            place=Place(hypothesis.file),
            expected=f"utterances of {reference.file or 'the reference'} only",
            found=f"{len(unknown)} that it does not have: {', '.join(unknown)}",
            remedy="Take them out, or correct their ids.",
        )


def _remarks(missing: Sequence[str], hypothesis: Transcript, rules: ScoringRules) -> tuple[str, ...]:
    if not missing:
        return ()
    verb = "not scored, as sclite does" if rules.sclite else "scored as deletions"
    named = ", ".join(missing[:SHOWN]) + (f" and {len(missing) - SHOWN} more" if len(missing) > SHOWN else "")
    utterances = "1 utterance is" if len(missing) == 1 else f"{len(missing):,} utterances are"
    return (f"{hypothesis.file or 'the hypothesis'}: {utterances} missing and {verb}: {named}.",)
