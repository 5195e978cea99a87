"""Campaigns of Pearmut as plans, and plans as campaigns."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from bakeoff.data.judgments import Judgment
from bakeoff.errors import BakeoffError, MistakesError
from bakeoff.formats.judgments.asked_screens import ITEM_REMEDY, AskedScreen
from bakeoff.formats.judgments.pearmut_campaigns import campaign_of, read_campaign, write_campaign
from tests.human_eval.protocols.odd_texts import TEXTS

ITEM: dict[str, Any] = {"item_id": "d3_0", "src": "Tea", "tgt": {"A": "Tee 😀 da", "B": "T"}}


def written(folder: Path, data: Any, *, info: Any = None, **others: Any) -> Path:
    path = folder / "campaign.json"
    about = {"assignment": "task-based", "protocol": "ESA", **(info or {})}
    path.write_text(json.dumps({"campaign_id": "x", "info": about, "data": data, **others}), encoding="utf-8")
    return path


def test_each_output_is_a_screen_of_its_person(tmp_path: Path) -> None:
    marked = ITEM | {"error_spans": {"A": [{"start_i": 4, "end_i": 5, "severity": "minor", "category": None}]}}
    path = written(tmp_path, [[[marked]], [[ITEM]]], info={"users": ["ann", "bob"]})
    screens = read_campaign(path)
    assert [(each.judgment.judge, each.judgment.position, each.judgment.systems) for each in screens] == [
        ("ann", 0, ("A",)),
        ("ann", 1, ("B",)),
        ("bob", 0, ("A",)),
        ("bob", 1, ("B",)),
    ]
    first = screens[0]
    assert (first.judgment.protocol, first.judgment.segment, first.source) == ("esa", "d3_0", "Tea")
    (span,) = first.given
    assert first.judgment.texts[0][span["start"] : span["end"]] == "😀"


@pytest.mark.parametrize(
    ("protocol", "ours"), [("DA", "direct"), ("ESA", "esa"), ("cESA", "esa"), ("MQM", "error_spans")]
)
def test_a_stream_is_anyone_s_and_protocols_are_ours(protocol: str, ours: str, tmp_path: Path) -> None:
    info = {"assignment": "single-stream", "protocol": protocol, "users": 50}
    screens = read_campaign(written(tmp_path, [[ITEM], [ITEM]], info=info))
    assert {(each.judgment.judge, each.judgment.protocol) for each in screens} == {("anyone", ours)}
    assert len(screens) == 4


def test_checks_are_controls(tmp_path: Path) -> None:
    checked = ITEM | {"validation": {"B": {"score": [0, 20]}}}
    path = written(tmp_path, [[[checked]]], data_welcome=[[ITEM]], data_random=[[ITEM]])
    assert [each.judgment.control for each in read_campaign(path)] == [
        "", "attention", "gold", "gold", "attention", "attention",
    ]  # fmt: skip


HERE = "in data of user 1, document 1, item 2"
BROKEN: list[tuple[Any, str]] = [
    (ITEM | {"tgt": {}}, f"expected outputs by model under tgt {HERE}, found {{}}."),
    (ITEM | {"tgt": {"A": 3}}, f"expected outputs by model under tgt {HERE}, found {{'A': 3}}."),
    ({"tgt": {"A": "x"}}, f"expected an item_id {HERE}, found none."),
    (ITEM | {"src": 7}, f"expected a text under src {HERE}, found 7."),
    (ITEM | {"error_spans": {"C": []}}, f"expected models that have an output: A, B {HERE}, found C."),
    (ITEM | {"error_spans": {"A": [3]}}, f"expected a list of marks under error_spans {HERE}, found [3]."),
    (
        ITEM | {"error_spans": {"B": [{"start_i": 0, "end_i": 4, "severity": "minor"}]}},
        f"expected a span inside the output, which the tool counts as 1 characters {HERE}, found 0 to 4.",
    ),
    ("x", f"expected outputs by model under tgt {HERE}, found none."),
]


@pytest.mark.parametrize(("item", "message"), BROKEN)
def test_every_wrong_item_is_named_with_its_place(item: Any, message: str, tmp_path: Path) -> None:
    path = tmp_path / "campaign.json"
    info = '{"assignment": "task-based", "protocol": "ESA"}'
    data = f"[\n[[{json.dumps(ITEM)},\n{json.dumps(item)}]],\n7]"
    path.write_text(f'{{"info": {info}, "data": {data}}}', encoding="utf-8")
    with pytest.raises(MistakesError) as refused:
        read_campaign(path)
    assert [str(each) for each in refused.value.mistakes] == [
        f"{path}, line 3: {message} {ITEM_REMEDY}",
        f"{path}, line 4: expected a list of documents in data of user 2, found 7. {ITEM_REMEDY}",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", ", line 1: expected a campaign of Pearmut: an object with info and data, found an empty file. The file "
             "may be cut off: copy it again."),
        ('{"info": {"protocol": "ESA"},\n "data": [[[', ", line 2: expected a campaign of Pearmut: an object with info "
         "and data, found Expecting value at character 13. The file may be cut off: copy it again."),
        ('{"info": {"protocol": "ESA"}}', ": expected a campaign of Pearmut: an object with info and data, found "
         "'info'. Copy the file again."),
        ('{"info": {"protocol": "SQM"}, "data": []}', ", line 1: expected as protocol of info one of DA, ESA, cESA, "
         "MQM, found 'SQM'. Correct it in the campaign."),
        ('{"info": {"protocol": "DA"}, "data": []}', ", line 1: expected as assignment of info one of task-based, "
         "single-stream, dynamic, found none. Correct it in the campaign."),
        ('{"info": {"protocol": "DA", "assignment": "dynamic"}, "data": []}', ": expected at least one item, found "
         "none. Copy the file again."),
    ],
)  # fmt: skip
def test_files_that_are_no_campaign_are_refused(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "campaign.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BakeoffError) as refused:
        read_campaign(path)
    assert str(refused.value) == f"{path}{message}"


def asked(text: str, at: int = 0, **values: Any) -> AskedScreen:
    usual: dict[str, Any] = {
        "id": f"ann:{at}", "screen": f"ann:{at}", "position": at, "judge": "ann", "protocol": "esa", "answer": None,
        "segment": f"talk.{at}", "systems": ("a,b",), "texts": (text,),
    }  # fmt: skip
    given_ = values.pop("given", ())
    return AskedScreen(judgment=Judgment(**{**usual, **values}), source=f"source {text}", given=given_)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(TEXTS)
def test_a_plan_survives_its_campaign_whatever_the_texts(tmp_path: Path, text: str) -> None:
    visible = [at for at, sign in enumerate(text) if sign not in "\r\n"]
    missing = {"start": None, "end": None, "severity": "minor", "category": "", "side": "missing"}
    marks: list[dict[str, Any]] = [missing]
    if visible:
        last = {"start": visible[-1], "end": visible[-1] + 1, "severity": "major", "category": "A/B", "side": "target"}
        marks.append(last)
    screens = [asked(text, given=tuple(marks)), asked(text, 1, control="attention", systems=("a",))]
    path = tmp_path / "campaign.json"
    path.write_text(write_campaign(screens, name="x"), encoding="utf-8")
    assert list(read_campaign(path)) == screens


def test_documents_stay_together_and_what_has_no_place_is_left_out() -> None:
    screens = [
        asked("x", at, document=document, control=control)
        for at, (document, control) in enumerate([("d1", ""), ("d1", ""), ("d2", ""), ("d2", "repeat"), ("d2", "gold")])
    ]
    campaign = campaign_of(screens, name="small")
    assert campaign["info"] == {"assignment": "task-based", "protocol": "ESA", "shuffle": True, "users": ["ann"]}
    assert [[item["item_id"] for item in document] for document in campaign["data"][0]] == [
        ["talk.0", "talk.1"],
        ["talk.2"],
    ]
