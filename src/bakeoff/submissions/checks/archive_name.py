"""How the package itself is called and packed (OpenMT12, 12.1.6)."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.data import Finding
from bakeoff.rulebook.name_patterns import parse_pattern
from bakeoff.submissions.checks.versions import earlier_packages
from bakeoff.submissions.context import PackageCheck
from bakeoff.submissions.identification import ENDINGS
from bakeoff.submissions.names import suggested_name

_CODES = {
    "team": "archive-team",
    "language_pair": "archive-language-pair",
    "version": "archive-version",
}


def archive_name(check: PackageCheck) -> Iterator[Finding]:
    """The name field by field, with the name that it was probably meant to be."""
    package, names = check.package, check.names
    if check.contents.kind not in ENDINGS or not package.archive:
        return
    suggestion = _suggestion(check)
    if names.archive is None:
        expected = check.name_such_as(package.archive)
        yield check.finding("archive-name", found=names.stem, expected=expected, remedy=suggestion)
        return
    for field in names.archive.wrong:
        yield check.finding(
            _CODES.get(field, "archive-field"),
            found=names.archive.values[field] or "nothing",
            expected=f"{names.rules[field].expected} as {field} in {package.archive}",
            remedy=suggestion,
        )


def _suggestion(check: PackageCheck) -> str:
    names = check.names
    following = max((package.version or 0 for package in earlier_packages(check)), default=0) + 1
    version = names.rules["version"].number(following)
    name = suggested_name(
        parse_pattern(check.package.archive),
        names.rules,
        names.stem,
        known=names.known,
        otherwise={"version": version} if version else {},
    )
    ending = check.contents.name[len(names.stem) :]
    return f"Call it {name}{ending}." if name else ""


def compression(check: PackageCheck) -> Iterator[Finding]:
    """How it is packed. A folder, or a file of an archive to be, can be checked before it is packed."""
    allowed = check.package.compression
    kind = check.contents.kind
    if kind in ENDINGS:
        if kind not in allowed:
            expected = " or ".join(f"a {each} archive" if each != "none" else "a single file" for each in allowed)
            yield check.finding("archive-compression", found=f"a {kind} archive", expected=expected)
    elif kind == "folder" or "none" not in allowed:
        expected = f"an archive ({', '.join(each for each in allowed if each != 'none')})"
        yield check.finding(
            "archive-not-checked",
            found=f"a {kind}",
            expected=expected + (f" called {check.package.archive}" if check.package.archive else ""),
        )
