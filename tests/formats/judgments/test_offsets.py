"""Places as other tools count them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.data.judgments import Judgment
from bakeoff.errors import FormatError, Place
from bakeoff.formats.judgments import read_judgments, with_batches
from bakeoff.formats.judgments.offsets import CountedText, appraise_text, pearmut_text
from tests.human_eval.protocols.odd_texts import TEXTS

HERE = Place("results", 1)


def units(text: str) -> int:
    """The length that a browser gives."""
    return len(text.encode("utf-16-le")) // 2


def utf16_slice(text: str, first: int, last: int) -> str:
    return text.encode("utf-16-le")[2 * first : 2 * last + 2].decode("utf-16-le", errors="replace")


@given(TEXTS, st.data())
def test_pearmut_selects_what_the_browser_selected_without_line_breaks(text: str, data: st.DataObject) -> None:
    shown = text.replace("\r", "").replace("\n", "")
    counted = pearmut_text(text)
    assert counted.total == units(shown)
    if not shown:
        return
    first = data.draw(st.integers(0, len(shown) - 1))
    last = data.draw(st.integers(first, len(shown) - 1))
    in_units = units(shown[:first]), units(shown[: last + 1]) - 1
    start, end = counted.span(*in_units, HERE)
    assert text[start:end].replace("\r", "").replace("\n", "") == shown[first : last + 1]
    assert counted.counted(start, end) == in_units


@given(TEXTS, st.data())
def test_appraise_selects_what_the_browser_selected_in_the_trimmed_text(text: str, data: st.DataObject) -> None:
    shown = text.strip().replace("\r\n", "\n")
    counted = appraise_text(text)
    assert counted.total == units(shown)
    if not shown:
        return
    first = data.draw(st.integers(0, len(shown) - 1))
    last = data.draw(st.integers(first, len(shown) - 1))
    in_units = units(shown[:first]), units(shown[: last + 1]) - 1
    start, end = counted.span(*in_units, HERE)
    assert text[start:end].replace("\r\n", "\n") == utf16_slice(shown, *in_units)
    assert counted.counted(start, end) == in_units


def test_a_break_is_one_unit_for_appraise_and_none_for_pearmut() -> None:
    assert appraise_text(" a<br>b😀c ").span(2, 4, HERE) == (6, 8)
    assert pearmut_text("a\r\nb😀c").span(1, 3, HERE) == (3, 5)


@pytest.mark.parametrize("count", [appraise_text, pearmut_text])
def test_half_of_an_emoji_is_the_emoji_and_places_outside_are_refused(count: Callable[[str], CountedText]) -> None:
    text = count("a😀b")
    assert text.span(2, 2, HERE) == text.span(1, 1, HERE) == (1, 2)
    with pytest.raises(FormatError, match=r"results, line 1: expected a span inside the output.*4 characters.*3 to 4"):
        text.span(3, 4, HERE)


def test_batches_place_errors_in_the_outputs_that_they_show(tmp_path: Path) -> None:
    marks = '"[{""start_i"":4,""end_i"":7,""severity"":""minor"",""error_type"":null}]"'
    export, batch = tmp_path / "scores.csv", tmp_path / "batches.json"
    export.write_text(f"deu01,A,9,TGT,eng,deu,36,cnn.15,False,{marks},100,104.5\n", encoding="utf-8")
    item = {"itemID": 9, "documentID": "cnn.15", "targetID": "A", "targetText": " 😀 x gut. ", "sourceText": "x"}
    batch.write_text(json.dumps([{"task": {}, "items": [item]}]), encoding="utf-8")
    (found,) = with_batches(read_judgments(export), batch)
    (span,) = found.answer["spans"]
    assert found.texts[0][span["start"] : span["end"]] == " gut"


def test_real_errors_of_appraise_end_with_words(data: Path) -> None:
    folder = data / "esa-wmt23-en-de"
    found = with_batches(
        read_judgments(folder / "240315rc5ESA.scores.csv.gz"), folder / "batches_wmt23_en-de_esa.json.gz"
    )
    cut_off = [_is_cut_off(each.texts[0], span["end"]) for each in found for span in _placed(each)]
    assert len(cut_off) == 1_249
    # Judges mark words: 936 of these errors would cut one off if the last unit were not among them.
    assert sum(cut_off) == 198


def _placed(judgment: Judgment) -> list[dict[str, int]]:
    return [span for span in judgment.answer["spans"] if span["start"] is not None]


def _is_cut_off(text: str, end: int) -> bool:
    return end < len(text) and text[end - 1].isalnum() and text[end].isalnum()
