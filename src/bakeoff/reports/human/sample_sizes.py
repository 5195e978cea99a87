"""How many judgments it takes, as tables and as the JSON that others read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from bakeoff.human_eval import PilotPlan, SimulatedPlan
from bakeoff.reports.human.captions import group_name
from bakeoff.reports.table import Column, Range, Table
from bakeoff.statistics import DiscordantEffect, MeanEffect, WinEffect

Effect = MeanEffect | WinEffect | DiscordantEffect
_TESTS = {MeanEffect: "paired t test", WinEffect: "sign test", DiscordantEffect: "McNemar's test"}


def effect_table(effect: Effect, pairs: int, power: float, level: float) -> Table:
    """The pairs that an assumed effect needs, and the power that they have."""
    return Table(
        columns=(Column("test"), Column("assumed"), Column("pairs"), Column("power", digits=3), Column("level")),
        rows=((_TESTS[type(effect)], _assumed(effect), pairs, power, level),),
        title="Pairs, and the power that they have",
        notes=("A pair is one segment that both systems have a judgment of.",),
    )


def effect_json(effect: Effect, pairs: int, power: float, level: float) -> dict[str, Any]:
    return {"test": _TESTS[type(effect)], "effect": asdict(effect), "pairs": pairs, "power": power, "level": level}


def _assumed(effect: Effect) -> str:
    if isinstance(effect, MeanEffect):
        return f"effect {effect.size:g}"
    if isinstance(effect, WinEffect):
        return f"wins {effect.wins:g}, ties {effect.ties:g}"
    return f"only first {effect.only_first:g}, only second {effect.only_second:g}"


def pilot_table(plans: Sequence[PilotPlan], *, power: float, level: float) -> Table:
    """Every two systems of a pilot with the segments and judgments that they need."""
    rows = [
        (
            group_name(each.group),
            each.first,
            each.second,
            each.segments,
            each.judgments,
            each.difference,
            each.needed_segments,
            each.needed_judgments,
            None if each.power is None else each.power.power,
        )
        for each in plans
    ]
    heads = (Column("group"), Column("a"), Column("b"), Column("pilot's segments"), Column("pilot's judgments"))
    needed = (Column("segments needed"), Column("judgments needed"), Column("power", digits=3))
    apart = len({row[0] for row in rows}) > 1
    return Table(
        columns=(*heads[not apart :], Column("difference", digits=3), *needed),
        rows=tuple(row[not apart :] for row in rows),
        title=f"Judgments needed for a power of {power:g} at level {level:g}",
        notes=(
            "Judgments of a pair: answers that grade one of the two or compare them, as many to a segment as in the "
            "pilot. A screen that shows others too counts for their pairs as well.",
            *_corrected(plans, level),
            "The pilot is taken for the truth: a small one that came out high promises too much.",
        ),
    )


def _corrected(plans: Sequence[PilotPlan], level: float) -> Iterator[str]:
    levels = sorted({each.level for each in plans} - {level})
    if levels:
        tested = " and ".join(f"{each:.2g}" for each in levels)
        yield f"Each pair is tested at {tested}, corrected for the number of pairs (Bonferroni); Holm asks for no more."


def pilot_json(plans: Sequence[PilotPlan], *, power: float, level: float) -> dict[str, Any]:
    pairs = [
        {
            "group": dict(each.group),
            "a": each.first,
            "b": each.second,
            "pilot_segments": each.segments,
            "pilot_judgments": each.judgments,
            "difference": each.difference,
            "level": each.level,
            "segments": each.needed_segments,
            "judgments": each.needed_judgments,
            "power": None if each.power is None else each.power.power,
        }
        for each in plans
    ]
    return {"power": power, "level": level, "pairs": pairs}


def simulated_table(plans: Sequence[SimulatedPlan], *, level: float) -> Table:
    """Plans that were tried by simulation, in their order; the last is the answer."""
    rows = [
        (
            each.segments,
            each.judgments,
            each.separated,
            Range(each.interval.low, each.interval.high),
            each.wrong,
            each.trials,
        )
        for each in plans
    ]
    heads = [Column("segments"), Column("judgments"), Column("neighbours that differ", digits=3)]
    heads += [Column("interval", digits=3), Column("wrong", digits=3), Column("trials")]
    return Table(
        columns=tuple(heads),
        rows=tuple(rows),
        title=f"Plans by simulation, tests at level {level:g}",
        notes=(
            *(("The last row is the answer.",) if len(plans) > 1 else ()),
            "Wrong: trials that found a system significantly better than a better one.",
        ),
    )


def simulated_json(plans: Sequence[SimulatedPlan], *, level: float) -> dict[str, Any]:
    return {"level": level, "plans": [_plan_json(each) for each in plans], "needed": _plan_json(plans[-1])}


def _plan_json(plan: SimulatedPlan) -> dict[str, Any]:
    return {
        "segments": plan.segments,
        "judgments": plan.judgments,
        "separated": plan.separated,
        "interval": [plan.interval.low, plan.interval.high],
        "wrong": plan.wrong,
        "trials": plan.trials,
    }
