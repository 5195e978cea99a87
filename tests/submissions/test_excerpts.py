"""Lines around a finding, whatever the file holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from bakeoff.submissions.excerpts import excerpts


def of(path: Path, data: bytes, *lines: int) -> dict[int, list[tuple[int, str]]]:
    path.write_bytes(data)
    return {number: [(line.number, line.text) for line in excerpt] for number, excerpt in excerpts(path, lines).items()}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run.txt"


def test_a_line_is_shown_between_its_neighbours(path: Path) -> None:
    assert of(path, b"one\ntwo\nthree\nfour\n", 1, 3) == {
        1: [(1, "one"), (2, "two")],
        3: [(2, "two"), (3, "three"), (4, "four")],
    }


def test_a_line_that_the_file_does_not_have_is_not_shown(path: Path) -> None:
    assert of(path, b"one\n", 7) == {}


def test_what_cannot_be_read_is_made_visible(path: Path) -> None:
    assert of(path, b"\xef\xbb\xbfa\x00\xffb\r\n", 1) == {1: [(1, "a\ufffd\ufffdb")]}


def test_a_line_as_long_as_the_file_is_cut(path: Path) -> None:
    (long, short) = of(path, b"x" * 300_000 + b"\nend\n", 2)[2]
    assert (long[0], len(long[1]), long[1][-1]) == (1, 161, "…")
    assert short == (2, "end")


@pytest.mark.parametrize("data", ["text\n".encode("utf-16"), b"\x1f\x8b\x08\x00data\n"])
def test_other_encodings_and_packed_files_have_no_lines_to_show(path: Path, data: bytes) -> None:
    assert of(path, data, 1) == {}
    assert excerpts(path, []) == {}
