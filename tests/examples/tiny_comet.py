"""Makes checkpoints of COMET with random weights and prints what COMET itself scores with them.

Run by the Python of an environment that has unbabel-comet: `python tiny_comet.py FOLDER < segments.json`. The encoder
is a BERT of two layers over letters, so that nothing is downloaded; classes, files and calls are the library's own.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

os.environ["HF_HUB_OFFLINE"] = os.environ["TRANSFORMERS_OFFLINE"] = "1"

import pytorch_lightning
import torch
import yaml
from comet import load_from_checkpoint
from comet.models import ReferencelessRegression, RegressionMetric
from transformers import BertConfig, BertModel, BertTokenizerFast

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def make_encoder(folder: Path) -> None:
    folder.mkdir(parents=True)
    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *LETTERS, *(f"##{letter}" for letter in LETTERS)]
    (folder / "vocab.txt").write_text("\n".join(vocabulary) + "\n")
    BertTokenizerFast(vocab_file=str(folder / "vocab.txt")).save_pretrained(folder)
    sizes = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 64}
    BertModel(BertConfig(vocab_size=len(vocabulary), **sizes)).save_pretrained(folder)


def make_checkpoint(kind: Any, identifier: str, encoder: Path, folder: Path) -> Path:
    model = kind(
        encoder_model="BERT", pretrained_model=str(encoder), layer="mix", hidden_sizes=[16], local_files_only=True
    )
    options = {**model.hparams, "class_identifier": identifier}
    (folder / "checkpoints").mkdir(parents=True)
    (folder / "hparams.yaml").write_text(yaml.safe_dump(options))
    path = folder / "checkpoints" / "model.ckpt"
    version = pytorch_lightning.__version__
    torch.save(
        {"state_dict": model.state_dict(), "hyper_parameters": options, "pytorch-lightning_version": version}, path
    )
    return path


def main() -> None:
    folder, segments = Path(sys.argv[1]), json.load(sys.stdin)
    torch.manual_seed(1)
    make_encoder(folder / "encoder")
    results = {}
    for kind, identifier in (
        (RegressionMetric, "regression_metric"),
        (ReferencelessRegression, "referenceless_regression_metric"),
    ):
        path = make_checkpoint(kind, identifier, folder / "encoder", folder / identifier)
        model = load_from_checkpoint(str(path), local_files_only=True)
        wanted = ("src", "mt", "ref") if model.requires_references() else ("src", "mt")
        samples = [{key: segment[key] for key in wanted} for segment in segments]
        results[str(path)] = model.predict(samples, batch_size=4, gpus=0, progress_bar=False).scores
    (folder / "scores.json").write_text(json.dumps(results))


main()
