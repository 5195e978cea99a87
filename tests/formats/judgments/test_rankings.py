"""Rankings of WMT: the CSV, the XML and the .rank files."""

from pathlib import Path
from typing import Any

import pytest

from bakeoff.data.judgments import Judgment
from bakeoff.errors import MistakesError
from bakeoff.formats.judgments import read_judgments, recognise_judgments

HEADER = (
    "srclang,trglang,srcIndex,documentId,segmentId,judgeId,"
    "system1Number,system1Id,system2Number,system2Id,system1rank,system2rank"
)


def file_of(tmp_path: Path, name: str, text: str) -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def mistakes_of(path: Path, **options: Any) -> list[str]:
    with pytest.raises(MistakesError) as caught:
        read_judgments(path, **options)
    return [str(mistake).removeprefix(f"{path}, ") for mistake in caught.value.mistakes]


def test_a_row_of_the_csv_is_a_screen(tmp_path: Path) -> None:
    path = file_of(tmp_path, "wmt.csv", f"{HEADER}\nCzech,English,18,cs-en.test,18,w1,1,sys-a,2,sys-b,2,-1\n")
    assert read_judgments(path) == (
        Judgment(
            id="wmt.csv:2",
            protocol="ranking",
            judge="w1",
            language_pair="Czech-English",
            segment="18",
            systems=("sys-a", "sys-b"),
            answer=[2, None],
        ),
    )


def test_later_csv_have_ranking_ids_and_fewer_columns(tmp_path: Path) -> None:
    text = "srclang,trglang,srcIndex,segmentId,judgeID,system1Id,system1rank,system2Id,system2rank,rankingID\n"
    path = file_of(tmp_path, "wmt.csv", text + 'cs,en,3,3,j,"a,b",1,c,1,r9\n')
    (found,) = read_judgments(path)
    assert (found.screen, found.systems, found.answer, found.judge) == ("r9", ("a,b", "c"), [1, 1], "j")


def test_every_bad_row_of_the_csv_is_named(tmp_path: Path) -> None:
    rows = [
        "cs,en,1,d,1,w,1,a,2,b,6,1",
        "cs,en,1,d,1,w,1,a,2,a,1,2",
        "cs,en,1,d,1,,1,a,2,b,1,2",
        "cs,en,1,d,1,w,1,,2,,1,2",
    ]
    path = file_of(tmp_path, "wmt.csv", "\n".join([HEADER, *rows, "cs,en,1,d,1,w,1,a,2,b,1,", ""]))
    assert mistakes_of(path) == [
        "line 2: expected a rank from 1 to 5, or -1 where there is none, found '6'. Rank outputs from 1, the best.",
        "line 3: expected each system once on a screen, found a twice. Name systems that share an output as one: a,b.",
        "line 4: expected a value in the column judgeId, found an empty cell. Fill it in, or take the row out.",
        "line 5: expected a system in one of the columns system1Id, …, found none. Fill it in, or take the row out.",
        "line 6: expected a rank from 1 to 5, or -1 where there is none, found an empty cell. Rank outputs from "
        "1, the best.",
    ]


XML = """<?xml version="1.0" encoding="UTF-8"?>
<wmt16-results>
<HIT hit-id="h" source-language="cze" block-id="-1" target-language="eng">
<ranking-task id="7">
  <ranking-result duration="00:01:02.500000" user="judge1">
    <translation system="a,b" rank="2" />
    <translation system="c" rank="1" />
  </ranking-result>
  <ranking-result duration="1 day, 01:00:00" user="judge2" skipped="true" />
</ranking-task>
</HIT>
</wmt16-results>
"""


def test_a_result_of_the_xml_is_a_judgment(tmp_path: Path) -> None:
    shared: dict[str, Any] = {"protocol": "ranking", "language_pair": "cze-eng", "segment": "7", "screen": "h"}
    assert read_judgments(file_of(tmp_path, "wmt16.xml", XML)) == (
        Judgment(id="wmt16:5", judge="judge1", systems=("a,b", "c"), answer=[2, 1], elapsed_seconds=62.5, **shared),
        Judgment(id="wmt16:9", judge="judge2", systems=(), answer=[], elapsed_seconds=90_000, **shared),
    )


