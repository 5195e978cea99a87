"""Who may submit what; what a late or a second submission is."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from bakeoff.rulebook.release.disclosure import references_out
from bakeoff.rulebook.schema import Package, Rulebook, SystemType
from bakeoff.rulebook.state import Submitted, TeamState
from bakeoff.rulebook.submission.deadlines import missed_phases, timing_of
from bakeoff.rulebook.submission.verdicts import Effect, Refusal, Verdict


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
    timing = timing_of(rulebook, when, team, package)
    effect = _effect(package, team, run)
    refusals = (
        *([timing.refusal] if timing.refusal else []),
        *_registration(rulebook, team, run),
        *missed_phases(rulebook, team, run, when),
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
        or (timing.late and package.late == "unofficial")
        or (effect == "debugged" and package.debugged == "unofficial")
    )
    kind = type_of(rulebook, run.system)
    official = package.official and not unofficial and (kind is None or kind.official)
    return Verdict(refusals=refusals, late=timing.late or has_references, effect=effect, official=official)


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


def _registration(rulebook: Rulebook, team: TeamState, run: Submitted) -> Iterator[Refusal]:
    tracks = (run.track,) if run.track else rulebook.submission.packages[run.package].tracks or tuple(rulebook.tracks)
    if missing := team.unregistered(rulebook, tracks=tracks, language_pair=run.language_pair):
        yield Refusal("registered", f"{team.code} did not register for {missing}")
    for agreement in rulebook.agreements_about(tracks):
        if "source" in agreement.before and agreement.id not in team.signed:
            yield Refusal("signed", f"{team.code} has not signed: {agreement.label}")


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
