"""The adapter of COMET with the real package: no checkpoint is needed, tiny ones are made.

Collected only where BAKEOFF_COMET_PYTHON names the Python of an environment with unbabel-comet (and, for torchmetrics
0.10, setuptools before 81).

Against unbabel-comet 2.2.7 (torch 2.13, transformers 4.57): `model.predict(…).scores` of the same checkpoints.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from bakeoff.plugins import run_plugin
from tests.conftest import ROOT
from tests.plugins.programs import texts


def test_the_adapter_gives_the_scores_of_comet_itself(tmp_path: Path) -> None:
    python = os.environ["BAKEOFF_COMET_PYTHON"]
    given = texts(segments=5)
    samples = [
        {"src": source, "mt": output, "ref": reference}
        for run in given.runs
        for source, output, reference in zip(given.source, run, given.references[0], strict=True)
    ]
    maker = [python, str(ROOT / "tests" / "examples" / "tiny_comet.py"), str(tmp_path)]
    subprocess.run(maker, input=json.dumps(samples), text=True, check=True, capture_output=True)
    made = json.loads((tmp_path / "scores.json").read_text())
    assert len(made) == 2
    for checkpoint, expected in made.items():
        command = [python, str(ROOT / "examples" / "plugins" / "comet_adapter.py"), "--model", checkpoint]
        result = run_plugin([*command, "--batch-size", "4"], given, name="comet")
        assert [score for name in given.systems for score in result.columns[name].tolist()] == pytest.approx(
            expected, abs=1e-6
        )
        assert result.signature["used-references"] == ("none" if "referenceless" in checkpoint else "first")
