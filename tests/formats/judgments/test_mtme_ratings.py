"""mt-metrics-eval's ratings: lines without ids, counted system by system."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bakeoff.data.judgments import Judgment
from bakeoff.errors import FormatError, MistakesError
from bakeoff.formats.judgments import read_judgments

ERROR = (
    '{"start": 8, "end": 12, "category": "accuracy/omission", "severity": "major", "score": 5, "is_source_error": true}'
)
RATING = f'{{"errors": [{ERROR}]}}'
FOUND = {"start": 8, "end": 12, "severity": "major", "category": "accuracy/omission", "side": "source"}
TEXT = f'A\t{{"errors": []}}\nA\tNone\nB\tNone\nB\t{RATING}\trater2\n'


def written(folder: Path, text: str, name: str = "en-de.mqm.merged.seg.rating") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_lines_of_a_system_are_its_segments(tmp_path: Path) -> None:
    path = written(tmp_path, TEXT)
    remarks: list[str] = []
    shared: dict[str, Any] = {"protocol": "error_spans", "language_pair": "en-de"}
    assert read_judgments(path, on_remark=remarks.append) == (
        Judgment(id=f"{path.name}:1", judge="unknown", segment="1", systems=("A",), answer=[], **shared),
        Judgment(id=f"{path.name}:4", judge="rater2", segment="2", systems=("B",), answer=[FOUND], **shared),
    )
    assert remarks == [f"{path}: 2 segments of systems were not judged (None)."]


@pytest.mark.parametrize(
    ("name", "pair", "judge"),
    [
        ("zh-en.mqm.rater4.seg.rating", "zh-en", "mqm.rater4"),
        ("en-de_DE.mqm.merged.seg.rating", "en-de_DE", "unknown"),
        ("ratings.tsv", "", "unknown"),
    ],
)
def test_the_name_of_the_file_tells_pair_and_rater(name: str, pair: str, judge: str, tmp_path: Path) -> None:
    (found,) = read_judgments(written(tmp_path, f"A\t{RATING}\n", name))
    assert (found.language_pair, found.judge) == (pair, judge)


def test_every_wrong_line_is_named(tmp_path: Path) -> None:
    wrong = {
        2: ("A", "system, rating and perhaps the rater, with tabs between them, found 'A'"),
        3: ("", "with tabs between them, found an empty line"),
        4: ("A\tNone\tx\ty", "with tabs between them"),
        5: ("\tNone", "with tabs between them"),
        6: ("A\t", "or None, found an empty cell"),
        7: ("A\tnone", "or None, found 'none'"),
        8: ('A\t{"errors": 3}', "a rating as"),
        9: ('A\t{"errors": [3]}', "a rating as"),
        10: ('A\t{"errors": [], "errors": []}', "a rating as"),
        11: ("A\t" + "[" * 100_000, "a rating as"),
        12: (f"A\t{RATING.replace('12', '7')}", "where an error starts and ends, found 8 and 7"),
        13: (f"A\t{RATING.replace('8,', 'true,')}", "where an error starts and ends, found True and 12"),
        14: ("A\t" + RATING.replace("12", json.dumps("x" * 99)), f"found 8 and '{'x' * 53}."),
        15: ("A\t" + RATING.replace('"major"', "null"), "a severity as text"),
        16: ("A\t" + RATING.replace('"accuracy/omission"', "[]"), "a category as text or null"),
    }
    path = written(tmp_path, "\n".join([f"A\t{RATING}", *(line for line, _ in wrong.values())]) + "\n")
    with pytest.raises(MistakesError) as caught:
        read_judgments(path, format="mtme-ratings")
    assert [mistake.place.line for mistake in caught.value.mistakes] == list(wrong)
    for mistake, (_, said) in zip(caught.value.mistakes, wrong.values(), strict=True):
        assert said in str(mistake)


def test_systems_with_more_lines_than_others_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path, f"A\t{RATING}\nA\tNone\nB\t{RATING}\n")
    with pytest.raises(MistakesError) as caught:
        read_judgments(path)
    assert str(caught.value) == (
        f"{path}: expected as many lines for each system, since they are counted, found 1 of B, 2 of A. "
        "Write None for a segment that was not judged."
    )


def test_a_file_without_a_rating_is_not_taken_for_one(tmp_path: Path) -> None:
    path = written(tmp_path, "A\tNone\nA\tNone\n")
    with pytest.raises(FormatError, match="expected a file of judgments"):
        read_judgments(path)
    with pytest.raises(FormatError, match="expected at least one judgment, found none"):
        read_judgments(path, format="mtme-ratings")
