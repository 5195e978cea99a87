"""LaTeX of tables, compiled where pdfLaTeX is installed."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from bakeoff.reports.latex import latex_document, render_latex, render_latex_float
from bakeoff.reports.table import Column, Marked, Range, Section, SignedNote, Table

TABLE = Table(
    title="Head to head & more: 100 % of A_1",
    columns=(
        Column("system"),
        Column("bleu", title="BLEU", group="case+punc", best="highest"),
        Column("interval", group="case+punc"),
        Column("mter", group="people", notation="percent sign", digits=1),
    ),
    rows=(
        ("LIG", 30.0, Range(29.0, 31.0), Marked(22.66, "★", bold=True)),
        (Marked("RWTH", index="11"), 31.0, None, Marked(25.0, "†")),
        ("x^2 ~ {y}", 12.0, Range(1.0, 2.0), None),
    ),
    notes=(
        SignedNote("★", "p ≤ 0.05."),
        SignedNote("†", "p ≤ 0.01, κ → σ."),
        "bleu@mteval|version:v13a|case:mixed|references:1|tokens:13a|smoothing:exp|samples:2000|seed:12345",
    ),
    rules=frozenset({2}),
    sections=(Section(0, "News"), Section(2, "Europarl")),
)


def test_groups_of_columns_stand_above_a_line_and_sections_of_rows_across_all_columns() -> None:
    lines = render_latex(TABLE).splitlines()
    head = lines.index(r"\toprule")
    assert lines[head + 1 : head + 4] == [
        r"\multicolumn{1}{c}{} & \multicolumn{2}{c}{case+punc} & \multicolumn{1}{c}{people} \\",
        r"\cmidrule(lr){2-3} \cmidrule(lr){4-4}",
        r"system & BLEU & interval & mter \\",
    ]
    assert r"\multicolumn{4}{l}{\emph{Europarl}} \\" in lines
    assert r"LIG & 30.00 & [29.00, 31.00] & \textbf{22.7\%}\textsuperscript{$\star$} \\" in lines
    assert r"RWTH\textsubscript{11} & \textbf{31.00} & – & 25.0\%\textsuperscript{\textdagger{}} \\" in lines


def test_a_float_has_the_caption_above_and_notes_with_their_signs_below() -> None:
    written = render_latex_float(TABLE)
    assert r"\caption{Head to head \& more: 100 \% of A\_1}" in written
    assert r"\textsuperscript{$\star$} p $\leq$ 0.05." in written
    assert "%" not in re.sub(r"\\%|\{!\}\{%", "", written)


def test_a_table_in_two_storeys_is_two_tabulars() -> None:
    storeys = Table(columns=(Column("a"), Column("b")), rows=((1, 2),), storeys=(1,))
    assert render_latex(storeys).count(r"\begin{tabular}{r}") == 2


def test_pdflatex_compiles_every_kind_of_table(tmp_path: Path) -> None:
    if shutil.which("pdflatex") is None:
        pytest.skip("left out: pdfLaTeX (make system)")
    wide = Table(
        title="Wide",
        columns=tuple(Column(f"metric {number}") for number in range(40)),
        rows=(tuple(float(number) for number in range(40)),),
    )
    empty = Table(title="Nothing", columns=(Column("a"), Column("b")), rows=(), empty="Nothing yet: 0 % of A_1.")
    (tmp_path / "tables.tex").write_text(latex_document([TABLE, wide, empty]), encoding="utf-8")
    made = subprocess.run(
        ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "tables.tex"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=300,
        check=False,
    )
    assert made.returncode == 0, made.stdout[-2000:]
    assert "Overfull \\hbox" not in made.stdout
    assert (tmp_path / "tables.pdf").stat().st_size > 10_000
