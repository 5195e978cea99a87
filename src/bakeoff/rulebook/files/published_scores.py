"""Published scores that do not fit the rest of the rulebook: places, metrics, ranges, counts of errors."""

from __future__ import annotations

import math
from collections.abc import Iterator

from bakeoff.metrics import parse_expression
from bakeoff.rulebook.files.inconsistency import Inconsistency
from bakeoff.rulebook.files.toml_lines import Path
from bakeoff.rulebook.mistakes import nearest
from bakeoff.rulebook.schema import PublishedScores, Rulebook, Scoring
from bakeoff.rulebook.schema.evaluation import SPEECH_METRICS
from bakeoff.rulebook.schema.published_scores import decimals_of
from bakeoff.rulebook.submission.entered_systems import misplacement


def unfit_scores(rulebook: Rulebook) -> Iterator[Inconsistency]:
    """All that is wrong with the published scores of a rulebook whose tables are right one by one."""
    seen: dict[tuple[str | None, ...], int] = {}
    for number, entry in enumerate(rulebook.published_scores):
        path: Path = ("published_scores", number)
        problem = misplacement(
            rulebook,
            entry.system,
            track=entry.track,
            language_pair=entry.language_pair,
            test_set=entry.test_set,
            condition=entry.condition,
        )
        if problem:
            yield Inconsistency(
                path, problem.rstrip("."), "a board that the system is entered on", rests_on=("systems",)
            )
            continue
        scoring = rulebook.scoring_of(entry.track, entry.language_pair)
        specification = entry.specification or scoring.specifications[0]
        key = (entry.system, entry.track, entry.language_pair, entry.test_set, entry.condition, specification)
        if key in seen:
            expected = "the scores of a system on a test set once under each specification"
            yield Inconsistency(path, f"the same as in entry {seen[key] + 1}", expected, "Join the two entries.")
        seen.setdefault(key, number)
        if specification not in scoring.scored_specifications:
            expected = f"one of the specifications of this track: {', '.join(scoring.scored_specifications)}"
            yield Inconsistency((*path, "specification"), specification, expected, rests_on=("evaluation",))
        yield from _numbers(path, entry, scoring)
        yield from _counts(path, entry)


def _numbers(path: Path, entry: PublishedScores, scoring: Scoring) -> Iterator[Inconsistency]:
    known = scoring.all_metrics
    for metric, written in entry.scores.items():
        place = (*path, "scores", metric)
        if metric not in known:
            expected = f"one of the metrics of this track: {', '.join(known)}"
            yield Inconsistency(place, repr(metric), expected, nearest(metric, known), rests_on=("evaluation",))
            continue
        lowest, highest = _bounds(metric, scoring)
        if not lowest <= float(written) <= highest:
            above = "" if math.isinf(highest) else f" and at most {highest:g}"
            expected = f"a score by {metric} of at least {lowest:g}{above}"
            yield Inconsistency(place, written, expected, "Write it as the tables of this campaign print it.")


def _bounds(metric: str, scoring: Scoring) -> tuple[float, float]:
    if metric in scoring.outside:
        return -math.inf, math.inf
    return (0.0, math.inf) if metric in SPEECH_METRICS else parse_expression(metric).bounds


def _counts(path: Path, entry: PublishedScores) -> Iterator[Inconsistency]:
    """Counts belong to an error rate of transcripts, and make up that rate as far as its decimals say."""
    rate = next((metric for metric in entry.scores if metric in SPEECH_METRICS), None)
    for key in ("words", "errors"):
        if rate is None and getattr(entry, key) is not None:
            expected = f"counts only with a score by {' or '.join(SPEECH_METRICS)}"
            yield Inconsistency((*path, key), str(getattr(entry, key)), expected, "Leave the counts out.")
    if rate is None or entry.words is None or entry.errors is None:
        return
    written = entry.scores[rate]
    computed = 100 * entry.errors / entry.words
    if abs(computed - float(written)) > 0.6 * 10 ** -decimals_of(written):
        found = f"{entry.errors} errors in {entry.words} words, which is {computed:.2f}"
        yield Inconsistency((*path, "errors"), found, f"errors and words that make up the rate {written}")
