"""Where in a JSON file something is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.errors import FormatError
from bakeoff.formats.judgments.json_file import JsonFile, json_file

VALUES = st.recursive(
    st.none() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=12,
)


@given(VALUES, st.sampled_from([None, 0, 2]))
def test_an_element_starts_on_its_line(value: Any, indent: int | None) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    file = JsonFile(value, "x", text)

    def look(element: Any, *path: str | int) -> None:
        line = file.place(*path).line
        assert line is not None
        start = json.dumps(element, ensure_ascii=False)[:1]
        assert start in text.split("\n")[line - 1]
        inner = (
            element.items() if isinstance(element, dict) else enumerate(element if isinstance(element, list) else ())
        )
        for key, each in inner if len(path) < 4 else ():
            look(each, *path, key)

    look(value)


def test_lines_are_those_of_editors_whatever_stands_in_texts() -> None:
    file = JsonFile(None, "x", '[{"a": "\u2028\x85"},\r\n {"b": [1,\n2]}]')
    assert [file.place(*path).line for path in ((0, "a"), (1,), (1, "b", 0), (1, "b", 1), (1, "b", 1, 3))] == [
        1, 2, 2, 3, 3,
    ]  # fmt: skip


def test_what_is_no_json_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text("[1,\n 2 3]", encoding="utf-8")
    with pytest.raises(FormatError, match=r"line 2: expected numbers, found Expecting ',' delimiter at character 4\."):
        json_file(path, "numbers")
