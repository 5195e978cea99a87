import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.data.judgments import CONTROLS, Highlights, Judgment
from bakeoff.errors import ExpressionError, FormatError, MistakesError
from bakeoff.formats.judgments import read_judgments, write_judgments
from bakeoff.formats.judgments.interchange import KEYS
from bakeoff.formats.judgments.interchange import lines_of as json_lines
from bakeoff.formats.judgments.interchange_table import lines_of as table_lines

DO = "Export it again, or correct the line."
RECORD = {
    "judgment_id": "1",
    "protocol": "pairwise",
    "judge": "ann",
    "segment_id": "7",
    "systems": ["a", "b"],
    "answer": "tie",
}


def written(tmp_path: Path, *records: str | Mapping[str, Any]) -> Path:
    path = tmp_path / "judgments.jsonl"
    path.write_text("".join((r if isinstance(r, str) else json.dumps(r)) + "\n" for r in records), encoding="utf-8")
    return path


def mistakes_of(path: Path) -> list[str]:
    with pytest.raises(MistakesError) as caught:
        read_judgments(path)
    return [str(mistake).removeprefix(f"{path}, ") for mistake in caught.value.mistakes]


def test_damaged_systems_are_exchanged(tmp_path: Path) -> None:
    damaged = RECORD | {"control": "attention", "damaged": ["b"]}
    (found,) = read_judgments(written(tmp_path, damaged))
    assert (found.damaged, found.shown_damaged) == (("b",), ("b",))
    for name in ("again.jsonl", "again.csv"):
        write_judgments([found], tmp_path / name)
        assert read_judgments(tmp_path / name) == (found,)
    assert "damaged" not in json.loads(next(json_lines(read_judgments(written(tmp_path, RECORD)))))
    alone = RECORD | {"systems": ["a"], "control": "attention"}
    assert read_judgments(written(tmp_path, alone))[0].shown_damaged == ("a",)


def test_evaluation_kind_highlights_and_texts_are_exchanged(tmp_path: Path) -> None:
    marks = {"source": [[3, 9]], "outputs": [[[0, 4]], []]}
    record = {"campaign": "wmt08", "evaluation": "constituents", "kind": "constituent", "highlights": marks}
    (found,) = read_judgments(written(tmp_path, RECORD | record | {"texts": ['Tea, "hot"', ""]}))
    assert (found.campaign, found.evaluation, found.asked_in) == ("wmt08", "constituents", "constituents")
    assert (found.kind, found.texts) == ("constituent", ('Tea, "hot"', ""))
    assert found.highlights == Highlights(source=((3, 9),), outputs=(((0, 4),), ()))
    for name in ("again.jsonl", "again.csv"):
        write_judgments([found], tmp_path / name)
        assert read_judgments(tmp_path / name) == (found,)


def test_what_old_files_do_not_say_is_not_written(tmp_path: Path) -> None:
    (found,) = read_judgments(written(tmp_path, RECORD | {"campaign": "fluency"}))
    assert (found.evaluation, found.kind, found.highlights, found.texts) == ("", "segment", None, ())
    assert json.loads(next(json_lines([found]))) == RECORD | {"campaign": "fluency"}
    old = ",".join(key for key in KEYS if key not in ("evaluation", "kind", "highlights", "texts", "origin"))
    path = tmp_path / "old.csv"
    path.write_text(f"{old}\n1,pairwise,fluency,,,ann,,,7,,a;b,tie,,,,,,\n", encoding="utf-8")
    assert read_judgments(path) == (found,)


def test_a_complete_document_needs_no_segment(tmp_path: Path) -> None:
    record = {key: value for key, value in RECORD.items() if key != "segment_id"}
    (found,) = read_judgments(written(tmp_path, record | {"kind": "document-pair", "document_id": "d"}))
    assert found.item == ("", "", "d", "[document-pair]")
    write_judgments([found], tmp_path / "again.jsonl")
    assert read_judgments(tmp_path / "again.jsonl") == (found,)
    assert mistakes_of(written(tmp_path, record | {"kind": "document"})) == [
        f"line 1: expected a document_id, because the kind is document, found none. {DO}"
    ]
    assert mistakes_of(written(tmp_path, record)) == [f"line 1: expected a value for segment_id, found none. {DO}"]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"kind": "word"}, "one of segment, document, document-pair, dialog-turn, constituent under kind"),
        ({"texts": ["x"]}, "a text for each of the systems in a list under texts"),
        ({"texts": "xy"}, "a text for each of the systems in a list under texts"),
        ({"texts": [1, 2]}, "a text for each of the systems in a list under texts"),
        ({"highlights": [[0, 1]]}, "an object with source, reference and outputs under highlights"),
        ({"highlights": {"target": [[0, 1]]}}, "an object with source, reference and outputs under highlights"),
        ({"highlights": {"source": [[0, 1, 2]]}}, "spans in highlights"),
        ({"highlights": {"source": [[2, 2]]}}, "spans in highlights"),
        ({"highlights": {"source": [[-1, 2]]}}, "spans in highlights"),
        ({"highlights": {"source": [[True, 2]]}}, "spans in highlights"),
        ({"highlights": {"source": "0-2"}}, "spans in highlights"),
        ({"highlights": {"outputs": [[[0, 1]]]}}, "a list of spans for each of the systems"),
    ],
)
def test_kinds_texts_and_highlights_are_checked(tmp_path: Path, values: dict[str, Any], expected: str) -> None:
    (said,) = mistakes_of(written(tmp_path, RECORD | values))
    assert expected in said


