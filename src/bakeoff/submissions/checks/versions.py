"""Versions, and what later ones may hold (OpenMT12, 10 and 12.1.1)."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.data import Finding
from bakeoff.submissions.context import FileCheck, PackageCheck
from bakeoff.submissions.history import EarlierPackage, digest_of, key_of


def earlier_packages(check: PackageCheck) -> list[EarlierPackage]:
    """What the team submitted of the same kind and language pair, as far as that is known."""
    if check.history is None:
        return []
    return list(check.history.of_kind(check.package.id, check.names.known.get("language_pair")))


def is_first(check: PackageCheck) -> bool:
    """Whether nothing came before it: it says so itself, or all that came is known."""
    if earlier_packages(check):
        return False
    return check.names.version == 1 or (check.history is not None and check.history.complete)


def version(check: PackageCheck) -> Iterator[Finding]:
    """The first version is 1, and each is one more than the one before."""
    number = check.names.version
    if number == 0:
        yield check.finding("version-zero", found="0", expected="versions from 1 on")
        return
    earlier = [package.version for package in earlier_packages(check) if package.version is not None]
    if number is None or not (earlier or is_first(check)):
        if not is_first(check) and not earlier_packages(check):
            yield _not_checked(check)
        return
    last = max(earlier, default=0)
    if number in earlier:
        expected = f"the version after {last}, {last + 1}"
        yield check.finding("version-repeated", found=f"version {number} once more", expected=expected)
    elif number != last + 1:
        expected = f"version {last + 1}, since {'the last one was ' + str(last) if last else 'it is the first'}"
        yield check.finding("version-order", found=f"version {number}", expected=expected)


def _not_checked(check: PackageCheck) -> Finding:
    return check.finding(
        "earlier-versions-not-checked",
        found="none of them",
        expected="the team's earlier packages, since numbers of systems and versions hold over all of them",
    )


def resubmission(check: FileCheck) -> Iterator[Finding]:
    """A run that was submitted before: replaced, debugged or refused, as the rulebook says.

    Where a run that comes again counts as debugged, a later version must not hold what is unchanged.
    """
    package = check.package.package
    key = key_of(check.entry)
    if not check.named.is_right:
        return
    earlier = [each for each in earlier_packages(check.package) if key in {key_of(entry) for entry in each.entries}]
    if not earlier:
        return
    before = f"version {earlier[-1].version}" if earlier[-1].version else "an earlier package"
    if package.resubmission == "refused":
        yield check.finding("resubmission-refused", found=f"a run of {before}", expected="runs that are new")
    elif package.resubmission == "replaces":
        return
    elif earlier[-1].digests.get(key) == digest_of(check.named.file.path):
        expected = f"only files that are new or differ from those of {before}"
        yield check.finding("resubmission-unchanged", found="the same file", expected=expected)
    elif package.debugged == "unofficial":
        yield check.finding(
            "debugged-unofficial",
            found=f"a run of {before}, changed",
            expected="runs that are new, for official results",
        )
