"""Completion of calls in shells."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bakeoff.cli.commands import COMMANDS
from bakeoff.formats.judgments.registry import JUDGMENT_FORMATS
from bakeoff.metrics import own_metric_names, row_names
from bakeoff.rulebook import rulebook_names
from bakeoff.text import specification_names

BREAKS = " \t\n\"'@><=;|&(:"
"""COMP_WORDBREAKS of an ordinary bash."""


@pytest.fixture
def complete(bakeoff: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> Callable[[str], list[str]]:
    """What bash is offered for a line: values, or `file` where it is to offer files."""

    def offered(line: str) -> list[str]:
        monkeypatch.setenv("_BAKEOFF_COMPLETE", "bash_complete")
        monkeypatch.setenv("COMP_WORDS", line)
        monkeypatch.setenv("COMP_BREAKS", BREAKS)
        outcome = bakeoff()
        assert (outcome.code, outcome.err) == (0, "")
        rows = [row.split(",", 1) for row in outcome.out.splitlines() if row]
        return [value if kind == "plain" else kind for kind, value in rows]

    return offered


def test_commands_are_completed(complete: Callable[[str], list[str]]) -> None:
    assert {*COMMANDS, "demo", "serve"} <= set(complete("bakeoff "))
    assert complete("bakeoff co") == ["compare", "correlate", "convert", "completion"]
    assert complete("bakeoff human an") == ["analyse"]


def test_options_are_completed(complete: Callable[[str], list[str]]) -> None:
    assert complete("bakeoff score --me") == ["--metrics"]
    assert complete("bakeoff score run.txt -r ref.txt --qu") == ["--quiet"]
    assert {"--metrics", "--references", "--spec", "-m"} <= set(complete("bakeoff score -"))


@pytest.mark.parametrize("option", ["-m", "--metrics"])
def test_metrics_are_completed(option: str, complete: Callable[[str], list[str]]) -> None:
    assert complete(f"bakeoff score run.txt {option} ") == [*own_metric_names(), *row_names()]
    assert complete(f"bakeoff score run.txt {option} me") == [n for n in own_metric_names() if n.startswith("me")]
    assert complete(f"bakeoff score run.txt {option} iw") == ["iwslt2012"]


def test_bash_gets_only_what_it_has_left_to_complete(complete: Callable[[str], list[str]]) -> None:
    """It divides `bleu@s` at the sign and replaces the part after it."""
    assert complete("bakeoff score run.txt -m bleu@s") == ["sacrebleu"]
    assert complete("bakeoff score run.txt --metrics=ter@t") == ["tercom"]


def test_the_last_of_several_metrics_in_quotes_is_completed(complete: Callable[[str], list[str]]) -> None:
    assert complete("bakeoff score run.txt -m 'bleu iw") == ["bleu iwslt2012"]


def test_specifications_formats_and_choices_are_completed(complete: Callable[[str], list[str]]) -> None:
    assert complete("bakeoff score --spec ") == list(specification_names())
    assert complete("bakeoff score -f m") == ["markdown"]
    assert complete("bakeoff convert a.txt b --to js") == ["json-lines"]
    assert complete("bakeoff human analyse x --from wmt") == [n for n in JUDGMENT_FORMATS if n.startswith("wmt")]
    assert complete("bakeoff compare --test boot") == ["bootstrap", "bootstrap@sacrebleu"]


@pytest.mark.parametrize("command", ["check p.tgz --rules", "pack a=b --rules", "describe --rules", "campaign show"])
def test_rulebooks_are_completed_and_otherwise_files(command: str, complete: Callable[[str], list[str]]) -> None:
    assert complete(f"bakeoff {command} ") == list(rulebook_names())
    assert complete(f"bakeoff {command} open") == ["openmt2012"]
    assert complete(f"bakeoff {command} my-") == ["file"]


def test_test_sets_of_sacrebleu_and_their_pairs_are_completed(complete: Callable[[str], list[str]]) -> None:
    assert "wmt14" in complete("bakeoff score -t wmt1")
    assert "en-de" in complete("bakeoff score -t wmt14 -l en")
    assert complete("bakeoff score -l en") == ["file"]


def test_where_nothing_is_known_files_are_offered(complete: Callable[[str], list[str]]) -> None:
    assert complete("bakeoff score ru") == ["file"]
    assert complete("bakeoff score run.txt -r ") == ["file"]
    assert complete("bakeoff xyz") == []


def test_a_call_that_would_be_refused_can_be_completed(complete: Callable[[str], list[str]]) -> None:
    assert complete("bakeoff score -tok zh --met") == ["--metrics"]


def test_bash_itself_completes_a_metric(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    script = tmp_path / "completion.bash"
    script.write_text(bakeoff("completion", "bash").out, encoding="utf-8")
    program = tmp_path / "bakeoff"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m bakeoff "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    line = "bakeoff score run.txt -m bleu@s"
    typed = f"""
        source {script}
        COMP_LINE='{line}' COMP_POINT={len(line)}
        _bakeoff_completion {program}
        printf '%s\\n' "${{COMPREPLY[@]}}"
        complete -p bakeoff
    """
    done = subprocess.run(["bash", "-c", typed], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["sacrebleu", "complete -o nosort -F _bakeoff_completion bakeoff"]


@pytest.mark.parametrize(
    ("shell", "words", "current", "answer"),
    [
        ("zsh", "bakeoff score -m bleu@s", "3", "plain\nbleu@sacrebleu\n_\n"),
        ("fish", "bakeoff score -m bleu@s", "bleu@s", "plain,bleu@sacrebleu\n"),
        ("zsh", "bakeoff comp", "1", "plain\ncompare\nCompare systems: which differences are significant.\n"),
    ],
)
def test_zsh_and_fish_are_answered_in_their_ways(
    shell: str, words: str, current: str, answer: str, bakeoff: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_BAKEOFF_COMPLETE", f"{shell}_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", current)
    assert bakeoff().out.startswith(answer)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell_is_printed(shell: str, bakeoff: Callable[..., Any]) -> None:
    script = bakeoff("completion", shell).out
    assert f"_BAKEOFF_COMPLETE={shell}_complete" in script
    if shutil.which(shell):
        subprocess.run([shell, "-n", "/dev/stdin"], input=script, text=True, check=True)


def test_another_shell_gets_a_sentence(bakeoff: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = bakeoff("completion", "tcsh")
    assert (outcome.code, outcome.out) == (2, "")
    assert "'tcsh' is not one of 'bash', 'zsh', 'fish'" in outcome.err
    monkeypatch.setenv("_BAKEOFF_COMPLETE", "tcsh_complete")
    assert bakeoff().code == 1
