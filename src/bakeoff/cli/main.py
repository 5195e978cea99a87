"""The program `bakeoff`: finds the command, turns user mistakes into one sentence and exit code 2."""

from __future__ import annotations

import contextlib
import gc
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NamedTuple, NoReturn, TextIO

import click

from bakeoff import __version__
from bakeoff.errors import BakeoffError


class ListedCommand(NamedTuple):
    """A command as `bakeoff --help` shows it without loading it."""

    module: str
    """In this package; it holds the command as `command`."""
    summary: str


COMMANDS = {
    "score": ListedCommand("scoring.score", "Score one or more runs against references."),
    "resegment": ListedCommand("scoring.resegment", "Cut a run again into the segments of its references."),
    "compare": ListedCommand("scoring.compare", "Compare systems: which differences are significant."),
    "nbest": ListedCommand("speech.nbest", "Oracle figures of n-best lists, lattices and confusion networks."),
    "latency": ListedCommand("speech.latency", "Latency of simultaneous translation from logs of delays."),
    "asr": ListedCommand("speech.asr", "Score speech recognition: word errors and alignments."),
    "correlate": ListedCommand("scoring.correlate", "Correlate the scores of a metric with those of people."),
    "human": ListedCommand("human.group", "Plan evaluations by people, and analyse their judgments."),
    "agreement": ListedCommand("human.agreement", "Compute how far judges agree, with others and with themselves."),
    "simulate": ListedCommand("human.simulate", "Make judgments of simulated people, whose truth is known."),
    "power": ListedCommand("human.power", "Plan: how many judgments it takes to separate systems."),
    "tournament": ListedCommand("human.tournament", "Rank systems by matches of two, and say which to judge next."),
    "check": ListedCommand("campaigns.check", "Check a submission against the rules of a campaign."),
    "stats": ListedCommand("scoring.stats", "Describe texts and speech: segments, words, vocabulary."),
    "describe": ListedCommand("campaigns.describe", "Write and check system descriptions."),
    "pack": ListedCommand("campaigns.pack", "Build a package for a campaign from plain outputs."),
    "submit": ListedCommand("campaigns.submit", "Submit a package on a campaign server."),
    "campaign": ListedCommand("campaigns.campaign", "Start, check and show the rules of a campaign."),
    "convert": ListedCommand("conversion.convert", "Convert a text, or judgments, between file formats."),
    "resources": ListedCommand("scoring.resources", "List stemmers, synonyms, paraphrases, taggers."),
}
_ENTRY_POINTS = "bakeoff.commands"


def load_command(name: str) -> click.Command:
    """One of our own commands by its name."""
    command: click.Command = import_module(f"bakeoff.cli.{COMMANDS[name].module}").command
    return command


class Commands(click.Group):
    """Commands by name, each loaded when it is called; other packages add theirs through an entry-point group."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*COMMANDS, *sorted(_added())]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in COMMANDS:
            return load_command(cmd_name)
        return _added().get(cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = [
            *((name, each.summary) for name, each in COMMANDS.items()),
            *((name, command.get_short_help_str()) for name, command in _added().items()),
        ]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            raise BakeoffError(
                f"there is no command {args[0]!r}; the commands are: {', '.join(self.list_commands(ctx))}."
            )
        return super().resolve_command(ctx, args)


def _added() -> dict[str, click.Command]:
    from importlib.metadata import entry_points

    return {entry.name: entry.load() for entry in entry_points(group=_ENTRY_POINTS)}


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.option("--debug", is_flag=True, is_eager=True, expose_value=False, help="Show where a mistake arose.")
@click.version_option(__version__, prog_name="bakeoff")
def group() -> None:
    """Runs evaluation campaigns of machine translation, speech recognition and spoken language translation.

    \b
    bakeoff score system.txt -r reference.txt
    bakeoff score runs/*.xml -r references.xml -s source.xml --metrics 'bleu nist ter' --by genre
    bakeoff compare runs/*.xml -r references.xml
    bakeoff convert output.txt output.xml --like source.xml --target-language English --name my-system

    Every command explains itself: bakeoff COMMAND --help. A mistake in a call or in a file gives one sentence and
    exit code 2; --debug shows where it arose.
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the command line and exits."""
    # A command makes many objects, keeps them and ends soon: looking for garbage again and again takes a tenth of it.
    gc.set_threshold(50_000, 20, 20)
    given = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in given
    given = [argument for argument in given if argument != "--debug"]
    try:
        _run(given or ["--help"])
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
    except (click.ClickException, BakeoffError) as error:
        _stop(error.format_message() if isinstance(error, click.ClickException) else str(error), debug=debug)
    except BrokenPipeError:
        # The reader of our output (head, less) has gone: nothing is wrong.
        _silence(sys.stdout)
        sys.exit(0)
    except OSError as error:
        _silence(sys.stdout)
        _stop(f"the result could not be written: {(error.strerror or str(error)).lower()}.", debug=debug)
    except (KeyboardInterrupt, click.Abort):
        sys.exit(130)


def _run(arguments: list[str]) -> None:
    if sys.stdout is None:
        raise BakeoffError("standard output is closed: there is nowhere to print the result.")
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Names of systems may be in any script, whatever the terminal can show.
        sys.stdout.reconfigure(errors="backslashreplace")
    # `group.main` would take a closed pipe for a failure.
    try:
        with group.make_context("bakeoff", arguments) as context:
            group.invoke(context)
    except click.exceptions.Exit as stop:
        if stop.exit_code:
            sys.exit(stop.exit_code)
    sys.stdout.flush()


def _stop(sentence: str, *, debug: bool) -> NoReturn:
    if debug:
        import traceback

        traceback.print_exc()
    click.echo(f"bakeoff: {sentence}", err=True)
    sys.exit(2)


def _silence(stream: TextIO) -> None:
    """Sends what is still buffered nowhere, so that it is not tried again at exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
