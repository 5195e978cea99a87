"""Options that commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from bakeoff.cli.interface.completions import complete_specifications

F = TypeVar("F", bound=Callable[..., Any])

FORMATS = ("text", "json", "tsv", "csv", "markdown", "latex")


def format_option(command: F) -> F:
    return click.option(
        "-f",
        "--format",
        "output_format",
        type=click.Choice(FORMATS),
        default="text",
        show_default=True,
        help="How to print the result; JSON, TSV and CSV keep numbers in full.",
    )(command)


def threads_option(command: F) -> F:
    return click.option(
        "--threads",
        type=click.IntRange(min=1),
        help="Threads to use; by default one for each core. The numbers do not depend on it.",
    )(command)


def specification_option(*, multiple: bool) -> Callable[[F], F]:
    return click.option(
        "--spec",
        "specifications" if multiple else "specification",
        multiple=multiple,
        default=["case+punc"] if multiple else "case+punc",
        show_default="case+punc",
        metavar="NAME",
        help="Evaluation specification: what is done to the text before scoring"
        + ("; may be repeated." if multiple else "."),
        shell_complete=complete_specifications,
    )


def by_option(command: F) -> F:
    return click.option(
        "--by",
        metavar="ATTRIBUTE,…",
        callback=lambda _ctx, _param, value: tuple(filter(None, map(str.strip, (value or "").split(",")))),
        help="Also by groups of segments: genre, document, speaker, subset or any other attribute of documents or "
        "segments; subset*genre crosses attributes.",
    )(command)


def trials_option(command: F) -> F:
    return click.option(
        "--trials", type=click.IntRange(min=1), default=10_000, show_default=True, help="Random trials of the test."
    )(command)


def decision_options(command: F) -> F:
    """What makes a difference significant, and what is made of it: correction, level, baseline, clusters."""
    for option in reversed(_DECISIONS):
        command = option(command)
    return command


_DECISIONS = (
    click.option(
        "--correct",
        "correction",
        type=click.Choice(["holm", "bh", "bonferroni", "none"]),
        default="holm",
        show_default=True,
        help="How p-values are corrected for the number of pairs: by Holm, Benjamini–Hochberg, Bonferroni or not.",
    ),
    click.option(
        "--level",
        type=click.FloatRange(0, 1, min_open=True, max_open=True),
        default=0.05,
        show_default=True,
        help="Largest p-value of a significant difference.",
    ),
    click.option("--baseline", metavar="NAME", help="Test every system against this one only."),
    click.option(
        "--clusters",
        "rule",
        type=click.Choice(["strict", "wmt", "neighbours"]),
        default="strict",
        show_default=True,
        help="Where a line is drawn: where every system above beats every one below; as WMT did; as IWSLT 2012 did.",
    ),
)


def samples_option(command: F) -> F:
    return click.option(
        "--samples",
        type=click.IntRange(min=2),
        default=1000,
        show_default=True,
        help="Bootstrap samples behind an interval.",
    )(command)


def confidence_option(command: F) -> F:
    return click.option(
        "--confidence",
        type=click.FloatRange(0, 1, min_open=True, max_open=True),
        default=0.95,
        show_default=True,
        help="Share of all samples in which the interval is meant to hold the true value.",
    )(command)


def unit_option(command: F) -> F:
    return click.option(
        "--unit",
        type=click.Choice(["segment", "document"]),
        default="segment",
        show_default=True,
        help="Draw or swap these units: the segments of one document are not independent.",
    )(command)


def seed_option(command: F) -> F:
    return click.option(
        "--seed",
        type=click.IntRange(min=0),
        default=12345,
        show_default=True,
        help="Seed of the random draws; the same seed gives the same numbers.",
    )(command)
