"""A plan of ours that is judged in Appraise or Pearmut: what comes back is about the outputs that were planned."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from bakeoff.data import AlignedTexts, Document, Segment
from bakeoff.data.judgments import Judgment
from bakeoff.formats.judgments import read_judgments, with_batches
from bakeoff.formats.judgments.appraise.batch_plans import write_batches
from bakeoff.formats.judgments.asked_screens import AskedScreen
from bakeoff.formats.judgments.pearmut_campaigns import write_campaign
from bakeoff.human_eval import EvaluationPlan, JudgedTexts, PlanOptions, asked_screens, plan_evaluations
from bakeoff.human_eval.designs.imported_judgments import fit_judgments
from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation
from bakeoff.rulebook.schema.human import HumanEvaluation

TEXTS = ["Tea is ready.", "😀 The  lamp\nis lit.", "مضاء (48).", "e\u0301 last"]


def judged_texts() -> JudgedTexts:
    segments = [Segment(f"talk.{number}", "") for number in range(1, 5)]
    documents = [Document("d1", tuple(segments[:2])), Document("d2", tuple(segments[2:]))]
    texts = AlignedTexts(
        documents=tuple(document for document in documents for _ in document.segments),
        segment_ids=tuple(each.id for each in segments),
        references=(),
        # The first two systems have the same outputs.
        runs=tuple(tuple(f"{text} {mark}" for text in TEXTS) for mark in ("x", "x", "y")),
        systems=("alpha", "bravo", "clara"),
        source=tuple(TEXTS),
    )
    return JudgedTexts(language_pair="en-de", test_set="news", texts=texts)


def planned(protocol: str, **rules: Any) -> tuple[EvaluationPlan, PlannedEvaluation]:
    own = HumanEvaluation.model_validate({"id": "x", "protocol": protocol, "attention": 0.2, **rules})
    texts = (judged_texts(),)
    plan = plan_evaluations({"x": own}, {"x": texts}, options=PlanOptions(judges=("ann", "bob")))
    return plan, PlannedEvaluation(rules=own, design=plan.designs["x"], texts=texts)


def as_appraise_exports(batches: str, answers: dict[int, tuple[Any, str]]) -> str:
    """What Appraise exports when each batch is judged by an account of its own."""
    text = StringIO()
    table = csv.writer(text, lineterminator="\n")
    for number, batch in enumerate(json.loads(batches), start=1):
        pair = batch["task"]["sourceLanguage"], batch["task"]["targetLanguage"]
        for item in batch["items"]:
            marks = [[json.dumps([{"start_i": 0, "end_i": 1, "severity": "minor", "error_type": None}])]]
            head = [f"engdeu{number:02}01", item["targetID"], item["itemID"], item["itemType"], *pair, 50 + number]
            errors = marks[0] if "mqm" in item else []
            table.writerow([*head, item["documentID"], item["isCompleteDocument"], *errors, 100.5, 104.25])
    return text.getvalue()


def as_pearmut_writes(campaign: str) -> str:
    """What Pearmut writes when every person judges all their documents."""
    content = json.loads(campaign)
    lines = []
    for user, documents in zip(content["info"]["users"], content["data"], strict=True):
        for number, items in enumerate(documents):
            marks = [{"start_i": 0, "end_i": 1, "severity": "minor", "category": None}]
            said = [{name: {"score": 70, "error_spans": marks} for name in item["tgt"]} for item in items]
            lines.append({"user_id": user, "item_i": number, "annotation": said, "item": items})
    return "".join(json.dumps(each) + "\n" for each in lines)


def about(judgments: Sequence[Judgment], *, controls: tuple[str, ...] = ("", "repeat", "attention")) -> list[Any]:
    return sorted(
        (each.location, each.systems, each.control, each.protocol) for each in judgments if each.control in controls
    )


@pytest.mark.parametrize("rules", [{"history_shown": True}, {"history_shown": True, "repeats": 0.2}])
@pytest.mark.parametrize("protocol", ["esa", "direct"])
def test_what_appraise_exports_fits_the_plan(protocol: str, rules: dict[str, Any], tmp_path: Path) -> None:
    plan, evaluation = planned(protocol, **(rules if protocol == "direct" else {"repeats": rules.get("repeats", 0)}))
    screens = asked_screens(plan.judgments, plan.shown_screens())
    batches, export = tmp_path / "batches.json", tmp_path / "scores.csv"
    batches.write_text(write_batches(screens), encoding="utf-8")
    export.write_text(as_appraise_exports(batches.read_text(encoding="utf-8"), {}), encoding="utf-8")
    fitted = fit_judgments(with_batches(read_judgments(export), batches), evaluation)
    assert about(fitted.judgments) == about(plan.judgments)
    assert fitted.left_out == 0


@pytest.mark.parametrize("protocol", ["esa", "direct"])
def test_what_pearmut_writes_fits_the_plan(protocol: str, tmp_path: Path) -> None:
    plan, evaluation = planned(protocol)
    screens = asked_screens(plan.judgments, plan.shown_screens())
    results = tmp_path / "results.jsonl"
    text = as_pearmut_writes(write_campaign(screens, name="x"))
    if protocol == "direct":
        text = text.replace('"start_i": 0, "end_i": 1, "severity": "minor", "category": null', "").replace("{}]", "]")
        text = text.replace('"error_spans": [{}]', '"error_spans": []').replace("[{}", "[")
    results.write_text(text, encoding="utf-8")
    fitted = fit_judgments(read_judgments(results), evaluation)
    assert about(fitted.judgments) == about(plan.judgments, controls=("", "attention"))


def test_marks_that_judges_start_from_go_with_the_plan() -> None:
    mark = {"start": 0, "end": 3, "severity": "minor", "category": "", "side": "target"}
    plan, evaluation = planned("esa", errors={"premarked": True})
    given = Judgment(
        id="1",
        protocol="esa",
        judge="given",
        segment="talk.1",
        systems=("clara",),
        answer={"spans": [mark], "score": None},
    )
    shown = replace(evaluation, given=(given,)).shown_texts()
    screens = [shown.screen(each.assignment) for each in plan.screens]
    found: list[AskedScreen] = [
        each for each in asked_screens(plan.judgments, screens) if each.given and not each.judgment.control
    ]
    assert {(each.judgment.segment, each.judgment.systems) for each in found} == {("talk.1", ("clara",))}
    assert [(each["start"], each["end"]) for each in found[0].given] == [(0, 3)]
