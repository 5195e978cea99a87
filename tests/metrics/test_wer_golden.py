"""WER and PER against golden figures: jiwer 4.0.0, rapidfuzz 3.14.6, Alacant WER.pl and PER.pl (see scores.json)."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
from sacrebleu.tokenizers.tokenizer_zh import TokenizerZh

from bakeoff.metrics.per import Per
from bakeoff.metrics.wer import Wer
from bakeoff.text import Text, Workspace

METRICS = {"wer": Wer(), "per-segment": Per(), "per-corpus": Per(surplus="corpus")}
SACREBLEU = {"13a": Tokenizer13a(), "zh": TokenizerZh()}


def golden_runs(data: Path, tokenizer: str) -> list[dict[str, Any]]:
    runs = json.loads((data / "golden" / "scores.json").read_text(encoding="utf-8"))["runs"]
    return [run for run in runs if run["config"] in [f"{name}.{tokenizer}" for name in METRICS]]


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


def check(run: dict[str, Any], read: Callable[[Path], Text], folder: Path) -> None:
    metric = METRICS[run["config"].partition(".")[0]]
    references = metric.prepare([read(folder / f"ref.{name}.txt") for name in run["refs"]])
    sums = metric.statistics(read(folder / f"hyp.{run['system']}.txt"), references).sum(axis=0)
    found = dict(zip(metric.columns, sums.tolist(), strict=True))
    assert float(metric.score(sums)) == pytest.approx(100 * run["score"], rel=1e-12)
    assert np.rint(metric.score(sums) * found["reference_words"] / 100) == run["errors"]
    golden_names = {"reference_words": "ref_words", "hypothesis_words": "hyp_words"}
    named = {golden_names.get(name, name): value for name, value in found.items() if name != "surplus_words"}
    assert named == {name: run[name] for name in named}


@pytest.mark.parametrize("tokenizer", ["13a", "zh"])
def test_error_rates_against_jiwer_and_alacant(data, tokenizer):
    space = Workspace(tokenizer=tokenizer)
    read = cache(lambda path: space.text(lines(path)))
    for run in golden_runs(data, tokenizer):
        check(run, read, data / "golden" / run["set"])


@pytest.mark.parametrize("tokenizer", ["13a", "zh"])
def test_error_rates_of_texts_tokenised_by_sacrebleu_against_jiwer_and_alacant(data, tokenizer):
    space = Workspace(tokenizer="plain")
    read = cache(lambda path: space.text([SACREBLEU[tokenizer](line) for line in lines(path)]))
    for run in golden_runs(data, tokenizer):
        check(run, read, data / "golden" / run["set"])


@pytest.mark.parametrize(("tokenizer", "runs"), [("13a", 33), ("zh", 6)])
def test_no_golden_run_is_forgotten(data, tokenizer, runs):
    assert len(golden_runs(data, tokenizer)) == runs
