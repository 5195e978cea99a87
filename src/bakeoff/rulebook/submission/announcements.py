"""Messages about packages: what the next one will do, and what one did.

Pages, mails, the API and the command line all show these sentences.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bakeoff.rulebook.calendar import clock_time, exact_time
from bakeoff.rulebook.release.status import Status
from bakeoff.rulebook.schema import Campaign
from bakeoff.rulebook.state import SubmittedPackage
from bakeoff.rulebook.submission.offers import Fate, Offer, SystemsLeft


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOutcome:
    """What a run of a valid package counts as now."""

    status: Status
    official: bool = True
    """Whether the rules count it on its board, which may be unofficial as such."""
    debugged: bool = False
    withdrawn: bool = False
    replaces: tuple[SubmittedPackage, ...] = ()
    replaced_by: SubmittedPackage | None = None

    @property
    def counts_officially(self) -> bool:
        """Whether it is in the table of its board that counts: neither replaced nor withdrawn."""
        return self.official and self.in_force

    @property
    def in_force(self) -> bool:
        return not self.withdrawn and self.replaced_by is None


def name_package(package: SubmittedPackage, campaign: Campaign) -> str:
    """A package by name, receipt, version and time, so that nobody takes it for another.

    >>> from datetime import UTC, datetime
    >>> package = SubmittedPackage(number=7, name="a.tgz", version=2, submitted_at=datetime(2027, 3, 3, tzinfo=UTC))
    >>> name_package(package, Campaign(id="a", title="A", timezone="AoE"))
    'a.tgz (receipt 7, version 2, submitted Tue 2 March 2027, 12:00:00 AoE)'
    """
    version = f"version {package.version}, " if package.version else ""
    return f"{package.name} (receipt {package.number}, {version}submitted {exact_time(package.submitted_at, campaign)})"


def describe_offer(offer: Offer, campaign: Campaign) -> str:
    """Whether a kind of package is accepted now, and until when."""
    deadline = None if offer.deadline is None else clock_time(offer.deadline, campaign, last=True)
    match offer.state:
        case "open":
            return f"open until {deadline}" if deadline else "open"
        case "late":
            return f"late: the deadline was {deadline}; packages are still accepted, marked as late and unofficial"
        case "coming":
            return "not open yet" if offer.opens is None else f"opens on {clock_time(offer.opens, campaign)}"
        case "closed":
            return f"closed since {deadline}"


def describe_systems_left(systems: SystemsLeft, campaign: Campaign) -> str:
    """What the next package can still add, and what it does to what was submitted before."""
    earlier_runs = [earlier for earlier in systems.earlier if earlier.run.origin is not None]
    parts = []
    if systems.kind.most is None:
        parts.append("any number")
    elif not (earlier_runs and systems.kind.most == 1):  # none is left, and yet the next package may hold one
        parts.append(f"{systems.left} of {systems.kind.most} left")
    groups: dict[tuple[Fate, SubmittedPackage | None], list[str]] = {}
    for earlier in earlier_runs:
        name = earlier.run.run if systems.by_run else earlier.run.system
        groups.setdefault((earlier.fate, earlier.run.origin), []).append(name)
    for (fate, origin), names in groups.items():
        if origin is not None:
            parts.append(_describe_fate(fate, name_package(origin, campaign), _again(systems, names)))
    if not systems.official and not any(fate == "kept" for fate, _ in groups):
        parts.append("unofficial")
    return "; ".join(parts)


def _again(systems: SystemsLeft, names: Sequence[str]) -> str:
    """What holds earlier systems again."""
    if systems.kind.most == 1 and not systems.by_run:
        return "your next package"
    return f"a new {_listed(sorted(set(names)), 'or')}"


def _describe_fate(fate: Fate, package: str, again: str) -> str:
    match fate:
        case "replaced":
            return f"{again} replaces {package}"
        case "kept":
            return f"{again} does not replace {package}: it will be scored and is unofficial"
        case "final":
            return f"{package} is final and cannot be replaced"


def describe_package(*, version: int | None, late: bool) -> str:
    """Which version a package is, and whether it came in time.

    >>> describe_package(version=2, late=False)
    'version 2, in time'
    """
    return (f"version {version}, " if version else "") + ("late" if late else "in time")


def describe_run(outcome: RunOutcome, campaign: Campaign) -> str:
    """What a run counts as now, and which packages it replaced or was replaced by."""
    flags = {
        "withdrawn": outcome.withdrawn,
        outcome.status.label: outcome.in_force or not outcome.status.is_official,
        "debugged": outcome.debugged and "debugged" not in outcome.status.reasons,
    }
    states = [flag for flag, holds in flags.items() if holds]
    return ", ".join([*states, *filter(None, [describe_replacements(outcome, campaign)])])


def describe_replacements(outcome: RunOutcome, campaign: Campaign) -> str:
    """Which packages a run replaced or was replaced by; nothing where there is none."""
    return ", ".join(_replacements(outcome, campaign))


def _replacements(outcome: RunOutcome, campaign: Campaign) -> Iterator[str]:
    if outcome.replaced_by is not None and not outcome.withdrawn:
        yield f"replaced by {name_package(outcome.replaced_by, campaign)}"
    if outcome.replaces:
        yield "replaces " + _listed([name_package(package, campaign) for package in outcome.replaces], "and")


def _listed(words: Sequence[str], last: str) -> str:
    """Words as a list in a sentence.

    >>> _listed(["a", "b", "c"], "or")
    'a, b or c'
    """
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
