"""Exports of Appraise."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bakeoff.errors import FormatError, MistakesError
from bakeoff.formats.judgments import read_judgments, with_batches

DIRECT = "ces01,Online-W,3,TGT,eng,ces,97,shop_29#3-13,False,1666385145.5,1666385152"
SPANS = (
    '"[{""start_i"":2,""end_i"":5,""severity"":""minor"",""error_type"":null},'
    '{""start_i"":""missing"",""end_i"":""missing"",""severity"":""major"",""error_type"":""Omission""}]"'
)
ESA = f"deu01,wmt23.refA,9,TGT,eng,deu,36,cnn.15#refA,False,{SPANS},100,104.5"


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
            {"start": 2, "end": 5, "severity": "minor", "category": "", "side": "target"},
            {"start": None, "end": None, "severity": "major", "category": "Omission", "side": "missing"},
        ],
        "score": 36,
    }


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
def test_documents_that_begin_like_a_mark_are_no_repeats(document: str, tmp_path: Path) -> None:
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
    assert remarks == [f"{path}: 1 scores of whole documents are passed over."]


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
    (tmp_path / "batches.json").write_text("[3]", encoding="utf-8")
    with pytest.raises(FormatError, match="batches of Appraise"):
        with_batches(judgments, tmp_path / "batches.json")