def test_each_answer_of_a_judge_to_the_same_task_is_a_screen_of_its_own(tmp_path: Path) -> None:
    again = '<ranking-result duration="00:01:09" user="judge1"><translation system="c" rank="1" /></ranking-result>'
    text = XML.replace("</ranking-task>", f"{again}{again.replace('09', '10')}</ranking-task>")
    found = read_judgments(file_of(tmp_path, "wmt16.xml", text))
    assert [(each.judge, each.screen) for each in found] == [
        ("judge1", "h"),
        ("judge2", "h"),
        ("judge1", "h (2)"),
        ("judge1", "h (3)"),
    ]


@pytest.mark.parametrize("root", ["WMT15-results", "wmt15-RESULTS"])
def test_the_root_may_be_in_capitals(tmp_path: Path, root: str) -> None:
    usual = read_judgments(file_of(tmp_path, "wmt.xml", XML))
    path = file_of(tmp_path, "wmt.xml", XML.replace("wmt16-results", root))
    kind = recognise_judgments(path)
    assert kind is not None
    assert (kind.name, read_judgments(path)) == ("wmt-ranking-xml", usual)


def test_every_mistake_of_the_xml_is_named(tmp_path: Path) -> None:
    text = XML.replace('rank="2"', 'rank="0"').replace('system="c" ', "").replace("1 day, 01:00:00", "long")
    text = text.replace("</HIT>", '<ranking-task id="8"><ranking-result user="x"/></ranking-task><note/></HIT>')
    assert mistakes_of(file_of(tmp_path, "wmt16.xml", text)) == [
        "line 6: expected a rank from 1 to 5, or -1 where there is none, found '0'. Rank outputs from 1, the best.",
        "line 7: expected an attribute system of translation, found none. Export it again, or correct the line.",
        "line 9: expected a duration as 00:01:02.5, found 'long'. Export it again, or correct the line.",
        "line 11: expected translations unless the result was skipped, "
        "found 0 of them in a result that was not skipped. Export it again, or correct the line.",
        "line 11: expected elements HIT, ranking-task, ranking-result, translation, found note. Export it "
        "again, or correct the line.",
    ]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("<HIT ", "<!-- ", "well-formed XML"),
        ("</wmt16-results>", "", "well-formed XML"),
        (
            '<ranking-task id="7">',
            '<ranking-task id="7"/><ranking-task>',
            "an attribute id of ranking-task, found none",
        ),
    ],
)
def test_broken_xml_is_refused(tmp_path: Path, old: str, new: str, expected: str) -> None:
    assert expected in mistakes_of(file_of(tmp_path, "wmt16.xml", XML.replace(old, new, 1)))[0]


def test_a_decided_comparison_is_a_win_of_the_first(tmp_path: Path) -> None:
    (found,) = read_judgments(file_of(tmp_path, "cs-en.rank", "970\tcs-en\tsys10\tcs-en\tsys2\n"))
    assert found == Judgment(
        id="cs-en.rank:1",
        protocol="pairwise",
        judge="unknown",
        language_pair="cs-en",
        segment="970",
        systems=("sys10", "sys2"),
        answer="first",
    )


def test_every_bad_line_of_a_rank_file_is_named(tmp_path: Path) -> None:
    text = "1\tcs-en\ta\tcs-en\tb\n\n1\tcs-en\ta\tde-en\tb\n1\tcs-en\ta\tcs-en\ta\n1\tcs-en\ta\n"
    assert mistakes_of(file_of(tmp_path, "x.rank", text)) == [
        "line 2: expected segment, pair, better system, pair, worse system, with tabs between them, "
        "found an empty line. Take the line out, or write all five.",
        "line 3: expected both systems of one language pair, found cs-en and de-en. Write a line for each pair.",
        "line 4: expected each system once on a screen, found a twice. Name systems that share an output as one: a,b.",
        "line 5: expected segment, pair, better system, pair, worse system, with tabs between them, "
        "found '1\\tcs-en\\ta'. Take the line out, or write all five.",
    ]
