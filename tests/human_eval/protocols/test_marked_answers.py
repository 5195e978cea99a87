"""Errors marked on screens: what is stored selects what the judge saw, and says what became of given marks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.human_eval.protocols.contract import AnswerError, Protocol, Settings
from bakeoff.human_eval.protocols.registry import find_protocol
from bakeoff.human_eval.protocols.screens import Screen, ShownOutput, screen_json
from bakeoff.human_eval.protocols.text_boundaries import character_boundaries
from tests.human_eval.protocols.odd_texts import TEXTS

SOURCE = "The lamp is lit."
TEXT = "Die Lampe ist an."


def mark(start: int | None, end: int | None, **values: Any) -> dict[str, Any]:
    return {"start": start, "end": end, "severity": "minor", "category": "", "side": "target", **values}


def screen_of(protocol: Protocol[Any], text: str = TEXT, *, source: str | None = SOURCE, given: Any = None) -> Screen:
    return protocol.screen("1", [ShownOutput(system="a", text=text)], source=source, given=given)


@given(TEXTS.filter(bool), st.data())
def test_the_stored_span_selects_what_was_marked(text: str, data: st.DataObject) -> None:
    esa = find_protocol("esa")
    screen = screen_of(esa, text)
    bounds = character_boundaries(text)
    first = data.draw(st.integers(0, len(bounds) - 2))
    last = data.draw(st.integers(first + 1, len(bounds) - 1))
    seen = text[bounds[first] : bounds[last]]
    stored = esa.settle({"spans": [mark(bounds[first], bounds[last], id="x")], "score": 50}, screen)
    [span] = stored["spans"]
    assert text[span["start"] : span["end"]] == seen
    assert span == mark(bounds[first], bounds[last], id="x", note="", origin="judge")
    assert stored["digest"] == screen.digest
    assert esa.settle(stored, screen) == stored
    assert esa.write(esa.parse(stored, ["a"], texts=[text])) == stored


def test_a_span_never_splits_a_character() -> None:
    esa = find_protocol("esa")
    stored = esa.settle({"spans": [mark(1, 2)], "score": None}, screen_of(esa, "👨‍👩‍👧 da"))
    assert [(each["start"], each["end"], each["id"]) for each in stored["spans"]] == [(0, 5, "m1")]


@pytest.mark.parametrize(
    ("marks", "mistake"),
    [
        ([mark(3, 99)], "inside the output"),
        ([mark(3, 99, side="source")], "inside the text, which has 16 characters"),
        ([mark(3, 3)], "from 3 to 3"),
        ([mark(None, None)], "where the error starts and ends"),
        ([mark(0, 3, severity="neutral")], "a severity that has a weight"),
        ([mark(0, 3, category="Style")], "errors without category"),
        ([mark(0, 3, id="x"), mark(4, 9, id="x")], "a different id"),
        ([mark(0, 3, note="n" * 1001)], "1,000 characters"),
        ([mark(0, 3, origin="nobody")], "origin"),
        ([mark(0, 3)] * 201, "at most 200 errors"),
    ],
)
def test_marks_that_do_not_fit_the_screen_are_refused(marks: list[Any], mistake: str) -> None:
    esa = find_protocol("esa")
    with pytest.raises(AnswerError, match=mistake):
        esa.settle({"spans": marks, "score": None}, screen_of(esa))


def test_the_source_cannot_be_marked_where_it_is_not_shown() -> None:
    esa = find_protocol("esa")
    with pytest.raises(AnswerError, match="source is not shown"):
        esa.settle({"spans": [mark(0, 3, side="source")], "score": 3}, screen_of(esa, source=None))


def test_missing_text_may_have_a_place_in_the_source() -> None:
    esa = find_protocol("esa")
    marks = [mark(None, None, side="missing"), mark(4, 8, side="missing"), mark(0, 3, side="source")]
    stored = esa.settle({"spans": marks, "score": 3}, screen_of(esa))
    assert [(each["start"], each["end"], each["side"]) for each in stored["spans"]] == [
        (None, None, "missing"),
        (4, 8, "missing"),
        (0, 3, "source"),
    ]


def test_an_output_that_is_no_translation_has_no_other_error() -> None:
    mqm: Any = find_protocol("error_spans")
    alone = mqm.settle([mark(4, 9, category="Non-translation", severity="major")], screen_of(mqm))
    [span] = alone["spans"]
    assert (span["start"], span["end"]) == (0, len(TEXT))
    assert mqm.weights.penalty(mqm.parse(alone, ["a"]).errors) == 25
    with pytest.raises(AnswerError, match="no other error next to Non-translation"):
        mqm.settle([mark(4, 9, category="Non-translation"), mark(0, 3, category="Style/Awkward")], screen_of(mqm))


def test_categories_and_notes_are_missing_until_they_are_given() -> None:
    mqm = find_protocol("error_spans")
    assert [each.sentence for each in mqm.missing(None, ["a"])] == ["Give the errors, or say that there are none."]
    assert mqm.missing([], ["a"]) == ()
    assert [each.sentence for each in mqm.missing([mark(0, 3), mark(0, 3, category="Other")], ["a"])] == [
        "Give a category for one of the errors.",
        "Give a note for one of the errors.",
    ]
    assert mqm.missing([mark(0, 3, category="Other", note="Odd.")], ["a"]) == ()


def test_severities_and_categories_are_those_of_the_rulebook() -> None:
    settings = Settings(
        severities=("slight", "grave"),
        categories=("Meaning", "Unclear", "No text"),
        notes_for=("Unclear",),
        complete=("No text",),
        weights={"slight": 1, "grave": 7, "* No text": 30},
    )
    mqm: Any = find_protocol("error_spans", settings)
    screen = screen_of(mqm)
    assert screen.details == {
        "severities": ("slight", "grave"),
        "categories": ("Meaning", "Unclear", "No text"),
        "notes_for": ("Unclear",),
        "complete": ("No text",),
    }
    stored = mqm.settle([mark(0, 3, severity="grave", category="Meaning")], screen)
    assert mqm.weights.penalty(mqm.parse(stored, ["a"]).errors) == 7
    with pytest.raises(AnswerError):
        mqm.settle([mark(0, 3, category="Meaning")], screen)


def test_what_a_judge_kept_changed_and_removed_is_recorded() -> None:
    esa = find_protocol("esa")
    before = {"spans": [mark(0, 3), mark(4, 9), mark(14, 16)], "score": 80}
    start = esa.start_from(before, text=TEXT, original=TEXT)
    assert [(each["id"], each["origin"]) for each in start["spans"]] == [
        ("g1", "given"),
        ("g2", "given"),
        ("g3", "given"),
    ]
    assert start["score"] is None
    screen = screen_of(esa, given=start)
    first, second, third = start["spans"]
    stored = esa.settle(
        {"spans": [first, second | {"severity": "major"}, mark(10, 13, origin="given")], "score": 70}, screen
    )
    assert stored["given"] == {"kept": [first], "changed": [second], "removed": [third]}
    assert [each["origin"] for each in stored["spans"]] == ["given", "given", "judge"]
    assert esa.write(esa.parse(stored, ["a"], texts=[TEXT])) == stored
    assert screen_json("it", screen)["given"] == start


def test_given_marks_move_with_their_text_where_an_output_is_damaged() -> None:
    mqm = find_protocol("error_spans")
    before = [mark(0, 3), mark(4, 9), mark(14, 16), mark(0, 3, side="missing")]
    damaged = "Die Katzen ist an."
    start = mqm.start_from(before, text=damaged, original=TEXT)
    assert [(each["side"], each["start"], each["end"]) for each in start["spans"]] == [
        ("target", 0, 3),
        ("target", 15, 17),
        ("missing", 0, 3),
    ]
    assert mqm.start_from(None, text=damaged, original=TEXT) == {"spans": []}


@given(TEXTS, st.floats(-3, 3), st.integers(0, 99))
def test_imagined_marks_fit_every_screen(text: str, perceived: float, seed: int) -> None:
    for name in ("esa", "error_spans"):
        protocol = find_protocol(name)
        screen = screen_of(protocol, text, given=protocol.start_from(None, text=text, original=text))
        answer = protocol.settle(protocol.imagine_on(screen, [perceived], np.random.default_rng(seed)), screen)
        assert protocol.missing(answer, ["a"]) == ()
        assert protocol.write(protocol.parse(answer, ["a"], texts=[text])) == answer
