"""Exports of Appraise."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bakeoff.data.judgments import Judgment
from bakeoff.errors import FormatError, MistakesError
from bakeoff.formats.judgments import read_judgments, with_batches
from bakeoff.human_eval.protocols.registry import find_protocol

DIRECT = "ces01,Online-W,3,TGT,eng,ces,97,shop_29#3-13,False,1666385145.5,1666385152"
SPANS = (
    '"[{""start_i"":2,""end_i"":5,""severity"":""minor"",""error_type"":null},'
    '{""start_i"":""missing"",""end_i"":""missing"",""severity"":""major"",""error_type"":""Omission""}]"'
)
ESA = f"deu01,wmt23.refA,9,TGT,eng,deu,36,cnn.15#refA,False,{SPANS},100,104.5"

MARKED = (
    '"[{""start_i"":796,""end_i"":801,""severity"":""minor"",""error_type"":[""Accuracy"",""Mistranslation""]},'
    '{""start_i"":""missing"",""end_i"":""missing"",""severity"":""major"",""error_type"":[""Other""]}]"'
)
MQM = f"deu01,wmt23.refA,9,TGT,eng,deu,0,cnn.15#refA,False,{MARKED},100,104.5"
CLEAN = "deu01,wmt23.refA,8,TGT,eng,deu,0,cnn.15#refA,False,[],90,99"
SEGMENT = "ces01,newstest2019.CUNI.6785.en-cs,318,TGT,eng,ces,97,1666385145.5,1666385152"


def written(folder: Path, *lines: str) -> Path:
    path = folder / "export.csv"
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return path


def test_direct_assessment(tmp_path: Path) -> None:
    (found,) = read_judgments(written(tmp_path, DIRECT))
    assert (found.protocol, found.judge, found.language_pair) == ("direct", "ces01", "eng-ces")
    assert (found.document, found.segment, found.systems, found.answer) == ("shop_29#3-13", "3", ("Online-W",), 97)
    assert (found.position, found.control, found.seconds) == (3, "", 6.5)
    assert found.sent_at == datetime.fromtimestamp(1666385152, UTC)


def test_the_header_is_no_judgment(tmp_path: Path) -> None:
    header = "username,system,itemId,itemType,srcLang,trgLang,score,docId,isDocScore,timeStart,timeEnd"
    assert len(read_judgments(written(tmp_path, header, DIRECT))) == 1


def test_error_span_annotation(tmp_path: Path) -> None:
    (found,) = read_judgments(written(tmp_path, ESA))
    assert (found.protocol, found.document, found.systems) == ("esa", "cnn.15", ("refA",))
    assert found.answer == {
        "spans": [
            {"start": 2, "end": 6, "severity": "minor", "category": "", "side": "target"},
            {"start": None, "end": None, "severity": "major", "category": "Omission", "side": "missing"},
        ],
        "score": 36,
    }


def test_mqm_is_told_by_categories_as_lists(tmp_path: Path) -> None:
    # Rows come in any order: the first of an export of MQM often has no errors.
    clean, marked, other = read_judgments(written(tmp_path, CLEAN, MQM, CLEAN.replace("deu01", "deu02")))
    assert {each.protocol for each in (clean, marked, other)} == {"error_spans"}
    assert (clean.answer, other.answer, other.judge) == ([], [], "deu02")
    assert marked.answer == [
        {"start": 796, "end": 802, "severity": "minor", "category": "Accuracy/Mistranslation", "side": "target"},
        {"start": None, "end": None, "severity": "major", "category": "Other", "side": "missing"},
    ]
    assert (marked.document, marked.segment, marked.systems, marked.seconds) == ("cnn.15", "9", ("refA",), 4.5)
    assert find_protocol("error_spans").parse(marked.answer, marked.systems)


def test_accounts_of_esa_and_mqm_may_be_in_one_file(tmp_path: Path) -> None:
    found = read_judgments(written(tmp_path, ESA.replace("deu01", "deu02"), CLEAN.replace("deu01", "deu02"), MQM))
    assert [(each.judge, each.protocol) for each in found] == [
        ("deu02", "esa"),
        ("deu02", "esa"),
        ("deu01", "error_spans"),
    ]


def test_scores_of_0_without_categories_are_of_esa(tmp_path: Path) -> None:
    """As accounts have them that did the tutorial of WMT 2024 alone; its errors have no type at all."""
    spans = '"[{""start_i"":8,""end_i"":11,""severity"":""minor""}]"'
    found = read_judgments(written(tmp_path, CLEAN, ESA.replace(SPANS, spans).replace(",36,", ",0,")))
    assert [each.protocol for each in found] == ["esa", "esa"]
    assert found[1].answer["spans"][0]["category"] == ""


def test_an_account_with_categories_and_scores_is_a_mistake(tmp_path: Path) -> None:
    path = written(tmp_path, MQM, CLEAN.replace(",0,", ",87,"))
    with pytest.raises(MistakesError) as caught:
        read_judgments(path)
    assert str(caught.value) == (
        f"{path}, line 2: expected 0 as score of deu01, whose errors have categories (MQM), found 87. "
        "Give each account rows of one kind, ESA or MQM."
    )


@pytest.mark.parametrize("batch", ["", ",17,90210"])
def test_direct_assessment_of_segments(batch: str, tmp_path: Path) -> None:
    header = "username,system,itemId,itemType,srcLang,trgLang,score,timeStart,timeEnd"
    for lines in ([SEGMENT + batch], [header + (",batchNo,id" if batch else ""), SEGMENT + batch]):
        (found,) = read_judgments(written(tmp_path, *lines))
        assert (found.protocol, found.judge, found.language_pair, found.answer) == ("direct", "ces01", "eng-ces", 97)
        assert (found.document, found.segment, found.screen, found.position) == ("", "318", "", None)
        assert (found.systems, found.control, found.seconds) == (("newstest2019.CUNI.6785.en-cs",), "", 6.5)


@pytest.mark.parametrize(("row", "protocol"), [(DIRECT, "direct"), (ESA, "esa"), (MQM, "error_spans")])
def test_batch_information_is_passed_over(row: str, protocol: str, tmp_path: Path) -> None:
    (plain,), (longer,) = (read_judgments(written(tmp_path, line)) for line in (row, f"{row},17,90210"))
    assert plain == longer
    assert plain.protocol == protocol


def test_controls_among_segments(tmp_path: Path) -> None:
    rows = [SEGMENT.replace("TGT", kind) for kind in ("TGT", "CHK", "BAD", "REF")]
    assert [each.control for each in read_judgments(written(tmp_path, *rows))] == ["", "repeat", "attention", "gold"]


def test_rows_of_two_layouts_are_named(tmp_path: Path) -> None:
    path = written(tmp_path, SEGMENT + ",17,90210", DIRECT, SEGMENT, "a,b,c")
    with pytest.raises(MistakesError) as caught:
        read_judgments(path)
    assert [str(mistake).removeprefix(f"{path}, ") for mistake in caught.value.mistakes] == [
        "line 2: expected 11 cells as before (segments), found 11 (documents). Export the campaign again, or correct "
        "the line.",
        "line 3: expected 11 cells as before (segments), found 9 (segments). Export the campaign again, or correct the "
        "line.",
        "line 4: expected 9 cells (direct assessment of segments), 11 (of documents) or 12 (ESA, MQM), "
        "2 more with batch info, found 3. Export the campaign again, or correct the line.",
    ]


@pytest.mark.parametrize(
    ("kind", "document", "control"),
    [
        ("TGT", "cnn.15#refA", ""),
        ("BAD", "cnn.15#refA#bad7", "attention"),
        ("BAD", "cnn.15#refA#bad7#duplicate1", "attention"),
        ("TGT", "cnn.15#refA#duplicate1", "repeat"),
        ("TGT", "cnn.15#refA#dup", "repeat"),
        ("TGT", "cnn.15#refA#dup#dup", "repeat"),
        ("TGT", "cnn.15#refA#incomplete", "repeat"),
        ("TGT", "cnn.15#refA#incomplete#dup", "repeat"),
        ("BAD", "cnn.15#refA#dup#bad", "attention"),
        ("CHK", "cnn.15#refA", "repeat"),
        ("REF", "cnn.15#refA", "gold"),
    ],
)
def test_controls(kind: str, document: str, control: str, tmp_path: Path) -> None:
    (found,) = read_judgments(written(tmp_path, ESA.replace("TGT", kind).replace("cnn.15#refA", document)))
    assert (found.control, found.document, found.systems) == (control, "cnn.15", ("refA",))


@pytest.mark.parametrize("marks", ["#dup", "#dup#dup", "#incomplete"])
def test_marks_stand_behind_documents_without_a_system_too(marks: str, tmp_path: Path) -> None:
    (found,) = read_judgments(written(tmp_path, ESA.replace("cnn.15#refA", f"test-en-news_cnn.15{marks}")))
    assert (found.control, found.document, found.systems) == ("repeat", "test-en-news_cnn.15", ("wmt23.refA",))


@pytest.mark.parametrize("document", ["cnn.15#duplicity", "cnn.15#incompleteness#refA"])
def test_documents_that_start_like_a_mark_are_no_repeats(document: str, tmp_path: Path) -> None:
    (found,) = read_judgments(written(tmp_path, ESA.replace("cnn.15#refA", document)))
    assert (found.control, found.document) == ("", document.removesuffix("#refA"))


def test_tutorials_are_gold_by_the_name_of_the_system(tmp_path: Path) -> None:
    (found,) = read_judgments(written(tmp_path, "deu01,tutorial,6,TGT,eng,deu,100,cnn.15,False,[],1,2"))
    assert found.control == "gold"


def test_tutorials_are_gold(tmp_path: Path) -> None:
    (found,) = read_judgments(written(tmp_path, "deu01,ende-tutorial2,6,TGT,eng,deu,100,ende-tutorial2,False,[],1,2"))
    assert (found.control, found.document, found.systems) == ("gold", "ende-tutorial2", ("ende-tutorial2",))


def test_scores_of_documents_are_passed_over_with_a_remark(tmp_path: Path) -> None:
    path = written(tmp_path, DIRECT, DIRECT.replace("False", "True"))
    remarks: list[str] = []
    assert len(read_judgments(path, on_remark=remarks.append)) == 1
    assert remarks == [f"{path}: 1 scores of documents are skipped."]


def test_an_answer_exported_twice_counts_once(tmp_path: Path) -> None:
    path = written(tmp_path, ESA, ESA.replace("104.5", "104.6"), ESA)
    remarks: list[str] = []
    assert [each.id for each in read_judgments(path, on_remark=remarks.append)] == ["export.csv:1", "export.csv:2"]
    assert remarks == [f"{path}: 1 rows that are the same as others count once."]


def test_every_wrong_row_is_named_and_nothing_is_imported(tmp_path: Path) -> None:
    wrong = {
        2: DIRECT.replace(",97,", ",197,"),
        3: DIRECT.replace(",97,", ",many,"),
        4: DIRECT.replace("TGT", "XXX"),
        5: DIRECT.replace("False", "perhaps"),
        6: DIRECT.replace(",3,", ",-1,"),
        7: DIRECT + ",more",
        8: DIRECT.replace("1666385152", "1"),
        9: DIRECT.replace("ces01", ""),
        10: "",
        11: DIRECT.replace("1666385152", "1e99"),
    }
    with pytest.raises(MistakesError) as caught:
        read_judgments(written(tmp_path, DIRECT, *wrong.values()))
    assert [mistake.place.line for mistake in caught.value.mistakes] == list(wrong)


@pytest.mark.parametrize(
    "spans",
    [
        "{",
        "{}",
        "[1]",
        '[{"start_i":1}]',
        '[{"start_i":5,"end_i":2,"severity":"minor"}]',
        '[{"start_i":1,"end_i":2,"severity":3}]',
        '[{"start_i":1,"end_i":2,"severity":"minor","error_type":["Accuracy",null]}]',
        '[{"start_i":1,"end_i":2,"severity":"minor","error_type":{"Accuracy":1}}]',
        '[{"start_i":1,"start_i":1,"end_i":2,"severity":"minor"}]',
        "[" * 100_000,
    ],
)
def test_wrong_spans_are_named(spans: str, tmp_path: Path) -> None:
    cell = '"' + spans.replace('"', '""') + '"'
    with pytest.raises(MistakesError, match="line 1"):
        read_judgments(written(tmp_path, ESA.replace(SPANS, cell)))


def batches(folder: Path, *batches: list[tuple[int, str, str | None]]) -> Path:
    path = folder / "batches.json"
    value = [
        {"items": [{"itemID": number, "documentID": document, "_item": item} for number, document, item in batch]}
        for batch in batches
    ]
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def test_batches_tell_the_segments(tmp_path: Path) -> None:
    rows = [ESA, ESA.replace("deu01", "deu02"), ESA.replace("deu01", "deu02").replace(",9,", ",10,")]
    judgments = read_judgments(written(tmp_path, *rows))
    one = [(9, "cnn.15#refA", "refA | 41 | cnn.15"), (1, "tutorial", None)]
    two = [(9, "cnn.15#refA", "refA | 7 | cnn.15"), (10, "cnn.15#refA", "refA | 8 | cnn.15")]
    with pytest.raises(MistakesError, match="the batch of account deu01, found 2 that differ"):
        with_batches(judgments, batches(tmp_path, one, two))
    found = with_batches([*judgments[1:]], batches(tmp_path, one, two))
    assert [(each.systems, each.document, each.segment) for each in found] == [
        (("refA",), "cnn.15", "7"),
        (("refA",), "cnn.15", "8"),
    ]


def test_batches_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    judgments = read_judgments(written(tmp_path, ESA))
    with pytest.raises(MistakesError, match="the batch of account deu01, found none"):
        with_batches(judgments, batches(tmp_path, [(8, "cnn.15#refA", "refA | 41 | cnn.15")]))
    with pytest.raises(FormatError, match=r"system \| line \| document"):
        with_batches(judgments, batches(tmp_path, [(9, "cnn.15#refA", "refA 41")]))
    twice = [(9, "cnn.15#refA", "refA | 41 | cnn.15"), (9, "cnn.15#refA", "refA | 42 | cnn.15")]
    with pytest.raises(FormatError, match="expected one segment for each item of a batch, found item 9 of document"):
        with_batches(judgments, batches(tmp_path, twice))
    (tmp_path / "batches.json").write_text("[3]", encoding="utf-8")
    with pytest.raises(FormatError, match="batches of Appraise"):
        with_batches(judgments, tmp_path / "batches.json")


WMT24 = [
    ("ende-tutorial1", "ende-tutorial1", 1000001, 0),
    ("refA", "test-en-news_cnn.15", 40, 80),
    ("refA", "test-en-news_cnn.15", 41, 70),
    ("X", "test-en-news_cnn.15", 40, 60),
    ("X", "test-en-news_cnn.15#dup", 41, 50),
]


def wmt24_batches(folder: Path, **changed: str) -> Path:
    """Items as WMT 2024 has them: the number is the line of the test set, documents do not name the system."""
    items = [
        {
            "itemID": line,
            "documentID": document,
            "targetID": system,
            "sourceText": changed.get(f"{system}{line}", f"source {line}"),
            "_item": "",
        }
        for system, document, line, _ in WMT24
    ]
    path = folder / "wave0.json"
    value = [{"items": items, "task": {"batchNo": 1, "sourceLanguage": "eng", "targetLanguage": "ces"}}]
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def wmt24_judgments(folder: Path) -> tuple[Judgment, ...]:
    rows = [f"ces01,{s},{n},TGT,eng,ces,{score},{d},False,[],1,2" for s, d, n, score in WMT24]
    return read_judgments(written(folder, *rows))


def test_items_of_wmt24_are_lines_of_the_test_set(tmp_path: Path) -> None:
    judgments = wmt24_judgments(tmp_path)
    found = with_batches(judgments, wmt24_batches(tmp_path))
    assert found == judgments
    assert [(each.systems[0], each.document, each.segment, each.control) for each in found[1:]] == [
        ("refA", "test-en-news_cnn.15", "40", ""),
        ("refA", "test-en-news_cnn.15", "41", ""),
        ("X", "test-en-news_cnn.15", "40", ""),
        ("X", "test-en-news_cnn.15", "41", "repeat"),
    ]


def test_numbers_that_mean_two_segments_are_refused(tmp_path: Path) -> None:
    path = wmt24_batches(tmp_path, X40="another source")
    with pytest.raises(FormatError) as caught:
        with_batches(wmt24_judgments(tmp_path), path)
    assert str(caught.value) == (
        f"{path}, line 1: expected items that name their segment (_item), or whose number means one segment, "
        "found two source texts under item 40 of document test-en-news_cnn.15. "
        "Number the items of batches and export by the line of the test set."
    )


def test_batches_of_segments_without_documents(tmp_path: Path) -> None:
    judgments = read_judgments(written(tmp_path, SEGMENT, SEGMENT.replace("TGT", "CHK")))
    path = tmp_path / "batches.json"
    item = {"itemID": 318, "_item": 7, "_block": 0, "sourceText": "Hello."}
    path.write_text(json.dumps([{"items": [item]}]), encoding="utf-8")
    assert with_batches(judgments, path) == judgments
    path.write_text(json.dumps([{"items": [{**item, "itemID": 319}]}]), encoding="utf-8")
    with pytest.raises(MistakesError, match=r"the batch of account ces01, found none\. A batch fits where"):
        with_batches(judgments, path)


@pytest.mark.parametrize(
    "text", ["{}3", "[[]]", '[{"items": [3]}]', '[{"items": [{}]}]', '[{"task": []}]', "[" * 99_999]
)
def test_what_is_no_batch_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "batches.json").write_text(text, encoding="utf-8")
    with pytest.raises(FormatError, match="expected batches of Appraise as JSON"):
        with_batches(read_judgments(written(tmp_path, ESA)), tmp_path / "batches.json")


def test_identical_outputs_are_those_of_both_systems(tmp_path: Path) -> None:
    rows = [f"deu01,{name},{item},TGT,eng,deu,36,100,104.5" for item, name in enumerate(["A", "B", "A+B", "A+C"])]
    found = read_judgments(written(tmp_path, *rows))
    assert [each.systems for each in found] == [("A",), ("B",), ("A,B",), ("A+C",)]
