from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from lxml import etree

EXAMPLES = Path(__file__).parents[2] / "examples"
SYSTEMS = ["aster", "basalt", "cedar", "dune", "ember"]


def sets(path: Path) -> list[etree._Element]:
    return list(etree.parse(path).getroot())


def outline(text: etree._Element) -> list[tuple[str | None, str | None, list[str | None]]]:
    """Document, genre and segment ids, in order."""
    return [(d.get("docid"), d.get("genre"), [s.get("id") for s in d.iter("seg")]) for d in text.iter("doc")]


def segments(text: etree._Element) -> list[str]:
    return [segment.text or "" for segment in text.iter("seg")]


def test_source_has_two_genres_and_forty_segments() -> None:
    (source,) = sets(EXAMPLES / "source.xml")
    assert [genre for _, genre, _ in outline(source)] == ["nw", "nw", "wb", "wb"]
    assert len(segments(source)) == 40


@pytest.mark.parametrize("name", ["references.xml", *(f"runs/{system}.xml" for system in SYSTEMS)])
def test_every_text_has_the_segments_of_the_source(name: str) -> None:
    (source,) = sets(EXAMPLES / "source.xml")
    for text in sets(EXAMPLES / name):
        assert outline(text) == outline(source)
        assert text.get("setid") == source.get("setid")


def test_four_references_differ_in_every_segment() -> None:
    references = sets(EXAMPLES / "references.xml")
    assert [text.get("refid") for text in references] == ["A", "B", "C", "D"]
    for versions in zip(*map(segments, references), strict=True):
        assert len(set(versions)) == 4


def test_runs_bear_the_names_of_their_files() -> None:
    names = {path.stem: sets(path)[0].get("sysid") for path in (EXAMPLES / "runs").glob("*.xml")}
    assert names == {system: system for system in SYSTEMS}


def test_only_the_poor_system_has_empty_segments() -> None:
    empty = {system: segments(sets(EXAMPLES / f"runs/{system}.xml")[0]).count("") for system in SYSTEMS}
    assert empty == {"aster": 0, "basalt": 0, "cedar": 0, "dune": 0, "ember": 2}


def test_demo_prints_each_command_before_its_table() -> None:
    done = subprocess.run([sys.executable, EXAMPLES / "demo.py"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    _, stats, scores, by_genre, specifications, compared, segments = done.stdout.split("$ bakeoff ")
    assert stats.startswith("stats ")
    for table in (scores, by_genre, specifications, compared):
        assert [system for system in SYSTEMS if system not in table.split("\n", 1)[1]] == []
    assert "genre=wb" not in scores
    assert "genre=wb" in by_genre
    assert "no_case+no_punc" in specifications.split("\n", 1)[1]
    assert "p-values (corrected by Holm's method)" in compared
    assert "Where aster is better" in segments
