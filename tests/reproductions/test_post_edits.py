"""Post-edits, and what people said about them: MLQE-PE, and the five post-editors of IWSLT 2019.

Sources: Fomicheva et al. 2022, MLQE-PE (`test20.hter` of three language pairs); Scarton et al. 2019, Estimating
post-editing effort. Means and correlations of the latter were computed from its columns by another program.
"""

from __future__ import annotations

import gzip
import tarfile
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from bakeoff.data import Document, ReferenceSet, Run, Segment
from bakeoff.data.judgments import Judgment
from bakeoff.evaluation import score_runs
from bakeoff.human_eval import PostEditAnalysis, analyse_post_edits, mter_by_references
from bakeoff.human_eval.protocols.edit_rates import edit_metric, edit_statistics
from bakeoff.statistics import pearson, spearman

HTER = {"en-de": (0.1668, 17.22), "ru-en": (0.1632, 15.15), "ro-en": (0.2242, 24.27)}
"""Mean over segments, and TER of the corpus in percent."""
MTER = [34.0, 20.4, 18.9, 18.3, 17.9]
"""Ours, of the outputs of IWSLT 2019 against one to five post-edits."""


def numbered(lines: list[str]) -> tuple[Document, ...]:
    return (Document("", tuple(Segment(str(number), text) for number, text in enumerate(lines)), numbered=True),)


def mlqe(pair: str, data: Path) -> dict[str, list[str]]:
    """Outputs, post-edits and HTER of every segment."""
    texts = {}
    with tarfile.open(data / "mlqe-pe" / "post-editing" / f"{pair}-test.tar.gz") as archive:
        for name in ("mt", "pe", "hter"):
            member = archive.extractfile(f"{pair}-test20/test20.{name}")
            assert member is not None
            texts[name] = member.read().decode().splitlines()
    return texts


@pytest.mark.parametrize("pair", HTER)
def test_the_analysis_of_post_edits_gives_the_hter_of_the_corpus_and_of_every_segment(pair: str, data: Path) -> None:
    texts = mlqe(pair, data)
    judgments = [
        Judgment(
            id=str(number),
            protocol="post_editing",
            judge="editor",
            segment=str(number),
            systems=("mt",),
            answer={"text": edited, "original": output},
        )
        for number, (output, edited) in enumerate(zip(texts["mt"], texts["pe"], strict=True))
    ]
    found = analyse_post_edits(judgments, analysis=PostEditAnalysis(metric="ter@sacrebleu", samples=100)).groups[0]
    [system], [editor] = found.systems, found.editors
    _, corpus = HTER[pair]
    assert round(system.hter.value, 2) == round(editor.hter.value, 2) == round(system.mter.value, 2) == corpus
    assert system.hter.interval is not None
    assert system.hter.interval.low < corpus < system.hter.interval.high
    rows = edit_statistics(texts["mt"], [[text] for text in texts["pe"]], edit_metric("ter@sacrebleu"))
    capped = np.minimum(1, rows[:, 0] / rows[:, 1])
    np.testing.assert_allclose(capped, np.array(texts["hter"], dtype=np.float64), atol=1e-4)


@pytest.mark.parametrize("pair", HTER)
def test_hter_of_every_segment(pair: str, data: Path) -> None:
    texts = mlqe(pair, data)
    run = Run(system="mt", documents=numbered(texts["mt"]))
    edited = ReferenceSet(name="post-edit", documents=numbered(texts["pe"]))
    evaluation = score_runs([run], [edited], metrics="ter@sacrebleu", specification="raw")
    found = np.minimum(1, np.asarray(evaluation.segment_scores(evaluation.systems[0], "ter@sacrebleu")) / 100)
    given = np.array(texts["hter"], dtype=np.float64)
    assert len(given) == 1000
    np.testing.assert_allclose(found, given, atol=1e-4)
    mean, corpus = HTER[pair]
    assert round(float(found.mean()), 4) == mean
    assert round(evaluation.systems[0].scores["ter@sacrebleu"].value, 2) == corpus


@pytest.fixture(scope="module")
def editors(data: Path) -> list[list[dict[str, str]]]:
    """The rows of each of the five post-editors, by the names of their columns."""
    folder = data / "iwslt2019-five-postedits"
    names = [name.strip("<>\n") for name in (folder / "header").read_text(encoding="utf-8").split("\t")]
    found = []
    for number in range(5):
        with gzip.open(folder / f"ann{number}.gz", "rt", encoding="utf-8", newline="\n") as file:
            found.append([dict(zip(names, line.rstrip("\n").split("\t"), strict=True)) for line in file])
    return found


@pytest.fixture(scope="module")
def effort(editors: list[list[dict[str, str]]]) -> dict[str, list[float]]:
    """The figures of all five post-editors together."""
    return {
        name: [float(cells[name]) for rows in editors for cells in rows]
        for name in ("DA", "HTER", "HBLEU", "TER", "BLEU")
    }


def test_mter_falls_with_every_added_post_edit(editors: list[list[dict[str, str]]]) -> None:
    outputs = [cells["MT"] for cells in editors[0]]
    assert len(outputs) == 1047
    assert all(sum(cells["MT"] != output for cells, output in zip(rows, outputs, strict=True)) < 5 for rows in editors)
    edits = [[cells["PE"] for cells in rows] for rows in editors]
    rates = mter_by_references(outputs, edits, analysis=PostEditAnalysis(samples=200))
    values = [rate.value for rate in rates]
    assert values == sorted(values, reverse=True)
    assert all(one > other for one, other in pairwise(values))
    intervals = [rate.interval for rate in rates if rate.interval is not None]
    assert len(intervals) == 5
    assert intervals[-1].high < intervals[0].low
    assert [round(value, 1) for value in values] == MTER


def test_means_of_five_post_editors(effort: dict[str, list[float]]) -> None:
    assert len(effort["HTER"]) == 5235
    assert round(float(np.mean(effort["HTER"])), 3) == 0.294
    assert round(float(np.mean(effort["TER"])), 3) == 0.582


@pytest.mark.parametrize(
    ("column", "published"), [("HTER", -0.434), ("HBLEU", 0.461), ("TER", -0.349), ("BLEU", 0.361)]
)
def test_direct_assessment_and_effort(column: str, published: float, effort: dict[str, list[float]]) -> None:
    assert round(pearson(effort["DA"], effort[column]).value, 3) == published


def test_ranks_of_direct_assessment_and_effort(effort: dict[str, list[float]]) -> None:
    assert round(spearman(effort["DA"], effort["HTER"]).value, 3) == -0.485
