"""Who may submit what, and when; what a late or a second submission is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from bakeoff.rulebook.calendar import FOREVER, Period, clock_time, schedule
from bakeoff.rulebook.disclosure import references_out
from bakeoff.rulebook.schema import Package, Rulebook, SystemType
from bakeoff.rulebook.state import Submitted, TeamState
from bakeoff.rulebook.visibility import first_release

Rule = Literal[
    "package",
    "not-open",
    "closed",
    "registered",
    "signed",
    "earlier-phase",
    "condition",
    "too-many",
    "version",
    "again",
]
Effect = Literal["new", "replaces", "debugged"]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something may not be submitted."""

    rule: Rule
    reason: str
    opens: datetime | None = None
    """When it will be possible, as far as the schedule tells."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether a run may be submitted, and as what it counts."""

    refusals: tuple[Refusal, ...] = ()
    late: bool = False
    """Whether it comes after the deadline, or after the references came out, whatever time the team was given."""
    effect: Effect = "new"
    official: bool = True
    """Whether it stands in the official table. One that does not is scored, flagged and named."""

    @property
    def allowed(self) -> bool:
        return not self.refusals


def may_submit(rulebook: Rulebook, when: datetime, team: TeamState, run: Submitted) -> Verdict:
    """Whether a team may submit a run at a time, under all rules of the rulebook.

    >>> from datetime import UTC, datetime
    >>> from bakeoff.rulebook import read_rulebook
    >>> team = TeamState(code="NIST", language_pairs=frozenset(["ara2eng"]))
    >>> run = Submitted(package="dryrun", language_pair="ara2eng", condition="constrained", system="primary")
    >>> verdict = may_submit(read_rulebook("openmt2012"), datetime(2012, 1, 1, tzinfo=UTC), team, run)
    >>> [refusal.rule for refusal in verdict.refusals]
    ['not-open', 'signed', 'signed']
    """
    package = rulebook.submission.packages.get(run.package)
    if package is None:
        known = ", ".join(rulebook.submission.packages)
        return Verdict(refusals=(Refusal("package", f"there is no package {run.package}; there are: {known}"),))
    timing, late = _timing(rulebook, when, team, package)
    effect = _effect(package, team, run)
    refusals = (
        *timing,
        *_registration(rulebook, team, run),
        *_earlier_phases(rulebook, team, run, when),
        *_condition(rulebook, run),
        *_numbers(rulebook, package, team, run, effect),
        *_versions(team, run),
    )
    if effect != "new" and package.resubmission == "refused":
        refusals = (*refusals, Refusal("again", f"{run.system} was submitted before and cannot be replaced"))
    release = references_out(rulebook, package.id)
    has_references = release is not None and release.when <= when
    unofficial = (
        has_references
        or (late and package.late == "unofficial")
        or (effect == "debugged" and package.debugged == "unofficial")
    )
    kind = type_of(rulebook, run.system)
    official = package.official and not unofficial and (kind is None or kind.official)
    return Verdict(refusals=refusals, late=late or has_references, effect=effect, official=official)


def is_replaced(package: Package, verdict: Verdict, *, official: bool) -> bool:
    """Whether an earlier run of the same system gives way to one with this verdict; `official` says what it is itself.

    An official run never gives way to one that is not official.
    """
    replaces = verdict.effect == "replaces" or (verdict.effect == "debugged" and package.debugged == "accepted")
    return replaces and (verdict.official or not official)


def type_of(rulebook: Rulebook, system: str) -> SystemType | None:
    """The type of a system by what names call it."""
    for kind in rulebook.submission.system_types.values():
        if system in kind.written or (kind.most is None and system.startswith(kind.id)):
            return kind
    return None


def _timing(rulebook: Rulebook, when: datetime, team: TeamState, package: Package) -> tuple[tuple[Refusal, ...], bool]:
    """Whether the phase is open for the team, and whether the package is late."""
    periods = [
        period
        for period in schedule(rulebook, extensions=team.extensions)
        if f"submit:{package.id}" in period.phase.opens
    ]
    if any(period.holds(when) for period in periods):
        return (), False
    coming = [period.start for period in periods if period.start > when]
    past = [period.end for period in periods if period.end <= when]
    if not past:
        opens = min(coming, default=None)
        until = "yet" if opens is None else f"before {clock_time(opens, rulebook.campaign)}"
        return (Refusal("not-open", f"{package.label} packages are not taken {until}", opens),), False
    if package.late != "refused" and when < _late_until(rulebook, package):
        return (), package.late != "accepted"
    deadline = clock_time(max(past), rulebook.campaign, last=True)
    return (Refusal("closed", f"the deadline for {package.label} packages was {deadline}"),), True


def _late_until(rulebook: Rulebook, package: Package) -> datetime:
    starts = [period.start for period in schedule(rulebook) if period.phase.id == package.late_until]
    return starts[0] if starts else FOREVER


