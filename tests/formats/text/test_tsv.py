from __future__ import annotations

from pathlib import Path

import pytest

from bakeoff.data import Document, Segment
from bakeoff.errors import FormatError
from bakeoff.formats import TextFile, read, write
from tests.formats.texts import small_run


def _read(tmp_path: Path, content: str) -> tuple[Document, ...]:
    path = tmp_path / "newstest.de.tsv"
    path.write_text(content, newline="")
    (run,) = read(path).sets
    return run.documents


def test_rows_are_grouped_into_documents(tmp_path: Path) -> None:
    assert _read(tmp_path, "text\tdocument\tsegment\tgenre\na\\tb\td1\t1\tnw\n\td1\t2\tnw\nc\td2\tx\t\n") == (
        Document("d1", (Segment("1", "a\tb"), Segment("2", "")), {"genre": "nw"}),
        Document("d2", (Segment("x", "c"),)),
    )


def test_a_column_that_changes_within_a_document_is_of_its_segments(tmp_path: Path) -> None:
    content = (
        "document\tspeaker\tscene\ttext\nd1\tguest\thotel\ta\nd1\t\thotel\tb\nd1\tclerk\thotel\tc\nd2\tguest\t\td\n"
    )
    documents = _read(tmp_path, content)
    assert documents == (
        Document(
            "d1",
            (Segment("1", "a", {"speaker": "guest"}), Segment("2", "b"), Segment("3", "c", {"speaker": "clerk"})),
            {"scene": "hotel"},
        ),
        Document("d2", (Segment("1", "d"),), {"speaker": "guest"}),
    )
    write(TextFile((small_run(documents=documents),), "tsv"), tmp_path / "again.tsv")
    (again,) = read(tmp_path / "again.tsv").sets
    assert again.documents == documents


def test_without_documents_a_column_may_change_from_row_to_row(tmp_path: Path) -> None:
    assert _read(tmp_path, "genre\ttext\nnw\ta\nwb\tb\n") == (
        Document("1", (Segment("1", "a", {"genre": "nw"}), Segment("2", "b", {"genre": "wb"})), numbered=True),
    )


def test_without_segment_ids_segments_are_counted_in_each_document(tmp_path: Path) -> None:
    assert _read(tmp_path, "document\ttext\r\nd1\ta\r\nd1\tb\r\nd2\tc\r\n") == (
        Document("d1", (Segment("1", "a"), Segment("2", "b"))),
        Document("d2", (Segment("1", "c"),)),
    )


def test_escapes_are_written(tmp_path: Path) -> None:
    run = small_run(documents=(Document("d", (Segment("1", "a\tb\nc\rd\\e"),), {"genre": "nw"}),))
    write(TextFile((run,), "tsv"), tmp_path / "a.tsv")
    assert (tmp_path / "a.tsv").read_bytes() == b"document\tsegment\tgenre\ttext\nd\t1\tnw\ta\\tb\\nc\\rd\\\\e\n"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            "document\tsegment\tgenre\ttext\nd\t1\tnw\n",
            r"newstest.de.tsv, line 2: expected 4 columns, found 3. Write a tab inside a segment as \t.",
        ),
        ("document\tsegment\n", "line 1: expected a header row with a column called text, found document, segment"),
        ("", "line 1: expected a header row with a column called text, found an empty line"),
        ("text\ttext\n", "line 1: expected a different name for each column, found text twice"),
        ("text\t\n", "line 1: expected a different name for each column, found one without a name"),
        (
            "text\tx\na\\qb\t\n",
            r"line 2: expected \t, \n, \r or \\ after a backslash, found \q. Write a backslash as \\.",
        ),
        ("text\tx\na\\\t\n", "line 2: expected \\t, \\n, \\r or \\\\ after a backslash, found \\."),
        ("text\tsegment\na\t1\n", "line 2: expected a document for each segment id, found none"),
        ("text\tdocument\na\t\n", "line 2: expected an id in the column document, found an empty cell"),
        (
            "text\tdocument\na\td1\nb\td2\nc\td1\n",
            "line 4, document d1: expected the rows of a document one after another",
        ),
        (
            "text\tdocument\tgenre\na\td\tnw\nb\td\twb\n",
            "line 3, document d: expected the same genre in all rows of the document, found 'wb'",
        ),
    ],
)
def test_mistakes_are_explained(content: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError) as caught:
        _read(tmp_path, content)
    assert message in str(caught.value)


def test_what_a_table_cannot_hold_is_refused(tmp_path: Path) -> None:
    twice = small_run(documents=(Document("d", (Segment("1", "a"),)), Document("d", (Segment("2", "a"),))))
    reserved = small_run(documents=(Document("d", (Segment("1", "a"),), {"text": "x"}),))
    nul = small_run(documents=(Document("d", (Segment("1", "a\0"),)),))
    for run, words in [(twice, "each document once"), (reserved, "one called text"), (nul, "a NUL character")]:
        with pytest.raises(FormatError, match=words):
            write(TextFile((run,), "tsv"), tmp_path / "a.tsv")
