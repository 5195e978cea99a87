"""Texts in archives are read within the budget of strangers' data where that is asked for."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from random import Random

import pytest

from bakeoff.errors import InputError
from bakeoff.evaluation.corpora.files import read_corpora
from bakeoff.formats.budgets import BudgetError


def packed(path: Path, files: dict[str, bytes]) -> Path:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    path.write_bytes(data.getvalue())
    return path


def test_each_text_knows_its_name_in_the_archive(tmp_path: Path) -> None:
    path = packed(tmp_path / "a.zip", {"b/train.de": b"eins\n", "b/train.en": b"one\n", "LICENSE.txt": b"Free.\n"})
    assert [corpus.member for corpus in read_corpora(path)] == ["b/train.de", "b/train.en"]


def test_an_archive_is_recognised_by_its_content(tmp_path: Path) -> None:
    path = packed(tmp_path / "corpus", {"train.de": b"eins\n"})
    with pytest.raises(InputError):  # its name does not say what it is
        read_corpora(path)


def test_tiny_lines_without_number_cost_more_than_real_data(tmp_path: Path) -> None:
    many = b"".join(Random(1).choices((b"a\n", b"b\n"), weights=(12, 1), k=700_000))
    path = packed(tmp_path / "a.zip", {"a.txt": many})
    assert len(read_corpora(path)) == 1
    with pytest.raises(BudgetError, match="fewer lines, tags and cells"):
        read_corpora(path, within_budget=True)


def test_what_cannot_be_read_is_remarked_on(tmp_path: Path) -> None:
    path = packed(tmp_path / "a.zip", {"a.txt": b"one\n", "b.xml": b"<mteval>", "c.bin": b"\0"})
    said: list[str] = []
    assert [corpus.member for corpus in read_corpora(path, on_remark=said.append)] == ["a.txt"]
    assert [line.split(")")[0] for line in said] == [f"{path} (c.bin", f"{path} (b.xml"]
