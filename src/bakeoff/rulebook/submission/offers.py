"""What a team may submit at a time: kinds of package, names, versions, how many systems are left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from bakeoff.rulebook.calendar import FOREVER, schedule
from bakeoff.rulebook.file_names.fields import FieldRule, example_values, field_rules
from bakeoff.rulebook.file_names.patterns import parse_pattern
from bakeoff.rulebook.schema import Package, Rulebook, SystemType
from bakeoff.rulebook.state import Submitted, TeamState
from bakeoff.rulebook.submission.permission import is_replaced, may_submit, type_of
from bakeoff.rulebook.submission.required_runs import language_pairs_of
from bakeoff.rulebook.submission.verdicts import Refusal

OfferState = Literal["open", "late", "coming", "closed"]
Fate = Literal["replaced", "kept", "final"]
"""Of an earlier run whose system is submitted again: it gives way; it keeps its place and the new run is not official;
the system cannot be submitted again."""
_OF_A_RUN = ("too-many", "version", "again", "package")
"""Rules about a certain run, which nobody has submitted yet."""


@dataclass(frozen=True, slots=True)
class EarlierRun:
    """A run that counts, and what becomes of it when the next package holds its system again."""

    run: Submitted
    fate: Fate


@dataclass(frozen=True, slots=True)
class SystemsLeft:
    """How many systems of a type a team has submitted under a condition, and how many more it may."""

    kind: SystemType
    condition: str | None
    used: int
    left: int | None
    """None where there is no limit."""
    official: bool = True
    """Whether a new system would be official."""
    earlier: tuple[EarlierRun, ...] = ()
    """What was submitted before and still counts: one for each system and package, whatever the number of test sets."""
    by_run: bool = False
    """Whether file names distinguish several systems of the type by the name of the run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairOffer:
    """What of a kind of package a team may submit for a language pair."""

    language_pair: str
    version: int | None
    """The version of the next package, where archives are numbered."""
    archive: str
    """A name that the archive may have, without ending; empty where any will do."""
    file: str
    """A name that a file in it may have, with its folders."""
    refusals: tuple[Refusal, ...]
    systems: tuple[SystemsLeft, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A kind of package at a time. `late`: its deadline has passed and it is still taken."""

    package: Package
    state: OfferState
    opens: datetime | None = None
    deadline: datetime | None = None
    pairs: tuple[PairOffer, ...] = ()


def offers(rulebook: Rulebook, when: datetime, team: TeamState) -> tuple[Offer, ...]:
    """All kinds of package, with what the team may submit of each now."""
    return tuple(_offer(rulebook, when, team, package) for package in rulebook.submission.packages.values())


def _offer(rulebook: Rulebook, when: datetime, team: TeamState, package: Package) -> Offer:
    periods = [
        period
        for period in schedule(rulebook, extensions=team.extensions)
        if f"submit:{package.id}" in period.phase.opens
    ]
    pairs = tuple(
        _pair_offer(rulebook, when, team, package, pair) for pair in language_pairs_of(rulebook, team, package)
    )
    # The schedule speaks of all pairs alike; which they are does not matter.
    verdict = may_submit(rulebook, when, team, Submitted(package=package.id, system=""))
    timing = {refusal.rule: refusal for refusal in verdict.refusals if refusal.rule in ("not-open", "closed")}
    ends = [period.end for period in periods if period.holds(when)] or [period.end for period in periods]
    state: OfferState = "coming" if "not-open" in timing else "closed" if timing else "late" if verdict.late else "open"
    deadline = max(ends, default=FOREVER)
    return Offer(
        package=package,
        state=state,
        opens=timing["not-open"].opens if "not-open" in timing else None,
        deadline=None if deadline == FOREVER else deadline,
        pairs=pairs,
    )


def _pair_offer(rulebook: Rulebook, when: datetime, team: TeamState, package: Package, pair: str) -> PairOffer:
    before = [run for run in team.submitted if run.package == package.id and run.language_pair == pair]
    numbered = "version" in parse_pattern(package.archive).fields
    version = max((run.version for run in before), default=0) + 1
    verdict = may_submit(rulebook, when, team, Submitted(package=package.id, language_pair=pair, system=""))
    languages = rulebook.language_pairs[pair]
    rules = field_rules(rulebook, package)
    values = {
        **example_values(rulebook, package, team=team.code),
        "language_pair": pair,
        "source": languages.source,
        "target": languages.target or "",
        "version": rules["version"].number(version) or str(version),
        **_date(rules["date"], when.astimezone(rulebook.campaign.zone)),
        **_track(rulebook, package, pair),
        **_type(rulebook, package),
    }
    folder, file = (parse_pattern(text).written(values) for text in (package.tree, package.file))
    return PairOffer(
        language_pair=pair,
        version=version if numbered else None,
        archive=parse_pattern(package.archive).written(values),
        file=f"{folder}/{file}" if folder else file,
        refusals=tuple(refusal for refusal in verdict.refusals if refusal.rule not in _OF_A_RUN),
        systems=tuple(_systems(rulebook, when, team, package, pair)),
    )


def _date(rule: FieldRule, today: datetime) -> dict[str, str]:
    """The present day, where the field allows it."""
    written = rule.written_day(today.date())
    return {"date": written} if written is not None and rule.accepts(written) else {}


def _type(rulebook: Rulebook, package: Package) -> dict[str, str]:
    """What names call a system that every team has to submit."""
    types = rulebook.submission.system_types
    needed = [name for name in package.system_types or types if name in package.requires or types[name].fewest]
    return {"system_type": types[needed[0]].written[0]} if needed else {}


def _track(rulebook: Rulebook, package: Package, pair: str) -> dict[str, str]:
    """A track of the package that has the pair, with what hangs on it."""
    for track in rulebook.tracks.values():
        if track.id in (package.tracks or rulebook.tracks) and pair in track.all_pairs:
            sets = [each.id for each in rulebook.test_sets_of(track.id, pair) if each.id in package.test_sets]
            offered = rulebook.conditions_of(track.id, pair)
            return {
                "track": track.id,
                **({"task": track.task} if track.task else {}),
                **({"test_set": sets[0]} if sets else {}),
                **({"condition": offered[0].written} if offered else {}),
            }
    return {}


def _systems(rulebook: Rulebook, when: datetime, team: TeamState, package: Package, pair: str) -> Iterator[SystemsLeft]:
    types = rulebook.submission.system_types
    by_run = "run" in parse_pattern(package.file).fields
    for condition in _conditions(rulebook, package, pair):
        for kind in (types[name] for name in package.system_types or types):
            if not kind.may_be_under(condition):
                continue
            before = [
                run
                for run in team.submitted
                if (run.package, run.language_pair, run.condition) == (package.id, pair, condition)
                and not run.withdrawn
                and type_of(rulebook, run.system) is kind
            ]
            slots: dict[tuple[str | None, ...], set[str]] = {}
            for run in before:
                slots.setdefault(run.slot, set()).add(run.system)
            used = max(map(len, slots.values()), default=0)
            new = Submitted(package=package.id, language_pair=pair, condition=condition, system=kind.written[0])
            yield SystemsLeft(
                kind,
                condition,
                used,
                None if kind.most is None else max(kind.most - used, 0),
                official=may_submit(rulebook, when, replace(team, submitted=()), new).official,
                earlier=tuple(_earlier(rulebook, when, team, package, before)),
                by_run=by_run,
            )


def _conditions(rulebook: Rulebook, package: Package, pair: str) -> Sequence[str | None]:
    """Data conditions that are offered for a language pair; None where there are none."""
    offered = dict.fromkeys(
        condition.id
        for track in rulebook.tracks.values()
        if track.id in (package.tracks or rulebook.tracks) and pair in track.all_pairs
        for condition in rulebook.conditions_of(track.id, pair)
    )
    return list(offered) or [None]


def _earlier(
    rulebook: Rulebook, when: datetime, team: TeamState, package: Package, before: Sequence[Submitted]
) -> Iterator[EarlierRun]:
    in_force = {(run.system, run.run, run.origin, run.official): run for run in before if not run.replaced}
    if not in_force:
        return
    # What the rules say of a system that comes again is the same for all systems of a type.
    verdict = may_submit(rulebook, when, team, next(iter(in_force.values())))
    is_final = any(refusal.rule == "again" for refusal in verdict.refusals)
    for run in in_force.values():
        fate: Fate = "replaced" if is_replaced(package, verdict, official=run.official) else "kept"
        yield EarlierRun(run, "final" if is_final else fate)
