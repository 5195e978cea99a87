"""The report of the checker, for people and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from bakeoff.data import Finding
from bakeoff.reports.campaigns.findings import findings_json
from bakeoff.reports.table import visible
from bakeoff.submissions.checker import CheckReport
from bakeoff.submissions.finding_codes.checks import NAME_CODES
from bakeoff.submissions.packages.changes import FIXED_CODES
from bakeoff.submissions.phrases import counted

_SHOWN = 20
"""Findings of one code in one file that people get to see; programs get all."""
STYLES = {"error": "bold red", "warning": "yellow", "not-checked": "cyan"}


class Line(NamedTuple):
    """A line of the report and how a terminal that has colours shows it."""

    text: str
    style: str = ""


def check_json(report: CheckReport) -> dict[str, Any]:
    """Whether the package is valid, what kind of package it is, and all findings."""
    return {
        "package": report.name,
        "kind": report.package,
        "valid": report.valid,
        "findings": findings_json(report.findings),
    }


def check_lines(report: CheckReport, *, fixed: bool = False) -> Iterator[Line]:
    """Findings by file, then what was not checked, what helps, and the verdict. `fixed`: `--fix` has been tried."""
    wrong = [finding for finding in report.findings if finding.severity != "not-checked"]
    for file, findings in _grouped(wrong, lambda finding: finding.place.file or report.name):
        yield Line(visible(file), "bold")
        yield from _lines_of_file(findings)
        yield Line("")
    if report.not_checked:
        yield Line("Not checked", "bold")
        for code, alike in _grouped(report.not_checked, _code):
            yield Line(f"  {_sentence(alike[0])}" + _more(len(alike) - 1, "file"), STYLES["not-checked"])
            if alike[0].remedy:
                yield Line(f"    {visible(alike[0].remedy)} [{code}]")
        yield Line("")
    helpful = [Line(text) for text in _help(report, fixed=fixed)]
    yield from [*helpful, Line("")] if helpful else []
    yield _verdict(report)


def _help(report: CheckReport, *, fixed: bool) -> Iterator[str]:
    """Commands that do what the findings ask for."""
    codes = {finding.code for finding in report.findings}
    if codes & FIXED_CODES and not fixed:
        yield "--fix FOLDER writes a copy with names, packing and encoding fixed, where it is certain what was meant."
    if codes & NAME_CODES or "package-unknown" in codes:
        yield "bakeoff pack makes a package with right names from the outputs themselves."


def _lines_of_file(findings: Sequence[Finding]) -> Iterator[Line]:
    shown: Counter[str] = Counter()
    for finding in findings:
        shown[finding.code] += 1
        if shown[finding.code] > _SHOWN:
            continue
        # Without the file, which is above.
        where = visible(str(replace(finding.place, file=None)))
        heading = f"  {finding.severity} [{finding.code}] {where}"
        yield Line(heading.rstrip(), STYLES[finding.severity])
        yield Line(f"    {_sentence(finding)}")
        if finding.remedy:
            yield Line(f"    {visible(finding.remedy)}")
    for code, count in shown.items():
        if count > _SHOWN:
            yield Line(f"  … and {count - _SHOWN:,} more [{code}]; --format json shows all.")


def _grouped(findings: Sequence[Finding], key: Callable[[Finding], str]) -> list[tuple[str, list[Finding]]]:
    """Findings that share something, in the order in which it first appears."""
    groups: dict[str, list[Finding]] = {}
    for finding in findings:
        groups.setdefault(key(finding), []).append(finding)
    return list(groups.items())


def _code(finding: Finding) -> str:
    return finding.code


def _sentence(finding: Finding) -> str:
    return visible(f"Expected {finding.expected}, found {finding.found}.")


def _more(count: int, what: str) -> str:
    return f" ({counted(count, f'more {what}')})" if count else ""


def _verdict(report: CheckReport) -> Line:
    counts = Counter(finding.severity for finding in report.findings)
    parts = [counted(counts[severity], severity) for severity in ("error", "warning") if counts[severity]]
    if report.not_checked:
        parts.append(counted(len(_grouped(report.not_checked, _code)), "rule") + " not checked")
    word, style = ("valid", "bold green") if report.valid else ("invalid", STYLES["error"])
    kind = f", {report.package}" if report.package else ""
    runs = f", {counted(len(report.entries), 'run')}" if report.entries else ""
    return Line(f"{visible(report.name)}{kind}{runs}: {word}" + (f" ({', '.join(parts)})" if parts else ""), style)
