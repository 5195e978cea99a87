"""Times: the phase in which a package is submitted, what must come before it (OpenMT12, 9, 10 and 13).

What the schedule allows is decided in `bakeoff.rulebook.submission.deadlines`, here as on a server.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from bakeoff.data import Finding
from bakeoff.rulebook.calendar import clock_time
from bakeoff.rulebook.state import Submitted, TeamState
from bakeoff.rulebook.submission.permission import may_submit
from bakeoff.rulebook.submission.verdicts import Verdict
from bakeoff.submissions.context import PackageCheck

_CODES = {"not-open": "too-early", "closed": "late-refused"}
_NO_TIME = datetime.min.replace(tzinfo=UTC)


def _verdict(check: PackageCheck) -> Verdict:
    """What the rules say about the team, or about an unknown team with only times and earlier packages."""
    pair = check.names.known.get("language_pair")
    run = Submitted(package=check.package.id, language_pair=pair, system="")
    return may_submit(check.rulebook, check.when or _NO_TIME, check.registered or _unregistered(check), run)


def _unregistered(check: PackageCheck) -> TeamState:
    before = check.history.packages if check.history else ()
    return TeamState(
        code=check.names.known.get("team", "the team"),
        language_pairs=frozenset(check.rulebook.language_pairs),
        signed=frozenset(check.rulebook.registration.agreements),
        submitted=tuple(
            Submitted(package=each.package, language_pair=each.language_pair, system="", version=each.version or 1)
            for each in before
        ),
    )


def deadline(check: PackageCheck) -> Iterator[Finding]:
    """In time, early or late; what late means, the rulebook says."""
    if not any(f"submit:{check.package.id}" in phase.opens for phase in check.rulebook.phases.values()):
        return
    if check.when is None:
        expected = "the time of the submission, to compare with the schedule"
        yield check.finding("deadline-not-checked", found="no date", expected=expected)
        return
    verdict = _verdict(check)
    found = clock_time(check.when.replace(second=0, microsecond=0), check.rulebook.campaign)
    for refusal in verdict.refusals:
        if refusal.rule in _CODES:
            expected = f"a time at which it is taken ({refusal.reason})"
            yield check.finding(_CODES[refusal.rule], found=found, expected=expected)
    if verdict.late and not _refused(verdict):
        yield check.finding(
            "late-unofficial",
            found=found,
            expected="a time before the deadline, and before references come out, for official results",
        )


def _refused(verdict: Verdict) -> bool:
    return any(refusal.rule in _CODES for refusal in verdict.refusals)


def dry_run(check: PackageCheck) -> Iterator[Finding]:
    """Phases that are compulsory before this one: the team must have submitted a package in each."""
    known = check.history is not None and check.history.complete
    for refusal in _verdict(check).refusals:
        if refusal.rule == "earlier-phase":
            yield check.finding(
                "dry-run-missing" if known else "dry-run-not-checked",
                found=refusal.reason if known else "no package of an earlier phase",
                expected=f"a package in each phase that is compulsory before {check.package.label}",
            )
