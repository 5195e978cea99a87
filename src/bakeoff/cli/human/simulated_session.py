"""`bakeoff simulate --server`: simulated judges judge a task of a server through its REST API."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bakeoff.cli.interface.output import remark
from bakeoff.cli.interface.progress_bar import progress_bar
from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    import numpy as np

    from bakeoff.simulation.evaluations import World
    from bakeoff.simulation.server_judges import SessionSummary
    from bakeoff.simulation.text_qualities import TextQualities


def judge_on_server(
    server: str,
    slug: str,
    task: str,
    world: World,
    qualities: TextQualities,
    *,
    token_file: str | None,
    chosen: Sequence[str],
    screens: int | None,
    pace: float,
    rng: np.random.Generator,
) -> None:
    """A judge for each token; prints what each did."""
    from bakeoff.client import Client, JudgingSession
    from bakeoff.simulation.server_judges import judge_in_sessions

    tokens = _tokens(token_file)
    judges = world.make_judges(len(tokens), rng)
    with ExitStack() as opened:
        clients = [opened.enter_context(Client(server, token)) for token in tokens]
        sessions = [JudgingSession(client, slug, task) for client in clients]
        for session in sessions:
            session.start(chosen=chosen)
        progress = opened.enter_context(progress_bar("Judging"))
        most = len(judges) * screens if screens is not None else 0
        done = judge_in_sessions(
            list(zip(judges, sessions, strict=True)),
            qualities,
            screens=screens,
            pause=time.sleep,
            pace=pace,
            on_progress=None if progress is None else lambda count: progress(count, max(most, count)),
            rng=rng,
        )
    _print(done, qualities)


def text_qualities(qualities: str | None, runs: Sequence[str], references: Sequence[str], metric: str) -> TextQualities:
    """How good texts are: by a table, or by a metric from runs and references."""
    from bakeoff.formats import name_apart, read_references, read_runs
    from bakeoff.formats.tables.quality_file import read_text_scores
    from bakeoff.simulation.text_qualities import TextQualities, qualities_by_metric

    if (qualities is None) == (not runs):
        raise BakeoffError(
            "judges on a server see texts alone: say how good texts are, by --qualities FILE with the columns text and "
            "score, or by --run and -r, whose outputs are then scored by --metric."
        )
    if qualities is not None:
        return TextQualities(read_text_scores(qualities))
    return qualities_by_metric(
        name_apart([run for path in runs for run in read_runs(path, on_remark=remark)]),
        [text for path in references for text in read_references(path)],
        metric=metric,
    )


def _tokens(file: str | None) -> tuple[str, ...]:
    """The tokens of judges, one a line."""
    if file is None:
        text = os.environ.get("BAKEOFF_TOKEN", "")
    else:
        try:
            text = Path(file).expanduser().read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise BakeoffError(f"--token-file: {file} could not be read ({error}).") from None
    tokens = tuple(filter(None, map(str.strip, text.splitlines())))
    if not tokens:
        raise BakeoffError("every judge needs a token with the scope judge: --token-file FILE with one a line.")
    if len(set(tokens)) < len(tokens):
        raise BakeoffError("a token is there twice: every judge needs an account and a token of their own.")
    return tokens


def _print(done: Sequence[SessionSummary], qualities: TextQualities) -> None:
    width = max(len(each.judge.name) for each in done)
    for each in done:
        kind = " (answers at random)" if each.judge.fraud else ""
        extra = f", of which {each.uncounted:,} do not count" if each.uncounted else ""
        click.echo(f"{each.judge.name:{width}}  {each.screens:,} screens{extra}; {_ending(each.ended)}{kind}")
    click.echo(f"{sum(each.screens for each in done):,} screens by {len(done):,} judges.")
    if qualities.unknown:
        remark(f"{qualities.unknown:,} outputs were not among the texts and were taken for damaged ones.")


def _ending(ended: str) -> str:
    return {
        "finished": "nothing is left",
        "enough": "stopped there",
        "held": "the rest is held by others who do not answer",
        "not-qualified": "did not pass the qualification",
    }.get(ended, ended)
