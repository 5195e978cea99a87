"""Batches of Appraise as plans, and plans as batches."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from bakeoff.data.judgments import Judgment
from bakeoff.errors import BakeoffError, MistakesError
from bakeoff.formats.judgments.appraise.batch_plans import batches_of, read_batches, write_batches
from bakeoff.formats.judgments.asked_screens import ITEM_REMEDY, AskedScreen, given_judgments
from tests.human_eval.protocols.odd_texts import TEXTS

ITEM: dict[str, Any] = {
    "itemID": 12,
    "itemType": "TGT",
    "sourceID": "set1",
    "sourceText": "Tea is ready.",
    "targetID": "sysB",
    "targetText": "Tee ist 😀 fertig.",
    "documentID": "d3#sysB",
    "isCompleteDocument": False,
}
TASK = {"batchNo": 1, "randomSeed": 7, "requiredAnnotations": 1, "sourceLanguage": "eng", "targetLanguage": "deu"}


def written(folder: Path, *items: Any, task: Any = TASK) -> Path:
    path = folder / "batches.json"
    rows = ",\n".join(map(json.dumps, items))
    path.write_text(f'[{{"task": {json.dumps(task)}, "items": [\n{rows}]}}]', encoding="utf-8")
    return path


def test_an_item_is_a_screen_of_the_plan(tmp_path: Path) -> None:
    (screen,) = read_batches(written(tmp_path, ITEM))
    asked = screen.judgment
    assert (asked.protocol, asked.judge, asked.language_pair, asked.position) == ("direct", "batch1", "en-de", 0)
    assert asked.location == ("en-de", "set1", "d3", "12")
    assert (asked.systems, asked.texts, asked.answer) == (("sysB",), ("Tee ist 😀 fertig.",), None)
    assert screen.source == "Tea is ready."


@pytest.mark.parametrize(
    ("changes", "control"),
    [
        ({}, ""),
        ({"itemType": "BAD", "documentID": "d3#sysB#bad1"}, "attention"),
        ({"itemType": "REF"}, "gold"),
        ({"itemType": "CHK"}, "repeat"),
        ({"documentID": "d3#sysB#duplicate2"}, "repeat"),
        ({"documentID": "d3#sysB#dup#dup"}, "repeat"),
        ({"documentID": "d3#sysB#incomplete"}, "repeat"),
        ({"documentID": "ende-tutorial1"}, "gold"),
    ],
)
def test_types_and_marks_say_why_an_item_is_asked(changes: dict[str, Any], control: str, tmp_path: Path) -> None:
    (screen,) = read_batches(written(tmp_path, ITEM | changes))
    assert screen.judgment.control == control


def test_items_with_marks_are_esa_or_mqm_and_start_from_them(tmp_path: Path) -> None:
    mark = {"start_i": 8, "end_i": 9, "severity": "minor", "error_type": None}
    path = written(tmp_path, ITEM | {"mqm": [mark]}, ITEM | {"mqm": {"tutorial": {}, "payload": []}})
    first, second = read_batches(path)
    assert (first.judgment.protocol, second.judgment.protocol) == ("esa", "esa")
    (span,) = first.given
    assert first.judgment.texts[0][span["start"] : span["end"]] == "😀"
    assert second.given == ()
    (given_,) = given_judgments([first, second, first])
    assert given_.answer == {"spans": [span], "score": None}
    assert read_batches(path, marked="error_spans")[0].judgment.protocol == "error_spans"


def test_pairs_documents_and_shared_outputs(tmp_path: Path) -> None:
    targets = [{"targetID": "sysA+sysB", "targetText": "x"}, {"targetID": "sysC", "targetText": "y"}]
    pair = {"itemID": 1, "itemType": "TGT", "sourceText": "s", "targets": targets, "targetsSize": 2}
    alone = [ITEM, ITEM | {"targetID": "sysA", "documentID": "d3"}, ITEM | {"isCompleteDocument": True}]
    screens = read_batches(written(tmp_path, pair, *alone))
    assert (screens[0].judgment.protocol, screens[0].judgment.systems) == ("pairwise", ("sysA,sysB", "sysC"))
    assert (screens[3].judgment.kind, screens[3].judgment.segment) == ("document", "")


HERE = " in batch 1, item 2"
BROKEN: list[tuple[Any, str]] = [
    (ITEM | {"targetText": None}, f"expected targetID and targetText as texts{HERE}, found ('sysB', None)."),
    (ITEM | {"itemID": "x"}, f"expected a number under itemID{HERE}, found 'x'."),
    (ITEM | {"_item": "a | b"}, f"expected _item as system | segment | document, or empty{HERE}, found 'a | b'."),
    (ITEM | {"itemType": "NEW"}, f"expected as type one of TGT, CHK, REF, BAD{HERE}, found 'NEW'."),
    (ITEM | {"sourceText": 3}, f"expected a text under sourceText{HERE}, found 3."),
    (ITEM | {"isCompleteDocument": "no"}, f"expected true or false under isCompleteDocument{HERE}, found 'no'."),
    (ITEM | {"targets": []}, f"expected two outputs under targets{HERE}, found []."),
    (
        ITEM | {"mqm": [{"start_i": 30, "end_i": 31, "severity": "minor"}]},
        f"expected a span inside the output, which the tool counts as 18 characters{HERE}, found 30 to 31.",
    ),
    (ITEM | {"mqm": ["x"]}, f"expected a list of marks under mqm{HERE}, found ['x']."),
    ("x", f"expected an object{HERE}, found 'x'."),
]  # fmt: skip


@pytest.mark.parametrize(("item", "message"), BROKEN)
def test_every_wrong_item_is_named_with_its_batch(item: Any, message: str, tmp_path: Path) -> None:
    path = written(tmp_path, ITEM, item, ITEM, 7)
    with pytest.raises(MistakesError) as refused:
        read_batches(path)
    assert [str(each) for each in refused.value.mistakes] == [
        f"{path}, line 3: {message} {ITEM_REMEDY}",
        f"{path}, line 5: expected an object in batch 1, item 4, found 7. {ITEM_REMEDY}",
    ]


WHAT = "expected batches of Appraise: a list of objects with task and items"
CUT = "The file may be cut off: copy it again."
FILES = [
    ("", f"line 1: {WHAT}, found an empty file. {CUT}"),
    ("[]", f"{WHAT}, found none. Copy the file again."),
    ("{}", f"{WHAT}, found dict in place of a list. Copy the file again."),
    (
        '[{"task": {},\n "items": [{"itemID": 1,',
        f"line 2: {WHAT}, found Expecting property name enclosed in double quotes at character 25. {CUT}",
    ),
    (
        '[{"task": {},\n "items": [1 2]}]',
        f"line 2: {WHAT}, found Expecting ',' delimiter at character 14. Copy the file again.",
    ),
    ('[{"task": {},\n\n"items": []}]', f"line 3: expected a list of items in batch 1, found []. {ITEM_REMEDY}"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), FILES)
def test_files_that_are_no_batches_are_refused_with_the_line(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "batches.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BakeoffError) as refused:
        read_batches(path)
    between = ", " if message.startswith("line") else ": "
    assert str(refused.value) == f"{path}{between}{message}"


def test_a_file_in_another_encoding_is_refused_with_the_line(tmp_path: Path) -> None:
    path = tmp_path / "batches.json"
    path.write_bytes(written(tmp_path, ITEM | {"targetText": "müde"}).read_text(encoding="utf-8").encode("utf-16"))
    with pytest.raises(BakeoffError, match=r"batches\.json"):
        read_batches(path)


def asked(protocol: str, text: str, **values: Any) -> AskedScreen:
    usual: dict[str, Any] = {
        "id": "batch1:0",
        "screen": "batch1:0",
        "judge": "batch1",
        "language_pair": "en-de",
        "test_set": "news",
        "document": "d3",
        "segment": "talk.7",
        "systems": ("a,b",),
        "texts": (text,),
        "position": 0,
        "answer": None,
    }
    given_ = values.pop("given", ())
    return AskedScreen(
        judgment=Judgment(protocol=protocol, **{**usual, **values}), source=f"source {text}", given=given_
    )


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(TEXTS)
def test_a_plan_survives_its_batches_whatever_the_texts(tmp_path: Path, text: str) -> None:
    stripped = text.strip()
    start = len(text) - len(text.lstrip())
    whole = {"start": start, "end": start + len(stripped), "severity": "major", "category": "", "side": "target"}
    missing = {"start": None, "end": None, "severity": "minor", "category": "", "side": "missing"}
    screens = [
        asked("esa", text, given=(whole, missing) if stripped else (missing,)),
        *(
            asked("esa", text, id=f"batch1:{at}", screen=f"batch1:{at}", position=at, control=control)
            for at, control in enumerate(("repeat", "attention", "gold"), start=1)
        ),
    ]
    path = tmp_path / "batches.json"
    path.write_text(write_batches(screens), encoding="utf-8")
    assert list(read_batches(path)) == screens


@pytest.mark.parametrize(
    "screen",
    [
        asked("direct", "x", document="", systems=("a",)),
        asked("direct", "x", document="", systems=("a",), control="repeat"),
        asked("direct", "x", systems=("a",)),
        asked("pairwise", "x", systems=("a", "c"), texts=("x", "y")),
    ],
    ids=["segments", "segments again", "documents", "pairs"],
)
def test_plans_of_other_protocols_survive(screen: AskedScreen, tmp_path: Path) -> None:
    path = tmp_path / "batches.json"
    path.write_text(write_batches([screen]), encoding="utf-8")
    assert list(read_batches(path)) == [screen]


def test_each_judge_has_a_batch_with_languages_of_three_letters() -> None:
    screens = [asked("direct", "x"), asked("direct", "x", judge="batch2")]
    batches = list(batches_of(screens, seed=3))
    assert [each["task"] for each in batches] == [
        {"batchNo": number, "batchSize": 1, "randomSeed": 3, "requiredAnnotations": 1, "sourceLanguage": "eng"}
        | {"targetLanguage": "deu"}
        for number in (1, 2)
    ]


def test_real_batches_have_the_items_that_were_published(data: Path) -> None:
    screens = read_batches(data / "esa-wmt23-en-de/batches_wmt23_en-de_esa.json.gz")
    # 2,691 segment scores were published from them.
    assert Counter(each.judgment.control for each in screens) == {
        "": 2_691,
        "attention": 397,
        "gold": 198,
        "repeat": 14,
    }
    assert len({each.judgment.judge for each in screens}) == 33
    assert len({each.judgment.systems for each in screens if not each.judgment.control}) == 13
