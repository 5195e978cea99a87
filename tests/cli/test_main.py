"""The program itself: help, versions, mistakes."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

import bakeoff as package
from bakeoff.cli.main import COMMANDS, load_command


def test_help_starts_with_examples_and_lists_every_command(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff("--help")
    assert outcome.code == 0
    assert outcome.out.index("bakeoff score system.txt -r reference.txt") < outcome.out.index("Options:")
    for name, (_, sentence) in COMMANDS.items():
        assert name in outcome.out
        assert sentence in outcome.out


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_says_of_itself_what_the_list_says_and_starts_with_examples(
    name: str, bakeoff: Callable[..., Any]
) -> None:
    command = load_command(name)
    assert command.help.splitlines()[0] == COMMANDS[name].summary
    outcome = bakeoff(name, "--help")
    assert outcome.code == 0
    assert outcome.out.index(f"bakeoff {name} ") < outcome.out.index("Options:")


def all_commands() -> dict[str, click.Command]:
    """Every command and subcommand by what is typed."""
    found = {}
    waiting = {name: load_command(name) for name in COMMANDS}
    while waiting:
        name, command = waiting.popitem()
        if isinstance(command, click.Group):
            context = click.Context(command)
            waiting |= {f"{name} {each}": command.get_command(context, each) for each in command.list_commands(context)}
        else:
            found[name] = command
    return found


def test_the_format_of_input_is_named_by_from_in_every_command() -> None:
    options = {
        name: {option for each in command.params for option in (*each.opts, *each.secondary_opts)}
        for name, command in all_commands().items()
    }
    formats = {
        name: next(each.opts for each in command.params if each.name == "from_format")
        for name, command in all_commands().items()
        if any(each.name == "from_format" for each in command.params)
    }
    assert sorted(formats) == ["agreement", "convert", "human analyse", "human correlate", "nbest"]
    assert all(named == ["--from"] for named in formats.values())
    assert not [name for name, known in options.items() if "--input-format" in known]


def test_version_is_that_of_the_package(bakeoff: Callable[..., Any]) -> None:
    assert bakeoff("--version").out == f"bakeoff, version {package.__version__}\n"


def test_an_unknown_command_gets_a_sentence_and_code_2(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff("scores")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("bakeoff: there is no command 'scores'; the commands are: score, ")


def test_an_unknown_option_gets_a_sentence_and_code_2(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff("score", "x", "--metric", "bleu")
    assert outcome.code == 2
    assert outcome.err.startswith("bakeoff: No such option '--metric'")
    assert outcome.err.count("\n") == 1


def test_a_missing_file_gets_a_sentence_and_no_traceback(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    outcome = bakeoff("score", tmp_path / "none.txt", "-r", tmp_path / "none.txt")
    assert outcome.code == 2
    assert "none.txt" in outcome.err
    assert "Traceback" not in outcome.err


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs a line of bash in which `bakeoff` is the program."""
    line = f'bakeoff() {{ {sys.executable} -m bakeoff "$@"; }}; {command}'
    return subprocess.run(["bash", "-c", line], cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "text.txt").write_text("a b c\n" * 20_000, encoding="utf-8")
    (tmp_path / "译文.txt").write_text("a b c\n" * 20_000, encoding="utf-8")
    return tmp_path


def test_debug_shows_where_a_mistake_arose(folder: Path) -> None:
    result = shell("bakeoff score none.txt -r none.txt --debug", folder)
    assert result.returncode == 2
    assert "Traceback" in result.stderr
    assert result.stderr.splitlines()[-1].startswith("bakeoff: none.txt: expected a file")


@pytest.mark.parametrize(
    "command",
    [
        "bakeoff score text.txt -r text.txt --metrics wer --segments --format tsv | head -n 1",
        "bakeoff score text.txt -r text.txt --metrics wer | true",
        "bakeoff score text.txt -r text.txt --metrics wer --format json | true",
        "bakeoff stats text.txt | true",
        "bakeoff convert text.txt - --to json-lines | head -n 1",
        "bakeoff --help | true",
    ],
)
def test_a_reader_that_stops_early_is_no_error(command: str, folder: Path) -> None:
    result = shell(f"{command}; echo ${{PIPESTATUS[0]}}", folder)
    assert result.stdout.splitlines()[-1] == "0"
    assert not re.search("Traceback|Error|bakeoff:", result.stderr)


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("bakeoff score text.txt -r text.txt > /dev/full", "bakeoff: the result could not be written: no space left"),
        ("bakeoff score text.txt -r text.txt >&-", "bakeoff: standard output is closed"),
    ],
)
def test_an_output_that_cannot_be_written_gets_a_sentence(command: str, sentence: str, folder: Path) -> None:
    result = shell(command, folder)
    assert result.returncode == 2
    assert sentence in result.stderr
    assert "Traceback" not in result.stderr


def test_closed_standard_error_and_odd_terminals_do_no_harm(folder: Path) -> None:
    result = shell("PYTHONIOENCODING=latin-1 bakeoff score 译文.txt -r text.txt --metrics wer 2>&-", folder)
    assert (result.returncode, result.stderr) == (0, "")
    assert "\\u8bd1\\u6587    0.00" in result.stdout


def test_without_arguments_the_help_is_shown(bakeoff: Callable[..., Any]) -> None:
    assert bakeoff().out == bakeoff("--help").out