def _registration(rulebook: Rulebook, team: TeamState, run: Submitted) -> Iterator[Refusal]:
    pair = run.language_pair
    if rulebook.registration.by_language_pair and pair is not None and pair not in team.language_pairs:
        yield Refusal("registered", f"{team.code} did not register for {pair}")
    tracks = (run.track,) if run.track else rulebook.submission.packages[run.package].tracks or tuple(rulebook.tracks)
    for agreement in rulebook.agreements_about(tracks):
        if "source" in agreement.before and agreement.id not in team.signed:
            yield Refusal("signed", f"{team.code} has not signed: {agreement.label}")


def _earlier_phases(rulebook: Rulebook, team: TeamState, run: Submitted, when: datetime) -> Iterator[Refusal]:
    """Phases that the team must have taken part in before this one, with this language pair where it is known."""
    for phase in _phases_for(rulebook, team, run, when):
        for earlier in phase.phase.requires:
            opened = {
                opening.partition(":")[2] for opening in rulebook.phases[earlier].opens if opening.startswith("submit:")
            }
            if not any(
                done.package in opened
                and not done.withdrawn
                and (run.language_pair is None or done.language_pair in (None, run.language_pair))
                for done in team.submitted
            ):
                yield Refusal("earlier-phase", f"{team.code} did not take part in {rulebook.phases[earlier].label}")


def _phases_for(rulebook: Rulebook, team: TeamState, run: Submitted, when: datetime) -> Sequence[Period]:
    """The phase in which a package is submitted: that which is open, or the one that was."""
    periods = [
        period
        for period in schedule(rulebook, extensions=team.extensions)
        if f"submit:{run.package}" in period.phase.opens
    ]
    return [period for period in periods if period.holds(when)] or periods[-1:]


def _condition(rulebook: Rulebook, run: Submitted) -> Iterator[Refusal]:
    if run.condition is None or run.condition not in rulebook.conditions:
        return
    pairs = rulebook.conditions[run.condition].language_pairs
    if pairs and run.language_pair not in (None, *pairs):
        yield Refusal("condition", f"{rulebook.conditions[run.condition].label} is not offered for {run.language_pair}")
    kind = type_of(rulebook, run.system)
    if kind is not None and kind.conditions and run.condition not in kind.conditions:
        label = rulebook.conditions[run.condition].label
        yield Refusal("condition", f"{kind.label} systems are not taken under the condition {label}")


def _effect(package: Package, team: TeamState, run: Submitted) -> Effect:
    """What it is if the same system was submitted before."""
    before = any(done.slot == run.slot and done.system == run.system and not done.withdrawn for done in team.submitted)
    return "new" if not before else "debugged" if package.resubmission == "debugged" else "replaces"


def _numbers(
    rulebook: Rulebook, package: Package, team: TeamState, run: Submitted, effect: Effect
) -> Iterator[Refusal]:
    """How many systems of a type there may be, over all versions of the team."""
    kind = type_of(rulebook, run.system)
    if kind is None or (package.system_types and kind.id not in package.system_types):
        yield Refusal("package", f"{package.label} packages hold no {run.system}")
        return
    systems = {done.system for done in team.submitted if done.slot == run.slot and not done.withdrawn}
    same = {system for system in systems if type_of(rulebook, system) is kind}
    if kind.most is not None and effect == "new" and len(same) >= kind.most:
        yield Refusal(
            "too-many", f"{team.code} has submitted {len(same)} {kind.label} systems, and may submit {kind.most}"
        )
    for needed in package.requires:
        named = rulebook.submission.system_types[needed]
        if run.version > 1 and kind.id != needed and not any(system in named.written for system in systems):
            yield Refusal("package", f"the first {package.label} package must hold a {named.label} system")


def _versions(team: TeamState, run: Submitted) -> Iterator[Refusal]:
    """Versions are numbered one after the other for each kind of package and language pair."""
    versions = {
        done.version
        for done in team.submitted
        if done.package == run.package and done.language_pair == run.language_pair
    }
    expected = max(versions, default=0)
    if run.version not in (expected, expected + 1) or run.version < 1:
        yield Refusal("version", f"expected version {expected + 1}, found {run.version}")


def withdrawal_closed(rulebook: Rulebook, when: datetime, test_sets: Iterable[str]) -> datetime | None:
    """Since when a team may no longer take back runs on test sets: scores on one of them are public, which ranks all.

    Organisers may still withdraw them, with a reason.

    >>> from datetime import UTC, datetime
    >>> from bakeoff.rulebook import read_rulebook
    >>> rules = read_rulebook("openmt2012")
    >>> withdrawal_closed(rules, datetime(2012, 4, 1, tzinfo=UTC), ["current"]) is None
    True
    >>> withdrawal_closed(rules, datetime(2013, 4, 1, tzinfo=UTC), ["current"]).year
    2012
    """
    grants = [first_release(rulebook, "scores", test_set=each, role="stranger") for each in test_sets]
    return min((grant.when for grant in grants if grant is not None and grant.when <= when), default=None)
