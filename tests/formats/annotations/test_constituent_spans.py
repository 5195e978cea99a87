from pathlib import Path

import pytest

from bakeoff.errors import BakeoffError
from bakeoff.formats.annotations.constituent_spans import read_constituent_spans

SOURCES = {("d1", "1"): "der Hund und der Hund", ("d2", "1"): "ein Haus", ("d2", "2"): "das Haus"}


def spans(tmp_path: Path, text: str) -> dict[tuple[str, str], tuple[tuple[int, int], ...]]:
    (tmp_path / "spans.tsv").write_text(text, encoding="utf-8")
    return read_constituent_spans(tmp_path / "spans.tsv", SOURCES)


def test_phrases_are_found_in_their_segments(tmp_path: Path) -> None:
    text = "document\tsegment\tphrase\tstart\nd1\t1\tund der\t\nd1\t1\tder Hund\t13\nd2\t1\tHaus\t4\n"
    assert spans(tmp_path, text) == {("d1", "1"): ((9, 16), (13, 21)), ("d2", "1"): ((4, 8),)}
    assert spans(tmp_path, "segment,phrase\n2,das Haus\n2,das Haus\n") == {("d2", "2"): ((0, 8),)}


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (
            "d1\t1\tKatze\t",
            "line 2: expected a phrase that is once in the source, 'der Hund und der Hund', found 'Katze'",
        ),
        ("d1\t1\tder Hund\t", "found 'der Hund' 2 times. Say which one by its first character"),
        ("d1\t1\tder Hund\t3", "'der Hund und der Hund', at 3, found 'der Hund'"),
        ("\t1\tHaus\t", "expected a segment of the source, found '1', which 2 documents have. Name the document"),
        ("d1\t9\tHaus\t", "expected a segment of the source, found '9'. Write its id"),
    ],
)
def test_phrases_that_cannot_be_found_are_named(tmp_path: Path, row: str, message: str) -> None:
    with pytest.raises(BakeoffError) as caught:
        spans(tmp_path, f"document\tsegment\tphrase\tstart\n{row}\n")
    assert message in str(caught.value)


def test_a_table_without_the_columns_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BakeoffError, match=r"line 1: expected a header row with the columns segment and phrase"):
        spans(tmp_path, "segment\tstart\n1\t0\n")
