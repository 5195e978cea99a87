"""`ter@tercom` and `ter@sacrebleu` against every TER figure that the tools printed."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from bakeoff.metrics import parse_expression
from bakeoff.text import Workspace

EXPRESSIONS = {
    "tercom.default": "ter@tercom",
    "tercom.s": "ter@tercom:case=yes",
    "tercom.N": "ter@tercom:normalize=yes",
    "tercom.Ns": "ter@tercom:case=yes,normalize=yes",
    "tercom.NsA": "ter@tercom:case=yes,normalize=yes,asian=yes",
    "sacrebleu.ter": "ter@sacrebleu",
    "sacrebleu.ter-cs": "ter@sacrebleu:case=yes",
    "sacrebleu.ter-norm-cs": "ter@sacrebleu:case=yes,normalize=yes",
    "sacrebleu.ter-norm-cs-asian": "ter@sacrebleu:case=yes,normalize=yes,asian=yes",
}


def lines(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").split("\n")[:-1]


@cache
def statistics(folder: Path, system: str, references: tuple[str, ...], config: str) -> np.ndarray:
    space, metric = Workspace(threads=2), parse_expression(EXPRESSIONS[config])
    prepared = metric.prepare([space.text(lines(folder / f"ref.{name}.txt")) for name in references])
    return metric.statistics(space.text(lines(folder / f"hyp.{system}.txt")), prepared)


@pytest.mark.parametrize("config", EXPRESSIONS)
def test_score_and_totals_of_every_run(data, config):
    runs = json.loads((data / "golden" / "scores.json").read_text(encoding="utf-8"))["runs"]
    chosen = [run for run in runs if run["metric"] == "TER" and run["config"] == config]
    assert chosen
    for run in chosen:
        sums = statistics(data / "golden" / run["set"], run["system"], tuple(run["refs"]), config).sum(axis=0)
        assert sums[0] == run["edits"], run
        assert sums[1] == pytest.approx(run["ref_words"], rel=1e-9), run
        percent = run["score"] * (100 if config.startswith("tercom") else 1)
        assert parse_expression(EXPRESSIONS[config]).score(sums) == pytest.approx(percent, rel=1e-9), run


def test_every_segment_of_the_segment_files(data):
    compared = set()
    for file in sorted((data / "golden").glob("*/segments.*.json")):
        content = json.loads(file.read_text(encoding="utf-8"))
        for array in content["arrays"]:
            if array["metric"] != "TER":
                continue
            config = array["config"]
            found = statistics(file.parent, content["system"], tuple(array["refs"]), config)
            assert found[:, 0].tolist() == array["edits"], (file, config)
            assert found[:, 1].tolist() == pytest.approx(array["ref_words"], rel=1e-9), (file, config)
            if "values" in array:
                scores = parse_expression(EXPRESSIONS[config]).segment_scores(found)
                assert scores.tolist() == pytest.approx(array["values"], rel=1e-9), (file, config)
            compared.add(config)
    assert compared == {"tercom.Ns", "tercom.NsA", "sacrebleu.ter", "sacrebleu.ter-norm-cs-asian"}
