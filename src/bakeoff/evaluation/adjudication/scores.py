"""What corrections of a reference do to the scores: every system under every version."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from bakeoff.data.recognition.transcripts import Regions, TimedSegments, TimedWords, Transcript
from bakeoff.errors import InputError
from bakeoff.evaluation.adjudication.versions import ReferenceVersion
from bakeoff.evaluation.recognition.scorer import score_recognition
from bakeoff.speech import ScoringRules, SpeechScores

SpeechReference = Transcript | TimedSegments


@dataclass(frozen=True, slots=True)
class ScoredVersion:
    """A version of a reference, and the scores of all systems under it, by name."""

    version: ReferenceVersion
    scored: SpeechReference = field(repr=False)
    """The reference as it was scored, its spelling changed where there are rules for it."""
    systems: Mapping[str, SpeechScores] = field(repr=False)


def score_versions(
    versions: Sequence[ReferenceVersion],
    hypotheses: Mapping[str, Transcript | TimedWords],
    *,
    respell: Callable[[SpeechReference], SpeechReference] = lambda reference: reference,
    rules: ScoringRules | None = None,
    regions: Regions | None = None,
    alignments: bool = False,
    threads: int | None = None,
) -> tuple[ScoredVersion, ...]:
    """Scores all systems under each version of a transcript or of timed segments; see `score_recognition`.

    `respell` changes the spelling of a version before it is scored. Alignments are kept under the last version only.
    """
    scored_versions = []
    for version in versions:
        if not isinstance(version.reference, Transcript | TimedSegments):
            raise InputError(expected="a reference of speech", found="a text", remedy="Score texts by score_runs.")
        scored = respell(version.reference)
        systems = {
            name: score_recognition(
                scored,
                hypothesis,
                rules=rules,
                regions=regions,
                alignments=alignments and version is versions[-1],
                threads=threads,
            )
            for name, hypothesis in hypotheses.items()
        }
        scored_versions.append(ScoredVersion(version, scored, systems))
    return tuple(scored_versions)
