"""The package of outputs for metrics: laid out as mt-metrics-eval does, line by line."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from bakeoff.cli.main import group
from bakeoff.data import Document, ReferenceSet, Run, Segment, TestSet
from bakeoff.errors import BakeoffError
from bakeoff.submissions.metrics_package import metrics_package, segment_keys
from bakeoff.submissions.scored_outputs import ScoredOutputs, outputs_in_folder
from tests.submissions.package_files import SCORES


def documents(*texts: str) -> tuple[Document, ...]:
    first = Document("one", tuple(Segment(str(n), text) for n, text in enumerate(texts[:2], 1)), {"genre": "news"})
    return (first, Document("two", (Segment("1", texts[2]),)))


SOURCE = TestSet(documents=documents("eins", "zwei", "drei"), source_language="de")
REFERENCE = ReferenceSet(documents=documents("one", "two", "three"), name="ann", target_language="en")
OUTPUT = Run(documents=documents("1", "line\nbreak", "3"), system="SECRET", target_language="en")


def files(folder: Path, **options: object) -> dict[str, str]:
    packed = metrics_package(
        folder,
        title="News",
        folder="news",
        language_pair="de-en",
        source=SOURCE,
        references=[REFERENCE],
        outputs={"system2": OUTPUT},
        **options,  # type: ignore[arg-type]
    )
    return {file.name: file.path.read_text("utf-8") for file in packed}


def test_line_n_of_every_file_is_segment_n(tmp_path: Path) -> None:
    found = files(tmp_path)
    assert found["news/sources/de-en.txt"] == "eins\nzwei\ndrei\n"
    assert found["news/references/de-en.refA.txt"] == "one\ntwo\nthree\n"
    assert found["news/system-outputs/de-en/system2.txt"] == "1\nline break\n3\n"
    assert found["news/documents/de-en.docs"] == "news\tone\nnews\tone\nall\ttwo\n"
    assert found["news/segments/de-en.tsv"].splitlines()[2:] == ["2\tone\t2", "3\ttwo\t1"]
    assert segment_keys(SOURCE) == (("one", "1"), ("one", "2"), ("two", "1"))
    assert not [text for text in found.values() if "SECRET" in text]


def test_everything_is_cut_to_the_same_segments(tmp_path: Path) -> None:
    only = {("one", "2"), ("two", "1")}
    found = files(tmp_path, only=only)
    assert found["news/references/de-en.refA.txt"] == "two\nthree\n"
    assert found["news/documents/de-en.docs"] == "news\tone\nall\ttwo\n"
    assert segment_keys(SOURCE, only) == (("one", "2"), ("two", "1"))


def test_the_unpacked_folder_says_what_there_is_to_score(tmp_path: Path) -> None:
    files(tmp_path)
    assert outputs_in_folder(tmp_path) == {"de-en": ScoredOutputs(systems=("system2",), segments=3, references=1)}
    with pytest.raises(BakeoffError, match="expected the unpacked package of a metrics task"):
        outputs_in_folder(tmp_path / "system-outputs")


def test_teams_check_scores_against_the_folder(tmp_path: Path) -> None:
    files(tmp_path)
    scores = tmp_path / "comet_news_de-en.tsv"
    scores.write_bytes(SCORES)
    call = ["check", str(scores), "--rules", "wmt2008", "--outputs", str(tmp_path), "--format", "tsv"]
    printed = CliRunner().invoke(group, call)
    assert printed.exit_code == 1
    assert "score-system-unknown" in printed.output
    assert "score-segment-missing" in printed.output
    assert "outputs-not-checked" not in printed.output
