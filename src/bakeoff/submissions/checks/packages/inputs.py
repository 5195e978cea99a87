"""What systems started from: one of the inputs that their track offers on the test set."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.data import Finding
from bakeoff.rulebook.release.inputs import inputs_of_run
from bakeoff.submissions.context import FileCheck, PackageCheck
from bakeoff.submissions.packages.identification import entries_of


def input_offered(check: FileCheck) -> Iterator[Finding]:
    """Whether a run says what its system started from, and whether that was offered (IWSLT 2005, 2.1)."""
    entry, rulebook = check.entry, check.package.rulebook
    if entry.track is None or entry.test_set is None:
        return
    offered = inputs_of_run(rulebook, entry.track, entry.test_set)
    expected = f"an input of {rulebook.tracks[entry.track].label}: {', '.join(offered) or 'none'}"
    if entry.input is None and len(offered) > 1:
        yield check.finding("input-missing", found="none", expected=expected)
    elif entry.input is not None and entry.input not in offered:
        yield check.finding("input-not-offered", found=entry.input, expected=expected)
    elif entry.released_runs and check.package.released is not None:
        known = check.package.released(entry.language_pair, entry.test_set)
        for name in entry.released_runs:
            if name not in known:
                listed = f"one of the released runs: {', '.join(known) or 'none'}"
                yield check.finding("released-run-unknown", found=name, expected=listed)


def input_used(check: PackageCheck) -> Iterator[Finding]:
    """An input that the team names but that none of its runs can have started from."""
    named = check.stated.named
    entries = list(entries_of(check.names))
    if named is not None and entries and all(entry.input not in (None, named) for entry in entries):
        found = ", ".join(dict.fromkeys(entry.input for entry in entries if entry.input))
        yield check.finding("input-not-offered", found=named, expected=f"the input of the runs: {found}")
