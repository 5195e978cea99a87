"""How many systems of each type (OpenMT12, 6 and 12.1.2): the numbers hold over all versions of a team."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from bakeoff.data import Finding
from bakeoff.rulebook.schema import SystemType
from bakeoff.submissions.checks.packages.versions import earlier_packages, is_first
from bakeoff.submissions.context import PackageCheck
from bakeoff.submissions.packages.entries import Entry
from bakeoff.submissions.packages.identification import entries_of

Slot = tuple[str | None, ...]


def system_counts(check: PackageCheck) -> Iterator[Finding]:
    """Exactly one primary system, at most three contrastive ones, for each language pair, condition and test set."""
    if not all(named.is_right for named in check.names.runs):
        return  # files under a wrong name cannot be counted
    now = list(entries_of(check.names))
    before = [entry for package in earlier_packages(check) for entry in package.entries]
    for slot, entries in _by_slot([*before, *now]).items():
        if not any(entry.slot == slot for entry in now):
            continue
        for kind in _types(check):
            written = {entry.written_type for entry in entries if entry.system_type == kind.id}
            yield from _too_many(check, slot, kind, written)
            if kind.may_be_under(entries[0].condition):  # all of the slot are under the same
                yield from _too_few(check, slot, kind, written)


def _by_slot(entries: list[Entry]) -> dict[Slot, list[Entry]]:
    slots: dict[Slot, list[Entry]] = defaultdict(list)
    for entry in entries:
        slots[entry.slot].append(entry)
    return slots


def _types(check: PackageCheck) -> list[SystemType]:
    held = check.package.system_types
    return [kind for kind in check.rulebook.submission.system_types.values() if not held or kind.id in held]


def _too_many(check: PackageCheck, slot: Slot, kind: SystemType, written: set[str | None]) -> Iterator[Finding]:
    if kind.most is not None and len(written) > kind.most:
        found = f"{len(written)}: {', '.join(sorted(filter(None, written)))}"
        yield check.finding(
            "too-many-systems",
            found=found,
            expected=f"at most {kind.most} {kind.title or kind.id} for {_said(slot)}, all versions taken together",
        )


def _too_few(check: PackageCheck, slot: Slot, kind: SystemType, written: set[str | None]) -> Iterator[Finding]:
    required = kind.id in check.package.requires
    fewest = max(kind.fewest, int(required))
    if len(written) >= fewest:
        return
    complete = check.history is not None and check.history.complete
    if required and is_first(check):
        yield check.finding(
            "required-type-missing",
            found="none",
            expected=f"a {kind.title or kind.id} system in the first version ({_said(slot)})",
        )
    elif is_first(check) or complete or earlier_packages(check):
        yield check.finding(
            "too-few-systems",
            found=str(len(written)),
            expected=f"{'exactly' if kind.exactly else 'at least'} {fewest} {kind.title or kind.id} for {_said(slot)}",
        )


def _said(slot: Slot) -> str:
    """The slot in words, without team and package, which are the same for all."""
    return ", ".join(filter(None, slot[2:])) or "the package"


def compulsory_sets(check: PackageCheck) -> Iterator[Finding]:
    """Test sets that everybody has to run, such as a progress set."""
    now = list(entries_of(check.names))
    before = [entry for package in earlier_packages(check) for entry in package.entries]
    for track, pair in sorted({(entry.track or "", entry.language_pair or "") for entry in now}):
        run = {entry.test_set for entry in [*before, *now] if (entry.track, entry.language_pair) == (track, pair)}
        rules = check.rulebook.tracks.get(track)
        offered = {each.id for each in check.rulebook.test_sets_of(track, pair)} if rules else set()
        for name in rules.compulsory_sets if rules else ():
            asked = name in offered and name in (check.package.test_sets or (name,))
            if asked and None not in run and name not in run:
                known = is_first(check) or check.history is not None
                yield check.finding(
                    "compulsory-set-missing" if known else "compulsory-set-not-checked",
                    found=f"runs on {', '.join(sorted(filter(None, run)))}",
                    expected=f"runs on {name} too, for {', '.join(filter(None, (track, pair)))}"
                    + ("" if known else ", here or in an earlier package"),
                )
