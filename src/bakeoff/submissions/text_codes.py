"""The codes of warnings about texts."""

from __future__ import annotations

from bakeoff.data import Code

TEXT_CODES = (
    Code("text-empty", "warning", "segments without text"),
    Code("text-doubled", "warning", "segments that repeat the one before"),
    Code("text-looping", "warning", "segments that repeat themselves or are far too long"),
    Code("text-entities", "warning", "entities such as &quot; in plain text"),
    Code("text-unknown-words", "warning", "marks for unknown words"),
    Code("text-subwords", "warning", "pieces of words that were not joined"),
    Code("text-control-characters", "warning", "control characters, or characters lost in decoding"),
    Code("text-untranslated", "warning", "segments equal to the source"),
    Code("text-copied", "warning", "segments equal to another system's"),
    Code("text-wrong-script", "warning", "text in another script than the target language's"),
    Code("text-wrong-language", "warning", "text in another language than the target"),
    Code("text-shifted", "warning", "segments that fit a neighbouring segment of the source better"),
    Code("text-shuffled", "warning", "segments that do not fit the source's order"),
)
