"""Lists of documents that are off limits."""

from __future__ import annotations

from pathlib import Path

import pytest

from bakeoff.errors import FormatError
from bakeoff.formats.tables.document_list import read_document_list


def read(folder: Path, text: str, *tables: str) -> dict[str, tuple[str, ...]]:
    path = folder / "list.txt"
    path.write_bytes(text.encode())
    return dict(read_document_list(path, tables=tables or ("talks",)))


def test_documents_are_one_a_line_in_their_order(tmp_path: Path) -> None:
    text = "# QED talks\nQED-7\r\n\nQED-2\n"
    assert read(tmp_path, text) == {"talks": ("QED-7", "QED-2")}


def test_lines_name_their_list_where_there_are_several(tmp_path: Path) -> None:
    text = "talks\tQED-7\nnews\tafp-1\ntalks\tafp-1\n"
    assert read(tmp_path, text, "talks", "news", "web") == {"talks": ("QED-7", "afp-1"), "news": ("afp-1",), "web": ()}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "a\nb\na\n",
            "line 3: expected each document once, found a, which is in line 1, too. Remove one of the two lines.",
        ),
        ("a\nb, c\n", "line 2: expected the id of a document, of at most 200 characters without blanks and commas"),
        ("a\nb c\n", "line 2: expected the id of a document"),
        (
            "talks\t\n",
            "line 1: expected the id of a document, of at most 200 characters without blanks and commas, found none",
        ),
        (f"{'x' * 201}\n", "line 1: expected the id of a document"),
        ("news\ta\n", "line 1: expected one of the lists talks, a tab and the document, found 'news'"),
        ("# nothing\n\n", "expected at least one document, found none. Write a document a line."),
    ],
)
def test_a_mistake_is_named_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(tmp_path, text)
    assert message in str(caught.value)


def test_a_line_without_a_list_is_refused_where_there_are_several(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="line 1: expected one of the lists talks, news"):
        read(tmp_path, "QED-7\n", "talks", "news")


def test_bytes_that_are_no_text_are_refused_with_their_line(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_bytes(b"a\n\xff\n")
    with pytest.raises(FormatError, match="line 2"):
        read_document_list(tmp_path / "list.txt", tables=("talks",))