def test_only_what_was_shown_can_be_damaged(tmp_path: Path) -> None:
    rows = [RECORD | {"control": "attention", "damaged": each} for each in (["c"], "b", ["b", "b"])]
    rows.append(RECORD | {"damaged": ["b"]})
    said = mistakes_of(written(tmp_path, *(row | {"judgment_id": str(n)} for n, row in enumerate(rows))))
    assert [line.startswith(f"line {n}: ") for n, line in enumerate(said, start=1)] == [True] * 4
    assert "some of the systems, each once" in said[0]
    assert "attention under control" in said[3]


def test_a_record_is_a_judgment(tmp_path: Path) -> None:
    times = {"shown_at": "2016-05-04T12:30:00+00:00", "sent_at": "2016-05-04T12:31:02.5Z"}
    extra = {"document_id": "d", "campaign": "c", "test_set": "t", "language_pair": "cs-en", "screen_id": "s"}
    found = read_judgments(written(tmp_path, RECORD | times | extra | {"position": 3, "control": "repeat"}))
    assert found == (
        Judgment(
            id="1",
            protocol="pairwise",
            judge="ann",
            segment="7",
            systems=("a", "b"),
            answer="tie",
            document="d",
            campaign="c",
            test_set="t",
            language_pair="cs-en",
            screen="s",
            position=3,
            control="repeat",
            shown_at=datetime(2016, 5, 4, 12, 30, tzinfo=UTC),
            sent_at=datetime(2016, 5, 4, 12, 31, 2, 500_000, tzinfo=UTC),
        ),
    )
    assert found[0].seconds == 62.5
    assert found[0].item == ("cs-en", "t", "d", "7")


text = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=8)
name = st.text("abc-é,. ", min_size=1, max_size=6)
value = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | text
answer = value | st.lists(value, max_size=3) | st.dictionaries(text, st.lists(value, max_size=2), max_size=2)
spans = st.lists(st.tuples(st.integers(0, 9), st.integers(10, 20)), max_size=2).map(tuple)
moment = st.none() | st.datetimes(
    min_value=datetime(2000, 1, 1), max_value=datetime(2020, 1, 1), timezones=st.just(UTC)
)


@st.composite
def judgments(draw: st.DrawFn) -> tuple[Judgment, ...]:
    ids = draw(st.lists(name, unique=True, min_size=1, max_size=4))
    systems = tuple(draw(st.lists(name, unique=True, max_size=3)))
    size = len(systems)
    return tuple(
        Judgment(
            id=each,
            protocol=draw(name),
            judge=draw(name),
            segment=draw(name),
            systems=systems,
            answer=draw(answer),
            document=draw(text),
            language_pair=draw(text),
            screen=draw(text),
            position=draw(st.none() | st.integers(0, 99)),
            control=draw(st.sampled_from(CONTROLS)),
            shown_at=draw(moment),
            elapsed_seconds=draw(st.none() | st.floats(0, 999)),
            evaluation=draw(text),
            kind=draw(st.sampled_from(["segment", "dialog-turn", "constituent"])),
            texts=tuple(draw(st.just([]) | st.lists(text, min_size=size, max_size=size))),
            highlights=draw(
                st.none()
                | st.builds(
                    Highlights,
                    source=spans.map(lambda found: (*found, (1, 2))),
                    outputs=st.lists(spans, min_size=size, max_size=size).map(tuple),
                )
            ),
        )
        for each in ids
    )


@pytest.mark.parametrize("ending", ["jsonl", "csv", "jsonl.gz"])
@given(given_=judgments())
def test_what_is_written_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, ending: str, given_: tuple[Judgment, ...]
) -> None:
    path = tmp_path_factory.mktemp("judgments") / f"file.{ending}"
    write_judgments(given_, path)
    assert read_judgments(path) == given_


def test_words_stand_in_csv_without_quotes_and_texts_like_numbers_with_them() -> None:
    rows = [
        Judgment(id=str(n), protocol="p", judge="j", segment="s", systems=("a", "b"), answer=answer)
        for n, answer in enumerate(["first", "3", 3, [1, None]])
    ]
    cells = [line.split(",", 11)[11].rstrip(",\n") for line in [*table_lines(rows)][1:]]
    assert cells == ["a;b,first", 'a;b,"""3"""', "a;b,3", 'a;b,"[1, null]"']


def test_a_system_with_a_semicolon_is_not_written_as_csv() -> None:
    judgment = Judgment(id="1", protocol="p", judge="j", segment="s", systems=("a;b",), answer=1)
    with pytest.raises(FormatError, match=r"names of systems without semicolons in CSV, found a;b\. Write JSON Lines"):
        [*table_lines([judgment])]
    assert len([*json_lines([judgment])]) == 1


