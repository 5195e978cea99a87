"""The codes of what may be wrong with the file of a run."""

from __future__ import annotations

from bakeoff.data import Code

RUN_CODES = (
    # Encoding
    Code("file-empty", "error", "the file is empty", "Write the run into the file."),
    Code("file-binary", "error", "the file is no text", "Write plain text, not a document or an archive."),
    Code(
        "encoding-utf8",
        "error",
        "bytes that are not UTF-8",
        "Convert the file: iconv -f ENCODING -t UTF-8, where ENCODING is the one it has now.",
    ),
    Code("encoding-utf16", "error", "the file is UTF-16", "Convert the file: iconv -f UTF-16 -t UTF-8."),
    Code(
        "encoding-declared",
        "error",
        "the XML declaration names another encoding than UTF-8",
        'Write encoding="UTF-8", and save the file as UTF-8.',
    ),
    Code("nul-character", "error", "NUL characters in text", "Remove the NUL characters."),
    Code(
        "byte-order-mark",
        "warning",
        "the file starts with a byte order mark",
        "Save the file as UTF-8 without a byte order mark.",
    ),
    Code("line-ends-mixed", "warning", "lines end in different ways", "Convert the file with dos2unix."),
    # Markup and format
    Code(
        "plain-text-for-xml",
        "error",
        "the file is plain text, and XML is expected",
        "Put the lines into the segments of the source: bakeoff check --fix, or Fix for me.",
    ),
    Code(
        "xml-not-well-formed",
        "error",
        "the file is not well-formed XML",
        "Fix the markup at the line named; write & as &amp; and < as &lt;.",
    ),
    Code("xml-root", "error", "the root element is another one", "Write the root element that is expected."),
    Code(
        "xml-element",
        "error",
        "an element where the document type allows none",
        "Remove the element, or write < as &lt;.",
    ),
    Code("xml-attribute-missing", "error", "an element lacks an attribute", "Add the attribute."),
    Code(
        "xml-attribute-unknown", "error", "an attribute that the document type does not know", "Remove the attribute."
    ),
    Code("xml-content", "error", "an element does not hold what it should", "Write what is expected into the element."),
    Code("xml-text", "error", "text outside segments", "Move the text into a segment, or remove it."),
    Code(
        "doctype-missing",
        "warning",
        "the file names no document type",
        "Put the line that is expected before the first element.",
    ),
    Code(
        "doctype-declarations",
        "error",
        "the document type contains declarations",
        "Remove what is between [ and ].",
    ),
    Code("format-invalid", "error", "the file does not follow its format", "Fix the file at the line named."),
    # The set as a whole
    Code(
        "set-kind",
        "error",
        "the file holds a source or references instead of a run",
        "Submit the output of your system, not a source or a reference.",
    ),
    Code("set-several", "error", "the file holds several runs", "Write each run into a separate file."),
    Code("set-id", "error", "the file is of another test set", "Copy the id of the test set from the source."),
    Code(
        "source-language",
        "error",
        "the file is from another source language",
        "Copy the source language from the source.",
    ),
    Code(
        "target-language",
        "error",
        "the file is in another target language",
        "Write the target language that is expected.",
    ),
    Code(
        "system-id",
        "error",
        "the system's name in the file is not that of the file's name",
        "Write the system's name as the rulebook says: the start of the file's name.",
    ),
    # Documents and segments
    Code(
        "source-not-checked",
        "not-checked",
        "without the source, documents and segments are not checked",
        "Give the source with --source; of several, one for each language pair and test set.",
    ),
    Code(
        "document-missing", "error", "documents of the source are missing", "Translate all documents of the test set."
    ),
    Code("document-extra", "error", "a document that the source does not have", "Remove the document."),
    Code("document-duplicate", "error", "a document appears twice", "Remove one of the two."),
    Code(
        "document-order",
        "error",
        "documents are in another order than in the source",
        "Put the documents into the order of the source.",
    ),
    Code("genre", "error", "a document has another genre than in the source", "Copy the genre from the source."),
    Code("genre-unknown", "error", "a genre that the test set does not have", "Copy the genre from the source."),
    Code(
        "seg-id-missing",
        "error",
        "segments of the source are missing",
        "Translate all segments, and write empty ones too.",
    ),
    Code(
        "seg-id-extra",
        "error",
        "segments that the source does not have",
        "Remove it, or give it the id that it has in the source.",
    ),
    Code("seg-id-duplicate", "error", "a segment appears twice", "Remove one of the two."),
    Code(
        "seg-order",
        "error",
        "segments are in another order than in the source",
        "Put the segments into the order of the source.",
    ),
    Code(
        "segment-count",
        "error",
        "there are more or fewer segments than in the source",
        "Write one output segment for each segment of the source, empty ones too.",
    ),
    Code("last-line-end", "warning", "the last line has no line end", "End the last line with a line end too."),
    # Speech recognition
    Code(
        "ctm-recording-missing",
        "error",
        "a recording of the test set has no words",
        "Recognise all recordings of the test set.",
    ),
    Code(
        "ctm-recording-unknown",
        "error",
        "a recording that the test set does not have",
        "Name the recordings as the test set does.",
    ),
    Code(
        "ctm-scattered",
        "error",
        "the words of a recording are not together",
        "Sort the words by file, channel and time.",
    ),
    Code(
        "ctm-channel",
        "error",
        "a channel that the rulebook does not allow",
        "Write the channel that the rulebook names.",
    ),
    Code(
        "ctm-order", "error", "words are not in the order of their times", "Sort the words by file, channel and time."
    ),
    Code("ctm-begin", "error", "a word starts before the recording", "Count times from the start of the recording."),
    Code("ctm-duration", "error", "a duration below zero", "Write the duration of the word into the fourth column."),
    Code(
        "ctm-overlap",
        "warning",
        "words overlap by more than a second",
        "Write the duration into the fourth column, not the end.",
    ),
    Code(
        "ctm-beyond-recording",
        "warning",
        "words after the end of the recording",
        "Write times in seconds from the start of the recording.",
    ),
    Code("ctm-confidence", "error", "a confidence that is not between 0 and 1", "Write a number from 0 to 1, or NA."),
    Code(
        "utterance-missing",
        "error",
        "utterances of the test set are missing",
        "Recognise all utterances of the test set.",
    ),
    Code("utterance-extra", "error", "an utterance that the test set does not have", "Remove the utterance."),
    Code("utterance-duplicate", "error", "an utterance appears twice", "Remove one of the two."),
    Code("utterance-braces", "error", "braces without partners", "Give each { its }, or remove the brace."),
    # Scores of metrics
    Code("metric-undeclared", "error", "the file does not say what the metric is called", "Start with # metric: NAME."),
    Code(
        "direction-undeclared",
        "error",
        "the file does not say whether higher or lower scores are better",
        "Write # better: higher or # better: lower before the scores.",
    ),
    Code(
        "references-undeclared",
        "error",
        "the file does not say whether the metric needs references",
        "Write # references: yes or # references: no before the scores.",
    ),
    Code(
        "declaration-wrong",
        "error",
        "a line about the metric that is unknown, comes twice or has another value",
        "Write the line as expected, or remove it.",
    ),
    Code(
        "references-not-given",
        "error",
        "a metric with references where there are none",
        "Submit scores of a metric that needs no references, and declare # references: no.",
    ),
    Code("scores-none", "error", "the file has no scores", "Write a header row and a row for each score."),
    Code(
        "score-columns",
        "error",
        "a row that does not have the columns system, segment and score",
        "Separate the three columns by one tab each; leave segment empty in scores of complete systems.",
    ),
    Code("score-not-a-number", "error", "a score that is not a number", "Write a number such as 0.8123."),
    Code(
        "score-not-finite", "error", "a score that is not finite", "Score the output again, and write a finite number."
    ),
    Code("score-duplicate", "error", "a system or a segment has two scores", "Remove one of the two rows."),
    Code(
        "score-system-unknown",
        "error",
        "a system that is not in the package",
        "Name systems as the files in system-outputs of the package are named, without .txt.",
    ),
    Code("score-system-missing", "error", "a system has no score", "Score all systems of the package."),
    Code(
        "score-segment-unknown",
        "error",
        "a segment that the test set does not have",
        "Number segments from 1, as the lines in the files of the package.",
    ),
    Code("score-segment-missing", "error", "segments have no score", "Score all segments of every system, or none."),
    Code(
        "score-system-mean",
        "error",
        "the score of a system is not the mean of its segments, as the file declares",
        "Write the mean, or declare # system scores: own.",
    ),
    Code(
        "outputs-not-checked",
        "not-checked",
        "without the outputs that were scored, systems and segments are not checked",
        "Submit the file: the server has the outputs.",
    ),
)
