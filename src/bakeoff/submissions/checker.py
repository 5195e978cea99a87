"""The checker: a package in, everything that is wrong with it out, in one pass. Participants and servers run this."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from bakeoff.data import Finding, TestSet
from bakeoff.errors import BakeoffError, Place
from bakeoff.formats.budgets import Budget, BudgetError, budget_for
from bakeoff.rulebook.schema import Rulebook
from bakeoff.rulebook.state import TeamState
from bakeoff.submissions.archives.extraction import opened_package
from bakeoff.submissions.archives.limits import loosest_limits
from bakeoff.submissions.checks import CONTENT_RULES, NAME_RULES, PACKAGE_RULES
from bakeoff.submissions.checks.packages.permission import permission
from bakeoff.submissions.checks.runs.encoding import is_readable
from bakeoff.submissions.context import (
    Copy,
    FileCheck,
    FileRule,
    OthersOn,
    PackageCheck,
    ReleasedRuns,
    no_outputs,
    nobody,
)
from bakeoff.submissions.finding_codes import finding
from bakeoff.submissions.packages.contents import Contents
from bakeoff.submissions.packages.entries import NOTHING_STATED, Entry, StatedInput
from bakeoff.submissions.packages.history import History
from bakeoff.submissions.packages.identification import entries_of, identify
from bakeoff.submissions.scored_outputs import OutputsOn
from bakeoff.submissions.sources import CheckSource, as_sources

MOST_ALIKE = 1000
"""Findings of one code in one file; more are only counted."""
MOST_COUNTED = 20_000
"""Errors of one code that a rule finds in a file; it does not look for more."""

AnySource = CheckSource | TestSet | str | Path


@dataclass(frozen=True, slots=True)
class Extent:
    """How many segments a run has, and how many its source has; None where there is none to compare with."""

    file: str
    segments: int
    expected: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckReport:
    """What the checker found. `package` is the kind of package (None: unknown), `entries` its runs with right names."""

    name: str
    package: str | None
    findings: tuple[Finding, ...]
    entries: tuple[Entry, ...] = ()
    version: int | None = None
    copies: tuple[Copy, ...] = ()
    """Runs of other teams that its runs are nearly the same as, which is not for its own team to know."""
    extents: tuple[Extent, ...] = ()
    """Of the runs that are texts and could be read to their end."""

    @property
    def valid(self) -> bool:
        """Whether there is no error. Warnings, and rules that could not be checked, do not make a package invalid."""
        return not any(each.severity == "error" for each in self.findings)

    @property
    def not_checked(self) -> tuple[Finding, ...]:
        """Rules that could not be checked with what was given."""
        return tuple(each for each in self.findings if each.severity == "not-checked")


def check_contents(
    contents: Contents,
    rulebook: Rulebook,
    *,
    sources: Iterable[AnySource] = (),
    team: str | None = None,
    teams: Iterable[str] | None = None,
    package: str | None = None,
    history: History | None = None,
    when: datetime | None = None,
    registered: TeamState | None = None,
    others: OthersOn | None = None,
    outputs: OutputsOn | None = None,
    stated: StatedInput = NOTHING_STATED,
    released: ReleasedRuns | None = None,
    budget: Budget | None = None,
) -> CheckReport:
    """Checks an unpacked package against a rulebook.

    `sources` are source texts, or files of them; each run is checked against the one it belongs to. `team` is who
    submits it, `teams` who takes part, `package` the kind of package, `history` what the team submitted before,
    `when` the time of the submission, `registered` the team as a server knows it. `others` gives the segments of other
    teams' runs on a language pair and test set, to find copies: findings say that there is one, `copies` of the report
    says whose. `outputs` gives the outputs that metrics score, to compare score files with. `stated` is what the team
    says of the input of its runs, `released` gives the names of runs that were released as input. `budget` is what the
    check may cost, by default what fits its size. What is not given is not known, and findings of the severity
    `not-checked` name the rules that could not be checked for that reason.
    """
    _check_options(rulebook, package, when)
    names = identify(contents, rulebook, package=package, team=team, stated=stated)
    if names is None:
        findings = (*contents.findings, _unknown_package(contents, rulebook))
        return CheckReport(name=contents.name, package=None, findings=findings)
    check = PackageCheck(
        contents=contents,
        rulebook=rulebook,
        names=names,
        sources=as_sources(sources),
        team=team,
        teams=None if teams is None else frozenset(teams),
        history=history,
        when=when,
        registered=registered,
        others=others or nobody,
        outputs=outputs or no_outputs,
        stated=stated,
        released=released,
        budget=budget or budget_for(contents.sent_bytes),
    )
    found = [*contents.findings, *(each for rule in PACKAGE_RULES for each in rule(check))]
    extents: list[Extent] = []
    for named in names.runs:
        file = FileCheck(check, named)
        found += _check_file(file)
        if check.budget.is_spent:
            break
        extents += _extent(file)
    found += permission(check, {each.code for each in found})
    return CheckReport(
        name=contents.name,
        package=names.package.id,
        findings=tuple(_capped(found)),
        entries=tuple(entries_of(names)),
        version=names.version,
        copies=tuple(check.copies),
        extents=tuple(extents),
    )


def _check_options(rulebook: Rulebook, package: str | None, when: datetime | None) -> None:
    packages = rulebook.submission.packages
    if not packages:
        raise BakeoffError(f"the rulebook {rulebook.campaign.id} describes no packages ([submission.packages]).")
    if package is not None and package not in packages:
        raise BakeoffError(f"there is no kind of package {package!r}; the rulebook has {', '.join(packages)}.")
    if when is not None and when.tzinfo is None:
        raise BakeoffError("a time of submission needs a time zone.")


def _unknown_package(contents: Contents, rulebook: Rulebook) -> Finding:
    expected = " or ".join(
        f"{package.archive} ({package.label})" if package.archive else f"files {package.file} ({package.label})"
        for package in rulebook.submission.packages.values()
    )
    return finding(
        "package-unknown",
        found=contents.name,
        expected=expected,
        place=Place(contents.name),
    )


def _check_file(check: FileCheck) -> Sequence[Finding]:
    """The findings of a file in the order of its lines."""
    names = check_rules(check, NAME_RULES)
    return sorted([*names, *check_content(check)], key=lambda each: each.place.line or 0)


def _extent(check: FileCheck) -> Iterator[Extent]:
    with suppress(BudgetError):
        if check.is_text and is_readable(check) and check.run is not None:
            segments = sum(len(document.ids) for document in check.run.documents)
            yield Extent(check.name, segments, check.source.size if check.source else None)


def check_content(check: FileCheck) -> Sequence[Finding]:
    """What is wrong with the content of a file, whatever its name."""
    if check.package.budget.is_spent or check.format == "any" or not is_readable(check):
        return ()
    return check_rules(check, CONTENT_RULES)


def check_rules(check: FileCheck, rules: Iterable[FileRule]) -> Sequence[Finding]:
    """What the rules find in a file, up to where the budget of the package is used up."""
    findings: list[Finding] = []
    budget = check.package.budget
    try:
        for rule in rules:
            findings += _as_many_as_count(rule, check)
            budget.check(check.name)
    except BudgetError as stop:
        if not any(each.code == "check-stopped" for each in findings):
            findings.append(
                check.finding("check-stopped", found=stop.found, expected=stop.expected, remedy=stop.remedy)
            )
    return findings


def _as_many_as_count(rule: FileRule, check: FileCheck) -> Iterator[Finding]:
    """What a rule finds in a file, up to where nobody needs to know how many more there are."""
    errors: Counter[str] = Counter()
    for each in rule(check):
        yield each
        errors[each.code] += each.severity == "error"
        if errors[each.code] == MOST_COUNTED:
            yield check.finding(
                "check-stopped",
                found=f"{MOST_COUNTED:,} of the kind {each.code}; more were not looked for",
                expected="a file with fewer mistakes",
                remedy="Fix these first and check again.",
            )
            return


def _capped(findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings; of similar ones only the first, and the last of these says how many there are."""
    all_found = list(findings)
    totals = Counter((each.place.file, each.code) for each in all_found)
    seen: Counter[tuple[str | None, str]] = Counter()
    for each in all_found:
        key = (each.place.file, each.code)
        seen[key] += 1
        if seen[key] == MOST_ALIKE < totals[key]:
            more = totals[key] - MOST_ALIKE
            yield replace(each, found=f"{each.found} ({more:,} more such findings in this file)")
        elif seen[key] <= MOST_ALIKE:
            yield each


def check_package(
    path: str | Path,
    rulebook: Rulebook,
    *,
    name: str | None = None,
    sources: Iterable[AnySource] = (),
    team: str | None = None,
    teams: Iterable[str] | None = None,
    package: str | None = None,
    history: History | None = None,
    when: datetime | None = None,
    registered: TeamState | None = None,
    others: OthersOn | None = None,
    outputs: OutputsOn | None = None,
    stated: StatedInput = NOTHING_STATED,
) -> CheckReport:
    """Checks an archive, a folder or a single file against a rulebook.

    `name` is what the package was called when it was submitted, if it has another name now; the other options
    are those of `check_contents`.
    """
    _check_options(rulebook, package, when)
    with opened_package(path, limits=loosest_limits(rulebook, package), name=name) as contents:
        return check_contents(
            contents,
            rulebook,
            sources=sources,
            team=team,
            teams=teams,
            package=package,
            history=history,
            when=when,
            registered=registered,
            others=others,
            outputs=outputs,
            stated=stated,
        )
