"""Judgments in the forms of other tools: what is written is read back, places by each tool's own rule."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bakeoff.data.judgments import Judgment
from bakeoff.errors import InputError
from bakeoff.formats.judgments import JUDGMENT_WRITERS, read_judgments, with_batches, write_judgments
from bakeoff.formats.judgments.writer import WrittenFormat
from tests.human_eval.protocols.odd_texts import TEXTS

SENT = datetime(2026, 3, 1, 12, 0, 0, 250_000, tzinfo=UTC)
LOCATION = ("en-de", "news", "d3", "1")
SPAN = {"start": 4, "end": 7, "severity": "minor", "category": "Accuracy/Omission", "side": "target"}


def answered(protocol: str, answer: Any, text: str = "Der Tee ist da.", **values: Any) -> Judgment:
    usual = {
        "id": "1",
        "judge": "judge7",
        "language_pair": "en-de",
        "test_set": "news",
        "document": "d3",
        "segment": "1",
        "systems": ("sysA",),
        "texts": (text,),
        "shown_at": SENT - timedelta(seconds=20),
        "sent_at": SENT,
    }
    return Judgment(**{**usual, "protocol": protocol, "answer": answer, **values})


@st.composite
def marked(draw: st.DrawFn, *, sides: tuple[str, ...], shown: Any = lambda text: text) -> tuple[str, list[Any]]:
    """A text and errors in it, at places that `shown` does not take away."""
    text = draw(TEXTS)
    errors = []
    for _ in range(draw(st.integers(0, 3))):
        side = draw(st.sampled_from(sides))
        start = end = None
        if side != "missing":
            visible = [at for at in range(len(text)) if shown(text[at])]
            if not visible:
                continue
            first, last = sorted([draw(st.sampled_from(visible)), draw(st.sampled_from(visible))])
            start, end = first, last + 1
        severity, category = draw(st.sampled_from(["minor", "major"])), draw(st.sampled_from(["", "Style", "A/B"]))
        errors.append({"start": start, "end": end, "severity": severity, "category": category, "side": side})
    return text, errors


def kept(judgment: Judgment, *names: str) -> dict[str, Any]:
    return {name: getattr(judgment, name) for name in ("protocol", "judge", "segment", "systems", "answer", *names)}


def back(folder: Path, judgments: list[Judgment], format: WrittenFormat, **options: Any) -> tuple[Judgment, ...]:
    path = folder / "en-de.x.seg.rating"
    write_judgments(judgments, path, format=format, **options)
    return read_judgments(path, format=format)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(marked(sides=("target", "source", "missing")))
def test_mqm_is_read_back_with_its_places_whatever_the_text(tmp_path: Path, pair: tuple[str, list[Any]]) -> None:
    text, errors = pair
    if "<v>" in text:
        return
    judgment = answered("error_spans", errors, text)
    (found,) = back(tmp_path, [judgment], "mqm", sources={LOCATION: text})
    assert kept(found, "document") == kept(judgment, "document")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(marked(sides=("target", "missing"), shown=lambda sign: sign not in "\r\n"), st.integers(0, 100))
def test_pearmut_is_read_back_with_its_places_whatever_the_text(
    tmp_path: Path, pair: tuple[str, list[Any]], score: int
) -> None:
    text, errors = pair
    first = answered("esa", {"spans": [SPAN], "score": 1}, screen="a")
    judgment = answered("esa", {"spans": errors, "score": score}, text, screen="b", segment="2")
    found = back(tmp_path, [first, judgment], "pearmut")[1]
    names = ("texts", "shown_at", "sent_at")
    assert kept(found, *names) == kept(judgment, *names)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(marked(sides=("target", "missing")), st.integers(0, 100))
def test_appraise_is_read_back_with_its_places_given_its_batches(
    tmp_path: Path, pair: tuple[str, list[Any]], score: int
) -> None:
    text, errors = pair
    lead, trail = len(text) - len(text.lstrip()), len(text.rstrip())
    # Appraise trims what it shows, so nobody marks the blanks around it; it shows CR LF as one break.
    visible = [
        each
        for each in errors
        if each["start"] is None
        or (
            lead <= each["start"]
            and each["end"] <= trail
            and "\r\n" not in (text[each["start"] - 1 : each["start"] + 1], text[each["end"] - 1 : each["end"] + 1])
        )
    ]
    judgment = answered("esa", {"spans": visible, "score": score}, text)
    path, batches = tmp_path / "export.csv", tmp_path / "batches.json"
    write_judgments([judgment], path, format="appraise")
    item = {"itemID": 1, "documentID": "d3", "targetID": "sysA", "targetText": text, "sourceText": "x"}
    batches.write_text(json.dumps([{"task": {}, "items": [item]}]), encoding="utf-8")
    (found,) = with_batches(read_judgments(path), batches)
    assert kept(found, "texts", "sent_at") == kept(judgment, "texts", "sent_at")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(marked(sides=("target", "source")))
def test_ratings_are_read_back_with_none_for_segments_without_one(tmp_path: Path, pair: tuple[str, list[Any]]) -> None:
    text, errors = pair
    judgments = [answered("error_spans", [SPAN], id="0"), answered("error_spans", errors, text, segment="3")]
    found = back(tmp_path, judgments, "mtme-ratings")
    names = ("language_pair",)
    assert [kept(each, *names) for each in found] == [kept(each, *names) for each in judgments]


RANKS = st.lists(st.none() | st.integers(1, 5), min_size=1, max_size=5)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(RANKS, min_size=1, max_size=4), st.sampled_from(["judge 7", 'a "b", c', "日本"]))
def test_rankings_are_read_back(tmp_path: Path, screens: list[list[int | None]], judge: str) -> None:
    names = ("a,b", "c", "d", "e", "f")
    judgments = [
        answered("ranking", ranks, judge=judge, segment=str(number), screen=f"s{number}", systems=names[: len(ranks)])
        for number, ranks in enumerate(screens, start=1)
    ]
    found = back(tmp_path, judgments, "wmt-ranking-csv")
    assert [kept(each, "screen", "language_pair") for each in found] == [
        kept(each, "screen", "language_pair") for each in judgments
    ]


@pytest.mark.parametrize("answer", ["first", "second", "tie"])
def test_comparisons_of_appraise_are_read_back(answer: str, tmp_path: Path) -> None:
    judgments = [
        answered("pairwise", answer, segment="12", systems=("a,b", "c"), texts=("x", "y")),
        answered("pairwise", "tie", segment="13", systems=("a", "b"), texts=("x", "y")),
    ]
    found = back(tmp_path, judgments, "appraise")
    assert [kept(each, "sent_at") for each in found] == [kept(each, "sent_at") for each in judgments]


def test_today_s_columns_of_mqm_hold_marks_times_and_notes(tmp_path: Path) -> None:
    noted = {**SPAN, "id": "m1", "note": "Odd.", "origin": "judge"}
    rows = [
        answered("error_spans", {"spans": [noted], "digest": "x", "given": None}, "Der\tTee ist\nda."),
        answered("error_spans", [], judge="judge8", systems=("b,c",)),
        answered("error_spans", [], judge="judge9", control="attention", damaged=("sysA",)),
    ]
    path = tmp_path / "mqm.tsv"
    write_judgments(rows, path, format="mqm", sources={LOCATION: "Tea is here."})
    assert path.read_text(encoding="utf-8").splitlines() == [
        "system\tdoc\tdocSegId\tglobalSegId\trater\tsource\ttarget\tcategory\tseverity\tmetadata",
        "sysA\td3\t1\t1\tjudge7\tTea is here.\tDer <v>Tee</v> ist da.\tAccuracy/Omission\tMinor\t"
        '{"timestamp": 1772366400250, "note": "Odd."}',
        'b\td3\t1\t1\tjudge8\tTea is here.\tDer Tee ist da.\tNo-error\tNo-error\t{"timestamp": 1772366400250}',
        'c\td3\t1\t1\tjudge8\tTea is here.\tDer Tee ist da.\tNo-error\tNo-error\t{"timestamp": 1772366400250}',
    ]
    assert list(JUDGMENT_WRITERS["mqm"].losses(rows)) == ["1 attention items"]


def test_of_a_corrected_answer_the_latest_is_written(tmp_path: Path) -> None:
    early, late = answered("error_spans", [SPAN], screen="s"), answered("error_spans", [], screen="s", id="2")
    (found,) = back(tmp_path, [early, late], "mqm")
    assert found.answer == []


def test_controls_of_pearmut_are_read_back(tmp_path: Path) -> None:
    judgments = [
        answered("direct", 5, screen="a", control="gold"),
        answered("direct", 6, screen="b", control="attention", id="2"),
        answered("direct", 7, screen="c", id="3"),
        answered("direct", 8, screen="d", control="repeat", id="4"),
    ]
    assert [(each.answer, each.control) for each in back(tmp_path, judgments, "pearmut")] == [
        (5, "gold"),
        (6, "attention"),
        (7, ""),
    ]
    assert list(JUDGMENT_WRITERS["pearmut"].losses(judgments)) == ["1 repeat items"]


def test_segments_of_the_same_name_are_told_apart_for_pearmut(tmp_path: Path) -> None:
    judgments = [answered("direct", 5, document=name, screen=name) for name in ("d3", "d4")]
    assert [each.segment for each in back(tmp_path, judgments, "pearmut")] == ["d3:1", "d4:1"]


NO_TEXTS = (
    "expected the outputs as judges saw them, because places of errors are written into them, found none in judgment "
    "1. Export from the site, or give judgments that have texts."
)
REFUSED: list[tuple[WrittenFormat, Judgment, str]] = [
    (
        "mqm",
        answered("esa", {"spans": [], "score": 1}),
        "expected judgments of a protocol that MQM as TSV has: error_spans, found esa. Export them as JSON Lines or "
        "CSV.",
    ),
    ("mqm", answered("error_spans", [SPAN], texts=()), NO_TEXTS),
    (
        "mqm",
        answered("error_spans", [{**SPAN, "side": "source"}]),
        "expected the source text, because errors are marked in it, found 0 characters and an error from 4 to 7 in "
        "judgment 1. Give the source text.",
    ),
    (
        "mqm",
        answered("error_spans", [SPAN], "Der <v>Tee</v>"),
        "expected texts without <v> and </v>, which mark errors in MQM as TSV, found one in judgment 1. Export as "
        "JSON Lines.",
    ),
    (
        "pearmut",
        answered("direct", {"z": 0.3}),
        "expected scores from 0 to 100, found {'z': 0.3} in judgment 1. Export as JSON Lines.",
    ),
    ("pearmut", answered("direct", 3, texts=()), NO_TEXTS),
    (
        "mtme-ratings",
        answered("error_spans", [], segment="a"),
        "expected segments numbered from 1, because lines are counted, found segment 'a' in judgment 1. Give the "
        "source text of the test set.",
    ),
    (
        "wmt-ranking-csv",
        answered("ranking", [1, 6], systems=("a", "b")),
        "expected ranks from 1 to 5, found [1, 6] in judgment 1. Export as JSON Lines or CSV.",
    ),
]


@pytest.mark.parametrize(("format", "judgment", "message"), REFUSED)
def test_what_a_form_cannot_hold_is_refused(
    format: WrittenFormat, judgment: Judgment, message: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError) as refused:
        write_judgments([judgment], tmp_path / "out", format=format)
    assert str(refused.value) == message
    assert not (tmp_path / "out").exists()


def test_two_ratings_of_an_output_need_two_files(tmp_path: Path) -> None:
    both = [answered("error_spans", []), answered("error_spans", [], judge="judge8", id="2")]
    with pytest.raises(InputError, match=r"those of judge7 and judge8 for sysA, segment 1\. Write a file for each"):
        write_judgments(both, tmp_path / "out", format="mtme-ratings")
    other = replace(both[0], language_pair="en-cs")
    with pytest.raises(InputError, match="judgments of one language pair, found en-cs, en-de"):
        write_judgments([both[0], other], tmp_path / "out", format="mtme-ratings")


REAL: list[tuple[str, WrittenFormat]] = [
    ("wmt21-ted-mqm-en-de/mqm_ted_ende.tsv.gz", "mqm"),
    ("wmt12-ranking-cs-de/wmt12.RNK_results.csv.gz", "wmt-ranking-csv"),
    ("wmt23-metrics-en-de/human-scores/en-de.mqm.merged.seg.rating.gz", "mtme-ratings"),
]


@pytest.mark.parametrize(("name", "format"), REAL)
def test_real_judgments_survive_the_form_that_they_came_in(
    name: str, format: WrittenFormat, data: Path, tmp_path: Path
) -> None:
    found = read_judgments(data / name, equal_rows="keep")
    if format == "mqm":  # no source is at hand to mark errors in
        found = tuple(
            replace(each, answer=[error for error in each.answer if error["side"] == "target"]) for each in found
        )
    path = tmp_path / "en-de.again.seg.rating"
    write_judgments(found, path, format=format)
    again = read_judgments(path, format=format, equal_rows="keep")
    assert [kept(each, "texts") for each in again] == [kept(each, "texts") for each in found]
