"""What a design asks of judges: judgments, screens with repeats and controls, hours, and what they cost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil

from bakeoff.errors import InputError
from bakeoff.human_eval.designs.design import Design
from bakeoff.human_eval.designs.screens.open_units import OpenUnits
from bakeoff.human_eval.designs.screens.unit_tables import UnitTable
from bakeoff.human_eval.protocols.registry import find_protocol

_HOUR = 3600


@dataclass(frozen=True, slots=True, kw_only=True)
class Workload:
    """What judges do until everything is judged as often as the design says."""

    judgments: int
    """Screens that items need: no repeats, no gold, no damaged outputs."""
    screens: int
    """All of them, with what the shares of controls and of the common pool add."""
    seconds: float | None
    """A screen; None where nobody says how long one takes."""

    @property
    def controls(self) -> int:
        """Screens that are there beyond what items need."""
        return self.screens - self.judgments

    @property
    def hours(self) -> float | None:
        return None if self.seconds is None else self.screens * self.seconds / _HOUR

    def cost(self, hourly_pay: float) -> float | None:
        """What all hours cost."""
        return None if self.hours is None else self.hours * hourly_pay

    def hours_each(self, judges: int) -> float | None:
        """For each of several judges who share the work evenly."""
        return None if self.hours is None else self.hours / judges


def expected_workload(design: Design, *, seconds: float | None = None, judges: int | None = None) -> Workload:
    """What a design asks for. `seconds` a screen takes, else what was published for its protocol.

    Repeats, gold and damaged outputs are shares of all screens. Segments of the common pool come in a share of the
    screens, too: once each has its judges, further ones are asked in addition, but no judge twice.

    >>> from bakeoff.human_eval.designs.pools import Pool
    >>> segments = tuple(("talk", str(number)) for number in range(90))
    >>> pool = Pool(language_pair="en-de", test_set="news", segments=segments, systems=("a", "b"))
    >>> work = expected_workload(Design(name="r", protocol="ranking", pools=(pool,), shown=2, repeats=0.1), seconds=18)
    >>> work.judgments, work.screens, work.hours
    (90, 100, 0.5)
    """
    tables = OpenUnits(design).tables
    judgments = design.redundancy * sum(_screens(table, range(table.groups)) for table in tables)
    controls = design.repeats + design.attention + (design.gold if design.gold_items else 0)
    screens = judgments / (1 - controls)
    common = sum(_screens(table, table.common) for table in tables)
    if design.common_pool * screens > design.redundancy * common:
        screens = (judgments - design.redundancy * common) / (1 - controls - design.common_pool)
        if judges is not None:
            further = max(0, judges - design.redundancy) * common
            screens = min(screens, (judgments + further) / (1 - controls))
    return Workload(judgments=judgments, screens=ceil(round(screens, 6)), seconds=_seconds(design, seconds))


def dealt_workload(design: Design, *, screens: int, controls: int, seconds: float | None = None) -> Workload:
    """The same of screens that were dealt out, so that their number is known."""
    return Workload(judgments=screens - controls, screens=screens, seconds=_seconds(design, seconds))


def _screens(table: UnitTable, groups: Iterable[int]) -> int:
    """What segments or documents are asked in when each has one judge; an output that several systems have, once."""
    units = (unit for group in groups for unit in table.units_of(group) if unit not in table.void)
    return sum(len(table.segments_of(unit)) for unit in units)


def _seconds(design: Design, said: float | None) -> float | None:
    if said is not None and said <= 0:
        raise InputError(expected="more than 0 seconds a screen", found=f"{said:g}")
    return usual_seconds(design) if said is None else said


def usual_seconds(design: Design) -> float | None:
    """What a screen takes as published, for as many outputs as screens of the design show on average."""
    each = find_protocol(design.protocol).seconds_an_output
    segments = sum(len(pool.segments) for pool in design.pools)
    outputs = sum(
        len(pool.segments) * min(design.shown or len(pool.systems), len(pool.systems)) for pool in design.pools
    )
    return None if each is None else each * outputs / segments


def time_in_words(hours: float | None) -> str:
    """Hours as people read them.

    >>> time_in_words(7.24), time_in_words(0.2), time_in_words(None)
    ('7.2 hours', '12 minutes', '–')
    """
    if hours is None:
        return "–"
    return f"{hours:,.1f} hours" if hours >= 1 else f"{max(1, round(60 * hours))} minutes"


def total_hours(workloads: Iterable[Workload]) -> float | None:
    """The hours of several evaluations together; None where one has no time."""
    hours = [each.hours for each in workloads]
    known = [each for each in hours if each is not None]
    return sum(known) if len(known) == len(hours) else None
