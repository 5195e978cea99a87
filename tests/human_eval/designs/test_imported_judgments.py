"""Judgments from elsewhere find their segments and outputs in a planned evaluation."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bakeoff.data import AlignedTexts, Document, Segment
from bakeoff.data.judgments import Judgment
from bakeoff.errors import MistakesError, Place
from bakeoff.formats.judgments import JUDGMENT_WRITERS, read_judgments
from bakeoff.formats.judgments.writer import WrittenFormat
from bakeoff.human_eval import JudgedTexts, design_evaluation, source_texts, with_shown_texts
from bakeoff.human_eval.designs.design import Assignment
from bakeoff.human_eval.designs.imported_judgments import fit_judgments
from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation
from bakeoff.rulebook.schema.human import HumanEvaluation
from tests.human_eval.designs.test_shown_texts import SYSTEMS, judged_texts

RULES = HumanEvaluation(id="marks", protocol="esa", shown=1)
PLANNED = PlannedEvaluation(rules=RULES, design=design_evaluation(RULES, [judged_texts()]), texts=(judged_texts(),))
PAIR, TEST_SET, DOCUMENT, SEGMENT = PLANNED.design.pools[0].item(0)
OUTPUT = PLANNED.shown_texts().screen(
    Assignment(judge="", position=0, pool=0, segment=0, systems=(SYSTEMS[0],))
).outputs[0].text  # fmt: skip


def given(**values: Any) -> Judgment:
    usual: dict[str, Any] = {
        "id": "1",
        "protocol": "esa",
        "judge": "ann",
        "document": DOCUMENT,
        "segment": SEGMENT,
        "systems": (SYSTEMS[0],),
        "answer": {"spans": [], "score": 50},
        "place": Place("results", 7),
    }
    return Judgment(**usual | values)


def spans(end: int) -> dict[str, Any]:
    return {"spans": [{"start": 0, "end": end, "severity": "minor", "category": "", "side": "target"}], "score": 50}


def test_what_a_file_leaves_open_is_taken_from_the_evaluation() -> None:
    found = fit_judgments([given(texts=(OUTPUT,), answer=spans(len(OUTPUT)))], PLANNED)
    (judgment,) = found.judgments
    assert judgment.location == (PAIR, TEST_SET, DOCUMENT, SEGMENT)
    assert judgment.answer == spans(len(OUTPUT))


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"protocol": "direct"}, "judgments of the protocol esa, found direct"),
        ({"segment": "none"}, "one segment of the evaluation, found none called none"),
        ({"systems": ("nobody",)}, "found nobody"),
        ({"test_set": "another"}, "one segment of the evaluation"),
        ({"language_pair": "xx-yy"}, "one segment of the evaluation"),
        ({"texts": ("another text",)}, "found 'another text'"),
        ({"answer": spans(len(OUTPUT) + 1)}, "errors inside the output"),
        ({"answer": {"spans": [], "score": 101}}, "a score from 0 to 100"),
    ],
)
def test_what_does_not_fit_is_named_with_its_line(values: dict[str, Any], said: str) -> None:
    with pytest.raises(MistakesError) as refused:
        fit_judgments([given(), given(**values)], PLANNED)
    (mistake,) = refused.value.mistakes
    assert mistake.place == Place("results", 7)
    assert said in str(mistake)


def test_items_that_check_judges_may_be_about_something_else() -> None:
    tutorial = given(control="gold", systems=("tutorial",), segment="t1")
    found = fit_judgments([tutorial, replace(given(), control="gold")], PLANNED)
    assert (len(found.judgments), found.left_out) == (1, 1)


def planned(protocol: str, systems: tuple[str, ...] = ("aster", "basalt", "cedar")) -> PlannedEvaluation:
    """Three documents of two segments, called 1 and 2 in each; outputs have emoji."""
    rules = HumanEvaluation.model_validate({"id": "x", "protocol": protocol})
    documents = [Document(f"d{number}", (Segment("1", ""), Segment("2", ""))) for number in (1, 2, 3)]
    texts = AlignedTexts(
        documents=tuple(document for document in documents for _ in range(2)),
        segment_ids=("1", "2") * 3,
        references=(tuple(f"reference {line}" for line in range(6)),),
        runs=tuple(tuple(f"😀 {system} {line}" for line in range(6)) for system in systems),
        systems=systems,
        source=tuple(f"source {line}" for line in range(6)),
    )
    judged = (JudgedTexts(language_pair="en-de", test_set="news", texts=texts),)
    return PlannedEvaluation(rules=rules, design=design_evaluation(rules, judged), texts=judged)


def scored(segment: str, **values: Any) -> Judgment:
    usual = {"protocol": "direct", "answer": 50, "systems": ("aster",), "document": ""}
    return given(segment=segment, **usual | values)


BY_LINE = [("d1", "1"), ("d1", "2"), ("d2", "1"), ("d2", "2"), ("d3", "1"), ("d3", "2")]


@pytest.mark.parametrize("first", [0, 1])
def test_files_may_call_segments_by_their_lines(first: int) -> None:
    found = fit_judgments([scored(str(line)) for line in range(first, first + 6)], planned("direct"))
    assert found.numbering == f"lines from {first}"
    assert [(each.document, each.segment) for each in found.judgments] == BY_LINE


def test_documents_and_texts_say_from_where_lines_are_counted() -> None:
    evaluation = planned("direct")
    by_document = fit_judgments([scored("3", document="d2"), scored("5", document="d3")], evaluation)
    assert (by_document.numbering, by_document.judgments[0].segment) == ("lines from 1", "1")
    by_text = fit_judgments([scored("3", texts=("😀 aster 3",)), scored("5", texts=("😀 aster 5",))], evaluation)
    assert (by_text.numbering, by_text.judgments[0].segment) == ("lines from 0", "2")
    names = fit_judgments([scored("2", document="d3")], evaluation)
    assert (names.numbering, names.judgments[0].document) == ("names", "d3")


def test_a_segment_of_another_document_is_none_of_the_document_that_is_named() -> None:
    """Only d2 has a segment 11."""
    with pytest.raises(MistakesError, match="found none called 11 in document d0"):
        fit_judgments([given(document="d0", segment="11")], PLANNED)


def test_pairs_that_have_pools_of_their_own_are_found() -> None:
    evaluation = planned("pairwise")
    assert len(evaluation.design.pools) == 3
    pairs = [("aster", "basalt"), ("cedar", "aster"), ("cedar", "basalt")]
    rows = [scored("2", protocol="pairwise", document="d1", systems=pair, answer="first") for pair in pairs]
    assert [(each.systems, each.segment) for each in fit_judgments(rows, evaluation).judgments] == [
        (pair, "2") for pair in pairs
    ]


@pytest.mark.parametrize("protocol", ["esa", "error_spans"])
def test_units_of_utf_16_are_counted_in_the_outputs_of_the_evaluation(protocol: str) -> None:
    """Appraise counts an emoji as two, and its files hold no outputs; where texts are given, places are final."""
    errors = [{"start": 3, "end": 8, "severity": "minor", "category": "", "side": "target"}]

    def read(**values: Any) -> Judgment:
        said = {"spans": errors, "score": 50} if protocol == "esa" else errors
        return scored("1", protocol=protocol, document="d1", answer=said, **values)

    def places(judgment: Judgment) -> tuple[int, int]:
        [error] = judgment.answer["spans"] if protocol == "esa" else judgment.answer
        return error["start"], error["end"]

    evaluation = planned(protocol)
    fitted = fit_judgments([read(), read(id="2", texts=("😀 aster 0",))], evaluation, counts_units=True)
    assert list(map(places, fitted.judgments)) == [(2, 7), (3, 8)]
    assert list(map(places, fit_judgments([read()], evaluation).judgments)) == [(3, 8)]


@pytest.mark.parametrize("format", ["appraise", "mqm", "mtme-ratings", "pearmut"])
def test_what_is_written_for_other_tools_fits_the_evaluation_whatever_segments_are_called(
    format: WrittenFormat, tmp_path: Path
) -> None:
    evaluation = planned("error_spans")
    texts = evaluation.texts[0].texts
    error = {"start": 2, "end": 7, "severity": "minor", "category": "Style", "side": "target"}
    for names in (("1", "2") * 3, ("a.1", "a.2", "b.1", "c", "d", "5")):
        renamed = replace(evaluation.texts[0], texts=replace(texts, segment_ids=names))
        named = replace(evaluation, design=design_evaluation(evaluation.rules, (renamed,)), texts=(renamed,))
        own = [
            given(
                protocol="error_spans",
                language_pair="en-de",
                test_set="news",
                document=document.id,
                segment=segment,
                systems=("aster",),
                answer=[error],
                sent_at=datetime(2026, 3, 1, tzinfo=UTC),
            )
            for document, segment in zip(texts.documents, names, strict=True)
        ]
        path = tmp_path / "en-de.x.seg.rating"
        judged = with_shown_texts(own, named)
        path.write_text("".join(JUDGMENT_WRITERS[format].lines(judged, source_texts(named))), encoding="utf-8")
        read = read_judgments(path, format=format)
        fitted = fit_judgments(read, named, counts_units=format == "appraise")
        assert [(each.location, each.answer) for each in fitted.judgments] == [(each.location, [error]) for each in own]
