"""Answers to shells that complete a call: click's, with two differences.

Words are completed across `@`, `:` and `=`, at which bash divides what is typed, so that `bleu@s` becomes
`bleu@sacrebleu`; and where nothing is known of an argument, files are offered.
"""

from __future__ import annotations

import os
from typing import ClassVar

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    split_arg_string,
)

_BASH = """\
%(complete_func)s() {
    local IFS=$'\\n' response type value
    response=$(env COMP_WORDS="${COMP_LINE:0:COMP_POINT}" COMP_BREAKS="$COMP_WORDBREAKS" \\
        %(complete_var)s=bash_complete "$1")
    COMPREPLY=()
    for completion in $response; do
        IFS=',' read -r type value <<< "$completion"
        case $type in
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
            plain) COMPREPLY+=("$value") ;;
        esac
    done
}

complete -o nosort -F %(complete_func)s %(prog_name)s
"""


class _FilesOtherwise(ShellComplete):
    """Offers files where nothing else is known."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        found = super().get_completions(args, incomplete)
        if found or incomplete.startswith("-") or not args:
            return found
        return [CompletionItem(incomplete, type="file")]


class Bash(_FilesOtherwise, BashComplete):
    source_template: ClassVar[str] = _BASH

    def get_completion_args(self) -> tuple[list[str], str]:
        line = os.environ["COMP_WORDS"]
        words = split_arg_string(line)
        incomplete = words.pop() if words and not line[-1:].isspace() else ""
        return words[1:], incomplete

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        """What bash has left to complete: it divides words at these characters and puts the last part back itself."""
        breaks = [mark for mark in os.environ.get("COMP_BREAKS", "") if not mark.isspace() and mark not in "\"'"]
        is_option = incomplete.startswith("--") and "=" in incomplete
        value = incomplete.partition("=")[2] if is_option else incomplete
        typed = max((value.rfind(mark) + 1 for mark in breaks), default=0)
        return [
            CompletionItem(item.value[typed:] if item.type == "plain" else item.value, type=item.type)
            for item in super().get_completions(args, incomplete)
        ]

    @staticmethod
    def _check_version() -> None:
        """The script needs nothing that bash 4.4 does not have."""


class Zsh(_FilesOtherwise, ZshComplete):
    """As click does it, with files."""


class Fish(_FilesOtherwise, FishComplete):
    """As click does it, with files."""


SHELLS: dict[str, type[ShellComplete]] = {"bash": Bash, "zsh": Zsh, "fish": Fish}


def completion_of(shell: str, program: click.Command) -> ShellComplete:
    """What completes calls of the program in a shell."""
    return SHELLS[shell](program, {}, "bakeoff", "_BAKEOFF_COMPLETE")


def answer_shell(program: click.Command, instruction: str) -> int:
    """Prints what a shell asks for (`bash_complete`); the exit code."""
    shell, _, wish = instruction.partition("_")
    if shell not in SHELLS or wish not in ("complete", "source"):
        return 1
    answer = completion_of(shell, program)
    click.echo(answer.complete() if wish == "complete" else answer.source())
    return 0
