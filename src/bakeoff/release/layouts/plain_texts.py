"""Plain text, a segment a line, as sacreBLEU reads it, with the commands that print the published scores."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping

from bakeoff.release.content import ReleaseContent
from bakeoff.release.layouts.texts import BoardTexts, one_a_line
from bakeoff.reports.campaign_results.boards import RunScore
from bakeoff.text import find_specification

_DECIMALS = 4
_METRICS = {
    "bleu@sacrebleu": "-m bleu",
    "chrf": "-m chrf",
    "chrf++": "-m chrf --chrf-word-order 2",
    "ter@sacrebleu": "-m ter",
}
_OPTIONS: Mapping[str, Mapping[str, str]] = {
    "bleu@sacrebleu": {"case=no": "-lc"},
    "ter@sacrebleu": {
        "case=yes": "--ter-case-sensitive",
        "normalize=yes": "--ter-normalized",
        "asian=yes": "--ter-asian-support",
    },
}


def plain_text_files(
    _content: ReleaseContent, boards: tuple[BoardTexts, ...], on_remark: Callable[[str], None]
) -> Iterator[tuple[str, str]]:
    """The files by their paths: a folder for each board with a list of commands."""
    for board in boards:
        folder = f"{board.stem}.{board.pair}"
        if board.texts.source is not None:
            yield f"{folder}/source.txt", one_a_line(board.texts.source)
        for name, column in zip(board.reference_names, board.texts.references, strict=True):
            yield f"{folder}/reference.{name}.txt", one_a_line(column)
        for run in board.runs:
            yield f"{folder}/{run.system}.txt", one_a_line(board.texts.run_of(run.system))
        if any(board.texts.missing):
            on_remark(f"{folder}: references that lack segments have empty lines, which sacreBLEU takes for texts.")
        yield f"{folder}/commands.sh", "\n".join(_commands(board)) + "\n"


def _commands(board: BoardTexts) -> Iterator[str]:
    """A command for each score, with the score as a comment after it."""
    yield "#!/bin/sh"
    yield f"# Scores of {' '.join(filter(None, board.board.place))}; run the commands in this folder."
    references = [f"reference.{name}.txt" for name in board.reference_names]
    systems = dict(zip(board.ids, (run.system for run in board.runs), strict=True))
    for run, score in board.board.scores():
        if run.id in systems and score.value is not None:
            known = None if score.outside else _command(score, references, f"{systems[run.id]}.txt")
            printed = f"{score.value:.{_DECIMALS}f}"
            if known is None:
                yield f"# {score.metric} of {run.name} is from a file of scores: {printed}"
            else:
                yield f"{known}  # {printed}"


def _command(score: RunScore, references: list[str], output: str) -> str:
    """SacreBLEU's where its number is sacreBLEU's, else our own."""
    named, quoted = " ".join(map(shlex.quote, references)), shlex.quote(output)
    options = sacrebleu_options(score.metric)
    if options is not None and not find_specification(score.specification).steps:
        return f"sacrebleu {named} -i {quoted} {options} -w {_DECIMALS} -b"
    given = " ".join(f"-r {shlex.quote(each)}" for each in references)
    chosen = f"--metrics {shlex.quote(score.metric)} --spec {shlex.quote(score.specification)}"
    return f"bakeoff score {quoted} {given} {chosen}"


def sacrebleu_options(expression: str) -> str | None:
    """What sacreBLEU is to be called with for a metric; None where it has no such metric.

    >>> sacrebleu_options("bleu@sacrebleu:tokenizer=zh,case=no"), sacrebleu_options("chrf++")
    ('-m bleu -tok zh -lc', '-m chrf --chrf-word-order 2')
    >>> sacrebleu_options("bleu@mteval") is None, sacrebleu_options("chrf:beta=3") is None
    (True, True)
    """
    head, _, rest = expression.partition(":")
    if head not in _METRICS:
        return None
    parts = [_METRICS[head]]
    for option in filter(None, rest.split(",")):
        key, _, value = option.partition("=")
        if option in _OPTIONS.get(head, {}):
            parts.append(_OPTIONS[head][option])
        elif head == "bleu@sacrebleu" and key in ("tokenizer", "smoothing"):
            parts.append(f"{'-tok' if key == 'tokenizer' else '-s'} {shlex.quote(value)}")
        else:
            return None
    return " ".join(parts)
