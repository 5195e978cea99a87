"""Options of sacreBLEU that have different names here: each says what to write."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Callable
from typing import Any
from unittest import mock

import pytest

from bakeoff.cli.interface.sacrebleu_options import check_options
from bakeoff.cli.main import load_command
from bakeoff.errors import BakeoffError
from bakeoff.metrics import parse_expression

# Its import lets a closed pipe end the process, here that of all tests.
signal.signal(signal.SIGPIPE, signal.SIG_IGN)

TAKEN = {"-m", "--metrics", "-i", "--input", "-w", "--width", "-b", "--score-only", "-t", "--test-set"} | {
    *("-l", "--language-pair", "-f", "--format", "-q", "--quiet", "-h", "--help"),
}
"""What works as with sacreBLEU."""
OTHERWISE = {"--version": "an option of bakeoff itself"}


def their_options() -> list[str]:
    """Every option of sacreBLEU's program."""
    before = signal.getsignal(signal.SIGPIPE)
    import sacrebleu.sacrebleu as program

    signal.signal(signal.SIGPIPE, before)  # as a program it wants to die of a closed pipe, which would end the tests
    parsers: list[argparse.ArgumentParser] = []

    def keep(self: argparse.ArgumentParser, *_: object, **__: object) -> argparse.Namespace:
        parsers.append(self)
        raise SystemExit

    with mock.patch.object(argparse.ArgumentParser, "parse_args", keep), pytest.raises(SystemExit):
        program.parse_args()
    return [option for action in parsers[0]._actions for option in action.option_strings]


def known(command: str) -> set[str]:
    return {name for parameter in load_command(command).params for name in parameter.opts}


@pytest.mark.parametrize("option", their_options())
def test_every_option_of_sacrebleu_works_or_says_what_to_write(option: str) -> None:
    if option in TAKEN or option in OTHERWISE:
        check_options("score", [option, "x"], known("score"))
        return
    value = "exp" if option in ("-s", "--smooth-method") else "zh"
    with pytest.raises(BakeoffError) as caught:
        check_options("score", ["a.txt", option, value], known("score"))
    message = str(caught.value)
    theirs = "is an option of sacreBLEU, not of bakeoff score. "
    ours = "has another meaning here than for sacreBLEU. "
    assert message.startswith(f"{option} {ours if option in known('score') else theirs}")
    for word in message.split():
        if word.startswith(("bleu@", "chrf:", "chrf+", "ter@")) and "N" not in word:
            parse_expression(word.rstrip(".;,"))


@pytest.mark.parametrize(
    ("arguments", "advice"),
    [
        (("-tok", "zh"), "write -m bleu@sacrebleu:tokenizer=zh."),
        (("--tokenize=none",), "write -m bleu@sacrebleu:tokenizer=plain."),
        (("--tokenize", "ja-mecab"), "There is no tokeniser ja-mecab here"),
        (("-s", "floor"), "write -m bleu@sacrebleu:smoothing=floor."),
        (("-lc",), "write -m bleu@sacrebleu:case=no."),
        (("--echo", "src"), "call sacrebleu --echo."),
        (
            ("--confidence", "-b"),
            "--confidence has another meaning here than for sacreBLEU. Write --interval bootstrap.",
        ),
    ],
)
def test_advice_fits_what_was_given(arguments: tuple[str, ...], advice: str, bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff("score", "ref.txt", "-i", "hyp.txt", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert advice in outcome.err


def test_what_comes_after_two_dashes_is_no_option() -> None:
    check_options("score", ["--", "-tok"], known("score"))


def test_our_share_of_an_interval_is_not_taken_for_their_flag() -> None:
    check_options("score", ["--confidence", "0.99"], known("score"))
    check_options("score", ["--confidence=.9"], known("score"))


def test_a_source_file_is_not_taken_for_a_way_of_smoothing() -> None:
    check_options("score", ["-s", "source.xml"], known("score"))
