"""The program `bakeoff`: finds the command, turns user mistakes into one sentence and exit code 2."""

from __future__ import annotations

import contextlib
import gc
import io
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

import click

from bakeoff import __version__
from bakeoff.cli.commands import ADDED_GROUPS, COMMANDS, GROUPS
from bakeoff.cli.interface.output import set_quiet
from bakeoff.errors import BakeoffError, nearest

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_ENTRY_POINTS = "bakeoff.commands"
COMPLETE = "_BAKEOFF_COMPLETE"
"""The variable by which a shell asks for completions."""


def load_command(name: str) -> click.Command:
    """One of our own commands by its name."""
    command: click.Command = import_module(f"bakeoff.cli.{COMMANDS[name].module}").command
    return command


class Commands(click.Group):
    """Commands by name, each loaded when it is called; other packages add theirs through an entry-point group."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*COMMANDS, *sorted(_added_names())]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in COMMANDS:
            return _with_options(load_command(cmd_name), (_QUIET, _DEBUG))
        added = _added().get(cmd_name)
        return None if added is None else _with_options(added, (_DEBUG,))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        added = {name: command.get_short_help_str(limit=120) for name, command in _added().items()}
        groups = {heading: {name: each.summary for name, each in rows.items()} for heading, rows in GROUPS.items()}
        for heading, names in ADDED_GROUPS.items():
            groups[heading] |= {name: added.pop(name) for name in names if name in added}
        widest = max(len(name) for name in (*COMMANDS, *added))
        for heading, rows in (*groups.items(), ("Added by other packages", added)):
            if rows:
                with formatter.section(heading):
                    formatter.write_dl([(f"{name:{widest}}", summary) for name, summary in rows.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            known = self.list_commands(ctx)
            question = nearest(args[0], known)
            raise BakeoffError(
                f"there is no command {args[0]!r}. {question + ' ' if question else ''}"
                f"The commands are: {', '.join(known)}."
            )
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        known = {name: each.summary for name, each in COMMANDS.items()} | dict.fromkeys(_added_names(), "")
        names = [CompletionItem(name, help=help_) for name, help_ in known.items() if name.startswith(incomplete)]
        return [*names, *click.Command.shell_complete(self, ctx, incomplete)]


def _added_names() -> Iterable[str]:
    from importlib.metadata import entry_points

    return [entry.name for entry in entry_points(group=_ENTRY_POINTS)]


def _added() -> Mapping[str, click.Command]:
    from importlib.metadata import entry_points

    return {entry.name: entry.load() for entry in entry_points(group=_ENTRY_POINTS)}


def _set_quiet(_ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value:
        set_quiet()


_SHARED: dict[str, Any] = {"is_flag": True, "is_eager": True, "expose_value": False}
_QUIET = click.Option(["-q", "--quiet"], callback=_set_quiet, help="Print results and errors only.", **_SHARED)
_DEBUG = click.Option(["--debug"], help="Show where a mistake arose.", **_SHARED)


def _with_options(command: click.Command, options: Sequence[click.Option]) -> click.Command:
    """The command with options that all have, at every depth."""
    extended = copy(command)
    if isinstance(extended, click.Group):
        extended.commands = {name: _with_options(each, options) for name, each in extended.commands.items()}
    else:
        extended.params = [*command.params, *options]
    return extended


@click.group(
    cls=Commands,
    params=[_QUIET, _DEBUG],
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)
@click.version_option(__version__, "-V", "--version", prog_name="bakeoff")
def group() -> None:
    """Runs evaluation campaigns of machine translation, speech recognition and spoken language translation.

    \b
    bakeoff score system.txt -r reference.txt
    cat system.txt | bakeoff score reference.txt -m bleu@sacrebleu chrf
    bakeoff score runs/*.xml -r references.xml -s source.xml --metrics 'bleu nist ter' --by genre
    bakeoff compare runs/*.xml -r references.xml
    bakeoff convert output.txt output.xml --like source.xml --target-language English --name my-system

    Every command explains itself: bakeoff COMMAND --help. A mistake in a call or in a file gives one sentence and
    exit code 2; --debug shows where it arose.
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the command line and exits; as a program, without arguments here, it leaves at once."""
    # A command makes many objects, keeps them and ends soon: looking for garbage again and again takes a tenth of it.
    gc.set_threshold(50_000, 20, 20)
    if arguments is not None:
        _call(list(arguments))
        return
    code: object = 0
    try:
        _call(sys.argv[1:])
    except SystemExit as stop:
        code = stop.code
    if sys.argv[1:2] and sys.argv[1] in COMMANDS and not isinstance(code, str):
        _leave(int(code or 0))  # type: ignore[call-overload]  # a number or nothing
    sys.exit(code)  # type: ignore[arg-type]


def _leave(code: int) -> NoReturn:
    """Ends the process. To take NumPy and all else apart piece by piece would take longer than most commands."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, OSError, ValueError):  # closed, or its reader has gone
            stream.flush()
    os._exit(code)


def _call(given: list[str]) -> None:
    debug = "--debug" in given
    try:
        if COMPLETE in os.environ:
            from bakeoff.cli.shell_completion import answer_shell

            sys.exit(answer_shell(group, os.environ[COMPLETE]))
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
