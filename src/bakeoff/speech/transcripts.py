"""Transcripts against transcripts: which utterance of the hypothesis answers which of the reference, and the score."""

from __future__ import annotations

from collections.abc import Sequence

from bakeoff.data.speech import Transcript
from bakeoff.errors import AlignmentError, FormatError, Place
from bakeoff.speech.checks import refuse, transcript_findings
from bakeoff.speech.networks import Aligner
from bakeoff.speech.results import SpeechScores, Utterances
from bakeoff.speech.rules import ScoringRules
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
    reference lacks is refused. By the rules of sclite, utterances stand in the order of the hypothesis, and those that
    it lacks are not scored.
    """
    rules = rules or ScoringRules()
    if not rules.sclite:
        refuse(transcript_findings(reference))
        refuse(transcript_findings(hypothesis))
    said = _rows(reference, rules)
    heard = _rows(hypothesis, rules)
    _check_known(reference, hypothesis, said, heard)
    missing = [id_ for id_ in said if id_ not in heard]
    ids = list(heard) if rules.sclite else list(said)
    aligner = Aligner(rules)
    reference_rows = [said[id_] for id_ in ids]
    hypothesis_rows = [heard.get(id_) for id_ in ids]
    counts, steps = aligner.align(
        aligner.texts(
            [reference.texts[row] for row in reference_rows],
            lambda i: Place(reference.file, int(reference.lines[reference_rows[i]])),
        ),
        aligner.texts(
            ["" if row is None else hypothesis.texts[row] for row in hypothesis_rows],
            lambda i: Place(hypothesis.file, int(hypothesis.lines[hypothesis_rows[i] or 0])),
        ),
        steps=alignments,
        threads=threads,
    )
    shown = ids if rules.sclite else [reference.ids[row] for row in reference_rows]
    utterances = Utterances(ids=shown, speakers=[speaker_of(id_, rules) for id_ in shown])
    return SpeechScores(
        rules=rules,
        utterances=utterances,
        statistics=statistics_of(counts),
        alignments=steps,
        remarks=_remarks(missing, hypothesis, rules),
    )


def speaker_of(id_: str, rules: ScoringRules) -> str:
    """The speaker that an utterance's id names.

    >>> speaker_of("spk1-utt_003", ScoringRules()), speaker_of("4t0c0201", ScoringRules(speaker_ids="wsj"))
    ('spk1', '4t0')
    """
    match rules.speaker_ids:
        case "wsj":
            return id_[:3]
        case "sp":
            return f"({id_})" if rules.sclite else id_
    for separator in "-_":
        if separator in id_:
            return id_.partition(separator)[0]
    return "" if rules.sclite else id_


def _rows(transcript: Transcript, rules: ScoringRules) -> dict[str, int]:
    """The row of each utterance, by id as it is compared."""
    rows: dict[str, int] = {}
    for row, id_ in enumerate(transcript.ids):
        first = rows.setdefault(rules.fold(id_), row)
        # The same text twice is no contradiction, says sclite.
        if first != row and (not rules.sclite or transcript.texts[first] != transcript.texts[row]):
            raise FormatError(
                place=Place(transcript.file, int(transcript.lines[row])),
                expected=f"each utterance once, but {id_}",
                found=f"another in line {transcript.lines[first]}",
            )
    return rows


def _check_known(reference: Transcript, hypothesis: Transcript, said: dict[str, int], heard: dict[str, int]) -> None:
    unknown = [hypothesis.ids[row] for id_, row in heard.items() if id_ not in said]
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
