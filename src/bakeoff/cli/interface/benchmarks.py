"""Systems against earlier ones and a baseline, as commands take and print them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from bakeoff.cli.interface.output import print_json, print_table
from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    from bakeoff.evaluation import Benchmarks
    from bakeoff.reports.progress import Layout

F = TypeVar("F", bound=Callable[..., Any])


def layout_option(command: F) -> F:
    return click.option(
        "--layout",
        type=click.Choice(["side-by-side", "last"]),
        default="side-by-side",
        show_default=True,
        help="With tables of progress: earlier systems in a list of their own, or in the last rows.",
    )(command)


def check_benchmarks(option: str, earlier: Sequence[str], baseline: str | None) -> None:
    """Refuses tables of progress without anything to compare with."""
    if not earlier and baseline is None:
        raise BakeoffError(f"{option} compares with what was there before: name runs by --earlier, or a --baseline.")


def print_benchmarks(benchmarks: Benchmarks, layout: Layout, output_format: str) -> None:
    """The tables of progress: for people all of them, for programs a row for each score."""
    from bakeoff.reports import benchmark_json, benchmark_long_table, benchmark_tables

    if output_format == "json":
        print_json(benchmark_json(benchmarks))
    elif output_format in ("tsv", "csv"):
        print_table(benchmark_long_table(benchmarks), output_format)
    else:
        for number, table in enumerate(benchmark_tables(benchmarks, layout=layout)):
            if number:
                click.echo()
            print_table(table, output_format)
