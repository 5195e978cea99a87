"""When what a test set keeps from teams comes out, and what can no longer be submitted as if it had not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from bakeoff.rulebook.cache import once_for_each_rulebook
from bakeoff.rulebook.calendar import schedule
from bakeoff.rulebook.release.grants import Resource, first_release, test_sets_of_package
from bakeoff.rulebook.schema import Rulebook
from bakeoff.rulebook.submission.trials import opens_trials

_HELPS: tuple[Resource, ...] = ("references", "outputs", "anonymous-outputs", "scores", "own-scores")
"""What would help who still works on a test set."""
_PRACTICE = ("dev", "dry-run")
"""Sets without any secrets."""


@dataclass(frozen=True, slots=True)
class Disclosure:
    """Something about a test set comes out."""

    when: datetime
    phase: str
    what: str
    test_set: str


def references_out(rulebook: Rulebook, package: str) -> Disclosure | None:
    """When references of a set on which a kind of package holds runs come out first, if they do."""
    released = (found for found in _disclosures(rulebook) if found.what == "references")
    return next((found for found in released if found.test_set in _contested(rulebook, package)), None)


def first_disclosure_after(rulebook: Rulebook, phase: str) -> Disclosure | None:
    """What comes out first of the sets on which runs are submitted in a phase, once it is over for everyone.

    Nobody may go on in the phase for longer. What comes out while it lasts is meant to, such as other teams' outputs
    for teams that combine them.
    """
    end = next(period.end for period in schedule(rulebook) if period.phase.id == phase)
    packages = [opening.partition(":")[2] for opening in rulebook.phases[phase].opens if opening.startswith("submit:")]
    contested = {test_set for package in packages for test_set in _contested(rulebook, package)}
    return next((found for found in _disclosures(rulebook) if found.when >= end and found.test_set in contested), None)


def disclosed_between(rulebook: Rulebook, begin: datetime, end: datetime) -> Disclosure | None:
    """What comes out first after one moment and before another, of all sets but those for practice."""
    return next(
        (
            found
            for found in _disclosures(rulebook)
            if begin < found.when < end and rulebook.test_sets[found.test_set].role not in _PRACTICE
        ),
        None,
    )


def _contested(rulebook: Rulebook, package: str) -> tuple[str, ...]:
    """The sets on which a kind of package is to show what systems can do; scores of metrics need the references."""
    if package not in rulebook.submission.packages or rulebook.submission.packages[package].format == "scores":
        return ()
    return tuple(
        test_set
        for test_set in test_sets_of_package(rulebook, package)
        if rulebook.test_sets[test_set].role not in _PRACTICE
    )


@once_for_each_rulebook
def _disclosures(rulebook: Rulebook) -> tuple[Disclosure, ...]:
    return tuple(sorted([*_releases(rulebook), *_trials(rulebook)], key=lambda found: found.when))


def _releases(rulebook: Rulebook) -> Iterator[Disclosure]:
    for test_set in rulebook.test_sets:
        for resource in _HELPS:
            grant = first_release(rulebook, resource, test_set=test_set, role="participant")
            if grant is not None:
                yield Disclosure(grant.when, grant.phase, resource, test_set)


def _trials(rulebook: Rulebook) -> Iterator[Disclosure]:
    """Phases in which the server scores a set for anyone who asks."""
    for period in schedule(rulebook):
        for test_set in rulebook.test_sets.values():
            if opens_trials(period.phase, test_set):
                yield Disclosure(period.start, period.phase.id, "scores", test_set.id)
