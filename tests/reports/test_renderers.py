"""The same table in every format, letter by letter."""

import csv
import io

import pytest

from bakeoff.reports import RENDERERS, Column, Range, Table, render_html, render_text, stack_tables
from bakeoff.reports.renderers import wrapped_signature

TABLE = Table(
    title="case+punc, 2 segments",
    columns=(Column("system"), Column("bleu", best="highest"), Column("ter", best="lowest"), Column("segments")),
    rows=(("A_1", 34.567, 50.0, 2), ("北京 & co", 34.5651, 49.994, 2), ("C", None, 120.5, 2)),
    notes=("bleu@mteval|version:v13a",),
)


def test_text_aligns_columns_also_beside_wide_characters() -> None:
    assert render_text(TABLE) == (
        "case+punc, 2 segments\n"
        "system      bleu     ter  segments\n"
        "A_1        34.57   50.00         2\n"
        "北京 & co  34.57   49.99         2\n"
        "C              –  120.50         2\n"
        "\n"
        "bleu@mteval|version:v13a\n"
    )


def test_on_a_terminal_the_best_as_shown_are_bold() -> None:
    text = render_text(TABLE, bold=True)
    assert text.count("\x1b[1m34.57\x1b[0m") == 2
    assert "\x1b[1m49.99\x1b[0m" in text
    assert text.count("\x1b[1m") == 3


def test_tsv_keeps_numbers_in_full_and_escapes_tabs() -> None:
    table = Table(columns=(Column("text"), Column("score")), rows=(("a\tb\nc\\d", 1 / 3), ("", None)))
    assert RENDERERS["tsv"](table) == "text\tscore\na\\tb\\nc\\\\d\t0.3333333333333333\n\t\n"


@pytest.mark.parametrize("ending", ["\r", "\n", "\r\n"])
def test_a_line_break_in_a_csv_cell_starts_no_row(ending: str) -> None:
    table = Table(columns=(Column("system"), Column("score")), rows=((f"a{ending}=1+1", 1.5),))
    written = RENDERERS["csv"](table)
    assert written == f'system,score\n"a{ending}=1+1",1.5\n'
    assert list(csv.reader(io.StringIO(written, newline=""))) == [["system", "score"], [f"a{ending}=1+1", "1.5"]]


def test_csv_is_read_back_by_a_csv_reader() -> None:
    rows = list(csv.reader(io.StringIO(RENDERERS["csv"](TABLE))))
    assert rows == [
        ["system", "bleu", "ter", "segments"],
        ["A_1", "34.567", "50.0", "2"],
        ["北京 & co", "34.5651", "49.994", "2"],
        ["C", "", "120.5", "2"],
    ]


def test_markdown_escapes_marks_and_bolds_the_best() -> None:
    assert RENDERERS["markdown"](TABLE) == (
        "**case+punc, 2 segments**\n"
        "\n"
        "| system | bleu | ter | segments |\n"
        "| --- | ---: | ---: | ---: |\n"
        "| A\\_1 | **34.57** | 50.00 | 2 |\n"
        "| 北京 & co | **34.57** | **49.99** | 2 |\n"
        "| C | – | 120.50 | 2 |\n"
        "\n"
        "`bleu@mteval|version:v13a`\n"
    )


def test_latex_escapes_special_characters_and_keeps_notes_as_comments() -> None:
    assert RENDERERS["latex"](TABLE) == (
        "% case+punc, 2 segments\n"
        "% bleu@mteval|version:v13a\n"
        "\\begin{tabular}{lrrr}\n"
        "\\toprule\n"
        "system & bleu & ter & segments \\\\\n"
        "\\midrule\n"
        "A\\_1 & \\textbf{34.57} & 50.00 & 2 \\\\\n"
        "北京 \\& co & \\textbf{34.57} & \\textbf{49.99} & 2 \\\\\n"
        "C & – & 120.50 & 2 \\\\\n"
        "\\bottomrule\n"
        "\\end{tabular}\n"
    )


@pytest.mark.parametrize("name", sorted(RENDERERS))
def test_a_table_without_rows_still_has_its_heading(name: str) -> None:
    assert "system" in RENDERERS[name](Table(columns=(Column("system"), Column("bleu", best="highest")), rows=()))


def test_control_characters_in_names_are_shown_not_obeyed() -> None:
    table = Table(columns=(Column("system"),), rows=(("a\x1b[31m\nb",),))
    assert render_text(table) == "system\na\\x1b[31m\\nb\n"


def test_a_single_number_is_not_called_the_best() -> None:
    table = Table(columns=(Column("bleu", best="highest"),), rows=((1.0,),))
    assert "**" not in RENDERERS["markdown"](table)


RANGED = Table(
    columns=(Column("system"), Column("bleu"), Column("interval", digits=1), Column("sd", detail=True)),
    rows=(("A", 3.0, Range(2.25, 4.0), 0.5), ("B", 2.0, None, None)),
    rules=frozenset({1}),
)


