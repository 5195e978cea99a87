"""How many judgments it takes, as tables and as the JSON that others read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from bakeoff.evaluation import PilotPlan, SimulatedPlan
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
    """Every two systems of a pilot with the segments that they need."""
    rows = [
        (
            each.first,
            each.second,
            each.segments,
            each.difference,
            each.needed,
            None if each.power is None else each.power.power,
        )
        for each in plans
    ]
    heads = (Column("a"), Column("b"), Column("pilot's segments"), Column("difference", digits=3))
    return Table(
        columns=(*heads, Column("segments needed"), Column("power", digits=3)),
        rows=tuple(rows),
        title=f"Segments needed for a power of {power:g} at level {level:g}",
        notes=("The pilot is taken for the truth: a small one that came out high promises too much.",),
    )


def pilot_json(plans: Sequence[PilotPlan], *, power: float, level: float) -> dict[str, Any]:
    pairs = [
        {
            "a": each.first,
            "b": each.second,
            "pilot_segments": each.segments,
            "difference": each.difference,
            "segments": each.needed,
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
    heads = [Column("segments"), Column("judgments"), Column("neighbours told apart", digits=3)]
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
