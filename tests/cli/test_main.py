"""The program itself: help, versions, mistakes."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

import bakeoff as package
from bakeoff.cli.main import COMMANDS


def test_help_begins_with_examples_and_lists_every_command(bakeoff):
    outcome = bakeoff("--help")
    assert outcome.code == 0
    assert outcome.out.index("bakeoff score system.txt -r reference.txt") < outcome.out.index("Options:")
    for name, sentence in COMMANDS.items():
        assert name in outcome.out
        assert sentence in outcome.out


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_says_of_itself_what_the_list_says_and_begins_with_examples(name: str, bakeoff):
    command = import_module(f"bakeoff.cli.{name}").command
    assert command.help.splitlines()[0] == COMMANDS[name]
    outcome = bakeoff(name, "--help")
    assert outcome.code == 0
    assert outcome.out.index(f"bakeoff {name} ") < outcome.out.index("Options:")


def test_version_is_that_of_the_package(bakeoff):
    assert bakeoff("--version").out == f"bakeoff, version {package.__version__}\n"


def test_an_unknown_command_gets_a_sentence_and_code_2(bakeoff):
    outcome = bakeoff("scores")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("bakeoff: there is no command 'scores'; the commands are: score, ")


def test_an_unknown_option_gets_a_sentence_and_code_2(bakeoff):
    outcome = bakeoff("score", "x", "--metric", "bleu")
    assert outcome.code == 2
    assert outcome.err.startswith("bakeoff: No such option '--metric'")
    assert outcome.err.count("\n") == 1


def test_a_missing_file_gets_a_sentence_and_no_traceback(bakeoff, tmp_path):
    outcome = bakeoff("score", tmp_path / "none.txt", "-r", tmp_path / "none.txt")
    assert outcome.code == 2
    assert "none.txt" in outcome.err
    assert "Traceback" not in outcome.err


def test_debug_shows_where_a_mistake_arose(tmp_path):
    command = [
        sys.executable,
        "-m",
        "bakeoff",
        "score",
        str(tmp_path / "none"),
        "-r",
        str(tmp_path / "none"),
        "--debug",
    ]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode != 0
    assert "Traceback" in result.stderr


def test_a_reader_that_stops_early_is_no_error(tmp_path):
    text = tmp_path / "text.txt"
    text.write_text("a b c\n" * 20_000, encoding="utf-8")
    command = f"{sys.executable} -m bakeoff score {text} -r {text} --metrics wer --segments --format tsv | head -n 1"
    result = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (0, "system\tdocument\tsegment\twer\n")
    assert "Traceback" not in result.stderr