def test_people_see_ranges_and_lines_but_no_details() -> None:
    assert render_text(RANGED) == (
        "system  bleu    interval\nA       3.00  [2.2, 4.0]\n------------------------\nB       2.00           –\n"
    )
    assert RENDERERS["markdown"](RANGED).splitlines()[0] == "| system | bleu | interval |"
    body = RENDERERS["latex"](RANGED).splitlines()
    assert body[body.index(r"A & 3.00 & [2.2, 4.0] \\") + 1] == r"\midrule"


def test_programs_get_a_column_for_each_end_of_a_range_and_the_details() -> None:
    assert RENDERERS["tsv"](RANGED) == (
        "system\tbleu\tinterval low\tinterval high\tsd\nA\t3.0\t2.25\t4.0\t0.5\nB\t2.0\t\t\t\n"
    )
    assert RENDERERS["csv"](RANGED).splitlines()[0] == "system,bleu,interval low,interval high,sd"


EMPTY = Table(title="Matches", columns=(Column("a"), Column("b")), rows=(), notes=("n",), empty="Give 50% | more.")


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("text", "Matches\nGive 50% | more.\n\nn\n"),
        ("markdown", "**Matches**\n\nGive 50% \\| more.\n\n`n`\n"),
        ("tsv", "a\tb\n"),
        ("csv", "a,b\n"),
    ],
)
def test_a_table_without_rows_says_what_would_fill_it_where_people_read_it(form: str, expected: str) -> None:
    assert RENDERERS[form](EMPTY) == expected


def test_latex_and_html_say_what_would_fill_a_table_without_rows() -> None:
    assert r"\multicolumn{2}{l}{Give 50\% | more.} \\" in RENDERERS["latex"](EMPTY).splitlines()
    assert render_html(EMPTY) == '<h2>Matches</h2>\n<p>Give 50% | more.</p>\n<p class="note">n</p>\n'


def test_stacked_tables_without_rows_keep_the_sentence() -> None:
    assert stack_tables({"x": EMPTY, "y": EMPTY}, heading="system").empty == EMPTY.empty


GROUPS = Table(
    columns=(Column("direction", once=True), Column("set"), Column("wer", digits=3)),
    rows=(("Chinese", "dev", 0.5), ("Chinese", "test", 0.25), ("Japanese", "test", 0.125)),
    rules=frozenset({2}),
    emphasised=frozenset({1, 2}),
)


def test_a_group_is_named_once_and_rows_may_be_bold() -> None:
    assert RENDERERS["markdown"](GROUPS).splitlines()[2:] == [
        "| Chinese | dev | 0.500 |",
        "|  | **test** | **0.250** |",
        "| Japanese | **test** | **0.125** |",
    ]
    assert r" & \textbf{test} & \textbf{0.250} \\" in RENDERERS["latex"](GROUPS)
    assert '<td class="short" rowspan="2">Chinese</td><td class="short">dev</td>' in render_html(GROUPS)
    assert render_text(GROUPS, bold=True).count("\x1b[1m") == 4
    assert RENDERERS["csv"](GROUPS).splitlines()[2] == "Chinese,test,0.25"


LONG = "bleu@mteval|version:v13a|order:4|case:yes|tokenizer:13a|smoothing:exp|references:1|specification:case+punc"


def test_long_signatures_are_continued_after_a_bar() -> None:
    table = Table(
        columns=(Column("system"),), rows=(("a",),), notes=(LONG, "wer|version:1", "A sentence stays a line.")
    )
    assert render_text(table, line_width=60).splitlines()[3:] == [
        "bleu@mteval|version:v13a|order:4|case:yes|tokenizer:13a|",
        "  smoothing:exp|references:1|specification:case+punc",
        "wer|version:1",
        "A sentence stays a line.",
    ]
    assert LONG in render_text(table)


@pytest.mark.parametrize("width", range(1, 130))
def test_a_continued_signature_loses_nothing(width: int) -> None:
    lines = wrapped_signature(LONG, width)
    assert lines[0] + "".join(line.removeprefix("  ") for line in lines[1:]) == LONG
    assert all(line.startswith("  ") for line in lines[1:])
    assert all(len(line) <= width or line.strip().rstrip("|").count("|") == 0 for line in lines)


WIDE = Table(
    columns=(Column("system"), Column("first metric", best="highest"), Column("second metric"), Column("third")),
    rows=(("a", 1.5, 2, None), ("bb", 10.25, 3, "x")),
    notes=("note",),
)


def test_a_table_that_is_too_wide_is_turned_where_that_is_allowed() -> None:
    assert render_text(WIDE, line_width=30, may_turn=True) == (
        "system            a     bb\n"
        "first metric   1.50  10.25\n"
        "second metric     2      3\n"
        "third             –      x\n"
        "\n"
        "note\n"
    )
    assert "\x1b[1m10.25\x1b[0m\n" in render_text(WIDE, bold=True, line_width=30, may_turn=True)
    assert render_text(WIDE, line_width=30) == render_text(WIDE)
    assert render_text(WIDE, line_width=100, may_turn=True) == render_text(WIDE)


def test_a_table_with_more_rows_than_columns_is_never_turned() -> None:
    tall = Table(columns=WIDE.columns, rows=WIDE.rows * 3)
    assert render_text(tall, line_width=30, may_turn=True) == render_text(tall)
