"""The golden scores of BLEU, NIST and chrF, and our scores of the same runs."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

import numpy as np
import pytest

from bakeoff.metrics.contract import Metric, Statistics
from bakeoff.text import Text, Workspace

Tokenize = Callable[[str], str]


@lru_cache
def lines(file: Path, tokenize: Tokenize | None) -> tuple[str, ...]:
    read = file.read_text(encoding="utf-8").split("\n")[:-1]
    return tuple(read if tokenize is None else [" ".join(tokenize(line).split()) for line in read])


@dataclass(frozen=True)
class Golden:
    """With `tokenize`, texts are tokenised before they are scored, so that the metric may use the tokeniser `plain`."""

    folder: Path
    tokenize: Tokenize | None = None

    @cached_property
    def scores(self):
        return json.loads((self.folder / "scores.json").read_text(encoding="utf-8"))

    def runs(self, metric: str, config: str):
        runs = [run for run in self.scores["runs"] if (run["metric"], run["config"]) == (metric, config)]
        assert runs, f"no golden run of {metric} by {config}"
        return runs

    def texts(self, run) -> tuple[Text, list[Text]]:
        """The hypothesis and its references."""
        space = Workspace()
        names = [f"hyp.{run['system']}", *(f"ref.{name}" for name in run["refs"])]
        hypothesis, *references = [
            space.text(lines(self.folder / run["set"] / f"{name}.txt", self.tokenize)) for name in names
        ]
        return hypothesis, references

    def rows(self, run, metric: Metric) -> Statistics:
        hypothesis, references = self.texts(run)
        return metric.statistics(hypothesis, metric.prepare(references))

    def check_systems(self, metric: Metric, name: str, config: str, unit: float = 1.0) -> None:
        """The score of every run, and of its documents where the tool gave those."""
        expected, found = {}, {}
        for run in self.runs(name, config):
            rows = self.rows(run, metric)
            key = (run["set"], run["system"], *run["refs"])
            expected[key] = run["score"] * unit
            found[key] = float(metric.score(rows.sum(axis=0)))
            for document in self.scores["sets"][run["set"]]["documents"] if "documents" in run else []:
                part = rows[document["first_line"] - 1 : document["last_line"]]
                expected[key, document["docid"]] = run["documents"][document["docid"]] * unit
                found[key, document["docid"]] = float(metric.score(part.sum(axis=0)))
        assert found == pytest.approx(expected, rel=1e-9)

    def check_segments(self, metric: Metric, name: str, config: str, unit: float = 1.0) -> None:
        """The segment scores of the first system of every set; they have 10 digits."""
        checked = 0
        for file in sorted(self.folder.glob("*/segments.*.json")):
            stored = json.loads(file.read_text(encoding="utf-8"))
            for array in stored["arrays"]:
                if (array["metric"], array["config"]) != (name, config):
                    continue
                run = {"set": stored["set"], "system": stored["system"], "refs": array["refs"]}
                found = metric.segment_scores(self.rows(run, metric))
                np.testing.assert_allclose(found, np.array(array["values"]) * unit, rtol=1e-9, err_msg=str(run))
                checked += 1
        assert checked, f"no golden segment scores of {name} by {config}"

    def check_orders(self, make: Callable[[int], Metric], name: str, config: str, unit: float = 1.0) -> None:
        """The scores that mteval prints for each highest order up to 9, with 4 decimals."""
        for run in self.runs(name, config):
            hypothesis, references = self.texts(run)
            metrics = [make(order) for order in range(1, 10)]
            rows = [metric.statistics(hypothesis, metric.prepare(references)) for metric in metrics]
            found = [float(metric.score(row.sum(axis=0))) for metric, row in zip(metrics, rows, strict=True)]
            assert found == pytest.approx([value * unit for value in run["cumulative_1to9"]], abs=0.000051 * unit), run
