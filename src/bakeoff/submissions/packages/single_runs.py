"""A single run that organisers enter: its place in the campaign is known without its name."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from bakeoff.data import Finding
from bakeoff.formats.budgets import budget_for
from bakeoff.rulebook.schema import Package, Rulebook
from bakeoff.rulebook.schema.submission import PackageRules
from bakeoff.submissions.checker import AnySource, check_content, check_rules
from bakeoff.submissions.checks.runs.encoding import encoding
from bakeoff.submissions.context import FileCheck, PackageCheck
from bakeoff.submissions.packages.contents import Contents, PackedFile
from bakeoff.submissions.packages.entries import Entry
from bakeoff.submissions.packages.identification import Identified, NamedFile
from bakeoff.submissions.packages.names import NameReading
from bakeoff.submissions.packages.opened_files import open_file
from bakeoff.submissions.sources import as_sources
from bakeoff.text.normalizers.letters import has_upper_case


def check_run(
    path: str | Path,
    rulebook: Rulebook,
    *,
    name: str,
    track: str,
    language_pair: str,
    test_set: str,
    sources: Iterable[AnySource] = (),
) -> tuple[Finding, ...]:
    """Checks the content of one run; `name` is what findings call its file."""
    package = package_of(rulebook, track, test_set)
    file = PackedFile(name, Path(path), Path(path).stat().st_size)
    entry = Entry(file=file, package=package.id, track=track, language_pair=language_pair, test_set=test_set, fields={})
    named = NamedFile(file, "run", "", name, NameReading({}), None, entry)
    check = FileCheck(
        PackageCheck(
            contents=Contents(name, "file", (file,)),
            rulebook=rulebook,
            names=Identified(package, {}, name, None, (named,), {}),
            sources=as_sources(sources),
            budget=budget_for(file.size),
        ),
        named,
    )
    return (*check_rules(check, (encoding,)), *check_content(check))


def package_of(rulebook: Rulebook, track: str, test_set: str) -> Package:
    """The kind of package that runs of a track on a test set come in; where there is none, one by the common rules."""
    current = rulebook.test_sets[test_set].role == "current"
    for package in rulebook.submission.packages.values():
        holds = test_set in package.test_sets if package.test_sets else current
        if holds and track in (package.tracks or rulebook.tracks):
            return package
    common = {rule: getattr(rulebook.submission, rule) for rule in PackageRules.model_fields}
    return Package(id="runs", **common)


def segments_of(path: str | Path, format: str) -> tuple[str, ...]:
    """The segments of a run that was found valid, in the order of the file; none of formats without segments.

    Reads what the checker compares runs by, so that a run found equal to another is equal as the checker sees it.
    """
    sets = open_file(Path(path), str(path)).outline(format).sets
    return tuple(text for run in sets if run.role == "run" for document in run.documents for text in document.texts)


def holds_upper_case(segments: Iterable[str]) -> bool:
    """Whether a run is written with upper case: some letter of it is.

    >>> holds_upper_case(["the house", "in Rome"]), holds_upper_case(["the house"])
    (True, False)
    """
    return has_upper_case(segments)
