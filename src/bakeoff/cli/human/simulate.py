"""`bakeoff simulate`: judgments of people who do not exist."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from bakeoff.cli.interface.options import seed_option
from bakeoff.cli.interface.output import remark

if TYPE_CHECKING:
    from bakeoff.human_eval.designs.design import Choice
    from bakeoff.simulation.evaluations import SimulatedEvaluation, World

F = TypeVar("F", bound=Callable[..., Any])

_WORLD = (
    click.option("--systems", type=click.IntRange(min=2), default=5, show_default=True, help="Number of systems."),
    click.option(
        "--spread",
        type=click.FloatRange(min=0),
        default=1.0,
        show_default=True,
        help="From the best system to the worst.",
    ),
    click.option(
        "--difficulty", type=click.FloatRange(min=0), default=0.5, show_default=True, help="How much segments differ."
    ),
    click.option(
        "--chance",
        type=click.FloatRange(min=0),
        default=0.5,
        show_default=True,
        help="How much a system differs from segment to segment.",
    ),
    click.option("--judges", type=click.IntRange(min=1), default=6, show_default=True, help="Number of judges."),
    click.option(
        "--bias",
        type=click.FloatRange(min=0),
        default=0.3,
        show_default=True,
        help="How much judges differ in mildness.",
    ),
    click.option(
        "--noise", type=click.FloatRange(min=0), default=0.5, show_default=True, help="How much judges err each time."
    ),
    click.option("--drift", default=0.0, show_default=True, help="How much milder judges become in 100 screens."),
    click.option(
        "--laziness",
        type=click.FloatRange(0, 1),
        default=0.0,
        show_default=True,
        help="Share of screens that judges do not read.",
    ),
    click.option(
        "--frauds", type=click.IntRange(min=0), default=0, show_default=True, help="Judges who answer at random."
    ),
)


def world_options(command: F) -> F:
    """What is assumed of systems and judges, given to the command as `world`."""

    @wraps(command)
    def call(
        *,
        systems: int,
        spread: float,
        difficulty: float,
        chance: float,
        judges: int,
        bias: float,
        noise: float,
        drift: float,
        laziness: float,
        frauds: int,
        **options: object,
    ) -> Any:
        from bakeoff.simulation.evaluations import World

        world = World(
            systems=systems,
            spread=spread,
            difficulty=difficulty,
            chance=chance,
            judges=judges,
            bias=bias,
            noise=noise,
            drift=drift,
            laziness=laziness,
            frauds=frauds,
        )
        return command(world=world, **options)

    decorated: Any = call
    for option in reversed(_WORLD):
        decorated = option(decorated)
    return decorated  # type: ignore[no-any-return]


def judgments_option(command: F) -> F:
    return click.option(
        "--judgments", type=click.IntRange(min=1), default=1, show_default=True, help="Judges of an item."
    )(command)


@click.command("simulate")
@click.argument("protocol", metavar="PROTOCOL")
@world_options
@click.option("--segments", type=click.IntRange(min=1), default=100, show_default=True, help="Segments to be judged.")
@judgments_option
@click.option(
    "--repeats", type=click.FloatRange(0, 1), default=0.0, show_default=True, help="Share of screens shown twice."
)
@click.option(
    "--common-pool", type=click.FloatRange(0, 1), default=0.0, show_default=True, help="Share from a common pool."
)
@click.option(
    "--attention", type=click.FloatRange(0, 1), default=0.0, show_default=True, help="Share with a damaged output."
)
@click.option(
    "--choice",
    type=click.Choice(["least-judged", "most-informative"]),
    default="least-judged",
    show_default=True,
    help="Which outputs or pairs come next.",
)
@seed_option
@click.option("-o", "--output", default="-", metavar="FILE", help="Where judgments go.  [default: standard output]")
@click.option("--truth", metavar="FILE", help="Also write how good systems really are: system and score.")
def command(
    *,
    protocol: str,
    world: World,
    segments: int,
    judgments: int,
    repeats: float,
    common_pool: float,
    attention: float,
    choice: Choice,
    seed: int,
    output: str,
    truth: str | None,
) -> None:
    """Make judgments of simulated people, whose truth is known.

    \b
    bakeoff simulate ranking --systems 8 --segments 200 --judges 10 -o judgments.jsonl
    bakeoff simulate direct --judgments 3 --repeats 0.1 --attention 0.1 --frauds 1 --truth truth.csv -o judgments.jsonl

    Everything that has a size is in standard deviations of quality. The same seed gives the same judgments.
    """
    import numpy as np

    from bakeoff.formats.judgments import write_judgments
    from bakeoff.human_eval.protocols.registry import find_protocol
    from bakeoff.simulation.evaluations import Asking, simulate_evaluation

    simulated = simulate_evaluation(
        find_protocol(protocol),
        world,
        Asking(
            segments=segments,
            judgments=judgments,
            repeats=repeats,
            common_pool=common_pool,
            attention=attention,
            choice=choice,
        ),
        rng=np.random.default_rng(seed),
    )
    write_judgments([replace(each, seed=seed) for each in simulated.judgments], output)
    if truth is not None:
        _write_truth(simulated, truth)
    frauds = [judge.name for judge in simulated.judges if judge.fraud]
    said = f" Answering at random: {', '.join(frauds)}." if frauds else ""
    remark(f"{len(simulated.judgments):,} judgments by {len(simulated.judges):,} judges.{said}")


def _write_truth(simulated: SimulatedEvaluation, path: str) -> None:
    from bakeoff.formats.targets import unwritable_refused

    rows = [f"{system},{simulated.truth.quality[system]!r}\n" for system in simulated.truth.ranking]
    with unwritable_refused(path):
        Path(path).write_text("".join(["system,score\n", *rows]), encoding="utf-8")
