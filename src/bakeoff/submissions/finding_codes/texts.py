"""The codes of warnings about texts."""

from __future__ import annotations

from bakeoff.data import Code

TEXT_CODES = (
    Code(
        "text-empty",
        "warning",
        "segments without text",
        "Translate these segments; leave them empty only if there is nothing to say.",
    ),
    Code(
        "text-duplicate",
        "warning",
        "segments that repeat the one before",
        "Check whether the output was written twice.",
    ),
    Code(
        "text-looping",
        "warning",
        "segments that repeat themselves or are far too long",
        "Limit the length of the output.",
    ),
    Code(
        "text-entities",
        "warning",
        "entities such as &quot; in plain text",
        "Decode the entities before you write the file.",
    ),
    Code(
        "text-unknown-words",
        "warning",
        "marks for unknown words",
        "Remove the marks, or write the source word instead.",
    ),
    Code(
        "text-subwords", "warning", "pieces of words that were not joined", "Join the pieces before you write the file."
    ),
    Code(
        "text-control-characters",
        "warning",
        "control characters, or characters lost in decoding",
        "Remove them; U+FFFD is where a character was lost in decoding.",
    ),
    Code(
        "text-untranslated",
        "warning",
        "segments equal to the source",
        "Check that this is the output of the system, not the source.",
    ),
    Code("text-copied", "warning", "segments equal to another system's", "Check that this is the right file."),
    Code(
        "text-wrong-script",
        "warning",
        "text in another script than the target language's",
        "Check that this is the output for this language pair, and not the source.",
    ),
    Code(
        "text-wrong-language",
        "warning",
        "text in another language than the target",
        "Check that this is the output for this language pair, and not the source.",
    ),
    Code(
        "text-shifted",
        "warning",
        "segments that fit a neighbouring segment of the source better",
        "Look for an extra or a missing line before that segment.",
    ),
    Code(
        "text-shuffled",
        "warning",
        "segments that do not fit the source's order",
        "Write the segments in the order of the source.",
    ),
)
