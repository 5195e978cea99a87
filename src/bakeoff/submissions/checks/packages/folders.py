"""Folders of the package (OpenMT12, 12.1.1: `output/<team>/<langpair>`)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from bakeoff.data import Finding
from bakeoff.errors import Place
from bakeoff.rulebook.file_names.patterns import parse_pattern
from bakeoff.submissions.context import FileCheck, PackageCheck
from bakeoff.submissions.finding_codes import finding
from bakeoff.submissions.packages.names import suggested_name
from bakeoff.submissions.phrases import counted

_CODES = {"team": "tree-team", "language_pair": "tree-language-pair"}


def package_empty(check: PackageCheck) -> Iterator[Finding]:
    """A package has at least one run."""
    # Where files were refused while it was unpacked, those findings say what is wrong.
    if not check.names.runs and all(each.severity != "error" for each in check.contents.findings):
        yield check.finding(
            "package-empty",
            found=counted(len(check.names.files), "other file") if check.names.files else "no file",
            expected=f"runs with {check.name_such_as(check.package.file)}",
        )


def stray_files(check: PackageCheck) -> Iterator[Finding]:
    """Files that are no runs, and what operating systems leave behind."""
    for named in check.names.files:
        if named.kind == "junk":
            yield finding(
                "file-junk",
                found=named.base,
                expected="runs only",
                place=Place(named.file.name),
            )
        elif named.kind == "stray":
            yield finding(
                "file-stray",
                found=named.base,
                expected=f"only files called {check.package.file}",
                place=Place(named.file.name),
            )


def stray_folders(check: PackageCheck) -> Iterator[Finding]:
    """Empty folders next to the folders of runs."""
    pattern = check.package.tree
    for folder in check.contents.folders:
        name = folder.strip("/")
        inside = any(file.name.startswith(f"{name}/") for file in check.contents.files)
        if not inside and name and not _on_the_way(name, pattern):
            place = Place(f"{name}/")
            yield finding("folder-stray", found=name, expected=pattern or "no folders", place=place)


def _on_the_way(name: str, pattern: str) -> bool:
    """Whether a folder could be one of the tree's: it is of no use there, but does no harm."""
    parts, wanted = name.split("/"), pattern.split("/")
    return len(parts) <= len(wanted) and all(
        "{" in piece or part == piece for part, piece in zip(parts, wanted, strict=False)
    )


def tree(check: FileCheck) -> Iterator[Finding]:
    """Where a run is: the right folder of the right team and language pair."""
    package, named = check.package.package, check.named
    known = check.package.names.known
    pattern = parse_pattern(package.tree)
    wanted = suggested_name(pattern, check.package.names.rules, named.folder, known=known)
    remedy = f"Put it into {PurePosixPath(wanted) / named.base}." if wanted else ""
    if named.tree is None:
        expected = f"the folder {package.tree}" if package.tree else "no folder"
        yield check.finding(
            "file-outside-tree",
            found=named.folder or "no folder",
            expected=expected,
            remedy=remedy if package.tree else "Put it at the top of the archive.",
        )
        return
    for field, value in named.tree.values.items():
        if field in named.tree.wrong or value != known.get(field, value):
            yield check.finding(
                _CODES.get(field, "tree-field"),
                found=value or "nothing",
                expected=f"{known.get(field) or check.package.names.rules[field].expected} in {package.tree}",
                remedy=remedy,
            )
