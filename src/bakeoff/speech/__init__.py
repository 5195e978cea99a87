"""Speech recognition and spoken language translation: orthographic rules, alignment, scoring, latency."""

from bakeoff.speech.results import AlignedWord, Alignments, Counts, SpeechScores, Utterances
from bakeoff.speech.scoring_rules import Characters, ScoringRules, SpeakerIds, lower_ascii, upper_ascii
from bakeoff.speech.timed_words import score_words
from bakeoff.speech.transcripts import score_transcripts

__all__ = [
    "AlignedWord",
    "Alignments",
    "Characters",
    "Counts",
    "ScoringRules",
    "SpeakerIds",
    "SpeechScores",
    "Utterances",
    "lower_ascii",
    "score_transcripts",
    "score_words",
    "upper_ascii",
]
