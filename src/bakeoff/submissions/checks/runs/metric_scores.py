"""Scores of a metrics task: what the metric declares, every system and segment once, finite numbers."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.data import Finding
from bakeoff.formats.scores.metric_submission import MetricSubmission, parse_metric_submission
from bakeoff.submissions.context import FileCheck
from bakeoff.submissions.phrases import listed
from bakeoff.submissions.scored_outputs import ScoredOutputs


def score_findings(check: FileCheck) -> Iterator[Finding]:
    """Everything that is wrong with a file of scores, and with what it leaves out."""
    lines = check.opened.text.replace("\r\n", "\n").split("\n")
    scores = parse_metric_submission(lines[:-1] if not lines[-1] else lines, check.name)
    for problem in scores.problems:
        yield check.finding(
            problem.code, line=problem.line, found=problem.found, expected=problem.expected, remedy=problem.remedy
        )
    outputs = check.package.outputs(check.entry.language_pair, check.entry.test_set)
    if outputs is None:
        yield check.finding(
            "outputs-not-checked", found="no outputs to compare with", expected="the package with the outputs scored"
        )
    elif scores.items:
        yield from _against(check, scores, outputs)


def _against(check: FileCheck, scores: MetricSubmission, outputs: ScoredOutputs) -> Iterator[Finding]:
    first_lines: dict[str, int] = {}
    segments: dict[str, set[int]] = {}
    complete: set[str] = set()
    for (system, segment), line in scores.items.items():
        first_lines.setdefault(system, line)
        if system not in outputs.systems:
            continue
        if segment is None:
            complete.add(system)
        elif segment <= outputs.segments:
            segments.setdefault(system, set()).add(segment)
        else:
            expected = f"a number from 1 to {outputs.segments:,}"
            yield check.finding("score-segment-unknown", line=line, found=str(segment), expected=expected)
    known = f"one of {listed(outputs.systems)}"
    for system, line in first_lines.items():
        if system not in outputs.systems:
            yield check.finding("score-system-unknown", line=line, found=system, expected=known)
    for system in outputs.systems:
        if system not in first_lines:
            found = f"no score of {system}"
            yield check.finding("score-system-missing", found=found, expected="scores of every system")
            continue
        if segments and len(there := segments.get(system, set())) < outputs.segments:
            missing = [str(number) for number in range(1, outputs.segments + 1) if number not in there]
            yield check.finding(
                "score-segment-missing",
                line=first_lines[system],
                found=f"none of {system}, segment {listed(missing)}",
                expected=f"scores of all {outputs.segments:,} segments",
            )
        if complete and system not in complete:
            yield check.finding(
                "score-system-missing",
                line=first_lines[system],
                found=f"no score of the complete {system}",
                expected="one for every system, or none at all",
            )
    if scores.declared is not None and scores.declared.references and not outputs.references:
        yield check.finding(
            "references-not-given",
            line=1,
            found="# references: yes",
            expected="a metric without references: the package has none",
        )
