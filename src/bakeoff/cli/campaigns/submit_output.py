"""What `bakeoff submit` prints besides findings: what will happen, the receipt, and what became of the runs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from bakeoff.data.sentences import capitalized
from bakeoff.reports.table import visible
from bakeoff.rulebook.calendar import exact_time
from bakeoff.rulebook.titles import board_title, title_of

if TYPE_CHECKING:
    from bakeoff.client import Offers, Submission
    from bakeoff.rulebook import Rulebook
    from bakeoff.submissions.checker import CheckReport


def next_package_lines(offers: Offers, report: CheckReport, rulebook: Rulebook) -> Iterator[str]:
    """What a package that is about to be sent will do, in the words of the page to submit."""
    held = {(entry.language_pair, entry.system_type, entry.condition or "") for entry in report.entries}
    for offer in offers.packages:
        if offer.package != report.package:
            continue
        yield f"{offer.title}: {offer.sentence}."
        for pair in offer.pairs:
            sent = [each for each in pair.systems if (pair.language_pair, each.system_type, each.condition) in held]
            if sent:
                title = title_of(pair.language_pair, rulebook.language_pairs)
                yield title + (f", version {pair.version}" if pair.version else "")
            for systems in sent:
                condition = title_of(systems.condition, rulebook.conditions)
                yield f"  {', '.join(filter(None, [systems.title, condition]))}: {systems.sentence}"


def receipt_line(submission: Submission, rulebook: Rulebook) -> str:
    when = exact_time(submission.received_at, rulebook.campaign)
    return f"Receipt {submission.number}: {visible(submission.name)}, {when}, sha256 {submission.sha256}"


def outcome_lines(submission: Submission, rulebook: Rulebook) -> Iterator[str]:
    """Version and lateness of a valid package, and what its runs count as."""
    if submission.summary:
        yield f"{capitalized(submission.summary)}."
    for run in submission.runs:
        yield visible(f"{run.name} ({board_title(rulebook, run)}): {run.outcome}")


def receipt_json(submission: Submission | None) -> dict[str, Any]:
    """The receipt with the findings. Until the server has checked the package, nobody knows whether it is valid."""
    if submission is None:
        return {"receipt": None}
    known = {} if submission.state != "received" else {"valid": None}
    return known | {
        "receipt": {
            "number": submission.number,
            "received_at": submission.received_at.isoformat(),
            "time_zone": submission.time_zone,
            "sha256": submission.sha256,
            "size": submission.size,
            "version": submission.version,
            "late": submission.late,
            "runs": [
                {
                    "name": run.name,
                    "track": run.track,
                    "language_pair": run.language_pair,
                    "condition": run.condition,
                    "test_set": run.test_set,
                    "official": run.official,
                    "status": run.status,
                    "reasons": list(run.reasons),
                    "late": run.late,
                    "replaces": [
                        asdict(package) | {"submitted_at": package.submitted_at.isoformat()} for package in run.replaces
                    ],
                    "outcome": run.outcome,
                }
                for run in submission.runs
            ],
        }
    }
