"""A stand-in for the package `comet`: the calls of unbabel-comet 2 that the adapter makes of it."""

from __future__ import annotations

from pathlib import Path

import pytest

STAND_IN = """
import os
from types import SimpleNamespace

print("a banner on standard output")

def download_model(name):
    raise SystemExit(f"downloading {name}")

class Model:
    def requires_references(self):
        return REFERENCES

    def predict(self, samples, batch_size=16, gpus=1, progress_bar=True):
        print("Predicting", flush=True)
        assert gpus == 0 and not progress_bar and len(samples) <= 6
        assert all(set(sample) == ({"src", "mt", "ref"} if REFERENCES else {"src", "mt"}) for sample in samples)
        scores = [len(sample["mt"]) + len(sample["src"]) / 100 + (1000 if "ref" in sample else 0) for sample in samples]
        return SimpleNamespace(scores=scores, system_score=sum(scores) / len(scores))

def load_from_checkpoint(checkpoint_path, LOCAL):
    assert os.environ.get("HF_HUB_OFFLINE") == os.environ.get("TRANSFORMERS_OFFLINE") == OFFLINE
    return Model()
"""


def install_comet(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    references: bool = True,
    offline: str | None = "1",
    parameter: str = "reload_hparams=False",
) -> Path:
    """Makes the stand-in the package `comet` of the plug-in's environment; returns a checkpoint."""
    source = STAND_IN.replace("REFERENCES", str(references)).replace("OFFLINE\n", f"{offline!r}\n")
    source = source.replace("LOCAL", parameter)
    (folder / "comet").mkdir()
    (folder / "comet" / "__init__.py").write_text(source, encoding="utf-8")
    information = folder / "unbabel_comet-2.2.2.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: unbabel-comet\nVersion: 2.2.2\n")
    (folder / "model.ckpt").write_bytes(b"weights")
    monkeypatch.setenv("PYTHONPATH", str(folder))
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    monkeypatch.delenv("TRANSFORMERS_OFFLINE", raising=False)
    return folder / "model.ckpt"
