"""Post-edits, and what people said beside them: MLQE-PE, and the five post-editors of IWSLT 2019.

Sources: Fomicheva et al. 2022, MLQE-PE (`test20.hter` of three language pairs); Scarton et al. 2019, Estimating
post-editing effort. Means and correlations of the latter were computed from its columns by another program.
"""

from __future__ import annotations

import gzip
import tarfile
from pathlib import Path

import numpy as np
import pytest

from bakeoff.data import Document, ReferenceSet, Run, Segment
from bakeoff.evaluation import score_runs
from bakeoff.statistics import pearson, spearman

HTER = {"en-de": (0.1668, 17.22), "ru-en": (0.1632, 15.15), "ro-en": (0.2242, 24.27)}
"""Mean over segments, and TER of the corpus in percent."""


def numbered(lines: list[str]) -> tuple[Document, ...]:
    return (Document("", tuple(Segment(str(number), text) for number, text in enumerate(lines)), numbered=True),)


@pytest.mark.parametrize("pair", HTER)
def test_hter_of_every_segment(pair: str, data: Path) -> None:
    texts = {}
    with tarfile.open(data / "mlqe-pe" / "post-editing" / f"{pair}-test.tar.gz") as archive:
        for name in ("mt", "pe", "hter"):
            member = archive.extractfile(f"{pair}-test20/test20.{name}")
            assert member is not None
            texts[name] = member.read().decode().splitlines()
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
def effort(data: Path) -> dict[str, list[float]]:
    """The figures of all five post-editors by the names of their columns."""
    folder = data / "iwslt2019-five-postedits"
    names = [name.strip("<>\n") for name in (folder / "header").read_text(encoding="utf-8").split("\t")]
    columns: dict[str, list[float]] = {name: [] for name in ("DA", "HTER", "HBLEU", "TER", "BLEU")}
    for number in range(5):
        with gzip.open(folder / f"ann{number}.gz", "rt", encoding="utf-8", newline="\n") as file:
            for line in file:
                cells = dict(zip(names, line.rstrip("\n").split("\t"), strict=True))
                for name, values in columns.items():
                    values.append(float(cells[name]))
    return columns


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
