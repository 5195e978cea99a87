"""Options that take all the values that follow them, as in `-r ref1 ref2` and `-m bleu ter`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import click

from bakeoff.cli.interface.sacrebleu_options import check_options

_METRICS = "--metrics"


class SpreadingCommand(click.Command):
    """A command whose options in `spread` take all the values that follow them, up to the next option.

    `-m` takes the metrics that follow it: what is no metric, or is also a file, is an argument of its own.
    """

    spread: tuple[str, ...] = ("--references",)
    explains_sacrebleu = False
    """Whether options that only sacreBLEU has are refused with what to write instead."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if self.explains_sacrebleu and not ctx.resilient_parsing:  # which it is while a shell completes a call
            known = {name for parameter in self.params for name in (*parameter.opts, *parameter.secondary_opts)}
            check_options(self.name or "", args, known)
        spread = {
            name: long
            for parameter in self.params
            for long in parameter.opts
            if long in (*self.spread, _METRICS)
            for name in parameter.opts
        }
        return super().parse_args(ctx, list(_spread(args, spread)))


def _spread(args: Sequence[str], long_names: Mapping[str, str]) -> Iterator[str]:
    """The arguments, with the long name of an option that is spread before each of its values."""
    option: str | None = None
    rest = iter(args)
    for arg in rest:
        if arg == "--":
            yield arg
            yield from rest
            return
        if arg in long_names:
            option = long_names[arg]
            yield from (option, *_take(rest))
        elif option and (_is_metric(arg) if option == _METRICS else _is_value(arg)):
            yield from (option, arg)
        else:
            option = None
            yield arg
            # An option of another kind keeps its own value: only what follows -r directly is spread.


def _take(rest: Iterator[str]) -> Iterator[str]:
    for value in rest:
        yield value
        return


def _is_value(arg: str) -> bool:
    return arg == "-" or not arg.startswith("-")


def _is_metric(arg: str) -> bool:
    from bakeoff.metrics import is_own_metric

    return is_own_metric(arg) and not Path(arg).exists()
