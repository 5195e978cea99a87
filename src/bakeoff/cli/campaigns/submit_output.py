"""What `bakeoff submit` prints besides findings: what will happen, the receipt, and what became of the runs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from bakeoff.data.sentences import capitalized
from bakeoff.reports.table import visible
from bakeoff.rulebook.calendar import exact_time

if TYPE_CHECKING:
    from bakeoff.client import Offers, Submission
    from bakeoff.rulebook import Rulebook
    from bakeoff.submissions.checker import CheckReport


def next_package_lines(offers: Offers, report: CheckReport) -> Iterator[str]:
    """What a package that is about to be sent will do, in the words of the page to submit."""
    held = {(entry.language_pair, entry.system_type, entry.condition or "") for entry in report.entries}
    for offer in offers.packages:
        if offer.package != report.package:
            continue
        yield f"{offer.title}: {offer.sentence}."
        for pair in offer.pairs:
            told = [each for each in pair.systems if (pair.language_pair, each.system_type, each.condition) in held]
            if told:
                yield pair.language_pair + (f", version {pair.version}" if pair.version else "")
            for systems in told:
                yield f"  {', '.join(filter(None, [systems.title, systems.condition]))}: {systems.sentence}"


def receipt_line(submission: Submission, rulebook: Rulebook) -> str:
    when = exact_time(submission.received_at, rulebook.campaign)
    return f"Receipt {submission.number}: {visible(submission.name)}, {when}, sha256 {submission.sha256}"


def outcome_lines(submission: Submission) -> Iterator[str]:
    """Version and lateness of a valid package, and what its runs count as."""
    if submission.summary:
        yield f"{capitalized(submission.summary)}."
    for run in submission.runs:
        place = " ".join(filter(None, [run.track, run.language_pair, run.condition, run.test_set]))
        yield visible(f"{run.name}, {place}: {run.outcome}")


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
