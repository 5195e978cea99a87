"""The report as a PDF file."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pypdfium2
import pytest

from bakeoff.reports.campaign_figures.registry import report_figures
from bakeoff.reports.campaign_report.contents import report_document
from bakeoff.reports.campaign_report.document import ReportDocument, Section, ShownFigure, ShownTable
from bakeoff.reports.campaign_report.printed.pdf import report_pdf
from bakeoff.reports.table import Column, Table
from bakeoff.reports.table import Section as TableSection
from tests.depth import THOROUGH
from tests.reports.campaign_report.campaigns import NAMES, campaign

TEMPLATES = ("openmt2012", "iwslt2012", *(("iwslt2005", "wmt2008", "iwslt2016") if THOROUGH else ()))
EDGE = 40.0
"""Points of margin that no text may reach into: a little less than the 2 cm of the page."""


def pages_of(pdf: bytes) -> Iterator[tuple[float, float, list[tuple[float, float, float, float, str]]]]:
    """Width and height of each page, and its pieces of text with left, bottom, right and top."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            text = page.get_textpage()
            boxes = [text.get_rect(number) for number in range(text.count_rects())]
            found = [(*box, text.get_text_bounded(*box)) for box in boxes]
            yield page.get_width(), page.get_height(), found
    finally:
        document.close()


def text_of(pdf: bytes) -> str:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return "\n".join(page.get_textpage().get_text_range() for page in document)
    finally:
        document.close()


def assert_inside(pdf: bytes) -> int:
    """Every piece of text is within the margins; the number of pages."""
    pages = list(pages_of(pdf))
    for number, (width, height, boxes) in enumerate(pages, start=1):
        for left, bottom, right, top, text in boxes:
            assert left >= EDGE, (number, text)
            assert right <= width - EDGE, (number, text)
            assert bottom >= 25, (number, text)
            assert top <= height - 25, (number, text)
    return len(pages)


@pytest.mark.parametrize("template", TEMPLATES)
def test_nothing_is_outside_the_margins(template: str) -> None:
    pdf = report_pdf(report_document(campaign(template)))
    assert assert_inside(pdf) > 3
    assert pdf.startswith(b"%PDF")


def test_the_same_results_give_the_same_bytes() -> None:
    first, second = (report_pdf(report_document(campaign("openmt2012"))) for _ in range(2))
    assert first == second


def test_it_says_what_the_pages_say() -> None:
    text = text_of(report_pdf(report_document(campaign("openmt2012"), prose={"summary": "Our **own** words."})))
    flat = " ".join(text.replace("-\r\n", "").replace("\ufffe", "").split())
    assert "Our own words." in flat
    assert "The official metric is BLEU." in flat
    assert "BLEU-4 scores are the only official scores" in flat
    assert "Table 1." in flat
    assert "Figure 1." in flat
    assert NAMES[0] in flat
    assert "bakeoff verify openmt2012.zip" in flat


def document_with(table: Table) -> ReportDocument:
    shown = ShownTable(id="wide", number=1, table=table)
    return ReportDocument(
        campaign="demo", title="A report", sections=(Section(id="only", heading="Only", blocks=(shown,)),)
    )


def numbers(columns: int, rows: int) -> Table:
    return Table(
        columns=(
            Column("system"),
            *(Column(f"metric {number}", group=f"group {number // 4}") for number in range(columns)),
        ),
        rows=tuple((f"SYSTEM-{row}", *(100.0 * row + number for number in range(columns))) for row in range(rows)),
        title="A wide table",
        sections=(TableSection(0, "First part"), TableSection(rows // 2, "Second part")),
    )


@pytest.mark.parametrize("columns", [4, 14, 30, 60])
def test_a_table_of_any_width_is_made_smaller_or_continued_below(columns: int) -> None:
    pdf = report_pdf(document_with(numbers(columns, 6)))
    assert_inside(pdf)
    text = text_of(pdf)
    for number in range(columns):
        assert f"{500.0 + number:.2f}" in text
    assert text.count("SYSTEM-0") >= (2 if columns > 20 else 1)  # the name again where columns are continued


def test_a_long_table_repeats_its_heading_on_every_page() -> None:
    pdf = report_pdf(document_with(numbers(3, 150)))
    texts = [" ".join(each[-1] for each in boxes) for _, _, boxes in pages_of(pdf)]
    assert len(texts) > 2
    assert all("metric 2" in text for text in texts)
    assert_inside(pdf)


def test_long_texts_and_words_are_broken() -> None:
    word = "signature|" * 30
    table = Table(
        columns=(Column("team"), Column("techniques"), Column("code")),
        rows=(("A", "a decoder with phrases " * 20, word), ("X" * 120, "short", "B")),
        title="Long",
        notes=(word, "a note " * 60),
    )
    assert_inside(report_pdf(document_with(table)))


def test_rows_keep_their_order_where_cells_span_several() -> None:
    table = Table(
        columns=(Column("track", once=True), Column("system"), Column("score")),
        rows=(("mt", "A", 1.5), ("mt", "B", 2.5), ("asr", "C", 3.5)),
        title="Spanning",
    )
    boxes = [box for _, _, found in pages_of(report_pdf(document_with(table))) for box in found]
    rows = [
        next(bottom for _, bottom, _, _, text in boxes if name in text.split()) for name in ("1.50", "2.50", "3.50")
    ]
    assert all(upper > lower for upper, lower in pairwise(rows))
    assert sum("mt" in text.split() for *_, text in boxes) == 1


def test_markup_in_names_is_text() -> None:
    table = Table(columns=(Column("team"),), rows=(("#strong[x] *b* $y$ \\ @z <label>",),), title="= No heading")
    text = text_of(report_pdf(document_with(table)))
    assert "#strong[x] *b* $y$ \\ @z" in text.replace("\u200b", "")
    assert "= No heading" in text


def test_a_figure_that_is_higher_than_a_page_is_scaled_to_one() -> None:
    results = campaign("openmt2012", names=[f"SYSTEM-{number}" for number in range(70)], pairs=1)
    figure = next(each for each in report_figures(results) if each.id.startswith("intervals"))
    shown = ShownFigure(number=1, figure=figure)
    document = ReportDocument(
        campaign="demo", title="A report", sections=(Section(id="only", heading="Only", blocks=(shown,)),)
    )
    pdf = report_pdf(document)
    assert assert_inside(pdf) == 2
    assert all(f"SYSTEM-{number}_primary" in text_of(pdf) for number in range(70))
