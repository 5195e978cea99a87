"""The kernel against every TER figure of the golden scores, on text that this file tokenises."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from naive_ter import tercom_edits
from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

from bakeoff.native import Vocabulary, ter_statistics, tokenize


def normalized(text: str) -> str:
    """tercom -N: mteval-11b's steps, and one more that splits off 's."""
    text = text.replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    for entity, character in (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")):
        text = text.replace(entity, character)
    text = re.sub(r"([{-~\[-` -&(-+:-@/])", r" \1 ", f" {text} ").replace("'s ", " 's ")
    text = re.sub(r"([^0-9])([.,])", r"\1 \2 ", text)
    text = re.sub(r"([.,])([^0-9])", r" \1 \2", text)
    return re.sub(r"([0-9])-", r"\1 - ", text)


def by_sacrebleu(*, twice: bool = False, **options: bool) -> Callable[[str], str]:
    tokenizer = TercomTokenizer(**options)

    def apply(text: str) -> str:
        once: str = tokenizer(text.rstrip())
        return tokenizer(once) if twice else once

    return apply


TERCOM: dict[str, Callable[[str], str]] = {
    "default": str.lower,
    "s": str,
    "N": lambda text: normalized(text.lower()),
    "Ns": normalized,
}
SACREBLEU: dict[str, dict[str, bool]] = {
    "ter": {},
    "ter-cs": {"case_sensitive": True},
    "ter-norm-cs": {"case_sensitive": True, "normalized": True},
    "ter-norm-cs-asian": {"case_sensitive": True, "normalized": True, "asian_support": True},
}


def lines(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").split("\n")[:-1]


def tokenized(file: Path, config: str, *, reference: bool) -> list[str]:
    tool, _, name = config.partition(".")
    # sacreBLEU tokenises references twice.
    change = TERCOM[name] if tool == "tercom" else by_sacrebleu(twice=reference, **SACREBLEU[name])
    return [change(line) for line in lines(file)]


@cache
def statistics(folder: Path, system: str, references: tuple[str, ...], config: str) -> np.ndarray:
    vocabulary = Vocabulary()
    hypothesis = tokenize(tokenized(folder / f"hyp.{system}.txt", config, reference=False), "plain", vocabulary)
    texts = [tokenized(folder / f"ref.{name}.txt", config, reference=True) for name in references]
    tokens = [tokenize(text, "plain", vocabulary) for text in texts]
    rules = "tercom" if config.startswith("tercom") else "sacrebleu"
    return ter_statistics(hypothesis, tokens, rules=rules, threads=2)


CONFIGS = [*(f"tercom.{name}" for name in TERCOM), *(f"sacrebleu.{name}" for name in SACREBLEU)]


@pytest.mark.parametrize("config", CONFIGS)
def test_totals_of_every_golden_run(data, config):
    runs = json.loads((data / "golden" / "scores.json").read_text(encoding="utf-8"))["runs"]
    chosen = [run for run in runs if run["metric"] == "TER" and run["config"] == config]
    assert chosen
    for run in chosen:
        found = statistics(data / "golden" / run["set"], run["system"], tuple(run["refs"]), config)
        assert found[:, 0].sum() == run["edits"], run
        assert found[:, 1].sum() == pytest.approx(run["ref_words"], rel=1e-9), run


def test_every_segment_of_the_golden_segment_files(data):
    compared = set()
    for file in sorted((data / "golden").glob("*/segments.*.json")):
        content = json.loads(file.read_text(encoding="utf-8"))
        for array in content["arrays"]:
            if array["metric"] != "TER" or array["config"] not in CONFIGS:
                continue
            found = statistics(file.parent, content["system"], tuple(array["refs"]), array["config"])
            assert found[:, 0].tolist() == array["edits"]
            assert found[:, 1].tolist() == pytest.approx(array["ref_words"], rel=1e-9)
            compared.add(array["config"])
    assert compared == {"tercom.Ns", "sacrebleu.ter", "sacrebleu.ter-norm-cs-asian"}


def test_the_naive_twin_agrees_with_tercom(data):
    folder = data / "golden" / "wmt22-de-en"
    arrays = json.loads((folder / "segments.Online-B.json").read_text(encoding="utf-8"))["arrays"]
    edits = next(a["edits"] for a in arrays if a["config"] == "tercom.Ns" and a["refs"] == ["A"])
    texts = [tokenized(folder / name, "tercom.Ns", reference=False) for name in ("hyp.Online-B.txt", "ref.A.txt")]
    chosen = range(0, len(edits), 5)
    found = [tercom_edits(texts[0][i].split(), texts[1][i].split())[0] for i in chosen]
    assert found == [edits[i] for i in chosen]
