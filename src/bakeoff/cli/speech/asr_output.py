"""What `bakeoff asr` prints."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from bakeoff.cli.interface.output import print_json, print_table, remark

if TYPE_CHECKING:
    from bakeoff.evaluation import Comparison, Counts, Evaluation, ScoredVersion, Suggestions
    from bakeoff.reports import Table
    from bakeoff.reports.speech.recognition import Figures
    from bakeoff.speech import SpeechScores

_ALIGNMENTS = ("alignments", "full-alignments", "sgml")
ALIGNED = (*_ALIGNMENTS, "details")
"""Reports that show how words were aligned."""
GROUPED = ("summary", "counts", "pairs", "progress")
"""Reports that have groups of utterances, too."""
REPORTS = ("summary", "counts", "labels", "files", *ALIGNED, "pairs", "changes", "progress")


@dataclass(frozen=True, slots=True, kw_only=True)
class Recognition:
    """All that was found: scores under each version of the reference; under the last, a comparison and suggestions."""

    versions: Sequence[ScoredVersion]
    evaluation: Evaluation | None
    """Under the last version with groups of utterances, where systems were compared or groups were asked for."""
    comparison: Comparison | None
    suggestions: Suggestions | None
    titles: Mapping[str, str]
    """What to call each system above a table of its own."""
    reference: str
    """The reference's file."""

    @property
    def systems(self) -> Mapping[str, SpeechScores]:
        return self.versions[-1].systems

    @property
    def groups(self) -> dict[str, dict[str, Counts]]:
        """By system, the counts of each group that was asked for; nothing where none was."""
        from bakeoff.evaluation import error_counts

        if self.evaluation is None or not self.evaluation.groups:
            return {}
        (metric,) = self.evaluation.metrics
        counts = {
            system.name: {
                key: error_counts(self.evaluation, system, metric, members)
                for key, members in self.evaluation.groups.items()
            }
            for system in self.evaluation.systems
        }
        return {name: {key: each for key, each in own.items() if each is not None} for name, own in counts.items()}


def print_recognition(recognition: Recognition, report: str, output_format: str) -> None:
    for part in (recognition.comparison, recognition.suggestions):
        for text in part.remarks if part is not None else ():
            remark(text)
    if output_format == "json":
        print_json(_json(recognition, report))
        return
    texts = [
        None if recognition.groups else _sclite_text(scores, report, recognition.titles[name], recognition.reference)
        for name, scores in recognition.systems.items()
    ]
    is_own = report == "summary" and len(recognition.versions) == len(recognition.systems) == 1
    if output_format == "text" and all(texts) and (is_own or report != "summary"):
        sys.stdout.write("".join(map(str, texts)))
        tables = list(_suggested(recognition))
    else:
        tables = list(_tables(recognition, report))
    if output_format in ("tsv", "csv"):
        tables = tables[:1]  # one file holds one table
    for number, table in enumerate(tables):
        if number:
            click.echo()
        print_table(table, output_format)


def _tables(recognition: Recognition, report: str) -> Iterator[Table]:
    from bakeoff import reports

    match report:
        case "changes":
            yield reports.changes_table([each.version for each in recognition.versions])
        case "pairs" if recognition.comparison is not None:
            yield reports.pairs_table(recognition.comparison)
        case "summary" if recognition.comparison is not None or len(recognition.versions) > 1:
            if len(recognition.versions) > 1:
                yield reports.versions_table(recognition.versions)
            if recognition.comparison is None and recognition.groups:
                yield _report(recognition, report)
            if recognition.comparison is not None:
                yield from reports.system_tables(recognition.comparison)
        case _:
            yield _report(recognition, report)
    yield from _suggested(recognition)


def _suggested(recognition: Recognition) -> Iterator[Table]:
    from bakeoff.reports import suggestions_table

    if recognition.suggestions is not None:
        yield suggestions_table(recognition.suggestions.suggestions)


def _report(recognition: Recognition, report: str) -> Table:
    """The report of the only system, or those of all one below the other."""
    from bakeoff.reports import stack_tables

    groups = recognition.groups
    tables = {
        name: _system_table(scores, report, recognition.titles[name], groups.get(name))
        for name, scores in recognition.systems.items()
    }
    return next(iter(tables.values())) if len(tables) == 1 else stack_tables(tables, heading="system")


def _system_table(scores: SpeechScores, report: str, title: str, groups: Mapping[str, Counts] | None) -> Table:
    from bakeoff import reports

    figures: Figures = "counts" if report == "counts" else "percent"
    match report:
        case "alignments" | "full-alignments" | "sgml":
            return reports.alignment_table(scores)
        case "details":
            return reports.error_table(scores)
        case "labels":
            return reports.recognition_table(scores, title=title, by="label")
        case "files":
            return reports.recognition_table(scores, title=title, by="file")
        case _ if groups:
            return reports.grouped_table(scores, groups, title=title, figures=figures)
        case _:
            return reports.recognition_table(scores, title=title, figures=figures)


def _sclite_text(scores: SpeechScores, report: str, title: str, reference: str) -> str | None:
    """What sclite prints, where that is wanted; None for a table of our own."""
    from datetime import datetime
    from functools import partial

    from bakeoff import reports

    files = reports.ScoredFiles(reference, title, datetime.now())
    writers: dict[str, Callable[..., str]] = {
        "alignments": reports.sclite_alignments,
        "details": reports.sclite_details,
        "full-alignments": partial(reports.sclite_full_alignments, files=files),
        "sgml": partial(reports.sclite_sgml, files=files),
    }
    if scores.rules.sclite:
        writers |= {
            "summary": reports.sclite_summary,
            "counts": partial(reports.sclite_summary, figures="counts"),
            "labels": reports.sclite_labels,
        }
    return writers[report](scores, title=title) if report in writers else None


def _json(recognition: Recognition, report: str) -> dict[str, Any]:
    from bakeoff import reports

    more = {"alignments": report in _ALIGNMENTS, "details": report == "details"}
    groups = recognition.groups
    if len(recognition.systems) == 1:
        ((name, scores),) = recognition.systems.items()
        result = reports.recognition_json(scores, groups=groups.get(name), **more)
    else:
        result = reports.systems_json(recognition.systems, recognition.comparison, groups=groups, **more)
    if len(recognition.versions) > 1:
        result["versions"] = reports.versions_json(recognition.versions)
    if recognition.suggestions is not None:
        result["suggestions"] = reports.suggestions_json(recognition.suggestions.suggestions)
    return result
