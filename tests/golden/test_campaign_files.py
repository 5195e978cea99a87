"""Published figures of real campaigns, from their own files: WMT XML with all systems, gzipped text, 11 references."""

from __future__ import annotations

import csv
import gzip
import re
from pathlib import Path

import pytest

from bakeoff.evaluation import score_runs, score_texts
from bakeoff.formats import read_references, read_runs, read_source


def lines(path: Path) -> list[str]:
    return gzip.decompress(path.read_bytes()).decode().removesuffix("\n").split("\n")


@pytest.mark.parametrize(
    ("file", "scores"),
    [
        ("wmt22-uk-en/wmttest2022.uk-en.all.xml.gz", "wmt22-uk-en/automatic-scores.tsv"),
        ("wmt21-flores-zu-xh/florestest2021.xh-zu.all.xml.gz", "wmt21-flores-zu-xh/automatic-scores-xh-zu.tsv"),
        ("wmt21-flores-zu-xh/florestest2021.zu-xh.all.xml.gz", "wmt21-flores-zu-xh/automatic-scores-zu-xh.tsv"),
    ],
)
def test_automatic_scores_of_a_wmt_campaign(data: Path, file: str, scores: str) -> None:
    """sacreBLEU 2.x with its defaults, as WMT published them with every digit."""
    path = data / file
    evaluation = score_runs(
        read_runs(path), read_references(path), source=read_source(path), metrics="bleu@sacrebleu chrf"
    )
    ours = {
        (system.name, metric): system.scores[expression].value
        for system in evaluation.systems
        for metric, expression in (("bleu-all", "bleu@sacrebleu"), ("chrf-all", "chrf"))
    }
    with (data / scores).open(encoding="utf-8") as table:
        rows = [row for row in csv.DictReader(table, delimiter="\t") if row["metric"] in ("bleu-all", "chrf-all")]
    published = {(row["system"], row["metric"]): float(row["score"]) for row in rows}
    assert published
    assert {key: ours[key] for key in published} == pytest.approx(published, rel=1e-12)


def test_bleu_with_eleven_references(data: Path) -> None:
    """sacreBLEU 2.6 with its defaults on the 499 segments of newstest2014 whose source is that of the translations."""
    folder = data / "multiref-newstest2014-en-de"
    translations: dict[str, dict[str, str]] = {}
    for line in lines(folder / "wmt14-en-de.extra_refs.gz"):
        key, _, text = line.partition("\t")
        kind, _, number = key.partition("-")
        translations.setdefault(number, {})[kind] = text
    position = {source: index for index, source in enumerate(lines(folder / "source.en.gz"))}
    found = [(position[texts["S"]], texts) for texts in translations.values() if texts["S"] in position]
    kinds = ["T", *(f"R{number}" for number in range(1, 11))]
    references = [[texts[kind] for _, texts in found] for kind in kinds]
    expected = re.findall(r"([\w.-]+) (\d+\.\d+ \d+\.\d+)", (folder / "EXPECTED.md").read_text(encoding="utf-8"))
    assert (len(found), len(expected)) == (499, 6)
    for name, figures in expected:
        (output,) = (folder / "outputs").glob(f"newstest2014.{name}*")
        outputs = lines(output)
        hypotheses = [outputs[index] for index, _ in found]
        scores = score_texts(hypotheses, references, metrics="bleu@sacrebleu:references=1 bleu@sacrebleu")
        assert [f"{score:.2f}" for score in scores.values()] == figures.split(), name


def test_scores_of_multeval_on_its_example(data: Path) -> None:
    """BLEU without tokenisation or smoothing, TER as sacreBLEU with case: printed with MultEval's example."""
    folder = data / "multeval-newstest2010"
    references = [lines(folder / "refs.test2010.lc.tok.en.0.gz")]
    printed = {
        "baseline": (("18.539", "18.464", "18.577"), ("65.52", "65.89", "65.57")),
        "sys1": (("18.987", "18.474", "18.979"), ("64.18", "65.34", "64.93")),
    }
    bleu, ter = "bleu@sacrebleu:tokenizer=plain,smoothing=none", "ter@sacrebleu:case=yes"
    for system, (bleus, ters) in printed.items():
        runs = [lines(folder / f"hyps.lc.tok.en.{system}.opt{number}.gz") for number in range(3)]
        scores = [score_texts(run, references, metrics=[bleu, ter]) for run in runs]
        assert tuple(f"{score[bleu]:.3f}" for score in scores) == bleus
        assert tuple(f"{score[ter]:.2f}" for score in scores) == ters