def test_every_mistake_of_a_file_is_named_and_nothing_is_read(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        RECORD,
        RECORD | {"systems": ["a", "a"], "judgment_id": "2"},
        '{"judgment_id": 3',
        RECORD | {"judgment_id": "1"},
        {key: value for key, value in RECORD.items() if key != "judge"} | {"judgment_id": "5"},
        RECORD | {"judgment_id": "6", "control": "golden", "who": "ann"},
        RECORD | {"judgment_id": "7", "position": -1},
        RECORD | {"judgment_id": "8", "sent_at": "yesterday"},
        RECORD | {"judgment_id": "9", "shown_at": "2016-05-04T12:30", "sent_at": "2016-05-04T12:29"},
        RECORD | {"judgment_id": "10", "shown_at": "2016-05-04T12:30", "sent_at": "2016-05-04T12:31Z"},
        RECORD | {"judgment_id": "11", "systems": "a"},
        RECORD | {"judgment_id": "12", "elapsed_seconds": -3},
        '{"judgment_id": "13", "answer": NaN}',
        '{"judgment_id": "14", "judgment_id": "15"}',
        '{"judgment_id": "\\ud800"}',
        "",
        "[1]",
        RECORD | {"judgment_id": "18", "segment_id": ""},
    )
    found = mistakes_of(path)
    assert found[0] == f"line 2: expected each system once on a screen, found a twice. {DO}"
    assert found[1].startswith("line 3: expected a JSON object, found Expecting ',' delimiter at character")
    assert found[2:] == [
        "line 4: expected each judgment once, found 1, which line 1 has already. "
        "Take it out, or give it another id if somebody answered twice.",
        f"line 5: expected a value for judge, found none. {DO}",
        f"line 6: expected keys among {', '.join(KEYS)}, found 'who'. Take it out, or make it part of the answer.",
        f"line 7: expected a whole number of 0 or more under position, found -1. {DO}",
        'line 8: expected a time under sent_at, found "yesterday". Write it as 2016-05-04T12:30:00+00:00.',
        "line 9: expected an answer sent after it was asked for, found 2016-05-04T12:29:00 after 2016-05-04T12:30:00. "
        f"{DO}",
        f"line 10: expected both times with their distance to UTC or neither, found one. {DO}",
        f'line 11: expected names in a list under systems, found "a". {DO}',
        f"line 12: expected seconds of 0 or more under elapsed_seconds, found -3. {DO}",
        f"line 13: expected a JSON object, found NaN, which is no number. {DO}",
        f"line 14: expected a JSON object, found a key twice. {DO}",
        f"line 15: expected characters, found half a character (a lone surrogate). {DO}",
        f"line 16: expected a JSON object, found an empty line. {DO}",
        f"line 17: expected a JSON object, found [1]. {DO}",
        f"line 18: expected a text under segment_id, found nothing. {DO}",
    ]


def test_mistakes_of_a_table_are_named_by_the_line_in_which_their_row_starts(tmp_path: Path) -> None:
    path = tmp_path / "judgments.csv"
    header = "judgment_id,protocol,judge,segment_id,systems,answer,position\n"
    path.write_text(header + '1,p,"an\nn",s,a;b,first,x\n2,p,ann,s,a;b\n3,p,,s,a;b,first,1\n', encoding="utf-8")
    assert mistakes_of(path) == [
        f'line 2: expected a whole number of 0 or more under position, found "x". {DO}',
        'line 4: expected 7 cells, found 5. Put cells with commas in "…".',
        f"line 5: expected a text under judge, found nothing. {DO}",
    ]


def test_a_table_without_its_columns_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "judgments.csv"
    path.write_text("judgment_id,answer\n1,tie\n", encoding="utf-8")
    with pytest.raises(MistakesError, match=r"found none called protocol, judge, segment_id, systems\."):
        read_judgments(path, format="interchange-csv")


def test_what_is_no_file_of_judgments_is_said_to_be_none(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("dear diary\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"a file of judgments: .*\(wmt-ranking-csv\).*found 'dear diary'"):
        read_judgments(path)
    with pytest.raises(ExpressionError, match="there is no format of judgments 'diary'; the formats are: interchange"):
        read_judgments(path, format="diary")
    path.write_text("", encoding="utf-8")
    with pytest.raises(FormatError, match="found an empty file"):
        read_judgments(path)
    with pytest.raises(FormatError, match="at least one judgment, found none"):
        read_judgments(path, format="interchange")


def test_the_message_names_fifty_mistakes_and_counts_the_rest(tmp_path: Path) -> None:
    path = written(tmp_path, RECORD, *[{} for _ in range(60)])
    with pytest.raises(MistakesError) as caught:
        read_judgments(path)
    assert len(caught.value.mistakes) == 60
    assert len(str(caught.value).splitlines()) == 51
    assert str(caught.value).endswith("… and 10 more.")
