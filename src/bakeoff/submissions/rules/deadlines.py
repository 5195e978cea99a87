"""Times: the phase in which a package is handed in, what must come before it (OpenMT12, 9, 10 and 13)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from bakeoff.data import Finding
from bakeoff.rulebook import Period, schedule
from bakeoff.submissions.context import PackageCheck


def _periods(check: PackageCheck) -> list[Period]:
    """The phases in which this kind of package is handed in."""
    opening = f"submit:{check.package.id}"
    return [period for period in schedule(check.rulebook) if opening in period.phase.opens]


def deadline(check: PackageCheck) -> Iterator[Finding]:
    """In time, early or late; what late means, the rulebook says."""
    periods = _periods(check)
    if not periods:
        return
    if check.when is None:
        end = check.rulebook.campaign.zone
        expected = f"a time before {periods[-1].end.astimezone(end):%Y-%m-%d %H:%M %Z}"
        yield check.finding("deadline-not-checked", found="no date", expected=expected, remedy="Give it by --date.")
        return
    if any(period.holds(check.when) for period in periods):
        return
    if all(check.when < period.start for period in periods):
        expected = f"a time from {_said(periods[0].start, check)} on"
        yield check.finding("too-early", found=_said(check.when, check), expected=expected)
        return
    yield from _late(check, max(period.end for period in periods if period.end <= check.when))


def _late(check: PackageCheck, end: datetime) -> Iterator[Finding]:
    package = check.package
    closed = next((p.start for p in schedule(check.rulebook) if p.phase.id == package.late_until), None)
    over = closed is not None and check.when is not None and check.when >= closed
    if package.late == "refused" or over:
        last = closed if over and closed is not None and package.late != "refused" else end
        expected = f"a time before {_said(last, check)}"
        yield check.finding("late-refused", found=_said(check.when, check), expected=expected)
    elif package.late == "unofficial":
        yield check.finding(
            "late-unofficial",
            found=_said(check.when, check),
            expected=f"a time before {_said(end, check)}",
            remedy="It is kept, scored and reported apart.",
        )


def _said(when: datetime | None, check: PackageCheck) -> str:
    return f"{when.astimezone(check.rulebook.campaign.zone):%Y-%m-%d %H:%M %Z}" if when else "no date"


def dry_run(check: PackageCheck) -> Iterator[Finding]:
    """Phases that are compulsory before this one: the site must have handed in a package in each."""
    required = {name for period in _periods(check) for name in period.phase.requires}
    pair = check.names.known.get("language_pair")
    for name in sorted(required):
        opened = [opening.partition(":")[2] for opening in check.rulebook.phases[name].opens]
        kinds = [kind for kind in opened if kind in check.rulebook.submission.packages]
        history = check.history
        if history is not None and any(history.of_kind(kind, pair) for kind in kinds):
            continue
        title = check.rulebook.phases[name].title or name
        if history is not None and history.complete:
            yield check.finding(
                "dry-run-missing",
                found="no package",
                expected=f"one in the phase {title}" + (f" for {pair}" if pair else ""),
            )
        else:
            yield check.finding(
                "dry-run-not-checked",
                found="no package of it",
                expected=f"one in the phase {title}, which is compulsory",
                remedy="Give it by --earlier, if there is one.",
            )
