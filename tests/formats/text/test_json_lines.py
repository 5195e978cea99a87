from __future__ import annotations

from pathlib import Path

import pytest

from bakeoff.data import Document, Segment
from bakeoff.errors import FormatError
from bakeoff.formats import TextFile, read, write
from tests.formats.texts import small_run


def _read(tmp_path: Path, content: str) -> tuple[Document, ...]:
    path = tmp_path / "run.jsonl"
    path.write_text(content)
    (run,) = read(path).sets
    return run.documents


def test_objects_are_grouped_into_documents(tmp_path: Path) -> None:
    assert _read(
        tmp_path,
        '{"document": "d1", "segment": 1, "genre": "nw", "year": 2012, "x": null, "text": "a\\u2028\\ud83d\\ude00"}\n'
        '{"document": "d2", "segment": "b", "text": ""}\n',
    ) == (
        Document("d1", (Segment("1", "a\u2028😀"),), {"genre": "nw", "year": "2012"}),
        Document("d2", (Segment("b", ""),)),
    )


def test_objects_with_text_alone_are_counted(tmp_path: Path) -> None:
    assert _read(tmp_path, '{"text": "a"}\n{"text": "b"}') == (
        Document("1", (Segment("1", "a"), Segment("2", "b")), numbered=True),
    )


def test_each_segment_is_a_line(tmp_path: Path) -> None:
    write(TextFile((small_run(),), "json-lines"), tmp_path / "a.jsonl")
    assert (tmp_path / "a.jsonl").read_text().splitlines()[1:] == [
        '{"document": "d1", "segment": "2", "genre": "nw", "text": "b c"}',
        '{"document": "d2", "segment": "1", "genre": "wb", "text": ""}',
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "expected a JSON object, found an empty line"),
        ("{", "expected a JSON object, found something else at character 2"),
        ("[1]", "expected a JSON object, found a list"),
        ("null", "expected a JSON object, found null"),
        ('{"txt": "a"}', "expected a string under the key text, found no such key"),
        ('{"text": 3}', "expected a string under the key text, found a number"),
        ('{"text": "a", "text": "b"}', "expected each key once, found a key twice"),
        ('{"text": "a", "genre": ["nw"]}', "expected a string or a whole number under the key genre, found a list"),
        (
            '{"text": "a", "genre": {"a": 1}}',
            "expected a string or a whole number under the key genre, found an object",
        ),
        (
            '{"text": "a", "genre": true}',
            "expected a string or a whole number under the key genre, found true or false",
        ),
        ('{"text": "a", "genre": NaN}', "expected a string or a whole number under the key genre, found a fraction"),
        ('{"text": "a", "document": ""}', "expected an id under the key document, found an empty string"),
        ('{"text": "a", "segment": "1"}', "expected a document for each segment id, found none"),
        ('{"text": "a\\ud800"}', "expected characters, found half a character (\\ud800)"),
        ("[" * 100_000, "expected a flat JSON object, found a monstrous value"),
        ('{"text": "a", "x": ' + "9" * 5000 + "}", "expected a flat JSON object, found a monstrous value"),
    ],
)
def test_mistakes_are_explained_with_their_line(line: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError) as caught:
        _read(tmp_path, '{"text": "fine"}\n' + line + "\n")
    assert f"run.jsonl, line 2: {message}" in str(caught.value)


def test_a_document_in_some_rows_only_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="line 2: expected a document in all rows or in none, found both"):
        _read(tmp_path, '{"text": "a", "document": "d"}\n{"text": "b"}\n')


def test_half_a_character_cannot_be_written(tmp_path: Path) -> None:
    run = small_run(documents=(Document("d", (Segment("1", "ab\ud800"),)),))
    with pytest.raises(FormatError, match=r"found half a character \(U\+D800\)"):
        write(TextFile((run,), "json-lines"), tmp_path / "a.jsonl")
