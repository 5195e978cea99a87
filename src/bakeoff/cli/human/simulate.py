"""`bakeoff simulate`: judgments of people who do not exist."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import click
from click.core import ParameterSource

from bakeoff.cli.interface.options import seed_option
from bakeoff.cli.interface.output import remark
from bakeoff.cli.interface.rules import rules_option, token_file_option
from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    from bakeoff.human_eval.designs.design import Choice
    from bakeoff.simulation.evaluations import SimulatedEvaluation, World
    from bakeoff.simulation.post_editors import SimulatedPostEditing

F = TypeVar("F", bound=Callable[..., Any])
Mode = Literal["protocol", "plan", "server"]

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
@click.argument("protocol", metavar="[PROTOCOL]", required=False)
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
@click.option("--texts", metavar="DIR", help="post_editing: write the invented texts into this folder.")
@click.option("--earlier", is_flag=True, help="post_editing: a further system, edited in an earlier campaign.")
@click.option("--plan", metavar="FILE", help="Answer this plan of bakeoff human design, or what a task stores.")
@rules_option("With a plan: the rulebook it is of, for scales and labels.")
@click.option("--gold", metavar="FILE", help="With a plan: right answers of its gold items, as judgments.")
@click.option("--server", metavar="URL", help="Judge on this server, as people do.")
@click.option("--campaign", "slug", metavar="NAME", help="On a server: the campaign, as its address calls it.")
@click.option("--task", metavar="NAME", help="On a server: the task, as its address calls it.")
@token_file_option("On a server: file with a token of each judge, one a line; or BAKEOFF_TOKEN.")
@click.option(
    "--choose", "chosen", multiple=True, metavar="ID", help="On a server: language pair or test set to judge."
)
@click.option("--qualities", metavar="FILE", help="How good systems (of a plan) or texts (on a server) are.")
@click.option("--run", "runs", multiple=True, metavar="RUN", help="On a server: output whose texts are scored instead.")
@click.option("-r", "--references", multiple=True, metavar="REF", help="On a server: references to score them by.")
@click.option("--metric", default="chrf", show_default=True, metavar="NAME", help="On a server: the metric.")
@click.option(
    "--screens", type=click.IntRange(min=1), help="Screens of a judge at most.  [default: until all is judged]"
)
@click.option(
    "--pace",
    type=click.FloatRange(min=0),
    default=0.0,
    show_default=True,
    help="On a server: 1 takes the time that people take, 0 none.",
)
@seed_option
@click.option("-o", "--output", default="-", metavar="FILE", help="Where judgments go.  [default: standard output]")
@click.option("--truth", metavar="FILE", help="Also write how good systems really are: system and score.")
@click.pass_context
def command(
    context: click.Context,
    *,
    protocol: str | None,
    world: World,
    segments: int,
    judgments: int,
    repeats: float,
    common_pool: float,
    attention: float,
    choice: Choice,
    texts: str | None,
    earlier: bool,
    plan: str | None,
    rules: str | None,
    gold: str | None,
    server: str | None,
    slug: str | None,
    task: str | None,
    token_file: str | None,
    chosen: Sequence[str],
    qualities: str | None,
    runs: Sequence[str],
    references: Sequence[str],
    metric: str,
    screens: int | None,
    pace: float,
    seed: int,
    output: str,
    truth: str | None,
) -> None:
    """Make judgments of simulated people, whose truth is known.

    \b
    bakeoff simulate ranking --systems 8 --segments 200 --judges 10 -o judgments.jsonl
    bakeoff simulate direct --judgments 3 --repeats 0.1 --attention 0.1 --frauds 1 --truth truth.csv -o judgments.jsonl
    bakeoff simulate post_editing --systems 4 --judges 4 --texts texts -o post-edits.jsonl
    bakeoff simulate --plan plan.jsonl --rules iwslt2005 --noise 0.4 --truth truth.csv -o judgments.jsonl
    bakeoff simulate --server https://bakeoff.example --campaign demo --task ranking --qualities texts.csv --screens 50

    With PROTOCOL an evaluation is invented. With --plan, judges answer the screens of a plan. With --server, each
    token is a judge who gets screens from a server and answers them there.

    Everything that has a size is in standard deviations of quality. The same seed gives the same judgments.
    """
    import numpy as np

    mode = _mode(context, protocol, plan, server)
    rng = np.random.default_rng(seed)
    if mode == "server":
        from bakeoff.cli.human.simulated_session import judge_on_server, text_qualities

        if slug is None or task is None:
            raise BakeoffError("--server: say which campaign and task, by --campaign NAME and --task NAME.")
        known = text_qualities(qualities, runs, references, metric)
        judge_on_server(
            str(server),
            slug,
            task,
            world,
            known,
            token_file=token_file,
            chosen=chosen,
            screens=screens,
            pace=pace,
            rng=rng,
        )
        return
    from bakeoff.formats.judgments import write_judgments

    if mode == "plan":
        from bakeoff.cli.human.simulated_plan import answer_plan, answer_stored_task, is_stored_task

        path = str(plan)
        if is_stored_task(path):
            answered, judges, found = answer_stored_task(
                path, world, qualities=qualities, screens=screens, seed=seed, rng=rng
            )
        else:
            answered, judges, found = answer_plan(
                path, world, rules=rules, gold=gold, qualities=qualities, screens=screens, rng=rng
            )
        quality: Mapping[str, float] = found.systems
    else:
        from bakeoff.human_eval.protocols.registry import find_protocol
        from bakeoff.simulation.evaluations import Asking, simulate_evaluation

        asking = Asking(
            segments=segments,
            judgments=judgments,
            repeats=repeats,
            common_pool=common_pool,
            attention=attention,
            choice=choice,
        )
        found_protocol = find_protocol(str(protocol))
        if found_protocol.alternates:
            from bakeoff.cli.human.simulated_post_edits import simulated_edits

            simulated: SimulatedEvaluation | SimulatedPostEditing = simulated_edits(
                world, asking, earlier=earlier, folder=texts, rng=rng
            )
        elif texts is not None or earlier:
            raise BakeoffError(f"--texts and --earlier are for post_editing, not for {protocol}: leave them out.")
        else:
            simulated = simulate_evaluation(found_protocol, world, asking, rng=rng)
        answered = tuple(replace(each, seed=seed) for each in simulated.judgments)
        judges, quality = simulated.judges, simulated.truth.quality
    write_judgments(answered, output)
    if truth is not None:
        _write_truth(quality, truth)
    frauds = [judge.name for judge in judges if judge.fraud]
    said = f" Answering at random: {', '.join(frauds)}." if frauds else ""
    remark(f"{len(answered):,} judgments by {len(judges):,} judges.{said}")


_ASKING = ("systems", "segments", "judgments", "repeats", "common_pool", "attention", "choice", "texts", "earlier")
_OF_PLANS = ("rules", "gold")
_OF_SERVERS = ("slug", "task", "token_file", "chosen", "runs", "references", "metric", "pace")
_NOT_FOR: dict[Mode, tuple[str, ...]] = {
    "protocol": (*_OF_PLANS, *_OF_SERVERS, "qualities", "screens"),
    "plan": (*_ASKING, *_OF_SERVERS),
    "server": (*_ASKING, *_OF_PLANS, "judges", "spread", "difficulty", "chance", "output", "truth"),
}
"""Options that say nothing in each of the three uses."""


def _mode(context: click.Context, protocol: str | None, plan: str | None, server: str | None) -> Mode:
    """What is asked for; refuses a call that asks for several things, or that has options for something else."""
    given: dict[Mode, str | None] = {"protocol": protocol, "plan": plan, "server": server}
    chosen = [mode for mode, value in given.items() if value is not None]
    if len(chosen) != 1:
        raise BakeoffError("say what to simulate: a protocol, a plan by --plan, or a task on a server by --server.")
    for parameter in context.command.params:
        said = (
            parameter.name is not None and context.get_parameter_source(parameter.name) == ParameterSource.COMMANDLINE
        )
        if said and parameter.name in _NOT_FOR[chosen[0]]:
            used = "a protocol" if chosen[0] == "protocol" else f"--{chosen[0]}"
            raise BakeoffError(f"{parameter.opts[-1]} says nothing with {used}: leave it out.")
    return chosen[0]


def _write_truth(quality: Mapping[str, float], path: str) -> None:
    from bakeoff.formats.targets import unwritable_refused

    rows = [f"{system},{score!r}\n" for system, score in sorted(quality.items(), key=lambda row: -row[1])]
    with unwritable_refused(path):
        Path(path).write_text("".join(["system,score\n", *rows]), encoding="utf-8")
