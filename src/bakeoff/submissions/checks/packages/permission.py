"""Whether a team that a server knows may submit a package: what it registered for and signed, and all that
`bakeoff.rulebook.submission.permission` says.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from bakeoff.data import Finding
from bakeoff.errors import Place
from bakeoff.rulebook.submission.permission import may_submit
from bakeoff.rulebook.submission.verdicts import Refusal, Rule
from bakeoff.submissions.context import PackageCheck
from bakeoff.submissions.finding_codes import finding
from bakeoff.submissions.packages.entries import Entry
from bakeoff.submissions.packages.identification import entries_of

_CODES: Mapping[Rule, tuple[str, ...]] = {
    "package": ("file-system-type", "required-type-missing", "too-few-systems"),
    "not-open": ("too-early",),
    "closed": ("late-refused",),
    "registered": ("pair-not-registered",),
    "signed": ("agreement-not-signed",),
    "earlier-phase": ("dry-run-missing",),
    "condition": ("condition-not-offered",),
    "too-many": ("too-many-systems",),
    "version": ("version-order", "version-repeated", "version-zero"),
    "again": ("resubmission-refused",),
}
"""By rule the codes that say it: the first where no other rule of the checker has found any of them."""


def permission(check: PackageCheck, found: Collection[str]) -> Iterator[Finding]:
    """Why a package may not be submitted, as far as the codes found so far do not say it already."""
    if check.registered is None or check.when is None:
        return
    entries = list(entries_of(check.names))
    yield from (_unplaced(entry) for entry in entries if not _is_placed(entry))
    refusals: dict[Refusal, None] = {}
    for entry in entries:
        verdict = may_submit(check.rulebook, check.when, check.registered, entry.submitted(check.names.version))
        refusals |= dict.fromkeys(verdict.refusals)
    for refusal in refusals:
        codes = _CODES[refusal.rule]
        if not any(code in found for code in codes):
            expected = "what the rules of the campaign allow the team at this time"
            yield check.finding(codes[0], found=refusal.reason, expected=expected)


def _is_placed(entry: Entry) -> bool:
    return None not in (entry.track, entry.language_pair, entry.test_set, entry.written_type)


def _unplaced(entry: Entry) -> Finding:
    values = {
        "track": entry.track,
        "language pair": entry.language_pair,
        "test set": entry.test_set,
        "type of system": entry.written_type,
    }
    return finding(
        "run-unplaced",
        found=f"no {' and no '.join(what for what, value in values.items() if value is None)}",
        expected="names that show where a run belongs",
        place=Place(entry.file.name),
    )
