"""Published scores of systems: what is read, and every mistake with its line."""

from __future__ import annotations

import pytest

from bakeoff.rulebook.files.reader import parse_rulebook
from bakeoff.rulebook.schema import PublishedScores
from tests.rulebook.small import SMALL

HEAD = (
    SMALL.replace('kind = "mt"', 'kind = "mt"')
    + """
[language_pairs.en]
source = "en"
[tracks.asr]
kind = "asr"
language_pairs = ["en"]
[systems]
BEST = { kind = "earlier", tracks = ["news"], language_pairs = ["de-en"] }
ASR11 = { kind = "earlier", tracks = ["asr"] }
[evaluation]
metrics = ["bleu", "nist"]
outside = ["comet"]
specifications = ["case+punc", "no_case+no_punc"]
[evaluation.tracks.asr]
metrics = ["wer@sclite"]
official_metric = "wer@sclite"
outside = []
"""
)
ENTRY = """[[published_scores]]
system = "BEST"
track = "news"
language_pair = "de-en"
test_set = "test"
scores = { bleu = "25.10", nist = 6.4026, comet = -0.25 }
source = "Overview of 2026, table 3"
"""
TRANSCRIPTS = """[[published_scores]]
system = "ASR11"
track = "asr"
language_pair = "en"
test_set = "test"
scores = { "wer@sclite" = 12.1 }
errors = 1562
words = 12902
source = "Overview of 2026"
"""
START = HEAD.count("\n") + 1


def findings(text: str) -> list[tuple[int | None, str, str, str]]:
    return [(each.place.line, each.found, each.expected, each.remedy) for each in parse_rulebook(HEAD + text).findings]


def test_published_scores_keep_their_digits_and_source() -> None:
    rules = parse_rulebook(HEAD + ENTRY + TRANSCRIPTS).rulebook
    assert rules.published_on(track="news", language_pair="de-en", condition="", test_set="test") == (
        PublishedScores(
            system="BEST",
            track="news",
            language_pair="de-en",
            test_set="test",
            scores={"bleu": "25.10", "nist": "6.4026", "comet": "-0.25"},
            source="Overview of 2026, table 3",
        ),
    )
    assert [(each.system, each.errors) for each in rules.published_scores] == [("BEST", None), ("ASR11", 1562)]


@pytest.mark.parametrize(
    ("line", "before", "after", "found", "expected"),
    [
        (1, 'system = "BEST"', 'system = "BSET"', "'BSET'", "the name of one of [systems]: BEST, ASR11"),
        (5, 'bleu = "25.10"', "bleu = 250.1", "250.1", "a score by bleu of at least 0 and at most 100"),
        (5, "nist = 6.4026", "nist = -1", "-1", "a score by nist of at least 0"),
        (5, "nist =", "nits =", "'nits'", "one of the metrics of this track: bleu, nist, comet"),
        (5, '"25.10"', '"25,10"', "'25,10'", "a number such as 25.07"),
        (5, '"25.10"', "25.10001234", "25.10001234", "at most 6 decimals"),
        (5, '"25.10"', "true", "True", "a number such as 25.07"),
        (0, 'source = "Overview of 2026, table 3"\n', "", "none", "the key source in [published_scores.0]"),
        (6, '"Overview of 2026, table 3"', '""', "''", "String should have at least 1 character"),
        (
            0,
            '"de-en"',
            '"en-de"',
            "The system BEST is not entered for en-de in the track news",
            "a board that the system is entered on",
        ),
        (
            4,
            'test_set = "test"',
            'test_set = "test"\nspecification = "raw"',
            "raw",
            "one of the specifications of this track: case+punc, no_case+no_punc",
        ),
        (6, "source", "errors = 3\nsource", "3", "counts only with a score by wer@sclite or cer@sclite"),
    ],
)
def test_every_mistake_has_its_line(line: int, before: str, after: str, found: str, expected: str) -> None:
    ((at, was, wanted, _),) = findings(ENTRY.replace(before, after, 1))
    assert (at, was) == (START + line + ("specification" in after), found)
    assert wanted.startswith(expected)


def test_scores_of_a_system_on_a_board_are_given_once_for_each_specification() -> None:
    other = ENTRY.replace('test_set = "test"', 'test_set = "test"\nspecification = "no_case+no_punc"')
    assert findings(ENTRY + other) == []
    assert findings(ENTRY + ENTRY) == [
        (
            START + 7,
            "the same as in entry 1",
            "the scores of a system on a test set once under each specification",
            "Join the two entries.",
        )
    ]


def test_counts_of_errors_must_make_up_the_rate() -> None:
    assert findings(TRANSCRIPTS) == []
    assert findings(TRANSCRIPTS.replace("1562", "1662")) == [
        (
            START + 6,
            "1662 errors in 12902 words, which is 12.88",
            "errors and words that make up the rate 12.1",
            "Change one of the rules so that they fit together.",
        )
    ]
