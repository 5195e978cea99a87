from __future__ import annotations

from pathlib import Path

import pytest

from bakeoff.data import Document, Run, Segment
from bakeoff.errors import FormatError
from bakeoff.formats import TextFile, read, write
from tests.formats.texts import small_run


def test_each_line_is_a_counted_segment(tmp_path: Path) -> None:
    path = tmp_path / "uedin.txt"
    path.write_text("one\n\nthree")
    (run,) = read(path).sets
    assert run.documents == (
        Document("1", (Segment("1", "one"), Segment("2", ""), Segment("3", "three")), numbered=True),
    )
    assert isinstance(run, Run)
    assert (run.system, run.file, run.test_set) == ("uedin", str(path), None)


def test_an_empty_file_has_no_segments(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.touch()
    (run,) = read(path).sets
    assert list(run.segments) == []


def test_segments_of_documents_are_written_line_by_line(tmp_path: Path) -> None:
    write(TextFile((small_run(),), "nist-xml"), tmp_path / "a.txt")
    assert (tmp_path / "a.txt").read_bytes() == b"a\nb c\n\n"


@pytest.mark.parametrize("character", ["\n", "\r", "\0"])
def test_a_segment_of_several_lines_is_refused_and_nothing_written(character: str, tmp_path: Path) -> None:
    run = small_run(documents=(Document("d", (Segment("7", f"a{character}b"),)),))
    with pytest.raises(FormatError, match="document d, segment 7: expected"):
        write(TextFile((run,), "nist-xml"), tmp_path / "a.txt")
    assert not (tmp_path / "a.txt").exists()
    with pytest.raises(FormatError, match="one text for plain text, found 2 runs: sys, sys"):
        write(TextFile((run, run), "nist-xml"), tmp_path / "a.txt")
