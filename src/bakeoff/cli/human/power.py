"""`bakeoff power`: how many judgments it takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from bakeoff.cli.human.simulate import judgments_option, world_options
from bakeoff.cli.interface.options import format_option, seed_option
from bakeoff.cli.interface.output import print_json, print_table, remark
from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    from bakeoff.human_eval.designs.sample_sizes import PilotCorrection
    from bakeoff.simulation.evaluations import World
    from bakeoff.statistics.power.paired_power import Effect


@click.command("power")
@click.option("--effect", type=float, metavar="D", help="Mean difference over its standard deviation (paired t test).")
@click.option(
    "--wins", type=click.FloatRange(0, 1), metavar="SHARE", help="Share of wins among decided pairs (sign test)."
)
@click.option(
    "--ties",
    type=click.FloatRange(0, 1, max_open=True),
    default=0.0,
    show_default=True,
    help="With --wins: share of ties.",
)
@click.option("--only-first", type=click.FloatRange(0, 1), help="Share that only the first has right (McNemar's test).")
@click.option("--only-second", type=click.FloatRange(0, 1), help="Share that only the second has right.")
@click.option("--pilot", metavar="FILE", help="Judgments of a pilot: every pair of its systems.")
@click.option(
    "--protocol", metavar="NAME", help="Simulate complete evaluations: segments until neighbours differ significantly."
)
@click.option(
    "--power",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.8,
    show_default=True,
    help="How probably the difference is to be found.",
)
@click.option(
    "--level",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.05,
    show_default=True,
    help="Largest p-value of a significant difference.",
)
@click.option(
    "--correct",
    "correction",
    type=click.Choice(["bonferroni", "none"]),
    help="With --pilot: how the level is corrected for the number of pairs.  [default: bonferroni]",
)
@click.option(
    "-n",
    "pairs",
    type=click.IntRange(min=1),
    help="Print the power of this number of pairs (or segments) instead.",
)
@world_options
@judgments_option
@click.option("--trials", type=click.IntRange(min=1), help="Simulated evaluations, or samples of the pilot.")
@seed_option
@format_option
def command(
    *,
    effect: float | None,
    wins: float | None,
    ties: float,
    only_first: float | None,
    only_second: float | None,
    pilot: str | None,
    protocol: str | None,
    world: World,
    power: float,
    level: float,
    correction: PilotCorrection | None,
    pairs: int | None,
    trials: int | None,
    seed: int,
    judgments: int,
    output_format: str,
) -> None:
    """Plan: how many judgments it takes to separate systems.

    \b
    bakeoff power --effect 0.2
    bakeoff power --wins 0.55 --ties 0.3 --power 0.9
    bakeoff power --effect 0.2 -n 100
    bakeoff power --pilot judgments.jsonl
    bakeoff power --protocol direct --systems 4 --spread 1.5 --judges 4 --judgments 2

    From an effect that is assumed, from a pilot, or by simulation where a complete ranking counts.
    """
    if sum(each is not None for each in (effect, wins, only_first, pilot, protocol)) != 1:
        raise BakeoffError("give one of --effect, --wins, --only-first with --only-second, --pilot and --protocol.")

    if correction is not None and pilot is None:
        raise BakeoffError("--correct goes with --pilot, which plans for several pairs.")
    if pilot is not None:
        if pairs is not None:
            raise BakeoffError("-n cannot be used with --pilot, which computes the judgments that every pair needs.")
        _print_pilot(
            pilot,
            output_format,
            seed,
            power=power,
            level=level,
            correction=correction or "bonferroni",
            trials=trials or 1000,
        )
    elif protocol is not None:
        planning = _Planning(protocol, world, judgments, power, level, pairs, trials or 50, seed)
        _print_simulated(planning, output_format)
    else:
        planned = _effect(effect=effect, wins=wins, ties=ties, only_first=only_first, only_second=only_second)
        _print_effect(planned, power=power, level=level, n=pairs, form=output_format)


def _print_effect(effect: Effect, *, power: float, level: float, n: int | None, form: str) -> None:
    from bakeoff.reports import effect_json, effect_table
    from bakeoff.statistics import paired_power, pairs_needed

    needed = n or pairs_needed(effect, power=power, level=level)
    reached = paired_power(effect, n=needed, level=level)
    if form == "json":
        print_json(effect_json(effect, needed, reached, level))
    else:
        print_table(effect_table(effect, needed, reached, level), form)


def _print_pilot(
    path: str, form: str, seed: int, *, power: float, level: float, correction: PilotCorrection, trials: int
) -> None:
    import numpy as np

    from bakeoff.formats.judgments import read_judgments
    from bakeoff.human_eval import plan_by_pilot
    from bakeoff.reports import pilot_json, pilot_table

    rng = np.random.default_rng(seed)
    plans = plan_by_pilot(read_judgments(path), power=power, level=level, correction=correction, trials=trials, rng=rng)
    if form == "json":
        print_json(pilot_json(plans, power=power, level=level))
    else:
        print_table(pilot_table(plans, power=power, level=level), form)


@dataclass(frozen=True, slots=True)
class _Planning:
    """A plan by simulation, as it was asked for."""

    protocol: str
    world: World
    judgments: int
    power: float
    level: float
    segments: int | None
    trials: int
    seed: int


def _print_simulated(asked: _Planning, form: str) -> None:
    import numpy as np

    from bakeoff.human_eval import HumanAnalysis
    from bakeoff.human_eval.protocols.registry import find_protocol
    from bakeoff.reports import simulated_json, simulated_table
    from bakeoff.simulation.evaluations import Asking
    from bakeoff.simulation.simulated_power import judgments_needed, power_by_simulation

    protocol, world, rng = find_protocol(asked.protocol), asked.world, np.random.default_rng(asked.seed)
    asking = Asking(segments=asked.segments or 1, judgments=asked.judgments)
    analysis = HumanAnalysis(level=asked.level)
    plans = []
    if asked.segments is not None:
        plans.append(power_by_simulation(protocol, world, asking, analysis=analysis, trials=asked.trials, rng=rng))
    else:
        needed = judgments_needed(
            protocol, world, asking, power=asked.power, analysis=analysis, trials=asked.trials, rng=rng
        )
        for plan in needed:
            plans.append(plan)
            remark(f"{plan.segments:,} segments, {plan.judgments:,} judgments: {plan.separated:.0%} of neighbours.")
    if form == "json":
        print_json(simulated_json(plans, level=asked.level))
    else:
        print_table(simulated_table(plans, level=asked.level), form)


def _effect(
    *, effect: float | None, wins: float | None, ties: float, only_first: float | None, only_second: float | None
) -> Effect:
    from bakeoff.statistics import DiscordantEffect, MeanEffect, WinEffect

    if effect is not None:
        return MeanEffect(effect)
    if wins is not None:
        return WinEffect(wins, ties=ties)
    if only_first is None or only_second is None:
        raise BakeoffError("--only-first needs --only-second.")
    return DiscordantEffect(only_first, only_second)
