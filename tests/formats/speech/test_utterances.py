from __future__ import annotations

from pathlib import Path

import pytest

from bakeoff.errors import FormatError
from bakeoff.formats import Utterances, read_utterances


def test_transcripts_have_ids(tmp_path: Path) -> None:
    path = tmp_path / "ref"
    path.write_text("a b (s-1)\n(s-2)\n")
    assert read_utterances(path) == (Utterances(("a b", ""), ("s-1", "s-2")),)


def test_lines_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "ref.txt"
    path.write_text("a b\n\n")
    assert read_utterances(path) == (Utterances(("a b", ""), None),)


def test_tables_have_ids_where_no_two_are_alike(tmp_path: Path) -> None:
    path = tmp_path / "ref.tsv"
    path.write_text("document\tsegment\ttext\nd\tu1\ta\nd\tu2\tb\n")
    assert read_utterances(path) == (Utterances(("a", "b"), ("u1", "u2")),)
    path.write_text("document\tsegment\ttext\nd\t1\ta\ne\t1\tb\n")
    assert read_utterances(path) == (Utterances(("a", "b"), None),)


def test_alternatives_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "ref.trn"
    path.write_text("a (s-1)\n{ a / b } c (s-2)\n")
    with pytest.raises(FormatError, match="line 2: expected one wording of each utterance, found alternatives"):
        read_utterances(path)


def test_a_file_without_reference_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "src.sgm"
    path.write_text('<srcset setid="x" srclang="de"><doc docid="d"><seg id="1">a</seg></doc></srcset>')
    with pytest.raises(FormatError, match="expected a reference, found 1 source"):
        read_utterances(path)
