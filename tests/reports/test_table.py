"""Groups of columns, sections of rows, signs, spanning cells and storeys, in every format."""

import pytest

from bakeoff.reports import RENDERERS, Column, Range, Table, render_html, render_text
from bakeoff.reports.json_tables import table_json
from bakeoff.reports.table import Marked, Section, SignedNote

TASKS = Table(
    columns=(
        Column("system"),
        Column("bleu", title="BLEU", group="case+punc", digits=1, best="highest"),
        Column("ter", title="TER", group="case+punc", digits=1, best="lowest"),
    ),
    rows=(("A", 30.0, 50.0), ("B", 31.0, 49.0), ("C", 12.0, 70.0), ("D", 11.0, 71.0)),
    sections=(Section(0, "News"), Section(2, "Europarl")),
    sections_of="task",
)


def test_text_has_groups_above_headings_and_sections_above_rows() -> None:
    assert render_text(TASKS) == (
        "        case+punc\n"
        "system  BLEU   TER\n"
        "News\n"
        "A       30.0  50.0\n"
        "B       31.0  49.0\n"
        "Europarl\n"
        "C       12.0  70.0\n"
        "D       11.0  71.0\n"
    )


def test_the_best_is_that_of_its_section() -> None:
    assert TASKS.best_rows(1) == {1, 2}
    assert TASKS.best_rows(2) == {1, 2}


def test_markdown_names_the_group_in_the_heading_and_html_spans_cells() -> None:
    lines = RENDERERS["markdown"](TASKS).splitlines()
    assert lines[0] == "| system | case+punc: BLEU | case+punc: TER |"
    assert lines[2] == "| **News** |  |  |"
    html = render_html(TASKS)
    assert '<td colspan="1"></td><th class="group" colspan="2" scope=colgroup>case+punc</th>' in html
    assert '<tr class="section"><th colspan="3" scope=rowgroup>Europarl</th></tr>' in html


def test_programs_get_the_section_in_a_column() -> None:
    assert RENDERERS["tsv"](TASKS).splitlines()[:4] == [
        "task\tsystem\tbleu\tter",
        "News\tA\t30.0\t50.0",
        "News\tB\t31.0\t49.0",
        "Europarl\tC\t12.0\t70.0",
    ]
    assert table_json(TASKS)["rows"][3] == ["Europarl", "D", 11.0, 71.0]


SIGNS = Table(
    columns=(Column("system"), Column("wins", digits=1)),
    rows=((Marked("LIG", index="11"), Marked(22.66, "★", bold=True)), ("RWTH", Marked(20.0, "a")), ("X", None)),
    notes=(SignedNote("★", "p ≤ 0.05"),),
)


def test_signs_follow_the_value_and_have_columns_of_their_own_for_programs() -> None:
    assert render_text(SIGNS).splitlines()[1:4] == ["LIG (11)  22.7★", "RWTH      20.0a", "X             –"]
    assert "| LIG<sub>11</sub> | **22.7**<sup>★</sup> |" in RENDERERS["markdown"](SIGNS)
    assert '<td class="number"><b>22.7</b><sup>★</sup></td>' in render_html(SIGNS)
    assert "<sup>★</sup> p ≤ 0.05" in render_html(SIGNS)
    assert RENDERERS["csv"](SIGNS).splitlines() == [
        "system,system index,wins,wins sign",
        "LIG,11,22.66,★",
        "RWTH,,20.0,a",
        "X,,,",
    ]


def test_a_sign_without_a_note_is_known() -> None:
    assert SIGNS.unexplained_signs() == {"a"}


def test_a_cell_spans_rows_only_inside_the_group_that_holds_it() -> None:
    table = Table(
        columns=(Column("task", once=True), Column("talks", once=True), Column("language")),
        rows=(("EnFr", 8, "en"), ("EnFr", 8, "fr"), ("ArEn", 8, "ar"), ("ArEn", 8, "en")),
    )
    assert [table.rows_spanned(row, 1) for row in range(4)] == [2, 0, 2, 0]
    assert render_html(table).count('rowspan="2"') == 4
    assert render_text(table).splitlines()[3] == "ArEn      8  ar"


def test_storeys_are_below_one_another_for_people_and_one_table_for_programs() -> None:
    table = Table(
        title="Lists",
        columns=(Column("a", title="system"), Column("bleu"), Column("b", title="system"), Column("wer")),
        rows=(("A", 1.0, "B", 2.0),),
        storeys=(2,),
        notes=("n",),
    )
    assert render_text(table) == "Lists\nsystem  bleu\nA       1.00\n\nsystem   wer\nB       2.00\n\nn\n"
    assert render_html(table).count("<table>") == 2
    assert RENDERERS["csv"](table) == "a,bleu,b,wer\nA,1.0,B,2.0\n"


@pytest.mark.parametrize(
    ("column", "value", "text"),
    [
        (Column("wer", digits=1, notation="percent sign"), 7.04, "7.0%"),
        (Column("bleu", digits=3, notation="fraction"), 52.84, "0.528"),
        (Column("share", digits=3, notation="bare"), 0.5284, ".528"),
        (Column("share", digits=1, notation="bare"), 1.0, "1.0"),
        (Column("errors", notation="parentheses"), 1234, "(1,234)"),
        (Column("tokens", notation="k and M"), 4_910_000, "4.91M"),
        (Column("score", missing="n/a"), None, "n/a"),
    ],
)
def test_numbers_in_the_notations_of_the_field(column: Column, value: float | None, text: str) -> None:
    table = Table(columns=(column,), rows=((value,),))
    assert table.shown(0, 0) == text
    assert RENDERERS["tsv"](table).splitlines()[1] == ("" if value is None else repr(value))


def test_signs_and_ranges_go_together() -> None:
    table = Table(columns=(Column("r"),), rows=((Marked(Range(0.1, 0.2), "†"),),))
    assert render_text(table) == "r\n[0.10, 0.20]†\n".replace("r\n", "            r\n", 1)
    assert RENDERERS["tsv"](table) == "r low\tr high\tr sign\n0.1\t0.2\t†\n"


def test_the_ends_of_a_range_have_the_notation_of_their_column() -> None:
    rows = ((Range(49.2, 56.5),),)
    fractions = Table(columns=(Column("interval", digits=3, notation="fraction"),), rows=rows)
    plain = Table(columns=(Column("interval", digits=3),), rows=rows)

    assert fractions.shown(0, 0) == "[0.492, 0.565]"
    assert plain.shown(0, 0) == "[49.200, 56.500]"
