"""Scores of speech recognition as tables and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Literal

from bakeoff.evaluation import Comparison, Evaluation, MetricComparison, error_counts
from bakeoff.reports.comparisons import comparison_json, p_value_table, ranking_table
from bakeoff.reports.sclite.details import error_words
from bakeoff.reports.sclite.words import kept_alignments
from bakeoff.reports.table import Column, Table, Value
from bakeoff.speech import Counts, SpeechScores

Figures = Literal["percent", "counts"]
_COUNTS = ("correct", "substitutions", "deletions", "insertions", "errors", "wrong_segments")
_HEADINGS = ("Corr", "Sub", "Del", "Ins", "WER", "SER")


def recognition_table(
    scores: SpeechScores,
    *,
    title: str = "",
    by: Literal["speaker", "label", "file"] = "speaker",
    figures: Figures = "percent",
) -> Table:
    """A row for each speaker (or label, or file) and one for all. People see percentages or counts, programs both."""
    return _counted_table(scores, _groups(scores)[by], heading=by, title=title, figures=figures)


def grouped_table(
    scores: SpeechScores, groups: Mapping[str, Counts], *, title: str = "", figures: Figures = "percent"
) -> Table:
    """The same with a row for each group of utterances that was asked for."""
    return _counted_table(scores, groups, heading="group", title=title, figures=figures)


def _counted_table(
    scores: SpeechScores, groups: Mapping[str, Counts], *, heading: str, title: str, figures: Figures
) -> Table:
    rows = [_row(name, counts) for name, counts in groups.items()]
    rates = [Column(name, digits=1, detail=figures == "counts") for name in _HEADINGS]
    counted = [Column(name.replace("_", " "), detail=figures == "percent" and name != "errors") for name in _COUNTS]
    return Table(
        title=title,
        columns=(Column(heading), Column("segments"), Column("words"), *rates, *counted),
        rows=(*rows, _row("all", scores.total)),
        notes=(scores.rules.signature,),
        rules=frozenset([len(rows)]),
    )


def system_tables(comparison: Comparison) -> Iterator[Table]:
    """Systems by word error rate with the number of errors, as IWSLT prints them; p-values where all were tested.

    On all utterances, then on each group.
    """
    for one in comparison.comparisons:
        yield _with_errors(ranking_table(comparison, one), _counts_behind(comparison.evaluation, one))
        if one.against is None:
            yield p_value_table(comparison, one)


def _counts_behind(evaluation: Evaluation, one: MetricComparison) -> dict[str, Counts]:
    """The errors of each system that a comparison is of."""
    members = None if one.group is None else evaluation.groups[one.group]
    counts = {system.name: error_counts(evaluation, system, one.metric, members) for system in evaluation.systems}
    return {name: count for name, count in counts.items() if count is not None}


def _with_errors(table: Table, counts: Mapping[str, Counts]) -> Table:
    """The ranking with the counts behind the rates: the errors after the rate, the rest for programs."""
    columns = [replace(column, heading=column.heading.replace("wer", "WER")) for column in table.columns]
    details = [Column(name.replace("_", " "), detail=True) for name in _COUNTS if name != "errors"]
    return replace(
        table,
        columns=(*columns[:3], Column("errors"), *columns[3:], Column("words", detail=True), *details),
        rows=tuple(
            (*row[:3], count.errors, *row[3:], count.words, *(getattr(count, c) for c in _COUNTS if c != "errors"))
            for row, count in ((row, counts[str(row[1])]) for row in table.rows)
        ),
    )


def systems_json(
    systems: Mapping[str, SpeechScores],
    comparison: Comparison | None = None,
    *,
    groups: Mapping[str, Mapping[str, Counts]] | None = None,
    alignments: bool = False,
    details: bool = False,
) -> dict[str, Any]:
    """The object of each system, best first where they were compared, and the comparison; `groups` are by system."""
    names = list(systems) if comparison is None else list(comparison.comparisons[0].scores)
    result: dict[str, Any] = {
        "systems": [
            {
                "name": name,
                **recognition_json(
                    systems[name], groups=(groups or {}).get(name), alignments=alignments, details=details
                ),
            }
            for name in names
        ]
    }
    if comparison is not None:
        result["comparisons"] = comparison_json(comparison)
        if comparison.remarks:
            result["remarks"] = list(comparison.remarks)
    return result


def _groups(scores: SpeechScores) -> dict[str, dict[str, Counts]]:
    return {"speaker": scores.by_speaker(), "label": scores.by_label(), "file": scores.by_file()}


def _row(name: str, counts: Counts) -> tuple[Value, ...]:
    figures = (counts.correct, counts.substitutions, counts.deletions, counts.insertions)
    rates = [*map(counts.percent, figures), counts.wer, counts.segment_error_rate]
    return (name, counts.segments, counts.words, *rates, *(getattr(counts, column) for column in _COUNTS))


def alignment_table(scores: SpeechScores) -> Table:
    """A row for each step of each alignment."""
    rows = [
        (id_, step.kind, step.reference, step.hypothesis)
        for id_, steps in zip(scores.utterances.ids, kept_alignments(scores), strict=True)
        for step in steps
    ]
    return Table(
        columns=tuple(map(Column, ("segment", "kind", "reference", "hypothesis"))),
        rows=tuple(rows),
        empty="Neither the reference nor the hypothesis has any words to align.",
    )


def error_table(scores: SpeechScores) -> Table:
    """A row for each pair of confused words, and for each word that was inserted or deleted, most often first."""
    errors = error_words(scores)
    rows: list[tuple[Value, ...]] = [("S", ours, theirs, count) for ours, theirs, count in errors.confusions]
    rows += [("D", word, None, count) for word, count in errors.deletions]
    rows += [("I", None, word, count) for word, count in errors.insertions]
    return Table(
        columns=tuple(map(Column, ("kind", "reference", "hypothesis", "count"))),
        rows=tuple(rows),
        empty="No errors: every word of the hypothesis matches the reference.",
    )


def recognition_json(
    scores: SpeechScores,
    *,
    groups: Mapping[str, Counts] | None = None,
    alignments: bool = False,
    details: bool = False,
) -> dict[str, Any]:
    """The counts of all segments, of each speaker, label and file, and whatever else was asked for."""
    result = _counts_json(scores.total)
    known = _groups(scores)
    result["speakers"] = _named(known["speaker"])
    for key, by in (("labels", "label"), ("files", "file")):
        if known[by]:
            result[key] = _named(known[by])
    if groups:
        result["groups"] = _named(groups)
    if alignments:
        result["utterances"] = [_utterance(scores, row) for row in range(len(scores.utterances))]
    if details:
        errors = error_words(scores)
        result["confusions"] = [{"reference": r, "hypothesis": h, "count": n} for r, h, n in errors.confusions]
        result["inserted"] = [{"word": word, "count": count} for word, count in errors.insertions]
        result["deleted"] = [{"word": word, "count": count} for word, count in errors.deletions]
    result["signature"] = scores.rules.signature
    if scores.remarks:
        result["remarks"] = list(scores.remarks)
    return result


def _named(groups: Mapping[str, Counts]) -> list[dict[str, Any]]:
    return [{"name": name, **_counts_json(counts)} for name, counts in groups.items()]


def _counts_json(counts: Counts) -> dict[str, Any]:
    result: dict[str, Any] = {
        "segments": counts.segments,
        "words": counts.words,
        "correct": counts.correct,
        "substitutions": counts.substitutions,
        "deletions": counts.deletions,
        "insertions": counts.insertions,
        "errors": counts.errors,
        "wer": counts.wer,
        "segment_errors": counts.wrong_segments,
        "segment_error_rate": counts.segment_error_rate,
    }
    if counts.confidence is not None:
        result["normalised_cross_entropy"] = counts.normalised_cross_entropy
    return result


def _utterance(scores: SpeechScores, row: int) -> dict[str, Any]:
    utterances = scores.utterances
    result: dict[str, Any] = {"id": utterances.ids[row], "speaker": utterances.speakers[row]}
    if utterances.recordings is not None and utterances.begin_ns is not None and utterances.end_ns is not None:
        result["file"], result["channel"] = utterances.recordings[row]
        result["begin"], result["end"] = utterances.begin_ns[row] / 1e9, utterances.end_ns[row] / 1e9
    if utterances.labels is not None:
        result["labels"] = list(utterances.labels[row])
    result |= _counts_json(scores.counts([row]))
    steps = kept_alignments(scores)[row]
    result["alignment"] = [[step.kind, step.reference, step.hypothesis] for step in steps]
    return result
