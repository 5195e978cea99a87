"""The program itself: help, versions, mistakes."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

import bakeoff as package
from bakeoff.cli.commands import COMMANDS, GROUPS
from bakeoff.cli.main import load_command


def test_help_starts_with_examples_and_lists_every_command(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff("--help")
    assert outcome.code == 0
    assert outcome.out.index("bakeoff score system.txt -r reference.txt") < outcome.out.index("Options:")
    for name, (_, sentence) in COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(sentence)}$", outcome.out, re.MULTILINE)


def test_help_lists_commands_in_groups(bakeoff: Callable[..., Any]) -> None:
    listed = bakeoff("--help").out.split("Options:")[1]
    headings = re.findall(r"^(\S.*):$", listed, re.MULTILINE)
    assert headings == list(GROUPS)
    sections = dict(zip(headings, re.split(r"^\S.*:$", listed, flags=re.MULTILINE)[1:], strict=True))
    for heading, commands in GROUPS.items():
        assert all(f"\n  {name} " in sections[heading] for name in commands)
    # The campaign server is another package.
    assert all(f"\n  {name} " in sections["Run a campaign"] for name in ("demo", "serve", "worker"))


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
    assert outcome.err.startswith(
        "bakeoff: there is no command 'scores'. Did you mean score? The commands are: score, "
    )


def test_a_command_like_no_other_gets_no_suggestion(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff("xyzzy")
    assert outcome.code == 2
    assert outcome.err.startswith("bakeoff: there is no command 'xyzzy'. The commands are: score, ")


def test_a_subcommand_that_was_mistyped_is_suggested(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff("human", "analyze")
    assert (outcome.code, outcome.out) == (2, "")
    assert "Did you mean 'analyse'?" in outcome.err


def test_an_unknown_option_gets_a_sentence_and_code_2(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff("score", "x", "--metric", "bleu")
    assert outcome.code == 2
    assert outcome.err == "bakeoff: No such option '--metric'. Did you mean '--metrics'?\n"


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


def test_quiet_leaves_results_and_errors(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a b\n\n", encoding="utf-8")
    (tmp_path / "b.txt").write_text("a b\nc\n", encoding="utf-8")
    call = ("score", tmp_path / "a.txt", "-r", tmp_path / "b.txt", "-m", "wer", "--format", "tsv")
    loud = bakeoff(*call)
    assert "1 of 2 segments are empty" in loud.err
    for quiet in (bakeoff(*call, "--quiet"), bakeoff(*call, "-q"), bakeoff("--quiet", *call)):
        assert (quiet.code, quiet.out, quiet.err) == (0, loud.out, "")
    mistake = bakeoff("score", tmp_path / "none.txt", "-r", tmp_path / "b.txt", "--quiet")
    assert mistake.code == 2
    assert "none.txt" in mistake.err


@pytest.mark.parametrize("name", [*all_commands()])
def test_every_command_can_be_quiet_and_show_where_a_mistake_arose(name: str, bakeoff: Callable[..., Any]) -> None:
    shown = bakeoff(*name.split(), "--help").out
    assert re.search(r"-q, --quiet +Print results and errors only\.", shown)
    assert "--debug" in shown


def test_what_is_printed_is_complete_although_the_program_leaves_at_once(folder: Path) -> None:
    result = shell("bakeoff score text.txt -r text.txt -m wer --segments --format tsv | wc -l", folder)
    assert result.stdout.split() == ["20001"]
    assert shell("bakeoff score none.txt -r none.txt; echo $?", folder).stdout == "2\n"
    assert shell("bakeoff check text.txt --rules openmt2012 > /dev/null; echo $?", folder).stdout == "1\n"


def on_a_terminal(command: str, folder: Path, **variables: str) -> str:
    """What a terminal gets to see of a call."""
    ours, theirs = os.openpty()
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    with subprocess.Popen(
        [sys.executable, "-m", "bakeoff", *command.split()],
        cwd=folder,
        env={**environment, "TERM": "xterm", **variables},
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=subprocess.DEVNULL,
    ):
        os.close(theirs)
        seen = b""
        with contextlib.suppress(OSError):  # Linux says so that nobody writes any more
            while piece := os.read(ours, 65536):
                seen += piece
    os.close(ours)
    return seen.decode()


def test_terminals_get_bold_text_and_others_do_not(folder: Path) -> None:
    (folder / "other.txt").write_text("a b d\n" * 20_000, encoding="utf-8")
    call = "score text.txt other.txt -r text.txt -m wer"
    assert "\x1b[1m" in on_a_terminal(call, folder)
    assert "\x1b" not in on_a_terminal(call, folder, NO_COLOR="1")
    assert "\x1b" not in on_a_terminal(call, folder, TERM="dumb")
    assert "\x1b" not in shell(f"bakeoff {call}", folder).stdout


def test_findings_are_coloured_on_terminals_only(folder: Path) -> None:
    call = "check text.txt --rules openmt2012"
    assert "\x1b[" in on_a_terminal(call, folder)
    assert "\x1b[" not in on_a_terminal(call, folder, NO_COLOR="1")
    assert "\x1b[" not in shell(f"bakeoff {call}", folder).stdout
