"""Tables as LaTeX, with the lines of booktabs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bakeoff.reports.table import SignedNote, Table

_ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    **{character: "\\" + character for character in "&%$#_{}"},
}
_SYMBOLS = {
    "†": r"\textdagger{}",
    "‡": r"\textdaggerdbl{}",
    "★": r"$\star$",
    "≥": r"$\geq$",
    "≤": r"$\leq$",
    "→": r"$\rightarrow$",
    "↔": r"$\leftrightarrow$",
    "×": r"$\times$",
    "✓": r"$\checkmark$",
    "✗": r"$\times$",
    "−": "$-$",
    "κ": r"$\kappa$",
    "σ": r"$\sigma$",
    "α": r"$\alpha$",
    "±": r"$\pm$",
}
"""Characters that the fonts of pdfLaTeX lack, and our tables have; names in other scripts need XeLaTeX or LuaLaTeX."""
_TRANSLATED = str.maketrans(_ESCAPES | _SYMBOLS)
_PREAMBLE = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{amssymb,booktabs,graphicx}
\usepackage[margin=2cm]{geometry}
\begin{document}
"""
_AS_WIDE_AS_THE_TEXT = r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}"


def latex_text(text: str) -> str:
    """A text that LaTeX prints as it is."""
    return text.translate(_TRANSLATED)


def render_latex(table: Table) -> str:
    """A `tabular` for the packages booktabs and amssymb; bold as in other formats, title and notes as comments."""
    table = table.for_people()
    comments = [f"% {line}" for text in (table.title, *table.notes) if text for line in text.splitlines()]
    return "\n".join([*comments, *_tabulars(table)]) + "\n"


def render_latex_float(table: Table) -> str:
    """A `table` with its caption and notes; a wide one is scaled to the width of the text (package graphicx)."""
    table = table.for_people()
    storeys = [f"{_AS_WIDE_AS_THE_TEXT}{{%\n{tabular}}}" for tabular in _tabulars(table)]
    lines = [
        r"\begin{table}[htbp]",
        r"\centering",
        *([rf"\caption{{{latex_text(table.title)}}}"] if table.title else []),
    ]
    lines.append("\n\n\\medskip\n".join(storeys))
    lines += [rf"\par\smallskip{{\footnotesize\raggedright {_note(note)}\par}}" for note in table.notes]
    return "\n".join([*lines, r"\end{table}"]) + "\n"


def latex_document(tables: Sequence[Table]) -> str:
    """A document of its own that pdfLaTeX compiles; characters outside its fonts need XeLaTeX or LuaLaTeX."""
    return _PREAMBLE + "\\clearpage\n".join(map(render_latex_float, tables)) + "\\end{document}\n"


def _tabulars(table: Table) -> Iterator[str]:
    for storey in table.by_storeys():
        yield "\n".join(_tabular(storey))


def _tabular(table: Table) -> Iterator[str]:
    width = len(table.columns)
    layout = "".join("r" if table.is_numeric(index) else "l" for index in range(width))
    yield rf"\begin{{tabular}}{{{layout}}}"
    yield r"\toprule"
    yield from _grouped_headings(table)
    yield " & ".join(latex_text(column.heading) for column in table.columns) + r" \\"
    yield r"\midrule"
    if table.says_empty:
        yield rf"\multicolumn{{{width}}}{{l}}{{{latex_text(table.empty)}}} \\"
    headed = {section.row: section.heading for section in table.sections}
    bold = [table.bold_rows(index) for index in range(width)]
    for row in range(len(table.rows)):
        if row in table.rules or (row and row in headed):
            yield r"\midrule"
        if row in headed:
            yield rf"\multicolumn{{{width}}}{{l}}{{\emph{{{latex_text(headed[row])}}}}} \\"
        yield " & ".join(_cell(table, row, index, is_bold=row in bold[index]) for index in range(width)) + r" \\"
    yield r"\bottomrule"
    yield r"\end{tabular}"


def _grouped_headings(table: Table) -> Iterator[str]:
    groups = table.grouped_headings()
    if not groups:
        return
    cells, lines, column = [], [], 1
    for heading, span in groups:
        cells.append(rf"\multicolumn{{{span}}}{{c}}{{{latex_text(heading)}}}")
        if heading:
            lines.append(rf"\cmidrule(lr){{{column}-{column + span - 1}}}")
        column += span
    yield " & ".join(cells) + r" \\"
    yield " ".join(lines)


def _cell(table: Table, row: int, index: int, *, is_bold: bool) -> str:
    text = latex_text(table.shown(row, index))
    if is_bold and text:
        text = rf"\textbf{{{text}}}"
    sign, lowered = map(latex_text, table.signs(row, index))
    text += rf"\textsuperscript{{{sign}}}" if sign else ""
    return text + (rf"\textsubscript{{{lowered}}}" if lowered else "")


def _note(note: str) -> str:
    if isinstance(note, SignedNote):
        return rf"\textsuperscript{{{latex_text(note.sign)}}} {latex_text(note.sentence)}"
    # Signatures have no blanks at which a line can be broken.
    return latex_text(note).replace("|", r"|\allowbreak{}")
